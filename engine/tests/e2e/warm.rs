//! Warm runs give what cold runs give, on instances of every awkward kind that the bundled project has.

use serde_json::json;

use super::bed::{Bed, TOOLSHED};
use super::frozen::verdicts;

/// Memo and wrappers, a process of its own, an outline on a server in a thread, randomness, the clock, files.
const KINDS: [u32; 6] = [20, 22, 44, 46, 47, 61];

#[test]
fn warm_and_cold_freezes_are_the_same_byte_for_byte_and_an_audit_of_all_pairs_finds_no_difference()
{
    let files = "src/toolshed/{decorators,server,storage,tags,tickets}.py";
    let operators =
        r#"["arith", "assign-op", "cond-boundary", "logical", "negate-cond", "unary-not"]"#;
    let (Some(warm), Some(cold)) = (
        Bed::toolshed_with(files, operators),
        Bed::toolshed_with(files, operators),
    ) else {
        return;
    };
    let before = warm.users_tree();
    let ids = KINDS.map(|id| id.to_string()).join(" ");
    let summary = warm.freeze(&format!("--execution warm --instance {ids}"));
    assert_eq!(summary["frozen"], 6, "{summary}");
    assert_eq!(summary["cold_instances"], json!([]), "{summary}");
    let executed = &summary["executed"];
    assert!(
        executed["swapped"].as_u64() > Some(0) && executed["loaded"].as_u64() > Some(0),
        "{executed}"
    );

    let summary = cold.freeze(&format!("--execution cold --instance {ids}"));
    let ways: Vec<_> = summary["executed"].as_object().unwrap().keys().collect();
    assert_eq!(ways, ["cold"], "{summary}");
    for id in KINDS {
        assert_eq!(
            verdicts(&warm, TOOLSHED, id),
            verdicts(&cold, TOOLSHED, id),
            "instance {id}"
        );
    }
    assert_eq!(warm.frozen(), cold.frozen());
    assert_eq!(warm.users_tree(), before);

    let ran = warm
        .succeed("freeze --json --quiet --force --execution warm --audit 100% --instance 46 61");
    let audit = ran.json()["projects"][0]["audit"].clone();
    assert!(audit["audited"].as_u64() > Some(10), "{audit}");
    assert_eq!(
        (&audit["disagreements"], &audit["which"]),
        (&json!(0), &json!([]))
    );
}
