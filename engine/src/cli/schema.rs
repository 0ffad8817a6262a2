//! `mutscore schema`: the JSON Schema of `mutscore.toml`, for editors.

use clap::Args;
use mutscore::config;

use super::{exit, term};

/// Print the JSON Schema of mutscore.toml
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  mutscore schema > mutscore.schema.json

Editors that know Taplo or Even Better TOML take it from a first line `#:schema ./mutscore.schema.json`.")]
pub(crate) struct SchemaArgs {}

/// Prints the schema.
pub(crate) fn run(_args: &SchemaArgs) -> anyhow::Result<u8> {
    term::print_json(&config::schema())?;
    Ok(exit::SCORED)
}
