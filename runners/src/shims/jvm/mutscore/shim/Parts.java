package mutscore.shim;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Takes objects apart, whatever they are: their values, and the objects that they hold. */
final class Parts {
    /** How an object of a class is to be read. */
    enum Kind {
        /** By its text, which tells its whole value. */
        TEXT,
        /** Its class is all that counts: what it holds is the JVM's, or cannot change. */
        OPAQUE,
        /** It stands for something outside the heap, or changes by itself. */
        UNREADABLE,
        /** A collection of the JDK: what iterating over it shows. */
        COLLECTION,
        MAP,
        ARRAY,
        /** Field by field. */
        FIELDS,
    }

    /** Takes the parts. */
    interface Sink {
        void value(long value);

        void object(Object object);

        /** Parts without an order that their owner answers for. */
        void unordered(Collection<?> objects);

        void unordered(Map<?, ?> entries);

        /** Something that says nothing of its state. */
        void unreadable(Class<?> type);
    }

    /** Whose text tells their whole value. */
    private static final Set<String> TEXTS = Set.of("java.lang.String", "java.lang.Integer", "java.lang.Long",
        "java.lang.Short", "java.lang.Byte", "java.lang.Character", "java.lang.Boolean", "java.lang.Double",
        "java.lang.Float", "java.math.BigInteger", "java.math.BigDecimal", "java.util.UUID", "java.util.Locale",
        "java.util.Currency", "java.net.URI", "java.net.URL", "java.io.File",
        "java.time.ZoneOffset", "java.time.ZoneRegion", "sun.nio.fs.UnixPath");
    private static final List<String> OPAQUE = List.of("java.lang.Class", "java.lang.ClassLoader", "java.lang.Module",
        "java.lang.reflect.", "java.lang.invoke.", "java.lang.ThreadLocal", "java.lang.InheritableThreadLocal",
        "java.nio.charset.", "sun.nio.cs.", "java.security.", "sun.", "jdk.internal.", "java.util.logging.",
        "java.util.ResourceBundle", "java.time.format.", "java.time.zone.", "java.time.chrono.", "java.util.regex.", "org.slf4j.",
        "ch.qos.logback.", "org.apache.logging.", "org.apache.commons.logging.", "org.apache.log4j.");
    private static final List<String> UNREADABLE = List.of("java.lang.Thread", "java.lang.ref.", "java.lang.ClassValue",
        "java.lang.Process", "java.io.FileDescriptor", "java.security.MessageDigest",
        "java.security.Signature", "javax.crypto.", "java.nio.Direct", "java.nio.Mapped", "java.nio.channels.",
        "java.net.Socket", "java.net.ServerSocket", "java.util.Timer", "java.util.zip.", "java.util.jar.", "sun.nio.ch.");
    private static final Set<String> UNORDERED = Set.of("java.util.HashMap", "java.util.HashSet",
        "java.util.concurrent.ConcurrentHashMap", "java.util.Hashtable", "java.util.Properties",
        "java.util.ImmutableCollections$SetN", "java.util.ImmutableCollections$Set12",
        "java.util.ImmutableCollections$MapN");
    private static final Set<String> ORDERED = Set.of("java.util.ArrayList", "java.util.LinkedList",
        "java.util.ArrayDeque", "java.util.LinkedHashMap", "java.util.TreeMap", "java.util.LinkedHashSet",
        "java.util.TreeSet", "java.util.concurrent.CopyOnWriteArrayList", "java.util.EnumMap",
        "java.util.RegularEnumSet", "java.util.JumboEnumSet", "java.util.ImmutableCollections$ListN",
        "java.util.ImmutableCollections$List12", "java.util.ImmutableCollections$Map1", "java.util.Arrays$ArrayList",
        "java.util.Vector", "java.util.Stack");
    private final Map<Class<?>, Layout> layouts = new HashMap<>();

