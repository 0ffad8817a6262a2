package mutscore.shim;

import io.cucumber.core.feature.FeatureParser;
import io.cucumber.core.options.CommandlineOptionsParser;
import io.cucumber.core.options.RuntimeOptions;
import io.cucumber.core.runtime.FeaturePathFeatureSupplier;
import io.cucumber.core.runtime.Runtime;
import io.cucumber.plugin.ConcurrentEventListener;
import io.cucumber.plugin.event.EventPublisher;
import io.cucumber.plugin.event.Node;
import io.cucumber.plugin.event.PickleStepTestStep;
import io.cucumber.plugin.event.Result;
import io.cucumber.plugin.event.Status;
import io.cucumber.plugin.event.TestCase;
import io.cucumber.plugin.event.TestCaseFinished;
import io.cucumber.plugin.event.TestCaseStarted;
import io.cucumber.plugin.event.TestSourceParsed;
import io.cucumber.plugin.event.TestStep;
import io.cucumber.plugin.event.TestStepFinished;
import io.cucumber.plugin.event.TestStepStarted;
import java.io.OutputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.Function;

/** Cucumber-JVM 6 and 7: its own runtime, glue and events; no option of the project's that selects or reports. */
final class CucumberAdapter extends Framework {
    private final Map<String, Feature> features = new LinkedHashMap<>();
    /** Parsed once: files of the test side stay as they are as long as the JVM lives. */
    private final Map<String, List<io.cucumber.core.gherkin.Feature>> parsed = new LinkedHashMap<>();

    @Override
    End run(Map<String, Object> scenario, Scope scope, ClassLoader loader, Report report) {
        End end = new End();
        String path = (String) scenario.get("feature");
        StringBuilder place = new StringBuilder(scope.root.resolve(path).toString());
        List<Object> rows = Json.list(scenario.get("rows"));
        for (Object line : rows.isEmpty() ? List.of(scenario.get("line")) : rows) {
            place.append(':').append(line);
        }
        try {
            Feature feature = features.get(path);
            if (feature == null) {
                feature = new Feature(scope.root.resolve(path), loader);
                features.put(path, feature);
            }
            Runner runner = new Runner(end, scope, feature, report, !rows.isEmpty(), strip);
            runtime(scope, loader, List.of(place.toString()), runner, path).run();
            runner.finish();
        } catch (Throwable error) {
            // What fails outside of scenarios: glue that does not load, hooks around all of them.
            doesNotLoad(end, error, scope);
        } finally {
            Probe.silent = false;
        }
        return end;
    }

    @Override
    Map<String, Object> discover(Scope scope, ClassLoader loader) throws Exception {
        List<Object> scenarios = new ArrayList<>();
        List<Object> unparsable = new ArrayList<>();
        // Glue that does not load is no fault of any feature.
        runtime(scope, loader, List.of(emptyFeature().toString()), new Finder(null), null).run();
        Map<String, Finder> finders = new LinkedHashMap<>();
        for (String path : Json.strings(scope.about.get("features"))) {
            finders.put(path, new Finder(new Feature(scope.root.resolve(path), loader)));
        }
        boolean together = lookedAt(scope, loader, finders.values());
        for (Map.Entry<String, Finder> entry : finders.entrySet()) {
            String path = entry.getKey();
            try {
                Finder finder = entry.getValue();
                if (!together) {
                    // Where one does not parse Cucumber tells of none: then each is looked at by itself.
                    finder = new Finder(finder.feature);
                    runtime(scope, loader, List.of("--dry-run", finder.feature.path.toString()), finder, null).run();
                }
                if (finder.nodes.isEmpty()) {
                    throw new IllegalStateException("the file holds no feature");
                }
                scenarios.addAll(finder.scenarios(path));
            } catch (Throwable error) {
                String words = String.valueOf(error.getMessage());
                unparsable.add(List.of(path, words.replace(scope.root + "/", "")));
            }
        }
        return Json.of("scenarios", scenarios, "unparsable", unparsable);
    }

