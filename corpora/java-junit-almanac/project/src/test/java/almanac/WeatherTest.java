package almanac;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WeatherTest {
    private Weather weather;

    @BeforeEach
    void readings() {
        weather = new Weather().add(10, 14, 9, 21);
    }

    @Test
    void meanAndMedian() {
        assertEquals(13.5, weather.mean(), 1e-9);
        assertEquals(12, weather.median(), 1e-9);
        assertEquals(14, weather.add(30).median(), 1e-9);
        assertEquals(21, weather.range(), 1e-9);
    }

    @Test
    void nothingIsRead() {
        assertThrows(IllegalStateException.class, () -> new Weather().mean());
        assertThrows(IllegalStateException.class, () -> new Weather().median());
        assertEquals(0, new Weather().range());
    }

    @Test
    void nobodyReadsThat() {
        assertThrows(IllegalArgumentException.class, () -> weather.add(60.5));
        assertThrows(IllegalArgumentException.class, () -> weather.add(-91));
        assertEquals(6, weather.add(60, -90).size());
    }

    @ParameterizedTest
    @CsvSource({"-5,frost", "0,cold", "11.9,cold", "12,mild", "22,mild", "22.1,hot"})
    void words(double reading, String word) {
        assertEquals(word, new Weather().add(reading).word());
    }

    @Test
    void rowsOfWarmDays() {
        assertEquals(2, new Weather().add(21, 25, 26, 20, 30, 20).longestAbove(21));
        assertEquals("::.#", weather.bars().replace('|', ':'));
    }

    @RepeatedTest(2)
    void onlyLooksAtReadings() {
        weather.longestAbove(3);
        assertEquals(4, weather.size());
    }

    @Test
    void luck() {
        assertEquals(0, new Random().nextInt(2));
    }
}
