//! Bad input: each kind ends in an error that names the file and a way out, with its exit code, and writes nothing.

use std::fs;

use super::bed::Bed;
use super::frozen::gate;

const POOL: &str = "pools/shop/1.json";

fn submission(bed: &Bed) {
    let steps = bed
        .read("project/features/steps/bill_steps.py")
        .replace("context.currency", "\"EUR\"");
    bed.write("gen/features/steps/bill_steps.py", steps);
}

#[test]
fn what_is_asked_for_wrongly_is_refused() {
    let Some(bed) = Bed::mini_frozen() else {
        return;
    };
    submission(&bed);
    bed.run("gen --instance 77")
        .is_refused(2, &["instance 77", "1 to 6"]);
    bed.run("freeze --instance 77")
        .is_refused(2, &["instance 77"]);
    bed.run("score gone.patch --instance 1")
        .is_refused(2, &["gone.patch"]);
    bed.run("score gen --instance 1 --bench nowhere")
        .is_refused(2, &["nowhere"]);
    bed.run("freeze shoop").is_refused(2, &["shoop", "shop"]);

    // A patch that does not apply is no error but a stage.
    let patch =
        "--- a/features/steps/none.py\n+++ b/features/steps/none.py\n@@ -1,1 +1,1 @@\n-old\n+new\n";
    bed.write("stale.patch", patch);
    let score = bed.succeed("score stale.patch --instance 1 --json").json();
    assert_eq!(score["outcome"], "generation-failure", "{score}");
    assert!(
        score["because"].as_str().unwrap().contains("none.py"),
        "{score}"
    );
}

#[test]
fn a_configuration_that_is_wrong_is_shown_with_its_place() {
    let Some(bed) = Bed::mini_frozen() else {
        return;
    };
    submission(&bed);
    let frozen = bed.frozen();
    let whole = bed.read("mutscore.toml");
    for (from, to, words) in [
        ("schema = 1", "schema = ", vec!["mutscore.toml:2"]),
        ("schema = 1", "schema = 99", vec!["mutscore.toml", "99"]),
        (
            "runner = \"behave\"",
            "runer = \"behave\"",
            vec!["mutscore.toml:7", "runer", "runner"],
        ),
        ("\"behave\"", "\"behav\"", vec!["behav", "behave"]),
        (
            "root = \"project\"",
            "root = \"projekt\"",
            vec!["mutscore.toml:5", "projekt"],
        ),
        ("\"arith\"", "\"arit\"", vec!["arit", "arith"]),
    ] {
        bed.edit("mutscore.toml", from, to);
        for line in ["freeze", "score gen --instance 1"] {
            bed.run(line).is_refused(2, &words);
        }
        bed.write("mutscore.toml", &whole);
    }
    fs::remove_file(bed.bench().join("mutscore.toml")).unwrap();
    bed.run("freeze").is_refused(2, &["mutscore.toml"]);
    bed.write("mutscore.toml", &whole);
    assert_eq!(bed.frozen(), frozen);
}

#[test]
fn a_tool_chain_that_is_not_to_be_had_is_named() {
    let Some(bed) = Bed::mini_frozen() else {
        return;
    };
    submission(&bed);
    let whole = bed.read("mutscore.toml");
    for (from, to, code, words) in [
        (
            "interpreter = \"python3\"",
            "interpreter = \"python3.99\"",
            4,
            vec!["python3.99"],
        ),
        (
            "interpreter = \"python3\"",
            "interpreter = \"python3\"\nversion = \"2.7\"",
            4,
            vec!["2.7"],
        ),
        (
            "interpreter = \"python3\"",
            "interpreter = \"/bin/true\"",
            4,
            vec!["/bin/true"],
        ),
        (
            "behave==1.3.3",
            "behave==1.3.3.99999",
            2,
            vec!["behave==1.3.3.99999"],
        ),
    ] {
        bed.edit("mutscore.toml", from, to);
        bed.run("freeze").is_refused(code, &words);
        bed.write("mutscore.toml", &whole);
    }
    submission(&bed);
    bed.succeed("score gen --instance 1");
}

