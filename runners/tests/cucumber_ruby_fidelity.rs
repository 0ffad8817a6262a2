//! A fork of a loaded process is what a new process is, and what one run does reaches no other.
#![allow(clippy::unwrap_used, reason = "a failure here is a failed test")]

#[path = "cucumber_ruby/bed.rs"]
mod bed;
#[path = "cucumber_ruby/deeds.rs"]
mod deeds;

use std::time::{Duration, Instant};

use bed::{Bed, Both, Pair, with_all, with_best};
use deeds::{ALIKE, DEEDS, project, said};
use mutscore_model::outcome::{Execution, RunOutcome};
use mutscore_model::overlay::Overlay;
use mutscore_runners::runner::Isolation;

/// A pair of sessions on a project that runs `code` while it is loaded.
fn with_load<'b>(bed: &'b Bed, code: &str) -> Pair<'b> {
    bed.pair_with(|project| drop(project.env.insert("AT_LOAD".into(), code.into())))
}

#[test]
fn a_fork_finds_what_a_new_process_finds() {
    with_best(&project(), |bed| {
        let mut pair = bed.pair();
        let mut wrong = Vec::new();
        let loaded = bed.edit("lib/state.rb", "SEEN = []", "SEEN = [ ]");
        for expression in ALIKE {
            let (cold, warm) = said(&pair.plain(expression));
            if cold != warm {
                wrong.push(format!("{expression}: {cold} but warm {warm}"));
            }
            let both = Both {
                cold: pair.run_cold(expression, &loaded),
                warm: pair.run_warm(expression, &loaded, 9),
            };
            assert_eq!(both.warm.execution, Execution::Loaded, "{expression}");
            let (cold, warm) = said(&both);
            // A replaced file has a moment of its own in either.
            if cold != warm {
                wrong.push(format!("{expression}: {cold} but loaded {warm}"));
            }
        }
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
        assert_eq!(pair.warm.demoted(), None);
    });
}

#[test]
fn what_a_run_does_ends_as_in_a_new_process_and_reaches_no_other_run() {
    with_best(&project(), |bed| {
        let mut pair = bed.pair();
        for (name, _, outcome) in DEEDS {
            let started = Instant::now();
            let both = pair.plain(name);
            assert_eq!(both.outcome(), *outcome, "{name}: {both:#?}");
            assert!(
                started.elapsed() < Duration::from_secs(30),
                "{name} took {:?}",
                started.elapsed()
            );
            let after = pair.run_warm("clean", &Overlay::default(), 1);
            assert_eq!(after.outcome, RunOutcome::Pass, "after {name}: {after:#?}");
        }
        assert_eq!(pair.warm.demoted(), None);
        assert_eq!(
            pair.run_warm("nothing", &Overlay::default(), 1).execution,
            Execution::Warm
        );
    });
}

#[test]
fn runs_that_share_a_view_do_not_see_what_others_wrote() {
    with_all(&project(), |bed| {
        if bed.project.isolation != Isolation::None {
            return;
        }
        let mut pair = bed.pair();
        for name in [
            "writes everywhere",
            "rewrites a file",
            "removes a file",
            "counts",
        ] {
            pair.plain(name).ends_in(RunOutcome::Pass);
            let after = pair.run_warm("counts", &Overlay::default(), 1);
            assert_eq!(after.outcome, RunOutcome::Pass, "after {name}: {after:#?}");
        }
    });
}

#[test]
fn an_assertion_library_that_turns_up_later_is_found_as_in_a_new_process() {
    with_best(&project(), |bed| {
        let mut pair = bed.pair();
        let both = pair.plain("another library turns up");
        both.ends_in(RunOutcome::Pass);
        assert_eq!(both.warm.execution, Execution::Warm);
    });
}

/// A project that looks around while it is loaded, and tells afterwards what it saw.
fn looking(code: &str) -> String {
    format!(
        "=== lib/state.rb\nSTATE = [1]\n\
         === features/support/env.rb\nrequire_relative '../../lib/state'\nSAW = ({code}).inspect\n\
         === features/step_definitions/steps.rb\nThen(/^tell (.*)$/) {{ |asked| raise eval(asked).inspect }}\n\
         === features/a.feature\nFeature: a\n\
         \n  Scenario: saw\n    Then tell SAW\n\
         \n  Scenario: ahead\n    Then tell library = $LOADED_FEATURES.index {{ |path| \
         path.match?(/(expectations|assertions)\\.rb$/) }} and library < $LOADED_FEATURES.index {{ |path| \
         path.end_with?('lib/state.rb') }}\n"
    )
}

