//! What the tests of all languages share.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use mutscore_model::mutant::Mutant;
use mutscore_model::path::RelPath;
use mutscore_operators::catalogue::catalogue;
use mutscore_operators::registry::has_mutants;
use mutscore_operators::tokens::Tokens;
use mutscore_operators::tree::Tree;
use mutscore_operators::{
    Language, OperatorSet, Options, Reach, Source, generate_file, language_of_extension, mutate,
    operators,
};

/// A language under test.
#[derive(Clone, Copy)]
pub(crate) struct Bed {
    pub(crate) language: &'static dyn Language,
    /// Text before and after a piece of code that make a whole file of it.
    pub(crate) around: (&'static str, &'static str),
}

/// Expects no mutants.
pub(crate) const NONE: &[&str] = &[];

impl Bed {
    pub(crate) fn generate(&self, source: &str, set: &[&str], reach: Reach) -> Vec<Mutant> {
        let file = Source {
            path: RelPath::new("shop/orders").unwrap(),
            bytes: source.as_bytes().into(),
        };
        let options = Options {
            operators: OperatorSet::parse(set).unwrap(),
            reach,
        };
        let outcome = generate_file(self.language, &file, &options);
        assert!(outcome.damaged.is_empty(), "{source}");
        outcome.mutants
    }

    /// `original>replacement` of every mutant that `operator` makes of `source`; of what spreads over several lines,
    /// all lines.
    pub(crate) fn whole(&self, operator: &str, source: &str) -> Vec<String> {
        let mutants = self.generate(source, &[operator], Reach::Bodies);
        mutants
            .iter()
            .map(|mutant| format!("{}>{}", mutant.original, mutant.replacement))
            .collect()
    }

    /// Operator, code, its mutants: wrong lines are reported together.
    pub(crate) fn check(&self, rules: &[(&str, &str, &[&str])]) {
        let mut wrong = Vec::new();
        for (operator, body, expected) in rules {
            let (before, after) = self.around;
            let found = self.whole(operator, &format!("{before}{body}{after}"));
            if found != *expected {
                wrong.push(format!(
                    "{operator}: {body}\n  found    {found:?}\n  expected {expected:?}"
                ));
            }
        }
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }

    fn parse(&self, source: &[u8]) -> tree_sitter::Tree {
        let mut parser = tree_sitter::Parser::new();
        parser.set_language(&self.language.grammar()).unwrap();
        parser.parse(source, None).unwrap()
    }

    fn stream(&self, source: &[u8]) -> Vec<u8> {
        let parsed = self.parse(source);
        let tree = Tree::new(source, &parsed, self.language);
        let tokens = Tokens::new(&tree, self.language);
        tokens.stream(0..tokens.len()).to_vec()
    }

