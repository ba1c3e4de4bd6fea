//! Elliptic integrals and functions, and Legendre functions.

use formwork_runtime::{Array, C64, Class, Dims, Error, Result, Value};

use crate::context::{Args, Context, Values, one};
use crate::row::{Arity, Evidence, Output, Row, pure};
use crate::rules::{ClassRule, ShapeRule};

const DOUBLE: Output = Output::new(ShapeRule::Special, ClassRule::Is(Class::Double));

pub(crate) const ROWS: &[Row] = &[
    pure(
        "ellipke",
        Arity::between(1, 2),
        &[
            Output::new(ShapeRule::Like(0), ClassRule::Is(Class::Double)),
            Output::new(ShapeRule::Like(0), ClassRule::Is(Class::Double)),
        ],
        ellipke,
        "The complete elliptic integrals of the first and second kind.",
    )
    .compared(Evidence::Numbers)
    .doubted_of_numbers(),
    pure(
        "ellipj",
        Arity::between(2, 3),
        &[DOUBLE, DOUBLE, DOUBLE, DOUBLE],
        ellipj,
        "Jacobi's elliptic functions sn, cn and dn.",
    ),
    pure(
        "legendre",
        Arity::between(2, 3),
        &[Output::new(ShapeRule::Special, ClassRule::Float)],
        legendre,
        "The associated Legendre functions of a degree.",
    )
    .folding(crate::folding::small)
    .compared(Evidence::Numbers),
];

/// The integrals of the first and second kind, by arithmetic and geometric means.
fn complete(m: f64, tolerance: f64) -> Option<(f64, f64)> {
    if m == 1.0 {
        return Some((f64::INFINITY, 1.0));
    }
    // A negative parameter is brought between 0 and 1.
    let negative = m < 0.0;
    let factor = 1.0 / (1.0 - m).sqrt();
    let parameter = if negative { -m / (1.0 - m) } else { m };
    let (mut a, mut b, mut c) = (1.0, (1.0 - parameter).sqrt(), parameter.sqrt());
    let (mut sum, mut weight) = (c * c / 2.0, 0.5);
    for _ in 0..16 {
        if c / a < tolerance {
            let k = std::f64::consts::FRAC_PI_2 / a;
            let e = k * (1.0 - sum);
            return Some(if negative { (k * factor, e / factor) } else { (k, e) });
        }
        let mean = (a + b) / 2.0;
        c = (a - b) / 2.0;
        b = (a * b).sqrt();
        a = mean;
        weight *= 2.0;
        sum += weight * c * c;
    }
    None
}

fn ellipke(_cx: &mut dyn Context, args: Args, nargout: usize) -> Result<Values> {
    let value = &args[0];
    if value.is_complex() || !value.is_arithmetic() {
        return Err(Error::plain("ellipke: M must be real"));
    }
    let array = value.to_f64_array().ok_or_else(|| Error::plain("ellipke: M must be real"))?;
    if array.as_slice().iter().any(|&m| m > 1.0) {
        return Err(Error::plain("ellipke: M must be <= 1"));
    }
    let tolerance = match args.get(1) {
        Some(tolerance) if !tolerance.is_empty() => tolerance
            .to_f64()
            .filter(|&x| x > 0.0 && tolerance.is_scalar())
            .ok_or_else(|| Error::plain("ellipke: TOL must be a real scalar > 0"))?,
        _ if value.class() == Class::Single => f64::from(f32::EPSILON),
        _ if value.class().is_float() => f64::EPSILON,
        _ => return Err(Error::plain("eps: invalid class name")),
    };
    let mut integrals = Vec::with_capacity(array.numel());
    for &m in array.as_slice() {
        integrals.push(
            complete(m, tolerance).ok_or_else(|| {
                Error::plain("ellipke: algorithm did not converge in 16 iterations")
            })?,
        );
    }
    let part = |f: fn(&(f64, f64)) -> f64| {
        Value::Double(Array::new(array.dims().clone(), integrals.iter().map(f).collect()))
    };
    let mut outputs = Values::from_iter([part(|ke| ke.0)]);
    if nargout > 1 {
        outputs.push(part(|ke| ke.1));
    }
    Ok(outputs)
}

