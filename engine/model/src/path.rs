//! Paths inside a project: relative, `/`-separated, and unable to point outside.
//!
//! They are compared, sorted, hashed and stored, so there is exactly one spelling for each file.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// A path below a project's root, e.g. `src/docx/api.py`. Cheap to clone: every mutant of a file names it.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RelPath(Arc<str>);

/// Why a text is not a project-relative path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RelPathError {
    /// The text, or a part between two slashes, is empty.
    Empty,
    /// It starts at the root of a file system or names a drive.
    Absolute,
    /// A part is `.` or `..`.
    Dots,
    /// It has a NUL byte or a backslash.
    BadCharacter,
}

impl fmt::Display for RelPathError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Empty => "a project path has no empty part",
            Self::Absolute => "a project path is relative to the project's root",
            Self::Dots => "a project path has no `.` or `..` part",
            Self::BadCharacter => "a project path has no NUL and uses `/` between its parts",
        })
    }
}

impl std::error::Error for RelPathError {}

impl RelPath {
    /// Checks `text`.
    ///
    /// # Errors
    /// When it is empty, absolute, leaves the project, or has a NUL or backslash.
    pub fn new(text: &str) -> Result<Self, RelPathError> {
        let drive =
            text.as_bytes().get(1) == Some(&b':') && text.as_bytes()[0].is_ascii_alphabetic();
        if text.starts_with('/') || drive {
            return Err(RelPathError::Absolute);
        }
        if text.contains(['\0', '\\']) {
            return Err(RelPathError::BadCharacter);
        }
        for part in text.split('/') {
            match part {
                "" => return Err(RelPathError::Empty),
                "." | ".." => return Err(RelPathError::Dots),
                _ => {}
            }
        }
        Ok(Self(text.into()))
    }

    /// The path as written.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The part after the last `/`.
    #[must_use]
    pub fn file_name(&self) -> &str {
        self.0.rsplit('/').next().unwrap_or(&self.0)
    }

    /// What follows the last `.` of the file name, without the dot; `None` for `Makefile` and `.profile`.
    #[must_use]
    pub fn extension(&self) -> Option<&str> {
        match self.file_name().rsplit_once('.') {
            Some((stem, extension)) if !stem.is_empty() => Some(extension),
            _ => None,
        }
    }
}

impl fmt::Display for RelPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl fmt::Debug for RelPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.as_str())
    }
}

impl AsRef<str> for RelPath {
    fn as_ref(&self) -> &str {
        &self.0
    }
}

impl AsRef<std::path::Path> for RelPath {
    fn as_ref(&self) -> &std::path::Path {
        std::path::Path::new(self.as_str())
    }
}

impl FromStr for RelPath {
    type Err = RelPathError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::new(text)
    }
}

impl Serialize for RelPath {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.0)
    }
}

impl<'de> Deserialize<'de> for RelPath {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = std::borrow::Cow::<'de, str>::deserialize(deserializer)?;
        Self::new(&text).map_err(|error| de::Error::custom(format!("{text:?}: {error}")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_that_could_leave_the_project_is_refused() {
        for (text, why) in [
            ("", RelPathError::Empty),
            ("a//b", RelPathError::Empty),
            ("a/", RelPathError::Empty),
            ("/etc/passwd", RelPathError::Absolute),
            ("C:/x", RelPathError::Absolute),
            ("../x", RelPathError::Dots),
            ("a/../../x", RelPathError::Dots),
            ("./a", RelPathError::Dots),
            ("a\0b", RelPathError::BadCharacter),
            ("a\\..\\b", RelPathError::BadCharacter),
        ] {
            assert_eq!(RelPath::new(text), Err(why), "{text:?}");
        }
    }

    #[test]
    fn a_good_path_keeps_its_spelling_in_json() {
        let path = RelPath::new("src/a b/ü.py").unwrap();
        let json = serde_json::to_string(&path).unwrap();
        assert_eq!(json, "\"src/a b/ü.py\"");
        assert_eq!(serde_json::from_str::<RelPath>(&json).unwrap(), path);
        assert_eq!(path.file_name(), "ü.py");
        assert_eq!(path.extension(), Some("py"));
        assert_eq!(RelPath::new(".profile").unwrap().extension(), None);
        assert!(serde_json::from_str::<RelPath>("\"../x\"").is_err());
    }
}
