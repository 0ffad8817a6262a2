//! Runs of Godog that share a process: whatever one leaves behind, the next one ends as it would alone.
#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a failure here is a failed test, and is to be read"
)]

#[path = "godog/bed.rs"]
mod bed;

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use bed::{Bed, LIMITS, Pair, with_all, with_best};
use mutscore_model::outcome::{Execution, RunOutcome};
use mutscore_model::overlay::{Overlay, Woven, WovenBuild};
use mutscore_model::path::RelPath;
use mutscore_runners::runner::RunLimits;

const SHARED: &str = include_str!("godog/projects/shared.txt");
const SHOP: &str = "shop/shop.go";

/// The shop with a change of its price (1), of what it loads (2), and one that does not end (3).
fn woven(bed: &Bed) -> Arc<WovenBuild> {
    let text = |overlay: Overlay| String::from_utf8(overlay.files[0].bytes.to_vec()).unwrap();
    let price = text(bed.edit(
        SHOP,
        "return count * 2",
        "switch mutM_ { case 1: return count * 3; case 3: for { count++ } }; return count * 2",
    ));
    let shop = price.replace(
        "func load() int { return 7 }",
        "func load() int { if mutM_ == 2 { return 8 }; return 7 }",
    );
    let support = "package shop\n\nimport (\n\t\"os\"\n\t\"strconv\"\n)\n\nvar mutM_ = func() int {\n\tnumber, _ := \
                   strconv.Atoi(os.Getenv(\"MUTSCORE_MUTANT\"))\n\treturn number\n}()\n";
    let files = [(SHOP, shop), ("shop/00support.go", support.to_owned())];
    let files =
        files.map(|(path, text)| (RelPath::new(path).unwrap(), Arc::from(text.into_bytes())));
    Arc::new(WovenBuild::new(BTreeMap::from(files)))
}

/// A project and its common build, with a session that keeps its processes.
struct Shop<'b> {
    bed: &'b Bed,
    build: Arc<WovenBuild>,
    pair: Pair<'b>,
}

impl<'b> Shop<'b> {
    fn of(bed: &'b Bed) -> Self {
        Self {
            bed,
            build: woven(bed),
            pair: bed.pair(),
        }
    }

    fn overlay(&self, number: u32, shared: bool) -> Overlay {
        let mut overlay = match number {
            1 => self.bed.edit(SHOP, "return count * 2", "return count * 3"),
            2 => self.bed.edit(SHOP, "return 7", "return 8"),
            3 => self
                .bed
                .edit(SHOP, "return count * 2", "for { count++ }; return 0"),
            _ => Overlay::default(),
        };
        overlay.woven = Some(Woven {
            build: Arc::clone(&self.build),
            number,
            shared,
        });
        overlay
    }

    /// Both ways, with equal verdicts; the outcome, and how the warm run was made.
    fn run(&mut self, scenario: &str, number: u32) -> (RunOutcome, Execution) {
        let overlay = self.overlay(number, true);
        let both = self.pair.run(scenario, &overlay);
        if both.outcome() != RunOutcome::Pass {
            // For whoever reads why a test has failed.
            println!("{scenario}: {:#?}", both.warm);
        }
        (both.outcome(), both.warm.execution)
    }
}

const PASSES: (RunOutcome, Execution) = (RunOutcome::Pass, Execution::Shared);

#[test]
fn what_a_run_leaves_in_its_process_is_not_found_by_the_next() {
    with_best(SHARED, |bed| {
        let mut shop = Shop::of(bed);
        // All of them are tried, so that a guard which is taken away is known by what it was for.
        let mut found = Vec::new();
        let mut see = |what: &str, scenario: &str| {
            let overlay = shop.overlay(0, true);
            let cold = shop.pair.run_cold(scenario, &overlay);
            let warm = shop.pair.run_warm(scenario, &overlay, 1);
            let ended = (warm.outcome, warm.execution);
            if cold.outcome != RunOutcome::Pass || ended != PASSES {
                let words = warm.exception.map(|exception| exception.message);
                found.push(format!("{what}: {scenario} {ended:?} {words:?}"));
            }
        };
        see("first", "clean");
        see("the same name once more", "clean");
        for dirt in [
            "counter",
            "contents",
            "goroutine",
            "timer",
            "pool",
            "environment",
            "clock",
            "zone",
            "descriptor",
            "folder",
            "garbage",
            "mask",
            "signals",
            "library",
        ] {
            see(dirt, dirt);
            see(dirt, "clean");
        }
        see("the zone is looked up", "zone");
        see("the zone is looked up anew", "abroad");
        see("a table is written into", "table");
        see("a table was written into", "table");
        assert_eq!(found, Vec::<String>::new());
    });
}

/// Each process says its number, so that one which was ended is known by another number.
#[test]
fn a_file_that_nobody_refers_to_ends_no_process_and_one_that_stays_open_does() {
    with_best(SHARED, |bed| {
        let mut shop = Shop::of(bed);
        let overlay = shop.overlay(0, true);
        let mut who_after = |scenario: &str| {
            let before = shop.pair.run_warm(scenario, &overlay, 1);
            assert_eq!((before.outcome, before.execution), PASSES);
            let said = shop.pair.run_warm("who", &overlay, 1);
            assert_eq!(said.execution, Execution::Shared);
            said.exception.unwrap().message
        };
        let first = who_after("clean");
        assert_eq!(who_after("forgotten"), first);
        assert_eq!(who_after("clean"), first);
        assert_ne!(who_after("descriptor"), first);
    });
}