/// sn, cn and dn of a real argument, and an error bound.
fn jacobi(u: f64, m: f64) -> [f64; 4] {
    const STEPS: usize = 16;
    if !(0.0..=1.0).contains(&m) {
        return [f64::NAN; 4];
    }
    let small = f64::EPSILON.sqrt();
    if m < small {
        // Circular functions and their first correction.
        let (sin, cos) = u.sin_cos();
        let turn = 0.25 * m * (u - sin * cos);
        return [sin - turn * cos, cos + turn * sin, 1.0 - 0.5 * m * sin * sin, 0.0];
    }
    if m >= 1.0 - small {
        let rest = 1.0 - m;
        let (sinh, cosh, tanh) = (u.sinh(), u.cosh(), u.tanh());
        let sech = 1.0 / cosh;
        return [
            tanh + 0.25 * rest * (sinh * cosh - u) * sech * sech,
            sech - 0.25 * rest * (sinh * cosh - u) * tanh * sech,
            sech + 0.25 * rest * (sinh * cosh + u) * tanh * sech,
            0.0,
        ];
    }
    let mut means = [(0.0, 0.0); STEPS];
    let (mut a, mut b) = (1.0, (1.0 - m).sqrt());
    means[0] = (1.0, m.sqrt());
    let mut steps = 0;
    while steps < STEPS - 1 && means[steps].1 > f64::EPSILON {
        let mean = (a + b) / 2.0;
        steps += 1;
        means[steps] = (mean, (a - b) / 2.0);
        b = (a * b).sqrt();
        a = mean;
    }
    let mut phi = 2f64.powi(steps as i32) * means[steps].0 * u;
    let mut before = phi;
    for k in (1..=steps).rev() {
        before = phi;
        phi = ((means[k].1 * phi.sin() / means[k].0).asin() + phi) / 2.0;
    }
    let (sn, cn) = phi.sin_cos();
    let dn = {
        let quotient = (before - phi).cos();
        if steps == 0 || quotient.abs() < 0.1 { (1.0 - m * sn * sn).sqrt() } else { cn / quotient }
    };
    [sn, cn, dn, 0.0]
}

fn complex_jacobi(u: C64, m: f64) -> [C64; 4] {
    let [s1, c1, d1, error] = jacobi(u.re, m);
    if u.im == 0.0 {
        return [s1.into(), c1.into(), d1.into(), error.into()];
    }
    // Jacobi's imaginary transformation and the addition theorems.
    let [s2, c2, d2, _] = jacobi(u.im, 1.0 - m);
    let denominator = c2 * c2 + m * s1 * s1 * s2 * s2;
    [
        C64::new(s1 * d2 / denominator, c1 * d1 * s2 * c2 / denominator),
        C64::new(c1 * c2 / denominator, -s1 * d1 * s2 * d2 / denominator),
        C64::new(d1 * c2 * d2 / denominator, -m * s1 * c1 * s2 / denominator),
        error.into(),
    ]
}

fn ellipj(cx: &mut dyn Context, args: Args, nargout: usize) -> Result<Values> {
    let unreadable =
        |name: &str| Error::plain(format!("ellipj: {name} must be a scalar or matrix"));
    if !args[0].is_arithmetic() || args[0].is_char() {
        return Err(unreadable("U"));
    }
    if !args[1].is_arithmetic() || args[1].is_char() {
        return Err(unreadable("M"));
    }
    let u = args[0].to_c64_array().ok_or_else(|| unreadable("U"))?.into_owned();
    let m = args[1].to_f64_array().ok_or_else(|| unreadable("M"))?.into_owned();
    let (u_dims, m_dims) = (u.dims().clone(), m.dims().clone());
    let grid = u_dims.is_column() && m_dims.is_row();
    let fits = u_dims.is_scalar() || m_dims.is_scalar() || u_dims == m_dims || grid;
    if !fits {
        return Err(Error::plain("ellipj: Invalid size combination for U and M"));
    }
    if m.as_slice().iter().any(|m| !(0.0..=1.0).contains(m)) {
        cx.warn("Octave:ellipj-invalid-m", "ellipj: invalid M value, required value 0 <= M <= 1")?;
    }
    let result = formwork_runtime::ops::zip("ellipj", &u, &m, complex_jacobi)?;
    let mut outputs = Values::new();
    for k in 0..nargout.clamp(1, 4) {
        outputs.push(Value::Complex(result.map(|parts| parts[k])).narrowed());
    }
    Ok(outputs)
}

