package mutscore.shim;

import java.io.File;
import java.io.InputStream;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryUsage;
import java.net.CookieHandler;
import java.net.ProxySelector;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.security.Provider;
import java.security.Security;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TimeZone;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Stream;

/**
 * What all runs of a JVM share beside classes. What can be put back is put back after each run; anything else that a
 * run has changed means that this JVM makes no further one.
 */
final class Guard {
    /** Runs after which a JVM is replaced, whatever its state: what libraries gather must not add up for ever. */
    private static final int MOST_RUNS = 2000;
    /** Share of a memory pool that may be in use after a run. */
    private static final double MOST_USED = 0.85;

    private final Path upper;
    private final Path[] emptied;
    /** What lies there from the start: places that the sandbox shows, and the JVM's own files. */
    private final Set<File> kept = new HashSet<>();
    private int runs;

    private Set<Thread> threads;
    private Properties properties;
    private Locale[] locales;
    private TimeZone zone;
    private InputStream in;
    private PrintStream out;
    private PrintStream err;
    private Thread.UncaughtExceptionHandler handler;
    private Provider[] providers;
    private Handler[] logHandlers;
    private Level logLevel;
    private CookieHandler cookies;
    private ProxySelector proxies;
    private Map<String, String> environment;
    private Set<Object> hooks;

    Guard(Map<String, Object> about) {
        String folder = (String) about.get("upper");
        upper = folder == null ? null : Paths.get(folder);
        // Where runs share the host's folders, the engine looks after them.
        emptied = upper == null ? new Path[0]
            : new Path[] {Paths.get(System.getProperty("java.io.tmpdir")), Paths.get(home())};
        for (Path place : emptied) {
            File[] files = place.toFile().listFiles();
            kept.addAll(files == null ? Set.of() : Set.of(files));
        }
    }

    private static String home() {
        String home = System.getenv("HOME");
        return home == null ? System.getProperty("user.home") : home;
    }

    void before() throws Exception {
        threads = all();
        // A copy: a run may change the object itself.
        properties = new Properties();
        properties.putAll(System.getProperties());
        locales = new Locale[] {Locale.getDefault(), Locale.getDefault(Locale.Category.DISPLAY),
            Locale.getDefault(Locale.Category.FORMAT)};
        zone = TimeZone.getDefault();
        in = System.in;
        out = System.out;
        err = System.err;
        handler = Thread.getDefaultUncaughtExceptionHandler();
        providers = Security.getProviders();
        Logger root = Logger.getLogger("");
        logHandlers = root.getHandlers();
        logLevel = root.getLevel();
        cookies = CookieHandler.getDefault();
        proxies = ProxySelector.getDefault();
        environment = Map.copyOf(System.getenv());
        hooks = new HashSet<>(hooks().keySet());
    }

    /** What was changed of all that could be put back; null if nothing was. */
    String touched() throws Exception {
        boolean time = Locale.getDefault().equals(locales[0])
            && Locale.getDefault(Locale.Category.DISPLAY).equals(locales[1])
            && Locale.getDefault(Locale.Category.FORMAT).equals(locales[2]) && TimeZone.getDefault().equals(zone);
        if (!System.getProperties().equals(properties)) {
            return "system properties";
        }
        if (!time) {
            return "locale or time zone";
        }
        if (System.in != in || System.out != out || System.err != err) {
            return "standard streams";
        }
        boolean hooked = !hooks().keySet().equals(hooks);
        return hooked || Thread.getDefaultUncaughtExceptionHandler() != handler ? "hooks of the JVM" : null;
    }

    /** Whether threads of the common pool live: they outlast runs, with what they keep for themselves. */
    static boolean poolIsUp() {
        for (Thread thread : all()) {
            if (thread.getName().startsWith("ForkJoinPool.commonPool-worker-")) {
                return true;
            }
        }
        return false;
    }

