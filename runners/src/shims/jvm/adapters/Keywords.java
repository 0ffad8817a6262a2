package mutscore.shim;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What the keywords of a feature's language mean. Where the parser's dialects cannot be had, English is read. */
final class Keywords {
    private static final Pattern LANGUAGE = Pattern.compile("^\\s*#\\s*language\\s*:\\s*([a-zA-Z\\-_]+)\\s*$");

    private final List<String> given = new ArrayList<>(List.of("Given "));
    private final List<String> when = new ArrayList<>(List.of("When "));
    private final List<String> then = new ArrayList<>(List.of("Then "));

    Keywords(List<String> lines, ClassLoader loader) {
        for (String line : lines) {
            Matcher matcher = LANGUAGE.matcher(line);
            if (matcher.matches()) {
                read(matcher.group(1), loader);
                return;
            }
            if (!line.isBlank() && !line.trim().startsWith("#")) {
                return;
            }
        }
    }

    /** `given`, `when` or `then`; null for a keyword that goes on with what stands above. */
    String kind(String keyword) {
        String plain = keyword.trim() + " ";
        if (plain.equals("* ")) {
            return null;
        }
        if (contains(given, plain)) {
            return "given";
        }
        if (contains(when, plain)) {
            return "when";
        }
        return contains(then, plain) ? "then" : null;
    }

    private static boolean contains(List<String> words, String keyword) {
        for (String word : words) {
            if (!word.trim().equals("*") && (word.trim() + " ").equals(keyword)) {
                return true;
            }
        }
        return false;
    }

    /** The parser's classes have the same names in all versions, but not the same methods. */
    private void read(String language, ClassLoader loader) {
        for (String owner : List.of("io.cucumber.gherkin.GherkinDialectProvider",
            "io.cucumber.core.gherkin.messages.internal.gherkin.GherkinDialectProvider")) {
            try {
                Class<?> type = Class.forName(owner, true, loader);
                Object provider = type.getDeclaredConstructor().newInstance();
                Object dialect = null;
                for (java.lang.reflect.Method method : type.getMethods()) {
                    if (method.getName().equals("getDialect") && method.getParameterCount() > 0) {
                        Object[] arguments = new Object[method.getParameterCount()];
                        arguments[0] = language;
                        dialect = method.invoke(provider, arguments);
                    }
                }
                if (dialect instanceof Optional) {
                    dialect = ((Optional<?>) dialect).orElse(null);
                }
                add(dialect, "getGivenKeywords", given);
                add(dialect, "getWhenKeywords", when);
                add(dialect, "getThenKeywords", then);
                return;
            } catch (ReflectiveOperationException | RuntimeException error) {
                // The next place, or English.
            }
        }
    }

    private static void add(Object dialect, String name, List<String> words) throws ReflectiveOperationException {
        for (Object word : (List<?>) dialect.getClass().getMethod(name).invoke(dialect)) {
            words.add((String) word);
        }
    }
}
