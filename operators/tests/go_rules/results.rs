//! Results, and what keeps a file compiling when the last read of a name goes.

use mutscore_model::mutant::Form;
use mutscore_operators::{Reach, mutate};

use crate::{NONE, check, in_file, run};

#[test]
fn results_become_the_zero_of_their_type() {
    check(
        &[
            ("func f() bool { return g() }", &["g()>false", "g()>true"]),
            ("func f() bool { return true }", &["true>false"]),
            (
                "func f() bool { return a || b }",
                &["a>!a", "a || b>false", "a || b>true", "||>&&", "b>!b"],
            ),
            ("func f() int { return 0 }", &["0>1"]),
            ("func f() int { return -3 }", &["-3>0"]),
            ("func f() (n float64) { return 0.0 }", &["0.0>1"]),
            ("func f() rune { return 'x' }", &["'x'>0"]),
            ("func f() complex128 { return g() }", &["g()>0"]),
            ("func f() string { return \"\" }", &["\"\">\"mutscore\""]),
            ("func f() string { return `x` }", &["`x`>\"\""]),
            ("func f() string { return (g()) }", &["g()>\"\""]),
            ("func f() *T { return &T{1} }", &["&T{1}>nil", "1>0"]),
            ("func f() *T { return nil }", NONE),
            ("func f() []int { return g() }", &["g()>nil"]),
            ("func f() map[string]int { return g() }", &["g()>nil"]),
            ("func f() <-chan int { return g() }", &["g()>nil"]),
            ("func f() func() { return g }", &["g>nil"]),
            ("func f() interface{} { return g() }", &["g()>nil"]),
            ("func f() any { return 1 }", &["1>nil"]),
            ("func f() error { return g() }", &["g()>nil"]),
            ("func f() error { return nil }", NONE),
            ("func f() T { return g() }", &["g()>*new(T)"]),
            ("func f() T { return T{} }", NONE),
            ("func f() T { return T{1} }", &["T{1}>*new(T)", "1>0"]),
            ("func f() T { return 0 }", NONE),
            ("func f() T { return nil }", NONE),
            (
                "func f() x.T { return x.New(0) }",
                &["x.New(0)>*new(x.T)", "0>1"],
            ),
            ("func f() [2]int { return g() }", &["g()>*new([2]int)"]),
            ("func f() G[int] { return g() }", &["g()>*new(G[int])"]),
            ("func f[K any]() K { return g() }", &["g()>*new(K)"]),
            (
                "func f() (a, b int, e error) { return 1, x, nil }",
                &["1>0", "x>0"],
            ),
            ("func f() (int, error) { return 0, g() }", &["g()>nil"]),
            (
                "func f() (int, bool, error) { return 1, false, g() }",
                &["1>0", "g()>nil"],
            ),
            ("func f() (T, error) { return T{}, g() }", &["g()>nil"]),
            ("func f() (*T, error) { return x, nil }", &["x>nil"]),
            (
                "func f() (string, T, error) { return g(1) }",
                &["g(1)>\"\", *new(T), nil", "1>0"],
            ),
            ("func f() (a int) {\n\ta = g()\n\treturn\n}", NONE),
            ("func f() { return }", NONE),
            (
                "func f() func() int {\n\treturn func() int { return 2 }\n}",
                &["func() int { return 2 }>nil", "2>0"],
            ),
            ("func f() (int) { return g() }", &["g()>0"]),
        ],
        in_file,
    );
}

/// The text of the only mutant of `operator`, whole.
fn mutated(source: &str, operator: &str) -> (Form, String) {
    let mutants = run(source, Reach::Bodies);
    let mut of_operator = mutants.iter().filter(|mutant| mutant.op == operator);
    let (Some(only), None) = (of_operator.next(), of_operator.next()) else {
        panic!("not one {operator} in {source}: {mutants:?}");
    };
    let bytes = mutate(source.as_bytes(), only).unwrap();
    (only.form, String::from_utf8(bytes).unwrap())
}

