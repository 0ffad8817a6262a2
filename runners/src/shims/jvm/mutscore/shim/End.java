package mutscore.shim;

import java.util.LinkedHashMap;
import java.util.Map;

/** How a run ended, in the engine's words. The first failure of a run decides; later ones are its consequences. */
final class End {
    private String outcome = "pass";
    private String detail;
    private boolean begun;
    private Map<String, Object> failedStep;
    private Map<String, Object> exception;
    private String note;
    private boolean decided;
    private Map<String, Object> lastStep;

    /** A step begins: whatever fails from here on fails after it. */
    void begins(Map<String, Object> step) {
        begun = true;
        lastStep = step;
    }

    boolean hasBegun() {
        return begun;
    }

    Map<String, Object> lastStep() {
        return lastStep;
    }

    boolean isDecided() {
        return decided;
    }

    /** The run does not pass. Only the first word counts. */
    void fails(String outcome, String detail, Map<String, Object> step, Map<String, Object> exception) {
        if (decided) {
            return;
        }
        decided = true;
        this.outcome = outcome;
        this.detail = detail;
        this.failedStep = step;
        this.exception = exception;
    }

    void note(String note) {
        if (this.note == null) {
            this.note = note;
        }
    }

    Map<String, Object> described() {
        Map<String, Object> end = new LinkedHashMap<>();
        end.put("outcome", outcome);
        end.put("detail", detail);
        end.put("step_begun", begun);
        end.put("failed_step", failedStep);
        end.put("exception", exception);
        end.put("note", note);
        return end;
    }

    static Map<String, Object> step(String keyword, String name, long line, Long row) {
        return Json.of("keyword", keyword, "name", name, "line", line, "row", row);
    }
}
