//! Many mutants in one build: the copies are the mutated functions, token for token, and do what they do.

use std::collections::BTreeMap;

use mutscore_model::mutant::Mutant;
use mutscore_model::path::RelPath;
use mutscore_model::span::ByteSpan;
use mutscore_operators::rewrite::{NotWoven, Numbered, Woven, apply, numbers_in, support, weave};
use mutscore_operators::tokens::Tokens;
use mutscore_operators::tree::Tree;
use mutscore_operators::{Language, Options, Reach, Source, generate_file, mutate};

use super::bed::{Bed, Ran, has, of};

const GO: &str = include_str!("samples/shapes.go");
const GO_TABLE: &str = include_str!("samples/table.go.txt");
const JAVA: &str = include_str!("samples/Shapes.java");
const JAVA_TABLE: &str = include_str!("samples/Table.java.txt");

fn mutants_of(id: &str, source: &str) -> Vec<Mutant> {
    let file = Source {
        path: RelPath::new("shapes.x").unwrap(),
        bytes: source.as_bytes().into(),
    };
    let options = Options {
        reach: Reach::Bodies,
        ..Options::default()
    };
    generate_file(of(id), &file, &options).mutants
}

fn numbered(mutants: &[Mutant]) -> Vec<Numbered<'_>> {
    let with_number = |(place, mutant)| Numbered {
        number: place as u32 + 1,
        mutant,
    };
    mutants.iter().enumerate().map(with_number).collect()
}

fn weave_all(id: &str, name: &str, source: &str, mutants: &[Mutant]) -> (String, Woven) {
    let woven = weave(of(id), name, source.as_bytes(), &numbered(mutants)).unwrap();
    let text = apply(source.as_bytes(), &woven.edits).unwrap();
    (String::from_utf8(text).unwrap(), woven)
}

/// The tokens that stand in `span`.
fn tokens(language: &dyn Language, source: &str, span: ByteSpan) -> Vec<String> {
    let mut parser = tree_sitter::Parser::new();
    parser.set_language(&language.grammar()).unwrap();
    let parsed = parser.parse(source, None).unwrap();
    let tree = Tree::new(source.as_bytes(), &parsed, language);
    assert!(tree.damaged().is_empty(), "{source}");
    let mut found = Vec::new();
    Tokens::new(&tree, language).each(|at, token| {
        if span.start <= at && at < span.end {
            found.push(String::from_utf8_lossy(token).into_owned());
        }
    });
    found
}

fn copies_are_the_mutated_functions(id: &str, name: &str, source: &str) {
    let mutants = mutants_of(id, source);
    let (text, woven) = weave_all(id, name, source, &mutants);
    assert!(woven.copies.len() > 20, "{:?}", woven.left);
    assert_eq!(woven.copies.len() + woven.left.len(), mutants.len());
    for copied in &woven.copies {
        let mutant = &mutants[copied.number as usize - 1];
        let single = String::from_utf8(mutate(source.as_bytes(), mutant).unwrap()).unwrap();
        let grown = single.len() as i64 - source.len() as i64;
        let end = (i64::from(copied.of.end) + grown) as u32;
        let expected = tokens(of(id), &single, ByteSpan::new(copied.of.start, end));
        assert!(!expected.is_empty());
        assert_eq!(tokens(of(id), &text, copied.copy), expected, "{mutant:?}");
        assert_eq!(woven.copy_at(copied.copy.start), Some(copied.number));
        assert_eq!(woven.copy_at(copied.copy.end - 1), Some(copied.number));
    }
}

#[test]
fn each_go_copy_is_its_mutated_function_token_for_token() {
    copies_are_the_mutated_functions("go", "shapes.go", GO);
    copies_are_the_mutated_functions("go", "shelf.go", include_str!("../sources/shelf.go"));
}

#[test]
fn each_java_copy_is_its_mutated_function_token_for_token() {
    copies_are_the_mutated_functions("java", "Shapes.java", JAVA);
}

#[test]
fn the_original_lines_keep_their_numbers() {
    for (id, source) in [("go", GO), ("java", JAVA)] {
        let (text, _) = weave_all(id, "x", source, &mutants_of(id, source));
        for (line, (before, after)) in source.lines().zip(text.lines()).enumerate() {
            // Only what stands behind an opening or before a closing brace was added.
            let mut rest = after.chars();
            let kept = before
                .chars()
                .all(|one| rest.by_ref().any(|other| other == one));
            let is_renamed = before.contains("Count(_") || before.contains("Many(int");
            assert!(kept || is_renamed, "{id} {line}: {before}\n{after}");
        }
    }
}

