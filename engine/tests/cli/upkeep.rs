//! `mutscore doctor` and `mutscore cache`: what looks after the machine and the stored results.

use serde_json::{Value, json};

use super::place::{CONFIG, Place};

fn finding(doctor: &Value, what: &str) -> Value {
    let findings = doctor["findings"].as_array().unwrap();
    findings
        .iter()
        .find(|finding| finding["what"] == what)
        .unwrap_or_else(|| panic!("{what}: {doctor}"))
        .clone()
}

#[test]
fn a_doctor_without_git_names_it_and_ends_with_4() {
    let place = Place::empty();
    let ran = place.finish(
        place
            .command(["doctor", "--json"])
            .env("PATH", "/nonexistent")
            .output()
            .unwrap(),
    );
    assert_eq!(ran.code, Some(4));
    assert_eq!(ran.json()["usable"], json!(false));
    let git = finding(&ran.json(), "git");
    assert_eq!(
        (&git["verdict"], &git["lost"]),
        (&json!("missing"), &json!("patches cannot be applied"))
    );
    assert!(
        git["remedy"]
            .as_str()
            .unwrap()
            .contains("apt-get install git")
    );
}

#[test]
fn a_doctor_tries_each_part_of_the_sandbox_and_says_what_is_lost_without() {
    let place = Place::empty();
    let doctor = place.run("doctor --json").json();
    for what in [
        "user namespaces",
        "private mounts",
        "overlay file system",
        "PID namespaces",
        "network namespaces",
    ] {
        let finding = finding(&doctor, what);
        let works = finding["verdict"] == "ok";
        assert!(
            works || (finding["lost"].is_string() && finding["remedy"].is_string()),
            "{finding}"
        );
    }
    assert_eq!(finding(&doctor, "bench")["verdict"], json!("note"));
}

#[test]
fn a_doctor_looks_at_every_project_of_a_bench() {
    let place = Place::bench();
    let doctor = place.run("doctor --json").json();
    assert_eq!(finding(&doctor, "state folder")["verdict"], json!("ok"));
    finding(&doctor, "till: python");
    assert_eq!(finding(&doctor, "till: behave")["verdict"], json!("note"));

    place.write(
        "mutscore.toml",
        &format!("{CONFIG}[project.till.python]\ninterpreter = \"no-such-python\"\n"),
    );
    let ran = place.run("doctor --json");
    assert_eq!(ran.code, Some(4));
    let python = finding(&ran.json(), "till: python");
    assert!(
        python["found"]
            .as_str()
            .unwrap()
            .starts_with("`no-such-python`: No such file"),
        "{python}"
    );
}

#[test]
fn a_doctor_at_a_broken_bench_shows_what_is_broken() {
    let place = Place::bench();
    place.write("mutscore.toml", "schema = \"one\"\n");
    let ran = place.run("doctor");
    assert_eq!(ran.code, Some(2));
    assert!(ran.err.contains("mutscore.toml:1:10"), "{ran:?}");
}

#[test]
fn an_empty_cache_is_counted_checked_and_cleaned() {
    let place = Place::bench();
    let stats = place.run("cache stats --json").json();
    assert_eq!((&stats["results"], &stats["hits"]), (&json!(0), &json!(0)));
    let verify = place.run("cache verify");
    assert_eq!(
        (verify.code, verify.out.as_str()),
        (Some(0), "sound: 0 results checked\n")
    );
    let gc = place.run("cache gc --max-age 30d");
    assert_eq!(
        (gc.code, gc.out.as_str()),
        (Some(0), "removed 0 results (0 B); 0 left (0 B)\n")
    );
}

#[test]
fn a_cache_that_is_no_database_is_put_aside_with_a_warning() {
    let place = Place::bench();
    place.write(
        ".mutscore/cache/results.sqlite",
        &"this is no database\n".repeat(200),
    );
    let ran = place.run("cache stats --json");
    assert_eq!(ran.code, Some(0), "{ran:?}");
    assert!(
        ran.err.contains("WARN") && ran.err.contains("it was moved to"),
        "{ran:?}"
    );
    assert_eq!(ran.json()["results"], json!(0));
}
