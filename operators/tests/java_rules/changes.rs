//! Operators, literals and text.

use mutscore_operators::Options;

use crate::{NONE, changes, check, in_method, only};

#[test]
fn operators_and_literals_follow_their_tables() {
    let rules: &[(&str, &[&str])] = &[
        // Neutral operands and edges.
        ("a = b * 1;", &["1>0"]),
        ("a = 1 * b;", &["1>0", "*>/"]),
        ("a = b / -1;", &["-1>-2"]),
        ("a = b + 0;", &["0>1"]),
        ("a = b << 0;", &["0>1"]),
        ("a = b * 0;", &["0>1"]),
        ("a = b % 1;", &["%>*", "1>2"]),
        ("a /= 1;", &["1>2"]),
        ("c = a < 10;", &["<><=", "<>>="]),
        ("c = a == 10;", &["==>!=", "10>11"]),
        ("a = b >>> 3;", &[">>>><<", "3>4"]),
        ("a = b >> 3;", &[">>><<", "3>4"]),
        ("a = b ^ ~a;", &["^>&", "~a>a"]),
        ("a &= b; a |= b; a ^= b;", &["&=>|=", "|=>&=", "^=>&="]),
        (
            "a <<= b; a >>= b; a %= b;",
            &["<<=>>>=", ">>=><<=", "%=>*="],
        ),
        ("a = -b; a = - -b;", &["-b>b", "- -b>-b"]),
        ("a = +b;", NONE),
        ("a++; --b;", &["++>--", "-->++"]),
        // Number literals.
        ("a = 017;", NONE),
        ("a = 1_000;", &["1_000>1001"]),
        ("long d = 42L; d = 0l;", &["42L>43L", "0l>1l"]),
        ("a = 0x0F; a = 0b101;", &["0x0F>0x10", "0b101>0b110"]),
        ("byte d = 127; char e = 65535;", &["127>126", "65535>65534"]),
        (
            "a = 2147483647; a = -2147483648;",
            &["2147483647>2147483646", "-2147483648>-2147483647"],
        ),
        ("a = -1; a = -5;", &["-1>0", "-5>-4"]),
        ("double d = 0.5; float e = 1.0f;", &["0.5>1.0", "1.0f>2.0f"]),
        ("double d = -0.5d; d = 1e0;", &["0.5d>1.0d", "1e0>2.0"]),
        (
            "double d = 0x1.8p1; float e = 0x1p3f;",
            &["0x1.8p1>1.0", "0x1p3f>1.0f"],
        ),
        ("char d = 'x';", NONE),
        // Truth.
        ("c = b == 3 == true;", &["==>!=", "3>4", "==>!="]),
        ("c = !!c;", NONE),
        ("c = !(a == b);", &["==>!="]),
        (
            "c = !(c || a == b);",
            &["!(c || a == b)>(c || a == b)", "c>!c", "||>&&", "==>!="],
        ),
        ("c = !true;", &["true>false"]),
        ("while (true) { a = b; }", NONE),
        ("do { a = b; } while (false);", NONE),
        ("for (; true; ) { a = b; }", NONE),
        ("if (true) { a = b; }", &["true>false"]),
        ("if (c = o == null) { a = b; }", &["==>!="]),
        (
            "if (c ? a > 0 : g()) { }",
            &["c>!c", "c ? a > 0 : g()>!(c ? a > 0 : g())", ">>>=", ">><="],
        ),
        ("if (c & g()) { }", &["c & g()>!(c & g())", "&>|"]),
        ("if ((boolean) o) { }", &["(boolean) o>!((boolean) o)"]),
        (
            "if (this.c && o.d[0]) { }",
            &["this.c>!this.c", "&&>||", "o.d[0]>!o.d[0]", "0>1"],
        ),
        ("do { a = b; } while (g());", &["g()>!g()"]),
        ("for (; g(); ) { a = b; }", &["g()>!g()"]),
        ("if (switch (a) { case 1 -> c; default -> g(); }) { }", NONE),
        // Minimum and maximum.
        ("a = a < b ? (a) : b;", &["<>>="]),
        ("a = a < b ? b : 3;", &["<><=", "<>>=", "3>4"]),
        ("if (a > b) b = a;", &[">><="]),
        ("if (a > b) { b = a; }", &[">><="]),
        ("if (a > b) b += a;", &[">>>=", ">><=", "+=>-="]),
        ("if (a > b) b = a; else a = b;", &[">>>=", ">><="]),
        // Text.
        ("s = \"\"; s = \"x\";", &["\"\">\"mutscore\"", "\"x\">\"\""]),
        (
            "s = \"\"\"\n  x\n  \"\"\"; s = \"\"\"\n  \"\"\";",
            &[
                "\"\"\"\n  x\n  \"\"\">\"\"",
                "\"\"\"\n  \"\"\">\"mutscore\"",
            ],
        ),
    ];
    check(rules, in_method, &Options::default());
}

#[test]
fn plus_stays_where_an_operand_is_text() {
    let text: &[&str] = &[
        "s = t + a;",
        "s = a + (t);",
        "s = this.s + a;",
        "s = a + R.s;",
        "s = a + o.toString();",
        "s = o.getName() + a;",
        "s = (String) o + a;",
        "s = (c ? t : null) + a;",
        "s += a;",
        "o = t; o += a;",
        "for (String x : y) { s = x + a; }",
        "String x = g(); s = x + a;",
        "String[] x = g(); s = x[a] + a;",
        "String x[] = g(); s = x[a] + a;",
        "var x = t.trim(); s = x + a;",
        "g((String x) -> x + a);",
        "s = new String(y) + a;",
        "s = k() + a;",
        "class L { void m(String... x) { s = x[a] + a; } }",
        "class L { String n; void m() { s = n + a; } }",
        "try (String x = g()) { s = x + a; }",
        "if (o instanceof String x) { s = x + a; }",
    ];
    let number: &[&str] = &[
        "a = a + b;",
        "a = h(1) + b;",
        "{ String x = g(); } a = x + b;",
        "a = t.length() + b;",
        "a = y + b; y = t;",
        "a += b;",
        "var y = a; b = y + a;",
        "int[] x = g(); a = x[b] + b;",
    ];
    let plus = only(&["arith", "assign-op"]);
    let found = |code: &str| {
        let helpers = "int h(int i) { return i; } String k() { return s; }";
        let text = in_method(code).replace("String s;", &format!("String s; {helpers}"));
        changes(&text, &plus)
    };
    for code in number {
        assert_eq!(found(code).len(), 1, "{code}");
    }
    for code in text {
        assert_eq!(found(code), NONE, "{code}");
    }
}

#[test]
fn formats_patterns_and_names_for_reflection_stay() {
    let strings = only(&["const-str"]);
    let rules: &[(&str, &[&str])] = &[
        ("s = String.format(\"%d\", \"x\");", &["\"x\">\"\""]),
        (
            "s = String.format(Locale.ROOT, \"%d\", \"x\");",
            &["\"x\">\"\""],
        ),
        ("s = String.format(\"a\" + \"%d\", a);", NONE),
        ("s = \"%d\".formatted(\"x\");", &["\"x\">\"\""]),
        ("s = t.replaceAll(\"[a]\", \"b\");", &["\"b\">\"\""]),
        ("s = Pattern.compile(\"[a]\").pattern();", NONE),
        ("s = g.compile(\"a\");", &["\"a\">\"\""]),
        ("o = Class.forName(\"a.B\");", NONE),
        ("o = R.class.getResource(\"/x\");", NONE),
        ("o = map.get(\"key\");", &["\"key\">\"\""]),
    ];
    check(rules, in_method, &strings);
}
