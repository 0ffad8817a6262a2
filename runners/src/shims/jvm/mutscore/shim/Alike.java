package mutscore.shim;

import java.util.Collection;
import java.util.IdentityHashMap;
import java.util.Map;

/**
 * A fingerprint of what some objects lead to, by which states of two loaders can be compared: identity, and the order of
 * collections that have none, do not count.
 */
final class Alike implements Parts.Sink {
    private static final int DEEPEST = 1_000;
    private static final int MOST = 40_000;

    private final Parts parts;
    private final Map<Object, Long> known;
    private int depth;
    private long mixed;
    private String trouble;

    Alike(Parts parts) {
        this.parts = parts;
        known = new IdentityHashMap<>();
    }

    long finish() {
        return mixed;
    }

    String trouble() {
        return trouble;
    }

    @Override
    public void value(long value) {
        mixed = Mix.of(mixed, value);
    }

    @Override
    public void object(Object object) {
        // What is random anyway is so in each of them.
        mixed = Mix.of(mixed, object instanceof java.util.Random ? 1 : of(object));
    }

    @Override
    public void unordered(Collection<?> objects) {
        long sum = 0;
        for (Object one : objects) {
            sum += of(one);
        }
        value(sum);
    }

    @Override
    public void unordered(Map<?, ?> entries) {
        long[] sum = new long[1];
        entries.forEach((key, value) -> sum[0] += Mix.of(of(key), of(value)));
        value(sum[0]);
    }

    @Override
    public void unreadable(Class<?> type) {
        trouble = "a static field leads to an object of " + type.getName();
    }

    private long of(Object object) {
        if (object == null) {
            return -1;
        }
        Long before = known.get(object);
        if (before != null) {
            return before;
        }
        if (depth > DEEPEST || known.size() > MOST) {
            trouble = "static fields lead too far";
        }
        if (trouble != null) {
            return -2;
        }
        // What leads back to itself.
        known.put(object, -3L);
        long outer = mixed;
        mixed = 0;
        depth++;
        parts.of(object, this);
        depth--;
        long own = mixed;
        mixed = outer;
        known.put(object, own);
        return own;
    }
}
