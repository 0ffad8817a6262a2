//! Cases that other tools got wrong on Ruby code, as users of those reported them, each for its whole kind: text that is
//! not plain ASCII (B43), strings written in pieces (B44), and lines that Ruby and the grammar read differently (B45).
#![allow(clippy::unwrap_used, reason = "a test says by panicking what is wrong")]

use mutscore_model::mutant::Mutant;
use mutscore_model::path::RelPath;
use mutscore_model::span::{ByteSpan, LineCol};
use mutscore_operators::{FileOutcome, Options, Source, generate_file, language, mutate};

fn run(bytes: &[u8]) -> FileOutcome {
    let source = Source {
        path: RelPath::new("case.rb").unwrap(),
        bytes: bytes.into(),
    };
    generate_file(language("ruby").unwrap(), &source, &Options::default())
}

fn at(outcome: &FileOutcome, start: u32, op: &str) -> Mutant {
    let found = outcome
        .mutants
        .iter()
        .find(|mutant| mutant.span.start == start && mutant.op == op);
    found
        .unwrap_or_else(|| panic!("no {op} at byte {start}"))
        .clone()
}

/// `original>replacement` of the mutants that start on `line`.
fn on_line(outcome: &FileOutcome, line: u32) -> Vec<String> {
    outcome
        .mutants
        .iter()
        .filter(|mutant| mutant.start.line == line)
        .map(|mutant| format!("{}>{}", mutant.original, mutant.replacement))
        .collect()
}

#[test]
fn positions_are_bytes_and_columns_are_characters() {
    let source = include_bytes!("cases/B43.rb");
    let outcome = run(source);
    assert!(outcome.damaged.is_empty());
    let boundary = at(&outcome, 71, "cond-boundary");
    assert_eq!(boundary.span, ByteSpan::new(71, 72));
    assert_eq!(boundary.start, LineCol::new(3, 25), "columns count from 1");
    let mutated = mutate(source, &boundary).unwrap();
    assert_eq!(mutated, [&source[..71], b">=", &source[72..]].concat());
    let mutated = String::from_utf8(mutated).unwrap();
    assert_eq!(
        mutated.lines().nth(2).unwrap(),
        "  name = \"\u{dc}n\u{ef}c\u{f6}d\u{e9} \u{1f600}\"; n >= 3 ? n - 1 : name.size + n"
    );
    for (start, op, original) in [(79, "arith", "-"), (95, "arith", "+")] {
        assert_eq!(at(&outcome, start, op).original, original);
    }
}

#[test]
fn every_edit_of_a_file_with_wide_characters_leaves_the_rest_as_it_is() {
    let plain = "# e\ndef fee(n)\n  name = \"x\"; n > 3 ? n - 1 : g(\"y\", name) + n\nend\n";
    let wide = plain
        .replace("# e", "# \u{6f22}\u{1f600}e\u{301}")
        .replace('x', "\u{dc}\u{1f600}")
        .replace('y', "\u{ef}");
    let (one, other) = (run(plain.as_bytes()), run(wide.as_bytes()));
    assert_eq!(one.mutants.len(), other.mutants.len());
    for (narrow, mutant) in one.mutants.iter().zip(&other.mutants) {
        let mutated = String::from_utf8(mutate(wide.as_bytes(), mutant).unwrap()).unwrap();
        assert!(
            mutated.starts_with("# \u{6f22}\u{1f600}e\u{301}\n"),
            "{mutated}"
        );
        let original = wide.get(mutant.span.range()).unwrap();
        let back = mutated.replacen(&mutant.replacement, original, 0);
        assert_eq!(back, mutated);
        let after = &wide[mutant.span.end as usize..];
        assert!(mutated.ends_with(after), "{mutated}");
        assert!(mutated.starts_with(&wide[..mutant.span.start as usize]));
        assert_eq!(
            (&narrow.op, narrow.start.line),
            (&mutant.op, mutant.start.line)
        );
    }
}

#[test]
fn a_piece_of_a_joined_string_stays_a_string() {
    let source = include_bytes!("cases/B44.rb");
    let outcome = run(source);
    assert!(outcome.damaged.is_empty());
    assert_eq!(on_line(&outcome, 2), ["+>-", "1>0"]);
    assert_eq!(on_line(&outcome, 3), ["\"of many, \">\"\""]);
    assert_eq!(on_line(&outcome, 4), ["'please'>''"]);
    assert_eq!(on_line(&outcome, 5), [""; 0]);
    assert_eq!(
        on_line(&outcome, 6),
        ["\"a\">\"\"", "\"b\">\"\"", ">>>=", ">><="]
    );
    for mutant in &outcome.mutants {
        let mutated = String::from_utf8(mutate(source, mutant).unwrap()).unwrap();
        assert!(mutated.contains("%w[now or never]"), "{mutated}");
        assert!(run(mutated.as_bytes()).damaged.is_empty(), "{mutated}");
    }
}

#[test]
fn a_joined_string_that_is_given_back_goes_as_a_whole_or_piece_by_piece() {
    let source = "def f\n  'a' \\\n    \"b #{c}\" \\\n    'd'\nend\n";
    let outcome = run(source.as_bytes());
    let found: Vec<(&str, &str)> = outcome
        .mutants
        .iter()
        .map(|mutant| (mutant.original.as_str(), mutant.replacement.as_str()))
        .collect();
    let whole = "'a' \\\n    \"b #{c}\" \\\n    'd'";
    assert_eq!(found, [("'a'", "''"), (whole, "\"\""), ("'d'", "''")]);
}

#[test]
fn lines_that_ruby_and_the_grammar_read_differently_have_no_mutants() {
    let outcome = run(include_bytes!("cases/B45.rb"));
    assert!(outcome.damaged.is_empty());
    for line in [6, 8, 10] {
        assert_eq!(on_line(&outcome, line), [""; 0], "line {line}");
    }
    assert_eq!(on_line(&outcome, 7), ["-y>y"]);
    assert_eq!(on_line(&outcome, 9), ["->+"]);
    assert_eq!(
        on_line(&outcome, 2),
        ["v * 10>nil", "*>/", "10>11"],
        "no doubt about this one"
    );
}
