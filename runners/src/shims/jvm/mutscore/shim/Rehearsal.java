package mutscore.shim;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.Map;
import java.util.TreeSet;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * One unmutated run that shows which classes runs load, for an archive of them. The JVM itself lists those that it loads
 * (`-XX:DumpLoadedClassList`); what is wanted beside the list are our own classes, and what lies in libraries.
 */
final class Rehearsal {
    private final Wire engine;
    private final Wire.Frame frame;
    private final StringBuilder classes = new StringBuilder();
    /** Folders with files in them, and files at the top, in `META-INF` and below it. */
    private final TreeSet<String> folders = new TreeSet<>();
    private final TreeSet<String> files = new TreeSet<>();

    Rehearsal(Wire engine, Wire.Frame frame) {
        this.engine = engine;
        this.frame = frame;
    }

    Map<String, Object> answer() throws Exception {
        new Warm(engine, frame.header).rehearse(new Request(frame));
        // What loads the JDK's reader and writer of class files.
        try (InputStream in = Rehearsal.class.getResourceAsStream("Rehearsal.class")) {
            byte[] own = in.readAllBytes();
            Dispatch.traced(own);
            Transform.observed(own, "");
            Transform.only(own, 0);
        }
        Path list = Paths.get((String) frame.header.get("root"), (String) frame.header.get("list"));
        String listed = Files.exists(list) ? Files.readString(list) : "";
        // The JVM writes in blocks: the last line may have no end yet.
        classes.append(listed, 0, listed.lastIndexOf('\n') + 1);
        String[] path = System.getProperty("java.class.path").split(File.pathSeparator);
        for (int i = 0; i < path.length; i++) {
            // The first two are our own.
            look(new File(path[i]), i < 2);
        }
        return Json.of("classes", classes.toString(),
            "names", Json.of("folders", new ArrayList<>(folders), "files", new ArrayList<>(files)));
    }

    private void look(File library, boolean own) throws IOException {
        if (!library.isFile()) {
            return;
        }
        try (ZipFile zip = new ZipFile(library)) {
            for (Enumeration<? extends ZipEntry> all = zip.entries(); all.hasMoreElements();) {
                ZipEntry entry = all.nextElement();
                if (!entry.isDirectory()) {
                    found(entry.getName(), own);
                }
            }
        }
    }

    private void found(String name, boolean own) {
        int at = name.lastIndexOf('/');
        if (at < 0 || name.startsWith("META-INF/")) {
            files.add(name);
        } else {
            folders.add(name.substring(0, at));
        }
        if (own && name.endsWith(".class")) {
            classes.append(name, 0, name.length() - 6).append('\n');
        }
    }
}