    /** Looks at all features in one start of Cucumber. False if that failed. */
    private boolean lookedAt(Scope scope, ClassLoader loader, Collection<Finder> finders) {
        List<String> arguments = new ArrayList<>(List.of("--dry-run"));
        Map<Path, Finder> byPath = new HashMap<>();
        for (Finder finder : finders) {
            arguments.add(finder.feature.path.toString());
            byPath.put(finder.feature.path, finder);
        }
        try {
            runtime(scope, loader, arguments, publisher -> Finder.listen(publisher, uri -> byPath.get(Path.of(uri))), null)
                .run();
            return true;
        } catch (Throwable error) {
            return false;
        }
    }

    private static Path emptyFeature() throws Exception {
        Path file = Files.createTempDirectory("glue").resolve("none.feature");
        return Files.writeString(file, "Feature: none\n");
    }

    private Runtime runtime(Scope scope, ClassLoader loader, List<String> more, ConcurrentEventListener listener,
        String feature) throws Exception {
        List<String> arguments = new Settings(scope, loader).arguments();
        arguments.addAll(more);
        CommandlineOptionsParser parser = new CommandlineOptionsParser(OutputStream.nullOutputStream());
        RuntimeOptions options = parser.parse(arguments.toArray(new String[0])).addDefaultGlueIfAbsent().build();
        if (parser.exitStatus().isPresent()) {
            throw new IllegalArgumentException("Cucumber does not take " + arguments);
        }
        Runtime.Builder builder = Runtime.builder().withRuntimeOptions(options).withClassLoader(() -> loader)
            .withAdditionalPlugins(listener);
        if (feature != null) {
            List<io.cucumber.core.gherkin.Feature> known = parsed.get(feature);
            if (known == null) {
                known = new FeaturePathFeatureSupplier(() -> loader, options, new FeatureParser(UUID::randomUUID)).get();
                parsed.put(feature, known);
            }
            List<io.cucumber.core.gherkin.Feature> given = known;
            builder = builder.withFeatureSupplier(() -> given);
        }
        return builder.build();
    }

    /** A feature file: its text, and what its keywords mean. */
    private static final class Feature {
        final Path path;
        final List<String> lines;
        private final Keywords keywords;

        Feature(Path path, ClassLoader loader) throws Exception {
            this.path = path;
            lines = new String(Files.readAllBytes(path), StandardCharsets.UTF_8).lines()
                .collect(java.util.stream.Collectors.toList());
            keywords = new Keywords(lines, loader);
        }

        /** The text of a step as written, before values of a row are put in. */
        String text(int line, String keyword, String otherwise) {
            String text = line <= lines.size() ? lines.get(line - 1).trim() : "";
            return text.startsWith(keyword.trim()) ? text.substring(keyword.trim().length()).trim() : otherwise;
        }

        /** What the steps of a scenario are, `And` and `*` being what stands above them. */
        List<String> kinds(List<PickleStepTestStep> steps) {
            List<String> kinds = new ArrayList<>();
            String last = "given";
            for (PickleStepTestStep step : steps) {
                String own = keywords.kind(step.getStep().getKeyword());
                last = own == null ? last : own;
                kinds.add(last);
            }
            return kinds;
        }
    }

    private static List<PickleStepTestStep> steps(TestCase test) {
        List<PickleStepTestStep> steps = new ArrayList<>();
        for (TestStep step : test.getTestSteps()) {
            if (step instanceof PickleStepTestStep) {
                steps.add((PickleStepTestStep) step);
            }
        }
        return steps;
    }

    /** Whether a step has exactly one definition: without, Cucumber knows of no place in code. */
    private static boolean isBound(PickleStepTestStep step) {
        return step.getCodeLocation() != null && step.getPattern() != null;
    }

