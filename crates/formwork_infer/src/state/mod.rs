//! The abstract state: what is known of the variables of the functions that are being walked.
//!
//! First, some terminology. A *frame* holds the variables of one function, each a *slot* with an
//! abstract value and whether it is *defined* (yes, no, maybe). A *fork* marks a place to come
//! back to; a *snapshot* is what a path changed since its fork. Where paths come together their
//! snapshots *join*: what both say is kept, sizes that differ become fresh unknowns.
//!
//! ```text
//! if c          fork
//!   x = 1;      snapshot of this path: x = 1, 1x1
//! else
//!   x = [1 2];  snapshot of this path: x = [1 2], 1x2
//! end           join: x is 1xn with n in 1..2
//! ```

pub(crate) mod fork;
pub(crate) mod frame;
pub(crate) mod paths;
pub(crate) mod related;
pub(crate) mod sweep;
