//! Struct arrays: `struct`, `fieldnames`, `rmfield`.

use crate::row::Row;

pub(crate) const ROWS: &[Row] = &[];
