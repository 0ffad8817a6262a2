package mutscore.shim;

import java.util.HashSet;
import java.util.Set;
import jdk.internal.org.objectweb.asm.AnnotationVisitor;
import jdk.internal.org.objectweb.asm.ClassReader;
import jdk.internal.org.objectweb.asm.ClassWriter;
import jdk.internal.org.objectweb.asm.Label;
import jdk.internal.org.objectweb.asm.MethodVisitor;
import jdk.internal.org.objectweb.asm.Opcodes;

/**
 * Changes of class bytes: probes in production code, step definitions that can be silenced, and the removal of copies
 * that no run of a woven build needs.
 */
final class Transform {
    static final int API = ClassWalk.API;
    private static final String PROBE = "mutscore/shim/Probe";

    private Transform() {
    }

    /** Marks every line as it begins, and every public method as it is entered. */
    static byte[] observed(byte[] bytes, String path) {
        ClassReader reader = new ClassReader(bytes);
        ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
        String owner = reader.getClassName().replace('/', '.').replace('$', '.');
        reader.accept(new ClassWalk(writer) {
            @Override
            public MethodVisitor visitMethod(int access, String name, String type, String signature, String[] thrown) {
                MethodVisitor next = super.visitMethod(access, name, type, signature, thrown);
                boolean loads = name.equals("<clinit>");
                boolean counts = (access & Opcodes.ACC_PUBLIC) != 0
                    && (access & (Opcodes.ACC_SYNTHETIC | Opcodes.ACC_BRIDGE | Opcodes.ACC_ABSTRACT)) == 0;
                String method = counts ? path + "::" + owner + "#" + name : null;
                return new Lines(next, path, loads, method);
            }
        }, 0);
        return writer.toByteArray();
    }

    /** Puts calls before instructions, never between a label and the NEW that frames know by that label. */
    private static final class Lines extends MethodVisitor {
        private final String path;
        private final boolean loads;
        private final String method;
        private int pending = -1;

        Lines(MethodVisitor next, String path, boolean loads, String method) {
            super(API, next);
            this.path = path;
            this.loads = loads;
            this.method = method;
        }

        @Override
        public void visitCode() {
            super.visitCode();
            if (method != null) {
                call("enter", Probe.newMethod(method));
            }
        }

        @Override
        public void visitLineNumber(int line, Label start) {
            super.visitLineNumber(line, start);
            pending = line;
        }

        private void mark() {
            if (pending >= 0) {
                int line = pending;
                pending = -1;
                call("line", Probe.newLine(path, line, loads));
            }
        }

        private void call(String name, int number) {
            super.visitLdcInsn(number);
            super.visitMethodInsn(Opcodes.INVOKESTATIC, PROBE, name, "(I)V", false);
        }

        @Override
        public void visitInsn(int opcode) {
            mark();
            super.visitInsn(opcode);
        }

        @Override
        public void visitIntInsn(int opcode, int operand) {
            mark();
            super.visitIntInsn(opcode, operand);
        }

        @Override
        public void visitVarInsn(int opcode, int variable) {
            mark();
            super.visitVarInsn(opcode, variable);
        }

        @Override
        public void visitTypeInsn(int opcode, String type) {
            if (opcode == Opcodes.NEW) {
                super.visitTypeInsn(opcode, type);
                mark();
            } else {
                mark();
                super.visitTypeInsn(opcode, type);
            }
        }

        @Override
        public void visitFieldInsn(int opcode, String owner, String name, String type) {
            mark();
            super.visitFieldInsn(opcode, owner, name, type);
        }

        @Override
        public void visitMethodInsn(int opcode, String owner, String name, String type, boolean isInterface) {
            mark();
            super.visitMethodInsn(opcode, owner, name, type, isInterface);
        }

        @Override
        public void visitInvokeDynamicInsn(String name, String type, jdk.internal.org.objectweb.asm.Handle handle,
            Object... arguments) {
            mark();
            super.visitInvokeDynamicInsn(name, type, handle, arguments);
        }

        @Override
        public void visitJumpInsn(int opcode, Label label) {
            mark();
            super.visitJumpInsn(opcode, label);
        }

        @Override
        public void visitLdcInsn(Object value) {
            mark();
            super.visitLdcInsn(value);
        }

        @Override
        public void visitIincInsn(int variable, int increment) {
            mark();
            super.visitIincInsn(variable, increment);
        }

        @Override
        public void visitTableSwitchInsn(int min, int max, Label other, Label... labels) {
            mark();
            super.visitTableSwitchInsn(min, max, other, labels);
        }

        @Override
        public void visitLookupSwitchInsn(Label other, int[] keys, Label[] labels) {
            mark();
            super.visitLookupSwitchInsn(other, keys, labels);
        }

        @Override
        public void visitMultiANewArrayInsn(String type, int dimensions) {
            mark();
            super.visitMultiANewArrayInsn(type, dimensions);
        }
    }

