//! The runners, by the name that `mutscore.toml` uses. A new one is a file in `adapters/` and a line here.

use crate::adapters::behat::Behat;
use crate::adapters::behave::Behave;
use crate::adapters::command::Command;
use crate::adapters::cucumber_jvm::CucumberJvm;
use crate::adapters::cucumber_ruby::CucumberRuby;
use crate::adapters::godog::Godog;
use crate::adapters::junit::JUnit;
use crate::adapters::phpunit::Phpunit;
use crate::runner::Runner;

static RUNNERS: &[&dyn Runner] = &[
    &Behat,
    &Behave,
    &Command,
    &CucumberJvm,
    &CucumberRuby,
    &Godog,
    &JUnit,
    &Phpunit,
];

/// All runners.
#[must_use]
pub fn runners() -> &'static [&'static dyn Runner] {
    RUNNERS
}

/// The runner of this name.
#[must_use]
pub fn runner(id: &str) -> Option<&'static dyn Runner> {
    RUNNERS.iter().copied().find(|runner| runner.id() == id)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_runner_is_found_by_its_own_name_and_names_are_unique() {
        for (at, one) in runners().iter().enumerate() {
            assert_eq!(runner(one.id()).map(Runner::id), Some(one.id()));
            assert!(
                runners()[at + 1..]
                    .iter()
                    .all(|other| other.id() != one.id())
            );
        }
    }
}