    /** Follows a run. */
    private static final class Runner implements ConcurrentEventListener {
        private final End end;
        private final Scope scope;
        private final Feature feature;
        private final Report report;
        private final boolean outline;
        private final boolean strip;
        private final Map<TestStep, String> kinds = new java.util.IdentityHashMap<>();
        private Long row;
        private int cases;
        private int seen;
        private boolean open;

        Runner(End end, Scope scope, Feature feature, Report report, boolean outline, boolean strip) {
            this.end = end;
            this.scope = scope;
            this.feature = feature;
            this.report = report;
            this.outline = outline;
            this.strip = strip;
        }

        @Override
        public void setEventPublisher(EventPublisher publisher) {
            publisher.registerHandlerFor(TestCaseStarted.class, event -> begins(event.getTestCase()));
            publisher.registerHandlerFor(TestStepStarted.class, event -> begins(event.getTestStep()));
            publisher.registerHandlerFor(TestStepFinished.class, event -> ends(event.getTestStep(), event.getResult()));
            publisher.registerHandlerFor(TestCaseFinished.class, event -> ends(event.getResult()));
        }

        private void begins(TestCase test) {
            cases++;
            row = outline ? (Long) (long) test.getLocation().getLine() : null;
            List<PickleStepTestStep> steps = steps(test);
            seen += steps.size();
            List<String> found = feature.kinds(steps);
            for (int i = 0; i < steps.size(); i++) {
                kinds.put(steps.get(i), found.get(i));
            }
        }

        private void begins(TestStep step) {
            if (end.isDecided()) {
                // What is skipped begins too.
                return;
            }
            String kind = kinds.getOrDefault(step, "hook");
            Probe.acting(kind);
            Probe.silent = strip && kind.equals("then");
            if (step instanceof PickleStepTestStep && isBound((PickleStepTestStep) step)) {
                Map<String, Object> named = named((PickleStepTestStep) step);
                end.begins(named);
                report.step(named);
                open = true;
            }
        }

        private Map<String, Object> named(PickleStepTestStep step) {
            return End.step(step.getStep().getKeyword().trim(), step.getStep().getText(), step.getStep().getLine(), row);
        }

        private void ends(TestStep step, Result result) {
            Probe.acting("hook");
            Probe.silent = false;
            boolean isStep = step instanceof PickleStepTestStep;
            open &= !isStep;
            Status status = result.getStatus();
            if (status == Status.PASSED || end.isDecided()) {
                return;
            }
            Map<String, Object> named = isStep ? named((PickleStepTestStep) step) : end.lastStep();
            Throwable error = result.getError();
            switch (status) {
                case FAILED:
                    if (isStep) {
                        Classify.fails(end, error, scope, named);
                    } else {
                        end.fails("execution-failure", "hook", named, Classify.describe(error, scope));
                    }
                    break;
                case SKIPPED:
                    end.fails("binding-failure", "skipped", isStep ? named : null,
                        error == null ? null : Classify.describe(error, scope));
                    break;
                default:
                    end.fails("binding-failure", status.name().toLowerCase(java.util.Locale.ROOT), named,
                        error == null ? null : Classify.describe(error, scope));
            }
        }

        private void ends(Result result) {
            if (result.getStatus() != Status.PASSED && !end.isDecided() && seen > 0) {
                end.fails("execution-failure", "hook", end.lastStep(),
                    result.getError() == null ? null : Classify.describe(result.getError(), scope));
            }
        }

        void finish() {
            if (open) {
                // Cucumber lets go of what no program recovers from, and says nothing of it.
                end.fails("execution-failure", "out-of-memory", end.lastStep(), null);
            }
            if (cases == 0 || seen == 0) {
                end.fails("binding-failure", "nothing-run", null, null);
            }
        }
    }

    /** Looks at a feature without running it. */
    private static final class Finder implements ConcurrentEventListener {
        private final Feature feature;
        private final Map<Integer, TestCase> tests = new LinkedHashMap<>();
        private final Map<Integer, String> unbound = new LinkedHashMap<>();
        private final List<Node> nodes = new ArrayList<>();

