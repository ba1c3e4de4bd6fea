//! Random numbers: `rand`, `randn`, `randi`, `randperm`.

use crate::row::Row;

pub(crate) const ROWS: &[Row] = &[];
