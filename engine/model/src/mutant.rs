//! Mutants and the manifest that lists all mutants of a project.
//!
//! A manifest is a header line followed by one compact JSON object per mutant, sorted by path, start,
//! operator order and replacement, so that two manifests can be compared with `diff`.

use serde::{Deserialize, Serialize};

use crate::digest::{Digest, StableHasher};
use crate::name::Name;
use crate::path::RelPath;
use crate::span::{ByteSpan, LineCol};

pub use crate::mutant_id::MutantId;

/// Version of the manifest's shape; a reader refuses a number it does not know.
pub const MANIFEST_SCHEMA: u32 = 1;

/// One replacement of bytes.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Edit {
    /// The bytes of the original file that go away (may be empty: an insertion).
    pub span: ByteSpan,
    /// What comes in their place, as UTF-8.
    pub text: String,
}

/// Whether the edits are the bare change or carry a guard that keeps the program compilable.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Form {
    /// Only the change itself.
    Plain,
    /// With an addition that has no effect but satisfies the compiler.
    Guarded,
}

/// What is known of a mutant before any test runs.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum MutantStatus {
    /// Usable.
    Ok,
    /// Does not compile; never a kill.
    Stillborn,
    /// The same program as the original, by what it compiles to; no test can tell them apart.
    Equivalent,
    /// The same program as the named, earlier mutant; whatever is found of that one is true of this one.
    Duplicate(MutantId),
    /// Left out on purpose, with the reason.
    Skipped(String),
}

/// A mutant as the manifest lists it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Mutant {
    /// Stable name, unique in the manifest.
    pub id: MutantId,
    /// Weaker name that also survives edits of the mutated statement itself; for matching two manifests.
    pub alt_id: MutantId,
    /// Digest of the mutated file's normalised tokens: equal for mutants that are the same program.
    pub content_id: Digest,
    /// Digest of the original file's bytes; the mutant applies to these bytes only.
    pub source_id: Digest,
    /// Names the mutated file's bytes: see [`Mutant::mutated_id_of`].
    pub mutated_id: Digest,
    /// Operator, e.g. `cond-boundary`.
    pub op: Name,
    /// Revision of the operator's table.
    pub rev: u32,
    /// 1 for the default set, 2 for the extended set.
    pub tier: u8,
    /// Language, e.g. `python`.
    pub lang: Name,
    /// File.
    pub path: RelPath,
    /// Enclosing named declarations, joined by `/`; empty at module level.
    pub scope: Name,
    /// The mutated node (0-based bytes, end exclusive).
    pub span: ByteSpan,
    /// Where the node starts.
    pub start: LineCol,
    /// Where the node ends (the character after its last).
    pub end: LineCol,
    /// Text of the node. Where the file is not UTF-8, its bytes read as Latin-1.
    pub original: String,
    /// What stands in its place.
    pub replacement: String,
    /// What is really applied: sorted, not overlapping.
    pub edits: Vec<Edit>,
    /// Whether the edits carry a guard.
    pub form: Form,
    /// L(m): the 1-based lines of which one must be executed for the mutant to be reached; sorted.
    pub lines: Vec<u32>,
    /// For a coverage tool that counts positions instead of lines (Go's): the mutant is reached if and only if the
    /// block around this position was executed. 1-based; the column counts bytes. Such a tool does not watch a mutant
    /// without it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pos: Option<LineCol>,
    /// Whether the change can be selected at run time, inside one build.
    pub schematizable: bool,
    /// Ids of later mutants that are the same program and were therefore left out.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub also: Vec<MutantId>,
    /// What is known before any test runs.
    pub status: MutantStatus,
}

impl MutantStatus {
    /// The word for it, reasons and names left out: the one that stored files and filters use.
    #[must_use]
    pub const fn word(&self) -> &'static str {
        match self {
            Self::Ok => "ok",
            Self::Stillborn => "stillborn",
            Self::Equivalent => "equivalent",
            Self::Duplicate(_) => "duplicate",
            Self::Skipped(_) => "skipped",
        }
    }
}

impl Mutant {
    /// The digest of a file's digest and the edits made to it. The two decide every byte of the mutated file, so this
    /// names those bytes as well as their own digest would, at a fraction of the cost.
    #[must_use]
    pub fn mutated_id_of(source_id: &Digest, edits: &[Edit]) -> Digest {
        MutatedIds::new(source_id).of(edits)
    }
}

/// Makes the [`Mutant::mutated_id_of`] of many mutants of one file.
pub struct MutatedIds {
    fields: StableHasher,
    file_end: usize,
}

impl MutatedIds {
    /// For a file with this digest.
    #[must_use]
    pub fn new(source_id: &Digest) -> Self {
        let mut fields = StableHasher::new("mutscore/mutated/1");
        fields.field(source_id.as_bytes());
        Self {
            file_end: fields.mark(),
            fields,
        }
    }

    /// For these edits.
    pub fn of(&mut self, edits: &[Edit]) -> Digest {
        self.fields.rewind(self.file_end);
        for edit in edits {
            self.fields
                .field(edit.span.start.to_le_bytes())
                .field(edit.span.end.to_le_bytes())
                .field(&edit.text);
        }
        self.fields.finish()
    }
}

