package mutscore.shim;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** As much of JSON as frames need, so that no library of the project is touched. */
final class Json {
    private final String text;
    private int at;

    private Json(String text) {
        this.text = text;
    }

    static Object parse(String text) {
        Json json = new Json(text);
        Object value = json.value();
        json.blank();
        if (json.at != text.length()) {
            throw new IllegalArgumentException("something follows the value at " + json.at);
        }
        return value;
    }

    @SuppressWarnings("unchecked")
    static Map<String, Object> object(Object value) {
        return (Map<String, Object>) value;
    }

    @SuppressWarnings("unchecked")
    static List<Object> list(Object value) {
        return value == null ? List.of() : (List<Object>) value;
    }

    static List<String> strings(Object value) {
        List<String> strings = new ArrayList<>();
        for (Object one : list(value)) {
            strings.add((String) one);
        }
        return strings;
    }

    /** A map in the order of its arguments: name, value, name, value. */
    static Map<String, Object> of(Object... pairs) {
        Map<String, Object> map = new LinkedHashMap<>();
        for (int i = 0; i < pairs.length; i += 2) {
            map.put((String) pairs[i], pairs[i + 1]);
        }
        return map;
    }

    private void blank() {
        while (at < text.length() && text.charAt(at) <= ' ') {
            at++;
        }
    }

    private Object value() {
        blank();
        char c = text.charAt(at);
        switch (c) {
            case '{':
                return members();
            case '[':
                return elements();
            case '"':
                return string();
            case 't':
                at += 4;
                return true;
            case 'f':
                at += 5;
                return false;
            case 'n':
                at += 4;
                return null;
            default:
                return number();
        }
    }

    private Map<String, Object> members() {
        Map<String, Object> map = new LinkedHashMap<>();
        at++;
        blank();
        while (text.charAt(at) != '}') {
            blank();
            String name = string();
            blank();
            at++;
            map.put(name, value());
            blank();
            if (text.charAt(at) == ',') {
                at++;
                blank();
            }
        }
        at++;
        return map;
    }

    private List<Object> elements() {
        List<Object> list = new ArrayList<>();
        at++;
        blank();
        while (text.charAt(at) != ']') {
            list.add(value());
            blank();
            if (text.charAt(at) == ',') {
                at++;
                blank();
            }
        }
        at++;
        return list;
    }

    private Object number() {
        int start = at;
        while (at < text.length() && "+-.eE0123456789".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
        String digits = text.substring(start, at);
        if (digits.matches("-?[0-9]{1,18}")) {
            return Long.parseLong(digits);
        }
        return Double.parseDouble(digits);
    }

    private String string() {
        StringBuilder out = new StringBuilder();
        at++;
        while (true) {
            char c = text.charAt(at++);
            if (c == '"') {
                return out.toString();
            }
            if (c != '\\') {
                out.append(c);
                continue;
            }
            char escaped = text.charAt(at++);
            switch (escaped) {
                case 'n':
                    out.append('\n');
                    break;
                case 't':
                    out.append('\t');
                    break;
                case 'r':
                    out.append('\r');
                    break;
                case 'b':
                    out.append('\b');
                    break;
                case 'f':
                    out.append('\f');
                    break;
                case 'u':
                    out.append((char) Integer.parseInt(text.substring(at, at + 4), 16));
                    at += 4;
                    break;
                default:
                    out.append(escaped);
            }
        }
    }

    static String write(Object value) {
        StringBuilder out = new StringBuilder();
        write(value, out);
        return out.toString();
    }

    private static void write(Object value, StringBuilder out) {
        if (value instanceof Map) {
            char between = '{';
            for (Map.Entry<?, ?> entry : ((Map<?, ?>) value).entrySet()) {
                out.append(between);
                quote(String.valueOf(entry.getKey()), out);
                out.append(':');
                write(entry.getValue(), out);
                between = ',';
            }
            out.append(between == '{' ? "{}" : "}");
        } else if (value instanceof Iterable) {
            char between = '[';
            for (Object one : (Iterable<?>) value) {
                out.append(between);
                write(one, out);
                between = ',';
            }
            out.append(between == '[' ? "[]" : "]");
        } else if (value == null || value instanceof Number || value instanceof Boolean) {
            out.append(value);
        } else {
            quote(value.toString(), out);
        }
    }

    private static void quote(String text, StringBuilder out) {
        out.append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                out.append('\\').append(c);
            } else if (c < ' ' || Character.isSurrogate(c) && !paired(text, i)) {
                // Half a pair is no text in any encoding: a mark stands for it.
                out.append(c < ' ' ? String.format("\\u%04x", (int) c) : "\ufffd");
            } else {
                out.append(c);
            }
        }
        out.append('"');
    }

    private static boolean paired(String text, int i) {
        char c = text.charAt(i);
        if (Character.isHighSurrogate(c)) {
            return i + 1 < text.length() && Character.isLowSurrogate(text.charAt(i + 1));
        }
        return i > 0 && Character.isHighSurrogate(text.charAt(i - 1));
    }
}
