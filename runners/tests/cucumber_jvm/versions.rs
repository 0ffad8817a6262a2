//! The versions of Cucumber-JVM that are tried.
#![allow(dead_code, reason = "each test file uses its part")]

use crate::bed::{Bed, pom, with_best};

/// Version, and what a project of it declares.
const VERSIONS: [(&str, &[&str]); 2] = [
    (
        "7.34",
        &[
            "io.cucumber:cucumber-java:7.34.2",
            "io.cucumber:cucumber-junit-platform-engine:7.34.2",
            "org.junit.platform:junit-platform-suite:1.14.4",
            "org.junit.jupiter:junit-jupiter:5.14.4",
        ],
    ),
    (
        "6.11",
        &[
            "io.cucumber:cucumber-java:6.11.0",
            "io.cucumber:cucumber-junit:6.11.0",
            "org.junit.jupiter:junit-jupiter:5.14.4",
        ],
    ),
];

/// Runs a check on a project under each version.
pub(crate) fn with_all(text: &str, check: impl Fn(&Bed)) {
    for (version, dependencies) in VERSIONS {
        let text = format!("{}{text}", pom(dependencies));
        with_best("cucumber-jvm", version, &text, &check);
    }
}

/// Runs a check under the newest version alone.
pub(crate) fn with_newest(text: &str, check: impl Fn(&Bed)) {
    let (version, dependencies) = VERSIONS[0];
    with_best(
        "cucumber-jvm",
        version,
        &format!("{}{text}", pom(dependencies)),
        check,
    );
}
