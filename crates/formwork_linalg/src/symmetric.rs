//! Eigenvalues and eigenvectors of symmetric and Hermitian matrices, ascending.

use faer::diag::DiagMut;
use faer::dyn_stack::{MemBuffer, MemStack};
use faer::linalg::evd;
use faer::{Col, Par};

use crate::NoConvergence;
use crate::householder::reflection;
use crate::matrix::Matrix;
use crate::rotation::{rotation, symmetric_2x2, turn_columns};
use crate::scalar::{RealScalar, Scalar};

const SMALL: usize = 80;

/// The eigenvalues in ascending order and, if wanted, the unit eigenvectors, of a
/// Hermitian matrix of which the upper triangle is read.
///
/// # Errors
///
/// If the iteration does not converge.
pub fn eigen<T: Scalar>(
    a: Matrix<T>,
    vectors: bool,
) -> Result<(Vec<T::Base>, Option<Matrix<T>>), NoConvergence> {
    let n = a.rows();
    if n > SMALL {
        return large(&a, vectors);
    }
    let (mut d, mut e, q) = tridiagonalize(a, vectors);
    match q {
        Some(mut z) => {
            implicit_ql(&mut d, &mut e, &mut z)?;
            Ok((d, Some(z)))
        }
        None => {
            square_root_free_ql(&mut d, &mut e)?;
            Ok((d, None))
        }
    }
}

fn large<T: Scalar>(
    a: &Matrix<T>,
    vectors: bool,
) -> Result<(Vec<T::Base>, Option<Matrix<T>>), NoConvergence> {
    let n = a.rows();
    let compute =
        if vectors { evd::ComputeEigenvectors::Yes } else { evd::ComputeEigenvectors::No };
    let _settled = crate::vector_unit::Settled;
    let mut memory = MemBuffer::new(evd::self_adjoint_evd_scratch::<T>(
        n,
        compute,
        Par::Seq,
        Default::default(),
    ));
    // The library reads the lower triangle.
    let lower = a.adjoint();
    let mut values = Col::<T>::zeros(n);
    let mut z = vectors.then(|| Matrix::<T>::zeros(n, n));
    evd::self_adjoint_evd(
        lower.faer(),
        values.as_diagonal_mut() as DiagMut<'_, T>,
        z.as_mut().map(Matrix::faer_mut),
        Par::Seq,
        MemStack::new(&mut memory),
        Default::default(),
    )
    .map_err(|_| NoConvergence)?;
    Ok((values.iter().map(|x| x.re()).collect(), z))
}

