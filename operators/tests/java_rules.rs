//! Java's bans, skipped equivalents and compile-safe forms, one line of code each: what must be mutated and what must
//! not.
#![allow(clippy::unwrap_used, reason = "a test says by panicking what is wrong")]

use mutscore_model::mutant::{Form, Mutant};
use mutscore_model::path::RelPath;
use mutscore_operators::{OperatorSet, Options, Source, generate_file, language, mutate};

fn generate(text: &str, options: &Options) -> Vec<Mutant> {
    let file = Source {
        path: RelPath::new("Rules.java").unwrap(),
        bytes: text.as_bytes().into(),
    };
    let outcome = generate_file(language("java").unwrap(), &file, options);
    assert!(outcome.damaged.is_empty(), "{text}");
    assert!(outcome.skipped.is_none(), "{text}");
    outcome.mutants
}

/// `original>replacement` of every mutant of `text`.
fn changes(text: &str, options: &Options) -> Vec<String> {
    generate(text, options)
        .iter()
        .map(|mutant| format!("{}>{}", mutant.original, mutant.replacement))
        .collect()
}

fn in_method(body: &str) -> String {
    format!(
        "class R {{ String s; void f(int a, int b, String t, boolean c, Object o) {{\n{body}\n}} }}"
    )
}

/// Fails with all rules that do not hold.
fn check(rules: &[(&str, &[&str])], text: impl Fn(&str) -> String, options: &Options) {
    let mut wrong = Vec::new();
    for (code, expected) in rules {
        let found = changes(&text(code), options);
        if found != *expected {
            wrong.push(format!(
                "{code}\n  found    {found:?}\n  expected {expected:?}"
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn only(operators: &[&str]) -> Options {
    Options {
        operators: OperatorSet::parse(operators).unwrap(),
        ..Options::default()
    }
}

const NONE: &[&str] = &[];

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

#[test]
fn noise_is_not_mutated() {
    let rules: &[(&str, &[&str])] = &[
        ("assert a > 1 : \"no\";", NONE),
        ("throw new Oops(\"no\" + a * 2);", NONE),
        ("o = new ParseException(\"no\", 1);", NONE),
        ("o = newParseError(\"no\", 1);", NONE),
        ("o = new int[64];", NONE),
        ("o = new int[] {64};", &["64>65"]),
        ("o = new ArrayList<>(16);", NONE),
        (
            "o = new HashMap<String, Integer>(a * 2, 0.5f);",
            &["0.5f>1.0f"],
        ),
        ("o = new StringBuilder(a + 16);", NONE),
        ("o = new StringBuilder(\"x\");", &["\"x\">\"\""]),
        ("o = new StringBuilder(a + \"x\");", &["\"x\">\"\""]),
        ("o = new Point(16);", &["16>17"]),
        ("log.info(\"x\", 1);", NONE),
        ("this.LOGGER.debug(\"x\");", NONE),
        ("LoggerFactory.getLogger(R.class).warn(\"x\");", NONE),
        ("log.atInfo().log(\"x\");", NONE),
        ("System.out.println(1);", NONE),
        ("System.err.flush();", NONE),
        ("java.lang.System.out.print(1);", NONE),
        (
            "g(() -> System.out.println(1));",
            &["g(() -> System.out.println(1));>;"],
        ),
        ("e.printStackTrace();", NONE),
        ("in.close();", NONE),
        ("Thread.sleep(3);", NONE),
        ("sleep(3);", NONE),
        ("logic.info(1);", &["logic.info(1);>;", "1>0"]),
        ("@SuppressWarnings(\"x\" + 1) int d = 2;", &["2>3"]),
        ("List<@Size(3) String> d = g(4);", &["4>5"]),
        ("class L { static int n = 3; int m = 4; }", &["4>5"]),
        ("enum E { A(3) { int g() { return 4; } }; }", NONE),
        ("interface I { int N = 3; }", NONE),
        // Labels, but not their guards.
        ("switch (a) { case 3: case 4 + 5: a = 6; }", &["6>7"]),
        (
            "switch (o) { case String x when x.isEmpty() -> a = 1; default -> a = b; }",
            &["x.isEmpty()>!x.isEmpty()", "1>0"],
        ),
        // Loops that would not end.
        (
            "for (int i = 0; i < a; i++, b += 2) { }",
            &["0>1", "<><=", "<>>="],
        ),
        ("while (a > 0) { a -= 2; }", &[">>>=", ">><="]),
        ("while (a > 0) { a = a - 2; }", &[">>>=", ">><="]),
        ("while (a-- > 0) { b++; }", &[">>>=", ">><=", "++>--"]),
        ("do { a++; } while (a < b);", &["<><=", "<>>="]),
        ("for (; a < b; ) { a++; }", &["<><=", "<>>="]),
        (
            "while (a > 0) { a -= 2; a--; }",
            &[">>>=", ">><=", "-=>+=", "2>3", "-->++"],
        ),
        ("while (a > 0) { a = 3; }", &[">>>=", ">><=", "3>4"]),
        // Removals.
        ("g(1);", &["g(1);>;", "1>0"]),
        ("super.g();", &["super.g();>;"]),
        ("if (c) g(); else k();", &["c>!c", "g();>;", "k();>;"]),
        ("new Thing();", NONE),
        ("g(a = 3);", &["3>4"]),
        ("g(x -> y = 3);", &["g(x -> y = 3);>;", "3>4"]),
        ("switch (a) { case 1 -> g(); default -> { } }", &["g();>{}"]),
        ("switch (a) { case 1: g(); }", &["g();>;"]),
        ("b = switch (a) { case 1 -> g(); default -> k(); };", NONE),
        (
            "if (c) switch (a) { default -> g(); }",
            &["c>!c", "g();>{}"],
        ),
        (
            "switch (a) { default -> switch (b) { default -> g(); }; }",
            &["g();>{}"],
        ),
        (
            "b = switch (a) { default -> { g(); yield 3; } };",
            &["g();>;", "3>4"],
        ),
    ];
    check(rules, in_method, &Options::default());
}

#[test]
fn declarations_are_mutated_in_bodies_only() {
    let rules: &[(&str, &[&str])] = &[
        (
            "class A { int a = 1; static int b = 2; { a = 3; } static { b = 4; } }",
            NONE,
        ),
        (
            "class A { A() { this(1); } A(int x) { super(x + 1); y = 5; } }",
            &["5>6"],
        ),
        (
            "class A { Runnable r = () -> { n = 1; }; IntSupplier s = () -> 2; }",
            &["1>0", "2>3"],
        ),
        ("record P(int x) { P { x = 3; } }", &["3>4"]),
        (
            "record P(String x) { String f(int a) { return a + x; } }",
            &["a + x>\"\""],
        ),
        ("class A { public int hashCode() { return 31 * a; } }", NONE),
        ("class A { @Generated(\"x\") void f() { a = 1; } }", NONE),
        (
            "@javax.annotation.processing.Generated(\"x\") class A { void f() { a = 1; } }",
            NONE,
        ),
        ("@interface A { int n() default 1; }", NONE),
        (
            "interface A { int N = 1; default int f() { return 2; } }",
            &["2>0"],
        ),
        ("enum A { B(1); void f() { n = 2; } }", &["2>3"]),
        (
            "package a.b; import c.d; @Deprecated(since = \"1\") class A { }",
            NONE,
        ),
        (
            "class A { void f(@Size(3) int a) throws @B(4) C { } }",
            NONE,
        ),
    ];
    check(rules, str::to_owned, &Options::default());
}

#[test]
fn a_result_is_replaced_by_a_plain_one_of_the_declared_type() {
    let rules: &[(&str, &[&str])] = &[
        ("boolean f() { return g(); }", &["g()>false", "g()>true"]),
        ("Boolean f() { return null; }", &["null>true"]),
        ("boolean f() { return false; }", &["false>true"]),
        ("int f() { return g(); }", &["g()>0"]),
        ("int f() { return -1; }", &["-1>0"]),
        ("int f() { return (0); }", &["0>1"]),
        ("byte f() { return 0x00; }", &["0x00>1"]),
        ("Short f() { return null; }", &["null>0"]),
        ("char f() { return 'x'; }", &["'x'>0"]),
        ("Long f() { return g(); }", &["g()>0L"]),
        ("long f() { return 0; }", &["0>1L"]),
        ("float f() { return g(); }", &["g()>0.0f"]),
        ("Float f() { return 0f; }", &["0f>1.0f"]),
        ("double f() { return 0; }", &["0>1.0"]),
        ("double f() { return g(); }", &["g()>0.0"]),
        ("String f() { return null; }", &["null>\"\""]),
        ("CharSequence f() { return g(); }", &["g()>\"\""]),
        (
            "java.lang.String f() { return \"\"; }",
            &["\"\">\"mutscore\""],
        ),
        (
            "Set<A> f() { return g(); }",
            &["g()>java.util.Collections.emptySet()"],
        ),
        (
            "Map<A, B> f() { return new java.util.HashMap<A, Map<B, C>>(); }",
            NONE,
        ),
        (
            "Collection<A> f() { return Collections.<A>emptyList(); }",
            NONE,
        ),
        (
            "Iterable<A> f() { return null; }",
            &["null>java.util.Collections.emptyList()"],
        ),
        (
            "java.util.stream.Stream<A> f() { return g(); }",
            &["g()>java.util.stream.Stream.empty()"],
        ),
        ("java.awt.List f() { return g(); }", &["g()>null"]),
        ("Optional<A> f() { return Optional.empty(); }", NONE),
        ("A[] f() { return g(); }", &["g()>null"]),
        ("int f()[] { return g(); }", &["g()>null"]),
        ("List<A>[] f() { return g(); }", &["g()>null"]),
        ("A f() { return null; }", NONE),
        ("<T> T f() { return g(); }", &["g()>null"]),
        ("@NotNull A f() { return g(); }", NONE),
        ("@org.b.NonNull(x = 1) public A f() { return g(); }", NONE),
        ("@NotNull String f() { return g(); }", &["g()>\"\""]),
        ("void f() { return; }", NONE),
        ("A() { return; }", NONE),
        (
            "int f() { k(() -> { return 3; }); return 1; }",
            &["k(() -> { return 3; });>;", "3>4", "1>0"],
        ),
        (
            "int f() { new A() { A g() { return b; } }; return 1; }",
            &["b>null", "1>0"],
        ),
        (
            "int f() { return switch (a) { case 1 -> 2; default -> 3; }; }",
            &["switch (a) { case 1 -> 2; default -> 3; }>0", "2>3", "3>4"],
        ),
    ];
    check(
        rules,
        |method| format!("class A {{ {method} }}"),
        &Options::default(),
    );

    let own = "class A { Character f() { return g(); } static class Character { Set<B> f() { return g(); } } class Set { } }";
    assert_eq!(
        changes(own, &Options::default()),
        ["g()>null", "g()>null"],
        "types of this file"
    );
    let imported = |import: &str| {
        let text = format!("import {import};\nclass A {{ List<B> f() {{ return g(); }} }}");
        changes(&text, &Options::default())
    };
    assert_eq!(
        imported("java.util.List"),
        ["g()>java.util.Collections.emptyList()"]
    );
    assert_eq!(
        imported("java.util.*"),
        ["g()>java.util.Collections.emptyList()"]
    );
    assert_eq!(imported("io.other.List"), ["g()>null"]);
    let text = "import a.Boolean;\nclass A { Boolean f() { return g(); } }";
    assert_eq!(changes(text, &Options::default()), ["g()>null"]);
}

/// `body` inside a `try` that catches `caught`, and the mutants of `operator` with their form and what the file then
/// says in the body's place.
fn in_try(body: &str, caught: &str, operator: &str) -> Vec<(Form, String)> {
    let (before, after) = (
        "class R { String f(boolean c) {\ntry {\n",
        format!("\n}} catch ({caught} e) {{ x = y; }}\nthrow z;\n}} }}"),
    );
    let text = format!("{before}{body}{after}");
    generate(&text, &only(&[operator]))
        .iter()
        .map(|mutant| {
            let mutated = String::from_utf8(mutate(text.as_bytes(), mutant).unwrap()).unwrap();
            let body = mutated.strip_prefix(before).unwrap();
            (mutant.form, body.strip_suffix(&after).unwrap().to_owned())
        })
        .collect()
}

#[test]
fn what_a_catch_waits_for_stays_in_code_that_never_runs() {
    let guarded = |text: &str| vec![(Form::Guarded, text.to_owned())];
    let plain = |text: &str| vec![(Form::Plain, text.to_owned())];
    let call = "call-removal";
    assert_eq!(
        in_try("g();", "IOException", call),
        guarded("if (false) g();")
    );
    assert_eq!(
        in_try("g();", "RuntimeException | a.b.IOException", call),
        guarded("if (false) g();")
    );
    assert_eq!(in_try("g();", "Exception", call), plain(";"));
    assert_eq!(
        in_try("g();", "IllegalStateException | Error", call),
        plain(";")
    );
    assert_eq!(
        in_try("if (c) g(); else a = b;", "IOException", call),
        guarded("if (c) { if (false) g(); } else a = b;"),
        "the else stays with its if"
    );
    assert_eq!(
        in_try(
            "switch (n) { case 1 -> g(); default -> { } }",
            "IOException",
            call
        ),
        guarded("switch (n) { case 1 -> { if (false) g(); } default -> { } }")
    );
    assert_eq!(
        in_try("Runnable r = () -> { g(); };", "IOException", call),
        plain("Runnable r = () -> { ; };"),
        "a lambda throws when it is called, not where it stands"
    );
    assert_eq!(
        in_try(
            "Object r = new A() { void h() { g(); } };",
            "IOException",
            call
        ),
        plain("Object r = new A() { void h() { ; } };")
    );
    assert_eq!(
        in_try("try { g(); } catch (Error e) { }", "IOException", call),
        guarded("try { if (false) g(); } catch (Error e) { }")
    );
    let result = "return-value";
    assert_eq!(
        in_try("return g();", "IOException", result),
        guarded("return true ? \"\" : g();")
    );
    assert_eq!(
        in_try("return (g(1));", "IOException", result),
        guarded("return (true ? \"\" : g(1));")
    );
    assert_eq!(
        in_try("return new A().b;", "IOException", result),
        guarded("return true ? \"\" : new A().b;")
    );
    assert_eq!(
        in_try("return x;", "IOException", result),
        plain("return \"\";"),
        "a name throws nothing"
    );
    assert_eq!(
        in_try("return g();", "Throwable", result),
        plain("return \"\";")
    );
    assert_eq!(
        in_try("return x = g();", "IOException", result),
        guarded("return true ? \"\" : (x = g());")
    );

    let handler =
        "class R { void f() { try { } catch (IOException e) { g(); } finally { k(); } } }";
    assert_eq!(changes(handler, &only(&[call])), ["g();>;", "k();>;"]);
    let resource = "class R { void f() { try (A a = b) { g(); } catch (IOException e) { } } }";
    assert_eq!(changes(resource, &only(&[call])), ["g();>if (false) g();"]);
}

#[test]
fn no_change_moves_the_binding_of_a_pattern() {
    let rules: &[(&str, &[&str])] = &[
        ("if (o instanceof A x && x.b()) { }", &["x.b()>!x.b()"]),
        ("if (!(o instanceof A x)) { return; }", NONE),
        ("if (o instanceof A(int p, B q)) { }", NONE),
        (
            "if (c || !(o instanceof A x && a > b)) { }",
            &["c>!c", ">>>=", ">><="],
        ),
        (
            "if (o instanceof A && c) { }",
            &["o instanceof A>!(o instanceof A)", "&&>||", "c>!c"],
        ),
        (
            "if (!(o instanceof A)) { }",
            &["!(o instanceof A)>(o instanceof A)"],
        ),
        ("if (o instanceof A x ? c : x.b()) { }", NONE),
        (
            "c = o instanceof A x && (c || a == b);",
            &["c>!c", "||>&&", "==>!="],
        ),
        ("if (g(o instanceof A x)) { }", NONE),
    ];
    check(rules, in_method, &Options::default());
}

#[test]
fn scopes_tell_overloads_apart() {
    let text = "class A { int f(int... a) { return 1; } int f(java.util.List< String > a, final int[] b, int c[]) {\n\
                return 1; } A(A this, int a) { b = 1; } class B { int f() { return 1; } } }\n\
                record P(int x) { P { x = 3; } }";
    let mutants = generate(text, &Options::default());
    let scopes: Vec<&str> = mutants.iter().map(|mutant| mutant.scope.as_str()).collect();
    assert_eq!(
        scopes,
        [
            "A/f(int...)",
            "A/f(java.util.List<String>,int[],int[])",
            "A/A(int)",
            "A/B/f()",
            "P/P"
        ]
    );
}

#[test]
fn lines_are_those_of_the_statement_header_or_clause() {
    let text = "class A { void f(int a, Object o) {\n\
                if (a > 3\n && g(a)) a = 5;\nelse if (a > 4)\na = 6;\n\
                switch (o) {\ncase String s when s.isEmpty() -> a = 7;\ndefault -> {\na = 8;\n}\n}\n\
                g(new B() {\nint c = 9;\nvoid h() {\na = 10;\n}\n});\n} }";
    let mutants = generate(text, &Options::default());
    let lines = |original: &str, line: u32| -> Vec<u32> {
        let found = mutants
            .iter()
            .find(|mutant| mutant.original == original && mutant.start.line == line);
        found.unwrap_or_else(|| panic!("{original}")).lines.clone()
    };
    assert_eq!(
        lines("&&", 3),
        [2, 3],
        "the head of the if, without its branches"
    );
    assert_eq!(lines("5", 3), [3], "a branch without braces is a statement");
    assert_eq!(lines(">", 4), [4], "so is an else-if");
    assert_eq!(lines("6", 5), [5]);
    assert_eq!(
        lines("s.isEmpty()", 7),
        [6, 7],
        "a guard, with the head of the switch"
    );
    assert_eq!(lines("7", 7), [7]);
    assert_eq!(lines("8", 9), [9]);
    assert_eq!(lines("9", 13), [13], "the field of an anonymous class");
    assert_eq!(lines("10", 15), [15]);
}

#[test]
fn very_long_and_very_deep_code_is_handled() {
    let found = |body: &str| changes(&in_method(body), &Options::default()).len();
    assert_eq!(found(&format!("a = {}b;", "b + ".repeat(3_000))), 3_000);
    assert_eq!(found(&format!("s = {}\"x\";", "b + ".repeat(60))), 60);
    let deep = format!("c = {}b > 1{};", "(".repeat(2_000), ")".repeat(2_000));
    assert_eq!(found(&deep), 2);
    assert_eq!(
        found(&format!("if ({}c) {{ }}", "c && ".repeat(1_000))),
        2_001
    );
    let calls = "g(1);\n".repeat(3_000);
    assert_eq!(found(&calls), 6_000);
    let elses = format!(
        "if (a == 0) {{ }} {}",
        "else if (a == 2) { b = 3; } ".repeat(500)
    );
    assert!(found(&elses) > 1_500);
}
