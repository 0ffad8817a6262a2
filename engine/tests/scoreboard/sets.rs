//! Result sets on disk: what is refused, and what survives.

use std::fs;
use std::path::{Path, PathBuf};

use mutscore::results::{Basis, Line, ResultSet, ResultsFile, add_missing, read};
use mutscore_model::digest::Digest;
use mutscore_model::outcome::Stage;

use super::made_up;

fn write(path: &Path, set: &ResultSet) -> PathBuf {
    let mut lines = vec![Line::Header(set.header.clone())];
    lines.extend(set.planned.values().cloned().map(Line::Planned));
    lines.extend(
        set.rows
            .iter()
            .cloned()
            .map(|row| Line::Result(Box::new(row))),
    );
    let text: Vec<String> = lines
        .iter()
        .map(|line| serde_json::to_string(line).unwrap())
        .collect();
    fs::write(path, text.join("\n") + "\n").unwrap();
    path.to_owned()
}

fn refused(change: impl FnOnce(&mut ResultSet)) -> String {
    let folder = tempfile::tempdir().unwrap();
    let mut set = made_up::set(2);
    change(&mut set);
    let path = write(&folder.path().join("r.jsonl"), &set);
    read(&[path], false).unwrap_err().to_string()
}

/// A change of what a project's pools rest on.
type Change = fn(&mut Basis);

/// The first against a second file with a change.
fn do_not_fit(change: impl FnOnce(&mut ResultSet)) -> String {
    let folder = tempfile::tempdir().unwrap();
    let set = made_up::set(1);
    let first = write(&folder.path().join("a.jsonl"), &set);
    let mut other = set;
    for row in &mut other.rows {
        row.configuration.push('2');
    }
    change(&mut other);
    let second = write(&folder.path().join("b.jsonl"), &other);
    let error = read(&[first, second], false).unwrap_err().to_string();
    assert!(
        error.contains("a.jsonl and") && error.contains("hint: score both"),
        "{error}"
    );
    error
}

#[test]
fn a_set_reads_back_as_it_was_written_also_from_two_files() {
    let folder = tempfile::tempdir().unwrap();
    let set = made_up::set(2);
    let path = write(&folder.path().join("r.jsonl"), &set);
    assert!(read(&[path], false).unwrap() == set);
    let (mut first, mut second) = (set.clone(), set.clone());
    first.rows.retain(|row| row.configuration == "mild");
    second.rows.retain(|row| row.configuration != "mild");
    let paths = [
        write(&folder.path().join("a.jsonl"), &first),
        write(&folder.path().join("b.jsonl"), &second),
    ];
    assert!(read(&paths, false).unwrap() == set);
}

#[test]
fn what_cannot_be_averaged_is_refused_by_name() {
    let gone = refused(|set| {
        set.rows
            .retain(|row| row.instance != 4 || row.configuration != "weak")
    });
    assert!(
        gone.contains("weak (all-hidden) has no result for instance 4"),
        "{gone}"
    );
    let twice = refused(|set| {
        let copy = set.rows[0].clone();
        set.rows.push(copy);
    });
    assert!(twice.contains("has two results"), "{twice}");
    let unknown = refused(|set| drop(set.planned.remove(&9)));
    assert!(unknown.contains("instance 9 was not planned"), "{unknown}");
    let uneven = refused(|set| {
        let at = set.rows.iter().position(|row| row.repeat == 2).unwrap();
        set.rows.remove(at);
    });
    assert!(
        uneven.contains("repeats for different instances"),
        "{uneven}"
    );
    let pool = refused(|set| set.rows[3].pool = Digest::of(b"another"));
    assert!(
        pool.contains("was scored on another pool than planned"),
        "{pool}"
    );
    let pairs = refused(|set| {
        let row = set.rows.iter_mut().find(|row| row.pairs.len() > 2).unwrap();
        row.pairs.pop();
    });
    assert!(
        pairs.contains("kills of the ground truth, and outcomes for"),
        "{pairs}"
    );
    let letter = refused(|set| {
        let row = set.rows.iter_mut().find(|row| row.pairs.len() > 2).unwrap();
        row.pairs.replace_range(0..1, "q");
    });
    assert!(letter.contains("`q` is no outcome of a pair"), "{letter}");
}