    /**
     * Lets the bodies of step definitions do nothing while {@link Probe#silent}: methods with an annotation of a step,
     * and the lambdas of classes that define steps by lambdas. Hooks and transformers keep theirs.
     */
    static byte[] silenceable(byte[] bytes) {
        Set<String> steps = Steps.in(bytes);
        if (steps.isEmpty()) {
            return bytes;
        }
        ClassReader reader = new ClassReader(bytes);
        // The frame after the early return is made by hand: nothing but the arguments is live at a method's start.
        ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
        reader.accept(new ClassWalk(writer) {
            @Override
            public MethodVisitor visitMethod(int access, String name, String type, String signature, String[] thrown) {
                MethodVisitor next = super.visitMethod(access, name, type, signature, thrown);
                return steps.contains(name + type) ? new Silenced(next, type) : next;
            }
        }, 0);
        return writer.toByteArray();
    }

    private static final class Silenced extends MethodVisitor {
        private final String type;

        Silenced(MethodVisitor next, String type) {
            super(API, next);
            this.type = type;
        }

        @Override
        public void visitCode() {
            super.visitCode();
            Label goesOn = new Label();
            super.visitFieldInsn(Opcodes.GETSTATIC, PROBE, "silent", "Z");
            super.visitJumpInsn(Opcodes.IFEQ, goesOn);
            switch (type.charAt(type.indexOf(')') + 1)) {
                case 'V':
                    super.visitInsn(Opcodes.RETURN);
                    break;
                case 'L':
                case '[':
                    super.visitInsn(Opcodes.ACONST_NULL);
                    super.visitInsn(Opcodes.ARETURN);
                    break;
                case 'J':
                    super.visitInsn(Opcodes.LCONST_0);
                    super.visitInsn(Opcodes.LRETURN);
                    break;
                case 'F':
                    super.visitInsn(Opcodes.FCONST_0);
                    super.visitInsn(Opcodes.FRETURN);
                    break;
                case 'D':
                    super.visitInsn(Opcodes.DCONST_0);
                    super.visitInsn(Opcodes.DRETURN);
                    break;
                default:
                    super.visitInsn(Opcodes.ICONST_0);
                    super.visitInsn(Opcodes.IRETURN);
            }
            super.visitLabel(goesOn);
            super.visitFrame(Opcodes.F_SAME, 0, null, 0, null);
            // Were the body to begin with a frame of its own, two would stand at one place.
            super.visitInsn(Opcodes.NOP);
        }
    }

    /** Which methods of a class are step definitions. */
    private static final class Steps extends ClassWalk {
        private final Set<String> found = new HashSet<>();
        private boolean lambdas;

        static Set<String> in(byte[] bytes) {
            Steps steps = new Steps();
            new ClassReader(bytes).accept(steps, ClassReader.SKIP_CODE);
            return steps.found;
        }

        @Override
        public void visit(int version, int access, String name, String signature, String above, String[] interfaces) {
            for (String one : interfaces) {
                lambdas |= one.startsWith("io/cucumber/java8/");
            }
        }

        @Override
        public MethodVisitor visitMethod(int access, String name, String type, String signature, String[] thrown) {
            String method = name + type;
            if (lambdas && (access & Opcodes.ACC_SYNTHETIC) != 0 && name.startsWith("lambda$")) {
                found.add(method);
            }
            return new MethodVisitor(API) {
                @Override
                public AnnotationVisitor visitAnnotation(String annotation, boolean visible) {
                    // Steps are in a package for each language; hooks and types are above them.
                    if (annotation.startsWith("Lio/cucumber/java/") && annotation.indexOf('/', 18) > 0) {
                        found.add(method);
                    }
                    return null;
                }
            };
        }
    }

    /** The number of a copy's mutant, from the name that weaving gives it; 0 for any other method. */
    static int copyNumber(String method) {
        if (!method.startsWith("mut")) {
            return 0;
        }
        int end = 3;
        while (end < method.length() && method.charAt(end) >= '0' && method.charAt(end) <= '9') {
            end++;
        }
        boolean isCopy = end > 3 && end < 12 && end < method.length() && method.charAt(end) == '_';
        return isCopy ? Integer.parseInt(method.substring(3, end)) : 0;
    }

    /** The numbers of all copies in a class. */
    static Set<Integer> copies(byte[] bytes) {
        Set<Integer> numbers = new HashSet<>();
        new ClassReader(bytes).accept(new ClassWalk() {
            @Override
            public MethodVisitor visitMethod(int access, String name, String type, String signature, String[] thrown) {
                int number = copyNumber(name);
                if (number > 0) {
                    numbers.add(number);
                }
                return null;
            }
        }, ClassReader.SKIP_CODE | ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
        return numbers;
    }

    /** Leaves out all copies but those of one mutant: no run reaches them, and verifying them would cost the most. */
    static byte[] only(byte[] bytes, int wanted) {
        ClassReader reader = new ClassReader(bytes);
        ClassWriter writer = new ClassWriter(0);
        reader.accept(new ClassWalk(writer) {
            @Override
            public MethodVisitor visitMethod(int access, String name, String type, String signature, String[] thrown) {
                int number = copyNumber(name);
                if (number > 0 && number != wanted) {
                    return null;
                }
                return super.visitMethod(access, name, type, signature, thrown);
            }
        }, 0);
        return writer.toByteArray();
    }
}
