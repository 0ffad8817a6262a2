//! `mutscore view` on a bench that was frozen without a test framework: what is written, and where it is not.

use std::fs;

use mutscore::bench::Bench;
use mutscore_model::digest::Digest;
use mutscore_runners::workspace::PinnedTree;
use serde_json::json;

use super::frozen::{frozen, known};
use super::place::{CODE, Place, files_below};

/// The frozen bench, with a pool that says it is of this tree. Its ground truth runs lines 2 to 5: all of `total`.
fn place() -> Place {
    let place = frozen();
    let bench = Bench::open(&place.path(), &known()).unwrap();
    let settings = bench.project("till").unwrap();
    let root = place.path().join("project");
    let tree = PinnedTree::pin(&root, bench.state(), &settings.tree_exclude).unwrap();
    let mut pool = bench.pool("till", 1).unwrap();
    pool.provenance.tree = Digest::of(tree.digest().as_bytes());
    bench.write_pool(&pool).unwrap();
    place
}

const TOTAL: &str =
    "    full = sum(prices)\n    if full > 100:\n        return full - rebate\n    return full\n";
const IS_FREE: &str = "    return price == 0\n";
const RAISE: &str = "    raise NotImplementedError(\"implementation hidden\")\n";

#[test]
fn a_target_hidden_view_hides_what_the_ground_truth_executes() {
    let place = place();
    let ran = place.run("view --instance 1 --target-hidden --out views/1");
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""));
    insta::assert_snapshot!(ran.out);
    let expected = [
        "features/till.feature",
        "src/till/__init__.py",
        "src/till/sums.py",
    ];
    assert_eq!(files_below(&place.path().join("views/1")), expected);
    assert_eq!(
        place.read("views/1/src/till/sums.py"),
        CODE.replace(TOTAL, RAISE)
    );
    // Nothing is left beside it, and the project is as it was.
    assert_eq!(fs::read_dir(place.path().join("views")).unwrap().count(), 1);
    assert_eq!(place.read("project/src/till/sums.py"), CODE);
}

#[test]
fn an_all_hidden_view_hides_everything_and_says_so_in_json() {
    let place = place();
    fs::create_dir(place.path().join("empty")).unwrap();
    let ran = place.run("view --instance 1 --all-hidden --out empty --json");
    assert_eq!(ran.code, Some(0), "{ran:?}");
    assert_eq!(
        ran.json(),
        json!({
            "instance": 1,
            "project": "till",
            "view": "all-hidden",
            "production_files": 2,
            "files_changed": 1,
            "functions_hidden": 2,
            "left": [],
            "untouched": [],
            "interfaces": [],
        })
    );
    let expected = CODE.replace(TOTAL, RAISE).replace(IS_FREE, RAISE);
    assert_eq!(place.read("empty/src/till/sums.py"), expected);
}

#[test]
fn a_view_is_never_written_over_something_nor_into_the_project() {
    let place = place();
    place.write("full/notes.txt", "mine");
    place.write("file", "mine");
    for (out, words) in [
        ("full", "full is there already"),
        ("file", "file is there already"),
        ("project/view", "project/view lies inside the project"),
    ] {
        let ran = place.run(&format!("view --instance 1 --all-hidden --out {out}"));
        assert_eq!((ran.code, ran.out.as_str()), (Some(2), ""), "{out}");
        assert!(
            ran.err.contains(words) && ran.err.contains("hint: "),
            "{ran:?}"
        );
    }
    assert_eq!(files_below(&place.path().join("full")), ["notes.txt"]);
    assert_eq!(place.read("file"), "mine");
    assert!(!place.path().join("project/view").exists());
}

#[test]
fn a_view_needs_the_pool_and_the_tree_it_was_frozen_from() {
    let place = place();
    let ran = place.run("view --instance 3 --target-hidden --out view");
    assert_eq!(ran.code, Some(2));
    assert!(ran.err.contains("hint: run `mutscore freeze`"), "{ran:?}");
    place.write("project/src/till/sums.py", &CODE.replace("100", "200"));
    let ran = place.run("view --instance 1 --target-hidden --out view");
    assert_eq!(ran.code, Some(2));
    assert!(ran.err.contains("was frozen from another tree"), "{ran:?}");
    assert!(!place.path().join("view").exists());
    for line in [
        "view --instance 1 --out view",
        "view --instance 1 --target-hidden --all-hidden --out view",
    ] {
        assert_eq!(place.run(line).code, Some(2), "{line}");
    }
}
