package mutscore.shim;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.ZipFile;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.StandardLocation;
import javax.tools.ToolProvider;

/** The compiler, kept warm. Runs no code of the project: processors and plug-ins stay off. */
final class Javac {
    private final Wire engine;
    private final Path root;
    private final List<String> mainFiles;
    private final List<String> testFiles;
    private final List<Path> libraries = new ArrayList<>();
    private final List<String> options;
    private final Charset encoding;
    private final JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    /** Reads libraries once for all compilations. */
    private final Map<String, StandardJavaFileManager> managers = new HashMap<>();

    Javac(Wire engine, Map<String, Object> about) {
        this.engine = engine;
        root = Paths.get((String) about.get("root"));
        mainFiles = Json.strings(about.get("main"));
        testFiles = Json.strings(about.get("test"));
        for (String library : Json.strings(about.get("libraries"))) {
            libraries.add(Paths.get(library));
        }
        String name = (String) about.get("encoding");
        encoding = name == null ? StandardCharsets.UTF_8 : Charset.forName(name);
        options = new ArrayList<>(Json.strings(about.get("options")));
        options.addAll(List.of("-proc:none", "-nowarn", "-g", "-implicit:none", "-Xlint:none"));
    }

    void serve() throws Exception {
        if (compiler == null) {
            engine.send(Json.of("trouble", "this Java has no compiler: a JDK is needed, not a JRE"));
            return;
        }
        engine.send(Json.of("ready", true));
        while (true) {
            Wire.Frame frame = engine.receive();
            switch ((String) frame.header.get("op")) {
                case "base":
                    base();
                    break;
                case "mutant":
                    mutant((String) frame.header.get("path"), frame.blobs.get(0));
                    break;
                case "woven":
                    woven(Json.strings(frame.header.get("paths")), frame.blobs);
                    break;
                default:
                    throw new IllegalArgumentException("no such request");
            }
        }
    }

    /** Production, then the test side against it, as Maven does. */
    private void base() throws Exception {
        Path scratch = Files.createTempDirectory("base");
        Path classes = Files.createDirectories(scratch.resolve("classes"));
        Path testClasses = Files.createDirectories(scratch.resolve("test-classes"));
        Outcome main = compile(onDisk(mainFiles), List.of(), List.of());
        if (!main.failed()) {
            main.write(classes);
            Outcome test = compile(onDisk(testFiles), List.of(classes), List.of());
            test.write(testClasses);
            Map<String, byte[]> files = new TreeMap<>();
            main.into(files, "target/classes/");
            test.into(files, "target/test-classes/");
            answer(files, test.failed() ? test.words(root) : null, Index.of(main, test));
        } else {
            answer(Map.of(), unprocessed() + main.words(root), null);
        }
        managers.clear();
    }

    /** What to say first of a project that does not compile without its annotation processors. */
    private String unprocessed() {
        List<String> found = new ArrayList<>();
        for (Path library : libraries) {
            try (ZipFile zip = new ZipFile(library.toFile())) {
                if (zip.getEntry("META-INF/services/javax.annotation.processing.Processor") != null) {
                    found.add(library.getFileName().toString());
                }
            } catch (IOException error) {
                // The compiler has words of its own for what it cannot read.
            }
        }
        return found.isEmpty() ? ""
            : "annotation processors are not run, so what they would generate is missing (" + String.join(", ", found)
                + "); put the generated sources into a folder of the POM and leave the processors out\n";
    }

