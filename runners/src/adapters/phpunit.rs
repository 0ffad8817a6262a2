//! PHPUnit: of the project's own `vendor`, of one of its folders of libraries, or of the machine.

use std::collections::BTreeMap;
use std::path::PathBuf;

use mutscore_model::path::RelPath;
use serde_json::json;

use crate::adapters::found;
use crate::adapters::php::{Framework, Prepared};
use crate::adapters::project_files::{test_files, view_files};
use crate::adapters::view_digest::folder_digest;
use crate::runner::{Discovery, Mode, Project, Runner, RunnerError, Session};
use crate::shims;

static PHPUNIT: Framework = Framework {
    id: "phpunit",
    missing: "PHPUnit is not installed",
    hint: "PHPUnit 9, 10.5 and 11.5 are supported, the latest releases of each: have one in the project's `vendor`, name a folder with one and its `autoload.php` among \
           `toolchain.read-only`, or `apt-get install phpunit` on Debian",
};
const SUPPORTED: &str = "9, 10.5 and 11.5";
const IN_PROJECT: &str = "vendor/phpunit/phpunit/src/Runner/Version.php";
const PACKAGE: [&str; 2] = ["vendor/phpunit/phpunit", "phpunit/phpunit"];
const VERSION: &str = "src/Runner/Version.php";
const AUTOLOAD: [&str; 2] = ["autoload.php", "vendor/autoload.php"];

/// The adapter.
pub(crate) struct Phpunit;

impl Runner for Phpunit {
    fn id(&self) -> &'static str {
        PHPUNIT.id
    }

    fn revision(&self) -> String {
        shims::digest(shims::PHP).short(16)
    }

    fn fingerprint(&self, project: &Project) -> Result<BTreeMap<String, String>, RunnerError> {
        let prepared = prepared(project)?;
        let mut found = prepared.fingerprint()?;
        if let Some(home) = &prepared.home {
            found.insert("libraries".to_owned(), folder_digest(home)?.short(24));
        }
        Ok(found)
    }

    fn discover(&self, project: &Project) -> Result<Discovery, RunnerError> {
        let answer = prepared(project)?.ask("discover")?;
        found::discovery(PHPUNIT.id, project, answer)
    }

    fn session(
        &self,
        project: &Project,
        mode: Mode,
        slot: u32,
    ) -> Result<Box<dyn Session>, RunnerError> {
        prepared(project)?.session(mode, slot)
    }

    fn supported(&self) -> Option<&'static str> {
        Some(SUPPORTED)
    }

    fn has_then_steps(&self) -> bool {
        false
    }
}

fn prepared(project: &Project) -> Result<Prepared<'_>, RunnerError> {
    let files = view_files(&project.layers)?;
    // PHPUnit's own custom; a configuration of the project's may name others.
    let features: Vec<RelPath> = test_files(project, &files)?
        .into_iter()
        .filter(|path| path.as_str().ends_with("Test.php"))
        .cloned()
        .collect();
    let vendored = files.keys().any(|path| path.as_str() == IN_PROJECT);
    let home = if vendored { None } else { home(project) };
    Ok(Prepared {
        framework: &PHPUNIT,
        project,
        files,
        features,
        more: BTreeMap::from([
            ("vendored".to_owned(), json!(vendored)),
            ("phpunit".to_owned(), json!(home)),
        ]),
        vendored,
        home,
    })
}

/// The first declared folder of libraries that has PHPUnit: a project of Composer's, its `vendor`, or one put together by hand.
fn home(project: &Project) -> Option<PathBuf> {
    let folders = project.libraries.iter();
    folders
        .filter(|folder| AUTOLOAD.iter().any(|file| folder.join(file).is_file()))
        .find(|folder| {
            let packages = std::fs::read_dir(folder).into_iter().flatten().flatten();
            packages
                .map(|package| package.path())
                .chain(PACKAGE.iter().map(|package| folder.join(package)))
                .any(|package| package.join(VERSION).is_file())
        })
        .and_then(|folder| folder.canonicalize().ok())
}
