//! How wide numbers are and in which style they are written, chosen from the
//! magnitudes of all the numbers that are shown together.

use super::c_number;
use super::{Format, Notation};

/// The bits of the missing value `NA`.
const MISSING: u64 = 0x7ff8_40f4_4000_0000;

/// How the digits of a number are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Style {
    /// So many decimals.
    Fixed(usize),
    /// So many significant digits, as few characters as possible.
    General(usize),
    /// So many decimals and an exponent.
    Exponent(usize),
    /// So many decimals and an exponent that is a multiple of three, of so many digits.
    Engineering(usize, usize),
    /// The sign only.
    Sign,
    /// The bytes.
    Hex {
        /// Of a single.
        single: bool,
    },
    /// The bits.
    Bits {
        /// Of a single.
        single: bool,
    },
    /// A fraction.
    Rational,
}

/// How each number of an array is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Layout {
    /// The least width.
    pub(super) width: usize,
    /// The style.
    pub(super) style: Style,
}

/// How each number of a complex array is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ComplexLayout {
    /// The real parts.
    pub(super) real: Layout,
    /// The imaginary parts.
    pub(super) imaginary: Layout,
    /// `format bank`, which shows no imaginary parts.
    pub(super) money: bool,
}

impl Layout {
    /// Appends a number, padded to the width.
    pub(super) fn write(self, out: &mut Vec<u8>, x: f64) {
        let width = self.width;
        match self.style {
            Style::Hex { single } => {
                let text = if single {
                    format!("{:08x}", (x as f32).to_bits())
                } else {
                    format!("{:016x}", x.to_bits())
                };
                return pad(out, &text, width);
            }
            Style::Bits { single } => {
                let text = if single {
                    format!("{:032b}", (x as f32).to_bits())
                } else {
                    format!("{:064b}", x.to_bits())
                };
                return pad(out, &text, width);
            }
            Style::Sign => return out.push(sign_of(x)),
            Style::Rational if x.is_nan() => return pad(out, "0/0", width),
            Style::Rational if x.is_infinite() => {
                return pad(out, if x > 0.0 { "1/0" } else { "-1/0" }, width);
            }
            _ if x.is_nan() => {
                let missing = x.to_bits() == MISSING;
                return pad(out, if missing { "NA" } else { "NaN" }, width);
            }
            _ if x.is_infinite() => return pad(out, if x > 0.0 { "Inf" } else { "-Inf" }, width),
            _ => {}
        }
        if x == 0.0 {
            return pad(out, "0", width);
        }
        match self.style {
            Style::Fixed(precision) => pad(out, &c_number::fixed(x, precision), width),
            Style::General(precision) => pad(out, &c_number::general(x, precision, false), width),
            Style::Exponent(precision) => pad(out, &c_number::exponent(x, precision), width),
            Style::Rational => pad(out, &super::rational::rational(x, width), width),
            Style::Engineering(decimals, digits) => {
                pad(out, &engineering(x, decimals, digits), width);
            }
            Style::Hex { .. } | Style::Bits { .. } | Style::Sign => {}
        }
    }
}

/// The sign of a number, blank for none.
pub(super) fn sign_of(x: f64) -> u8 {
    if x > 0.0 {
        b'+'
    } else if x < 0.0 {
        b'-'
    } else {
        b' '
    }
}

/// A finite number with an exponent that is a multiple of three.
fn engineering(x: f64, decimals: usize, digits: usize) -> String {
    let power = (self::digits(x.abs()) - 1).div_euclid(3) * 3;
    let mantissa = c_number::fixed(x / 10f64.powi(power), decimals);
    let sign = if power < 0 { '-' } else { '+' };
    format!("{mantissa}e{sign}{:0>digits$}", power.abs())
}

/// Appends a text, padded on the left.
pub(super) fn pad(out: &mut Vec<u8>, text: &str, width: usize) {
    out.resize(out.len() + width.saturating_sub(text.len()), b' ');
    out.extend_from_slice(text.as_bytes());
}