    /**
     * One file against the compiled program. What other classes have taken over from it (constants, the shape of its
     * members) is compared; where that differs, everything is compiled.
     */
    private void mutant(String path, byte[] bytes) throws Exception {
        Path classes = root.resolve("target/classes");
        JavaFileObject file = inMemory(path, bytes);
        Outcome one = compile(List.of(file), List.of(classes), List.of());
        if (one.failed()) {
            answer(Map.of(), one.words(root), null);
            return;
        }
        Map<String, byte[]> files = new TreeMap<>();
        boolean alike = true;
        for (Map.Entry<String, byte[]> entry : one.classes.entrySet()) {
            Path before = classes.resolve(entry.getKey().replace('.', '/') + ".class");
            boolean known = Files.exists(before);
            alike &= known
                ? Shape.of(Files.readAllBytes(before)).equals(Shape.of(entry.getValue()))
                : Shape.isPrivate(entry.getValue());
        }
        if (alike) {
            one.into(files, "target/classes/");
            answer(files, null, null);
            return;
        }
        List<JavaFileObject> all = new ArrayList<>(List.of(file));
        List<String> others = new ArrayList<>(mainFiles);
        others.remove(path);
        all.addAll(onDisk(others));
        Outcome main = compile(all, List.of(), List.of());
        if (main.failed()) {
            answer(Map.of(), main.words(root), null);
            return;
        }
        Path scratch = Files.createTempDirectory("whole");
        main.write(scratch);
        Outcome test = compile(onDisk(testFiles), List.of(scratch), List.of());
        main.into(files, "target/classes/");
        test.into(files, "target/test-classes/");
        answer(files, test.failed() ? test.words(root) : null, null);
    }

    /** Production with these files in place of others or beside them. */
    private void woven(List<String> paths, List<byte[]> blobs) throws Exception {
        List<JavaFileObject> all = new ArrayList<>();
        for (int i = 0; i < paths.size(); i++) {
            if (paths.get(i).endsWith(".java")) {
                all.add(inMemory(paths.get(i), blobs.get(i)));
            }
        }
        List<String> others = new ArrayList<>(mainFiles);
        others.removeAll(paths);
        all.addAll(onDisk(others));
        // All errors of all files at once: one round of weeding is then enough.
        Outcome main = compile(all, List.of(),
            List.of("-XDcompilePolicy=check", "-XDshould-stop.ifError=FLOW", "-Xmaxerrs", "1000000"));
        if (!main.failed()) {
            Map<String, byte[]> files = new TreeMap<>();
            main.into(files, "");
            answer(files, null, null);
            return;
        }
        Map<String, byte[]> texts = new HashMap<>();
        for (int i = 0; i < paths.size(); i++) {
            texts.put(paths.get(i), blobs.get(i));
        }
        List<Object> refusals = new ArrayList<>();
        for (Diagnostic<? extends JavaFileObject> error : main.errors()) {
            String path = error.getSource() == null ? null : pathOf(error.getSource());
            byte[] text = path == null ? null : texts.get(path);
            Long at = text == null || error.getPosition() < 0 ? null
                : (Long) offset(text, (int) error.getPosition());
            refusals.add(Json.of("path", path, "at", at, "words", error.toString().replace(root + "/", "")));
        }
        engine.send(Json.of("refusals", refusals, "files", List.of(), "sizes", List.of(), "digests", List.of()));
    }

    /** The byte that a character of the decoded text begins at. */
    private long offset(byte[] text, int characters) {
        String decoded = new String(text, encoding);
        return decoded.substring(0, Math.min(characters, decoded.length())).getBytes(encoding).length;
    }

    private void answer(Map<String, byte[]> files, String words, Map<String, Object> index) throws Exception {
        List<Object> names = new ArrayList<>(files.keySet());
        List<Object> sizes = new ArrayList<>();
        List<Object> digests = new ArrayList<>();
        for (byte[] bytes : files.values()) {
            sizes.add(bytes.length);
            digests.add(Cold.digest(bytes));
        }
        engine.send(
            Json.of("files", names, "sizes", sizes, "digests", digests, "words", words, "index", index),
            new ArrayList<>(files.values()));
    }

    private List<JavaFileObject> onDisk(List<String> paths) {
        List<Path> files = new ArrayList<>();
        for (String path : paths) {
            files.add(root.resolve(path));
        }
        List<JavaFileObject> found = new ArrayList<>();
        StandardJavaFileManager manager = manager(List.of());
        manager.getJavaFileObjectsFromPaths(files).forEach(found::add);
        return found;
    }

