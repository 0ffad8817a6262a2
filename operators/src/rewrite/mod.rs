//! Rewrites of a file's source: the whole-file changes the engine needs besides single mutants.

mod clone_dispatch;
mod file;
mod hide_bodies;
mod probes;
mod report;
mod splice;
mod strip_bodies;

pub(crate) use clone_dispatch::mutated;
pub use clone_dispatch::{
    Copied, NotWoven, Numbered, Piece, SELECTOR, Weaving, Woven, numbers_in, support, weave,
};
pub use file::File;
pub use hide_bodies::{Wish, hide};
pub use probes::{CALLS, Probed, probe, probe_support};
pub use report::{Function, Left, Rewrite, RewriteError, Why};
pub use splice::{SpliceError, apply};
pub use strip_bodies::{Place, strip};

use mutscore_model::mutant::Edit;
use mutscore_model::span::ByteSpan;

use crate::tree::Node;

/// What placeholders say.
pub const HIDDEN: &str = "implementation hidden";

/// What a language knows of its functions that only rewrites need.
///
/// Edits are given for one function at a time, sorted and without overlap. Every other byte of the file stays.
pub trait Rewriting: Sync {
    /// Whether the node is a function, method or closure with a body that can be hidden.
    fn is_function(&self, node: Node<'_>) -> bool;
    /// Whether the node may hold the code of a step definition; beside functions, blocks in some languages.
    fn is_step_code(&self, node: Node<'_>) -> bool {
        self.is_function(node)
    }
    /// Where the declaration begins: decorators and the call that a block is handed to are part of it.
    fn head_start(&self, function: Node<'_>) -> u32 {
        function.start()
    }
    /// The function's body, braces and all; `None` where it has none.
    fn body<'t>(&self, function: Node<'t>) -> Option<Node<'t>>;
    /// Edits that put a placeholder in the body's place, which fails with [`HIDDEN`].
    ///
    /// # Errors
    /// Why this function has to stay.
    fn hide(&self, function: Node<'_>, file: &File<'_>) -> Result<Vec<Edit>, Why>;
    /// Edits after which the function does nothing, and which keep the number of lines.
    ///
    /// # Errors
    /// Why this function has to stay.
    fn strip(&self, function: Node<'_>, file: &File<'_>) -> Result<Vec<Edit>, Why>;
    /// How the language's functions are copied for [`weave`]; `None` where a mutant costs no compilation.
    fn weaving(&self) -> Option<&'static dyn Weaving> {
        None
    }
    /// The call that notes that the function was entered, passing its number; `None` where there is nowhere to put it.
    fn probe(&self, _function: Node<'_>, _number: u32) -> Option<Edit> {
        None
    }
    /// The file with the function that probes call: its name, and its text for a package.
    fn probe_support(&self, _package: &str) -> Option<(&'static str, String)> {
        None
    }
    /// What else must change so that the file compiles once these parts of it are gone.
    fn settle(&self, _file: &File<'_>, _gone: &[ByteSpan]) -> Vec<Edit> {
        Vec::new()
    }
}
