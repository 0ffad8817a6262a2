import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Paths;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import javax.tools.Diagnostic;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.ToolProvider;

/**
 * The half of the compile check that runs inside a JDK.
 *
 * At first it compiles the program as it is; then the versions of a file against that. What it answers is a digest over
 * the class files of the version, which are written without line numbers, names of locals and of the source file
 * (-g:none): two versions with equal digests run alike. Of a version that was seen to be a program of its own together
 * with others ({@link Weave}), it is a digest that no other has.
 *
 * The first question holds the program's root folder, its class path, the way of checking, and its files.
 */
public final class Check {
    private final Javac javac;
    /** Whether versions are looked at together before they are compiled by themselves. */
    private final boolean weaves;

    private Check(Javac javac, boolean weaves) {
        this.javac = javac;
        this.weaves = weaves;
    }

    /** What a version is when it is compiled by itself. */
    private String[] alone(String path, Text text) {
        try {
            Javac.Run run = javac.compiled(Collections.singletonList(new Javac.Source(path, text.text)));
            List<Diagnostic<? extends JavaFileObject>> errors = run.errors();
            if (!errors.isEmpty()) {
                Diagnostic<? extends JavaFileObject> first = errors.get(0);
                String line = first.getLineNumber() == Diagnostic.NOPOS ? "" : Long.toString(first.getLineNumber());
                return new String[] {"refused", line, first.getMessage(Locale.ROOT)};
            }
            if (run.made().isEmpty()) {
                return new String[] {"opaque"};
            }
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            for (Javac.Compiled one : run.made()) {
                sized(digest, one.name.getBytes(StandardCharsets.UTF_8));
                sized(digest, one.bytes);
            }
            return form(digest);
        } catch (Exception | StackOverflowError | OutOfMemoryError | AssertionError error) {
            return new String[] {"unknown", error.toString()};
        }
    }

    /** The versions that need not be compiled by themselves; none, if anything is in the way. */
    private Set<Integer> different(String path, Text source, List<List<Text.Edit>> versions) {
        if (!weaves || versions.size() < 2) {
            return Collections.emptySet();
        }
        try {
            return new Weave(javac, path, source, versions).different();
        } catch (Exception | StackOverflowError | OutOfMemoryError | AssertionError error) {
            System.err.println(path + ": " + error);
            return Collections.emptySet();
        }
    }

    /** A form that no other version has. */
    private static String[] own(List<Text.Edit> edits) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            sized(digest, "a program of its own".getBytes(StandardCharsets.UTF_8));
            for (Text.Edit edit : edits) {
                digest.update(Wire.number(edit.start));
                digest.update(Wire.number(edit.end));
                sized(digest, edit.bytes);
            }
            return form(digest);
        } catch (NoSuchAlgorithmException error) {
            return new String[] {"opaque"};
        }
    }

    private static void sized(MessageDigest digest, byte[] bytes) {
        digest.update(Wire.number(bytes.length));
        digest.update(bytes);
    }

    private static String[] form(MessageDigest digest) {
        StringBuilder hex = new StringBuilder();
        for (byte one : digest.digest()) {
            hex.append(String.format("%02x", one));
        }
        return new String[] {"form", hex.toString()};
    }

    /** Answers about the original, then about each version: a count of edits, then start, end and text of each. */
    private void answerAll(Wire wire, List<byte[]> question) throws IOException {
        String path = new String(question.get(1), StandardCharsets.UTF_8);
        Text original = new Text(question.get(2));
        List<List<Text.Edit>> versions = new ArrayList<>();
        for (int at = 3; at < question.size();) {
            List<Text.Edit> edits = new ArrayList<>();
            for (int left = Wire.integer(question.get(at++)); left > 0; left--, at += 3) {
                int start = Wire.integer(question.get(at));
                int end = Wire.integer(question.get(at + 1));
                edits.add(new Text.Edit(original, start, end, question.get(at + 2)));
            }
            versions.add(edits);
        }
        String[] first = alone(path, original);
        wire.send(first);
        if (!first[0].equals("form")) {
            // What is missing for the original is missing for every version.
            for (int left = versions.size(); left > 0; left--) {
                wire.send("unknown", "the original does not compile");
            }
            return;
        }
        Set<Integer> different = different(path, original, versions);
        for (int version = 0; version < versions.size(); version++) {
            List<Text.Edit> edits = versions.get(version);
            wire.send(different.contains(version) ? own(edits) : alone(path, original.with(edits)));
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
                Javac javac = new Javac(compiler, Paths.get(words.get(0)), words.get(1));
                javac.compileProgram(words.subList(3, words.size()));
                check = new Check(javac, words.get(2).equals("woven"));
                wire.send("hello", "javac " + System.getProperty("java.version"));
            }
        } catch (EOFException end) {
            return;
        }
    }
}
