import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreeScanner;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import javax.tools.Diagnostic;
import javax.tools.JavaFileObject;

/**
 * Many versions of a file in one compilation: each becomes a copy of its method beside it, and so does the original.
 *
 * Of a version whose copy compiles, to other code than all other copies of the method, it is known that it compiles, and
 * to another program than the original and the other versions. Of all others nothing is known: the copy of a version
 * that is refused, or equal to another copy, only says where to look.
 */
final class Weave {
    /** Refusals are expected in one round, two at most. */
    private static final int MOST_ROUNDS = 6;
    /** Characters of copies in one compilation: its memory is bounded. */
    private static final int MOST_TEXT = 2_000_000;
    /** Compilations of one file, when something is in the way that no copy can be blamed for. */
    private static final int MOST_RUNS = 24;

    private final Javac javac;
    private final String path;
    private final Text source;
    private final List<List<Text.Edit>> versions;
    /** For each method and description the versions that have it, {@link #ORIGINAL} for the original. */
    private final Map<Method, Map<String, Set<Integer>>> found = new HashMap<>();
    private int runs;

    private static final int ORIGINAL = -1;

    Weave(Javac javac, String path, Text source, List<List<Text.Edit>> versions) {
        this.javac = javac;
        this.path = path;
        this.source = source;
        this.versions = versions;
    }

    /** A method and versions of it. */
    private static final class Group {
        final Method method;
        final List<Integer> versions;

        Group(Method method, List<Integer> versions) {
            this.method = method;
            this.versions = versions;
        }

        int size() {
            return (method.end - method.start) * (versions.size() + 1);
        }
    }

    /** A copy in the woven text. */
    private static final class Copy {
        final Group group;
        final int version;
        final int number;
        final String text;
        int from;

        Copy(Group group, int version, int number, String text) {
            this.group = group;
            this.version = version;
            this.number = number;
            this.text = text;
        }

        int to() {
            return from + text.length();
        }
    }

    /** The versions that compile, each to a program of its own. */
    Set<Integer> different() throws IOException {
        List<Group> batch = new ArrayList<>();
        int size = 0;
        int copies = 0;
        for (Group group : groups()) {
            boolean isFull = size + group.size() > MOST_TEXT || copies + group.versions.size() >= Method.mostCopies() - 1;
            if (isFull && !batch.isEmpty()) {
                compile(batch);
                batch = new ArrayList<>();
                size = 0;
                copies = 0;
            }
            batch.add(group);
            size += group.size();
            copies += group.versions.size() + 1;
        }
        if (!batch.isEmpty()) {
            compile(batch);
        }
        Set<Integer> different = new HashSet<>();
        for (Map<String, Set<Integer>> ofMethod : found.values()) {
            for (Set<Integer> equal : ofMethod.values()) {
                if (equal.size() == 1 && !equal.contains(ORIGINAL)) {
                    different.addAll(equal);
                }
            }
        }
        return different;
    }

    /** The versions that lie in a method, by the innermost one. */
    private List<Group> groups() throws IOException {
        Javac.Run run = javac.run(new Javac.Source(path, source.text));
        List<Method> methods = new ArrayList<>();
        for (CompilationUnitTree unit : run.parse()) {
            methods.addAll(Method.of(source, unit, run.trees().getSourcePositions()));
        }
        // Inner ones lie behind those around them.
        methods.sort(Comparator.comparingInt((Method method) -> method.start).reversed());
        Map<Method, List<Integer>> byMethod = new LinkedHashMap<>();
        for (int version = 0; version < versions.size(); version++) {
            List<Text.Edit> edits = versions.get(version);
            for (Method method : methods) {
                if (method.contains(edits)) {
                    if (method.mayHave(edits)) {
                        byMethod.computeIfAbsent(method, key -> new ArrayList<>()).add(version);
                    }
                    break;
                }
            }
        }
        List<Group> groups = new ArrayList<>();
        byMethod.forEach((method, own) -> {
            // A large method with many versions takes more than one compilation, its original in each of them.
            int most = Math.max(1, MOST_TEXT / (method.end - method.start) - 1);
            for (int at = 0; at < own.size(); at += most) {
                groups.add(new Group(method, own.subList(at, Math.min(own.size(), at + most))));
            }
        });
        return groups;
    }

    /** Compiles the groups together; in halves, if something is in the way that no copy can be blamed for. */
    private void compile(List<Group> groups) throws IOException {
        if (attempt(groups) || runs >= MOST_RUNS) {
            return;
        }
        if (groups.size() > 1) {
            compile(groups.subList(0, groups.size() / 2));
            compile(groups.subList(groups.size() / 2, groups.size()));
        } else if (groups.get(0).versions.size() > 1) {
            Group whole = groups.get(0);
            int half = whole.versions.size() / 2;
            compile(List.of(new Group(whole.method, whole.versions.subList(0, half))));
            compile(List.of(new Group(whole.method, whole.versions.subList(half, whole.versions.size()))));
        }
    }

