package tram;

import java.time.Duration;
import java.time.LocalDateTime;

/** A single ticket: a serial, a number of zones, and a time from which it is valid. */
public final class Ticket {
    private static final Duration EACH_ZONE = Duration.ofMinutes(30);

    private final String serial;
    private final int zones;
    private final Rider rider;
    private LocalDateTime stamped;

    public Ticket(String serial, int zones, Rider rider) {
        if (!Serials.isSound(serial)) {
            throw new IllegalArgumentException("a forged serial: " + serial);
        }
        this.serial = serial;
        this.zones = zones;
        this.rider = rider;
    }

    public String serial() {
        return serial;
    }

    public int zones() {
        return zones;
    }

    public Rider rider() {
        return rider;
    }

    public boolean isStamped() {
        return stamped != null;
    }

    public void stamp(LocalDateTime when) {
        if (isStamped()) {
            throw new IllegalStateException("stamped already at " + stamped);
        }
        stamped = when;
    }

    public LocalDateTime validUntil() {
        if (!isStamped()) {
            throw new IllegalStateException("not stamped");
        }
        return stamped.plus(EACH_ZONE.multipliedBy(zones + 1L));
    }

    public boolean isValidAt(LocalDateTime when) {
        return isStamped() && !when.isBefore(stamped) && when.isBefore(validUntil());
    }
}
