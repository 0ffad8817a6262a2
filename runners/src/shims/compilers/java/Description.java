import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;

/**
 * The code of a method as a text that does not depend on where in a class file it stands.
 *
 * Constants are written out, places in the code are numbers of instructions, and what the compiler numbers as it goes
 * (the bodies of lambdas, anonymous and local classes) is numbered anew in the order in which it is met, its content
 * following. Methods with equal descriptions may be equal programs; whether whole files are is for the compiler to say.
 */
final class Description {
    private final Map<String, ClassFile> classes;
    private final Map<String, Integer> met = new HashMap<>();
    private final Deque<Runnable> following = new ArrayDeque<>();
    private final StringBuilder text = new StringBuilder(1024);

    private Description(Map<String, ClassFile> classes) {
        this.classes = classes;
    }

    /** The code of this method, its name and its descriptor left out; {@code classes} are all of the compilation. */
    static String of(Map<String, ClassFile> classes, ClassFile owner, ClassFile.Member method) {
        Description description = new Description(classes);
        // The classes around it are the same for all that are compared.
        String[] around = owner.name.split("\\$");
        StringBuilder outer = new StringBuilder(around.length == 0 ? "" : around[0]);
        for (int i = 1; i < around.length; i++) {
            outer.append('$').append(around[i]);
            description.met.put(outer.toString(), -i);
        }
        description.code(owner, method);
        while (!description.following.isEmpty()) {
            description.following.remove().run();
        }
        return description.text.toString();
    }

    private void code(ClassFile file, ClassFile.Member method) {
        if (method.at == 0) {
            text.append("none\n");
            return;
        }
        int code = method.at + 8;
        int length = file.four(method.at + 4);
        int[] numbers = new int[length + 1];
        int count = 0;
        for (int at = 0; at < length; at += Opcodes.length(file, code, at)) {
            numbers[at] = count++;
        }
        numbers[length] = count;
        for (int at = 0; at < length; at += Opcodes.length(file, code, at)) {
            instruction(file, code, at, numbers);
        }
        int table = code + length;
        for (int left = file.two(table), at = table + 2; left > 0; left--, at += 8) {
            text.append("try ").append(numbers[file.two(at)]).append(' ').append(numbers[file.two(at + 2)]).append(' ')
                .append(numbers[file.two(at + 4)]).append(' ');
            int type = file.two(at + 6);
            text.append(type == 0 ? "" : named(file.className(type))).append('\n');
        }
    }

    private void instruction(ClassFile file, int code, int at, int[] numbers) {
        int place = code + at;
        int opcode = file.one(place);
        text.append(opcode);
        switch (Opcodes.kind(opcode)) {
            case Opcodes.CONSTANT_SHORT:
                constant(file, file.one(place + 1));
                break;
            case Opcodes.CONSTANT:
                constant(file, file.two(place + 1));
                // Dimensions of an array, or the number of arguments.
                for (int i = place + 3; i < place + Opcodes.length(file, code, at); i++) {
                    text.append(' ').append(file.one(i));
                }
                break;
            case Opcodes.BRANCH:
                text.append('>').append(numbers[at + (short) file.two(place + 1)]);
                break;
            case Opcodes.BRANCH_WIDE:
                text.append('>').append(numbers[at + file.four(place + 1)]);
                break;
            case Opcodes.SWITCH:
                branches(file, code, at, numbers);
                break;
            default:
                for (int i = place + 1; i < place + Opcodes.length(file, code, at); i++) {
                    text.append(' ').append(file.one(i));
                }
        }
        text.append('\n');
    }

    private void branches(ClassFile file, int code, int at, int[] numbers) {
        int place = code + (at / 4 + 1) * 4;
        int end = code + at + Opcodes.length(file, code, at);
        boolean isTable = file.one(code + at) == Opcodes.TABLESWITCH;
        text.append('>').append(numbers[at + file.four(place)]).append(' ').append(file.four(place + 4));
        for (int i = place + (isTable ? 12 : 8); i < end; i += 4) {
            boolean isKey = !isTable && (i - place) % 8 == 0;
            text.append(' ').append(isKey ? file.four(i) : numbers[at + file.four(i)]);
        }
    }

