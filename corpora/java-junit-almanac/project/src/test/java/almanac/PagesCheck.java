package almanac;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PagesCheck {
    @Test
    void wraps() {
        assertEquals(List.of("sow rye in", "the dark"), Pages.wrap("sow rye in the dark", 10));
        assertEquals(List.of("of", "harv", "est", "time"), Pages.wrap("of harvest time", 4));
        assertThrows(IllegalArgumentException.class, () -> Pages.wrap("a", 0));
    }

    @Test
    void justifies() {
        assertEquals("a   b  c", Pages.justify("a b c", 8));
        assertEquals("alone", Pages.justify(" alone ", 9));
        assertEquals("too wide", Pages.justify("too wide", 3));
    }

    @ParameterizedTest
    @CsvSource({"1,I", "4,IV", "9,IX", "14,XIV", "40,XL", "1994,MCMXCIV", "3999,MMMCMXCIX"})
    void romanPages(int number, String roman) {
        assertEquals(roman, Pages.roman(number));
        assertEquals(number, Pages.ofRoman(roman));
    }

    @Test
    void noSuchPage() {
        assertThrows(IllegalArgumentException.class, () -> Pages.roman(0));
        assertThrows(IllegalArgumentException.class, () -> Pages.roman(4000));
        assertThrows(IllegalArgumentException.class, () -> Pages.ofRoman("XIZ"));
    }
}
