package almanac;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Readings of a thermometer. */
public class Weather {
    private final List<Double> readings = new ArrayList<>();

    public Weather add(double... values) {
        for (double value : values) {
            if (value < -90 || value > 60) {
                throw new IllegalArgumentException("nobody would read " + value);
            }
            readings.add(value);
        }
        return this;
    }

    public int size() {
        return readings.size();
    }

    public double mean() {
        if (readings.isEmpty()) {
            throw new IllegalStateException("no readings");
        }
        double sum = 0;
        for (double reading : readings) {
            sum += reading;
        }
        return sum / readings.size();
    }

    public double median() {
        double[] sorted = readings.stream().mapToDouble(Double::doubleValue).sorted().toArray();
        if (sorted.length == 0) {
            throw new IllegalStateException("no readings");
        }
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }

    public double range() {
        double low = Double.POSITIVE_INFINITY;
        double high = Double.NEGATIVE_INFINITY;
        for (double reading : readings) {
            low = Math.min(low, reading);
            high = Math.max(high, reading);
        }
        return readings.isEmpty() ? 0 : high - low;
    }

    /** Days in a row above a mark, the longest row. */
    public int longestAbove(double mark) {
        int longest = 0;
        int current = 0;
        for (double reading : readings) {
            current = reading > mark ? current + 1 : 0;
            longest = Math.max(longest, current);
        }
        return longest;
    }

    public String word() {
        double mean = mean();
        if (mean < 0) {
            return "frost";
        } else if (mean < 12) {
            return "cold";
        } else if (mean <= 22) {
            return "mild";
        }
        return "hot";
    }

    /** Bars of one line, a sign for each reading. */
    public String bars() {
        char[] signs = new char[readings.size()];
        Arrays.fill(signs, '.');
        double range = range();
        double low = readings.stream().mapToDouble(Double::doubleValue).min().orElse(0);
        for (int i = 0; i < signs.length; i++) {
            int level = range == 0 ? 0 : (int) ((readings.get(i) - low) / range * 3);
            signs[i] = ".:|#".charAt(level);
        }
        return new String(signs);
    }
}
