//! Text: `strcat`, `strsplit`, `strrep`, `upper`.

use crate::row::Row;

pub(crate) const ROWS: &[Row] = &[];
