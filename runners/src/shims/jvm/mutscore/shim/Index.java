package mutscore.shim;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import jdk.internal.org.objectweb.asm.AnnotationVisitor;
import jdk.internal.org.objectweb.asm.ClassReader;

/** What later runs need to know of a build: the file and the parent of each class, and who configures Cucumber. */
final class Index {
    private static final List<String> SUITES = List.of(
        "Lio/cucumber/junit/CucumberOptions;", "Lio/cucumber/testng/CucumberOptions;",
        "Lorg/junit/platform/suite/api/ConfigurationParameter;",
        "Lorg/junit/platform/suite/api/ConfigurationParameters;");

    private Index() {
    }

    static Map<String, Object> of(Javac.Outcome main, Javac.Outcome test) {
        Map<String, Object> classes = new TreeMap<>();
        TreeSet<String> suites = new TreeSet<>();
        for (Javac.Outcome one : List.of(main, test)) {
            for (Map.Entry<String, byte[]> entry : one.classes.entrySet()) {
                ClassReader reader = new ClassReader(entry.getValue());
                String above = reader.getSuperName() == null ? "" : reader.getSuperName().replace('/', '.');
                classes.put(entry.getKey(), List.of(one.sources.get(entry.getKey()), above));
                reader.accept(new ClassWalk() {
                    @Override
                    public AnnotationVisitor visitAnnotation(String type, boolean visible) {
                        if (SUITES.contains(type)) {
                            suites.add(entry.getKey());
                        }
                        return null;
                    }
                }, ClassReader.SKIP_CODE);
            }
        }
        return Json.of("classes", classes, "suites", new ArrayList<>(suites));
    }
}
