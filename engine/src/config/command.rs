//! The commands of a project whose test tool is known by its command line only.

use mutscore_runners::runner::PlainCommand;

use super::file::ProjectFile;
use super::problem::ConfigError;
use super::resolve::Stage;

/// The runner that takes a `command` table.
const RUNNER: &str = "command";

impl Stage<'_> {
    /// The `command` table, which goes with `runner = "command"` and with no other.
    pub(super) fn command(&self, file: &ProjectFile) -> Result<Option<PlainCommand>, ConfigError> {
        let runner = &file.runner;
        let Some(table) = &file.command else {
            if runner.get_ref() == RUNNER {
                let why = "this runner needs a table `command` that says what to start";
                return Err(self.bad(runner.span(), "runner", runner.get_ref(), why));
            }
            return Ok(None);
        };
        if runner.get_ref() != RUNNER {
            let why = "only `runner = \"command\"` has a table `command`";
            return Err(self.bad(table.span(), "command", runner.get_ref(), why));
        }
        let table = table.get_ref();
        let (run, tests) = (table.run.get_ref(), table.tests.get_ref());
        if run.first().is_none_or(|program| program.trim().is_empty()) {
            let why = "it begins with the program to start";
            return Err(self.bad(table.run.span(), "run", &"", why));
        }
        if let Some(bad) = run.iter().find(|word| word.contains('\0')) {
            return Err(self.bad(table.run.span(), "run", bad, "no word may hold a NUL"));
        }
        if tests.is_empty() {
            let why = "it names at least one glob of test files";
            return Err(self.bad(table.tests.span(), "tests", &"", why));
        }
        for glob in tests {
            if let Err(error) = globset::Glob::new(glob.get_ref()) {
                return Err(self.bad(glob.span(), "tests", glob.get_ref(), &error.to_string()));
            }
        }
        Ok(Some(PlainCommand {
            run: run.clone(),
            build: table.build.as_ref().map(|line| line.get_ref().clone()),
            tests: tests.iter().map(|glob| glob.get_ref().clone()).collect(),
        }))
    }
}