    /** Whether it is now known of each copy what it compiles to, or that it does not compile. */
    private boolean attempt(List<Group> groups) throws IOException {
        List<Copy> copies = new ArrayList<>();
        for (Group group : groups) {
            add(copies, group, ORIGINAL, List.of());
            for (int version : group.versions) {
                add(copies, group, version, versions.get(version));
            }
        }
        for (int round = 0; round < MOST_ROUNDS && !copies.isEmpty() && runs < MOST_RUNS; round++) {
            runs++;
            Javac.Run run = javac.run(new Javac.Source(path, woven(copies)));
            Set<Copy> bad = strange(run, copies);
            if (bad.isEmpty()) {
                run.analyze();
                bad = blamed(run, copies);
            }
            if (bad != null && bad.isEmpty()) {
                run.generate();
                bad = blamed(run, copies);
            }
            if (bad == null) {
                return false;
            }
            if (bad.isEmpty()) {
                describe(run, copies);
                return true;
            }
            remove(copies, bad);
        }
        return copies.isEmpty();
    }

    private static void add(List<Copy> copies, Group group, int version, List<Text.Edit> edits) {
        int number = copies.size();
        copies.add(new Copy(group, version, number, group.method.copy(number, edits)));
    }

    /** The source with the copies, each on a line of its own behind its method. */
    private String woven(List<Copy> copies) {
        Map<Integer, List<Copy>> byPlace = new TreeMap<>();
        for (Copy copy : copies) {
            byPlace.computeIfAbsent(copy.group.method.end, key -> new ArrayList<>()).add(copy);
        }
        StringBuilder text = new StringBuilder();
        int at = 0;
        for (Map.Entry<Integer, List<Copy>> entry : byPlace.entrySet()) {
            text.append(source.text, at, entry.getKey());
            at = entry.getKey();
            for (Copy copy : entry.getValue()) {
                copy.from = text.append('\n').length();
                text.append(copy.text);
            }
        }
        return text.append(source.text, at, source.text.length()).toString();
    }

    /** Copies that the parser does not read as one method from beginning to end; those with errors, if there are any. */
    private Set<Copy> strange(Javac.Run run, List<Copy> copies) throws IOException {
        Map<Integer, Integer> methods = new HashMap<>();
        for (CompilationUnitTree unit : run.parse()) {
            SourcePositions positions = run.trees().getSourcePositions();
            new TreeScanner<Void, Void>() {
                @Override
                public Void visitMethod(MethodTree tree, Void nothing) {
                    methods.put((int) positions.getStartPosition(unit, tree), (int) positions.getEndPosition(unit, tree));
                    return super.visitMethod(tree, nothing);
                }
            }.scan(unit, null);
        }
        Set<Copy> blamed = blamed(run, copies);
        if (blamed != null && !blamed.isEmpty()) {
            return blamed;
        }
        Set<Copy> strange = new HashSet<>();
        for (Copy copy : copies) {
            if (!Integer.valueOf(copy.to()).equals(methods.get(copy.from))) {
                strange.add(copy);
            }
        }
        return strange;
    }

    /** The copies with errors; {@code null} if there are errors elsewhere. */
    private static Set<Copy> blamed(Javac.Run run, List<Copy> copies) {
        TreeMap<Integer, Copy> byPlace = new TreeMap<>();
        for (Copy copy : copies) {
            byPlace.put(copy.from, copy);
        }
        Set<Copy> blamed = new HashSet<>();
        for (Diagnostic<? extends JavaFileObject> error : run.errors()) {
            Map.Entry<Integer, Copy> before = byPlace.floorEntry((int) error.getPosition());
            if (before == null || error.getPosition() >= before.getValue().to()) {
                return null;
            }
            blamed.add(before.getValue());
        }
        return blamed;
    }

    /** Without its original a method's versions cannot be compared with anything. */
    private static void remove(List<Copy> copies, Set<Copy> bad) {
        Set<Group> lost = new HashSet<>();
        for (Copy copy : bad) {
            if (copy.version == ORIGINAL) {
                lost.add(copy.group);
            }
        }
        copies.removeIf(copy -> bad.contains(copy) || lost.contains(copy.group));
    }

    private void describe(Javac.Run run, List<Copy> copies) {
        Map<String, ClassFile> classes = new HashMap<>();
        for (Javac.Compiled one : run.made()) {
            ClassFile file = new ClassFile(one.bytes);
            classes.put(file.name, file);
        }
        Map<Integer, String> descriptions = new HashMap<>();
        for (ClassFile file : classes.values()) {
            for (ClassFile.Member method : file.methods) {
                int number = Method.number(method.name, method.descriptor);
                if (number >= 0) {
                    descriptions.put(number, Description.of(classes, file, method));
                }
            }
        }
        for (Copy copy : copies) {
            String description = descriptions.get(copy.number);
            if (description != null) {
                found.computeIfAbsent(copy.group.method, key -> new HashMap<>())
                    .computeIfAbsent(description, key -> new HashSet<>()).add(copy.version);
            }
        }
    }
}
