//! The class-data archive of a project's class path: when there is one, who maps it, and that nobody needs it.
#![allow(clippy::unwrap_used, reason = "a failure here is a failed test")]

#[path = "jvm/bed.rs"]
mod bed;

use std::fs::Permissions;
use std::os::unix::fs::PermissionsExt as _;
use std::path::PathBuf;

use bed::{Bed, LIMITS, environment, isolations, pom};
use mutscore_model::outcome::{Execution, RunOutcome};
use mutscore_model::overlay::Overlay;
use mutscore_runners::runner::{CancelToken, Job, Mode, Session};

/// What a run can see of it from inside.
const LOOKS: &str = r#"=== src/main/java/shop/Cart.java
package shop;

public class Cart {
    public int size() {
        return 0;
    }
}
=== src/test/java/shop/LooksTest.java
package shop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class LooksTest {
    @Test
    void passes() {
        assertEquals(0, new Cart().size());
    }

    @Test
    void mapped() throws Exception {
        assertTrue(Files.readString(Path.of("/proc/self/maps")).contains("/jvm/archives/"));
    }

    @Test
    void first() {
        String path = System.getProperty("java.class.path");
        assertTrue(path.indexOf("target/classes") < path.indexOf("junit-jupiter-api"));
    }
}
"#;

/// A class of the project's among those of a library.
const BESIDE: &str = "=== src/test/java/org/opentest4j/Mine.java
package org.opentest4j;

class Mine {
}
";

fn ends(session: &mut dyn Session, bed: &Bed, method: &str) -> (RunOutcome, Execution) {
    let found = bed.runner().discover(&bed.project).unwrap();
    let wanted = format!("shop.LooksTest#{method}");
    let mut all = found.scenarios.iter().map(|one| &one.scenario.at);
    let at = all.find(|at| at.test.as_deref() == Some(&wanted)).unwrap();
    let job = Job {
        scenario: at,
        overlay: &Overlay::default(),
        limits: LIMITS,
        observe: false,
        strip: false,
        batch: 1,
    };
    let report = session.run(&job, &CancelToken::default());
    (report.outcome, report.execution)
}

fn archives(bed: &Bed) -> Vec<PathBuf> {
    let folders = std::fs::read_dir(bed.project.state.join("jvm/archives"));
    let folders = folders.into_iter().flatten().map(|one| one.unwrap().path());
    folders
        .map(|folder| folder.join("classes.jsa"))
        .filter(|file| file.is_file())
        .collect()
}

/// In a state folder of its own: what other tests have made would be found in theirs.
fn with_looks(more: &str, check: impl Fn(&Bed)) {
    let version = "5.14.4";
    let pom = pom(&[&format!("org.junit.jupiter:junit-jupiter:{version}")]);
    let text = format!("{pom}{LOOKS}{more}");
    if let Some(environment) = environment("junit", version)
        && let Some(isolation) = isolations().pop()
        && let Some(mut bed) = bed::bed(&environment, isolation, &text)
    {
        let state = tempfile::Builder::new()
            .permissions(Permissions::from_mode(0o755))
            .tempdir_in(env!("CARGO_TARGET_TMPDIR"))
            .unwrap();
        bed.project.state = state.path().to_owned();
        check(&bed);
    }
}

const PASSES: (RunOutcome, Execution) = (RunOutcome::Pass, Execution::Cold);
const FAILS: (RunOutcome, Execution) = (RunOutcome::AssertionFailure, Execution::Cold);

#[test]
fn the_second_pass_makes_an_archive_and_runs_map_it_with_the_project_last() {
    with_looks("", |bed| {
        let mut cold = bed.session(Mode::Cold);
        assert_eq!(ends(&mut *cold, bed, "first"), PASSES);
        assert_eq!(ends(&mut *cold, bed, "mapped"), FAILS);
        assert_eq!(archives(bed), Vec::<PathBuf>::new());
        assert_eq!(ends(&mut *cold, bed, "passes"), PASSES);
        let made = archives(bed);
        assert_eq!(made.len(), 1);
        assert_eq!(ends(&mut *cold, bed, "mapped"), PASSES);
        assert_eq!(ends(&mut *cold, bed, "first"), FAILS);
        let mut warm = bed.session(Mode::Warm);
        let warmly = (RunOutcome::Pass, Execution::Warm);
        assert_eq!(ends(&mut *warm, bed, "mapped"), warmly);
        // One that is no archive is passed over.
        std::fs::remove_file(&made[0]).unwrap();
        std::fs::write(&made[0], b"no archive").unwrap();
        assert_eq!(ends(&mut *cold, bed, "passes"), PASSES);
        assert_eq!(ends(&mut *cold, bed, "mapped"), FAILS);
    });
}

#[test]
fn a_project_with_a_file_among_a_librarys_keeps_its_place_on_the_class_path() {
    with_looks(BESIDE, |bed| {
        let mut cold = bed.session(Mode::Cold);
        for _ in 0..2 {
            assert_eq!(ends(&mut *cold, bed, "passes"), PASSES);
        }
        assert_eq!(archives(bed).len(), 1);
        assert_eq!(ends(&mut *cold, bed, "first"), PASSES);
        assert_eq!(ends(&mut *cold, bed, "mapped"), FAILS);
        // Warm, the project's classes have a loader of their own.
        let mut warm = bed.session(Mode::Warm);
        let warmly = (RunOutcome::Pass, Execution::Warm);
        assert_eq!(ends(&mut *warm, bed, "mapped"), warmly);
    });
}
