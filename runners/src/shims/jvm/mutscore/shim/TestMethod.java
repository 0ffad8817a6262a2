package mutscore.shim;

import java.lang.reflect.Method;
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

    /** Whether a class has a method of its own in the place of this one: that is another instance, which may be disabled. */
    boolean isReplacedIn(Class<?> type) {
        for (Class<?> one = type; one != null && !one.getName().equals(owner); one = one.getSuperclass()) {
            for (Method method : one.getDeclaredMethods()) {
                if (method.getName().equals(name) && !method.isSynthetic()) {
                    return true;
                }
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
