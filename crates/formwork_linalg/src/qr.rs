//! QR factors, with and without column pivoting.

use faer::Par;
use faer::dyn_stack::{MemBuffer, MemStack};
use faer::linalg::householder as blocks;
use faer::linalg::qr::no_pivoting::factor;
use faer::{Conj, Mat};

use crate::householder::{Reflection, accumulate, reflection};
use crate::matrix::Matrix;
use crate::scalar::{RealScalar, Scalar, norm2};

const SMALL: usize = 48;

/// How much of the orthogonal factor is wanted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Extent {
    /// Nothing.
    None,
    /// As many columns as the smaller extent of the matrix.
    Economy,
    /// All columns.
    Full,
}

/// `A = Q R`. `R` has as many rows as `Q` has columns (all of them where there is no
/// `Q`).
#[must_use]
pub fn qr<T: Scalar>(a: Matrix<T>, extent: Extent) -> (Option<Matrix<T>>, Matrix<T>) {
    let (m, n) = (a.rows(), a.columns());
    if m.min(n) > SMALL {
        return blocked(a, extent);
    }
    let (reflections, factored) = reduce(a);
    finish(&reflections, &factored, m, n, extent)
}

fn finish<T: Scalar>(
    reflections: &[Reflection<T>],
    factored: &Matrix<T>,
    m: usize,
    n: usize,
    extent: Extent,
) -> (Option<Matrix<T>>, Matrix<T>) {
    let k = match extent {
        Extent::Economy => m.min(n),
        Extent::None | Extent::Full => m,
    };
    let r = factored.leading(k, n).upper_part();
    let q = (extent != Extent::None).then(|| accumulate(reflections, m, k, 0));
    (q, r)
}

/// The reflections that make a matrix upper triangular, and the triangle.
pub(crate) fn reduce<T: Scalar>(mut a: Matrix<T>) -> (Vec<Reflection<T>>, Matrix<T>) {
    let (m, n) = (a.rows(), a.columns());
    let mut reflections = Vec::with_capacity(m.min(n));
    for i in 0..m.min(n) {
        let h = reflection(&a.column(i)[i..]);
        h.apply_left(h.tau.conjugate(), &mut a, i, i + 1..n);
        a[(i, i)] = T::from_base(h.beta);
        a.column_mut(i)[i + 1..].fill(T::ZERO);
        reflections.push(h);
    }
    (reflections, a)
}

fn blocked<T: Scalar>(mut a: Matrix<T>, extent: Extent) -> (Option<Matrix<T>>, Matrix<T>) {
    let (m, n) = (a.rows(), a.columns());
    let size = m.min(n);
    let coefficients = factor_blocked(&mut a);
    let block = coefficients.nrows();
    let k = if extent == Extent::Economy { size } else { m };
    let mut r = a.leading(k, n).upper_part();
    let mut q = (extent != Extent::None).then(|| {
        let mut q = Matrix::<T>::identity(m, k);
        let _settled = crate::vector_unit::Settled;
        let mut memory = MemBuffer::new(
            blocks::apply_block_householder_sequence_on_the_left_in_place_scratch::<T>(m, block, k),
        );
        blocks::apply_block_householder_sequence_on_the_left_in_place_with_conj(
            a.faer().subcols(0, size),
            coefficients.as_ref(),
            Conj::No,
            q.faer_mut(),
            Par::Seq,
            MemStack::new(&mut memory),
        );
        q
    });
    if T::IS_COMPLEX {
        make_diagonal_real(&mut r, q.as_mut());
    }
    (q, r)
}

fn factor_blocked<T: Scalar>(a: &mut Matrix<T>) -> Mat<T> {
    let (m, n) = (a.rows(), a.columns());
    let block = factor::recommended_block_size::<T>(m, n);
    let mut coefficients = Mat::<T>::zeros(block, m.min(n));
    let _settled = crate::vector_unit::Settled;
    let mut memory =
        MemBuffer::new(factor::qr_in_place_scratch::<T>(m, n, block, Par::Seq, Default::default()));
    factor::qr_in_place(
        a.faer_mut(),
        coefficients.as_mut(),
        Par::Seq,
        MemStack::new(&mut memory),
        Default::default(),
    );
    coefficients
}

