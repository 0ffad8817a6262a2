//! From a compiler's answers about one file to the status of each of its mutants.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use mutscore_model::compiled::Compiled;
use mutscore_model::digest::Digest;
use mutscore_model::mutant::{MutantId, MutantStatus};

/// What becomes of the mutants of one file, in manifest order; `Err` gives the reason why nothing is known.
///
/// Where the file as it is does not compile, or the compiler does not say, its mutants' answers mean nothing: what is
/// missing (a class path, a newer tool chain) is missing for them as well.
pub(super) fn verdicts(
    original: &Compiled,
    mutants: &[(&MutantId, &Compiled)],
) -> Vec<Result<MutantStatus, String>> {
    let form = match original {
        Compiled::Form(form) => Some(form),
        Compiled::Opaque => None,
        Compiled::Refused(refusal) => {
            let line = refusal
                .line
                .map_or(String::new(), |line| format!("line {line}: "));
            let why = format!("it does not compile by itself ({line}{})", refusal.message);
            return vec![Err(why); mutants.len()];
        }
        Compiled::Unknown(why) => return vec![Err(why.clone()); mutants.len()],
    };
    let mut earliest: HashMap<&Digest, &MutantId> = HashMap::new();
    let mut found = Vec::with_capacity(mutants.len());
    for (id, answer) in mutants.iter().copied() {
        found.push(match answer {
            Compiled::Refused(_) => Ok(MutantStatus::Stillborn),
            Compiled::Opaque => Ok(MutantStatus::Ok),
            Compiled::Unknown(why) => Err(why.clone()),
            Compiled::Form(own) if Some(own) == form => Ok(MutantStatus::Equivalent),
            Compiled::Form(own) => Ok(match earliest.entry(own) {
                Entry::Occupied(keeper) => MutantStatus::Duplicate((*keeper.get()).clone()),
                Entry::Vacant(place) => {
                    place.insert(id);
                    MutantStatus::Ok
                }
            }),
        });
    }
    found
}

#[cfg(test)]
mod tests {
    use mutscore_model::compiled::Refusal;

    use super::*;

    fn form(name: &str) -> Compiled {
        Compiled::Form(Digest::of(name.as_bytes()))
    }

    fn refused() -> Compiled {
        Compiled::Refused(Refusal {
            line: Some(4),
            message: "no".into(),
        })
    }

    fn of(original: &Compiled, answers: &[Compiled]) -> Vec<Result<MutantStatus, String>> {
        let ids: Vec<MutantId> = (0..answers.len())
            .map(|at| MutantId::from_text(&format!("m1_{at}")))
            .collect();
        let mutants: Vec<_> = ids.iter().zip(answers).collect();
        verdicts(original, &mutants)
    }

    #[test]
    fn the_earliest_of_equal_mutants_stays_and_the_others_name_it() {
        let answers = [
            form("a"),
            form("same"),
            form("b"),
            form("a"),
            refused(),
            form("b"),
            form("a"),
            Compiled::Opaque,
            Compiled::Opaque,
            Compiled::Unknown("busy".into()),
        ];
        let duplicate = |of: &str| Ok(MutantStatus::Duplicate(MutantId::from_text(of)));
        assert_eq!(
            of(&form("same"), &answers),
            [
                Ok(MutantStatus::Ok),
                Ok(MutantStatus::Equivalent),
                Ok(MutantStatus::Ok),
                duplicate("m1_0"),
                Ok(MutantStatus::Stillborn),
                duplicate("m1_2"),
                duplicate("m1_0"),
                Ok(MutantStatus::Ok),
                Ok(MutantStatus::Ok),
                Err("busy".to_owned()),
            ]
        );
    }

    #[test]
    fn a_file_that_does_not_compile_by_itself_gives_no_verdict_on_any_mutant() {
        for original in [refused(), Compiled::Unknown("no class path".into())] {
            let found = of(&original, &[form("a"), refused(), form("a")]);
            assert!(found.iter().all(Result::is_err), "{found:?}");
        }
        let why = of(&refused(), &[form("a")]).remove(0).unwrap_err();
        assert_eq!(why, "it does not compile by itself (line 4: no)");
    }

    #[test]
    fn without_the_originals_form_mutants_can_still_be_refused_or_equal_to_each_other() {
        let found = of(&Compiled::Opaque, &[form("a"), refused(), form("a")]);
        assert_eq!(
            found,
            [
                Ok(MutantStatus::Ok),
                Ok(MutantStatus::Stillborn),
                Ok(MutantStatus::Duplicate(MutantId::from_text("m1_0"))),
            ]
        );
    }
}
