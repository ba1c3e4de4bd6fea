//! Questions about size and shape: `size`, `numel`, `isempty`.

use crate::row::Row;

pub(crate) const ROWS: &[Row] = &[];
