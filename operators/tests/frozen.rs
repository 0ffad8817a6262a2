//! Ids are for ever: what the bundled benches were frozen with is generated again, entry by entry, and what the
//! operators make of the test sources keeps its digest.
#![allow(clippy::unwrap_used, reason = "a test says by panicking what is wrong")]

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use mutscore_model::digest::Digest;
use mutscore_model::mutant::{Mutant, MutantStatus};
use mutscore_model::path::RelPath;
use mutscore_operators::{OperatorSet, Options, Source, generate_file, language, languages};

fn corpora() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpora")
}

fn manifests() -> Vec<(String, PathBuf)> {
    let pools = fs::read_dir(corpora().join("pools")).unwrap();
    let found = pools.map(|pool| {
        let pool = pool.unwrap();
        let name = pool.file_name().into_string().unwrap();
        (name, pool.path().join("manifest.jsonl"))
    });
    found.filter(|(_, manifest)| manifest.exists()).collect()
}

/// The folder of a bundled project's sources, which its table in the configuration names.
fn sources_of(project: &str) -> Option<PathBuf> {
    let text = fs::read_to_string(corpora().join("mutscore.toml")).unwrap();
    let table = text.split_once(&format!("[project.{project}]"))?.1;
    let line = table.lines().find(|line| line.starts_with("root"))?;
    let folder = line.split('"').nth(1)?;
    Some(corpora().join(folder))
}

#[test]
fn the_bundled_manifests_are_generated_again() {
    let mut compared = 0;
    for (project, manifest) in manifests() {
        let root = sources_of(&project).unwrap_or_else(|| panic!("no sources of {project}"));
        let mut files: BTreeMap<String, Vec<Mutant>> = BTreeMap::new();
        for line in fs::read_to_string(&manifest).unwrap().lines().skip(1) {
            let mut mutant: Mutant = serde_json::from_str(line).unwrap();
            // What the compiler said later.
            mutant.status = MutantStatus::Ok;
            files
                .entry(mutant.path.to_string())
                .or_default()
                .push(mutant);
        }
        for (path, frozen) in files {
            let file = Source {
                path: RelPath::new(&path).unwrap(),
                bytes: fs::read(root.join(&path)).unwrap().into(),
            };
            let language = language(&frozen[0].lang).unwrap();
            let made = generate_file(language, &file, &Options::default()).mutants;
            let made: BTreeMap<&str, &Mutant> = made
                .iter()
                .map(|mutant| (mutant.id.as_str(), mutant))
                .collect();
            for mutant in &frozen {
                let again = made.get(mutant.id.as_str()).copied();
                assert_eq!(again, Some(mutant), "{project}");
                compared += 1;
            }
        }
    }
    assert!(compared > 1_500, "{compared}");
}

/// Digests of what both sets make of each language's sources. A change of a rule changes them, and whoever makes it
/// says so here; a change of how mutants are made must not.
const DIGESTS: [(&str, &str); 5] = [
    ("go", "6d3f1db778852a502cc5"),
    ("java", "31d2cb4edf907a6f1201"),
    ("php", "a0248f88ff23f052eac2"),
    ("python", "2edf519409f9008a6b36"),
    ("ruby", "98f83f00b9fb385c6e5e"),
];

#[test]
fn the_test_sources_keep_their_mutants() {
    let mut found = Vec::new();
    for (id, _) in DIGESTS {
        let language = languages()
            .iter()
            .find(|language| language.id() == id)
            .unwrap();
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/sources");
        let files = fs::read_dir(folder).unwrap();
        let mut files: Vec<PathBuf> = files.map(|file| file.unwrap().path()).collect();
        files.retain(|path| {
            let extension = path.extension().and_then(|extension| extension.to_str());
            extension.is_some_and(|extension| language.extensions().contains(&extension))
        });
        files.sort();
        assert!(!files.is_empty(), "{id}");
        let options = Options {
            operators: OperatorSet::parse(&["extended"]).unwrap(),
            ..Options::default()
        };
        let mut listing = String::new();
        for path in files {
            let file = Source {
                path: RelPath::new(path.file_name().unwrap().to_str().unwrap()).unwrap(),
                bytes: fs::read(&path).unwrap().into(),
            };
            for mutant in generate_file(*language, &file, &options).mutants {
                listing.push_str(&serde_json::to_string(&mutant).unwrap());
                listing.push('\n');
            }
        }
        found.push((id, Digest::of(listing.as_bytes()).short(20)));
    }
    let expected: Vec<(&str, String)> = DIGESTS
        .iter()
        .map(|(id, digest)| (*id, (*digest).to_owned()))
        .collect();
    assert_eq!(found, expected);
}
