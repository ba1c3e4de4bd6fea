//! The values of an expression: one, several, or a list of unknown length.

use formwork_domain::AbstractValue;
use smallvec::{SmallVec, smallvec};

/// The values of an expression.
#[derive(Clone, Debug)]
pub(crate) enum Many {
    /// So many, and these.
    Known(SmallVec<[AbstractValue; 1]>),
    /// Any number.
    Open,
}

impl Many {
    pub(crate) fn one(value: AbstractValue) -> Many {
        Many::Known(smallvec![value])
    }

    /// So many of which nothing is known.
    pub(crate) fn unknown(count: usize) -> Many {
        Many::Known((0..count).map(|_| AbstractValue::unknown()).collect())
    }

    /// As many as are asked for, of which nothing is known; if none is, any number.
    pub(crate) fn unknown_if_asked(nargout: usize) -> Many {
        if nargout == 0 { Many::Open } else { Many::unknown(nargout) }
    }
}
