//! Java's versions looked at together, against each compiled by itself.

use std::collections::BTreeSet;

use mutscore_model::compiled::Compiled;
use mutscore_runners::compilers::{Compiler as _, Javac};

use super::bed::{Bed, Version, tree};

const PATH: &str = "src/p/Kinds.java";
const SOURCE: &str = include_str!("fixtures/Kinds.java");

/// What each row is about, the change, and whether it has to be known without compiling it by itself.
const VERSIONS: &[(&str, (&str, &str), bool)] = &[
    ("constant body of an enum", ("20 + 2", "21 + 2"), true),
    ("the same there", ("20 + 2;", "2 + 20;"), false),
    ("method of an enum", ("return 30", "return 31"), true),
    ("default method", ("more + 40", "more - 40"), true),
    (
        "record's own constructor",
        ("left > right", "left >= right"),
        false,
    ),
    (
        "record's other constructor",
        ("this(both, both)", "this(both, 0)"),
        false,
    ),
    ("record's method", ("left + right", "left - right"), true),
    ("field", ("field = 50", "field = 51"), false),
    ("initialiser", ("counter = 60", "counter = 61"), false),
    ("constructor", ("size + 70", "size - 70"), true),
    ("constructor, equal", ("size + 70", "70 + size"), true),
    (
        "final field twice",
        ("size + 70;", "size; this.size = 1;"),
        false,
    ),
    ("final field never", ("this.size = size + 70;", ""), false),
    (
        "constructor of variable arity",
        ("? names[0]", "? names[names.length - 1]"),
        true,
    ),
    ("argument of this()", ("4 * 20", "4 * 21"), false),
    ("argument of this(), equal", ("4 * 20", "20 * 4"), false),
    (
        "a constructor that calls itself",
        ("this(4 * 20)", "this()"),
        false,
    ),
    ("behind this()", ("counter = 81", "counter = 82"), true),
    (
        "annotated, generic, variable arity",
        ("rest.length + 90", "rest.length - 90"),
        true,
    ),
    ("a call less there", ("all.add(one);", ""), true),
    ("wrong type there", ("return all;", "return rest;"), false),
    ("lambda", ("base + 100", "base - 100"), true),
    ("lambda, equal", ("base + 100", "base + (100)"), false),
    ("lambda in a lambda", ("x * 101", "x / 101"), true),
    (
        "constructor reference",
        ("String[]::new", "n -> new String[n + 1]"),
        true,
    ),
    (
        "lambda that is an object of its own",
        ("x + 102", "x - 102"),
        true,
    ),
    (
        "lambda that is an object of its own, equal",
        ("x + 102", "(x) + 102"),
        false,
    ),
    ("lambda with a class in it", ("x + 103", "x - 103"), true),
    (
        "lambda with a class in it, equal",
        ("x + 103", "(x) + 103"),
        false,
    ),
    ("local class, field", ("seed + 110", "seed - 110"), true),
    (
        "local class, field, equal",
        ("seed + 110", "seed + 55 * 2"),
        false,
    ),
    ("local class, method", ("value * 111", "value + 111"), true),
    ("anonymous class, field", ("isUp ? 1", "!isUp ? 1"), true),
    ("anonymous class, field, equal", ("-112", "-(112)"), false),
    (
        "lambda in an anonymous class",
        ("counter += 113", "counter -= 113"),
        true,
    ),
    (
        "lambda in an anonymous class, equal",
        ("counter += 113", "counter += (113)"),
        false,
    ),
    (
        "anonymous class, method",
        ("twice() - 114", "twice() + 114"),
        true,
    ),
    (
        "anonymous class, wrong type",
        ("sign * one", "\"x\" * one"),
        false,
    ),
    ("strings, result", ("return 120", "return 119"), true),
    ("strings, label", ("case \"b\"", "case \"c\""), true),
    (
        "strings, a label twice",
        ("case \"b\"", "case \"a\""),
        false,
    ),
    (
        "strings, two labels of one hash exchanged",
        ("case \"AaAa\"", "case \"AaBB\""),
        true,
    ),
    (
        "strings, place in the code",
        ("> 123 ? 124 : 125", "<= 123 ? 124 : 125"),
        true,
    ),
    (
        "strings, other way round and so equal",
        (
            "word.length() > 123 ? 124 : 125",
            "word.length() <= 123 ? 125 : 124",
        ),
        true,
    ),
    (
        "enum, label",
        (
            "case RED:\n                return",
            "case BLUE:\n                return",
        ),
        true,
    ),
    ("enum, equal", ("return 131", "return 130 + 1"), false),
    ("overload", ("over(142)", "over(142L)"), true),
    ("overload, by its body", ("x + 140", "x - 140"), true),
    (
        "the first of two",
        ("note();\n        note();", ";\n        note();"),
        false,
    ),
    (
        "the second of two",
        ("note();\n        note();", "note();\n        ;"),
        false,
    ),
    (
        "constructor of an inner class",
        ("own + 150", "own - 150"),
        true,
    ),
    (
        "constructor of an inner class, no super()",
        ("super();", ""),
        false,
    ),
    ("inner class", ("own + size", "own - size"), true),
    ("assertion", ("own > 151", "own >= 151"), true),
    ("captured variable", ("limit + 160", "limit - 160"), true),
    (
        "captured variable changed inside",
        ("int seen = start;", "int seen = start++;"),
        false,
    ),
    (
        "captured variable changed outside",
        (
            "return from.getAsInt() + start",
            "start = 2; return from.getAsInt() + start",
        ),
        false,
    ),
    ("no result", ("return from.getAsInt() + start;", ""), false),
    (
        "caught",
        (
            "Integer.parseInt(text) + 170",
            "Integer.parseInt(text) - 170",
        ),
        true,
    ),
    (
        "caught, other class",
        ("NumberFormatException error", "RuntimeException error"),
        true,
    ),
    (
        "never thrown",
        ("NumberFormatException error", "java.io.IOException error"),
        false,
    ),
    ("finally", ("counter++;", "counter--;"), true),
    (
        "in two places",
        ("return 171;", "return 171 + 1 - 1;"),
        false,
    ),
    (
        "a method more",
        (
            "return 171;",
            "return 171; } finally { } } int more() { try { return 1;",
        ),
        false,
    ),
    (
        "a comment that does not end",
        ("return 171;", "return 171; /*"),
        false,
    ),
    (
        "one brace too many",
        ("return 171;", "return 171; }"),
        false,
    ),
];