#[test]
fn files_that_rest_on_other_things_do_not_fit_and_the_difference_is_named() {
    let shop = |set: &mut ResultSet| set.header.projects.remove("shop").unwrap();
    let with = |change: Change| {
        move |set: &mut ResultSet| {
            let mut basis = shop(set);
            change(&mut basis);
            set.header.projects.insert("shop".into(), basis);
        }
    };
    let cases: [(&str, Change); 4] = [
        ("the operator set of shop", |basis| {
            basis.operators.push("bitwise".into())
        }),
        ("limits or outcome policy of shop", |basis| {
            basis.policy = Digest::of(b"other")
        }),
        ("behave of shop: 1.3.3 and 1.2.6", |basis| {
            basis.toolchain.insert("behave".into(), "1.2.6".into());
        }),
        ("the project's files of shop", |basis| {
            basis.tree = Digest::of(b"other")
        }),
    ];
    for (words, change) in cases {
        let error = do_not_fit(with(change));
        assert!(error.contains(words), "{words}: {error}");
    }
    let pool = do_not_fit(|set| {
        set.planned.get_mut(&1).unwrap().pool = Digest::of(b"other");
        set.rows
            .iter_mut()
            .filter(|row| row.instance == 1)
            .for_each(|row| row.pool = Digest::of(b"other"));
    });
    assert!(pool.contains("the pool of instance 1"), "{pool}");
}

#[test]
fn what_is_missing_counts_as_a_failure_only_on_request() {
    let mut set = made_up::set(1);
    let before = set.rows.len();
    set.rows
        .retain(|row| !(row.instance == 4 && row.configuration == "weak"));
    assert_eq!(add_missing(&mut set), 2);
    assert_eq!(set.rows.len(), before);
    let added: Vec<Stage> = set
        .rows
        .iter()
        .filter(|row| row.instance == 4 && row.configuration == "weak")
        .map(|row| row.outcome)
        .collect();
    assert_eq!(added, [Stage::GenerationFailure; 2]);
}

#[test]
fn a_file_is_gone_on_with_after_a_cut_and_trouble_is_tried_again() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("r.jsonl");
    let set = made_up::set(1);
    let planned: Vec<_> = set.planned.values().cloned().collect();
    let trouble = set
        .rows
        .iter()
        .position(|row| row.outcome == Stage::Infrastructure)
        .unwrap();
    let sound: Vec<_> = set
        .rows
        .iter()
        .filter(|row| row.outcome != Stage::Infrastructure)
        .take(3)
        .collect();

    let mut file = ResultsFile::open(&path, &set.header, &planned).unwrap();
    for row in &sound {
        file.add((*row).clone()).unwrap();
    }
    file.add(set.rows[trouble].clone()).unwrap();
    file.finish().unwrap();
    let mut text = fs::read_to_string(&path).unwrap();
    text.push_str("{\"result\":{\"configuration\":\"mi");
    fs::write(&path, text).unwrap();

    let file = ResultsFile::open(&path, &set.header, &planned).unwrap();
    let has = |row: &mutscore::results::Row| {
        file.has(
            &row.configuration,
            &row.view,
            row.repeat,
            row.instance,
            row.submission,
        )
    };
    assert!(sound.iter().all(|row| has(row)));
    assert!(!has(&set.rows[trouble]), "trouble of ours is tried again");
    file.finish().unwrap();
    assert_eq!(
        read(std::slice::from_ref(&path), true).unwrap().rows.len(),
        3
    );

    let mut other = set.header.clone();
    other.projects.get_mut("shop").unwrap().policy = Digest::of(b"other");
    let error = ResultsFile::open(&path, &other, &planned)
        .unwrap_err()
        .to_string();
    assert!(error.contains("do not fit together"), "{error}");
}
