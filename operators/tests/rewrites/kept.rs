//! What holds for every file: declarations and lines stay, the result parses.

use std::fs;
use std::path::{Path, PathBuf};

use mutscore_operators::rewrite::{Place, Wish, hide, strip};
use mutscore_operators::tree::Tree;
use mutscore_operators::{Language, language_of_extension};

/// Sources of this repository that are no tests of damage: the bundled benches and the samples of these tests.
fn sources() -> Vec<PathBuf> {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut open = vec![
        here.join("../corpora"),
        here.join("tests/sources"),
        here.join("tests/rewrites/samples"),
    ];
    let mut files = Vec::new();
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let entry = entry.unwrap();
            let path = entry.path();
            // A bench that was used keeps environments and pinned trees in a hidden folder.
            if entry.file_name().as_encoded_bytes().starts_with(b".") {
                continue;
            }
            if path.is_dir() {
                open.push(path);
            } else if language(&path).is_some() {
                files.push(path);
            }
        }
    }
    files.sort();
    files
}

fn language(path: &Path) -> Option<&'static dyn Language> {
    language_of_extension(path.extension()?.to_str()?)
        .filter(|language| language.rewriting().is_some())
}

fn damage(language: &dyn Language, source: &[u8]) -> usize {
    let mut parser = tree_sitter::Parser::new();
    parser.set_language(&language.grammar()).unwrap();
    let parsed = parser.parse(source, None).unwrap();
    Tree::new(source, &parsed, language).damaged().len()
}

/// Names and heads of all functions that are not inside others.
fn declarations(language: &dyn Language, source: &[u8]) -> Vec<String> {
    let mut names = Vec::new();
    hide(language, source, &mut |function| {
        names.push(function.name.clone());
        Wish::Hide
    })
    .unwrap();
    names
}

fn apply(source: &[u8], edits: &[mutscore_model::mutant::Edit]) -> Vec<u8> {
    mutscore_operators::rewrite::apply(source, edits).unwrap()
}

#[test]
fn a_hidden_file_parses_declares_the_same_and_hides_to_itself() {
    let mut functions = 0;
    for path in sources() {
        let (language, source) = (language(&path).unwrap(), fs::read(&path).unwrap());
        let rewrite = hide(language, &source, &mut |_| Wish::Hide).unwrap();
        let text = apply(&source, &rewrite.edits);
        let name = path.display();
        assert_eq!(damage(language, &text), damage(language, &source), "{name}");
        assert_eq!(
            declarations(language, &text),
            declarations(language, &source),
            "{name}"
        );
        let again = hide(language, &text, &mut |_| Wish::Hide).unwrap();
        assert_eq!(apply(&text, &again.edits), text, "{name}");
        functions += rewrite.changed.len();
    }
    assert!(functions > 100, "{functions}");
}

#[test]
fn a_stripped_file_parses_and_has_as_many_lines() {
    let mut emptied = 0;
    for path in sources() {
        let (language, source) = (language(&path).unwrap(), fs::read(&path).unwrap());
        let mut places = Vec::new();
        hide(language, &source, &mut |function| {
            places.push(Place::Line(*function.head.start()));
            Wish::Hide
        })
        .unwrap();
        let lines = |bytes: &[u8]| bytes.iter().filter(|byte| **byte == b'\n').count();
        for place in &places {
            let rewrite = strip(language, &source, std::slice::from_ref(place)).unwrap();
            let text = apply(&source, &rewrite.edits);
            let name = format!("{}: {place:?}", path.display());
            assert_eq!(lines(&text), lines(&source), "{name}");
            assert_eq!(damage(language, &text), damage(language, &source), "{name}");
            emptied += rewrite.changed.len();
        }
    }
    assert!(emptied > 100, "{emptied}");
}