    private void constant(ClassFile file, int constant) {
        int at = file.content(constant);
        int tag = file.tag(constant);
        text.append(' ').append(tag).append(':');
        switch (tag) {
            case 3:
            case 4:
                text.append(file.four(at));
                break;
            case 5:
            case 6:
                text.append(file.four(at)).append(',').append(file.four(at + 4));
                break;
            case 7:
                text.append(named(file.className(constant)));
                break;
            case 8:
                String string = file.utf8(file.two(at));
                text.append(string.length()).append(':').append(string);
                break;
            case 9:
            case 10:
            case 11:
                member(file, file.two(at), file.two(at + 2));
                break;
            case 15:
                text.append(file.one(at)).append(' ');
                constant(file, file.two(at + 1));
                break;
            case 16:
                text.append(named(file.utf8(file.two(at))));
                break;
            case 17:
            case 18:
                int[] bootstrap = file.bootstrap(file.two(at));
                int type = file.content(file.two(at + 2));
                text.append(file.utf8(file.two(type))).append(named(file.utf8(file.two(type + 2)))).append('{');
                for (int one : bootstrap) {
                    constant(file, one);
                }
                text.append('}');
                break;
            default:
                throw new IllegalStateException("a constant of kind " + tag + " in code");
        }
    }

    private void member(ClassFile file, int owner, int nameAndType) {
        String className = file.className(owner);
        int at = file.content(nameAndType);
        String name = file.utf8(file.two(at));
        String descriptor = file.utf8(file.two(at + 2));
        if (name.startsWith("$SwitchMap$")) {
            // One for all, in a class that is numbered behind all others.
            text.append(name);
            return;
        }
        ClassFile there = classes.get(className);
        ClassFile.Member lambda = name.startsWith("lambda$") && there != null ? there.method(name, descriptor) : null;
        if (lambda == null) {
            text.append(named(className)).append('.').append(name).append(named(descriptor));
            return;
        }
        text.append("lambda").append(number(className + '.' + name + descriptor, () -> {
            text.append(lambda.flags).append(named(descriptor)).append('\n');
            code(there, lambda);
        }));
    }

    private int number(String key, Runnable content) {
        Integer known = met.get(key);
        if (known != null) {
            return known;
        }
        int number = met.size();
        met.put(key, number);
        following.add(() -> {
            text.append('=').append(number).append('\n');
            content.run();
        });
        return number;
    }

    /** A class name, an array type or a descriptor, with numbers in place of the names that the compiler numbered. */
    private String named(String name) {
        if (name.indexOf('$') < 0) {
            return name;
        }
        if (name.charAt(0) != '[' && name.charAt(0) != '(' && !name.endsWith(";")) {
            return className(name);
        }
        StringBuilder out = new StringBuilder();
        for (int at = 0; at < name.length(); at++) {
            char one = name.charAt(at);
            out.append(one);
            if (one == 'L') {
                int end = name.indexOf(';', at);
                out.append(className(name.substring(at + 1, end)));
                at = end - 1;
            }
        }
        return out.toString();
    }

    private String className(String name) {
        ClassFile file = classes.get(name);
        if (file == null || !isNumbered(name)) {
            return name;
        }
        Integer known = met.get(name);
        if (known != null && known < 0) {
            return name;
        }
        return "#" + number(name, () -> whole(file));
    }

    /** Anonymous and local classes, and what is declared in them. */
    private static boolean isNumbered(String name) {
        for (int at = name.indexOf('$'); at >= 0 && at + 1 < name.length(); at = name.indexOf('$', at + 1)) {
            if (Character.isDigit(name.charAt(at + 1))) {
                return true;
            }
        }
        return false;
    }

    private void whole(ClassFile file) {
        text.append("class ").append(named(file.parent));
        for (String one : file.interfaces) {
            text.append(' ').append(named(one));
        }
        text.append('\n');
        for (ClassFile.Member field : file.fields) {
            text.append(field.flags).append(' ').append(field.name).append(' ').append(named(field.descriptor));
            if (field.at != 0) {
                constant(file, file.two(field.at));
            }
            text.append('\n');
        }
        for (ClassFile.Member method : file.methods) {
            // Those are described where they are used.
            if (!method.name.startsWith("lambda$")) {
                text.append(method.flags).append(' ').append(method.name).append(named(method.descriptor)).append('\n');
                code(file, method);
            }
        }
    }
}
