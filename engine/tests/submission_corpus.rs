//! Every submission of the bundled bench is taken as its INDEX says.
#![allow(clippy::unwrap_used, reason = "a test says by panicking what is wrong")]

use std::fs;
use std::path::Path;

use mutscore::config::{self, Known, Source};
use mutscore::submission::{Taken, take};
use mutscore_runners::workspace::PinnedTree;

const PROJECTS: [&str; 7] = [
    "python-behave-toolshed",
    "ruby-cucumber-ferry",
    "go-godog-granary",
    "php-behat-bakehouse",
    "php-phpunit-tramway",
    "java-cucumber-tram",
    "java-junit-almanac",
];

/// Name, stage and the paths that must be discarded, from the table of submissions.
fn expectations(index: &str) -> Vec<(String, String, Vec<String>)> {
    let quoted = |cell: &str| {
        cell.split('`')
            .skip(1)
            .step_by(2)
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    index
        .lines()
        .filter(|line| line.starts_with("| `"))
        .filter_map(|line| {
            let cells: Vec<&str> = line.split('|').map(str::trim).collect();
            let name = quoted(cells.get(1)?).pop()?;
            let discarded = quoted(cells.get(4)?)
                .into_iter()
                .filter(|path| path.contains('/') && !path.contains('…'))
                .collect();
            Some((name, (*cells.get(2)?).to_owned(), discarded))
        })
        .collect()
}

#[test]
fn the_submissions_of_the_bundled_bench_are_taken_as_its_index_says() {
    let bench = Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpora");
    let known = Known {
        languages: mutscore_operators::languages()
            .iter()
            .map(|one| one.id().to_owned())
            .collect(),
        runners: mutscore_runners::registry::runners()
            .iter()
            .map(|one| one.id().to_owned())
            .collect(),
        operators: mutscore_operators::operators()
            .iter()
            .map(|one| one.meta().id.to_owned())
            .collect(),
    };
    let settings = config::load(&bench, &known).unwrap();
    let index = fs::read_to_string(bench.join("INDEX.md")).unwrap();
    let checked: usize = PROJECTS
        .iter()
        .map(|name| check(settings.project(name).unwrap(), &index))
        .sum();
    assert!(
        checked > 50,
        "only {checked} submissions were found in INDEX.md"
    );
}

/// Takes every submission of a project; how many there were.
fn check(project: &config::ProjectSettings, index: &str) -> usize {
    let Source::Folder(root) = &project.source else {
        panic!("{:?}", project.source)
    };
    let state = tempfile::tempdir().unwrap();
    let tree = PinnedTree::pin(root, state.path(), &project.tree_exclude).unwrap();
    let base = tree.without(&project.scope.withheld_globs()).unwrap();

    let mut checked = 0;
    for (name, stage, must_be_discarded) in expectations(index) {
        let path = project
            .submissions
            .as_ref()
            .unwrap()
            .join(format!("{name}.patch"));
        if !path.exists() {
            continue;
        }
        checked += 1;
        let taken = take(&path, base.path(), &project.scope).unwrap();
        let unusable = stage.starts_with("generation-failure");
        assert_eq!(
            matches!(taken, Taken::Unusable { .. }),
            unusable,
            "{name}: {taken:?}"
        );
        let (Taken::Usable(mutscore::submission::Usable { discarded, .. })
        | Taken::Unusable { discarded, .. }) = taken;
        for path in must_be_discarded {
            assert!(
                discarded.iter().any(|(found, _)| *found == path),
                "{name}: {path} is not in {discarded:?}"
            );
        }
    }
    checked
}
