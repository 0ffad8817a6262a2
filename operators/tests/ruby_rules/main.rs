//! Ruby's rules, one line of code each: what must be mutated and what must not.
#![allow(clippy::unwrap_used, reason = "a test says by panicking what is wrong")]

use mutscore_model::mutant::Mutant;
use mutscore_model::path::RelPath;
use mutscore_operators::{Options, Reach, Source, generate_file, language, mutate};

mod changes;
mod places;
mod results;
mod silence;

fn generate(source: &str, reach: Reach) -> Vec<Mutant> {
    let file = Source {
        path: RelPath::new("rules.rb").unwrap(),
        bytes: source.as_bytes().into(),
    };
    let options = Options {
        reach,
        ..Options::default()
    };
    let outcome = generate_file(language("ruby").unwrap(), &file, &options);
    assert!(outcome.damaged.is_empty(), "{source}");
    for mutant in &outcome.mutants {
        mutate(source.as_bytes(), mutant).unwrap();
    }
    outcome.mutants
}

/// `original>replacement` of every mutant of a whole file.
fn mutants(source: &str) -> Vec<String> {
    let show = |mutant: &Mutant| format!("{}>{}", mutant.original, mutant.replacement);
    generate(source, Reach::Bodies).iter().map(show).collect()
}

/// The mutants of statements in a method that gives back nothing of them.
fn statements(body: &str) -> Vec<String> {
    mutants(&format!("def f(a, b, d)\n{body}\nnil\nend\n"))
}

type Rules<'a> = &'a [(&'a str, &'a [&'a str])];

fn hold(rules: Rules<'_>, mutants: impl Fn(&str) -> Vec<String>) {
    let mut wrong = Vec::new();
    for (source, expected) in rules {
        let found = mutants(source);
        if found != *expected {
            wrong.push(format!(
                "{source}\n  found    {found:?}\n  expected {expected:?}"
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

const NONE: &[&str] = &[];
