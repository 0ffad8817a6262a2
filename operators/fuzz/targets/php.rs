//! Any bytes as a PHP file.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| mutscore_fuzz::file("php", bytes));
