//! What a test does without the tool chain it needs: it says aloud that it checks nothing, unless it is asked to insist.
#![allow(clippy::print_stderr, reason = "a skip is to be read")]

/// Says that `program` is not here; panics if `MUTSCORE_REQUIRE` names the `language`.
pub(crate) fn missing(language: &str, program: &str) {
    let required = std::env::var("MUTSCORE_REQUIRE").unwrap_or_default();
    let mut words = required.split([',', ' ']);
    assert!(
        !words.any(|word| word == language),
        "MUTSCORE_REQUIRE asks for {language}, but `{program}` does not work here"
    );
    eprintln!("SKIPPED: `{program}` does not work here");
}