#[test]
fn a_run_that_starts_a_program_has_a_process_of_its_own_and_the_program_is_ended() {
    with_best(SHARED, |bed| {
        let mut shop = Shop::of(bed);
        assert_eq!(shop.run("clean", 0), PASSES);
        assert_eq!(
            shop.run("process", 0),
            (RunOutcome::Pass, Execution::Shared)
        );
        assert_eq!(shop.run("clean", 0), PASSES);
    });
}

#[test]
fn a_number_chooses_the_mutant_of_each_run() {
    with_all(SHARED, |bed| {
        let mut shop = Shop::of(bed);
        let killed = (RunOutcome::AssertionFailure, Execution::Shared);
        assert_eq!(shop.run("price", 0), PASSES);
        assert_eq!(shop.run("price", 1), killed);
        assert_eq!(shop.run("price", 0), PASSES);
        assert_eq!(shop.run("loaded", 1), PASSES);
        assert_eq!(shop.run("price", 1), killed);
        shop.pair.strip = true;
        assert_eq!(shop.run("price", 1), PASSES);
    });
}

/// Whoever chooses what may be shared asks what runs without a scenario. This is why.
#[test]
fn a_mutant_of_what_is_loaded_is_only_seen_by_a_process_of_its_own() {
    with_best(SHARED, |bed| {
        let mut shop = Shop::of(bed);
        let alone = shop.overlay(2, false);
        let both = shop.pair.run("loaded", &alone);
        both.ends_in(RunOutcome::AssertionFailure);
        assert_eq!(both.warm.execution, Execution::Swapped);
        let shared = shop.overlay(2, true);
        let unseen = shop.pair.run_warm("loaded", &shared, 1);
        assert_eq!(unseen.outcome, RunOutcome::Pass);
    });
}

#[test]
fn a_run_that_comes_to_no_plain_end_is_made_again_in_a_process_of_its_own() {
    with_best(SHARED, |bed| {
        let mut shop = Shop::of(bed);
        let fails = (RunOutcome::ExecutionFailure, Execution::Warm);
        assert_eq!(shop.run("exit", 0), fails);
        assert_eq!(shop.run("clean", 0), PASSES);
        assert_eq!(shop.run("deadlock", 0), fails);
        assert_eq!(shop.run("clean", 0), PASSES);
        let limits = RunLimits {
            wall: Duration::from_secs(3),
            cpu: Duration::from_secs(1),
        };
        let spins = shop.overlay(3, true);
        let both = shop.pair.run_batch("price", &spins, 1, limits);
        both.ends_in(RunOutcome::Timeout);
        assert_eq!(both.warm.execution, Execution::Swapped);
        assert_eq!(shop.run("price", 0), PASSES);
        // With time to spare, too: what is tried first has not all of it.
        let both = shop
            .pair
            .run_batch("price", &shop.overlay(1, true), 1, LIMITS);
        both.ends_in(RunOutcome::AssertionFailure);
    });
}

/// What a suite is made of could carry something from run to run, where nobody can look.
#[test]
fn where_something_cannot_be_looked_into_each_run_has_a_process_of_its_own() {
    let captured = (
        "ScenarioInitializer: steps,",
        "ScenarioInitializer: func(sc *godog.ScenarioContext) { steps(sc); t.Helper() },",
    );
    let beside = (
        "\tgodog.TestSuite{",
        "\tgo func() { time.Sleep(time.Hour) }()\n\tgodog.TestSuite{",
    );
    let channel = (
        "var drawer sync.Pool",
        "var drawer sync.Pool\n\nvar door = make(chan int, 1)",
    );
    let function = (
        "var drawer sync.Pool",
        "var drawer sync.Pool\n\nvar once = sync.OnceValue(func() int { return 1 })",
    );
    let context = (
        "TestingT: t,",
        "TestingT: t, DefaultContext: context.WithValue(context.Background(), \"shop\", new(int)),",
    );
    let pipe = (
        "\tgodog.TestSuite{",
        "\tr, w, _ := os.Pipe()\n\tdefer r.Close()\n\tdefer w.Close()\n\tgodog.TestSuite{",
    );
    let main = (
        "func equal(",
        "func TestMain(m *testing.M) {\n\tcode := m.Run()\n\tshop.Visit()\n\tos.Exit(code)\n}\n\nfunc equal(",
    );
    let mut shared = Vec::new();
    for (from, to) in [captured, beside, channel, function, context, pipe, main] {
        assert_eq!(SHARED.matches(from).count(), 1, "{from}");
        with_best(&SHARED.replace(from, to), |bed| {
            let ended = Shop::of(bed).run("clean", 0);
            assert_eq!(ended.0, RunOutcome::Pass, "{to}");
            if ended.1 != Execution::Warm {
                shared.push(to);
            }
        });
    }
    assert_eq!(shared, Vec::<&str>::new());
}
