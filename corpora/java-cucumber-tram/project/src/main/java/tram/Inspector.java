package tram;

import java.time.LocalDateTime;
import java.util.HashMap;
import java.util.Map;

/** Looks at tickets, and remembers who had none. */
public final class Inspector {
    private static final Money PENALTY = Money.ofCents(6000);
    /** Shared by all inspectors. */
    private static final Map<String, Integer> OFFENCES = new HashMap<>();

    private final Network network;

    public Inspector(Network network) {
        this.network = network;
    }

    /** Why a ticket does not do, or null. */
    public String objection(Ticket ticket, String from, String at, LocalDateTime when) {
        if (ticket == null) {
            return "no ticket";
        }
        if (!ticket.isStamped()) {
            return "not stamped";
        }
        if (!ticket.isValidAt(when)) {
            return "run out";
        }
        if (network.zonesBetween(from, at) > ticket.zones()) {
            return "too far";
        }
        return null;
    }

    /** The first time half, the third time and later double. */
    public Money penalty(String name) {
        int count = OFFENCES.merge(name, 1, Integer::sum);
        switch (count) {
            case 1:
                return PENALTY.percent(50);
            case 2:
                return PENALTY;
            default:
                return PENALTY.times(2);
        }
    }

    public static int offences(String name) {
        return OFFENCES.getOrDefault(name, 0);
    }
}
