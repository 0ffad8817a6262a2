package mutscore.shim;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/** What woven-in calls report to: executed lines, and who calls public production methods. */
public final class Probe {
    /** Whether the bodies of step definitions do nothing at the moment. */
    public static volatile boolean silent;

    private static final List<String> PATHS = new ArrayList<>();
    private static final List<Integer> LINES = new ArrayList<>();
    private static final List<Boolean> LOADS = new ArrayList<>();
    private static final List<String> METHODS = new ArrayList<>();
    private static final Map<String, TreeSet<String>> CALLS = new TreeMap<>();
    private static final StackWalker WALKER = StackWalker.getInstance();
    private static volatile boolean[] hit = new boolean[1 << 12];
    private static volatile String kind = "hook";
    private static Scope scope;

    private Probe() {
    }

    static void start(Scope observed) {
        scope = observed;
    }

    /** Who acts at the moment: a step of this kind, or a hook. */
    static void acting(String now) {
        kind = now;
    }

    /** A number for a line of a production file. Lines of class initialisers belong to loading. */
    static synchronized int newLine(String path, int line, boolean loads) {
        PATHS.add(path);
        LINES.add(line);
        LOADS.add(loads);
        if (PATHS.size() > hit.length) {
            boolean[] more = new boolean[hit.length * 2];
            System.arraycopy(hit, 0, more, 0, hit.length);
            hit = more;
        }
        return PATHS.size() - 1;
    }

    static synchronized int newMethod(String name) {
        METHODS.add(name);
        return METHODS.size() - 1;
    }

    /** A line begins. Called from woven-in code. */
    public static void line(int number) {
        hit[number] = true;
    }

    /** A public production method begins. Called from woven-in code. */
    public static void enter(int number) {
        if (scope == null) {
            return;
        }
        String caller = WALKER.walk(Probe::caller);
        if (caller != null && scope.isCaller(caller)) {
            synchronized (CALLS) {
                CALLS.computeIfAbsent(METHODS.get(number), name -> new TreeSet<>()).add(kind);
            }
        }
    }

    /** The first class of the project behind the method that begins; libraries between them do not count. */
    private static String caller(Stream<StackWalker.StackFrame> frames) {
        Iterator<StackWalker.StackFrame> all = frames.iterator();
        all.next();
        all.next();
        while (all.hasNext()) {
            String name = all.next().getClassName();
            if (scope.source(name) != null) {
                return name;
            }
        }
        return null;
    }

    /** Everything that was seen, in the form of the engine's observation. */
    static synchronized Map<String, Object> seen() {
        Map<String, TreeSet<Integer>> run = new TreeMap<>();
        Map<String, TreeSet<Integer>> load = new TreeMap<>();
        for (int i = 0; i < PATHS.size(); i++) {
            if (hit[i]) {
                (LOADS.get(i) ? load : run).computeIfAbsent(PATHS.get(i), path -> new TreeSet<>()).add(LINES.get(i));
            }
        }
        Map<String, Object> calls;
        synchronized (CALLS) {
            calls = new HashMap<>(CALLS);
        }
        return Json.of("coverage", Json.of("run", run, "load", load), "calls", new TreeMap<>(calls));
    }
}
