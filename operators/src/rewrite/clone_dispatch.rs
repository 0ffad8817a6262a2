//! Many mutants in one build: each mutated function gets a copy for each of its mutants, and a dispatch on one number at
//! its start.
//!
//! Compiling is what a mutant of a compiled language costs. Copies beside the original are compiled together, once, and
//! a number chosen at start-up says which of them run: 0 is the original, k is mutant k. A copy is the whole mutated
//! function, so what it does is what the function does in a build of that mutant alone; the original only gains a
//! comparison. Lines of the original code keep their numbers, so coverage and stack traces stay true.
//!
//! What cannot be copied soundly (an initialiser, a function that asks who called it) is left out with the reason, for a
//! build of its own.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use mutscore_model::digest::Digest;
use mutscore_model::mutant::{Edit, Mutant};
use mutscore_model::span::ByteSpan;

use super::File;
use super::file::{rewriting_of, with_file};
use super::report::RewriteError;
use crate::language::Language;
use crate::tree::Node;

/// The environment variable that holds the number of the mutant that runs.
pub const SELECTOR: &str = "MUTSCORE_MUTANT";

/// Why a mutant is not in the common build.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum NotWoven {
    /// Its operator's changes take effect when the program is compiled or loaded.
    NotSchematizable,
    /// It was made from other bytes than these.
    OtherSource,
    /// It is not inside the body of a function that has a name.
    OutsideBody,
    /// The parser could not read all of the function.
    Damaged,
    /// The function calls `recover` itself, which works only in a deferred function's own frame.
    Recovers,
    /// The function asks who called it.
    AsksForCaller,
    /// The function has a directive for the compiler.
    Directive,
    /// The file mixes languages, or says itself which lines its code is from.
    ForeignLines,
    /// A name that the call of a copy needs means something else there.
    Shadowed,
    /// The text is in an encoding that cannot be copied.
    Encoding,
    /// A literal goes over several lines, and copies must not.
    TextBlock,
    /// The copies would not fit into one function.
    TooLarge,
}

impl fmt::Display for NotWoven {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::NotSchematizable => {
                "its change takes effect when the program is compiled or loaded"
            }
            Self::OtherSource => "it was made from another version of the file",
            Self::OutsideBody => "it is not inside the body of a named function",
            Self::Damaged => "the parser could not read all of the function",
            Self::Recovers => "the function calls `recover` itself",
            Self::AsksForCaller => "the function asks who called it",
            Self::Directive => "the function has a directive for the compiler",
            Self::ForeignLines => "the file has code of another language or another file",
            Self::Shadowed => "a name that the copy needs means something else there",
            Self::Encoding => "the text is in an encoding that cannot be copied",
            Self::TextBlock => "a literal goes over several lines",
            Self::TooLarge => "the copies would be too large for one function",
        })
    }
}

/// A mutant with its number, which is unique in the build and not 0.
#[derive(Debug, Clone, Copy)]
pub struct Numbered<'m> {
    /// The number.
    pub number: u32,
    /// The mutant.
    pub mutant: &'m Mutant,
}

/// Where a mutant's copy is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Copied {
    /// The mutant's number.
    pub number: u32,
    /// The statements of the copy (with their braces, if they have some), in the woven file.
    pub copy: ByteSpan,
    /// What they are the mutated copy of, in the original file.
    pub of: ByteSpan,
}

/// A file with mutants woven in.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Woven {
    /// The changes, sorted and without overlap: for [`super::apply`].
    pub edits: Vec<Edit>,
    /// Where each mutant is, by number.
    pub copies: Vec<Copied>,
    /// Numbers that are not in the file, and why.
    pub left: Vec<(u32, NotWoven)>,
    /// The package in whose folder the support file has to stand; `None` where one file serves the whole build.
    pub package: Option<String>,
}

impl Woven {
    /// The mutant whose copy holds byte `at` of the woven file: the one a compiler's message at that place is about.
    #[must_use]
    pub fn copy_at(&self, at: u32) -> Option<u32> {
        let holds = |copied: &&Copied| copied.copy.start <= at && at < copied.copy.end;
        self.copies.iter().find(holds).map(|copied| copied.number)
    }
}

/// A change with the copies in its text.
pub struct Piece {
    /// The change.
    pub edit: Edit,
    /// Number of a mutant, bytes of its copy in the edit's text, and what it is a copy of.
    pub copies: Vec<(u32, ByteSpan, ByteSpan)>,
}

impl Piece {
    /// A change without copies.
    #[must_use]
    pub fn plain(span: ByteSpan, text: String) -> Self {
        Self {
            edit: Edit { span, text },
            copies: Vec::new(),
        }
    }
}

