//! Linear algebra: `norm`, `inv`, `qr`, `eig`, `svd`.

use crate::row::Row;

pub(crate) const ROWS: &[Row] = &[];
