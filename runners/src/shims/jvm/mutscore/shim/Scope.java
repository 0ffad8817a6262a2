package mutscore.shim;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Which class comes from which file of the project, and what each file is. Made of the build's own index. */
final class Scope {
    final Path root;
    final Map<String, Object> about;
    private final Map<String, String> sources = new HashMap<>();
    private final Map<String, String> supers = new HashMap<>();
    private final Set<String> production;
    private final Set<String> callers;
    private final List<String> suites;
    private List<String> testClasses;

    Scope(Map<String, Object> about, Map<String, Object> index) {
        this.about = about;
        root = Paths.get((String) about.get("root"));
        production = new HashSet<>(Json.strings(about.get("production")));
        callers = new HashSet<>(Json.strings(about.get("callers")));
        suites = Json.strings(index.get("suites"));
        for (Map.Entry<String, Object> entry : Json.object(index.get("classes")).entrySet()) {
            List<String> found = Json.strings(entry.getValue());
            sources.put(entry.getKey(), found.get(0));
            supers.put(entry.getKey(), found.get(1));
        }
    }

    /** The index lies beside the build's classes. */
    static Scope of(Map<String, Object> about) throws IOException {
        String text = Files.readString(Paths.get((String) about.get("index")));
        return new Scope(about, Json.object(Json.parse(text)));
    }

    /** The file that a class was compiled from, or null where it is nobody of the project. */
    String source(String className) {
        return sources.get(className);
    }

    String superOf(String className) {
        return supers.get(className);
    }

    boolean isProduction(String className) {
        String source = sources.get(className);
        return source != null && production.contains(source);
    }

    boolean isTest(String className) {
        String source = sources.get(className);
        return source != null && !production.contains(source);
    }

    /** Whether direct calls from this class count: what is withheld, or came with a submission. */
    boolean isCaller(String className) {
        String source = sources.get(className);
        return source != null && callers.contains(source);
    }

    boolean isProductionFile(String path) {
        return production.contains(path);
    }

    /** Classes that say how a framework is to be run. */
    List<String> suites() {
        return suites;
    }

    /** Classes of the test side, in order. */
    synchronized List<String> testClasses() {
        if (testClasses == null) {
            List<String> names = new ArrayList<>();
            for (String name : sources.keySet()) {
                if (isTest(name)) {
                    names.add(name);
                }
            }
            names.sort(null);
            testClasses = List.copyOf(names);
        }
        return testClasses;
    }

    /** Whether `name` is `above` or inherits from it. */
    boolean inherits(String name, String above) {
        for (String one = name; one != null; one = supers.get(one)) {
            if (one.equals(above)) {
                return true;
            }
        }
        return false;
    }
}
