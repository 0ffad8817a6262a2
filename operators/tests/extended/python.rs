//! Python.

use std::fs;
use std::path::Path;

use mutscore_model::mutant::Mutant;
use mutscore_operators::catalogue::catalogue;
use mutscore_operators::{OperatorSet, Reach, language, mutate};

use super::bed::{Bed, NONE, compile, tool};

fn bed() -> Bed {
    Bed {
        language: language("python").unwrap(),
        around: ("def f(a, b, s: str, d):\n    ", "\n"),
    }
}

fn check(rules: &[(&str, &str, &[&str])]) {
    for (operator, body, expected) in rules {
        let body = body.trim_end().replace('\n', "\n    ");
        bed().check(&[(operator, &body, expected)]);
    }
}

#[test]
fn a_condition_is_fixed_as_a_whole_and_where_that_is_another_mutant_by_operand() {
    check(&[
        ("cond-true", "if a: b()", &["a>(a) or True"]),
        ("cond-true", "if (a): b()", &["a>(a) or True"]),
        ("cond-true", "if not a: b()", &["not a>(not a) or True"]),
        ("cond-true", "a = b if d else s", &["d>(d) or True"]),
        ("cond-true", "a = [x for x in b if x]", &["x>(x) or True"]),
        ("cond-true", "a = b and d", &["b>((b) or True)"]),
        ("cond-true", "a = b or d", NONE),
        ("cond-true", "while a: b()", NONE),
        (
            "cond-true",
            "while a and b: b()",
            &["a>((a) or True)", "b>((b) or True)"],
        ),
        ("cond-true", "if True: b()", NONE),
        (
            "cond-true",
            "if (n := d): b()",
            &["n := d>(n := d) or True"],
        ),
        (
            "cond-false",
            "if a and b: d()",
            &["a and b>(a and b) and False"],
        ),
        ("cond-false", "if 1: b()", NONE),
        ("cond-false", "return a < b", NONE),
        (
            "cond-false",
            "match a:\n    case 1 if b: d()\n    case _: pass",
            &["b>(b) and False"],
        ),
    ]);
}

#[test]
fn loops_are_left_out_or_left_early() {
    check(&[
        (
            "loop-zero",
            "while (a > 1): b()",
            &["a > 1>(a > 1) and False"],
        ),
        ("loop-zero", "for x in []: b()", NONE),
        ("loop-zero", "async for x in b: d()", NONE),
        ("loop-zero", "for x in 1, 2: b()", &["1, 2>[]"]),
        ("loop-once", "for x in b: d(); a()", &["a()>a(); break"]),
        (
            "loop-once",
            "for x in b:\n    d()  # why\n",
            &["d()>d(); break"],
        ),
        (
            "loop-once",
            "for x in b:\n    with d:\n        a()\n",
            &["with d:\n            a()>with d:\n            a()\n        break"],
        ),
        ("loop-once", "for x in b: continue", NONE),
        ("loop-once", "while b: d()", NONE),
        ("break-continue", "while True:\n    break", NONE),
        (
            "break-continue",
            "while 1:\n    continue",
            &["continue>break"],
        ),
        ("break-continue", "while a:\n    break", &["break>continue"]),
        (
            "break-continue",
            "while True:\n    for x in b: pass\n    else: break",
            NONE,
        ),
    ]);
}

#[test]
fn assignments_stay_undone_only_if_somebody_could_tell() {
    check(&[
        ("stmt-delete", "a = b", NONE),
        ("stmt-delete", "global a\na = b", &["a = b>pass"]),
        ("stmt-delete", "a.x += b", &["a.x += b>pass"]),
        ("stmt-delete", "a.x = y = b", NONE),
        ("stmt-delete", "a.x: int", NONE),
        ("stmt-delete", "a.x, a.y = b", NONE),
        ("stmt-delete", "while a.x > 1:\n    a.x -= 1", NONE),
        ("stmt-delete", "__slots__ = b", NONE),
        ("assign-plain", "a **= b", &["**=>="]),
        ("assign-plain", "s += b", &["+=>="]),
        ("assign-plain", "while a > 1:\n    a -= 1", NONE),
        ("assign-null", "a: int = b", &["b>None"]),
        ("assign-null", "a = b = d", &["d>None"]),
        ("assign-null", "a[1] = b", &["b>None"]),
        ("assign-null", "a, b = d", NONE),
        ("assign-null", "a = yield b", NONE),
        ("assign-null", "while a:\n    a = a.next", NONE),
        ("ctor-null", "a = shop.Order(b)", &["shop.Order(b)>None"]),
        ("ctor-null", "a = MAKE(b)", NONE),
        ("ctor-null", "Order(b)", NONE),
    ]);
}

