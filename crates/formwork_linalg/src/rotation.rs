//! Plane rotations, and the 2x2 problems that iterations end in.

use crate::matrix::Matrix;
use crate::scalar::{RealScalar, Scalar};

/// `(c, s, r)` with `c f + s g = r` and `-s f + c g = 0`; `c` is not negative.
pub(crate) fn rotation<R: RealScalar>(f: R, g: R) -> (R, R, R) {
    if g == R::ZERO {
        return (R::ONE, R::ZERO, f);
    }
    if f == R::ZERO {
        return (R::ZERO, R::ONE.with_sign(g), g.magnitude());
    }
    let safe = |x: R| x > R::SAFE_MINIMUM.root() && x < R::ONE / R::SAFE_MINIMUM.root();
    let (f1, g1) = (f.magnitude(), g.magnitude());
    if safe(f1) && safe(g1) {
        let d = (f * f + g * g).root();
        let r = d.with_sign(f);
        return (f1 / d, g / r, r);
    }
    let u = f1.greater(g1);
    let (fs, gs) = (f / u, g / u);
    let d = (fs * fs + gs * gs).root();
    let r = d.with_sign(f);
    (fs.magnitude() / d, gs / r, r * u)
}

/// Turns columns `j` and `k > j`: `x := c x + s y`, `y := c y - s x`.
pub(crate) fn turn_columns<T: Scalar>(
    a: &mut Matrix<T>,
    j: usize,
    k: usize,
    c: T::Base,
    s: T::Base,
) {
    let (left, right) = a.column_pair(j, k);
    for (x, y) in left.iter_mut().zip(right) {
        let turned = x.scaled(c) + y.scaled(s);
        *y = y.scaled(c) - x.scaled(s);
        *x = turned;
    }
}

/// The eigenvalues of `[a b; b c]`, the one of greater absolute value first, and the
/// unit eigenvector `(cs, sn)` of that one.
pub(crate) fn symmetric_2x2<R: RealScalar>(a: R, b: R, c: R) -> (R, R, R, R) {
    let half = R::of(0.5);
    let (sum, difference) = (a + c, a - c);
    let size = difference.magnitude();
    let twice = b + b;
    let off = twice.magnitude();
    let (greater, lesser) = if a.magnitude() > c.magnitude() { (a, c) } else { (c, a) };
    let root = if size > off {
        size * (R::ONE + (off / size) * (off / size)).root()
    } else if size < off {
        off * (R::ONE + (size / off) * (size / off)).root()
    } else {
        off * R::of(2.0).root()
    };
    let (first, second, sign1);
    if sum < R::ZERO {
        first = half * (sum - root);
        sign1 = -1;
        second = (greater / first) * lesser - (b / first) * b;
    } else if sum > R::ZERO {
        first = half * (sum + root);
        sign1 = 1;
        second = (greater / first) * lesser - (b / first) * b;
    } else {
        first = half * root;
        second = -half * root;
        sign1 = 1;
    }
    let (cs, sign2) =
        if difference >= R::ZERO { (difference + root, 1) } else { (difference - root, -1) };
    let (mut c1, mut s1);
    if cs.magnitude() > off {
        let t = -twice / cs;
        s1 = R::ONE / (R::ONE + t * t).root();
        c1 = t * s1;
    } else if off == R::ZERO {
        c1 = R::ONE;
        s1 = R::ZERO;
    } else {
        let t = -cs / twice;
        c1 = R::ONE / (R::ONE + t * t).root();
        s1 = t * c1;
    }
    if sign1 == sign2 {
        let t = c1;
        c1 = -s1;
        s1 = t;
    }
    (first, second, c1, s1)
}

/// The lesser singular value of `[f g; 0 h]`.
pub(crate) fn least_singular_value_2x2<R: RealScalar>(f: R, g: R, h: R) -> R {
    let (fa, ga, ha) = (f.magnitude(), g.magnitude(), h.magnitude());
    let (least, greatest) = (fa.lesser(ha), fa.greater(ha));
    if least == R::ZERO {
        return R::ZERO;
    }
    let a = R::ONE + least / greatest;
    let t = (greatest - least) / greatest;
    if ga < greatest {
        let u = (ga / greatest) * (ga / greatest);
        let c = R::of(2.0) / ((a * a + u).root() + (t * t + u).root());
        return least * c;
    }
    let u = greatest / ga;
    if u == R::ZERO {
        return (least * greatest) / ga;
    }
    let c = R::ONE / ((R::ONE + (a * u) * (a * u)).root() + (R::ONE + (t * u) * (t * u)).root());
    let result = (least * c) * u;
    result + result
}

/// The singular values of `[f g; 0 h]` with their rotations.
pub(crate) struct Svd2x2<R> {
    pub(crate) least: R,
    pub(crate) greatest: R,
    pub(crate) sin_right: R,
    pub(crate) cos_right: R,
    pub(crate) sin_left: R,
    pub(crate) cos_left: R,
}

/// The singular value decomposition of `[f g; 0 h]`.
pub(crate) fn svd_2x2<R: RealScalar>(f: R, g: R, h: R) -> Svd2x2<R> {
    let two = R::of(2.0);
    let sign = |x: R| R::ONE.with_sign(x);
    let swap = h.magnitude() > f.magnitude();
    let (ft, ht) = if swap { (h, f) } else { (f, h) };
    let (fa, ha) = (ft.magnitude(), ht.magnitude());
    let mut greatest_at = if swap { 3 } else { 1 };
    let ga = g.magnitude();
    let (mut least, mut greatest);
    let (cl, cr, sl, sr);
    if ga == R::ZERO {
        (least, greatest) = (ha, fa);
        (cl, cr, sl, sr) = (R::ONE, R::ONE, R::ZERO, R::ZERO);
    } else if ga > fa && fa / ga < R::EPSILON * R::of(0.5) {
        greatest_at = 2;
        greatest = ga;
        least = if ha > R::ONE { fa / (ga / ha) } else { (fa / ga) * ha };
        (cl, sl, sr, cr) = (R::ONE, ht / g, R::ONE, ft / g);
    } else {
        if ga > fa {
            greatest_at = 2;
        }
        let d = fa - ha;
        let l = if d == fa { R::ONE } else { d / fa };
        let m = g / ft;
        let t = two - l;
        let (mm, tt) = (m * m, t * t);
        let s = (tt + mm).root();
        let r = if l == R::ZERO { m.magnitude() } else { (l * l + mm).root() };
        let a = R::of(0.5) * (s + r);
        least = ha / a;
        greatest = fa * a;
        let t = if mm == R::ZERO {
            if l == R::ZERO { two.with_sign(ft) * sign(g) } else { g / d.with_sign(ft) + m / t }
        } else {
            (m / (s + t) + m / (r + l)) * (R::ONE + a)
        };
        let l = (t * t + R::of(4.0)).root();
        cr = two / l;
        sr = t / l;
        cl = (cr + sr * m) / a;
        sl = (ht / ft) * sr / a;
    }
    let (cos_left, sin_left, cos_right, sin_right) =
        if swap { (sr, cr, sl, cl) } else { (cl, sl, cr, sr) };
    let turn = match greatest_at {
        1 => sign(cos_right) * sign(cos_left) * sign(f),
        2 => sign(sin_right) * sign(cos_left) * sign(g),
        _ => sign(sin_right) * sign(sin_left) * sign(h),
    };
    greatest = greatest.with_sign(turn);
    least = least.with_sign(turn * sign(f) * sign(h));
    Svd2x2 { least, greatest, sin_right, cos_right, sin_left, cos_left }
}