/// One line of an operator's replacement table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rewrite {
    /// What is replaced, as the table writes it.
    pub from: String,
    /// What comes in its place.
    pub to: String,
}

/// An operator as it was when the manifest was made.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CatalogueEntry {
    /// Operator id; never renamed.
    pub id: String,
    /// Raised when the table changes.
    pub rev: u32,
    /// 1 or 2.
    pub tier: u8,
    /// Languages it works on.
    pub languages: Vec<String>,
    /// The replacement table.
    pub replacements: Vec<Rewrite>,
    /// Where a language departs from the table.
    pub adaptations: Vec<String>,
    /// Where no mutant is made.
    pub bans: Vec<String>,
}

/// A grammar and its release.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct GrammarVersion {
    /// Language id.
    pub lang: String,
    /// Release of the grammar.
    pub version: String,
}

/// First line of a manifest: everything that decides which mutants follow.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ManifestHeader {
    /// [`MANIFEST_SCHEMA`].
    pub schema: u32,
    /// Version of mutscore.
    pub engine: String,
    /// Grammars used, by language.
    pub grammars: Vec<GrammarVersion>,
    /// Project name.
    pub project: String,
    /// Globs of the production scope.
    pub include: Vec<String>,
    /// Globs taken out of it again.
    pub exclude: Vec<String>,
    /// The chosen operator set, as the user wrote it, e.g. `default`.
    pub operator_set: String,
    /// The operators of that set.
    pub catalogue: Vec<CatalogueEntry>,
    /// Digest of the catalogue's canonical JSON.
    pub catalogue_id: Digest,
    /// Coverage tool whose lines `lines` are meant for, e.g. `coverage.py`.
    pub coverage_tool: String,
    /// Rule that made `lines`, e.g. `unit-header/1`.
    pub mapping_rule: String,
    /// The compiler that each mutant's status comes from, e.g. `cpython 3.11.7`, or `none: ` and why there was none.
    /// Absent in manifests that were made before mutants were checked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub compile_check: Option<String>,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample() -> Mutant {
        let id = MutantId::from_digest(&Digest::of(b"a"));
        Mutant {
            alt_id: id.clone(),
            id,
            content_id: Digest::of(b"c"),
            source_id: Digest::of(b"s"),
            mutated_id: Digest::of(b"m"),
            op: "arith".into(),
            rev: 1,
            tier: 1,
            lang: "python".into(),
            path: RelPath::new("a.py").unwrap(),
            scope: "f".into(),
            span: ByteSpan::new(1, 2),
            start: LineCol::new(1, 2),
            end: LineCol::new(1, 3),
            original: "+".into(),
            replacement: "-".into(),
            edits: vec![Edit {
                span: ByteSpan::new(1, 2),
                text: "-".into(),
            }],
            form: Form::Plain,
            lines: vec![1],
            pos: None,
            schematizable: true,
            also: Vec::new(),
            status: MutantStatus::Ok,
        }
    }

    #[test]
    fn a_mutant_is_one_line_of_json_and_survives_it() {
        let mutant = sample();
        let json = serde_json::to_string(&mutant).unwrap();
        assert!(!json.contains('\n'));
        assert!(json.starts_with("{\"id\":\"m1_"));
        assert_eq!(serde_json::from_str::<Mutant>(&json).unwrap(), mutant);
    }

    #[test]
    fn a_position_is_only_written_where_there_is_one() {
        let mut mutant = sample();
        assert!(!serde_json::to_string(&mutant).unwrap().contains("pos"));
        mutant.pos = Some(LineCol::new(1, 2));
        let json = serde_json::to_string(&mutant).unwrap();
        assert!(json.contains("\"lines\":[1],\"pos\":"));
        assert_eq!(serde_json::from_str::<Mutant>(&json).unwrap(), mutant);
    }

    #[test]
    fn a_status_with_a_reason_survives_json() {
        let duplicate = MutantStatus::Duplicate(MutantId::from_text("m1_0"));
        for status in [
            MutantStatus::Ok,
            MutantStatus::Stillborn,
            MutantStatus::Equivalent,
            duplicate,
            MutantStatus::Skipped("asked for".into()),
        ] {
            let json = serde_json::to_string(&status).unwrap();
            assert_eq!(serde_json::from_str::<MutantStatus>(&json).unwrap(), status);
            assert!(json.contains(&format!("\"{}\"", status.word())), "{json}");
        }
        assert_eq!(serde_json::to_string(&MutantStatus::Ok).unwrap(), "\"ok\"");
    }

    #[test]
    fn another_edit_or_another_source_makes_another_file() {
        let edits = sample().edits;
        let other = [Edit {
            span: ByteSpan::new(1, 3),
            text: "-".into(),
        }];
        let id = Mutant::mutated_id_of(&Digest::of(b"s"), &edits);
        assert_eq!(id, Mutant::mutated_id_of(&Digest::of(b"s"), &edits));
        assert_ne!(id, Mutant::mutated_id_of(&Digest::of(b"t"), &edits));
        assert_ne!(id, Mutant::mutated_id_of(&Digest::of(b"s"), &other));
    }
}
