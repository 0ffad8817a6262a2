package mutscore.shim;

import java.io.EOFException;
import java.util.Map;

/** Entry of the shim: one frame on descriptor 3 says what to do; answers go back the same way. */
public final class Main {
    private Main() {
    }

    public static void main(String[] arguments) throws ReflectiveOperationException {
        // Java does not ask the environment where temporary files go.
        String temporary = System.getenv("TMPDIR");
        if (temporary != null) {
            System.setProperty("java.io.tmpdir", temporary);
        }
        Wire engine = new Wire(3);
        try {
            Wire.Frame frame = engine.receive();
            String mode = (String) frame.header.get("mode");
            switch (mode) {
                case "cold":
                    new Cold(engine, frame.header).run();
                    break;
                case "warm":
                    new Warm(engine, frame.header).serve();
                    break;
                case "rehearse":
                    engine.send(new Rehearsal(engine, frame).answer());
                    break;
                case "compiler":
                    new Javac(engine, frame.header).serve();
                    break;
                case "discover":
                    engine.send(discover(frame.header));
                    break;
                default:
                    throw new IllegalArgumentException("no mode " + mode);
            }
        } catch (EOFException gone) {
            // The engine wants nothing more.
        } catch (Throwable error) {
            error.printStackTrace();
            System.err.flush();
            Runtime.getRuntime().halt(70);
        } finally {
            // Threads and hooks of the project have no say any more.
            Runtime.getRuntime().halt(0);
        }
    }

    private static Map<String, Object> discover(Map<String, Object> about) throws Exception {
        Scope scope = Scope.of(about);
        try {
            Framework framework = Framework.named((String) about.get("framework"));
            return framework.discover(scope, Main.class.getClassLoader());
        } catch (Throwable error) {
            End end = new End();
            Framework.doesNotLoad(end, error, scope);
            return Json.of("load_error", end.described());
        }
    }
}