    /// The realistic files of this language in `tests/sources`.
    pub(crate) fn sources(&self) -> Vec<String> {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/sources");
        let mut paths: Vec<_> = std::fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().path())
            .filter(|path| {
                let extension = path.extension().unwrap().to_str().unwrap();
                language_of_extension(extension)
                    .is_some_and(|language| language.id() == self.language.id())
            })
            .collect();
        paths.sort();
        paths
            .iter()
            .map(|path| std::fs::read_to_string(path).unwrap())
            .collect()
    }

    /// The mutated files of all mutants of the extended set, each of which the parser takes and none of which is another
    /// one's or the file's own program; and what the default set makes is what it makes alone.
    pub(crate) fn programs(&self, sources: &[String]) -> Vec<Vec<u8>> {
        let mut programs = Vec::new();
        for source in sources {
            let mut by_stream: BTreeMap<Vec<u8>, Mutant> = BTreeMap::new();
            let mutants = self.generate(source, &["extended"], Reach::Bodies);
            self.default_set_is_untouched(source, &mutants);
            for mutant in mutants {
                let mutated = mutate(source.as_bytes(), &mutant).unwrap();
                assert!(!self.parse(&mutated).root_node().has_error(), "{mutant:?}");
                let stream = self.stream(&mutated);
                if let Some(twin) = by_stream.insert(stream, mutant.clone()) {
                    panic!("the same program twice:\n{twin:?}\n{mutant:?}");
                }
                programs.push(mutated);
            }
            assert!(!by_stream.contains_key(&self.stream(source.as_bytes())));
        }
        programs
    }

    fn default_set_is_untouched(&self, source: &str, extended: &[Mutant]) {
        let default = self.generate(source, &["default"], Reach::Bodies);
        let known: BTreeSet<_> = default.iter().map(|mutant| &mutant.id).collect();
        let mut kept: Vec<Mutant> = extended.to_vec();
        kept.retain(|mutant| mutant.tier == 1);
        for mutant in &mut kept {
            // Equal mutants of the extended set are named there.
            let plain = default.iter().find(|plain| plain.id == mutant.id).unwrap();
            assert!(mutant.also.starts_with(&plain.also));
            let added = &mutant.also[plain.also.len()..];
            assert!(added.iter().all(|id| !known.contains(id)));
            mutant.also.clone_from(&plain.also);
        }
        assert_eq!(kept, default);
    }

    /// What the language says it knows is what the catalogue lists for it, in the same order.
    pub(crate) fn knows_its_part_of_the_catalogue(&self) {
        let extended = operators().iter().map(|operator| operator.meta());
        let known: Vec<&str> = extended
            .filter(|meta| meta.tier == 2 && has_mutants(meta, self.language))
            .map(|meta| meta.id)
            .collect();
        assert_eq!(known, self.language.extended_operators());
        let set = OperatorSet::parse(&["extended"]).unwrap();
        for entry in catalogue(&set, &[self.language]) {
            let is_known = entry.tier == 1 || known.contains(&entry.id.as_str());
            assert_eq!(entry.languages.is_empty(), !is_known, "{}", entry.id);
        }
    }

    /// Operators of the extended set that make no mutant of any of the sources, not even one that equals another.
    pub(crate) fn without_mutants(&self, sources: &[String]) -> Vec<&'static str> {
        let mut missing = self.language.extended_operators().to_vec();
        for source in sources {
            missing.retain(|id| self.generate(source, &[id], Reach::Bodies).is_empty());
        }
        missing
    }
}

/// The command, if it works here; otherwise says aloud that a promise is not checked, unless the caller insists.
pub(crate) fn tool(word: &str, command: &str, arguments: &[&str]) -> Option<String> {
    let asked = Command::new(command).args(arguments).output();
    if let Ok(output) = asked
        && output.status.success()
    {
        return Some(String::from_utf8(output.stdout).unwrap().trim().to_owned());
    }
    let required = std::env::var("MUTSCORE_REQUIRE").unwrap_or_default();
    assert!(
        !required.split([',', ' ']).any(|required| required == word),
        "MUTSCORE_REQUIRE asks for {word}, but `{command}` does not work here"
    );
    eprintln!("SKIPPED: `{command}` does not work here");
    None
}

/// Hands all pieces, each after its length, to one process, which answers with the faulty ones and `N compiled`.
pub(crate) fn compile(pieces: &[Vec<u8>], command: &str, arguments: &[&str]) {
    let mut child = Command::new(command)
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    let mut sent = Vec::new();
    for piece in pieces {
        sent.extend((piece.len() as u32).to_le_bytes());
        sent.extend(piece);
    }
    // A process that ends early is seen by its answer.
    let writer = std::thread::spawn(move || input.write_all(&sent).ok());
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    let report = String::from_utf8_lossy(&output.stdout).into_owned();
    let wanted = format!("{} compiled", pieces.len());
    let start: String = report.chars().take(4_000).collect();
    assert!(report.trim() == wanted, "{} pieces:\n{start}", pieces.len());
}
