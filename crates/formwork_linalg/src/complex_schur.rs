//! The Schur form of complex matrices, by single-shift QR steps.

use num_complex::Complex;

use crate::NoConvergence;
use crate::householder::reflection;
use crate::matrix::Matrix;
use crate::scalar::{RealScalar, Scalar};

/// Makes an upper Hessenberg matrix upper triangular in rows and columns `low..high`
/// by single-shift QR steps, turning the columns of `z` along. Without `whole` only
/// the diagonal is right.
///
/// # Errors
///
/// If the iteration does not converge.
pub fn complex_schur<R: RealScalar>(
    h: &mut Matrix<Complex<R>>,
    low: usize,
    high: usize,
    mut z: Option<&mut Matrix<Complex<R>>>,
    whole: bool,
) -> Result<(), NoConvergence>
where
    Complex<R>: Scalar<Base = R>,
{
    type C<R> = Complex<R>;
    let n = h.rows();
    if low >= high {
        return Ok(());
    }
    let zero = C::<R>::ZERO;
    for j in low..high {
        for i in j + 2..high {
            h[(i, j)] = zero;
        }
    }
    // The subdiagonal is made real first.
    for i in low + 1..high {
        let off = h[(i, i - 1)];
        if off.im == R::ZERO {
            continue;
        }
        let phase = off.scaled(R::ONE / off.modulus1());
        let phase = phase.conjugate().scaled(R::ONE / phase.modulus());
        h[(i, i - 1)] = C::from_base(off.modulus());
        let (from, to) = if whole { (0, n) } else { (low, high) };
        for j in i..to {
            h[(i, j)] *= phase;
        }
        for k in from..(i + 2).min(high) {
            h[(k, i)] *= phase.conjugate();
        }
        if let Some(z) = z.as_deref_mut() {
            for x in z.column_mut(i) {
                *x *= phase.conjugate();
            }
        }
    }
    let extent = high - low;
    let ulp = R::EPSILON;
    let tiny = R::SAFE_MINIMUM * (R::of(extent as f64) / ulp);
    let limit = 30 * extent.max(10);
    let mut i = high - 1;
    loop {
        let mut l = low;
        let mut since_deflation = 0;
        let mut converged = false;
        for _ in 0..=limit {
            l = small_complex_subdiagonal(h, low, high, l, i, tiny, ulp);
            if l > low {
                h[(l, l - 1)] = zero;
            }
            if l >= i {
                converged = true;
                break;
            }
            since_deflation += 1;
            let (first, last) = if whole { (0, n) } else { (l, i + 1) };
            single_step(h, z.as_deref_mut(), l, i, first, last, since_deflation, ulp);
        }
        if !converged {
            return Err(NoConvergence);
        }
        if l <= low {
            return Ok(());
        }
        i = l - 1;
    }
}

fn small_complex_subdiagonal<R: RealScalar>(
    h: &Matrix<Complex<R>>,
    low: usize,
    high: usize,
    l: usize,
    i: usize,
    tiny: R,
    ulp: R,
) -> usize
where
    Complex<R>: Scalar<Base = R>,
{
    let mut k = i;
    while k > l {
        let off = h[(k, k - 1)].modulus1();
        if off <= tiny {
            break;
        }
        let (above, here) = (h[(k - 1, k - 1)], h[(k, k)]);
        let mut size = above.modulus1() + here.modulus1();
        if size == R::ZERO {
            if k >= low + 2 {
                size += h[(k - 1, k - 2)].re.magnitude();
            }
            if k + 1 < high {
                size += h[(k + 1, k)].re.magnitude();
            }
        }
        if h[(k, k - 1)].re.magnitude() <= ulp * size {
            let other = h[(k - 1, k)].modulus1();
            let (ab, ba) = (off.greater(other), off.lesser(other));
            let difference = (above - here).modulus1();
            let aa = here.modulus1().greater(difference);
            let bb = here.modulus1().lesser(difference);
            let s = aa + ab;
            if ba * (ab / s) <= tiny.greater(ulp * (bb * (aa / s))) {
                break;
            }
        }
        k -= 1;
    }
    k
}

