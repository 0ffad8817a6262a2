//! `pools/<project>/gate.jsonl`: what the gate says of each instance, a header line first.
//!
//! The header carries the digest of the lines that follow, so that a cut-off or edited file is noticed.

use std::path::Path;

use mutscore_model::digest::Digest;
use mutscore_model::event::SCHEMA_VERSION;
use mutscore_model::pool::GateEntry;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::atomic::write_atomically;
use super::canonical::compact;
use super::frozen::{FrozenError, OWN_VERSION, check_schema, check_tool, not_json, read};

/// First line of the file.
#[derive(Debug, Serialize, Deserialize)]
struct Header {
    schema: u32,
    tool: String,
    project: String,
    /// Digest of everything after this line.
    digest: Digest,
}

/// Writes the entries, sorted by instance.
pub(super) fn write_gate(
    path: &Path,
    project: &str,
    entries: &[GateEntry],
) -> Result<(), FrozenError> {
    let mut sorted: Vec<&GateEntry> = entries.iter().collect();
    sorted.sort_by_key(|entry| entry.instance);
    let failed = |error: serde_json::Error| not_json(path, 1, &error);
    let mut body = String::new();
    for entry in sorted {
        body.push_str(&compact(&serde_json::to_value(entry).map_err(failed)?));
        body.push('\n');
    }
    let header = Header {
        schema: SCHEMA_VERSION,
        tool: OWN_VERSION.to_owned(),
        project: project.to_owned(),
        digest: Digest::of(body.as_bytes()),
    };
    let header = compact(&serde_json::to_value(header).map_err(failed)?);
    Ok(write_atomically(
        path,
        format!("{header}\n{body}").as_bytes(),
    )?)
}

/// Reads the entries and checks what the header says.
pub(super) fn read_gate(path: &Path, project: &str) -> Result<Vec<GateEntry>, FrozenError> {
    let bytes = read(path)?;
    let Some(end) = bytes.iter().position(|&byte| byte == b'\n') else {
        return Err(FrozenError::Truncated(path.to_path_buf()));
    };
    let (head, body) = (&bytes[..end], &bytes[end + 1..]);
    let head: Value = serde_json::from_slice(head).map_err(|error| not_json(path, 1, &error))?;
    check_schema(path, &head)?;
    let header: Header = serde_json::from_value(head).map_err(|error| not_json(path, 1, &error))?;
    let found = Digest::of(body);
    if header.digest != found {
        return Err(FrozenError::DigestMismatch {
            path: path.to_path_buf(),
            stated: header.digest.to_string(),
            found,
        });
    }
    check_tool(path, &header.tool)?;
    if header.project != project {
        let found = format!("the gate of `{}`", header.project);
        return Err(FrozenError::Foreign {
            path: path.to_path_buf(),
            found,
            expected: format!("that of `{project}`"),
        });
    }
    body.split(|&byte| byte == b'\n')
        .enumerate()
        .filter(|(_, line)| !line.is_empty())
        .map(|(index, line)| {
            serde_json::from_slice(line).map_err(|error| not_json(path, index + 2, &error))
        })
        .collect()
}