/// The diagonal and the off-diagonal of `Q' A Q`, and `Q` if wanted.
fn tridiagonalize<T: Scalar>(
    mut a: Matrix<T>,
    vectors: bool,
) -> (Vec<T::Base>, Vec<T::Base>, Option<Matrix<T>>) {
    let n = a.rows();
    let mut d = vec![T::Base::ZERO; n];
    let mut e = vec![T::Base::ZERO; n.saturating_sub(1)];
    let mut reflections = Vec::new();
    for i in (0..n.saturating_sub(1)).rev() {
        // The reflection leaves what is below row i alone and makes column i+1 zero
        // above it; its one is at the end.
        let mut x: Vec<T> = vec![a[(i, i + 1)]];
        x.extend_from_slice(&a.column(i + 1)[..i]);
        let h = reflection(&x);
        e[i] = h.beta;
        let mut v: Vec<T> = h.v[1..].to_vec();
        v.push(T::ONE);
        if h.tau != T::ZERO {
            let mut w = vec![T::ZERO; i + 1];
            for (j, &factor) in v.iter().enumerate() {
                for (k, w) in w.iter_mut().enumerate() {
                    let element = if k <= j { a[(k, j)] } else { a[(j, k)].conjugate() };
                    let element = if k == j { T::from_base(element.re()) } else { element };
                    *w += element * factor;
                }
            }
            for w in &mut w {
                *w *= h.tau;
            }
            let mut dot = T::ZERO;
            for (&w, &v) in w.iter().zip(&v) {
                dot += w.conjugate() * v;
            }
            let alpha = -(h.tau.scaled(T::Base::of(0.5)) * dot);
            for (w, &v) in w.iter_mut().zip(&v) {
                *w += alpha * v;
            }
            for j in 0..=i {
                let (vj, wj) = (v[j].conjugate(), w[j].conjugate());
                for (k, x) in a.column_mut(j)[..=j].iter_mut().enumerate() {
                    *x -= v[k] * wj + w[k] * vj;
                }
            }
        }
        d[i + 1] = a[(i + 1, i + 1)].re();
        if vectors {
            reflections.push((v, h.tau));
        }
    }
    if n > 0 {
        d[0] = a[(0, 0)].re();
    }
    let q = vectors.then(|| {
        let mut q = Matrix::identity(n, n);
        // Last made, first applied: it touches the smallest leading block.
        for (v, tau) in reflections.iter().rev() {
            if *tau == T::ZERO {
                continue;
            }
            for j in 0..v.len() {
                let column = &mut q.column_mut(j)[..v.len()];
                let mut sum = T::ZERO;
                for (&v, &x) in v.iter().zip(&*column) {
                    sum += v.conjugate() * x;
                }
                let factor = *tau * sum;
                for (&v, x) in v.iter().zip(column) {
                    *x -= factor * v;
                }
            }
        }
        q
    });
    (d, e, q)
}

/// Where an unreduced block that starts at `start` ends.
fn block_end<R: RealScalar>(d: &[R], e: &mut [R], start: usize) -> usize {
    let eps = R::EPSILON * R::of(0.5);
    for m in start..e.len() {
        let size = e[m].magnitude();
        if size == R::ZERO {
            return m;
        }
        if size <= d[m].magnitude().root() * d[m + 1].magnitude().root() * eps {
            e[m] = R::ZERO;
            return m;
        }
    }
    d.len() - 1
}

/// Diagonalizes a tridiagonal matrix by implicit QL and QR steps and turns the
/// columns of `z` along; sorts ascending.
fn implicit_ql<T: Scalar>(
    d: &mut [T::Base],
    e: &mut [T::Base],
    z: &mut Matrix<T>,
) -> Result<(), NoConvergence> {
    let n = d.len();
    let mut left = n * 30;
    let mut next = 0;
    while next < n {
        if next > 0 {
            e[next - 1] = T::Base::ZERO;
        }
        let first = next;
        let last = block_end(d, e, first);
        next = last + 1;
        if first == last {
            continue;
        }
        if d[last].magnitude() >= d[first].magnitude() {
            ql_block(d, e, z, (first, last), &mut left)?;
        } else {
            qr_block(d, e, z, (first, last), &mut left)?;
        }
    }
    for i in 0..n.saturating_sub(1) {
        let mut least = i;
        for j in i + 1..n {
            if d[j] < d[least] {
                least = j;
            }
        }
        if least != i {
            d.swap(i, least);
            z.swap_columns(i, least);
        }
    }
    Ok(())
}

/// Diagonalizes the block `first..=last` by QL steps, of which so many are left.
fn ql_block<T: Scalar>(
    d: &mut [T::Base],
    e: &mut [T::Base],
    z: &mut Matrix<T>,
    (first, last): (usize, usize),
    left: &mut usize,
) -> Result<(), NoConvergence> {
    let eps = T::Base::EPSILON * T::Base::of(0.5);
    let eps2 = eps * eps;
    let tiny = T::Base::SAFE_MINIMUM;
    let mut l = first;
    while l <= last {
        let m = (l..last)
            .find(|&m| {
                let size = e[m].magnitude();
                size * size <= (eps2 * d[m].magnitude()) * d[m + 1].magnitude() + tiny
            })
            .unwrap_or(last);
        if m < last {
            e[m] = T::Base::ZERO;
        }
        if m == l {
            l += 1;
            continue;
        }
        if m == l + 1 {
            let (r1, r2, c, s) = symmetric_2x2(d[l], e[l], d[l + 1]);
            turn_columns(z, l, l + 1, c, s);
            d[l] = r1;
            d[l + 1] = r2;
            e[l] = T::Base::ZERO;
            l += 2;
            continue;
        }
        if *left == 0 {
            return Err(NoConvergence);
        }
        *left -= 1;
        ql_step(d, e, z, l, m);
    }
    Ok(())
}

