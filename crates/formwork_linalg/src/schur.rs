//! Schur forms: `A = U S U'` with `S` triangular, or with 2x2 blocks on the diagonal
//! for pairs of complex eigenvalues of a real matrix.

use num_complex::Complex;

pub use crate::complex_schur::complex_schur;

use crate::NoConvergence;
use crate::householder::reflection;
use crate::matrix::Matrix;
use crate::rotation::turn_columns;
use crate::scalar::RealScalar;

/// Makes an upper Hessenberg matrix upper quasi-triangular in rows and columns
/// `low..high` by double-shift QR steps, turning the columns of `z` along. Without
/// `whole` only the eigenvalues on the diagonal are right. Gives the eigenvalues.
///
/// # Errors
///
/// If the iteration does not converge.
pub fn real_schur<R: RealScalar>(
    h: &mut Matrix<R>,
    low: usize,
    high: usize,
    mut z: Option<&mut Matrix<R>>,
    whole: bool,
) -> Result<Vec<Complex<R>>, NoConvergence> {
    let n = h.rows();
    let mut values: Vec<Complex<R>> = (0..n).map(|i| Complex::new(h[(i, i)], R::ZERO)).collect();
    if low >= high {
        return Ok(values);
    }
    for j in low..high {
        for i in j + 2..high {
            h[(i, j)] = R::ZERO;
        }
    }
    let extent = high - low;
    let ulp = R::EPSILON;
    let tiny = R::SAFE_MINIMUM * (R::of(extent as f64) / ulp);
    let limit = 30 * extent.max(10);
    // Rows and columns up to `i` are still to be done.
    let mut i = high - 1;
    loop {
        let mut since_deflation = 0;
        let mut l = low;
        let mut converged = false;
        for _ in 0..=limit {
            l = small_subdiagonal(h, low, high, l, i, tiny, ulp);
            if l > low {
                h[(l, l - 1)] = R::ZERO;
            }
            if l + 1 >= i {
                converged = true;
                break;
            }
            since_deflation += 1;
            let (first, last) = if whole { (0, n) } else { (l, i + 1) };
            francis_step(h, z.as_deref_mut(), l, i, first, last, since_deflation, ulp);
        }
        if !converged {
            return Err(NoConvergence);
        }
        if l == i {
            values[i] = Complex::new(h[(i, i)], R::ZERO);
        } else {
            let block = standardize(h[(i - 1, i - 1)], h[(i - 1, i)], h[(i, i - 1)], h[(i, i)]);
            h[(i - 1, i - 1)] = block.a;
            h[(i - 1, i)] = block.b;
            h[(i, i - 1)] = block.c;
            h[(i, i)] = block.d;
            values[i - 1] = block.first;
            values[i] = block.second;
            if whole {
                for j in i + 1..n {
                    let (x, y) = (h[(i - 1, j)], h[(i, j)]);
                    h[(i - 1, j)] = block.cs * x + block.sn * y;
                    h[(i, j)] = block.cs * y - block.sn * x;
                }
                for k in 0..i - 1 {
                    let (x, y) = (h[(k, i - 1)], h[(k, i)]);
                    h[(k, i - 1)] = block.cs * x + block.sn * y;
                    h[(k, i)] = block.cs * y - block.sn * x;
                }
            }
            if let Some(z) = z.as_deref_mut() {
                turn_columns(z, i - 1, i, block.cs, block.sn);
            }
        }
        if l <= low {
            return Ok(values);
        }
        i = l - 1;
    }
}

