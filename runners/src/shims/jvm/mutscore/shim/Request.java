package mutscore.shim;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What the engine asks a warm JVM to run. */
final class Request {
    final Map<String, Object> scenario;
    /** Classes that stand in for others, by name. */
    final Map<String, byte[]> replaced = new HashMap<>();
    /** The folder of a woven build; null for the project as it is. */
    final String woven;
    /** The mutant of that build; 0 for none. */
    final int number;
    final boolean strip;
    /** Whether a loader may serve this run and others. */
    final boolean share;
    final long wallMillis;
    final long cpuNanos;

    Request(Wire.Frame frame) {
        Map<String, Object> header = frame.header;
        scenario = Json.object(header.get("scenario"));
        List<String> names = Json.strings(header.get("classes"));
        for (int i = 0; i < names.size(); i++) {
            replaced.put(names.get(i), frame.blobs.get(i));
        }
        woven = (String) header.get("woven");
        number = header.get("number") == null ? 0 : ((Number) header.get("number")).intValue();
        strip = Boolean.TRUE.equals(header.get("strip"));
        share = Boolean.TRUE.equals(header.get("share"));
        wallMillis = ((Number) header.get("wall_ms")).longValue();
        cpuNanos = (long) (((Number) header.get("cpu_s")).doubleValue() * 1e9);
    }

    /** A name of the scenario that no other one has. */
    String key() {
        return scenario.get("feature") + ":" + scenario.get("line") + ":" + scenario.get("test");
    }
}
