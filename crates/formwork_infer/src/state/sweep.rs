//! How far the sweeps of a deep nest of loops are.

/// What a sweep has seen so far.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Sweep {
    /// Every head covers what came back to it.
    Settled,
    /// Some head did not.
    Changing,
}
