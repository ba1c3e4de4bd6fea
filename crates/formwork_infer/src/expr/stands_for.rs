//! What the unknowns stand for that were made where paths join.

use crate::state::fork::FreshUnknowns;
use formwork_domain::Mode;
use formwork_shape::extent::{ExtentId, Unknown};
use formwork_shape::shape::Algebra;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// What the unknowns stand for that were made where paths meet: after a branch, what it was
/// on either path; at the head of a loop that has been solved since, what it was before.
#[derive(Clone, Debug, Default)]
pub(crate) struct StandsFor(pub(crate) FxHashMap<Unknown, SmallVec<[ExtentId; 2]>>);

impl StandsFor {
    /// Keeps what the unknowns of a join stand for.
    pub(crate) fn note(&mut self, algebra: &Algebra, made: &FreshUnknowns, mode: Mode) {
        for &(extent, (left, right)) in &made.extents {
            if let Some(unknown) = algebra.extents().as_unknown(extent) {
                let cases = match mode {
                    Mode::Join => SmallVec::from_slice(&[left, right]),
                    Mode::Widen => SmallVec::from_slice(&[left]),
                };
                self.0.insert(unknown, cases);
            }
        }
    }
}
