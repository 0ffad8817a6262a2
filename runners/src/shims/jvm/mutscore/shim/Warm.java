package mutscore.shim;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Many runs in this JVM, each with classes of its own. It ends itself where a run has left something behind. */
final class Warm {
    private final Wire engine;
    private final Scope scope;
    private final Framework framework;
    private final Map<String, ClassStore> stores = new HashMap<>();
    private final Path classes;
    private final Path testClasses;
    private final Guard guard;

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
            Wire.Frame frame = engine.receive();
            String spent = run(frame);
            if (spent != null) {
                return;
            }
        }
    }

    /** Makes a run and says why this JVM must not make another one; null if it may. */
    private String run(Wire.Frame frame) throws Exception {
        Map<String, Object> request = frame.header;
        Map<String, byte[]> replaced = new HashMap<>();
        List<String> names = Json.strings(request.get("classes"));
        for (int i = 0; i < names.size(); i++) {
            replaced.put(names.get(i), frame.blobs.get(i));
        }
        int number = request.get("number") == null ? 0 : ((Number) request.get("number")).intValue();
        boolean strip = Boolean.TRUE.equals(request.get("strip"));
        ProjectLoader loader = new ProjectLoader(
            ProjectLoader.urls(List.of(testClasses, classes)), Warm.class.getClassLoader(),
            store((String) request.get("woven")), replaced, number,
            strip ? Agent.Change.stripping(scope) : null);
        loader.select();
        framework.strip = strip;
        guard.before(loader);
        Report report = step -> {
            try {
                engine.send(Json.of("step", step));
            } catch (IOException error) {
                throw new UncheckedIOException(error);
            }
        };
        Run run = new Run(framework, scope, loader, report);
        long wall = System.nanoTime();
        long cpu = Run.cpuNow();
        boolean inTime = run.make(Json.object(request.get("scenario")),
            ((Number) request.get("wall_ms")).longValue(),
            (long) (((Number) request.get("cpu_s")).doubleValue() * 1e9));
        Map<String, Object> answer = Json.of("ran", true, "timed_out", !inTime,
            "wall_us", (System.nanoTime() - wall) / 1000, "cpu_us", (Run.cpuNow() - cpu) / 1000);
        String spent;
        if (run.failure() != null) {
            answer.put("trouble", "the shim failed: " + run.failure());
            spent = "trouble";
        } else if (inTime) {
            Map<String, Object> end = run.end().described();
            end.put("applied", names.isEmpty() ? null : (Object) true);
            answer.put("done", end);
            spent = "out-of-memory".equals(end.get("detail")) ? "memory ran out" : guard.after();
        } else {
            spent = "it did not end";
        }
        loader.close();
        answer.put("spent", spent);
        engine.send(answer);
        return spent;
    }

    private ClassStore store(String woven) throws IOException {
        String name = woven == null ? "" : woven;
        ClassStore known = stores.get(name);
        if (known == null) {
            List<Path> folders = new ArrayList<>(List.of(testClasses, woven == null ? classes : Paths.get(woven)));
            known = new ClassStore(folders, List.of(testClasses, classes), woven != null);
            // One woven build is in use at a time; the plain one stays.
            stores.keySet().removeIf(key -> !key.isEmpty() && !name.isEmpty());
            stores.put(name, known);
        }
        return known;
    }
}
