package almanac;

import org.junit.jupiter.api.Test;

class SlowTest {
    @Test
    void isLeftOutByThePom() throws InterruptedException {
        Thread.sleep(60_000);
    }
}
