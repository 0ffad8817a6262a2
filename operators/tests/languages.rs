//! What holds in every language, on every source of `tests/sources`: mutants parse, digests tell programs apart, names
//! survive edits elsewhere.
#![allow(clippy::unwrap_used, reason = "a test says by panicking what is wrong")]

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::path::Path;

use mutscore_model::mutant::Mutant;
use mutscore_model::path::RelPath;
use mutscore_operators::tokens::Tokens;
use mutscore_operators::tree::Tree;
use mutscore_operators::{Language, Options, Source, generate_file, language_of_extension, mutate};

/// A realistic file.
struct Sample {
    name: String,
    language: &'static dyn Language,
    text: String,
}

fn samples() -> Vec<Sample> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/sources");
    let mut samples = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let extension = path.extension().unwrap().to_str().unwrap().to_owned();
        samples.push(Sample {
            name: path.file_name().unwrap().to_str().unwrap().to_owned(),
            language: language_of_extension(&extension).unwrap(),
            text: std::fs::read_to_string(&path).unwrap(),
        });
    }
    samples.sort_by(|one, other| one.name.cmp(&other.name));
    samples
}

impl Sample {
    fn mutants_of(&self, text: &str) -> Vec<Mutant> {
        let file = Source {
            path: RelPath::new(&self.name).unwrap(),
            bytes: text.as_bytes().into(),
        };
        let outcome = generate_file(self.language, &file, &Options::default());
        assert!(outcome.damaged.is_empty(), "{}\n{text}", self.name);
        assert!(outcome.skipped.is_none(), "{}", self.name);
        outcome.mutants
    }

    fn mutants(&self) -> Vec<Mutant> {
        let mutants = self.mutants_of(&self.text);
        assert!(mutants.len() > 20, "{}: {}", self.name, mutants.len());
        mutants
    }

    fn parse(&self, text: &[u8]) -> tree_sitter::Tree {
        let mut parser = tree_sitter::Parser::new();
        parser.set_language(&self.language.grammar()).unwrap();
        parser.parse(text, None).unwrap()
    }

    fn stream(&self, text: &[u8]) -> Vec<u8> {
        let parsed = self.parse(text);
        let tree = Tree::new(text, &parsed, self.language);
        let tokens = Tokens::new(&tree, self.language);
        tokens.stream(0..tokens.len()).to_vec()
    }

    /// Ids of this file's mutants that a changed form of it has not.
    fn lost(&self, changed: &str) -> Vec<String> {
        assert_ne!(changed, self.text, "{}", self.name);
        let kept: HashSet<_> = self
            .mutants_of(changed)
            .into_iter()
            .map(|mutant| mutant.id)
            .collect();
        let before = self.mutants();
        let gone = before.iter().filter(|mutant| !kept.contains(&mutant.id));
        gone.map(|mutant| {
            format!(
                "{}:{} {} `{}` -> `{}`",
                self.name, mutant.start.line, mutant.op, mutant.original, mutant.replacement
            )
        })
        .collect()
    }

    /// Every node that stands in a list of statements.
    fn statements(&self) -> Vec<Statement> {
        const LISTS: &[&str] = &[
            "block",
            "constructor_body",
            "switch_block_statement_group",
            "statement_list",
            "compound_statement",
            "colon_block",
            "body_statement",
            "then",
            "else",
            "do",
            "block_body",
        ];
        let parsed = self.parse(self.text.as_bytes());
        let mut statements = Vec::new();
        let mut open = vec![parsed.root_node()];
        while let Some(node) = open.pop() {
            let children: Vec<_> = (0..node.named_child_count() as u32)
                .filter_map(|place| node.named_child(place))
                .collect();
            let is_list = LISTS.contains(&node.kind());
            let mut of_list = children.iter().filter(|child| {
                is_list && !child.kind().contains("comment") && child.kind() != "statement_list"
            });
            if let Some(first) = of_list.next() {
                statements.push(Statement::new(first, true));
                statements.extend(of_list.map(|child| Statement::new(child, false)));
            }
            open.extend(children);
        }
        statements
    }

    /// Whether only blank space stands before `at` on its line.
    fn begins_its_line(&self, at: usize) -> bool {
        let line = self.text[..at].rfind('\n').map_or(0, |end| end + 1);
        self.text[line..at].trim().is_empty()
    }

    /// The blank space before `at` on its line.
    fn indent(&self, at: usize) -> &str {
        let line = self.text[..at].rfind('\n').map_or(0, |end| end + 1);
        &self.text[line..at]
    }

    /// The text with something put in at each of some places.
    fn with(&self, insertions: &BTreeMap<usize, String>) -> String {
        let mut text = self.text.clone();
        for (at, words) in insertions.iter().rev() {
            text.insert_str(*at, words);
        }
        text
    }

    fn comment(&self) -> &'static str {
        match self.language.id() {
            "python" | "ruby" => "# a word",
            _ => "// a word",
        }
    }
}

struct Statement {
    at: usize,
    kind: String,
    first: bool,
}

impl Statement {
    fn new(node: &tree_sitter::Node<'_>, first: bool) -> Self {
        Self {
            at: node.start_byte(),
            kind: node.kind().to_owned(),
            first,
        }
    }
}

