package tram;

import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;

/** A prepaid card: tapped at the start and the end of a journey, with a cap on what a day costs. */
public final class Card {
    public static final Money DAY_CAP = Money.ofCents(900);
    private static final Money LARGEST = Money.ofCents(15000);
    private static final Duration LONGEST = Duration.ofHours(3);
    private static final Money FORGOTTEN = Money.ofCents(500);

    private final Fares fares;
    private final Rider rider;
    private final List<String> journal = new ArrayList<>();
    private Money balance = Money.ZERO;
    private Money today = Money.ZERO;
    private LocalDate day;
    private String from;
    private LocalDateTime since;

    public Card(Fares fares, Rider rider) {
        this.fares = fares;
        this.rider = rider;
    }

    public Money balance() {
        return balance;
    }

    public List<String> journal() {
        return List.copyOf(journal);
    }

    public void topUp(Money amount) {
        if (amount.compareTo(Money.ZERO) <= 0) {
            throw new IllegalArgumentException("nothing to add");
        }
        Money after = balance.plus(amount);
        if (after.compareTo(LARGEST) > 0) {
            throw new IllegalArgumentException("a card holds " + LARGEST + " at most");
        }
        balance = after;
        journal.add("+" + amount);
    }

    public boolean isTravelling() {
        return from != null;
    }

    public void tap(String stop, LocalDateTime when) {
        if (isTravelling() && Duration.between(since, when).compareTo(LONGEST) > 0) {
            charge("forgotten at " + from, FORGOTTEN, since.toLocalDate());
            from = null;
        }
        if (!isTravelling()) {
            if (balance.isNegative()) {
                throw new IllegalStateException("the card is overdrawn by " + balance);
            }
            from = stop;
            since = when;
            return;
        }
        Money fare = from.equals(stop) ? Money.ZERO : fares.fare(from, stop, rider, since);
        charge(from + " to " + stop, fare, since.toLocalDate());
        from = null;
    }

    private void charge(String what, Money amount, LocalDate when) {
        if (!when.equals(day)) {
            day = when;
            today = Money.ZERO;
        }
        Money capped = amount.atMost(DAY_CAP.minus(today));
        today = today.plus(capped);
        balance = balance.minus(capped);
        journal.add(what + " -" + capped);
    }
}
