package mutscore.shim;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Which methods a class has from whom. An overload is another method, whatever its name. */
final class Supertypes {
    private Supertypes() {
    }

    /** A class, its parents from the nearest on, and all their interfaces. */
    static Set<Class<?>> of(Class<?> type) {
        Set<Class<?>> all = new LinkedHashSet<>();
        for (Class<?> one = type; one != null && one != Object.class; one = one.getSuperclass()) {
            all.add(one);
        }
        for (Class<?> one : new ArrayList<>(all)) {
            faces(one, all);
        }
        return all;
    }

    private static void faces(Class<?> type, Set<Class<?>> into) {
        for (Class<?> face : type.getInterfaces()) {
            into.add(face);
            faces(face, into);
        }
    }

    /** The methods of this name that are written in a class. */
    static List<Method> declared(Class<?> type, String name) {
        List<Method> found = new ArrayList<>();
        for (Method method : type.getDeclaredMethods()) {
            if (method.getName().equals(name) && !method.isSynthetic()) {
                found.add(method);
            }
        }
        return found;
    }

    /** Whether a method is written in a class that takes the place of this one. */
    static boolean overrides(Class<?> type, Method method) {
        boolean bridged = false;
        for (Method one : type.getDeclaredMethods()) {
            if (one.getName().equals(method.getName())
                && Arrays.equals(one.getParameterTypes(), method.getParameterTypes())) {
                if (!one.isSynthetic()) {
                    return true;
                }
                bridged = true;
            }
        }
        // With a type argument in the place of a parameter, the compiler makes a bridge. It makes one as well where a
        // public class inherits from one that is not; nothing of that name is written there then.
        return bridged && declared(type, method.getName()).stream()
            .anyMatch(own -> own.getParameterCount() == method.getParameterCount());
    }
}
