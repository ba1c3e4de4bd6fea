//! `containers.Map` and what works on it.

use crate::row::Row;

pub(crate) const ROWS: &[Row] = &[];
