package mutscore.shim;

import java.util.Map;

/** A test framework, behind adapters that are compiled against the version that the project has. */
abstract class Framework {
    /** Whether the bodies of Then steps are to do nothing. */
    boolean strip;

    /** What there is to run: an answer to `discover`. */
    abstract Map<String, Object> discover(Scope scope, ClassLoader loader) throws Exception;

    /** Runs one scenario or test method, with all its rows. */
    abstract End run(Map<String, Object> scenario, Scope scope, ClassLoader loader, Report report);

    static Framework named(String name) throws ReflectiveOperationException {
        return (Framework) Class.forName("mutscore.shim." + name).getDeclaredConstructor().newInstance();
    }

    /** The project, its tests, or the framework on it, does not load; or a test brought the framework down. */
    static void doesNotLoad(End end, Throwable error, Scope scope) {
        Throwable cause = error;
        while (cause.getCause() != null && cause.getCause() != cause) {
            cause = cause.getCause();
        }
        end.note(error + (cause == error ? "" : "; " + cause));
        if (end.hasBegun()) {
            // What a framework does not take for a failure of the test: memory ran out, a thread was stopped.
            Classify.fails(end, cause, scope, end.lastStep());
            return;
        }
        end.fails("build-failure", error instanceof OutOfMemoryError ? "out-of-memory" : "load", null,
            Classify.describe(cause, scope));
    }
}
