//! The stored cache: right answers, from several processes, through crashes and damage.
#![allow(clippy::unwrap_used, reason = "a test says what failed by panicking")]

use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use mutscore::cache::{
    CacheError, GcLimits, Key, MemoryCache, OnWarning, ResultCache, SqliteCache, Warning,
    admissible, open_or_memory,
};
use mutscore_model::coverage::Observation;
use mutscore_model::digest::Digest;
use mutscore_model::outcome::{Detail, Execution, FailedStep, RunOutcome, RunReport};
use rusqlite::Connection;

fn key(number: u32) -> Key {
    Key::from_digest(Digest::of(&number.to_le_bytes()))
}

fn report(outcome: RunOutcome, wall_us: u64) -> RunReport {
    RunReport {
        outcome,
        detail: None,
        step_begun: true,
        failed_step: Some(FailedStep {
            keyword: "Then".into(),
            name: "the \"total\" is 3 €".into(),
            line: 9,
            row: Some(12),
        }),
        note: None,
        wall_us,
        observation: Some(Observation::default()),
        ..RunReport::infrastructure(Detail::NoReport, Execution::Swapped, "")
    }
}

fn killed(wall_us: u64) -> RunReport {
    report(RunOutcome::AssertionFailure, wall_us)
}

/// Warnings as they came, in words.
#[derive(Clone, Default)]
struct Heard(Arc<Mutex<Vec<String>>>);

impl Heard {
    fn ear(&self) -> OnWarning {
        let heard = self.clone();
        Arc::new(move |warning: Warning| heard.0.lock().unwrap().push(warning.to_string()))
    }

    fn words(&self) -> Vec<String> {
        self.0.lock().unwrap().clone()
    }
}

fn open(folder: &Path) -> SqliteCache {
    let quiet = Heard::default();
    let cache = SqliteCache::open(folder, quiet.ear()).unwrap();
    assert_eq!(quiet.words(), Vec::<String>::new());
    cache
}

fn edit(cache: &Path, statement: &str) {
    Connection::open(cache)
        .unwrap()
        .execute_batch(statement)
        .unwrap();
}

#[test]
fn a_report_comes_back_as_it_was_put_at_once_and_after_reopening() {
    let folder = tempfile::tempdir().unwrap();
    let cache = open(folder.path());
    cache.put(&key(1), &killed(5));
    assert_eq!(cache.get(&key(1)), Some(killed(5)), "from the queue");
    cache.flush();
    assert_eq!(cache.get(&key(1)), Some(killed(5)), "from the file");
    assert_eq!(cache.get(&key(2)), None);
    cache.put(&key(2), &killed(6));
    drop(cache);
    assert_eq!(
        open(folder.path()).get(&key(2)),
        Some(killed(6)),
        "written when dropped"
    );
}

/// A report says by which way it was made, for audits and counts; the cache is not to lose that.
#[test]
fn the_way_of_a_run_comes_back_with_its_report() {
    let folder = tempfile::tempdir().unwrap();
    let cache = open(folder.path());
    for (number, execution) in (0..).zip(Execution::ALL) {
        let report = RunReport {
            execution,
            ..killed(5)
        };
        cache.put(&key(number), &report);
        cache.flush();
        assert_eq!(cache.get(&key(number)), Some(report), "{execution:?}");
    }
}

