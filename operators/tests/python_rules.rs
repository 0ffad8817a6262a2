//! Python's bans and skipped equivalents, one line of code each: what must be mutated and what must not.
#![allow(clippy::unwrap_used, reason = "a test says by panicking what is wrong")]

use mutscore_model::path::RelPath;
use mutscore_operators::{Options, Source, generate_file, language};

/// `original>replacement` of every mutant of `body` inside a function, return values and removed calls aside unless
/// they are what `body` is about.
fn mutants(body: &str) -> Vec<String> {
    let indented: String = body.lines().map(|line| format!("    {line}\n")).collect();
    let file = Source {
        path: RelPath::new("rules.py").unwrap(),
        bytes: format!("def f(a, b, s: str, d):\n{indented}")
            .into_bytes()
            .into(),
    };
    let outcome = generate_file(language("python").unwrap(), &file, &Options::default());
    assert!(outcome.damaged.is_empty(), "{body}");
    let show = |original: &str, replacement: &str| format!("{original}>{replacement}");
    outcome
        .mutants
        .iter()
        .map(|mutant| show(&mutant.original, &mutant.replacement))
        .collect()
}

#[test]
fn each_rule_holds() {
    let none: &[&str] = &[];
    let rules: &[(&str, &[&str])] = &[
        // Neutral operands and edges.
        ("a = b * 1", &["1>0"]),
        ("a = 1 * b", &["1>0", "*>/"]),
        ("a = b // -1", &["-1>-2"]),
        ("a = b + 0", &["0>1"]),
        ("a = b << 0", &["0>1"]),
        ("a = b * 0", &["0>1"]),
        ("a **= 1", &["1>0"]),
        ("a = b % 1", &["%>*", "1>2"]),
        ("a = b < 10", &["<><=", "<>>="]),
        ("a = b == 10", &["==>!=", "10>11"]),
        (
            "a = 0 <= b < 255 == d",
            &["<=><", "<=>>", "<><=", "<>>=", "==>!="],
        ),
        // Number literals.
        ("a = 0o17", none),
        ("a = 1j", none),
        ("a = 1_000", &["1_000>1001"]),
        ("a = -0.5", &["0.5>1.0"]),
        ("a = 255", &["255>254"]),
        // Truth.
        ("a = b == True", &["==>!="]),
        ("while 1:\n    g = b", none),
        ("while True:\n    g = b", none),
        ("a = not not b", none),
        ("a = not b == d", &["==>!="]),
        (
            "a = not (b < d < s)",
            &[
                "not (b < d < s)>(b < d < s)",
                "<><=",
                "<>>=",
                "<><=",
                "<>>=",
            ],
        ),
        ("a = not True", &["True>False"]),
        ("if (b := d):\n    pass", none),
        ("if (b := d) > 3:\n    pass", &[">>>=", ">><="]),
        ("if lambda: b:\n    pass", none),
        (
            "if b and d or s:\n    pass",
            &["b>not b", "and>or", "d>not d", "or>and", "s>not s"],
        ),
        ("a = b or d", &["b>not b", "or>and"]),
        ("if a & b:\n    pass", &["a & b>not (a & b)", "&>|"]),
        ("a = [x for x in b if x]", &["x>not x"]),
        ("a = b if d else s", &["d>not d"]),
        ("a = b<d", &["<><=", "<>>="]),
        ("a = b is  not d", &["is  not>is"]),
        // Minimum and maximum.
        ("a = a if (a < b) else b", &["<>>="]),
        ("if a > b: a = b", &[">><="]),
        ("if a > b: a = d", &[">>>=", ">><="]),
        // Text.
        ("a = s + b", none),
        ("a = b - s", &["->+"]),
        ("a = \"%s\" % b", none),
        ("a = d / \"x\"", &["\"x\">\"\""]),
        ("a = [b] * 3", &["3>4"]),
        ("t = str(b)\na = t + b\nt += b", none),
        ("a = u + b\nu = str(b)", &["+>-"]),
        ("a = {\"k\": \"v\"}[\"k\"]", &["\"v\">\"\""]),
        ("a = \"{}\".format(b)", none),
        ("a = re.sub(r\"x\", \"y\", b)", &["\"y\">\"\""]),
        ("a = getattr(b, \"x\")", none),
        ("a = f\"{b['k']} {d} {'x'}\"", &["'x'>''"]),
        ("a = 'b''c' 'd'", &["'d'>''"]),
        ("a = rb'x'", &["rb'x'>rb''"]),
        ("a = \"\"", &["\"\">\"mutscore\""]),
        ("\"\"\"Bare.\"\"\"", none),
        ("\"bare \" \"too\"", none),
        // Noise.
        ("assert a > 1, \"no\"", none),
        ("raise Oops(\"no\", a + 1)", none),
        ("a = ParseError(\"no\")", none),
        ("self.log.info(\"x\", 1)", none),
        ("logging.getLogger(__name__).debug(\"x\")", none),
        ("warnings.warn(\"x\")", none),
        ("pprint.pprint(1)", none),
        ("handle.close()", none),
        ("time.sleep(3)", none),
        ("super().__init__(1)", &["1>0"]),
        ("super().save(1)", &["super().save(1)>pass", "1>0"]),
        ("await g(1)", &["await g(1)>pass", "1>0"]),
        ("a: 'int | None' = 3", &["3>4"]),
        ("__slots__ = 1", none),
        ("if TYPE_CHECKING:\n    a = 1\nelse:\n    a = 2", &["2>3"]),
        (
            "@deco(1)\ndef g(x=2, *, y: int = 3) -> 'int':\n    y = 4",
            &["4>5"],
        ),
        ("def __repr__(self):\n    return 1", none),
        ("def __str__(self):\n    return 1", &["1>0"]),
        ("print >>b, 1 + 2", none),
        ("print \"a\" + b", none),
        ("exec \"a + 1\"", none),
        ("a = b <> d", none),
        // Loops that would not end.
        ("while a > 0:\n    a -= 2", &[">>>=", ">><="]),
        ("while a > 0:\n    a = a - 2", &[">>>=", ">><="]),
        (
            "while a > 0:\n    a -= 2\n    a -= b",
            &[">>>=", ">><=", "-=>+=", "2>3", "-=>+="],
        ),
        ("match 3:\n    case 4:\n        a = 5", &["5>6"]),
        // Results.
        ("return", none),
        ("return None", none),
        ("return list()", &["list()>None"]),
        ("return [x for x in a]", &["[x for x in a]>[]"]),
        ("return -1", &["-1>0"]),
        ("return 0", &["0>1"]),
        ("return b''", &["b''>b\"mutscore\""]),
        ("return (a)", &["a>None"]),
        (
            "return a in b",
            &["a in b>False", "a in b>True", "in>not in"],
        ),
        ("def g(x) -> None:\n    return h(x)", none),
        ("def g(x) -> bool:\n    return None", &["None>True"]),
        ("def g(x) -> int:\n    return False", &["False>0"]),
        (
            "def g(x) -> tuple[int, int]:\n    return x, a",
            &["x, a>()"],
        ),
        ("def __init__(self):\n    return h(1)", &["1>0"]),
        ("a = lambda x: x + 2", &["+>-", "2>3"]),
    ];
    let mut wrong = Vec::new();
    for (body, expected) in rules {
        let found = mutants(body);
        if found != *expected {
            wrong.push(format!(
                "{body}\n  found    {found:?}\n  expected {expected:?}"
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn very_long_and_very_deep_code_is_handled() {
    let chain = format!("return {}a", "a + ".repeat(3_000));
    assert!(mutants(&chain).len() >= 3_000);
    let deep = format!("a = {}b > 1{}", "(".repeat(2_000), ")".repeat(2_000));
    assert_eq!(mutants(&deep), [">>>=", ">><="]);
    let logic = format!("if {}a:\n    pass", "a and ".repeat(1_000));
    assert_eq!(mutants(&logic).len(), 2_001);
    let list = format!("a = [{}]", "1, ".repeat(5_000));
    assert_eq!(mutants(&list).len(), 5_000);
}
