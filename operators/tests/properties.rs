//! What holds for every source: names survive edits elsewhere, mutants parse, digests tell programs apart.
#![allow(clippy::unwrap_used, reason = "a test says by panicking what is wrong")]

mod toolchain;

use std::collections::{BTreeMap, HashSet};
use std::io::Write;
use std::process::{Command, Stdio};

use mutscore_model::mutant::Mutant;
use mutscore_model::path::RelPath;
use mutscore_operators::tokens::Tokens;
use mutscore_operators::tree::Tree;
use mutscore_operators::{Language, Options, Reach, Source, generate_file, language, mutate};
use proptest::prelude::*;

const ORDERS: &str = include_str!("sources/orders.py");
const SPACING: &str = include_str!("sources/spacing.py");

fn python() -> &'static dyn Language {
    language("python").unwrap()
}

fn mutants(source: &str, reach: Reach) -> Vec<Mutant> {
    let file = Source {
        path: RelPath::new("shop/orders.py").unwrap(),
        bytes: source.as_bytes().into(),
    };
    let options = Options {
        reach,
        ..Options::default()
    };
    let outcome = generate_file(python(), &file, &options);
    assert!(outcome.damaged.is_empty() && outcome.skipped.is_none());
    assert!(outcome.mutants.len() > 20);
    outcome.mutants
}

fn parse(source: &[u8]) -> tree_sitter::Tree {
    let mut parser = tree_sitter::Parser::new();
    parser.set_language(&python().grammar()).unwrap();
    parser.parse(source, None).unwrap()
}

fn stream(source: &[u8]) -> Vec<u8> {
    let parsed = parse(source);
    let tree = Tree::new(source, &parsed, python());
    let tokens = Tokens::new(&tree, python());
    tokens.stream(0..tokens.len()).to_vec()
}

fn all() -> Vec<(&'static str, Vec<Mutant>)> {
    [ORDERS, SPACING]
        .iter()
        .flat_map(|source| {
            [Reach::Bodies, Reach::Everywhere].map(|reach| (*source, mutants(source, reach)))
        })
        .collect()
}

#[test]
fn every_mutant_parses_and_changes_the_program() {
    for (source, mutants) in all() {
        let original = stream(source.as_bytes());
        for mutant in mutants {
            let mutated = mutate(source.as_bytes(), &mutant).unwrap();
            assert!(!parse(&mutated).root_node().has_error(), "{mutant:?}");
            assert_ne!(stream(&mutated), original, "{mutant:?}");
        }
    }
}

#[test]
fn equal_content_ids_mean_equal_token_streams() {
    for (source, mutants) in all() {
        let mut by_stream: BTreeMap<Vec<u8>, &Mutant> = BTreeMap::new();
        for mutant in &mutants {
            let mutated = mutate(source.as_bytes(), mutant).unwrap();
            if let Some(twin) = by_stream.insert(stream(&mutated), mutant) {
                panic!("the same program twice:\n{twin:?}\n{mutant:?}");
            }
        }
        let ids: HashSet<_> = mutants.iter().map(|mutant| mutant.content_id).collect();
        assert_eq!(ids.len(), mutants.len());
    }
}

#[test]
fn another_layout_changes_neither_ids_nor_content_ids() {
    let plain = mutants(ORDERS, Reach::Bodies);
    let laid_out = mutants(
        &ORDERS.replace("    ", "  ").replace(" = ", "  =  "),
        Reach::Bodies,
    );
    assert_eq!(plain.len(), laid_out.len());
    for (one, other) in plain.iter().zip(&laid_out) {
        assert_eq!(one.content_id, other.content_id, "{one:?}\n{other:?}");
        assert_eq!(one.id, other.id, "{one:?}\n{other:?}");
        assert_ne!(one.source_id, other.source_id);
    }
}

#[test]
fn every_mutant_compiles() {
    let Ok(mut child) = Command::new("python3")
        .args(["-W", "ignore", "-c", CHECK])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
    else {
        toolchain::missing("python", "python3");
        return; // no python3 at hand: the parser's own check above still holds
    };
    let mut input = child.stdin.take().unwrap();
    let mut count = 0;
    for (source, mutants) in all() {
        for mutant in mutants {
            let mutated = mutate(source.as_bytes(), &mutant).unwrap();
            input
                .write_all(&(mutated.len() as u32).to_le_bytes())
                .unwrap();
            input.write_all(&mutated).unwrap();
            count += 1;
        }
    }
    drop(input);
    let output = child.wait_with_output().unwrap();
    let report = String::from_utf8(output.stdout).unwrap();
    assert_eq!(report.trim(), format!("{count} compiled"), "{report}");
}

/// Compiles length-prefixed sources from standard input.
const CHECK: &str = r#"
import struct, sys
read, done = sys.stdin.buffer.read, 0
while head := read(4):
    source = read(struct.unpack("<I", head)[0])
    try:
        compile(source, "mutant.py", "exec")
        done += 1
    except SyntaxError as error:
        print(error, source.decode().splitlines()[error.lineno - 1])
print(done, "compiled")
"#;

/// Ids of the mutants of `changed` that are missing though `source` has them.
fn lost(source: &str, changed: &str) -> Vec<String> {
    let kept: HashSet<_> = mutants(changed, Reach::Bodies)
        .into_iter()
        .map(|mutant| mutant.id)
        .collect();
    let before = mutants(source, Reach::Bodies);
    let gone = before.iter().filter(|mutant| !kept.contains(&mutant.id));
    gone.map(|mutant| format!("{mutant:?}")).collect()
}

