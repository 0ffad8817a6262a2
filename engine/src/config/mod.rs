//! `mutscore.toml`: what was typed ([`file`]), what it means ([`Settings`]), and how to say what is wrong with it.
//!
//! Two stages on purpose: the shape of the file is cheap and strict, and only the resolved settings (globs
//! compiled, paths absolute, defaults filled in) travel inward.

mod command;
mod defaults;
mod file;
mod find;
mod init;
mod init_go;
mod init_java;
mod init_php;
mod init_ruby;
mod limits;
mod places;
mod problem;
mod resolve;
mod schema;
mod scope;
mod settings;
mod suggest;
mod timeouts;
mod toolchain;

pub use find::{CONFIG_FILE, find};
pub use init::{InitError, starter};
pub use problem::{ConfigError, Invalid, Problem};
pub use resolve::{Known, load, parse};
pub use schema::schema;
pub use scope::Scope;
pub use settings::{
    CompileCheckChoice, ExecutionChoice, IsolationChoice, OperatorChoice, OutcomePolicy,
    ProjectSettings, PythonSettings, Settings, Source, ToolchainSettings,
};
pub use timeouts::{Baseline, LimitPolicy};