#[test]
fn a_result_is_visible_to_another_process_without_a_flush_within_half_a_second() {
    let folder = tempfile::tempdir().unwrap();
    let (writer, reader) = (open(folder.path()), open(folder.path()));
    writer.put(&key(1), &killed(5));
    let started = Instant::now();
    while reader.get(&key(1)).is_none() {
        // The delay is 200 ms; ten seconds only bound a machine under heavy load.
        assert!(started.elapsed() < Duration::from_secs(10));
        std::thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn timeouts_and_trouble_of_ours_are_never_kept_whoever_puts_them() {
    let folder = tempfile::tempdir().unwrap();
    let stored = open(folder.path());
    let memory = MemoryCache::default();
    let mut refused = vec![
        report(RunOutcome::Timeout, 1),
        report(RunOutcome::Infrastructure, 1),
    ];
    for detail in [
        Detail::LoadTimeout,
        Detail::NotApplied,
        Detail::Sandbox,
        Detail::NoReport,
    ] {
        let mut trouble = killed(1);
        trouble.detail = Some(detail);
        refused.push(trouble);
    }
    for (number, report) in (0..).zip(&refused) {
        assert!(!admissible(report), "{report:?}");
        for cache in [&stored as &dyn ResultCache, &memory] {
            cache.put(&key(number), report);
            cache.flush();
            assert_eq!(cache.get(&key(number)), None, "{report:?}");
        }
    }
    assert_eq!(stored.stats().unwrap().rows, 0);
    let kept = [
        RunOutcome::Pass,
        RunOutcome::AssertionFailure,
        RunOutcome::ExecutionFailure,
        RunOutcome::BindingFailure,
        RunOutcome::BuildFailure,
    ];
    for (number, outcome) in (100..).zip(kept) {
        for cache in [&stored as &dyn ResultCache, &memory] {
            cache.put(&key(number), &report(outcome, 1));
            assert_eq!(cache.get(&key(number)), Some(report(outcome, 1)));
        }
    }
}

#[test]
fn a_changed_row_is_a_miss_is_named_by_verify_and_is_healed_by_the_next_result() {
    let folder = tempfile::tempdir().unwrap();
    let cache = open(folder.path());
    for number in 0..6 {
        cache.put(&key(number), &killed(u64::from(number)));
    }
    cache.flush();
    assert!(cache.verify().unwrap().is_sound());
    let hex = |number| key(number).to_string();
    let change = |number, what: &str| {
        edit(
            cache.path(),
            &format!("UPDATE results SET {what} WHERE key = x'{}'", hex(number)),
        );
    };
    change(0, "report = replace(report, 'assertion-failure', 'pass')");
    change(1, "checksum = x'00'");
    change(2, "outcome = 'pass'");
    change(3, "report = 5");
    // A whole, valid row under a key that is not its own.
    edit(
        cache.path(),
        &format!("DELETE FROM results WHERE key = x'{}'", hex(4)),
    );
    change(5, &format!("key = x'{}'", hex(4)));

    for number in 0..6 {
        assert_eq!(cache.get(&key(number)), None, "{number}");
    }
    let found = cache.verify().unwrap();
    let mut damaged: Vec<String> = found.damaged.into_iter().map(|damage| damage.key).collect();
    damaged.sort();
    let mut expected: Vec<String> = (0..5).map(hex).collect();
    expected.sort();
    assert_eq!((found.rows, damaged), (5, expected));

    for number in 0..5 {
        cache.put(&key(number), &killed(u64::from(number)));
    }
    cache.flush();
    assert!(cache.verify().unwrap().is_sound());
    assert_eq!(cache.get(&key(0)), Some(killed(0)));
}

#[test]
fn a_timeout_smuggled_into_the_file_is_not_answered() {
    let folder = tempfile::tempdir().unwrap();
    let cache = open(folder.path());
    let smuggled = serde_json::to_string(&report(RunOutcome::Timeout, 1)).unwrap();
    let checksum = mutscore_model::digest::StableHasher::new("mutscore/result")
        .field(key(1).digest().as_bytes())
        .field("timeout")
        .field(&smuggled)
        .finish();
    let other = Connection::open(cache.path()).unwrap();
    other
        .execute(
            "INSERT INTO results VALUES (?1, 'timeout', ?2, ?3, 1, 1)",
            rusqlite::params![key(1).digest().as_bytes(), smuggled, checksum.as_bytes()],
        )
        .unwrap();
    assert_eq!(cache.get(&key(1)), None);
    assert_eq!(cache.verify().unwrap().damaged.len(), 1);
}

#[test]
fn a_file_that_is_no_database_is_moved_aside_and_work_goes_on_with_an_empty_one() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("results.sqlite");
    for n in 1..=2 {
        std::fs::write(&path, format!("no database at all, {n}").repeat(500)).unwrap();
        let heard = Heard::default();
        let cache = SqliteCache::open(folder.path(), heard.ear()).unwrap();
        let aside = folder.path().join(format!("results.sqlite.damaged-{n}"));
        assert!(
            std::fs::read_to_string(&aside)
                .unwrap()
                .starts_with("no database")
        );
        assert_eq!(heard.words().len(), 1);
        assert!(
            heard.words()[0].contains(&format!("damaged-{n}")),
            "{:?}",
            heard.words()
        );
        cache.put(&key(1), &killed(5));
        cache.flush();
        assert_eq!(cache.stats().unwrap().rows, 1);
    }
}

#[test]
fn a_database_of_another_version_is_moved_aside() {
    let folder = tempfile::tempdir().unwrap();
    let path = open(folder.path()).path().to_owned();
    edit(&path, "PRAGMA user_version = 99");
    let heard = Heard::default();
    let cache = SqliteCache::open(folder.path(), heard.ear()).unwrap();
    assert!(
        heard.words()[0].contains("version 99"),
        "{:?}",
        heard.words()
    );
    assert!(cache.verify().unwrap().is_sound());
}

/// Fills a cache with 2,000 results and overwrites all but the page with the header and the schema.
fn damage_inside(folder: &Path) {
    let cache = open(folder);
    for number in 0..2000 {
        cache.put(&key(number), &killed(1));
    }
    let path = cache.path().to_owned();
    drop(cache);
    let mut bytes = std::fs::read(&path).unwrap();
    assert!(bytes.len() > 40 * 4096);
    bytes[4096..].fill(0xa5);
    std::fs::write(&path, bytes).unwrap();
}

#[test]
fn damage_met_while_running_costs_no_result_and_the_next_opening_starts_empty() {
    let folder = tempfile::tempdir().unwrap();
    damage_inside(folder.path());
    let heard = Heard::default();
    let cache = SqliteCache::open(folder.path(), heard.ear()).unwrap();
    for number in 0..2000 {
        assert_eq!(cache.get(&key(number)), None);
    }
    cache.put(&key(1), &killed(7));
    cache.flush();
    assert_eq!(cache.get(&key(1)), Some(killed(7)));
    assert_eq!(heard.words().len(), 1, "{:?}", heard.words());
    assert!(heard.words()[0].contains("in memory only"));
    drop(cache);

    let later = Heard::default();
    let fresh = SqliteCache::open(folder.path(), later.ear()).unwrap();
    assert!(
        later.words()[0].contains("damaged-1"),
        "{:?}",
        later.words()
    );
    fresh.put(&key(1), &killed(7));
    fresh.flush();
    assert!(fresh.verify().unwrap().is_sound());
    drop(fresh);
    assert_eq!(
        open(folder.path()).get(&key(1)),
        Some(killed(7)),
        "it is not moved again"
    );
}

#[test]
fn a_damaged_file_is_never_moved_while_somebody_has_it_open() {
    let folder = tempfile::tempdir().unwrap();
    damage_inside(folder.path());
    let heard = Heard::default();
    let first = SqliteCache::open(folder.path(), heard.ear()).unwrap();
    assert!((0..2000).all(|number| first.get(&key(number)).is_none()));
    let aside = folder.path().join("results.sqlite.damaged-1");

    // The inside is damaged: a second user opens it, meets the damage, and goes on in memory.
    let second = SqliteCache::open(folder.path(), heard.ear()).unwrap();
    second.put(&key(1), &killed(7));
    second.flush();
    assert_eq!(second.get(&key(1)), Some(killed(7)));
    // The header is damaged: a third one is told, and may go on in memory.
    let path = folder.path().join("results.sqlite");
    let mut bytes = std::fs::read(&path).unwrap();
    bytes[..100].fill(0xa5);
    std::fs::write(&path, bytes).unwrap();
    let error = SqliteCache::open(folder.path(), heard.ear()).err().unwrap();
    assert!(matches!(error, CacheError::Damaged { .. }), "{error}");
    assert!(!aside.exists());

    drop((first, second));
    let later = Heard::default();
    drop(SqliteCache::open(folder.path(), later.ear()).unwrap());
    assert!(
        aside.exists() && later.words().len() == 1,
        "{:?}",
        later.words()
    );
}

#[test]
fn an_unusable_folder_is_a_clear_error_or_a_warning_and_a_cache_in_memory() {
    let folder = tempfile::tempdir().unwrap();
    let in_the_way = folder.path().join("cache");
    std::fs::write(&in_the_way, "a file where the folder should be").unwrap();
    let heard = Heard::default();
    let error = SqliteCache::open(&in_the_way, heard.ear()).err().unwrap();
    assert!(matches!(error, CacheError::Folder { .. }));
    let words = error.to_string();
    assert!(
        words.contains(in_the_way.to_str().unwrap()) && words.contains("hint"),
        "{words}"
    );

    let cache = open_or_memory(&in_the_way, heard.ear());
    assert_eq!(heard.words().len(), 1);
    assert!(heard.words()[0].starts_with("results are kept in memory only"));
    cache.put(&key(1), &killed(5));
    assert_eq!(cache.get(&key(1)), Some(killed(5)));
}

#[test]
fn statistics_count_rows_outcomes_bytes_hits_and_misses_over_all_openings() {
    let folder = tempfile::tempdir().unwrap();
    let cache = open(folder.path());
    assert_eq!(cache.stats().unwrap(), Default::default());
    for number in 0..3 {
        cache.put(&key(number), &killed(1));
    }
    cache.put(&key(3), &report(RunOutcome::Pass, 1));
    cache.get(&key(0));
    cache.get(&key(9));
    drop(cache);
    let cache = open(folder.path());
    cache.get(&key(1));
    let stats = cache.stats().unwrap();
    assert_eq!((stats.rows, stats.hits, stats.misses), (4, 2, 1));
    assert_eq!(stats.by_outcome["assertion-failure"], 3);
    assert_eq!(stats.by_outcome["pass"], 1);
    let text = serde_json::to_string(&killed(1)).unwrap().len() as u64;
    let passed = serde_json::to_string(&report(RunOutcome::Pass, 1))
        .unwrap()
        .len() as u64;
    assert_eq!(stats.bytes, 3 * text + passed + 4 * 160);
    assert!(stats.oldest.unwrap() > 1_600_000_000);
}

#[test]
fn a_clean_up_removes_what_was_not_used_for_longest_until_the_limits_hold() {
    let folder = tempfile::tempdir().unwrap();
    let cache = open(folder.path());
    for number in 0..10 {
        cache.put(&key(number), &killed(1));
    }
    cache.flush();
    let path = cache.path().to_owned();
    for number in 0..10_i64 {
        let days_ago = 10 - number;
        edit(
            &path,
            &format!(
                "UPDATE results SET used_at = unixepoch() - {days_ago} * 86400 - 60 WHERE key = x'{}'",
                key(number as u32)
            ),
        );
    }
    // The oldest one is of use again, which makes it the youngest.
    assert!(cache.get(&key(0)).is_some());
    cache.flush();

    let week = GcLimits {
        max_age: Some(Duration::from_secs(7 * 86_400)),
        max_bytes: None,
    };
    assert_eq!(cache.gc(week).unwrap().rows, 3);
    let kept: Vec<u32> = (0..10)
        .filter(|number| cache.get(&key(*number)).is_some())
        .collect();
    assert_eq!(kept, [0, 4, 5, 6, 7, 8, 9]);

    let each = cache.stats().unwrap().bytes / 7;
    let small = GcLimits {
        max_age: None,
        max_bytes: Some(3 * each),
    };
    assert_eq!(cache.gc(small).unwrap().rows, 4);
    assert_eq!(cache.stats().unwrap().bytes, 3 * each);
    assert_eq!(cache.gc(GcLimits::default()).unwrap().rows, 0);
    assert!(cache.verify().unwrap().is_sound());
}

#[test]
fn many_writers_at_once_lose_nothing() {
    let folder = tempfile::tempdir().unwrap();
    std::thread::scope(|scope| {
        for writer in 0..4_u32 {
            let folder = folder.path();
            scope.spawn(move || {
                let cache = open(folder);
                for number in 0..500 {
                    cache.put(&key(writer * 500 + number), &killed(u64::from(number)));
                }
            });
        }
    });
    let cache = open(folder.path());
    for number in 0..2000 {
        assert_eq!(
            cache.get(&key(number)),
            Some(killed(u64::from(number % 500))),
            "{number}"
        );
    }
}

/// Where the process of the next test writes.
const FOLDER: &str = "MUTSCORE_TEST_CACHE_FOLDER";

#[test]
#[ignore = "not a test: the process that `a_kill_…` starts and kills"]
fn writes_for_ever() {
    let Some(folder) = std::env::var_os(FOLDER) else {
        return;
    };
    let cache = open(Path::new(&folder));
    for number in 0.. {
        cache.put(&key(number), &killed(u64::from(number)));
    }
}

#[test]
fn a_kill_in_the_middle_of_writing_leaves_a_sound_cache_with_true_answers() {
    let folder = tempfile::tempdir().unwrap();
    for round in 1..=3_u64 {
        let mut process = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "writes_for_ever", "--ignored"])
            .env(FOLDER, folder.path())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let path = folder.path().join("results.sqlite-wal");
        let started = Instant::now();
        while std::fs::metadata(&path).map_or(0, |log| log.len()) < 100_000 {
            assert!(
                started.elapsed() < Duration::from_secs(20),
                "the process writes nothing"
            );
            std::thread::sleep(Duration::from_millis(3));
        }
        std::thread::sleep(Duration::from_millis(7 * round));
        process.kill().unwrap();
        process.wait().unwrap();

        let cache = open(folder.path());
        let found = cache.verify().unwrap();
        assert!(found.is_sound() && found.rows > 0, "{found:?}");
        assert_eq!(cache.get(&key(0)), Some(killed(0)));
    }
}

