//! Stable names of mutants.
//!
//! An id says *what* changes and *where in the program's structure*, never at which line or byte: it survives edits
//! elsewhere in the file, so verdicts and notes stay attached to their mutant.

use std::collections::HashMap;

use mutscore_model::digest::{Digest, StableHasher};
use mutscore_model::mutant::MutantId;
use mutscore_model::path::RelPath;

use crate::text::composed;

/// Domain of the recipe; another recipe gets another number.
const DOMAIN: &str = "mutscore/1";

/// What an id is made of.
pub(crate) struct Facts<'a> {
    /// Enclosing declarations.
    pub scope: &'a str,
    /// Header tokens of the mutated statement.
    pub unit: &'a str,
    /// Place among statements with equal headers in the scope.
    pub unit_ordinal: u32,
    /// Node index of the statement.
    pub unit_key: u32,
    /// Operator.
    pub op: &'static str,
    /// Tokens of the changed node.
    pub original: &'a str,
    /// What comes in its place.
    pub replacement: &'a str,
}

type Change = (&'static str, Digest);

/// Numbers mutants that are otherwise equal, and makes their ids.
pub(crate) struct Namer<'a> {
    language: &'a str,
    path: &'a RelPath,
    in_unit: HashMap<(u32, Change), u32>,
    in_scope: HashMap<(String, Change), u32>,
}

impl<'a> Namer<'a> {
    /// Names the mutants of one file; they must come in document order.
    pub(crate) fn new(language: &'a str, path: &'a RelPath) -> Self {
        Self {
            language,
            path,
            in_unit: HashMap::new(),
            in_scope: HashMap::new(),
        }
    }

    /// The id, and the weaker one that leaves the statement out.
    pub(crate) fn name(&mut self, facts: &Facts<'_>) -> (MutantId, MutantId) {
        let original = composed(facts.original);
        let replacement = composed(facts.replacement);
        let same = StableHasher::default()
            .field(&*original)
            .field(&*replacement)
            .finish();
        let change = (facts.op, same);
        let inner = next(self.in_unit.entry((facts.unit_key, change)));
        let among_scope = next(self.in_scope.entry((facts.scope.to_owned(), change)));

        let mut start = StableHasher::new(DOMAIN);
        start
            .field(self.language)
            .field(&*composed(self.path.as_str()))
            .field(&*composed(facts.scope));
        let mut weak = start.clone();
        start
            .field(&*composed(facts.unit))
            .field(facts.unit_ordinal.to_string());
        for (hasher, ordinal) in [(&mut start, inner), (&mut weak, among_scope)] {
            hasher
                .field(facts.op)
                .field(&*original)
                .field(&*replacement);
            hasher.field(ordinal.to_string());
        }
        (
            MutantId::from_digest(&start.finish()),
            MutantId::from_digest(&weak.finish()),
        )
    }
}

fn next<K>(entry: std::collections::hash_map::Entry<'_, K, u32>) -> u32 {
    let count = entry.or_insert(0);
    *count += 1;
    *count - 1
}