#[test]
fn literals_change_the_other_way_and_in_the_other_places() {
    check(&[
        ("const-int-dec", "a = 0", &["0>-1"]),
        ("const-int-dec", "a = b-0", &["0>-1"]),
        ("const-int-dec", "a = 0 ** b", NONE),
        ("const-int-dec", "a = b / 1", NONE),
        ("const-int-dec", "a = b / 2", &["2>1"]),
        ("const-int-dec", "a = b / 0x1", NONE),
        ("const-int-dec", "a = 0x10", &["0x10>0x0f"]),
        ("const-int-dec", "return 5", NONE),
        ("const-rel", "a = b < -1", &["-1>0"]),
        ("const-rel", "a = b < 1 < d", &["1>2"]),
        ("const-rel", "a = b < 255", NONE),
        ("const-rel", "a = b == 7", NONE),
        ("const-key", "a = b['']", &["''>'mutscore'"]),
        ("const-key", "a = b[1]", NONE),
        ("const-key", "a = 'x'[b]", NONE),
        ("const-key", "a = f\"{b['k']}\"", &["'k'>''"]),
        ("str-interp", "a = rf'{b}'", &["rf'{b}'>rf''"]),
        ("str-interp", "a = f'{b}''x'", NONE),
        (
            "str-interp",
            "a = f\"{f'{b}'}\"",
            &["f\"{f'{b}'}\">f\"\"", "f'{b}'>f''"],
        ),
        ("str-interp", "return f'{b}'", NONE),
        (
            "concat-drop",
            "a = s + b + d",
            &["s + b>b", "s + b>s", "s + b + d>d", "s + b + d>s + b"],
        ),
        ("concat-drop", "a = b + d", NONE),
        ("empty-coll", "a = {b}", &["{b}>set()"]),
        ("empty-coll", "a = [], {}", NONE),
        ("empty-coll", "a = [x for x in b]", NONE),
        ("elem-drop", "a = (b, d, s)", &["b, >", "d, >", ", s>"]),
        ("elem-drop", "a = [b, *d,]", &["b, >", ", *d>"]),
        (
            "elem-drop",
            "a = [1, 2, 3, 4, 5, 6, 7, 8, 9]",
            &["1, >", ", 9>"],
        ),
    ]);
}

#[test]
fn calls_are_replaced_by_what_is_known_of_them() {
    check(&[
        (
            "value-call",
            "a = str(b + d)",
            &["str(b + d)>\"\"", "str(b + d)>(b + d)"],
        ),
        ("value-call", "a = f\"{str(b)}\"", &["str(b)>b"]),
        ("value-call", "a = list()", NONE),
        (
            "value-call",
            "a = list(x for x in b)",
            &[
                "list(x for x in b)>((x for x in b))",
                "list(x for x in b)>[]",
            ],
        ),
        ("value-call", "a = list(*b)", &["list(*b)>[]"]),
        ("value-call", "str(b)", NONE),
        ("value-call", "a = b.len()", NONE),
        ("selector-swap", "a = d.lower().lower", &["lower>upper"]),
        ("selector-swap", "a = math.floor(b)", &["floor>ceil"]),
        ("selector-swap", "log.max(b)", NONE),
        ("lambda-body", "a = lambda: None", NONE),
        (
            "lambda-body",
            "a = lambda: lambda: b",
            &["lambda: b>None", "b>None"],
        ),
        ("null-return", "return ''", &["''>None"]),
        ("null-return", "return []", NONE),
        ("null-return", "return b'x'", &["b'x'>None"]),
        ("null-return", "return 5", NONE),
        ("super-drop", "super().save(b)", &["super().save(b)>pass"]),
        ("super-drop", "return super().save(b)", NONE),
        ("super-drop", "save(b)", NONE),
        ("arid-removal", "print(b)", &["print(b)>pass"]),
        ("arid-removal", "a = print(b)", NONE),
        ("arid-removal", "\"Docstring.\"", NONE),
        (
            "arid-removal",
            "await log.info(b)",
            &["await log.info(b)>pass"],
        ),
    ]);
}

