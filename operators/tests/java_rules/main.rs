//! Java's bans, skipped equivalents and compile-safe forms, one line of code each: what must be mutated and what must
//! not.
#![allow(clippy::unwrap_used, reason = "a test says by panicking what is wrong")]

use mutscore_model::mutant::Mutant;
use mutscore_model::path::RelPath;
use mutscore_operators::{OperatorSet, Options, Source, generate_file, language};

mod changes;
mod places;
mod results;
mod silence;

fn generate(text: &str, options: &Options) -> Vec<Mutant> {
    let file = Source {
        path: RelPath::new("Rules.java").unwrap(),
        bytes: text.as_bytes().into(),
    };
    let outcome = generate_file(language("java").unwrap(), &file, options);
    assert!(outcome.damaged.is_empty(), "{text}");
    assert!(outcome.skipped.is_none(), "{text}");
    outcome.mutants
}

/// `original>replacement` of every mutant of `text`.
fn changes(text: &str, options: &Options) -> Vec<String> {
    generate(text, options)
        .iter()
        .map(|mutant| format!("{}>{}", mutant.original, mutant.replacement))
        .collect()
}

fn in_method(body: &str) -> String {
    format!(
        "class R {{ String s; void f(int a, int b, String t, boolean c, Object o) {{\n{body}\n}} }}"
    )
}

/// Fails with all rules that do not hold.
fn check(rules: &[(&str, &[&str])], text: impl Fn(&str) -> String, options: &Options) {
    let mut wrong = Vec::new();
    for (code, expected) in rules {
        let found = changes(&text(code), options);
        if found != *expected {
            wrong.push(format!(
                "{code}\n  found    {found:?}\n  expected {expected:?}"
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn only(operators: &[&str]) -> Options {
    Options {
        operators: OperatorSet::parse(operators).unwrap(),
        ..Options::default()
    }
}

const NONE: &[&str] = &[];
