//! Small projects in Go, each of a few files.

use super::bed::Bed;

/// What they ask for: the modules of the runner's own tests.
const MODULES: &str = include_str!("../../../runners/tests/godog/modules.txt");

/// A bench of one project, whose package is called as the project is. Its files lie in `folder`, and the bench finds it
/// as `root`.
pub(crate) fn bed(project: &'static str, files: &str, [folder, root]: [&str; 2]) -> Option<Bed> {
    let bed = Bed::go(project)?;
    let config = format!(
        r#"schema = 1

[project.{project}]
root = "{root}"
language = "go"
runner = "godog"
production = ["{project}/**/*.go"]
test-side = ["features/**"]
withheld = ["features/*_test.go"]
protected = ["features/**/*.feature"]

[project.{project}.toolchain]
program = "go"
"#
    );
    bed.write("mutscore.toml", config);
    bed.write_all(folder, &[MODULES, files]);
    Some(bed)
}
