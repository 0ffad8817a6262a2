//! One build for all mutants of a project, for runners of compiled languages.
//!
//! Compiling is what such a mutant costs, so all that can share a build do (`mutscore_operators::rewrite`). What the
//! compiler refuses there although it takes the mutant alone is taken out and left to a build of its own, round by
//! round. Which those were is remembered, for the build is the same as long as mutants, tree and tool chain are.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::sync::Arc;

use mutscore_model::coverage::{Lines, Observation};
use mutscore_model::digest::{Digest, StableHasher};
use mutscore_model::mutant::{Mutant, MutantId, MutantStatus};
use mutscore_model::overlay::{Overlay, Woven, WovenBuild};
use mutscore_model::path::RelPath;
use mutscore_operators::rewrite::{self, Numbered};
use mutscore_operators::{Language, registry};
use mutscore_runners::runner::{Compiled, Refusal};

use super::{OpenError, Opened, SourceTree, Unreadable};
use crate::bench::write_atomically;

/// Refusals are expected in one round of compiling, two at most; after these, nothing is woven.
const ROUNDS: usize = 6;

/// A project's mutants in one build; empty where the runner or the language has no use for it.
#[derive(Debug, Clone, Default)]
pub struct Weaving {
    build: Option<Arc<WovenBuild>>,
    numbers: BTreeMap<MutantId, u32>,
    /// Mutants that need a build of their own, with why, in words.
    left: BTreeMap<String, usize>,
    /// The function that each of them changes: its file, and the lines of its body.
    functions: BTreeMap<u32, (RelPath, RangeInclusive<u32>)>,
    /// What runs without a scenario; `None` while no run may share a process.
    outside: Option<Lines>,
}

/// The files of one attempt.
struct Attempt {
    build: WovenBuild,
    files: BTreeMap<RelPath, rewrite::Woven>,
}

impl Weaving {
    /// Weaves all mutants of a manifest that may be run, and has the runner compile them.
    ///
    /// # Errors
    /// [`WeaveError`] when a file cannot be read, or the runner cannot compile at all.
    pub fn of(opened: &Opened, mutants: &[Mutant]) -> Result<Self, WeaveError> {
        let settings = &opened.ready.settings;
        let Some(language) = registry::language(&settings.language) else {
            return Ok(Self::default());
        };
        let runnable = |mutant: &Mutant| mutant.status == MutantStatus::Ok;
        if !opened.runner.takes_woven() || !mutants.iter().any(runnable) {
            return Ok(Self::default());
        }
        let memory = Memory::of(opened, mutants);
        let mut refused = memory.read();
        let project = opened.project(opened.whole_view().layers().to_vec());
        let mut sources = SourceTree::new(opened.pinned.path());
        let mut compile = opened.runner.weaver(&project).map_err(OpenError::from)?;
        for _ in 0..ROUNDS {
            let attempt = attempt(language, &mut sources, mutants, &refused)?;
            match compile(&attempt.build).map_err(OpenError::from)? {
                Compiled::Whole => {
                    memory.write(&refused);
                    return Self::made(attempt, mutants, &refused, &mut sources);
                }
                Compiled::Refused(refusals) => {
                    let named = named(&refusals, &attempt, mutants);
                    let before = refused.len();
                    refused.extend(named);
                    if refused.len() == before {
                        let words = refusals.first().map_or("", |refusal| &refusal.words);
                        tracing::warn!(
                            refusal = words,
                            "the common build is refused, and no mutant is named"
                        );
                        break;
                    }
                }
            }
        }
        Ok(Self {
            left: BTreeMap::from([(
                "the compiler refuses the common build".to_owned(),
                mutants.len(),
            )]),
            ..Self::default()
        })
    }

