//! Reports from users of other tools, as tests under JUnit: code that runs once for each JVM, and threads that go on.
#![allow(clippy::unwrap_used, reason = "a failure here is a failed test")]

#[path = "jvm/bed.rs"]
mod bed;
#[path = "jvm/woven.rs"]
mod woven;

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use bed::{Bed, LIMITS, pom, with_best};
use mutscore_model::instance::ScenarioRef;
use mutscore_model::outcome::{RunOutcome, RunReport};
use mutscore_model::overlay::Overlay;
use mutscore_runners::runner::{CancelToken, Job, Mode, Session};
use woven::woven;

use RunOutcome::{AssertionFailure, Pass};

const TIER: &str = "\
=== src/main/java/Tier.java
enum Tier {
    LOW(1 + 1), HIGH(10 * 2);

    static final int LIMIT = limit(7);
    final int cost;

    Tier(int c) { cost = c - 1; }

    // begin limit
    static int limit(int n) {
        return n + 3;
    }
    // end limit

    static boolean has(String s) { return s.length() > LIMIT; }
}
=== src/test/java/TierTest.java
import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class TierTest {
    @Test void aHas() { assertEquals(false, Tier.has(\"abc\")); }

    @Test void bLow() { assertEquals(1, Tier.LOW.cost); }

    @Test void cHigh() { assertEquals(19, Tier.HIGH.cost); }

    @Test void dLimit() { assertEquals(10, Tier.LIMIT); }
}
";

const POOL: &str = "\
=== src/main/java/Pool.java
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

class Pool {
    private final ExecutorService ex = Executors.newFixedThreadPool(2);

    int twice(int n) throws Exception {
        return ex.submit(() -> n * 2).get();
    }

    // begin close
    int close() {
        ex.shutdown();
        return 0;
    }
    // end close
}
=== src/test/java/PoolTest.java
import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class PoolTest {
    @Test void works() throws Exception {
        Pool p = new Pool();
        assertEquals(8, p.twice(4));
        p.close();
    }
}
";

fn with_junit(text: &str, check: impl Fn(&Bed)) {
    let pom = pom(&["org.junit.jupiter:junit-jupiter:5.9.3"]);
    with_best("junit", "5.9.3", &format!("{pom}{text}"), check);
}

/// The tests of a project, by name.
fn tests(bed: &Bed) -> BTreeMap<String, ScenarioRef> {
    let found = bed.runner().discover(&bed.project).unwrap();
    let scenarios = found.scenarios.into_iter().map(|one| one.scenario);
    let name = |full: &str| full.rsplit(['#', '.', ' ']).next().unwrap().to_owned();
    scenarios.map(|one| (name(&one.name), one.at)).collect()
}

fn run(session: &mut dyn Session, scenario: &ScenarioRef, overlay: &Overlay) -> RunReport {
    let job = Job {
        scenario,
        overlay,
        limits: LIMITS,
        observe: false,
        strip: false,
        batch: 1,
    };
    session.run(&job, &CancelToken::default())
}

/// B06: initialisers, constants of an enum and their constructor run once for each loading, whichever test comes first.
#[test]
fn a_mutant_of_what_runs_while_a_class_loads_is_killed_by_whoever_looks() {
    with_junit(TIER, |bed| {
        let tier = "src/main/java/Tier.java";
        let limit = woven(bed, &[(tier, "n + 3", "n - 3")]).pop().unwrap();
        let alone = |from, to| bed.edit(tier, from, to);
        let tests = tests(bed);
        let (mut cold, mut warm) = (bed.session(Mode::Cold), bed.session(Mode::Warm));
        for (overlay, killers) in [
            (alone("1 + 1", "1 - 1"), &["bLow"][..]),
            (alone("10 * 2", "10 / 2"), &["cHigh"]),
            (limit, &["dLimit"]),
            (alone("c - 1", "c + 1"), &["bLow", "cHigh"]),
        ] {
            for test in ["aHas", "bLow", "cHigh", "dLimit"] {
                let killed = killers.contains(&test);
                let wanted = if killed { AssertionFailure } else { Pass };
                for session in [&mut cold, &mut warm] {
                    let report = run(session.as_mut(), &tests[test], &overlay);
                    assert_eq!(report.outcome, wanted, "{test}: {report:#?}");
                }
            }
        }
    });
}

/// B08: threads that outlive the test neither keep a run from ending nor make it a timeout.
#[test]
fn threads_that_go_on_after_a_test_keep_nobody_waiting() {
    with_junit(POOL, |bed| {
        let pool = "src/main/java/Pool.java";
        let overlays = woven(bed, &[(pool, "ex.shutdown();", "")]);
        let works = &tests(bed)["works"];
        for mode in [Mode::Cold, Mode::Warm] {
            let mut session = bed.session(mode);
            for number in [0, 1, 1, 0] {
                let before = Instant::now();
                let report = run(session.as_mut(), works, &overlays[number]);
                assert_eq!(report.outcome, Pass, "{mode:?}, {number}: {report:#?}");
                assert!(before.elapsed() < Duration::from_secs(55), "{mode:?}");
            }
        }
    });
}
