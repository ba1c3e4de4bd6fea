//! Singular values and vectors.

use faer::dyn_stack::{MemBuffer, MemStack};
use faer::linalg::svd as blocked;
use faer::{Col, Par};

use crate::NoConvergence;
use crate::householder::{accumulate, reflection};
use crate::matrix::Matrix;
use crate::qr::{self, Extent};
use crate::rotation::{least_singular_value_2x2, rotation, svd_2x2, turn_columns};
use crate::scalar::{RealScalar, Scalar};

const SMALL: usize = 64;

/// `A = U diag(s) V'`, `s` descending.
#[derive(Clone, Debug)]
pub struct Svd<T: Scalar> {
    /// The left singular vectors; no columns where none were wanted.
    pub u: Matrix<T>,
    /// The singular values.
    pub values: Vec<T::Base>,
    /// The right singular vectors; no columns where none were wanted.
    pub v: Matrix<T>,
}

/// Decomposes a matrix.
///
/// # Errors
///
/// If the iteration does not converge.
pub fn svd<T: Scalar>(a: Matrix<T>, extent: Extent) -> Result<Svd<T>, NoConvergence> {
    let (m, n) = (a.rows(), a.columns());
    if m.min(n) > SMALL {
        return large(&a, extent);
    }
    if m < n && extent == Extent::None {
        return svd(a.adjoint(), extent);
    }
    let k = m.min(n);
    if k == 0 {
        let (p, q) = match extent {
            Extent::Full => (m, n),
            Extent::None | Extent::Economy => (0, 0),
        };
        return Ok(Svd {
            u: Matrix::identity(m, p),
            values: Vec::new(),
            v: Matrix::identity(n, q),
        });
    }
    // A matrix much longer than wide is made square first, as LAPACK does it.
    let long = (k as f64 * 1.6) as usize;
    if m >= n && m >= long && m > n {
        let (q, r) = qr::qr(a, extent);
        let r = r.leading(n, n);
        let mut result =
            bidiagonal_svd(r, if extent == Extent::None { extent } else { Extent::Full })?;
        if let Some(q) = q {
            result.u = lifted(&q, &result.u);
        }
        return Ok(result);
    }
    if n > m && n >= long {
        // A = L Q: the same with the adjoint, except that L is not transposed back.
        let (reflections, triangle) = qr::reduce(a.adjoint());
        let lower = triangle.leading(m, m).adjoint();
        let mut result = bidiagonal_svd(lower, Extent::Full)?;
        let columns = if extent == Extent::Full { n } else { m };
        result.v = lifted(&accumulate(&reflections, n, columns, 0), &result.v);
        return Ok(result);
    }
    bidiagonal_svd(a, extent)
}

/// The leading columns of `q` times a square matrix, and the rest of `q`.
fn lifted<T: Scalar>(q: &Matrix<T>, small: &Matrix<T>) -> Matrix<T> {
    let k = small.rows();
    let mut data = q.leading(q.rows(), k).times(small).into_data();
    data.extend_from_slice(&q.data()[q.rows() * k..]);
    Matrix::new(q.rows(), q.columns(), data)
}

fn large<T: Scalar>(a: &Matrix<T>, extent: Extent) -> Result<Svd<T>, NoConvergence> {
    let (m, n) = (a.rows(), a.columns());
    let k = m.min(n);
    let (compute, p, q) = match extent {
        Extent::None => (blocked::ComputeSvdVectors::No, 0, 0),
        Extent::Economy => (blocked::ComputeSvdVectors::Thin, k, k),
        Extent::Full => (blocked::ComputeSvdVectors::Full, m, n),
    };
    let _settled = crate::vector_unit::Settled;
    let mut memory = MemBuffer::new(blocked::svd_scratch::<T>(
        m,
        n,
        compute,
        compute,
        Par::Seq,
        Default::default(),
    ));
    let mut values = Col::<T>::zeros(k);
    let mut u = Matrix::<T>::zeros(m, p);
    let mut v = Matrix::<T>::zeros(n, q);
    let wanted = extent != Extent::None;
    blocked::svd(
        a.faer(),
        values.as_diagonal_mut(),
        wanted.then(|| u.faer_mut()),
        wanted.then(|| v.faer_mut()),
        Par::Seq,
        MemStack::new(&mut memory),
        Default::default(),
    )
    .map_err(|_| NoConvergence)?;
    Ok(Svd { u, values: values.iter().map(|x| x.re()).collect(), v })
}

