//! A fork of a loaded process is what a new process is, and what one run does reaches no other.
#![allow(clippy::unwrap_used, reason = "a failure here is a failed test")]

#[path = "behat/bed.rs"]
mod bed;
#[path = "php/deeds.rs"]
mod deeds;

use bed::{context, with_all, with_best};

/// The project with a scenario for each of them.
fn project() -> String {
    format!("{}{}", deeds::PROJECT, context("", &deeds::methods()))
}

#[test]
fn a_fork_finds_what_a_new_process_finds() {
    with_best(&project(), deeds::a_fork_finds_what_a_new_process_finds);
}

#[test]
fn what_a_run_does_ends_as_in_a_new_process_and_reaches_no_other_run() {
    with_best(
        &project(),
        deeds::what_a_run_does_ends_as_in_a_new_process_and_reaches_no_other_run,
    );
}

#[test]
fn runs_that_share_a_view_do_not_see_what_others_wrote() {
    with_all(
        &project(),
        deeds::runs_that_share_a_view_do_not_see_what_others_wrote,
    );
}

#[test]
fn a_run_that_takes_class_loaders_away_ends_as_in_a_new_process() {
    let files = context("", &deeds::forgetful());
    let text = format!("{}{files}", deeds::PROJECT);
    with_best(
        &text,
        deeds::a_run_that_takes_class_loaders_away_ends_as_in_a_new_process,
    );
}