    fn made(
        attempt: Attempt,
        mutants: &[Mutant],
        refused: &BTreeSet<u32>,
        sources: &mut SourceTree,
    ) -> Result<Self, WeaveError> {
        let mut weaving = Self::default();
        for (path, file) in &attempt.files {
            let source = sources.read(path)?;
            for copied in &file.copies {
                let id = &mutants[copied.number as usize - 1].id;
                weaving.numbers.insert(id.clone(), copied.number);
                let body = line_of(&source, copied.of.start)..=line_of(&source, copied.of.end);
                weaving
                    .functions
                    .insert(copied.number, (path.clone(), body));
            }
            for (_, why) in &file.left {
                *weaving.left.entry(why.to_string()).or_default() += 1;
            }
        }
        if !refused.is_empty() {
            let why = "the compiler takes it alone only".to_owned();
            weaving.left.insert(why, refused.len());
        }
        if !weaving.numbers.is_empty() {
            weaving.build = Some(Arc::new(attempt.build));
        }
        Ok(weaving)
    }

    /// Lets runs share a process, if it is known of each of these observed runs what a process does in which no scenario
    /// runs. Mutants of a function that is entered there stay away: what such a function has begun under another number
    /// may go on.
    pub fn share<'o>(&mut self, observed: impl IntoIterator<Item = &'o Observation>) {
        let mut outside = None;
        for one in observed {
            let Some(lines) = &one.outside else {
                return;
            };
            let all = outside.get_or_insert_with(Lines::default);
            all.extend(lines);
            all.extend(&one.coverage.load);
        }
        self.outside = outside.filter(|_| self.build.is_some());
    }

    /// Gives each run a process of its own.
    pub fn keep_apart(&mut self) {
        self.outside = None;
    }

    /// Whether runs may share a process.
    #[must_use]
    pub fn is_shared(&self) -> bool {
        self.outside.is_some()
    }

    /// Whether the common build holds this mutant.
    #[must_use]
    pub fn holds(&self, mutant: &MutantId) -> bool {
        self.numbers.contains_key(mutant)
    }

    /// How many mutants are in the common build.
    #[must_use]
    pub fn woven(&self) -> usize {
        self.numbers.len()
    }

    /// Why mutants are not in it, in words, and how many.
    #[must_use]
    pub fn left(&self) -> &BTreeMap<String, usize> {
        &self.left
    }

    /// The overlay of a mutant, with the build that holds it too, if one does.
    #[must_use]
    pub fn with_mutant(&self, mutant: &MutantId, overlay: &Arc<Overlay>) -> Arc<Overlay> {
        match self.numbers.get(mutant) {
            Some(number) => self.with_number(*number, overlay),
            None => Arc::clone(overlay),
        }
    }

    /// An overlay of unmutated code, with the build whose number 0 is to behave the same.
    #[must_use]
    pub fn unmutated(&self, overlay: &Arc<Overlay>) -> Arc<Overlay> {
        self.with_number(0, overlay)
    }

    fn with_number(&self, number: u32, overlay: &Arc<Overlay>) -> Arc<Overlay> {
        match &self.build {
            None => Arc::clone(overlay),
            Some(build) => Arc::new(Overlay {
                files: overlay.files.clone(),
                woven: Some(Woven {
                    build: Arc::clone(build),
                    number,
                    shared: self.may_share(number),
                }),
            }),
        }
    }

    fn may_share(&self, number: u32) -> bool {
        let Some(outside) = &self.outside else {
            return false;
        };
        match self.functions.get(&number) {
            None => number == 0,
            Some((path, body)) => outside
                .0
                .get(path)
                .is_none_or(|lines| lines.range(body.clone()).next().is_none()),
        }
    }
}

/// Why nothing can be woven.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum WeaveError {
    /// The runner.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// A file is not there, or is another one.
    #[error(transparent)]
    Mutant(#[from] Unreadable),
}

/// A mutant's number is its place in the manifest, counted from 1: 0 is the original.
fn number(place: usize) -> u32 {
    u32::try_from(place + 1).unwrap_or(u32::MAX)
}

/// The 1-based line of a byte.
fn line_of(source: &[u8], at: u32) -> u32 {
    let before = source.iter().take(at as usize);
    u32::try_from(before.filter(|byte| **byte == b'\n').count() + 1).unwrap_or(u32::MAX)
}

