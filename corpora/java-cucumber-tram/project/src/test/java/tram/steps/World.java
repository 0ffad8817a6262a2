package tram.steps;

import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import tram.Fares;
import tram.Network;

/** What the steps of one scenario share. */
public class World {
    public final Network network = Network.city();
    public final Fares fares = new Fares(network);
    public LocalDateTime now = LocalDateTime.of(2024, 3, 6, 12, 0);
    public Exception refusal;

    public LocalDateTime at(String text) {
        return LocalDateTime.parse(text, DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm"));
    }

    /** Does what may be refused. */
    public void attempt(Attempt attempt) {
        try {
            attempt.make();
            refusal = null;
        } catch (Exception error) {
            refusal = error;
        }
    }

    public interface Attempt {
        void make() throws Exception;
    }
}
