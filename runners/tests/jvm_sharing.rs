//! Runs that share a loader: each way in which one could see another one is a scenario here, compared with cold runs.
#![allow(clippy::unwrap_used, reason = "a failure here is a failed test")]

#[path = "jvm/bed.rs"]
mod bed;
#[path = "cucumber_jvm/versions.rs"]
mod versions;
#[path = "jvm/woven.rs"]
mod woven;

use bed::{Bed, LIMITS, pom, with_best};
use mutscore_model::outcome::{Execution, RunOutcome};
use mutscore_model::overlay::Overlay;
use mutscore_runners::runner::{CancelToken, Job, Mode};
use versions::{with_all, with_newest};
use woven::{Change, woven};

const SHARING: &str = include_str!("cucumber_jvm/projects/sharing.txt");

use Execution::{Shared, Warm};
use RunOutcome::{AssertionFailure as Killed, Pass};

/// Runs of one scenario, one after the other: which mutant (0 for none), how it ends, and which way it goes.
fn expect(
    bed: &Bed,
    scenario: &str,
    changes: &[Change],
    expected: &[(usize, RunOutcome, Execution)],
) {
    let overlays = woven(bed, changes);
    let mut pair = bed.pair();
    let mut ways = Vec::new();
    for (place, (number, outcome, _)) in expected.iter().enumerate() {
        let both = pair.run(scenario, &overlays[*number]);
        assert_eq!(
            (both.cold.outcome, both.warm.outcome),
            (*outcome, *outcome),
            "`{scenario}`, run {place}: {both:#?}"
        );
        ways.push(both.warm.execution);
    }
    let wanted: Vec<Execution> = expected.iter().map(|(.., way)| *way).collect();
    assert_eq!(ways, wanted, "`{scenario}`");
}

#[test]
fn fields_that_a_run_has_set_are_put_back() {
    with_all(SHARING, |bed| {
        let changes = [
            ("src/main/java/shop/Counter.java", "made += 1", "made += 2"),
            ("src/main/java/shop/Counter.java", "made += 1", "made -= -1"),
        ];
        let runs = [
            (1, Killed, Shared),
            (2, Pass, Shared),
            (0, Pass, Shared),
            (2, Pass, Shared),
            (1, Killed, Shared),
        ];
        expect(bed, "counter", &changes, &runs);
    });
}

#[test]
fn objects_that_static_fields_lead_to_are_put_back() {
    with_newest(SHARING, |bed| {
        let changes = [(
            "src/main/java/shop/Tally.java",
            "COUNTS[0] += 1",
            "COUNTS[0] -= -1",
        )];
        let runs = [
            (1, Pass, Shared),
            (1, Pass, Shared),
            (0, Pass, Shared),
            (1, Pass, Shared),
        ];
        expect(bed, "tally", &changes, &runs);
    });
}

/// The JDK's own reader of class files knows sealed types for experiments only in Java 17.
#[test]
fn sealed_types_are_read_observed_and_shared() {
    with_newest(SHARING, |bed| {
        let form = "src/main/java/shop/Form.java";
        let changes = [(form, "square.side() * square", "square.side() + square")];
        let runs = [(1, Killed, Shared), (0, Pass, Shared), (1, Killed, Shared)];
        expect(bed, "form", &changes, &runs);
        let job = Job {
            scenario: &bed.scenario("form"),
            overlay: &Overlay::default(),
            limits: LIMITS,
            observe: true,
            strip: false,
            batch: 1,
        };
        let report = bed.session(Mode::Cold).run(&job, &CancelToken::default());
        let seen = report.observation.map(|seen| seen.coverage.all());
        assert!(
            seen.is_some_and(|lines| lines.0.keys().any(|path| path.as_str() == form)),
            "{:?}",
            report.note
        );
    });
}

