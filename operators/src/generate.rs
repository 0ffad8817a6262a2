//! From source files to mutants: parse once, walk once, name, drop what is damaged or double, sort.

use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::Arc;

use mutscore_model::digest::Digest;
use mutscore_model::mutant::{Edit, Mutant, MutantStatus, MutatedIds};
use mutscore_model::name::Name;
use mutscore_model::path::RelPath;
use mutscore_model::span::ByteSpan;
use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::content::Content;
use crate::identity::{Facts, Namer};
use crate::language::{Language, Reach};
use crate::operator::{OperatorMeta, Proposal};
use crate::registry::{OperatorSet, operators};
use crate::suppress::{SkipReason, Suppressions};
use crate::text::Text;
use crate::tokens::{Change, Tokens, is_word};
use crate::tree::Tree;
use crate::units::{Scopes, Units, lines_of, unit_of};
use crate::walk::{Found, find};

/// A file to mutate.
#[derive(Debug, Clone)]
pub struct Source {
    /// Its path in the project.
    pub path: RelPath,
    /// Its bytes, in whatever encoding.
    pub bytes: Arc<[u8]>,
}

/// What to generate.
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// The operators; tier 1 unless told otherwise.
    pub operators: OperatorSet,
    /// How much of a file is mutated.
    pub reach: Reach,
}

/// All there is to say about one file.
#[derive(Debug, Clone)]
pub struct FileOutcome {
    /// The file.
    pub path: RelPath,
    /// Its mutants, sorted by start, operator, end and replacement.
    pub mutants: Vec<Mutant>,
    /// Parts the parser could not read (empty spans: a token is missing). Not empty means "partly parsed".
    pub damaged: Vec<ByteSpan>,
    /// Why there are no mutants at all.
    pub skipped: Option<SkipReason>,
}

thread_local! {
    /// A parser holds buffers worth keeping; each worker has one for each language.
    static PARSERS: RefCell<HashMap<&'static str, tree_sitter::Parser>> = RefCell::default();
}

/// Mutants of all `files`, in the order of their paths whatever the number of threads.
#[must_use]
pub fn generate(language: &dyn Language, files: &[Source], options: &Options) -> Vec<FileOutcome> {
    let mut sorted: Vec<&Source> = files.iter().collect();
    sorted.sort_by(|left, right| left.path.cmp(&right.path));
    // File by file: left to itself, rayon makes a few long runs of neighbours, and large files stand together. Of two
    // threads one would sit idle while the other is in the run that holds most of the work.
    sorted
        .into_par_iter()
        .with_max_len(1)
        .map(|file| generate_file(language, file, options))
        .collect()
}

/// Parses and throws the tree away: the yardstick for the cost of everything else. `false` if the parser gave up.
#[must_use]
pub fn parse_only(language: &dyn Language, bytes: &[u8]) -> bool {
    parse(language, bytes).is_some()
}

pub(crate) fn parse(language: &dyn Language, bytes: &[u8]) -> Option<tree_sitter::Tree> {
    PARSERS.with_borrow_mut(|parsers| {
        let parser = parsers.entry(language.id()).or_default();
        if parser.language().is_none() {
            parser.set_language(&language.grammar()).ok()?;
        }
        parser.parse(bytes, None)
    })
}

/// Mutants of one file.
#[must_use]
pub fn generate_file(language: &dyn Language, file: &Source, options: &Options) -> FileOutcome {
    let mut outcome = FileOutcome {
        path: file.path.clone(),
        mutants: Vec::new(),
        damaged: Vec::new(),
        skipped: None,
    };
    if u32::try_from(file.bytes.len()).is_err() {
        outcome.skipped = Some(SkipReason::TooLarge);
        return outcome;
    }
    let Some(parsed) = parse(language, &file.bytes) else {
        outcome.skipped = Some(SkipReason::Unparsable);
        return outcome;
    };
    let tree = Tree::new(&file.bytes, &parsed, language);
    let text = Text::new(&file.bytes);
    let suppressions = Suppressions::new(&tree, &text);
    outcome.damaged = tree.damaged().to_vec();
    outcome.skipped.clone_from(&suppressions.file);
    if outcome.skipped.is_none() {
        let mut found = find(&tree, language, &options.operators, options.reach);
        found.retain(|found| !touches(found.proposal.span, tree.damaged()));
        sort(&mut found, &file.bytes);
        if !found.is_empty() {
            let (mut mutants, original) = build(language, file, &tree, &text, found);
            // Only now: a comment must not renumber its neighbours' ids.
            mutants.retain(|mutant| !suppressions.covers(mutant.start.line));
            drop_doubles(&mut mutants, &original);
            outcome.mutants = mutants;
        }
    }
    outcome
}

