package mutscore.shim;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.util.Map;

/** One run in this JVM, which ends with it. The project is on the class path, as it is natively. */
final class Cold {
    private final Wire engine;
    private final Map<String, Object> about;
    private final Map<String, Object> job;
    private final String token;

    Cold(Wire engine, Map<String, Object> about) {
        this.engine = engine;
        this.about = about;
        job = Json.object(about.get("job"));
        token = (String) about.get("token");
    }

    void run() throws IOException {
        try {
            Map<String, Object> end = ending();
            engine.line(token, Json.of("done", end));
        } catch (Throwable error) {
            StackTraceElement[] frames = error.getStackTrace();
            String place = frames.length == 0 ? "" : " (" + frames[0] + ")";
            engine.line(token, Json.of("trouble", error + place));
        }
    }

    private Map<String, Object> ending() throws Exception {
        Scope scope = Scope.of(about);
        boolean applied = proved();
        boolean observe = Boolean.TRUE.equals(job.get("observe"));
        boolean strip = Boolean.TRUE.equals(job.get("strip"));
        if (observe) {
            Probe.start(scope);
            Agent.apply(scope, Agent.Change.observing(scope));
        }
        if (strip) {
            Agent.apply(scope, Agent.Change.stripping(scope));
        }
        engine.line(token, Json.of("begins", true));
        Framework framework = Framework.named((String) about.get("framework"));
        framework.strip = strip;
        long before = Run.cpuNow();
        engine.line(token, Json.of("loaded", before / 1000));
        Report report = step -> {
            try {
                engine.line(token, Json.of("step", step));
            } catch (IOException error) {
                throw new UncheckedIOException(error);
            }
        };
        Run run = new Run(framework, scope, Cold.class.getClassLoader(), report);
        long cpu = (long) (((Number) job.get("cpu_s")).doubleValue() * 1e9);
        boolean inTime = run.make(Json.object(job.get("scenario")), Long.MAX_VALUE / 1_000_000L, cpu);
        if (run.failure() != null) {
            throw new IllegalStateException("the shim failed: " + run.failure(), run.failure());
        }
        if (Agent.failure() != null) {
            throw new IllegalStateException("a class could not be changed: " + Agent.failure(), Agent.failure());
        }
        Map<String, Object> end = inTime ? run.end().described() : Json.of("outcome", "timeout", "step_begun", true);
        end.put("applied", about.get("replaced") == null ? null : (Object) applied);
        end.put("cpu_us", (Run.cpuNow() - before) / 1000);
        if (observe) {
            end.put("observation", Probe.seen());
        }
        return end;
    }

    /** Whether the class path shows the bytes that were compiled from the replaced file. */
    private boolean proved() throws Exception {
        if (about.get("replaced") == null) {
            return false;
        }
        for (Map.Entry<String, Object> entry : Json.object(about.get("replaced")).entrySet()) {
            try (InputStream in = Cold.class.getClassLoader().getResourceAsStream(entry.getKey())) {
                if (in == null || !entry.getValue().equals(digest(in.readAllBytes()))) {
                    return false;
                }
            }
        }
        return true;
    }

    static String digest(byte[] bytes) throws Exception {
        StringBuilder text = new StringBuilder();
        for (byte one : MessageDigest.getInstance("SHA-256").digest(bytes)) {
            text.append(String.format("%02x", one));
        }
        return text.toString();
    }
}