/// How a language's functions are copied.
pub trait Weaving: Sync {
    /// Whether no function of this file can be copied.
    fn refuses(&self, file: &File<'_>) -> Option<NotWoven>;
    /// The function that is to be copied for a change of `span`.
    ///
    /// # Errors
    /// Why there is none.
    fn function<'t>(&self, file: &File<'t>, span: ByteSpan) -> Result<Node<'t>, NotWoven>;
    /// The dispatch and the copies of one function. Mutants that cannot be in are added to `left`.
    fn weave(
        &self,
        file: &File<'_>,
        function: Node<'_>,
        mutants: &[Numbered<'_>],
        left: &mut Vec<(u32, NotWoven)>,
    ) -> Vec<Piece>;
    /// The package that the file belongs to, if each package needs a support file of its own.
    fn package(&self, _file: &File<'_>) -> Option<String> {
        None
    }
    /// A file that woven files need beside them, for a package: its name, and its text.
    fn support(&self, package: &str) -> (&'static str, String);
}

/// Weaves `mutants` of one file, called `name` in compiler messages, into its text.
///
/// # Errors
/// When the file cannot be parsed, or the language's mutants cannot be woven.
pub fn weave(
    language: &dyn Language,
    name: &str,
    source: &[u8],
    mutants: &[Numbered<'_>],
) -> Result<Woven, RewriteError> {
    let weaving = weaving_of(language)?;
    let digest = Digest::of(source);
    with_file(language, source, |file| {
        let file = &file.named(name);
        let mut left = Vec::new();
        // By function, in document order.
        let mut by_function: BTreeMap<u32, Vec<Numbered<'_>>> = BTreeMap::new();
        let refused = weaving.refuses(file);
        for numbered in mutants {
            match place(weaving, file, numbered.mutant, &digest, refused) {
                Ok(function) => by_function.entry(function).or_default().push(*numbered),
                Err(why) => left.push((numbered.number, why)),
            }
        }
        let mut pieces = Vec::new();
        for (function, mut mutants) in by_function {
            mutants.sort_by_key(|numbered| numbered.number);
            pieces.extend(weaving.weave(file, file.tree.node(function), &mutants, &mut left));
        }
        left.sort_unstable();
        Woven {
            package: weaving.package(file),
            ..assemble(pieces, left)
        }
    })
}

/// The file that woven files of a package need beside them: its name, and its text.
///
/// # Errors
/// When the language's mutants cannot be woven.
pub fn support(
    language: &dyn Language,
    package: &str,
) -> Result<(&'static str, String), RewriteError> {
    Ok(weaving_of(language)?.support(package))
}

/// Numbers of the mutants that a Go compiler's messages are about: it calls the file of mutant 12's copy `shelf.go__m12`.
#[must_use]
pub fn numbers_in(messages: &str) -> BTreeSet<u32> {
    messages
        .lines()
        .flat_map(|line| line.split("__m").skip(1))
        .filter_map(|rest| {
            let digits = rest.find(|next: char| !next.is_ascii_digit())?;
            rest[digits..]
                .starts_with(':')
                .then(|| rest[..digits].parse().ok())?
        })
        .collect()
}

fn weaving_of(language: &dyn Language) -> Result<&'static dyn Weaving, RewriteError> {
    rewriting_of(language)?
        .weaving()
        .ok_or(RewriteError::Unsupported {
            language: language.id(),
        })
}

/// The function that a mutant is in, as node index.
fn place(
    weaving: &dyn Weaving,
    file: &File<'_>,
    mutant: &Mutant,
    digest: &Digest,
    refused: Option<NotWoven>,
) -> Result<u32, NotWoven> {
    if !mutant.schematizable {
        return Err(NotWoven::NotSchematizable);
    }
    if mutant.source_id != *digest {
        return Err(NotWoven::OtherSource);
    }
    if let Some(why) = refused {
        return Err(why);
    }
    let start = mutant.edits.iter().map(|edit| edit.span.start).min();
    let end = mutant.edits.iter().map(|edit| edit.span.end).max();
    let span = start.zip(end).map(|(start, end)| ByteSpan::new(start, end));
    let function = weaving.function(file, span.ok_or(NotWoven::OutsideBody)?)?;
    if file.is_damaged(function) {
        return Err(NotWoven::Damaged);
    }
    Ok(function.index())
}

/// Sorts the changes and finds out where in the woven file the copies come to stand.
fn assemble(mut pieces: Vec<Piece>, left: Vec<(u32, NotWoven)>) -> Woven {
    pieces.sort_by_key(|piece| (piece.edit.span.start, piece.edit.span.end));
    let mut copies = Vec::new();
    let mut moved = 0_i64;
    for piece in &pieces {
        let Edit { span, text } = &piece.edit;
        let start = i64::from(span.start) + moved;
        for (number, copy, of) in &piece.copies {
            let at = |offset: u32| u32::try_from(start + i64::from(offset)).unwrap_or(u32::MAX);
            copies.push(Copied {
                number: *number,
                copy: ByteSpan::new(at(copy.start), at(copy.end)),
                of: *of,
            });
        }
        moved += text.len() as i64 - i64::from(span.end - span.start);
    }
    copies.sort_by_key(|copied| copied.number);
    Woven {
        edits: pieces.into_iter().map(|piece| piece.edit).collect(),
        copies,
        left,
        package: None,
    }
}

/// The bytes of `span` with a mutant's edits in them, each with what `after` puts behind it.
pub(crate) fn mutated(
    file: &File<'_>,
    span: ByteSpan,
    edits: &[Edit],
    after: impl Fn(&Edit) -> String,
) -> Result<String, NotWoven> {
    let source = file.tree.source();
    let mut text = Vec::with_capacity((span.end - span.start) as usize + 64);
    let mut copied = span.start;
    for edit in edits {
        if edit.span.start < copied || edit.span.end > span.end {
            return Err(NotWoven::OutsideBody);
        }
        text.extend_from_slice(&source[copied as usize..edit.span.start as usize]);
        text.extend_from_slice(edit.text.as_bytes());
        text.extend_from_slice(after(edit).as_bytes());
        copied = edit.span.end;
    }
    text.extend_from_slice(&source[copied as usize..span.end as usize]);
    String::from_utf8(text).map_err(|_| NotWoven::Encoding)
}
