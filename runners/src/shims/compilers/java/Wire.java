import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Frames in and out. A frame is a count, then that many fields, each a length and its bytes (lengths and counts: 32
 * bits, little-endian).
 */
final class Wire {
    private final DataInputStream in = new DataInputStream(new BufferedInputStream(System.in));
    private final PrintStream out = System.out;

    List<byte[]> receive() throws IOException {
        List<byte[]> fields = new ArrayList<>();
        for (int left = Integer.reverseBytes(in.readInt()); left > 0; left--) {
            byte[] field = new byte[Integer.reverseBytes(in.readInt())];
            in.readFully(field);
            fields.add(field);
        }
        return fields;
    }

    void send(String... fields) throws IOException {
        ByteArrayOutputStream frame = new ByteArrayOutputStream();
        frame.write(number(fields.length));
        for (String field : fields) {
            byte[] bytes = field.getBytes(StandardCharsets.UTF_8);
            frame.write(number(bytes.length));
            frame.write(bytes);
        }
        out.write(frame.toByteArray());
        out.flush();
    }

    static byte[] number(int number) {
        return ByteBuffer.allocate(4).order(ByteOrder.LITTLE_ENDIAN).putInt(number).array();
    }

    static int integer(byte[] digits) {
        return Integer.parseInt(new String(digits, StandardCharsets.US_ASCII));
    }
}