fn legendre(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let degree = args[0]
        .to_f64()
        .filter(|&n| args[0].is_scalar() && !args[0].is_complex() && n >= 0.0 && n.fract() == 0.0)
        .ok_or_else(|| Error::plain("legendre: N must be a real non-negative integer"))?;
    let outside =
        || Error::plain("legendre: X must be real-valued vector in the range -1 <= X <= 1");
    let x = &args[1];
    if x.is_complex() {
        return Err(outside());
    }
    let array = x.to_f64_array().ok_or_else(outside)?;
    if array.as_slice().iter().any(|x| !(-1.0..=1.0).contains(x)) {
        return Err(outside());
    }
    let kind = match args.get(2) {
        None => "unnorm".to_owned(),
        Some(option) => option.as_text().unwrap_or_default().to_ascii_lowercase(),
    };
    if !matches!(kind.as_str(), "unnorm" | "norm" | "sch") {
        return Err(Error::plain(
            "legendre: NORMALIZATION option must be \"unnorm\", \"norm\", or \"sch\"",
        ));
    }
    let n = degree as usize;
    let mut data = Vec::with_capacity((n + 1) * array.numel());
    for &x in array.as_slice() {
        data.extend(associated(n, x, &kind));
    }
    let mut extents = vec![n + 1];
    let dims = array.dims();
    if dims.is_vector() || dims.is_empty() {
        extents.push(array.numel());
    } else {
        extents.extend(dims.as_slice());
    }
    let result = Array::new(Dims::new(&extents), data);
    if x.class() == Class::Single || args[0].class() == Class::Single {
        return one(result.map(|&x| x as f32));
    }
    one(result)
}

/// The functions of order 0 to `n` at `x`.
fn associated(n: usize, x: f64, kind: &str) -> Vec<f64> {
    let sine = (1.0 - x * x).sqrt();
    (0..=n)
        .map(|m| {
            let order = m as f64;
            // Normalised so that neither large nor small numbers overflow: the function
            // of degree m and order m, and then upwards in the degree.
            let mut diagonal = 1.0;
            for k in 1..=m {
                let k = k as f64;
                diagonal *= match kind {
                    "unnorm" => -(2.0 * k - 1.0) * sine,
                    _ => ((2.0 * k - 1.0) / (2.0 * k)).sqrt() * sine,
                };
            }
            let (mut lower, mut value) = (0.0, diagonal);
            for l in m + 1..=n {
                let l = l as f64;
                let next = match kind {
                    "unnorm" => {
                        ((2.0 * l - 1.0) * x * value - (l + order - 1.0) * lower) / (l - order)
                    }
                    _ => {
                        let scale = ((l - order) * (l + order)).sqrt();
                        let below = ((l - order - 1.0) * (l + order - 1.0)).max(0.0).sqrt();
                        ((2.0 * l - 1.0) * x * value - below * lower) / scale
                    }
                };
                lower = value;
                value = next;
            }
            match kind {
                "norm" => value * (n as f64 + 0.5).sqrt(),
                "sch" if m > 0 => value * std::f64::consts::SQRT_2,
                _ => value,
            }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn close(actual: f64, expected: f64) {
        assert!((actual - expected).abs() <= 4e-15 * expected.abs(), "{actual} is not {expected}");
    }

    #[test]
    fn values_agree_with_octave() {
        let (k, e) = complete(0.5, f64::EPSILON).unwrap();
        close(k, 1.854_074_677_301_371_7);
        close(e, 1.350_643_881_047_675);
        close(complete(-1.0, f64::EPSILON).unwrap().0, 1.311_028_777_146_059_6);
        let [sn, cn, dn, _] = jacobi(0.2, 0.81);
        close(sn, 0.197_620_823_671_876_47);
        close(cn, 0.980_278_536_973_675_2);
        close(dn, 0.984_056_028_964_566_5);
        let [sn, cn, dn, _] = complex_jacobi(C64::new(0.2, 0.4), 0.6);
        close(sn.re, 0.224_518_743_270_379_2);
        close(cn.im, -0.085_555_617_883_746_78);
        close(dn.re, 1.034_429_926_213_550_3);
        let unnormalised = associated(2, 0.1, "unnorm");
        close(unnormalised[0], -0.485);
        close(unnormalised[1], -0.298_496_231_131_986_03);
        close(unnormalised[2], 2.97);
        close(associated(2, 0.5, "norm")[1], 0.838_525_491_562_421_2);
        close(associated(2, 0.5, "sch")[2], 0.649_519_052_838_329);
    }
}
