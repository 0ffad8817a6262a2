import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** A source file: its bytes, its text, and which byte is which character. */
final class Text {
    final byte[] bytes;
    final String text;
    private final Charset charset;
    /** For each byte the character that it begins; {@code null} where every character is a byte. */
    private final int[] places;

    Text(byte[] bytes) {
        this.bytes = bytes;
        String decoded;
        Charset read = StandardCharsets.UTF_8;
        try {
            decoded = read.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
        } catch (CharacterCodingException error) {
            read = StandardCharsets.ISO_8859_1;
            decoded = new String(bytes, read);
        }
        text = decoded;
        charset = read;
        places = text.length() == bytes.length ? null : places();
    }

    private int[] places() {
        int[] found = new int[bytes.length + 1];
        int at = 0;
        for (int i = 0; i < bytes.length; i++) {
            found[i] = at;
            int lead = bytes[i] & 0xff;
            // A character of four bytes is two of Java's.
            boolean continues = lead >= 0x80 && lead < 0xc0;
            at += continues ? 0 : lead >= 0xf0 ? 2 : 1;
            if (continues) {
                found[i] = at;
            }
        }
        found[bytes.length] = at;
        return found;
    }

    /** The character that begins at a byte. */
    int place(int at) {
        return places == null ? at : places[at];
    }

    /** A change of a part of the file, in bytes and in characters. */
    static final class Edit {
        final int start;
        final int end;
        final byte[] bytes;
        final int from;
        final int to;
        final String text;

        Edit(Text of, int start, int end, byte[] bytes) {
            this.start = start;
            this.end = end;
            this.bytes = bytes;
            from = of.place(start);
            to = of.place(end);
            text = new String(bytes, of.charset);
        }
    }

    /** The file with these edits: sorted, not overlapping. */
    Text with(List<Edit> edits) {
        ByteArrayOutputStream version = new ByteArrayOutputStream(bytes.length + 64);
        int from = 0;
        for (Edit edit : edits) {
            version.write(bytes, from, edit.start - from);
            version.write(edit.bytes, 0, edit.bytes.length);
            from = edit.end;
        }
        version.write(bytes, from, bytes.length - from);
        return new Text(version.toByteArray());
    }

    /** A part of the text with the edits in it. */
    String part(int start, int end, List<Edit> edits) {
        StringBuilder part = new StringBuilder(end - start + 64);
        int from = start;
        for (Edit edit : edits) {
            part.append(text, from, edit.from).append(edit.text);
            from = edit.to;
        }
        return part.append(text, from, end).toString();
    }
}
