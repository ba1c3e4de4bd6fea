//! Reductions along a dimension: `sum`, `max`, `any`.

use crate::row::Row;

pub(crate) const ROWS: &[Row] = &[];
