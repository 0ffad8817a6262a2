//! What stays as it is.

use crate::{Rules, check, mutants};

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
