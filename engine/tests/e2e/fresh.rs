//! Somebody who has a project, and never saw this tool before.

use std::fs;

use super::bed::{Bed, TOOLSHED};

#[test]
fn from_init_to_a_score_in_three_commands() {
    let Some(bed) = Bed::toolshed() else { return };
    let (bench, project) = (bed.bench(), bed.bench().join(TOOLSHED).join("project"));
    let patches = bench.join(TOOLSHED).join("patches");
    let mut init = bed.command(["init"]);
    init.current_dir(&project);
    let said = super::bed::Ran::of(init.output().unwrap());
    assert_eq!(said.code, Some(0), "{said:?}");
    let toml = fs::read_to_string(project.join("mutscore.toml")).unwrap();
    assert!(toml.contains("src/toolshed/**/*.py"), "{toml}");

    for words in [
        vec!["freeze", "--instance", "56"],
        vec![
            "score",
            "PATCH",
            "--instance",
            "56",
            "--require",
            "kill-complete",
        ],
    ] {
        let patch = patches.join("56-complete-nouns.patch");
        let words = words.into_iter().map(|word| {
            if word == "PATCH" {
                patch.to_str().unwrap()
            } else {
                word
            }
        });
        let mut command = bed.command(words);
        command.current_dir(&project);
        let ran = super::bed::Ran::of(command.output().unwrap());
        assert_eq!(ran.code, Some(0), "{ran:?}");
    }
}
