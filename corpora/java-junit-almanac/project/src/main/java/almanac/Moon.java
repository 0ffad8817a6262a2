package almanac;

import java.time.LocalDate;
import java.time.temporal.ChronoUnit;

/** Phases of the moon, as exact as a book on the wall. */
public enum Moon {
    NEW, WAXING, FULL, WANING;

    private static final LocalDate KNOWN_NEW = LocalDate.of(2000, 1, 6);
    private static final double MONTH = 29.530588;

    public static double age(LocalDate day) {
        double days = ChronoUnit.DAYS.between(KNOWN_NEW, day);
        double age = days % MONTH;
        return age < 0 ? age + MONTH : age;
    }

    public static Moon of(LocalDate day) {
        double age = age(day);
        if (age < 1.5 || age >= MONTH - 1.5) {
            return NEW;
        }
        if (age < MONTH / 2 - 1.5) {
            return WAXING;
        }
        return age < MONTH / 2 + 1.5 ? FULL : WANING;
    }

    public boolean isBright() {
        return this == FULL;
    }

    /** The next day of a phase, the day itself included. */
    public LocalDate next(LocalDate from) {
        LocalDate day = from;
        for (int i = 0; i < 31; i++) {
            if (of(day) == this) {
                return day;
            }
            day = day.plusDays(1);
        }
        throw new IllegalStateException("no " + this + " within a month");
    }
}
