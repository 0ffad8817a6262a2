//! The compile check of every language from end to end: its operators make mutants of a file, its real compiler says
//! what they are.
//!
//! Where a tool chain is missing a test says that it is skipped; `MUTSCORE_REQUIRE` (a list of languages) makes that a
//! failure.
#![allow(
    clippy::unwrap_used,
    clippy::print_stderr,
    reason = "a failure here is a failed test, and a skip is to be read"
)]

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::os::unix::fs::FileTypeExt as _;
use std::path::Path;
use std::sync::Arc;

use mutscore::manifest::check::{CheckReport, Checking, check};
use mutscore_model::mutant::Mutant;
use mutscore_model::path::RelPath;
use mutscore_operators::{Options, Source, generate_file, language};
use mutscore_runners::compilers::{ProgramTree, compiler};
use mutscore_runners::runner::CancelToken;

/// A file, and what its mutants are expected to be.
struct Case {
    language: &'static str,
    file: &'static str,
    source: &'static str,
    /// `line: original → replacement` of those that are not `ok`, with the word for it.
    expected: &'static [&'static str],
}

/// 3 + 2 is 2 + 3, and 0 * 6 is 0 * 5. PHP and Go follow the values further than the expression: 4 + 0 is 4 - 0.
const CASES: &[Case] = &[
    Case {
        language: "python",
        file: "a.py",
        source: "def f(a):\n    limit = 2 + 2\n    base = 0 * 5\n    return limit + base + a\n",
        expected: &["2: 2 → 3 duplicate", "3: 5 → 6 equivalent"],
    },
    Case {
        language: "php",
        file: "a.php",
        source: "<?php\nfunction f($a)\n{\n    $limit = 2 + 2;\n    $base = 0 * 5;\n    return $limit + $base + $a;\n}\n",
        expected: &[
            "4: 2 → 3 duplicate",
            "5: * → / equivalent",
            "5: 5 → 6 equivalent",
            "6: + → - equivalent",
        ],
    },
    Case {
        language: "java",
        file: "A.java",
        source: "class A {\n    int f(int a) {\n        int limit = 2 + 2;\n        int base = 0 * 5;\n        return limit + base + a;\n    }\n}\n",
        expected: &[
            "3: 2 → 3 duplicate",
            "4: * → / equivalent",
            "4: 5 → 6 equivalent",
        ],
    },
    Case {
        language: "go",
        file: "a.go",
        source: "package a\n\nfunc f(a int) int {\n\tlimit := 2 + 2\n\tbase := 0 * 5\n\treturn limit + base + a\n}\n",
        expected: &[
            "4: 2 → 3 duplicate",
            "5: * → / equivalent",
            "5: 5 → 6 equivalent",
            "6: + → - equivalent",
        ],
    },
    // Ruby folds nothing: every mutant is another program.
    Case {
        language: "ruby",
        file: "a.rb",
        source: "def f(a)\n  limit = 2 + 2\n  base = 0 * 5\n  limit + base + a\nend\n",
        expected: &[],
    },
];

fn checked(case: &Case, folder: &Path) -> Option<(Vec<Mutant>, CheckReport)> {
    std::fs::write(folder.join(case.file), case.source).unwrap();
    let path = RelPath::new(case.file).unwrap();
    let source = Source {
        path: path.clone(),
        bytes: Arc::from(case.source.as_bytes()),
    };
    let operators = language(case.language).unwrap();
    let mut mutants = generate_file(operators, &source, &Options::default()).mutants;
    let tree = ProgramTree {
        root: folder.to_owned(),
        files: vec![path],
        program: None,
        env: BTreeMap::new(),
        state: Path::new(env!("CARGO_TARGET_TMPDIR")).join("compilers-state"),
    };
    let how = Checking {
        language: operators,
        compiler: Ok(compiler(case.language).unwrap()),
        tree: &tree,
        cache: None,
        jobs: NonZeroUsize::MIN,
        cancel: &CancelToken::default(),
    };
    let read = |_: &RelPath| Ok(Arc::clone(&source.bytes));
    let report = check(&mut mutants, &read, &how).unwrap();
    let required = std::env::var("MUTSCORE_REQUIRE").unwrap_or_default();
    let is_required = required.split([',', ' ']).any(|word| word == case.language);
    let is_whole = report.has_compiler() && !report.by.contains("syntax only");
    assert!(
        is_whole || !is_required,
        "MUTSCORE_REQUIRE asks for {}: {}",
        case.language,
        report.by
    );
    if !is_whole {
        eprintln!("SKIPPED: {}: {}", case.language, report.by);
        return None;
    }
    Some((mutants, report))
}

