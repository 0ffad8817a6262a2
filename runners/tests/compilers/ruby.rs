//! Ruby.

use mutscore_model::compiled::Compiled;

use super::bed::{Bed, Expected};

const SOURCE: &str = "\
class A
  LIST = [1, 2.0, :a, /x+/i, 1..3].freeze
  def f(a, b = 2, *c, k: 1, &blk)
    return a + 1 if a > 3 && !b
    case a when 1, 2 then :x when 's' then :y end
    [7, 8].each { |x| puts x * 2 }
    x = 2 * 4
  rescue ArgumentError => e
    raise
  end
end
";

#[test]
fn a_version_is_refused_equal_or_another_program_as_the_instructions_say() {
    let Some(mut bed) = Bed::new("ruby", &[("a.rb", SOURCE)]) else {
        return;
    };
    assert!(bed.checker.identity().starts_with("ruby "));
    bed.expect(
        "a.rb",
        &[
            (vec![("a > 3", "a >= 3")], Expected::Other),
            (
                vec![("a + 1 if", "a +) if")],
                Expected::Refused(4, "syntax error"),
            ),
            (vec![("puts x * 2", "puts(x * 2)")], Expected::Same),
            (vec![("&& !b", "and !b")], Expected::Same),
            // Only lines move.
            (vec![("    [7", "\n\n    # moved\n    [7")], Expected::Same),
            (vec![("'s'", "\"s\"")], Expected::Same),
            (
                vec![("return a + 1 if a > 3 && !b", "return 5")],
                Expected::Like(6),
            ),
            (
                vec![("return a + 1 if a > 3 && !b", "return(5)")],
                Expected::Like(6),
            ),
            // Equal for `==`, and yet other programs.
            (vec![("2.0", "2")], Expected::Other),
            (vec![("/x+/i", "/x+/")], Expected::Other),
            (vec![("1..3", "1...3")], Expected::Other),
            (vec![("k: 1", "k: 2")], Expected::Other),
            (vec![("ArgumentError", "NameError")], Expected::Other),
            (
                vec![("2 * 4", "2 * 5"), ("raise", "retry")],
                Expected::Other,
            ),
        ],
    );
}

#[test]
fn the_number_of_a_line_that_the_program_asks_for_is_part_of_it() {
    let source = "def f\n  1\nend\nX = __LINE__\n";
    let Some(mut bed) = Bed::new("ruby", &[("a.rb", source)]) else {
        return;
    };
    bed.expect(
        "a.rb",
        &[
            (vec![("  1", "\n  1")], Expected::Other),
            (vec![("__LINE__", "4")], Expected::Same),
        ],
    );
}

#[test]
fn nothing_of_a_file_is_ever_run_and_a_file_that_does_not_compile_says_so() {
    let source = "exit!(7)\nBEGIN { exit!(8) }\nx = 1\n";
    let Some(mut bed) = Bed::new("ruby", &[("a.rb", source), ("b.rb", "def f(\n")]) else {
        return;
    };
    bed.expect("a.rb", &[(vec![("x = 1", "x = 2")], Expected::Other)]);
    let (original, _) = bed.ask("b.rb", &[]);
    assert!(matches!(original, Compiled::Refused(_)), "{original:?}");
}
