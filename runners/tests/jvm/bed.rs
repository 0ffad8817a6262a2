//! The JDK and Maven that the machine has, and tiny Java projects for them.
#![allow(dead_code, reason = "each test file uses its part")]
#![allow(clippy::unwrap_used, reason = "a failure here is a failed test")]

#[path = "../bed/mod.rs"]
mod shared;

use std::path::PathBuf;
use std::process::{Command, Stdio};

use mutscore_runners::runner::{Isolation, RunnerError};
#[allow(unused_imports, reason = "each test file uses its part")]
pub(crate) use shared::{Bed, Both, Environment, Expected, LIMITS, Pair, isolations, skip};

/// The machine's JDK and Maven; `None`, with a word why, where one is missing.
pub(crate) fn environment(runner: &'static str, version: &'static str) -> Option<Environment> {
    for program in ["javac", "mvn"] {
        let asked = Command::new(program)
            .arg("-version")
            .stdin(Stdio::null())
            .output();
        if !asked.is_ok_and(|output| output.status.success()) {
            skip(
                "java",
                &format!(
                    "there is no `{program}` (`apt-get install openjdk-17-jdk-headless maven`)"
                ),
            );
            return None;
        }
    }
    let found = std::env::split_paths(&std::env::var_os("PATH")?)
        .map(|folder| folder.join("java"))
        .find(|path| path.is_file())?;
    Some(Environment {
        runner,
        version,
        program: std::fs::canonicalize(found).unwrap(),
        read_only: [PathBuf::from("/usr/lib")].into_iter().collect(),
        production: "src/main/java/**/*.java",
        withheld: &["src/test/java/**/*.java"],
    })
}

/// A project of Maven's layout; `None` where its libraries cannot be had.
pub(crate) fn bed(environment: &Environment, isolation: Isolation, text: &str) -> Option<Bed> {
    let mut bed = Bed::new(environment, isolation, text);
    bed.project.test_side = vec!["src/test/**".to_owned()];
    match bed.runner().fingerprint(&bed.project) {
        Err(RunnerError::Unusable { what, .. }) if what.contains("Maven") => {
            skip(
                "java",
                &format!("{} {}: {what}", environment.runner, environment.version),
            );
            None
        }
        other => {
            other.unwrap();
            Some(bed)
        }
    }
}

/// A POM with these dependencies, written `group:artifact:version`.
pub(crate) fn pom(dependencies: &[&str]) -> String {
    let dependencies: String = dependencies
        .iter()
        .map(|one| {
            let parts: Vec<&str> = one.split(':').collect();
            format!(
                "<dependency><groupId>{}</groupId><artifactId>{}</artifactId><version>{}</version><scope>test</scope></dependency>\n",
                parts[0], parts[1], parts[2]
            )
        })
        .collect();
    format!(
        "=== pom.xml\n<project xmlns=\"http://maven.apache.org/POM/4.0.0\"><modelVersion>4.0.0</modelVersion>\n\
         <groupId>tiny</groupId><artifactId>tiny</artifactId><version>1</version>\n\
         <properties><maven.compiler.release>17</maven.compiler.release>\
         <project.build.sourceEncoding>UTF-8</project.build.sourceEncoding></properties>\n\
         <dependencies>{dependencies}</dependencies></project>\n"
    )
}

/// Runs a check on a project for each version, where runs are kept apart by namespaces.
pub(crate) fn with_best(
    runner: &'static str,
    version: &'static str,
    text: &str,
    check: impl Fn(&Bed),
) {
    if let Some(environment) = environment(runner, version)
        && let Some(isolation) = isolations().pop()
        && let Some(bed) = bed(&environment, isolation, text)
    {
        check(&bed);
    }
}
