package mutscore.shim;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.List;
import java.util.Map;
import org.junit.runner.Description;
import org.junit.runner.JUnitCore;
import org.junit.runner.Request;
import org.junit.runner.manipulation.Filter;
import org.junit.runner.notification.Failure;
import org.junit.runner.notification.RunListener;

/** JUnit 4, and 3 under it, without the Platform. */
final class JUnit4Adapter extends Framework {
    /** By this name JUnit reports a class that is no test. */
    private static final String NO_TEST = "initializationError";

    @Override
    Map<String, Object> discover(Scope scope, ClassLoader loader) throws Exception {
        Selection.Methods methods = new Selection.Methods(scope);
        for (String name : new Selection(scope).classes()) {
            Class<?> type = Class.forName(name, false, loader);
            if (!Modifier.isAbstract(type.getModifiers())) {
                collect(Request.aClass(type).getRunner().getDescription(), type, methods);
            }
        }
        return methods.answer();
    }

    private static void collect(Description description, Class<?> type, Selection.Methods methods) {
        String name = description.getMethodName();
        if (description.isTest() && name != null) {
            Class<?> own = description.getTestClass() == null ? type : description.getTestClass();
            boolean row = name.contains("[");
            String method = plain(name);
            if (!method.equals(NO_TEST) && !method.equals("warning")) {
                methods.add(declaring(own, method), method, row, List.of());
            }
        }
        for (Description child : description.getChildren()) {
            collect(child, type, methods);
        }
    }

    /** A method's name without the row that it runs on. */
    private static String plain(String name) {
        int at = name.indexOf('[');
        return at < 0 ? name : name.substring(0, at);
    }

    private static String declaring(Class<?> type, String method) {
        Class<?> nearest = null;
        for (Class<?> one : Supertypes.of(type)) {
            for (Method found : Supertypes.declared(one, method)) {
                // A method with parameters is a test with a runner of its own only; beside one without it is no test.
                if (found.getParameterCount() == 0) {
                    return one.getName();
                }
                nearest = nearest == null ? one : nearest;
            }
        }
        return nearest == null ? type.getName() : nearest.getName();
    }

    @Override
    End run(Map<String, Object> scenario, Scope scope, ClassLoader loader, Report report) {
        End end = new End();
        TestMethod test = new TestMethod(scenario, scope);
        try {
            for (String name : test.classes) {
                Class<?> type = Class.forName(name, false, loader);
                if (Modifier.isAbstract(type.getModifiers()) || end.isDecided() || test.isReplacedIn(type)) {
                    continue;
                }
                JUnitCore core = new JUnitCore();
                core.addListener(new Follower(end, test, scope, report));
                core.run(Request.aClass(type).filterWith(only(test.name)));
            }
            if (!end.isDecided() && !end.hasBegun()) {
                test.isMissing(end);
            }
        } catch (Throwable error) {
            doesNotLoad(end, error, scope);
        }
        return end;
    }

    private static Filter only(String method) {
        return new Filter() {
            @Override
            public boolean shouldRun(Description description) {
                if (description.isTest()) {
                    String name = description.getMethodName();
                    return name != null && plain(name).equals(method);
                }
                for (Description child : description.getChildren()) {
                    if (shouldRun(child)) {
                        return true;
                    }
                }
                return false;
            }

            @Override
            public String describe() {
                return "method " + method;
            }
        };
    }

    private static final class Follower extends RunListener {
        private final End end;
        private final TestMethod test;
        private final Scope scope;
        private final Report report;
        private boolean running;

        Follower(End end, TestMethod test, Scope scope, Report report) {
            this.end = end;
            this.test = test;
            this.scope = scope;
            this.report = report;
        }

        private boolean isTheTest(Description description) {
            String name = description.getMethodName();
            return name != null && plain(name).equals(test.name);
        }

        @Override
        public void testStarted(Description description) {
            if (isTheTest(description)) {
                Map<String, Object> step = test.step();
                running = true;
                end.begins(step);
                report.step(step);
                Probe.acting("when");
            }
        }

        @Override
        public void testFinished(Description description) {
            running = false;
            Probe.acting("hook");
        }

        @Override
        public void testFailure(Failure failure) {
            Throwable error = failure.getException();
            if (isTheTest(failure.getDescription()) && running) {
                Classify.fails(end, error, scope, test.step());
            } else if (error instanceof org.junit.runner.manipulation.NoTestsRemainException
                || String.valueOf(error.getMessage()).startsWith("No tests found matching")) {
                test.isMissing(end);
            } else if (NO_TEST.equals(failure.getDescription().getMethodName())) {
                doesNotLoad(end, error, scope);
            } else {
                end.fails("execution-failure", "hook", end.lastStep(), Classify.describe(error, scope));
            }
        }

        @Override
        public void testAssumptionFailure(Failure failure) {
            end.fails("binding-failure", "skipped", test.step(), Classify.describe(failure.getException(), scope));
        }

        @Override
        public void testIgnored(Description description) {
            end.fails("binding-failure", "skipped", test.step(), null);
        }
    }
}
