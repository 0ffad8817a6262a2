//! What a compiler says of a file, original or changed: the answer that crosses from the runners to the engine and
//! is kept in the result cache.

use serde::{Deserialize, Serialize};

use crate::digest::Digest;

/// A compiler's answer about one version of one file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Compiled {
    /// It compiles, and this names what it compiles to: two versions of one file with equal forms are one program,
    /// line numbers apart.
    Form(Digest),
    /// It compiles; what it compiles to was not looked at.
    Opaque,
    /// It does not compile.
    Refused(Refusal),
    /// The compiler could not be asked or did not say, with the reason. Never a verdict.
    Unknown(String),
}

/// Why a compiler refuses a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Refusal {
    /// 1-based line of the file as it was compiled, where the compiler names one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
    /// The compiler's own words, one line.
    pub message: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_answer_survives_its_written_form() {
        for answer in [
            Compiled::Form(Digest::of(b"code")),
            Compiled::Opaque,
            Compiled::Refused(Refusal {
                line: Some(3),
                message: "invalid syntax".into(),
            }),
            Compiled::Refused(Refusal {
                line: None,
                message: "too large".into(),
            }),
            Compiled::Unknown("it did not answer within 30 s".into()),
        ] {
            let json = serde_json::to_string(&answer).unwrap();
            assert_eq!(serde_json::from_str::<Compiled>(&json).unwrap(), answer);
        }
    }
}
