package tram;

import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/** A ticket machine: takes coins, gives tickets and change. */
public final class Machine {
    private static final int[] COINS = {200, 100, 50, 20, 10, 5};

    private final String name;
    private final Fares fares;
    private final Network network;
    private final TreeMap<Integer, Integer> coins = new TreeMap<>();
    private Money paid = Money.ZERO;

    public Machine(String name, Network network) {
        this.name = name;
        this.network = network;
        this.fares = new Fares(network);
    }

    public void fill(int coin, int count) {
        check(coin);
        coins.merge(coin, count, Integer::sum);
    }

    public void insert(int coin) {
        check(coin);
        coins.merge(coin, 1, Integer::sum);
        paid = paid.plus(Money.ofCents(coin));
    }

    private static void check(int coin) {
        for (int known : COINS) {
            if (known == coin) {
                return;
            }
        }
        throw new IllegalArgumentException("no coin of " + coin);
    }

    public Money paid() {
        return paid;
    }

    /** A ticket, once enough is paid and the change can be given. */
    public Sale buy(String from, String to, Rider rider, LocalDateTime when) {
        Money price = fares.fare(from, to, rider, when);
        if (paid.compareTo(price) < 0) {
            throw new NotEnough(price.minus(paid));
        }
        List<Integer> change = change(paid.minus(price));
        for (int coin : change) {
            coins.merge(coin, -1, Integer::sum);
        }
        paid = Money.ZERO;
        Ticket ticket = new Ticket(Serials.next(name), network.zonesBetween(from, to), rider);
        return new Sale(ticket, change);
    }

    /** The largest coins first, of those that are there. */
    private List<Integer> change(Money amount) {
        long left = amount.cents();
        List<Integer> given = new ArrayList<>();
        for (int coin : COINS) {
            int there = coins.getOrDefault(coin, 0);
            while (left >= coin && there > 0) {
                given.add(coin);
                left -= coin;
                there--;
            }
        }
        if (left > 0) {
            throw new IllegalStateException("no change for " + amount);
        }
        return given;
    }

    public List<Integer> cancel() {
        List<Integer> back = change(paid);
        for (int coin : back) {
            coins.merge(coin, -1, Integer::sum);
        }
        paid = Money.ZERO;
        return back;
    }

    /** A ticket with the coins that came back. */
    public record Sale(Ticket ticket, List<Integer> change) {
    }

    /** More has to be paid. */
    public static final class NotEnough extends RuntimeException {
        private static final long serialVersionUID = 1L;
        private final Money missing;

        NotEnough(Money missing) {
            super(missing + " are missing");
            this.missing = missing;
        }

        public Money missing() {
            return missing;
        }
    }
}
