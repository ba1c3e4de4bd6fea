//! Cell arrays: `num2cell`, `cell2mat`, `iscellstr`.

use crate::row::Row;

pub(crate) const ROWS: &[Row] = &[];
