//! NA, the not-a-number that stands for a value that is missing.

/// A missing value of class double, and of class single.
pub(crate) const NA_BITS: u64 = 0x7FF8_40F4_4000_0000;
pub(crate) const NA_SINGLE_BITS: u32 = 0x7FC2_07A2;