    private JavaFileObject inMemory(String path, byte[] bytes) {
        URI uri = URI.create("mem:///" + path.replace(" ", "%20"));
        return new SimpleJavaFileObject(uri, JavaFileObject.Kind.SOURCE) {
            @Override
            public CharSequence getCharContent(boolean ignoreErrors) {
                return new String(bytes, encoding);
            }
        };
    }

    /** The project's own name of a source. */
    private String pathOf(FileObject source) {
        URI uri = source.toUri();
        if ("mem".equals(uri.getScheme())) {
            return uri.getPath().substring(1);
        }
        return root.relativize(Paths.get(uri)).toString();
    }

    private StandardJavaFileManager manager(List<Path> classes) {
        return managers.computeIfAbsent(classes.toString(), key -> {
            StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, encoding);
            List<Path> all = new ArrayList<>(classes);
            all.addAll(libraries);
            try {
                manager.setLocationFromPaths(StandardLocation.CLASS_PATH, all);
                manager.setLocationFromPaths(StandardLocation.SOURCE_PATH, List.of());
            } catch (IOException error) {
                throw new java.io.UncheckedIOException(error);
            }
            return manager;
        });
    }

    private Outcome compile(List<JavaFileObject> sources, List<Path> classes, List<String> more) {
        Outcome outcome = new Outcome();
        if (sources.isEmpty()) {
            return outcome;
        }
        List<String> all = new ArrayList<>(options);
        all.addAll(more);
        JavaFileManager manager = new ForwardingJavaFileManager<>(manager(classes)) {
            @Override
            public JavaFileObject getJavaFileForOutput(Location location, String name, JavaFileObject.Kind kind,
                FileObject sibling) {
                outcome.sources.put(name, pathOf(sibling));
                return new SimpleJavaFileObject(URI.create("mem:///" + name), kind) {
                    @Override
                    public OutputStream openOutputStream() {
                        return new ByteArrayOutputStream() {
                            @Override
                            public void close() {
                                outcome.classes.put(name, toByteArray());
                            }
                        };
                    }
                };
            }
        };
        boolean done = compiler.getTask(null, manager, outcome.said, all, null, sources).call();
        outcome.failed = !done;
        return outcome;
    }

    /** What a compilation made and said. */
    static final class Outcome {
        final Map<String, byte[]> classes = new LinkedHashMap<>();
        final Map<String, String> sources = new HashMap<>();
        private final DiagnosticCollector<JavaFileObject> said = new DiagnosticCollector<>();
        private boolean failed;

        boolean failed() {
            return failed;
        }

        List<Diagnostic<? extends JavaFileObject>> errors() {
            List<Diagnostic<? extends JavaFileObject>> errors = new ArrayList<>();
            for (Diagnostic<? extends JavaFileObject> one : said.getDiagnostics()) {
                if (one.getKind() == Diagnostic.Kind.ERROR) {
                    errors.add(one);
                }
            }
            return errors;
        }

        String words(Path root) {
            StringBuilder words = new StringBuilder();
            for (Diagnostic<? extends JavaFileObject> one : errors()) {
                if (words.length() < 3000) {
                    words.append(one).append('\n');
                }
            }
            return words.length() == 0 ? "the compiler failed without a word" : words.toString().trim().replace(root + "/", "");
        }

        void write(Path folder) throws IOException {
            for (Map.Entry<String, byte[]> entry : classes.entrySet()) {
                Path file = folder.resolve(entry.getKey().replace('.', '/') + ".class");
                Files.createDirectories(file.getParent());
                Files.write(file, entry.getValue());
            }
        }

        void into(Map<String, byte[]> files, String folder) {
            if (!failed) {
                classes.forEach((name, bytes) -> files.put(folder + name.replace('.', '/') + ".class", bytes));
            }
        }
    }
}
