package mutscore.shim;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Many runs in this JVM, each with classes of its own or in a loader that is guarded. It ends itself where a run has left something behind. */
final class Warm {
    private final Wire engine;
    private final Scope scope;
    private final Framework framework;
    private final Map<String, ClassStore> stores = new HashMap<>();
    private final Map<String, Sharing> sharings = new HashMap<>();
    private final Path classes;
    private final Path testClasses;
    final Guard guard;

    Warm(Wire engine, Map<String, Object> about) throws Exception {
        this.engine = engine;
        scope = Scope.of(about);
        framework = Framework.named((String) about.get("framework"));
        classes = scope.root.resolve("target/classes");
        testClasses = scope.root.resolve("target/test-classes");
        guard = new Guard(about);
    }

    void serve() throws Exception {
        engine.send(Json.of("ready", true));
        while (true) {
            Request request = new Request(engine.receive());
            Map<String, Object> answer = answer(request);
            engine.send(answer);
            if (answer.get("spent") != null) {
                return;
            }
        }
    }

    private Map<String, Object> answer(Request request) throws Exception {
        ClassStore store = store(request.woven);
        boolean share = request.share && request.woven != null && request.replaced.isEmpty();
        if (!share) {
            return fresh(request, store).answer(!request.replaced.isEmpty());
        }
        Sharing sharing = sharings.computeIfAbsent(request.woven + request.strip, key -> new Sharing(this, store));
        Map<String, Object> answer;
        try {
            Attempt made = sharing.run(request);
            answer = (made == null ? fresh(request, store) : made).answer(false);
        } catch (Sharing.Spent spent) {
            // The run that was asked for has not been made, or says nothing.
            answer = Json.of("ran", true, "again", true, "spent", spent.getMessage());
        }
        answer.put("refused", sharing.refusal(request.key()));
        return answer;
    }

    /** A run with classes of its own. */
    private Attempt fresh(Request request, ClassStore store) throws Exception {
        Agent.Change change = request.strip ? Agent.Change.stripping(scope) : null;
        ProjectLoader loader = loader(store, request.replaced, name -> {
            byte[] bytes = request.replaced.get(name);
            bytes = bytes == null ? store.bytes(name, request.number) : bytes;
            return bytes == null || change == null ? bytes : change.of(name, bytes);
        });
        loader.select(request.number);
        Attempt made = attempt(loader, request, true);
        loader.close();
        return made;
    }

    /** A run that nobody is told of. */
    void rehearse(Request request) throws Exception {
        ClassStore store = store(null);
        ProjectLoader loader = loader(store, Map.of(), name -> store.bytes(name, 0));
        attempt(loader, request, false);
        loader.close();
    }

    /** A loader that is to serve all mutants of a build. */
    ProjectLoader tracing(ClassStore store, boolean strip) throws IOException {
        return loader(store, strip, store::traced);
    }

    /** A loader for one unmutated run that is to be compared with such a loader: it needs no copies. */
    ProjectLoader alone(ClassStore store, boolean strip) throws IOException {
        return loader(store, strip, store::alone);
    }

    private ProjectLoader loader(ClassStore store, boolean strip, ProjectLoader.Bytes classes) throws IOException {
        Agent.Change change = strip ? Agent.Change.stripping(scope) : null;
        return loader(store, Map.of(), name -> {
            byte[] bytes = classes.of(name);
            return bytes == null || change == null ? bytes : change.of(name, bytes);
        });
    }

    private ProjectLoader loader(ClassStore store, Map<String, byte[]> replaced, ProjectLoader.Bytes bytes)
        throws IOException {
        return new ProjectLoader(ProjectLoader.urls(List.of(testClasses, classes)), Warm.class.getClassLoader(), store,
            replaced, bytes);
    }

    /** Makes a run, and puts back what it changed beside classes. */
    Attempt attempt(ProjectLoader loader, Request request, boolean told) throws Exception {
        framework.strip = request.strip;
        guard.before();
        Report report = step -> {
            try {
                engine.send(Json.of("step", step));
            } catch (IOException error) {
                throw new UncheckedIOException(error);
            }
        };
        Run run = new Run(framework, scope, loader, told ? report : Report.NOBODY);
        long wall = System.nanoTime();
        long cpu = Run.cpuNow();
        boolean inTime = run.make(request.scenario, request.wallMillis, request.cpuNanos);
        wall = System.nanoTime() - wall;
        cpu = Run.cpuNow() - cpu;
        String spent;
        if (run.failure() != null) {
            spent = "trouble";
        } else if (!inTime) {
            spent = "it did not end";
        } else {
            boolean full = "out-of-memory".equals(run.end().described().get("detail"));
            spent = full ? "memory ran out" : guard.after();
        }
        return new Attempt(run, inTime, spent, wall, cpu);
    }

    private ClassStore store(String woven) throws IOException {
        String name = woven == null ? "" : woven;
        ClassStore known = stores.get(name);
        if (known == null) {
            List<Path> folders = new ArrayList<>(List.of(testClasses, woven == null ? classes : Paths.get(woven)));
            known = new ClassStore(folders, List.of(testClasses, classes), woven != null);
            // One woven build is in use at a time; the plain one stays.
            stores.keySet().removeIf(key -> !key.isEmpty() && !name.isEmpty());
            sharings.clear();
            stores.put(name, known);
        }
        return known;
    }
}