fn attempt(
    language: &dyn Language,
    sources: &mut SourceTree,
    mutants: &[Mutant],
    refused: &BTreeSet<u32>,
) -> Result<Attempt, WeaveError> {
    let mut by_file: BTreeMap<&RelPath, Vec<Numbered<'_>>> = BTreeMap::new();
    for (place, mutant) in mutants.iter().enumerate() {
        let number = number(place);
        if mutant.status == MutantStatus::Ok && !refused.contains(&number) {
            let numbered = Numbered { number, mutant };
            by_file.entry(&mutant.path).or_default().push(numbered);
        }
    }
    let mut bytes: BTreeMap<RelPath, Arc<[u8]>> = BTreeMap::new();
    let mut files = BTreeMap::new();
    for (path, numbered) in by_file {
        let source = sources.read(path)?;
        let name = path.as_str().rsplit('/').next().unwrap_or_default();
        // A file that cannot be woven at all is no trouble: its mutants have builds of their own.
        let Ok(woven) = rewrite::weave(language, name, &source, &numbered) else {
            continue;
        };
        if woven.copies.is_empty() {
            files.insert(path.clone(), woven);
            continue;
        }
        let Ok(text) = rewrite::apply(&source, &woven.edits) else {
            continue;
        };
        bytes.insert(path.clone(), text.into());
        let package = woven.package.as_deref();
        if let Ok((name, text)) = rewrite::support(language, package.unwrap_or_default()) {
            let folder = path.as_str().rsplit_once('/').map(|(folder, _)| folder);
            let beside = match folder.filter(|_| package.is_some()) {
                Some(folder) => RelPath::new(&format!("{folder}/{name}")),
                None => RelPath::new(name),
            };
            if let Ok(beside) = beside {
                bytes.insert(beside, text.into_bytes().into());
            }
        }
        files.insert(path.clone(), woven);
    }
    Ok(Attempt {
        build: WovenBuild::new(bytes),
        files,
    })
}

/// The mutants that compiler messages are about. A message about none of them, in a file with copies, puts that whole
/// file in doubt.
fn named(refusals: &[Refusal], attempt: &Attempt, mutants: &[Mutant]) -> BTreeSet<u32> {
    let mut numbers = BTreeSet::new();
    let mut doubtful: BTreeSet<&RelPath> = BTreeSet::new();
    for refusal in refusals {
        let of_words = rewrite::numbers_in(&refusal.words);
        let file = refusal
            .path
            .as_ref()
            .and_then(|path| attempt.files.get_key_value(path));
        let of_place = file
            .zip(refusal.at)
            .and_then(|((_, woven), at)| woven.copy_at(at));
        if of_words.is_empty() && of_place.is_none() {
            doubtful.extend(file.map(|(path, _)| path));
        }
        numbers.extend(of_words);
        numbers.extend(of_place);
    }
    if numbers.is_empty() {
        for (place, mutant) in mutants.iter().enumerate() {
            if doubtful.contains(&mutant.path) {
                numbers.insert(number(place));
            }
        }
    }
    numbers
}

/// What the compiler refused in an earlier process, for exactly this build.
struct Memory(PathBuf);

impl Memory {
    fn of(opened: &Opened, mutants: &[Mutant]) -> Self {
        let mut hasher = StableHasher::new("mutscore/woven/1");
        hasher.field(env!("CARGO_PKG_VERSION"));
        hasher.field(opened.runner.id());
        hasher.field(opened.runner.revision());
        for (name, value) in &opened.toolchain {
            hasher.field(name).field(value);
        }
        hasher.field(opened.whole_view().tree().as_bytes());
        for mutant in mutants {
            hasher.field(mutant.mutated_id.as_bytes());
            hasher.field(mutant.status.word());
        }
        let digest: Digest = hasher.finish();
        Self(
            opened
                .ready
                .state()
                .join("woven")
                .join(format!("{}.json", digest.short(32))),
        )
    }

    fn read(&self) -> BTreeSet<u32> {
        std::fs::read(&self.0)
            .ok()
            .and_then(|bytes| serde_json::from_slice(&bytes).ok())
            .unwrap_or_default()
    }

    /// Without it the next process compiles once more, and comes to the same end.
    fn write(&self, refused: &BTreeSet<u32>) {
        let written = serde_json::to_vec(refused)
            .map_err(|error| error.to_string())
            .and_then(|text| write_atomically(&self.0, &text).map_err(|error| error.to_string()));
        if let Err(error) = written {
            tracing::warn!(error, "what was refused is not remembered");
        }
    }
}