fn bidiagonal_svd<T: Scalar>(mut a: Matrix<T>, extent: Extent) -> Result<Svd<T>, NoConvergence> {
    let (m, n) = (a.rows(), a.columns());
    let k = m.min(n);
    let mut d = vec![T::Base::ZERO; k];
    let mut e = vec![T::Base::ZERO; k.saturating_sub(1)];
    let mut left = Vec::with_capacity(k);
    let mut right = Vec::with_capacity(k);
    let row = |a: &Matrix<T>, i: usize, from: usize| -> Vec<T> {
        (from..n).map(|j| a[(i, j)].conjugate()).collect()
    };
    let upper = m >= n;
    for i in 0..k {
        if upper {
            let h = reflection(&a.column(i)[i..]);
            d[i] = h.beta;
            h.apply_left(h.tau.conjugate(), &mut a, i, i + 1..n);
            left.push(h);
            if i + 1 < n {
                let g = reflection(&row(&a, i, i + 1));
                e[i] = g.beta;
                g.apply_right(g.tau, &mut a, i + 1..m, i + 1);
                right.push(g);
            }
        } else {
            let g = reflection(&row(&a, i, i));
            d[i] = g.beta;
            g.apply_right(g.tau, &mut a, i + 1..m, i);
            right.push(g);
            if i + 1 < m {
                let h = reflection(&a.column(i)[i + 1..]);
                e[i] = h.beta;
                h.apply_left(h.tau.conjugate(), &mut a, i + 1, i + 1..n);
                left.push(h);
            }
        }
    }
    let (p, q) = match extent {
        Extent::None => (0, 0),
        Extent::Economy => (k, k),
        Extent::Full => (m, n),
    };
    let mut u = accumulate(&left, m, p, usize::from(!upper));
    let mut v = accumulate(&right, n, q, usize::from(upper));
    if extent == Extent::None {
        u = Matrix::zeros(0, k);
        v = Matrix::zeros(0, k);
    }
    if !upper {
        for i in 0..k - 1 {
            let (c, s, r) = rotation(d[i], e[i]);
            d[i] = r;
            e[i] = s * d[i + 1];
            d[i + 1] = c * d[i + 1];
            turn_columns(&mut u, i, i + 1, c, s);
        }
    }
    iterate(&mut d, &mut e, &mut u, &mut v)?;
    if extent == Extent::None {
        u = Matrix::zeros(m, 0);
        v = Matrix::zeros(n, 0);
    }
    Ok(Svd { u, values: d, v })
}

/// Diagonalizes an upper bidiagonal matrix by implicit QR steps (Demmel and Kahan),
/// turning the columns of `u` and `v` along; signs and order at the end.
fn iterate<T: Scalar>(
    d: &mut [T::Base],
    e: &mut [T::Base],
    u: &mut Matrix<T>,
    v: &mut Matrix<T>,
) -> Result<(), NoConvergence> {
    let n = d.len();
    let mut budget = 6 * n * n;
    let mut matrix = Bidiagonal::new(d, e, u, v);
    let mut previous: Option<(usize, usize)> = None;
    let mut down = true;
    let mut end = n;
    // The block in hand is rows `start..end`.
    while end > 1 {
        if budget == 0 {
            return Err(NoConvergence);
        }
        let m = end - 1;
        let (start, greatest) = matrix.block(m);
        if start == m {
            end -= 1;
            continue;
        }
        if start + 1 == m {
            matrix.diagonalize_2x2(start);
            end -= 2;
            continue;
        }
        if previous.is_none_or(|(first, last)| start > last || m < first) {
            down = matrix.d[start].magnitude() >= matrix.d[m].magnitude();
        }
        let least = if down { matrix.least_down(start, m) } else { matrix.least_up(start, m) };
        let Some(least) = least else { continue };
        previous = Some((start, m));
        let shift = matrix.shift(start, m, down, least / greatest);
        budget = budget.saturating_sub(m - start);
        match (shift == T::Base::ZERO, down) {
            (true, true) => matrix.zero_shift_down(start, m),
            (true, false) => matrix.zero_shift_up(start, m),
            (false, true) => matrix.shifted_down(start, m, shift),
            (false, false) => matrix.shifted_up(start, m, shift),
        }
    }
    matrix.finish();
    Ok(())
}

/// An upper bidiagonal matrix with its diagonal `d` and what stands above it, and the columns
/// that are turned along.
struct Bidiagonal<'m, T: Scalar> {
    d: &'m mut [T::Base],
    e: &'m mut [T::Base],
    u: &'m mut Matrix<T>,
    v: &'m mut Matrix<T>,
    /// The relative precision of the singular values.
    tol: T::Base,
    /// What is as small as this counts as zero.
    threshold: T::Base,
}

