//! Small programs, written in whichever language: enough structure for every operator to have something to do.

use std::collections::{BTreeMap, HashSet};

use arbitrary::Arbitrary;
use mutscore_model::mutant::MutantId;
use mutscore_operators::tokens::Tokens;
use mutscore_operators::tree::Tree;
use mutscore_operators::{Language, Reach, mutate};

use crate::{language_of, outcome};

const LANGUAGES: [&str; 5] = ["python", "java", "go", "php", "ruby"];

/// A language and some functions.
#[derive(Debug, Arbitrary)]
pub struct Program {
    language: u8,
    functions: Vec<Vec<Statement>>,
    layout: u8,
}

#[derive(Debug, Arbitrary)]
enum Statement {
    Assign(u8, Expression),
    Add(u8, Expression),
    Call(u8, Expression),
    If(Expression, Vec<Statement>),
    While(Expression, Vec<Statement>),
    Return(Expression),
}

#[derive(Debug, Arbitrary)]
enum Expression {
    Name(u8),
    Int(u16),
    Text(bool),
    Truth(bool),
    Binary(u8, Box<Expression>, Box<Expression>),
    Compare(u8, Box<Expression>, Box<Expression>),
    Both(bool, Box<Expression>, Box<Expression>),
    Not(Box<Expression>),
    Minus(Box<Expression>),
    Call(u8, Box<Expression>),
}

/// How a program is laid out.
#[derive(Clone, Copy)]
struct Layout {
    indent: usize,
    comments: bool,
    blank: bool,
}

impl Program {
    /// Reparses every mutant: its digest stands for its tokens.
    pub fn check_digests(self) {
        let (language, text) = self.written(PLAIN);
        let outcome = outcome(language, text.as_bytes(), Reach::Bodies);
        let original = stream(language, text.as_bytes());
        let mut streams = BTreeMap::new();
        for mutant in &outcome.mutants {
            let mutated = mutate(text.as_bytes(), mutant).expect("a mutant of this text");
            // A guard is no part of the program that a digest stands for.
            if mutant
                .edits
                .iter()
                .any(|edit| edit.span.end < mutant.span.start)
            {
                continue;
            }
            let stream = stream(language, &mutated);
            assert_ne!(stream, original, "{text}\n{mutant:?}");
            if let Some(twin) = streams.insert(stream, mutant) {
                panic!("{text}\nthe same program twice:\n{twin:?}\n{mutant:?}");
            }
        }
    }

    /// Writes the program in two ways: every name of the one is a name of the other.
    pub fn check_names(self) {
        let (language, plain) = self.written(PLAIN);
        let (_, other) = self.written(Layout {
            indent: 1 + usize::from(self.layout % 5),
            comments: self.layout & 32 != 0,
            blank: self.layout & 64 != 0,
        });
        let ids = |text: &str| -> HashSet<MutantId> {
            let outcome = outcome(language, text.as_bytes(), Reach::Bodies);
            outcome
                .mutants
                .into_iter()
                .map(|mutant| mutant.id)
                .collect()
        };
        assert_eq!(ids(&plain), ids(&other), "{plain}\n{other}");
    }

    fn written(&self, layout: Layout) -> (&'static dyn Language, String) {
        let id = LANGUAGES[usize::from(self.language) % LANGUAGES.len()];
        let mut writer = Writer {
            id,
            layout,
            text: String::new(),
            budget: 120,
        };
        writer.file(&self.functions);
        (language_of(id), writer.text)
    }
}

const PLAIN: Layout = Layout {
    indent: 4,
    comments: false,
    blank: false,
};

fn stream(language: &dyn Language, text: &[u8]) -> Vec<u8> {
    let mut parser = tree_sitter::Parser::new();
    parser
        .set_language(&language.grammar())
        .expect("a grammar that fits");
    let parsed = parser.parse(text, None).expect("no time limit is set");
    let tree = Tree::new(text, &parsed, language);
    let tokens = Tokens::new(&tree, language);
    tokens.stream(0..tokens.len()).to_vec()
}

struct Writer {
    id: &'static str,
    layout: Layout,
    text: String,
    /// Statements and expressions that may still be written: inputs may ask for a lot.
    budget: usize,
}

impl Writer {
    fn line(&mut self, depth: usize, words: &str) {
        let indent = " ".repeat(self.layout.indent * depth);
        if self.layout.blank {
            self.text.push('\n');
        }
        if self.layout.comments {
            let mark = if matches!(self.id, "python" | "ruby") {
                "#"
            } else {
                "//"
            };
            self.text.push_str(&format!("{indent}{mark} words\n"));
        }
        self.text.push_str(&format!("{indent}{words}\n"));
    }

