//! What holds for Ruby beyond what holds for every language: Ruby itself reads every mutant, also those of code in the
//! text of here-documents and percent literals.
#![allow(clippy::unwrap_used, reason = "a test says by panicking what is wrong")]

mod toolchain;

use std::io::Write;
use std::process::{Command, Stdio};

use mutscore_model::mutant::Mutant;
use mutscore_model::path::RelPath;
use mutscore_operators::tokens::Tokens;
use mutscore_operators::tree::Tree;
use mutscore_operators::{Options, Reach, Source, generate_file, language, mutate};
use proptest::prelude::*;

const LIBRARY: &str = include_str!("sources/library.rb");

/// What cannot stand in a file whose lines are laid out anew: texts over several lines.
const TEXTS: &str = include_str!("cases/texts.rb");

fn mutants(source: &str, reach: Reach) -> Vec<Mutant> {
    let file = Source {
        path: RelPath::new("library.rb").unwrap(),
        bytes: source.as_bytes().into(),
    };
    let options = Options {
        reach,
        ..Options::default()
    };
    let outcome = generate_file(language("ruby").unwrap(), &file, &options);
    assert!(outcome.damaged.is_empty() && outcome.skipped.is_none());
    outcome.mutants
}

fn all() -> Vec<(&'static str, Mutant)> {
    let mut all = Vec::new();
    for source in [LIBRARY, TEXTS] {
        for reach in [Reach::Bodies, Reach::Everywhere] {
            all.extend(
                mutants(source, reach)
                    .into_iter()
                    .map(|mutant| (source, mutant)),
            );
        }
    }
    assert!(all.len() > 250, "{}", all.len());
    all
}

fn stream(source: &[u8]) -> (Vec<u8>, bool) {
    let ruby = language("ruby").unwrap();
    let mut parser = tree_sitter::Parser::new();
    parser.set_language(&ruby.grammar()).unwrap();
    let parsed = parser.parse(source, None).unwrap();
    let tree = Tree::new(source, &parsed, ruby);
    let tokens = Tokens::new(&tree, ruby);
    (
        tokens.stream(0..tokens.len()).to_vec(),
        parsed.root_node().has_error(),
    )
}

#[test]
fn no_mutant_is_damaged_or_the_same_program() {
    for (source, mutant) in all() {
        let mutated = mutate(source.as_bytes(), &mutant).unwrap();
        let (tokens, has_error) = stream(&mutated);
        assert!(!has_error, "{mutant:?}");
        assert_ne!(tokens, stream(source.as_bytes()).0, "{mutant:?}");
    }
}

#[test]
fn ruby_reads_every_mutant() {
    let Ok(mut child) = Command::new("ruby")
        .args(["-W0", "-e", CHECK])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
    else {
        toolchain::missing("ruby", "ruby");
        return; // no ruby at hand: the parser's own check above still holds
    };
    let mut input = child.stdin.take().unwrap();
    let mut count = 0;
    for (source, mutant) in all() {
        let mutated = mutate(source.as_bytes(), &mutant).unwrap();
        let length = mutated.len() as u32;
        input.write_all(&length.to_le_bytes()).unwrap();
        input.write_all(&mutated).unwrap();
        count += 1;
    }
    drop(input);
    let output = child.wait_with_output().unwrap();
    let report = String::from_utf8(output.stdout).unwrap();
    assert_eq!(report.trim(), format!("{count} read"), "{report}");
}

/// Reads length-prefixed sources from standard input.
const CHECK: &str = r##"
STDIN.binmode
done = 0
while head = STDIN.read(4)
  source = STDIN.read(head.unpack1("L<")).force_encoding("UTF-8")
  begin
    RubyVM::InstructionSequence.compile(source)
    done += 1
  rescue SyntaxError => error
    puts error.message
  end
end
puts "#{done} read"
"##;

proptest! {
    #[test]
    fn no_damage_to_a_real_file_makes_it_panic(at in 0..LIBRARY.len(), length in 0..60_usize, junk in any::<Vec<u8>>()) {
        let mut bytes = LIBRARY.as_bytes().to_vec();
        let end = (at + length).min(bytes.len());
        bytes.splice(at..end, junk);
        let file = Source { path: RelPath::new("rubbish.rb").unwrap(), bytes: bytes.as_slice().into() };
        let options = Options { reach: Reach::Everywhere, ..Options::default() };
        let outcome = generate_file(language("ruby").unwrap(), &file, &options);
        for mutant in &outcome.mutants {
            mutate(&bytes, mutant).unwrap();
            for damage in &outcome.damaged {
                prop_assert!(!mutant.span.overlaps(*damage), "{mutant:?}");
            }
        }
    }
}
