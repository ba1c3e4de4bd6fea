//! The running program: `exist`, `nargin`, `eval`, `assignin`, `inputname`.

use crate::row::Row;

pub(crate) const ROWS: &[Row] = &[];
