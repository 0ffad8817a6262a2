//! Step definitions that do nothing: the text that comes out, and which function a place means.

use mutscore_operators::rewrite::{Place, Why, strip};

use super::bed::{applied, of, stripped};

#[test]
fn a_python_step_keeps_its_decorators_its_docstring_and_its_lines() {
    let source = "\
@then('a')
@then('b')
def check(context, n):
    \"\"\"Doc.\"\"\"
    if n:
        assert context.n == n
    return 1
x = 1
";
    let expected = "\
@then('a')
@then('b')
def check(context, n):
    \"\"\"Doc.\"\"\"
    pass


x = 1
";
    for line in [1, 2, 3] {
        assert_eq!(stripped("python", source, &[line]).0, expected, "{line}");
    }
    // A line in the middle of a body means the function around it.
    assert_eq!(stripped("python", source, &[6]).0, expected);
    assert_eq!(stripped("python", source, &[1, 2, 6]).0, expected);
}

#[test]
fn a_python_generator_and_a_coroutine_stay_what_they_are() {
    let source = "def each():\n    yield 1\n    yield 2\n\nasync def later():\n    await x\n";
    assert_eq!(
        stripped("python", source, &[1, 5]).0,
        "def each():\n    return; yield\n\n\nasync def later():\n    pass\n"
    );
}

#[test]
fn a_java_step_ends_at_once_and_what_it_used_is_still_used() {
    let source = "\
class Steps {
    @Then(\"a\")
    public void check(int n) throws IOException {
        try { read(); } catch (IOException e) { fail(); }
    }
    @Then(\"b\")
    public long count() { return n; }
    String[] names()[] { return x; }
    Steps() { Then(\"c\", () -> assertTrue(x)); Then(\"d\", (Integer n) -> {
        assertEquals(n, x);
    }); }
}
";
    let (text, rewrite) = stripped("java", source, &[2, 7, 8]);
    assert!(
        text.contains("IOException { if (true) return;\n        try"),
        "{text}"
    );
    assert!(
        text.contains("long count() { if (true) return 0; return n; }"),
        "{text}"
    );
    assert!(
        text.contains("names()[] { if (true) return null; return x; }"),
        "{text}"
    );
    assert_eq!(text.lines().count(), source.lines().count());
    assert_eq!(rewrite.changed.len(), 3);
    // The constructor itself cannot be emptied; lambdas are found by their bytes.
    assert_eq!(
        stripped("java", source, &[9]).1.left[0].why,
        Why::Constructor
    );
    let at = |words: &str| Place::Byte(source.find(words).unwrap() as u32);
    let rewrite = strip(
        of("java"),
        source.as_bytes(),
        &[at("assertTrue"), at("assertEquals")],
    )
    .unwrap();
    let text = applied(source, &rewrite);
    assert!(
        text.contains("() -> {}); Then(\"d\", (Integer n) -> { if (true) return;\n"),
        "{text}"
    );
}

#[test]
fn a_java_lambda_with_a_result_is_left_and_named() {
    let source = "class A { Supplier<Integer> s = () -> { return 1; }; }\n";
    let at = Place::Byte(source.find("return").unwrap() as u32);
    let rewrite = strip(of("java"), source.as_bytes(), &[at]).unwrap();
    assert_eq!(
        (rewrite.edits.len(), rewrite.left[0].why),
        (0, Why::UnknownResult)
    );
}

#[test]
fn a_ruby_step_is_the_block_that_is_handed_over() {
    let source = "\
Then(/a (\\d+)/) do |n|
  expect(@n).to eq(n)
rescue TypeError
  nil
end
Then('b') { expect(_2).to eq(_1) }
Then('c') { |x| check x }
World do
  Helper.new
end
def check(x)
  x or raise
end
";
    let expected = "\
Then(/a (\\d+)/) do |n| 



 end
Then('b') { _2 }
Then('c') { |x|  }
World do
  Helper.new
end
def check(x) 

 end
";
    let (text, rewrite) = stripped("ruby", source, &[1, 6, 7, 11]);
    assert_eq!(text, expected);
    assert_eq!(rewrite.changed.len(), 4);
}

#[test]
fn a_go_step_gives_back_nothing_or_the_context_it_got() {
    let source = "\
package steps

func plain() { check() }
func one(n int) error { return check(n) }
func two(c context.Context, n int) (context.Context, error) {
\treturn c, check(n)
}
func named(_ context.Context) (ctx context.Context, n int, s Shape) { return }
func shadowed(Shape int) Shape { return x }
func Initialize(ctx *godog.ScenarioContext) {
\tvar n int
\tctx.Step(`^n$`, func() error { if n > 1 { return bad }; return nil })
}
";
    let (text, rewrite) = stripped("go", source, &[3, 4, 5, 8, 9, 12]);
    for part in [
        "func plain() { return; check() }",
        "error { return nil; return check(n) }",
        "(context.Context, error) { return c, nil;\n",
        "func() error { return nil; if n",
    ] {
        assert!(text.contains(part), "no {part} in {text}");
    }
    let left: Vec<(&str, Why)> = rewrite
        .left
        .iter()
        .map(|left| (&*left.name, left.why))
        .collect();
    assert_eq!(
        left,
        [
            ("named", Why::UnknownResult),
            ("shadowed", Why::UnknownResult)
        ]
    );
}

#[test]
fn a_php_step_gives_back_nothing_of_its_type() {
    let source = "<?php
class Steps {
    #[Then('a')]
    public function check($n): void
    { assert($n); }
    function texts(): array { return [1]; }
    function each() { yield 1; }
    function self(): static { return $this; }
}
";
    let (text, rewrite) = stripped("php", source, &[3, 6, 7, 8]);
    for part in [
        "{ return; assert($n); }",
        "{ return []; return [1]; }",
        "{ return; yield 1; }",
    ] {
        assert!(text.contains(part), "no {part} in {text}");
    }
    assert_eq!(rewrite.left[0].why, Why::UnknownResult);
}

#[test]
fn a_place_without_a_function_is_named() {
    let rewrite = stripped("python", "x = 1\n", &[1]).1;
    assert_eq!(
        (rewrite.left[0].line, rewrite.left[0].why),
        (1, Why::NoFunction)
    );
    let rewrite = stripped("python", "def f():\n    \"\"\"Doc.\"\"\"\n", &[1]).1;
    assert_eq!(rewrite.left[0].why, Why::Empty);
}