fn left_out(mutants: &[Mutant]) -> Vec<String> {
    mutants
        .iter()
        .filter(|mutant| mutant.status.word() != "ok")
        .map(|mutant| {
            let Mutant {
                start,
                original,
                replacement,
                status,
                ..
            } = mutant;
            format!(
                "{}: {original} → {replacement} {}",
                start.line,
                status.word()
            )
        })
        .collect()
}

#[test]
fn the_mutants_of_each_language_are_what_its_compiler_says() {
    for case in CASES {
        let folder = tempfile::tempdir().unwrap();
        let Some((mutants, report)) = checked(case, folder.path()) else {
            continue;
        };
        assert!(
            mutants.len() > 5,
            "{}: {} mutants",
            case.language,
            mutants.len()
        );
        assert_eq!(report.notes(), [""; 0], "{}", case.language);
        assert_eq!(left_out(&mutants), case.expected, "{}", case.language);
    }
}

#[test]
fn what_a_typed_language_refuses_is_stillborn_with_the_compilers_words() {
    // Text that no table of stringish producers knows: the minus is made, and javac and Go refuse it.
    let cases = [
        Case {
            language: "java",
            file: "A.java",
            source: "class A {\n    Object f(java.util.Iterator<String> a) {\n        return a.next() + a.next();\n    }\n}\n",
            expected: &["3: + → - stillborn"],
        },
        Case {
            language: "go",
            file: "a.go",
            source: "package a\n\nfunc f[T int | string](a, b T) any {\n\treturn a + b\n}\n",
            expected: &["4: + → - stillborn"],
        },
    ];
    for case in &cases {
        let folder = tempfile::tempdir().unwrap();
        let Some((mutants, report)) = checked(case, folder.path()) else {
            continue;
        };
        assert_eq!(left_out(&mutants), case.expected, "{}", case.language);
        let refusals: Vec<_> = report.refusals.values().collect();
        assert_eq!(refusals.len(), 1);
        assert!(
            refusals[0].line.is_some() && !refusals[0].message.is_empty(),
            "{refusals:?}"
        );
    }
}

/// Go's compiler removes what it was to write where it refuses a file. As root that must not be `/dev/null`.
#[test]
fn a_file_that_gos_compiler_refuses_costs_the_system_nothing() {
    let case = Case {
        language: "go",
        file: "a.go",
        // Fine for the type checker, and refused behind it.
        source: "package a\n\n//go:embed words.txt\nvar words string\n\nfunc f(a, b int) int {\n\treturn a + b\n}\n",
        expected: &[],
    };
    let folder = tempfile::tempdir().unwrap();
    if checked(&case, folder.path()).is_none() {
        return;
    }
    let about = std::fs::metadata("/dev/null").unwrap();
    assert!(about.file_type().is_char_device());
}

/// A checker is ended without being asked: what it made for itself is removed by whoever started it.
#[test]
fn a_check_leaves_no_temporary_file() {
    let folder = tempfile::tempdir().unwrap();
    let temporary = folder.path().join("tmp");
    std::fs::create_dir(&temporary).unwrap();
    std::fs::write(folder.path().join("go.mod"), "module a\n\ngo 1.21\n").unwrap();
    for case in CASES {
        std::fs::write(folder.path().join(case.file), case.source).unwrap();
        let done = std::process::Command::new(env!("CARGO_BIN_EXE_mutscore"))
            .args(["mutants", "--check", case.file])
            .current_dir(folder.path())
            .env("TMPDIR", &temporary)
            .output()
            .unwrap();
        assert!(done.status.success(), "{done:?}");
        let mut left = std::fs::read_dir(&temporary).unwrap().flatten();
        let found = left.next().map(|entry| entry.path());
        assert_eq!(found, None, "{}", case.language);
    }
}