/// A QL step on the unreduced block `l..=m`.
fn ql_step<T: Scalar>(d: &mut [T::Base], e: &mut [T::Base], z: &mut Matrix<T>, l: usize, m: usize) {
    let (one, two) = (T::Base::ONE, T::Base::of(2.0));
    let mut p = d[l];
    let mut g = (d[l + 1] - p) / (two * e[l]);
    let mut r = g.hypotenuse(one);
    g = d[m] - p + (e[l] / (g + r.with_sign(g)));
    let (mut c, mut s) = (one, one);
    p = T::Base::ZERO;
    for i in (l..m).rev() {
        let f = s * e[i];
        let b = c * e[i];
        (c, s, r) = rotation(g, f);
        if i != m - 1 {
            e[i + 1] = r;
        }
        g = d[i + 1] - p;
        r = (d[i] - g) * s + two * c * b;
        p = s * r;
        d[i + 1] = g + p;
        g = c * r - b;
        turn_columns(z, i, i + 1, c, -s);
    }
    d[l] -= p;
    e[l] = g;
}

/// Diagonalizes the block `first..=last` by QR steps, of which so many are left.
fn qr_block<T: Scalar>(
    d: &mut [T::Base],
    e: &mut [T::Base],
    z: &mut Matrix<T>,
    (first, last): (usize, usize),
    left: &mut usize,
) -> Result<(), NoConvergence> {
    let eps = T::Base::EPSILON * T::Base::of(0.5);
    let eps2 = eps * eps;
    let tiny = T::Base::SAFE_MINIMUM;
    let mut l = last;
    loop {
        let m = (first + 1..=l)
            .rev()
            .find(|&m| {
                let size = e[m - 1].magnitude();
                size * size <= (eps2 * d[m].magnitude()) * d[m - 1].magnitude() + tiny
            })
            .unwrap_or(first);
        if m > first {
            e[m - 1] = T::Base::ZERO;
        }
        if m == l {
            if l == first {
                break;
            }
            l -= 1;
            continue;
        }
        if m + 1 == l {
            let (r1, r2, c, s) = symmetric_2x2(d[l - 1], e[l - 1], d[l]);
            turn_columns(z, l - 1, l, c, s);
            d[l - 1] = r1;
            d[l] = r2;
            e[l - 1] = T::Base::ZERO;
            if l < first + 2 {
                break;
            }
            l -= 2;
            continue;
        }
        if *left == 0 {
            return Err(NoConvergence);
        }
        *left -= 1;
        qr_step(d, e, z, l, m);
    }
    Ok(())
}

/// A QR step on the unreduced block `m..=l`.
fn qr_step<T: Scalar>(d: &mut [T::Base], e: &mut [T::Base], z: &mut Matrix<T>, l: usize, m: usize) {
    let (one, two) = (T::Base::ONE, T::Base::of(2.0));
    let mut p = d[l];
    let mut g = (d[l - 1] - p) / (two * e[l - 1]);
    let mut r = g.hypotenuse(one);
    g = d[m] - p + (e[l - 1] / (g + r.with_sign(g)));
    let (mut c, mut s) = (one, one);
    p = T::Base::ZERO;
    for i in m..l {
        let f = s * e[i];
        let b = c * e[i];
        (c, s, r) = rotation(g, f);
        if i != m {
            e[i - 1] = r;
        }
        g = d[i] - p;
        r = (d[i + 1] - g) * s + two * c * b;
        p = s * r;
        d[i] = g + p;
        g = c * r - b;
        turn_columns(z, i, i + 1, c, s);
    }
    d[l] -= p;
    e[l - 1] = g;
}

