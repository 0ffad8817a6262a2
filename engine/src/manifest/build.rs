//! From the production files of a pinned tree to a manifest.

use std::path::{Path, PathBuf};

use ignore::WalkBuilder;
use mutscore_model::digest::Digest;
use mutscore_model::mutant::{MANIFEST_SCHEMA, ManifestHeader, Mutant};
use mutscore_model::path::RelPath;
use mutscore_operators::catalogue::{catalogue, catalogue_id, grammars};
use mutscore_operators::generate::{FileOutcome, Options, Source, generate};
use mutscore_operators::registry::{self, OperatorSet, UnknownOperator};

use crate::bench::{FrozenError, write_atomically};
use crate::config::{ConfigError, OperatorChoice, ProjectSettings};
use crate::manifest::jsonl;

/// Why there is no manifest.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ManifestError {
    /// The language has no operators here.
    #[error("no operators for the language `{0}` (known: {known})", known = known_languages())]
    Language(String),
    /// An operator is unknown.
    #[error(transparent)]
    Operator(#[from] UnknownOperator),
    /// A file cannot be read.
    #[error("{}: {source}", path.display())]
    Io {
        /// Which.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// No production file.
    #[error(
        "no file of `{project}` is in its production scope (hint: `production` in mutscore.toml has globs relative to the project root)"
    )]
    NoFiles {
        /// Project name.
        project: String,
    },
    /// The scope does not fit the files there are.
    #[error(transparent)]
    Config(#[from] ConfigError),
    /// The stored manifest cannot be used, or not be written.
    #[error(transparent)]
    Stored(#[from] FrozenError),
}

fn known_languages() -> String {
    registry::languages()
        .iter()
        .map(|language| language.id())
        .collect::<Vec<_>>()
        .join(", ")
}

/// A manifest that was just made.
#[derive(Debug, Clone)]
pub struct Built {
    /// What decided which mutants there are.
    pub header: ManifestHeader,
    /// The mutants, by path and place.
    pub mutants: Vec<Mutant>,
    /// Files that were partly parsed or skipped.
    pub remarks: Vec<FileOutcome>,
    /// The production files, by path.
    pub files: Vec<RelPath>,
}

impl Built {
    /// Stores it, whole or not at all, and gives the digest of the file.
    ///
    /// # Errors
    /// [`ManifestError::Stored`].
    pub fn write(&self, path: &Path) -> Result<Digest, ManifestError> {
        let text = jsonl::text(&self.header, &self.mutants);
        write_atomically(path, text.as_bytes()).map_err(FrozenError::from)?;
        Ok(Digest::of(text.as_bytes()))
    }

    /// The digest that its file has, or would have.
    #[must_use]
    pub fn digest(&self) -> Digest {
        Digest::of(jsonl::text(&self.header, &self.mutants).as_bytes())
    }
}

/// Generates all mutants of a project's production scope, in the tree at `root`.
///
/// # Errors
/// [`ManifestError`].
pub fn build(settings: &ProjectSettings, root: &Path) -> Result<Built, ManifestError> {
    let language = registry::language(&settings.language)
        .ok_or_else(|| ManifestError::Language(settings.language.clone()))?;
    let (operators, operator_set) = match &settings.operators {
        OperatorChoice::Default => (OperatorSet::default(), "default".to_owned()),
        OperatorChoice::Ids(ids) => (OperatorSet::parse(ids)?, ids.join(",")),
    };
    let sources = production_sources(settings, root)?;
    let files = sources.iter().map(|source| source.path.clone()).collect();
    let catalogue = catalogue(&operators, &[language]);
    let header = ManifestHeader {
        schema: MANIFEST_SCHEMA,
        engine: env!("CARGO_PKG_VERSION").to_owned(),
        grammars: grammars()
            .into_iter()
            .filter(|grammar| grammar.lang == settings.language)
            .collect(),
        project: settings.name.clone(),
        include: settings.scope.production_globs(),
        exclude: settings.scope.exclude_globs(),
        operator_set,
        catalogue_id: catalogue_id(&catalogue),
        catalogue,
        coverage_tool: "line events".to_owned(),
        mapping_rule: "unit-header/1".to_owned(),
        compile_check: None,
    };
    let outcomes = generate(
        language,
        &sources,
        &Options {
            operators,
            ..Options::default()
        },
    );
    let (mut mutants, mut remarks) = (Vec::new(), Vec::new());
    for mut outcome in outcomes {
        mutants.append(&mut outcome.mutants);
        if !outcome.damaged.is_empty() || outcome.skipped.is_some() {
            remarks.push(outcome);
        }
    }
    Ok(Built {
        header,
        mutants,
        remarks,
        files,
    })
}

/// Production files of a tree, by path. What is declared must be there, so the scope is checked on the way.
pub(crate) fn production_sources(
    settings: &ProjectSettings,
    root: &Path,
) -> Result<Vec<Source>, ManifestError> {
    let files = files(root)?;
    settings.scope.check(files.iter().map(RelPath::as_str))?;
    let mut sources = Vec::new();
    for path in files {
        if settings.scope.is_production(path.as_str()) {
            let full = root.join(&path);
            let bytes =
                std::fs::read(&full).map_err(|source| ManifestError::Io { path: full, source })?;
            sources.push(Source {
                path,
                bytes: bytes.into(),
            });
        }
    }
    if sources.is_empty() {
        return Err(ManifestError::NoFiles {
            project: settings.name.clone(),
        });
    }
    Ok(sources)
}

/// All regular files of a tree, by path; links are not followed. A name that no manifest can hold is passed over.
fn files(root: &Path) -> Result<Vec<RelPath>, ManifestError> {
    let mut files = Vec::new();
    // A pinned tree holds what belongs to the project: nothing in it is to be ignored.
    for entry in WalkBuilder::new(root).standard_filters(false).build() {
        let entry = entry.map_err(|error| ManifestError::Io {
            path: root.to_owned(),
            source: error
                .into_io_error()
                .unwrap_or_else(|| std::io::ErrorKind::Other.into()),
        })?;
        let relative = entry.path().strip_prefix(root).ok().and_then(Path::to_str);
        if let Some(path) = relative.and_then(|path| RelPath::new(path).ok())
            && entry.file_type().is_some_and(|kind| kind.is_file())
        {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}
