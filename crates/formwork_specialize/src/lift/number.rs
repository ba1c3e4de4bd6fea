//! Real and complex numbers, one at a time.

use formwork_runtime::C64;
use formwork_syntax::Number;

/// The NaN that the word `NaN` gives; the sign of a NaN means nothing.
const NAN_BITS: u64 = 0x7FF8_0000_0000_0000;

/// The number that is written for `value` with so many significant digits.
pub(super) fn rounded(value: f64, precision: Option<usize>) -> f64 {
    match precision {
        Some(digits) if value.is_finite() && value.fract() != 0.0 => {
            let text = format!("{value:.*e}", digits.max(1) - 1);
            text.parse().unwrap_or(value)
        }
        _ => value,
    }
}

/// The shortest text of a real number; `None` for a NaN that carries something.
pub(super) fn real_text(value: f64) -> Option<String> {
    if value.is_nan() {
        // The sign is to be seen in complex numbers and in messages.
        let plain = value.to_bits() == NAN_BITS;
        return plain.then(|| "NaN".to_owned());
    }
    if value.is_infinite() {
        return Some(if value > 0.0 { "Inf" } else { "-Inf" }.to_owned());
    }
    Some(Number::Real(value).text())
}

/// The double that is written for a number of class single: the one with the shortest
/// text among those that are rounded to it.
pub(super) fn double_for_single(value: f32) -> f64 {
    if value.is_nan() {
        return if value.to_bits() == f32::NAN.to_bits() {
            f64::NAN
        } else {
            // Whatever it carries, it is not written.
            f64::from_bits(NAN_BITS | 1)
        };
    }
    let exact = f64::from(value);
    let short = format!("{value:e}").parse().unwrap_or(exact);
    // Rounding twice may lead elsewhere than rounding once.
    #[expect(clippy::cast_possible_truncation, reason = "to see what the rounding gives")]
    let back = short as f32;
    if back.to_bits() == value.to_bits() { short } else { exact }
}

/// The text of a complex number as a sum, or of its real part alone if the imaginary one
/// is zero; `None` if the sum would give another number.
pub(super) fn complex_text(value: C64) -> Option<String> {
    let C64 { re, im } = value;
    if im.is_nan() || im.is_infinite() || (im == 0.0 && im.is_sign_negative()) {
        return None;
    }
    let real = real_text(re)?;
    if im == 0.0 {
        return Some(real);
    }
    let imaginary = format!("{}i", real_text(im.abs())?);
    let negative_zero = re == 0.0 && re.is_sign_negative();
    if im < 0.0 {
        return Some(format!("{real} - {imaginary}"));
    }
    if negative_zero {
        return None;
    }
    Some(if re == 0.0 { imaginary } else { format!("{real} + {imaginary}") })
}
