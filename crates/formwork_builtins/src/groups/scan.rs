//! Reading numbers from text: `sscanf`, `str2double`, `str2num`.

use crate::row::Row;

pub(crate) const ROWS: &[Row] = &[];
