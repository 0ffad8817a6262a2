package almanac;

import java.util.ArrayList;
import java.util.List;

/** Sets text in columns. */
public final class Pages {
    private Pages() {
    }

    /** Breaks between words; longer words than a line are cut. */
    public static List<String> wrap(String text, int width) {
        if (width < 1) {
            throw new IllegalArgumentException("no room in " + width);
        }
        List<String> lines = new ArrayList<>();
        StringBuilder line = new StringBuilder();
        for (String word : text.trim().split("\\s+")) {
            String rest = word;
            if (line.length() > 0 && line.length() + 1 + rest.length() > width) {
                lines.add(line.toString());
                line.setLength(0);
            }
            while (rest.length() > width) {
                lines.add(rest.substring(0, width));
                rest = rest.substring(width);
            }
            if (line.length() > 0) {
                line.append(' ');
            }
            line.append(rest);
        }
        if (line.length() > 0) {
            lines.add(line.toString());
        }
        return lines;
    }

    /** Fills the gaps of a line until it is as wide as the column, from the left. */
    public static String justify(String line, int width) {
        String[] words = line.trim().split("\\s+");
        if (words.length < 2) {
            return line.trim();
        }
        int letters = 0;
        for (String word : words) {
            letters += word.length();
        }
        int gaps = words.length - 1;
        int blanks = Math.max(width - letters, gaps);
        StringBuilder out = new StringBuilder(words[0]);
        for (int i = 1; i < words.length; i++) {
            int here = blanks / gaps + (i <= blanks % gaps ? 1 : 0);
            out.append(" ".repeat(here)).append(words[i]);
        }
        return out.toString();
    }

    public static String roman(int number) {
        if (number < 1 || number > 3999) {
            throw new IllegalArgumentException("no page has number " + number);
        }
        int[] values = {1000, 900, 500, 400, 100, 90, 50, 40, 10, 9, 5, 4, 1};
        String[] signs = {"M", "CM", "D", "CD", "C", "XC", "L", "XL", "X", "IX", "V", "IV", "I"};
        StringBuilder out = new StringBuilder();
        int left = number;
        for (int i = 0; i < values.length; i++) {
            while (left >= values[i]) {
                out.append(signs[i]);
                left -= values[i];
            }
        }
        return out.toString();
    }

    public static int ofRoman(String text) {
        int sum = 0;
        int before = 0;
        for (int i = text.length() - 1; i >= 0; i--) {
            int at = "IVXLCDM".indexOf(text.charAt(i));
            if (at < 0) {
                throw new IllegalArgumentException("no number: " + text);
            }
            int value = (at % 2 == 0 ? 1 : 5) * (int) Math.pow(10, at / 2);
            sum += value < before ? -value : value;
            before = Math.max(before, value);
        }
        return sum;
    }
}
