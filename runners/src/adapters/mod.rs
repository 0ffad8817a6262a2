//! One file for each test framework.

mod ask;
pub(crate) mod behat;
pub(crate) mod behave;
pub(crate) mod command;
pub(crate) mod cucumber_jvm;
pub(crate) mod cucumber_ruby;
mod fingerprints;
mod found;
mod go;
mod go_local;
pub(crate) mod godog;
pub(crate) mod junit;
pub(crate) mod jvm;
mod php;
pub(crate) mod phpunit;
mod project_files;
mod python;
mod ruby;
mod view_digest;