    /** Puts back what can be, and says what cannot; null if the JVM is as it was. */
    String after() throws Exception {
        restore();
        runs++;
        if (runs >= MOST_RUNS) {
            return "it has made " + runs + " runs";
        }
        String left = thread();
        if (left != null) {
            return "the thread `" + left + "` goes on";
        }
        if (!Arrays.equals(providers, Security.getProviders())) {
            return "security providers changed";
        }
        Logger root = Logger.getLogger("");
        if (!Arrays.equals(logHandlers, root.getHandlers()) || logLevel != root.getLevel()) {
            return "logging was set up anew";
        }
        if (cookies != CookieHandler.getDefault() || proxies != ProxySelector.getDefault()) {
            return "network defaults changed";
        }
        if (!environment.equals(System.getenv())) {
            return "the environment changed";
        }
        for (MemoryPoolMXBean pool : ManagementFactory.getMemoryPoolMXBeans()) {
            MemoryUsage used = pool.getCollectionUsage() != null ? pool.getCollectionUsage() : pool.getUsage();
            if (used != null && used.getMax() > 0 && used.getUsed() > MOST_USED * used.getMax()
                && !pool.getName().contains("Code") && !pool.getName().contains("Eden")
                && !pool.getName().contains("Survivor")) {
                return "the memory pool `" + pool.getName() + "` is full";
            }
        }
        return written();
    }

    private void restore() throws Exception {
        if (!System.getProperties().equals(properties)) {
            Properties copy = new Properties();
            copy.putAll(properties);
            System.setProperties(copy);
        }
        Locale.setDefault(locales[0]);
        Locale.setDefault(Locale.Category.DISPLAY, locales[1]);
        Locale.setDefault(Locale.Category.FORMAT, locales[2]);
        TimeZone.setDefault(zone);
        System.setIn(in);
        System.setOut(out);
        System.setErr(err);
        Thread.setDefaultUncaughtExceptionHandler(handler);
        // Hooks of a run hold its classes, and would run long after it.
        hooks().keySet().removeIf(hook -> !hooks.contains(hook));
        Thread.interrupted();
    }

    /** A thread that was not there before; those of the common pool belong to the JVM. */
    private String thread() throws InterruptedException {
        for (int tries = 0; ; tries++) {
            String found = null;
            for (Thread thread : all()) {
                boolean known = threads.contains(thread) || thread == Thread.currentThread();
                if (!known && thread.isAlive() && !isOfTheJvm(thread.getName())) {
                    found = thread.getName();
                }
            }
            if (found == null || tries == 5) {
                return found;
            }
            Thread.sleep(10);
        }
    }

    private static boolean isOfTheJvm(String name) {
        return name.startsWith("ForkJoinPool.commonPool-worker-") || name.equals("process reaper")
            || name.equals("Common-Cleaner") || name.equals("Attach Listener") || name.equals("Finalizer");
    }

    private static Set<Thread> all() {
        ThreadGroup group = Thread.currentThread().getThreadGroup();
        while (group.getParent() != null) {
            group = group.getParent();
        }
        Thread[] found = new Thread[group.activeCount() + 32];
        int count = group.enumerate(found, true);
        return new HashSet<>(Arrays.asList(found).subList(0, count));
    }

    @SuppressWarnings("unchecked")
    private static Map<Object, Object> hooks() throws Exception {
        Class<?> owner = Class.forName("java.lang.ApplicationShutdownHooks");
        Map<Object, Object> hooks = (Map<Object, Object>) Internals.get(owner.getDeclaredField("hooks"));
        return hooks == null ? Map.of() : hooks;
    }

    /** Files that a run has left: those in temporary places go, any in the project's tree ends the JVM. */
    private String written() {
        for (Path folder : emptied) {
            if (!empty(folder)) {
                return "something in " + folder + " cannot be removed";
            }
        }
        if (upper == null) {
            return null;
        }
        String[] left = upper.toFile().list();
        return left == null || left.length > 0 ? "files of the project's tree were written" : null;
    }

    private boolean empty(Path folder) {
        File[] files = folder.toFile().listFiles();
        if (files == null) {
            return true;
        }
        boolean all = true;
        for (File file : files) {
            if (kept.contains(file)) {
                continue;
            }
            try (Stream<Path> tree = Files.walk(file.toPath())) {
                for (Path one : (Iterable<Path>) tree.sorted(java.util.Comparator.reverseOrder())::iterator) {
                    Files.delete(one);
                }
            } catch (Exception error) {
                all = false;
            }
        }
        return all;
    }
}
