//! What a project needs of a tool chain that the machine has.

use mutscore::bench::Bench;
use mutscore::config::ProjectSettings;

use super::examine::{Finding, Verdict};

/// The declared program and its version.
pub(super) fn toolchain(bench: &Bench, settings: &ProjectSettings) -> Finding {
    let language = settings.language.as_str();
    let what = format!("{}: {language}", settings.name);
    match bench.prepare(&settings.name) {
        Ok(ready) => {
            let version = ready.toolchain.fingerprint.get(language);
            let program = ready.toolchain.program.display();
            let found = version.map_or_else(String::new, |version| format!("{version}, "));
            Finding::new(what, Verdict::Works, format!("{found}{program}"))
        }
        Err(error) => Finding::new(what, Verdict::Missing, error.to_string())
            .lost("the project cannot be run")
            .remedy(remedy(language)),
    }
}

fn remedy(language: &str) -> &'static str {
    match language {
        "ruby" => {
            "install Ruby and Cucumber (on Debian: apt-get install ruby cucumber), or set `program` in mutscore.toml"
        }
        "go" => "install Go 1.21 or newer, or set `program` in mutscore.toml",
        "java" => {
            "install a JDK and Maven (on Debian: apt-get install openjdk-17-jdk-headless maven), or set `program` in mutscore.toml"
        }
        _ => "install the language's tool chain, or set `program` in mutscore.toml",
    }
}
