//! A project's manifest `M_P`: all of its mutants, with what decided that it is these (paper §3.2 Stage IV).

mod build;
pub mod check;
pub mod filter;
mod jsonl;
mod since;

pub(crate) use build::production_sources;
pub use build::{Built, ManifestError, build};
pub use jsonl::{Manifest, operators, read};
pub use since::{Fate, Since, since};
