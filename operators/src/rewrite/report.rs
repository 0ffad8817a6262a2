//! What a rewrite did, and what it left alone and why.

use std::fmt;
use std::ops::RangeInclusive;

use mutscore_model::mutant::Edit;
use thiserror::Error;

/// A function as callers know it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Function {
    /// Names of the declarations around it and its own, joined by `/`; a closure has none of its own.
    pub name: String,
    /// Lines of the declaration up to the body, 1-based.
    pub head: RangeInclusive<u32>,
    /// Lines of the body, 1-based. The first may be the declaration's last.
    pub body: RangeInclusive<u32>,
}

impl Function {
    /// Lines that belong to the body alone: running one of them is running the function.
    #[must_use]
    pub fn own_lines(&self) -> RangeInclusive<u32> {
        (*self.body.start()).max(self.head.end() + 1)..=*self.body.end()
    }
}

/// Why a function was left as it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Why {
    /// Abstract, native or declared only.
    NoBody,
    /// There is nothing in the body.
    Empty,
    /// The parser could not read all of it.
    Damaged,
    /// It runs while the project loads, which would then fail.
    Loading,
    /// No function stands at the place that was asked for.
    NoFunction,
    /// A here-document's text lies outside the function.
    HereDocument,
    /// A constructor has to give every final field a value.
    Constructor,
    /// What it gives back is not to be told from the text.
    UnknownResult,
}

impl fmt::Display for Why {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::NoBody => "it has no body",
            Self::Empty => "its body is empty",
            Self::Damaged => "the parser could not read all of it",
            Self::Loading => "it runs while the project loads",
            Self::NoFunction => "no function is there",
            Self::HereDocument => "the text of a here-document lies outside it",
            Self::Constructor => "a constructor gives final fields their values",
            Self::UnknownResult => "what it gives back is not to be told from the text",
        })
    }
}

/// A function that stayed as it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Left {
    /// Its name; empty where there is no function.
    pub name: String,
    /// Its first line, or the line that was asked for; 1-based.
    pub line: u32,
    /// Why.
    pub why: Why,
}

/// What a rewrite does to a file.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Rewrite {
    /// The changes, sorted and without overlap: for [`super::apply`].
    pub edits: Vec<Edit>,
    /// Functions that change, in document order.
    pub changed: Vec<Function>,
    /// Functions that should have changed, and did not.
    pub left: Vec<Left>,
}

/// Why there is no rewrite of a file at all.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum RewriteError {
    /// The language has no such rewrite.
    #[error("there is no such rewrite for {language}")]
    Unsupported {
        /// The language's id.
        language: &'static str,
    },
    /// The parser gave up, or the file is 4 GiB or larger.
    #[error("the file cannot be parsed")]
    Unparsable,
}
