//! What became of an earlier manifest's mutants after the code was edited (operators.md §5.1: two names a mutant).
//!
//! An id names the statement and survives edits around it; the weaker `alt_id` leaves the statement's own text out, so
//! it finds the mutant again after the statement itself was edited. It is only asked for what no id accounts for, and
//! only believed where exactly one mutant on each side has it.

use std::collections::HashMap;

use mutscore_model::mutant::{Mutant, MutantId};

/// How a mutant of today relates to the earlier manifest.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fate<'m> {
    /// It stood at the same place with the same id.
    Kept,
    /// It is found again at another place, or under another id since its statement was edited.
    Moved(&'m Mutant),
    /// It was not there.
    New,
}

/// Two manifests side by side.
#[derive(Debug)]
pub struct Since<'m> {
    /// One for each mutant of today, in order.
    pub fates: Vec<Fate<'m>>,
    /// Mutants of the earlier manifest that are found nowhere, in order.
    pub gone: Vec<&'m Mutant>,
}

/// Compares an earlier manifest's mutants with today's. Takes time linear in both.
#[must_use]
pub fn since<'m>(before: &'m [Mutant], now: &'m [Mutant]) -> Since<'m> {
    let by_id: HashMap<&MutantId, usize> = before
        .iter()
        .enumerate()
        .map(|(place, mutant)| (&mutant.id, place))
        .collect();
    let mut found = vec![false; before.len()];
    let mut fates: Vec<Option<Fate<'m>>> = Vec::with_capacity(now.len());
    for mutant in now {
        fates.push(by_id.get(&mutant.id).map(|place| {
            found[*place] = true;
            let was = &before[*place];
            if (was.start, &was.path) == (mutant.start, &mutant.path) {
                Fate::Kept
            } else {
                Fate::Moved(was)
            }
        }));
    }
    let lost = (0..before.len()).filter(|place| !found[*place]);
    let lost = only_ones(lost.map(|place| (&before[place].alt_id, place)));
    let fresh = (0..now.len()).filter(|place| fates[*place].is_none());
    let fresh = only_ones(fresh.map(|place| (&now[place].alt_id, place)));
    // Order does not matter: each name stands for one place on either side.
    for (place, fate) in fates.iter_mut().enumerate() {
        let alt_id = &now[place].alt_id;
        if fate.is_none()
            && let (Some(Some(was)), Some(Some(_))) = (lost.get(alt_id), fresh.get(alt_id))
        {
            found[*was] = true;
            *fate = Some(Fate::Moved(&before[*was]));
        }
    }
    let gone = before.iter().zip(&found).filter(|(_, found)| !**found);
    Since {
        fates: fates
            .into_iter()
            .map(|fate| fate.unwrap_or(Fate::New))
            .collect(),
        gone: gone.map(|(mutant, _)| mutant).collect(),
    }
}

/// The place of each name, `None` where several have it.
fn only_ones<'m>(
    named: impl Iterator<Item = (&'m MutantId, usize)>,
) -> HashMap<&'m MutantId, Option<usize>> {
    let mut places = HashMap::new();
    for (name, place) in named {
        places
            .entry(name)
            .and_modify(|place| *place = None)
            .or_insert(Some(place));
    }
    places
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use mutscore_model::path::RelPath;
    use mutscore_operators::{Options, Source, generate_file, language};

    use super::*;

    fn mutants(text: &str) -> Vec<Mutant> {
        let file = Source {
            path: RelPath::new("a.py").unwrap(),
            bytes: Arc::from(text.as_bytes()),
        };
        generate_file(language("python").unwrap(), &file, &Options::default()).mutants
    }

    const BEFORE: &str =
        "def f(a, b):\n    c = a + b\n    return c < b\n\ndef g(a):\n    return a * 2\n";

    fn words(before: &[Mutant], now: &[Mutant]) -> (Vec<String>, Vec<String>) {
        let since = since(before, now);
        let fates = since.fates.iter().zip(now).map(|(fate, mutant)| {
            let fate = match fate {
                Fate::Kept => "kept".to_owned(),
                Fate::Moved(was) => format!("moved from {}", was.start.line),
                Fate::New => "new".to_owned(),
            };
            format!("{} {}: {fate}", mutant.op, mutant.start.line)
        });
        let gone = since.gone.iter().map(|mutant| mutant.op.to_string());
        (fates.collect(), gone.collect())
    }

    #[test]
    fn an_unchanged_file_keeps_all() {
        let all = mutants(BEFORE);
        let since = since(&all, &all);
        assert!(since.fates.iter().all(|fate| *fate == Fate::Kept));
        assert!(!all.is_empty() && since.gone.is_empty());
    }

    #[test]
    fn a_line_above_moves_what_is_below_it_and_nothing_else() {
        let before = mutants(BEFORE);
        let now = mutants(&BEFORE.replace("def g", "# a word\ndef g"));
        let (fates, gone) = words(&before, &now);
        assert!(gone.is_empty());
        for fate in &fates {
            let below = fate.contains(" 7:");
            assert_eq!(fate.ends_with(": moved from 6"), below, "{fate}");
            assert_eq!(fate.ends_with(": kept"), !below, "{fate}");
        }
    }

    #[test]
    fn an_edited_statement_is_found_by_its_weaker_name() {
        let before = mutants(BEFORE);
        let now = mutants(&BEFORE.replace("c = a + b", "c = a + b + g(a)"));
        let (fates, gone) = words(&before, &now);
        // Two additions now: neither can be told to be the one before.
        assert_eq!(
            fates.iter().filter(|fate| fate.ends_with(": new")).count(),
            1,
            "{fates:?}"
        );
        assert!(gone.is_empty(), "{gone:?}");
        let now = mutants(&BEFORE.replace("c = a + b", "d = a + b"));
        let (fates, gone) = words(&before, &now);
        assert!(
            fates.contains(&"arith 2: moved from 2".to_owned()),
            "{fates:?}"
        );
        assert!(gone.is_empty(), "{gone:?}");
    }

    #[test]
    fn what_was_taken_away_is_gone_and_what_was_added_is_new() {
        let before = mutants(BEFORE);
        let now = mutants(&BEFORE.replace("return a * 2", "return a - 7"));
        let (fates, gone) = words(&before, &now);
        assert!(fates.contains(&"arith 6: new".to_owned()), "{fates:?}");
        assert!(gone.contains(&"arith".to_owned()), "{gone:?}");
    }
}
