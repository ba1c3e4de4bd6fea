//! Reading arguments the way Octave's functions read them, one file per concern.

pub(crate) mod number;
pub(crate) mod sizes;
pub(crate) mod vectors;