/// The eigenvalues alone, by the square-root free variant of Pal, Walker and Kahan.
fn square_root_free_ql<R: RealScalar>(d: &mut [R], e: &mut [R]) -> Result<(), NoConvergence> {
    let n = d.len();
    let eps = R::EPSILON * R::of(0.5);
    let eps2 = eps * eps;
    let two = R::of(2.0);
    let mut left = n * 30;
    let mut next = 0;
    while next < n {
        if next > 0 {
            e[next - 1] = R::ZERO;
        }
        let first = next;
        let last = block_end(d, e, first);
        next = last + 1;
        if first == last {
            continue;
        }
        for x in &mut e[first..last] {
            *x = *x * *x;
        }
        let down = d[last].magnitude() >= d[first].magnitude();
        let mut l = if down { first } else { last };
        loop {
            let m = if down {
                (l..last).find(|&m| e[m].magnitude() <= eps2 * (d[m] * d[m + 1]).magnitude())
            } else {
                (first + 1..=l)
                    .rev()
                    .find(|&m| e[m - 1].magnitude() <= eps2 * (d[m] * d[m - 1]).magnitude())
            };
            let end = if down { last } else { first };
            let m = m.unwrap_or(end);
            if down && m < last {
                e[m] = R::ZERO;
            }
            if !down && m > first {
                e[m - 1] = R::ZERO;
            }
            let p = d[l];
            if m == l {
                if l == end {
                    break;
                }
                l = if down { l + 1 } else { l - 1 };
                continue;
            }
            if m.abs_diff(l) == 1 {
                let low = l.min(m);
                let (r1, r2, ..) = symmetric_2x2(d[low], e[low].root(), d[low + 1]);
                d[low] = r1;
                d[low + 1] = r2;
                // The first of the two is where the block goes on from.
                if !down {
                    (d[l], d[m]) = (r1, r2);
                }
                e[low] = R::ZERO;
                if m == end {
                    break;
                }
                l = if down { l + 2 } else { l - 2 };
                continue;
            }
            if left == 0 {
                return Err(NoConvergence);
            }
            left -= 1;
            let (near, off) = if down { (d[l + 1], e[l]) } else { (d[l - 1], e[l - 1]) };
            let root = off.root();
            let mut sigma = (near - p) / (two * root);
            let r = sigma.hypotenuse(R::ONE);
            sigma = p - (root / (sigma + r.with_sign(sigma)));
            let (mut c, mut s) = (R::ONE, R::ZERO);
            let mut gamma = d[m] - sigma;
            let mut p = gamma * gamma;
            let steps = m.abs_diff(l);
            for step in 0..steps {
                // Index of the off-diagonal, of the element behind and of the one ahead.
                let (i, behind, ahead) = if down {
                    (m - 1 - step, m - step, m - 1 - step)
                } else {
                    (m + step, m + step, m + step + 1)
                };
                let bb = e[i];
                let r = p + bb;
                if step > 0 {
                    e[if down { i + 1 } else { i - 1 }] = s * r;
                }
                let old_c = c;
                c = p / r;
                s = bb / r;
                let old_gamma = gamma;
                let alpha = d[ahead];
                gamma = c * (alpha - sigma) - s * old_gamma;
                d[behind] = old_gamma + (alpha - gamma);
                p = if c == R::ZERO { old_c * bb } else { (gamma * gamma) / c };
            }
            e[if down { l } else { l - 1 }] = s * p;
            d[l] = sigma + gamma;
        }
    }
    d.sort_by(|a, b| a.partial_cmp(b).unwrap_or(std::cmp::Ordering::Equal));
    Ok(())
}
