//! Java.

use mutscore_operators::{Reach, language};

use super::bed::{Bed, NONE, compile, tool};

fn bed() -> Bed {
    Bed {
        language: language("java").unwrap(),
        around: (
            "class A { int n; final int m; void f(int a, String s) { ",
            " } }",
        ),
    }
}

#[test]
fn conditions_and_loops_stay_reachable() {
    bed().check(&[
        ("cond-true", "if ((a > 1)) {}", &["a > 1>(a > 1) || true"]),
        (
            "cond-true",
            "if (!(o instanceof B b)) { return; } b.g();",
            NONE,
        ),
        ("cond-true", "do {} while (a > 1);", NONE),
        ("cond-false", "while (true) {}", NONE),
        ("cond-false", "for (;;) {}", NONE),
        (
            "loop-zero",
            "do {} while (a > 1);",
            &["a > 1>(a > 1) && false"],
        ),
        ("loop-zero", "while (o instanceof B b && b.g()) {}", NONE),
        (
            "break-continue",
            "do { continue; } while (a > 1);",
            &["continue>break"],
        ),
        ("break-continue", "for (;;) { if (a > 1) continue; }", NONE),
        ("break-continue", "x: for (int b : c) { break x; }", NONE),
        ("value-call", "while (s.isEmpty()) {}", NONE),
        ("value-call", "for (int i = 0; i < c.size(); i++) {}", NONE),
    ]);
}

#[test]
fn statements_go_only_where_nothing_is_left_without_a_value() {
    bed().check(&[
        ("stmt-delete", "n = 1;", &["n = 1;>;"]),
        ("stmt-delete", "m = 1; this.m = 1;", NONE),
        ("stmt-delete", "int n; n = 1;", NONE),
        ("stmt-delete", "this.n = a = 1;", NONE),
        ("stmt-delete", "c.n = (a = 1);", NONE),
        (
            "stmt-delete",
            "try { c.n = g(); } catch (IOException e) {}",
            &["c.n = g();>if (false) c.n = g();"],
        ),
        (
            "throw-removal",
            "if (a > 1) throw new E();",
            &["throw new E();>;"],
        ),
        (
            "throw-removal",
            "int b; if (a > 1) b = 1; else throw new E(); g(b);",
            NONE,
        ),
        (
            "throw-removal",
            "if (!(o instanceof B b)) throw new E(); b.g();",
            &["throw new E();>;"],
        ),
        (
            "throw-removal",
            "try { if (a > 1) throw new E(); } catch (E e) {}",
            &["throw new E();>{ if (false) throw new E(); }"],
        ),
        ("throw-removal", "g(() -> { throw new E(); });", NONE),
        (
            "catch-swallow",
            "int b; try { b = g(); } catch (E e) { b = 1; }",
            NONE,
        ),
        ("catch-swallow", "try { g(); } catch (E e) {}", NONE),
        (
            "catch-swallow",
            "try { g(); } catch (E e) { return; }",
            &["{ return; }>{}"],
        ),
        (
            "catch-narrow",
            "try { g(); } catch (E | F e) { g(); }",
            NONE,
        ),
        ("finally-drop", "try { g(); } finally { return; }", NONE),
        (
            "case-drop",
            "switch (a) { case 1: int b = 2; break; default: g(); }",
            NONE,
        ),
        (
            "case-drop",
            "switch (a) { case 1: break; default: return; }",
            NONE,
        ),
        (
            "case-drop",
            "switch (a) { case 1: g(); default: break; }",
            &["case 1: g();>"],
        ),
        ("default-drop", "switch (a) { default: g(); }", NONE),
        (
            "super-drop",
            "super.g(); int b = super.g();",
            &["super.g();>;"],
        ),
        (
            "arid-removal",
            "switch (a) { case 1 -> log.info(s); }",
            &["log.info(s);>{}"],
        ),
        ("lambda-body", "g(() -> { return; });", NONE),
        (
            "lambda-body",
            "g(() -> s); g(() -> { h(); });",
            &["{ h(); }>{}"],
        ),
    ]);
}

