//! Printing: `disp`, `printf`, `sprintf`, `num2str`, `mat2str`, `format`.

use crate::row::Row;

pub(crate) const ROWS: &[Row] = &[];
