//! Whole numbers: bits, divisors, primes.

use crate::row::Row;

pub(crate) const ROWS: &[Row] = &[];
