//! Files that are compressed as a whole.

use std::io::{Read as _, Write as _};

use flate2::Compression;
use flate2::read::MultiGzDecoder;
use flate2::write::GzEncoder;

use crate::assemble;
use crate::variable::{Malformed, Outcome};

/// The bytes compressed as `gzip` does it.
#[must_use]
pub fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    // Memory takes whatever is written.
    let _ = encoder.write_all(bytes);
    encoder.finish().unwrap_or_default()
}

/// What was compressed by `gzip`.
///
/// # Errors
///
/// If the bytes are damaged, or stand for too many.
pub fn gunzip(bytes: &[u8]) -> Outcome<Vec<u8>> {
    const PIECE: u64 = 1 << 16;
    let mut decoder = MultiGzDecoder::new(bytes);
    let mut out = Vec::new();
    loop {
        if out.capacity() - out.len() < PIECE as usize {
            assemble::room(out.capacity().max(PIECE as usize))?;
        }
        match decoder.by_ref().take(PIECE).read_to_end(&mut out) {
            Ok(0) => return Ok(out),
            Ok(_) => {}
            Err(_) => return Malformed::broken("compressed data are damaged"),
        }
    }
}
