//! The memory a program may use.
//!
//! Whoever is about to make a large array asks here first, so that a program that
//! wants too much gets an error instead of the machine running out.

use std::cell::Cell;

use crate::dims::Dims;
use crate::error::{Error, Result, Stop};

thread_local! {
    static LIMIT: Cell<Limit> = const {
        Cell::new(Limit { bytes: usize::MAX, in_use: nothing, beyond: Beyond::Fails })
    };
}

#[derive(Clone, Copy)]
struct Limit {
    bytes: usize,
    in_use: fn() -> usize,
    beyond: Beyond,
}

/// What happens to a program that wants more.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Beyond {
    /// It gets an error that it can catch.
    Fails,
    /// It is stopped.
    Stops,
}

const fn nothing() -> usize {
    0
}

/// Arrays smaller than this are not asked about.
const SMALL: usize = 1 << 16;

/// Limits the memory of the programs of this thread; `in_use` tells how much there is
/// in use already.
pub fn set_limit(bytes: usize, in_use: fn() -> usize, beyond: Beyond) {
    LIMIT.set(Limit { bytes, in_use, beyond });
}

/// Asks for room for an array of `T`.
///
/// # Errors
///
/// If there are more elements than can be stored, or the limit would be passed.
pub fn reserve<T>(dims: &Dims) -> Result<()> {
    let bytes = dims
        .checked_numel()
        .and_then(|numel| numel.checked_mul(size_of::<T>().max(1)))
        .filter(|&bytes| bytes <= isize::MAX as usize)
        .ok_or_else(Error::too_large)?;
    if bytes < SMALL { Ok(()) } else { reserve_bytes(bytes) }
}

/// Asks for room for so many bytes.
///
/// # Errors
///
/// If the limit would be passed.
pub fn reserve_bytes(bytes: usize) -> Result<()> {
    let limit = LIMIT.get();
    if limit.bytes == usize::MAX {
        return Ok(());
    }
    if (limit.in_use)().saturating_add(bytes) <= limit.bytes {
        return Ok(());
    }
    if limit.beyond == Beyond::Fails {
        return Err(Error::too_large());
    }
    Err(Error::stop(
        Stop::OutOfMemory,
        format!("out of memory: {bytes} bytes more would pass the limit of {} bytes", limit.bytes),
    ))
}

/// Whether the limit has been passed.
///
/// # Errors
///
/// If so.
pub fn check() -> Result<()> {
    reserve_bytes(0)
}
