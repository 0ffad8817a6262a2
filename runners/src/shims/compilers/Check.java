import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.Writer;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.security.MessageDigest;
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
import javax.tools.ToolProvider;

/**
 * The half of the compile check that runs inside a JDK.
 *
 * At first it compiles the program as it is, into memory; then each version of a file by itself against that. Nothing
 * of the program is ever loaded or run: no annotation processor and no compiler plug-in either. What it answers is a
 * digest over the class files of the version, which are written without line numbers, names of locals and of the
 * source file (-g:none): two versions with equal digests run alike.
 *
 * A frame is a count, then that many fields, each a length and its bytes (lengths and counts: 32 bits, little-endian).
 * The first question holds the program's root folder, its class path, and its files.
 */
public final class Check {
    private static final int MOST_ROUNDS = 20;
    private static final Writer SILENT = Writer.nullWriter();

    private final JavaCompiler compiler;
    private final StandardJavaFileManager files;
    private final List<String> options;
    private final Path root;
    /** The program's compiled classes, by package and then by binary name. */
    private final Map<String, Map<String, Compiled>> program = new HashMap<>();

    private Check(JavaCompiler compiler, Path root, String classPath) throws IOException {
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
    private static final class Source extends SimpleJavaFileObject {
        private final String text;

        Source(String path, byte[] bytes) {
            super(uri(path), Kind.SOURCE);
            text = decoded(bytes);
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return text;
        }

        private static String decoded(byte[] bytes) {
            try {
                return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
            } catch (CharacterCodingException error) {
                return new String(bytes, StandardCharsets.ISO_8859_1);
            }
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
    private static final class Compiled extends SimpleJavaFileObject {
        private final String name;
        private byte[] bytes = new byte[0];

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

    private List<Diagnostic<? extends JavaFileObject>> compile(Memory memory, Collection<Source> sources) {
        DiagnosticCollector<JavaFileObject> found = new DiagnosticCollector<>();
        compiler.getTask(SILENT, memory, found, options, null, sources).call();
        List<Diagnostic<? extends JavaFileObject>> errors = new ArrayList<>();
        for (Diagnostic<? extends JavaFileObject> one : found.getDiagnostics()) {
            if (one.getKind() == Diagnostic.Kind.ERROR) {
                errors.add(one);
            }
        }
        return errors;
    }

    /** Compiles the program. Files that do not compile, and those that need them, are left out, round by round. */
    private void compileProgram(List<String> paths) throws IOException {
        Map<URI, Source> sources = new TreeMap<>();
        for (String path : paths) {
            if (!path.endsWith("module-info.java")) {
                Source source = new Source(path, Files.readAllBytes(root.resolve(path)));
                sources.put(source.toUri(), source);
            }
        }
        for (int round = 0; round < MOST_ROUNDS && !sources.isEmpty(); round++) {
            Memory memory = new Memory();
            List<Diagnostic<? extends JavaFileObject>> errors = compile(memory, sources.values());
            if (errors.isEmpty()) {
                for (Compiled one : memory.made.values()) {
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

    private String[] answer(String path, byte[] bytes) {
        Memory memory = new Memory();
        try {
            List<Diagnostic<? extends JavaFileObject>> errors =
                compile(memory, Collections.singletonList(new Source(path, bytes)));
            if (!errors.isEmpty()) {
                Diagnostic<? extends JavaFileObject> first = errors.get(0);
                String line = first.getLineNumber() == Diagnostic.NOPOS ? "" : Long.toString(first.getLineNumber());
                return new String[] {"refused", line, first.getMessage(Locale.ROOT)};
            }
            if (memory.made.isEmpty()) {
                return new String[] {"opaque"};
            }
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            for (Compiled one : memory.made.values()) {
                byte[] name = one.name.getBytes(StandardCharsets.UTF_8);
                digest.update(number(name.length));
                digest.update(name);
                digest.update(number(one.bytes.length));
                digest.update(one.bytes);
            }
            StringBuilder hex = new StringBuilder();
            for (byte one : digest.digest()) {
                hex.append(String.format("%02x", one));
            }
            return new String[] {"form", hex.toString()};
        } catch (Exception | StackOverflowError | OutOfMemoryError | AssertionError error) {
            return new String[] {"unknown", error.toString()};
        }
    }

    /** Answers about the original, then about each version: a count of edits, then start, end and text of each. */
    private void answerAll(Wire wire, List<byte[]> question) throws IOException {
        String path = new String(question.get(1), StandardCharsets.UTF_8);
        byte[] original = question.get(2);
        String[] first = answer(path, original);
        wire.send(first);
        // What is missing for the original is missing for every version.
        boolean isHopeless = !first[0].equals("form");
        for (int at = 3; at < question.size();) {
            int edits = integer(question.get(at++));
            if (isHopeless) {
                at += 3 * edits;
                wire.send("unknown", "the original does not compile");
                continue;
            }
            ByteArrayOutputStream version = new ByteArrayOutputStream();
            int from = 0;
            for (; edits > 0; edits--, at += 3) {
                int start = integer(question.get(at));
                version.write(original, from, start - from);
                version.write(question.get(at + 2));
                from = integer(question.get(at + 1));
            }
            version.write(original, from, original.length - from);
            wire.send(answer(path, version.toByteArray()));
        }
    }

    private static int integer(byte[] digits) {
        return Integer.parseInt(new String(digits, StandardCharsets.US_ASCII));
    }

    private static byte[] number(int number) {
        return ByteBuffer.allocate(4).order(ByteOrder.LITTLE_ENDIAN).putInt(number).array();
    }

    /** Frames in and out. */
    private static final class Wire {
        private final DataInputStream in = new DataInputStream(new BufferedInputStream(System.in));
        private final PrintStream out = System.out;

        List<byte[]> receive() throws IOException {
            List<byte[]> fields = new ArrayList<>();
            for (int left = Integer.reverseBytes(in.readInt()); left > 0; left--) {
                byte[] field = new byte[Integer.reverseBytes(in.readInt())];
                in.readFully(field);
                fields.add(field);
            }
            return fields;
        }

        void send(String... fields) throws IOException {
            ByteArrayOutputStream frame = new ByteArrayOutputStream();
            frame.write(number(fields.length));
            for (String field : fields) {
                byte[] bytes = field.getBytes(StandardCharsets.UTF_8);
                frame.write(number(bytes.length));
                frame.write(bytes);
            }
            out.write(frame.toByteArray());
            out.flush();
        }
    }

    /** Questions until there are no more. */
    public static void main(String[] arguments) throws IOException {
        Wire wire = new Wire();
        // The standard output belongs to the protocol.
        System.setOut(System.err);
        Check check = null;
        try {
            while (true) {
                List<byte[]> question = wire.receive();
                if (!new String(question.get(0), StandardCharsets.US_ASCII).equals("hello")) {
                    check.answerAll(wire, question);
                    continue;
                }
                JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
                if (compiler == null) {
                    wire.send("unknown", "this Java has no compiler: a JDK is needed");
                    return;
                }
                List<String> words = new ArrayList<>();
                for (byte[] field : question.subList(1, question.size())) {
                    words.add(new String(field, StandardCharsets.UTF_8));
                }
                check = new Check(compiler, Paths.get(words.get(0)), words.get(1));
                check.compileProgram(words.subList(2, words.size()));
                wire.send("hello", "javac " + System.getProperty("java.version"));
            }
        } catch (EOFException end) {
            return;
        }
    }
}
