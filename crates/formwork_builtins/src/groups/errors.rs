//! Errors and warnings: `error`, `warning`, `rethrow`, `lasterr`, `MException`.

use crate::row::Row;

pub(crate) const ROWS: &[Row] = &[];
