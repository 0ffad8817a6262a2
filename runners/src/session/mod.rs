//! Sessions: cold ones start a process for each run, warm ones fork a process that is loaded already.

pub(crate) mod built;
pub(crate) mod channel;
pub(crate) mod cold;
pub(crate) mod command;
pub(crate) mod jvm_cold;
pub(crate) mod jvm_compiler;
pub(crate) mod jvm_mutants;
pub(crate) mod jvm_warm;
pub(crate) mod launch;
mod shared_view;
pub(crate) mod store;
pub(crate) mod warm;
