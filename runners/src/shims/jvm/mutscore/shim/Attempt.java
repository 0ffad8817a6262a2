package mutscore.shim;

import java.util.Map;

/** A run that was made, and what is to be said of it. */
final class Attempt {
    final Run run;
    final boolean inTime;
    /** Why this JVM must not make another run; null if it may. */
    final String spent;
    private final long wall;
    private final long cpu;
    /** Whether it was made in a loader that other runs share. */
    boolean shared;

    Attempt(Run run, boolean inTime, String spent, long wall, long cpu) {
        this.run = run;
        this.inTime = inTime;
        this.spent = spent;
        this.wall = wall;
        this.cpu = cpu;
    }

    boolean passes() {
        return ended() && "pass".equals(run.end().described().get("outcome"));
    }

    /** Whether it ended by itself, in a pass or in a step or test that failed and has a name. */
    boolean isPlain() {
        if (!ended()) {
            return false;
        }
        Map<String, Object> end = run.end().described();
        Object outcome = end.get("outcome");
        boolean fails = "assertion-failure".equals(outcome) || "execution-failure".equals(outcome);
        return "pass".equals(outcome) || fails && end.get("failed_step") != null && end.get("detail") == null;
    }

    boolean ended() {
        return inTime && run.failure() == null && run.end() != null;
    }

    /** The answer to the engine. */
    Map<String, Object> answer(boolean replaced) {
        Map<String, Object> answer = Json.of("ran", true, "timed_out", !inTime, "wall_us", wall / 1000, "cpu_us",
            cpu / 1000, "spent", spent, "shared", shared);
        if (run.failure() != null) {
            answer.put("trouble", "the shim failed: " + run.failure());
        } else if (inTime) {
            Map<String, Object> end = run.end().described();
            end.put("applied", replaced ? (Object) true : null);
            answer.put("done", end);
        }
        return answer;
    }
}
