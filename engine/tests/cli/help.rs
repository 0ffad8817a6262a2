//! What `--help` says. That every command has an example and every flag a description is tested beside the
//! definition, in `cli/args.rs`; here is what people really see.

use super::place::Place;

#[test]
fn the_front_page_says_what_there_is_and_which_codes_it_ends_with() {
    let ran = Place::empty().run("-h");
    assert_eq!(ran.code, Some(0));
    insta::assert_snapshot!(ran.out);
}

#[test]
fn each_command_has_a_page() {
    for command in [
        "score",
        "freeze",
        "instances",
        "mutants",
        "view",
        "explain",
        "doctor",
        "init",
        "cache",
        "completions",
        "schema",
    ] {
        let ran = Place::empty().run(&format!("{command} -h"));
        assert_eq!(ran.code, Some(0), "{command}");
        // The global options are the same on every page.
        let own = ran.out.split("Global options:").next().unwrap().to_owned();
        let examples = ran.out.split("Examples:").nth(1).unwrap();
        insta::assert_snapshot!(
            format!("help_{command}"),
            format!("{own}Examples:{examples}")
        );
    }
}

#[test]
fn no_words_at_all_show_the_help_and_are_wrong_usage() {
    let ran = Place::empty().run("");
    assert_eq!((ran.code, ran.out.as_str()), (Some(2), ""));
    assert!(ran.err.contains("Usage: mutscore"));
}

#[test]
fn the_version_is_printed() {
    let ran = Place::empty().run("--version");
    assert_eq!(
        (ran.code, ran.out),
        (Some(0), format!("mutscore {}\n", env!("CARGO_PKG_VERSION")))
    );
}

#[test]
fn completions_know_the_commands() {
    for shell in ["bash", "zsh", "fish"] {
        let ran = Place::empty().run(&format!("completions {shell}"));
        assert_eq!(ran.code, Some(0));
        assert!(
            ran.out.contains("freeze") && ran.out.contains("full-pool"),
            "{shell}"
        );
    }
}

#[test]
fn the_schema_is_json_and_names_the_keys() {
    let schema = Place::empty().run("schema").json();
    assert_eq!(schema["title"], "mutscore.toml");
    assert!(schema["properties"]["project"].is_object());
}
