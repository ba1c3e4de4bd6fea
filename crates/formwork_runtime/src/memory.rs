//! The memory a program may use.
//!
//! Whoever is about to make a large array asks here first, so that a program that
//! wants too much gets an error instead of the machine running out.
//!
//! What cannot fail, such as writing down a range or copying what is shared, demands its memory
//! ([`demand`]). If that is refused, the operation around it ends: it is unwound to [`guarded`],
//! where the refusal becomes the error. No panic is reported, and where nobody guards, nothing is
//! demanded.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

use crate::dims::Dims;
use crate::error::{Error, Result, Stop};

thread_local! {
    static LIMIT: Cell<Limit> = const {
        Cell::new(Limit { bytes: usize::MAX, in_use: nothing, beyond: Beyond::Fails })
    };
}

thread_local! {
    /// How many operations are being guarded.
    static GUARDED: Cell<usize> = const { Cell::new(0) };
}

/// What unwinds an operation: so many bytes were refused.
struct Refused(usize);

/// Whether so many elements are worth being guarded.
#[must_use]
pub fn is_large(numel: usize) -> bool {
    numel >= SMALL / size_of::<f64>()
}

/// Demands room for `count` elements of `T`, inside of what cannot fail.
pub fn demand<T>(count: usize) {
    demand_bytes(count.saturating_mul(size_of::<T>().max(1)));
}

/// Makes room for `more` elements of a vector that grows, twice as much as it has had.
pub fn grow<T>(vector: &mut Vec<T>, more: usize) {
    if vector.capacity() - vector.len() < more {
        let room = more.max(vector.capacity());
        // The old elements are there until they have been moved.
        demand::<T>(vector.len().saturating_add(room));
        vector.reserve(room);
    }
}

/// The same for so many bytes.
pub fn demand_bytes(bytes: usize) {
    if bytes >= SMALL && GUARDED.get() > 0 && reserve_bytes(bytes).is_err() {
        resume_unwind(Box::new(Refused(bytes)));
    }
}

/// Runs an operation that may demand memory.
///
/// # Errors
///
/// Its own, and that of a demand that was refused.
pub fn guarded<R>(operation: impl FnOnce() -> Result<R>) -> Result<R> {
    struct Leave(usize);
    impl Drop for Leave {
        fn drop(&mut self) {
            GUARDED.set(self.0);
        }
    }
    let before = Leave(GUARDED.get());
    GUARDED.set(before.0 + 1);
    // What an operation that is given up has changed is its own: arrays are shared or moved.
    match catch_unwind(AssertUnwindSafe(operation)) {
        Ok(outcome) => outcome,
        Err(cause) => match cause.downcast::<Refused>() {
            Ok(refused) => Err(refusal(LIMIT.get(), refused.0)),
            Err(other) => resume_unwind(other),
        },
    }
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
    formwork_linalg::tell_before(demand_bytes);
}

/// Another limit for the programs of this thread, as long as the result is kept.
#[must_use]
pub fn limit_while(bytes: usize, beyond: Beyond) -> Limited {
    let before = LIMIT.get();
    set_limit(bytes, nothing, beyond);
    Limited { before }
}

/// Keeps a limit, and brings the one before it back in the end.
pub struct Limited {
    before: Limit,
}

impl Drop for Limited {
    fn drop(&mut self) {
        LIMIT.set(self.before);
    }
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
    Err(refusal(limit, bytes))
}

fn refusal(limit: Limit, bytes: usize) -> Box<Error> {
    if limit.beyond == Beyond::Fails {
        return Error::too_large();
    }
    Error::stop(
        Stop::OutOfMemory,
        format!("out of memory: {bytes} bytes more would pass the limit of {} bytes", limit.bytes),
    )
}

/// Whether the limit has been passed.
///
/// # Errors
///
/// If so.
pub fn check() -> Result<()> {
    reserve_bytes(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Range, Value};

    #[test]
    fn what_cannot_fail_is_refused_where_it_is_guarded() {
        let range = Range::counted(1.0, 1.0, 1 << 20);
        set_limit(1 << 20, nothing, Beyond::Fails);
        let written = guarded(|| Ok(range.to_vec()));
        let message = written.map(|all| all.len()).map_err(|error| error.message);
        assert_eq!(message, Err(Error::too_large().message));
        // Nobody guards: it is given.
        assert_eq!(range.to_vec().len(), 1 << 20);
        // The count of guards is right after a refusal, and what is small is not asked about.
        assert!(guarded(|| Ok(Value::row(vec![0.0; 8]).materialized())).is_ok());
        assert_eq!(GUARDED.get(), 0);
        set_limit(usize::MAX, nothing, Beyond::Fails);
    }
}