    fn file(&mut self, functions: &[Vec<Statement>]) {
        match self.id {
            "php" => self.line(0, "<?php"),
            "go" => self.line(0, "package p"),
            "java" => self.line(0, "class A {"),
            _ => {}
        }
        for (number, body) in functions.iter().take(4).enumerate() {
            let head = match self.id {
                "python" => format!("def f{number}(a, b):"),
                "ruby" => format!("def f{number}(a, b)"),
                "php" => format!("function f{number}($a, $b) {{"),
                "go" => format!("func f{number}(a, b int) int {{"),
                _ => format!("int f{number}(int a, int b) {{"),
            };
            self.line(0, &head);
            self.block(1, body);
            let last = Expression::Name(number as u8);
            self.statement(1, &Statement::Return(last));
            self.end(0);
        }
        if self.id == "java" {
            self.line(0, "}");
        }
    }

    fn end(&mut self, depth: usize) {
        match self.id {
            "python" => {}
            "ruby" => self.line(depth, "end"),
            _ => self.line(depth, "}"),
        }
    }

    fn block(&mut self, depth: usize, body: &[Statement]) {
        for statement in body {
            if self.budget == 0 || depth > 6 {
                break;
            }
            self.budget -= 1;
            self.statement(depth, statement);
        }
        if self.id == "python" {
            self.line(depth, "g(a)");
        }
    }

    fn statement(&mut self, depth: usize, statement: &Statement) {
        let end = if matches!(self.id, "java" | "php") {
            ";"
        } else {
            ""
        };
        match statement {
            Statement::Assign(name, value) => {
                let words = format!("{} = {}{end}", self.name(*name), self.expression(value, 0));
                self.line(depth, &words);
            }
            Statement::Add(name, value) => {
                let words = format!("{} += {}{end}", self.name(*name), self.expression(value, 0));
                self.line(depth, &words);
            }
            Statement::Call(name, value) => {
                let words = format!("g{}({}){end}", name % 3, self.expression(value, 0));
                self.line(depth, &words);
            }
            Statement::If(condition, body) => self.head(depth, "if", condition, body),
            Statement::While(condition, body) => {
                let word = if self.id == "go" { "for" } else { "while" };
                self.head(depth, word, condition, body);
            }
            Statement::Return(value) => {
                let words = format!("return {}{end}", self.expression(value, 0));
                self.line(depth, &words);
            }
        }
    }

    fn head(&mut self, depth: usize, word: &str, condition: &Expression, body: &[Statement]) {
        let condition = self.expression(condition, 0);
        let head = match self.id {
            "python" => format!("{word} {condition}:"),
            "ruby" => format!("{word} {condition}"),
            "go" => format!("{word} {condition} {{"),
            _ => format!("{word} ({condition}) {{"),
        };
        self.line(depth, &head);
        self.block(depth + 1, body);
        self.end(depth);
    }

    fn name(&self, number: u8) -> String {
        let sigil = if self.id == "php" { "$" } else { "" };
        format!("{sigil}{}", ["a", "b", "c"][usize::from(number) % 3])
    }

    fn expression(&mut self, expression: &Expression, depth: usize) -> String {
        if self.budget == 0 || depth > 6 {
            return self.name(0);
        }
        self.budget -= 1;
        let mut below = |part: &Expression| self.expression(part, depth + 1);
        match expression {
            Expression::Name(number) => self.name(*number),
            Expression::Int(value) => value.to_string(),
            Expression::Text(empty) => if *empty { "\"\"" } else { "\"t\"" }.to_owned(),
            Expression::Truth(value) => match (self.id, value) {
                ("python", true) => "True".to_owned(),
                ("python", false) => "False".to_owned(),
                (_, value) => value.to_string(),
            },
            Expression::Binary(operator, left, right) => {
                const OPERATORS: [&str; 8] = ["+", "-", "*", "/", "%", "&", "|", "<<"];
                let (left, right) = (below(left), below(right));
                let operator = OPERATORS[usize::from(*operator) % OPERATORS.len()];
                format!("({left} {operator} {right})")
            }
            Expression::Compare(operator, left, right) => {
                const OPERATORS: [&str; 6] = ["<", "<=", ">", ">=", "==", "!="];
                let (left, right) = (below(left), below(right));
                let operator = OPERATORS[usize::from(*operator) % OPERATORS.len()];
                format!("({left} {operator} {right})")
            }
            Expression::Both(and, left, right) => {
                let (left, right) = (below(left), below(right));
                let operator = match (self.id, and) {
                    ("python", true) => "and",
                    ("python", false) => "or",
                    (_, true) => "&&",
                    (_, false) => "||",
                };
                format!("({left} {operator} {right})")
            }
            Expression::Not(part) => {
                let part = below(part);
                if self.id == "python" {
                    format!("(not {part})")
                } else {
                    format!("(!{part})")
                }
            }
            Expression::Minus(part) => format!("(- {})", below(part)),
            Expression::Call(name, part) => format!("h{}({})", name % 3, below(part)),
        }
    }
}