/// Whether a span shares a byte with a damaged part, or touches a place where a token is missing.
fn touches(span: ByteSpan, damaged: &[ByteSpan]) -> bool {
    damaged.iter().any(|damage| {
        span.overlaps(*damage)
            || (damage.is_empty() && span.start <= damage.start && damage.start <= span.end)
    })
}

fn sort(found: &mut [Found], source: &[u8]) {
    let key = |found: &Found| {
        let span = found.proposal.span;
        (span.start, found.rank, span.end)
    };
    // Few have equal keys, so few need the text of their change.
    found.sort_by(|one, other| {
        key(one).cmp(&key(other)).then_with(|| {
            let text = |found: &Found| found.proposal.change.bytes(source);
            text(one).cmp(&text(other))
        })
    });
}

/// What all mutants of one statement share.
struct Header {
    tokens: String,
    ordinal: u32,
    lines: Vec<u32>,
}

/// Makes manifest entries of sorted changes.
fn build(
    language: &dyn Language,
    file: &Source,
    tree: &Tree<'_>,
    text: &Text<'_>,
    found: Vec<Found>,
) -> (Vec<Mutant>, Digest) {
    let tokens = Tokens::new(tree, language);
    let mut scopes = Scopes::new(tree, language);
    let mut content = Content::new(&file.bytes, &tokens);
    let units = Units::new(tree, &content, &mut scopes, language);
    let mut namer = Namer::new(language.id(), &file.path);
    let mut headers: FxHashMap<u32, Header> = FxHashMap::default();
    let source_id = Digest::of(&file.bytes);
    let mut mutated_ids = MutatedIds::new(&source_id);
    let lang = Name::from(language.id());
    // Of this file alone: threads that share a name pass its counter to and fro.
    let mut ops: Vec<Option<Name>> = vec![None; operators().len()];

    let build_one = |found: Found| {
        let Found {
            node,
            rank,
            proposal,
        } = found;
        let node = tree.node(node);
        let span = proposal.span;
        let meta: &OperatorMeta = operators()[rank].meta();
        let unit = unit_of(node, language);
        let header = headers.entry(unit.index()).or_insert_with(|| Header {
            tokens: text.taken(units.header_tokens(unit, &tokens)),
            ordinal: units.ordinal(unit),
            lines: units.header_lines(unit, text),
        });
        let scope_key = scopes.of(node);
        let scope = scopes.name(scope_key);
        let touched = tokens.touched(span);
        let replacement = text.taken(proposal.change.bytes(&file.bytes));
        let original = units.own_tokens(node, span, &touched, &tokens, &file.bytes);
        let (id, alt_id) = namer.name(&Facts {
            scope: &scope,
            scope_key,
            unit: &header.tokens,
            unit_ordinal: header.ordinal,
            unit_key: unit.index(),
            op: meta.id,
            original: &text.read(&original),
            replacement: &replacement,
        });
        let content_id = content.mutated(&touched, span, &proposal.change);
        let form = proposal.form;
        let edits = edits_of(proposal, &file.bytes);
        let switch = language
            .enclosing_switch(node, unit)
            .map(|switch| switch.start());
        let (start, end) = text.places(span);
        Mutant {
            id,
            alt_id,
            content_id,
            source_id,
            mutated_id: mutated_ids.of(&edits),
            op: ops[rank].get_or_insert_with(|| meta.id.into()).clone(),
            rev: meta.rev,
            tier: meta.tier,
            lang: lang.clone(),
            path: file.path.clone(),
            scope,
            span,
            start,
            end,
            original: text.read(&file.bytes[span.range()]).into_owned(),
            replacement,
            edits,
            form,
            lines: lines_of(&header.lines, span, switch, text),
            pos: language
                .counted_at(node)
                .map(|node| text.byte_place(node.start())),
            schematizable: meta.schematizable && language.is_selectable(node),
            also: Vec::new(),
            status: MutantStatus::Ok,
        }
    };
    let mutants = found.into_iter().map(build_one).collect();
    (mutants, content.original())
}

