package almanac;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Sacks in a barn: a table on disk with quoted cells, and a memo that everybody shares. */
public final class Store {
    private static final Map<String, Integer> MEMO = new LinkedHashMap<>();
    private static int asked;

    private final Map<String, Integer> sacks = new LinkedHashMap<>();

    public static Store read(Path file) throws IOException {
        Store store = new Store();
        for (String line : Files.readAllLines(file, StandardCharsets.UTF_8)) {
            List<String> cells = cells(line);
            if (cells.size() == 2) {
                store.put(cells.get(0), Integer.parseInt(cells.get(1).trim()));
            } else if (!line.isBlank()) {
                throw new IOException("not two cells: " + line);
            }
        }
        return store;
    }

    public void write(Path file) throws IOException {
        List<String> lines = new ArrayList<>();
        for (Map.Entry<String, Integer> entry : sacks.entrySet()) {
            lines.add(quoted(entry.getKey()) + "," + entry.getValue());
        }
        Files.write(file, lines, StandardCharsets.UTF_8);
    }

    static String quoted(String cell) {
        boolean plain = cell.indexOf(',') < 0 && cell.indexOf('"') < 0;
        return plain ? cell : "\"" + cell.replace("\"", "\"\"") + "\"";
    }

    public static List<String> cells(String line) {
        List<String> cells = new ArrayList<>();
        StringBuilder cell = new StringBuilder();
        boolean quoted = false;
        for (int i = 0; i < line.length(); i++) {
            char c = line.charAt(i);
            if (c == '"') {
                if (quoted && i + 1 < line.length() && line.charAt(i + 1) == '"') {
                    cell.append('"');
                    i++;
                } else {
                    quoted = !quoted;
                }
            } else if (c == ',' && !quoted) {
                cells.add(cell.toString());
                cell.setLength(0);
            } else {
                cell.append(c);
            }
        }
        if (quoted) {
            throw new IllegalArgumentException("not closed: " + line);
        }
        cells.add(cell.toString());
        return cells;
    }

    public void put(String what, int count) {
        sacks.merge(what, count, Integer::sum);
        if (sacks.get(what) < 0) {
            sacks.remove(what);
            throw new IllegalStateException("not so much " + what);
        }
    }

    public int count(String what) {
        return sacks.getOrDefault(what, 0);
    }

    public int total() {
        int total = 0;
        for (int count : sacks.values()) {
            total += count;
        }
        return total;
    }

    /** Counts through all stores, each name once. */
    public static synchronized int rank(String what) {
        asked++;
        return MEMO.computeIfAbsent(what, key -> MEMO.size() + 1);
    }

    public static int asked() {
        return asked;
    }

    /** Counts several things at once. */
    public static int countTogether(List<Store> stores, String what) throws Exception {
        ExecutorService workers = Executors.newFixedThreadPool(2);
        try {
            List<Future<Integer>> counts = new ArrayList<>();
            for (Store store : stores) {
                counts.add(workers.submit(() -> store.count(what)));
            }
            int sum = 0;
            for (Future<Integer> count : counts) {
                sum += count.get();
            }
            return sum;
        } finally {
            workers.shutdownNow();
        }
    }
}
