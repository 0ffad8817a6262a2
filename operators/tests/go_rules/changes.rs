//! Operators, literals, conditions and text.

use crate::{NONE, check, in_body, in_file};

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
