//! Polynomials: `polyval`, `polyfit`, `roots`, `conv`.

use crate::row::Row;

pub(crate) const ROWS: &[Row] = &[];