#[test]
fn versions_looked_at_together_are_what_they_are_by_themselves() {
    let versions: Vec<Version> = VERSIONS.iter().map(|(_, edit, _)| vec![*edit]).collect();
    let Some((together, alone)) = both_ways(SOURCE, &versions) else {
        return;
    };
    let mut known = BTreeSet::new();
    for (row, (what, _, is_known)) in VERSIONS.iter().enumerate() {
        assert_eq!(kind(&together, row), kind(&alone, row), "{what}");
        // A form of its own is not the digest of any class file.
        if matches!(alone[row + 1], Compiled::Form(_)) && together[row + 1] != alone[row + 1] {
            known.insert(*what);
        }
        assert_eq!(
            known.contains(what),
            *is_known,
            "{what}: known without being compiled"
        );
    }
}

/// The answers for the original and each version, together and alone.
fn both_ways(source: &str, versions: &[Version]) -> Option<(Vec<Compiled>, Vec<Compiled>)> {
    let bed = Bed::new("java", &[(PATH, source)])?;
    let tree = tree(bed.folder.path(), [PATH].into_iter());
    let mut folder = bed.folder;
    let ways = [Javac::WOVEN, Javac::ALONE].map(|way| {
        let checker = way.start(&tree).unwrap();
        let mut bed = Bed {
            folder: std::mem::replace(&mut folder, tempfile::tempdir().unwrap()),
            checker,
        };
        let (original, answers) = bed.ask(PATH, versions);
        folder = bed.folder;
        assert!(matches!(original, Compiled::Form(_)), "{original:?}");
        std::iter::once(original).chain(answers).collect::<Vec<_>>()
    });
    let [together, alone] = ways;
    Some((together, alone))
}

/// What an answer says: the refusal, or which answers are equal to it.
fn kind(answers: &[Compiled], row: usize) -> Result<Vec<usize>, String> {
    let own = &answers[row + 1];
    match own {
        Compiled::Form(_) => Ok((0..answers.len())
            .filter(|at| answers[*at] == *own)
            .collect()),
        other => Err(format!("{other:?}")),
    }
}
