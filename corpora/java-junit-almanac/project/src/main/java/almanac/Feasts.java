package almanac;

import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.temporal.TemporalAdjusters;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Feast days of a year, the moving ones too. */
public final class Feasts {
    private Feasts() {
    }

    public static LocalDate easter(int year) {
        int a = year % 19;
        int b = year / 100;
        int c = year % 100;
        int d = b / 4;
        int e = b % 4;
        int f = (b + 8) / 25;
        int g = (b - f + 1) / 3;
        int h = (19 * a + b - d - g + 15) % 30;
        int i = c / 4;
        int k = c % 4;
        int l = (32 + 2 * e + 2 * i - h - k) % 7;
        int m = (a + 11 * h + 22 * l) / 451;
        int month = (h + l - 7 * m + 114) / 31;
        int day = (h + l - 7 * m + 114) % 31 + 1;
        return LocalDate.of(year, month, day);
    }

    /** The fourth Sunday before Christmas. */
    public static LocalDate advent(int year) {
        LocalDate christmas = LocalDate.of(year, 12, 25);
        LocalDate last = christmas.with(TemporalAdjusters.previous(DayOfWeek.SUNDAY));
        return last.minusWeeks(3);
    }

    public static Map<LocalDate, String> of(int year) {
        Map<LocalDate, String> feasts = new TreeMap<>();
        LocalDate easter = easter(year);
        feasts.put(LocalDate.of(year, 1, 1), "New Year");
        feasts.put(easter.minusDays(2), "Good Friday");
        feasts.put(easter, "Easter");
        feasts.put(easter.plusDays(39), "Ascension");
        feasts.put(easter.plusDays(49), "Pentecost");
        feasts.put(advent(year), "Advent");
        feasts.put(LocalDate.of(year, 12, 25), "Christmas");
        return feasts;
    }

    /** Working days from one day to another, both included, feasts and Sundays apart. */
    public static int workingDays(LocalDate from, LocalDate to) {
        int count = 0;
        for (LocalDate day = from; !day.isAfter(to); day = day.plusDays(1)) {
            boolean feast = of(day.getYear()).containsKey(day);
            if (day.getDayOfWeek() != DayOfWeek.SUNDAY && !feast) {
                count++;
            }
        }
        return count;
    }

    public static List<String> between(LocalDate from, LocalDate to) {
        List<String> names = new ArrayList<>();
        for (int year = from.getYear(); year <= to.getYear(); year++) {
            for (Map.Entry<LocalDate, String> entry : of(year).entrySet()) {
                if (!entry.getKey().isBefore(from) && !entry.getKey().isAfter(to)) {
                    names.add(entry.getValue());
                }
            }
        }
        return names;
    }
}
