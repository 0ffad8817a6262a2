//! Cases that other tools got wrong, as users of those reported them: mutants that Go's compiler refuses (B13), what
//! coverage must find (B15), a loop that would not end (B16).
#![allow(clippy::unwrap_used, reason = "a test says by panicking what is wrong")]

mod toolchain;

use std::io::Write;
use std::process::{Command, Stdio};

use mutscore_model::mutant::Mutant;
use mutscore_model::path::RelPath;
use mutscore_operators::{Options, Source, generate_file, language, mutate};

const SAMPLE: &str = include_str!("sources/shelf.go");
const REFUSED: &str = include_str!("cases/B13.go");
const COVERED: &str = include_str!("cases/B15.go");
const ENDLESS: &str = include_str!("cases/B16.go");

fn run(source: &str) -> Vec<Mutant> {
    let file = Source {
        path: RelPath::new("case.go").unwrap(),
        bytes: source.as_bytes().into(),
    };
    let outcome = generate_file(language("go").unwrap(), &file, &Options::default());
    assert!(outcome.damaged.is_empty() && outcome.skipped.is_none());
    outcome.mutants
}

fn shown(source: &str) -> Vec<String> {
    let show = |mutant: &Mutant| {
        format!(
            "{} {}>{}",
            mutant.start.line, mutant.original, mutant.replacement
        )
    };
    run(source).iter().map(show).collect()
}

#[test]
fn what_the_compiler_refuses_is_not_proposed() {
    assert_eq!(
        shown(REFUSED),
        ["7 />*", "7 2>3", "9 >>>=", "9 >><=", "9 \".\">\"\""],
        "neither `-` on text, nor a zero divisor, nor a statement that only names are read in"
    );
}

/// Sources that stand for kinds of refusal: text taken apart, operands that vanish, names left unread, keys and cases
/// that double, names that a variable hides.
const HAZARDS: &str = r#"package hazards

import (
	"errors"
	"os"
	"strconv"
	"time"
)

type name string

type pair struct{ left, right name }

func (p pair) both(sep string) (s string) {
	s = string(p.left) + sep + string(p.right)
	s += sep
	for _, part := range []string{"a", "b"} {
		s = part + s[1:2]
	}
	return s + strconv.Itoa(len(s)/2%1)
}

func parse(text string) (int, error) {
	n, err := strconv.Atoi(text)
	if err != nil {
		return 0, errors.New("no number: " + text)
	}
	return n, nil
}

func wait(seconds int) time.Duration {
	pause := seconds * 2
	return time.Duration(pause)
}

func env(key string) (value name, known bool) {
	text, known := os.LookupEnv(key)
	switch text {
	case "", "none":
		return "", false
	}
	return name(text), known
}

func table(n int) (m map[int]string, e error) {
	defer func() {
		if r := recover(); r != nil {
			m = nil
		}
	}()
	const width = 3
	grid := [width]byte{0: 1, 1: 255, 2: 3}
	m = map[int]string{1: "x", 2: "y", 3: "z"}
	if v, ok := m[n]; ok {
		show := func() { println(v) }
		show()
	}
	m[int(grid[0])] = "w"
	return m, nil
}

func zero[T any](make func() (T, bool)) (T, bool) {
	if value, ok := make(); ok {
		return value, ok
	}
	return *new(T), false
}

func fresh(new pair) pair {
	pair := pair{new.right, new.left}
	return pair
}
"#;

#[test]
fn every_mutant_of_the_samples_compiles() {
    let checker = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/checkers/typecheck.go");
    let has_go = Command::new("go").arg("version").output();
    if !has_go.is_ok_and(|output| output.status.success()) {
        toolchain::missing("go", "go");
        return; // no go at hand: the lists of mutants are tested all the same
    }
    let mut child = Command::new("go")
        .args(["run", checker])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    let mut count = 0;
    for source in [SAMPLE, REFUSED, COVERED, ENDLESS, HAZARDS] {
        let mutants = run(source);
        let mutated = mutants
            .iter()
            .map(|mutant| mutate(source.as_bytes(), mutant).unwrap());
        for file in std::iter::once(source.as_bytes().to_vec()).chain(mutated) {
            input.write_all(&(file.len() as u32).to_le_bytes()).unwrap();
            input.write_all(&file).unwrap();
            count += 1;
        }
    }
    drop(input);
    let output = child.wait_with_output().unwrap();
    let report = String::from_utf8(output.stdout).unwrap();
    assert_eq!(report.trim(), format!("{count} compile"), "{report}");
    assert!(count > 160, "{count}");
}

#[test]
fn every_mutant_says_where_coverage_finds_it() {
    assert_eq!(
        shown(COVERED),
        [
            "4 code == 429 || code >= 500>false",
            "4 code == 429 || code >= 500>true",
            "4 ==>!=",
            "4 429>430",
            "4 ||>&&",
            "4 >=>>",
            "4 >=><",
        ]
    );
    let statement = |mutant: &Mutant| mutant.pos.map(|pos| (pos.line, pos.column)) == Some((4, 2));
    assert!(run(COVERED).iter().all(statement));
    // Wherever a mutant is, its position is inside a function, and never after the mutant.
    for source in [SAMPLE, HAZARDS] {
        for mutant in run(source) {
            let pos = mutant.pos.unwrap();
            assert!(pos.line <= mutant.start.line, "{mutant:?}");
            let line = source.lines().nth(pos.line as usize - 1).unwrap();
            assert!(line.starts_with('\t') || pos.column > 1, "{mutant:?}");
        }
    }
}

#[test]
fn a_loops_only_step_is_left_alone() {
    assert_eq!(
        shown(ENDLESS),
        ["4 0>1", "5 <><=", "5 <>>=", "8 i>0"],
        "no mutant that would only time out"
    );
}
