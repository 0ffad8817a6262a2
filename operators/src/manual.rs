//! The manual's pages of each language: one file a language, one section an operator.

use crate::language::Language;
use crate::registry::languages;

/// The sections of a language's pages: operator and Markdown text, in the order of the file.
pub fn sections(language: &dyn Language) -> impl Iterator<Item = (&'static str, &'static str)> {
    let parts = language.manual().split("\n## ").skip(1);
    parts.filter_map(|part| part.split_once('\n'))
}

/// What the languages have to say about an operator: language and Markdown text.
pub fn pages(operator: &str) -> impl Iterator<Item = (&'static str, &'static str)> {
    languages().iter().filter_map(move |language| {
        let (_, text) = sections(*language).find(|(name, _)| *name == operator)?;
        Some((language.id(), text.trim()))
    })
}
