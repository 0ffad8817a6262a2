package mutscore.shim;

import java.lang.reflect.Array;
import java.util.Arrays;

/** Arrays of values, whatever they are of. */
final class Contents {
    private Contents() {
    }

    static Object copy(Object array) {
        int length = Array.getLength(array);
        Object copy = Array.newInstance(array.getClass().getComponentType(), length);
        System.arraycopy(array, 0, copy, 0, length);
        return copy;
    }

    static boolean equal(Object one, Object other) {
        return Arrays.deepEquals(new Object[] {one}, new Object[] {other});
    }
}
