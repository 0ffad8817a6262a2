//! The example on every operator's manual page is true.
#![allow(clippy::unwrap_used, reason = "a test says by panicking what is wrong")]

use mutscore_model::path::RelPath;
use mutscore_operators::{OperatorSet, Options, Source, generate_file, language, operators};

/// Source of the first code block and the expected `line N: `a` -> `b`` entries of a page.
fn example(page: &str) -> (String, Vec<String>) {
    let (_, rest) = page.split_once("```python\n").expect("a code block");
    let (source, rest) = rest.split_once("```").expect("the block's end");
    let entries = rest
        .lines()
        .filter_map(|line| line.strip_prefix("- "))
        .map(str::to_owned);
    (source.to_owned(), entries.collect())
}

#[test]
fn every_manual_page_lists_exactly_the_mutants_of_its_example() {
    for operator in operators() {
        let meta = operator.meta();
        let (source, expected) = example(meta.doc);
        let options = Options {
            operators: OperatorSet::parse(&[meta.id]).unwrap(),
            ..Options::default()
        };
        let file = Source {
            path: RelPath::new("example.py").unwrap(),
            bytes: source.into_bytes().into(),
        };
        let outcome = generate_file(language("python").unwrap(), &file, &options);
        assert!(outcome.damaged.is_empty(), "{}", meta.id);
        let found: Vec<String> = outcome
            .mutants
            .iter()
            .map(|mutant| {
                format!(
                    "line {}: `{}` -> `{}`",
                    mutant.start.line, mutant.original, mutant.replacement
                )
            })
            .collect();
        assert_eq!(found, expected, "{}", meta.id);
        assert!(
            !expected.is_empty() || meta.doc.contains("Mutants: none."),
            "{}",
            meta.id
        );
    }
}
