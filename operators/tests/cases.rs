//! Cases that other tools got wrong, as users of those reported them: stars and bars that are no operators (B31),
//! files that are not plain UTF-8 with LF (B33), and what else must come out byte for byte.
#![allow(clippy::unwrap_used, reason = "a test says by panicking what is wrong")]

use mutscore_model::mutant::{Edit, Mutant};
use mutscore_model::path::RelPath;
use mutscore_model::span::{ByteSpan, LineCol};
use mutscore_operators::rewrite::apply;
use mutscore_operators::{
    FileOutcome, MutateError, Options, Reach, SkipReason, Source, generate, generate_file,
    language, mutate,
};

fn run(bytes: &[u8], reach: Reach) -> FileOutcome {
    let source = Source {
        path: RelPath::new("case.py").unwrap(),
        bytes: bytes.into(),
    };
    let options = Options {
        reach,
        ..Options::default()
    };
    generate_file(language("python").unwrap(), &source, &options)
}

fn operators_at<'a>(outcome: &'a FileOutcome, ops: &[&str]) -> Vec<(u32, &'a str)> {
    let wanted = |mutant: &&Mutant| ops.contains(&mutant.op.as_str());
    let place = |mutant: &'a Mutant| (mutant.start.line, mutant.original.as_str());
    outcome.mutants.iter().filter(wanted).map(place).collect()
}

const OPERATORS: &[&str] = &["arith", "bitwise", "assign-op"];

#[test]
fn stars_slashes_and_bars_that_are_no_operators_are_left_alone() {
    let source = include_bytes!("cases/B31.py");
    let everywhere = run(source, Reach::Everywhere);
    assert_eq!(
        operators_at(&everywhere, OPERATORS),
        [(4, "*"), (8, "*"), (8, "**")],
        "exactly 2 * 4, first * size and 2 ** size"
    );
    for mutant in &everywhere.mutants {
        let mutated = mutate(source, mutant).unwrap();
        assert!(mutated.starts_with(b"from __future__ import annotations\n"));
    }
    let bodies = run(source, Reach::Bodies);
    assert_eq!(
        operators_at(&bodies, OPERATORS),
        [(8, "*"), (8, "**")],
        "a parameter's default is outside the default set"
    );
}

#[test]
fn a_latin1_file_keeps_its_bytes_around_the_mutant() {
    let source = include_bytes!("cases/B33.py");
    let outcome = run(source, Reach::Bodies);
    assert!(outcome.damaged.is_empty() && outcome.skipped.is_none());
    let boundary = outcome
        .mutants
        .iter()
        .find(|mutant| mutant.op == "cond-boundary")
        .unwrap();
    assert_eq!(boundary.span, ByteSpan::new(95, 96));
    assert_eq!(boundary.start.line, 4);
    let mutated = mutate(source, boundary).unwrap();
    assert_eq!(mutated, [&source[..95], b">=", &source[96..]].concat());
    for byte in [0xE9, 0xA3] {
        let count = |bytes: &[u8]| bytes.iter().filter(|found| **found == byte).count();
        assert_eq!(count(&mutated), count(source));
    }
    let string = outcome
        .mutants
        .iter()
        .find(|mutant| mutant.op == "const-str")
        .unwrap();
    assert_eq!(
        string.original,
        "'Ren\u{e9} \u{a3}'".replace('\'', "\""),
        "read as Latin-1"
    );
}

#[test]
fn a_kept_part_keeps_its_encoding() {
    let source = b"# -*- coding: latin-1 -*-\ndef f(d):\n    if not d['\xE9']:\n        g()\n";
    let outcome = run(source, Reach::Bodies);
    let not = outcome
        .mutants
        .iter()
        .find(|mutant| mutant.op == "unary-not")
        .unwrap();
    assert_eq!(not.replacement, "d['\u{e9}']");
    let mutated = mutate(source, not).unwrap();
    assert_eq!(
        mutated,
        b"# -*- coding: latin-1 -*-\ndef f(d):\n    if d['\xE9']:\n        g()\n"
    );
}

#[test]
fn byte_order_mark_line_ends_and_a_missing_last_one_are_kept() {
    let source = include_bytes!("cases/B33_bom_crlf.py");
    assert_eq!(source.len(), 101);
    let outcome = run(source, Reach::Everywhere);
    let at = |start: u32| -> Vec<&Mutant> {
        outcome
            .mutants
            .iter()
            .filter(|mutant| mutant.span.start == start)
            .collect()
    };
    for (start, op, original, line) in [
        (24, "arith", "+", 1),
        (33, "cond-boundary", ">", 1),
        (98, "arith", "-", 5),
    ] {
        let mutant = at(start).into_iter().find(|mutant| mutant.op == op);
        let mutant = mutant.unwrap_or_else(|| panic!("no {op} at byte {start}"));
        assert_eq!(
            (mutant.original.as_str(), mutant.start.line),
            (original, line)
        );
    }
    // Counted from 0 and without the mark it is column 30.
    assert_eq!(at(33)[0].start, LineCol::new(1, 31));
    // `*` on a string is not mutated (its counterpart only raises); its place is right all the same.
    assert_eq!(source[79], b'*');
    let two = outcome
        .mutants
        .iter()
        .find(|mutant| mutant.original == "2")
        .unwrap();
    assert_eq!((two.span.start, two.start.line), (81, 4));

    for mutant in &outcome.mutants {
        let mutated = mutate(source, mutant).unwrap();
        assert!(mutated.starts_with(b"\xEF\xBB\xBF") && mutated.last() != Some(&b'\n'));
        let returns = |bytes: &[u8]| bytes.windows(2).filter(|pair| *pair == b"\r\n").count();
        let removed = returns(&source[mutant.span.range()]);
        assert_eq!(returns(&mutated) + removed, returns(source), "{mutant:?}");
    }
}

