//! The compile check with a compiler that answers from a table: what becomes of mutants, what is asked, what is kept.
#![allow(clippy::unwrap_used, reason = "a test says what failed by panicking")]

use std::collections::BTreeMap;
use std::io;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use mutscore::cache::{MemoryCache, ResultCache};
use mutscore::manifest::check::{CheckReport, Checking, check};
use mutscore_model::compiled::{Compiled, Refusal};
use mutscore_model::digest::Digest;
use mutscore_model::mutant::{Edit, Mutant, MutantStatus};
use mutscore_model::path::RelPath;
use mutscore_operators::{Language, Options, Source, generate, language};
use mutscore_runners::compilers::{Answers, Check, Compiler, Launch, NoCompiler, ProgramTree};
use mutscore_runners::runner::CancelToken;

const FIRST: &str = "def f(a, b):\n    c = a + 1\n    return c < b\n";
const SECOND: &str = "def g(a):\n    if a > 2:\n        return 'x'\n    return -a\n";

/// Answers by a rule over the version's text, and counts.
#[derive(Default)]
struct Scripted {
    rule: Option<fn(&str) -> Compiled>,
    typed: bool,
    relative: bool,
    asked: Mutex<Vec<(String, usize)>>,
    started: AtomicUsize,
}

impl Scripted {
    fn new(rule: fn(&str) -> Compiled) -> &'static Self {
        Box::leak(Box::new(Self {
            rule: Some(rule),
            ..Self::default()
        }))
    }

    fn asked(&self) -> Vec<(String, usize)> {
        let mut asked = std::mem::take(&mut *self.asked.lock().unwrap());
        asked.sort();
        asked
    }
}

struct Session(&'static Scripted);

impl Compiler for &'static Scripted {
    fn language(&self) -> &'static str {
        "python"
    }

    fn revision(&self) -> String {
        "r".into()
    }

    fn needs_tree(&self) -> bool {
        self.typed
    }

    fn forms_are_relative(&self) -> bool {
        self.relative
    }

    fn launch(&self, _tree: &ProgramTree) -> Result<Launch, NoCompiler> {
        Err(NoCompiler("scripted".into()))
    }

    fn start(&self, _tree: &ProgramTree) -> Result<Box<dyn Check>, NoCompiler> {
        self.started.fetch_add(1, Ordering::SeqCst);
        match self.rule {
            Some(_) => Ok(Box::new(Session(self))),
            None => Err(NoCompiler("it is not installed".into())),
        }
    }
}

impl Check for Session {
    fn identity(&self) -> &str {
        "scripted 1"
    }

    fn check(
        &mut self,
        path: &RelPath,
        source: &[u8],
        versions: &[&[Edit]],
        _cancel: &CancelToken,
    ) -> Answers {
        let mut asked = self.0.asked.lock().unwrap();
        asked.push((path.to_string(), versions.len()));
        let rule = self.0.rule.unwrap();
        let text = |edits: &[Edit]| {
            let bytes = mutscore_operators::rewrite::apply(source, edits).unwrap();
            String::from_utf8(bytes).unwrap()
        };
        Answers {
            original: rule(&text(&[])),
            versions: versions.iter().map(|edits| rule(&text(edits))).collect(),
        }
    }
}

fn form(text: &str) -> Compiled {
    Compiled::Form(Digest::of(text.as_bytes()))
}

fn files() -> BTreeMap<RelPath, Arc<[u8]>> {
    [("a.py", FIRST), ("b.py", SECOND)]
        .into_iter()
        .map(|(path, text)| (RelPath::new(path).unwrap(), Arc::from(text.as_bytes())))
        .collect()
}

fn python() -> &'static dyn Language {
    language("python").unwrap()
}

fn mutants() -> Vec<Mutant> {
    let sources: Vec<Source> = files()
        .into_iter()
        .map(|(path, bytes)| Source { path, bytes })
        .collect();
    generate(python(), &sources, &Options::default())
        .into_iter()
        .flat_map(|outcome| outcome.mutants)
        .collect()
}

/// Checks all mutants of both files.
fn checked(
    compiler: &'static Scripted,
    cache: Option<&dyn ResultCache>,
    jobs: usize,
) -> (Vec<Mutant>, CheckReport) {
    checked_of(mutants(), &files(), compiler, cache, jobs)
}

