//! CPython: `compile`, and the code objects that it makes.

use super::script::Script;

/// The compiler of Python. Isolated and without site-packages: no file of the project and no start-up hook is imported.
pub(super) const PYTHON: Script = Script {
    language: "python",
    program: "python3",
    options: &["-I", "-S", "-B", "-c"],
    file: "check.py",
    text: include_str!("../shims/compilers/check.py"),
};
