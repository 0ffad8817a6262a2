//! Any bytes as a Go file.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| mutscore_fuzz::file("go", bytes));
