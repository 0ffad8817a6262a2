//! Where code is mutated, what its scope is called and on which lines it lies.

use mutscore_operators::Reach;

use crate::{mutants, mutants_in, outcome};

#[test]
fn code_outside_functions_is_mutated_on_request_only() {
    let source = "<?php\ndeclare(strict_types=1);\nnamespace App { use A\\{B, C};\nconst L = 10;\nabstract class K extends P {\n    use T;\n    const N = 3;\n    #[V(1)] private int $p = 4 * 2, $q = 5;\n    abstract function g(int $d = 6);\n    function h(float $d = 7 * 2.5, int $e = 2 * 3) { static $c = 8; }\n}\nenum S: int { case A = 1; const X = 9; }\n}\n";
    assert_eq!(mutants_in(source, Reach::Bodies), [""; 0]);
    assert_eq!(
        mutants_in(source, Reach::Everywhere),
        [
            "10>11", "3>4", "4>5", "2>3", "5>6", "6>7", "7>8", "*>/", "2.5>1.0", "2>3", "3>4",
            "8>9", "9>10"
        ],
        "not in attributes and enum cases, and no quotient where an integer must stand"
    );
}

#[test]
fn text_around_the_code_is_no_code() {
    let source = "<p>1 + 2</p>\n<?php function f($a) { ?>\n<b><?= $a + 1 ?></b>\n<?php g() ?> 3 > 2 <?php return 'x' ?> 4 <?php }\n";
    assert_eq!(
        mutants_in(source, Reach::Bodies),
        ["+>-", "1>0", "g()>;", "'x'>''"]
    );
}

#[test]
fn words_and_numbers_do_not_grow_together() {
    let rules: &[(&str, &str)] = &[
        ("$x = $a.-1;", "$a. 0"),
        ("$x = $a-+$b;", "$a+ +$b"),
        ("if(!$a)g();else h();", "else ;"),
        ("return-$a;", "return $a"),
        ("return!$a;", "return $a"),
        ("$x = $a and!$b;", "and $b"),
        ("$x = $a- -1;", "$a- 0"),
        ("$x = $a?-1:2;", "$a?0:2"),
    ];
    for (body, expected) in rules {
        let source = format!("<?php\nfunction f($a, $b) {{\n{body}\n}}\n");
        let texts: Vec<String> = outcome(&source, Reach::Bodies)
            .mutants
            .iter()
            .map(|mutant| mutscore_operators::mutate(source.as_bytes(), mutant).unwrap())
            .map(|bytes| String::from_utf8(bytes).unwrap())
            .collect();
        assert!(
            texts.iter().any(|text| text.contains(expected)),
            "{body}: {texts:?}"
        );
    }
}

#[test]
fn scopes_name_the_namespace_class_and_function() {
    let scopes = |source: &str| -> Vec<String> {
        outcome(source, Reach::Bodies)
            .mutants
            .iter()
            .map(|mutant| mutant.scope.to_string())
            .collect()
    };
    let unbraced = "<?php\n// A word.\ndeclare(strict_types=1);\nnamespace App\\Model;\nclass A { function f() { g(fn() => 1); } }\nfunction h() { $x = 2; }\n";
    assert_eq!(
        scopes(unbraced),
        ["App\\Model/A/f", "App\\Model/A/f", "App\\Model/h"]
    );
    let braced = "<?php\nnamespace A { trait T { function f() { $x = 1; } } }\nnamespace { function f() { $x = 1; } }\n";
    assert_eq!(scopes(braced), ["A/T/f", "f"]);
    let none = "<?php\nenum E { function f() { $x = new class { function k() { $x = 1; } }; } }\n";
    assert_eq!(scopes(none), ["E/f/k"]);
}

#[test]
fn lines_follow_the_statement_header() {
    let source = "<?php\nfunction f($a, $b) {\n    if (\n        $a > 3\n        && $b\n    ) {\n        return 5;\n    } elseif ($a) {\n        g(\n            $b\n        );\n    }\n    if ($b)\n        h();\n    switch (true) {\n        case $a < 7:\n            $a = 8;\n    }\n    return new class {\n        function k() { $x = 9; }\n    };\n}\n";
    let outcome = outcome(source, Reach::Bodies);
    let lines = |original: &str| -> Vec<u32> {
        let mutant = outcome
            .mutants
            .iter()
            .find(|mutant| mutant.original == original);
        mutant.unwrap_or_else(|| panic!("{original}")).lines.clone()
    };
    assert_eq!(lines("&&"), [3, 4, 5, 6], "the header, without bodies");
    assert_eq!(lines("5"), [7]);
    assert_eq!(lines("$a"), [8, 12], "a clause has a header of its own");
    assert_eq!(lines("g(\n            $b\n        );"), [9, 10, 11]);
    assert_eq!(lines("h();"), [14], "a branch without braces");
    assert_eq!(lines("<"), [15, 16], "the label, and the switch");
    assert_eq!(lines("8"), [17]);
    assert_eq!(
        lines("9"),
        [20],
        "a statement of a method in a class without a name"
    );
}

#[test]
fn very_long_and_very_deep_code_is_handled() {
    let chain = format!("return {}$a;", "$a + ".repeat(3_000));
    assert!(mutants(&chain).len() >= 3_000);
    let deep = format!("$a = {}$b > 1{};", "(".repeat(2_000), ")".repeat(2_000));
    assert_eq!(mutants(&deep), [">>>=", ">><="]);
    let logic = format!("if ({}$a) {{}}", "$a && ".repeat(1_000));
    assert_eq!(mutants(&logic).len(), 2_001);
    let list = format!("$a = [{}];", "1, ".repeat(5_000));
    assert_eq!(mutants(&list).len(), 5_000);
    let text = format!("$a = {}'x';", "'x' . ".repeat(2_000));
    assert_eq!(mutants(&text).len(), 2_001);
}
