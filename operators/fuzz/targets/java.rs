//! Any bytes as a Java file.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| mutscore_fuzz::file("java", bytes));
