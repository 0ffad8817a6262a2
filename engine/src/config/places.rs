//! Where a project's files are: its root or source, its submissions, and what is no part of its tree.

use std::path::PathBuf;

use toml::Spanned;

use super::defaults;
use super::file::{ProjectFile, SourceFile};
use super::find::CONFIG_FILE;
use super::problem::{ConfigError, Problem};
use super::resolve::Stage;
use super::scope::Globs;
use super::settings::Source;

impl Stage<'_> {
    pub(super) fn source(&self, file: &ProjectFile) -> Result<Source, ConfigError> {
        match (&file.source, &file.root) {
            (Some(source), root) => self.sdist(source, root.as_ref()),
            (None, Some(root)) => Ok(Source::Folder(self.folder("root", root)?)),
            (None, None) => Err(self.origin.error(
                self.table.clone(),
                Problem::MissingKey {
                    key: "root".to_owned(),
                },
            )),
        }
    }

    pub(super) fn sdist(
        &self,
        source: &SourceFile,
        root: Option<&Spanned<String>>,
    ) -> Result<Source, ConfigError> {
        let typed = &source.pip_sdist;
        let plain = |text: &str| {
            text.starts_with(|c: char| c.is_ascii_alphanumeric())
                && text
                    .chars()
                    .all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.' | '+' | '!'))
        };
        let (name, version) = typed
            .get_ref()
            .split_once("==")
            .filter(|(name, version)| plain(name) && plain(version))
            .ok_or_else(|| {
                self.bad(
                    typed.span(),
                    "pip-sdist",
                    typed.get_ref(),
                    "it must read `name==version`",
                )
            })?;
        let sha256 = source.sha256.get_ref().to_ascii_lowercase();
        if sha256.len() != 64 || !sha256.bytes().all(|b| b.is_ascii_hexdigit()) {
            return Err(self.bad(
                source.sha256.span(),
                "sha256",
                &sha256,
                "it must be 64 hexadecimal digits",
            ));
        }
        let inside = |text: &str| {
            text == "."
                || (!text.contains('\\')
                    && text.split('/').all(|part| !matches!(part, "" | "." | "..")))
        };
        let root = match root {
            None => defaults::SOURCE_ROOT.to_owned(),
            Some(root) if inside(root.get_ref()) => root.get_ref().clone(),
            Some(root) => {
                return Err(self.bad(
                    root.span(),
                    "root",
                    root.get_ref(),
                    "it must stay inside the unpacked source",
                ));
            }
        };
        Ok(Source::PipSdist {
            name: name.to_owned(),
            version: version.to_owned(),
            sha256,
            root,
        })
    }

    pub(super) fn folder(
        &self,
        key: &'static str,
        typed: &Spanned<String>,
    ) -> Result<PathBuf, ConfigError> {
        if typed.get_ref().is_empty() {
            return Err(self.bad(
                typed.span(),
                key,
                &"",
                "write `.` for the folder of this file",
            ));
        }
        let joined = self.dir.join(typed.get_ref());
        match std::fs::canonicalize(&joined) {
            Ok(path) if path.is_dir() => Ok(path),
            _ => Err(self.origin.error(typed.span(), Problem::NoFolder(joined))),
        }
    }

    /// The folder need not be there yet: a bench may come without submissions.
    pub(super) fn submissions(&self, file: &ProjectFile) -> Result<Option<PathBuf>, ConfigError> {
        match &file.submissions {
            Some(typed) if typed.get_ref().is_empty() => Err(self.bad(
                typed.span(),
                "submissions",
                &"",
                "write the folder's path, relative to this file",
            )),
            typed => Ok(typed.as_ref().map(|typed| self.dir.join(typed.get_ref()))),
        }
    }

    /// A bench that lies inside the project's own folder must not pin itself: freezing would change the tree.
    pub(super) fn tree_exclude(
        &self,
        file: &ProjectFile,
        source: &Source,
    ) -> Result<Vec<String>, ConfigError> {
        Globs::compile(self.origin, "tree-exclude", &file.tree_exclude)?;
        let mut globs: Vec<String> = file
            .tree_exclude
            .iter()
            .map(|glob| glob.get_ref().clone())
            .collect();
        if let Source::Folder(root) = source
            && let Ok(below) = self.dir.strip_prefix(root)
        {
            let prefix = below.to_string_lossy();
            let at = |name: &str| {
                if prefix.is_empty() {
                    name.to_owned()
                } else {
                    format!("{prefix}/{name}")
                }
            };
            // Folders by their own name: `pools/**` would leave an empty `pools` in the tree after the first freeze.
            globs.extend(
                [
                    CONFIG_FILE,
                    "instances.jsonl",
                    "pools",
                    ".mutscore",
                    ".mutscore-*",
                ]
                .map(at),
            );
            if let Some(typed) = &file.submissions {
                globs.push(at(typed
                    .get_ref()
                    .trim_start_matches("./")
                    .trim_end_matches('/')));
            }
        }
        Ok(globs)
    }
}
