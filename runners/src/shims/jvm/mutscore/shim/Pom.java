package mutscore.shim;

import java.io.File;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.xml.parsers.DocumentBuilderFactory;
import org.w3c.dom.Element;
import org.w3c.dom.Node;

/** Reads of Maven's effective POM what compiling and selecting tests needs. Printed as JSON. */
public final class Pom {
    private Pom() {
    }

    public static void main(String[] arguments) throws Exception {
        DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
        factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
        Element project = factory.newDocumentBuilder().parse(new File(arguments[0])).getDocumentElement();
        if (project.getTagName().equals("projects")) {
            project = children(project, "project").get(0);
        }
        System.out.println(Json.write(read(project, Paths.get(arguments[1]).toRealPath())));
    }

    private static Map<String, Object> read(Element project, Path base) {
        Element build = child(project, "build");
        Element properties = child(project, "properties");
        Map<String, Object> found = new LinkedHashMap<>();
        found.put("main", List.of(relative(base, text(build, "sourceDirectory", "src/main/java"))));
        found.put("test", List.of(relative(base, text(build, "testSourceDirectory", "src/test/java"))));
        found.put("resources", resources(base, child(build, "resources"), "resource"));
        found.put("test_resources", resources(base, child(build, "testResources"), "testResource"));
        Element compiler = configuration(build, "maven-compiler-plugin");
        found.put("options", options(compiler, properties));
        found.put("main_excludes", texts(child(compiler, "excludes"), "exclude"));
        found.put("test_excludes", texts(child(compiler, "testExcludes"), "testExclude"));
        String encoding = text(compiler, "encoding", text(properties, "project.build.sourceEncoding", null));
        found.put("encoding", encoding == null || encoding.contains("${") ? null : encoding);
        Element surefire = configuration(build, "maven-surefire-plugin");
        found.put("includes", texts(child(surefire, "includes"), "include"));
        found.put("excludes", texts(child(surefire, "excludes"), "exclude"));
        Map<String, Object> system = new LinkedHashMap<>();
        Element variables = child(surefire, "systemPropertyVariables");
        if (variables != null) {
            for (Element one : children(variables, null)) {
                system.put(one.getTagName(), one.getTextContent().trim());
            }
        }
        found.put("system", system);
        return found;
    }

    private static List<Object> options(Element compiler, Element properties) {
        List<Object> options = new ArrayList<>();
        String release = text(compiler, "release", text(properties, "maven.compiler.release", null));
        if (release != null && !release.isEmpty()) {
            options.addAll(List.of("--release", plain(release)));
        } else {
            String source = text(compiler, "source", text(properties, "maven.compiler.source", null));
            String target = text(compiler, "target", text(properties, "maven.compiler.target", null));
            if (source != null && target != null) {
                options.addAll(List.of("-source", plain(source), "-target", plain(target)));
            }
        }
        if ("true".equals(text(compiler, "parameters", text(properties, "maven.compiler.parameters", "")))) {
            options.add("-parameters");
        }
        for (String argument : texts(child(compiler, "compilerArgs"), "arg")) {
            // Warnings are nobody's business here, and plug-ins and processors stay off.
            if (!argument.startsWith("-X") && !argument.startsWith("-A") && !argument.startsWith("-W")) {
                options.add(argument);
            }
        }
        return options;
    }

    /** A level that this JDK has: 1.5 to 1.7 became 7, the least that it compiles. */
    private static String plain(String level) {
        String number = level.startsWith("1.") ? level.substring(2) : level;
        return number.matches("[1-6]") ? "7" : number;
    }

    private static List<Object> resources(Path base, Element all, String name) {
        List<Object> found = new ArrayList<>();
        if (all != null) {
            for (Element one : children(all, name)) {
                found.add(relative(base, text(one, "directory", "")));
            }
        }
        return found;
    }

    private static String relative(Path base, String folder) {
        Path path = Paths.get(folder);
        return path.isAbsolute() && path.startsWith(base) ? base.relativize(path).toString() : folder;
    }

    private static Element configuration(Element build, String plugin) {
        Element plugins = child(build, "plugins");
        if (plugins != null) {
            for (Element one : children(plugins, "plugin")) {
                if (plugin.equals(text(one, "artifactId", ""))) {
                    return child(one, "configuration");
                }
            }
        }
        return null;
    }

    private static List<String> texts(Element all, String name) {
        List<String> texts = new ArrayList<>();
        if (all != null) {
            for (Element one : children(all, name)) {
                texts.add(one.getTextContent().trim());
            }
        }
        return texts;
    }

    private static String text(Element parent, String name, String other) {
        Element found = parent == null ? null : child(parent, name);
        return found == null ? other : found.getTextContent().trim();
    }

    private static Element child(Element parent, String name) {
        List<Element> found = parent == null ? List.of() : children(parent, name);
        return found.isEmpty() ? null : found.get(0);
    }

    private static List<Element> children(Element parent, String name) {
        List<Element> found = new ArrayList<>();
        for (Node node = parent.getFirstChild(); node != null; node = node.getNextSibling()) {
            if (node instanceof Element && (name == null || ((Element) node).getTagName().equals(name))) {
                found.add((Element) node);
            }
        }
        return found;
    }
}
