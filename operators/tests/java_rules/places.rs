//! Scopes, lines and code of any size.

use mutscore_operators::Options;

use crate::{changes, generate, in_method};

#[test]
fn scopes_tell_overloads_apart() {
    let text = "class A { int f(int... a) { return 1; } int f(java.util.List< String > a, final int[] b, int c[]) {\n\
                return 1; } A(A this, int a) { b = 1; } class B { int f() { return 1; } } }\n\
                record P(int x) { P { x = 3; } }";
    let mutants = generate(text, &Options::default());
    let scopes: Vec<&str> = mutants.iter().map(|mutant| mutant.scope.as_str()).collect();
    assert_eq!(
        scopes,
        [
            "A/f(int...)",
            "A/f(java.util.List<String>,int[],int[])",
            "A/A(int)",
            "A/B/f()",
            "P/P"
        ]
    );
}

#[test]
fn lines_are_those_of_the_statement_header_or_clause() {
    let text = "class A { void f(int a, Object o) {\n\
                if (a > 3\n && g(a)) a = 5;\nelse if (a > 4)\na = 6;\n\
                switch (o) {\ncase String s when s.isEmpty() -> a = 7;\ndefault -> {\na = 8;\n}\n}\n\
                g(new B() {\nint c = 9;\nvoid h() {\na = 10;\n}\n});\n} }";
    let mutants = generate(text, &Options::default());
    let lines = |original: &str, line: u32| -> Vec<u32> {
        let found = mutants
            .iter()
            .find(|mutant| mutant.original == original && mutant.start.line == line);
        found.unwrap_or_else(|| panic!("{original}")).lines.clone()
    };
    assert_eq!(
        lines("&&", 3),
        [2, 3],
        "the head of the if, without its branches"
    );
    assert_eq!(lines("5", 3), [3], "a branch without braces is a statement");
    assert_eq!(lines(">", 4), [4], "so is an else-if");
    assert_eq!(lines("6", 5), [5]);
    assert_eq!(
        lines("s.isEmpty()", 7),
        [6, 7],
        "a guard, with the head of the switch"
    );
    assert_eq!(lines("7", 7), [7]);
    assert_eq!(lines("8", 9), [9]);
    assert_eq!(lines("9", 13), [13], "the field of an anonymous class");
    assert_eq!(lines("10", 15), [15]);
}

#[test]
fn very_long_and_very_deep_code_is_handled() {
    let found = |body: &str| changes(&in_method(body), &Options::default()).len();
    assert_eq!(found(&format!("a = {}b;", "b + ".repeat(3_000))), 3_000);
    assert_eq!(found(&format!("s = {}\"x\";", "b + ".repeat(60))), 60);
    let deep = format!("c = {}b > 1{};", "(".repeat(2_000), ")".repeat(2_000));
    assert_eq!(found(&deep), 2);
    assert_eq!(
        found(&format!("if ({}c) {{ }}", "c && ".repeat(1_000))),
        2_001
    );
    let calls = "g(1);\n".repeat(3_000);
    assert_eq!(found(&calls), 6_000);
    let elses = format!(
        "if (a == 0) {{ }} {}",
        "else if (a == 2) { b = 3; } ".repeat(500)
    );
    assert!(found(&elses) > 1_500);
}
