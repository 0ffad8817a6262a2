package mutscore.shim;

import java.io.InputStream;
import java.lang.annotation.Annotation;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Properties;
import java.util.Set;

/**
 * Where the project keeps its glue, and what makes its objects: from the classes that its test platform starts
 * (annotations, read by name), and from its property files. What selects scenarios or reports on them is left aside.
 */
final class Settings {
    private final Set<String> glue = new LinkedHashSet<>();
    private String objectFactory;

    Settings(Scope scope, ClassLoader loader) throws Exception {
        for (String name : scope.suites()) {
            Class<?> suite = Class.forName(name, false, loader);
            for (Annotation annotation : suite.getAnnotations()) {
                read(annotation, suite);
            }
        }
        for (String file : List.of("cucumber.properties", "junit-platform.properties")) {
            try (InputStream in = loader.getResourceAsStream(file)) {
                if (in != null) {
                    Properties properties = new Properties();
                    properties.load(in);
                    set("cucumber.glue", properties.getProperty("cucumber.glue"));
                    set("cucumber.object-factory", properties.getProperty("cucumber.object-factory"));
                }
            }
        }
    }

    private void read(Annotation annotation, Class<?> suite) throws ReflectiveOperationException {
        switch (annotation.annotationType().getName()) {
            case "io.cucumber.junit.CucumberOptions":
            case "io.cucumber.testng.CucumberOptions":
                options(annotation, suite);
                break;
            case "org.junit.platform.suite.api.ConfigurationParameter":
                set((String) value(annotation, "key"), (String) value(annotation, "value"));
                break;
            case "org.junit.platform.suite.api.ConfigurationParameters":
                Object all = value(annotation, "value");
                for (int i = 0; i < Array.getLength(all); i++) {
                    read((Annotation) Array.get(all, i), suite);
                }
                break;
            default:
        }
    }

    private void options(Annotation annotation, Class<?> suite) throws ReflectiveOperationException {
        String[] own = (String[]) value(annotation, "glue");
        String[] extra = (String[]) value(annotation, "extraGlue");
        if (own.length == 0) {
            // Cucumber's own default is the package of the class.
            glue.add(suite.getPackageName());
        }
        glue.addAll(List.of(own));
        glue.addAll(List.of(extra));
        Class<?> factory = (Class<?>) value(annotation, "objectFactory");
        if (!factory.getName().endsWith("NoObjectFactory")) {
            objectFactory = factory.getName();
        }
    }

    private void set(String key, String value) {
        if (value == null) {
            return;
        }
        if (key.equals("cucumber.glue")) {
            for (String one : value.split(",")) {
                glue.add(one.trim());
            }
        } else if (key.equals("cucumber.object-factory")) {
            objectFactory = value.trim();
        }
    }

    private static Object value(Annotation annotation, String name) throws ReflectiveOperationException {
        java.lang.reflect.Method method = annotation.annotationType().getMethod(name);
        return method.invoke(annotation);
    }

    List<String> arguments() {
        List<String> arguments = new ArrayList<>();
        for (String one : glue) {
            arguments.add("--glue");
            arguments.add(one);
        }
        if (objectFactory != null) {
            arguments.add("--object-factory");
            arguments.add(objectFactory);
        }
        return arguments;
    }
}