#[test]
fn every_mutant_parses_and_changes_the_program() {
    for sample in samples() {
        let original = sample.stream(sample.text.as_bytes());
        let mut streams: BTreeMap<Vec<u8>, Mutant> = BTreeMap::new();
        for mutant in sample.mutants() {
            let mutated = mutate(sample.text.as_bytes(), &mutant).unwrap();
            assert!(
                !sample.parse(&mutated).root_node().has_error(),
                "{mutant:?}"
            );
            let stream = sample.stream(&mutated);
            assert_ne!(stream, original, "{mutant:?}");
            if let Some(twin) = streams.insert(stream, mutant.clone()) {
                panic!("the same program twice:\n{twin:?}\n{mutant:?}");
            }
        }
    }
}

#[test]
fn ids_and_content_ids_are_unique() {
    for sample in samples() {
        let mutants = sample.mutants();
        let ids: HashSet<_> = mutants.iter().map(|mutant| &mutant.id).collect();
        let contents: HashSet<_> = mutants.iter().map(|mutant| mutant.content_id).collect();
        assert_eq!(ids.len(), mutants.len(), "{}", sample.name);
        assert_eq!(contents.len(), mutants.len(), "{}", sample.name);
    }
}

#[test]
fn every_mutant_lies_on_its_lines_and_its_lines_in_the_file() {
    for sample in samples() {
        let count = sample.text.lines().count() as u32;
        for mutant in sample.mutants() {
            assert!(mutant.lines.is_sorted() && mutant.lines.contains(&mutant.start.line));
            assert!(
                mutant.lines.iter().all(|line| (1..=count).contains(line)),
                "{mutant:?}"
            );
            let original = &sample.text[mutant.span.range()];
            assert_eq!(original, mutant.original, "{mutant:?}");
        }
    }
}

#[test]
fn ids_survive_a_comment_and_a_blank_line_above_every_statement() {
    for sample in samples() {
        let statements = sample.statements();
        let places = statements
            .iter()
            .filter(|statement| sample.begins_its_line(statement.at));
        let insertions: BTreeMap<usize, String> = places
            .map(|statement| {
                let words = format!("{}\n\n{}", sample.comment(), sample.indent(statement.at));
                (statement.at, words)
            })
            .collect();
        assert!(insertions.len() > 3, "{}", sample.name);
        let lost = sample.lost(&sample.with(&insertions));
        assert_eq!(lost, Vec::<String>::new());
    }
}

#[test]
fn ids_survive_a_new_statement_at_the_start_of_every_body() {
    for sample in samples() {
        let mut insertions = BTreeMap::new();
        for statement in sample.statements() {
            // What must stand first stays first; labels and clauses are no statements.
            let stays = [
                "explicit_constructor_invocation",
                "switch_label",
                "expression_case",
                "case_clause",
            ];
            let stays = stays.contains(&statement.kind.as_str());
            if !statement.first || stays || !sample.begins_its_line(statement.at) {
                continue;
            }
            let end = if matches!(sample.language.id(), "java" | "php") {
                ";"
            } else {
                ""
            };
            let words = format!("fresh(){end}\n{}", sample.indent(statement.at));
            insertions.insert(statement.at, words);
        }
        assert!(insertions.len() > 3, "{}", sample.name);
        let lost = sample.lost(&sample.with(&insertions));
        assert_eq!(lost, Vec::<String>::new());
    }
}

#[test]
fn ids_survive_another_indentation() {
    for sample in samples() {
        let inside = lines_inside_a_token(&sample);
        let mut changed = String::new();
        for (number, line) in sample.text.split_inclusive('\n').enumerate() {
            let indent = line.len() - line.trim_start_matches([' ', '\t']).len();
            if !inside.contains(&number) {
                changed.push_str(&line[..indent]);
            }
            changed.push_str(line);
        }
        assert_eq!(sample.lost(&changed), Vec::<String>::new());
    }
}

/// 0-based lines that begin inside a string or another single token, where blank space means something.
fn lines_inside_a_token(sample: &Sample) -> BTreeSet<usize> {
    let parsed = sample.parse(sample.text.as_bytes());
    let mut lines = BTreeSet::new();
    let mut open = vec![parsed.root_node()];
    while let Some(node) = open.pop() {
        let kind = node.kind();
        let is_text = kind.contains("string")
            || kind.contains("heredoc")
            || kind.contains("comment")
            || kind == "text";
        if is_text || node.child_count() == 0 {
            lines.extend(node.start_position().row + 1..=node.end_position().row);
        } else {
            open.extend((0..node.child_count()).filter_map(|place| node.child(place)));
        }
    }
    lines
}

#[test]
fn ids_survive_another_line_end() {
    for sample in samples() {
        // A text of several lines has other contents with other line ends.
        let inside = lines_inside_a_token(&sample);
        let mut changed = String::new();
        for (number, line) in sample.text.split_inclusive('\n').enumerate() {
            match line.strip_suffix('\n') {
                Some(words) if !inside.contains(&(number + 1)) => {
                    changed.push_str(words);
                    changed.push_str("\r\n");
                }
                _ => changed.push_str(line),
            }
        }
        assert_eq!(sample.lost(&changed), Vec::<String>::new());
    }
}
