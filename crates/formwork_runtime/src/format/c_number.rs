//! Numbers as C's `printf` writes them: `%e`, `%f`, `%g`.

/// No double has more decimals than this: what comes after them are zeros.
const DECIMALS: usize = 1100;

/// Zeros after the last decimal that a number can have.
fn zeros_after(precision: usize) -> String {
    let count = precision.saturating_sub(DECIMALS);
    crate::memory::demand::<u8>(count);
    "0".repeat(count)
}

/// `%.{precision}e` of a finite number, without padding.
pub fn exponent(x: f64, precision: usize) -> String {
    let text = format!("{x:.0$e}", precision.min(DECIMALS));
    let (mantissa, power) = text.split_once('e').unwrap_or((&text, "0"));
    let mantissa = format!("{mantissa}{}", zeros_after(precision));
    let (sign, digits) = match power.strip_prefix('-') {
        Some(digits) => ('-', digits),
        None => ('+', power),
    };
    format!("{mantissa}e{sign}{digits:0>2}")
}

/// `%.{precision}f` of a finite number, without padding.
pub fn fixed(x: f64, precision: usize) -> String {
    format!("{x:.0$}{1}", precision.min(DECIMALS), zeros_after(precision))
}

/// `%.{precision}g` of a finite number, without padding; `alternate` keeps the zeros
/// at the end, as `#` does.
pub fn general(x: f64, precision: usize, alternate: bool) -> String {
    let precision = precision.max(1);
    let scientific = exponent(x, precision - 1);
    let (mantissa, power) = scientific.split_once('e').unwrap_or((&scientific, "0"));
    let power: i64 = power.parse().unwrap_or(0);
    if power < -4 || power >= precision as i64 {
        if alternate {
            return scientific;
        }
        return format!(
            "{}e{}",
            without_trailing_zeros(mantissa),
            &scientific[mantissa.len() + 1..]
        );
    }
    let decimals = (precision as i64 - 1 - power).max(0) as usize;
    let text = fixed(x, decimals);
    if alternate { text } else { without_trailing_zeros(&text).to_owned() }
}

/// `%g` of any number.
///
/// ```
/// use formwork_runtime::format::c_number::percent_g;
/// assert_eq!(percent_g(1e6), "1e+06");
/// assert_eq!(percent_g(f64::NEG_INFINITY), "-inf");
/// ```
#[must_use]
pub fn percent_g(x: f64) -> String {
    if x.is_nan() {
        return if x.is_sign_negative() { "-nan" } else { "nan" }.to_owned();
    }
    if x.is_infinite() {
        return if x > 0.0 { "inf" } else { "-inf" }.to_owned();
    }
    general(x, 6, false)
}

fn without_trailing_zeros(text: &str) -> &str {
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_c_writes_them() {
        assert_eq!(exponent(12345.678, 4), "1.2346e+04");
        assert_eq!(exponent(1e-100, 2), "1.00e-100");
        assert_eq!(exponent(0.0, 0), "0e+00");
        let long = fixed(0.1, 70_000);
        assert!(long.starts_with("0.1000000000000000055511151231257827") && long.len() == 70_002);
        assert_eq!(exponent(0.1, 70_000).len(), 70_006);
        assert_eq!(general(0.5, 70_000, false), "0.5");
        assert_eq!(fixed(0.125, 2), "0.12");
        assert_eq!(fixed(-0.0, 1), "-0.0");
        assert_eq!(general(100000.0, 5, false), "1e+05");
        assert_eq!(general(0.0001, 5, false), "0.0001");
        assert_eq!(general(0.00001234, 3, false), "1.23e-05");
        assert_eq!(general(1.5, 5, true), "1.5000");
        assert_eq!(general(99999.6, 5, false), "1e+05");
    }
}
