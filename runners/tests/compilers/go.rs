//! Go.

use mutscore_model::compiled::Compiled;

use super::bed::{Bed, Expected};

const SOURCE: &str = "\
package p

import (
	\"errors\"
	\"fmt\"
)

type T struct{ n int }

const limit = 7

func (t *T) f(a int, b []int) (int, error) {
	if a > 3 && len(b) > 1 {
		fmt.Println(a, b[0])
		return a + 1, nil
	}
	g := func(x int) int { return x * t.n }
	for _, s := range []string{\"u\", \"v\"} {
		fmt.Println(s, []int{1, 2, 9}, 1.5)
	}
	if ok(b) {
		return g(2 * 4), errors.New(\"no\")
	}
	return limit, nil
}

func fact(n int) int {
	if n < 2 {
		return 1
	}
	return n * fact(n-1)
}

func twice[E any](e E) []E {
	return []E{e, e}
}
";

const FILES: &[(&str, &str)] = &[
    ("go.mod", "module x\n\ngo 1.21\n"),
    ("p/a.go", SOURCE),
    (
        "p/b.go",
        "package p\n\nimport \"os\"\n\nfunc ok(b []int) bool { return len(os.Args) > len(b) }\n",
    ),
    ("p/b_test.go", "package p\n\nthis is no Go\n"),
    (
        "q/c.go",
        "package q\n\nimport \"no.such/thing\"\n\nvar X = thing.Y\n",
    ),
];

#[test]
fn a_version_is_refused_equal_or_another_program_as_the_machine_code_says() {
    let Some(mut bed) = Bed::new("go", FILES) else {
        return;
    };
    assert!(bed.checker.identity().starts_with("go1."));
    bed.expect(
        "p/a.go",
        &[
            (vec![("a > 3", "a >= 3")], Expected::Other),
            (
                vec![("a + 1", "a + ")],
                Expected::Refused(15, "expected operand"),
            ),
            (
                vec![("a + 1", "\"x\"")],
                Expected::Refused(15, "cannot use \"x\""),
            ),
            // An import that nothing uses any more.
            (
                vec![("errors.New(\"no\")", "nil")],
                Expected::Refused(4, "imported and not used"),
            ),
            // Only lines move.
            (
                vec![("\tg := func", "\n\n\t// moved\n\tg := func")],
                Expected::Same,
            ),
            (vec![("2 * 4", "4 * 2")], Expected::Same),
            (vec![("a > 3", "3 < a")], Expected::Same),
            (vec![("2 * 4", "9")], Expected::Like(7)),
            (vec![("2 * 4", "10 - 1")], Expected::Like(7)),
            // In data that the code refers to.
            (vec![("1, 2, 9", "1, 2, 8")], Expected::Other),
            (vec![("\"u\", \"v\"", "\"u\", \"w\"")], Expected::Other),
            (vec![("1.5", "1.6")], Expected::Other),
            // A function that calls itself.
            (vec![("n * fact", "n + fact")], Expected::Other),
            (vec![("n < 2", "n <= 1")], Expected::Other),
            // Not compared: a generic function, and what is in no function.
            (vec![("{e, e}", "{e}")], Expected::Opaque),
            (vec![("limit = 7", "limit = 8")], Expected::Opaque),
        ],
    );
}

#[test]
fn a_package_whose_imports_are_missing_says_so() {
    let Some(mut bed) = Bed::new("go", FILES) else {
        return;
    };
    let (original, answers) = bed.ask("q/c.go", &[vec![("Y", "Z")]]);
    assert!(matches!(original, Compiled::Refused(_)), "{original:?}");
    assert!(matches!(answers[0], Compiled::Unknown(_)), "{answers:?}");
}

#[test]
fn a_file_alone_and_a_main_package_are_checked_too() {
    let source = "package main\n\nimport \"fmt\"\n\nfunc init() {\n\tfmt.Println(1)\n}\n\nfunc main() {\n\tfmt.Println(2)\n}\n";
    let Some(mut bed) = Bed::new("go", &[("a.go", source)]) else {
        return;
    };
    bed.expect(
        "a.go",
        &[
            (vec![("(1)", "(3)")], Expected::Other),
            (vec![("(2)", "(1 + 1)")], Expected::Same),
        ],
    );
}
