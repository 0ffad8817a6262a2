//! Rewrites the files of a folder into another one, for trying a rewrite on real code:
//! `rewrite_tree weave|hide LANGUAGE FOLDER OUT [LEFT_OUT]`.
//!
//! `hide` hides every body. `weave` numbers all mutants of the default set from 1, in the order of the files, weaves them,
//! puts the support file beside them, and prints a JSON line for each: number, id, path, and why it is not in, if it is
//! not. LEFT_OUT is a file with numbers not to weave, one a line: those that did not compile. Only changed files are
//! written; OUT may be FOLDER.
#![allow(clippy::print_stdout, reason = "an example speaks to its user")]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use mutscore_model::mutant::Mutant;
use mutscore_model::path::RelPath;
use mutscore_operators::rewrite::{Numbered, Wish, apply, hide, support, weave};
use mutscore_operators::{Language, Options, Source, generate, language};

type Failure = Box<dyn std::error::Error>;

fn main() -> Result<(), Failure> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [mode, id, folder, out, ..] = words.as_slice() else {
        return Err("usage: rewrite_tree weave|hide LANGUAGE FOLDER OUT [LEFT_OUT]".into());
    };
    let language = language(id).ok_or_else(|| format!("no language `{id}`"))?;
    let (folder, out) = (Path::new(folder), Path::new(out));
    let files = read_tree(folder, language.extensions())?;
    match mode.as_str() {
        "hide" => hide_all(language, &files, out),
        "weave" => {
            let left_out = match words.get(4) {
                Some(path) => numbers(&fs::read_to_string(path)?)?,
                None => BTreeSet::new(),
            };
            weave_all(language, &files, out, &left_out)
        }
        other => Err(format!("no mode `{other}`").into()),
    }
}

fn numbers(text: &str) -> Result<BTreeSet<u32>, Failure> {
    Ok(text
        .split_whitespace()
        .map(str::parse)
        .collect::<Result<_, _>>()?)
}

fn hide_all(language: &dyn Language, files: &[Source], out: &Path) -> Result<(), Failure> {
    let (mut hidden, mut left) = (0, BTreeMap::<String, usize>::new());
    for file in files {
        let rewrite = hide(language, &file.bytes, &mut |_| Wish::Hide)?;
        hidden += rewrite.changed.len();
        for one in &rewrite.left {
            *left.entry(one.why.to_string()).or_default() += 1;
        }
        write(
            out,
            file.path.as_str(),
            &apply(&file.bytes, &rewrite.edits)?,
        )?;
    }
    println!(
        "{hidden} functions hidden in {} files; left: {left:?}",
        files.len()
    );
    Ok(())
}

fn weave_all(
    language: &dyn Language,
    files: &[Source],
    out: &Path,
    left_out: &BTreeSet<u32>,
) -> Result<(), Failure> {
    let mut number = 0;
    for outcome in generate(language, files, &Options::default()) {
        let all: Vec<(u32, Mutant)> = outcome
            .mutants
            .into_iter()
            .map(|mutant| {
                number += 1;
                (number, mutant)
            })
            .collect();
        let numbered: Vec<Numbered<'_>> = all
            .iter()
            .filter(|(number, _)| !left_out.contains(number))
            .map(|(number, mutant)| Numbered {
                number: *number,
                mutant,
            })
            .collect();
        let Some(file) = files.iter().find(|file| file.path == outcome.path) else {
            continue;
        };
        let path = Path::new(file.path.as_str());
        let name = path
            .file_name()
            .and_then(|name| name.to_str())
            .unwrap_or("");
        let woven = weave(language, name, &file.bytes, &numbered)?;
        let why: BTreeMap<u32, String> = woven
            .left
            .iter()
            .map(|(number, why)| (*number, why.to_string()))
            .collect();
        for (number, mutant) in &all {
            let why = if left_out.contains(number) {
                Some("it does not compile")
            } else {
                why.get(number).map(String::as_str)
            };
            let line = serde_json::json!({
                "number": number, "id": mutant.id, "path": mutant.path, "line": mutant.start.line, "op": mutant.op, "left": why,
            });
            println!("{line}");
        }
        if woven.copies.is_empty() {
            continue;
        }
        write(out, file.path.as_str(), &apply(&file.bytes, &woven.edits)?)?;
        let (support_name, text) = support(language, &package(&file.bytes))?;
        // Java names the folder of its support file; Go's stands in the package's own.
        let place = if support_name.contains('/') {
            PathBuf::from(support_name)
        } else {
            path.with_file_name(support_name)
        };
        write(out, &place.to_string_lossy(), text.as_bytes())?;
    }
    Ok(())
}

/// The name after the word `package` at the start of a line.
fn package(source: &[u8]) -> String {
    let text = String::from_utf8_lossy(source);
    let name = text.lines().find_map(|line| line.strip_prefix("package "));
    let name = name.and_then(|rest| {
        rest.split(|next: char| !next.is_alphanumeric() && next != '_')
            .next()
    });
    name.unwrap_or("").to_owned()
}

fn write(out: &Path, path: &str, bytes: &[u8]) -> Result<(), Failure> {
    let path = out.join(path);
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    Ok(fs::write(path, bytes)?)
}

/// Files with one of the extensions; tests, which Go keeps beside the code, left out.
fn read_tree(folder: &Path, extensions: &[&str]) -> Result<Vec<Source>, Failure> {
    let mut open = vec![folder.to_owned()];
    let mut files = Vec::new();
    while let Some(next) = open.pop() {
        for entry in fs::read_dir(next)? {
            let path = entry?.path();
            let name = path.to_string_lossy().into_owned();
            if path.is_dir() {
                open.push(path);
            } else if path
                .extension()
                .and_then(|extension| extension.to_str())
                .is_some_and(|extension| extensions.contains(&extension))
                && !name.ends_with("_test.go")
            {
                files.push(Source {
                    path: RelPath::new(path.strip_prefix(folder)?.to_string_lossy().as_ref())?,
                    bytes: fs::read(&path)?.into(),
                });
            }
        }
    }
    files.sort_by(|one, other| one.path.cmp(&other.path));
    Ok(files)
}
