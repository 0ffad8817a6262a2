//! Ruby.

use mutscore_operators::{Reach, language};

use super::bed::{Bed, NONE, compile, tool};

fn bed() -> Bed {
    Bed {
        language: language("ruby").unwrap(),
        around: ("def f(a, b)\n", "\nend\n"),
    }
}

#[test]
fn conditions_and_loops_keep_their_sense_after_until_and_unless() {
    bed().check(&[
        ("cond-true", "g unless a b", &["a b>(a b) || true"]),
        ("cond-true", "a ? b : g", &["a>(a) || true"]),
        ("cond-true", "begin; g; end while a", NONE),
        ("cond-true", "x = a || b", NONE),
        ("cond-false", "x = a || b", &["a>((a) && false)"]),
        ("cond-false", "begin; g; end until a", NONE),
        (
            "cond-false",
            "case\nwhen a then b\nend",
            &["a>(a) && false"],
        ),
        ("cond-false", "g if (x = a)", &["x = a>(x = a) && false"]),
        ("loop-zero", "g until a || b", &["a || b>(a || b) || true"]),
        ("loop-zero", "while true do g end", NONE),
        ("loop-zero", "[].each { |x| g }", NONE),
        ("loop-zero", "a.each(&b)", NONE),
        ("break-continue", "while true do break; end", NONE),
        (
            "break-continue",
            "while a do break if b; end",
            &["break>next"],
        ),
        ("break-continue", "x = -> { next 3 }", NONE),
        (
            "break-continue",
            "a.map { |x| next 3 if b }",
            &["next>break"],
        ),
    ]);
}

#[test]
fn statements_go_only_where_nobody_looks_at_their_value() {
    bed().check(&[
        ("stmt-delete", "x = 1\ng", NONE),
        ("stmt-delete", "@x = y = 1\ng", NONE),
        ("stmt-delete", "@x ||= 1", NONE),
        ("stmt-delete", "@x ||= 1\ng", &["@x ||= 1>nil"]),
        ("stmt-delete", "@x = 1, 2", NONE),
        ("stmt-delete", "@x = [1, 2]", &["@x = [1, 2]>[1, 2]"]),
        ("stmt-delete", "while @n > 1\n@n -= 1\nend", NONE),
        ("stmt-delete", "@x, @y = 1, 2\ng", NONE),
        ("stmt-delete", "g if (@x = a)", NONE),
        ("assign-null", "x = y = 1", &["1>nil"]),
        ("assign-null", "x, y = a", NONE),
        ("assign-null", "x = <<~T\n  x\nT", NONE),
        ("throw-removal", "raise", &["raise>nil"]),
        ("throw-removal", "g.raise a", NONE),
        ("throw-removal", "raise <<~T\n  x\nT", NONE),
        ("super-drop", "super\ng", &["super>nil"]),
        ("super-drop", "x = super(a)", NONE),
        ("arid-removal", "x = puts(a)", NONE),
        ("arid-removal", "warn\ng", &["warn>nil"]),
        ("catch-swallow", "g\nrescue\nnil", NONE),
        ("catch-swallow", "g\nrescue E then a", &["a>nil"]),
        ("catch-narrow", "g\nrescue *E, F", &["*E, >", ", F>"]),
        ("finally-drop", "g\nensure\na\nb", &["a\nb>nil"]),
        ("case-drop", "case a\nwhen 1 then b\nelse g\nend", NONE),
        (
            "case-drop",
            "case a\nin 1 then b\nin 2 then b\nelse g\nend",
            &["in 1 then b>", "in 2 then b>"],
        ),
        ("default-drop", "if a then b else g end", NONE),
    ]);
}

