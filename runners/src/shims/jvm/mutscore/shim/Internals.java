package mutscore.shim;

import java.lang.reflect.Field;
import sun.misc.Unsafe;

/** Fields of the JDK that it shows to nobody. Opening its packages instead would open them to the project too. */
@SuppressWarnings("removal")
final class Internals {
    private static final Unsafe UNSAFE = unsafe();

    private Internals() {
    }

    private static Unsafe unsafe() {
        try {
            Field field = Unsafe.class.getDeclaredField("theUnsafe");
            field.setAccessible(true);
            return (Unsafe) field.get(null);
        } catch (ReflectiveOperationException error) {
            throw new IllegalStateException(error);
        }
    }

    static void setInt(Object object, Field field, int value) {
        UNSAFE.putInt(object, UNSAFE.objectFieldOffset(field), value);
    }

    /** A static field. */
    static Object get(Field field) {
        return UNSAFE.getObject(UNSAFE.staticFieldBase(field), UNSAFE.staticFieldOffset(field));
    }
}
