//! The JSON Schema of `mutscore.toml`, made from the types that read it, so that the two cannot differ.

use schemars::schema_for;

use super::file::BenchFile;

/// JSON Schema (draft 2020-12) of `mutscore.toml`; `docs/mutscore.schema.json` is this value.
#[must_use]
pub fn schema() -> serde_json::Value {
    schema_for!(BenchFile).to_value()
}