/// What is known of the numbers shown together.
#[derive(Clone, Copy, Debug)]
pub(super) struct Extent {
    /// The digits before the point of the largest magnitude; negative or zero if
    /// there are none but zeros after it.
    pub(super) largest: i32,
    /// The same of the smallest magnitude.
    pub(super) smallest: i32,
    /// Whether all are whole, as far as this decides the style.
    pub(super) whole: bool,
    /// Whether some are infinite or not a number.
    pub(super) nonfinite: bool,
}

/// How many digits a magnitude has before the point.
pub(super) fn digits(magnitude: f64) -> i32 {
    if magnitude == 0.0 { 0 } else { magnitude.log10().floor() as i32 + 1 }
}

/// Whether a scalar counts as whole: as Octave, adding a half in its own precision,
/// which loses odd numbers near the end of that precision.
fn is_whole_scalar(x: f64, single: bool) -> bool {
    if single {
        let x = x as f32;
        x.is_infinite() || (x + 0.5).floor() == x
    } else {
        x.is_infinite() || (x + 0.5).floor() == x
    }
}

/// Whether a number of a matrix counts as whole: as Octave, with the precision of a
/// single.
fn is_whole_in_matrix(x: f64) -> bool {
    let x = x as f32;
    !x.is_finite() || (x + 0.5).floor() == x
}

impl Extent {
    /// Of the numbers of an array.
    pub(super) fn of_array(numbers: impl Iterator<Item = f64>) -> Extent {
        let mut largest = 0f64;
        let mut smallest = f64::INFINITY;
        let (mut whole, mut nonfinite) = (true, false);
        for x in numbers {
            if x.is_finite() {
                largest = largest.max(x.abs());
                smallest = smallest.min(x.abs());
            } else {
                nonfinite = true;
            }
            whole = whole && is_whole_in_matrix(x);
        }
        if smallest.is_infinite() {
            smallest = 0.0;
        }
        Extent { largest: digits(largest), smallest: digits(smallest), whole, nonfinite }
    }

    /// Of one number.
    pub(super) fn of_scalar(x: f64, single: bool) -> Extent {
        let count = if x.is_finite() { digits(x.abs()) } else { 0 };
        Extent {
            largest: count,
            smallest: count,
            whole: is_whole_scalar(x, single),
            nonfinite: !x.is_finite(),
        }
    }
}

/// The significant digits shown, and the width from which on an exponent is used.
fn limits(format: &Format, single: bool) -> (i32, i32) {
    let most = if single { 8 } else { 16 };
    let precision = i32::from(format.precision);
    (precision.min(most), (precision * 3 / 2).min(most) + 2)
}

/// Digits before and after the point for a number with `digits` before it.
fn split(precision: i32, digits: i32) -> (i32, i32) {
    let after = if digits == 0 {
        (precision - 1).max(0)
    } else if precision > digits {
        precision - digits
    } else {
        precision
    };
    (digits.max(1), after)
}

fn exponent_layout(extent: Extent, precision: i32) -> Layout {
    let wide = |digits: i32| (digits - 1).abs() >= 100;
    let power = if wide(extent.largest) || wide(extent.smallest) { 3 } else { 2 };
    let decimals = (precision - 1).max(0);
    Layout {
        width: (1 + 1 + 1 + decimals + 2 + power) as usize,
        style: Style::Exponent(decimals as usize),
    }
}

