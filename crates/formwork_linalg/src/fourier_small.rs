//! Transforms of short sequences whose length has no prime factor above five, with
//! exact rotations where there are any: a transform of small whole numbers then has
//! zeros where zeros belong.

use num_complex::Complex;

use crate::scalar::RealScalar;

/// The greatest length done here.
const LONGEST: usize = 64;

/// Whether a length is done here. Powers of two are left to the library, whose
/// rotations are exact for them.
pub(crate) fn is_short(length: usize) -> bool {
    let mut rest = length;
    for factor in [2, 3, 5] {
        while rest > 1 && rest.is_multiple_of(factor) {
            rest /= factor;
        }
    }
    rest == 1 && length <= LONGEST && !length.is_power_of_two()
}

/// `exp(-2 pi i k / n)`, from angles within the first octant, so that symmetric
/// values are exactly symmetric.
fn rotation<R: RealScalar>(k: usize, n: usize) -> Complex<R> {
    let k = k % n;
    // In eighths of a turn times n.
    let eighths = 8 * k;
    let (octant, rest) = (eighths / n, eighths % n);
    let angle = |part: usize| std::f64::consts::FRAC_PI_4 * part as f64 / n as f64;
    let (small, mirrored) = if octant % 2 == 0 { (rest, false) } else { (n - rest, true) };
    let (sin, cos) = if 3 * small == 2 * n {
        // A sixth of a turn past the octant's start: sin is one half.
        (0.5, 0.75f64.sqrt())
    } else {
        angle(small).sin_cos()
    };
    let (sin, cos) = if mirrored { (cos, sin) } else { (sin, cos) };
    let (sin, cos) = match octant / 2 {
        0 => (sin, cos),
        1 => (cos, -sin),
        2 => (-sin, -cos),
        _ => (-cos, sin),
    };
    Complex::new(R::of(cos), R::of(-sin))
}

fn add<R: RealScalar>(a: Complex<R>, b: Complex<R>) -> Complex<R> {
    Complex::new(a.re + b.re, a.im + b.im)
}

fn subtract<R: RealScalar>(a: Complex<R>, b: Complex<R>) -> Complex<R> {
    Complex::new(a.re - b.re, a.im - b.im)
}

fn multiply<R: RealScalar>(a: Complex<R>, b: Complex<R>) -> Complex<R> {
    Complex::new(a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re)
}

fn scale<R: RealScalar>(a: Complex<R>, factor: R) -> Complex<R> {
    Complex::new(a.re * factor, a.im * factor)
}

/// Times `-i`.
fn turned<R: RealScalar>(a: Complex<R>) -> Complex<R> {
    Complex::new(a.im, -a.re)
}

/// Transforms a short sequence forward.
pub(crate) fn forward<R: RealScalar>(x: &[Complex<R>]) -> Vec<Complex<R>> {
    let n = x.len();
    let Some(radix) = [4, 2, 3, 5].into_iter().find(|&radix| n.is_multiple_of(radix)) else {
        return x.to_vec();
    };
    let count = n / radix;
    let parts: Vec<Vec<Complex<R>>> = (0..radix)
        .map(|r| {
            let part: Vec<Complex<R>> = (0..count).map(|k| x[r + radix * k]).collect();
            forward(&part)
        })
        .collect();
    let mut result = vec![Complex::new(R::ZERO, R::ZERO); n];
    for k in 0..count {
        let mut t = [Complex::new(R::ZERO, R::ZERO); 5];
        for (r, part) in parts.iter().enumerate() {
            t[r] = if r == 0 || k == 0 { part[k] } else { multiply(part[k], rotation(r * k, n)) };
        }
        let outputs = butterfly(radix, t);
        for (q, &value) in outputs.iter().enumerate().take(radix) {
            result[k + count * q] = value;
        }
    }
    result
}

fn butterfly<R: RealScalar>(radix: usize, t: [Complex<R>; 5]) -> [Complex<R>; 5] {
    let zero = Complex::new(R::ZERO, R::ZERO);
    match radix {
        2 => [add(t[0], t[1]), subtract(t[0], t[1]), zero, zero, zero],
        3 => {
            let sum = add(t[1], t[2]);
            let middle = subtract(t[0], scale(sum, R::of(0.5)));
            let side = turned(scale(subtract(t[1], t[2]), R::of(0.75f64.sqrt())));
            [add(t[0], sum), add(middle, side), subtract(middle, side), zero, zero]
        }
        4 => {
            let (a, b) = (add(t[0], t[2]), subtract(t[0], t[2]));
            let (c, d) = (add(t[1], t[3]), turned(subtract(t[1], t[3])));
            [add(a, c), add(b, d), subtract(a, c), subtract(b, d), zero]
        }
        _ => {
            let root = R::of(5f64.sqrt() / 4.0);
            let turn = 2.0 * std::f64::consts::PI / 5.0;
            let (s1, s2) = (R::of(turn.sin()), R::of((2.0 * turn).sin()));
            let (a, b) = (add(t[1], t[4]), add(t[2], t[3]));
            let (c, d) = (subtract(t[1], t[4]), subtract(t[2], t[3]));
            let sum = add(a, b);
            let base = subtract(t[0], scale(sum, R::of(0.25)));
            let spread = scale(subtract(a, b), root);
            let (p, q) = (add(base, spread), subtract(base, spread));
            let u = turned(add(scale(c, s1), scale(d, s2)));
            let v = turned(subtract(scale(c, s2), scale(d, s1)));
            [add(t[0], sum), add(p, u), add(q, v), subtract(q, v), subtract(p, u)]
        }
    }
}
