package tram;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;

/** Sends trams out in the order of requests, in a thread of its own. */
public final class Depot implements AutoCloseable {
    private static final String LAST = "";

    private final BlockingQueue<String> requests = new ArrayBlockingQueue<>(16);
    private final List<String> sent = new ArrayList<>();
    private final Thread thread;
    private final int trams;
    private int out;

    public Depot(int trams) {
        this.trams = trams;
        thread = new Thread(this::work, "depot");
        thread.setDaemon(true);
        thread.start();
    }

    private void work() {
        try {
            while (true) {
                String line = requests.take();
                if (line.equals(LAST)) {
                    return;
                }
                synchronized (sent) {
                    if (out < trams) {
                        out++;
                        sent.add(line + out);
                    } else {
                        sent.add(line + " waits");
                    }
                }
            }
        } catch (InterruptedException error) {
            Thread.currentThread().interrupt();
        }
    }

    public boolean ask(String line) {
        return requests.offer(line);
    }

    /** Waits until all requests are answered, and gives the answers. */
    public List<String> finish() throws InterruptedException {
        requests.offer(LAST, 1, TimeUnit.SECONDS);
        thread.join(2000);
        synchronized (sent) {
            return List.copyOf(sent);
        }
    }

    @Override
    public void close() {
        thread.interrupt();
    }
}
