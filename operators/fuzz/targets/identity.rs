//! Small programs of every language: names survive blank lines, comments and another indentation.
#![no_main]

use mutscore_fuzz::Program;

libfuzzer_sys::fuzz_target!(|program: Program| program.check_names());
