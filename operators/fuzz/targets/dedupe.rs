//! Small programs of every language: digests are equal exactly where the reparsed files have equal tokens.
#![no_main]

use mutscore_fuzz::Program;

libfuzzer_sys::fuzz_target!(|program: Program| program.check_digests());
