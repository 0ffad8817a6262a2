//! Stable names of mutants.
//!
//! An id says *what* changes and *where in the program's structure*, never at which line or byte: it survives edits
//! elsewhere in the file, so verdicts and notes stay attached to their mutant.

use std::collections::hash_map::Entry;

use mutscore_model::digest::{Beginning, StableHasher};
use mutscore_model::mutant::MutantId;
use mutscore_model::path::RelPath;
use rustc_hash::FxHashMap;

use crate::content::quick;
use crate::text::composed;

/// Domain of the recipe; another recipe gets another number.
const DOMAIN: &str = "mutscore/1";
/// From how many bytes on it is cheaper to keep a hashed beginning than to hash it again.
const WORTH_KEEPING: usize = 128;

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
    /// With the scope alone, for the weaker name.
    in_scope: Fields,
    /// With the scope and the statement.
    in_unit: Fields,
    /// How often each change was seen in a statement, and in a scope.
    unit_counts: FxHashMap<(u32, u64), u32>,
    scope_counts: FxHashMap<(u32, u64), u32>,
}

/// The fields of an id. Neighbours have all but the last few in common, so those that come first are kept, and from the
/// second id on they are hashed already if they are long: the statement around a table of numbers is longer than
/// everything else in the ids of those.
struct Fields {
    hasher: StableHasher,
    /// Where the fields end that all ids of the file begin with.
    start: usize,
    /// What the fields up to `end` stand for.
    key: Option<(u32, u32)>,
    end: usize,
    hashed: Option<Beginning>,
}

impl Fields {
    fn new(language: &str, path: &str) -> Self {
        let mut hasher = StableHasher::new(DOMAIN);
        hasher.field(language).field(path);
        Self {
            start: hasher.mark(),
            end: hasher.mark(),
            hasher,
            key: None,
            hashed: None,
        }
    }

    /// Makes `add` the fields after those of the file, unless they are there already under this key.
    fn begin(&mut self, key: (u32, u32), add: impl FnOnce(&mut StableHasher)) {
        if self.key == Some(key) {
            if self.hashed.is_none() && self.end >= WORTH_KEEPING {
                self.hashed = Some(self.hasher.beginning());
            }
            return;
        }
        self.hasher.rewind(self.start);
        add(&mut self.hasher);
        self.key = Some(key);
        self.end = self.hasher.mark();
        self.hashed = None;
    }

    /// The id with these fields at the end.
    fn finish(&mut self, change: [&str; 3], ordinal: u32) -> MutantId {
        for field in change {
            self.hasher.field(field);
        }
        decimal(&mut self.hasher, ordinal);
        let digest = match &self.hashed {
            Some(beginning) => self.hasher.finish_from(beginning),
            None => self.hasher.finish(),
        };
        self.hasher.rewind(self.end);
        MutantId::from_digest(&digest)
    }
}

impl Namer {
    /// Names the mutants of one file; they must come in document order.
    pub(crate) fn new(language: &str, path: &RelPath) -> Self {
        let path = composed(path.as_str());
        Self {
            in_scope: Fields::new(language, &path),
            in_unit: Fields::new(language, &path),
            unit_counts: FxHashMap::default(),
            scope_counts: FxHashMap::default(),
        }
    }

    /// The id, and the weaker one that leaves the statement out.
    pub(crate) fn name(&mut self, facts: &Facts<'_>) -> (MutantId, MutantId) {
        let original = composed(facts.original);
        let replacement = composed(facts.replacement);
        let change = [facts.op, &*original, &*replacement];
        // Only groups what is probably equal: changes that collide would be numbered as one group, the same way every
        // time, and their ids would still differ.
        let hash = change
            .iter()
            .fold(0, |hash, part| quick(hash, part.as_bytes()));
        let unit_ordinal = next(self.unit_counts.entry((facts.unit_key, hash)));
        let scope_ordinal = next(self.scope_counts.entry((facts.scope_key, hash)));

        self.in_scope.begin((facts.scope_key, 0), |hasher| {
            hasher.field(&*composed(facts.scope));
        });
        self.in_unit
            .begin((facts.scope_key, facts.unit_key), |hasher| {
                hasher.field(&*composed(facts.scope));
                hasher.field(&*composed(facts.unit));
                decimal(hasher, facts.unit_ordinal);
            });
        (
            self.in_unit.finish(change, unit_ordinal),
            self.in_scope.finish(change, scope_ordinal),
        )
    }
}

/// A number as one field, in decimal digits.
fn decimal(hasher: &mut StableHasher, mut number: u32) {
    let mut digits = [0; 10];
    let mut at = digits.len();
    loop {
        at -= 1;
        digits[at] = b'0' + (number % 10) as u8;
        number /= 10;
        if number == 0 {
            break;
        }
    }
    hasher.field(&digits[at..]);
}

fn next(entry: Entry<'_, (u32, u64), u32>) -> u32 {
    let count = entry.or_insert(0);
    *count += 1;
    *count - 1
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An id as the recipe says, every field written anew.
    fn by_the_recipe(fields: &[&str]) -> MutantId {
        let mut hasher = StableHasher::new(DOMAIN);
        for field in fields {
            hasher.field(field);
        }
        MutantId::from_digest(&hasher.finish())
    }

    #[test]
    fn a_name_is_the_recipes_whatever_was_named_before() {
        let path = RelPath::new("a.go").unwrap();
        let mut namer = Namer::new("go", &path);
        let long = "x\0".repeat(2_000);
        // Units and scopes come and go, as in a statement with closures.
        for (turn, (scope_key, unit_key, unit)) in [
            (0, 1, "if\0"),
            (0, 2, &long),
            (0, 1, "if\0"),
            (1, 2, &long),
            (0, 2, &long),
        ]
        .into_iter()
        .enumerate()
        {
            let scope = ["T.f", "T.g"][scope_key as usize];
            let replacement = turn.to_string();
            let (id, alt_id) = namer.name(&Facts {
                scope,
                scope_key,
                unit,
                unit_ordinal: 12,
                unit_key,
                op: "const-int",
                original: "7\0",
                replacement: &replacement,
            });
            let end = ["const-int", "7\0", &replacement, "0"];
            let fields = [&["go", "a.go", scope, unit, "12"], &end[..]].concat();
            assert_eq!(id, by_the_recipe(&fields), "{turn}");
            let fields = [&["go", "a.go", scope], &end[..]].concat();
            assert_eq!(alt_id, by_the_recipe(&fields), "{turn}");
        }
    }

    #[test]
    fn ordinals_are_written_in_decimal() {
        for number in [0, 9, 10, 4_294_967_295] {
            let mut hasher = StableHasher::new("t");
            decimal(&mut hasher, number);
            let text = number.to_string();
            assert_eq!(hasher.finish(), StableHasher::new("t").field(text).finish());
        }
    }
}
