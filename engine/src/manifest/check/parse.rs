//! Where no compiler says anything: does the mutated file still parse?
//!
//! A parser is no compiler, and a grammar has faults of its own, so a mutant that damages the tree is left out and
//! not called stillborn.

use std::sync::Arc;

use mutscore_model::mutant::{Mutant, MutantStatus};
use mutscore_operators::{
    FileOutcome, Language, OperatorSet, Options, Source, generate_file, mutate,
};
use rayon::prelude::*;

/// Leaves out the mutants that the parser reads worse than their original. Only those are given that no compiler
/// spoke of; `source` is their common file.
pub(super) fn leave_out_damaged(
    language: &dyn Language,
    source: &Arc<[u8]>,
    mutants: &mut [&mut Mutant],
) {
    let Some(first) = mutants.first() else { return };
    let read = |bytes: Arc<[u8]>| -> FileOutcome {
        let file = Source {
            path: first.path.clone(),
            bytes,
        };
        let options = Options {
            operators: nothing(),
            ..Options::default()
        };
        generate_file(language, &file, &options)
    };
    let before = read(Arc::clone(source)).damaged.len();
    let is_worse = |mutant: &Mutant| {
        let Ok(bytes) = mutate(source, mutant) else {
            return Some("its edits do not fit the file");
        };
        let after = read(bytes.into());
        (after.damaged.len() > before).then_some("the mutated file does not parse")
    };
    let worse: Vec<Option<&str>> = mutants.par_iter().map(|mutant| is_worse(mutant)).collect();
    for (mutant, why) in mutants.iter_mut().zip(worse) {
        if let Some(why) = why {
            mutant.status = MutantStatus::Skipped(why.to_owned());
        }
    }
}

/// No operator at all: the file is parsed and looked at, and nothing is made of it.
fn nothing() -> OperatorSet {
    OperatorSet::parse(&["arith", "-arith"]).unwrap_or_default()
}