#[test]
fn a_frozen_file_that_is_damaged_or_foreign_is_refused_and_never_repaired_silently() {
    let Some(bed) = Bed::mini_frozen() else {
        return;
    };
    submission(&bed);
    let pool = bed.read(POOL);
    let cut = &pool[..pool.len() / 2];
    let damaged = pool.replacen("\"killed\"", "\"survived\"", 1);
    let later = pool.replacen("\"schema\": 1", "\"schema\": 99", 1);
    let other = bed.read("pools/shop/2.json");
    for (text, words) in [
        (cut, vec!["1.json", "ends in the middle"]),
        (damaged.as_str(), vec!["1.json", "digest"]),
        (later.as_str(), vec!["1.json", "schema 99", "newer"]),
        (other.as_str(), vec!["1.json", "instance 2"]),
        ("", vec!["1.json"]),
        ("\u{0}\u{1}", vec!["1.json"]),
    ] {
        assert_ne!(text, pool, "nothing was damaged");
        bed.write(POOL, text);
        for line in ["score gen --instance 1", "freeze"] {
            bed.run(line).is_refused(2, &words);
        }
        assert_eq!(bed.run("freeze --check").code, Some(2));
        assert_eq!(bed.read(POOL), text, "it is left as it was found");
    }
    bed.write(POOL, &pool);

    for (path, words) in [
        ("pools/shop/manifest.jsonl", "manifest.jsonl"),
        ("pools/shop/gate.jsonl", "gate.jsonl"),
        ("instances.jsonl", "instances.jsonl"),
    ] {
        let whole = bed.read(path);
        bed.write(path, &whole[..whole.len() - 20]);
        bed.run("freeze --instance 2").is_refused(2, &[words]);
        assert_eq!(
            bed.read(path).len(),
            whole.len() - 20,
            "{path} is left as it was found"
        );
        bed.write(path, whole);
    }
    bed.succeed("score gen --instance 1");
}

#[test]
fn a_feature_that_does_not_parse_is_named_and_the_others_are_frozen_all_the_same() {
    let Some(bed) = Bed::mini() else { return };
    bed.write(
        "project/features/broken.feature",
        "Feature: Broken\n  Scenario: One\n    Given a\n  Nonsense here\n",
    );
    let ran = bed.succeed("freeze --instance 1 --audit 0%");
    assert!(ran.err.contains("features/broken.feature"), "{}", ran.err);
    let summary = bed.freeze("--instance 1 2");
    assert_eq!(summary["frozen"], 2, "{summary}");
    assert_eq!(
        summary["unparsable"][0][0], "features/broken.feature",
        "{summary}"
    );

    // A scenario that is known keeps its id, and its entry in the gate says why it is dropped.
    let fees = bed.read("project/features/fee.feature");
    let before = bed.read("instances.jsonl");
    bed.edit(
        "project/features/fee.feature",
        "Examples: low",
        "Nonsense: low",
    );
    let summary = bed.freeze("--force --instance 1 2");
    assert_eq!(summary["dropped"]["unparsable"], 1, "{summary}");
    assert_eq!(gate(&bed, "shop")[&2].as_deref(), Some("unparsable"));
    assert_eq!(bed.read("instances.jsonl"), before);
    bed.write("project/features/fee.feature", fees);

    // Written well later, a new one gets the next id; the others keep theirs.
    let whole = "Feature: Whole\n  Scenario: One\n    Given a net of 1\n";
    bed.write("project/features/broken.feature", whole);
    bed.freeze("--force --instance 1");
    let after = bed.read("instances.jsonl");
    assert_eq!(after.lines().count(), before.lines().count() + 1, "{after}");
    let kept = |line| after.contains(line);
    assert!(before.lines().skip(1).all(kept), "{after}");
}

#[test]
fn steps_that_do_not_load_are_the_ground_truths_failure() {
    let Some(bed) = Bed::mini() else { return };
    bed.write(
        "project/features/steps/worse_steps.py",
        "import nowhere_to_be_found\n",
    );
    bed.run("freeze").is_refused(3, &["nowhere_to_be_found"]);
    assert!(!bed.bench().join("pools").exists());
}
