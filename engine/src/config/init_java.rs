//! What `mutscore init` proposes for a Maven project: Cucumber-JVM where it has features, JUnit elsewhere.

use std::path::Path;

/// Whether this is a Maven project with the usual folders. Others (several modules, Gradle) are for people to describe.
pub(super) fn is_one(folder: &Path) -> bool {
    folder.join("pom.xml").is_file()
        && folder.join("src/main/java").is_dir()
        && folder.join("src/test").is_dir()
}

/// The whole file.
pub(super) fn text(folder: &Path, name: &str) -> String {
    let mut tests = ignore::Walk::new(folder.join("src/test")).flatten();
    let has_features = tests.any(|entry| {
        entry
            .path()
            .extension()
            .is_some_and(|found| found == "feature")
    });
    let (runner, protected) = if has_features {
        ("cucumber-jvm", "[\"src/test/**/*.feature\"]")
    } else {
        ("junit", "[]")
    };
    format!(
        r#"# A mutscore bench. The form of this file is described in docs/mutscore.schema.json.
schema = 1

[project.{name}]
root = "."
language = "java"
runner = "{runner}"
# The only place for mutants.
production = ["src/main/java/**/*.java"]
# Taken out of it: generated files, third-party code.
exclude = []
# The only place a submission may write to.
test-side = ["src/test/**"]
# The developers' own test code, taken away before a submission is laid in.
withheld = ["src/test/java/**"]
# What no submission may change.
protected = {protected}

[project.{name}.toolchain]
# A JDK from 17 on; Maven is asked once for the class path (docs/runners/{runner}.md).
program = "java"

# [project.{name}.env]           # libraries where there is no POM: CLASSPATH = "a.jar:b.jar"

# [project.{name}.limits]        # a mutated run may take factor × the unmutated one, within floors and cap
# factor = 10.0
# wall-floor-seconds = 10.0
# cpu-floor-seconds = 2.0
# cap-seconds = 600.0

# [project.{name}.run]
# gate-runs = 3                  # passing runs of as many that a scenario needs
# execution = "auto"             # warm | cold
# isolation = "auto"             # namespaces | none
"#
    )
}
