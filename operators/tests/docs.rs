//! The examples in the manual are true, and complete.
#![allow(clippy::unwrap_used, reason = "a test says by panicking what is wrong")]

use mutscore_model::path::RelPath;
use mutscore_operators::manual::sections;
use mutscore_operators::registry::has_mutants;
use mutscore_operators::{OperatorSet, Options, Source, generate_file, languages, operators};

/// Each code block of a section with the list that follows it.
fn examples(section: &str) -> Vec<(String, Vec<String>)> {
    let mut blocks = section.split("```").skip(1);
    let mut examples = Vec::new();
    while let (Some(code), Some(after)) = (blocks.next(), blocks.next()) {
        let (_, source) = code.split_once('\n').unwrap();
        let entries = after.lines().filter_map(|line| line.strip_prefix("- "));
        let entries: Vec<String> = entries.map(str::to_owned).collect();
        assert!(
            !entries.is_empty() || after.contains("Mutants: none."),
            "no list after\n{source}"
        );
        examples.push((source.to_owned(), entries));
    }
    examples
}

#[test]
fn every_example_of_the_manual_lists_exactly_its_mutants() {
    for language in languages() {
        for (operator, section) in sections(*language) {
            let options = Options {
                operators: OperatorSet::parse(&[operator]).unwrap(),
                ..Options::default()
            };
            for (source, expected) in examples(section) {
                let file = Source {
                    path: RelPath::new("example").unwrap(),
                    bytes: source.as_bytes().into(),
                };
                let outcome = generate_file(*language, &file, &options);
                assert!(
                    outcome.damaged.is_empty(),
                    "{} {operator}: {source}",
                    language.id()
                );
                let found: Vec<String> = outcome
                    .mutants
                    .iter()
                    .map(|mutant| {
                        // Of a statement that spreads over several lines, the first will do.
                        let first = |text: &str| text.lines().next().unwrap_or_default().to_owned();
                        format!(
                            "line {}: `{}` -> `{}`",
                            mutant.start.line,
                            first(&mutant.original),
                            first(&mutant.replacement)
                        )
                    })
                    .collect();
                assert_eq!(found, expected, "{} {operator}: {source}", language.id());
            }
        }
    }
}

#[test]
fn every_language_shows_every_operator_that_has_mutants_in_it() {
    for language in languages() {
        let shown: Vec<&str> = sections(*language).map(|(name, _)| name).collect();
        for operator in operators() {
            let meta = operator.meta();
            // The default set says where it has none; the extended set says where it has some.
            let has_none = language
                .adaptations(meta.id)
                .iter()
                .any(|line| line.starts_with("none:"));
            let has_some = if meta.tier == 1 {
                !has_none
            } else {
                has_mutants(meta, *language)
            };
            let what = format!("{} {}", language.id(), meta.id);
            assert_eq!(shown.contains(&meta.id), has_some, "{what}");
            assert!(!(has_some && has_none), "{what}");
        }
        let with_an_example = |(_, section): &(&str, &str)| !examples(section).is_empty();
        assert!(sections(*language).all(|section| with_an_example(&section)));
    }
}
