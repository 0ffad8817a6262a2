import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.Trees;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.Writer;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
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

/**
 * javac, in memory: the program as it is, once, and then single files against it.
 *
 * Nothing of the program is ever loaded or run: no annotation processor and no compiler plug-in either.
 */
final class Javac {
    private static final int MOST_ROUNDS = 20;
    private static final Writer SILENT = Writer.nullWriter();

    private final JavaCompiler compiler;
    private final StandardJavaFileManager files;
    private final List<String> options;
    private final Path root;
    /** The program's compiled classes, by package and then by binary name. */
    private final Map<String, Map<String, Compiled>> program = new HashMap<>();

    Javac(JavaCompiler compiler, Path root, String classPath) throws IOException {
        this.compiler = compiler;
        this.root = root;
        files = compiler.getStandardFileManager(null, Locale.ROOT, StandardCharsets.UTF_8);
        List<Path> path = new ArrayList<>();
        for (String entry : classPath.split(":")) {
            if (!entry.isEmpty()) {
                path.add(root.resolve(entry));
            }
        }
        files.setLocationFromPaths(StandardLocation.CLASS_PATH, path);
        // Empty, or javac looks for processors and plug-ins on the class path.
        files.setLocationFromPaths(StandardLocation.ANNOTATION_PROCESSOR_PATH, Collections.emptyList());
        files.setLocationFromPaths(StandardLocation.SOURCE_PATH, Collections.emptyList());
        options = Arrays.asList("-proc:none", "-g:none", "-implicit:none", "-nowarn", "-Xlint:none",
            "-Xmaxerrs", "100000", "-XDshould-stop.ifError=FLOW");
    }

    /** A source text. */
    static final class Source extends SimpleJavaFileObject {
        private final String text;

        Source(String path, String text) {
            super(uri(path), Kind.SOURCE);
            this.text = text;
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return text;
        }
    }

    private static URI uri(String path) {
        try {
            return new URI("mem", null, "/" + path, null);
        } catch (java.net.URISyntaxException error) {
            return URI.create("mem:///file.java");
        }
    }

    /** A class file in memory. */
    static final class Compiled extends SimpleJavaFileObject {
        final String name;
        byte[] bytes = new byte[0];

        Compiled(String name) {
            super(uri(name.replace('.', '/') + ".class"), Kind.CLASS);
            this.name = name;
        }

        @Override
        public OutputStream openOutputStream() {
            return new ByteArrayOutputStream() {
                @Override
                public void close() {
                    bytes = toByteArray();
                }
            };
        }

        @Override
        public InputStream openInputStream() {
            return new ByteArrayInputStream(bytes);
        }
    }

    /** Shows the program's classes in front of the class path, and keeps what is compiled in memory. */
    private final class Memory extends ForwardingJavaFileManager<JavaFileManager> {
        private final Map<String, Compiled> made = new TreeMap<>();

        Memory() {
            super(files);
        }

        @Override
        public JavaFileObject getJavaFileForOutput(Location location, String name, JavaFileObject.Kind kind, FileObject sibling) {
            return made.computeIfAbsent(name, Compiled::new);
        }

        @Override
        public Iterable<JavaFileObject> list(Location location, String pack, Set<JavaFileObject.Kind> kinds, boolean recurse)
                throws IOException {
            Iterable<JavaFileObject> others = super.list(location, pack, kinds, recurse);
            Map<String, Compiled> own = program.get(pack);
            if (location != StandardLocation.CLASS_PATH || own == null || !kinds.contains(JavaFileObject.Kind.CLASS)) {
                return others;
            }
            List<JavaFileObject> all = new ArrayList<>(own.values());
            others.forEach(all::add);
            return all;
        }

        @Override
        public String inferBinaryName(Location location, JavaFileObject file) {
            return file instanceof Compiled ? ((Compiled) file).name : super.inferBinaryName(location, file);
        }

        @Override
        public boolean isSameFile(FileObject one, FileObject other) {
            return one.toUri().equals(other.toUri());
        }
    }

    /** One run of the compiler, step by step. */
    final class Run {
        private final Memory memory = new Memory();
        private final DiagnosticCollector<JavaFileObject> found = new DiagnosticCollector<>();
        private final JavacTask task;

        private Run(Collection<Source> sources) {
            task = (JavacTask) compiler.getTask(SILENT, memory, found, options, null, sources);
        }

        Trees trees() {
            return Trees.instance(task);
        }

        Iterable<? extends CompilationUnitTree> parse() throws IOException {
            return task.parse();
        }

        /** All errors, and all of the flow analysis too, before any code is made. */
        void analyze() throws IOException {
            task.analyze();
        }

        void generate() throws IOException {
            task.generate();
        }

        List<Diagnostic<? extends JavaFileObject>> errors() {
            List<Diagnostic<? extends JavaFileObject>> errors = new ArrayList<>();
            for (Diagnostic<? extends JavaFileObject> one : found.getDiagnostics()) {
                if (one.getKind() == Diagnostic.Kind.ERROR) {
                    errors.add(one);
                }
            }
            return errors;
        }

        /** The class files, by name. */
        Collection<Compiled> made() {
            return memory.made.values();
        }
    }

    /** A compiler that has not begun. */
    Run run(Source source) {
        return new Run(Collections.singletonList(source));
    }

    /** A compilation from beginning to end. */
    Run compiled(Collection<Source> sources) {
        Run run = new Run(sources);
        run.task.call();
        return run;
    }

    /** Compiles the program. Files that do not compile, and those that need them, are left out, round by round. */
    void compileProgram(List<String> paths) throws IOException {
        Map<URI, Source> sources = new TreeMap<>();
        for (String path : paths) {
            if (!path.endsWith("module-info.java")) {
                Source source = new Source(path, new Text(Files.readAllBytes(root.resolve(path))).text);
                sources.put(source.toUri(), source);
            }
        }
        for (int round = 0; round < MOST_ROUNDS && !sources.isEmpty(); round++) {
            Run run = compiled(sources.values());
            List<Diagnostic<? extends JavaFileObject>> errors = run.errors();
            if (errors.isEmpty()) {
                for (Compiled one : run.made()) {
                    int dot = one.name.lastIndexOf('.');
                    String pack = dot < 0 ? "" : one.name.substring(0, dot);
                    program.computeIfAbsent(pack, key -> new TreeMap<>()).put(one.name, one);
                }
                return;
            }
            Set<URI> damaged = new HashSet<>();
            for (Diagnostic<? extends JavaFileObject> error : errors) {
                if (error.getSource() != null) {
                    damaged.add(error.getSource().toUri());
                }
            }
            if (!sources.keySet().removeAll(damaged)) {
                return;
            }
        }
    }
}