#[test]
fn a_dispatch_calls_the_copy_with_all_there_is() {
    let (text, _) = weave_all("go", "shapes.go", GO, &mutants_of("go", GO));
    for part in [
        "func (mutR_ Shape) Count(mutP0x0_ int, mutP1x0_ string) (count int, err error) {",
        "func Many(mutP0x_ int, mutP1x_ ...string) (",
        "(mutP0x_, mutP1x_...); ",
        "Largest[T](all...); ",
        "return p.mut",
        "//line shapes.go__m",
    ] {
        assert!(text.contains(part), "no {part} in {text}");
    }
    let (text, _) = weave_all("java", "Shapes.java", JAVA, &mutants_of("java", JAVA));
    for part in [
        "return this.<T>mut",
        "if (mutscore_woven.Selected.number != ",
        "private ",
    ] {
        assert!(text.contains(part), "no {part} in {text}");
    }
}

#[test]
fn compiler_messages_name_the_mutants() {
    let messages = "# shapes\n./shapes.go__m12:57:3: declared and not used: n\n./a__b.go:3:1: x\n\tshapes.go__m7:9:1: other\n";
    assert_eq!(
        numbers_in(messages).into_iter().collect::<Vec<_>>(),
        [7, 12]
    );
}

#[test]
fn what_cannot_be_copied_is_left_with_its_reason() {
    let source = "\
package a

import \"runtime\"

var top = func(n int) bool { return n > 1 }

func deferred(n int) { if n > 1 { recover() } }
func nested(n int) { defer func() { recover() }(); if n > 1 { panic(n) } }
func caller(n int) int { runtime.Caller(n); return n }
//go:noinline
func directed(n int) int { return n }
func shadowed[T any](T int) bool { return T > 1 }
";
    let mutants = mutants_of("go", source);
    let (_, woven) = weave_all("go", "a.go", source, &mutants);
    let reasons: BTreeMap<&str, NotWoven> = woven
        .left
        .iter()
        .map(|(number, why)| (mutants[*number as usize - 1].scope.as_str(), *why))
        .collect();
    let expected = BTreeMap::from([
        ("", NotWoven::OutsideBody),
        ("caller", NotWoven::AsksForCaller),
        ("deferred", NotWoven::Recovers),
        ("directed", NotWoven::Directive),
        ("shadowed", NotWoven::Shadowed),
    ]);
    assert_eq!(reasons, expected);
    assert!(woven.copies.len() >= 2);
    let foreign = source.replace("import \"runtime\"", "import \"C\"; import \"runtime\"");
    let mutants = mutants_of("go", &foreign);
    let (_, woven) = weave_all("go", "a.go", &foreign, &mutants);
    assert!(
        woven.copies.is_empty()
            && woven
                .left
                .iter()
                .all(|(_, why)| *why == NotWoven::ForeignLines)
    );
    // A mutant of another version of the file is not guessed at.
    let (_, woven) = weave_all("go", "a.go", &format!("{source}\n"), &mutants);
    assert!(
        woven
            .left
            .iter()
            .all(|(_, why)| *why == NotWoven::OtherSource)
    );
}

/// Builds of one kind: what the program prints for a number in the common build, and in the mutant's own.
struct Builds {
    bed: Bed,
    build: fn(&Bed) -> Ran,
    run: fn(&Bed, &str) -> Ran,
    path: &'static str,
}

