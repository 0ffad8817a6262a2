package mutscore.shim;

import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What a failure means: by the exception's class and by where it was raised. A plain exception that test code throws is
 * a check written without an assertion library; the same out of production code is a failure of execution.
 */
final class Classify {
    private static final int LIMIT = 2000;
    /** What is thrown by somebody who only wants to fail. What the JVM itself throws is none of them. */
    private static final Set<String> PLAIN =
        Set.of("java.lang.Exception", "java.lang.RuntimeException", "java.lang.Error", "java.lang.Throwable");
    private static final Set<String> SKIPS = Set.of(
        "org.opentest4j.TestAbortedException", "org.opentest4j.TestSkippedException",
        "org.junit.AssumptionViolatedException", "org.junit.internal.AssumptionViolatedException",
        "org.testng.SkipException");

    private Classify() {
    }

    /** Outcome and detail of an exception that ended a step or a test. */
    static List<String> outcome(Throwable error, Scope scope) {
        if (error instanceof OutOfMemoryError) {
            return List.of("execution-failure", "out-of-memory");
        }
        for (Class<?> type = error.getClass(); type != null; type = type.getSuperclass()) {
            if (SKIPS.contains(type.getName())) {
                return List.of("binding-failure", "skipped");
            }
        }
        StackTraceElement[] frames = frames(error);
        StackTraceElement origin = origin(frames, scope);
        boolean inProduction = origin != null && scope.isProduction(origin.getClassName());
        if (error instanceof AssertionError && !inProduction) {
            return List.of("assertion-failure", "");
        }
        boolean plain = PLAIN.contains(error.getClass().getName());
        if (plain && frames.length > 0 && scope.isTest(frames[0].getClassName())) {
            return List.of("assertion-failure", "");
        }
        return List.of("execution-failure", "");
    }

    /** Marks the end as failed by this exception. */
    static void fails(End end, Throwable error, Scope scope, Map<String, Object> step) {
        List<String> found = outcome(error, scope);
        end.fails(found.get(0), found.get(1).isEmpty() ? null : found.get(1), step, describe(error, scope));
    }

    /** Class, message and innermost project frame. */
    static Map<String, Object> describe(Throwable error, Scope scope) {
        StackTraceElement origin = origin(frames(error), scope);
        return Json.of(
            "class", error.getClass().getName(),
            "message", message(error),
            "origin", origin == null ? null
                : List.of(scope.source(origin.getClassName()), Math.max(origin.getLineNumber(), 1)));
    }

    private static StackTraceElement origin(StackTraceElement[] frames, Scope scope) {
        for (StackTraceElement frame : frames) {
            if (scope.source(frame.getClassName()) != null) {
                return frame;
            }
        }
        return null;
    }

    /** A broken exception must not hide the failure. */
    private static StackTraceElement[] frames(Throwable error) {
        try {
            StackTraceElement[] frames = error.getStackTrace();
            return frames == null ? new StackTraceElement[0] : frames;
        } catch (Throwable broken) {
            return new StackTraceElement[0];
        }
    }

    private static String message(Throwable error) {
        try {
            String message = error.getMessage();
            if (message == null) {
                return "";
            }
            return message.length() > LIMIT ? message.substring(0, LIMIT) : message;
        } catch (Throwable broken) {
            return "";
        }
    }
}
