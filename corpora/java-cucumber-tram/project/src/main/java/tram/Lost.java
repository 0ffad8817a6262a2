package tram;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** The lost property office, with its book on disk. */
public final class Lost {
    /** Something that was found in a tram. */
    public record Item(int number, String what, String line, LocalDate found, Money value) {
        String row() {
            return number + "|" + what + "|" + line + "|" + found + "|" + value;
        }

        static Item of(String row) {
            String[] cells = row.split("\\|");
            return new Item(Integer.parseInt(cells[0]), cells[1], cells[2], LocalDate.parse(cells[3]),
                Money.parse(cells[4]));
        }
    }

    private final Path book;
    private final List<Item> items = new ArrayList<>();

    public Lost(Path book) throws IOException {
        this.book = book;
        if (Files.exists(book)) {
            for (String row : Files.readAllLines(book, StandardCharsets.UTF_8)) {
                items.add(Item.of(row));
            }
        }
    }

    public Item add(String what, String line, LocalDate found, Money value) throws IOException {
        int number = 1;
        for (Item item : items) {
            number = Math.max(number, item.number() + 1);
        }
        Item item = new Item(number, what.toLowerCase(Locale.ROOT), line, found, value);
        items.add(item);
        save();
        return item;
    }

    private void save() throws IOException {
        List<String> rows = new ArrayList<>();
        for (Item item : items) {
            rows.add(item.row());
        }
        Files.write(book, rows, StandardCharsets.UTF_8);
    }

    /** Perishables for a day, what is worth something for half a year, the rest for 30 days. */
    public static int daysKept(Item item) {
        if (item.what().contains("fish") || item.what().contains("flowers")) {
            return 1;
        }
        return item.value().compareTo(Money.ofCents(5000)) >= 0 ? 182 : 30;
    }

    public List<Item> search(String words, String line) {
        List<Item> found = new ArrayList<>();
        for (Item item : items) {
            boolean fits = true;
            for (String word : words.toLowerCase(Locale.ROOT).split("\\s+")) {
                fits = fits && item.what().contains(word);
            }
            if (fits && (line.isEmpty() || line.equals(item.line()))) {
                found.add(item);
            }
        }
        found.sort(Comparator.comparing(Item::found).reversed().thenComparing(Item::number));
        return found;
    }

    /** Takes away what was kept long enough, and says how many. */
    public int clear(LocalDate today) throws IOException {
        int before = items.size();
        items.removeIf(item -> ChronoUnit.DAYS.between(item.found(), today) > daysKept(item));
        save();
        return before - items.size();
    }

    public Money fee(Item item, LocalDate today) {
        long days = ChronoUnit.DAYS.between(item.found(), today);
        Money base = Money.ofCents(200).plus(Money.ofCents(50 * Math.max(0, days - 7)));
        return base.atMost(item.value().percent(20).upTo(10));
    }

    public int size() {
        return items.size();
    }
}
