//! Statistics: `mean`, `median`, `var`, `histc`.

use crate::row::Row;

pub(crate) const ROWS: &[Row] = &[];
