package mutscore.shim;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/** The class files of a build, read once and served to every loader. */
final class ClassStore {
    private final Map<String, Path> files = new HashMap<>();
    private final Map<String, Path> folders = new HashMap<>();
    private final Map<String, byte[]> read = new ConcurrentHashMap<>();
    /** For classes with copies: the numbers, and the bytes without any copy. */
    private final Map<String, Set<Integer>> copies = new ConcurrentHashMap<>();
    private final Map<String, byte[]> bare = new ConcurrentHashMap<>();
    /** With all copies, telling what a shared loader has to know. */
    private final Map<String, byte[]> traced = new ConcurrentHashMap<>();
    /** The same without any copy. */
    private final Map<String, byte[]> alone = new ConcurrentHashMap<>();
    private final boolean woven;

    /** Folders in the order of the class path; `shown` is where a class says that it comes from. */
    ClassStore(List<Path> folders, List<Path> shown, boolean woven) throws IOException {
        this.woven = woven;
        for (int i = 0; i < folders.size(); i++) {
            Path folder = folders.get(i);
            if (!Files.isDirectory(folder)) {
                continue;
            }
            try (Stream<Path> all = Files.walk(folder)) {
                for (Path file : (Iterable<Path>) all.filter(path -> path.toString().endsWith(".class"))::iterator) {
                    String name = folder.relativize(file).toString();
                    name = name.substring(0, name.length() - 6).replace('/', '.');
                    files.putIfAbsent(name, file);
                    this.folders.putIfAbsent(name, shown.get(i));
                }
            }
        }
    }

    boolean isWoven() {
        return woven;
    }

    /** Where a class of the project lies, or null where it is none. */
    Path folderOf(String name) {
        return folders.get(name);
    }

    /** The class file as a run of this mutant needs it; null for what is no class of the project. */
    byte[] bytes(String name, int number) {
        byte[] whole = bytesOf(name);
        if (!woven || whole == null) {
            return whole;
        }
        Set<Integer> numbers = copies.computeIfAbsent(name, key -> Transform.copies(whole));
        if (numbers.isEmpty()) {
            return whole;
        }
        if (numbers.contains(number)) {
            return Transform.only(whole, number);
        }
        return bare.computeIfAbsent(name, key -> Transform.only(whole, 0));
    }

    /** The class file for a loader that serves all mutants; null for what is no class of the project. */
    byte[] traced(String name) {
        byte[] whole = bytesOf(name);
        return whole == null ? null : traced.computeIfAbsent(name, key -> Dispatch.traced(whole));
    }

    /** The class file for a loader of one unmutated run that tells the same; null for what is no class of the project. */
    byte[] alone(String name) {
        byte[] bare = bytes(name, 0);
        return bare == null ? null : alone.computeIfAbsent(name, key -> Dispatch.traced(bare));
    }

    private byte[] bytesOf(String name) {
        return files.containsKey(name) ? read.computeIfAbsent(name, this::fromDisk) : null;
    }

    private byte[] fromDisk(String name) {
        try {
            return Files.readAllBytes(files.get(name));
        } catch (IOException error) {
            throw new java.io.UncheckedIOException(error);
        }
    }
}
