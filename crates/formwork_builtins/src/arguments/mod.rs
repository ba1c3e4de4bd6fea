//! Reading arguments the way Octave's functions read them, one file per concern.

pub(crate) mod kind;
pub(crate) mod number;
