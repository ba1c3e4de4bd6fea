//! Operators as functions: `plus`, `mtimes`, `transpose`, `colon`.

use crate::row::Row;

pub(crate) const ROWS: &[Row] = &[];