fn make_diagonal_real<T: Scalar>(r: &mut Matrix<T>, mut q: Option<&mut Matrix<T>>) {
    for i in 0..r.rows().min(r.columns()) {
        let pivot = r[(i, i)];
        let size = pivot.modulus();
        if size == T::Base::ZERO || pivot.im() == T::Base::ZERO {
            continue;
        }
        let phase = pivot.scaled(T::Base::ONE / size);
        let phase = if pivot.re() < T::Base::ZERO { -phase } else { phase };
        for j in i..r.columns() {
            r[(i, j)] *= phase.conjugate();
        }
        if let Some(q) = q.as_mut() {
            for x in q.column_mut(i) {
                *x *= phase;
            }
        }
    }
}

/// `A P = Q R` where the absolute values on the diagonal of `R` do not grow: `Q`, `R`
/// and the columns of `A` in the order they were taken.
#[must_use]
pub fn pivoted<T: Scalar>(
    mut a: Matrix<T>,
    extent: Extent,
) -> (Option<Matrix<T>>, Matrix<T>, Vec<usize>) {
    let (m, n) = (a.rows(), a.columns());
    let mut order: Vec<usize> = (0..n).collect();
    let mut norms: Vec<T::Base> = (0..n).map(|j| norm2(a.column(j))).collect();
    let mut exact = norms.clone();
    let tolerance = T::Base::EPSILON.root();
    let mut reflections = Vec::with_capacity(m.min(n));
    for i in 0..m.min(n) {
        let mut best = i;
        for j in i + 1..n {
            if norms[j] > norms[best] {
                best = j;
            }
        }
        if best != i {
            a.swap_columns(i, best);
            order.swap(i, best);
            norms[best] = norms[i];
            exact[best] = exact[i];
        }
        let h = reflection(&a.column(i)[i..]);
        h.apply_left(h.tau.conjugate(), &mut a, i, i + 1..n);
        a[(i, i)] = T::from_base(h.beta);
        a.column_mut(i)[i + 1..].fill(T::ZERO);
        reflections.push(h);
        for j in i + 1..n {
            if norms[j] == T::Base::ZERO {
                continue;
            }
            let ratio = a[(i, j)].modulus() / norms[j];
            let left = (T::Base::ONE - ratio * ratio).greater(T::Base::ZERO);
            let change = norms[j] / exact[j];
            if left * change * change <= tolerance {
                norms[j] = norm2(&a.column(j)[i + 1..]);
                exact[j] = norms[j];
            } else {
                norms[j] *= left.root();
            }
        }
    }
    let (q, r) = finish(&reflections, &a, m, n, extent);
    (q, r, order)
}

/// What the reflections leave behind: `R` on and above the diagonal, below it the
/// vectors of the reflections, without their ones, times their `tau`.
#[must_use]
pub fn packed<T: Scalar>(a: Matrix<T>) -> Matrix<T> {
    let (m, n) = (a.rows(), a.columns());
    if m.min(n) <= SMALL {
        let (reflections, mut factored) = reduce(a);
        for (j, h) in reflections.iter().enumerate() {
            for (x, &v) in factored.column_mut(j)[j + 1..].iter_mut().zip(&h.v[1..]) {
                *x = v * h.tau;
            }
        }
        return factored;
    }
    let mut a = a;
    factor_blocked(&mut a);
    for j in 0..m.min(n) {
        let below = &mut a.column_mut(j)[j + 1..];
        let length = norm2(below);
        let tau = T::Base::of(2.0) / (T::Base::ONE + length * length);
        for x in below {
            *x = x.scaled(tau);
        }
    }
    a
}
