//! What can be wrong with a `mutscore.toml`, where, and the way out.
//!
//! [`Problem`] carries data; the words are made here and nowhere else. `Display` gives one line for logs and
//! chains, [`ConfigError::render`] the excerpt of the file for people.

use std::ops::Range;
use std::path::PathBuf;
use std::sync::Arc;

use annotate_snippets::{AnnotationKind, Level, Renderer, Snippet};

use super::suggest::nearest;

/// Why there are no settings.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ConfigError {
    /// No folder upward is a bench.
    #[error(
        "no mutscore.toml in {start} or above it (hint: name the bench with --bench DIR, or run `mutscore init`)"
    )]
    NotFound {
        /// Where the search began.
        start: PathBuf,
    },
    /// The file, or the folder to search from, cannot be read.
    #[error("read {path}: {source} (hint: name the bench's folder with --bench DIR)")]
    Unreadable {
        /// Which file.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// The file says something that cannot be.
    #[error(transparent)]
    Invalid(Box<Invalid>),
}

impl ConfigError {
    /// The error as text for people, with the place in the file if it has one. Ends without a newline.
    #[must_use]
    pub fn render(&self, colour: bool) -> String {
        match self {
            Self::Invalid(invalid) => invalid.render(colour),
            other => format!("error: {other}"),
        }
    }
}

/// The text an error points into, shared by everything that may report about it.
#[derive(Debug, Clone)]
pub(super) struct Origin {
    pub(super) path: PathBuf,
    pub(super) text: String,
}

impl Origin {
    /// An error at these bytes of the file.
    pub(super) fn error(self: &Arc<Self>, span: Range<usize>, problem: Problem) -> ConfigError {
        let end = span.end.min(self.text.len());
        let start = span.start.min(end);
        let before = &self.text[..floor_boundary(&self.text, start)];
        let line_start = before.rfind('\n').map_or(0, |at| at + 1);
        ConfigError::Invalid(Box::new(Invalid {
            path: self.path.clone(),
            line: before.matches('\n').count() + 1,
            column: before[line_start..].chars().count() + 1,
            problem,
            origin: Arc::clone(self),
            span: start..end,
        }))
    }
}

fn floor_boundary(text: &str, mut at: usize) -> usize {
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

/// A problem at a place of a `mutscore.toml`.
#[derive(Debug, thiserror::Error)]
#[error("{}:{line}:{column}: {problem} (hint: {})", .path.display(), .problem.hint())]
pub struct Invalid {
    /// The file.
    pub path: PathBuf,
    /// 1-based line.
    pub line: usize,
    /// 1-based column, in characters.
    pub column: usize,
    /// What is wrong.
    pub problem: Problem,
    origin: Arc<Origin>,
    /// Bytes of the file (0-based, end exclusive).
    span: Range<usize>,
}

impl Invalid {
    fn render(&self, colour: bool) -> String {
        let path = self.path.display().to_string();
        let title = self.problem.to_string();
        let hint = self.problem.hint();
        let snippet = Snippet::source(self.origin.text.as_str())
            .path(path.as_str())
            .annotation(
                AnnotationKind::Primary
                    .span(self.span.clone())
                    .label(self.problem.label()),
            );
        let report = &[Level::ERROR
            .primary_title(title.as_str())
            .element(snippet)
            .element(Level::HELP.message(hint.as_str()))];
        let renderer = if colour {
            Renderer::styled()
        } else {
            Renderer::plain()
        };
        renderer.render(report)
    }
}

/// What is wrong with a value.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Problem {
    /// Not TOML, or a value of the wrong type; the parser's words.
    #[error("{0}")]
    Malformed(String),
    /// A key this version does not know.
    #[error("unknown key `{key}`")]
    UnknownKey {
        /// As typed.
        key: String,
        /// The keys this table has.
        known: Vec<String>,
    },
    /// A key that must be there is not.
    #[error("the key `{key}` is missing")]
    MissingKey {
        /// Which one.
        key: String,
    },
    /// A name that is not one of a fixed set.
    #[error("unknown {what} `{name}`")]
    UnknownName {
        /// What it should name: `runner`, `language`, `operator`, `project`, `value`.
        what: &'static str,
        /// As typed.
        name: String,
        /// The names there are.
        known: Vec<String>,
    },
    /// The file was written for a newer version.
    #[error("schema {found} is newer than this mutscore, which reads schema {known}")]
    FutureSchema {
        /// As typed.
        found: u32,
        /// What this build reads.
        known: u32,
    },
    /// A glob that does not compile, or leaves the project.
    #[error("`{glob}` is not a usable glob: {why}")]
    BadGlob {
        /// As typed.
        glob: String,
        /// Why.
        why: String,
    },
    /// A glob without any file.
    #[error("the {list} glob `{glob}` matches no file")]
    MatchesNothing {
        /// Which list: `production`, `withheld`, `protected`.
        list: &'static str,
        /// As typed.
        glob: String,
    },
    /// A file that is production and test side at once.
    #[error("`{file}` is in the production scope and on the test side")]
    Overlap {
        /// The first such file.
        file: String,
    },
    /// A withheld file that no submission could bring back.
    #[error("`{file}` is withheld but not on the test side")]
    WithheldOutside {
        /// The first such file.
        file: String,
    },
    /// A folder that is not there.
    #[error("there is no folder {}", .0.display())]
    NoFolder(PathBuf),
    /// A value out of its bounds.
    #[error("`{value}` cannot be used for `{key}`: {why}")]
    BadValue {
        /// Which key.
        key: &'static str,
        /// As typed.
        value: String,
        /// The bound.
        why: String,
    },
}

