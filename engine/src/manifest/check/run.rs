//! Asks the compiler about all mutants that nothing is known of, file by file, on all workers.
//!
//! The order in which workers answer has no influence: answers are gathered by file and version first, and made into
//! statuses in manifest order afterwards.

use std::collections::{BTreeMap, HashMap};
use std::io;
use std::num::NonZeroUsize;
use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use mutscore_model::compiled::{Compiled, Refusal};
use mutscore_model::digest::{Digest, StableHasher};
use mutscore_model::mutant::{Edit, Mutant, MutantId, MutantStatus};
use mutscore_model::path::RelPath;
use mutscore_operators::Language;
use mutscore_runners::compilers::{Answers, Check, Compiler, NoCompiler, ProgramTree};
use mutscore_runners::runner::CancelToken;

use super::parse::leave_out_damaged;
use super::stored::{Known, Shelf};
use super::verdict::verdicts;
use crate::cache::ResultCache;

/// Versions of a file that are asked about together: large files are then shared among the workers.
const BATCH: usize = 128;

/// Gives the bytes of a file.
pub type Read<'a> = dyn Fn(&RelPath) -> io::Result<Arc<[u8]>> + 'a;

/// How mutants are checked.
pub struct Checking<'a> {
    /// Their language.
    pub language: &'a dyn Language,
    /// Its compiler, or why none is to be asked.
    pub compiler: Result<&'a dyn Compiler, NoCompiler>,
    /// What the compiler needs to know of the files.
    pub tree: &'a ProgramTree,
    /// Where answers are kept.
    pub cache: Option<&'a dyn ResultCache>,
    /// Most compilers at work at once.
    pub jobs: NonZeroUsize,
    /// Ends the check early; what is not answered by then stays as it was.
    pub cancel: &'a CancelToken,
}

/// What a check found, beside the statuses.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CheckReport {
    /// The compiler and its version, or `none: ` and why there was none.
    pub by: String,
    /// Versions that the compiler was asked about, those that were answered before left out.
    pub asked: usize,
    /// Files with mutants of which nothing is known: how many, and why for the first.
    pub unchecked: BTreeMap<RelPath, (usize, String)>,
    /// What the compiler says of the stillborn.
    pub refusals: BTreeMap<MutantId, Refusal>,
}

impl CheckReport {
    /// Whether a compiler was asked at all.
    #[must_use]
    pub fn has_compiler(&self) -> bool {
        !self.by.starts_with("none: ")
    }

    /// What people should know of it, a line each.
    #[must_use]
    pub fn notes(&self) -> Vec<String> {
        if !self.has_compiler() {
            return vec![format!("mutants are not compiled: {}", &self.by[6..])];
        }
        let each = self.unchecked.iter();
        each.map(|(path, (count, why))| {
            let mutants = if *count == 1 { "mutant" } else { "mutants" };
            format!("{path}: {count} {mutants} not compiled: {why}")
        })
        .collect()
    }
}

/// Sets the status of every mutant that is `ok` so far.
///
/// # Errors
/// When a file cannot be read.
pub fn check(
    mutants: &mut [Mutant],
    read: &Read<'_>,
    how: &Checking<'_>,
) -> io::Result<CheckReport> {
    let mut report = CheckReport::default();
    let files = Files::of(mutants, read)?;
    let first = match &how.compiler {
        Ok(compiler) => compiler.start(how.tree).map(|check| (*compiler, check)),
        Err(why) => Err(why.clone()),
    };
    let known = match first {
        Ok((compiler, check)) => {
            check.identity().clone_into(&mut report.by);
            let shelf = Shelf {
                cache: how.cache,
                compiler: format!("{} {}", check.identity(), compiler.revision()),
                tree: compiler
                    .needs_tree()
                    .then(|| tree_digest(how.tree, read))
                    .transpose()?,
            };
            gather(&files, mutants, compiler, check, &shelf, how, &mut report)
        }
        Err(why) => {
            report.by = format!("none: {why}");
            let unknown = |_: &File| Known {
                original: Some(Compiled::Unknown(why.0.clone())),
                ..Known::default()
            };
            files.list.iter().map(unknown).collect()
        }
    };
    for (file, known) in files.list.iter().zip(&known) {
        settle(file, known, mutants, how.language, &mut report);
    }
    Ok(report)
}

