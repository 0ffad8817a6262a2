//! Hidden and stripped files in the hands of the real compilers and interpreters.

use super::bed::{Bed, has, hidden, hidden_by, stripped};
use mutscore_operators::rewrite::{Place, Why, Wish, strip};

const PYTHON: &str = include_str!("samples/shapes.py");
const RUBY: &str = include_str!("samples/shapes.rb");
const GO: &str = include_str!("samples/shapes.go");
const PHP: &str = include_str!("samples/Shapes.php");
const JAVA: &str = include_str!("samples/Shapes.java");

#[test]
fn hidden_python_loads_keeps_its_kinds_and_fails_in_words() {
    if !has("python3", "--version") {
        return;
    }
    let (text, _) = hidden_by("python", PYTHON, &mut |function| {
        if function.name == "logged" {
            Wish::Keep(Why::Loading)
        } else {
            Wish::Hide
        }
    });
    let check = "
import inspect, shapes
assert inspect.isgeneratorfunction(shapes.each)
assert inspect.iscoroutinefunction(shapes.later)
assert inspect.isasyncgenfunction(shapes.later_each)
assert shapes.plain.__doc__ == 'Doubles.' and shapes.Shape.sides == 0
assert str(inspect.signature(shapes.Shape)) == '(sides=3)'
def opened():
    with shapes.opened(1): pass
calls = [lambda: shapes.plain(1), lambda: shapes.decorated(1), lambda: next(shapes.each(1)), opened,
         shapes.Shape, shapes.Shape.square, shapes.Shape.count]
for call in calls:
    try:
        call()
        print('no failure')
    except NotImplementedError as problem:
        print(problem)
";
    let bed = Bed::new(&[("shapes.py", &text), ("check.py", check)]);
    let ran = bed.run("python3", &["check.py"]).succeeded();
    assert_eq!(ran.out, "implementation hidden\n".repeat(7));
}

#[test]
fn hidden_ruby_loads_and_fails_in_words() {
    if !has("ruby", "--version") {
        return;
    }
    let check = "
require './shapes'
shape = Shapes::Shape.allocate
[-> { Shapes.plain(1) }, -> { Shapes::Shape.new }, -> { Shapes::Shape.square }, -> { shape.name }, -> { shape.empty },
 -> { shape.square? }, -> { shape.each }, -> { shape[1] }, -> { shape.sides = 1 },
 -> { Shapes::Shape::DOUBLE.call(1) }].each do |call|
  call.call
  puts 'no failure'
rescue NotImplementedError => problem
  puts problem.message
end
";
    let bed = Bed::new(&[("shapes.rb", &hidden("ruby", RUBY)), ("check.rb", check)]);
    let ran = bed.run("ruby", &["-w", "check.rb"]).succeeded();
    assert_eq!(ran.out, "implementation hidden\n".repeat(10));
}

#[test]
fn hidden_java_compiles_and_fails_in_words() {
    if !has("javac", "-version") {
        return;
    }
    let check = "package shapes;
class Check {
    public static void main(String[] words) {
        Runnable[] calls = {
            () -> new Shapes() { public int area() { return 1; } },
            () -> Shapes.order.compare(\"a\", \"b\"),
            () -> new Shapes.Point(1, 2),
            () -> Shapes.Sized.of(1),
            () -> Shapes.Kind.ROUND.hasSides(),
            () -> Shapes.nothing.run(),
        };
        for (Runnable call : calls) {
            try {
                call.run();
                System.out.println(\"no failure\");
            } catch (UnsupportedOperationException problem) {
                System.out.println(problem.getMessage());
            }
        }
    }
}
";
    let bed = Bed::new(&[
        ("shapes/Shapes.java", &hidden("java", JAVA)),
        ("shapes/Check.java", check),
    ]);
    bed.run(
        "javac",
        &["-d", "out", "shapes/Shapes.java", "shapes/Check.java"],
    )
    .succeeded();
    let ran = bed.run("java", &["-cp", "out", "shapes.Check"]).succeeded();
    assert_eq!(ran.out, "implementation hidden\n".repeat(6));
}

/// Every function emptied that can be, in one file.
fn all_stripped(id: &str, source: &str) -> String {
    let mut places = Vec::new();
    hidden_by(id, source, &mut |function| {
        places.push(Place::Line(*function.head.start()));
        Wish::Hide
    });
    let rewrite = strip(super::bed::of(id), source.as_bytes(), &places).unwrap();
    assert!(rewrite.changed.len() * 2 > places.len(), "{rewrite:?}");
    super::bed::applied(source, &rewrite)
}

#[test]
fn stripped_files_are_taken_by_their_compilers() {
    if has("python3", "--version") {
        let bed = Bed::new(&[("shapes.py", &all_stripped("python", PYTHON))]);
        bed.run("python3", &["-W", "error", "-m", "py_compile", "shapes.py"])
            .succeeded();
    }
    if has("ruby", "--version") {
        let bed = Bed::new(&[("shapes.rb", &all_stripped("ruby", RUBY))]);
        bed.run("ruby", &["-c", "shapes.rb"]).succeeded();
    }
    if has("php", "--version") {
        let bed = Bed::new(&[("Shapes.php", &all_stripped("php", PHP))]);
        bed.run("php", &["-l", "Shapes.php"]).succeeded();
    }
    if has("go", "version") {
        let bed = Bed::new(&[
            ("go.mod", "module shapes\n\ngo 1.19\n"),
            ("shapes.go", &all_stripped("go", GO)),
        ]);
        bed.run_with("go", &["build", "./..."], &[("GOTOOLCHAIN", "local")])
            .succeeded();
    }
    if has("javac", "-version") {
        let bed = Bed::new(&[("shapes/Shapes.java", &all_stripped("java", JAVA))]);
        bed.run("javac", &["-d", "out", "shapes/Shapes.java"])
            .succeeded();
    }
}

#[test]
fn a_stripped_step_has_the_arguments_it_had() {
    if !has("ruby", "--version") {
        return;
    }
    let source = "STEPS = []\ndef Then(text, &block) = STEPS << block\nThen('a') { raise _2 if _1 }\nThen('b') do |x|\n  raise x\nend\n";
    let (text, _) = stripped("ruby", source, &[3, 4]);
    let check = "require './steps'\nSTEPS.each { |step| puts step.arity; step.call(1, 2) }\n";
    let bed = Bed::new(&[("steps.rb", &text), ("check.rb", check)]);
    assert_eq!(bed.run("ruby", &["check.rb"]).succeeded().out, "2\n1\n");
}
