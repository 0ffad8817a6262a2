/** What follows an instruction's first byte. */
final class Opcodes {
    static final int TABLESWITCH = 170;
    private static final int LOOKUPSWITCH = 171;
    private static final int WIDE = 196;
    private static final int IINC = 132;

    /** Kinds: bytes as they are, a constant's number in one byte or in two, a place in the code, a switch. */
    static final int PLAIN = 0;
    static final int CONSTANT_SHORT = 1;
    static final int CONSTANT = 2;
    static final int BRANCH = 3;
    static final int BRANCH_WIDE = 4;
    static final int SWITCH = 5;

    private static final byte[] LENGTHS = new byte[256];
    private static final byte[] KINDS = new byte[256];

    static {
        java.util.Arrays.fill(LENGTHS, (byte) 1);
        set(16, 16, 2, PLAIN);
        set(17, 17, 3, PLAIN);
        set(18, 18, 2, CONSTANT_SHORT);
        set(19, 20, 3, CONSTANT);
        set(21, 25, 2, PLAIN);
        set(54, 58, 2, PLAIN);
        set(IINC, IINC, 3, PLAIN);
        set(153, 168, 3, BRANCH);
        set(169, 169, 2, PLAIN);
        set(TABLESWITCH, LOOKUPSWITCH, 0, SWITCH);
        set(178, 184, 3, CONSTANT);
        set(185, 186, 5, CONSTANT);
        set(187, 187, 3, CONSTANT);
        set(188, 188, 2, PLAIN);
        set(189, 189, 3, CONSTANT);
        set(192, 193, 3, CONSTANT);
        set(197, 197, 4, CONSTANT);
        set(198, 199, 3, BRANCH);
        set(200, 201, 5, BRANCH_WIDE);
    }

    private Opcodes() {
    }

    private static void set(int from, int to, int length, int kind) {
        for (int opcode = from; opcode <= to; opcode++) {
            LENGTHS[opcode] = (byte) length;
            KINDS[opcode] = (byte) kind;
        }
    }

    static int kind(int opcode) {
        return KINDS[opcode];
    }

    /** The length of the instruction {@code at} bytes into the code that begins at {@code code}. */
    static int length(ClassFile file, int code, int at) {
        int opcode = file.one(code + at);
        if (opcode == WIDE) {
            return file.one(code + at + 1) == IINC ? 6 : 4;
        }
        if (opcode != TABLESWITCH && opcode != LOOKUPSWITCH) {
            return LENGTHS[opcode];
        }
        int start = (at / 4 + 1) * 4;
        int place = code + start;
        int pairs = opcode == LOOKUPSWITCH ? 2 * file.four(place + 4) : 1 + file.four(place + 8) - file.four(place + 4);
        return start + (opcode == LOOKUPSWITCH ? 8 : 12) + 4 * pairs - at;
    }
}
