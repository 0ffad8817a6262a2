package mutscore.shim;

import java.lang.reflect.InvocationTargetException;
import jdk.internal.org.objectweb.asm.ClassVisitor;
import jdk.internal.org.objectweb.asm.Opcodes;

/**
 * A way through a class file that passes on what it does not look at, sealed types included. The reader in JDK 17 has those
 * for experiments only, and refuses a visitor that does not say that it is one.
 */
class ClassWalk extends ClassVisitor {
    /** Of the reader in JDK 17, and the first that knows sealed types, which is none of its constants. */
    static final int API = Runtime.version().feature() < 18 ? Opcodes.ASM8 : 9 << 16;

    /** To be seen by nobody else. */
    ClassWalk() {
        super(API);
    }

    ClassWalk(ClassVisitor next) {
        super(API, next);
    }

    /** A type that a sealed one permits. Overrides what JDK 17 has; nobody calls it later. */
    public void visitPermittedSubclassExperimental(String permitted) {
        if (cv == null) {
            return;
        }
        try {
            ClassVisitor.class.getMethod("visitPermittedSubclassExperimental", String.class).invoke(cv, permitted);
        } catch (InvocationTargetException error) {
            throw new IllegalStateException(error.getCause());
        } catch (ReflectiveOperationException error) {
            throw new IllegalStateException(error);
        }
    }
}
