//! The text of mutated files, as far as it is the text that the mutants were made from.

use std::collections::BTreeMap;
use std::path::Path;

use mutscore_model::digest::Digest;
use mutscore_model::mutant::Mutant;
use mutscore_model::path::RelPath;

/// Longest file that is shown, in bytes.
const LONGEST: usize = 1 << 20;

/// What was found of the files of some mutants.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Sources {
    /// Text by path.
    pub texts: BTreeMap<RelPath, String>,
    /// Why the text of a file is missing.
    pub missing: BTreeMap<RelPath, String>,
}

impl Sources {
    /// Reads the files of these mutants below `root`.
    pub fn read<'a>(root: &Path, mutants: impl IntoIterator<Item = &'a Mutant>) -> Self {
        let mut sources = Self::default();
        for mutant in mutants {
            let path = &mutant.path;
            if sources.texts.contains_key(path) || sources.missing.contains_key(path) {
                continue;
            }
            match read(root, mutant) {
                Ok(text) => drop(sources.texts.insert(path.clone(), text)),
                Err(why) => drop(sources.missing.insert(path.clone(), why)),
            }
        }
        sources
    }
}

fn read(root: &Path, mutant: &Mutant) -> Result<String, String> {
    let bytes =
        std::fs::read(root.join(mutant.path.as_str())).map_err(|error| error.to_string())?;
    if Digest::of(&bytes) != mutant.source_id {
        return Err("the file is another one than when the pools were frozen".to_owned());
    }
    if bytes.len() > LONGEST {
        return Err(format!("{} bytes are too many to show", bytes.len()));
    }
    Ok(text(&bytes))
}

/// As the manifest reads it: UTF-8 without its byte-order mark, else a character for each byte. So its columns fit.
fn text(bytes: &[u8]) -> String {
    match std::str::from_utf8(bytes) {
        Ok(text) => text.trim_start_matches('\u{FEFF}').to_owned(),
        Err(_) => bytes.iter().map(|byte| char::from(*byte)).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_that_are_not_utf_8_are_characters_each() {
        assert_eq!(text(b"\xEF\xBB\xBFa\xC3\xBC"), "aü");
        assert_eq!(text(b"a\xFC"), "aü");
    }
}
