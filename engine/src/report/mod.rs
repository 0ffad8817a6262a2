//! What people and programs are told: text with tones, and JSON. Everything here is a fold over results; nothing
//! runs, and nothing knows of terminals.

mod escape;
mod excerpt;
mod json;
mod page;
pub mod project;
mod reporter;
pub mod set;
mod sources;
mod terminal;
mod tone;
pub mod words;

pub use excerpt::{Excerpts, Line, Mark, difference, excerpt, unified};
pub use reporter::{Reporter, ScoreView, reporter, reporters};
pub use sources::Sources;
pub use tone::{Paint, Plain, Tone};
