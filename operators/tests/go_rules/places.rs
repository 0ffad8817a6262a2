//! Where code is mutated, what its scope is called and where it is covered.

use mutscore_model::mutant::Mutant;
use mutscore_operators::Reach;

use crate::{in_body, run, shown};

#[test]
fn everywhere_also_means_variables_and_constants_of_the_package() {
    let source = "package p\n\nvar a = 2\n\nconst b = 3\n\nvar (\n\tc = map[int]int{4: 5}\n)\n";
    let mutants = run(source, Reach::Everywhere);
    let tier_one: Vec<Mutant> = mutants
        .into_iter()
        .filter(|mutant| mutant.tier == 1)
        .collect();
    assert_eq!(shown(&tier_one), ["2>3", "3>4", "5>6"]);
    assert!(
        tier_one.iter().all(|mutant| mutant.pos.is_none()),
        "Go's coverage does not watch them"
    );
}

#[test]
fn a_scope_is_named_after_the_receivers_type() {
    let source = "package p\n\nfunc (t *T[K]) M() { g(1) }\n\nfunc (T) N() { g(1) }\n\nfunc F() { g(func() { h(1) }) }\n";
    let scopes: Vec<String> = run(source, Reach::Bodies)
        .into_iter()
        .filter(|mutant| mutant.op == "const-int")
        .map(|mutant| mutant.scope.to_string())
        .collect();
    assert_eq!(scopes, ["*T.M", "T.N", "F"]);
}

#[test]
fn coverage_is_looked_up_where_the_statement_starts() {
    let source = "package p\n\nfunc f(a, b int) {\n\tx := a + 1\n\tswitch {\n\tcase a > 2,\n\t\tb > 3:\n\t\tg(4)\n\t}\n\tif a < 5 {\n\t} else if b < a+6 {\n\t}\nL:\n\tfor i := 7; i < 8; i++ {\n\t\tcontinue L\n\t}\n\th(func() { g(9) }, 10)\n\tü := 11; g(12)\n}\n";
    let mutants = run(source, Reach::Bodies);
    let at = |original: &str| -> (u32, u32) {
        let mutant = mutants.iter().find(|mutant| mutant.original == original);
        let place = mutant
            .unwrap_or_else(|| panic!("no {original}"))
            .pos
            .unwrap();
        (place.line, place.column)
    };
    let lines = |line: u32| {
        mutants
            .iter()
            .filter(move |mutant| mutant.start.line == line)
    };
    assert_eq!(at("1"), (4, 2));
    assert!(
        lines(6)
            .chain(lines(7))
            .all(|mutant| (mutant.pos.unwrap().line, mutant.pos.unwrap().column) == (5, 2))
    );
    assert!(lines(6).chain(lines(7)).count() >= 4);
    assert_eq!(at("4"), (8, 3));
    assert_eq!(
        at("6"),
        (11, 9),
        "the second condition has a block of its own"
    );
    assert_eq!(at("7"), (14, 2), "the label has no block");
    assert_eq!(at("9"), (17, 13));
    assert_eq!(at("10"), (17, 2), "what follows a closure lies in no block");
    assert_eq!(at("12"), (18, 12), "the column counts bytes");
}

#[test]
fn very_long_and_very_deep_code_is_handled() {
    let chain = format!("q := {}a", "a + ".repeat(3_000));
    assert!(in_body(&chain).len() >= 3_000);
    let deep = format!("ok = {}b > 1{}", "(".repeat(2_000), ")".repeat(2_000));
    assert_eq!(in_body(&deep), [">>>=", ">><="]);
    let logic = format!("if {}ok {{\n}}", "ok && ".repeat(1_000));
    assert_eq!(in_body(&logic).len(), 2_001);
    let list = format!("q := []int{{{}}}", "1, ".repeat(5_000));
    assert_eq!(in_body(&list).len(), 5_000);
    let blocks = format!("{}a = 1{}", "if ok {\n".repeat(300), "\n}".repeat(300));
    assert_eq!(in_body(&blocks).len(), 301);
}