fn small_subdiagonal<R: RealScalar>(
    h: &Matrix<R>,
    low: usize,
    high: usize,
    l: usize,
    i: usize,
    tiny: R,
    ulp: R,
) -> usize {
    let mut k = i;
    while k > l {
        let off = h[(k, k - 1)].magnitude();
        if off <= tiny {
            break;
        }
        let (above, here) = (h[(k - 1, k - 1)], h[(k, k)]);
        let mut size = above.magnitude() + here.magnitude();
        if size == R::ZERO {
            if k >= low + 2 {
                size += h[(k - 1, k - 2)].magnitude();
            }
            if k + 1 < high {
                size += h[(k + 1, k)].magnitude();
            }
        }
        if off <= ulp * size {
            let other = h[(k - 1, k)].magnitude();
            let (ab, ba) = (off.greater(other), off.lesser(other));
            let difference = (above - here).magnitude();
            let aa = here.magnitude().greater(difference);
            let bb = here.magnitude().lesser(difference);
            let s = aa + ab;
            if ba * (ab / s) <= tiny.greater(ulp * (bb * (aa / s))) {
                break;
            }
        }
        k -= 1;
    }
    k
}

/// A double-shift QR step on the unreduced block `l..=i`.
#[expect(clippy::too_many_arguments, reason = "the state of one iteration, used once")]
fn francis_step<R: RealScalar>(
    h: &mut Matrix<R>,
    mut z: Option<&mut Matrix<R>>,
    l: usize,
    i: usize,
    first: usize,
    last: usize,
    since_deflation: usize,
    ulp: R,
) {
    let (dat1, dat2) = (R::of(0.75), R::of(-0.4375));
    let (mut h11, mut h12, mut h21, mut h22);
    if since_deflation.is_multiple_of(20) {
        let s = h[(i, i - 1)].magnitude() + h[(i - 1, i - 2)].magnitude();
        h11 = dat1 * s + h[(i, i)];
        (h12, h21, h22) = (dat2 * s, s, h11);
    } else if since_deflation.is_multiple_of(10) {
        let s = h[(l + 1, l)].magnitude() + h[(l + 2, l + 1)].magnitude();
        h11 = dat1 * s + h[(l, l)];
        (h12, h21, h22) = (dat2 * s, s, h11);
    } else {
        h11 = h[(i - 1, i - 1)];
        h21 = h[(i, i - 1)];
        h12 = h[(i - 1, i)];
        h22 = h[(i, i)];
    }
    let s = h11.magnitude() + h12.magnitude() + h21.magnitude() + h22.magnitude();
    let (mut rt1, mut rt2) = ((R::ZERO, R::ZERO), (R::ZERO, R::ZERO));
    if s != R::ZERO {
        h11 /= s;
        h21 /= s;
        h12 /= s;
        h22 /= s;
        let tr = (h11 + h22) / R::of(2.0);
        let det = (h11 - tr) * (h22 - tr) - h12 * h21;
        let root = det.magnitude().root();
        if det >= R::ZERO {
            rt1 = (tr * s, root * s);
            rt2 = (rt1.0, -rt1.1);
        } else {
            let (a, b) = (tr + root, tr - root);
            let near = if (a - h22).magnitude() <= (b - h22).magnitude() { a * s } else { b * s };
            rt1 = (near, R::ZERO);
            rt2 = rt1;
        }
    }
    let mut v = [R::ZERO; 3];
    let mut m = i - 2;
    loop {
        let below = h[(m + 1, m)];
        let s = (h[(m, m)] - rt2.0).magnitude() + rt2.1.magnitude() + below.magnitude();
        let below = below / s;
        v[0] = below * h[(m, m + 1)] + (h[(m, m)] - rt1.0) * ((h[(m, m)] - rt2.0) / s)
            - rt1.1 * (rt2.1 / s);
        v[1] = below * (h[(m, m)] + h[(m + 1, m + 1)] - rt1.0 - rt2.0);
        v[2] = below * h[(m + 2, m + 1)];
        let s = v[0].magnitude() + v[1].magnitude() + v[2].magnitude();
        for x in &mut v {
            *x /= s;
        }
        if m == l {
            break;
        }
        let around =
            h[(m - 1, m - 1)].magnitude() + h[(m, m)].magnitude() + h[(m + 1, m + 1)].magnitude();
        if h[(m, m - 1)].magnitude() * (v[1].magnitude() + v[2].magnitude())
            <= ulp * v[0].magnitude() * around
        {
            break;
        }
        m -= 1;
    }
    for k in m..i {
        let width = (i - k + 1).min(3);
        if k > m {
            for (offset, x) in v[..width].iter_mut().enumerate() {
                *x = h[(k + offset, k - 1)];
            }
        }
        let reflected = reflection(&v[..width]);
        let t1 = reflected.tau;
        if k > m {
            h[(k, k - 1)] = reflected.beta;
            h[(k + 1, k - 1)] = R::ZERO;
            if k + 1 < i {
                h[(k + 2, k - 1)] = R::ZERO;
            }
        } else if m > l {
            h[(k, k - 1)] *= R::ONE - t1;
        }
        reflected.apply_left(t1, h, k, k..last);
        reflected.apply_right(t1, h, first..(k + 3).min(i) + 1, k);
        if let Some(z) = z.as_deref_mut() {
            let rows = z.rows();
            reflected.apply_right(t1, z, 0..rows, k);
        }
    }
}

