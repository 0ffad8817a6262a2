//! The JDK that belongs to a project's `java`.

use std::fs;
use std::path::{Path, PathBuf};

use crate::runner::{Project, RunnerError};

/// Versions whose own ASM our half works with: it came before the first and went after the last.
const VERSIONS: std::ops::RangeInclusive<u32> = 17..=22;

/// A Java Development Kit.
#[derive(Debug, Clone)]
pub(super) struct Jdk {
    pub(super) java: PathBuf,
    pub(super) javac: PathBuf,
    pub(super) jar: PathBuf,
    /// As it calls itself.
    pub(super) version: String,
}

impl Jdk {
    /// The kit around the project's program.
    ///
    /// # Errors
    /// When it has no compiler, or is of a version that our half does not know.
    pub(super) fn of(project: &Project) -> Result<Self, RunnerError> {
        let java = fs::canonicalize(&project.program).unwrap_or_else(|_| project.program.clone());
        let folder = java.parent().unwrap_or(Path::new("/"));
        let kit = Self {
            javac: folder.join("javac"),
            jar: folder.join("jar"),
            version: version(&java),
            java,
        };
        if !kit.javac.is_file() || !kit.jar.is_file() {
            return Err(RunnerError::Unusable {
                what: format!("`{}` has no compiler beside it", kit.java.display()),
                hint: "a JDK is needed, not a JRE: `apt-get install openjdk-17-jdk-headless` on Debian, or set \
                       `program` under [project.NAME.toolchain] to the `java` of one"
                    .to_owned(),
            });
        }
        let feature = kit
            .version
            .split(['.', '+', '-'])
            .next()
            .and_then(|text| text.parse().ok());
        match feature {
            Some(feature) if VERSIONS.contains(&feature) => Ok(kit),
            _ => Err(RunnerError::Unusable {
                what: format!("`{}` is Java {}", kit.java.display(), kit.version),
                hint: format!(
                    "Java {} to {} is needed; set `program` under [project.NAME.toolchain]",
                    VERSIONS.start(),
                    VERSIONS.end()
                ),
            }),
        }
    }
}

/// From the file that every kit has beside its folder of programs; empty where there is none.
fn version(java: &Path) -> String {
    let home = java
        .parent()
        .and_then(Path::parent)
        .unwrap_or(Path::new("/"));
    let text = fs::read_to_string(home.join("release")).unwrap_or_default();
    let value = |name: &str| {
        text.lines()
            .find_map(|line| line.strip_prefix(name)?.strip_prefix('='))
            .map(|value| value.trim_matches('"').to_owned())
    };
    value("JAVA_RUNTIME_VERSION")
        .or_else(|| value("JAVA_VERSION"))
        .unwrap_or_default()
}
