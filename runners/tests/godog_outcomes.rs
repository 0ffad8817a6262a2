//! What a run of Godog is said to have ended in, cold and warm alike.
#![allow(clippy::unwrap_used, reason = "a failure here is a failed test")]

#[path = "godog/bed.rs"]
mod bed;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use bed::{Bed, LIMITS, with_all, with_best};
use mutscore_model::outcome::{Detail, RunOutcome};
use mutscore_model::overlay::Overlay;
use mutscore_runners::runner::{Mode, RunLimits, RunnerError};

const OUTCOMES: &str = include_str!("godog/projects/outcomes.txt");
const LIMITED: &str = include_str!("godog/projects/limited.txt");

/// Runs all scenarios of a project and compares each with what is written above it.
fn check_all(bed: &Bed) {
    let mut pair = bed.pair();
    let mut wrong = Vec::new();
    for expected in bed.expected() {
        let run = AssertUnwindSafe(|| {
            let both = pair.run_batch(&expected.name, &Overlay::default(), 1, LIMITS);
            expected.check(&both.cold, "cold");
            expected.check(&both.warm, "warm");
        });
        if catch_unwind(run).is_err() {
            wrong.push(expected.name);
        }
    }
    assert_eq!(pair.warm.demoted(), None);
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn every_scenario_ends_in_what_is_written_above_it_cold_and_warm() {
    with_all(OUTCOMES, check_all);
}

#[test]
fn a_run_that_does_not_end_is_a_timeout_whatever_it_ignores() {
    let limits = RunLimits {
        wall: Duration::from_secs(3),
        cpu: Duration::from_secs(1),
    };
    with_best(LIMITED, |bed| {
        let mut pair = bed.pair();
        for expected in bed.expected() {
            let both = pair.run_batch(&expected.name, &Overlay::default(), 1, limits);
            expected.check(&both.cold, "cold");
            expected.check(&both.warm, "warm");
            for report in [&both.cold, &both.warm] {
                assert!(report.wall_us < 30_000_000, "{report:#?}");
            }
        }
    });
}

/// A project whose step file is `steps`.
fn loads(steps: &str) -> String {
    format!(
        "=== shop/shop.go\npackage shop\n\n// Open opens.\nfunc Open() bool {{ return true }}\n\
         === features/one.feature\nFeature: one\n  Scenario: one\n    Given one\n\
         === features/suite_test.go\npackage features\n\nimport (\n\t\"testing\"\n\n\t\"github.com/cucumber/godog\"\n)\n\n\
         func TestFeatures(t *testing.T) {{\n\tgodog.TestSuite{{ScenarioInitializer: steps, Options: &godog.Options{{Format: \
         \"pretty\", Paths: []string{{\"one.feature\"}}}}}}.Run()\n}}\n\
         === features/steps_test.go\npackage features\n{steps}\n"
    )
}

const FINE: &str = "import \"github.com/cucumber/godog\"\n\nfunc steps(sc *godog.ScenarioContext) { sc.Step(`^one$`, func() {}) }\n";

#[test]
fn what_does_not_build_or_start_ends_before_any_step_and_says_why() {
    let built = RunOutcome::BuildFailure;
    let cases = [
        (loads("func broken( {\n"), Detail::Syntax),
        (
            loads(&FINE.replace("func() {}", "func() { nothing() }")),
            Detail::Syntax,
        ),
        (
            loads(&format!("import _ \"example.test/none\"\n{FINE}")),
            Detail::Syntax,
        ),
        (
            loads(&format!(
                "{FINE}\nfunc init() {{ panic(\"while loading\") }}\n"
            )),
            Detail::Crash,
        ),
        (
            loads(&FINE.replace("sc.Step(`^one$`", "sc.Step(`(`")),
            Detail::Crash,
        ),
        // One that no step needs: expressions are compiled late, and nobody is to know.
        (
            loads(&FINE.replace(
                "sc.Step(`^one$`",
                "sc.Step(`^two [`, func() {}); sc.Step(`^one$`",
            )),
            Detail::Crash,
        ),
        (
            loads(&format!(
                "{}\nfunc init() {{ os.Exit(0) }}\n",
                FINE.replace("import ", "import \"os\"\nimport ")
            )),
            Detail::Crash,
        ),
    ];
    for (text, detail) in cases {
        with_best(&text, |bed| {
            let both = bed.pair().plain("one");
            for report in [&both.cold, &both.warm] {
                let found = (report.outcome, report.detail, report.step_begun);
                assert_eq!(found, (built, Some(detail), false), "{text}: {report:#?}");
                let words = report.exception.as_ref().map(|one| &one.message);
                let words = report.note.as_ref().or(words);
                assert!(
                    words.is_some_and(|note| !note.is_empty()),
                    "{text}: {report:#?}"
                );
            }
        });
    }
}

#[test]
fn discovery_names_what_binds_to_nothing_and_what_is_left_out_is_not_found() {
    with_best(OUTCOMES, |bed| {
        let found = bed.runner().discover(&bed.project).unwrap();
        let unbound = |name: &str| {
            let one = found.scenarios.iter().find(|one| one.scenario.name == name);
            one.unwrap().unbound.clone()
        };
        assert_eq!(unbound("it passes"), None);
        assert_eq!(
            unbound("undefined").as_deref(),
            Some("Given nobody wrote this")
        );
        assert_eq!(
            unbound("of another keyword").as_deref(),
            Some("Given only a check")
        );
        assert!(unbound("ambiguous").unwrap().contains("ambiguous: "));
        let binds = |name: &str| {
            let one = found.scenarios.iter().find(|one| one.scenario.name == name);
            one.unwrap().binds.clone()
        };
        let places = binds("it passes");
        assert!(
            places
                .iter()
                .any(|one| one.ends_with(r" ^prices ([\d+]+)$")),
            "{places:?}"
        );
        assert_eq!(binds("an outline passes"), places, "what all rows bind");
        assert_eq!(binds("a check fails"), places, "once each");
        assert_ne!(binds("undefined"), places);
        assert!(
            found
                .scenarios
                .iter()
                .all(|one| one.scenario.name != "left out")
        );
        let outline = found
            .scenarios
            .iter()
            .find(|one| one.scenario.name == "an outline passes");
        let outline = &outline.unwrap().scenario;
        assert_eq!(outline.at, bed.scenario("an outline passes"));
        assert!(outline.outline && outline.steps[0].background);
        assert_eq!(outline.steps[2].text, "the total is <total>");
    });
}

#[test]
fn a_project_that_cannot_be_run_is_refused_by_name() {
    with_best(&loads("func broken( {\n"), |bed| {
        let refused = bed.runner().discover(&bed.project).unwrap_err();
        assert!(
            matches!(&refused, RunnerError::DoesNotLoad { detail, .. } if detail.contains("expected ')'")),
            "{refused}"
        );
    });
    with_best(&loads(FINE), |bed| {
        let mut project = bed.project.clone();
        project.layers = vec![tempfile::tempdir().unwrap().keep()];
        let refused = bed.runner().session(&project, Mode::Cold, 0).err().unwrap();
        assert!(refused.to_string().contains("has no go.mod"), "{refused}");
    });
}
