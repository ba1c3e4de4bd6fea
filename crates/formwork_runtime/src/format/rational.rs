//! Numbers as fractions: `format rat`, `rats`.

/// A number as the simplest fraction that is as close as `width` characters allow;
/// zero: as `format rat` shows a scalar.
#[must_use]
pub fn rational(x: f64, width: usize) -> String {
    let width = if width == 0 { 9 } else { width };
    if x.is_nan() {
        return "NaN".to_owned();
    }
    if x.is_infinite() {
        return if x > 0.0 { "Inf" } else { "-Inf" }.to_owned();
    }
    if x.round() == x {
        return format!("{x:.0}").replace("-0", "0");
    }
    let mut last = (1.0f64, 0.0f64);
    let whole = x.round();
    let mut current = (whole, 1.0f64);
    let mut rest = x - whole;
    let mut text = format!("{whole:.0}");
    loop {
        if (x - current.0 / current.1).abs() < f64::EPSILON {
            break;
        }
        let flipped = 1.0 / rest;
        let step = flipped.round();
        rest = flipped - step;
        let next = (step * current.0 + last.0, step * current.1 + last.1);
        last = current;
        current = next;
        if current.0.abs() > f64::from(i32::MAX) || current.1.abs() > f64::from(i32::MAX) {
            break;
        }
        let (top, bottom) = if current.1 < 0.0 { (-current.0, -current.1) } else { current };
        let candidate = format!("{top:.0}/{bottom:.0}");
        if candidate.len() > width {
            break;
        }
        text = candidate;
    }
    text
}