#[test]
fn literals_and_values_change_where_ruby_reads_them_as_meant() {
    bed().check(&[
        ("const-key", "g(k: 1)", NONE),
        (
            "const-key",
            "x = { k: 1, 'l': 2, m: }",
            &["k>mutscore", "'l'>''"],
        ),
        (
            "const-sym",
            "g(:a, k: :b)",
            &[":a>:mutscore", ":b>:mutscore"],
        ),
        ("const-sym", "a.send(:b)", NONE),
        ("const-sym", "case a\nwhen :b then g\nend", NONE),
        ("str-interp", "x = <<~T\n  #{a}\nT", NONE),
        ("str-interp", "x = %Q(#{a})\ng", &["%Q(#{a})>%Q()"]),
        ("const-int-dec", "g a[0]", &["0>-1"]),
        ("const-int-dec", "g 0, 1", &["1>0"]),
        ("const-int-dec", "g(0)", &["0>-1"]),
        ("range-edge", "a[1..2]", &["..>..."]),
        ("range-edge", "a[..2]", NONE),
        ("range-edge", "case a\nwhen 1..2 then g\nend", NONE),
        ("regex-edit", "a =~ %r{^b\\$}mx", &["^>", "m>", "x>"]),
        ("regex-edit", "g /^ b/", NONE),
        ("regex-edit", "g(/^b#{a}$/)", &["^>", "$>"]),
        ("elem-drop", "x = %w[a b]", NONE),
        ("elem-drop", "x = [*a, b,]", &["*a, >", ", b>"]),
        ("value-call", "a.to_s\ng", NONE),
        ("value-call", "x = a.count { |y| y }", NONE),
        ("value-call", "x = a&.to_s", &["a&.to_s>\"\"", "a&.to_s>a"]),
        ("selector-swap", "a.first = 1", NONE),
        ("selector-swap", "first", NONE),
        ("selector-swap", "a.push(b)", &["push>unshift"]),
        ("lambda-body", "x = proc { nil }", NONE),
        ("lambda-body", "x = lambda do |y|\ny\nend", &["y>nil"]),
        (
            "spaceship",
            "x = a.b <=> (b + 1)",
            &["a.b <=> (b + 1)>(b + 1) <=> a.b"],
        ),
    ]);
}

#[test]
fn load_time_is_seen_by_the_operators_for_it_alone() {
    let source = "
LIMIT = 3
loose = 4
module A
  N = 5 << 6
  has_many :lines, max: 7
  include B
  def f(x = 8, y: 9) = g { |z = 10| 11 }
  CALL = ->(x = 12) { 13 }
end
";
    let found = |set: &[&str]| -> Vec<String> {
        let mutants = bed().generate(source, set, Reach::Bodies);
        mutants
            .iter()
            .map(|mutant| mutant.original.clone())
            .collect()
    };
    assert_eq!(found(&["const-decl"]), ["3", "5", "6"]);
    assert_eq!(found(&["default-arg"]), ["8", "9", "10", "12"]);
    assert_eq!(found(&["macro-drop"]), ["has_many :lines, max: 7"]);
    assert_eq!(found(&["const-int"]), ["11", "13"]);
}

#[test]
fn ruby_knows_its_part_of_the_extended_set_in_the_order_of_the_catalogue() {
    bed().knows_its_part_of_the_catalogue();
}

#[test]
fn every_mutant_compiles() {
    let mut sources = bed().sources();
    sources.push(include_str!("shop.rb").to_owned());
    assert_eq!(bed().without_mutants(&sources), NONE);
    let programs = bed().programs(&sources);
    assert!(programs.len() > 120, "{}", programs.len());
    if tool("ruby", "ruby", &["--version"]).is_some() {
        compile(&programs, "ruby", &["-W0", "-e", CHECK]);
    }
}

/// Compiles length-prefixed files from standard input.
const CHECK: &str = r#"
STDIN.binmode
done = 0
while (head = STDIN.read(4))
  code = STDIN.read(head.unpack1("V")).force_encoding("UTF-8")
  begin
    RubyVM::InstructionSequence.compile(code)
    done += 1
  rescue SyntaxError => error
    puts error.message, code
  end
end
puts [done, :compiled].join(" ")
"#;