/// A source file and where its mutants are in the manifest.
struct File {
    path: RelPath,
    source: Arc<[u8]>,
    source_id: Digest,
    places: Vec<usize>,
}

struct Files {
    list: Vec<File>,
}

impl Files {
    fn of(mutants: &[Mutant], read: &Read<'_>) -> io::Result<Self> {
        let mut list: Vec<File> = Vec::new();
        let mut by_path: HashMap<&RelPath, usize> = HashMap::new();
        for (place, mutant) in mutants.iter().enumerate() {
            if mutant.status != MutantStatus::Ok {
                continue;
            }
            let at = match by_path.get(&mutant.path) {
                Some(at) => *at,
                None => {
                    list.push(File {
                        path: mutant.path.clone(),
                        source: read(&mutant.path)?,
                        source_id: mutant.source_id,
                        places: Vec::new(),
                    });
                    by_path.insert(&mutant.path, list.len() - 1);
                    list.len() - 1
                }
            };
            list[at].places.push(place);
        }
        Ok(Self { list })
    }
}

/// Some versions of one file that are asked about together.
struct Unit {
    file: usize,
    /// Places in the manifest.
    places: Vec<usize>,
}

/// What is known of each file, after asking about what was not.
fn gather(
    files: &Files,
    mutants: &[Mutant],
    compiler: &dyn Compiler,
    first: Box<dyn Check>,
    shelf: &Shelf<'_>,
    how: &Checking<'_>,
    report: &mut CheckReport,
) -> Vec<Known> {
    let mut known: Vec<Known> = files
        .list
        .iter()
        .map(|file| shelf.look_up(&file.path, &file.source_id))
        .collect();
    if compiler.forms_are_relative() {
        forget_partly_known(files, mutants, &mut known);
    }
    let most = if compiler.forms_are_relative() {
        usize::MAX
    } else {
        BATCH
    };
    let units = units(files, mutants, &known, most);
    report.asked = units.iter().map(|unit| unit.places.len()).sum();
    let answers = ask_all(files, mutants, &units, compiler, first, how);
    let mut touched = vec![false; known.len()];
    for (unit, answers) in units.iter().zip(answers) {
        let entry = &mut known[unit.file];
        touched[unit.file] = true;
        // Each unit of a file asks about the original again: one that was answered stands.
        if !matches!(entry.original, Some(Compiled::Form(_))) {
            entry.original = Some(answers.original);
        }
        for (place, answer) in unit.places.iter().zip(answers.versions) {
            entry.versions.insert(mutants[*place].mutated_id, answer);
        }
    }
    for ((file, known), touched) in files.list.iter().zip(&known).zip(touched) {
        if touched {
            shelf.keep(&file.path, &file.source_id, known.clone());
        }
    }
    known
}

/// Where old answers cannot be compared with new ones, a file of which anything is missing is asked about as a whole.
fn forget_partly_known(files: &Files, mutants: &[Mutant], known: &mut [Known]) {
    for (file, known) in files.list.iter().zip(known) {
        let is_known = |place: &usize| known.versions.contains_key(&mutants[*place].mutated_id);
        if !file.places.iter().all(is_known) {
            *known = Known::default();
        }
    }
}

/// The versions that nothing is known of, at most `most` of a file in each unit.
fn units(files: &Files, mutants: &[Mutant], known: &[Known], most: usize) -> Vec<Unit> {
    let mut units = Vec::new();
    for (at, (file, known)) in files.list.iter().zip(known).enumerate() {
        let open: Vec<usize> = file
            .places
            .iter()
            .copied()
            .filter(|place| !known.versions.contains_key(&mutants[*place].mutated_id))
            .collect();
        units.extend(open.chunks(most).map(|places| Unit {
            file: at,
            places: places.to_vec(),
        }));
    }
    units
}

