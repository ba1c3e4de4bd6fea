//! Dates and times: `datestr`, `clock`, `tic`.

use crate::row::Row;

pub(crate) const ROWS: &[Row] = &[];
