//! Where code is mutated, what its scope is called and on which lines it lies.

use mutscore_model::mutant::Mutant;
use mutscore_operators::Reach;

use crate::{generate, mutants, statements};

#[test]
fn code_outside_methods_and_lambdas_is_mutated_only_on_request() {
    let source = "LIMIT = 3\nclass A < B\n  attr_reader :n\n  check 4, on: 'x'\n  def f(a = 5)\n    a\n  end\nend\n";
    assert_eq!(mutants(source), ["a>nil"]);
    let show = |mutant: &Mutant| format!("{}>{}", mutant.original, mutant.replacement);
    let everywhere: Vec<String> = generate(source, Reach::Everywhere)
        .iter()
        .map(show)
        .collect();
    assert_eq!(everywhere, ["3>4", "4>5", "'x'>''", "5>6", "a>nil"]);
}

#[test]
fn scopes_tell_methods_of_the_class_from_those_of_its_objects() {
    let source = "module M\n  class A::B\n    def f\n      g(1)\n    end\n    def self.f\n      g(1)\n    end\n    class << self\n      def f\n        g(1)\n      end\n    end\n    def x=(v)\n      g(1)\n    end\n  end\nend\n";
    let mut scopes: Vec<String> = generate(source, Reach::Bodies)
        .into_iter()
        .filter(|mutant| mutant.op == "const-int")
        .map(|mutant| mutant.scope.to_string())
        .collect();
    scopes.dedup();
    assert_eq!(
        scopes,
        ["M/A::B/f", "M/A::B/self.f", "M/A::B/self/f", "M/A::B/x="]
    );
}

/// Lines of the mutant whose original is `original`.
fn lines(source: &str, original: &str) -> Vec<u32> {
    let found = generate(source, Reach::Bodies);
    let mutant = found.iter().find(|mutant| mutant.original == original);
    mutant
        .unwrap_or_else(|| panic!("{original} in {source}"))
        .lines
        .clone()
}

#[test]
fn a_mutant_lies_on_the_lines_of_its_statement() {
    let branches = "def f(a)\n  if a == 1 ||\n      a > 2\n    g 3\n  elsif a ==\n      4\n    h 5\n  end\n  nil\nend\n";
    assert_eq!(lines(branches, ">"), [2, 3, 8], "the head and the `end`");
    assert_eq!(lines(branches, "3"), [4]);
    assert_eq!(lines(branches, "4"), [5, 6]);
    let switch = "def f(a)\n  case a\n  when 1\n    g 2\n  in_end = 0\n  end\nend\n";
    assert_eq!(lines(switch, "2"), [4]);
    let guards = "def f(a)\n  case\n  when a > 1\n    g 2\n  end\n  nil\nend\n";
    assert_eq!(lines(guards, ">"), [2, 3], "no line of its own: the `case`");
    let handler = "def f(a)\n  begin\n    g\n  rescue *errors(1)\n    h 2\n  end\n  nil\nend\n";
    assert_eq!(
        lines(handler, "1"),
        [2, 4],
        "no line of its own: the `begin`"
    );
    assert_eq!(lines(handler, "2"), [5]);
}

#[test]
fn code_in_the_text_of_a_here_document_lies_on_the_lines_of_the_statement_it_belongs_to() {
    let source = "def f(a)\n  if a\n    g(<<~T, <<~U)\n      x #{a + 1}\n    T\n      y #{a + 2}\n    U\n  end\n  nil\nend\n";
    assert_eq!(lines(source, "1"), [3, 4]);
    assert_eq!(lines(source, "2"), [3, 6]);
    let longer = source.replace("x #{", "longer #{");
    let ids = |source: &str| -> Vec<String> {
        let negations = generate(source, Reach::Bodies);
        let negations = negations.iter().filter(|mutant| mutant.op == "negate-cond");
        negations.map(|mutant| mutant.id.to_string()).collect()
    };
    assert_eq!(
        ids(source),
        ids(&longer),
        "the `if` around it is another statement"
    );
    assert_eq!(ids(source).len(), 1);
}

#[test]
fn very_long_and_very_deep_code_is_handled() {
    let chain = format!("def f(a) = {}a\n", "a + ".repeat(3_000));
    assert!(mutants(&chain).len() >= 3_000);
    let deep = format!("d = {}b > 1{}", "(".repeat(1_000), ")".repeat(1_000));
    assert_eq!(statements(&deep), [">>>=", ">><="]);
    let list = "g 2\n".repeat(1_500);
    assert_eq!(statements(&list).len(), 3_000);
    let nested = format!("{}g{}", "if a\n".repeat(500), "\nend".repeat(500));
    assert_eq!(statements(&nested).len(), 501);
}
