package tram;

import java.time.LocalTime;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/** Departures of one line at one stop. */
public final class Timetable {
    private final TreeSet<LocalTime> times = new TreeSet<>();

    /** Reads `5:10 every 20 until 6:30, 7:05`. */
    public static Timetable parse(String text) {
        Timetable table = new Timetable();
        for (String part : text.split(",")) {
            String[] words = part.trim().split("\\s+");
            if (words.length == 1) {
                table.times.add(time(words[0]));
            } else if (words.length == 5 && words[1].equals("every") && words[3].equals("until")) {
                table.fill(time(words[0]), Integer.parseInt(words[2]), time(words[4]));
            } else {
                throw new IllegalArgumentException("not a timetable: " + part.trim());
            }
        }
        return table;
    }

    private static LocalTime time(String text) {
        String[] parts = text.split(":");
        return LocalTime.of(Integer.parseInt(parts[0]), Integer.parseInt(parts[1]));
    }

    private void fill(LocalTime from, int minutes, LocalTime until) {
        if (minutes <= 0) {
            throw new IllegalArgumentException("trams every " + minutes + " minutes");
        }
        int at = from.getHour() * 60 + from.getMinute();
        int last = until.getHour() * 60 + until.getMinute();
        while (at <= last) {
            times.add(LocalTime.of(at / 60, at % 60));
            at += minutes;
        }
    }

    public int size() {
        return times.size();
    }

    /** The next departure, on the next day if there is none any more. */
    public Optional<LocalTime> next(LocalTime now) {
        if (times.isEmpty()) {
            return Optional.empty();
        }
        LocalTime found = times.ceiling(now);
        return Optional.of(found == null ? times.first() : found);
    }

    public int minutesToWait(LocalTime now) {
        LocalTime next = next(now).orElseThrow(() -> new IllegalStateException("no trams at all"));
        int wait = (next.toSecondOfDay() - now.toSecondOfDay()) / 60;
        return wait < 0 ? wait + 24 * 60 : wait;
    }

    /** The longest time between two departures of a day, in minutes. */
    public int longestGap() {
        List<Integer> gaps = new ArrayList<>();
        LocalTime before = null;
        for (LocalTime time : times) {
            if (before != null) {
                gaps.add((time.toSecondOfDay() - before.toSecondOfDay()) / 60);
            }
            before = time;
        }
        return gaps.isEmpty() ? 0 : Collections.max(gaps);
    }
}
