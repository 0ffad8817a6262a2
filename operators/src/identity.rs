//! Stable names of mutants.
//!
//! An id says *what* changes and *where in the program's structure*, never at which line or byte: it survives edits
//! elsewhere in the file, so verdicts and notes stay attached to their mutant.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use mutscore_model::digest::StableHasher;
use mutscore_model::mutant::MutantId;
use mutscore_model::path::RelPath;

use crate::text::composed;
use crate::units::{FNV_START, fnv};

/// Domain of the recipe; another recipe gets another number.
const DOMAIN: &str = "mutscore/1";

/// What an id is made of.
pub(crate) struct Facts<'a> {
    /// Enclosing declarations.
    pub scope: &'a str,
    /// The scope's number, for counting.
    pub scope_key: u32,
    /// Header tokens of the mutated statement.
    pub unit: &'a str,
    /// Place among statements with equal headers in the scope.
    pub unit_ordinal: u32,
    /// Node index of the statement, for counting.
    pub unit_key: u32,
    /// Operator.
    pub op: &'static str,
    /// Tokens of the changed node.
    pub original: &'a str,
    /// What comes in its place.
    pub replacement: &'a str,
}

/// Numbers mutants that are otherwise equal, and makes their ids.
pub(crate) struct Namer {
    /// Begins with the fields that all ids of the file begin with.
    hasher: StableHasher,
    /// Where those end.
    start: usize,
    in_unit: HashMap<(u32, u64), u32>,
    in_scope: HashMap<(u32, u64), u32>,
}

impl Namer {
    /// Names the mutants of one file; they must come in document order.
    pub(crate) fn new(language: &str, path: &RelPath) -> Self {
        let mut hasher = StableHasher::new(DOMAIN);
        hasher.field(language).field(&*composed(path.as_str()));
        let start = hasher.mark();
        Self {
            hasher,
            start,
            in_unit: HashMap::new(),
            in_scope: HashMap::new(),
        }
    }

    /// The id, and the weaker one that leaves the statement out.
    pub(crate) fn name(&mut self, facts: &Facts<'_>) -> (MutantId, MutantId) {
        let original = composed(facts.original);
        let replacement = composed(facts.replacement);
        let change = [facts.op, &original, &replacement]
            .iter()
            .fold(FNV_START, |hash, part| {
                fnv(fnv(hash, part.as_bytes()), &[0])
            });
        let in_unit = next(self.in_unit.entry((facts.unit_key, change)));
        let in_scope = next(self.in_scope.entry((facts.scope_key, change)));

        self.hasher.rewind(self.start);
        self.hasher.field(&*composed(facts.scope));
        let scope_end = self.hasher.mark();
        self.hasher
            .field(&*composed(facts.unit))
            .field(facts.unit_ordinal.to_string());
        let mut finish = |ordinal: u32| {
            self.hasher
                .field(facts.op)
                .field(&*original)
                .field(&*replacement);
            let digest = self.hasher.field(ordinal.to_string()).finish();
            self.hasher.rewind(scope_end);
            MutantId::from_digest(&digest)
        };
        (finish(in_unit), finish(in_scope))
    }
}

fn next(entry: Entry<'_, (u32, u64), u32>) -> u32 {
    let count = entry.or_insert(0);
    *count += 1;
    *count - 1
}