#[test]
fn ids_survive_blank_lines_comments_and_trailing_blanks() {
    let changed: String = ORDERS
        .lines()
        .map(|line| match line.trim_end() {
            "" => "\n\n".to_owned(),
            text if text.ends_with(['(', ',', ':']) => format!("{text}  # note\n"),
            text => format!("{text}   \n\n"),
        })
        .collect();
    assert_ne!(changed, ORDERS);
    assert_eq!(lost(ORDERS, &changed), Vec::<String>::new());
}

#[test]
fn ids_survive_a_new_statement_at_the_start_of_every_body() {
    let mut changed = String::new();
    for line in ORDERS.lines() {
        changed.push_str(line);
        changed.push('\n');
        let indent = line.len() - line.trim_start().len();
        let opens = [
            "def ",
            "async def ",
            "for ",
            "while ",
            "if ",
            "elif ",
            "with ",
            "case ",
        ];
        if line.ends_with(':') && opens.iter().any(|word| line.trim_start().starts_with(word)) {
            changed.push_str(&format!("{}fresh = object()\n", " ".repeat(indent + 4)));
        }
    }
    assert!(changed.matches("fresh").count() > 20);
    assert_eq!(lost(ORDERS, &changed), Vec::<String>::new());
}

#[test]
fn ids_survive_another_line_end() {
    assert_eq!(
        lost(ORDERS, &ORDERS.replace('\n', "\r\n")),
        Vec::<String>::new()
    );
}

#[test]
fn alt_ids_survive_an_edit_of_the_statement_itself() {
    let changed = ORDERS.replace(
        "if not self._open or len",
        "if not self._open or self.paid or len",
    );
    assert_ne!(changed, ORDERS);
    let alt_ids = |source: &str| -> HashSet<_> {
        mutants(source, Reach::Bodies)
            .into_iter()
            .map(|mutant| mutant.alt_id)
            .collect()
    };
    let missing = alt_ids(ORDERS).difference(&alt_ids(&changed)).count();
    assert_eq!(missing, 0);
    assert!(
        !lost(ORDERS, &changed).is_empty(),
        "the strong ids of that statement change"
    );
}

#[test]
fn ids_are_unique() {
    for (_, mutants) in all() {
        for pick in [
            |mutant: &Mutant| mutant.id.clone(),
            |mutant: &Mutant| mutant.alt_id.clone(),
        ] {
            let ids: HashSet<_> = mutants.iter().map(pick).collect();
            assert_eq!(ids.len(), mutants.len());
        }
    }
}

#[test]
fn every_mutant_lies_on_its_lines_and_its_lines_in_the_file() {
    for (source, mutants) in all() {
        let count = source.lines().count() as u32;
        for mutant in mutants {
            assert!(mutant.lines.is_sorted() && mutant.lines.contains(&mutant.start.line));
            assert!(
                mutant.lines.iter().all(|line| (1..=count).contains(line)),
                "{mutant:?}"
            );
            let line = source.lines().nth(mutant.start.line as usize - 1).unwrap();
            let rest: String = line
                .chars()
                .skip(mutant.start.column as usize - 1)
                .collect();
            let first = mutant.original.lines().next().unwrap();
            assert!(rest.starts_with(first), "{rest:?} {first:?}");
        }
    }
}

#[test]
fn lines_follow_the_statement_header() {
    let source = "def f(a, b):\n    if (\n        a > 3\n        and b\n    ):\n        return 5\n\n    match a:\n        case 1 if b:\n            g(\n                b\n            )\n";
    let file = Source {
        path: RelPath::new("lines.py").unwrap(),
        bytes: source.as_bytes().into(),
    };
    let outcome = generate_file(python(), &file, &Options::default());
    let lines = |original: &str| -> Vec<u32> {
        let mutant = outcome
            .mutants
            .iter()
            .find(|mutant| mutant.original == original);
        mutant.unwrap_or_else(|| panic!("{original}")).lines.clone()
    };
    assert_eq!(
        lines("and"),
        [2, 3, 4, 5],
        "the header, without the body's line 6"
    );
    assert_eq!(lines("5"), [6]);
    assert_eq!(lines("b"), [2, 3, 4, 5]);
    let guard = outcome
        .mutants
        .iter()
        .find(|mutant| mutant.start.line == 9)
        .unwrap();
    assert_eq!(
        guard.lines,
        [8, 9],
        "the guard, and the match statement's first line"
    );
    assert_eq!(lines("g(\n                b\n            )"), [10, 11, 12]);
}

proptest! {
    #[test]
    fn no_bytes_make_it_panic(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        check(&bytes);
    }

    #[test]
    fn no_damage_to_a_real_file_makes_it_panic(at in 0..ORDERS.len(), length in 0..60_usize, junk in any::<Vec<u8>>()) {
        let mut bytes = ORDERS.as_bytes().to_vec();
        let end = (at + length).min(bytes.len());
        bytes.splice(at..end, junk);
        check(&bytes);
    }
}

/// Generates everywhere, and checks what must hold even for rubbish.
fn check(bytes: &[u8]) {
    let file = Source {
        path: RelPath::new("rubbish.py").unwrap(),
        bytes: bytes.into(),
    };
    let options = Options {
        reach: Reach::Everywhere,
        ..Options::default()
    };
    let outcome = generate_file(python(), &file, &options);
    let mut ids = HashSet::new();
    for mutant in &outcome.mutants {
        mutate(bytes, mutant).unwrap();
        assert!(ids.insert(&mutant.id), "{mutant:?}");
        for damage in &outcome.damaged {
            assert!(!mutant.span.overlaps(*damage), "{mutant:?}");
        }
    }
}