impl Builds {
    /// Weaves, takes out what does not compile alone, and compares every mutant with a build of its own.
    fn compare(&self, id: &str, name: &str, source: &str, of: usize) {
        let all = mutants_of(id, source);
        let compiles = |mutant: &&Mutant| {
            let single = String::from_utf8(mutate(source.as_bytes(), mutant).unwrap()).unwrap();
            self.bed.write(self.path, &single);
            (self.build)(&self.bed).ok
        };
        let chosen: Vec<&Mutant> = all
            .iter()
            .filter(|mutant| mutant.schematizable)
            .step_by(all.len().div_ceil(of))
            .collect();
        let mut expected = BTreeMap::new();
        let mut valid = Vec::new();
        for mutant in chosen {
            if compiles(&mutant) {
                expected.insert(valid.len() as u32 + 1, (self.run)(&self.bed, "0"));
                valid.push(mutant.clone());
            }
        }
        self.bed.write(self.path, source);
        (self.build)(&self.bed).succeeded();
        let original = (self.run)(&self.bed, "0").succeeded();
        let (text, woven) = weave_all(id, name, source, &valid);
        assert!(woven.copies.len() * 4 > valid.len() * 3, "{:?}", woven.left);
        self.bed.write(self.path, &text);
        (self.build)(&self.bed).succeeded();
        assert_eq!((self.run)(&self.bed, "0"), original);
        assert_eq!((self.run)(&self.bed, ""), original);
        let mut differ = 0;
        for copied in &woven.copies {
            let ran = (self.run)(&self.bed, &copied.number.to_string());
            let single = &expected[&copied.number];
            assert_eq!(
                (ran.ok, &ran.out),
                (single.ok, &single.out),
                "{:?}",
                valid[copied.number as usize - 1]
            );
            differ += usize::from(ran.out != original.out);
        }
        assert!(
            differ * 2 > woven.copies.len(),
            "{differ} of {}",
            woven.copies.len()
        );
    }
}

#[test]
fn woven_go_mutants_do_what_their_own_builds_do() {
    if !has("go", "version") {
        return;
    }
    let (name, text) = support(of("go"), "shapes").unwrap();
    let bed = Bed::new(&[
        ("go.mod", "module shapes\n\ngo 1.19\n"),
        (name, &text),
        ("table/main.go", GO_TABLE),
    ]);
    let builds = Builds {
        bed,
        build: |bed| {
            let words = ["build", "-o", "table.exe", "./table"];
            bed.run_with(
                "go",
                &words,
                &[("GOTOOLCHAIN", "local"), ("GOFLAGS", "-mod=mod")],
            )
        },
        run: |bed, number| bed.run_with("./table.exe", &[], &[("MUTSCORE_MUTANT", number)]),
        path: "shapes.go",
    };
    builds.compare("go", "shapes.go", GO, 12);
}

#[test]
fn woven_java_mutants_do_what_their_own_builds_do() {
    if !has("javac", "-version") {
        return;
    }
    let (name, text) = support(of("java"), "").unwrap();
    let bed = Bed::new(&[(name, &text), ("shapes/Table.java", JAVA_TABLE)]);
    let builds = Builds {
        bed,
        build: |bed| {
            let files = [
                "shapes/Shapes.java",
                "shapes/Table.java",
                "mutscore_woven/Selected.java",
            ];
            bed.run("javac", &[&["-d", "out"], &files[..]].concat())
        },
        run: |bed, number| {
            bed.run_with(
                "java",
                &["-cp", "out", "-XX:TieredStopAtLevel=1", "shapes.Table"],
                &[("MUTSCORE_MUTANT", number)],
            )
        },
        path: "shapes/Shapes.java",
    };
    builds.compare("java", "Shapes.java", JAVA, 8);
}

/// Before Java 9 no method of an interface may be private, so none can be a copy of another.
#[test]
fn woven_mutants_of_java_8s_interfaces_do_what_their_own_builds_do() {
    if !has("javac", "-version") {
        return;
    }
    let source = "\
package shapes;

public interface Scale {
    int size();

    default int twice() {
        int size = size();
        if (size > 2) {
            return size * 2;
        }
        return size + 1;
    }

    static Scale of(int size) {
        int more = size + 1;
        return new Scale() {
            @Override
            public int size() {
                return more - 1;
            }
        };
    }
}
";
    let table = "\
package shapes;

public class Table {
    public static void main(String[] arguments) {
        for (int size = 0; size < 5; size++) {
            System.out.println(Scale.of(size).twice());
        }
    }
}
";
    let (name, text) = support(of("java"), "").unwrap();
    let bed = Bed::new(&[(name, &text), ("shapes/Table.java", table)]);
    let builds = Builds {
        bed,
        build: |bed| {
            let words = "--release 8 -d out shapes/Scale.java shapes/Table.java mutscore_woven/Selected.java";
            bed.run("javac", &words.split(' ').collect::<Vec<_>>())
        },
        run: |bed, number| {
            bed.run_with(
                "java",
                &["-cp", "out", "-XX:TieredStopAtLevel=1", "shapes.Table"],
                &[("MUTSCORE_MUTANT", number)],
            )
        },
        path: "shapes/Scale.java",
    };
    builds.compare("java", "Scale.java", source, 8);
}
