//! Reports of result sets and of suites: word for word where people read them, by their schemas where programs do, and
//! in a real browser.
#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a failure here is a failed test, and a skip is to be read"
)]

mod browser;
mod made_up;
mod page_of_set;
mod page_of_suite;
mod schemas;
mod set;
mod suite;

/// Whether `MUTSCORE_REQUIRE` asks for this, so that being without it is a failure.
fn is_required(word: &str) -> bool {
    let required = std::env::var("MUTSCORE_REQUIRE").unwrap_or_default();
    required.split([',', ' ']).any(|one| one == word)
}

/// Says aloud that a test checks nothing here, and why; a failure where that is asked for.
fn skip(what: &str, why: &str) {
    assert!(
        !is_required(what),
        "MUTSCORE_REQUIRE asks for {what}: {why}"
    );
    println!("SKIPPED: {why}");
}