/// The layout of special notations, which do not depend on how wide numbers are.
fn forced(extent: Extent, format: &Format, single: bool, scalar: bool) -> Option<Layout> {
    let (precision, _) = limits(format, single);
    match format.notation {
        Notation::Plain => None,
        Notation::Exponent => Some(exponent_layout(extent, precision)),
        Notation::General => Some(Layout {
            width: precision as usize + 6,
            style: Style::General(precision as usize),
        }),
        Notation::Bank => {
            let count = extent.largest.max(extent.smallest).max(1);
            Some(Layout { width: count as usize + 4, style: Style::Fixed(2) })
        }
        Notation::Engineering => {
            let plain = exponent_layout(extent, precision);
            let decimals = (precision - 1).max(0) as usize;
            let digits = if scalar { 3 } else { 2 };
            let style = Style::Engineering(decimals, digits);
            Some(Layout { width: plain.width + 2, style })
        }
        Notation::Signs => Some(Layout { width: 1, style: Style::Sign }),
        Notation::Bits => {
            Some(Layout { width: if single { 32 } else { 64 }, style: Style::Bits { single } })
        }
        Notation::Hex => {
            Some(Layout { width: if single { 8 } else { 16 }, style: Style::Hex { single } })
        }
        Notation::Rational => {
            Some(Layout { width: if scalar { 0 } else { 9 }, style: Style::Rational })
        }
    }
}

/// The layout without room for a sign.
const fn unsigned(layout: Layout) -> Layout {
    Layout { width: layout.width - 1, style: layout.style }
}

/// The layout of a real scalar; padding is for the digits only, without a sign.
pub(super) fn real_scalar(x: f64, format: &Format, single: bool) -> Layout {
    let extent = Extent::of_scalar(x, single);
    if let Some(layout) = forced(extent, format, single, true) {
        // Zero is as wide as other numbers would be, in the shortest notation all are.
        let width = match format.notation {
            Notation::General => usize::from(format.precision).min(if single { 8 } else { 16 }),
            Notation::Exponent if x == 0.0 => layout.width - 1,
            Notation::Engineering if x == 0.0 => layout.width - 2,
            Notation::Bank if x == 0.0 => 3,
            _ => 0,
        };
        return Layout { width, ..layout };
    }
    let (precision, limit) = limits(format, single);
    if extent.nonfinite {
        return Layout { width: 3, style: Style::General(1) };
    }
    if extent.whole {
        if extent.largest + 2 > limit {
            return unsigned(exponent_layout(extent, precision));
        }
        let width = extent.largest.max(1) as usize;
        return Layout { width, style: Style::General(width + 1) };
    }
    let (before, after) = split(precision, extent.largest);
    if 1 + before + 1 + after > limit {
        return unsigned(exponent_layout(extent, precision));
    }
    Layout { width: (before + 1 + after) as usize, style: Style::Fixed(after as usize) }
}

/// The layout of a real matrix.
pub(super) fn real_matrix(extent: Extent, format: &Format, single: bool) -> Layout {
    if let Some(layout) = forced(extent, format, single, false) {
        return layout;
    }
    let (precision, limit) = limits(format, single);
    let least = if extent.nonfinite { 4 } else { 0 };
    if format.arrangement.fixed_point {
        return fixed_point(extent, precision);
    }
    if extent.whole {
        let count = extent.largest.max(extent.smallest);
        if count + 3 > limit {
            return exponent_layout(extent, precision);
        }
        let width = if count <= 0 { 2 } else { count + 1 };
        return Layout {
            width: width.max(least) as usize,
            style: Style::General(width.max(least) as usize),
        };
    }
    let (before, after) = split_both(extent, precision);
    let width = (1 + before + 1 + after).max(least);
    if width > limit {
        return exponent_layout(extent, precision);
    }
    Layout { width: width as usize, style: Style::Fixed(after as usize) }
}

/// The layout of numbers that have a common factor.
fn fixed_point(extent: Extent, precision: i32) -> Layout {
    let decimals = (precision - 1).max(0) as usize;
    let style = if extent.whole { Style::General(decimals) } else { Style::Fixed(decimals) };
    Layout { width: decimals + 3, style }
}

/// The power of ten that the numbers of a matrix have in common.
pub(super) fn common_power(extent: Extent, format: &Format) -> i32 {
    let fixed = format.arrangement.fixed_point && format.notation == Notation::Plain;
    if !fixed || extent.whole || extent.largest == 0 { 0 } else { extent.largest - 1 }
}