/// A 2x2 block in standard form, with the rotation that made it so.
struct Standard<R> {
    a: R,
    b: R,
    c: R,
    d: R,
    first: Complex<R>,
    second: Complex<R>,
    cs: R,
    sn: R,
}

/// The standard form of a real 2x2 block: triangular, or with equal elements on the
/// diagonal and off-diagonal elements of opposite signs.
fn standardize<R: RealScalar>(mut a: R, mut b: R, mut c: R, mut d: R) -> Standard<R> {
    let half = R::of(0.5);
    let sign = |x: R| R::ONE.with_sign(x);
    let (mut cs, mut sn) = (R::ONE, R::ZERO);
    if c == R::ZERO {
    } else if b == R::ZERO {
        (cs, sn) = (R::ZERO, R::ONE);
        std::mem::swap(&mut a, &mut d);
        b = -c;
        c = R::ZERO;
    } else if a - d == R::ZERO && sign(b) != sign(c) {
    } else {
        let difference = a - d;
        let p = half * difference;
        let most = b.magnitude().greater(c.magnitude());
        let least = b.magnitude().lesser(c.magnitude()) * sign(b) * sign(c);
        let scale = p.magnitude().greater(most);
        let z = (p / scale) * p + (most / scale) * least;
        if z >= R::of(4.0) * R::EPSILON {
            let z = p + (scale.root() * z.root()).with_sign(p);
            a = d + z;
            d -= (most / z) * least;
            let tau = c.hypotenuse(z);
            cs = z / tau;
            sn = c / tau;
            b -= c;
            c = R::ZERO;
        } else {
            let sigma = b + c;
            let tau = sigma.hypotenuse(difference);
            cs = (half * (R::ONE + sigma.magnitude() / tau)).root();
            sn = -(p / (tau * cs)) * sign(sigma);
            let (aa, bb) = (a * cs + b * sn, -a * sn + b * cs);
            let (cc, dd) = (c * cs + d * sn, -c * sn + d * cs);
            a = aa * cs + cc * sn;
            b = bb * cs + dd * sn;
            c = -aa * sn + cc * cs;
            d = -bb * sn + dd * cs;
            let middle = half * (a + d);
            a = middle;
            d = middle;
            if c != R::ZERO {
                if b == R::ZERO {
                    b = -c;
                    c = R::ZERO;
                    (cs, sn) = (-sn, cs);
                } else if sign(b) == sign(c) {
                    let (sab, sac) = (b.magnitude().root(), c.magnitude().root());
                    let p = (sab * sac).with_sign(c);
                    let tau = R::ONE / (b + c).magnitude().root();
                    a = middle + p;
                    d = middle - p;
                    b -= c;
                    c = R::ZERO;
                    let (cs1, sn1) = (sab * tau, sac * tau);
                    (cs, sn) = (cs * cs1 - sn * sn1, cs * sn1 + sn * cs1);
                }
            }
        }
    }
    let imaginary =
        if c == R::ZERO { R::ZERO } else { b.magnitude().root() * c.magnitude().root() };
    Standard {
        a,
        b,
        c,
        d,
        first: Complex::new(a, imaginary),
        second: Complex::new(d, -imaginary),
        cs,
        sn,
    }
}
