package mutscore.shim;

import java.lang.management.ManagementFactory;
import java.util.Map;

/** One run in a thread of its own, with a watch beside it. */
final class Run {
    private final Framework framework;
    private final Scope scope;
    private final ClassLoader loader;
    private final Report report;
    private volatile End end;
    private volatile Throwable failure;

    Run(Framework framework, Scope scope, ClassLoader loader, Report report) {
        this.framework = framework;
        this.scope = scope;
        this.loader = loader;
        this.report = report;
    }

    /** Whether it came to its end in time. CPU time is that of the whole process since the start, in nanoseconds. */
    boolean make(Map<String, Object> scenario, long wallMillis, long cpuNanos) throws InterruptedException {
        return inTime(() -> {
            try {
                end = framework.run(scenario, scope, loader, report);
            } catch (Throwable error) {
                failure = error;
            }
        }, loader, wallMillis, cpuNanos);
    }

    /** Runs something in a thread like the one of a program. Whether it came to its end in time. */
    static boolean inTime(Runnable what, ClassLoader context, long wallMillis, long cpuNanos)
        throws InterruptedException {
        long began = System.nanoTime();
        long cpu = cpuNow();
        Thread thread = new Thread(null, what, "main");
        thread.setContextClassLoader(context);
        thread.start();
        while (true) {
            thread.join(20);
            if (!thread.isAlive()) {
                return true;
            }
            boolean late = System.nanoTime() - began > wallMillis * 1_000_000L;
            if (late || cpuNow() - cpu > cpuNanos) {
                return false;
            }
        }
    }

    End end() {
        return end;
    }

    /** What the shim itself came to grief over; null if nothing. */
    Throwable failure() {
        return failure;
    }

    static long cpuNow() {
        return ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
            .getProcessCpuTime();
    }
}
