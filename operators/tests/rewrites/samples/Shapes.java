package shapes;

import java.io.IOException;
import java.io.StringReader;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;

/** Methods of every kind, for rewrites. */
public abstract class Shapes {
    static final int START;
    static {
        START = 3;
    }

    private final int sides;
    private final String name;

    protected Shapes(int sides, String name) {
        this.sides = sides;
        this.name = name;
    }

    /** The short way. */
    protected Shapes() {
        this(START, "triangle"); // as ever
        check();
    }

    private void check() {
        if (sides < 3) {
            throw new IllegalStateException();
        }
    }

    public abstract int area();

    public int sides() { return sides; }

    public boolean isSquare() {
        return sides == 4;
    }

    public double half() {
        return sides / 2.0;
    }

    public char first() {
        return name.charAt(0);
    }

    public <T extends Comparable<T>> T largest(List<T> all) {
        T largest = null;
        for (T one : all) {
            largest = largest == null || one.compareTo(largest) > 0 ? one : largest;
        }
        return largest;
    }

    public String read() throws IOException {
        try (StringReader reader = new StringReader(name)) {
            return String.valueOf((char) reader.read());
        } catch (IOException problem) {
            throw new IOException(problem);
        }
    }

    public synchronized final int[] both()[] {
        return new int[][] {{sides}, {2}};
    }

    static Comparator<String> order = (a, b) -> a.compareTo(b);
    static Supplier<Function<Integer, Integer>> twice = () -> n -> {
        return n * 2;
    };
    static Runnable nothing = () -> {
    };

    public record Point(int x, int y) {
        public Point {
            if (x < 0) {
                throw new IllegalArgumentException();
            }
        }

        Point mirrored() {
            return new Point(y, x);
        }
    }

    enum Kind {
        ROUND {
            @Override
            boolean hasSides() {
                return false;
            }
        },
        CORNERED;

        boolean hasSides() {
            return true;
        }
    }

    interface Sized {
        int size();

        default boolean isEmpty() {
            return size() == 0;
        }

        static Sized of(int n) {
            return new Sized() {
                @Override
                public int size() {
                    return n;
                }
            };
        }
    }
}
