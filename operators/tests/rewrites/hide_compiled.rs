//! Placeholders in Go and PHP: the text that comes out, and what the tool chains say of it.

use mutscore_operators::rewrite::{Why, Wish};

use super::bed::{Bed, has, hidden, hidden_by};

const GO: &str = include_str!("samples/shapes.go");
const PHP: &str = include_str!("samples/Shapes.php");

#[test]
fn a_go_body_panics_and_an_import_that_only_it_used_becomes_blank() {
    let source = "\
package till

import (
\t\"context\"
\t\"fmt\"
\tstr \"strings\"
\t\"example.com/go-odd\"
)

// Total says what is due.
func Total(ctx context.Context, n int) (string, error) {
\t// the secret
\treturn str.Repeat(\"x\", n), fmt.Errorf(\"no\")
}

func odd() { oddly.Do() }

var lazy = func() int { return 1 }
var now = func() int { return 2 }()

func init() { lazy = nil }
";
    let expected = "\
package till

import (
\t\"context\"
\t_ \"fmt\"
\t_ \"strings\"
\t_ \"example.com/go-odd\"
)

// Total says what is due.
func Total(ctx context.Context, n int) (string, error) {
\tpanic(\"implementation hidden\")
}

func odd() { panic(\"implementation hidden\") }

var lazy = func() int { panic(\"implementation hidden\") }
var now = func() int { return 2 }()

func init() { lazy = nil }
";
    let (text, rewrite) = hidden_by("go", source, &mut |_| Wish::Hide);
    assert_eq!(text, expected);
    let left: Vec<(u32, Why)> = rewrite
        .left
        .iter()
        .map(|left| (left.line, left.why))
        .collect();
    assert_eq!(left, [(19, Why::Loading), (21, Why::Loading)]);
}

#[test]
fn a_hidden_go_closure_reads_what_nobody_else_reads() {
    let source =
        "package a\n\nfunc F() func() int {\n\tn := 1\n\treturn func() int { return n }\n}\n";
    let mut outermost = true;
    let (text, _) = hidden_by("go", source, &mut |_| {
        if std::mem::take(&mut outermost) {
            Wish::Pass
        } else {
            Wish::Hide
        }
    });
    assert!(
        text.contains("return func() int { _ = n; panic(\"implementation hidden\") }"),
        "{text}"
    );
}

#[test]
fn hidden_go_compiles_and_fails_in_words() {
    if !has("go", "version") {
        return;
    }
    let check = "package shapes

import \"testing\"

func TestHidden(t *testing.T) {
\tshape := &Shape{}
\tcalls := []func(){
\t\tfunc() { Plain(1) }, func() { shape.Sides() }, func() { shape.Count(1, \"\") }, func() { Many(1) },
\t\tfunc() { Struct() }, Nothing, func() { Largest(1, 2) }, func() { Pair[int, int]{}.Swap(1) },
\t\tfunc() { Guarded(0) }, func() { Nested(1) }, func() { Step(nil, 1) }, func() { double(1) },
\t}
\tfor place, call := range calls {
\t\tfunc() {
\t\t\tdefer func() {
\t\t\t\tif recover() != \"implementation hidden\" {
\t\t\t\t\tt.Error(place)
\t\t\t\t}
\t\t\t}()
\t\t\tcall()
\t\t}()
\t}
\tif started != 4 {
\t\tt.Error(started)
\t}
}
";
    let bed = Bed::new(&[
        ("go.mod", "module shapes\n\ngo 1.19\n"),
        ("shapes.go", &hidden("go", GO)),
        ("shapes_test.go", check),
    ]);
    bed.run_with(
        "go",
        &["test", "./..."],
        &[("GOFLAGS", "-mod=mod"), ("GOTOOLCHAIN", "local")],
    )
    .succeeded();
}

#[test]
fn a_php_body_throws_and_a_generator_stays_one() {
    let text = hidden("php", PHP);
    let throw = "throw new \\LogicException('implementation hidden')";
    assert_eq!(text.matches(throw).count(), 13, "{text}");
    for part in [
        "abstract public function area(): float;",
        "    #[\\ReturnTypeWillChange]\n    public function size(): int\n    {\n        throw",
        "public static function square(): static { throw new \\LogicException('implementation hidden'); }",
        "implementation hidden'); yield;\n    }",
        "$double = fn (int $n): int => throw new",
    ] {
        assert!(text.contains(part), "no {part} in {text}");
    }
    assert!(
        !text.contains("how many") && !text.contains("polygon"),
        "{text}"
    );
}

#[test]
fn hidden_php_loads_and_fails_in_words() {
    if !has("php", "--version") {
        return;
    }
    let check = "<?php
require 'Shapes.php';
$shape = (new ReflectionClass(Shapes\\Triangle::class))->newInstanceWithoutConstructor();
assert((new ReflectionMethod($shape, 'names'))->isGenerator());
foreach ([fn () => new Shapes\\Triangle(), fn () => $shape->size(), fn () => Shapes\\Triangle::square(),
    fn () => iterator_to_array($shape->names()), fn () => $shape->tell(), fn () => Shapes\\plain(1),
    fn () => $double(1), fn () => $triple(1)] as $call) {
    try {
        $call();
        echo \"no failure\\n\";
    } catch (LogicException $problem) {
        echo $problem->getMessage(), \"\\n\";
    }
}
";
    let bed = Bed::new(&[("Shapes.php", &hidden("php", PHP)), ("check.php", check)]);
    let ran = bed
        .run("php", &["-d", "zend.assertions=1", "check.php"])
        .succeeded();
    assert_eq!(ran.out, "implementation hidden\n".repeat(8));
}
