import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.logging.Logger;
import java.util.regex.Pattern;

/** A shop: one of each construct that the extended set changes; compiles by itself. */
class Shop extends ArrayList<String> {
    private static final long serialVersionUID = 1L;
    static final int LIMIT = 3;
    static final double RATE = 0.19;
    private static final Logger log = Logger.getLogger("shop");
    private final Map<String, Integer> codes = Map.of("a", 1, "b", 2);
    private final int[] places = {4, 5, 6};
    private int sold;
    private boolean open = true;
    private String last = "";

    Shop(int sold) {
        super();
        this.sold = sold;
    }

    record Line(String name, int price, boolean gift) {
        Line {
            if (price < 0) {
                throw new IllegalArgumentException("price " + price);
            }
        }
    }

    static class Failure extends Exception {
        Failure(String text) {
            super(text);
        }
    }

    int sell(List<Line> lines, int count) throws Failure {
        if (count < 1 || lines.isEmpty() && !open) {
            throw new Failure("count " + count);
        }
        this.last = lines.get(0).name();
        places[0] = count;
        int sum = 0;
        for (Line line : lines) {
            if (line.gift()) {
                continue;
            }
            if (sum > 99) {
                break;
            }
            sum += line.price();
        }
        while (count > 0) {
            count--;
            pack("x" + count);
        }
        double mean = (double) sum / lines.size();
        char mark = mean > 3.5 ? ',' : ';';
        Deque<String> queue = new ArrayDeque<>();
        queue.addFirst(last.trim().toLowerCase(Locale.ROOT) + mark);
        lines.forEach(line -> {
            pack(line.name());
        });
        List<Integer> known = List.of(sum, Math.max(sum, 2));
        int[] more = {sum, 7};
        for (int each : Arrays.asList(sum, 8)) {
            more[1] = each;
        }
        switch (count) {
            case 0:
                pack(queue.getFirst());
                break;
            default:
                log.info("odd");
                pack("odd");
        }
        switch (more[0]) {
            case 1, 2 -> pack("few");
            default -> pack("many");
        }
        try {
            deliver(known);
        } catch (Failure | IllegalStateException e) {
            pack(e.getMessage());
        } finally {
            open = false;
        }
        return sum;
    }

    private void deliver(List<Integer> known) throws Failure {
        if (known.contains(3)) {
            throw new Failure("three");
        }
        Object first = known.get(0);
        if (first instanceof Integer number && number > 5) {
            pack("big");
        }
    }

    private void pack(String text) {
        super.add(text);
    }

    List<String> names(String text) {
        Pattern word = Pattern.compile("^[a-z]+$", Pattern.MULTILINE | Pattern.DOTALL);
        if (word.matcher(text).find()) {
            return List.of(text.replaceAll("\\bx", "y"));
        }
        return this;
    }

    String label(int n) {
        int kind = switch (n) {
            case 0 -> 1;
            default -> 2;
        };
        StringBuilder out = new StringBuilder();
        try {
            out.append(kind).append(read(n));
        } catch (java.io.IOException e) {
            return e.toString();
        }
        return out.toString();
    }

    private char read(int n) throws java.io.IOException {
        java.io.Reader in = new java.io.StringReader("abc");
        in.skip(n);
        int read = in.read();
        in.close();
        return (char) read;
    }
}
