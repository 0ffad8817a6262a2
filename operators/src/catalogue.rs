//! The operator set in words, as every manifest records it.

use mutscore_model::digest::Digest;
use mutscore_model::mutant::{CatalogueEntry, GrammarVersion, Rewrite};

use crate::language::Language;
use crate::registry::{OperatorSet, has_mutants, languages};

/// The set's operators with their tables and with the adaptations and bans of the languages a project is written in, in
/// registry order. Other languages are left out: what changes there changes nothing here.
#[must_use]
pub fn catalogue(operators: &OperatorSet, languages: &[&dyn Language]) -> Vec<CatalogueEntry> {
    operators
        .iter()
        .map(|(_, operator)| {
            let meta = operator.meta();
            let prefixed = |id: &str, lines: &[&str]| -> Vec<String> {
                lines.iter().map(|line| format!("{id}: {line}")).collect()
            };
            CatalogueEntry {
                id: meta.id.to_owned(),
                rev: meta.rev,
                tier: meta.tier,
                languages: languages
                    .iter()
                    .filter(|language| has_mutants(meta, **language))
                    .map(|language| language.id().to_owned())
                    .collect(),
                replacements: meta
                    .table
                    .iter()
                    .map(|(from, to)| Rewrite {
                        from: (*from).to_owned(),
                        to: (*to).to_owned(),
                    })
                    .collect(),
                adaptations: languages
                    .iter()
                    .flat_map(|language| prefixed(language.id(), language.adaptations(meta.id)))
                    .collect(),
                bans: languages
                    .iter()
                    .flat_map(|language| prefixed(language.id(), language.bans()))
                    .collect(),
            }
        })
        .collect()
}

/// Digest of a catalogue's compact JSON.
#[must_use]
pub fn catalogue_id(catalogue: &[CatalogueEntry]) -> Digest {
    // Strings and numbers only: writing them to memory cannot fail.
    Digest::of(&serde_json::to_vec(catalogue).unwrap_or_default())
}

/// The grammars in use.
#[must_use]
pub fn grammars() -> Vec<GrammarVersion> {
    languages()
        .iter()
        .map(|language| GrammarVersion {
            lang: language.id().to_owned(),
            version: language.grammar_version().to_owned(),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_catalogue_names_every_operator_and_its_digest_follows_the_set() {
        let python = [crate::language("python").unwrap()];
        let all = catalogue(&OperatorSet::default(), &python);
        assert_eq!(all.len(), 15);
        assert!(
            all.iter()
                .all(|entry| entry.languages == ["python"] && !entry.bans.is_empty())
        );
        let fewer = catalogue(&OperatorSet::parse(&["-arith"]).unwrap(), &python);
        assert_ne!(catalogue_id(&all), catalogue_id(&fewer));
        assert_eq!(
            catalogue_id(&all),
            catalogue_id(&catalogue(&OperatorSet::default(), &python))
        );
    }
}