/// The shift of a step: the eigenvalue of the last two rows that is nearer to the last element,
/// something else now and then, so that no cycle lasts.
fn single_shift<R: RealScalar>(
    h: &Matrix<Complex<R>>,
    l: usize,
    i: usize,
    since_deflation: usize,
) -> Complex<R>
where
    Complex<R>: Scalar<Base = R>,
{
    let half = R::of(0.5);
    if since_deflation.is_multiple_of(20) {
        let s = R::of(0.75) * h[(i, i - 1)].re.magnitude();
        return Complex::<R>::from_base(s) + h[(i, i)];
    }
    if since_deflation.is_multiple_of(10) {
        let s = R::of(0.75) * h[(l + 1, l)].re.magnitude();
        return Complex::<R>::from_base(s) + h[(l, l)];
    }
    let mut shift = h[(i, i)];
    let u = square_root(h[(i - 1, i)]) * square_root(h[(i, i - 1)]);
    let mut s = u.modulus1();
    if s != R::ZERO {
        let x = (h[(i - 1, i - 1)] - shift).scaled(half);
        let sx = x.modulus1();
        s = s.greater(sx);
        let (xs, us) = (x.scaled(R::ONE / s), u.scaled(R::ONE / s));
        let mut y = square_root(xs * xs + us * us).scaled(s);
        if sx > R::ZERO {
            let unit = x.scaled(R::ONE / sx);
            if unit.re * y.re + unit.im * y.im < R::ZERO {
                y = -y;
            }
        }
        shift -= u * (u / (x + y));
    }
    shift
}

/// A single-shift QR step on the unreduced block `l..=i`.
#[expect(clippy::too_many_arguments, reason = "the state of one iteration, used once")]
fn single_step<R: RealScalar>(
    h: &mut Matrix<Complex<R>>,
    mut z: Option<&mut Matrix<Complex<R>>>,
    l: usize,
    i: usize,
    first: usize,
    last: usize,
    since_deflation: usize,
    ulp: R,
) where
    Complex<R>: Scalar<Base = R>,
{
    let shift = single_shift(h, l, i, since_deflation);
    let mut m = i - 1;
    let mut v;
    loop {
        let h11 = h[(m, m)];
        let h22 = h[(m + 1, m + 1)];
        let mut h11s = h11 - shift;
        let mut h21 = h[(m + 1, m)].re;
        let s = h11s.modulus1() + h21.magnitude();
        h11s = h11s.scaled(R::ONE / s);
        h21 /= s;
        v = [h11s, Complex::from_base(h21)];
        if m == l {
            break;
        }
        let h10 = h[(m, m - 1)].re;
        if h10.magnitude() * h21.magnitude()
            <= ulp * (h11s.modulus1() * (h11.modulus1() + h22.modulus1()))
        {
            break;
        }
        m -= 1;
    }
    for k in m..i {
        if k > m {
            v = [h[(k, k - 1)], h[(k + 1, k - 1)]];
        }
        let reflected = reflection(&v);
        if k > m {
            h[(k, k - 1)] = Complex::from_base(reflected.beta);
            h[(k + 1, k - 1)] = Complex::<R>::ZERO;
        }
        let t1 = reflected.tau;
        reflected.apply_left(t1.conjugate(), h, k, k..last);
        reflected.apply_right(t1, h, first..(k + 2).min(i) + 1, k);
        if let Some(z) = z.as_deref_mut() {
            let rows = z.rows();
            reflected.apply_right(t1, z, 0..rows, k);
        }
        if k == m && m > l {
            // The step started in the middle: the subdiagonal there stays real only
            // with an extra scaling.
            let temp = Complex::<R>::ONE - t1;
            let temp = temp.scaled(R::ONE / temp.modulus());
            h[(m + 1, m)] *= temp.conjugate();
            if m + 2 <= i {
                h[(m + 2, m + 1)] *= temp;
            }
            for j in m..=i {
                if j == m + 1 {
                    continue;
                }
                for c in j + 1..last {
                    h[(j, c)] *= temp;
                }
                for r in first..j {
                    h[(r, j)] *= temp.conjugate();
                }
                if let Some(z) = z.as_deref_mut() {
                    for x in z.column_mut(j) {
                        *x *= temp.conjugate();
                    }
                }
            }
        }
    }
    let off = h[(i, i - 1)];
    if off.im != R::ZERO {
        let size = off.modulus();
        h[(i, i - 1)] = Complex::from_base(size);
        let phase = off.scaled(R::ONE / size);
        for c in i + 1..last {
            h[(i, c)] *= phase.conjugate();
        }
        for r in first..i {
            h[(r, i)] *= phase;
        }
        if let Some(z) = z {
            for x in z.column_mut(i) {
                *x *= phase;
            }
        }
    }
}

/// The principal square root of a complex number.
pub(crate) fn square_root<R: RealScalar>(z: Complex<R>) -> Complex<R>
where
    Complex<R>: Scalar<Base = R>,
{
    let size = z.modulus();
    if size == R::ZERO {
        return Complex::<R>::ZERO;
    }
    let half = R::of(0.5);
    let t = (half * (size + z.re.magnitude())).root();
    if z.re >= R::ZERO {
        Complex::new(t, z.im / (t + t))
    } else {
        Complex::new(z.im.magnitude() / (t + t), t.with_sign(z.im))
    }
}
