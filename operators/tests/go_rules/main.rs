//! Go's bans, guards, heuristics and skipped equivalents, one line of code each: what must be mutated and what must not.
#![allow(clippy::unwrap_used, reason = "a test says by panicking what is wrong")]

use mutscore_model::mutant::Mutant;
use mutscore_model::path::RelPath;
use mutscore_operators::{Options, Reach, Source, generate_file, language, mutate};

mod changes;
mod places;
mod results;
mod silence;

fn run(source: &str, reach: Reach) -> Vec<Mutant> {
    let file = Source {
        path: RelPath::new("rules.go").unwrap(),
        bytes: source.as_bytes().into(),
    };
    let options = Options {
        reach,
        ..Options::default()
    };
    let outcome = generate_file(language("go").unwrap(), &file, &options);
    assert!(outcome.damaged.is_empty(), "{source}");
    for mutant in &outcome.mutants {
        mutate(source.as_bytes(), mutant).unwrap();
    }
    outcome.mutants
}

fn shown(mutants: &[Mutant]) -> Vec<String> {
    let show = |mutant: &Mutant| format!("{}>{}", mutant.original, mutant.replacement);
    mutants.iter().map(show).collect()
}

/// `original>replacement` of every mutant of a file that begins with its package clause.
fn in_file(rest: &str) -> Vec<String> {
    shown(&run(&format!("package p\n\n{rest}\n"), Reach::Bodies))
}

/// The same for statements of a function that returns nothing.
fn in_body(body: &str) -> Vec<String> {
    in_file(&format!(
        "func f(a, b int, s string, ok bool, d map[string]int, xs []string, ch chan int) {{\n{body}\n}}"
    ))
}

fn check(rules: &[(&str, &[&str])], mutants: fn(&str) -> Vec<String>) {
    let mut wrong = Vec::new();
    for (code, expected) in rules {
        let found = mutants(code);
        if found != *expected {
            wrong.push(format!(
                "{code}\n  found    {found:?}\n  expected {expected:?}"
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

const NONE: &[&str] = &[];
