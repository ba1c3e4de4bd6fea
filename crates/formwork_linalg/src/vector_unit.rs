//! The state of the vector unit behind calls of `faer`.
//!
//! Its products are written in assembly that leaves the upper parts of vector registers as
//! they were used. Processors then carry these parts along with every instruction on the lower
//! ones: `exp`, `sin` and the like of the C library run ten to thirty times as long, until
//! somebody clears them. Whoever calls `faer` holds a [`Settled`], which does that in the end.
#![expect(unsafe_code, reason = "one instruction of the processor; the argument is below")]

/// Clears the upper parts of vector registers when it goes.
pub(crate) struct Settled;

impl Drop for Settled {
    fn drop(&mut self) {
        #[cfg(target_arch = "x86_64")]
        if std::arch::is_x86_feature_detected!("avx") {
            // SAFETY: the processor has the instruction, and nobody has anything in the upper
            // parts between two functions that were not compiled for them.
            unsafe { clear() }
        }
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx")]
fn clear() {
    std::arch::x86_64::_mm256_zeroupper();
}

#[cfg(all(test, target_arch = "x86_64"))]
mod tests {
    use std::arch::x86_64::{__cpuid_count, _xgetbv};

    use super::{Settled, clear};
    use crate::Matrix;

    /// The upper parts of the vector registers that all code uses, as `XGETBV` tells them.
    const UPPER: u64 = 1 << 2 | 1 << 6;

    #[target_feature(enable = "xsave")]
    fn state() -> u64 {
        // SAFETY: the processor knows which parts are in use; the caller asked.
        unsafe { _xgetbv(1) }
    }

    /// Which parts are in use, if that can be told.
    fn in_use() -> Option<u64> {
        if !std::arch::is_x86_feature_detected!("avx")
            || !std::arch::is_x86_feature_detected!("xsave")
            || __cpuid_count(13, 1).eax & 1 << 2 == 0
        {
            return None;
        }
        // SAFETY: the processor has the instruction.
        Some(unsafe { state() } & UPPER)
    }

    #[test]
    fn products_and_decompositions_leave_it_clean() {
        drop(Settled);
        // SAFETY: as in `Settled`, which found the feature where `in_use` tells something.
        let clean = in_use().filter(|_| {
            unsafe { clear() };
            in_use() == Some(0)
        });
        if clean.is_none() {
            // This processor does not tell.
            return;
        }
        let a = Matrix::from_fn(40, 40, |i, j| ((i * 7 + j * 3) % 11) as f64 + f64::from(i == j));
        let product = a.times(&a);
        assert_eq!(in_use(), Some(0), "after a product");
        let decomposed = crate::lu::lu(product);
        assert_eq!(in_use(), Some(0), "after a decomposition");
        assert!(decomposed.determinant().is_finite());
    }
}
