//! Mutants and their files as a page holds them: lists of plain values, every name once.

use std::collections::BTreeMap;

use mutscore_model::mutant::Mutant;
use mutscore_model::path::RelPath;
use serde::Serialize;

use crate::report::sources::Sources;

/// Longest text of a change, in characters.
const LONGEST: usize = 2_000;

/// A file: its path, and its text or why there is none.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct File<'a> {
    path: &'a RelPath,
    text: Option<&'a str>,
    why: Option<&'a str>,
}

/// A mutant: id, file, first line and column, end line and column, operator, original, replacement.
type Record<'a> = (&'a str, usize, u32, u32, u32, u32, usize, String, String);

/// All that a page shows of some mutants.
#[derive(Debug, Clone, Default, Serialize)]
pub(crate) struct Mutants<'a> {
    files: Vec<File<'a>>,
    operators: Vec<&'a str>,
    mutants: Vec<Record<'a>>,
}

impl<'a> Mutants<'a> {
    /// These mutants in this order, with as much source as fits into `most_source` bytes.
    pub(crate) fn of(
        mutants: impl IntoIterator<Item = &'a Mutant>,
        sources: &'a Sources,
        most_source: &mut usize,
    ) -> Self {
        let mut all = Self::default();
        let (mut files, mut operators) = (BTreeMap::new(), BTreeMap::new());
        for mutant in mutants {
            let file = *files.entry(&mutant.path).or_insert_with(|| {
                all.files.push(file(&mutant.path, sources, most_source));
                all.files.len() - 1
            });
            let operator = *operators.entry(mutant.op.as_str()).or_insert_with(|| {
                all.operators.push(&mutant.op);
                all.operators.len() - 1
            });
            all.mutants.push((
                mutant.id.as_str(),
                file,
                mutant.start.line,
                mutant.start.column,
                mutant.end.line,
                mutant.end.column,
                operator,
                cut(&mutant.original),
                cut(&mutant.replacement),
            ));
        }
        all
    }
}

fn file<'a>(path: &'a RelPath, sources: &'a Sources, most: &mut usize) -> File<'a> {
    let text = sources.texts.get(path).map(String::as_str);
    match text {
        Some(text) if text.len() > *most => File {
            path,
            text: None,
            why: Some("the page holds as much source as it may"),
        },
        Some(text) => {
            *most -= text.len();
            File {
                path,
                text: Some(text),
                why: None,
            }
        }
        None => File {
            path,
            text: None,
            why: sources.missing.get(path).map(String::as_str),
        },
    }
}

fn cut(text: &str) -> String {
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}
