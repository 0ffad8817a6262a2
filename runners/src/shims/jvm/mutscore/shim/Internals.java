package mutscore.shim;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Field;
import sun.misc.Unsafe;

/** Fields of the JDK that it shows to nobody. Opening its packages instead would open them to the project too. */
@SuppressWarnings("removal")
final class Internals {
    static final Unsafe UNSAFE = unsafe();
    /** The JDK's own half answers for records and lambdas too, of which the public one refuses to speak. */
    private static final MethodHandle OFFSET;
    private static final MethodHandle NAMED_OFFSET;
    private static final MethodHandle STATIC_OFFSET;
    private static final MethodHandle NEEDS_INITIALISING;

    static {
        try {
            Field trusted = MethodHandles.Lookup.class.getDeclaredField("IMPL_LOOKUP");
            MethodHandles.Lookup lookup = (MethodHandles.Lookup) get(trusted);
            Class<?> owner = Class.forName("jdk.internal.misc.Unsafe");
            Object inner = lookup.findStatic(owner, "getUnsafe", MethodType.methodType(owner)).invoke();
            OFFSET = lookup.bind(inner, "objectFieldOffset", MethodType.methodType(long.class, Field.class));
            NAMED_OFFSET = lookup.bind(inner, "objectFieldOffset",
                MethodType.methodType(long.class, Class.class, String.class));
            STATIC_OFFSET = lookup.bind(inner, "staticFieldOffset", MethodType.methodType(long.class, Field.class));
            NEEDS_INITIALISING = lookup.bind(inner, "shouldBeInitialized",
                MethodType.methodType(boolean.class, Class.class));
        } catch (Throwable error) {
            throw new ExceptionInInitializerError(error);
        }
    }

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

    /** An instance field that reflection does not show. */
    static Object get(Class<?> owner, String field, Object object) {
        return UNSAFE.getObject(object, (long) call(NAMED_OFFSET, owner, field));
    }

    static long offset(Field field) {
        return (long) call(OFFSET, field);
    }

    /** Where a static field lies within its class's own object. */
    static long staticOffset(Field field) {
        return (long) call(STATIC_OFFSET, field);
    }

    static boolean isInitialised(Class<?> type) {
        return !(boolean) call(NEEDS_INITIALISING, type);
    }

    private static Object call(MethodHandle handle, Object... arguments) {
        try {
            return handle.invokeWithArguments(arguments);
        } catch (Throwable error) {
            throw new IllegalStateException(error);
        }
    }
}