impl<'m, T: Scalar> Bidiagonal<'m, T> {
    fn new(
        d: &'m mut [T::Base],
        e: &'m mut [T::Base],
        u: &'m mut Matrix<T>,
        v: &'m mut Matrix<T>,
    ) -> Bidiagonal<'m, T> {
        let n = d.len();
        let zero = T::Base::ZERO;
        let of = T::Base::of;
        let eps = T::Base::EPSILON * of(0.5);
        let tol = of(10.0).greater(of(100.0).lesser(eps.power(of(-0.125)))) * eps;
        let mut least = d[0].magnitude();
        let mut mu = least;
        for i in 1..n {
            if least == zero {
                break;
            }
            mu = d[i].magnitude() * (mu / (mu + e[i - 1].magnitude()));
            least = least.lesser(mu);
        }
        least /= of(n as f64).root();
        let threshold = (tol * least).greater(of(6.0 * (n * n) as f64) * T::Base::SAFE_MINIMUM);
        Bidiagonal { d, e, u, v, tol, threshold }
    }

    /// Where the block that ends at `m` begins, and its greatest element.
    fn block(&mut self, m: usize) -> (usize, T::Base) {
        let mut greatest = self.d[m].magnitude();
        for l in (0..m).rev() {
            let size = self.e[l].magnitude();
            if size <= self.threshold {
                self.e[l] = T::Base::ZERO;
                return (l + 1, greatest);
            }
            greatest = greatest.greater(self.d[l].magnitude()).greater(size);
        }
        (0, greatest)
    }

    /// Diagonalizes a block of two rows.
    fn diagonalize_2x2(&mut self, start: usize) {
        let m = start + 1;
        let small = svd_2x2(self.d[start], self.e[start], self.d[m]);
        self.d[start] = small.greatest;
        self.e[start] = T::Base::ZERO;
        self.d[m] = small.least;
        turn_columns(self.v, start, m, small.cos_right, small.sin_right);
        turn_columns(self.u, start, m, small.cos_left, small.sin_left);
    }

    /// A bound of the least singular value of a block, found from its start on; nothing if the
    /// block has fallen apart.
    fn least_down(&mut self, start: usize, m: usize) -> Option<T::Base> {
        let Bidiagonal { d, e, tol, .. } = self;
        if e[m - 1].magnitude() <= *tol * d[m].magnitude() {
            e[m - 1] = T::Base::ZERO;
            return None;
        }
        let mut mu = d[start].magnitude();
        let mut least = mu;
        for l in start..m {
            if e[l].magnitude() <= *tol * mu {
                e[l] = T::Base::ZERO;
                return None;
            }
            mu = d[l + 1].magnitude() * (mu / (mu + e[l].magnitude()));
            least = least.lesser(mu);
        }
        Some(least)
    }

    /// The same from its end on.
    fn least_up(&mut self, start: usize, m: usize) -> Option<T::Base> {
        let Bidiagonal { d, e, tol, .. } = self;
        if e[start].magnitude() <= *tol * d[start].magnitude() {
            e[start] = T::Base::ZERO;
            return None;
        }
        let mut mu = d[m].magnitude();
        let mut least = mu;
        for l in (start..m).rev() {
            if e[l].magnitude() <= *tol * mu {
                e[l] = T::Base::ZERO;
                return None;
            }
            mu = d[l].magnitude() * (mu / (mu + e[l].magnitude()));
            least = least.lesser(mu);
        }
        Some(least)
    }

    /// The shift of the next step: zero where one would spoil the least singular values.
    fn shift(&self, start: usize, m: usize, down: bool, spread: T::Base) -> T::Base {
        let Bidiagonal { d, e, tol, .. } = self;
        let zero = T::Base::ZERO;
        let of = T::Base::of;
        let eps = T::Base::EPSILON * of(0.5);
        if !(of(d.len() as f64) * *tol * spread > eps.greater(of(0.01) * *tol)) {
            return zero;
        }
        let (edge, shift) = if down {
            (d[start].magnitude(), least_singular_value_2x2(d[m - 1], e[m - 1], d[m]))
        } else {
            (d[m].magnitude(), least_singular_value_2x2(d[start], e[start], d[start + 1]))
        };
        if edge > zero && (shift / edge) * (shift / edge) < eps { zero } else { shift }
    }

    /// A step without shift from the start of a block to its end.
    fn zero_shift_down(&mut self, start: usize, m: usize) {
        let Bidiagonal { d, e, u, v, .. } = self;
        let (zero, one) = (T::Base::ZERO, T::Base::ONE);
        let (mut c, mut old_c) = (one, one);
        let (mut s, mut old_s) = (zero, zero);
        let mut r;
        for i in start..m {
            (c, s, r) = rotation(d[i] * c, e[i]);
            if i > start {
                e[i - 1] = old_s * r;
            }
            (old_c, old_s, d[i]) = rotation(old_c * r, d[i + 1] * s);
            turn_columns(v, i, i + 1, c, s);
            turn_columns(u, i, i + 1, old_c, old_s);
        }
        let _ = s;
        let h = d[m] * c;
        d[m] = h * old_c;
        e[m - 1] = h * old_s;
        clear_small(&mut e[m - 1], self.threshold);
    }

    /// A step without shift from the end of a block to its start.
    fn zero_shift_up(&mut self, start: usize, m: usize) {
        let Bidiagonal { d, e, u, v, .. } = self;
        let (zero, one) = (T::Base::ZERO, T::Base::ONE);
        let (mut c, mut old_c) = (one, one);
        let (mut s, mut old_s) = (zero, zero);
        let mut r;
        for i in (start + 1..=m).rev() {
            (c, s, r) = rotation(d[i] * c, e[i - 1]);
            if i < m {
                e[i] = old_s * r;
            }
            (old_c, old_s, d[i]) = rotation(old_c * r, d[i - 1] * s);
            turn_columns(u, i - 1, i, c, -s);
            turn_columns(v, i - 1, i, old_c, -old_s);
        }
        let _ = s;
        let h = d[start] * c;
        d[start] = h * old_c;
        e[start] = h * old_s;
        clear_small(&mut e[start], self.threshold);
    }

    /// A step with a shift from the start of a block to its end.
    fn shifted_down(&mut self, start: usize, m: usize, shift: T::Base) {
        let Bidiagonal { d, e, u, v, .. } = self;
        let one = T::Base::ONE;
        let mut f = (d[start].magnitude() - shift) * (one.with_sign(d[start]) + shift / d[start]);
        let mut g = e[start];
        for i in start..m {
            let (cr, sr, r) = rotation(f, g);
            if i > start {
                e[i - 1] = r;
            }
            f = cr * d[i] + sr * e[i];
            e[i] = cr * e[i] - sr * d[i];
            g = sr * d[i + 1];
            d[i + 1] = cr * d[i + 1];
            let (cl, sl, r) = rotation(f, g);
            d[i] = r;
            f = cl * e[i] + sl * d[i + 1];
            d[i + 1] = cl * d[i + 1] - sl * e[i];
            if i + 1 < m {
                g = sl * e[i + 1];
                e[i + 1] = cl * e[i + 1];
            }
            turn_columns(v, i, i + 1, cr, sr);
            turn_columns(u, i, i + 1, cl, sl);
        }
        e[m - 1] = f;
        clear_small(&mut e[m - 1], self.threshold);
    }

    /// A step with a shift from the end of a block to its start.
    fn shifted_up(&mut self, start: usize, m: usize, shift: T::Base) {
        let Bidiagonal { d, e, u, v, .. } = self;
        let one = T::Base::ONE;
        let mut f = (d[m].magnitude() - shift) * (one.with_sign(d[m]) + shift / d[m]);
        let mut g = e[m - 1];
        for i in (start + 1..=m).rev() {
            let (cr, sr, r) = rotation(f, g);
            if i < m {
                e[i] = r;
            }
            f = cr * d[i] + sr * e[i - 1];
            e[i - 1] = cr * e[i - 1] - sr * d[i];
            g = sr * d[i - 1];
            d[i - 1] = cr * d[i - 1];
            let (cl, sl, r) = rotation(f, g);
            d[i] = r;
            f = cl * e[i - 1] + sl * d[i - 1];
            d[i - 1] = cl * d[i - 1] - sl * e[i - 1];
            if i > start + 1 {
                g = sl * e[i - 2];
                e[i - 2] = cl * e[i - 2];
            }
            turn_columns(u, i - 1, i, cr, -sr);
            turn_columns(v, i - 1, i, cl, -sl);
        }
        e[start] = f;
        clear_small(&mut e[start], self.threshold);
    }

    /// Makes the singular values positive, and puts the greatest first.
    fn finish(&mut self) {
        let Bidiagonal { d, u, v, .. } = self;
        let n = d.len();
        let (zero, one) = (T::Base::ZERO, T::Base::ONE);
        for i in 0..n {
            // A negative zero counts as well.
            if d[i].with_sign(one) != d[i] || (one.with_sign(d[i]) < zero) {
                d[i] = -d[i];
                for x in v.column_mut(i) {
                    *x = -*x;
                }
            }
        }
        for last in (1..n).rev() {
            let mut least = 0;
            for j in 1..=last {
                if d[j] <= d[least] {
                    least = j;
                }
            }
            if least != last {
                d.swap(least, last);
                u.swap_columns(least, last);
                v.swap_columns(least, last);
            }
        }
    }
}

fn clear_small<R: RealScalar>(x: &mut R, threshold: R) {
    if x.magnitude() <= threshold {
        *x = R::ZERO;
    }
}
