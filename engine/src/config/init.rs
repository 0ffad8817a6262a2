//! `mutscore init`: a commented `mutscore.toml` for a project folder that is recognised.
//!
//! Recognising is looking for the marks a framework leaves (Behave: a `features` folder with Python steps; Cucumber: with Ruby ones). What is
//! guessed is said in the comments, so that a person can put it right.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use super::find::CONFIG_FILE;
use super::{init_go, init_java, init_php, init_ruby};

/// Why no file is proposed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum InitError {
    /// There is one already.
    #[error("{0} exists already (hint: edit it, or remove it first)")]
    Exists(PathBuf),
    /// No framework left its marks here.
    #[error(
        "no test framework recognised in {0} (hint: Behave projects have a `features` folder with feature files and \
         Python steps, Cucumber's one with Ruby steps, Go modules tests that import godog, Behat's a `behat.yml`, PHPUnit's a `phpunit.xml`, Java projects a `pom.xml` beside `src/main/java`; for others write mutscore.toml by hand, docs/mutscore.schema.json describes it)"
    )]
    Unrecognised(PathBuf),
    /// Feature files and steps are there, but no production package.
    #[error(
        "no Python package found in {0} or its `src` (hint: write mutscore.toml by hand and set `production`)"
    )]
    NoProduction(PathBuf),
    /// The same for Ruby.
    #[error(
        "no Ruby file found in `lib` or `app` of {0} (hint: write mutscore.toml by hand and set `production`)"
    )]
    NoRubyProduction(PathBuf),
    /// The folder cannot be read.
    #[error("read {path}: {source}")]
    Unreadable {
        /// Which folder.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
}

/// Text of a `mutscore.toml` for the project in this folder. Nothing is written.
///
/// # Errors
/// See [`InitError`]; each names the way out.
pub fn starter(folder: &Path) -> Result<String, InitError> {
    let unreadable = |path: &Path| {
        let path = path.to_path_buf();
        move |source| InitError::Unreadable { path, source }
    };
    let folder = std::fs::canonicalize(folder).map_err(unreadable(folder))?;
    let config = folder.join(CONFIG_FILE);
    if config.exists() {
        return Err(InitError::Exists(config));
    }
    let suites = init_go::suites(&folder);
    if !suites.is_empty() {
        return Ok(init_go::text(&project_name(&folder), &suites));
    }
    if let Some(text) = init_php::proposal(&folder, &project_name(&folder)) {
        return Ok(text);
    }
    let features = folder.join("features");
    let has = |extension: &str| {
        ignore::Walk::new(&features)
            .flatten()
            .any(|entry| has_extension(entry.path(), extension))
    };
    if has("feature") && has("rb") && !has("py") {
        let production = init_ruby::production(&folder);
        if production.is_empty() {
            return Err(InitError::NoRubyProduction(folder));
        }
        return Ok(init_ruby::text(&project_name(&folder), &production));
    }
    if init_java::is_one(&folder) {
        return Ok(init_java::text(&folder, &project_name(&folder)));
    }
    if !has("feature") || !has("py") {
        return Err(InitError::Unrecognised(folder));
    }
    let (production, python_path) = production(&folder).map_err(unreadable(&folder))?;
    if production.is_empty() {
        return Err(InitError::NoProduction(folder));
    }
    Ok(text(&project_name(&folder), &production, python_path))
}

fn has_extension(path: &Path, extension: &str) -> bool {
    path.extension().is_some_and(|found| found == extension)
}

/// Globs of the packages below `src`, else beside `features`; and the folder to import them from.
fn production(folder: &Path) -> std::io::Result<(Vec<String>, &'static str)> {
    let src = folder.join("src");
    if src.is_dir() {
        let packages = packages(&src)?;
        if !packages.is_empty() {
            return Ok((
                packages
                    .into_iter()
                    .map(|name| format!("src/{name}/**/*.py"))
                    .collect(),
                "src",
            ));
        }
    }
    Ok((
        packages(folder)?
            .into_iter()
            .map(|name| format!("{name}/**/*.py"))
            .collect(),
        ".",
    ))
}

/// Names of the Python packages in a folder, sorted, without those that are tests or documentation by name.
fn packages(folder: &Path) -> std::io::Result<Vec<String>> {
    let mut names = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        let beside = matches!(
            name.as_str(),
            "features" | "tests" | "test" | "docs" | "examples"
        );
        if !beside && entry.path().join("__init__.py").is_file() {
            names.push(name);
        }
    }
    names.sort();
    Ok(names)
}

fn project_name(folder: &Path) -> String {
    let name: String = folder
        .file_name()
        .map(|name| name.to_string_lossy().into_owned())
        .unwrap_or_default()
        .chars()
        .map(|c| {
            if c.is_ascii_alphanumeric() || matches!(c, '-' | '_') {
                c
            } else {
                '-'
            }
        })
        .collect();
    match name.trim_matches(['-', '_']) {
        "" => "project".to_owned(),
        name => name.chars().take(64).collect(),
    }
}

fn text(name: &str, production: &[String], python_path: &str) -> String {
    let globs = production
        .iter()
        .map(|glob| format!("\"{glob}\""))
        .collect::<Vec<_>>()
        .join(", ");
    let mut text = String::new();
    let choices = choices(name);
    // Writing to a String cannot fail.
    let _ = write!(
        text,
        r#"# A mutscore bench. The form of this file is described in docs/mutscore.schema.json.
schema = 1

[project.{name}]
root = "."
language = "python"
runner = "behave"
# The only place for mutants: guessed from the packages found here.
production = [{globs}]
# Taken out of it: generated files, third-party code.
exclude = []
# The only place a submission may write to.
test-side = ["features/**"]
# The developers' own test code, taken away before a submission is laid in.
withheld = ["features/**/*.py"]
# What no submission may change.
protected = ["features/**/*.feature"]

[project.{name}.python]
interpreter = "python3"
# Installed into a virtual environment of the bench's own; pin what the project needs.
packages = ["behave"]

[project.{name}.env]
PYTHONPATH = "{python_path}"

{choices}"#
    );
    text
}

/// What every project may set, as comments.
pub(super) fn choices(name: &str) -> String {
    format!(
        r#"# [project.{name}.limits]        # a mutated run may take factor × the unmutated one, within floors and cap
# factor = 10.0
# wall-floor-seconds = 10.0
# cpu-floor-seconds = 2.0
# cap-seconds = 600.0

# [project.{name}.run]
# gate-runs = 3                  # passing runs of as many that a scenario needs
# execution = "auto"             # warm | cold
# isolation = "auto"             # namespaces | none
"#
    )
}
