//! The Cucumbers for Ruby that are at hand, and tiny projects for them.
#![allow(dead_code, reason = "each test file uses its part")]
#![allow(clippy::unwrap_used, reason = "a failure here is a failed test")]

#[path = "../bed/mod.rs"]
mod shared;

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use mutscore_runners::runner::Isolation;

#[allow(unused_imports, reason = "each test file uses its part")]
pub(crate) use shared::{Bed, Both, Environment, LIMITS, Pair, isolations};

/// Names folders with a later Cucumber and all that it needs, each with its `lib`; with colons between them.
const LATER: &str = "MUTSCORE_CUCUMBER_RUBY";
/// Says which Ruby this is, and which Cucumber it finds.
const QUESTION: &str = "gem 'cucumber' unless ENV['RUBYLIB']; require 'cucumber'; puts RbConfig.ruby, Cucumber::VERSION";

/// A Ruby with a Cucumber.
pub(crate) struct Generation {
    pub(crate) environment: Environment,
    /// Where its libraries are, if they are no gems.
    libraries: Option<String>,
}

impl Generation {
    /// The machine's own Ruby, with what lies in this folder before all gems.
    fn found(versions: &[&'static str], folder: Option<&Path>) -> Result<Self, String> {
        let libraries = folder.map(libraries);
        let mut ruby = Command::new("ruby");
        ruby.args(["-e", QUESTION]).env_remove("RUBYLIB");
        if let Some(libraries) = &libraries {
            ruby.env("RUBYLIB", libraries);
        }
        let asked = ruby.stdin(Stdio::null()).output();
        let said = asked.map(|output| String::from_utf8_lossy(&output.stdout).into_owned());
        let said = said.unwrap_or_default();
        let mut lines = said.lines();
        let (Some(program), Some(found)) = (lines.next(), lines.next()) else {
            return Err("there is no Ruby with Cucumber (`apt-get install cucumber`)".to_owned());
        };
        let mut versions = versions.iter().copied();
        let Some(version) = versions.find(|one| found.starts_with(&format!("{one}."))) else {
            return Err(format!("Cucumber {found} is not one that is tested"));
        };
        let read_only = ["/usr/lib", "/usr/share", "/var/lib/gems"]
            .map(PathBuf::from)
            .into_iter()
            .chain(folder.map(Path::to_owned))
            .filter(|path| path.exists())
            .collect();
        Ok(Self {
            environment: Environment {
                runner: "cucumber-ruby",
                version,
                program: PathBuf::from(program),
                read_only,
                production: "lib/**/*.rb",
                withheld: &["features/step_definitions/**", "features/support/**"],
            },
            libraries,
        })
    }

    pub(crate) fn bed(&self, isolation: Isolation, text: &str) -> Bed {
        let mut bed = Bed::new(&self.environment, isolation, text);
        if let Some(libraries) = &self.libraries {
            bed.project.env.insert("RUBYLIB".into(), libraries.clone());
        }
        bed
    }
}

/// Cucumber 2.4 as a gem, and those that folders hold; a word why where one is not at hand.
pub(crate) fn generations() -> Vec<Generation> {
    let two = Generation::found(&["2.4"], None).inspect_err(|why| shared::skip("ruby", why));
    two.into_iter().chain(later()).collect()
}

/// Cucumber 9 and 10.
pub(crate) fn later() -> Vec<Generation> {
    let Some(folders) = std::env::var_os(LATER) else {
        shared::skip("cucumber-ruby-9", &format!("{LATER} names no Cucumber 9"));
        return Vec::new();
    };
    let found = std::env::split_paths(&folders).map(|folder| {
        Generation::found(&["9", "10"], Some(&folder))
            .inspect_err(|why| shared::skip("cucumber-ruby-9", why))
    });
    found.flatten().collect()
}

/// The `lib` folders below a folder, in the form of RUBYLIB.
fn libraries(folder: &Path) -> String {
    let mut found = Vec::new();
    let mut open = vec![(folder.to_owned(), 0)];
    while let Some((folder, depth)) = open.pop() {
        let lib = folder.join("lib");
        if lib.is_dir() && depth > 0 {
            found.push(lib.display().to_string());
        } else if depth < 3 {
            let entries = folder.read_dir().into_iter().flatten().flatten();
            open.extend(entries.map(|entry| (entry.path(), depth + 1)));
        }
    }
    found.sort();
    found.join(":")
}

/// Runs a check with every Cucumber, where runs are kept apart by namespaces.
pub(crate) fn with_best(text: &str, check: impl Fn(&Bed)) {
    for generation in generations() {
        if let Some(isolation) = isolations().pop() {
            check(&generation.bed(isolation, text));
        }
    }
}

/// Runs a check with every Cucumber, in both isolation modes.
pub(crate) fn with_all(text: &str, check: impl Fn(&Bed)) {
    for generation in generations() {
        for isolation in isolations() {
            check(&generation.bed(isolation, text));
        }
    }
}
