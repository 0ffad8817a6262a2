//! Operators, literals, conditions and text.

use mutscore_operators::Reach;

use crate::{Rules, check, mutants, mutants_in};

#[test]
fn equivalent_and_invalid_changes_of_operators_and_numbers_are_left_out() {
    let rules: Rules<'_> = &[
        // Neutral operands and edges.
        ("$a = $b * 1;", &["1>0"]),
        ("$a = 1 * $b;", &["1>0", "*>/"]),
        ("$a = $b / -1;", &["-1>-2"]),
        ("$a = $b ** 1;", &["1>0"]),
        ("$a = $b + 0;", &["0>1"]),
        ("$a = $b >> 0;", &["0>1"]),
        ("$a = $b * 0.0;", &["0.0>1.0"]),
        ("$a **= 1;", &["1>0"]),
        ("$a = $b % 1;", &["%>*", "1>2"]),
        ("$a = $b < 10;", &["<><=", "<>>="]),
        ("$a = $b === 10;", &["===>!==", "10>11"]),
        ("$a = $b <> 10;", &["<>>==", "10>11"]),
        ("$a = $b <=> 10;", &["10>11"]),
        ("$a = $b ** 2 . $s;", &["**>*", "2>3"]),
        ("$a = $b ?? 2;", &["2>3"]),
        // Number literals.
        ("$a = 0;", &["0>1"]),
        ("$a = 0o17 + 017;", &["+>-"]),
        ("$a = 0x0F;", &["0x0F>0x10"]),
        ("$a = 0b11;", &["0b11>0b100"]),
        ("$a = 1_000;", &["1_000>1001"]),
        ("$a = 255;", &["255>254"]),
        (
            "$a = 9223372036854775807;",
            &["9223372036854775807>9223372036854775806"],
        ),
        ("$a = -5;", &["-5>-4"]),
        ("$a = -0.5;", &["0.5>1.0"]),
        (
            "$a = .5 + 6. + 1e3;",
            &[".5>1.0", "+>-", "6.>1.0", "+>-", "1e3>1.0"],
        ),
        ("$a = -$b;", &["-$b>$b"]),
        ("$a = +$b;", &[]),
        ("$a = ~$b ^ 3;", &["~$b>$b", "^>&", "3>4"]),
        // Minimum and maximum.
        ("$a = $a < $b ? $a : $b;", &["<>>="]),
        ("$a = ($a < $b) ? $b : ($a);", &["<>>="]),
        ("$a = $a < $b ? $a : $s;", &["<><=", "<>>="]),
        ("if ($a > $b) { $a = $b; }", &[">><="]),
        ("if ($a > $b) $b = $a;", &[">><="]),
        (
            "if ($a > $b) { $a = $b; } else { $b = $a; }",
            &[">>>=", ">><="],
        ),
        ("if ($a > $b) { $a = $s; }", &[">>>=", ">><="]),
        // Levels of loops.
        (
            "foreach ($d as $x) { foreach ($x as $y) { if ($y) continue 2; } break 1; }",
            &["$y>!$y"],
        ),
    ];
    check(rules, mutants);
}

#[test]
fn what_is_tested_is_negated_and_nothing_else() {
    let rules: Rules<'_> = &[
        ("$a = $b == true;", &["==>!="]),
        ("$a = !!$b;", &[]),
        ("$a = !($b == $d);", &["==>!="]),
        ("$a = !true;", &["true>false"]),
        (
            "$a = !$b instanceof T;",
            &["!$b instanceof T>$b instanceof T"],
        ),
        ("$a = $b instanceof T;", &[]),
        (
            "$a = !($b || $d);",
            &["!($b || $d)>($b || $d)", "$b>!$b", "||>&&", "$d>!$d"],
        ),
        ("if ($b = $d) {}", &[]),
        ("if (($b = $d) > 3) {}", &[">>>=", ">><="]),
        ("if (fn() => $b) {}", &[]),
        ("if (match ($a) { 1 => true }) {}", &["true>false"]),
        (
            "if ($b && $d || $s) {}",
            &["$b>!$b", "&&>||", "$d>!$d", "||>&&", "$s>!$s"],
        ),
        ("$a = $b AND $d;", &["AND>or", "$d>!$d"]),
        ("if ($a xor $b) {}", &["$a xor $b>!($a xor $b)"]),
        ("if ($a & $b) {}", &["$a & $b>!($a & $b)", "&>|"]),
        ("if ($a ?? $b) {}", &["$a ?? $b>!($a ?? $b)"]),
        ("if (@g()) {}", &["@g()>!(@g())"]),
        ("if ((bool) $a) {}", &["(bool) $a>!((bool) $a)"]),
        (
            "if ($a->b()['c']::D) {}",
            &["$a->b()['c']::D>!$a->b()['c']::D"],
        ),
        (
            "if (isset($a) and A\\LIMIT) {}",
            &["isset($a)>!isset($a)", "and>or", "A\\LIMIT>!A\\LIMIT"],
        ),
        ("if (new A) {}", &["new A>!new A"]),
        ("if ($a): elseif ($b): endif;", &["$a>!$a", "$b>!$b"]),
        ("if ($a) {} else if ($b) {}", &["$a>!$a", "$b>!$b"]),
        ("$a = $b ? 2 : $d;", &["$b>!$b", "2>3"]),
        ("$a = $b ?: $d;", &["$b>!$b"]),
        ("do {} while ($a);", &["$a>!$a"]),
        ("while ($a--) {}", &["$a-->!($a--)"]),
        ("for (; $a, $b; ) {}", &["$b>!$b"]),
        ("for (; $b; $a->next(), $i += 2) {}", &["$b>!$b"]),
        ("while (1) { g(); break; }", &["g();>;"]),
        ("while (true) { $g = $b; }", &[]),
        ("for (; true; ) {}", &[]),
        // Labels are no conditions, unless the subject is true.
        ("switch ($a) { case $b > 1: case 2: $a = 3; }", &["3>4"]),
        (
            "switch (true) { case $b > 1: case $d: $a = 3; }",
            &[">>>=", ">><=", "$d>!$d", "3>4"],
        ),
        (
            "$a = match ($b) { 1, $d > 2 => 3, default => 4 };",
            &["3>4", "4>5"],
        ),
        (
            "$a = match (TRUE) { $d > 2, $s => 3 };",
            &[">>>=", ">><=", "$s>!$s", "3>4"],
        ),
        ("$a = match (false) { $s => 3 };", &["3>4"]),
        ("switch (3) { default: $a = 4; }", &["4>5"]),
    ];
    check(rules, mutants);
}

