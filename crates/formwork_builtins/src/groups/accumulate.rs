//! Collecting by subscript: `accumarray`, `sub2ind`, `ind2sub`.

use crate::row::Row;

pub(crate) const ROWS: &[Row] = &[];
