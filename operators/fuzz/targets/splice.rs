//! Any edits of any bytes: refused, or exactly what a slow and simple reading of them gives.
#![no_main]

use mutscore_fuzz::Splices;

libfuzzer_sys::fuzz_target!(|splices: Splices| splices.check());