        Finder(Feature feature) {
            this.feature = feature;
        }

        @Override
        public void setEventPublisher(EventPublisher publisher) {
            listen(publisher, uri -> this);
        }

        /** Tells each of several what is about its file. */
        static void listen(EventPublisher publisher, Function<URI, Finder> of) {
            publisher.registerHandlerFor(TestSourceParsed.class,
                event -> of.apply(event.getUri()).nodes.addAll(event.getNodes()));
            publisher.registerHandlerFor(TestCaseStarted.class, event -> {
                TestCase test = event.getTestCase();
                of.apply(test.getUri()).tests.put(test.getLocation().getLine(), test);
            });
            publisher.registerHandlerFor(TestStepFinished.class, event -> {
                TestCase test = event.getTestCase();
                TestStep step = event.getTestStep();
                if (step instanceof PickleStepTestStep && event.getResult().getStatus() == Status.UNDEFINED) {
                    of.apply(test.getUri()).unbound
                        .putIfAbsent(test.getLocation().getLine(), ((PickleStepTestStep) step).getStepText());
                }
            });
        }

        List<Object> scenarios(String path) {
            List<Object> found = new ArrayList<>();
            for (Node node : nodes) {
                String name = node.getName().orElse("");
                collect(node, path, name, found);
            }
            return found;
        }

        private void collect(Node node, String path, String feature, List<Object> found) {
            if (node instanceof Node.ScenarioOutline) {
                List<Integer> rows = new ArrayList<>();
                for (Node.Examples examples : ((Node.ScenarioOutline) node).elements()) {
                    for (Node.Example row : examples.elements()) {
                        rows.add(row.getLocation().getLine());
                    }
                }
                found.add(scenario(node, rows, true, path, feature));
            } else if (node instanceof Node.Scenario) {
                found.add(scenario(node, List.of(), false, path, feature));
            } else if (node instanceof Node.Container) {
                for (Node one : ((Node.Container<?>) node).elements()) {
                    collect(one, path, feature, found);
                }
            }
        }

        private Map<String, Object> scenario(Node node, List<Integer> rows, boolean outline, String path, String name) {
            int line = node.getLocation().getLine();
            List<Integer> lines = outline ? rows : List.of(line);
            TreeSet<String> tags = new TreeSet<>();
            TreeSet<String> binds = new TreeSet<>();
            String missing = null;
            TestCase first = null;
            for (int one : lines) {
                TestCase test = tests.get(one);
                if (test != null) {
                    first = first == null ? test : first;
                    tags.addAll(test.getTags());
                    binds.addAll(definitions(test));
                    missing = missing == null ? unbound.get(one) : missing;
                }
            }
            List<Object> steps = new ArrayList<>();
            if (first != null) {
                List<PickleStepTestStep> all = CucumberAdapter.steps(first);
                List<String> kinds = feature.kinds(all);
                for (int i = 0; i < all.size(); i++) {
                    int at = all.get(i).getStep().getLine();
                    String keyword = all.get(i).getStep().getKeyword();
                    Map<String, Object> step = Json.of("keyword", keyword.trim(), "kind", kinds.get(i),
                        "text", feature.text(at, keyword, all.get(i).getStep().getText()), "line", at);
                    if (at < line) {
                        step.put("background", true);
                    }
                    steps.add(step);
                }
            }
            return Json.of("feature", path, "line", line, "outline", outline, "rows", rows, "feature_name", name,
                "name", node.getName().orElse(""), "tags", tags, "steps", steps, "unbound", missing,
                "binds", List.copyOf(binds));
        }

        /** The step definitions that a test case binds to, by their place in code. */
        private static List<String> definitions(TestCase test) {
            List<String> found = new ArrayList<>();
            for (PickleStepTestStep step : CucumberAdapter.steps(test)) {
                if (isBound(step)) {
                    found.add(step.getCodeLocation());
                }
            }
            return found;
        }
    }
}
