//! The limits and ticks that axes choose for data.

/// The distance between ticks for data from `low` to `high`: one, two or five times a power of
/// ten, so that there are about five of them (Lewart's scaling).
fn tick_distance(low: f64, high: f64) -> f64 {
    let wanted = (high - low) / 5.0;
    if wanted.is_nan() || wanted <= 0.0 || !wanted.is_finite() {
        return 1.0;
    }
    let power = 10_f64.powf(wanted.log10().floor());
    let mantissa = wanted / power;
    if mantissa < 2_f64.sqrt() {
        power
    } else if mantissa < 10_f64.sqrt() {
        2.0 * power
    } else if mantissa < 50_f64.sqrt() {
        5.0 * power
    } else {
        10.0 * power
    }
}

/// The limits for data from `low` to `high`.
pub(crate) fn nice_limits(low: f64, high: f64, is_log: bool) -> (f64, f64) {
    if !low.is_finite() || !high.is_finite() || low > high {
        return (0.0, 1.0);
    }
    if is_log {
        if low <= 0.0 {
            return (1.0, 10.0);
        }
        let (from, to) = (low.log10().floor(), high.log10().ceil());
        let to = if from == to { from + 1.0 } else { to };
        return (10_f64.powf(from), 10_f64.powf(to));
    }
    let (mut low, mut high) = (low, high);
    if high - low < f64::EPSILON.sqrt() * low.abs().max(f64::MIN_POSITIVE) || low == high {
        if low == 0.0 {
            return (-1.0, 1.0);
        }
        low -= 0.1 * low.abs();
        high += 0.1 * high.abs();
    }
    let distance = tick_distance(low, high);
    (distance * (low / distance).floor(), distance * (high / distance).ceil())
}

/// The ticks between two limits.
pub(crate) fn ticks(low: f64, high: f64, is_log: bool) -> Vec<f64> {
    if is_log && low > 0.0 {
        let (from, to) = (low.log10().ceil() as i32, high.log10().floor() as i32);
        return (from..=to.min(from.saturating_add(400))).map(|power| 10_f64.powi(power)).collect();
    }
    let distance = tick_distance(low, high);
    let (from, to) = ((low / distance).ceil(), (high / distance).floor());
    if !(to - from).is_finite() || to - from > 1000.0 {
        return vec![low, high];
    }
    (0..=(to - from) as u32).map(|step| (from + f64::from(step)) * distance).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_are_those_of_the_ticks_around() {
        assert_eq!(nice_limits(0.0, 37.0, false), (0.0, 40.0));
        assert_eq!(nice_limits(1.0, 3.0, false), (1.0, 3.0));
        assert_eq!(nice_limits(0.0, 0.0, false), (-1.0, 1.0));
        assert_eq!(nice_limits(0.5, 99.0, true), (0.1, 100.0));
        let (low, high) = nice_limits(5.0, 5.0, false);
        assert!((low - 4.4).abs() < 1e-12 && (high - 5.6).abs() < 1e-12, "{low} {high}");
    }

    #[test]
    fn ticks_are_inside() {
        assert_eq!(ticks(0.0, 40.0, false), [0.0, 10.0, 20.0, 30.0, 40.0]);
        assert_eq!(ticks(1.0, 1000.0, true), [1.0, 10.0, 100.0, 1000.0]);
    }
}