fn split_both(extent: Extent, precision: i32) -> (i32, i32) {
    let (before_largest, after_largest) = split(precision, extent.largest);
    let (before_smallest, after_smallest) = split(precision, extent.smallest);
    (before_largest.max(before_smallest), after_largest.max(after_smallest))
}

/// What is known of a range from its first element and its limit as written.
pub(super) fn range_extent(base: f64, limit_written: f64, increment: f64) -> Extent {
    let (least, greatest) =
        if base <= limit_written { (base, limit_written) } else { (limit_written, base) };
    Extent {
        largest: digits(greatest.abs()),
        smallest: digits(least.abs()),
        whole: base.fract() == 0.0 && increment.fract() == 0.0,
        nonfinite: false,
    }
}

/// The layout of a range.
pub(super) fn range(extent: Extent, format: &Format) -> Layout {
    if let Some(layout) = forced(extent, format, false, false) {
        let width = match format.notation {
            Notation::Exponent | Notation::Engineering => layout.width + 1,
            Notation::Bank => extent.largest.max(extent.smallest).max(0) as usize + 4,
            _ => layout.width,
        };
        return Layout { width, ..layout };
    }
    let (precision, limit) = limits(format, false);
    if format.arrangement.fixed_point && !extent.whole {
        return fixed_point(extent, precision);
    }
    if extent.whole {
        let count = extent.largest.max(extent.smallest);
        if count + 3 > limit {
            let layout = exponent_layout(extent, precision);
            return Layout { width: layout.width + 1, ..layout };
        }
        let width = count.max(1) as usize + 1;
        return Layout { width, style: Style::General(width) };
    }
    let (before, after) = split_both(extent, precision);
    let width = 2 + before + 1 + after;
    if width - 1 > limit {
        let layout = exponent_layout(extent, precision);
        return Layout { width: layout.width + 1, ..layout };
    }
    Layout { width: width as usize, style: Style::Fixed(after as usize) }
}

/// The layout of a complex scalar or matrix.
pub(super) fn complex(
    extent: Extent,
    format: &Format,
    single: bool,
    scalar: bool,
) -> ComplexLayout {
    if let Some(mut real) = forced(extent, format, single, scalar) {
        if let Style::Engineering(decimals, _) = real.style {
            real.style = Style::Engineering(decimals, 2);
        }
        let same = matches!(
            format.notation,
            Notation::General | Notation::Rational | Notation::Hex | Notation::Bits
        );
        let width = if same { real.width } else { real.width.saturating_sub(1) };
        let money = format.notation == Notation::Bank;
        return ComplexLayout { real, imaginary: Layout { width, ..real }, money };
    }
    let (precision, limit) = limits(format, single);
    let with_sign = |imaginary: Layout| ComplexLayout {
        real: Layout { width: imaginary.width + 1, ..imaginary },
        imaginary,
        money: false,
    };
    let with_exponent = || {
        let real = exponent_layout(extent, precision);
        ComplexLayout { real, imaginary: Layout { width: real.width - 1, ..real }, money: false }
    };
    if format.arrangement.fixed_point && !scalar {
        let real = fixed_point(extent, precision);
        let imaginary = Layout { width: real.width.saturating_sub(2), ..real };
        return ComplexLayout { real, imaginary, money: false };
    }
    let least = if extent.nonfinite { 3 } else { 0 };
    if scalar && extent.nonfinite && !extent.whole {
        let width = extent.largest.max(3) as usize;
        return with_sign(Layout { width, style: Style::General(1) });
    }
    if extent.whole {
        let count = extent.largest.max(extent.smallest);
        if count + 2 + i32::from(!scalar) > limit {
            return with_exponent();
        }
        let width = count.max(1).max(least) as usize;
        return with_sign(Layout { width, style: Style::General(width + usize::from(!scalar)) });
    }
    let (before, after) = split_both(extent, precision);
    let width = (before + 1 + after).max(least);
    if 1 + width > limit {
        return with_exponent();
    }
    with_sign(Layout { width: width as usize, style: Style::Fixed(after as usize) })
}
