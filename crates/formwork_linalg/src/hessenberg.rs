//! Reduction of a square matrix to upper Hessenberg form.

use faer::dyn_stack::{MemBuffer, MemStack};
use faer::linalg::evd::hessenberg as blocked_form;
use faer::linalg::householder as blocks;
use faer::{Conj, Mat, Par};

use crate::householder::{accumulate, reflection};
use crate::matrix::Matrix;
use crate::scalar::Scalar;

const SMALL: usize = 96;

/// `A = Q H Q'`: `Q`, if wanted, and `H`. Rows and columns outside `low..high` are
/// triangular already.
#[must_use]
pub fn hessenberg<T: Scalar>(
    mut a: Matrix<T>,
    low: usize,
    high: usize,
    vectors: bool,
) -> (Option<Matrix<T>>, Matrix<T>) {
    let n = a.rows();
    if n > SMALL && low == 0 && high == n {
        return blocked(a, vectors);
    }
    let mut reflections = Vec::new();
    for i in low..high.saturating_sub(1) {
        let h = reflection(&a.column(i)[i + 1..high]);
        a[(i + 1, i)] = T::from_base(h.beta);
        a.column_mut(i)[i + 2..high].fill(T::ZERO);
        h.apply_right(h.tau, &mut a, 0..high, i + 1);
        h.apply_left(h.tau.conjugate(), &mut a, i + 1, i + 1..n);
        reflections.push(h);
    }
    let q = vectors.then(|| accumulate(&reflections, n, n, low + 1));
    (q, a)
}

fn blocked<T: Scalar>(mut a: Matrix<T>, vectors: bool) -> (Option<Matrix<T>>, Matrix<T>) {
    let n = a.rows();
    let block = faer::linalg::qr::no_pivoting::factor::recommended_block_size::<T>(n - 1, n - 1);
    let mut coefficients = Mat::<T>::zeros(block, n - 1);
    let _settled = crate::vector_unit::Settled;
    let mut memory = MemBuffer::new(blocked_form::hessenberg_in_place_scratch::<T>(
        n,
        block,
        Par::Seq,
        Default::default(),
    ));
    blocked_form::hessenberg_in_place(
        a.faer_mut(),
        coefficients.as_mut(),
        Par::Seq,
        MemStack::new(&mut memory),
        Default::default(),
    );
    let q = vectors.then(|| {
        let mut q = Matrix::<T>::identity(n, n);
        let _settled = crate::vector_unit::Settled;
        let mut memory = MemBuffer::new(
            blocks::apply_block_householder_sequence_on_the_left_in_place_scratch::<T>(
                n - 1,
                block,
                n - 1,
            ),
        );
        blocks::apply_block_householder_sequence_on_the_left_in_place_with_conj(
            a.faer().submatrix(1, 0, n - 1, n - 1),
            coefficients.as_ref(),
            Conj::No,
            q.faer_mut().submatrix_mut(1, 1, n - 1, n - 1),
            Par::Seq,
            MemStack::new(&mut memory),
        );
        q
    });
    for j in 0..n {
        a.column_mut(j)[(j + 2).min(n)..].fill(T::ZERO);
    }
    (q, a)
}
