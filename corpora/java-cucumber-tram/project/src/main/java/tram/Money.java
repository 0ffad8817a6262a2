package tram;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** An amount in cents. */
public final class Money implements Comparable<Money> {
    public static final Money ZERO = new Money(0);

    private final long cents;

    private Money(long cents) {
        this.cents = cents;
    }

    public static Money ofCents(long cents) {
        return cents == 0 ? ZERO : new Money(cents);
    }

    /** Reads `3`, `3.5`, `3.50` or `-0.05`. */
    public static Money parse(String text) {
        String plain = text.trim();
        boolean negative = plain.startsWith("-");
        if (negative) {
            plain = plain.substring(1);
        }
        int dot = plain.indexOf('.');
        String whole = dot < 0 ? plain : plain.substring(0, dot);
        String part = dot < 0 ? "" : plain.substring(dot + 1);
        if (whole.isEmpty() || part.length() > 2 || dot >= 0 && part.isEmpty()) {
            throw new IllegalArgumentException("not an amount: " + text);
        }
        while (part.length() < 2) {
            part = part + "0";
        }
        long cents = Long.parseLong(whole) * 100 + Long.parseLong(part);
        return ofCents(negative ? -cents : cents);
    }

    public long cents() {
        return cents;
    }

    public Money plus(Money other) {
        return ofCents(cents + other.cents);
    }

    public Money minus(Money other) {
        return ofCents(cents - other.cents);
    }

    public Money times(int count) {
        return ofCents(cents * count);
    }

    /** So many percent, half a cent rounded away from nothing. */
    public Money percent(int percent) {
        long scaled = cents * percent;
        long rounded = (Math.abs(scaled) + 50) / 100;
        return ofCents(scaled < 0 ? -rounded : rounded);
    }

    /** Rounds up to the next multiple, as machines without small coins do. */
    public Money upTo(int step) {
        long rest = Math.floorMod(cents, (long) step);
        return rest == 0 ? this : ofCents(cents + step - rest);
    }

    /** Shares without losing a cent: the first ones get one more. */
    public List<Money> share(int people) {
        if (people <= 0) {
            throw new IllegalArgumentException("nobody to share with");
        }
        long each = cents / people;
        long left = cents % people;
        List<Money> shares = new ArrayList<>();
        for (int i = 0; i < people; i++) {
            shares.add(ofCents(i < left ? each + 1 : each));
        }
        return shares;
    }

    public boolean isNegative() {
        return cents < 0;
    }

    public Money atMost(Money cap) {
        return compareTo(cap) > 0 ? cap : this;
    }

    @Override
    public int compareTo(Money other) {
        return Long.compare(cents, other.cents);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Money && ((Money) other).cents == cents;
    }

    @Override
    public int hashCode() {
        return Objects.hash(cents);
    }

    @Override
    public String toString() {
        long size = Math.abs(cents);
        String text = size / 100 + "." + size % 100 / 10 + size % 10;
        return cents < 0 ? "-" + text : text;
    }
}
