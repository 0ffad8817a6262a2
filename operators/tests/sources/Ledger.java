package shop.ledger;

import static java.util.Objects.requireNonNull;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.Reader;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntSupplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A shop's ledger: entries read from text, totals and small reports. */
public class Ledger<T extends Comparable<T>> implements Iterable<Ledger.Entry> {
    private static final int LIMIT = 10 * 12;
    private static int made;

    private final List<Entry> entries = new ArrayList<>(16);
    private final Map<String, Long> totals = new HashMap<>();
    private String owner = "";
    private boolean open = true;

    static {
        made = 0;
    }

    public enum Kind {
        SALE(1) {
            @Override
            boolean counts() {
                return true;
            }
        },
        REFUND(-1);

        private final int sign;

        Kind(int sign) {
            this.sign = sign;
        }

        boolean counts() {
            return sign > 0 || name().length() % 2 == 0;
        }
    }

    public record Entry(String item, long cents, Kind kind) {
        public Entry {
            requireNonNull(item);
            if (cents < 0L) {
                throw new IllegalArgumentException("negative: " + cents);
            }
        }

        double price() {
            return kind.sign * cents / 100.0;
        }
    }

    @FunctionalInterface
    interface Rule {
        int DEFAULT = 3;

        boolean holds(Entry entry, int... levels);

        default Rule negated() {
            return (entry, levels) -> !holds(entry, levels);
        }
    }

    public Ledger(String owner) {
        super();
        this.owner = owner == null ? "nobody" : owner.trim();
        made++;
    }

    public int read(Reader source) {
        int lines = 0;
        try (BufferedReader in = new BufferedReader(source, 512)) {
            String line;
            while ((line = in.readLine()) != null) {
                if (line.isEmpty() || line.startsWith("#")) continue;
                String[] parts = line.split(";");
                if (parts.length != 2 && parts.length != 3)
                    skip(in, parts[0] + parts.length);
                else
                    add(new Entry(parts[0], Long.parseLong(parts[1]), Kind.SALE));
                lines += 1;
            }
            return lines + in.read();
        } catch (IOException | IllegalStateException e) {
            log(e);
        } finally {
            open = false;
        }
        return -1;
    }

    private void skip(BufferedReader in, String why) throws IOException {
        assert in != null : "no reader";
        in.skip(why.length());
    }

    private static void log(Exception problem) {
        System.err.println("ledger: " + problem);
    }

    public synchronized void add(Entry entry) {
        entries.add(entry);
        totals.merge(entry.item(), entry.cents(), Long::sum);
        if (entries.size() > LIMIT) entries.remove(0);
    }

    public Optional<Entry> dearest() {
        Entry best = null;
        long max = Long.MIN_VALUE;
        outer:
        for (int i = 0, n = entries.size(); i < n; i++) {
            Entry entry = entries.get(i);
            if (entry.cents() > max) {
                max = entry.cents();
                best = entry;
            }
            do {
                if (max >= 0xFFFF) break outer;
            } while (!open & max < 0);
        }
        return Optional.ofNullable(best);
    }

    public List<String> items(Kind kind) {
        Stream<Entry> chosen = entries.stream().filter(entry -> entry.kind() == kind);
        return chosen.map(entry -> {
            String name = entry.item();
            return name.isEmpty() ? "?" : name + 1;
        }).collect(Collectors.toList());
    }

    static int mask(int flags, byte level) {
        int mask = ~flags & 0b1010 | level << 3;
        mask ^= flags >>> 2;
        mask <<= 1;
        return -mask;
    }

    String describe(Object o) {
        if (o instanceof Entry e && e.cents() > 1_000) {
            return e.item() + " is dear";
        }
        if (!(o instanceof Kind)) {
            return String.format("%s by %s", o, owner);
        }
        String word = switch ((Kind) o) {
            case SALE -> "sale";
            case REFUND -> {
                int left = 2;
                while (left > 0) left--;
                yield "refund" + left;
            }
        };
        switch (word.length()) {
            case 0:
            case LIMIT - 3:
                return word;
            default:
                word += '!';
        }
        return """
            A %s of "%s".
            """.formatted(word, owner);
    }

    char grade(float score) {
        IntSupplier step = () -> 5;
        float[][] steps = {{0.5f, 1.0f}, new float[step.getAsInt()]};
        return score > steps[0][1] ? 'a' : 'b';
    }

    @Override
    public Iterator<Entry> iterator() {
        return new Iterator<>() {
            private int next = 0;

            @Override
            public boolean hasNext() {
                return next < entries.size();
            }

            @Override
            public Entry next() {
                return entries.get(next++);
            }
        };
    }

    @Override
    public int hashCode() {
        return 31 * owner.hashCode() + entries.size();
    }
}