#[test]
fn values_keep_the_type_that_is_asked_for() {
    bed().check(&[
        (
            "assign-plain",
            "a += 1; s += 1; s += \"x\"; a += 1.5;",
            &["+=>=", "+=>="],
        ),
        (
            "const-int-dec",
            "a = -2147483648; long b = 0x1L;",
            &["0x1L>0x0L"],
        ),
        (
            "const-char",
            "char c = 'x'; switch (c) { case 'y': }",
            &["'x'>'\\0'"],
        ),
        (
            "concat-drop",
            "s = s + a; s = \"x\" + s;",
            &["s + a>s", "\"x\" + s>\"x\"", "\"x\" + s>s"],
        ),
        (
            "empty-coll",
            "var b = List.of(a); List.of(a).size(); c = new int[] {a};",
            &["{a}>{}"],
        ),
        (
            "elem-drop",
            "Map.of(a, a); List.of(a); Set.of(a, s);",
            &["a, >", ", s>"],
        ),
        (
            "value-call",
            "s.trim(); s = (a > 1 ? s.trim() : null);",
            &["s.trim()>\"\"", "s.trim()>s"],
        ),
        // A method of this file that gives back one text, and three whose result is none.
        (
            "value-call",
            "s = t(); } String t() { return s; } { ",
            &["t()>\"\""],
        ),
        (
            "value-call",
            "c = t(); } String[] t() { return c; } { ",
            NONE,
        ),
        (
            "value-call",
            "c = t(); } String t()[] { return c; } { ",
            NONE,
        ),
        (
            "value-call",
            "c = t(); } String[] t() { return c; } String t(int n) { return s; } { ",
            NONE,
        ),
        (
            "value-call",
            "try { s = g().toString(); } catch (IOException e) {}",
            NONE,
        ),
        (
            "ctor-null",
            "Object b = new B() { }; c += new B();",
            &["new B() { }>null"],
        ),
        (
            "cast-drop",
            "long b = (long) a; double c = (double) (a + 1);",
            &["(double) (a + 1)>(a + 1)"],
        ),
        (
            "regex-edit",
            "s.split(\"\\\\|$\"); s.matches(\"^\"); s.concat(\"^\");",
            &["$>", "^>"],
        ),
        (
            "regex-edit",
            "Pattern.compile(s, Pattern.DOTALL);",
            &[", Pattern.DOTALL>"],
        ),
        (
            "selector-swap",
            "max(a, 1); c.max(a, 1); Math.floor(a); s.indexOf(s);",
            &["floor>ceil", "indexOf>lastIndexOf"],
        ),
        ("null-return", "return;", NONE),
    ]);
}

#[test]
fn load_time_is_seen_by_the_operators_for_it_alone() {
    let source = "
class A {
    static final int N = 5 << 6, M[] = {7};
    static int count = 8;
    final String name = \"x\";
    enum E { X(9); }
    interface I { boolean B = true; }
    @Q(10) int f() { final int local = 11; class L { static final int S = 12; } return g(); }
}
";
    let found = |set: &[&str]| -> Vec<String> {
        let mutants = bed().generate(source, set, Reach::Bodies);
        mutants
            .iter()
            .map(|mutant| mutant.original.clone())
            .collect()
    };
    assert_eq!(found(&["const-decl"]), ["5", "6", "7", "true", "12"]);
    assert_eq!(found(&["const-int"]), ["11"]);
}

#[test]
fn java_knows_its_part_of_the_extended_set_in_the_order_of_the_catalogue() {
    bed().knows_its_part_of_the_catalogue();
}

#[test]
fn every_mutant_compiles() {
    let shop = vec![include_str!("Shop.java").to_owned()];
    assert_eq!(bed().without_mutants(&shop), NONE);
    bed().programs(&bed().sources());
    let programs = bed().programs(&shop);
    assert!(programs.len() > 150, "{}", programs.len());
    if tool("java", "javac", &["--version"]).is_some() {
        let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("extended-java");
        std::fs::create_dir_all(&folder).unwrap();
        let check = folder.join("Check.java");
        std::fs::write(&check, include_str!("Check.java.txt")).unwrap();
        compile(&programs, "java", &[check.to_str().unwrap()]);
    }
}
