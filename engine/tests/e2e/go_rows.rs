//! Rows of `cases/README.md` on a small project in Go (`docs/cases.md`).

use std::collections::BTreeMap;
use std::fs;

use super::bed::Bed;
use super::frozen::verdicts;
use super::tiny_go;

const PROJECT: &str = include_str!("go_rows.txt");

/// B09, B17, B50: verdicts follow the code, wherever it changes and whatever it is called, and a second look at it.
#[test]
fn verdicts_of_go_follow_an_edit_of_another_file_moved_lines_and_new_names() {
    let Some(bed) = tiny_go::bed("bill", PROJECT, ["project"; 2]) else {
        return;
    };
    bed.freeze("");
    let first = both(&bed);
    // With a rate of 0, which the compiler knows, both come to the same program: the mutant is equivalent.
    let subtracted = "bill/bill.go: + → -";
    assert!(!first.contains_key(subtracted), "{first:#?}");
    assert_eq!(first["bill/rate/rate.go: 0 → 1"], "survived");
    fs::remove_dir_all(bed.state().join("cache")).unwrap();
    bed.freeze("--force");
    assert_eq!(both(&bed), first, "a quick suite has the time it had");
    assert!(!first.values().any(|verdict| verdict == "timeout"));

    // Only the file with the rate is edited.
    bed.edit("project/bill/rate/rate.go", "return 0", "return 5");
    bed.freeze("--force");
    let second = both(&bed);
    assert_eq!(second[subtracted], "killed");

    bed.edit(
        "project/bill/bill.go",
        "// Total is",
        "// One\n// line.\n\n// Sum is",
    );
    bed.edit("project/bill/bill.go", "func Total(", "func Sum(");
    bed.edit("project/features/suite_test.go", "bill.Total(", "bill.Sum(");
    bed.freeze("--force");
    assert_eq!(both(&bed), second, "moved and renamed");
}

/// The verdicts of both scenarios; where both reach a mutant, they agree.
fn both(bed: &Bed) -> BTreeMap<String, String> {
    let mut all = verdicts(bed, "bill", 1);
    all.extend(verdicts(bed, "bill", 2));
    all
}
