//! What stays as it is.

use crate::{NONE, check, in_body, in_file};

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
