//! The compilers, by the language they read.

use super::compiler::Compiler;
use super::go::Go;
use super::java::Javac;
use super::php::Php;
use super::python::PYTHON;
use super::ruby::RUBY;

static COMPILERS: &[&dyn Compiler] = &[&Go, &Javac::WOVEN, &Php, &PYTHON, &RUBY];

/// All compilers.
#[must_use]
pub fn compilers() -> &'static [&'static dyn Compiler] {
    COMPILERS
}

/// The compiler for a language.
#[must_use]
pub fn compiler(language: &str) -> Option<&'static dyn Compiler> {
    COMPILERS
        .iter()
        .copied()
        .find(|compiler| compiler.language() == language)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_compiler_is_found_by_its_language_and_has_a_revision_of_its_own() {
        for (at, one) in compilers().iter().enumerate() {
            assert_eq!(
                compiler(one.language()).map(Compiler::revision),
                Some(one.revision())
            );
            for other in &compilers()[at + 1..] {
                assert_ne!(other.language(), one.language());
                assert_ne!(other.revision(), one.revision());
            }
        }
    }
}