fn checked_of(
    mut mutants: Vec<Mutant>,
    files: &BTreeMap<RelPath, Arc<[u8]>>,
    compiler: &'static Scripted,
    cache: Option<&dyn ResultCache>,
    jobs: usize,
) -> (Vec<Mutant>, CheckReport) {
    let tree = ProgramTree {
        root: "/nowhere".into(),
        files: files.keys().cloned().collect(),
        program: None,
        env: BTreeMap::new(),
        state: "/nowhere".into(),
    };
    let read = |path: &RelPath| {
        files
            .get(path)
            .cloned()
            .ok_or(io::ErrorKind::NotFound.into())
    };
    let how = Checking {
        language: python(),
        compiler: Ok(&compiler),
        tree: &tree,
        cache,
        jobs: NonZeroUsize::new(jobs).unwrap(),
        cancel: &CancelToken::default(),
    };
    let report = check(&mut mutants, &read, &how).unwrap();
    (mutants, report)
}

/// The changes with this status, as `path: original → replacement`.
fn with(mutants: &[Mutant], wanted: &str) -> Vec<String> {
    mutants
        .iter()
        .filter(|mutant| mutant.status.word() == wanted)
        .map(|mutant| {
            format!(
                "{}: {} → {}",
                mutant.path, mutant.original, mutant.replacement
            )
        })
        .collect()
}

fn rule(text: &str) -> Compiled {
    if text.contains("a - 1") {
        Compiled::Refused(Refusal {
            line: Some(2),
            message: "no minus".into(),
        })
    } else if text.contains("c >= b") || text == FIRST {
        form("first")
    } else if text.contains("return False") || text.contains("return True") {
        form("constant")
    } else {
        form(text)
    }
}

#[test]
fn mutants_are_stillborn_equivalent_or_duplicates_as_the_compiler_says() {
    let (mutants, report) = checked(Scripted::new(rule), None, 1);
    assert_eq!(report.by, "scripted 1");
    assert_eq!(report.asked, mutants.len());
    assert_eq!(with(&mutants, "stillborn"), ["a.py: + → -"]);
    assert_eq!(with(&mutants, "equivalent"), ["a.py: < → >="]);
    assert_eq!(with(&mutants, "duplicate"), ["a.py: c < b → True"]);
    let keeper = mutants
        .iter()
        .find(|mutant| mutant.replacement == "False")
        .unwrap();
    assert_eq!(keeper.status, MutantStatus::Ok);
    assert!(
        mutants
            .iter()
            .any(|mutant| mutant.status == MutantStatus::Duplicate(keeper.id.clone()))
    );
    let refusals: Vec<&str> = report
        .refusals
        .values()
        .map(|one| one.message.as_str())
        .collect();
    assert_eq!(refusals, ["no minus"]);
    assert!(report.unchecked.is_empty() && report.notes().is_empty());
}

#[test]
fn the_number_of_workers_changes_nothing_but_the_time() {
    let (one, first) = checked(Scripted::new(rule), None, 1);
    for jobs in [2, 7] {
        let (many, report) = checked(Scripted::new(rule), None, jobs);
        assert_eq!(many, one);
        assert_eq!(report, first);
    }
}

#[test]
fn what_was_answered_once_is_not_asked_again_and_what_is_new_is() {
    let compiler = Scripted::new(rule);
    let cache = MemoryCache::default();
    let (first, _) = checked(compiler, Some(&cache), 2);
    assert_eq!(compiler.asked().len(), 2);
    let (second, report) = checked(compiler, Some(&cache), 2);
    assert_eq!((second, report.asked), (first, 0));
    assert_eq!(compiler.asked(), []);
    // Other bytes of one file: only that one is asked about.
    let mut files = files();
    let longer: Arc<[u8]> = Arc::from(format!("{SECOND}\nx = 1\n").as_bytes());
    let path = RelPath::new("b.py").unwrap();
    files.insert(path.clone(), Arc::clone(&longer));
    let sources: Vec<Source> = files
        .iter()
        .map(|(path, bytes)| Source {
            path: path.clone(),
            bytes: Arc::clone(bytes),
        })
        .collect();
    let mutants: Vec<Mutant> = generate(python(), &sources, &Options::default())
        .into_iter()
        .flat_map(|outcome| outcome.mutants)
        .collect();
    checked_of(mutants, &files, compiler, Some(&cache), 2);
    let asked = compiler.asked();
    assert!(asked.len() == 1 && asked[0].0 == "b.py", "{asked:?}");
}

