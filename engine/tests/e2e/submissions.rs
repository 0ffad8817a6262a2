//! Every bundled submission ends where `INDEX.md` says, and leaves nothing behind.

use std::fs;
use std::path::PathBuf;
use std::time::Duration;

use serde_json::json;

use super::bed::{ALMANAC, BAKEHOUSE, Bed, FERRY, GRANARY, TOOLSHED, TRAM, TRAMWAY, corpora};
use super::index::{Promise, submissions};
use super::traces::Watched;

/// A first run may take a minute; starting, and a busy machine, take their time too.
const MOST: Duration = Duration::from_secs(150);

/// Those that only end when their time is up.
const HANGING: [&str; 4] = [
    "infinite-loop",
    "sleeps-through-signals",
    "fork-bomb",
    "hangs-while-loading",
];

fn hangs(promise: &Promise) -> bool {
    HANGING.iter().any(|end| promise.name.ends_with(end))
}

/// A bed with a pool for every instance that these submissions are for: those of the repository where they fit this
/// machine's tool chain, else small ones that are frozen now. The second says whether the pools are whole.
fn bed(promises: &[Promise]) -> Option<(Bed, bool)> {
    let bed = Bed::toolshed()?;
    if corpora()
        .join("pools")
        .join(TOOLSHED)
        .join("3.json")
        .exists()
    {
        let ran = bed.run("score python-behave-toolshed/patches/9-empty.patch --instance 9 --json");
        if ran.code == Some(0) {
            return Some((bed, true));
        }
        eprintln!(
            "the pools of the repository do not fit this machine: {}",
            ran.err
        );
    }
    let bed = Bed::toolshed_with("src/toolshed/**/*.py", r#"["logical", "unary-not"]"#)?;
    let mut ids: Vec<u32> = promises.iter().map(Promise::instance).collect();
    ids.sort_unstable();
    ids.dedup();
    let ids: Vec<String> = ids.iter().map(u32::to_string).collect();
    bed.freeze(&format!("--instance {}", ids.join(" ")));
    Some((bed, false))
}

#[test]
fn every_bundled_submission_reaches_its_stage_and_leaves_nothing_behind() {
    let promises = submissions(TOOLSHED);
    let Some((bed, whole)) = bed(&promises) else {
        return;
    };
    let before = bed.users_tree();
    let frozen = bed.frozen();
    assert!(
        promises.len() > 60,
        "only {} submissions in INDEX.md",
        promises.len()
    );
    let here = promises.iter().filter(|promise| !hangs(promise));
    check_all(&bed, here, whole);
    assert_eq!(bed.users_tree(), before);
    assert_eq!(bed.frozen(), frozen);
}

#[test]
fn every_submission_of_the_ruby_project_reaches_its_stage_and_leaves_nothing_behind() {
    check_project(Bed::ferry(), FERRY);
}

#[test]
fn every_submission_of_the_go_project_reaches_its_stage_and_leaves_nothing_behind() {
    check_project(Bed::granary(), GRANARY);
}

#[test]
fn every_submission_of_the_phpunit_project_reaches_its_stage_and_leaves_nothing_behind() {
    check_project(Bed::tramway(), TRAMWAY);
}

#[test]
fn every_submission_of_the_behat_project_reaches_its_stage_and_leaves_nothing_behind() {
    check_project(Bed::bakehouse(), BAKEHOUSE);
}

#[test]
fn every_submission_of_the_cucumber_jvm_project_reaches_its_stage_and_leaves_nothing_behind() {
    check_project(Bed::java(TRAM), TRAM);
}

#[test]
fn every_submission_of_the_junit_project_reaches_its_stage_and_leaves_nothing_behind() {
    check_project(Bed::java(ALMANAC), ALMANAC);
}

fn check_project(bed: Option<Bed>, project: &str) {
    let promises = submissions(project);
    let Some(bed) = bed else {
        return;
    };
    let ids: Vec<String> = promises
        .iter()
        .map(|promise| promise.instance().to_string())
        .collect();
    let tried = bed.run(&format!(
        "score {project}/patches/{}.patch --instance {} --json",
        promises[0].name, ids[0]
    ));
    let whole = tried.code == Some(0);
    if !whole {
        eprintln!(
            "the pools of the repository do not fit this machine: {}",
            tried.err
        );
        let _ = fs::remove_dir_all(bed.bench().join("pools"));
        bed.freeze(&format!("--instance {}", ids.join(" ")));
    }
    let before = bed.users_tree();
    assert!(
        promises.len() > 20,
        "only {} submissions in INDEX.md",
        promises.len()
    );
    check_all(&bed, promises.iter(), true);
    assert_eq!(bed.users_tree(), before);
}

fn check_all<'p>(bed: &Bed, promises: impl Iterator<Item = &'p Promise>, whole: bool) {
    let wrong: Vec<String> = promises
        .filter_map(|promise| check(bed, promise, whole))
        .collect();
    assert!(
        wrong.is_empty(),
        "{} wrong:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}

/// At once, since they mostly wait; with their processes they are also each other's hostile neighbours.
#[test]
fn submissions_that_hang_are_ended_after_a_minute_and_leave_nothing_behind() {
    let promises: Vec<Promise> = submissions(TOOLSHED).into_iter().filter(hangs).collect();
    assert_eq!(promises.len(), HANGING.len());
    let Some((bed, whole)) = bed(&promises) else {
        return;
    };
    let before = bed.users_tree();
    let wrong: Vec<String> = std::thread::scope(|scope| {
        let running: Vec<_> = promises
            .iter()
            .map(|promise| scope.spawn(|| check(&bed, promise, whole)))
            .collect();
        running
            .into_iter()
            .filter_map(|running| running.join().unwrap())
            .collect()
    });
    assert_eq!(bed.users_tree(), before);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Scores a submission; what is wrong with its end, in words.
fn check(bed: &Bed, promise: &Promise, whole: bool) -> Option<String> {
    let patch: PathBuf = [bed.project, "patches", &format!("{}.patch", promise.name)]
        .iter()
        .collect();
    let id = promise.instance().to_string();
    let words = [
        "score",
        patch.to_str().unwrap(),
        "--instance",
        &id,
        "--json",
    ];
    let (ran, leftovers) = Watched::start(bed.command(words)).end(MOST);
    // Others are at work in the same state folder, so only what is this engine's own is looked for.
    if hangs(promise) {
        leftovers.are_none_alive()
    } else {
        leftovers.are_none(bed)
    }
    for outside in ["/tmp/mutscore-evil.py", "/tmp/mutscore-evil"] {
        assert!(
            fs::symlink_metadata(outside).is_err(),
            "{}: {outside} was written",
            promise.name
        );
    }
    let name = &promise.name;
    if ran.code != Some(0) {
        return Some(format!("{name}: exit code {:?}: {}", ran.code, ran.err));
    }
    let score = ran.json();
    let stage = score["outcome"].as_str().unwrap();
    if !promise.stages.iter().any(|promised| promised == stage) {
        return Some(format!(
            "{name}: {stage} instead of {:?}: {}",
            promise.stages, score["because"]
        ));
    }
    let said = score["discarded"].as_array().unwrap();
    let said: Vec<&str> = said.iter().map(|pair| pair[0].as_str().unwrap()).collect();
    if let Some(path) = promise
        .discarded
        .iter()
        .find(|path| !said.contains(&path.as_str()))
    {
        return Some(format!(
            "{name}: {path} is not said to be discarded, only {said:?}"
        ));
    }
    // A pool of a few operators cannot tell a weak test from a strong one, and may hold no kill at all.
    let scorable = score["mut_recall"] != json!(null);
    let is_complete = score["kill_complete"] == json!(true);
    let right = match promise.kill_complete {
        None => true,
        Some(true) => !scorable || is_complete && score["mut_recall"] == json!(1.0),
        Some(false) => !is_complete || !whole && stage == "pass",
    };
    (!right).then(|| {
        format!(
            "{name}: kill_complete {is_complete}, recall {}, missed {}",
            score["mut_recall"], score["missed"]
        )
    })
}
