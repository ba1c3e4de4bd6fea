//! Recursion over trees of any depth.

/// Bytes that must be left on the stack before a recursive step.
const RED_ZONE: usize = 128 * 1024;

/// Bytes of a new stack segment.
const SEGMENT: usize = 2 * 1024 * 1024;

/// Runs a recursive step with enough stack, on a new segment if need be.
///
/// A sum of a hundred thousand terms is a tree a hundred thousand deep: every
/// function that walks a tree recursively steps down through this.
pub fn with_enough_stack<R>(step: impl FnOnce() -> R) -> R {
    stacker::maybe_grow(RED_ZONE, SEGMENT, step)
}