/// The edits that carry out a change. A kept part is left alone, so its bytes stay in whatever encoding they have.
fn edits_of(proposal: Proposal, source: &[u8]) -> Vec<Edit> {
    let span = proposal.span;
    let mut edits = match proposal.change {
        Change::Text(text) => vec![Edit { span, text }],
        Change::Wrap {
            before,
            kept,
            after,
        } => vec![
            Edit {
                span: ByteSpan::new(span.start, kept.start),
                text: before.into_owned(),
            },
            Edit {
                span: ByteSpan::new(kept.end, span.end),
                text: after.into_owned(),
            },
        ],
    };
    edits.retain(|edit| !edit.span.is_empty() || !edit.text.is_empty());
    for edit in &mut edits {
        keep_tokens_apart(edit, source);
    }
    if let Some(guard) = proposal.guard {
        edits.push(guard);
        edits.sort_by_key(|edit| (edit.span.start, edit.span.end));
    }
    edits
}

/// Two tokens must not grow together: `return-x` with `None` for `-x`, `1or x` with `0` for `1`, `(not(x))and y`; nor
/// `a+-b` with `-` for `+`, which would be a decrement, nor `a**p` with `/`, which would begin a comment, nor `a.-1`
/// with `0` for `-1`, which would be a fraction.
fn keep_tokens_apart(edit: &mut Edit, source: &[u8]) {
    let (start, end) = (edit.span.start as usize, edit.span.end as usize);
    let before = start.checked_sub(1).and_then(|at| source.get(at)).copied();
    let after = source.get(end).copied();
    let joins = |left: Option<u8>, right: Option<u8>| match (left, right) {
        (Some(left), Some(right)) if is_word(left) => {
            is_word(right) || matches!(right, b'"' | b'\'')
        }
        (Some(left), Some(right)) => fuse(left, right),
        _ => false,
    };
    if edit.text.is_empty() {
        if joins(before, after) {
            edit.text.push(' ');
        }
        return;
    }
    if joins(edit.text.bytes().last(), after) {
        edit.text.push(' ');
    }
    if joins(before, edit.text.bytes().next()) {
        edit.text.insert(0, ' ');
    }
}

/// Whether two bytes of operators read as one token, in any of the languages.
fn fuse(left: u8, right: u8) -> bool {
    const DOUBLED: &[u8] = b"+-*/&|<>=.:?";
    (left == right && DOUBLED.contains(&left))
        || (right == b'=' && b"+-*/%&|^<>!~".contains(&left))
        || matches!(
            (left, right),
            (b'/', b'*') | (b'<', b'-') | (b'&', b'^') | (b'-' | b'=', b'>') | (b'.', b'0'..=b'9')
        )
}

/// Keeps one of several mutants that are the same program (the one whose operator comes first) and drops what equals
/// the original.
fn drop_doubles(mutants: &mut Vec<Mutant>, original: &Digest) {
    let rank = |op: &str| {
        operators()
            .iter()
            .position(|operator| operator.meta().id == op)
    };
    let mut kept: FxHashMap<Digest, usize> = FxHashMap::default();
    kept.reserve(mutants.len());
    let mut also: Vec<(usize, usize)> = Vec::new();
    for (place, mutant) in mutants.iter().enumerate() {
        match kept.get_mut(&mutant.content_id) {
            None => {
                kept.insert(mutant.content_id, place);
            }
            Some(first) if rank(&mutant.op) < rank(&mutants[*first].op) => {
                also.push((place, *first));
                *first = place;
            }
            Some(first) => also.push((*first, place)),
        }
    }
    // In order, so that a mutant displaced later hands on what it had collected.
    for (keeper, double) in also.iter().copied() {
        let mut ids = std::mem::take(&mut mutants[double].also);
        ids.insert(0, mutants[double].id.clone());
        mutants[keeper].also.append(&mut ids);
    }
    let doubles: FxHashSet<usize> = also.iter().map(|(_, double)| *double).collect();
    let mut place = 0;
    mutants.retain(|mutant| {
        place += 1;
        !doubles.contains(&(place - 1)) && mutant.content_id != *original
    });
}
