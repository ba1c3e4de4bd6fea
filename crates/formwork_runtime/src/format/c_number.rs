//! Numbers as C's `printf` writes them: `%e`, `%f`, `%g`.

/// `%.{precision}e` of a finite number, without padding.
pub fn exponent(x: f64, precision: usize) -> String {
    let text = format!("{x:.precision$e}");
    let (mantissa, power) = text.split_once('e').unwrap_or((&text, "0"));
    let (sign, digits) = match power.strip_prefix('-') {
        Some(digits) => ('-', digits),
        None => ('+', power),
    };
    format!("{mantissa}e{sign}{digits:0>2}")
}

/// `%.{precision}f` of a finite number, without padding.
pub fn fixed(x: f64, precision: usize) -> String {
    format!("{x:.precision$}")
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
        assert_eq!(fixed(0.125, 2), "0.12");
        assert_eq!(fixed(-0.0, 1), "-0.0");
        assert_eq!(general(100000.0, 5, false), "1e+05");
        assert_eq!(general(0.0001, 5, false), "0.0001");
        assert_eq!(general(0.00001234, 3, false), "1.23e-05");
        assert_eq!(general(1.5, 5, true), "1.5000");
        assert_eq!(general(99999.6, 5, false), "1e+05");
    }
}
