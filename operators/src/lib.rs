//! Mutation operators as source transforms over tree-sitter trees.
//!
//! A file is parsed once and copied into a flat array ([`tree`]); every node is then looked at once, through the eyes
//! of its [`language`](mod@language), by each chosen [`operator`](mod@operator). What they ask for becomes [`Mutant`]s with stable names, the lines
//! that reach them, and digests that say which of them are the same program. Nothing here runs a program.
//!
//! [`Mutant`]: mutscore_model::mutant::Mutant
#![forbid(unsafe_code)]
#![warn(missing_docs)]

pub mod catalogue;
mod content;
pub mod generate;
mod identity;
mod lang;
pub mod language;
pub mod locals;
pub mod manual;
mod mutate;
pub mod offer;
pub mod operator;
mod ops;
mod pattern;
pub mod registry;
mod reused;
pub mod rewrite;
pub mod role_set;
pub mod suppress;
pub mod text;
pub mod tokens;
pub mod tree;
pub mod units;
pub mod vocabulary;
mod walk;

pub use generate::{FileOutcome, Options, Source, generate, generate_file, parse_only};
pub use language::{Language, Reach};
pub use mutate::{MutateError, mutate};
pub use operator::OperatorMeta;
pub use registry::{OperatorSet, language, language_of_extension, languages, operator, operators};
pub use suppress::SkipReason;
