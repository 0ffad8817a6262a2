package mutscore.shim;

import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/**
 * One loader for many mutants of a woven build, as long as nothing of it can tell that it is shared. A run for which that
 * does not hold, or is not known, has classes of its own.
 *
 * Each scenario first runs alone, unmutated, in a loader of its own: that says which classes it initialises and what
 * their static fields are like afterwards. The shared loader initialises those classes beforehand; the scenario is
 * admitted if, unmutated, it passes there, leaves the static fields alike, and if putting back fields brings back the
 * state before it.
 */
final class Sharing {
    /** Scenarios refused in a row, without one that was admitted, after which none is tried any more. */
    private static final int MOST_REFUSED = 4;

    private final Warm warm;
    private final ClassStore store;
    private final Map<String, Alone> alone = new HashMap<>();
    private final Map<String, String> refused = new HashMap<>();
    /** Classes that only mutated runs initialise; later loaders do so beforehand. */
    private final Set<String> late = new LinkedHashSet<>();
    private Shared shared;
    private String givenUp;
    private int admitted;
    private int refusedInRow;
    private int runs;
    private int discarded;

    Sharing(Warm warm, ClassStore store) {
        this.warm = warm;
        this.store = store;
    }

    /** The JVM can make no further run, and the run asked for says nothing yet. */
    static final class Spent extends Exception {
        private static final long serialVersionUID = 1;

        Spent(String why) {
            super(why);
        }
    }

    /** Why a scenario is never run in a shared loader; null if it may be. */
    String refusal(String key) {
        return givenUp != null ? givenUp : refused.get(key);
    }

    /** The run in a shared loader; null where it needs a loader of its own. */
    Attempt run(Request request) throws Exception {
        String key = request.key();
        if (refusal(key) != null) {
            return null;
        }
        if (shared == null || !shared.admits(key)) {
            if (!admit(request, key)) {
                return null;
            }
        }
        if (request.number > 0 && shared.isReachedByInitialisers(request.number)) {
            return null;
        }
        runs++;
        Shared.Result result = shared.run(request);
        Attempt made = result.attempt;
        if (!result.late.isEmpty() || result.changed != null) {
            discard();
        }
        late.addAll(result.late);
        boolean counts = result.isSound() && (made.isPlain() || !made.inTime);
        if (request.number == 0 && !made.passes()) {
            refuse(key, "unmutated it does not pass in a shared loader");
            counts = false;
        }
        if (!counts) {
            if (made.spent != null) {
                throw new Spent(made.spent);
            }
            return null;
        }
        return made;
    }

    private void discard() {
        shared = null;
        discarded++;
        // A new loader costs as much as a dozen runs with classes of their own.
        if (discarded > 10 && discarded * 10 > runs) {
            givenUp = "shared loaders do not last";
        }
    }

    private void refuse(String key, String why) {
        refused.put(key, why);
        shared = null;
        refusedInRow++;
        if (admitted == 0 && refusedInRow >= MOST_REFUSED) {
            givenUp = why;
        }
    }

    private boolean admit(Request request, String key) throws Exception {
        Alone own = alone.get(key);
        if (own == null) {
            own = new Alone();
            ProjectLoader loader = warm.alone(store, request.strip);
            String why = own.run(warm, loader, request);
            loader.close();
            if (why != null) {
                refuse(key, why);
                if (own.spent != null) {
                    throw new Spent(own.spent);
                }
                return false;
            }
            alone.put(key, own);
        }
        for (int tries = 0; tries < 2; tries++) {
            if (shared == null) {
                shared = open(request);
            }
            boolean isFirst = shared.isUnused();
            String why = shared.admit(key, own, request);
            if (shared.spent() != null) {
                refuse(key, why);
                throw new Spent(why);
            }
            if (why == null) {
                admitted++;
                refusedInRow = 0;
                return true;
            }
            shared = null;
            if (isFirst) {
                refuse(key, why);
                return false;
            }
            // It may have been the others' doing: once more as the first one of a new loader.
        }
        refuse(key, "it does not go together with others");
        return false;
    }

    private Shared open(Request request) throws Exception {
        Shared made = new Shared(warm, warm.tracing(store, request.strip));
        if (made.prepare(late, request)) {
            return made;
        }
        if (made.spent() != null) {
            throw new Spent(made.spent());
        }
        // They do not go together; each ends the loader again when a run initialises it.
        late.clear();
        return new Shared(warm, warm.tracing(store, request.strip));
    }
}
