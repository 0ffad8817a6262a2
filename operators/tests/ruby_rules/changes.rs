//! Operators, conditions, literals and text.

use crate::{NONE, hold, statements};

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
