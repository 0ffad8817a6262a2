//! A parsed file as rewrites see it: its tree, its lines, and how its author lays out code.

use std::ops::RangeInclusive;

use mutscore_model::span::ByteSpan;

use super::Rewriting;
use super::report::{Function, RewriteError, Why};
use crate::generate::parse;
use crate::language::Language;
use crate::text::Text;
use crate::tree::{Node, Tree};
use crate::units::Scopes;

/// A file that is being rewritten.
pub struct File<'t> {
    /// Its nodes.
    pub tree: &'t Tree<'t>,
    /// Its lines.
    pub text: Text<'t>,
    newline: &'static str,
    name: String,
}

impl<'t> File<'t> {
    fn new(tree: &'t Tree<'t>) -> Self {
        let source = tree.source();
        let first = source.iter().position(|byte| matches!(byte, b'\n' | b'\r'));
        let newline = match first.map(|at| &source[at..]) {
            Some([b'\r', b'\n', ..]) => "\r\n",
            Some([b'\r', ..]) => "\r",
            _ => "\n",
        };
        Self {
            tree,
            text: Text::new(source),
            newline,
            name: String::new(),
        }
    }

    /// The same file under the name that compiler messages call it by.
    pub(super) fn named(&self, name: &str) -> File<'t> {
        let mut named = Self::new(self.tree);
        name.clone_into(&mut named.name);
        named
    }

    /// The file's name in compiler messages; empty where nobody gave one.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// How lines end here.
    #[must_use]
    pub fn newline(&self) -> &'static str {
        self.newline
    }

    /// As many line ends as `span` has.
    #[must_use]
    pub fn padding(&self, span: ByteSpan) -> String {
        let lines = self.text.line(span.end) - self.text.line(span.start);
        self.newline.repeat(lines as usize)
    }

    /// Whether both bytes stand on one line.
    #[must_use]
    pub fn same_line(&self, left: u32, right: u32) -> bool {
        self.text.line(left) == self.text.line(right)
    }

    /// Bytes from the start of the line up to byte `at`.
    #[must_use]
    pub fn before(&self, at: u32) -> &'t [u8] {
        let line = self.text.line_bytes(self.text.line(at));
        let column = at as usize - self.line_start(at) as usize;
        &line[..column]
    }

    /// Bytes from `at` to the end of its line, without the line end.
    #[must_use]
    pub fn rest(&self, at: u32) -> &'t [u8] {
        let line = self.text.line_bytes(self.text.line(at));
        let rest = &line[at as usize - self.line_start(at) as usize..];
        let end = rest
            .iter()
            .position(|byte| matches!(byte, b'\n' | b'\r'))
            .unwrap_or(rest.len());
        &rest[..end]
    }

    /// First byte of the line of byte `at`.
    #[must_use]
    pub fn line_start(&self, at: u32) -> u32 {
        self.text.start_of(self.text.line(at))
    }

    /// The blanks before the first word of the line of byte `at`.
    #[must_use]
    pub fn indentation(&self, at: u32) -> &'t str {
        let line = self.text.line_bytes(self.text.line(at));
        let blanks = line
            .iter()
            .position(|byte| !matches!(byte, b' ' | b'\t'))
            .unwrap_or(line.len());
        std::str::from_utf8(&line[..blanks]).unwrap_or("")
    }

    /// The blanks before statements in a body that begins at `open`: those of the first one that has a line of its own,
    /// else one step more than the declaration's line.
    #[must_use]
    pub fn inner_indentation(&self, open: u32, first: Option<Node<'_>>) -> String {
        let own_line = first.filter(|first| !self.same_line(open, first.start()));
        match own_line {
            Some(first) => self.indentation(first.start()).to_owned(),
            None => {
                let outer = self.indentation(open);
                let step = if outer.contains('\t') { "\t" } else { "    " };
                format!("{outer}{step}")
            }
        }
    }

    /// Whether the parser could not read all of the node.
    #[must_use]
    pub fn is_damaged(&self, node: Node<'_>) -> bool {
        let span = node.span();
        self.tree
            .damaged()
            .iter()
            .any(|damage| span.start <= damage.start && damage.end <= span.end)
    }

    /// Lines from byte `start` to the last word before `body`: one without braces begins with its first statement.
    pub(super) fn head_lines(&self, start: u32, body: Node<'_>) -> RangeInclusive<u32> {
        let before = &self.tree.source()[start as usize..body.start() as usize];
        let end = start + before.trim_ascii_end().len() as u32;
        self.text.line(start)..=self.text.last_line(start, end)
    }

    /// The function as callers know it.
    pub(super) fn describe(
        &self,
        function: Node<'_>,
        rewriting: &dyn Rewriting,
        scopes: &mut Scopes<'_>,
    ) -> Result<Function, Why> {
        let start = rewriting.head_start(function);
        let body = rewriting.body(function).ok_or(Why::NoBody)?;
        let scope = scopes.of(function.at(function.index() + 1));
        Ok(Function {
            name: scopes.name(scope).to_string(),
            head: self.head_lines(start, body),
            body: self.text.line(body.start())..=self.text.last_line(body.start(), body.end()),
        })
    }
}

/// Parses `source` and lets `work` look at it.
pub(super) fn with_file<T>(
    language: &dyn Language,
    source: &[u8],
    work: impl FnOnce(&File<'_>) -> T,
) -> Result<T, RewriteError> {
    if u32::try_from(source.len()).is_err() {
        return Err(RewriteError::Unparsable);
    }
    let parsed = parse(language, source).ok_or(RewriteError::Unparsable)?;
    let tree = Tree::new(source, &parsed, language);
    Ok(work(&File::new(&tree)))
}

/// The language's rewrites.
pub(super) fn rewriting_of(
    language: &dyn Language,
) -> Result<&'static dyn Rewriting, RewriteError> {
    language.rewriting().ok_or(RewriteError::Unsupported {
        language: language.id(),
    })
}
