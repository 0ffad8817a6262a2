package tram;

import java.util.Random;

/** Serial numbers of tickets: letters for the machine, digits, and a digit that proves them. */
public final class Serials {
    private static int next = 1;
    private static final Random NOISE = new Random();

    private Serials() {
    }

    /** The next one of a machine. Counts through all machines. */
    public static synchronized String next(String machine) {
        String body = machine + String.format("%05d", next++);
        return body + "-" + proof(body);
    }

    /** A word that nobody can guess, for the back of a ticket. */
    public static String secret() {
        StringBuilder word = new StringBuilder();
        for (int i = 0; i < 8; i++) {
            word.append((char) ('A' + NOISE.nextInt(26)));
        }
        return word.toString();
    }

    public static int proof(String body) {
        int sum = 0;
        for (int i = 0; i < body.length(); i++) {
            int value = Character.digit(body.charAt(i), 36);
            sum += i % 2 == 0 ? value * 3 : value;
        }
        return (10 - sum % 10) % 10;
    }

    public static boolean isSound(String serial) {
        int dash = serial.lastIndexOf('-');
        if (dash != serial.length() - 2 || dash < 6) {
            return false;
        }
        String body = serial.substring(0, dash);
        for (int i = 0; i < body.length(); i++) {
            if (!Character.isLetterOrDigit(body.charAt(i))) {
                return false;
            }
        }
        return Character.digit(serial.charAt(dash + 1), 10) == proof(body);
    }
}
