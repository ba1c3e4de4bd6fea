//! `cargo fuzz run parser`: any bytes through reader and printer, guided by coverage.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &[u8]| formwork_fuzz::check_parser(text));
