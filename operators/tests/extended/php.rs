//! PHP.

use mutscore_operators::{Reach, language};

use super::bed::{Bed, NONE, compile, tool};

fn bed() -> Bed {
    Bed {
        language: language("php").unwrap(),
        around: ("<?php function f($a, $b) { ", " }"),
    }
}

#[test]
fn conditions_and_loops_are_fixed_or_left_early() {
    bed().check(&[
        (
            "cond-true",
            "if ($a and $b) {}",
            &[
                "$a>(($a) || true)",
                "$a and $b>($a and $b) || true",
                "$b>(($b) || true)",
            ],
        ),
        ("cond-true", "do {} while ($a);", NONE),
        ("cond-true", "for (;$a, $b;) {}", NONE),
        (
            "cond-true",
            "$x = match (true) { $a => 1, default => 2 };",
            &["$a>($a) || true"],
        ),
        ("cond-false", "for (;$a, $b;) {}", &["$b>($b) && false"]),
        ("cond-false", "while (true) {}", NONE),
        (
            "loop-zero",
            "for (;$a < 3;) {}",
            &["$a < 3>($a < 3) && false"],
        ),
        ("loop-zero", "foreach ([] as $x) {}", NONE),
        ("loop-zero", "foreach ($a as $k => &$x) {}", NONE),
        (
            "loop-once",
            "foreach ($a as $x): b(); endforeach;",
            &["b();>b(); break;"],
        ),
        (
            "loop-once",
            "foreach ($a as $x) { if ($x) { b(); } }",
            &["if ($x) { b(); }>if ($x) { b(); } break;"],
        ),
        ("loop-once", "foreach ($a as $x) { throw $x; }", NONE),
        ("loop-once", "foreach ($a as $x) {}", NONE),
        ("loop-once", "foreach ($a as $x);", NONE),
        (
            "break-continue",
            "while ($a) { if ($b) break; continue; }",
            &["break>continue", "continue>break"],
        ),
        ("break-continue", "for (;;) { break; }", NONE),
        (
            "break-continue",
            "while ($a) { while ($b) { break 2; } }",
            NONE,
        ),
        (
            "break-continue",
            "while ($a) { switch ($b) { case 1: break; } }",
            NONE,
        ),
    ]);
}

#[test]
fn statements_and_assignments_stay_undone() {
    bed().check(&[
        ("stmt-delete", "$a = 1;", NONE),
        ("stmt-delete", "global $a; $a = 1;", &["$a = 1;>;"]),
        ("stmt-delete", "self::$a ??= $b;", &["self::$a ??= $b;>;"]),
        ("stmt-delete", "$a->x = $b = 1;", NONE),
        ("stmt-delete", "while ($a->n > 1) { $a->n -= 2; }", NONE),
        ("assign-plain", "$a ??= 1;", NONE),
        ("assign-null", "[$a] = $b;", NONE),
        ("assign-null", "$a = $b = 1;", &["1>null"]),
        ("assign-null", "$a = yield $b;", NONE),
        ("assign-null", "$a = null;", NONE),
        ("throw-removal", "$a ?? throw new E();", NONE),
        ("super-drop", "parent::save();", &["parent::save();>;"]),
        ("super-drop", "return parent::save();", NONE),
        ("super-drop", "self::save();", NONE),
        (
            "arid-removal",
            "$this->logger->info('x');",
            &["$this->logger->info('x');>;"],
        ),
        ("catch-swallow", "try { a(); } catch (E $e) {}", NONE),
        (
            "catch-narrow",
            "try { a(); } catch (E|F|G) { b(); }",
            &["E|>", "F|>", "|G>"],
        ),
        ("case-drop", "switch ($a) { case 1: b(); }", NONE),
        ("case-drop", "$x = match ($a) { 1 => 2 };", NONE),
        ("default-drop", "switch ($a) { default: b(); }", NONE),
        ("default-drop", "$x = match ($a) { default => 2, };", NONE),
        (
            "default-drop",
            "$x = match ($a) { 1 => 2, default => 2, };",
            &[", default => 2>"],
        ),
    ]);
}

