//! Ruby's rules, one line of code each: what must be mutated and what must not.
#![allow(clippy::unwrap_used, reason = "a test says by panicking what is wrong")]

use mutscore_model::mutant::Mutant;
use mutscore_model::path::RelPath;
use mutscore_operators::{Options, Reach, Source, generate_file, language, mutate};

fn generate(source: &str, reach: Reach) -> Vec<Mutant> {
    let file = Source {
        path: RelPath::new("rules.rb").unwrap(),
        bytes: source.as_bytes().into(),
    };
    let options = Options {
        reach,
        ..Options::default()
    };
    let outcome = generate_file(language("ruby").unwrap(), &file, &options);
    assert!(outcome.damaged.is_empty(), "{source}");
    for mutant in &outcome.mutants {
        mutate(source.as_bytes(), mutant).unwrap();
    }
    outcome.mutants
}

/// `original>replacement` of every mutant of a whole file.
fn mutants(source: &str) -> Vec<String> {
    let show = |mutant: &Mutant| format!("{}>{}", mutant.original, mutant.replacement);
    generate(source, Reach::Bodies).iter().map(show).collect()
}

/// The mutants of statements in a method that gives back nothing of them.
fn statements(body: &str) -> Vec<String> {
    mutants(&format!("def f(a, b, d)\n{body}\nnil\nend\n"))
}