#[test]
fn a_compiler_that_looks_at_other_files_is_asked_again_when_one_of_them_changes() {
    let compiler: &'static Scripted = Box::leak(Box::new(Scripted {
        rule: Some(rule),
        typed: true,
        ..Scripted::default()
    }));
    let cache = MemoryCache::default();
    checked(compiler, Some(&cache), 1);
    compiler.asked();
    let mut files = files();
    files.insert(RelPath::new("c.py").unwrap(), Arc::from(&b"y = 1\n"[..]));
    checked_of(mutants(), &files, compiler, Some(&cache), 1);
    assert_eq!(compiler.asked().len(), 2, "both files depend on the third");
    checked_of(mutants(), &files, compiler, Some(&cache), 1);
    assert_eq!(compiler.asked(), []);
}

#[test]
fn where_forms_cannot_be_kept_a_file_is_asked_about_as_a_whole() {
    let compiler: &'static Scripted = Box::leak(Box::new(Scripted {
        rule: Some(rule),
        relative: true,
        ..Scripted::default()
    }));
    let cache = MemoryCache::default();
    let all = mutants();
    let some: Vec<Mutant> = all.iter().skip(1).cloned().collect();
    checked_of(some.clone(), &files(), compiler, Some(&cache), 1);
    compiler.asked();
    checked_of(all.clone(), &files(), compiler, Some(&cache), 1);
    let of_first = all
        .iter()
        .filter(|mutant| mutant.path.as_str() == "a.py")
        .count();
    assert_eq!(compiler.asked(), [("a.py".to_owned(), of_first)]);
}

#[test]
fn trouble_of_the_compiler_is_no_verdict_and_is_asked_about_again() {
    let rule = |text: &str| {
        if text.contains("a - 1") {
            Compiled::Unknown("out of memory".into())
        } else {
            form(text)
        }
    };
    let (compiler, cache) = (Scripted::new(rule), MemoryCache::default());
    let (mutants, report) = checked(compiler, Some(&cache), 1);
    assert!(
        mutants
            .iter()
            .all(|mutant| mutant.status == MutantStatus::Ok)
    );
    assert_eq!(
        report.notes(),
        ["a.py: 1 mutant not compiled: out of memory"]
    );
    compiler.asked();
    checked(compiler, Some(&cache), 1);
    assert_eq!(compiler.asked(), [("a.py".to_owned(), 1)]);
}

#[test]
fn a_file_that_does_not_compile_by_itself_leaves_its_mutants_unchecked_and_the_others_not() {
    let rule = |text: &str| match text.contains("def f") {
        true => Compiled::Refused(Refusal {
            line: Some(1),
            message: "no class path".into(),
        }),
        false => rule(text),
    };
    let (mutants, report) = checked(Scripted::new(rule), None, 1);
    assert!(
        mutants
            .iter()
            .all(|mutant| mutant.status == MutantStatus::Ok)
    );
    let notes = report.notes();
    assert_eq!(notes.len(), 1);
    assert!(
        notes[0].starts_with("a.py: ")
            && notes[0].contains("it does not compile by itself (line 1: no class path)"),
        "{notes:?}"
    );
    assert!(report.refusals.is_empty());
}

#[test]
fn without_a_compiler_mutants_are_read_by_the_parser_and_the_header_says_why() {
    let compiler: &'static Scripted = Box::leak(Box::default());
    let mut damaged = mutants();
    // No operator makes such a mutant; the check must notice one that does.
    damaged[0].edits[0].text = ")(".into();
    damaged[0].mutated_id = Mutant::mutated_id_of(&damaged[0].source_id, &damaged[0].edits);
    let (mutants, report) = checked_of(damaged, &files(), compiler, None, 1);
    assert_eq!(report.by, "none: it is not installed");
    assert_eq!(
        report.notes(),
        ["mutants are not compiled: it is not installed"]
    );
    assert_eq!(
        mutants[0].status,
        MutantStatus::Skipped("the mutated file does not parse".into())
    );
    assert!(
        mutants[1..]
            .iter()
            .all(|mutant| mutant.status == MutantStatus::Ok)
    );
}

#[test]
fn mutants_that_are_out_already_are_not_asked_about() {
    let compiler = Scripted::new(rule);
    let mut mutants = mutants();
    for mutant in &mut mutants {
        mutant.status = MutantStatus::Skipped("asked for".into());
    }
    let (after, report) = checked_of(mutants.clone(), &files(), compiler, None, 1);
    assert_eq!((after, report.asked), (mutants, 0));
}
