package almanac;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.LocalDate;
import java.util.List;
import org.junit.jupiter.api.Disabled;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CalendarTest {
    @ParameterizedTest
    @CsvSource({"2024-03-31", "2023-04-09", "2019-04-21", "2008-03-23", "1961-04-02", "2038-04-25"})
    void easterMoves(LocalDate easter) {
        assertEquals(easter, Feasts.easter(easter.getYear()));
    }

    @Test
    void adventIsTheFourthSunday() {
        assertEquals(LocalDate.of(2024, 12, 1), Feasts.advent(2024));
        assertEquals(LocalDate.of(2022, 11, 27), Feasts.advent(2022));
    }

    @Test
    void feastsStandInOrder() {
        assertEquals(
            List.of("Good Friday", "Easter", "Ascension", "Pentecost"),
            Feasts.between(LocalDate.of(2024, 3, 29), LocalDate.of(2024, 5, 19)));
        assertEquals(List.of("Christmas", "New Year"),
            Feasts.between(LocalDate.of(2023, 12, 25), LocalDate.of(2024, 1, 1)));
    }

    @Test
    @Tag("work")
    void workingDaysLeaveOutFeasts() {
        assertEquals(5, Feasts.workingDays(LocalDate.of(2024, 3, 25), LocalDate.of(2024, 3, 31)));
        assertEquals(1, Feasts.workingDays(LocalDate.of(2024, 4, 1), LocalDate.of(2024, 4, 1)));
    }

    @Nested
    class OfTheMoon {
        @ParameterizedTest
        @CsvSource({"2000-01-06,NEW", "2000-01-07,NEW", "2000-01-08,WAXING", "2000-01-21,FULL", "2000-01-24,WANING",
            "1999-12-30,WANING", "2024-03-25,FULL"})
        void phases(LocalDate day, Moon phase) {
            assertEquals(phase, Moon.of(day));
        }

        @Test
        void nextFull() {
            assertEquals(LocalDate.of(2000, 1, 20), Moon.FULL.next(LocalDate.of(2000, 1, 6)));
            assertTrue(Moon.FULL.isBright());
            assertFalse(Moon.NEW.isBright());
        }

        @Test
        @Disabled("the book is wrong there")
        void eclipses() {
            assertTrue(false);
        }
    }
}
