//! Go.

use mutscore_operators::{Reach, language};

use super::bed::{Bed, NONE, compile, tool};

fn bed() -> Bed {
    Bed {
        language: language("go").unwrap(),
        around: (
            "package a\n\nfunc f(a int, s string, l []int) {\n\t",
            "\n}\n",
        ),
    }
}

#[test]
fn loops_and_jumps_keep_functions_ending() {
    bed().check(&[
        ("cond-true", "if a > 1 { g() }", &["a > 1>(a > 1) || true"]),
        (
            "cond-true",
            "switch { case a > 1: g() }",
            &["a > 1>(a > 1) || true"],
        ),
        ("cond-true", "for a > 1 { g() }", NONE),
        ("cond-false", "for { g() }", NONE),
        ("loop-zero", "for i := 0; ; i++ { g() }", NONE),
        (
            "loop-once",
            "for range l { if a > 1 { g() } }",
            &["if a > 1 { g() }>if a > 1 { g() }; break"],
        ),
        ("loop-once", "for range l { panic(1) }", NONE),
        ("loop-once", "for a > 1 { g() }", NONE),
        ("break-continue", "for { if a > 1 { continue } }", NONE),
        (
            "break-continue",
            "for range l { switch a { case 1: break } }",
            NONE,
        ),
        (
            "break-continue",
            "for i := 0; i < 3; i++ { break }",
            &["break>continue"],
        ),
        (
            "case-drop",
            "switch a { case 1: g(); fallthrough; default: h() }",
            NONE,
        ),
        ("case-drop", "switch a { case 1: g() }", NONE),
        (
            "case-drop",
            "switch x := a; a { case 1: g(x); default: h() }",
            NONE,
        ),
        ("default-drop", "switch a { default: g() }", NONE),
    ]);
}

/// What stands before each mutant so that it compiles.
fn guards(operator: &str, body: &str) -> Vec<String> {
    let (before, after) = bed().around;
    let source = format!("{before}{body}{after}");
    let mutants = bed().generate(&source, &[operator], Reach::Bodies);
    let guard = |edits: &[mutscore_model::mutant::Edit]| {
        let edit = edits.iter().find(|edit| edit.text.contains("_ ="));
        edit.map_or(String::new(), |edit| edit.text.clone())
    };
    mutants.iter().map(|mutant| guard(&mutant.edits)).collect()
}

#[test]
fn what_only_the_dropped_part_reads_is_read_before() {
    for (operator, body, expected) in [
        ("stmt-delete", "x := 1\n\tp.x = x", vec!["_ = x"]),
        ("stmt-delete", "x := 1\n\tp.x = x\n\tg(x)", vec![""]),
        ("elem-drop", "x := 1\n\tg([]int{x, 2})", vec!["_ = x; ", ""]),
        (
            "empty-coll",
            "x := 1\n\tif y := 2; g([]int{x, y}) { }",
            vec![],
        ),
        ("assign-plain", "x := 1\n\tx += 2", vec!["_ = x; "]),
        ("concat-drop", "x := \"x\"\n\tg(x + s)", vec!["_ = x; ", ""]),
        ("defer-drop", "x := g()\n\tdefer x.Close()", vec!["_ = x"]),
        (
            "case-drop",
            "x := 1\n\tswitch a {\n\tcase 1:\n\t\tg(x)\n\tdefault:\n\t}",
            vec!["_ = x; "],
        ),
    ] {
        assert_eq!(guards(operator, body), expected, "{operator}: {body}");
    }
}

#[test]
fn values_keep_their_type() {
    bed().check(&[
        (
            "stmt-delete",
            "a = 1; *p = 2; l[0] = 3",
            &["*p = 2>", "l[0] = 3>"],
        ),
        ("stmt-delete", "if l[0] = 1; a > 1 { }", NONE),
        (
            "assign-plain",
            "a <<= b; a <<= 2; s += s",
            &["<<=>=", "+=>="],
        ),
        (
            "const-int-dec",
            "g(l[0], l[1:2], 0x0, -1)",
            &["1>0", "2>1", "-1>-2"],
        ),
        ("const-char", "g('x', '\\x00', 'a' - 'A')", &["'x'>'\\x00'"]),
        ("concat-drop", "g(a + 1)", NONE),
        ("empty-coll", "g(T{a}, [...]int{1}, []int{})", NONE),
        ("throw-removal", "if a > 1 { panic(a) }", &["panic(a)>"]),
        (
            "go-inline",
            "go func() { g() }()",
            &["go func() { g() }()>func() { g() }()"],
        ),
        (
            "arid-removal",
            "mu.Lock(); log.Fatal(s); os.Exit(1); log.Print(s)",
            &["log.Print(s)>"],
        ),
        (
            "regex-edit",
            "regexp.MustCompile(\"\\\\bx$\"); g(\"^\")",
            &["\\\\b>", "$>"],
        ),
        (
            "selector-swap",
            "a.HasPrefix(s); math.Max(a, 1)",
            &["Max>Min"],
        ),
    ]);
}

#[test]
fn load_time_is_seen_by_the_operators_for_it_alone() {
    let source = "package a\n\nconst A, B = 1 << 3, \"x\"\n\nvar c = []int{4}\n\nvar d = func() int { return g(5) }\n\nfunc f() { const e = 6; g(7) }\n";
    let found = |set: &[&str]| -> Vec<String> {
        let mutants = bed().generate(source, set, Reach::Bodies);
        mutants
            .iter()
            .map(|mutant| mutant.original.clone())
            .collect()
    };
    assert_eq!(found(&["const-decl"]), ["1", "3", "\"x\"", "4", "6"]);
    assert_eq!(found(&["const-int"]), ["5", "7"]);
}

#[test]
fn go_knows_its_part_of_the_extended_set_in_the_order_of_the_catalogue() {
    bed().knows_its_part_of_the_catalogue();
}

#[test]
fn every_mutant_compiles() {
    let shop = vec![include_str!("shop.go.txt").to_owned()];
    assert_eq!(bed().without_mutants(&shop), NONE);
    bed().programs(&bed().sources());
    let programs = bed().programs(&shop);
    assert!(programs.len() > 100, "{}", programs.len());
    if tool("go", "go", &["version"]).is_some() {
        let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("extended-go");
        std::fs::create_dir_all(&folder).unwrap();
        let check = folder.join("check.go");
        std::fs::write(&check, include_str!("check.go.txt")).unwrap();
        compile(&programs, "go", &["run", check.to_str().unwrap()]);
    }
}