#[test]
fn text_and_arrays_are_not_added_and_keys_and_formats_stay() {
    let rules: Rules<'_> = &[
        ("$a = $s + $b;", &[]),
        ("$a = $b - $s;", &["->+"]),
        ("$a = $d + ['x' => 1];", &["1>0"]),
        ("$a += [2];", &["2>3"]),
        ("$a = ($b ?? []) + $a;", &[]),
        ("$a = ($b ? $a : (array) $b) + $a;", &["$b>!$b"]),
        ("$t = array_merge($a, $b); $a = $t + $b; $t += $b;", &[]),
        ("$a = $u + $b; $u = 'x';", &["+>-", "'x'>''"]),
        ("$a = array_map(fn($x) => $x + $d, $b);", &[]),
        (
            "$a = array_map(function ($x) { $y = $x + $d; }, $b);",
            &["+>-"],
        ),
        // Strings.
        ("$a = 'x' . \"y\";", &["'x'>''", "\"y\">\"\""]),
        (
            "$a = ''; $b = \"\";",
            &["''>'mutscore'", "\"\">\"mutscore\""],
        ),
        ("$a = b'x';", &["b'x'>b''"]),
        ("$a = \"\\$x\\n\";", &["\"\\$x\\n\">\"\""]),
        ("$a = \"$b x\" . `ls`;", &[]),
        ("$a = <<<E\nx\nE;", &[]),
        ("$a = <<<'E'\nx\nE;", &[]),
        ("'bare'; \"bare\";", &[]),
        (
            "$a = \"{$b->g(1)} $d[0] $d[-1] {$d['k']}\";",
            &["1>0", "0>1", "-1>0"],
        ),
        ("$a = <<<E\n {$b->g('x')}\nE;", &["'x'>''"]),
        ("$a = ['k' => 'v', 'w'];", &["'v'>''", "'w'>''"]),
        ("$a = $d['k']['l' . $b]['m'];", &[]),
        ("$d['k'] = 'v';", &["'v'>''"]),
        ("$a->{'x'} = $a->{'y'}();", &[]),
        ("$a = sprintf('%s' . \"\\n\", 'x');", &["'x'>''"]),
        ("$a = \\SPRINTF('%s', $b);", &[]),
        ("$a = fprintf('x', '%d', 'y');", &["'x'>''", "'y'>''"]),
        ("$a = preg_match('/x/' . 'i', 'y');", &["'y'>''"]),
        ("$a = method_exists('A', 'b');", &[]),
        ("$a = compact('b', 's');", &[]),
        ("$a = new \\ReflectionMethod('A', 'b');", &[]),
        ("$a = $b->sprintf('x');", &["'x'>''"]),
    ];
    check(rules, mutants);
}

#[test]
fn properties_declared_as_text_are_known_in_their_class_only() {
    let class = |declaration: &str, expression: &str| {
        let source = format!(
            "<?php\nclass A {{\n{declaration}\nfunction f($x) {{ $x = {expression}; }}\n}}\n"
        );
        mutants_in(&source, Reach::Bodies)
    };
    let text = [
        "private string $n;",
        "private ?array $n = null;",
        "function __construct(private iterable $n) {}",
        "public static $o; protected string $n = 'x', $m;",
    ];
    for declaration in text {
        assert_eq!(
            class(declaration, "$this->n + $x"),
            [""; 0],
            "{declaration}"
        );
        assert_eq!(class(declaration, "$x->n + $x"), ["+>-"], "{declaration}");
    }
    for declaration in ["private int $n;", "private $n;", "function g(string $n) {}"] {
        assert_eq!(
            class(declaration, "$this->n + $x"),
            ["+>-"],
            "{declaration}"
        );
    }
    let other = "<?php\nclass A { private string $n; }\nclass B { function f($x) { $x = $this->n + $x; } }\n";
    assert_eq!(mutants_in(other, Reach::Bodies), ["+>-"]);
}
