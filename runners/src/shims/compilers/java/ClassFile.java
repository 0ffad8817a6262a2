import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** A class file, read as far as its code is concerned. */
final class ClassFile {
    private final byte[] bytes;
    /** Where each constant's tag is. */
    private final int[] constants;
    private final List<int[]> bootstraps = new ArrayList<>();
    final String name;
    final String parent;
    final List<String> interfaces = new ArrayList<>();
    final List<Member> fields = new ArrayList<>();
    final List<Member> methods = new ArrayList<>();

    /** A field or method. */
    static final class Member {
        int flags;
        String name;
        String descriptor;
        /** Where a method's code or a field's constant is; 0 where there is none. */
        int at;
    }

    ClassFile(byte[] bytes) {
        this.bytes = bytes;
        int count = two(8);
        constants = new int[count];
        int at = 10;
        for (int index = 1; index < count; index++) {
            constants[index] = at;
            int tag = one(at);
            // Long and double count twice.
            if (tag == 5 || tag == 6) {
                index++;
            }
            at += 1 + length(tag, at);
        }
        name = className(two(at + 2));
        parent = two(at + 4) == 0 ? "" : className(two(at + 4));
        at += 6;
        for (int left = two(at); left > 0; left--) {
            at += 2;
            interfaces.add(className(two(at)));
        }
        at = members(at + 2, fields, "ConstantValue");
        at = members(at, methods, "Code");
        at += 2;
        for (int left = two(at - 2); left > 0; left--) {
            if (utf8(two(at)).equals("BootstrapMethods")) {
                bootstraps(at + 6);
            }
            at += 6 + four(at + 2);
        }
    }

    private int length(int tag, int at) {
        switch (tag) {
            case 1:
                return 2 + two(at + 1);
            case 7:
            case 8:
            case 16:
            case 19:
            case 20:
                return 2;
            case 15:
                return 3;
            case 5:
            case 6:
                return 8;
            case 3:
            case 4:
            case 9:
            case 10:
            case 11:
            case 12:
            case 17:
            case 18:
                return 4;
            default:
                throw new IllegalStateException("a constant of kind " + tag);
        }
    }

    private int members(int at, List<Member> into, String wanted) {
        int next = at + 2;
        for (int left = two(at); left > 0; left--) {
            Member member = new Member();
            member.flags = two(next);
            member.name = utf8(two(next + 2));
            member.descriptor = utf8(two(next + 4));
            int attributes = two(next + 6);
            next += 8;
            for (; attributes > 0; attributes--) {
                if (utf8(two(next)).equals(wanted)) {
                    member.at = next + 6;
                }
                next += 6 + four(next + 2);
            }
            into.add(member);
        }
        return next;
    }

    private void bootstraps(int at) {
        int next = at + 2;
        for (int left = two(at); left > 0; left--) {
            int[] one = new int[1 + two(next + 2)];
            one[0] = two(next);
            for (int i = 1; i < one.length; i++) {
                one[i] = two(next + 2 + 2 * i);
            }
            bootstraps.add(one);
            next += 4 + 2 * (one.length - 1);
        }
    }

    int one(int at) {
        return bytes[at] & 0xff;
    }

    int two(int at) {
        return one(at) << 8 | one(at + 1);
    }

    int four(int at) {
        return two(at) << 16 | two(at + 2);
    }

    int tag(int constant) {
        return one(constants[constant]);
    }

    /** The place of what a constant consists of. */
    int content(int constant) {
        return constants[constant] + 1;
    }

    /** A bootstrap method's handle, then its arguments. */
    int[] bootstrap(int index) {
        return bootstraps.get(index);
    }

    String utf8(int constant) {
        int at = content(constant);
        try {
            return new DataInputStream(new ByteArrayInputStream(bytes, at, 2 + two(at))).readUTF();
        } catch (IOException error) {
            throw new IllegalStateException(error);
        }
    }

    String className(int constant) {
        return utf8(two(content(constant)));
    }

    Member method(String name, String descriptor) {
        for (Member method : methods) {
            if (method.name.equals(name) && method.descriptor.equals(descriptor)) {
                return method;
            }
        }
        return null;
    }
}
