//! Rearranging elements: `reshape`, `permute`, `repmat`, `cat`, `circshift`.

use crate::row::Row;

pub(crate) const ROWS: &[Row] = &[];
