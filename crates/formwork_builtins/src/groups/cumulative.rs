//! Running reductions: `cumsum`, `cummax`, `diff`.

use crate::row::Row;

pub(crate) const ROWS: &[Row] = &[];