type Rules<'a> = &'a [(&'a str, &'a [&'a str])];

fn hold(rules: Rules<'_>, mutants: impl Fn(&str) -> Vec<String>) {
    let mut wrong = Vec::new();
    for (source, expected) in rules {
        let found = mutants(source);
        if found != *expected {
            wrong.push(format!(
                "{source}\n  found    {found:?}\n  expected {expected:?}"
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

const NONE: &[&str] = &[];

#[test]
fn operators_and_their_equivalents() {
    hold(
        &[
            // Neutral operands and edges.
            ("a = b * 1", &["1>0"]),
            ("a = 1 * b", &["1>0", "*>/"]),
            ("a = b / -1", &["-1>-2"]),
            ("a = b + 0", &["0>1"]),
            ("a = b ** 1", &["1>0"]),
            ("a *= 1", &["1>0"]),
            ("a = b % 1", &["%>*", "1>2"]),
            ("a = b < 10", &["<><=", "<>>="]),
            ("a = b == 10", &["==>!=", "10>11"]),
            ("a = (b) <= (10)", &["<=><", "<=>>"]),
            // Minimum and maximum.
            ("a = b > d ? b : d", &[">><="]),
            ("a = b > d ? (d) : b", &[">><="]),
            ("a = b if b > a", &[">><="]),
            ("if b > a\n a = b\nend", &[">><="]),
            ("a = d if b > a", &[">>>=", ">><="]),
            ("if b > a then a = b else d = a end", &[">>>=", ">><="]),
            // Comparisons that have no counterpart.
            ("a = b === d", NONE),
            ("a = b <=> d", NONE),
            ("a = b =~ /x/", &["=~>!~"]),
            ("a = b !~ /x/", &["!~>=~"]),
            // Shifts and appends.
            ("a = 1 << b", &["1>0", "<<>>>"]),
            ("a << 1", &["1>0"]),
            ("a = b >> 2", &["2>3"]),
            ("a <<= 2", &["2>3"]),
            ("a >>= 2", &["2>3"]),
            ("a = b ^ ~d", &["^>&", "~d>d"]),
            // Signs.
            ("a = -b", &["-b>b"]),
            ("a = -5", &["-5>-4"]),
            ("a = -0.5", &["0.5>1.0"]),
            ("a = -'x'", &["'x'>''"]),
            ("a = +b", NONE),
            // Assignments with an operator.
            ("a ||= b", &["||=>&&="]),
            ("a &&= b", &["&&=>||="]),
            ("@a -= d", &["-=>+="]),
            ("a[1] **= d", &["1>0", "**=>*="]),
            ("a += 'x'", &["'x'>''"]),
            // Logic keeps its spelling; the right side counts only where its truth does.
            ("a = (b and d)", &["b>!b", "and>or"]),
            ("a = b || d", &["b>!b", "||>&&"]),
            (
                "d = 1 if a && b or d",
                &["1>0", "a>!a", "&&>||", "b>!b", "or>and", "d>!d"],
            ),
            // Negations.
            ("a = !b", &["!b>b"]),
            ("a = (not b)", &["not b>b"]),
            ("a = !!b", NONE),
            ("a = !(b == d)", &["==>!="]),
            ("a = !true", &["true>false"]),
            (
                "a = !(b && d)",
                &["!(b && d)>(b && d)", "b>!b", "&&>||", "d>!d"],
            ),
        ],
        statements,
    );
}

#[test]
fn conditions_and_atoms() {
    hold(
        &[
            ("if a\n d = b\nend", &["a>!a"]),
            ("d = b unless a.ok?", &["a.ok?>!a.ok?"]),
            ("d = b if a.ok? 1", &["a.ok? 1>!(a.ok? 1)", "1>0"]),
            (
                "d = b if a.any? { |x| x }",
                &["a.any? { |x| x }>!(a.any? { |x| x })"],
            ),
            ("d = b if a[0]", &["a[0]>!a[0]", "0>1"]),
            ("d = b if A::B", &["A::B>!A::B"]),
            ("d = b if @a", &["@a>!@a"]),
            ("d = b if (a)", &["a>!a"]),
            ("d = b if a === b", &["a === b>!(a === b)"]),
            ("d = b if a & b", &["a & b>!(a & b)", "&>|"]),
            ("d = b if yield(a)", &["yield(a)>!(yield(a))"]),
            ("d = b if defined?(a)", &["defined?(a)>!(defined?(a))"]),
            ("d = b if (a = b)", NONE),
            ("d = b if a in Integer", NONE),
            ("d = b if nil", NONE),
            ("d = a ? b : d", &["a>!a"]),
            ("begin\n d = b\nend until a", &["a>!a"]),
            ("d = b while a", &["a>!a"]),
            (
                "case\nwhen a, b > 1 then d = 2\nend",
                &["a>!a", ">>>=", ">><=", "2>3"],
            ),
            ("case a\nwhen b, 1 then d = 2\nend", &["2>3"]),
            (
                "case a\nin [1, x] if x then d = 2\nin {k: 3} unless b > d\n d = 4\nelse d = 5\nend",
                &["x>!x", "2>3", ">>>=", ">><=", "4>5", "5>6"],
            ),
        ],
        statements,
    );
}

#[test]
fn literals() {
    hold(
        &[
            ("a = 0644", NONE),
            ("a = 0o17", NONE),
            ("a = 1_000", &["1_000>1001"]),
            ("a = 0xfF", &["0xfF>0xfE"]),
            ("a = 0b11", &["0b11>0b100"]),
            ("a = 0d9", &["0d9>0d10"]),
            ("a = 3r + 2i", &["+>-"]),
            ("a = 1e3", &["1e3>1.0"]),
            ("a = 1.0", &["1.0>2.0"]),
            ("a = b == true", &["==>!="]),
            ("while true do a = b end", NONE),
            ("a = b until false", NONE),
            ("case 3\nwhen b then a = 1\nend", &["1>0"]),
            ("7\ntrue\n'x'\n\"y\" 'z'\na = b", NONE),
            ("a = 'x'", &["'x'>''"]),
            ("a = %q[x]", &["%q[x]>%q[]"]),
            ("a = %(x)", &["%(x)>%()"]),
            ("a = %Q{}", &["%Q{}>%Q{mutscore}"]),
            ("a = \"\"", &["\"\">\"mutscore\""]),
            ("a = %w[x y] + %i[z]", NONE),
            ("a = :\"x y\"\na = ?x\na = /x/\na = `x`", NONE),
            ("a = \"n #{b + 2}\"", &["+>-", "2>3"]),
            ("a = 'x''y' 'z'", &["'z'>''"]),
            ("a = <<~T\n x #{b + 2}\nT", &["+>-", "2>3"]),
            // Keys, formats, patterns and names.
            (
                "a = { 'k' => 'v', \"j\": 'w', 'i': 4 }['k']",
                &["'v'>''", "'w'>''", "4>5"],
            ),
            ("a = '%d' % b", NONE),
            ("a = '%d ' 'x' % b", NONE),
            ("a = format('%d', 'x')", &["'x'>''"]),
            ("a = b.strftime('%d')", NONE),
            ("a = b.strptime(d, '%d')", NONE),
            ("a = Regexp.new('x')", NONE),
            ("a = b.send('x', 'y')", &["'y'>''"]),
            ("a = File.open('x', 'w')", NONE),
        ],
        statements,
    );
}

#[test]
fn text_and_collections_are_not_numbers() {
    hold(
        &[
            ("a = b + 'x'", &["'x'>''"]),
            ("a = b.to_s + d", NONE),
            ("a = [b] * 2", &["2>3"]),
            ("a = b + d.map { |x| x }", NONE),
            ("a = b.join\nd = a + d", NONE),
            ("d = a + d\na = b.join", &["+>-"]),
            ("@x = ''\n@x += d", &["''>'mutscore'"]),
            ("a = b - 'x'", &["->+", "'x'>''"]),
            ("a = b + d", &["+>-"]),
        ],
        statements,
    );
}

#[test]
fn loops_end() {
    hold(
        &[
            ("while a > 0\n a -= 2\nend", &[">>>=", ">><="]),
            ("until a > 4\n a = a + 2\nend", &[">>>=", ">><="]),
            ("a += 2 while a < b", &["<><=", "<>>="]),
            (
                "while a > 0\n a -= 2\n a -= d\nend",
                &[">>>=", ">><=", "-=>+=", "2>3", "-=>+="],
            ),
            (
                "while a > 0\n b -= 2\nend",
                &[">>>=", ">><=", "-=>+=", "2>3"],
            ),
        ],
        statements,
    );
}

#[test]
fn what_says_nothing_to_a_requirement_stays() {
    hold(
        &[
            ("raise Oops, \"no #{a + 1}\" if b", &["b>!b"]),
            ("b or raise", &["b>!b", "or>and"]),
            ("fail ArgumentError, 'x'", NONE),
            ("throw :done, 1", NONE),
            ("a = ParseError.new('x', 1)", NONE),
            ("a = A::BadException.new(1 + 2)", NONE),
            ("a = Error404.new(1)", &["1>0"]),
            ("puts 'x', 1", NONE),
            ("puts", NONE),
            ("p a + 1 if b", &["b>!b"]),
            ("$stderr.puts 'x'", NONE),
            ("Kernel.warn 'x'", NONE),
            ("warn('x')", NONE),
            ("a = p(1)", &["1>0"]),
            ("out.puts 'x'", &["out.puts 'x'>nil", "'x'>''"]),
            ("logger.info('x') { 1 }", NONE),
            ("Rails.logger.debug 'x'", NONE),
            ("@_logger.warn 'x'", NONE),
            ("LOG.error 1", NONE),
            ("self.class.logger.error 1", NONE),
            ("blog.post 1", &["blog.post 1>nil", "1>0"]),
            ("io.close", NONE),
            ("io&.flush", NONE),
            ("close", &["close>nil"]),
            ("sleep 3", NONE),
            ("Kernel.sleep 3", NONE),
            ("require 'x'", NONE),
            ("require_relative 'x'", NONE),
            ("a.require('x')", &["a.require('x')>nil", "'x'>''"]),
            ("alias x y\nundef z", NONE),
            ("a = defined?(b.x(1 + 2))", NONE),
            ("a => [1, x]", NONE),
            ("a = b.map { |x, y = 3| x }", NONE),
            ("a = ->(x = 4) { x }", NONE),
        ],
        statements,
    );
}

#[test]
fn a_call_is_removed_where_nobody_uses_its_value() {
    hold(
        &[
            ("g", &["g>nil"]),
            ("g 1", &["g 1>nil", "1>0"]),
            ("a.g", &["a.g>nil"]),
            ("a&.g(1)", &["a&.g(1)>nil", "1>0"]),
            ("a.()", &["a.()>nil"]),
            ("A::g", &["A::g>nil"]),
            ("(g)", &["g>nil"]),
            ("g rescue h", &["g>nil", "h>nil"]),
            ("g if a", &["g>nil", "a>!a"]),
            ("g unless a", &["g>nil", "a>!a"]),
            ("g while a", &["g>nil", "a>!a"]),
            ("begin\n g\nend while a", &["g>nil", "a>!a"]),
            (
                "begin\n g\nrescue E\n h\nelse\n i\nensure\n j\nend",
                &["g>nil", "h>nil", "i>nil", "j>nil"],
            ),
            ("a = begin\n g\n h\nend", &["g>nil"]),
            (
                "a = begin\n g\nrescue E\n h\n i\nensure\n j\nend",
                &["h>nil", "j>nil"],
            ),
            ("a = begin\n g\nrescue E\n h\nelse\n i\nend", &["g>nil"]),
            (
                "if a then g\nelsif b then h\nelse i end",
                &["a>!a", "g>nil", "b>!b", "h>nil", "i>nil"],
            ),
            ("d = if a then g else h end", &["a>!a"]),
            ("d = if a\n i\n g\nelse h end", &["a>!a", "i>nil"]),
            ("case a\nwhen 1 then g\nelse h\nend", &["g>nil", "h>nil"]),
            ("case a\nin 1 then g\nend", &["g>nil"]),
            ("d = case a\nwhen 1 then g\nend", NONE),
            ("for x in a do g end", &["g>nil"]),
            ("until a\n g\n h\nend", &["a>!a", "g>nil", "h>nil"]),
            ("a.each { |x| g x }", &["a.each { |x| g x }>nil", "g x>nil"]),
            ("a.each_pair { g }", &["a.each_pair { g }>nil", "g>nil"]),
            ("d = a.tap { g }", &["g>nil"]),
            (
                "d = a.each_slice(b) do\n i\n g if d\nend",
                &["i>nil", "g>nil", "d>!d"],
            ),
            ("d = a.map { g }", NONE),
            ("d = a.map do\n i\n g\nend", &["i>nil"]),
            ("d = a.map do\n g\nensure\n h\nend", &["h>nil"]),
            ("d = -> { g }", NONE),
            ("d = -> { i\n g }", &["i>nil"]),
            ("d = lambda { g }", NONE),
            ("d = \"#{g}\"", NONE),
            ("d = [g, h(i)]", NONE),
            ("a && g", &["a>!a", "&&>||"]),
            ("a ? g : h", &["a>!a"]),
            // Names that are variables, and what is no call at all.
            ("a", NONE),
            ("x = b\nx", NONE),
            ("x, (y, *z) = b\nx\ny\nz", NONE),
            ("b.map { |x| x\n 1 }", &["b.map { |x| x\n 1 }>nil", "1>0"]),
            ("b.map { _1\n b }", &["b.map { _1\n b }>nil"]),
            ("begin\n i = b\nrescue => e\n e\nend", NONE),
            ("case b\nin {x:, y: [z, *w]} then x\nend\nz\nw", NONE),
            ("def z\n y = b\nend\ny", &["y>nil"]),
            ("__FILE__\n@a\nA\nself", NONE),
            ("super\nsuper(1)\nyield 2", &["1>0", "2>3"]),
            ("a.b = 1", &["1>0"]),
            ("a[1]", &["1>0"]),
        ],
        statements,
    );
    hold(
        &[
            ("def initialize(a)\n g a\nend", &["g a>nil"]),
            ("def initialize = g", &["g>nil"]),
            ("def x=(v)\n g v if v\nend", &["g v>nil", "v>!v"]),
            ("def self.x=(v)\n g v\nend", &["g v>nil"]),
            ("def []=(k, v)\n g v\nend", &["g v>nil"]),
            (
                "def initialize\n a.each do |x|\n g x\n end\nrescue E\n h\nend",
                &["a.each do |x|\n g x\n end>nil", "g x>nil", "h>nil"],
            ),
            ("class A\n g 1\n x { h }\nend", NONE),
            ("class A\n scope :x, -> { g\n h 1 }\nend", &["g>nil", "1>0"]),
        ],
        mutants,
    );
}

#[test]
fn what_a_method_gives_back() {
    hold(
        &[
            ("def f = g", &["g>nil"]),
            ("def f() = 0", &["0>1"]),
            ("def f\n h\n g\nend", &["h>nil", "g>nil"]),
            ("def self.f\n g\nend", &["g>nil"]),
            ("def f\n (a)\nend", &["a>nil"]),
            ("def f\n (g; h)\nend", &["(g; h)>nil"]),
            ("def f\n g # last\n # words\nend", &["g>nil"]),
            ("def f\n g;\nend", &["g>nil"]),
            // Through branches.
            (
                "def f(a)\n if a then g\n else h\n end\nend",
                &["a>!a", "g>nil", "h>nil"],
            ),
            ("def f(a)\n g if a\nend", &["g>nil", "a>!a"]),
            ("def f(a)\n unless a then g end\nend", &["a>!a", "g>nil"]),
            (
                "def f(a)\n case a\n when 1 then g\n else h\n end\nend",
                &["g>nil", "h>nil"],
            ),
            (
                "def f(a)\n case a\n in 1 then g\n else h\n end\nend",
                &["g>nil", "h>nil"],
            ),
            (
                "def f\n begin\n  g\n rescue E\n  h\n ensure\n  i\n end\nend",
                &["g>nil", "h>nil", "i>nil"],
            ),
            (
                "def f\n g\nrescue E\n h\nensure\n i\nend",
                &["g>nil", "h>nil", "i>nil"],
            ),
            ("def f\n 1\nrescue E\n 2\nelse\n 3\nend", &["2>0", "3>0"]),
            ("def f\n g rescue h\nend", &["g>nil", "h>nil"]),
            ("def f(a)\n a ? g : h\nend", &["a>!a", "a ? g : h>nil"]),
            // Not these.
            ("def f(a)\n a = 1\nend", &["1>0"]),
            ("def f(a)\n @a ||= 1\nend", &["||=>&&=", "1>0"]),
            ("def f(a)\n while a do g end\nend", &["a>!a", "g>nil"]),
            ("def f\n super\nend", NONE),
            ("def f\n super(1)\nend", &["1>0"]),
            ("def f\n yield 1\nend", &["1>0"]),
            ("def f\n raise\nend", NONE),
            ("def f\n raise 'x'\nend", NONE),
            ("def f\n puts 'x'\nend", NONE),
            ("def f\n puts\nend", NONE),
            ("def f\n logger.info 'x'\nend", NONE),
            ("def f\n a.each { |x| g x }\nend", &["g x>nil"]),
            ("def f\n loop do\n g\n end\nend", &["g>nil"]),
            ("def f\n def g\n 1\n end\nend", &["1>0"]),
            ("def f\n nil\nend", NONE),
            ("def f\n return\nend", NONE),
            ("def f\n a => {b:}\nend", NONE),
            ("def hash\n [a, 1].hash\nend\ndef inspect\n 'x'\nend", NONE),
            // These have a value of their own.
            (
                "def f\n a.tap { |x| g x }\nend",
                &["a.tap { |x| g x }>nil", "g x>nil"],
            ),
            (
                "def f\n a.each_with_object([]) { |x, l| l.add x }\nend",
                &[
                    "a.each_with_object([]) { |x, l| l.add x }>nil",
                    "l.add x>nil",
                ],
            ),
            ("def f\n a.each(&:g)\nend", &["a.each(&:g)>nil"]),
            ("def f\n a.map { g }\nend", &["a.map { g }>nil"]),
            ("def f\n super.g\nend", &["super.g>nil"]),
            // By shape.
            ("def f\n 'x'\nend", &["'x'>\"\""]),
            ("def f\n \"\"\nend", &["\"\">\"mutscore\""]),
            ("def f\n \"x #{y}\"\nend", &["\"x #{y}\">\"\""]),
            (
                "def f\n 'x' 'y'\nend",
                &["'x'>''", "'x' 'y'>\"\"", "'y'>''"],
            ),
            ("def f\n '%d' % a\nend", &["'%d' % a>\"\""]),
            ("def f\n ?x\nend", &["?x>\"\""]),
            ("def f\n :x\nend", &[":x>nil"]),
            ("def f\n []\nend", &["[]>nil"]),
            ("def f\n %w[a b]\nend", &["%w[a b]>[]"]),
            ("def f\n {}\nend", &["{}>nil"]),
            ("def f\n { a: 1 }\nend", &["{ a: 1 }>{}", "1>0"]),
            ("def f\n 7\nend", &["7>0"]),
            ("def f\n -1\nend", &["-1>0"]),
            ("def f\n 0.0\nend", &["0.0>1"]),
            ("def f\n 2.5\nend", &["2.5>0"]),
            ("def f\n true\nend", &["true>false"]),
            ("def f\n !a\nend", &["!a>a", "!a>false", "!a>true"]),
            (
                "def f(a)\n a === 1\nend",
                &["a === 1>false", "a === 1>true", "1>0"],
            ),
            ("def f(a)\n a <=> b\nend", &["a <=> b>nil"]),
            (
                "def f(a)\n a in Integer\nend",
                &["a in Integer>false", "a in Integer>true"],
            ),
            // Questions.
            ("def f?\n g\nend", &["g>false", "g>true"]),
            ("def f?\n 1\nend", &["1>false", "1>true"]),
            ("def f?\n false\nend", &["false>true"]),
            ("def f?\n nil\nend", NONE),
            (
                "def f?\n return g, 1\nend",
                &["g, 1>false", "g, 1>true", "1>0"],
            ),
            ("def f?\n x = -> { return g }\nend", &["g>nil"]),
            // `return`.
            ("def f(a)\n return 1 if a\nend", &["1>0", "a>!a"]),
            ("def f(a)\n return (1)\nend", &["1>0"]),
            ("def f(a)\n return a, 'x'\nend", &["a, 'x'>nil", "'x'>''"]),
            ("def f(a)\n return *a\nend", &["*a>nil"]),
            ("def f(a)\n return k: 3\nend", &["k: 3>nil", "3>4"]),
            ("def initialize(a)\n return g(1)\nend", &["1>0"]),
            ("def x=(a)\n return 5\nend", NONE),
        ],
        mutants,
    );
}

#[test]
fn here_documents_stay_with_their_text() {
    hold(
        &[
            ("def f\n g(<<~T)\n  x\n T\n h\nend", &["h>nil"]),
            ("def f\n g <<~T, 1\n  x\n T\n h\nend", &["1>0", "h>nil"]),
            ("def f\n <<~T\n  x\n T\nend", NONE),
            ("def f\n <<~T.strip\n  x\n T\nend", NONE),
            (
                "def f(a)\n a = b if g(<<~T)\n  x\n T\nend",
                &["g(<<~T)>!g(<<~T)"],
            ),
            (
                "def f(a)\n a = !g(<<~T)\n  x\n T\nend",
                &["!g(<<~T)>g(<<~T)"],
            ),
            // One that lies whole inside what is removed goes with it.
            (
                "def f\n g(1, <<~T,\n  x\n T\n   2)\n h\nend",
                &["g(1, <<~T,\n  x\n T\n   2)>nil", "1>0", "2>3", "h>nil"],
            ),
            // The text between belongs to the first one.
            (
                "def f\n g(<<~T, h(\n  x\n T\n  2))\n i\nend",
                &["g(<<~T, h(\n  x\n T\n  2))>nil", "2>3", "i>nil"],
            ),
        ],
        mutants,
    );
}

#[test]
fn two_readings_mean_no_mutant() {
    hold(
        &[
            // The grammar takes the variable for a method.
            ("d = a -b", NONE),
            ("d = a *b", NONE),
            ("d = a &b", NONE),
            ("d = a [1]", NONE),
            ("d = a %(x)", NONE),
            ("d = a ::B", NONE),
            ("d = @x -1", NONE),
            ("d = self -1", NONE),
            ("a -b", NONE),
            ("d = g -b", &["-b>b"]),
            ("g a, -b", &["g a, -b>nil", "-b>b"]),
            ("d = a.g -1", &["-1>0"]),
            ("d = g a, 1", &["1>0"]),
            // The grammar takes the method for a value.
            ("d = g +1", NONE),
            ("d = b * a.g +1", NONE),
            ("d = A +1", NONE),
            ("d = A::B +1", NONE),
            ("d = g? +1", NONE),
            ("d = a +1", &["+>-", "1>0"]),
            ("d = g + 1", &["+>-", "1>0"]),
            ("d = g+1", &["+>-", "1>0"]),
            ("d = g() +1", &["+>-", "1>0"]),
            ("d = @x +1", &["+>-", "1>0"]),
            ("d = -a +1", &["-a>a", "+>-", "1>0"]),
        ],
        statements,
    );
}

#[test]
fn tokens_do_not_grow_together() {
    hold(
        &[
            ("d = a() ?!b : 2", &["a()>!a()", "2>3"]),
            ("d = a ? 2 :!b", &["a>!a", "2>3"]),
            ("d = { a:1 }", &["1>0"]),
            ("d = a ? !b : 2", &["a>!a", "!b>b", "2>3"]),
            ("d = a() ?-1 : 2", &["a()>!a()", "2>3"]),
        ],
        statements,
    );
    for mutant in generate("def f(a)\n d=a+-b\n d=1if a\n a\nend\n", Reach::Bodies) {
        let source = b"def f(a)\n d=a+-b\n d=1if a\n a\nend\n";
        let mutated = String::from_utf8(mutate(source, &mutant).unwrap()).unwrap();
        for joined in ["--", "0if", "if!"] {
            assert!(!mutated.contains(joined), "{mutated}");
        }
    }
}

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
