package mutscore.shim;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.security.CodeSource;
import java.security.ProtectionDomain;
import java.security.cert.Certificate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Enumeration;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The project's own classes, defined anew for each run: static state of one run is out of the next one's reach. The
 * JDK, the framework and libraries come from the parent. Resources are looked for in the project first, as a class
 * path would.
 */
final class ProjectLoader extends URLClassLoader {
    static {
        registerAsParallelCapable();
    }

    private static final Map<String, List<URL>> SERVICES = new ConcurrentHashMap<>();

    private final ClassStore store;
    private final Map<String, byte[]> replaced;
    private final Bytes bytes;
    private final List<Class<?>> defined = Collections.synchronizedList(new ArrayList<>());
    private final Map<Path, ProtectionDomain> domains = new HashMap<>();

    /** Where class files come from: bytes by name, null for what is no class of the project. */
    interface Bytes {
        byte[] of(String name);
    }

    ProjectLoader(URL[] folders, ClassLoader parent, ClassStore store, Map<String, byte[]> replaced, Bytes bytes) {
        super(folders, parent);
        this.store = store;
        this.replaced = replaced;
        this.bytes = bytes;
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        if (store.folderOf(name) == null && !replaced.containsKey(name)) {
            return super.loadClass(name, resolve);
        }
        synchronized (getClassLoadingLock(name)) {
            Class<?> known = findLoadedClass(name);
            return known != null ? known : findClass(name);
        }
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        byte[] bytes = this.bytes.of(name);
        if (bytes == null) {
            throw new ClassNotFoundException(name);
        }
        int dot = name.lastIndexOf('.');
        if (dot > 0 && getDefinedPackage(name.substring(0, dot)) == null) {
            try {
                definePackage(name.substring(0, dot), null, null, null, null, null, null, null);
            } catch (IllegalArgumentException another) {
                // Another thread was faster.
            }
        }
        Class<?> made = defineClass(name, bytes, 0, bytes.length, domain(store.folderOf(name)));
        defined.add(made);
        return made;
    }

    private ProtectionDomain domain(Path folder) throws ClassNotFoundException {
        synchronized (domains) {
            ProtectionDomain known = domains.get(folder);
            if (known == null) {
                try {
                    URL url = folder == null ? null : folder.toUri().toURL();
                    known = new ProtectionDomain(new CodeSource(url, (Certificate[]) null), null, this, null);
                } catch (IOException error) {
                    throw new ClassNotFoundException(folder.toString(), error);
                }
                domains.put(folder, known);
            }
            return known;
        }
    }

    @Override
    public URL getResource(String name) {
        URL own = findResource(name);
        return own != null ? own : super.getResource(name);
    }

    @Override
    public Enumeration<URL> getResources(String name) throws IOException {
        Set<URL> all = new LinkedHashSet<>(Collections.list(findResources(name)));
        if (name.startsWith("META-INF/services/")) {
            // Libraries do not change, and each run asks all of them who offers what.
            List<URL> known = SERVICES.get(name);
            if (known == null) {
                known = Collections.list(getParent().getResources(name));
                SERVICES.put(name, known);
            }
            all.addAll(known);
        } else {
            all.addAll(Collections.list(getParent().getResources(name)));
        }
        return Collections.enumeration(all);
    }

    @Override
    public InputStream getResourceAsStream(String name) {
        // Class files are read by libraries that look at classes: they are to see what runs.
        if (name.endsWith(".class")) {
            byte[] bytes = replaced.get(name.substring(0, name.length() - 6).replace('/', '.'));
            if (bytes != null) {
                return new java.io.ByteArrayInputStream(bytes);
            }
        }
        return super.getResourceAsStream(name);
    }

    /** The project's classes so far, in the order in which they were defined. */
    List<Class<?>> defined() {
        synchronized (defined) {
            return new ArrayList<>(defined);
        }
    }

    /** A class of the project that is defined already; null if it is not. */
    Class<?> known(String name) {
        return findLoadedClass(name);
    }

    /** Sets the number of the mutant that runs. */
    void select(int number) throws ReflectiveOperationException {
        if (store.isWoven()) {
            loadClass("mutscore_woven.Selected").getField("number").setInt(null, number);
        }
    }

    static URL[] urls(List<Path> folders) throws IOException {
        URL[] urls = new URL[folders.size()];
        for (int i = 0; i < urls.length; i++) {
            urls[i] = folders.get(i).toUri().toURL();
        }
        return urls;
    }
}
