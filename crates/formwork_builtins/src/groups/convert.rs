//! Conversions between classes: `double`, `int8`, `cast`, `typecast`.

use crate::row::Row;

pub(crate) const ROWS: &[Row] = &[];
