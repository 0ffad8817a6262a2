package mutscore.shim;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What a scenario does, unmutated, in a loader of its own: what a shared loader has to be like for it. */
final class Alone {
    /** Classes whose initialisers ran, in that order. */
    List<String> begun = List.of();
    /** By class, what its static fields were like afterwards. */
    final Map<String, Long> states = new HashMap<>();
    /** Why the JVM can make no further run. */
    String spent;

    /** Why the scenario can share no loader; null if it might. */
    String run(Warm warm, ProjectLoader loader, Request request) throws Exception {
        loader.select(0);
        int mark = Trace.begun();
        Attempt made = warm.attempt(loader, request, false);
        begun = Trace.begunSince(mark);
        spent = made.spent;
        if (spent != null) {
            return spent;
        }
        if (!made.passes()) {
            return "unmutated it does not pass";
        }
        Parts parts = new Parts();
        try {
            for (Class<?> type : loader.defined()) {
                if (Shared.counts(type) && Internals.isInitialised(type)) {
                    states.put(type.getName(), Statics.alike(type, parts));
                }
            }
        } catch (Statics.Untold untold) {
            return untold.getMessage();
        }
        return null;
    }

    /** The class whose static fields are otherwise in another loader; null if there is none. */
    String unlike(ProjectLoader loader) throws Statics.Untold {
        Parts parts = new Parts();
        for (Map.Entry<String, Long> state : states.entrySet()) {
            Class<?> type = loader.known(state.getKey());
            if (type == null || Statics.alike(type, parts) != state.getValue()) {
                return state.getKey();
            }
        }
        return null;
    }
}
