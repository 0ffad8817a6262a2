//! What replaced files do to runs of Godog: in a build of their own, and in a build that holds many.
#![allow(clippy::unwrap_used, reason = "a failure here is a failed test")]

#[path = "godog/bed.rs"]
mod bed;

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use bed::{Bed, LIMITS, with_all, with_best};
use mutscore_model::outcome::{Detail, Execution, RunOutcome};
use mutscore_model::overlay::{Overlay, Woven, WovenBuild};
use mutscore_model::path::RelPath;
use mutscore_runners::runner::{CancelToken, Compiled, Job, RunLimits};

const MUTANTS: &str = include_str!("godog/projects/mutants.txt");
const SHOP: &str = "shop/shop.go";

#[test]
fn a_mutant_is_killed_or_survives_alike_in_cold_and_warm_runs() {
    with_best(MUTANTS, |bed| {
        let mut pair = bed.pair();
        let killed = RunOutcome::AssertionFailure;
        let lives = RunOutcome::Pass;
        let built = RunOutcome::BuildFailure;
        for (from, to, scenario, outcome) in [
            ("total += price", "total -= price", "buying", killed),
            ("total += price", "total -= price", "banner", lives),
            ("total -= 1", "total += 1", "discount", killed),
            ("total -= 1", "total += 1", "buying", lives),
            // What is made while the package loads.
            ("const Limit = 3", "const Limit = 4", "banner", killed),
            ("\"tea\": 2", "\"tea\": 3", "buying", killed),
            ("table[\"ale\"] = 4", "table[\"ale\"] = 5", "buying", killed),
            // What does not compile has run no step.
            ("total += price", "total += nothing", "buying", built),
            ("total += price", "", "buying", built),
            ("table[\"ale\"] = 4", "panic(\"no\")", "buying", built),
        ] {
            let overlay = bed.edit(SHOP, from, to);
            let both = pair.run(scenario, &overlay);
            both.ends_in(outcome);
            assert_eq!(both.warm.execution, Execution::Loaded);
            assert_eq!(both.cold.step_begun, outcome != built);
        }
        // Nothing of a mutant stays.
        pair.plain("buying").ends_in(lives);
        pair.plain("discount").ends_in(lives);
    });
}

#[test]
fn a_mutant_that_does_not_end_is_a_timeout_and_the_next_run_is_not_hurt() {
    let limits = RunLimits {
        wall: Duration::from_secs(2),
        ..LIMITS
    };
    with_best(MUTANTS, |bed| {
        let mut pair = bed.pair();
        let overlay = bed.edit(SHOP, "number--", "number++");
        let both = pair.run_batch("counting", &overlay, 1, limits);
        both.ends_in(RunOutcome::Timeout);
        pair.plain("counting").ends_in(RunOutcome::Pass);
    });
}

/// The file with two changes at once, chosen by number, and what chooses.
fn woven(bed: &Bed, broken: &str) -> WovenBuild {
    let with = |overlay: Overlay| String::from_utf8(overlay.files[0].bytes.to_vec()).unwrap();
    let text = with(bed.edit(
        SHOP,
        "total := 0\n\tfor _, price",
        &format!(
            "if mutscoreNumber == 1 {{ return totalOne(prices...) }}; if mutscoreNumber == 2 {{ return 0{broken} }}\n\ttotal := \
             0\n\tfor _, price"
        ),
    ));
    let text = format!("{text}\nfunc totalOne(prices ...int) int {{ return -1 }}\n");
    let support = "package shop\n\nimport (\n\t\"os\"\n\t\"strconv\"\n)\n\nvar mutscoreNumber = func() int {\n\tnumber, _ := \
                   strconv.Atoi(os.Getenv(\"MUTSCORE_MUTANT\"))\n\treturn number\n}()\n";
    let files = [(SHOP, text), ("shop/00support.go", support.to_owned())];
    let files =
        files.map(|(path, text)| (RelPath::new(path).unwrap(), Arc::from(text.into_bytes())));
    WovenBuild::new(BTreeMap::from(files))
}

#[test]
fn a_number_chooses_among_the_changes_of_one_build_and_a_cold_run_takes_the_file_instead() {
    with_best(MUTANTS, |bed| {
        let build = Arc::new(woven(bed, ""));
        assert_eq!(
            bed.runner().weaver(&bed.project).unwrap()(&build).unwrap(),
            Compiled::Whole
        );
        let mut pair = bed.pair();
        let of = |number, mut overlay: Overlay| {
            let build = Arc::clone(&build);
            overlay.woven = Some(Woven {
                build,
                number,
                shared: false,
            });
            overlay
        };
        let none = pair.run("buying", &of(0, Overlay::default()));
        none.ends_in(RunOutcome::Pass);
        assert_eq!(none.warm.execution, Execution::Warm);
        for (number, to) in [(1, "total -= price"), (2, "total = price - price")] {
            let overlay = of(number, bed.edit(SHOP, "total += price", to));
            let both = pair.run("buying", &overlay);
            both.ends_in(RunOutcome::AssertionFailure);
            assert_eq!(both.warm.execution, Execution::Swapped);
            assert_eq!(both.cold.execution, Execution::Cold);
            pair.run("banner", &overlay).ends_in(RunOutcome::Pass);
        }
        // The warm run takes the build by its number alone: a file beside it that says otherwise changes nothing.
        let other = of(1, bed.edit(SHOP, "total += price", "total += price + 0"));
        let warm = pair.run_warm("buying", &other, 1);
        assert_eq!(warm.outcome, RunOutcome::AssertionFailure);
    });
}

