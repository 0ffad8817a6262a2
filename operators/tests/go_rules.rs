//! Go's bans, guards, heuristics and skipped equivalents, one line of code each: what must be mutated and what must not.
#![allow(clippy::unwrap_used, reason = "a test says by panicking what is wrong")]

use mutscore_model::mutant::{Form, Mutant};
use mutscore_model::path::RelPath;
use mutscore_operators::{Options, Reach, Source, generate_file, language, mutate};

fn run(source: &str, reach: Reach) -> Vec<Mutant> {
    let file = Source {
        path: RelPath::new("rules.go").unwrap(),
        bytes: source.as_bytes().into(),
    };
    let options = Options {
        reach,
        ..Options::default()
    };
    let outcome = generate_file(language("go").unwrap(), &file, &options);
    assert!(outcome.damaged.is_empty(), "{source}");
    for mutant in &outcome.mutants {
        mutate(source.as_bytes(), mutant).unwrap();
    }
    outcome.mutants
}

fn shown(mutants: &[Mutant]) -> Vec<String> {
    let show = |mutant: &Mutant| format!("{}>{}", mutant.original, mutant.replacement);
    mutants.iter().map(show).collect()
}

/// `original>replacement` of every mutant of a file that begins with its package clause.
fn in_file(rest: &str) -> Vec<String> {
    shown(&run(&format!("package p\n\n{rest}\n"), Reach::Bodies))
}

/// The same for statements of a function that returns nothing.
fn in_body(body: &str) -> Vec<String> {
    in_file(&format!(
        "func f(a, b int, s string, ok bool, d map[string]int, xs []string, ch chan int) {{\n{body}\n}}"
    ))
}

