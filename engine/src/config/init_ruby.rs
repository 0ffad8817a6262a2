//! What `mutscore init` proposes for a Ruby project with Cucumber.

use std::path::Path;

use super::init::choices;

/// Folders that hold production code by custom, where they hold any.
pub(super) fn production(folder: &Path) -> Vec<String> {
    ["app", "lib"]
        .iter()
        .filter(|name| holds_ruby(&folder.join(name)))
        .map(|name| format!("{name}/**/*.rb"))
        .collect()
}

fn holds_ruby(folder: &Path) -> bool {
    ignore::Walk::new(folder)
        .flatten()
        .any(|entry| entry.path().extension().is_some_and(|found| found == "rb"))
}

/// The whole file.
pub(super) fn text(name: &str, production: &[String]) -> String {
    let globs = production
        .iter()
        .map(|glob| format!("\"{glob}\""))
        .collect::<Vec<_>>()
        .join(", ");
    let choices = choices(name);
    format!(
        r#"# A mutscore bench. The form of this file is described in docs/mutscore.schema.json.
schema = 1

[project.{name}]
root = "."
language = "ruby"
runner = "cucumber-ruby"
# The only place for mutants: guessed from the folders found here.
production = [{globs}]
# Taken out of it: generated files, third-party code.
exclude = []
# The only place a submission may write to.
test-side = ["features/**"]
# The developers' own test code, taken away before a submission is laid in.
withheld = ["features/**/*.rb"]
# What no submission may change.
protected = ["features/**/*.feature"]

[project.{name}.toolchain]
# Its gems have to be on this machine; docs/runners/cucumber-ruby.md says which Cucumber.
program = "ruby"

# [project.{name}.env]
# RUBYOPT = "-rbundler/setup"

{choices}"#
    )
}
