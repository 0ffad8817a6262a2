package mutscore.shim;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Looks for objects of the project in static fields of libraries: a cache that keeps them would give a later run, in the
 * same loader, objects that an earlier one has made.
 */
final class Keepers {
    private static final int MOST = 400_000;

    private final ClassLoader project;
    private final Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    private final List<Object> open = new ArrayList<>();

    private Keepers(ClassLoader project) {
        this.project = project;
    }

    /** The library class that keeps something of the project, or why nobody knows; null if none does. */
    static String of(ClassLoader project, ClassLoader libraries) {
        return new Keepers(project).search(libraries);
    }

    private String search(ClassLoader libraries) {
        for (Object one : new ArrayList<>((Collection<?>) Internals.get(ClassLoader.class, "classes", libraries))) {
            Class<?> type = (Class<?>) one;
            if (type.getName().startsWith("mutscore.shim.") || !Internals.isInitialised(type)) {
                continue;
            }
            for (Field field : fields(type)) {
                add(Internals.get(field));
            }
            while (!open.isEmpty()) {
                Object object = open.remove(open.size() - 1);
                if (object.getClass().getClassLoader() == project) {
                    return type.getName() + " keeps an object of " + object.getClass().getName();
                }
                parts(object);
                if (seen.size() > MOST) {
                    return "libraries keep more than " + MOST + " objects";
                }
            }
        }
        return null;
    }

    private static List<Field> fields(Class<?> type) {
        List<Field> found = new ArrayList<>();
        try {
            for (Field field : type.getDeclaredFields()) {
                if (Modifier.isStatic(field.getModifiers()) && !field.getType().isPrimitive()) {
                    found.add(field);
                }
            }
        } catch (LinkageError absent) {
            // A class that mentions what is not on the class path; it could not have run.
        }
        return found;
    }

    private void add(Object object) {
        if (object != null && !isDull(object) && seen.add(object)) {
            open.add(object);
        }
    }

    private static boolean isDull(Object object) {
        return object instanceof String || object instanceof Number || object instanceof Class
            || object instanceof ClassLoader || object instanceof Thread || object instanceof Module
            || object instanceof java.lang.reflect.AnnotatedElement || object instanceof java.lang.invoke.MethodHandle
            || object instanceof java.lang.invoke.MethodType || object instanceof Boolean || object instanceof Character;
    }

    private final Map<Class<?>, long[]> offsets = new IdentityHashMap<>();

    private void parts(Object object) {
        Class<?> type = object.getClass();
        if (type.isArray()) {
            if (object instanceof Object[]) {
                for (Object one : (Object[]) object) {
                    add(one);
                }
            }
            return;
        }
        for (long offset : offsets.computeIfAbsent(type, Keepers::offsets)) {
            add(Internals.UNSAFE.getObject(object, offset));
        }
    }

    private static long[] offsets(Class<?> type) {
        List<Long> found = new ArrayList<>();
        for (Class<?> one = type; one != null; one = one.getSuperclass()) {
            try {
                for (Field field : one.getDeclaredFields()) {
                    if (!Modifier.isStatic(field.getModifiers()) && !field.getType().isPrimitive()
                        && !field.getName().equals("backtrace")) {
                        found.add(Internals.offset(field));
                    }
                }
            } catch (LinkageError absent) {
                // As above.
            }
        }
        return found.stream().mapToLong(Long::longValue).toArray();
    }
}