#[test]
fn exceptions_cases_and_patterns_lose_a_part() {
    let handler = |types: &str, body: &str| format!("try:\n    a()\nexcept {types}:\n    {body}");
    for (operator, source, expected) in [
        ("throw-removal", handler("E", "raise"), vec!["raise>pass"]),
        ("catch-swallow", handler("E", "raise"), vec!["raise>pass"]),
        ("catch-swallow", handler("E", "pass"), vec![]),
        ("catch-narrow", handler("E", "pass"), vec![]),
        (
            "catch-narrow",
            handler("(E, F)", "pass"),
            vec!["E, >", ", F>"],
        ),
        ("catch-narrow", handler("(E,)", "pass"), vec![]),
        ("empty-coll", handler("(E, F) as e", "pass"), vec![]),
        ("elem-drop", handler("(E, F, G) as e", "pass"), vec![]),
        (
            "finally-drop",
            "try:\n    a()\nfinally:\n    pass".to_owned(),
            vec![],
        ),
        (
            "finally-drop",
            "try:\n    a()\nfinally:\n    if b:\n        d()".to_owned(),
            vec!["if b:\n            d()>pass"],
        ),
    ] {
        check(&[(operator, &source, &expected)]);
    }
    check(&[
        (
            "case-drop",
            "match a:\n    case 1: b()\n    case 2: d()",
            NONE,
        ),
        (
            "case-drop",
            "match a:\n    case 1: b()\n    case x if d: d()",
            NONE,
        ),
        (
            "case-drop",
            "match a:\n    case 1: b()\n    case None: d()",
            NONE,
        ),
        (
            "case-drop",
            "match a:\n    case 1: b()\n    case x: d()",
            &["case 1: b()>"],
        ),
        ("default-drop", "match a:\n    case _: b()", NONE),
        ("regex-edit", r#"re.sub("^a\\$", "^b$", s)"#, &["^>"]),
        (
            "regex-edit",
            r#"re.compile(rb"\Aa", flags=re.X)"#,
            &[r"\A>", ", flags=re.X>"],
        ),
        (
            "regex-edit",
            r#"re.search("a", s, re.I | re.M | re.S)"#,
            &[
                "re.I | re.M>re.I",
                "re.I | re.M>re.M",
                "re.I | re.M | re.S>re.I | re.M",
            ],
        ),
        ("regex-edit", r#"match("^a", s)"#, NONE),
    ]);
}

#[test]
fn only_the_operators_of_load_time_leave_the_bodies() {
    let source = "\
N = 1 < 2
def f(x=3, y='k'):
    def g(z=4): return z + 5
    class C:
        n = 6
M = {'a': 7, 'b': [-8]}
if __name__ == 'x': L = 9
class D(metaclass=meta(1)):
    n: int = 10
    call(11)
    @deco(12)
    def h(self, w=lambda v=13: v + 14): pass
";
    let found = |set: &[&str], reach| -> Vec<String> {
        let mutants = bed().generate(source, set, reach);
        let show = |mutant: &Mutant| format!("{} {}", mutant.op, mutant.original);
        mutants.iter().map(show).collect()
    };
    let bodies = found(&["const-int"], Reach::Bodies);
    assert_eq!(bodies, ["const-int 5", "const-int 6"]);
    assert_eq!(
        found(&["const-decl"], Reach::Bodies),
        ["const-decl 7", "const-decl -8", "const-decl 10"]
    );
    assert_eq!(
        found(&["default-arg"], Reach::Bodies),
        [
            "default-arg 3",
            "default-arg 'k'",
            "default-arg 4",
            "default-arg 13",
            "default-arg 14"
        ]
    );
    let both = found(&["const-int", "const-decl", "default-arg"], Reach::Bodies);
    let of_bodies = |op: &&String| op.starts_with("const-int ");
    assert_eq!(both.iter().filter(of_bodies).count(), bodies.len());
    // Where all operators look everywhere, the default set's comes first and takes the same program.
    let everywhere = found(&["const-int", "const-decl"], Reach::Everywhere);
    assert!(everywhere.iter().all(|op| op.starts_with("const-int ")));
    assert_eq!(
        found(&["decorator-drop"], Reach::Bodies),
        ["decorator-drop @deco(12)"]
    );
}

#[test]
fn python_knows_its_part_of_the_extended_set_in_the_order_of_the_catalogue() {
    bed().knows_its_part_of_the_catalogue();
    let pit = OperatorSet::parse(&["pit"]).unwrap();
    assert_eq!(catalogue(&pit, &[bed().language]).len(), 15);
}

#[test]
fn every_mutant_parses_and_is_a_program_of_its_own() {
    assert!(bed().programs(&bed().sources()).len() > 200);
}

#[test]
fn every_mutant_of_the_standard_librarys_modules_compiles() {
    let ask = ["-c", "import os; print(os.path.dirname(os.__file__))"];
    let Some(library) = tool("python", "python3", &ask) else {
        return;
    };
    let mut pieces = Vec::new();
    let mut sources = bed().sources();
    for file in [
        "json/__init__.py",
        "json/decoder.py",
        "json/encoder.py",
        "json/scanner.py",
        "argparse.py",
        "textwrap.py",
        "configparser.py",
    ] {
        sources.push(fs::read_to_string(Path::new(&library).join(file)).unwrap());
    }
    for source in &sources {
        let parsed = parse(source);
        for mutant in bed().generate(source, &["extended"], Reach::Bodies) {
            let mutated = mutate(source.as_bytes(), &mutant).unwrap();
            let added = mutated.len() as i64 - source.len() as i64;
            let (start, end) = piece(parsed.root_node(), &mutant);
            let start = source[..start].rfind('\n').map_or(0, |line| line + 1);
            let end = (end as i64 + added) as usize;
            pieces.push(mutated[start..end].to_vec());
        }
    }
    assert!(pieces.len() > 5_000, "{}", pieces.len());
    assert_eq!(bed().without_mutants(&sources), NONE);
    compile(&pieces, "python3", &["-W", "ignore", "-c", CHECK]);
}

fn parse(source: &str) -> tree_sitter::Tree {
    let mut parser = tree_sitter::Parser::new();
    parser.set_language(&bed().language.grammar()).unwrap();
    parser.parse(source, None).unwrap()
}

/// First and last byte of the smallest statement at the top of the file or of a class that holds the mutant: compiling
/// that is as good as compiling the whole file, and a hundred times as fast.
fn piece(root: tree_sitter::Node<'_>, mutant: &Mutant) -> (usize, usize) {
    let span = (mutant.span.start as usize, mutant.span.end as usize);
    let holds =
        |node: &tree_sitter::Node<'_>| node.start_byte() <= span.0 && span.1 <= node.end_byte();
    let mut found = root;
    loop {
        let mut cursor = found.walk();
        let Some(inner) = found.named_children(&mut cursor).find(holds) else {
            break;
        };
        match inner.kind() {
            "class_definition" => found = inner,
            "block" if found.kind() == "class_definition" => {
                let mut cursor = inner.walk();
                let Some(statement) = inner.named_children(&mut cursor).find(holds) else {
                    break;
                };
                found = statement;
            }
            _ if found.kind() == "module" => found = inner,
            _ => break,
        }
    }
    (found.start_byte(), found.end_byte())
}

/// Compiles length-prefixed pieces from standard input; an indented one gets a statement to stand in.
const CHECK: &str = r#"
import struct, sys
read, done = sys.stdin.buffer.read, 0
while head := read(4):
    source = read(struct.unpack("<I", head)[0])
    if source[:1] in (b" ", b"\t"):
        source = b"if 1:\n" + source
    try:
        compile(source, "mutant.py", "exec")
        done += 1
    except SyntaxError as error:
        print(error, source.decode(), sep="\n")
print(done, "compiled")
"#;