#[test]
fn the_damaged_part_of_a_file_is_left_alone_and_the_rest_is_mutated() {
    let source =
        b"def f(a):\n    return a + 1\n\ndef g(c):\n    x = c ? 2\n    return c - x\n\ndef h(b):\n    return b * 2\n";
    let outcome = run(source, Reach::Bodies);
    assert!(
        !outcome.damaged.is_empty(),
        "the file is reported as partly parsed"
    );
    let lines: Vec<u32> = outcome
        .mutants
        .iter()
        .map(|mutant| mutant.start.line)
        .collect();
    assert!(
        lines.contains(&2) && lines.contains(&6) && lines.contains(&9),
        "{lines:?}"
    );
    for mutant in &outcome.mutants {
        for damage in &outcome.damaged {
            assert!(!mutant.span.overlaps(*damage), "{mutant:?}");
        }
    }
}

#[test]
fn generated_and_suppressed_code_has_no_mutants() {
    let body = "def f(a):\n    return a + 1\n";
    let generated = run(
        format!("# Generated by the protocol compiler.\n{body}").as_bytes(),
        Reach::Bodies,
    );
    assert!(matches!(generated.skipped, Some(SkipReason::Generated(_))));
    let asked = run(
        format!("{body}# mutscore: skip-file\n").as_bytes(),
        Reach::Bodies,
    );
    assert_eq!(asked.skipped, Some(SkipReason::Suppressed));
    assert!(generated.mutants.is_empty() && asked.mutants.is_empty());

    let late = run(
        format!("{}# Generated by hand\n{body}", "\n".repeat(20)).as_bytes(),
        Reach::Bodies,
    );
    assert!(late.skipped.is_none() && !late.mutants.is_empty());
}

#[test]
fn a_skip_comment_takes_its_line_out_and_renames_nothing() {
    let with = run(
        b"def f(a):\n    a += 3  # mutscore: skip\n    a += 3\n",
        Reach::Bodies,
    );
    let without = run(b"def f(a):\n    a += 3\n    a += 3\n", Reach::Bodies);
    let ids = |outcome: &FileOutcome| -> Vec<String> {
        outcome
            .mutants
            .iter()
            .map(|mutant| mutant.id.to_string())
            .collect()
    };
    assert_eq!(ids(&with), ids(&without)[2..]);
    assert!(with.mutants.iter().all(|mutant| mutant.start.line == 3));
}

#[test]
fn mutants_that_are_the_same_program_are_listed_once() {
    let outcome = run(b"def f(a):\n    g(- -a)\n    h(~ ~a)\n", Reach::Bodies);
    let listed: Vec<(&str, usize)> = outcome
        .mutants
        .iter()
        .filter(|mutant| mutant.op != "call-removal")
        .map(|mutant| (mutant.original.as_str(), mutant.also.len()))
        .collect();
    assert_eq!(listed, [("- -a", 1), ("~ ~a", 1)]);
}

#[test]
fn words_do_not_grow_together() {
    let source = b"def f(a, b):\n    if(a)and b:\n        a = 1or b\n    return-a\n";
    for mutant in run(source, Reach::Bodies).mutants {
        let mutated = String::from_utf8(mutate(source, &mutant).unwrap()).unwrap();
        for joined in ["returnNone", "0or", "ifnot", "returna"] {
            assert!(!mutated.contains(joined), "{mutated}");
        }
    }
}

#[test]
fn a_mutant_is_refused_on_another_file_and_when_its_entry_was_changed() {
    let source = b"def f(a):\n    return a + 1\n";
    let mut mutant = run(source, Reach::Bodies).mutants.remove(0);
    let other = mutate(b"def f(a):\n    return a + 2\n", &mutant);
    assert!(matches!(other, Err(MutateError::OtherSource { .. })));
    mutant.edits.push(Edit {
        span: ByteSpan::new(0, 0),
        text: "import os\n".into(),
    });
    assert!(matches!(
        mutate(source, &mutant),
        Err(MutateError::OtherEdits { .. })
    ));
    assert!(apply(source, &[]).unwrap() == source);
}

#[test]
fn the_order_of_files_is_that_of_their_paths_whatever_the_threads_do() {
    let files: Vec<Source> = (0..40)
        .rev()
        .map(|number| Source {
            path: RelPath::new(&format!("src/m{number:02}.py")).unwrap(),
            bytes: format!("def f{number}(a):\n    return a + {number}\n")
                .into_bytes()
                .into(),
        })
        .collect();
    let python = language("python").unwrap();
    let together = generate(python, &files, &Options::default());
    let paths: Vec<&str> = together
        .iter()
        .map(|outcome| outcome.path.as_str())
        .collect();
    assert!(paths.is_sorted() && paths.len() == 40);
    let mut alone: Vec<FileOutcome> = files
        .iter()
        .map(|file| generate_file(python, file, &Options::default()))
        .collect();
    alone.reverse();
    for (one, other) in together.iter().zip(&alone) {
        assert_eq!(one.mutants, other.mutants);
    }
}
