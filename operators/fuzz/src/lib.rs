//! What must hold whatever the bytes are. Each target hands one input to one function here.

mod copy;
mod program;
mod splices;

use std::collections::HashSet;

use mutscore_model::path::RelPath;
use mutscore_operators::{
    FileOutcome, Language, OperatorSet, Options, Reach, Source, generate_file, language, mutate,
};

pub use program::Program;
pub use splices::Splices;

/// Mutants of `bytes`, with every operator there is.
pub fn outcome(language: &dyn Language, bytes: &[u8], reach: Reach) -> FileOutcome {
    let operators = OperatorSet::parse(&["extended"]).expect("a set that is always there");
    let file = Source {
        path: RelPath::new("fuzzed").expect("a plain name"),
        bytes: bytes.into(),
    };
    generate_file(language, &file, &Options { operators, reach })
}

/// The language of that id.
pub fn language_of(id: &str) -> &'static dyn Language {
    language(id).expect("a language of the registry")
}

/// Generates everywhere in a file of any bytes. No panic; the tree is copied as it was parsed; every mutant can be carried out, changes something, stays
/// inside its span but for guards, and keeps away from what the parser could not read; names are unique.
pub fn file(id: &str, bytes: &[u8]) {
    copy::is_faithful(language_of(id), bytes);
    for reach in [Reach::Bodies, Reach::Everywhere] {
        let outcome = outcome(language_of(id), bytes, reach);
        let mut ids = HashSet::new();
        let mut contents = HashSet::new();
        for mutant in &outcome.mutants {
            let mutated = mutate(bytes, mutant).expect("a mutant of these bytes");
            assert_ne!(mutated, bytes, "{mutant:?}");
            assert!(ids.insert(&mutant.id), "two of one name: {mutant:?}");
            assert!(contents.insert(mutant.content_id), "twice: {mutant:?}");
            assert!(mutant.span.end as usize <= bytes.len());
            for edit in &mutant.edits {
                let inside =
                    mutant.span.start <= edit.span.start && edit.span.end <= mutant.span.end;
                assert!(inside || edit.span.is_empty(), "{mutant:?}");
            }
            for damage in &outcome.damaged {
                assert!(!mutant.span.overlaps(*damage), "{mutant:?}");
            }
        }
    }
}
