package mutscore.shim;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import org.junit.platform.engine.DiscoverySelector;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.TestTag;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.Launcher;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** The JUnit Platform: Jupiter, and whatever other engines the project has. */
final class PlatformAdapter extends Framework {
    @Override
    Map<String, Object> discover(Scope scope, ClassLoader loader) throws Exception {
        List<DiscoverySelector> selectors = new ArrayList<>();
        for (String name : new Selection(scope).classes()) {
            selectors.add(DiscoverySelectors.selectClass(Class.forName(name, false, loader)));
        }
        Selection.Methods methods = new Selection.Methods(scope);
        TestPlan plan = LauncherFactory.create().discover(request(selectors));
        for (TestIdentifier root : plan.getRoots()) {
            for (TestIdentifier one : plan.getDescendants(root)) {
                Optional<MethodSource> source = method(one);
                if (source.isPresent()) {
                    TreeSet<String> tags = new TreeSet<>();
                    for (TestTag tag : one.getTags()) {
                        tags.add(tag.getName());
                    }
                    String owner = declaring(source.get(), loader);
                    methods.add(owner, source.get().getMethodName(), one.isContainer(), tags);
                }
            }
        }
        return methods.answer();
    }

    @Override
    End run(Map<String, Object> scenario, Scope scope, ClassLoader loader, Report report) {
        End end = new End();
        TestMethod test = new TestMethod(scenario, scope);
        try {
            List<DiscoverySelector> selectors = new ArrayList<>();
            for (String name : test.classes) {
                Class<?> type = Class.forName(name, false, loader);
                boolean moved = test.in(type).isEmpty() && !test.isReplacedIn(type);
                for (Method method : moved ? named(type, test.name) : test.in(type)) {
                    selectors.add(DiscoverySelectors.selectMethod(type, method));
                }
            }
            if (selectors.isEmpty()) {
                test.isMissing(end);
                return end;
            }
            Launcher launcher = LauncherFactory.create();
            Follower follower = new Follower(end, test, scope, report);
            launcher.execute(request(selectors), follower);
            if (!end.isDecided() && !end.hasBegun()) {
                test.isMissing(end);
            }
        } catch (Throwable error) {
            doesNotLoad(end, error, scope);
        }
        return end;
    }

    private static LauncherDiscoveryRequest request(List<DiscoverySelector> selectors) {
        return LauncherDiscoveryRequestBuilder.request().selectors(selectors)
            // One thread: what begins last is then what fails.
            .configurationParameter("junit.jupiter.execution.parallel.enabled", "false").build();
    }

    private static Optional<MethodSource> method(TestIdentifier one) {
        return one.getSource().filter(MethodSource.class::isInstance).map(MethodSource.class::cast);
    }

    /** The class that a test method is written in; a class of the source's own name inherits it. */
    private static String declaring(MethodSource source, ClassLoader loader) throws ClassNotFoundException {
        Class<?> type = Class.forName(source.getClassName(), false, loader);
        String types = source.getMethodParameterTypes() == null ? "" : source.getMethodParameterTypes();
        for (Class<?> one : Supertypes.of(type)) {
            for (Method method : Supertypes.declared(one, source.getMethodName())) {
                if (parameters(method).equals(types.replace(" ", ""))) {
                    return one.getName();
                }
            }
        }
        List<Method> methods = named(type, source.getMethodName());
        return methods.isEmpty() ? source.getClassName() : methods.get(0).getDeclaringClass().getName();
    }

    /** As the Platform writes them, without blanks. */
    private static String parameters(Method method) {
        List<String> names = new ArrayList<>();
        for (Class<?> one : method.getParameterTypes()) {
            names.add(one.getName());
        }
        return String.join(",", names);
    }

    /** Methods of this name in a class, its parents and interfaces, the nearest first. */
    private static List<Method> named(Class<?> type, String name) {
        List<Method> found = new ArrayList<>();
        for (Class<?> one = type; one != null && one != Object.class; one = one.getSuperclass()) {
            found.addAll(Supertypes.declared(one, name));
            if (!found.isEmpty()) {
                return found;
            }
        }
        for (Method method : type.getMethods()) {
            if (method.getName().equals(name) && method.isDefault()) {
                found.add(method);
            }
        }
        return found;
    }

    private static final class Follower implements TestExecutionListener {
        private final End end;
        private final TestMethod test;
        private final Scope scope;
        private final Report report;

        Follower(End end, TestMethod test, Scope scope, Report report) {
            this.end = end;
            this.test = test;
            this.scope = scope;
            this.report = report;
        }

        @Override
        public void executionStarted(TestIdentifier one) {
            if (one.isTest()) {
                Map<String, Object> step = test.step();
                end.begins(step);
                report.step(step);
                Probe.acting("when");
            }
        }

        @Override
        public void executionSkipped(TestIdentifier one, String reason) {
            end.note(reason);
            end.fails("binding-failure", "skipped", test.step(), null);
        }

        @Override
        public void executionFinished(TestIdentifier one, TestExecutionResult result) {
            Probe.acting("hook");
            if (result.getStatus() == TestExecutionResult.Status.SUCCESSFUL) {
                return;
            }
            Throwable error = result.getThrowable().orElseGet(() -> new IllegalStateException("no reason given"));
            if (one.isTest()) {
                Classify.fails(end, error, scope, test.step());
            } else if (result.getStatus() == TestExecutionResult.Status.ABORTED) {
                end.fails("binding-failure", "skipped", test.step(), Classify.describe(error, scope));
            } else {
                end.fails("execution-failure", "hook", end.lastStep(), Classify.describe(error, scope));
            }
        }
    }
}