#[test]
fn an_assertion_library_is_loaded_ahead_only_where_the_project_cannot_tell() {
    let cases = [
        ("1", true),
        ("defined?(RSpec) || defined?(MiniTest)", false),
        ("Object.constants.size", false),
        ("$LOADED_FEATURES.grep_v(/mutscore/).size", false),
        (
            "ObjectSpace.each_object(Module).count { |type| type.name.to_s.match?(/\\A(RS|Mini)/) }",
            false,
        ),
        ("Object.new.methods.size", false),
    ];
    for (code, silent) in cases {
        with_best(&looking(code), |bed| {
            let mut pair = bed.pair();
            let overlay = bed.edit("lib/state.rb", "[1]", "[2]");
            let mut both = |name: &str| {
                let both = Both {
                    cold: pair.run_cold(name, &overlay),
                    warm: pair.run_warm(name, &overlay, 9),
                };
                assert_eq!(both.warm.execution, Execution::Loaded, "{code}");
                said(&both)
            };
            let (cold, warm) = both("saw");
            assert_eq!(cold, warm, "{code}");
            // Without a library on the machine there is nothing to load ahead.
            let (cold, warm) = both("ahead");
            assert_ne!(cold, "true", "{code}");
            assert_eq!(warm == "true", silent && cold == "false", "{code}: {warm}");
        });
    }
}

#[test]
fn random_numbers_are_drawn_as_a_new_process_draws_them() {
    with_best(&project(), |bed| {
        let mut fresh = bed.pair();
        for expression in ["rand", "Random.bytes(9)"] {
            let name = format!("tell {expression}");
            let one = fresh.run_warm(&name, &Overlay::default(), 1);
            let two = fresh.run_warm(&name, &Overlay::default(), 1);
            assert_ne!(
                one.exception, two.exception,
                "{expression} is the same in every fork"
            );
        }
        // Seeded while loading, and already drawn from: every run goes on from there.
        let mut seeded = with_load(bed, "srand(42); rand; [1, 2, 3].shuffle");
        for expression in [
            "rand",
            "Random.bytes(9)",
            "[1, 2, 3, 4, 5, 6, 7, 8, 9].shuffle",
        ] {
            let (cold, warm) = said(&seeded.plain(&format!("tell {expression}")));
            assert_eq!(cold, warm, "{expression}");
        }
        assert_eq!(seeded.warm.demoted(), None);
    });
}

#[test]
fn a_project_whose_loading_a_fork_cannot_repeat_is_run_cold_and_says_why() {
    let cases = [
        ("Thread.new { sleep 600 }", "thread"),
        ("KEPT = File.open('lib/extra.txt')", "descriptor"),
        ("KEPT = TCPServer.new('127.0.0.1', 0)", "descriptor"),
        ("Process.spawn('sleep', '600')", "process"),
        ("File.write('written', '')", "writes a file (written)"),
        (
            "File.delete('lib/extra.txt')",
            "writes a file (lib/extra.txt)",
        ),
        (
            "File.write(File.join(Dir.home, 'written'), '')",
            "writes a file (written)",
        ),
        ("Dir.mktmpdir('made')", "writes a file (made"),
        (
            "STARTED = Time.now",
            "asks for the time or the process (now)",
        ),
        (
            "STARTED = Process.clock_gettime(Process::CLOCK_MONOTONIC)",
            "(clock_gettime)",
        ),
        ("OWN = Process.pid", "(pid)"),
    ];
    with_best(&project(), |bed| {
        for (code, why) in cases {
            let mut pair = with_load(bed, code);
            pair.plain("nothing").ends_in(RunOutcome::Pass);
            let report = pair.run_warm("nothing", &Overlay::default(), 1);
            assert_eq!(report.execution, Execution::Cold, "{code}");
            let said = pair.warm.demoted().unwrap_or_default().to_owned();
            assert!(said.contains(why), "{code}: {said}");
        }
    });
}
