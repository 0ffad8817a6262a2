//! Ruby: the instruction sequences that it compiles a file to.

use super::script::Script;

/// The compiler of Ruby. Without gems and RUBYOPT, so that nothing is required at the start.
pub(super) const RUBY: Script = Script {
    language: "ruby",
    program: "ruby",
    options: &["--disable-gems", "--disable-rubyopt", "-e"],
    file: "check.rb",
    text: include_str!("../shims/compilers/check.rb"),
};
