package almanac;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UnitsTest {
    @ParameterizedTest
    @CsvSource({"1,foot,inch,12", "2,fathom,foot,12", "1,mile,yard,1760", "1,stone,pound,14", "3,metre,metre,3"})
    void converts(double amount, String from, String to, double expected) {
        assertEquals(expected, Units.convert(amount, from, to), 1e-9);
    }

    @Test
    void weightsAreNoLengths() {
        assertThrows(IllegalArgumentException.class, () -> Units.convert(1, "foot", "pound"));
        assertThrows(IllegalArgumentException.class, () -> Units.convert(1, "pound", "foot"));
        assertThrows(IllegalArgumentException.class, () -> Units.convert(1, "ell", "foot"));
    }

    @Test
    void readsSums() {
        assertEquals(1.6002, Units.metres("5 foot 3 inch"), 1e-9);
        assertThrows(IllegalArgumentException.class, () -> Units.metres("5 foot 3"));
    }

    @ParameterizedTest
    @CsvSource({"25.4,inch", "25.3,line", "1000,metre", "1828.8,fathom", "0.1,line"})
    void fits(double millimetres, String unit) {
        assertEquals(unit, Units.fitting(millimetres));
    }
}
