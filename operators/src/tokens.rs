//! A file's normalised tokens: what is left when comments, blank space and separators go.
//!
//! Two programs with equal token streams are the same program. The stream is made once for a file; the stream of a
//! mutant is the file's with a few tokens exchanged, so no mutant is ever parsed again.

use std::borrow::Cow;
use std::ops::Range;

use mutscore_model::span::ByteSpan;

use crate::language::Language;
use crate::reused::{Reused, kept};
use crate::tree::{Node, Tree};
use crate::vocabulary::{ANONYMOUS, TRIVIA};

/// Ends every token in the stream; no source text has this byte outside damaged files.
pub(crate) const END: u8 = 0;
/// Stands for the end of an indented block, which has no text of its own.
const BLOCK_END: u8 = 1;

#[derive(Clone, Copy)]
struct Token {
    start: u32,
    end: u32,
    /// Where the token starts in the stream.
    at: u32,
    /// For the end of a block, where the block starts; elsewhere where the token does.
    opened: u32,
}

kept!(u8, Token);

/// The stream of one file.
pub struct Tokens {
    stream: Reused<u8>,
    tokens: Reused<Token>,
    /// Operators of two words, see [`Language::two_word_operators`].
    two_words: &'static [&'static str],
    /// Whether `;` only separates statements.
    semicolon_separates: bool,
}

/// What a mutant puts in the place of a span.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Change {
    /// New text.
    Text(String),
    /// A part of the replaced node itself, with something put around it.
    Wrap {
        /// Text before the kept part.
        before: Cow<'static, str>,
        /// The part that stays.
        kept: ByteSpan,
        /// Text after the kept part.
        after: Cow<'static, str>,
    },
}

impl Change {
    /// The new bytes of the changed span.
    #[must_use]
    pub fn bytes(&self, source: &[u8]) -> Vec<u8> {
        match self {
            Self::Text(text) => text.as_bytes().to_vec(),
            Self::Wrap {
                before,
                kept,
                after,
            } => [before.as_bytes(), &source[kept.range()], after.as_bytes()].concat(),
        }
    }
}

impl Tokens {
    /// Collects the tokens of `tree`.
    #[must_use]
    pub fn new(tree: &Tree<'_>, language: &dyn Language) -> Self {
        let mut tokens = Self {
            stream: Reused::with_capacity(tree.source().len()),
            tokens: Reused::with_capacity(tree.len() / 2),
            two_words: language.two_word_operators(),
            semicolon_separates: language.is_separator(b";"),
        };
        let mut open_blocks: Vec<Node<'_>> = Vec::new();
        let mut index = 0;
        while (index as usize) < tree.len() {
            tokens.close_blocks(&mut open_blocks, index);
            let node = tree.node(index);
            index += 1;
            let kind = node.kind();
            if kind == TRIVIA {
                index = node.after();
            } else if language.is_block(kind) {
                open_blocks.push(node);
            } else if node.is_leaf() || language.is_one_token(kind) || kind == ANONYMOUS {
                tokens.push(node, language);
                index = node.after();
            }
        }
        tokens.close_blocks(&mut open_blocks, tree.len() as u32);
        tokens
    }

    fn close_blocks(&mut self, open: &mut Vec<Node<'_>>, index: u32) {
        while let Some(block) = open.pop_if(|block| block.after() <= index) {
            self.tokens.push(Token {
                start: block.end(),
                end: block.end(),
                at: self.stream.len() as u32,
                opened: block.start(),
            });
            self.stream.extend([BLOCK_END, END]);
        }
    }

    fn push(&mut self, node: Node<'_>, language: &dyn Language) {
        let text = node.bytes();
        if text.is_empty() || (node.kind() == ANONYMOUS && language.is_separator(text)) {
            return;
        }
        self.tokens.push(Token {
            start: node.start(),
            end: node.end(),
            at: self.stream.len() as u32,
            opened: node.start(),
        });
        if node.kind() == ANONYMOUS && text.iter().any(u8::is_ascii_whitespace) {
            // `is   not` is one operator of two words, however many blanks are between.
            let words = text
                .split(u8::is_ascii_whitespace)
                .filter(|word| !word.is_empty());
            for (place, word) in words.enumerate() {
                if place > 0 {
                    self.stream.push(b' ');
                }
                self.stream.extend(word);
            }
        } else {
            self.stream.extend(text);
        }
        self.stream.push(END);
    }

    fn offset(&self, token: usize) -> usize {
        self.tokens
            .get(token)
            .map_or(self.stream.len(), |token| token.at as usize)
    }

    /// Indices of the tokens that `span` touches.
    #[must_use]
    pub fn touched(&self, span: ByteSpan) -> Range<usize> {
        let mut first = self
            .tokens
            .partition_point(|token| token.start < span.start);
        while first > 0 && self.tokens[first - 1].end > span.start {
            first -= 1;
        }
        // Most spans are short.
        let starts_inside = |token: &Token| token.start < span.end;
        let mut last = first;
        while last < first + 8 && self.tokens.get(last).is_some_and(starts_inside) {
            last += 1;
        }
        if last == first + 8 {
            last += self.tokens[last..].partition_point(starts_inside);
        }
        // Blocks that both start and end inside the span end with it; one that starts with it is only filled anew.
        let ends_inside = |token: &Token| {
            token.start == token.end && token.start == span.end && token.opened > span.start
        };
        while self.tokens.get(last).is_some_and(ends_inside) {
            last += 1;
        }
        while first < last && self.tokens[first].start == self.tokens[first].end {
            first += 1; // the end of a block before the span
        }
        first..last.max(first)
    }