#[test]
fn an_object_made_once_is_made_anew() {
    with_newest(SHARING, |bed| {
        let changes = [("src/main/java/shop/Registry.java", "return 4", "return 5")];
        let runs = [(1, Killed, Shared), (0, Pass, Shared), (1, Killed, Shared)];
        expect(bed, "registry", &changes, &runs);
    });
}

#[test]
fn what_is_remembered_is_not_for_the_next_run() {
    with_newest(SHARING, |bed| {
        let changes = [("src/main/java/shop/Memo.java", "of * of", "of + of")];
        let runs = [(1, Killed, Shared), (0, Pass, Shared), (1, Killed, Shared)];
        expect(bed, "memo", &changes, &runs);
    });
}

#[test]
fn a_mutant_that_initialisers_reach_has_classes_of_its_own() {
    with_newest(SHARING, |bed| {
        let changes = [
            ("src/main/java/shop/Table.java", "rows * 2", "rows * 3"),
            ("src/main/java/shop/Table.java", "rows * 2", "rows + rows"),
        ];
        let runs = [
            (0, Pass, Shared),
            (1, Killed, Warm),
            (2, Pass, Warm),
            (0, Pass, Shared),
        ];
        expect(bed, "table", &changes, &runs);
    });
}

#[test]
fn constants_of_an_enum_are_state() {
    with_newest(SHARING, |bed| {
        let changes = [("src/main/java/shop/Level.java", "hits += 1", "hits -= -1")];
        let runs = [
            (1, Pass, Shared),
            (1, Pass, Shared),
            (0, Pass, Shared),
            (1, Pass, Shared),
        ];
        expect(bed, "level", &changes, &runs);
    });
}

#[test]
fn a_class_that_a_mutated_run_initialises_ends_the_loader() {
    with_newest(SHARING, |bed| {
        let changes = [
            (
                "src/main/java/shop/Clock.java",
                "of > 100) {\n            return Fallback",
                "(now = 7) > 0) {\n            return Fallback",
            ),
            (
                "src/main/java/shop/Clock.java",
                "of > 100) {\n            return Fallback",
                "(now = 9) > 0) {\n            return Fallback",
            ),
        ];
        let runs = [
            (0, Pass, Shared),
            (1, Pass, Warm),
            (2, Killed, Warm),
            (1, Pass, Warm),
            (0, Pass, Shared),
        ];
        expect(bed, "pick", &changes, &runs);
    });
}

#[test]
fn a_class_that_a_mutated_run_needs_is_initialised_beforehand_by_the_next_loader() {
    with_newest(SHARING, |bed| {
        let changes = [(
            "src/main/java/shop/Clock.java",
            "of > 100) {\n            return Words",
            "of > 0) {\n            return Words",
        )];
        let runs = [
            (0, Pass, Shared),
            (1, Killed, Warm),
            (1, Killed, Warm),
            (0, Pass, Shared),
        ];
        expect(bed, "name", &changes, &runs);
    });
}

#[test]
fn a_class_without_initialiser_begins_with_nothing() {
    with_newest(SHARING, |bed| {
        let changes = [(
            "src/main/java/shop/Clock.java",
            "of > 100) {\n            return ++Scratch",
            "of > 0) {\n            return ++Scratch",
        )];
        let runs = [(1, Pass, Shared), (1, Pass, Shared), (1, Pass, Shared)];
        expect(bed, "last", &changes, &runs);
    });
}

#[test]
fn initialisers_that_read_what_a_run_has_set_are_seen() {
    with_newest(SHARING, |bed| {
        let changes = [("src/main/java/shop/Settings.java", "SIZE * 2", "SIZE * 3")];
        let runs = [(0, Pass, Warm), (1, Killed, Warm), (0, Pass, Warm)];
        expect(bed, "settings", &changes, &runs);
    });
}

#[test]
fn what_libraries_keep_of_the_project_is_seen() {
    with_newest(SHARING, |bed| {
        let changes = [("src/main/java/shop/Plain.java", "of + 1", "of + 2")];
        let runs = [(0, Pass, Warm), (1, Killed, Warm), (0, Pass, Warm)];
        expect(bed, "kept", &changes, &runs);
    });
}

