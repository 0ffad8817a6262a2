package mutscore.shim;

import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A loader that serves many runs, with what it has to be like before each of them. */
final class Shared {
    private final Warm warm;
    private final ProjectLoader loader;
    private final Statics statics;
    private final Set<Class<?>> taken = new HashSet<>();
    private final BitSet reached = new BitSet();
    /** By scenario, the classes with initialisers that it initialises itself. */
    private final Map<String, Set<String>> admitted = new HashMap<>();
    private String spent;

    Shared(Warm warm, ProjectLoader loader) throws Exception {
        this.warm = warm;
        this.loader = loader;
        statics = new Statics(loader);
        loader.select(0);
    }

    /** What came of a run. */
    static final class Result {
        Attempt attempt;
        /** Why the loader must make no other one. */
        String changed;
        /** Classes that it initialised. */
        List<String> late;
        /** Classes that it would have initialised, had not others done so. */
        List<String> early;

        /** Whether it initialises the classes that its scenario does, and no other: else it says nothing. */
        boolean isSound() {
            return late.isEmpty() && early.isEmpty();
        }
    }

    /** Whether a class's static fields are the project's. */
    static boolean counts(Class<?> type) {
        return !type.getName().equals("mutscore_woven.Selected");
    }

    boolean admits(String key) {
        return admitted.containsKey(key);
    }

    boolean isUnused() {
        return admitted.isEmpty();
    }

    /** Why the JVM makes no further run; null if it may. */
    String spent() {
        return spent;
    }

    /** Whether a class initialiser has reached this mutant's method: what it made would not be the mutant's doing. */
    boolean isReachedByInitialisers(int number) {
        return reached.get(number);
    }

    Result run(Request request) throws Exception {
        Result result = new Result();
        loader.select(request.number);
        int mark = Trace.begun();
        Trace.forgetUses();
        result.attempt = warm.attempt(loader, request, true);
        result.attempt.shared = true;
        result.late = Trace.begunSince(mark);
        result.early = early(admitted.get(request.key()), result.late);
        result.changed = result.attempt.spent == null ? settle() : result.attempt.spent;
        loader.select(0);
        return result;
    }

    /** Classes that a run has used although neither its scenario nor itself has initialised them. */
    private List<String> early(Set<String> own, List<String> late) {
        List<String> found = new ArrayList<>();
        for (String used : Trace.used()) {
            // A field may be named by way of a class that inherits it.
            for (Class<?> type = loader.known(used); type != null; type = type.getSuperclass()) {
                check(type, own, late, found);
                for (Class<?> face : type.getInterfaces()) {
                    check(face, own, late, found);
                }
            }
        }
        return found;
    }

    private void check(Class<?> type, Set<String> own, List<String> late, List<String> found) {
        String name = type.getName();
        boolean isKnown = own.contains(name) || late.contains(name);
        if (!isKnown && Trace.hasInitialiser(name) && Internals.isInitialised(type)) {
            found.add(name);
        }
    }

    /** Brings back what static fields led to before the run. Why that cannot be; null if all is as it was. */
    private String settle() {
        try {
            statics.putBack();
            take();
            statics.putBack();
        } catch (Statics.Untold untold) {
            return untold.getMessage();
        }
        if (statics.hasThreadLocals() && Guard.poolIsUp()) {
            return "threads of the common pool may keep values of the project";
        }
        return foreign();
    }

    /** Static fields of classes that have come since. Those without an initialiser begin with nothing, whatever a run has put in. */
    private void take() throws Statics.Untold {
        for (Class<?> type : loader.defined()) {
            if (taken.contains(type) || !counts(type)) {
                continue;
            }
            boolean initialises = Trace.hasInitialiser(type.getName());
            if (!initialises || Internals.isInitialised(type)) {
                taken.add(type);
                statics.add(type, !initialises);
            }
        }
    }

    /** Classes that somebody else has put into the loader: nothing is known of their initialisers. */
    private String foreign() {
        Collection<?> all = (Collection<?>) Internals.get(ClassLoader.class, "classes", loader);
        List<Class<?>> own = loader.defined();
        if (all.size() == own.size()) {
            return null;
        }
        Set<Class<?>> known = new HashSet<>(own);
        for (Object one : new ArrayList<>(all)) {
            Class<?> type = (Class<?>) one;
            if (!known.contains(type) && !Proxy.isProxyClass(type) && !type.isHidden()) {
                return type.getName() + " was made by a library";
            }
        }
        return null;
    }

    /** Initialises classes that some run needs, so that none ends the loader by doing so. False if that fails. */
    boolean prepare(Collection<String> names, Request request) throws Exception {
        return initialise(names, request) == null;
    }

    /** Lets a scenario in. Why it cannot be; null if it is. */
    String admit(String key, Alone own, Request request) throws Exception {
        String why = initialise(own.begun, request);
        if (why != null) {
            return why;
        }
        loader.select(0);
        int mark = Trace.begun();
        Attempt made = warm.attempt(loader, request, false);
        if (made.spent != null) {
            spent = made.spent;
            return spent;
        }
        if (!made.passes()) {
            return "unmutated it does not pass in a shared loader";
        }
        if (Trace.begun() != mark) {
            return "it does not initialise the same classes each time";
        }
        try {
            String unlike = own.unlike(loader);
            if (unlike != null) {
                return "static fields of " + unlike + " are not what they are in a loader of its own";
            }
        } catch (Statics.Untold untold) {
            return untold.getMessage();
        }
        why = settle();
        if (why == null) {
            why = Keepers.of(loader, Shared.class.getClassLoader());
        }
        if (why == null) {
            admitted.put(key, new HashSet<>(own.begun));
        }
        return why;
    }

    /** Initialises classes, with no mutant selected, and sees which mutants that would have reached. */
    private String initialise(Collection<String> names, Request request) throws Exception {
        warm.guard.before();
        Throwable[] failed = new Throwable[1];
        Trace.watch();
        boolean inTime = Run.inTime(() -> {
            try {
                for (String name : names) {
                    Class.forName(name, true, loader);
                }
            } catch (Throwable error) {
                failed[0] = error;
            }
        }, loader, request.wallMillis, request.cpuNanos);
        reached.or(Trace.watched());
        String touched = warm.guard.touched();
        spent = inTime ? warm.guard.after() : "an initialiser does not end";
        if (spent != null) {
            return spent;
        }
        if (failed[0] != null) {
            return "an initialiser fails: " + failed[0];
        }
        if (touched != null) {
            return "initialisers change " + touched;
        }
        try {
            if (statics.changed()) {
                return "initialisers change what other classes hold";
            }
            take();
        } catch (Statics.Untold untold) {
            return untold.getMessage();
        }
        return null;
    }
}
