//! The specification's worked examples: complete, ordered lists of mutants for small sources.
#![allow(clippy::unwrap_used, reason = "a test says by panicking what is wrong")]

use mutscore_model::mutant::{Edit, Form, Mutant};
use mutscore_model::path::RelPath;
use mutscore_operators::{Language, Options, Source, generate_file, language, languages, mutate};
use serde::Deserialize;

#[derive(Deserialize)]
struct Vector {
    name: String,
    source: String,
    set: String,
    mutants: Vec<Expected>,
}

#[derive(Deserialize, PartialEq, Debug)]
struct Expected {
    op: String,
    line: u32,
    original: String,
    replacement: String,
    start: u32,
    end: u32,
    /// What is put before the statement so that the file still compiles.
    guard: Option<String>,
}

/// Language, number of examples, examples.
static VECTORS: &[(&str, usize, &str)] = &[
    ("go", 11, include_str!("vectors/go.jsonl")),
    ("java", 12, include_str!("vectors/java.jsonl")),
    ("php", 10, include_str!("vectors/php.jsonl")),
    ("python", 10, include_str!("vectors/python.jsonl")),
    ("ruby", 11, include_str!("vectors/ruby.jsonl")),
];

/// The text of the edit outside the mutant's span, without the separator before the statement. A guard is a statement
/// of its own; text that only wraps a kept part of the span is none.
fn guard(mutant: &Mutant) -> Option<String> {
    let outside =
        |edit: &&Edit| edit.span.end <= mutant.span.start && edit.text.trim_end().ends_with(';');
    let guard = mutant.edits.iter().find(outside)?;
    (mutant.form == Form::Guarded).then(|| guard.text.trim_end_matches([';', ' ']).to_owned())
}

#[test]
fn every_worked_example_gives_exactly_its_list_of_mutants() {
    for (id, examples, vectors) in VECTORS {
        follows(language(id).unwrap(), *examples, vectors);
    }
    assert_eq!(VECTORS.len(), languages().len());
}

fn follows(language: &dyn Language, examples: usize, vectors: &str) {
    let mut count = 0;
    for line in vectors.lines() {
        let vector: Vector = serde_json::from_str(line).unwrap();
        assert_eq!(vector.set, "default", "{}", vector.name);
        let source = Source {
            path: RelPath::new("example.py").unwrap(),
            bytes: vector.source.as_bytes().into(),
        };
        let outcome = generate_file(language, &source, &Options::default());
        let found: Vec<Expected> = outcome
            .mutants
            .iter()
            .map(|mutant| Expected {
                op: mutant.op.to_string(),
                line: mutant.start.line,
                original: mutant.original.clone(),
                replacement: mutant.replacement.clone(),
                start: mutant.span.start,
                end: mutant.span.end,
                guard: guard(mutant),
            })
            .collect();
        assert_eq!(found, vector.mutants, "{}\n{}", vector.name, vector.source);
        for mutant in &outcome.mutants {
            mutate(&source.bytes, mutant).unwrap();
        }
        count += 1;
    }
    assert_eq!(count, examples, "the vector file has lost examples");
}

#[test]
fn every_node_kind_and_field_the_specification_cites_is_in_the_grammar() {
    let cited: serde_json::Value =
        serde_json::from_str(include_str!("vectors/kinds.json")).unwrap();
    for language in languages() {
        let grammar = language.grammar();
        let names = |list: &str| -> Vec<String> {
            serde_json::from_value(cited[language.id()][list].clone()).unwrap()
        };
        let (kinds, fields) = (names("kinds"), names("fields"));
        assert!(!kinds.is_empty() && !fields.is_empty());
        for kind in kinds {
            assert_ne!(
                grammar.id_for_node_kind(&kind, true),
                0,
                "{}: {kind}",
                language.id()
            );
        }
        for field in fields {
            assert!(
                grammar.field_id_for_name(&field).is_some(),
                "{}: {field}",
                language.id()
            );
        }
        let release = cited["grammars"][language.id()].as_str().unwrap();
        assert_eq!(release, language.grammar_version());
    }
}
