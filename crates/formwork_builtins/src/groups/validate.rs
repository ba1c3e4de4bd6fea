//! Checking arguments and results: `assert`, `validateattributes`, `narginchk`.

use crate::row::Row;

pub(crate) const ROWS: &[Row] = &[];
