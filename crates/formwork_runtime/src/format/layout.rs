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
    /// The bits.
    Hex {
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
            Style::Hex { .. } => {}
        }
    }
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
        return Layout { width: 0, ..layout };
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

fn split_both(extent: Extent, precision: i32) -> (i32, i32) {
    let (before_largest, after_largest) = split(precision, extent.largest);
    let (before_smallest, after_smallest) = split(precision, extent.smallest);
    (before_largest.max(before_smallest), after_largest.max(after_smallest))
}

/// The layout of a range, from its first element and its limit as written.
pub(super) fn range(base: f64, limit_written: f64, increment: f64, format: &Format) -> Layout {
    let (least, greatest) =
        if base <= limit_written { (base, limit_written) } else { (limit_written, base) };
    let extent = Extent {
        largest: digits(greatest.abs()),
        smallest: digits(least.abs()),
        whole: base.fract() == 0.0 && increment.fract() == 0.0,
        nonfinite: false,
    };
    if let Some(layout) = forced(extent, format, false, false) {
        return layout;
    }
    let (precision, limit) = limits(format, false);
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
    if let Some(real) = forced(extent, format, single, scalar) {
        let width = real.width.saturating_sub(1);
        return ComplexLayout { real, imaginary: Layout { width, ..real } };
    }
    let (precision, limit) = limits(format, single);
    let with_sign = |imaginary: Layout| ComplexLayout {
        real: Layout { width: imaginary.width + 1, ..imaginary },
        imaginary,
    };
    let with_exponent = || {
        let real = exponent_layout(extent, precision);
        ComplexLayout { real, imaginary: Layout { width: real.width - 1, ..real } }
    };
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
