//! The header of one file in a git patch: modes, names of renames and copies, digests.

use super::names::read;

/// What kind of file a mode stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Mode {
    File,
    Executable,
    Link,
    Submodule,
}

/// The lines between `diff --git` and `---`.
#[derive(Debug, Clone, Default)]
pub(super) struct Header<'p> {
    pub(super) old_mode: Option<Mode>,
    pub(super) new_mode: Option<Mode>,
    pub(super) created: bool,
    pub(super) deleted: bool,
    pub(super) renamed: (Option<String>, Option<String>),
    pub(super) copy: bool,
    /// What the `index` line says of the digests.
    pub(super) index: &'p [u8],
}

impl<'p> Header<'p> {
    /// Takes a header line; `false` if it is none.
    pub(super) fn take(&mut self, line: &'p [u8]) -> Result<bool, String> {
        let after = |prefix: &str| line.strip_prefix(prefix.as_bytes());
        if let Some(rest) = after("old mode ") {
            self.old_mode = Some(mode(rest)?);
        } else if let Some(rest) = after("new mode ") {
            self.new_mode = Some(mode(rest)?);
        } else if let Some(rest) = after("new file mode ") {
            (self.new_mode, self.created) = (Some(mode(rest)?), true);
        } else if let Some(rest) = after("deleted file mode ") {
            (self.old_mode, self.deleted) = (Some(mode(rest)?), true);
        } else if let Some(rest) = after("rename from ").or(after("copy from ")) {
            self.renamed.0 = Some(read(rest)?.0);
        } else if let Some(rest) = after("rename to ").or(after("copy to ")) {
            self.renamed.1 = Some(read(rest)?.0);
            self.copy = line.starts_with(b"copy");
        } else if let Some(rest) = after("index ") {
            // `index 1..2 100644` gives the mode of a file whose mode stays.
            let blank = rest.iter().position(|&byte| byte == b' ');
            self.index = &rest[..blank.unwrap_or(rest.len())];
            if let Some(blank) = blank {
                (self.old_mode, self.new_mode) = (
                    Some(mode(&rest[blank + 1..])?),
                    Some(mode(&rest[blank + 1..])?),
                );
            }
        } else {
            return Ok(after("similarity index ")
                .or(after("dissimilarity index "))
                .is_some());
        }
        Ok(true)
    }
}

fn mode(text: &[u8]) -> Result<Mode, String> {
    match text.strip_suffix(b"\r").unwrap_or(text) {
        b"100644" | b"100664" | b"100600" => Ok(Mode::File),
        b"100755" | b"100775" | b"100700" => Ok(Mode::Executable),
        b"120000" => Ok(Mode::Link),
        b"160000" => Ok(Mode::Submodule),
        other => Err(format!(
            "unknown file mode `{}`",
            String::from_utf8_lossy(other).escape_debug()
        )),
    }
}
