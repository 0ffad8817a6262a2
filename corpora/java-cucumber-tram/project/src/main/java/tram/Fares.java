package tram;

import java.time.DayOfWeek;
import java.time.LocalDateTime;
import java.util.EnumSet;
import java.util.Set;

/** What a journey costs. */
public final class Fares {
    private static final Money[] BY_ZONES = {Money.ofCents(180), Money.ofCents(260), Money.ofCents(350)};
    private static final Money EACH_FURTHER = Money.ofCents(80);
    private static final Set<DayOfWeek> QUIET = EnumSet.of(DayOfWeek.SATURDAY, DayOfWeek.SUNDAY);
    private static final int PEAK_PERCENT = 120;
    private static final int GROUP = 5;

    private final Network network;

    public Fares(Network network) {
        this.network = network;
    }

    public Money full(String from, String to) {
        int zones = network.zonesBetween(from, to);
        if (zones <= BY_ZONES.length) {
            return BY_ZONES[zones - 1];
        }
        return BY_ZONES[BY_ZONES.length - 1].plus(EACH_FURTHER.times(zones - BY_ZONES.length));
    }

    public static boolean isPeak(LocalDateTime when) {
        if (QUIET.contains(when.getDayOfWeek())) {
            return false;
        }
        int minutes = when.getHour() * 60 + when.getMinute();
        boolean morning = minutes >= 7 * 60 && minutes < 9 * 60;
        boolean evening = minutes >= 16 * 60 + 30 && minutes <= 18 * 60 + 30;
        return morning || evening;
    }

    public Money fare(String from, String to, Rider rider, LocalDateTime when) {
        Money fare = full(from, to);
        if (isPeak(when) && rider != Rider.DOG) {
            fare = fare.percent(PEAK_PERCENT);
        }
        return fare.percent(rider.percent()).upTo(5);
    }

    /** Adults who travel together pay for one less in every five. */
    public Money group(String from, String to, int adults, LocalDateTime when) {
        if (adults < 1) {
            throw new IllegalArgumentException("a group of nobody");
        }
        int paying = adults - adults / GROUP;
        return fare(from, to, Rider.ADULT, when).times(paying);
    }
}
