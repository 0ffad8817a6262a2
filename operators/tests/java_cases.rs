//! Cases that other tools got wrong on Java, as users of those reported them: code the grammar reads only in part
//! (B01), constants (B03), and statements whose loss breaks definite assignment (B04).
#![allow(clippy::unwrap_used, reason = "a test says by panicking what is wrong")]

use mutscore_model::path::RelPath;
use mutscore_model::span::ByteSpan;
use mutscore_operators::{FileOutcome, Options, Reach, Source, generate_file, language, mutate};

fn run(bytes: &[u8], reach: Reach) -> FileOutcome {
    let source = Source {
        path: RelPath::new("Case.java").unwrap(),
        bytes: bytes.into(),
    };
    let options = Options {
        reach,
        ..Options::default()
    };
    generate_file(language("java").unwrap(), &source, &options)
}

/// `line: original>replacement` of each mutant.
fn changes(outcome: &FileOutcome) -> Vec<String> {
    let mutants = outcome.mutants.iter();
    mutants
        .map(|mutant| {
            let line = mutant.start.line;
            format!("{line}: {}>{}", mutant.original, mutant.replacement)
        })
        .collect()
}

#[test]
fn code_the_grammar_reads_only_in_part_is_mutated_around_the_damage() {
    let outcome = run(include_bytes!("cases/B01.java"), Reach::Bodies);
    assert!(outcome.skipped.is_none());
    assert_eq!(
        outcome.damaged,
        [ByteSpan::new(191, 192), ByteSpan::new(231, 232)],
        "the report names the file as partly parsed"
    );
    assert_eq!(
        changes(&outcome),
        ["7: *>/", "8: 3>4", "8: *>/", "8: *>/"],
        "not the whole returned switch, which has the damage inside"
    );
}

#[test]
fn nothing_is_put_where_the_language_wants_a_constant() {
    let source = include_bytes!("cases/B03.java");
    let body = [
        "6: k + 1>0",
        "6: +>-",
        "6: 1>0",
        "7: k - 1>0",
        "7: ->+",
        "7: 1>0",
        "8: k>0",
        "12: Fee.BASE>0",
    ];
    assert_eq!(changes(&run(source, Reach::Bodies)), body);

    let everywhere = run(source, Reach::Everywhere);
    let constant = ["2: 2>3", "2: *>/", "2: 3>4"];
    assert_eq!(changes(&everywhere), [&constant[..], &body].concat());
    for mutant in &everywhere.mutants {
        let in_constant = mutant.start.line == 2;
        assert_ne!(mutant.schematizable, in_constant, "{mutant:?}");
        let mutated = String::from_utf8(mutate(source, mutant).unwrap()).unwrap();
        for kept in [
            "@Deprecated(since = \"v\" + 1)\n",
            "case BASE: ",
            "case BASE + 4: ",
        ] {
            assert!(mutated.contains(kept), "{mutated}");
        }
    }
}

#[test]
fn no_assignment_and_no_throw_is_lost() {
    let source = include_bytes!("cases/B04.java");
    let outcome = run(source, Reach::Bodies);
    assert_eq!(
        changes(&outcome),
        [
            "4: >>>=", "4: >><=", "6: >>>=", "6: >><=", "7: *>/", "7: 2>3", "9: 1>0", "9: ->+",
            "10: r>0",
        ]
    );
    for mutant in &outcome.mutants {
        let mutated = String::from_utf8(mutate(source, mutant).unwrap()).unwrap();
        assert!(mutated.contains("throw new IllegalStateException();"));
        assert_eq!(mutated.matches("r = ").count(), 2, "{mutated}");
    }
}
