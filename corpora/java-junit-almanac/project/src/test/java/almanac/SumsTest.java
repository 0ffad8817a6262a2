package almanac;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SumsTest {
    private static final Map<String, Double> NAMES = Map.of("barley", 5.0, "rye", 0.5);

    @ParameterizedTest
    @CsvSource({"1 + 2 * 3,7", "(1 + 2) * 3,9", "10 - 4 - 3,3", "-2 * -3,6", "7 / 2,3.5", "barley * rye,2.5",
        "2.5,2.5", "8 / 2 / 2,2"})
    void adds(String text, double value) {
        assertEquals(value, Sums.of(text, NAMES), 1e-9);
    }

    @ParameterizedTest
    @CsvSource({"1 / 0,5", "(1 + 2,6", "1 2,2", "oats,0", "1 +,3"})
    void saysWhereItIsWrong(String text, int at) {
        assertEquals(at, assertThrows(Sums.Wrong.class, () -> Sums.of(text, NAMES)).at());
    }

    @ParameterizedTest
    @CsvSource({"(a[b]{c}),true", "(],false", "),false", "((),false", "'',true"})
    void closes(String text, boolean closed) {
        assertEquals(closed, Sums.isClosed(text));
    }

    @Test
    void dividesByNothing() {
        Sums.Wrong wrong = assertThrows(Sums.Wrong.class, () -> Sums.of("1 / (2 - 2)", NAMES));
        assertEquals("divided by nothing at 11", wrong.getMessage());
    }
}
