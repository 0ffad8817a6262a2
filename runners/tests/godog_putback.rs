//! Runs of Godog that share a process: what the project's variables lead to is put back, and the process goes on.
#![allow(clippy::unwrap_used, reason = "a failure here is a failed test")]

#[path = "godog/bed.rs"]
mod bed;

use std::collections::BTreeMap;
use std::sync::Arc;

use bed::{Bed, environment, isolations, whole};
use mutscore_model::outcome::{Execution, RunOutcome};
use mutscore_model::overlay::{Overlay, Woven, WovenBuild};

const PUTBACK: &str = include_str!("godog/projects/putback.txt");

/// The project, with somebody else's module in a folder of it.
fn project() -> String {
    let module = "module example.test/tiny\n";
    let text = whole(PUTBACK);
    assert_eq!(text.matches(module).count(), 1);
    let library = "require example.org/keeper v0.0.0\nreplace example.org/keeper => ./keeper\n";
    text.replace(module, &format!("{module}\n{library}"))
}

fn unchanged() -> Overlay {
    Overlay {
        woven: Some(Woven {
            build: Arc::new(WovenBuild::new(BTreeMap::default())),
            number: 0,
            shared: true,
        }),
        ..Overlay::default()
    }
}

#[test]
fn what_variables_lead_to_is_put_back_and_the_process_goes_on() {
    let (Some(environment), Some(isolation)) = (environment(), isolations().pop()) else {
        return;
    };
    let bed = Bed::new(&environment, isolation, &project());
    let overlay = unchanged();
    let mut pair = bed.pair();
    let mut run = |scenario: &str| {
        let cold = pair.run_cold(scenario, &overlay);
        let warm = pair.run_warm(scenario, &overlay, 1);
        assert_eq!(
            warm.outcome, cold.outcome,
            "{scenario}: {:?}",
            warm.exception
        );
        assert_eq!(warm.execution, Execution::Shared, "{scenario}");
        warm
    };
    let mut who_after = |scenario: &str| {
        assert_eq!(run(scenario).outcome, RunOutcome::Pass, "{scenario}");
        assert_eq!(run("clean").outcome, RunOutcome::Pass, "after {scenario}");
        run("who").exception.unwrap().message
    };
    let first = who_after("clean");
    for scenario in [
        "rearranged",
        "asked",
        "fetched",
        "proxied",
        "fetched",
        "hurried",
    ] {
        assert_eq!(who_after(scenario), first, "{scenario}");
    }
    // What a type of the standard library's may keep elsewhere too is not written over, nor that something was done once.
    let mut last = first;
    for scenario in ["renamed", "opened"] {
        let next = who_after(scenario);
        assert_ne!(next, last, "{scenario}");
        last = next;
    }
}

/// Code of the project all the same, but of another module: nobody hands out pointers to its variables.
#[test]
fn variables_of_a_module_in_a_folder_of_the_project_share_nothing() {
    let (Some(environment), Some(isolation)) = (environment(), isolations().pop()) else {
        return;
    };
    let text = project().replace(
        "// Handle knows",
        "// Known is a table.\nvar Known = map[string]int{}\n\n// Handle knows",
    );
    let text = text.replace("h.begun = true", "Known[what]++");
    for name in ["example.org/keeper", "example.test/tiny/keeper"] {
        let text = text.replace("example.org/keeper", name);
        let bed = Bed::new(&environment, isolation, &text);
        let mut pair = bed.pair();
        let warm = pair.run_warm("asked", &unchanged(), 1);
        assert_eq!(warm.outcome, RunOutcome::Pass, "{name}");
        assert_eq!(warm.execution, Execution::Warm, "{name}");
    }
}
