package almanac;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StoreTest {
    @Test
    void remembersOnDisk(@TempDir Path folder) throws IOException {
        Store store = new Store();
        store.put("rye, old", 3);
        store.put("oats \"B\"", 2);
        Path file = folder.resolve("barn.csv");
        store.write(file);
        Store again = Store.read(file);
        assertEquals(3, again.count("rye, old"));
        assertEquals(2, again.count("oats \"B\""));
        assertEquals(5, again.total());
    }

    @Test
    void refusesRagged(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("barn.csv"), "rye,3,4\n");
        assertThrows(IOException.class, () -> Store.read(file));
        Files.writeString(file, "rye, 3\n\n");
        assertEquals(3, Store.read(file).total());
    }

    @Test
    void cellsAreQuoted() {
        assertEquals(List.of("a", "b,c", "d\"e", ""), Store.cells("a,\"b,c\",\"d\"\"e\","));
        assertThrows(IllegalArgumentException.class, () -> Store.cells("\"a"));
    }

    @Test
    void takesNoMoreThanThereIs() {
        Store store = new Store();
        store.put("rye", 3);
        store.put("rye", -3);
        assertEquals(0, store.count("rye"));
        assertThrows(IllegalStateException.class, () -> store.put("rye", -1));
        assertEquals(0, store.count("oats"));
    }

    @Test
    void ranksFromOne() {
        assertEquals(1, Store.rank("rye"));
        assertEquals(2, Store.rank("oats"));
        assertEquals(1, Store.rank("rye"));
        assertEquals(3, Store.asked());
    }

    @Test
    void ranksFromOneAgain() {
        assertEquals(1, Store.rank("oats"));
        assertEquals(1, Store.asked());
    }

    @Test
    void countsTogether() throws Exception {
        Store one = new Store();
        one.put("rye", 3);
        Store two = new Store();
        two.put("rye", 4);
        assertEquals(7, Store.countTogether(List.of(one, two), "rye"));
    }

    @Test
    void leavesAFileInTheTree() throws IOException {
        Path file = Path.of("barn.tmp");
        assertTrue(Files.notExists(file));
        new Store().write(file);
        assertEquals(0, Store.read(file).total());
    }

    @Test
    void knowsThePlace() {
        assertEquals("harbour", System.getProperty("almanac.place"));
        System.setProperty("almanac.place", "elsewhere");
        assertEquals(List.of("x"), Store.cells("x"));
    }

    @Test
    void failsAsItIs() {
        assertEquals(1, new Store().total());
    }
}
