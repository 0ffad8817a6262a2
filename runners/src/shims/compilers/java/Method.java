import com.sun.source.tree.AnnotationTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.ExpressionStatementTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.StatementTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.TypeParameterTree;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreeScanner;
import java.util.ArrayList;
import java.util.List;

/** A method or constructor with a body, as a piece of its file's text. */
final class Method {
    /** Constructors are told apart by the types of so many parameters, which nobody's arguments fit. */
    private static final int MARKS = 16;
    private static final String[] MARK = {"java.lang.Void[][][][][][][]", "java.lang.Byte[][][][][][][]"};
    private static final String DIMENSIONS = "[[[[[[[";
    private static final String NAME = "mutscore$";

    final int start;
    final int end;
    /** Inside the braces. */
    final int bodyStart;
    final int bodyEnd;
    /** End of the call of another constructor, which nothing before may be changed in; else the body's start. */
    private final int freeFrom;
    private final boolean isConstructor;
    private final String name;
    /** The head, annotations left out, up to its name, and behind it up to the body. */
    private final String before;
    private final String after;
    private final Text text;

    private Method(Text text, int start, int end, int bodyStart, int freeFrom, boolean isConstructor, String name,
            String before, String after) {
        this.text = text;
        this.name = name;
        this.start = start;
        this.end = end;
        this.bodyStart = bodyStart;
        this.bodyEnd = end - 1;
        this.freeFrom = freeFrom;
        this.isConstructor = isConstructor;
        this.before = before;
        this.after = after;
    }

    /** Whether all edits are inside the body. */
    boolean contains(List<Text.Edit> edits) {
        return isWithin(edits, bodyStart);
    }

    /** Whether a copy of the method may have these edits. */
    boolean mayHave(List<Text.Edit> edits) {
        return isWithin(edits, freeFrom);
    }

    private boolean isWithin(List<Text.Edit> edits, int from) {
        for (Text.Edit edit : edits) {
            if (edit.from < from || edit.to > bodyEnd) {
                return false;
            }
        }
        return !edits.isEmpty();
    }

    /** The number of a copy by its name and descriptor in a class file; negative for what is no copy. */
    static int number(String name, String descriptor) {
        if (name.startsWith(NAME)) {
            return Integer.parseInt(name.substring(NAME.length()));
        }
        int at = name.equals("<init>") ? descriptor.indexOf(DIMENSIONS + "Ljava/lang/") : -1;
        if (at < 0) {
            return -1;
        }
        int number = 0;
        for (int bit = 0; bit < MARKS; bit++) {
            String rest = descriptor.substring(at);
            number |= rest.startsWith(DIMENSIONS + "Ljava/lang/Byte;") ? 1 << bit : 0;
            at = descriptor.indexOf(';', at) + 1;
        }
        return number;
    }

    /** A copy with these edits, under a name of its own. */
    String copy(int number, List<Text.Edit> edits) {
        String body = "{" + text.part(bodyStart, bodyEnd, edits) + "}";
        if (!isConstructor) {
            return before + NAME + number + after + body;
        }
        int open = after.indexOf('(') + 1;
        StringBuilder head = new StringBuilder(before).append(name).append(after, 0, open);
        for (int bit = 0; bit < MARKS; bit++) {
            head.append(MARK[number >> bit & 1]).append(' ').append(NAME).append(bit).append(", ");
        }
        String rest = after.substring(open);
        if (rest.trim().startsWith(")")) {
            head.setLength(head.length() - 2);
        }
        return head.append(rest).append(body).toString();
    }

    /** How many copies can be told apart in a file. */
    static int mostCopies() {
        return 1 << MARKS;
    }

    /** Methods of a file that can be copied, those inside others behind them. */
    static List<Method> of(Text text, CompilationUnitTree unit, SourcePositions positions) {
        List<Method> found = new ArrayList<>();
        new TreeScanner<Void, ClassTree>() {
            @Override
            public Void visitClass(ClassTree tree, ClassTree around) {
                return super.visitClass(tree, tree);
            }

            @Override
            public Void visitMethod(MethodTree tree, ClassTree around) {
                Method method = of(text, unit, positions, tree, around);
                if (method != null) {
                    found.add(method);
                }
                return super.visitMethod(tree, around);
            }
        }.scan(unit, null);
        return found;
    }

