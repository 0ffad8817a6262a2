//! Any bytes as a Ruby file.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| mutscore_fuzz::file("ruby", bytes));
