//! Results, and forms that the compiler accepts.

use mutscore_model::mutant::Form;
use mutscore_operators::{Options, mutate};

use crate::{NONE, changes, check, generate, in_method, only};

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
