package mutscore.shim;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;

/** Which classes hold tests, by Surefire's rules, and which test methods there are. */
final class Selection {
    /** Surefire's own defaults. */
    private static final List<String> INCLUDES =
        List.of("**/Test*.java", "**/*Test.java", "**/*Tests.java", "**/*TestCase.java");

    private final Scope scope;
    private final List<Pattern> includes = new ArrayList<>();
    private final List<Pattern> excludes = new ArrayList<>();
    private final boolean nested;

    Selection(Scope scope) {
        this.scope = scope;
        List<String> declared = Json.strings(scope.about.get("includes"));
        for (String one : declared.isEmpty() ? INCLUDES : declared) {
            includes.add(pattern(one));
        }
        List<String> out = Json.strings(scope.about.get("excludes"));
        // Nested classes are their outer class's business, unless excludes are declared.
        nested = !out.isEmpty();
        for (String one : out) {
            excludes.add(pattern(one));
        }
    }

    /** An Ant pattern or `%regex[...]`, on class files' paths. */
    private static Pattern pattern(String text) {
        if (text.startsWith("%regex[")) {
            return Pattern.compile(text.substring(7, text.length() - 1).replaceAll("\\.(java|class)$", ""));
        }
        String ant = text.replaceAll("\\.(java|class)$", "").replace('.', '/').replace("%ant[", "");
        if (!ant.contains("/")) {
            ant = "**/" + ant;
        }
        StringBuilder regex = new StringBuilder();
        for (int i = 0; i < ant.length(); i++) {
            if (ant.startsWith("**/", i)) {
                regex.append("(.*/)?");
                i += 2;
            } else if (ant.startsWith("**", i)) {
                regex.append(".*");
                i++;
            } else if (ant.charAt(i) == '*') {
                regex.append("[^/]*");
            } else if (ant.charAt(i) == '?') {
                regex.append("[^/]");
            } else {
                regex.append(Pattern.quote(ant.substring(i, i + 1)));
            }
        }
        return Pattern.compile(regex.toString());
    }

    boolean takes(String className) {
        String path = className.replace('.', '/');
        if (path.contains("$") && !nested) {
            return false;
        }
        return matches(includes, path) && !matches(excludes, path) && (!path.contains("$") || !nested);
    }

    private static boolean matches(List<Pattern> patterns, String path) {
        for (Pattern pattern : patterns) {
            if (pattern.matcher(path).matches()) {
                return true;
            }
        }
        return false;
    }

    /** The selected classes, in order. */
    List<String> classes() {
        List<String> found = new ArrayList<>();
        for (String name : scope.testClasses()) {
            if (takes(name)) {
                found.add(name);
            }
        }
        return found;
    }

    /** The selected classes that have a method of this class: itself, and who inherits from it. */
    List<String> having(String owner) {
        List<String> found = new ArrayList<>();
        String outer = owner.contains("$") ? owner.substring(0, owner.indexOf('$')) : owner;
        for (String name : scope.testClasses()) {
            // Patterns cost the most, and few classes inherit; each run asks.
            if (scope.inherits(name, owner) && (takes(name) || name.equals(owner) && takes(outer))) {
                found.add(name);
            }
        }
        return found;
    }

    /** Test methods as scenarios, one for each method however many classes inherit it. */
    static final class Methods {
        private final Scope scope;
        private final Map<String, Map<String, Object>> found = new TreeMap<>();
        private final Map<String, Sources> sources = new TreeMap<>();

        Methods(Scope scope) {
            this.scope = scope;
        }

        void add(String owner, String method, boolean rows, Iterable<String> tags) {
            String test = owner + "#" + method;
            String path = scope.source(owner);
            if (path == null || found.containsKey(test)) {
                return;
            }
            Sources source = sources.computeIfAbsent(path, key -> new Sources(scope.root.resolve(key)));
            int line = source.line(owner, method);
            TreeSet<String> all = new TreeSet<>();
            tags.forEach(all::add);
            String name = owner.substring(owner.lastIndexOf('.') + 1).replace('$', '.');
            Map<String, Object> step =
                Json.of("keyword", "Test", "kind", "when", "text", method, "line", line);
            found.put(test, Json.of("feature", path, "line", line, "outline", rows,
                "rows", rows ? List.of(line) : List.of(), "test", test, "feature_name", name,
                "name", name + "." + method, "tags", all, "steps", List.of(step), "unbound", null));
        }

        Map<String, Object> answer() {
            return Json.of("scenarios", new ArrayList<>(found.values()), "unparsable", List.of());
        }
    }
}
