//! Any bytes as a Python file.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| mutscore_fuzz::file("python", bytes));
