//! PHP. With opcache and pcntl; without them only the syntax is checked, and these tests say that they are skipped.

use mutscore_model::compiled::Compiled;

use super::bed::{Bed, Expected};

const SOURCE: &str = "\
<?php
namespace A;
abstract class B implements \\Countable
{
    const X = [1, 2];
    public function f(int $a, &$b, $c = self::X)
    {
        if ($a > 3 && true) {
            return $b + 1;
        }
        foo(
            $a,
            $b
        );
        $g = function (&$q) use ($a) {
            return $q * 2;
        };
        return match (true) {
            $a == 'x' => 0.1 + 0.2,
            default => $g([7, 8]),
        };
    }
    public function count(): int
    {
        while (true) {
            break;
        }
        return 0;
    }
}
function receive()
{
    return 5;
}
";

/// A bed with a compiler that makes forms.
fn bed(files: &[(&str, &str)]) -> Option<Bed> {
    let bed = Bed::new("php", files)?;
    if bed.checker.identity().contains("syntax only") {
        let required = std::env::var("MUTSCORE_REQUIRE").unwrap_or_default();
        let is_required = required.split([',', ' ']).any(|word| word == "php");
        assert!(
            !is_required,
            "MUTSCORE_REQUIRE asks for php: {}",
            bed.checker.identity()
        );
        eprintln!("SKIPPED: {}", bed.checker.identity());
        return None;
    }
    Some(bed)
}

#[test]
fn a_version_is_refused_equal_or_another_program_as_opcache_says() {
    let Some(mut bed) = bed(&[("a.php", SOURCE)]) else {
        return;
    };
    bed.expect(
        "a.php",
        &[
            (vec![("$a > 3", "$a >= 3")], Expected::Other),
            (
                vec![("$b + 1", "$b + ")],
                Expected::Refused(9, "syntax error"),
            ),
            // Found by the compiler and not by the parser.
            (
                vec![("break;", "break 2;")],
                Expected::Refused(26, "'break' 2 levels"),
            ),
            (vec![("$a > 3", "3 < $a")], Expected::Same),
            (vec![("return 5", "return 2 + 3")], Expected::Same),
            // Only lines move.
            (
                vec![("        foo(", "\n\n        # moved\n        foo(")],
                Expected::Same,
            ),
            // A statement over several lines is taken away.
            (
                vec![("foo(\n            $a,\n            $b\n        );", ";")],
                Expected::Like(6),
            ),
            (
                vec![("foo(\n            $a,\n            $b\n        );", "")],
                Expected::Like(6),
            ),
            // Equal in every short way of writing it, and yet other programs.
            (vec![("0.1 + 0.2", "0.3")], Expected::Other),
            (vec![("[7, 8]", "[7, 9]")], Expected::Other),
            (vec![("[1, 2]", "[1, 3]")], Expected::Other),
            (vec![("(&$q)", "($q)")], Expected::Other),
            (vec![("return 5", "return '5'")], Expected::Other),
        ],
    );
}

#[test]
fn answers_do_not_depend_on_what_was_asked_before() {
    let Some(mut bed) = bed(&[("a.php", SOURCE)]) else {
        return;
    };
    let same = vec![("$a > 3", "$a > 3")];
    let other = vec![("return 5", "return 6 + strlen('a longer text')")];
    let versions: Vec<_> = (0..20)
        .map(|at| {
            if at % 3 == 0 {
                other.clone()
            } else {
                same.clone()
            }
        })
        .collect();
    let (original, answers) = bed.ask("a.php", &versions);
    for (at, answer) in answers.iter().enumerate() {
        let expected = if at % 3 == 0 { &answers[0] } else { &original };
        assert_eq!(answer, expected, "{at}");
    }
    assert_ne!(answers[0], original);
}

#[test]
fn nothing_of_a_file_is_ever_run_and_a_file_that_does_not_compile_says_so() {
    let run = "<?php\nexit(7);\nfunction receive() { return 1; }\n";
    let damaged = "<?php\nfunction f() { break; }\n";
    let Some(mut bed) = bed(&[("a.php", run), ("b.php", damaged)]) else {
        return;
    };
    bed.expect(
        "a.php",
        &[(vec![("return 1", "return 2")], Expected::Other)],
    );
    let (original, answers) = bed.ask("b.php", &[vec![("break", "return")]]);
    assert!(matches!(original, Compiled::Refused(_)), "{original:?}");
    assert!(matches!(answers[0], Compiled::Form(_)), "{answers:?}");
}
