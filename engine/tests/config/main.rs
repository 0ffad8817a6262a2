//! `mutscore.toml` from the outside: what a good one means, and what each kind of bad one is answered with.
#![expect(clippy::unwrap_used, reason = "a test may end at the first surprise")]

mod bad;
mod bed;
mod init;
mod scope;

use std::fs;
use std::path::Path;
use std::time::Duration;

use mutscore::config::{self, ExecutionChoice, IsolationChoice, OperatorChoice, Source};
use mutscore_model::outcome::RunOutcome;

use crate::bed::*;

#[test]
fn defaults_are_filled_in_and_paths_made_absolute() {
    let folder = bench(GOOD);
    let settings = config::load(folder.path(), &known()).unwrap();
    let shed = settings.project("shed").unwrap();
    let root = fs::canonicalize(folder.path()).unwrap().join("shed");
    assert_eq!(shed.source, Source::Folder(root));
    assert_eq!(shed.operators, OperatorChoice::Default);
    assert_eq!(
        (shed.python.interpreter.as_str(), shed.gate_runs),
        ("python3", 3)
    );
    assert_eq!(
        (shed.execution, shed.isolation),
        (ExecutionChoice::Auto, IsolationChoice::Auto)
    );
    assert_eq!(
        (shed.limits.factor, shed.limits.cap),
        (10.0, Duration::from_secs(600))
    );
    assert_eq!(
        (shed.bounds.memory, shed.bounds.processes),
        (2048 << 20, 256)
    );
    assert_eq!(
        shed.outcome.kill_on,
        [RunOutcome::AssertionFailure, RunOutcome::ExecutionFailure].into()
    );
    assert!(shed.tree_exclude.is_empty());
}

#[test]
fn every_section_can_be_set() {
    let text = format!(
        "{GOOD}operators = [\"arith\", \"const-int\"]\nsubmissions = \"patches\"\ntree-exclude = [\"big/**\"]\n\
         [project.shed.python]\ninterpreter = \"python3.11\"\nversion = \"3.11\"\npackages = [\"behave==1.3.3\"]\n\
         [project.shed.env]\nPYTHONPATH = \"src\"\n\
         [project.shed.limits]\nfactor = 4.5\ncap-seconds = 30.0\nmemory-mib = 512\n\
         [project.shed.outcome]\nkill-on = [\"assertion-failure\"]\n\
         [project.shed.run]\ngate-runs = 5\nexecution = \"cold\"\nisolation = \"none\"\n"
    );
    let settings = load(&text).unwrap();
    let shed = settings.project("shed").unwrap();
    assert_eq!(
        shed.operators,
        OperatorChoice::Ids(vec!["arith".into(), "const-int".into()])
    );
    assert_eq!(shed.submissions, Some(settings.dir.join("patches")));
    assert_eq!(shed.tree_exclude, ["big/**"]);
    assert_eq!(
        (shed.python.version.as_deref(), &shed.python.packages[..]),
        (Some("3.11"), &["behave==1.3.3".to_owned()][..])
    );
    assert_eq!(shed.env["PYTHONPATH"], "src");
    assert_eq!(
        (shed.limits.factor, shed.limits.cap, shed.bounds.memory),
        (4.5, Duration::from_secs(30), 512 << 20)
    );
    assert_eq!(shed.outcome.kill_on, [RunOutcome::AssertionFailure].into());
    assert_eq!(
        (shed.gate_runs, shed.execution, shed.isolation),
        (5, ExecutionChoice::Cold, IsolationChoice::None)
    );
}

#[test]
fn the_policy_digest_changes_with_what_outcomes_depend_on_and_with_nothing_else() {
    let digest =
        |more: &str| load(&format!("{GOOD}{more}")).unwrap().projects["shed"].policy_digest();
    let plain = digest("");
    assert_eq!(digest("[project.shed.run]\nexecution = \"cold\"\n"), plain);
    assert_eq!(digest("[project.shed.limits]\nfactor = 10.0\n"), plain);
    for more in [
        "[project.shed.limits]\nfactor = 11.0\n",
        "[project.shed.limits]\nload-seconds = 61.0\n",
        "[project.shed.limits]\nopen-files = 99\n",
        "[project.shed.outcome]\nkill-on = [\"execution-failure\"]\n",
    ] {
        assert_ne!(digest(more), plain, "{more}");
    }
}

#[test]
fn the_published_json_schema_is_that_of_the_types() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/mutscore.schema.json");
    let current = format!("{:#}\n", config::schema());
    if std::env::var_os("MUTSCORE_BLESS").is_some() {
        fs::write(&path, &current).unwrap();
    }
    let published = fs::read_to_string(&path).unwrap_or_default();
    assert!(
        published == current,
        "docs/mutscore.schema.json is stale; run this test with MUTSCORE_BLESS=1"
    );
}
