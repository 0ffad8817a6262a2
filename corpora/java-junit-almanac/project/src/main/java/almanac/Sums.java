package almanac;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;

/** Sums as farmers write them: `3 + 4 * (barley - 2)`. */
public final class Sums {
    private final String text;
    private final Map<String, Double> names;
    private int at;

    private Sums(String text, Map<String, Double> names) {
        this.text = text;
        this.names = names;
    }

    public static double of(String text, Map<String, Double> names) {
        Sums sums = new Sums(text, names);
        double value = sums.sum();
        sums.blank();
        if (sums.at < text.length()) {
            throw new Wrong("nothing can follow", sums.at);
        }
        return value;
    }

    private void blank() {
        while (at < text.length() && text.charAt(at) == ' ') {
            at++;
        }
    }

    private boolean takes(char wanted) {
        blank();
        if (at < text.length() && text.charAt(at) == wanted) {
            at++;
            return true;
        }
        return false;
    }

    private double sum() {
        double value = product();
        while (true) {
            if (takes('+')) {
                value += product();
            } else if (takes('-')) {
                value -= product();
            } else {
                return value;
            }
        }
    }

    private double product() {
        double value = factor();
        while (true) {
            if (takes('*')) {
                value *= factor();
            } else if (takes('/')) {
                double by = factor();
                if (by == 0) {
                    throw new Wrong("divided by nothing", at);
                }
                value /= by;
            } else {
                return value;
            }
        }
    }

    private double factor() {
        if (takes('-')) {
            return -factor();
        }
        if (takes('(')) {
            double value = sum();
            if (!takes(')')) {
                throw new Wrong("not closed", at);
            }
            return value;
        }
        blank();
        int start = at;
        while (at < text.length() && (Character.isDigit(text.charAt(at)) || text.charAt(at) == '.')) {
            at++;
        }
        if (at > start) {
            return Double.parseDouble(text.substring(start, at));
        }
        while (at < text.length() && Character.isLetter(text.charAt(at))) {
            at++;
        }
        String name = text.substring(start, at);
        Double value = names.get(name);
        if (value == null) {
            throw new Wrong(name.isEmpty() ? "something is missing" : "nobody knows " + name, start);
        }
        return value;
    }

    /** Whether brackets of three kinds are closed in order. */
    public static boolean isClosed(String text) {
        Deque<Character> open = new ArrayDeque<>();
        for (char c : text.toCharArray()) {
            int kind = "([{".indexOf(c);
            if (kind >= 0) {
                open.push(")]}".charAt(kind));
            } else if (")]}".indexOf(c) >= 0 && (open.isEmpty() || open.pop() != c)) {
                return false;
            }
        }
        return open.isEmpty();
    }

    /** A sum that is none, with the place. */
    public static final class Wrong extends RuntimeException {
        private static final long serialVersionUID = 1L;
        private final int at;

        Wrong(String message, int at) {
            super(message + " at " + at);
            this.at = at;
        }

        public int at() {
            return at;
        }
    }
}
