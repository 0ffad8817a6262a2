//! A file and its versions, written as text that is there and text that comes in its place.

use std::fs;
use std::path::Path;

use mutscore_model::compiled::{Compiled, Refusal};
use mutscore_model::mutant::Edit;
use mutscore_model::path::RelPath;
use mutscore_model::span::ByteSpan;
use mutscore_runners::compilers::{Check, ProgramTree, compiler};
use mutscore_runners::runner::CancelToken;
use tempfile::TempDir;

/// A version: each text that is there once, and what comes in its place.
pub(crate) type Version = Vec<(&'static str, &'static str)>;

/// A tree of files and a checker for it.
pub(crate) struct Bed {
    pub(crate) folder: TempDir,
    pub(crate) checker: Box<dyn Check>,
}

impl Bed {
    /// A tree with these files; `None`, said aloud, where there is no compiler for the language.
    pub(crate) fn new(language: &str, files: &[(&str, &str)]) -> Option<Self> {
        let folder = tempfile::tempdir().unwrap();
        for (path, text) in files {
            let path = folder.path().join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        let tree = tree(folder.path(), files.iter().map(|(path, _)| *path));
        match compiler(language).unwrap().start(&tree) {
            Ok(checker) => Some(Self { folder, checker }),
            Err(why) => {
                let required = std::env::var("MUTSCORE_REQUIRE").unwrap_or_default();
                let is_required = required.split([',', ' ']).any(|word| word == language);
                assert!(!is_required, "MUTSCORE_REQUIRE asks for {language}: {why}");
                eprintln!("SKIPPED: no {language}: {why}");
                None
            }
        }
    }

    /// What the compiler says of a file of the tree as it is, and of its versions.
    pub(crate) fn ask(&mut self, path: &str, versions: &[Version]) -> (Compiled, Vec<Compiled>) {
        let source = fs::read(self.folder.path().join(path)).unwrap();
        let edits: Vec<Vec<Edit>> = versions
            .iter()
            .map(|version| edits(&source, version))
            .collect();
        let edits: Vec<&[Edit]> = edits.iter().map(Vec::as_slice).collect();
        let path = RelPath::new(path).unwrap();
        let answers = self
            .checker
            .check(&path, &source, &edits, &CancelToken::default());
        assert_eq!(answers.versions.len(), versions.len());
        (answers.original, answers.versions)
    }

    /// Checks versions against what is expected of them.
    pub(crate) fn expect(&mut self, path: &str, table: &[(Version, Expected)]) {
        let versions: Vec<Version> = table.iter().map(|(version, _)| version.clone()).collect();
        let (original, answers) = self.ask(path, &versions);
        assert!(matches!(original, Compiled::Form(_)), "{original:?}");
        for ((version, expected), answer) in table.iter().zip(&answers) {
            let right = match expected {
                Expected::Other => {
                    matches!(answer, Compiled::Form(_))
                        && *answer != original
                        && answers.iter().filter(|other| *other == answer).count() == 1
                }
                Expected::Same => *answer == original,
                Expected::Like(row) => *answer == answers[*row] && *answer != original,
                Expected::Opaque => *answer == Compiled::Opaque,
                Expected::Refused(at, words) => matches!(
                    answer,
                    Compiled::Refused(Refusal { line, message })
                        if *line == Some(*at) && message.contains(words)
                ),
            };
            assert!(right, "{version:?}: {answer:?}, expected {expected:?}");
        }
    }
}

/// What is expected of a version.
#[derive(Debug, Clone)]
pub(crate) enum Expected {
    /// It compiles, to something that neither the original nor any other version is.
    Other,
    /// It compiles to what the original is.
    Same,
    /// It compiles to what the version in this row (from 0) is, and not to the original.
    Like(usize),
    /// It compiles, and its form is not looked at.
    Opaque,
    /// It does not compile, for a reason on this line with these words.
    Refused(u32, &'static str),
}

/// A tree whose derived files go into a folder that all tests share.
pub(crate) fn tree<'a>(root: &Path, files: impl Iterator<Item = &'a str>) -> ProgramTree {
    ProgramTree {
        root: root.to_owned(),
        files: files.map(|path| RelPath::new(path).unwrap()).collect(),
        program: None,
        env: Default::default(),
        state: Path::new(env!("CARGO_TARGET_TMPDIR")).join("compilers-state"),
    }
}

/// The edits that make a version.
pub(crate) fn edits(source: &[u8], version: &Version) -> Vec<Edit> {
    let mut edits: Vec<Edit> = version
        .iter()
        .map(|(from, to)| {
            let mut places = source
                .windows(from.len())
                .enumerate()
                .filter(|(_, part)| *part == from.as_bytes())
                .map(|(at, _)| at);
            let at = places.next().unwrap_or_else(|| panic!("no `{from}`"));
            assert_eq!(places.next(), None, "`{from}` is there twice");
            Edit {
                span: ByteSpan::new(at as u32, (at + from.len()) as u32),
                text: (*to).to_owned(),
            }
        })
        .collect();
    edits.sort();
    edits
}