    private static Method of(Text text, CompilationUnitTree unit, SourcePositions positions, MethodTree tree, ClassTree around) {
        if (tree.getBody() == null) {
            return null;
        }
        boolean isConstructor = tree.getReturnType() == null;
        // A record's own constructor has its parameters from the record.
        if (isConstructor && around != null && around.getKind().name().equals("RECORD")) {
            return null;
        }
        int start = (int) positions.getStartPosition(unit, tree);
        int end = (int) positions.getEndPosition(unit, tree);
        int body = (int) positions.getStartPosition(unit, tree.getBody());
        if (start < 0 || body < start || end <= body || text.text.charAt(body) != '{' || text.text.charAt(end - 1) != '}') {
            return null;
        }
        String name = isConstructor ? (around == null ? "" : around.getSimpleName().toString()) : tree.getName().toString();
        int from = Math.max(start, (int) positions.getEndPosition(unit, tree.getModifiers()));
        for (TypeParameterTree parameter : tree.getTypeParameters()) {
            from = Math.max(from, (int) positions.getEndPosition(unit, parameter));
        }
        if (!isConstructor) {
            from = Math.max(from, (int) positions.getEndPosition(unit, tree.getReturnType()));
        }
        int at = nameAt(text.text, from, body, name);
        if (at < 0) {
            return null;
        }
        StringBuilder before = new StringBuilder();
        int copied = start;
        for (AnnotationTree annotation : tree.getModifiers().getAnnotations()) {
            int annotated = (int) positions.getStartPosition(unit, annotation);
            int over = (int) positions.getEndPosition(unit, annotation);
            if (annotated < copied || over < annotated || over > at) {
                return null;
            }
            before.append(text.text, copied, annotated).append(' ');
            copied = over;
        }
        before.append(text.text, copied, at);
        int freeFrom = body + 1;
        List<? extends StatementTree> statements = tree.getBody().getStatements();
        if (isConstructor && !statements.isEmpty() && isThisCall(statements.get(0))) {
            freeFrom = (int) positions.getEndPosition(unit, statements.get(0));
        }
        String after = text.text.substring(at + name.length(), body);
        return new Method(text, start, end, body + 1, freeFrom, isConstructor, name, withoutLead(before.toString()),
            after);
    }

    /** The comments of an annotation that was left out may stand in front. */
    private static String withoutLead(String head) {
        String rest = head.stripLeading();
        while (rest.startsWith("//") || rest.startsWith("/*")) {
            int end = rest.startsWith("//") ? rest.indexOf('\n') : rest.indexOf("*/") + 1;
            rest = rest.substring(end + 1).stripLeading();
        }
        return rest;
    }

    private static boolean isThisCall(StatementTree statement) {
        if (!(statement instanceof ExpressionStatementTree)) {
            return false;
        }
        Tree call = ((ExpressionStatementTree) statement).getExpression();
        if (!(call instanceof MethodInvocationTree)) {
            return false;
        }
        Tree called = ((MethodInvocationTree) call).getMethodSelect();
        return called instanceof IdentifierTree && ((IdentifierTree) called).getName().contentEquals("this");
    }

    /** Where the name stands: behind comments and whatever closes type parameters. */
    private static int nameAt(String text, int from, int until, String name) {
        if (name.isEmpty()) {
            return -1;
        }
        for (int at = from; at + name.length() < until; at++) {
            char one = text.charAt(at);
            if (text.startsWith("//", at)) {
                at = text.indexOf('\n', at);
            } else if (text.startsWith("/*", at)) {
                at = text.indexOf("*/", at + 2) + 1;
            } else if (Character.isJavaIdentifierStart(one)) {
                int end = at;
                while (end < until && Character.isJavaIdentifierPart(text.charAt(end))) {
                    end++;
                }
                if (text.substring(at, end).equals(name)) {
                    return at;
                }
                at = end - 1;
            }
            if (at < from) {
                return -1;
            }
        }
        return -1;
    }
}
