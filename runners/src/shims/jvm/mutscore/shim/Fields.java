package mutscore.shim;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Where the fields of a class lie: those of its objects, or its static ones. */
final class Fields {
    /** Views that collections of the JDK keep once they were asked for, and what they count. */
    private static final Set<String> PASSED_OVER = Set.of("keySet", "values", "entrySet", "modCount", "navigableKeySet",
        "descendingMap", "hash", "stackTrace");

    final long[] references;
    /** Which references are final. */
    final boolean[] fixed;
    final long[] values;
    final boolean[] constant;
    final char[] types;

    private Fields(List<Field> all, boolean isStatic) {
        List<Field> references = new ArrayList<>();
        List<Field> values = new ArrayList<>();
        for (Field field : all) {
            (field.getType().isPrimitive() ? values : references).add(field);
        }
        this.references = offsets(references, isStatic);
        this.values = offsets(values, isStatic);
        fixed = finals(references);
        constant = finals(values);
        types = new char[values.size()];
        for (int i = 0; i < types.length; i++) {
            types[i] = values.get(i).getType().descriptorString().charAt(0);
        }
    }

    /** Those of objects. `meant`: without what a collection of the JDK keeps for itself. */
    static Fields of(Class<?> type, boolean meant) {
        List<Field> found = new ArrayList<>();
        for (Class<?> one = type; one != null; one = one.getSuperclass()) {
            boolean isJdk = one.getClassLoader() == null;
            for (Field field : one.getDeclaredFields()) {
                boolean isDull = meant && isJdk && PASSED_OVER.contains(field.getName());
                // Where the JVM itself keeps a stack trace.
                boolean isInner = one == Throwable.class && field.getName().equals("backtrace");
                if (!Modifier.isStatic(field.getModifiers()) && !isDull && !isInner) {
                    found.add(field);
                }
            }
        }
        return new Fields(found, false);
    }

    /** The static ones; they lie in the class's own object. */
    static Fields ofClass(Class<?> type) {
        List<Field> found = new ArrayList<>();
        for (Field field : type.getDeclaredFields()) {
            if (Modifier.isStatic(field.getModifiers())) {
                found.add(field);
            }
        }
        return new Fields(found, true);
    }

    private static long[] offsets(List<Field> fields, boolean isStatic) {
        return fields.stream().mapToLong(field -> isStatic ? Internals.staticOffset(field) : Internals.offset(field))
            .toArray();
    }

    private static boolean[] finals(List<Field> fields) {
        boolean[] found = new boolean[fields.size()];
        for (int i = 0; i < found.length; i++) {
            found[i] = Modifier.isFinal(fields.get(i).getModifiers());
        }
        return found;
    }

    static long get(Object object, long offset, char type) {
        switch (type) {
            case 'J':
                return Internals.UNSAFE.getLong(object, offset);
            case 'D':
                return Double.doubleToRawLongBits(Internals.UNSAFE.getDouble(object, offset));
            case 'F':
                return Float.floatToRawIntBits(Internals.UNSAFE.getFloat(object, offset));
            case 'I':
                return Internals.UNSAFE.getInt(object, offset);
            case 'S':
                return Internals.UNSAFE.getShort(object, offset);
            case 'C':
                return Internals.UNSAFE.getChar(object, offset);
            case 'B':
                return Internals.UNSAFE.getByte(object, offset);
            default:
                return Internals.UNSAFE.getBoolean(object, offset) ? 1 : 0;
        }
    }

    static void set(Object object, long offset, char type, long value) {
        switch (type) {
            case 'J':
                Internals.UNSAFE.putLong(object, offset, value);
                break;
            case 'D':
                Internals.UNSAFE.putDouble(object, offset, Double.longBitsToDouble(value));
                break;
            case 'F':
                Internals.UNSAFE.putFloat(object, offset, Float.intBitsToFloat((int) value));
                break;
            case 'I':
                Internals.UNSAFE.putInt(object, offset, (int) value);
                break;
            case 'S':
                Internals.UNSAFE.putShort(object, offset, (short) value);
                break;
            case 'C':
                Internals.UNSAFE.putChar(object, offset, (char) value);
                break;
            case 'B':
                Internals.UNSAFE.putByte(object, offset, (byte) value);
                break;
            default:
                Internals.UNSAFE.putBoolean(object, offset, value != 0);
        }
    }
}
