//! What stays as it is.

use mutscore_operators::Options;

use crate::{NONE, check, in_method};

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
