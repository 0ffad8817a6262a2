//! A bench that a real test framework runs. Its environment is kept between test runs.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use super::place::{CONFIG, Place, Ran};

pub(crate) const FEATURE: &str = "\
Feature: Till
  Scenario: A rebate is given on large sums
    Given prices of 60 and 50
    When the total is taken with a rebate of 10
    Then the total is 100

  Scenario: This one is wrong
    Given prices of 1 and 1
    When the total is taken with a rebate of 0
    Then the total is 3
";

/// The developers' steps; a submission is the same text with another check.
pub(crate) fn steps(check: &str) -> String {
    format!(
        "\
from behave import given, when, then
from till.sums import total


@given('prices of {{a:d}} and {{b:d}}')
def prices(context, a, b):
    context.prices = [a, b]


@when('the total is taken with a rebate of {{rebate:d}}')
def take(context, rebate):
    context.total = total(context.prices, rebate)


@then('the total is {{expected:d}}')
def check(context, expected):
    {check}
"
    )
}

pub(crate) const EXACT: &str = "assert context.total == expected, context.total";

/// Where environments and results of this test are kept between runs.
pub(crate) fn state() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("cli-state")
}

pub(crate) fn run(place: &Place, line: &str) -> Ran {
    place.finish(
        place
            .command(line.split_whitespace())
            .env("MUTSCORE_STATE", state())
            .output()
            .unwrap(),
    )
}

pub(crate) fn has_python() -> bool {
    let ask = Command::new("python3")
        .args(["-c", "import venv, ensurepip"])
        .stderr(Stdio::null())
        .status();
    let found = ask.is_ok_and(|status| status.success());
    let required = std::env::var("MUTSCORE_REQUIRE").unwrap_or_default();
    assert!(
        found || !required.split([',', ' ']).any(|word| word == "python"),
        "MUTSCORE_REQUIRE asks for python"
    );
    if !found {
        eprintln!("SKIPPED: `python3` with venv and pip is not here");
    }
    found
}

pub(crate) fn bench() -> Place {
    let place = Place::bench();
    let packages = "[project.till.python]\npackages = [\"behave==1.3.3\", \"coverage==7.17.5\"]\n";
    place.write("mutscore.toml", &format!("{CONFIG}{packages}"));
    place.write("project/features/till.feature", FEATURE);
    place.write("project/features/steps/till_steps.py", &steps(EXACT));
    for (name, check) in [
        ("complete", EXACT),
        ("lax", "assert context.total > 0"),
        ("wrong", "assert context.total == 1, context.total"),
    ] {
        place.write(&format!("{name}/features/steps/s.py"), &steps(check));
    }
    place
}