    /** How a class is read, and where its fields lie. */
    private static final class Layout {
        final Kind kind;
        final long name;
        final boolean unordered;
        final Fields fields;

        Layout(Class<?> type) {
            String full = type.getName();
            // Each loader makes lambdas of its own, with names that count them.
            int lambda = full.indexOf("$$Lambda");
            name = (lambda < 0 ? full : full.substring(0, lambda)).hashCode();
            kind = kind(type);
            unordered = UNORDERED.contains(full);
            fields = kind == Kind.FIELDS ? Fields.of(type, true) : null;
        }
    }

    static Kind kind(Class<?> type) {
        if (type.isArray()) {
            return Kind.ARRAY;
        }
        String name = type.getName();
        if (TEXTS.contains(name)) {
            return Kind.TEXT;
        }
        if (inherits(type, UNREADABLE)) {
            return Kind.UNREADABLE;
        }
        if (inherits(type, OPAQUE)) {
            return Kind.OPAQUE;
        }
        if (UNORDERED.contains(name) || ORDERED.contains(name)) {
            return Map.class.isAssignableFrom(type) ? Kind.MAP : Kind.COLLECTION;
        }
        return Kind.FIELDS;
    }

    private static boolean inherits(Class<?> type, List<String> prefixes) {
        for (Class<?> one = type; one != null; one = one.getSuperclass()) {
            for (String prefix : prefixes) {
                boolean isLocal = one.getName().startsWith("java.lang.ThreadLocal");
                if (one.getName().startsWith(prefix) && !(isLocal && prefix.equals("java.lang.Thread"))) {
                    return true;
                }
            }
        }
        return false;
    }

    /** Gives the parts of an object to a sink; none of the project's code runs meanwhile. */
    void of(Object object, Sink sink) {
        Class<?> type = object.getClass();
        Layout layout = layouts.computeIfAbsent(type, Layout::new);
        sink.value(layout.name);
        switch (layout.kind) {
            case TEXT:
                sink.value(Mix.text(object.toString()));
                break;
            case OPAQUE:
                break;
            case UNREADABLE:
                sink.unreadable(type);
                break;
            case COLLECTION:
                elements((Collection<?>) object, layout.unordered, sink);
                break;
            case MAP:
                entries((Map<?, ?>) object, layout.unordered, sink);
                break;
            case ARRAY:
                array(object, sink);
                break;
            default:
                fields(object, layout.fields, sink);
        }
    }

    private static void elements(Collection<?> all, boolean unordered, Sink sink) {
        sink.value(all.size());
        if (unordered) {
            sink.unordered(all);
        } else {
            all.forEach(sink::object);
        }
    }

    private static void entries(Map<?, ?> map, boolean unordered, Sink sink) {
        sink.value(map.size());
        if (unordered) {
            sink.unordered(map);
        } else {
            map.forEach((key, value) -> {
                sink.object(key);
                sink.object(value);
            });
        }
    }

    private static void array(Object array, Sink sink) {
        if (array instanceof Object[]) {
            Object[] all = (Object[]) array;
            sink.value(all.length);
            for (Object one : all) {
                sink.object(one);
            }
            return;
        }
        int length = java.lang.reflect.Array.getLength(array);
        int step = Internals.UNSAFE.arrayIndexScale(array.getClass());
        long offset = Internals.UNSAFE.arrayBaseOffset(array.getClass());
        char type = array.getClass().getName().charAt(1);
        long mixed = length;
        for (int i = 0; i < length; i++, offset += step) {
            mixed = Mix.of(mixed, Fields.get(array, offset, type));
        }
        sink.value(mixed);
    }

    private static void fields(Object object, Fields fields, Sink sink) {
        for (int i = 0; i < fields.values.length; i++) {
            sink.value(Fields.get(object, fields.values[i], fields.types[i]));
        }
        for (long offset : fields.references) {
            sink.object(Internals.UNSAFE.getObject(object, offset));
        }
    }
}
