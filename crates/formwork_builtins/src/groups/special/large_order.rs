//! Bessel functions of orders so large that no recurrence reaches them: expansions that
//! hold uniformly in the argument, which is real and positive, and what Octave gives for
//! orders without bound.

use std::f64::consts::PI;

use formwork_runtime::C64;

use super::cylinder::airy_function;

/// Which function.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Function {
    J,
    Y,
    I,
    K,
}

/// From this order on the expansions are as exact as rounding lets anything be.
const LARGE: f64 = 1e6;

/// So near to the turning point, series are more exact than differences.
const NEAR: f64 = 1e-4;

/// The value, if the order is one for this module.
pub(super) fn of_large_order(function: Function, nu: f64, z: C64, scaled: bool) -> Option<C64> {
    if nu.is_infinite() {
        return Some(of_infinite_order(function, nu, z));
    }
    if nu < LARGE || z.im != 0.0 || z.re <= 0.0 || z.re.is_infinite() {
        return None;
    }
    let x = z.re;
    let value = match function {
        Function::J | Function::Y => oscillating(function, nu, x),
        Function::I | Function::K => growing(function, nu, x, if scaled { x } else { 0.0 }),
    };
    Some(C64::new(value, 0.0))
}

fn of_infinite_order(function: Function, nu: f64, z: C64) -> C64 {
    let at_zero = z.re == 0.0 && z.im == 0.0;
    let real = |x: f64| C64::new(x, 0.0);
    match function {
        Function::K if at_zero => real(f64::INFINITY),
        Function::K => real(f64::NAN),
        _ if nu < 0.0 => C64::new(f64::NAN, f64::NAN),
        Function::J if at_zero => real(f64::NAN),
        Function::J | Function::I => real(0.0),
        Function::Y if at_zero => real(f64::NEG_INFINITY),
        Function::Y => real(f64::NAN),
    }
}

/// I and K by Debye's expansion, times `exp (-shift)` or `exp (shift)`.
fn growing(function: Function, nu: f64, x: f64, shift: f64) -> f64 {
    let z = x / nu;
    let root = z.hypot(1.0);
    let t = 1.0 / root;
    let exponent = nu * (root + (z / (1.0 + root)).ln());
    let first = (3.0 * t - 5.0 * t.powi(3)) / 24.0 / nu;
    match function {
        Function::K => (PI / (2.0 * nu * root)).sqrt() * (shift - exponent).exp() * (1.0 - first),
        _ => (exponent - shift).exp() / (2.0 * PI * nu * root).sqrt() * (1.0 + first),
    }
}

/// J and Y.
fn oscillating(function: Function, nu: f64, x: f64) -> f64 {
    let z = x / nu;
    // The difference to the turning point, without loss.
    let beyond = (x - nu) / nu;
    let square = beyond * (z + 1.0);
    let root = square.abs().sqrt();
    // Two thirds of the power 3/2 of the variable of the expansion.
    let area = if beyond.abs() < NEAR {
        let series = 1.0 / 3.0 - beyond * (0.15 - beyond * (23.0 / 224.0));
        (2.0 * beyond.abs()).powf(1.5) * series
    } else if square > 0.0 {
        root - root.atan()
    } else {
        ((1.0 + root) / z).ln() - root
    };
    let phase = nu * area;
    if square > 0.0 && phase > 200.0 {
        // Far from the turning point: Debye's expansion.
        let angle = phase - PI / 4.0;
        let cotangent = 1.0 / root;
        let first = (3.0 * cotangent + 5.0 * cotangent.powi(3)) / 24.0 / nu;
        let scale = (2.0 / (PI * nu * root)).sqrt();
        return match function {
            Function::J => scale * (angle.cos() + first * angle.sin()),
            _ => scale * (angle.sin() - first * angle.cos()),
        };
    }
    let zeta = (1.5 * area).powf(2.0 / 3.0).copysign(-beyond);
    let (factor, second) = if beyond.abs() < NEAR {
        let factor = 1.0 - beyond * (0.2 - beyond * (3.0 / 35.0));
        (2f64.cbrt() * factor, 2f64.cbrt() / 70.0)
    } else {
        let near = zeta.abs().sqrt();
        let bend =
            5.0 / (24.0 * root.powi(3)) + if square > 0.0 { 1.0 } else { -1.0 } / (8.0 * root);
        ((4.0 * zeta / -square).powf(0.25), bend / near - 5.0 / (48.0 * zeta * zeta))
    };
    let third = nu.cbrt();
    let at = C64::new(zeta * third * third, 0.0);
    let (value, slope) = match function {
        Function::J => (airy_function(0, at, false), airy_function(1, at, false)),
        _ => (-airy_function(2, at, false), -airy_function(3, at, false)),
    };
    factor * (value.re / third + slope.re * second / (nu * third * third))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(function: Function, nu: f64, x: f64, wanted: f64) {
        let value = of_large_order(function, nu, C64::new(x, 0.0), false).unwrap_or_default().re;
        assert!((value - wanted).abs() <= 2e-6 * wanted.abs(), "{function:?} {nu} {x}: {value}");
    }

    #[test]
    fn values_agree_with_octave() {
        check(Function::J, 1e8, 1e8, 0.000_963_694_403_858_225);
        check(Function::Y, 1e8, 1e8, -0.001_669_167_670_453_19);
        check(Function::J, 2e7, 2e7, 0.001_647_894_250_540_99);
        check(Function::Y, 2e7, 2e7, -0.002_854_236_567_451_42);
        check(Function::J, 2e7, 1e8, 7.332_652_470_817_1e-5);
        check(Function::Y, 2e7, 1e8, 3.347_677_381_623_26e-5);
        check(Function::J, 2e7, 3e7, 0.000_110_845_882_083_109);
        check(Function::Y, 2e7, 3e7, -0.000_127_215_140_644_319);
        check(Function::I, 1e8, 2e7, 0.0);
        assert!(growing(Function::K, 1e8, 2e7, 0.0).is_infinite());
    }
}
