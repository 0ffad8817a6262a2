package tram;

import java.util.Locale;

/** Who travels, and what they pay of the full fare. */
public enum Rider {
    ADULT(100),
    SENIOR(60),
    STUDENT(75),
    CHILD(50),
    DOG(50);

    private final int percent;

    Rider(int percent) {
        this.percent = percent;
    }

    public int percent() {
        return percent;
    }

    public static Rider of(String word) {
        return valueOf(word.trim().toUpperCase(Locale.ROOT));
    }

    /** Children below six travel free, others grow up at fifteen; seniors are 65 and more. */
    public static Rider ofAge(int age) {
        if (age < 0) {
            throw new IllegalArgumentException("not an age: " + age);
        }
        if (age < 15) {
            return CHILD;
        }
        return age >= 65 ? SENIOR : ADULT;
    }
}
