//! What a PHP project needs of PHP itself.

use std::process::Command;

use mutscore::bench::Bench;
use mutscore::config::ProjectSettings;

use super::examine::{Finding, Verdict, first_line, is_version};

/// Version and program on one line, and the extensions that are missing.
const QUESTION: &str = "echo PHP_VERSION, ' ', PHP_BINARY; \
                        foreach (['FFI', 'tokenizer', 'mbstring', 'dom', 'pcov'] as $one) { extension_loaded($one) || print(\" -$one\"); }";

/// The declared PHP, its version, and the extensions that runs and coverage need.
pub(super) fn interpreter(bench: &Bench, settings: &ProjectSettings) -> Finding {
    let what = format!("{}: php", settings.name);
    let program = &settings.toolchain.program;
    let mut question = Command::new(program);
    question.current_dir(bench.dir()).args(["-r", QUESTION]);
    let missing = |found: String, remedy: String| {
        Finding::new(what.as_str(), Verdict::Missing, found)
            .lost("the project cannot be run")
            .remedy(remedy)
    };
    let found = match first_line(&mut question) {
        Ok(found) => found,
        Err(why) => {
            let remedy = "install PHP (on Debian: apt-get install php-cli php-mbstring php-xml php-pcov), \
                          or set `program` in mutscore.toml";
            return missing(format!("`{program}`: {why}"), remedy.to_owned());
        }
    };
    let lacks: Vec<&str> = found
        .split(' ')
        .filter_map(|word| word.strip_prefix('-'))
        .collect();
    match &settings.toolchain.version {
        Some(wanted) if !is_version(&found, wanted) => missing(
            format!("{found}, but mutscore.toml asks for {wanted}"),
            format!("install PHP {wanted} and name it as `program` in mutscore.toml"),
        ),
        _ if lacks.is_empty() => Finding::new(what, Verdict::Works, found),
        _ => missing(
            format!("{found}: extensions are missing"),
            format!(
                "install them (on Debian: apt-get install {})",
                lacks
                    .iter()
                    .map(|name| package(name))
                    .collect::<Vec<_>>()
                    .join(" ")
            ),
        ),
    }
}

/// Debian's package of an extension.
fn package(extension: &str) -> &'static str {
    match extension {
        "mbstring" => "php-mbstring",
        "dom" => "php-xml",
        "pcov" => "php-pcov",
        _ => "php-common",
    }
}

#[cfg(test)]
mod tests {
    use super::package;

    #[test]
    fn every_extension_has_a_package() {
        let packages = ["FFI", "tokenizer", "mbstring", "dom", "pcov"].map(package);
        assert_eq!(
            packages,
            [
                "php-common",
                "php-common",
                "php-mbstring",
                "php-xml",
                "php-pcov"
            ]
        );
    }
}
