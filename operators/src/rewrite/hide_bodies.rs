//! Placeholders instead of bodies: what a reader may see of code whose workings are withheld.
//!
//! Declarations, signatures, decorators and documentation stay, so whoever reads the file knows everything there is to
//! call. Only bodies go, with the comments in them, and what is left still compiles and loads. The number of lines is
//! *not* kept: blank lines would tell how long the body was.

use mutscore_model::mutant::Edit;
use mutscore_model::span::ByteSpan;

use super::file::{rewriting_of, with_file};
use super::report::{Function, Left, Rewrite, RewriteError, Why};
use super::{File, Rewriting};
use crate::language::Language;
use crate::units::Scopes;
use crate::vocabulary::ANONYMOUS;

/// What is to become of a function.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wish {
    /// Its body goes.
    Hide,
    /// It would go, but must stay; functions inside it are asked for one by one.
    Keep(Why),
    /// It stays as it is; functions inside it are asked for one by one.
    Pass,
}

/// Hides the bodies of the functions that `wish` chooses. Functions inside a hidden one go with it.
///
/// # Errors
/// When the file cannot be parsed, or the language has no placeholders.
pub fn hide(
    language: &dyn Language,
    source: &[u8],
    wish: &mut dyn FnMut(&Function) -> Wish,
) -> Result<Rewrite, RewriteError> {
    let rewriting = rewriting_of(language)?;
    with_file(language, source, |file| {
        let mut hiding = Hiding {
            rewriting,
            file,
            scopes: Scopes::new(file.tree, language),
            rewrite: Rewrite::default(),
        };
        hiding.all(wish);
        let mut rewrite = hiding.rewrite;
        let gone: Vec<ByteSpan> = rewrite.edits.iter().map(|edit| edit.span).collect();
        if !gone.is_empty() {
            rewrite.edits.extend(rewriting.settle(file, &gone));
            sort(&mut rewrite.edits);
        }
        rewrite
    })
}

/// Sorts edits by their place.
pub(super) fn sort(edits: &mut [Edit]) {
    edits.sort_by_key(|edit| (edit.span.start, edit.span.end));
}

struct Hiding<'a> {
    rewriting: &'static dyn Rewriting,
    file: &'a File<'a>,
    scopes: Scopes<'a>,
    rewrite: Rewrite,
}

impl Hiding<'_> {
    fn all(&mut self, wish: &mut dyn FnMut(&Function) -> Wish) {
        let tree = self.file.tree;
        let mut index = 0;
        while (index as usize) < tree.len() {
            let node = tree.node(index);
            index += 1;
            if node.kind() == ANONYMOUS || !self.rewriting.is_function(node) {
                continue;
            }
            // A declaration without a body has nothing to hide.
            let Ok(function) = self.file.describe(node, self.rewriting, &mut self.scopes) else {
                continue;
            };
            let hidden = match wish(&function) {
                Wish::Pass => continue,
                Wish::Keep(why) => Err(why),
                Wish::Hide if self.file.is_damaged(node) => Err(Why::Damaged),
                Wish::Hide => self.rewriting.hide(node, self.file),
            };
            match hidden {
                Ok(edits) => {
                    self.rewrite.edits.extend(edits);
                    self.rewrite.changed.push(function);
                    index = node.after();
                }
                Err(Why::Empty | Why::NoBody) => {}
                Err(why) => self.rewrite.left.push(Left {
                    name: function.name,
                    line: *function.head.start(),
                    why,
                }),
            }
        }
    }
}
