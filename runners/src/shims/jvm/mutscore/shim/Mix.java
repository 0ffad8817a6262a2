package mutscore.shim;

/** Mixes values into one of 64 bits. */
final class Mix {
    private Mix() {
    }

    static long of(long mixed, long value) {
        long next = (mixed ^ value) * 0x9E3779B97F4A7C15L;
        next ^= next >>> 32;
        next *= 0xD6E8FEB86659FD93L;
        return next ^ next >>> 29;
    }

    static long text(String text) {
        long mixed = text.length();
        for (int i = 0; i < text.length(); i++) {
            mixed = mixed * 0x100000001B3L ^ text.charAt(i);
        }
        return of(mixed, 0);
    }
}
