//! Arrays from sizes: `zeros`, `ones`, `eye`, `cell`, `linspace`.

use crate::row::Row;

pub(crate) const ROWS: &[Row] = &[];