#[test]
fn what_threads_of_the_pool_keep_is_seen() {
    with_newest(SHARING, |bed| {
        let changes = [("src/main/java/shop/Local.java", "of + 1", "of + 2")];
        let runs = [(0, Pass, Warm), (1, Killed, Warm), (0, Pass, Warm)];
        expect(bed, "local", &changes, &runs);
    });
}

#[test]
fn a_class_that_another_scenario_has_initialised_is_not_taken_for_granted() {
    with_newest(SHARING, |bed| {
        let clock = "src/main/java/shop/Clock.java";
        let from = "of > 100) {\n            return Fallback";
        let changes: [Change; 2] = [
            (clock, from, "(now = 7) > 0) {\n            return Fallback"),
            (clock, from, "(now = 9) > 0) {\n            return Fallback"),
        ];
        let overlays = woven(bed, &changes);
        let mut pair = bed.pair();
        for (scenario, number, outcome, way) in [
            ("fallback", 0, Pass, Shared),
            ("pick", 1, Pass, Warm),
            ("pick", 2, Killed, Warm),
            ("fallback", 1, Pass, Shared),
            ("pick", 0, Pass, Shared),
        ] {
            let both = pair.run(scenario, &overlays[number]);
            let found = (both.cold.outcome, both.warm.outcome, both.warm.execution);
            assert_eq!(
                found,
                (outcome, outcome, way),
                "{scenario}, {number}: {both:#?}"
            );
        }
    });
}

const BASKET: &str = "\
=== src/main/java/shop/Basket.java
package shop;

import java.util.HashMap;
import java.util.Map;

public final class Basket {
    private static final Map<Integer, Integer> KNOWN = new HashMap<>();
    private static final int FIRST = Basket.price(1);

    // begin price
    static int price(int of) {
        return of + 1;
    }
    // end price

    // begin twice
    static int twice(int of) {
        return of * 2;
    }
    // end twice

    public static int known(int of) {
        return KNOWN.computeIfAbsent(of, Basket::twice);
    }

    public static int first() {
        return FIRST;
    }
}
=== src/test/java/shop/BasketTest.java
package shop;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class BasketTest {
    @Test
    void first() {
        assertEquals(2, Basket.first());
    }

    @Test
    void known() {
        assertEquals(6, Basket.known(3));
    }
}
";

#[test]
fn tests_of_junit_share_a_loader_too() {
    let text = format!(
        "{}{BASKET}",
        pom(&["org.junit.jupiter:junit-jupiter:5.14.4"])
    );
    with_best("junit", "5.14.4", &text, |bed| {
        let basket = "src/main/java/shop/Basket.java";
        let overlays = woven(
            bed,
            &[(basket, "of + 1", "of + 2"), (basket, "of * 2", "of + 2")],
        );
        let found = bed.runner().discover(&bed.project).unwrap();
        let (mut cold, mut warm) = (bed.session(Mode::Cold), bed.session(Mode::Warm));
        for (test, number, outcome, way) in [
            ("known", 2, Killed, Shared),
            ("known", 0, Pass, Shared),
            ("known", 2, Killed, Shared),
            ("first", 1, Killed, Warm),
            ("first", 0, Pass, Shared),
            ("known", 2, Killed, Shared),
        ] {
            let at = &found
                .scenarios
                .iter()
                .find(|one| one.scenario.name.ends_with(test))
                .unwrap()
                .scenario
                .at;
            let job = Job {
                scenario: at,
                overlay: &overlays[number],
                limits: LIMITS,
                observe: false,
                strip: false,
                batch: 1,
            };
            let cancel = CancelToken::default();
            let both = (cold.run(&job, &cancel), warm.run(&job, &cancel));
            assert_eq!(
                (both.0.outcome, both.1.outcome, both.1.execution),
                (outcome, outcome, way),
                "{test}, {number}: {both:#?}"
            );
        }
    });
}
