package mutscore.shim;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The test method that a scenario names, and the step that stands for it. */
final class TestMethod {
    final String owner;
    final String name;
    final List<String> classes;
    private final long line;

    TestMethod(Map<String, Object> scenario, Scope scope) {
        String test = (String) scenario.get("test");
        int at = test == null ? -1 : test.indexOf('#');
        if (at < 0) {
            throw new IllegalArgumentException("a scenario without the name of a test: " + scenario);
        }
        owner = test.substring(0, at);
        name = test.substring(at + 1);
        classes = new Selection(scope).having(owner);
        line = ((Number) scenario.get("line")).longValue();
    }

    /** Whether a class has methods of its own in the place of this one: that is another instance, which may be disabled. */
    boolean isReplacedIn(Class<?> type) {
        return !written(type).isEmpty() && in(type).isEmpty();
    }

    /** What this test is in a class: methods of its owner's that the class has not replaced. */
    List<Method> in(Class<?> type) {
        List<Method> found = written(type);
        found.removeIf(method -> isReplaced(method, type));
        return found;
    }

    /** The methods as they are written where the test has its name from; none where a submission has moved them. */
    private List<Method> written(Class<?> type) {
        List<Method> found = new ArrayList<>();
        for (Class<?> one : Supertypes.of(type)) {
            if (one.getName().equals(owner)) {
                Supertypes.declared(one, name).forEach(found::add);
            }
        }
        return found;
    }

    private static boolean isReplaced(Method method, Class<?> type) {
        Class<?> owner = method.getDeclaringClass();
        for (Class<?> one : Supertypes.of(type)) {
            // A class comes before an interface; of two of a kind the one below comes first.
            boolean first = owner.isAssignableFrom(one) || owner.isInterface() && !one.isInterface();
            if (one != owner && first && Supertypes.overrides(one, method)) {
                return true;
            }
        }
        return false;
    }

    /** The step of one invocation: rows are known by their names only. */
    Map<String, Object> step() {
        return End.step("Test", name, line, null);
    }

    /** There is no such test: the class or the method is missing. */
    void isMissing(End end) {
        end.note("there is no test " + owner + "#" + name);
        end.fails("binding-failure", "undefined", step(), null);
    }
}
