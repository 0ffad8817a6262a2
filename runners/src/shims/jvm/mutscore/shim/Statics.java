package mutscore.shim;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What the static fields of classes lead to: all fields of all those objects are kept, and are put back after each run.
 * What a run has made and hung in there is then out of reach.
 */
final class Statics {
    /** Objects beyond which a state counts as unbounded. */
    private static final int MOST = 40_000;

    private final ClassLoader project;
    private final Map<Class<?>, Fields> layouts = new HashMap<>();
    private final Set<Object> known = Collections.newSetFromMap(new IdentityHashMap<>());
    private final List<Kept> kept = new ArrayList<>();
    private boolean hasThreadLocals;

    Statics(ClassLoader project) {
        this.project = project;
    }

    /** A state that nobody can tell, or that cannot be put back. */
    static final class Untold extends Exception {
        private static final long serialVersionUID = 1;

        Untold(String why) {
            super(why, null, false, false);
        }
    }

    /** An object, or a class with its static fields, and what it held. */
    private static final class Kept {
        final Object object;
        final Fields fields;
        /** Whether it was found by way of a library's object: the library may count on what it became. */
        final boolean foreign;
        Object[] references;
        long[] values;
        /** The content of an array of values. */
        Object content;

        Kept(Object object, Fields fields, boolean foreign) {
            this.object = object;
            this.fields = fields;
            this.foreign = foreign;
        }

        /** With `nothing`, a class holds what it holds before anything of it has run. */
        void keep(boolean nothing) {
            references = new Object[fields.references.length];
            for (int i = 0; i < references.length; i++) {
                if (!nothing || fields.fixed[i]) {
                    references[i] = Internals.UNSAFE.getObject(object, fields.references[i]);
                }
            }
            values = new long[fields.values.length];
            for (int i = 0; i < values.length; i++) {
                if (!nothing || fields.constant[i]) {
                    values[i] = Fields.get(object, fields.values[i], fields.types[i]);
                }
            }
        }

        /** Whether it holds something else than it did; with `back`, it holds that again afterwards. */
        boolean changed(boolean back) {
            boolean changed = false;
            if (object instanceof Object[]) {
                Object[] array = (Object[]) object;
                for (int i = 0; i < references.length; i++) {
                    if (array[i] != references[i]) {
                        changed = true;
                        if (back) {
                            array[i] = references[i];
                        }
                    }
                }
                return changed;
            }
            if (content != null) {
                changed = !Contents.equal(object, content);
                if (changed && back) {
                    System.arraycopy(content, 0, object, 0, java.lang.reflect.Array.getLength(content));
                }
                return changed;
            }
            for (int i = 0; i < references.length; i++) {
                if (Internals.UNSAFE.getObject(object, fields.references[i]) != references[i]) {
                    changed = true;
                    if (back) {
                        Internals.UNSAFE.putObject(object, fields.references[i], references[i]);
                    }
                }
            }
            for (int i = 0; i < values.length; i++) {
                if (Fields.get(object, fields.values[i], fields.types[i]) != values[i]) {
                    changed = true;
                    if (back) {
                        Fields.set(object, fields.values[i], fields.types[i], values[i]);
                    }
                }
            }
            return changed;
        }
    }

    /**
     * From here on the static fields of this class count, and what they lead to now is what they are to lead to; with
     * `nothing`, what they led to before anything of the class had run.
     */
    void add(Class<?> type, boolean nothing) throws Untold {
        Fields fields = Fields.ofClass(type);
        if (fields.references.length == 0 && fields.values.length == 0) {
            return;
        }
        Kept first = new Kept(type, fields, false);
        first.keep(nothing);
        kept.add(first);
        int next = kept.size() - 1;
        for (; next < kept.size(); next++) {
            Kept one = kept.get(next);
            for (Object object : one.references) {
                if (object != null && known.add(object)) {
                    find(object, one.foreign);
                }
            }
        }
    }

    private void find(Object object, boolean foreign) throws Untold {
        Class<?> type = object.getClass();
        switch (Parts.kind(type)) {
            case TEXT:
                return;
            case OPAQUE:
                hasThreadLocals |= object instanceof ThreadLocal;
                return;
            case UNREADABLE:
                if (object != System.out && object != System.err && object != System.in) {
                    throw new Untold("a static field leads to an object of " + type.getName());
                }
                return;
            default:
        }
        if (object == System.out || object == System.err || object == System.in) {
            return;
        }
        if (kept.size() >= MOST) {
            throw new Untold("static fields lead to more than " + MOST + " objects");
        }
        ClassLoader loader = type.getClassLoader();
        boolean isForeign = foreign || loader != null && loader != project;
        if (type.isArray()) {
            Kept one = new Kept(object, null, isForeign);
            if (object instanceof Object[]) {
                one.references = ((Object[]) object).clone();
            } else {
                one.references = new Object[0];
                one.content = Contents.copy(object);
            }
            kept.add(one);
            return;
        }
        Fields fields = layouts.computeIfAbsent(type, key -> Fields.of(key, false));
        if (fields.references.length > 0 || fields.values.length > 0) {
            Kept one = new Kept(object, fields, isForeign);
            one.keep(false);
            kept.add(one);
        }
    }

    /** Puts back what everything held. */
    void putBack() throws Untold {
        for (Kept one : kept) {
            if (one.changed(true) && one.foreign) {
                throw new Untold("an object of a library has changed: " + one.object.getClass().getName());
            }
        }
    }

    boolean changed() {
        for (Kept one : kept) {
            if (one.changed(false)) {
                return true;
            }
        }
        return false;
    }

    /** Whether a static field leads to a variable that each thread has for itself. */
    boolean hasThreadLocals() {
        return hasThreadLocals;
    }

    /** A fingerprint of one class's static fields that another loader's class of that name can be compared by. */
    static long alike(Class<?> type, Parts parts) throws Untold {
        Alike alike = new Alike(parts);
        Fields fields = Fields.ofClass(type);
        for (long offset : fields.references) {
            alike.object(Internals.UNSAFE.getObject(type, offset));
        }
        for (int i = 0; i < fields.values.length; i++) {
            alike.value(Fields.get(type, fields.values[i], fields.types[i]));
        }
        if (alike.trouble() != null) {
            throw new Untold(alike.trouble());
        }
        return alike.finish();
    }
}