#[test]
fn what_the_compiler_refuses_in_a_common_build_is_told_with_its_file() {
    with_best(MUTANTS, |bed| {
        let build = woven(bed, " + \"\"");
        let refused = bed.runner().weaver(&bed.project).unwrap()(&build).unwrap();
        let Compiled::Refused(refusals) = refused else {
            panic!("it compiles")
        };
        assert!(
            refusals
                .iter()
                .any(|one| one.path.as_ref().is_some_and(|path| path.as_str() == SHOP)),
            "{refusals:#?}"
        );
    });
}

#[test]
fn an_observed_run_tells_lines_of_its_own_and_of_loading_and_direct_calls_by_step() {
    with_all(MUTANTS, |bed| {
        let mut session = bed.session(mutscore_runners::runner::Mode::Cold);
        let scenario = bed.scenario("buying");
        let job = Job {
            scenario: &scenario,
            overlay: &Overlay::default(),
            limits: LIMITS,
            observe: true,
            strip: false,
            batch: 1,
        };
        let report = session.run(&job, &CancelToken::default());
        let seen = report
            .observation
            .clone()
            .unwrap_or_else(|| panic!("{report:#?}"));
        let shop = RelPath::new(SHOP).unwrap();
        let line = |words: &str| {
            let at = MUTANTS
                .split("=== ")
                .find(|part| part.starts_with(SHOP))
                .unwrap();
            u32::try_from(at.lines().position(|line| line.contains(words)).unwrap()).unwrap()
        };
        let (run, load) = (&seen.coverage.run, &seen.coverage.load);
        assert!(run.contains(&shop, line("total += price")));
        assert!(run.contains(&shop, line("return table[name]")));
        assert!(!run.contains(&shop, line("total -= 1")), "{run:?}");
        assert!(!run.contains(&shop, line("number--")));
        assert!(load.contains(&shop, line("table[\"ale\"] = 4")), "{load:?}");
        assert!(!load.contains(&shop, line("total += price")));
        let calls: Vec<(&str, Vec<&str>)> = seen
            .calls
            .0
            .iter()
            .map(|(name, kinds)| (name.as_str(), kinds.iter().map(String::as_str).collect()))
            .collect();
        assert_eq!(
            calls,
            [
                ("shop/shop.go::Price", vec!["when"]),
                ("shop/shop.go::Total", vec!["when"])
            ]
        );
    });
}

#[test]
fn emptied_checks_let_everything_pass_that_only_they_tell() {
    with_best(MUTANTS, |bed| {
        let mut pair = bed.pair();
        pair.strip = true;
        let overlay = bed.edit(SHOP, "total += price", "total -= price");
        pair.run("buying", &overlay).ends_in(RunOutcome::Pass);
        let overlay = bed.edit(SHOP, "return table[name]", "panic(name)");
        pair.run("buying", &overlay)
            .ends_in(RunOutcome::ExecutionFailure);
    });
}

#[test]
fn a_build_that_was_cut_off_is_trouble_of_ours() {
    with_best(MUTANTS, |bed| {
        let mut session = bed.session(mutscore_runners::runner::Mode::Cold);
        let cancel = CancelToken::default();
        cancel.cancel();
        let scenario = bed.scenario("buying");
        let overlay = bed.edit(SHOP, "total += price", "total -= price");
        let job = Job {
            scenario: &scenario,
            overlay: &overlay,
            limits: LIMITS,
            observe: false,
            strip: false,
            batch: 1,
        };
        let report = session.run(&job, &cancel);
        assert_eq!(report.outcome, RunOutcome::Infrastructure);
        assert_eq!(report.detail, Some(Detail::NoReport));
    });
}

#[test]
fn a_view_with_a_submission_is_run_and_only_what_is_not_the_submissions_stays_in_the_compilers_cache()
 {
    with_best(MUTANTS, |bed| {
        let mut project = bed.project.clone();
        project.state = tempfile::tempdir().unwrap().keep();
        let mut builder = mutscore_runners::workspace::LayerBuilder::new(&project.state).unwrap();
        let text = "package features\n\nvar submitted = 7\n";
        builder
            .file(
                std::path::Path::new("features/more_test.go"),
                text.as_bytes(),
                false,
            )
            .unwrap();
        let layer = builder.finish().unwrap();
        project.layers.insert(0, layer.path().to_owned());
        let runner = bed.runner();
        let cold = mutscore_runners::runner::Mode::Cold;
        let mut session = runner.session(&project, cold, 0).unwrap();
        let scenario = bed.scenario("buying");
        let overlay = Overlay::default();
        let job = Job {
            scenario: &scenario,
            overlay: &overlay,
            limits: LIMITS,
            observe: false,
            strip: false,
            batch: 1,
        };
        let report = session.run(&job, &CancelToken::default());
        assert_eq!(report.outcome, RunOutcome::Pass, "{report:#?}");
        let go = project.state.join("go");
        let entries = std::fs::read_dir(&go).unwrap().flatten();
        let cache = entries
            .map(|entry| entry.path())
            .find(|path| {
                path.file_name()
                    .unwrap()
                    .to_string_lossy()
                    .starts_with("cache-")
            })
            .unwrap();
        let mut filled = 0;
        for folder in std::fs::read_dir(cache).unwrap().flatten() {
            for file in std::fs::read_dir(folder.path())
                .into_iter()
                .flatten()
                .flatten()
            {
                let bytes = std::fs::read(file.path()).unwrap();
                filled += 1;
                assert!(
                    !bytes.windows(9).any(|part| part == b"submitted"),
                    "{}",
                    file.path().display()
                );
            }
        }
        assert!(filled > 100, "{filled} entries");
        std::fs::remove_dir_all(&project.state).unwrap();
    });
}
