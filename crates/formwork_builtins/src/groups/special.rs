//! Special functions: `gamma`, `erf`, `beta`, `besselj`.

use crate::row::Row;

pub(crate) const ROWS: &[Row] = &[];
