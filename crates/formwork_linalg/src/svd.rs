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
    let (zero, one) = (T::Base::ZERO, T::Base::ONE);
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
    let mut budget = 6 * n * n;
    let mut previous: Option<(usize, usize)> = None;
    let mut down = true;
    let mut end = n;
    // The block in hand is rows `start..end`.
    'blocks: while end > 1 {
        if budget == 0 {
            return Err(NoConvergence);
        }
        let m = end - 1;
        let mut greatest = d[m].magnitude();
        let mut start = 0;
        for l in (0..m).rev() {
            let size = e[l].magnitude();
            if size <= threshold {
                e[l] = zero;
                start = l + 1;
                break;
            }
            greatest = greatest.greater(d[l].magnitude()).greater(size);
        }
        if start == m {
            end -= 1;
            continue;
        }
        if start + 1 == m {
            let small = svd_2x2(d[start], e[start], d[m]);
            d[start] = small.greatest;
            e[start] = zero;
            d[m] = small.least;
            turn_columns(v, start, m, small.cos_right, small.sin_right);
            turn_columns(u, start, m, small.cos_left, small.sin_left);
            end -= 2;
            continue;
        }
        if previous.is_none_or(|(first, last)| start > last || m < first) {
            down = d[start].magnitude() >= d[m].magnitude();
        }
        let mut least;
        if down {
            if e[m - 1].magnitude() <= tol * d[m].magnitude() {
                e[m - 1] = zero;
                continue;
            }
            let mut mu = d[start].magnitude();
            least = mu;
            for l in start..m {
                if e[l].magnitude() <= tol * mu {
                    e[l] = zero;
                    continue 'blocks;
                }
                mu = d[l + 1].magnitude() * (mu / (mu + e[l].magnitude()));
                least = least.lesser(mu);
            }
        } else {
            if e[start].magnitude() <= tol * d[start].magnitude() {
                e[start] = zero;
                continue;
            }
            let mut mu = d[m].magnitude();
            least = mu;
            for l in (start..m).rev() {
                if e[l].magnitude() <= tol * mu {
                    e[l] = zero;
                    continue 'blocks;
                }
                mu = d[l].magnitude() * (mu / (mu + e[l].magnitude()));
                least = least.lesser(mu);
            }
        }
        previous = Some((start, m));
        let mut shift = zero;
        if of(n as f64) * tol * (least / greatest) > eps.greater(of(0.01) * tol) {
            let edge;
            if down {
                edge = d[start].magnitude();
                shift = least_singular_value_2x2(d[m - 1], e[m - 1], d[m]);
            } else {
                edge = d[m].magnitude();
                shift = least_singular_value_2x2(d[start], e[start], d[start + 1]);
            }
            if edge > zero && (shift / edge) * (shift / edge) < eps {
                shift = zero;
            }
        }
        budget = budget.saturating_sub(m - start);
        match (shift == zero, down) {
            (true, true) => {
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
                clear_small(&mut e[m - 1], threshold);
            }
            (true, false) => {
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
                clear_small(&mut e[start], threshold);
            }
            (false, true) => {
                let mut f =
                    (d[start].magnitude() - shift) * (one.with_sign(d[start]) + shift / d[start]);
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
                clear_small(&mut e[m - 1], threshold);
            }
            (false, false) => {
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
                clear_small(&mut e[start], threshold);
            }
        }
    }
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
    Ok(())
}

fn clear_small<R: RealScalar>(x: &mut R, threshold: R) {
    if x.magnitude() <= threshold {
        *x = R::ZERO;
    }
}
