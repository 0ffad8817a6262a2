//! A random sample that needs no generator: the mutants whose digests with the seed are smallest.
//!
//! It depends on the mutants and the seed only. A mutant of a sample stays in it when others are filtered away or
//! added far from it, so that two people look at mostly the same ones.

use mutscore_model::digest::{Digest, StableHasher};
use mutscore_model::mutant::Mutant;

/// Places of `wanted` of the mutants (of all, if there are fewer), in ascending order.
#[must_use]
pub fn sample(mutants: &[&Mutant], wanted: usize, seed: u64) -> Vec<usize> {
    let mut ranked: Vec<(Digest, usize)> = mutants
        .iter()
        .enumerate()
        .map(|(place, mutant)| (rank(mutant, seed), place))
        .collect();
    ranked.sort_unstable();
    let mut places: Vec<usize> = ranked
        .into_iter()
        .take(wanted)
        .map(|(_, place)| place)
        .collect();
    places.sort_unstable();
    places
}

fn rank(mutant: &Mutant, seed: u64) -> Digest {
    let mut hasher = StableHasher::new("mutscore/sample/1");
    hasher.number(seed).field(mutant.id.as_str());
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use mutscore_model::path::RelPath;
    use mutscore_operators::{Options, Source, generate_file, language};

    use super::*;

    #[test]
    fn a_sample_follows_its_seed_and_survives_a_filter() {
        let text: String = (0..40)
            .map(|n| format!("def f{n}(a):\n    return a + {}\n", n + 5))
            .collect();
        let file = Source {
            path: RelPath::new("a.py").unwrap(),
            bytes: Arc::from(text.as_bytes()),
        };
        let mutants =
            generate_file(language("python").unwrap(), &file, &Options::default()).mutants;
        let all: Vec<&Mutant> = mutants.iter().collect();
        let first = sample(&all, 10, 1);
        assert_eq!(first.len(), 10);
        assert_eq!(first, sample(&all, 10, 1));
        assert_ne!(first, sample(&all, 10, 2));
        assert_eq!(sample(&all, all.len() + 5, 1).len(), all.len());
        let chosen: Vec<&Mutant> = first.iter().map(|place| all[*place]).collect();
        assert_eq!(sample(&chosen, 10, 1), (0..10).collect::<Vec<_>>());
    }
}
