//! Results, by type and by shape.

use mutscore_operators::Reach;

use crate::{Rules, check, mutants, mutants_in};

#[test]
fn results_follow_the_declared_type() {
    let rules: Rules<'_> = &[
        ("bool {return $x;}", &["$x>false", "$x>true"]),
        ("bool {return TRUE;}", &["TRUE>false"]),
        ("bool {return null;}", &["null>true"]),
        ("int {return $x;}", &["$x>0"]),
        ("INT {return $x;}", &["$x>0"]),
        ("int {return 0x00;}", &["0x00>1"]),
        ("float {return 0;}", &["0>1.0"]),
        ("float {return $x;}", &["$x>0.0"]),
        ("string {return \"\";}", &["\"\">'mutscore'"]),
        ("string {return $x;}", &["$x>''"]),
        ("array {return [];}", &[]),
        ("array {return array();}", &[]),
        ("array {return array(1);}", &["array(1)>[]", "1>0"]),
        ("iterable {return $x;}", &["$x>[]"]),
        ("?int {return 5;}", &["5>null"]),
        ("?A {return null;}", &[]),
        ("A|null {return $x;}", &["$x>null"]),
        ("(A&B)|null {return $x;}", &["$x>null"]),
        ("mixed {return $x;}", &["$x>null"]),
        ("int|string {return $x;}", &[]),
        ("A {return $x;}", &[]),
        ("self {return $x;}", &[]),
        ("static {return $x;}", &[]),
        ("callable {return $x;}", &[]),
        ("object {return $x;}", &[]),
        ("false {return false;}", &[]),
        ("void {return;}", &[]),
        ("never {exit;}", &[]),
        // A quotient is no integer.
        ("int {return $x * 2;}", &["$x * 2>0", "2>3"]),
        ("int {return ($x * $y);}", &["$x * $y>0"]),
        (
            "int {return 1 + $x * $y;}",
            &["1>0", "1 + $x * $y>0", "+>-", "*>/"],
        ),
        ("float {return $x * $y;}", &["$x * $y>0.0", "*>/"]),
        ("int {return $x / $y;}", &["$x / $y>0", "/>*"]),
        // Closures are asked for their own type.
        (
            "int {return g(function () { return $x; });}",
            &["g(function () { return $x; })>0", "$x>null"],
        ),
        (
            "int {return g(fn(): bool => ($x));}",
            &["g(fn(): bool => ($x))>0", "$x>false", "$x>true"],
        ),
        (
            "A {return g(fn(): int => 5 * 3);}",
            &["5>6", "5 * 3>0", "3>4"],
        ),
        (
            "A {return g(fn(): int => 5, fn(): float => -1.5, fn() => 7);}",
            &["5>0", "-1.5>0.0", "7>8"],
        ),
    ];
    check(rules, |rule| {
        mutants_in(
            &format!("<?php\nfunction f($x, $y): {rule}\n"),
            Reach::Bodies,
        )
    });
}

#[test]
fn results_without_a_type_follow_the_shape() {
    let both = |text: &str| vec![format!("{text}>false"), format!("{text}>true")];
    for text in ["isset($a)", "empty($a)", "$a instanceof A", "$a xor $b"] {
        assert_eq!(mutants(&format!("return {text};")), both(text));
    }
    let rules: Rules<'_> = &[
        ("return;", &[]),
        ("return null;", &[]),
        ("return NULL;", &[]),
        ("return ($a);", &["$a>null"]),
        ("return $this;", &["$this>null"]),
        ("return !$a;", &["!$a>$a", "!$a>false", "!$a>true"]),
        (
            "return $a == $b;",
            &["$a == $b>false", "$a == $b>true", "==>!="],
        ),
        (
            "return $a && $b;",
            &[
                "$a>!$a",
                "$a && $b>false",
                "$a && $b>true",
                "&&>||",
                "$b>!$b",
            ],
        ),
        ("return false;", &["false>true"]),
        ("return 7;", &["7>0"]),
        ("return -1;", &["-1>0"]),
        ("return 0.00;", &["0.00>1"]),
        ("return 0e5;", &["0e5>1"]),
        ("return 'x';", &["'x'>''"]),
        ("return \"\";", &["\"\">'mutscore'"]),
        ("return \"x $b\";", &["\"x $b\">''"]),
        ("return <<<E\nE;", &["<<<E\nE>'mutscore'"]),
        ("return <<<E\nx\nE;", &["<<<E\nx\nE>''"]),
        ("return $a . $b;", &["$a . $b>''"]),
        ("return [1];", &["[1]>[]", "1>0"]),
        ("return [];", &["[]>null"]),
        ("return $a + $b;", &["$a + $b>null", "+>-"]),
        ("return fn($x) => $x;", &["fn($x) => $x>null"]),
    ];
    check(rules, mutants);

    let named = |name: &str| {
        mutants_in(
            &format!("<?php\nclass A {{ function {name}() {{ return $this->x; }} }}\n"),
            Reach::Bodies,
        )
    };
    for name in ["isOpen", "hasItems", "canPay", "shouldShip"] {
        assert_eq!(named(name), both("$this->x"), "{name}");
    }
    for name in ["issue", "hash", "cancel", "is", "get"] {
        assert_eq!(named(name), ["$this->x>null"], "{name}");
    }
}