#[test]
fn what_only_the_mutated_part_reads_is_read_by_a_guard() {
    let guarded: &[(&str, &str, &str, &str)] = &[
        (
            "",
            "n := g()\n\treturn n",
            "return-value",
            "_ = n; return 0",
        ),
        (
            "",
            "n := g()\n\tn = 2\n\treturn n",
            "return-value",
            "_ = n; return 0",
        ),
        (
            "",
            "n, m := g()\n\treturn n + m + n",
            "return-value",
            "_, _ = n, m; return 0",
        ),
        (
            "",
            "var n = g()\n\treturn n",
            "return-value",
            "_ = n; return 0",
        ),
        (
            "",
            "for _, n := range g() {\n\t\treturn n\n\t}\n\treturn",
            "return-value",
            "_ = n; return 0",
        ),
        (
            "",
            "switch n := g(); v := n.(type) {\n\tcase int:\n\t\treturn v\n\t}\n\treturn",
            "return-value",
            "_ = v; return 0",
        ),
        (
            "",
            "select {\n\tcase n := <-c:\n\t\treturn n\n\t}\n\treturn",
            "return-value",
            "_ = n; return 0",
        ),
        (
            "",
            "n := g()\n\th(n)\n\treturn",
            "call-removal",
            "\n\t_ = n\n",
        ),
        // The inner one is another variable, and nobody else reads it.
        (
            "",
            "n := g()\n\tk := n\n\t_ = k\n\tif n := g(); true {\n\t\treturn n\n\t}\n\treturn",
            "return-value",
            "_ = n; return 0",
        ),
        // A key may be a field's name.
        (
            "",
            "n := g()\n\tk := T{n: 1}\n\t_ = k\n\treturn n",
            "return-value",
            "_ = n; return 0",
        ),
        (
            "import \"fmt\"",
            "return fmt.Sprint(1)",
            "return-value",
            "_ = fmt.Sprint; return 0",
        ),
        (
            "import \"fmt\"",
            "n := g()\n\tfmt.Fprint(w, n)\n\treturn",
            "call-removal",
            "\n\t_, _ = fmt.Fprint, n\n",
        ),
        (
            "import x \"example.test/y\"",
            "x.Do()\n\treturn",
            "call-removal",
            "\n\tif false { x.Do() }\n",
        ),
        (
            "import \"example.test/y/v2\"",
            "return y.T(3)",
            "return-value",
            "if false { return y.T(3) }; return 0",
        ),
        (
            "import \"example.test/go-y\"",
            "return g(y.T{})",
            "return-value",
            "if false { return g(y.T{}) }; return 0",
        ),
    ];
    for (import, body, operator, expected) in guarded {
        let source = format!("package p\n\n{import}\n\nfunc f() int {{\n\t{body}\n}}\n");
        let (form, text) = mutated(&source, operator);
        assert!(text.contains(expected), "{text}\nexpected {expected}");
        assert_eq!(form, Form::Guarded, "{text}");
    }
}

#[test]
fn no_guard_stands_where_something_else_reads() {
    let plain: &[(&str, &str, &str, &str)] = &[
        ("n int", "return n", "return-value", "\treturn 0\n"),
        (
            "",
            "n := g()\n\tk(func() { h = n })\n\treturn n",
            "return-value",
            "\treturn 0\n",
        ),
        (
            "",
            "n := g()\n\tn++\n\treturn n",
            "return-value",
            "\treturn 0\n",
        ),
        (
            "",
            "n := g()\n\tn.x = 1\n\treturn n",
            "return-value",
            "\treturn 0\n",
        ),
        (
            "",
            "n := g()\n\tn[2] = 1\n\treturn n",
            "return-value",
            "\treturn 0\n",
        ),
        (
            "",
            "const n = 2\n\treturn n",
            "return-value",
            "\treturn 0\n",
        ),
        (
            "",
            "k(func() { n := g(); h(n.x) }, fmt.X)\n\tq = fmt.Y",
            "call-removal",
            "{\n\t\n\tq",
        ),
    ];
    for (parameters, body, operator, expected) in plain {
        let source = format!(
            "package p\n\nimport \"fmt\"\n\nfunc f({parameters}) int {{\n\t{body}\n}}\n\nvar q = fmt.X\n"
        );
        let mutants = run(&source, Reach::Bodies);
        let all: Vec<_> = mutants
            .iter()
            .filter(|mutant| mutant.op == *operator)
            .collect();
        let bytes = mutate(source.as_bytes(), all[0]).unwrap();
        let text = String::from_utf8(bytes).unwrap();
        assert!(text.contains(expected), "{text}\nexpected {expected}");
        assert_eq!(all[0].form, Form::Plain, "{text}");
    }
}

#[test]
fn a_replacement_is_not_made_of_names_that_a_variable_hides() {
    check(
        &[
            ("func f() node {\n\tnode := g()\n\treturn node\n}", NONE),
            ("func f(new int) T { return g() }", NONE),
            ("func f() url.URL {\n\turl := g()\n\treturn *url\n}", NONE),
            (
                "func f() T {\n\t{\n\t\tnew := g()\n\t\t_ = new\n\t}\n\treturn g()\n}",
                &["g()>*new(T)"],
            ),
        ],
        in_file,
    );
}
