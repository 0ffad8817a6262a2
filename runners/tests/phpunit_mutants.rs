//! Replaced files are really run: every kind of edit ends as in a new process, and nothing of it stays.
#![allow(clippy::unwrap_used, reason = "a failure here is a failed test")]

#[path = "phpunit/bed.rs"]
mod bed;
#[path = "php/mutants.rs"]
mod mutants;

use bed::{test_case, with_all, with_best};

/// The project with a test for each case.
fn project() -> String {
    let head =
        "use Shop\\{Cart, Late, Named, Price};\nuse function Shop\\eager;\nuse const Shop\\EAGER;";
    format!(
        "{}{}",
        mutants::PROJECT,
        test_case("MutantsTest", head, &mutants::methods())
    )
}

#[test]
fn every_kind_of_edit_is_run_and_ends_as_in_a_new_process() {
    with_all(
        &project(),
        mutants::every_kind_of_edit_is_run_and_ends_as_in_a_new_process,
    );
}

#[test]
fn other_processes_see_the_replaced_file() {
    with_all(&project(), mutants::other_processes_see_the_replaced_file);
}

#[test]
fn a_replaced_file_that_nothing_loads_says_nothing() {
    with_best(
        &project(),
        mutants::a_replaced_file_that_nothing_loads_says_nothing,
    );
}

#[test]
fn a_replaced_file_that_does_not_compile_is_never_a_kill_also_where_it_is_loaded_late() {
    with_best(
        &project(),
        mutants::a_replaced_file_that_does_not_compile_is_never_a_kill_also_where_it_is_loaded_late,
    );
}
