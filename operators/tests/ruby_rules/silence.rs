//! What stays as it is, and calls that nobody needs.

use crate::{NONE, hold, mutants, statements};

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
