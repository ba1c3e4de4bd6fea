//! Functions of each element: `abs`, `sin`, `mod`, `round`.

use crate::row::Row;

pub(crate) const ROWS: &[Row] = &[];
