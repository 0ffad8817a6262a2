package mutscore.shim;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Where in a file a test method stands: the line of its name. */
final class Sources {
    private final List<String> lines;

    Sources(Path file) {
        List<String> read;
        try {
            read = new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1).lines()
                .collect(Collectors.toList());
        } catch (IOException error) {
            read = List.of();
        }
        lines = read;
    }

    /** Looks for the declaration of a method behind that of its class; 1 where neither is found. */
    int line(String owner, String method) {
        String simple = owner.substring(Math.max(owner.lastIndexOf('.'), owner.lastIndexOf('$')) + 1);
        int from = Math.max(find("\\b(class|interface|record|enum)\\s+" + Pattern.quote(simple) + "\\b", 0), 1);
        int found = find("^\\s*(?!return\\b|new\\b|throw\\b)[\\w<>\\[\\],.?@() ]*[\\w>\\]]\\s+" + Pattern.quote(method)
            + "\\s*\\(", from - 1);
        return found > 0 ? found : from;
    }

    private int find(String regex, int from) {
        Pattern pattern = Pattern.compile(regex);
        for (int i = from; i < lines.size(); i++) {
            Matcher matcher = pattern.matcher(lines.get(i));
            if (matcher.find()) {
                return i + 1;
            }
        }
        return 0;
    }
}
