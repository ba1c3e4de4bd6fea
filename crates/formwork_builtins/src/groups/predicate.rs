//! Questions about class and contents: `ischar`, `isreal`, `isequal`.

use crate::row::Row;

pub(crate) const ROWS: &[Row] = &[];
