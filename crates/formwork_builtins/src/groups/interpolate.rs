//! Grids, interpolation and quadrature: `meshgrid`, `interp1`, `trapz`.

use crate::row::Row;

pub(crate) const ROWS: &[Row] = &[];
