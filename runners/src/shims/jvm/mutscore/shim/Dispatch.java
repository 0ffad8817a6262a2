package mutscore.shim;

import java.util.HashMap;
import java.util.Map;
import java.util.TreeSet;
import jdk.internal.org.objectweb.asm.ClassReader;
import jdk.internal.org.objectweb.asm.ClassWriter;
import jdk.internal.org.objectweb.asm.Label;
import jdk.internal.org.objectweb.asm.MethodVisitor;
import jdk.internal.org.objectweb.asm.Opcodes;

/**
 * Makes classes of a woven build tell what a shared loader has to know: that their initialiser begins, that a method
 * begins which would choose a copy, and that something is done which would initialise a class.
 */
final class Dispatch {
    private static final String TRACE = "mutscore/shim/Trace";

    private Dispatch() {
    }

    static byte[] traced(byte[] bytes) {
        ClassReader reader = new ClassReader(bytes);
        Map<String, TreeSet<Integer>> choosing = new HashMap<>();
        boolean[] initialises = new boolean[1];
        reader.accept(new ClassWalk() {
            @Override
            public MethodVisitor visitMethod(int access, String name, String type, String signature, String[] thrown) {
                initialises[0] |= name.equals("<clinit>");
                TreeSet<Integer> mutants = new TreeSet<>();
                choosing.put(name + type, mutants);
                return new Choice(mutants);
            }
        }, ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
        Trace.hasInitialiser(reader.getClassName().replace('/', '.'), initialises[0]);
        choosing.values().removeIf(TreeSet::isEmpty);
        ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
        String owner = reader.getClassName().replace('/', '.');
        reader.accept(new ClassWalk(writer) {
            @Override
            public MethodVisitor visitMethod(int access, String name, String type, String signature, String[] thrown) {
                MethodVisitor next = super.visitMethod(access, name, type, signature, thrown);
                TreeSet<Integer> mutants = choosing.get(name + type);
                boolean makes = name.equals("<init>") || (access & Opcodes.ACC_STATIC) != 0;
                return new MethodVisitor(Transform.API, next) {
                    @Override
                    public void visitCode() {
                        super.visitCode();
                        if (name.equals("<clinit>")) {
                            super.visitLdcInsn(owner);
                            super.visitMethodInsn(Opcodes.INVOKESTATIC, TRACE, "initialises", "(Ljava/lang/String;)V",
                                false);
                        } else if (makes && initialises[0]) {
                            uses(owner);
                        }
                        if (mutants != null) {
                            int[] numbers = mutants.stream().mapToInt(Integer::intValue).toArray();
                            super.visitLdcInsn(Trace.newSite(numbers));
                            super.visitMethodInsn(Opcodes.INVOKESTATIC, TRACE, "at", "(I)V", false);
                        }
                    }

                    @Override
                    public void visitFieldInsn(int opcode, String of, String field, String kind) {
                        boolean isStatic = opcode == Opcodes.GETSTATIC || opcode == Opcodes.PUTSTATIC;
                        if (isStatic && !of.startsWith("java/") && !of.startsWith("mutscore_woven/")
                            && !of.equals(reader.getClassName())) {
                            uses(of.replace('/', '.'));
                        }
                        super.visitFieldInsn(opcode, of, field, kind);
                    }

                    private void uses(String name) {
                        super.visitLdcInsn(Trace.newClass(name));
                        super.visitMethodInsn(Opcodes.INVOKESTATIC, TRACE, "uses", "(I)V", false);
                    }
                };
            }
        }, 0);
        return writer.toByteArray();
    }

    /** The numbers that a method compares the selected one with, and those of the copies that it calls. */
    private static final class Choice extends MethodVisitor {
        private final TreeSet<Integer> mutants;
        private boolean selected;

        Choice(TreeSet<Integer> mutants) {
            super(Transform.API);
            this.mutants = mutants;
        }

        @Override
        public void visitFieldInsn(int opcode, String owner, String name, String type) {
            selected = owner.equals("mutscore_woven/Selected");
        }

        private void compared(int number) {
            if (selected) {
                mutants.add(number);
            }
            selected = false;
        }

        @Override
        public void visitInsn(int opcode) {
            boolean isConstant = opcode >= Opcodes.ICONST_M1 && opcode <= Opcodes.ICONST_5;
            compared(isConstant ? opcode - Opcodes.ICONST_0 : 0);
        }

        @Override
        public void visitIntInsn(int opcode, int operand) {
            compared(operand);
        }

        @Override
        public void visitLdcInsn(Object value) {
            compared(value instanceof Integer ? (Integer) value : 0);
        }

        @Override
        public void visitTableSwitchInsn(int min, int max, Label other, Label... labels) {
            if (selected) {
                for (int number = min; number <= max; number++) {
                    mutants.add(number);
                }
            }
            selected = false;
        }

        @Override
        public void visitLookupSwitchInsn(Label other, int[] keys, Label[] labels) {
            if (selected) {
                for (int number : keys) {
                    mutants.add(number);
                }
            }
            selected = false;
        }

        @Override
        public void visitMethodInsn(int opcode, String owner, String name, String type, boolean isInterface) {
            int number = Transform.copyNumber(name);
            if (number > 0) {
                mutants.add(number);
            }
            selected = false;
        }
    }
}