#[test]
fn values_lose_what_is_around_them() {
    bed().check(&[
        (
            "const-key",
            "$x = ['k' => 'v', 'w'][''];",
            &["'k'>''", "''>'mutscore'"],
        ),
        ("str-interp", "$x = \"{$a['k']}\";", &["\"{$a['k']}\">\"\""]),
        ("str-interp", "$x = $b[\"k$a\"];", NONE),
        ("const-int-dec", "$x = \"$a[0]\";", &["0>-1"]),
        ("null-return", "return $a . $b;", &["$a . $b>null"]),
        (
            "concat-drop",
            "$x = $a . 'x' . $b;",
            &[
                "$a . 'x'>$a",
                "$a . 'x'>'x'",
                "$a . 'x' . $b>$a . 'x'",
                "$a . 'x' . $b>$b",
            ],
        ),
        ("empty-coll", "$x = array(1);", &["array(1)>[]"]),
        ("elem-drop", "$x = [1];", NONE),
        ("elem-drop", "$x = [...$a, $b];", &["...$a, >", ", $b>"]),
        ("value-call", "trim($a);", NONE),
        ("value-call", "$x = trim(...);", NONE),
        ("value-call", "$x = trim(...$a);", &["trim(...$a)>''"]),
        (
            "value-call",
            "$x = trim(string: $a);",
            &["trim(string: $a)>''"],
        ),
        ("value-call", "$x = $a->trim($b);", NONE),
        ("safe-nav", "return $a?->b()?->c;", &["?->>->", "?->>->"]),
        (
            "coalesce",
            "return $a ?? throw new E();",
            &["$a ?? throw new E()>$a"],
        ),
        ("cast-drop", "return(int)$a;", &["(int)$a>$a"]),
        (
            "regex-edit",
            "return preg_match(\"~^a\\\\$~\", $a);",
            &["^>"],
        ),
        (
            "regex-edit",
            "return preg_replace('{a$}m', '^b$', $a);",
            &["$>", "m>"],
        ),
        ("regex-edit", "return match_it('/^a/', $a);", NONE),
        (
            "selector-swap",
            "$a->first()->end()->min = strtolower($b);",
            &["first>last", "strtolower>strtoupper"],
        ),
        ("lambda-body", "$x = fn() => null;", NONE),
        ("lambda-body", "$x = function () { };", NONE),
        ("lambda-body", "$x = function (): int { return 1; };", NONE),
    ]);
}

#[test]
fn load_time_is_seen_by_the_operators_for_it_alone() {
    let source = "<?php
define('LIMIT', 3);
$loose = 4;
class A { const N = 5 << 6; public $p = ['k' => 7]; function f($x = 8, $y = new B(9)) { static $s = 10; return fn($z = 11) => 12; } }
";
    let found = |set: &[&str]| -> Vec<String> {
        let mutants = bed().generate(source, set, Reach::Bodies);
        mutants
            .iter()
            .map(|mutant| mutant.original.clone())
            .collect()
    };
    assert_eq!(found(&["const-decl"]), ["3", "5", "6", "7", "10"]);
    assert_eq!(found(&["default-arg"]), ["8", "9", "11"]);
    assert_eq!(found(&["const-int"]), ["12"]);
}

#[test]
fn php_knows_its_part_of_the_extended_set_in_the_order_of_the_catalogue() {
    bed().knows_its_part_of_the_catalogue();
}

#[test]
fn every_mutant_compiles() {
    let mut sources = bed().sources();
    sources.push(include_str!("shop.php").to_owned());
    assert_eq!(bed().without_mutants(&sources), NONE);
    let programs = bed().programs(&sources);
    assert!(programs.len() > 100, "{}", programs.len());
    if tool("php", "php", &["--version"]).is_some() {
        compile(&programs, "php", &["-n", "-r", CHECK]);
    }
}

/// Compiles length-prefixed files from standard input. In a branch that is not taken nothing is declared or executed;
/// what must stand outside of all braces is taken out first.
const CHECK: &str = r#"
$done = 0;
while (strlen($head = (string) fread(STDIN, 4)) === 4) {
    $length = unpack('V', $head)[1];
    $code = '';
    while (strlen($code) < $length) { $code .= fread(STDIN, $length - strlen($code)); }
    $code = preg_replace('/^(namespace|use|declare)\b[^;{(]*(\([^)]*\)|\{[^}]*\})?;/m', '', $code);
    $code = preg_replace('/^const \w+ =/m', '$constant =', $code);
    try {
        eval('if (false) { ?>' . $code . "\n}");
        $done++;
    } catch (Error $error) {
        echo $error->getMessage(), "\n", $code, "\n";
    }
}
echo $done, ' compiled';
"#;