fn check(rules: &[(&str, &[&str])], mutants: fn(&str) -> Vec<String>) {
    let mut wrong = Vec::new();
    for (code, expected) in rules {
        let found = mutants(code);
        if found != *expected {
            wrong.push(format!(
                "{code}\n  found    {found:?}\n  expected {expected:?}"
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

const NONE: &[&str] = &[];

#[test]
fn neutral_operands_and_edges_have_no_mutants_of_their_own() {
    check(
        &[
            ("a = b * 1", &["1>0"]),
            ("a = 1 * b", &["1>0", "*>/"]),
            ("a = b / -1", &["-1>-2"]),
            ("a = b + 0", &["0>1"]),
            ("a = b << 0", &["0>1"]),
            ("a = b * 0", &["0>1"]),
            ("a *= 1", &["1>0"]),
            ("a /= 1", &["1>2"]),
            ("a %= b", &["%=>*="]),
            ("a <<= b", &["<<=>>>="]),
            ("a = b % 1", &["%>*", "1>2"]),
            ("ok = b < 10", &["<><=", "<>>="]),
            ("ok = b == 10", &["==>!=", "10>11"]),
            ("ok = 10 >= (b)", &[">=>>", ">=><"]),
            ("if a > b {\n\ta = b\n}", &[">><="]),
            ("if a > b {\n\tb = a\n}", &[">><="]),
            ("if a > b {\n\ta = 3\n}", &[">>>=", ">><=", "3>4"]),
            (
                "if a > b {\n\ta = b\n} else {\n\tb = a\n}",
                &[">>>=", ">><="],
            ),
            ("if a > b {\n\ta += b\n}", &[">>>=", ">><=", "+=>-="]),
        ],
        in_body,
    );
}

#[test]
fn literals_become_their_neighbours() {
    check(
        &[
            ("a = 0o17", NONE),
            ("a = 017", NONE),
            ("c := 1i", NONE),
            ("a = 'x'", NONE),
            ("a = 1_000", &["1_000>1001"]),
            ("a = 0xFF", &["0xFF>0xFE"]),
            ("a = 0b1", &["0b1>0b0"]),
            ("a = -5", &["-5>-4"]),
            ("g := -0.5", &["0.5>1.0"]),
            ("g := 0x1p-2", NONE),
            ("g := 1.0", &["1.0>2.0"]),
            ("s = `raw`", &["`raw`>``"]),
            ("s = \"\"", &["\"\">\"mutscore\""]),
            ("s = \"a\\\"b\"", &["\"a\\\"b\">\"\""]),
            ("ok = true", &["true>false"]),
            ("s = s[1:1]", &["1>0"]),
            ("s = s[0:1]", &["0>1", "1>0"]),
            ("s = s[2:2]", &["2>3"]),
            ("s = s[:1]", &["1>0"]),
            ("xs = xs[0:1:1]", &["0>1", "1>0"]),
        ],
        in_body,
    );
}

#[test]
fn what_is_tested_is_negated_once() {
    check(
        &[
            ("if ok {\n}", &["ok>!ok"]),
            ("if !ok {\n}", &["!ok>ok"]),
            ("if !!ok {\n}", NONE),
            ("if !(a == b) {\n}", &["==>!="]),
            (
                "if !(a == b && ok) {\n}",
                &["!(a == b && ok)>(a == b && ok)", "==>!=", "&&>||", "ok>!ok"],
            ),
            ("ok = ok == true", &["==>!="]),
            ("ok = !true", &["true>false"]),
            ("for ok {\n}", &["ok>!ok"]),
            ("for true {\n}", NONE),
            ("for ; ok; {\n}", &["ok>!ok"]),
            ("for range 10 {\n}", &["10>11"]),
            ("for {\n}", NONE),
            ("if g(); ok {\n}", &["ok>!ok"]),
            ("if a > b {\n} else if ok {\n}", &[">>>=", ">><=", "ok>!ok"]),
            (
                "if d[s] > 0 || xs == nil {\n}",
                &[">>>=", ">><=", "||>&&", "==>!="],
            ),
            ("q := ok || g(a)", &["ok>!ok", "||>&&", "g(a)>!g(a)"]),
            ("if <-c {\n}", &["<-c>!(<-c)"]),
            ("if *p {\n}", &["*p>!(*p)"]),
            ("if v.(bool) {\n}", &["v.(bool)>!(v.(bool))"]),
            ("if p.q[3] {\n}", &["p.q[3]>!p.q[3]", "3>4"]),
            (
                "if func() bool { return ok }() {\n}",
                &[
                    "func() bool { return ok }()>!func() bool { return ok }()",
                    "ok>false",
                    "ok>true",
                ],
            ),
            ("switch {\ncase ok, a > b:\n}", &["ok>!ok", ">>>=", ">><="]),
            ("switch true {\ncase ok:\n}", NONE),
            ("switch a {\ncase 3, b + 1:\n\ta = 4\n}", &["4>5"]),
            ("switch 3 {\ncase a:\n}", NONE),
            (
                "switch q := a + 1; {\ncase q > 2:\n}",
                &["+>-", "1>0", ">>>=", ">><="],
            ),
            (
                "switch q := v.(type) {\ncase int:\n\ta = q + 1\n}",
                &["+>-", "1>0"],
            ),
        ],
        in_body,
    );
}

#[test]
fn text_is_joined_and_never_taken_apart() {
    check(
        &[
            ("s = s + s", NONE),
            ("s = g() + \"x\"", &["\"x\">\"\""]),
            ("s += g()", NONE),
            ("s = xs[a] + g()", NONE),
            ("for _, x := range xs {\n\tg(x + h())\n}", &["g(x + h())>"]),
            (
                "for x := range xs {\n\tg(x + h())\n}",
                &["g(x + h())>", "+>-"],
            ),
            (
                "q := strings.Split(s, t)\ng(q[0] + h())",
                &["g(q[0] + h())>", "0>1"],
            ),
            ("q := s[1:]\nq += h()", &["1>0"]),
            (
                "q := h()\nif q == \"\" {\n\tq += h()\n}",
                &["==>!=", "\"\">\"mutscore\""],
            ),
            ("q := h()\nq = s\nq += h()", NONE),
            ("q := h()\nswitch q {\ncase \"x\":\n\tq += h()\n}", NONE),
            ("q := &s\ng(*q + h())", &["g(*q + h())>"]),
            ("q := v.(string)\nq += h()", NONE),
            ("var q string\nq += h()", NONE),
            ("{\n\ts := h()\n\ts += h()\n}\ns += h()", &["+=>-="]),
            ("q := string(g()) + h()", NONE),
            ("q := err.Error() + h()", NONE),
            ("q := d[s] + h()", &["+>-"]),
            ("q := a + h()", &["+>-"]),
        ],
        in_body,
    );
    check(
        &[
            (
                "type N string\n\nfunc f(n N) N {\n\tn += g()\n\treturn n + N(g())\n}",
                &["n + N(g())>*new(N)"],
            ),
            (
                "type T struct{ a, b string }\n\nfunc f(t T) {\n\tt.a = t.b + g()\n\tt.c += g()\n}",
                &["+=>-="],
            ),
            (
                "type T struct{ a string }\ntype U struct{ a int }\n\nfunc f(t T) {\n\tt.a += g()\n}",
                &["+=>-="],
            ),
            (
                "func g() string { return h }\n\nfunc f(a A) {\n\ta.b = g() + h\n}",
                &["h>\"\""],
            ),
            ("const p = \"x\"\n\nfunc f(a A) {\n\ta.b = p + h\n}", NONE),
            (
                "func f(p ...string) {\n\tq := p[0] + h\n\tp[1] += h\n}",
                &["0>1", "1>0"],
            ),
            ("func f() (s string) {\n\ts = s + g()\n\treturn\n}", NONE),
        ],
        in_file,
    );
}

#[test]
fn what_nobody_can_observe_or_compile_is_left_alone() {
    check(
        &[
            ("b := make([]int, 3, a+4)", NONE),
            ("var q [4]int", NONE),
            ("const q = 4", NONE),
            ("type T struct {\n\tA int `json:\"a\"`\n}", NONE),
            ("q := struct {\n\tA int `json:\"a\"`\n}{1}", &["1>0"]),
            (
                "q := map[int]string{1: \"x\", 2 + 3: \"y\"}",
                &["\"x\">\"\"", "\"y\">\"\""],
            ),
            ("q := T{A: 1, B: {2}}", &["1>0", "2>3"]),
            ("q := errors.New(\"no\" + s)", NONE),
            ("q := errors.Wrapf(err, \"no\", 1)", NONE),
            ("q := fmt.Errorf(\"no %d\", a+1)", NONE),
            ("q := NewParseError(\"no\", 1)", NONE),
            ("q := &ParseError{\"no\", 1}", NONE),
            ("q := x.IOError{Op: \"no\"}", NONE),
            (
                "http.Error(w, \"no\", 400)",
                &["http.Error(w, \"no\", 400)>", "\"no\">\"\"", "400>401"],
            ),
            ("panic(\"no\")", NONE),
            ("os.Exit(1)", NONE),
            ("log.Println(\"x\", 1)", NONE),
            ("p.logger.Info(\"x\", 1)", NONE),
            ("zap.L().Sugar().Info(\"x\")", NONE),
            ("p.Log().With(1).Info(\"x\")", NONE),
            ("fmt.Println(1)", NONE),
            ("fmt.Fprintln(w, 1)", &["fmt.Fprintln(w, 1)>", "1>0"]),
            ("p.mu.Lock()", NONE),
            ("p.mu.RUnlock()", NONE),
            ("wg.Wait()", NONE),
            ("wg.Done()", NONE),
            ("close(ch)", NONE),
            ("file.Close()", NONE),
            ("w.Flush()", NONE),
            ("time.Sleep(3)", NONE),
            ("defer g(1, ok && h())", NONE),
            (
                "defer func(n int) {\n\tg(n + 2)\n}(3)",
                &["g(n + 2)>", "+>-", "2>3"],
            ),
            ("defer p.wrap(4, func() {\n\tg()\n})()", &["g()>"]),
            ("go g(1)", &["1>0"]),
            ("go func() { g() }()", &["g()>"]),
            (
                "select {\ncase q := <-c[1]:\n\tg(2)\ncase ch <- 3:\n}",
                &["g(2)>", "2>3"],
            ),
            ("ch <- 3", &["3>4"]),
            ("d[\"k\"] = 1", &["1>0"]),
            ("d[s+\"k\"] = 1", &["1>0"]),
            ("q := fmt.Sprintf(\"x\"+\"%d\", 1)", &["1>0"]),
            ("q := regexp.MustCompile(\"x\")", NONE),
            ("p.Logf(\"x\", 1)", &["p.Logf(\"x\", 1)>", "1>0"]),
            ("q := v.FieldByName(\"x\")", NONE),
            ("q := fmt.Sprint(\"a\" == s)", &["\"a\">\"\"", "==>!="]),
            ("(g)()", &["(g)()>"]),
            ("(g())", NONE),
            ("if g(1); ok {\n}", &["1>0", "ok>!ok"]),
            ("h[int](a)", &["h[int](a)>"]),
            ("x.H[int, string](a)", &["x.H[int, string](a)>"]),
            ("L:\n\tg()\n\tgoto L", &["g()>"]),
            ("a++", &["++>--"]),
            ("p.q--", &["-->++"]),
            ("a = ^b", &["^b>b"]),
            ("a = +b", NONE),
            ("a = -b", &["-b>b"]),
            ("a = b &^ 3", &["&^>&", "3>4"]),
        ],
        in_body,
    );
    check(
        &[
            (
                "import \"fmt\"\n\nvar a = 1 + 2\n\nconst b = 3\n\ntype T [5]int",
                NONE,
            ),
            (
                "func (t T) String() string {\n\treturn \"x\"\n}",
                &["\"x\">\"\""],
            ),
            ("func f(a [3]int) (b [4]int)", NONE),
            ("var f = func() int { return 2 }", &["2>0"]),
        ],
        in_file,
    );
}

#[test]
fn a_loop_keeps_what_makes_it_end() {
    check(
        &[
            ("for a := 0; a < b; a += 2 {\n}", &["0>1", "<><=", "<>>="]),
            ("for a > 0 {\n\ta -= 2\n}", &[">>>=", ">><="]),
            ("for a > 0 {\n\ta--\n}", &[">>>=", ">><="]),
            ("for a > 0 {\n\ta = a - 2\n}", &[">>>=", ">><="]),
            (
                "for a > 0 {\n\ta -= 2\n\ta -= b\n}",
                &[">>>=", ">><=", "-=>+=", "2>3", "-=>+="],
            ),
            ("for ; a > 0; {\n\ta--\n}", &[">>>=", ">><="]),
            (
                "for i := 0; i < a; i++ {\n\ta--\n}",
                &["0>1", "<><=", "<>>="],
            ),
            (
                "for i := 0; i < a; i++ {\n\ti--\n}",
                &["0>1", "<><=", "<>>=", "-->++"],
            ),
            ("for p.n > 0 {\n\tp.n--\n}", &[">>>=", ">><="]),
            ("for a > 0 {\n\ta = g(1)\n}", &[">>>=", ">><=", "1>0"]),
            ("for {\n\ta -= 2\n}", &["-=>+=", "2>3"]),
        ],
        in_body,
    );
}

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

#[test]
fn everywhere_also_means_variables_and_constants_of_the_package() {
    let source = "package p\n\nvar a = 2\n\nconst b = 3\n\nvar (\n\tc = map[int]int{4: 5}\n)\n";
    let mutants = run(source, Reach::Everywhere);
    let tier_one: Vec<Mutant> = mutants
        .into_iter()
        .filter(|mutant| mutant.tier == 1)
        .collect();
    assert_eq!(shown(&tier_one), ["2>3", "3>4", "5>6"]);
    assert!(
        tier_one.iter().all(|mutant| mutant.pos.is_none()),
        "Go's coverage does not watch them"
    );
}

#[test]
fn a_scope_is_named_after_the_receivers_type() {
    let source = "package p\n\nfunc (t *T[K]) M() { g(1) }\n\nfunc (T) N() { g(1) }\n\nfunc F() { g(func() { h(1) }) }\n";
    let scopes: Vec<String> = run(source, Reach::Bodies)
        .into_iter()
        .filter(|mutant| mutant.op == "const-int")
        .map(|mutant| mutant.scope.to_string())
        .collect();
    assert_eq!(scopes, ["*T.M", "T.N", "F"]);
}

#[test]
fn coverage_is_looked_up_where_the_statement_starts() {
    let source = "package p\n\nfunc f(a, b int) {\n\tx := a + 1\n\tswitch {\n\tcase a > 2,\n\t\tb > 3:\n\t\tg(4)\n\t}\n\tif a < 5 {\n\t} else if b < a+6 {\n\t}\nL:\n\tfor i := 7; i < 8; i++ {\n\t\tcontinue L\n\t}\n\th(func() { g(9) }, 10)\n\tü := 11; g(12)\n}\n";
    let mutants = run(source, Reach::Bodies);
    let at = |original: &str| -> (u32, u32) {
        let mutant = mutants.iter().find(|mutant| mutant.original == original);
        let place = mutant
            .unwrap_or_else(|| panic!("no {original}"))
            .pos
            .unwrap();
        (place.line, place.column)
    };
    let lines = |line: u32| {
        mutants
            .iter()
            .filter(move |mutant| mutant.start.line == line)
    };
    assert_eq!(at("1"), (4, 2));
    assert!(
        lines(6)
            .chain(lines(7))
            .all(|mutant| (mutant.pos.unwrap().line, mutant.pos.unwrap().column) == (5, 2))
    );
    assert!(lines(6).chain(lines(7)).count() >= 4);
    assert_eq!(at("4"), (8, 3));
    assert_eq!(
        at("6"),
        (11, 9),
        "the second condition has a block of its own"
    );
    assert_eq!(at("7"), (14, 2), "the label has no block");
    assert_eq!(at("9"), (17, 13));
    assert_eq!(at("10"), (17, 2), "what follows a closure lies in no block");
    assert_eq!(at("12"), (18, 12), "the column counts bytes");
}

#[test]
fn very_long_and_very_deep_code_is_handled() {
    let chain = format!("q := {}a", "a + ".repeat(3_000));
    assert!(in_body(&chain).len() >= 3_000);
    let deep = format!("ok = {}b > 1{}", "(".repeat(2_000), ")".repeat(2_000));
    assert_eq!(in_body(&deep), [">>>=", ">><="]);
    let logic = format!("if {}ok {{\n}}", "ok && ".repeat(1_000));
    assert_eq!(in_body(&logic).len(), 2_001);
    let list = format!("q := []int{{{}}}", "1, ".repeat(5_000));
    assert_eq!(in_body(&list).len(), 5_000);
    let blocks = format!("{}a = 1{}", "if ok {\n".repeat(300), "\n}".repeat(300));
    assert_eq!(in_body(&blocks).len(), 301);
}
