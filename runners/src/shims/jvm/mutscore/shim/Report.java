package mutscore.shim;

import java.util.Map;

/** Where a run says what it is at. */
interface Report {
    /** A step, or a test method, begins. */
    void step(Map<String, Object> step);

    /** Where nobody listens: dry runs. */
    Report NOBODY = step -> { };
}
