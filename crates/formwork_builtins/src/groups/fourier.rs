//! Fourier transforms and filters: `fft`, `filter`, `conv2`.

use crate::row::Row;

pub(crate) const ROWS: &[Row] = &[];