#[test]
fn what_compilers_said_is_kept_checked_and_counted_like_results_and_never_taken_for_one() {
    let folder = tempfile::tempdir().unwrap();
    let cache = open(folder.path());
    cache.put_compiled(&key(1), "{\"a\":1}");
    cache.put(&key(2), &killed(5));
    assert_eq!(cache.compiled(&key(1)).as_deref(), Some("{\"a\":1}"));
    drop(cache);
    let cache = open(folder.path());
    assert_eq!(cache.compiled(&key(1)).as_deref(), Some("{\"a\":1}"));
    assert_eq!((cache.get(&key(1)), cache.compiled(&key(2))), (None, None));
    assert_eq!(cache.stats().unwrap().by_outcome["compiled"], 1);
    let found = cache.verify().unwrap();
    assert!(found.is_sound() && found.rows == 2, "{found:?}");
    drop(cache);
    edit(
        &folder.path().join("results.sqlite"),
        "UPDATE results SET report = '{\"a\":2}' WHERE outcome = 'compiled'",
    );
    let cache = open(folder.path());
    assert_eq!(cache.compiled(&key(1)), None, "a changed row is a miss");
    assert_eq!(cache.verify().unwrap().damaged.len(), 1);
    let memory = MemoryCache::default();
    memory.put_compiled(&key(1), "x");
    assert_eq!(memory.compiled(&key(1)).as_deref(), Some("x"));
}
