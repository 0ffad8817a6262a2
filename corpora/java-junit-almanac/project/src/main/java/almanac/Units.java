package almanac;

import java.util.LinkedHashMap;
import java.util.Map;

/** Lengths and weights in the units of old books. */
public final class Units {
    /** Millimetres, by name. Filled when the class is first used. */
    private static final Map<String, Double> LENGTHS = new LinkedHashMap<>();
    private static final Map<String, Double> WEIGHTS = new LinkedHashMap<>();

    static {
        LENGTHS.put("line", 2.1167);
        LENGTHS.put("inch", 25.4);
        LENGTHS.put("foot", 12 * 25.4);
        LENGTHS.put("yard", 3 * 12 * 25.4);
        LENGTHS.put("fathom", 2 * 3 * 12 * 25.4);
        LENGTHS.put("mile", 1_609_344.0);
        LENGTHS.put("metre", 1000.0);
        WEIGHTS.put("ounce", 28.3495);
        WEIGHTS.put("pound", 16 * 28.3495);
        WEIGHTS.put("stone", 14 * 16 * 28.3495);
        WEIGHTS.put("kilogram", 1000.0);
    }

    private Units() {
    }

    public static double convert(double amount, String from, String to) {
        Map<String, Double> table = LENGTHS.containsKey(from) ? LENGTHS : WEIGHTS;
        if (!table.containsKey(from) || !table.containsKey(to)) {
            throw new IllegalArgumentException("cannot make " + to + " of " + from);
        }
        return amount * table.get(from) / table.get(to);
    }

    /** `5 foot 3 inch` in metres. */
    public static double metres(String text) {
        String[] words = text.trim().split("\\s+");
        if (words.length % 2 != 0) {
            throw new IllegalArgumentException("an amount without a unit: " + text);
        }
        double sum = 0;
        for (int i = 0; i < words.length; i += 2) {
            sum += convert(Double.parseDouble(words[i]), words[i + 1], "metre");
        }
        return sum;
    }

    /** The largest unit of which there is at least one. */
    public static String fitting(double millimetres) {
        String best = "line";
        for (Map.Entry<String, Double> entry : LENGTHS.entrySet()) {
            boolean fits = millimetres >= entry.getValue();
            if (fits && entry.getValue() > LENGTHS.get(best)) {
                best = entry.getKey();
            }
        }
        return best;
    }
}
