//! Order and membership: `sort`, `find`, `unique`, `ismember`.

use crate::row::Row;

pub(crate) const ROWS: &[Row] = &[];
