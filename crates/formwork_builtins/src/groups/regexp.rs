//! Regular expressions: `regexp`, `regexprep`.

use crate::row::Row;

pub(crate) const ROWS: &[Row] = &[];
