//! Cases that other tools got wrong in PHP, as users of those reported them: arrays that are no values (B21), `break`
//! in a `switch` (B23), lines of default values that no driver marks (B25); and what is made of file handling (B26).
#![allow(clippy::unwrap_used, reason = "a test says by panicking what is wrong")]

use mutscore_model::mutant::{Form, Mutant};
use mutscore_model::path::RelPath;
use mutscore_operators::{Options, Reach, Source, generate_file, language, mutate};

fn run(text: &str, reach: Reach) -> Vec<Mutant> {
    let source = Source {
        path: RelPath::new("case.php").unwrap(),
        bytes: text.as_bytes().into(),
    };
    let options = Options {
        reach,
        ..Options::default()
    };
    let outcome = generate_file(language("php").unwrap(), &source, &options);
    assert!(outcome.damaged.is_empty() && outcome.skipped.is_none());
    outcome.mutants
}

fn shown(mutants: &[Mutant]) -> Vec<String> {
    mutants
        .iter()
        .map(|mutant| {
            let Mutant {
                op,
                original,
                replacement,
                ..
            } = mutant;
            format!("{} {op} {original}>{replacement}", mutant.start.line)
        })
        .collect()
}

#[test]
fn arrays_in_attributes_and_targets_of_destructuring_are_no_values() {
    let source = include_str!("cases/B21.php");
    assert_eq!(
        shown(&run(source, Reach::Bodies)),
        ["9 return-value [$b + $by, $a]>[]", "9 arith +>-"]
    );
    let everywhere = run(source, Reach::Everywhere);
    assert_eq!(
        shown(&everywhere),
        [
            "3 const-str 'GET'>''",
            "3 const-str 'PUT'>''",
            "5 const-int 2>3",
            "5 arith *>/",
            "5 const-int 3>4",
            "7 arith +>-",
            "7 const-int 1>0",
            "9 return-value [$b + $by, $a]>[]",
            "9 arith +>-",
        ],
    );
    // A constant expression must stay one: no call, no guard.
    for mutant in everywhere.iter().filter(|mutant| mutant.start.line < 8) {
        assert_eq!(mutant.form, Form::Plain);
        assert_eq!(mutant.edits.len(), 1, "{mutant:?}");
        assert!(!mutant.edits[0].text.contains('('), "{mutant:?}");
    }
}

#[test]
fn targets_of_destructuring_are_left_alone_in_every_spelling() {
    for target in [
        "[$a[1 + 2], [, $b]]",
        "['k' => $a, 'l' => [$b[3]]]",
        "list($a, list(, $b))",
        "list('k' => $a)",
    ] {
        let assigned = format!("<?php\nfunction f($p) {{ {target} = $p; }}\n");
        assert_eq!(shown(&run(&assigned, Reach::Bodies)), [""; 0], "{target}");
        for head in [format!("$p as {target}"), format!("$p as $k => {target}")] {
            let looped = format!("<?php\nfunction f($p) {{ foreach ({head}) {{ $x = 4; }} }}\n");
            let mutants = shown(&run(&looped, Reach::Bodies));
            assert_eq!(mutants, ["2 const-int 4>5"], "{head}");
        }
    }
    let attribute = "<?php\nfunction f() { return new #[A([1, 'x'], b: true || C)] class { #[B(2 + 3)] function g(#[C(4)] $x) { $x = 5; } }; }\n";
    assert_eq!(
        shown(&run(attribute, Reach::Everywhere)),
        [
            "2 return-value new #[A([1, 'x'], b: true || C)] class { #[B(2 + 3)] function g(#[C(4)] $x) { $x = 5; } }>null",
            "2 const-int 5>6"
        ]
    );
}

#[test]
fn the_break_of_a_switch_and_levels_of_loops_stay() {
    let source = include_str!("cases/B23.php");
    assert_eq!(
        shown(&run(source, Reach::Everywhere)),
        [
            "3 arith %>*",
            "3 const-int 3>4",
            "5 const-str 'fizz'>''",
            "10 return-value $out>''"
        ],
        "and no label is changed"
    );
    for jump in ["break", "continue", "break 2", "continue 2"] {
        let looped = format!(
            "<?php\nfunction f($p) {{ foreach ($p as $x) {{ foreach ($x as $y) {{ switch ($y) {{ case 1: {jump}; }} }} }} }}\n"
        );
        assert_eq!(shown(&run(&looped, Reach::Bodies)), [""; 0], "{jump}");
    }
}

#[test]
fn default_values_lie_on_the_first_line_of_the_body_too() {
    let source = include_str!("cases/B25.php");
    assert!(
        run(source, Reach::Bodies)
            .iter()
            .all(|mutant| mutant.start.line == 8)
    );
    let everywhere = run(source, Reach::Everywhere);
    let of = |line: u32| {
        everywhere
            .iter()
            .find(|mutant| mutant.start.line == line)
            .unwrap()
    };
    assert_eq!(of(5).replacement, "0");
    assert_eq!(of(6).replacement, "true");
    for line in [5, 6] {
        assert!(of(line).lines.contains(&8), "{:?}", of(line));
        assert!(of(line).lines.contains(&line));
    }

    let others = [
        ("function f($a = 1) {\n    /* words */\n    g();\n}", 4),
        ("function f($a = 1) {\n\n}", 4),
        ("function f(\n    $a = 1\n) {\n    g();\n    h();\n}", 5),
        ("$f = fn($a = 1) =>\n    g();", 3),
        ("$f = function ($a = 1) {\n    g();\n};", 3),
    ];
    for (code, line) in others {
        let mutants = run(&format!("<?php\n{code}\n"), Reach::Everywhere);
        let default = mutants
            .iter()
            .find(|mutant| mutant.original == "1")
            .unwrap();
        assert!(default.lines.contains(&line), "{code}: {:?}", default.lines);
    }
    let none = run(
        "<?php\ninterface I { function f($a = 1); }\n",
        Reach::Everywhere,
    );
    assert_eq!(none[0].lines, [2], "no body, no line");
}

#[test]
fn a_file_handle_is_used_but_its_closing_is_no_behaviour() {
    let source = include_str!("cases/B26.php");
    let mutants = run(source, Reach::Bodies);
    assert_eq!(
        shown(&mutants),
        [
            "5 call-removal flock($f, LOCK_EX);>;",
            "6 arith +>-",
            "6 const-int 1>0",
            "7 call-removal fwrite($f, \"$key\\n\");>;",
            "9 return-value $n>0"
        ],
        "none of what fopen opens and how, of strings with code, of fclose"
    );
    for mutant in &mutants {
        mutate(source.as_bytes(), mutant).unwrap();
    }
}