impl Problem {
    /// The way out, as a sentence without a full stop.
    #[must_use]
    pub fn hint(&self) -> String {
        match self {
            Self::Malformed(_) => "see docs/mutscore.schema.json for the form of this file".to_owned(),
            Self::UnknownKey { key, known } => did_you_mean(key, known, "keys here"),
            Self::MissingKey { key } => format!("add a line `{key} = …` to this table"),
            Self::UnknownName { what, name, known } => did_you_mean(name, known, &format!("{what}s")),
            Self::FutureSchema { .. } => "use the mutscore that wrote this bench, or a newer one".to_owned(),
            Self::BadGlob { .. } => "write it relative to the project's root, with `/`, such as `src/**/*.py`".to_owned(),
            Self::MatchesNothing { .. } => {
                "globs are relative to the project's root and `*` does not cross `/`; correct it or take it out".to_owned()
            }
            Self::Overlap { .. } => "narrow one of the two, or add the file to `exclude`".to_owned(),
            Self::WithheldOutside { .. } => "add it to `test-side`, or take it out of `withheld`".to_owned(),
            Self::NoFolder(_) => "paths are relative to the folder of this file; correct it or create the folder".to_owned(),
            Self::BadValue { key, .. } => format!("give `{key}` another value, or take the line out for the default"),
        }
    }

    fn label(&self) -> &'static str {
        match self {
            Self::Malformed(_) => "here",
            Self::UnknownKey { .. } => "no such key in this table",
            Self::MissingKey { .. } => "missing in this table",
            Self::UnknownName { .. } => "not known",
            Self::FutureSchema { .. } => "from a newer version",
            Self::BadGlob { .. } => "not a usable glob",
            Self::MatchesNothing { .. } => "matches nothing",
            Self::Overlap { .. } => "overlaps with the production scope",
            Self::WithheldOutside { .. } => "reaches outside the test side",
            Self::NoFolder(_) => "no such folder",
            Self::BadValue { .. } => "out of bounds",
        }
    }
}

fn did_you_mean(typed: &str, known: &[String], what: &str) -> String {
    let all = known
        .iter()
        .map(|name| format!("`{name}`"))
        .collect::<Vec<_>>()
        .join(", ");
    match nearest(typed, known.iter().map(String::as_str)) {
        Some(near) => format!("did you mean `{near}`? known {what}: {all}"),
        None if known.is_empty() => format!("there are no {what}"),
        None => format!("known {what}: {all}"),
    }
}

/// Turns the TOML reader's error into ours. Its words for unknown keys and names are taken apart, so that those
/// can be answered with the nearest known one; anything else is passed on as it is.
pub(super) fn from_toml(origin: &Arc<Origin>, error: &toml::de::Error) -> ConfigError {
    let span = error.span().unwrap_or(0..0);
    let message = error.message().trim();
    let quoted: Vec<String> = message
        .split('`')
        .skip(1)
        .step_by(2)
        .map(str::to_owned)
        .collect();
    let problem = match quoted.split_first() {
        Some((key, known)) if message.starts_with("unknown field") => Problem::UnknownKey {
            key: key.clone(),
            known: known.to_vec(),
        },
        Some((name, known)) if message.starts_with("unknown variant") => Problem::UnknownName {
            what: "value",
            name: name.clone(),
            known: known.to_vec(),
        },
        Some((key, [])) if message.starts_with("missing field") => {
            Problem::MissingKey { key: key.clone() }
        }
        _ => Problem::Malformed(message.replace('\n', " ")),
    };
    origin.error(span, problem)
}
