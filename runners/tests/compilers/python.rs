//! CPython.

use mutscore_model::compiled::Compiled;

use super::bed::{Bed, Expected};

const SOURCE: &str = "\
def f(a, b):
    limit = 2 * 3
    if a > limit and not b:
        return a + 1
    for x in (1, 2.0, -0.0):
        a -= x
    return [a, {'k': b}]


class C:
    def m(self):
        def inner():
            return self
        return inner
";

#[test]
fn a_version_is_refused_equal_or_another_program_as_the_code_objects_say() {
    let Some(mut bed) = Bed::new("python", &[("a.py", SOURCE)]) else {
        return;
    };
    assert!(bed.checker.identity().starts_with("cpython 3."));
    bed.expect(
        "a.py",
        &[
            (vec![("a > limit", "a >= limit")], Expected::Other),
            (
                vec![("a + 1", "a +")],
                Expected::Refused(4, "invalid syntax"),
            ),
            // Folded while compiling.
            (vec![("2 * 3", "3 * 2")], Expected::Same),
            (vec![("2 * 3", "2 * 4")], Expected::Other),
            (vec![("2 * 3", "9")], Expected::Other),
            (vec![("2 * 3", "3 ** 2 + 1")], Expected::Like(5)),
            (vec![("2 * 3", "5 + 5")], Expected::Like(5)),
            (vec![("2 * 3", "10")], Expected::Like(5)),
            // Only lines move.
            (
                vec![("    if a", "\n\n    # moved\n    if a")],
                Expected::Same,
            ),
            (vec![("return a + 1", "return (a +\n 1)")], Expected::Same),
            // Equal for `==`, and yet other programs.
            (
                vec![("(1, 2.0, -0.0)", "(True, 2.0, -0.0)")],
                Expected::Other,
            ),
            (vec![("(1, 2.0, -0.0)", "(1, 2, -0.0)")], Expected::Other),
            (vec![("(1, 2.0, -0.0)", "(1, 2.0, 0.0)")], Expected::Other),
            // Two edits.
            (
                vec![("a -= x", "a += x"), ("return self", "return None")],
                Expected::Other,
            ),
            // Code objects within code objects.
            (vec![("return self", "return not self")], Expected::Other),
            (vec![("return inner", "yield inner")], Expected::Other),
        ],
    );
}

#[test]
fn names_that_only_a_traceback_shows_still_make_another_program() {
    let source = "f = lambda: 1\ng = 'f'\n";
    let Some(mut bed) = Bed::new("python", &[("a.py", source)]) else {
        return;
    };
    bed.expect(
        "a.py",
        &[
            (vec![("f =", "h =")], Expected::Other),
            (vec![("'f'", "\"f\"")], Expected::Same),
            (vec![("'f'", "b'f'")], Expected::Other),
        ],
    );
}

#[test]
fn what_is_refused_before_parsing_is_refused_and_declared_encodings_are_read() {
    let source = "# coding: latin-1\nx = 'caf\\xe9'\ny = 1\n";
    let Some(mut bed) = Bed::new("python", &[("a.py", source)]) else {
        return;
    };
    let (_, answers) = bed.ask(
        "a.py",
        &[
            vec![("caf\\xe9", "caf\u{fc}")],
            vec![("latin-1", "no-such-coding")],
            vec![("y = 1", "y = \0")],
        ],
    );
    assert!(matches!(answers[0], Compiled::Form(_)), "{answers:?}");
    assert!(matches!(answers[1], Compiled::Refused(_)), "{answers:?}");
    assert!(matches!(answers[2], Compiled::Refused(_)), "{answers:?}");
}

#[test]
fn a_file_that_does_not_compile_as_it_is_says_so() {
    let Some(mut bed) = Bed::new("python", &[("a.py", "print 'two'\n")]) else {
        return;
    };
    let (original, answers) = bed.ask("a.py", &[vec![("two", "three")]]);
    assert!(matches!(original, Compiled::Refused(_)), "{original:?}");
    assert!(matches!(answers[0], Compiled::Refused(_)), "{answers:?}");
}

#[test]
fn nothing_of_a_file_is_ever_run() {
    let source = "import os\nos.abort()\nx = open('/tmp/never', 'w')\n";
    let Some(mut bed) = Bed::new("python", &[("sitecustomize.py", source), ("a.py", source)])
    else {
        return;
    };
    bed.expect("a.py", &[(vec![("'w'", "'r'")], Expected::Other)]);
}

#[test]
fn what_is_too_much_for_the_compiler_is_unknown_and_the_rest_is_answered() {
    let source = "x = 1\ny = 2\n";
    let Some(mut bed) = Bed::new("python", &[("a.py", source)]) else {
        return;
    };
    // Ten thousand brackets are too many for any version: for some an error in the file, for some trouble of theirs.
    let deep: &'static str =
        Box::leak(("(".repeat(10_000) + "1" + &")".repeat(10_000)).into_boxed_str());
    let (_, answers) = bed.ask(
        "a.py",
        &[
            vec![("x = 1", "x = 3")],
            vec![("2", deep)],
            vec![("2", "4")],
        ],
    );
    assert!(!matches!(answers[1], Compiled::Form(_)), "{answers:?}");
    for known in [&answers[0], &answers[2]] {
        assert!(matches!(known, Compiled::Form(_)), "{answers:?}");
    }
}
