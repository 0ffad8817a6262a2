//! PHP's bans and skipped equivalents, one piece of code each: what must be mutated and what must not.
#![allow(clippy::unwrap_used, reason = "a test says by panicking what is wrong")]

use mutscore_model::path::RelPath;
use mutscore_operators::{FileOutcome, Options, Reach, Source, generate_file, language};

fn outcome(source: &str, reach: Reach) -> FileOutcome {
    let file = Source {
        path: RelPath::new("rules.php").unwrap(),
        bytes: source.as_bytes().into(),
    };
    let options = Options {
        reach,
        ..Options::default()
    };
    generate_file(language("php").unwrap(), &file, &options)
}

/// `original>replacement` of every mutant of a file.
fn mutants_in(source: &str, reach: Reach) -> Vec<String> {
    let outcome = outcome(source, reach);
    assert!(outcome.damaged.is_empty(), "{source}");
    outcome
        .mutants
        .iter()
        .map(|mutant| format!("{}>{}", mutant.original, mutant.replacement))
        .collect()
}

/// The same for `body` inside a function.
fn mutants(body: &str) -> Vec<String> {
    let source = format!("<?php\nfunction f($a, $b, string $s, array $d) {{\n{body}\n}}\n");
    mutants_in(&source, Reach::Bodies)
}

/// A piece of code and its mutants.
type Rules<'a> = &'a [(&'a str, &'a [&'a str])];

fn check(rules: Rules<'_>, find: impl Fn(&str) -> Vec<String>) {
    let mut wrong = Vec::new();
    for (code, expected) in rules {
        let found = find(code);
        if found != *expected {
            wrong.push(format!(
                "{code}\n  found    {found:?}\n  expected {expected:?}"
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

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

#[test]
fn noise_is_left_alone() {
    let rules: Rules<'_> = &[
        ("assert($a > 1, 'no');", &[]),
        ("throw new Oops('no', $a + 1);", &[]),
        ("$a = $b ?? throw new Oops('no');", &[]),
        ("$a = new ParseError('no');", &[]),
        ("$a = new \\App\\NotFoundException('no', 1);", &[]),
        ("$a = $this->createNotFoundException('no');", &[]),
        (
            "if ($b->hasError('x')) { $b->addError(1); }",
            &[
                "$b->hasError('x')>!$b->hasError('x')",
                "'x'>''",
                "$b->addError(1);>;",
                "1>0",
            ],
        ),
        ("$this->logger->info('x', [1]);", &[]),
        ("$this->_logger?->info('x');", &[]),
        ("$logger->info('x');", &[]),
        ("\\Log::info('x');", &[]),
        ("$this->getLogger()->info('x');", &[]),
        ("$this->logger->withName('y')->info('x');", &[]),
        ("self::$logger->info('x');", &[]),
        ("$login->info('x');", &["$login->info('x');>;", "'x'>''"]),
        ("$a = $logger->info('x');", &["'x'>''"]),
        ("error_log('x'); VAR_DUMP(1); print_r($a);", &[]),
        (
            "fclose($a); closedir($a); curl_close($a); socket_close($a); mysqli_close($a); sleep(3);",
            &[],
        ),
        (
            "$a->flush(); $a->close();",
            &["$a->flush();>;", "$a->close();>;"],
        ),
        ("$clock->sleep(3);", &[]),
        ("exit; exit(1); die('x');", &[]),
        ("$a or die('x');", &["$a>!$a", "or>and"]),
        ("include 'x'; require_once 'y' . 'z';", &[]),
        ("define('X', 3); static $n = 4; global $g;", &[]),
        ("declare(ticks=1); goto end; end:", &[]),
        ("[$a, [, $b]] = $d; ['k' => $a] = $d; list(, $b) = $d;", &[]),
        (
            "foreach ($d as ['k' => $a, $b]) {} foreach ($d as $k => [$a]) {}",
            &[],
        ),
        ("parent::__construct(1);", &["1>0"]),
        ("PARENT::__CONSTRUCT(1);", &["1>0"]),
        ("parent::setUp(1);", &["parent::setUp(1);>;", "1>0"]),
        ("$f(...); strlen(...);", &[]),
        ("$f(2);", &["$f(2);>;", "2>3"]),
        (
            "$a?->b(); A::c(); \\d\\e();",
            &["$a?->b();>;", "A::c();>;", "\\d\\e();>;"],
        ),
        ("@g(); new A(); yield g();", &[]),
        ("if ($a) g(); else h();", &["$a>!$a", "g();>;", "h();>;"]),
        (
            "$a = new class(3) extends B { const X = 4; private $p = 5; #[R(6)] function g($q = 7) { $this->h(8); } use T; };",
            &["3>4", "$this->h(8);>;", "8>9"],
        ),
        (
            "$a = function (int $x = 2) use ($b): void { $x = 3; };",
            &["3>4"],
        ),
        (
            "echo 'x', 1 + 2; print 'y'; unset($a[1]);",
            &["'x'>''", "1>0", "+>-", "2>3", "'y'>''", "1>0"],
        ),
    ];
    check(rules, mutants);
}

#[test]
fn updates_that_alone_end_a_loop_stay() {
    let rules: Rules<'_> = &[
        (
            "for ($i = 0; $i < 3; $i++, $j += 2) {}",
            &["0>1", "<><=", "<>>="],
        ),
        ("while ($a > 0) { $a -= 2; }", &[">>>=", ">><="]),
        ("while ($a > 0) { $a = $a - 2; }", &[">>>=", ">><="]),
        ("while ($this->n > 0) { $this->n--; }", &[">>>=", ">><="]),
        ("while ($a > 0) { $a--; $b--; }", &[">>>=", ">><=", "-->++"]),
        (
            "while ($a > 0) { $a -= 2; $a -= $b; }",
            &[">>>=", ">><=", "-=>+=", "2>3", "-=>+="],
        ),
        ("while ($a-- > 0) { $b = 1; }", &[">>>=", ">><=", "1>0"]),
        ("do { ++$a; } while ($a < 9);", &["<><=", "<>>="]),
        ("for (; $a < 9; ) { $a += 3; }", &["<><=", "<>>="]),
        (
            "for (; $a < 9; $a++) { $b += 3; }",
            &["<><=", "<>>=", "+=>-=", "3>4"],
        ),
        (
            "while ($this->has()) { $this->n += 3; }",
            &["$this->has()>!$this->has()", "+=>-=", "3>4"],
        ),
        // An element of `$d` is written, which the condition does not read.
        (
            "while ($a < 9) { $d[$a] += 3; }",
            &["<><=", "<>>=", "+=>-=", "3>4"],
        ),
        (
            "while ($d[0] < 9) { $d[0] += 3; }",
            &["0>1", "<><=", "<>>="],
        ),
    ];
    check(rules, mutants);
}

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
