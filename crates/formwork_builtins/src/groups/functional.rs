//! Functions of functions: `cellfun`, `arrayfun`, `feval`, `bsxfun`.

use crate::row::Row;

pub(crate) const ROWS: &[Row] = &[];
