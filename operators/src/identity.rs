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
const WORTH_KEEPING: usize = 129;

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
///
/// Neighbours have all fields but the last few in common, and the statement around a table of numbers is longer than
/// everything else in the ids of those. So what they share is hashed once.
pub(crate) struct Namer {
    /// The file, the scope, and the change.
    in_scope: StableHasher,
    /// The file, the scope, the statement, and the change.
    in_unit: StableHasher,
    /// Where the fields of the file end, in either.
    file_end: usize,
    scope: Shared<u32>,
    unit: Shared<(u32, u32)>,
    /// How often each change was seen in a statement, and in a scope.
    unit_counts: FxHashMap<(u32, u64), u32>,
    scope_counts: FxHashMap<(u32, u64), u32>,
}

/// The fields up to the end of a scope's or a statement's.
struct Shared<K> {
    /// Whose they are.
    key: Option<K>,
    end: usize,
    hashed: Option<Beginning>,
}

impl<K: PartialEq> Shared<K> {
    const NOBODYS: Self = Self {
        key: None,
        end: 0,
        hashed: None,
    };

    fn is_of(&self, key: &K) -> bool {
        self.key.as_ref() == Some(key)
    }

    /// From now on they are those of `key`.
    fn pass_to(&mut self, key: K, end: usize) {
        self.key = Some(key);
        self.end = end;
        self.hashed = None;
    }
}

impl Namer {
    /// Names the mutants of one file; they must come in document order.
    pub(crate) fn new(language: &str, path: &RelPath) -> Self {
        let mut file = StableHasher::new(DOMAIN);
        file.field(language).field(&*composed(path.as_str()));
        Self {
            file_end: file.mark(),
            in_unit: file.clone(),
            in_scope: file,
            scope: Shared::NOBODYS,
            unit: Shared::NOBODYS,
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

        if !self.scope.is_of(&facts.scope_key) {
            self.begin_scope(facts);
        }
        let key = (facts.scope_key, facts.unit_key);
        if self.unit.is_of(&key) {
            self.again();
        } else {
            self.begin_unit(key, facts);
        }
        let of_scope = self.scope.hashed.as_ref();
        let of_unit = self.unit.hashed.as_ref().or(of_scope);
        let in_unit = (&mut self.in_unit, self.unit.end);
        let id = finish(in_unit, of_unit, change, unit_ordinal);
        let in_scope = (&mut self.in_scope, self.scope.end);
        let alt_id = finish(in_scope, of_scope, change, scope_ordinal);
        (id, alt_id)
    }

    fn begin_scope(&mut self, facts: &Facts<'_>) {
        let scope = composed(facts.scope);
        for hasher in [&mut self.in_scope, &mut self.in_unit] {
            hasher.rewind(self.file_end);
            hasher.field(&*scope);
        }
        let end = self.in_scope.mark();
        self.scope.pass_to(facts.scope_key, end);
        // Every scope has two ids at least.
        if end >= WORTH_KEEPING {
            self.scope.hashed = Some(self.in_scope.beginning());
        }
    }

    fn begin_unit(&mut self, key: (u32, u32), facts: &Facts<'_>) {
        self.in_unit.rewind(self.scope.end);
        self.in_unit.field(&*composed(facts.unit));
        decimal(&mut self.in_unit, facts.unit_ordinal);
        self.unit.pass_to(key, self.in_unit.mark());
    }

    /// For a statement's second mutant: most have but one.
    fn again(&mut self) {
        if self.unit.hashed.is_none() && self.unit.end >= WORTH_KEEPING {
            self.unit.hashed = Some(self.in_unit.beginning());
        }
    }
}

/// The id with `change` after the fields up to `end`, of which `hashed` is the beginning.
fn finish(
    (fields, end): (&mut StableHasher, usize),
    hashed: Option<&Beginning>,
    change: [&str; 3],
    ordinal: u32,
) -> MutantId {
    for field in change {
        fields.field(field);
    }
    decimal(fields, ordinal);
    let digest = match hashed {
        Some(beginning) => fields.finish_from(beginning),
        None => fields.finish(),
    };
    fields.rewind(end);
    MutantId::from_digest(&digest)
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
