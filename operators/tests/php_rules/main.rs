//! PHP's bans and skipped equivalents, one piece of code each: what must be mutated and what must not.
#![allow(clippy::unwrap_used, reason = "a test says by panicking what is wrong")]

use mutscore_model::path::RelPath;
use mutscore_operators::{FileOutcome, Options, Reach, Source, generate_file, language};

mod changes;
mod places;
mod results;
mod silence;

fn outcome(source: &str, reach: Reach) -> FileOutcome {
    let file = Source {
        path: RelPath::new("rules.php").unwrap(),
        bytes: source.as_bytes().into(),
    };
    let options = Options {
        reach,
        ..Options::default()
    };
    generate_file(language("php").unwrap(), &file, &options)
}

/// `original>replacement` of every mutant of a file.
fn mutants_in(source: &str, reach: Reach) -> Vec<String> {
    let outcome = outcome(source, reach);
    assert!(outcome.damaged.is_empty(), "{source}");
    outcome
        .mutants
        .iter()
        .map(|mutant| format!("{}>{}", mutant.original, mutant.replacement))
        .collect()
}

/// The same for `body` inside a function.
fn mutants(body: &str) -> Vec<String> {
    let source = format!("<?php\nfunction f($a, $b, string $s, array $d) {{\n{body}\n}}\n");
    mutants_in(&source, Reach::Bodies)
}

/// A piece of code and its mutants.
type Rules<'a> = &'a [(&'a str, &'a [&'a str])];

fn check(rules: Rules<'_>, find: impl Fn(&str) -> Vec<String>) {
    let mut wrong = Vec::new();
    for (code, expected) in rules {
        let found = find(code);
        if found != *expected {
            wrong.push(format!(
                "{code}\n  found    {found:?}\n  expected {expected:?}"
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