/// Answers for each unit, in their order.
fn ask_all(
    files: &Files,
    mutants: &[Mutant],
    units: &[Unit],
    compiler: &dyn Compiler,
    first: Box<dyn Check>,
    how: &Checking<'_>,
) -> Vec<Answers> {
    let next = AtomicUsize::new(0);
    let done: Mutex<Vec<Option<Answers>>> = Mutex::new(units.iter().map(|_| None).collect());
    let work = |check: Option<Box<dyn Check>>| {
        let Some(mut check) = check.or_else(|| compiler.start(how.tree).ok()) else {
            // The others go on without this one.
            return;
        };
        loop {
            let at = next.fetch_add(1, Ordering::Relaxed);
            let Some(unit) = units.get(at) else { return };
            let file = &files.list[unit.file];
            let edits: Vec<&[Edit]> = unit
                .places
                .iter()
                .map(|place| mutants[*place].edits.as_slice())
                .collect();
            let answers = check.check(&file.path, &file.source, &edits, how.cancel);
            done.lock().unwrap_or_else(PoisonError::into_inner)[at] = Some(answers);
        }
    };
    std::thread::scope(|scope| {
        for _ in workers(how.jobs, units.len()) {
            scope.spawn(|| work(None));
        }
        work(Some(first));
    });
    let done = done.into_inner().unwrap_or_else(PoisonError::into_inner);
    let unit_answers = done.into_iter().zip(units).map(|(answers, unit)| {
        // Only where the one worker that took it has gone without a word.
        answers.unwrap_or_else(|| Answers {
            original: Compiled::Unknown("not asked".to_owned()),
            versions: vec![Compiled::Unknown("not asked".to_owned()); unit.places.len()],
        })
    });
    unit_answers.collect()
}

/// The workers beside the first: not more than there is work for.
fn workers(jobs: NonZeroUsize, units: usize) -> Range<usize> {
    1..jobs.get().min(units)
}

/// Makes statuses of what is known of one file.
fn settle(
    file: &File,
    known: &Known,
    mutants: &mut [Mutant],
    language: &dyn Language,
    report: &mut CheckReport,
) {
    let nothing = Compiled::Unknown("not asked".to_owned());
    let original = known.original.as_ref().unwrap_or(&nothing);
    let answers: Vec<(&MutantId, &Compiled)> = file
        .places
        .iter()
        .map(|place| &mutants[*place])
        .map(|mutant| {
            let answer = known.versions.get(&mutant.mutated_id).unwrap_or(&nothing);
            (&mutant.id, answer)
        })
        .collect();
    let found = verdicts(original, &answers);
    for ((id, answer), verdict) in answers.iter().zip(&found) {
        if let (Compiled::Refused(refusal), Ok(_)) = (answer, verdict) {
            report.refusals.insert((*id).clone(), refusal.clone());
        }
    }
    let mut unchecked: Vec<usize> = Vec::new();
    for (place, verdict) in file.places.iter().zip(found) {
        match verdict {
            Ok(status) => mutants[*place].status = status,
            Err(why) => {
                unchecked.push(*place);
                let entry = report.unchecked.entry(file.path.clone());
                entry.or_insert((0, why)).0 += 1;
            }
        }
    }
    let mut unchecked: Vec<&mut Mutant> = mutants
        .iter_mut()
        .enumerate()
        .filter(|(place, _)| unchecked.binary_search(place).is_ok())
        .map(|(_, mutant)| mutant)
        .collect();
    leave_out_damaged(language, &file.source, &mut unchecked);
}

/// Digest of all files of the program and of the environment that a compiler looks at.
fn tree_digest(tree: &ProgramTree, read: &Read<'_>) -> io::Result<Digest> {
    let mut hasher = StableHasher::new("mutscore/program/1");
    hasher.number(tree.env.len() as u64);
    for (name, value) in &tree.env {
        hasher.field(name).field(value);
    }
    for path in &tree.files {
        hasher
            .field(path.as_str())
            .field(Digest::of(&read(path)?).as_bytes());
    }
    Ok(hasher.finish())
}
