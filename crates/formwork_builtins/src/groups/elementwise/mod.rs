//! Functions of each element: `abs`, `sin`, `round`, `mod`, `hypot`.

pub(crate) mod division;
pub(crate) mod exponential;
pub(crate) mod pairs;
pub(crate) mod parts;
pub(crate) mod rounding;
pub(crate) mod trigonometric;
