//! Formats of result sets: word for word, and with names that try to be more than names.

use mutscore::report::Plain;
use mutscore::report::set::{Misses, SetView, set_reporter, set_reporters};
use mutscore::results::ResultSet;

use super::made_up;

fn shown(format: &str, set: &ResultSet) -> String {
    let summary = made_up::summary(set);
    let misses = Misses::default();
    let view = SetView {
        summary: &summary,
        set,
        misses: &misses,
    };
    let mut out = Vec::new();
    set_reporter(format)
        .unwrap()
        .write(&view, &Plain, &mut out)
        .unwrap();
    String::from_utf8(out).unwrap()
}

/// Two configurations in two views on 40 instances of eight projects.
fn small() -> ResultSet {
    made_up::of_nothing(40, 5, &made_up::SKILLS[..2])
}

#[test]
fn the_terminal_has_tables_that_fit() {
    let text = shown("terminal", &small());
    insta::assert_snapshot!("terminal", text);
    let widest = text.lines().map(|line| line.chars().count()).max().unwrap();
    assert!(widest <= 120, "{widest} characters");
}

#[test]
fn markdown_latex_and_csv_have_the_same_numbers() {
    insta::assert_snapshot!("markdown", shown("markdown", &small()));
    insta::assert_snapshot!("latex", shown("latex", &small()));
    insta::assert_snapshot!("csv", shown("csv", &small()));
}

#[test]
fn json_is_the_summary() {
    let set = small();
    let text = serde_json::to_string_pretty(&made_up::summary(&set)).unwrap();
    assert_eq!(shown("json", &set), format!("{text}\n"));
}

/// A configuration whose name is something else in each format, and a scenario with such a name too.
fn hostile() -> ResultSet {
    const NAME: &str =
        "=cmd|'/c calc'!A1,\"</script><img src=x onerror=alert(1)>\n[2em] \\input{x} @all **b**";
    let mut set = made_up::of_nothing(16, 3, &[(NAME, 80, 50, 50)]);
    for planned in set.planned.values_mut() {
        planned.scenario = NAME.to_owned();
    }
    set
}

#[test]
fn a_hostile_name_stays_a_name_in_every_format() {
    let set = hostile();
    for line in shown("csv", &set).lines() {
        assert!(
            !line.contains(",=") && !line.contains(",\"="),
            "no cell begins like a formula: {line}"
        );
    }
    let markdown = shown("markdown", &set);
    let rows: Vec<&str> = markdown
        .lines()
        .filter(|line| line.contains("cmd"))
        .collect();
    assert!(!rows.is_empty());
    for row in rows {
        assert!(
            row.starts_with('|') && row.ends_with('|'),
            "it stays in its row: {row}"
        );
        assert!(
            !row.contains('<') && !row.contains(" @all") && !row.contains("**b"),
            "{row}"
        );
    }
    let latex = shown("latex", &set);
    for line in latex.lines().filter(|line| line.contains("cmd")) {
        assert!(
            line.ends_with(r"\\") && !line.contains(r"\input") && line.contains("{[}2em{]}"),
            "{line}"
        );
    }
    let html = shown("html", &set);
    assert!(
        !html.contains("<img") && !html.contains("</script><"),
        "data is no markup"
    );
    assert!(
        shown("terminal", &set)
            .lines()
            .all(|line| !line.starts_with("[2em]"))
    );
}

#[test]
fn every_format_is_the_same_each_time() {
    let set = small();
    for reporter in set_reporters() {
        assert_eq!(
            shown(reporter.id(), &set),
            shown(reporter.id(), &set),
            "{}",
            reporter.id()
        );
    }
}

#[test]
fn the_numbers_of_another_bench_are_shown_without_its_mutants() {
    let bench = made_up::bench();
    let mut set = made_up::of_bench(&bench, &["python-behave-toolshed"], 1);
    let known = Misses::load(&bench, &set);
    let project = &known.projects["python-behave-toolshed"];
    assert_eq!(known.remarks, Vec::<String>::new());
    assert_eq!(project.kills.len(), set.planned.len());
    for (instance, kills) in &project.kills {
        assert_eq!(kills.len(), set.planned[instance].gt_kills as usize);
    }
    assert!(project.sources.missing.is_empty() && !project.sources.texts.is_empty());

    let id = *set.planned.keys().next().unwrap();
    set.planned.get_mut(&id).unwrap().pool = mutscore_model::digest::Digest::of(b"another");
    let known = Misses::load(&bench, &set);
    assert!(
        !known.projects["python-behave-toolshed"]
            .kills
            .contains_key(&id)
    );
    assert!(
        known.remarks[0].contains(&format!("instance {id}: the bench has another pool")),
        "{:?}",
        known.remarks
    );

    set.header
        .projects
        .get_mut("python-behave-toolshed")
        .unwrap()
        .manifest = mutscore_model::digest::Digest::of(b"another");
    let known = Misses::load(&bench, &set);
    assert!(known.projects.is_empty());
    assert!(
        known.remarks[0].contains("another manifest"),
        "{:?}",
        known.remarks
    );
}
