//! The cases of `cases/README.md` that need the whole engine: what mutants of other people's tools did to them.

use std::fs;
use std::os::unix::fs::symlink;

use super::bed::Bed;
use super::frozen::{gate, verdicts};

/// B35, B36, B39, B41: endless loops with processes of their own, memory without end, texts of one length, outlines.
#[test]
fn each_awkward_mutant_gets_its_own_verdict() {
    let Some(bed) = Bed::mini_frozen() else {
        return;
    };
    let loops = verdicts(&bed, "shop", 4);
    assert_eq!(
        loops["src/shop/rough.py: - → +"], "timeout",
        "a loop without end: {loops:?}"
    );
    assert_eq!(
        loops["src/shop/rough.py: amount → None"], "killed",
        "{loops:?}"
    );
    let memory = verdicts(&bed, "shop", 5);
    assert_eq!(
        memory["src/shop/rough.py: - → +"], "killed",
        "memory without end: {memory:?}"
    );
    assert_eq!(
        memory["src/shop/rough.py: ** → *"], "survived",
        "{memory:?}"
    );
    // Same file, same length: neither may run the other one's bytecode.
    let lengths = verdicts(&bed, "shop", 2);
    assert_eq!(lengths["src/shop/fee.py: + → -"], "survived", "{lengths:?}");
    assert_eq!(lengths["src/shop/fee.py: - → +"], "killed", "{lengths:?}");

    let gate = gate(&bed, "shop");
    assert_eq!(gate[&2], None, "all rows of the first outline pass");
    assert_eq!(
        gate[&3].as_deref(),
        Some("failing"),
        "a row in the middle fails, the last one passes"
    );
    let text = bed.read("pools/shop/gate.jsonl");
    assert!(
        text.contains("Then the fee is 3 (row at line 22)"),
        "the red row is named: {text}"
    );
}

/// B39: a `__pycache__` of the user's that Python would believe unseen.
#[test]
fn bytecode_that_lies_in_the_users_tree_is_never_run() {
    let Some(bed) = Bed::mini() else { return };
    let code = "import importlib.util, py_compile, sys\n\
        cached = importlib.util.cache_from_source('src/shop/fee.py')\n\
        py_compile.compile('other.py', cached, 'src/shop/fee.py', invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH)\n";
    let other = bed
        .read("project/src/shop/fee.py")
        .replace("return n * 2", "return n * 7");
    bed.write("project/other.py", other);
    let mut python = std::process::Command::new("python3");
    let made = python
        .args(["-c", code])
        .current_dir(bed.bench().join("project"))
        .status()
        .unwrap();
    assert!(made.success());
    let before = bed.users_tree();
    bed.freeze("--instance 2");
    assert_eq!(gate(&bed, "shop")[&2], None, "the stale bytecode was run");
    let lengths = verdicts(&bed, "shop", 2);
    assert_eq!(lengths["src/shop/fee.py: * → /"], "killed", "{lengths:?}");
    assert_eq!(lengths["src/shop/fee.py: + → -"], "survived", "{lengths:?}");
    assert_eq!(bed.users_tree(), before);
}

/// B26: runs side by side share no temporary folder. Four workers, and each scenario of hits takes a while.
#[test]
fn runs_side_by_side_do_not_meet_in_a_temporary_folder() {
    let Some(bed) = Bed::mini() else { return };
    let summary = bed.freeze("--instance 6 --jobs 4 --execution cold");
    assert_eq!(
        summary["frozen"], 1,
        "the gate's runs disturbed each other: {summary}"
    );
    let hits = verdicts(&bed, "shop", 6);
    let alone = verdicts(&Bed::mini_frozen().unwrap(), "shop", 6);
    assert_eq!(hits, alone);
}

/// B11: a feature folder behind a link, in a path with a blank. Ids go by the real path.
#[test]
fn a_scenario_is_found_and_run_through_a_link_and_a_blank() {
    let Some(bed) = Bed::mini() else { return };
    let app = bed.bench().join("my app");
    fs::rename(bed.bench().join("project"), &app).unwrap();
    fs::rename(app.join("features"), app.join("specs")).unwrap();
    symlink("specs", app.join("features")).unwrap();
    let toml = bed.read("mutscore.toml").replace("\"features/", "\"specs/");
    bed.write(
        "mutscore.toml",
        toml.replace("root = \"project\"", "root = \"my app\""),
    );
    let summary = bed.freeze("--instance 1");
    assert_eq!(
        (&summary["instances"], &summary["frozen"]),
        (&6.into(), &1.into()),
        "{summary}"
    );
    assert!(bed.read("instances.jsonl").contains("specs/bill.feature"));
    assert_eq!(
        verdicts(&bed, "shop", 1),
        verdicts(&Bed::mini_frozen().unwrap(), "shop", 1)
    );
}

/// Nothing found is no clean run.
#[test]
fn a_project_without_scenarios_is_an_error_and_not_a_clean_freeze() {
    let Some(bed) = Bed::mini() else { return };
    for name in ["bill", "fee", "rough"] {
        fs::remove_file(bed.bench().join(format!("project/features/{name}.feature"))).unwrap();
    }
    let ran = bed.run("freeze");
    ran.is_refused(ran.code.unwrap(), &["`shop`"]);
    assert!([Some(2), Some(4)].contains(&ran.code), "{ran:?}");
    assert!(
        !bed.bench().join("pools").exists(),
        "nothing may be written"
    );
}

/// Behave looks for features where it is told to; ours are found everywhere, so an example in the documentation is.
#[test]
fn a_feature_without_step_definitions_is_left_out_by_name_and_does_not_slow_the_others() {
    let Some(bed) = Bed::mini() else { return };
    let example = "Feature: Example\n  Scenario: One\n    Given a thing\n";
    bed.write("project/docs/example.feature", example);
    let summary = bed.freeze("--instance 1");
    assert_eq!(summary["instances"], 6, "{summary}");
    assert_eq!(
        summary["unparsable"][0][0], "docs/example.feature",
        "{summary}"
    );
    let swapped = summary["executed"]["swapped"].as_u64();
    assert!(swapped > Some(0), "it is run warm: {summary}");
}
