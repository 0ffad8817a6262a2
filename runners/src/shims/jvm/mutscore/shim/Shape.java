package mutscore.shim;

import java.util.Arrays;
import java.util.TreeSet;
import jdk.internal.org.objectweb.asm.ClassReader;
import jdk.internal.org.objectweb.asm.FieldVisitor;
import jdk.internal.org.objectweb.asm.MethodVisitor;
import jdk.internal.org.objectweb.asm.Opcodes;

/**
 * What a compiler reads of a class when it compiles another one: kind, parents, members that are not private, and the
 * values of constants, which it copies. Two classes of one shape are exchangeable under compiled code.
 */
final class Shape extends ClassWalk {
    private final TreeSet<String> parts = new TreeSet<>();
    private boolean exchangeable = true;

    static TreeSet<String> of(byte[] bytes) {
        return read(bytes).parts;
    }

    /** Whether nobody outside its own file can name a class: anonymous and local ones. */
    static boolean isPrivate(byte[] bytes) {
        return read(bytes).exchangeable;
    }

    private static Shape read(byte[] bytes) {
        Shape shape = new Shape();
        new ClassReader(bytes).accept(shape, ClassReader.SKIP_CODE | ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
        return shape;
    }

    @Override
    public void visit(int version, int access, String name, String signature, String above, String[] interfaces) {
        parts.add("class " + version + ' ' + access + ' ' + signature + ' ' + above + ' ' + Arrays.toString(interfaces));
        exchangeable = name.matches(".*\\$[0-9].*");
    }

    @Override
    public FieldVisitor visitField(int access, String name, String type, String signature, Object value) {
        if ((access & (Opcodes.ACC_SYNTHETIC | Opcodes.ACC_PRIVATE)) == 0 || value != null) {
            parts.add("field " + access + ' ' + name + ' ' + type + ' ' + signature + ' ' + value);
        }
        return null;
    }

    @Override
    public MethodVisitor visitMethod(int access, String name, String type, String signature, String[] thrown) {
        if ((access & (Opcodes.ACC_SYNTHETIC | Opcodes.ACC_PRIVATE)) == 0) {
            parts.add("method " + access + ' ' + name + type + ' ' + signature + ' ' + Arrays.toString(thrown));
        }
        return null;
    }
}