    /// The stream of the tokens inside `span`, which touches those of `touched`; the source text itself where `span` cuts
    /// a token (inside a string).
    #[must_use]
    pub fn of<'a>(&'a self, span: ByteSpan, touched: &Range<usize>, source: &'a [u8]) -> &'a [u8] {
        if touched.is_empty() || self.cuts(touched, span) {
            return &source[span.range()];
        }
        &self.stream[self.offset(touched.start)..self.offset(touched.end)]
    }

    fn cuts(&self, touched: &Range<usize>, span: ByteSpan) -> bool {
        self.tokens[touched.start].start < span.start || self.tokens[touched.end - 1].end > span.end
    }

    /// Index of the first token at or after byte `at`.
    #[must_use]
    pub fn first_at(&self, at: u32) -> usize {
        self.tokens.partition_point(|token| token.start < at)
    }

    /// Number of tokens.
    #[must_use]
    pub fn len(&self) -> usize {
        self.tokens.len()
    }

    /// Whether the file has no token at all.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.tokens.is_empty()
    }

    /// The stream of a range of token indices.
    #[must_use]
    pub fn stream(&self, range: Range<usize>) -> &[u8] {
        &self.stream[self.offset(range.start)..self.offset(range.end)]
    }

    /// Appends to `out` the stream of what comes in the place of `gone`, the tokens that `span` touches.
    pub fn exchanged(
        &self,
        gone: &Range<usize>,
        span: ByteSpan,
        change: &Change,
        source: &[u8],
        out: &mut Vec<u8>,
    ) {
        if !gone.is_empty() && self.cuts(gone, span) {
            // The edit lies within a string: the token changes as text.
            let token_start = self.tokens[gone.start].start as usize;
            let token_end = self.tokens[gone.end - 1].end as usize;
            out.extend_from_slice(&source[token_start..span.start as usize]);
            match change {
                Change::Text(text) => out.extend_from_slice(text.as_bytes()),
                Change::Wrap {
                    before,
                    kept,
                    after,
                } => {
                    out.extend_from_slice(before.as_bytes());
                    out.extend_from_slice(&source[kept.range()]);
                    out.extend_from_slice(after.as_bytes());
                }
            }
            out.extend_from_slice(&source[span.end as usize..token_end]);
            out.push(END);
        } else {
            match change {
                Change::Text(text) => self.lex(text, out),
                Change::Wrap {
                    before,
                    kept,
                    after,
                } => {
                    self.lex(before, out);
                    out.extend_from_slice(self.stream(self.touched(*kept)));
                    self.lex(after, out);
                }
            }
        }
    }

    /// Passes each token of `span` to `visit` as (position of its first byte, text).
    pub fn each(&self, mut visit: impl FnMut(u32, &[u8])) {
        let mut tokens = self.tokens.iter().peekable();
        while let Some(token) = tokens.next() {
            let next = tokens
                .peek()
                .map_or(self.stream.len(), |next| next.at as usize);
            visit(token.start, &self.stream[token.at as usize..next]);
        }
    }

    /// Splits a replacement into tokens. Replacements are short and come from the operators' tables, so the rules
    /// need only cover those: words and numbers, operators, brackets, and one string.
    fn lex(&self, text: &str, out: &mut Vec<u8>) {
        let text = text.trim();
        if self.two_words.contains(&text) {
            out.extend_from_slice(text.as_bytes());
            out.push(END);
            return;
        }
        let mut rest = text.as_bytes();
        while let Some(first) = rest.first() {
            let length = match first {
                byte if byte.is_ascii_whitespace() => {
                    rest = &rest[1..];
                    continue;
                }
                b';' if self.semicolon_separates => {
                    rest = &rest[1..];
                    continue;
                }
                quote @ (b'"' | b'\'' | b'`') => string_length(rest, *quote),
                byte if is_word(*byte) => word_length(rest),
                // No operator turns anything into a remainder: this is a string such as `%q()`.
                b'%' => rest.len(),
                // Nor into a text that begins with a colon, but for a symbol.
                b':' if rest.len() == text.len() && rest.get(1).copied().is_some_and(is_word) => {
                    1 + word_length(&rest[1..])
                }
                b'(' | b')' | b'[' | b']' | b'{' | b'}' | b',' | b'.' | b';' => 1,
                _ => rest
                    .iter()
                    .take_while(|byte| is_operator(**byte))
                    .count()
                    .max(1),
            };
            out.extend_from_slice(&rest[..length]);
            out.push(END);
            rest = &rest[length..];
        }
    }
}

/// Length of the string at the start of `rest`: up to the last quote, for a replacement has one string at most that is
/// not empty.
fn string_length(rest: &[u8], quote: u8) -> usize {
    if rest.get(1) == Some(&quote) && rest.get(2) != Some(&quote) {
        return 2;
    }
    let last = rest.iter().rposition(|byte| *byte == quote);
    last.map_or(rest.len(), |last| last + 1)
}

/// Length of the word or number at the start of `rest`; a string's prefix takes the string with it.
fn word_length(rest: &[u8]) -> usize {
    let number = rest[0].is_ascii_digit();
    let length = rest
        .iter()
        .take_while(|byte| is_word(**byte) || (number && **byte == b'.'))
        .count();
    match rest.get(length) {
        Some(b'"' | b'\'') => rest.len(),
        // A method's name, such as `all?`, when it is the whole replacement.
        Some(b'?' | b'!') if rest.len() == length + 1 => rest.len(),
        _ => length,
    }
}

/// Whether `byte` can be part of a name, keyword or number.
#[must_use]
pub fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'$' || byte >= 0x80
}

fn is_operator(byte: u8) -> bool {
    b"+-*/%<>=!&|^~?:@".contains(&byte)
}
