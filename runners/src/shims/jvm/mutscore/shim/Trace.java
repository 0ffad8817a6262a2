package mutscore.shim;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What classes of a shared loader report: which class initialisers begin, which mutants those would have reached, and
 * which classes a run uses.
 */
public final class Trace {
    private static final List<int[]> SITES = new ArrayList<>();
    private static final List<String> BEGUN = new ArrayList<>();
    private static final Set<String> INITIALISERS = new HashSet<>();
    private static final Map<String, Integer> CLASSES = new HashMap<>();
    /** Never made anew, so that no mark is lost. */
    private static final boolean[] USED = new boolean[1 << 16];
    private static volatile boolean initialising;
    private static BitSet reached = new BitSet();

    private Trace() {
    }

    /** A number for a method that chooses between its copies: those of these mutants. */
    static synchronized int newSite(int[] mutants) {
        SITES.add(mutants);
        return SITES.size() - 1;
    }

    /** A method with copies begins. Called from woven-in code. */
    public static void at(int site) {
        if (initialising) {
            note(site);
        }
    }

    private static synchronized void note(int site) {
        for (int number : SITES.get(site)) {
            reached.set(number);
        }
    }

    /** A class initialiser begins. Called from woven-in code. */
    public static synchronized void initialises(String name) {
        BEGUN.add(name);
    }

    /** A number for a class whose use is told. */
    static synchronized int newClass(String name) {
        int number = CLASSES.computeIfAbsent(name, key -> CLASSES.size());
        if (number >= USED.length) {
            throw new IllegalStateException("too many classes");
        }
        return number;
    }

    /** Something is done that initialises a class, unless it is so already. Called from woven-in code. */
    public static void uses(int number) {
        USED[number] = true;
    }

    /** From here on, what is used counts. */
    static void forgetUses() {
        java.util.Arrays.fill(USED, false);
    }

    /** The classes that were used since. */
    static synchronized List<String> used() {
        List<String> found = new ArrayList<>();
        CLASSES.forEach((name, number) -> {
            if (USED[number]) {
                found.add(name);
            }
        });
        return found;
    }

    static synchronized void hasInitialiser(String name, boolean has) {
        if (has) {
            INITIALISERS.add(name);
        }
    }

    /** Whether code runs when this class is initialised. */
    static synchronized boolean hasInitialiser(String name) {
        return INITIALISERS.contains(name);
    }

    /** How many initialisers have begun so far. */
    static synchronized int begun() {
        return BEGUN.size();
    }

    /** The classes whose initialisers began since then, in that order. */
    static synchronized List<String> begunSince(int mark) {
        return new ArrayList<>(BEGUN.subList(mark, BEGUN.size()));
    }

    /** From here on, whatever is reached is reached by an initialiser. */
    static synchronized void watch() {
        reached = new BitSet();
        initialising = true;
    }

    /** The mutants that were reached meanwhile. */
    static synchronized BitSet watched() {
        initialising = false;
        return reached;
    }
}
