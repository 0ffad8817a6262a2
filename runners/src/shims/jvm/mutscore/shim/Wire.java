package mutscore.shim;

import java.io.EOFException;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * One end of the socket to the engine. A frame is a little-endian u32 with the length of a JSON text, the text, and
 * the blobs whose lengths it lists under "blobs".
 */
final class Wire {
    private final FileInputStream in;
    private final FileOutputStream out;

    /** A frame as it came. */
    static final class Frame {
        final Map<String, Object> header;
        final List<byte[]> blobs;

        Frame(Map<String, Object> header, List<byte[]> blobs) {
            this.header = header;
            this.blobs = blobs;
        }
    }

    /** The descriptor that the sandbox has put there: the JVM has no public way to a number. */
    Wire(int number) throws ReflectiveOperationException {
        FileDescriptor descriptor = new FileDescriptor();
        Internals.setInt(descriptor, FileDescriptor.class.getDeclaredField("fd"), number);
        in = new FileInputStream(descriptor);
        out = new FileOutputStream(descriptor);
    }

    Frame receive() throws IOException {
        byte[] length = bytes(4);
        int size = (length[0] & 0xff) | (length[1] & 0xff) << 8 | (length[2] & 0xff) << 16 | (length[3] & 0xff) << 24;
        Map<String, Object> header = Json.object(Json.parse(new String(bytes(size), StandardCharsets.UTF_8)));
        List<byte[]> blobs = new ArrayList<>();
        for (Object blob : Json.list(header.get("blobs"))) {
            blobs.add(bytes(((Long) blob).intValue()));
        }
        return new Frame(header, blobs);
    }

    private byte[] bytes(int count) throws IOException {
        byte[] bytes = new byte[count];
        int got = 0;
        while (got < count) {
            // Not `readNBytes`, which asks a file for its position.
            int more = in.read(bytes, got, count - got);
            if (more < 0) {
                throw new EOFException("the engine is gone");
            }
            got += more;
        }
        return bytes;
    }

    synchronized void send(Map<String, Object> header, List<byte[]> blobs) throws IOException {
        byte[] text = Json.write(header).getBytes(StandardCharsets.UTF_8);
        byte[] frame = new byte[4 + text.length];
        for (int i = 0; i < 4; i++) {
            frame[i] = (byte) (text.length >> 8 * i);
        }
        System.arraycopy(text, 0, frame, 4, text.length);
        out.write(frame);
        for (byte[] blob : blobs) {
            out.write(blob);
        }
    }

    void send(Map<String, Object> header) throws IOException {
        send(header, List.of());
    }

    /** A line of a cold run's record. Line ends on both sides keep apart what others write. */
    synchronized void line(String token, Map<String, Object> value) throws IOException {
        out.write(("\n" + token + " " + Json.write(value) + "\n").getBytes(StandardCharsets.UTF_8));
    }
}
