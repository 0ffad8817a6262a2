//! What methods give back; texts and readings that need care.

use mutscore_operators::{Reach, mutate};

use crate::{NONE, generate, hold, mutants, statements};

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
