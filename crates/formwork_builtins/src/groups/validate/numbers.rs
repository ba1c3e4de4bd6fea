//! The numeric part of `assert`.

use formwork_runtime::{C64, Error, Result, Value, format, index};
use smallvec::smallvec;

use super::finding::Finding;
use crate::context::Context;

/// Whether both are of one class and size with identical elements, seen at a glance.
/// `false` means that a closer look is needed.
pub(super) fn are_identical(a: &Value, b: &Value) -> bool {
    fn same<T: Clone + PartialEq>(
        a: &formwork_runtime::Array<T>,
        b: &formwork_runtime::Array<T>,
    ) -> bool {
        a.dims() == b.dims() && (a.shares_storage(b) || a.as_slice() == b.as_slice())
    }
    match (a, b) {
        // Storage that is shared may hold NaNs and NAs: they agree.
        (Value::Double(a), Value::Double(b)) => same(a, b),
        (Value::Bool(a), Value::Bool(b)) => same(a, b),
        (Value::Char(a, _), Value::Char(b, _)) => same(a, b),
        (Value::Single(a), Value::Single(b)) => same(a, b),
        (Value::Complex(a), Value::Complex(b)) => same(a, b),
        (Value::Int8(a), Value::Int8(b)) => same(a, b),
        (Value::Int16(a), Value::Int16(b)) => same(a, b),
        (Value::Int32(a), Value::Int32(b)) => same(a, b),
        (Value::Int64(a), Value::Int64(b)) => same(a, b),
        (Value::Uint8(a), Value::Uint8(b)) => same(a, b),
        (Value::Uint16(a), Value::Uint16(b)) => same(a, b),
        (Value::Uint32(a), Value::Uint32(b)) => same(a, b),
        (Value::Uint64(a), Value::Uint64(b)) => same(a, b),
        _ => false,
    }
}

/// What `num2str` gives.
pub(super) fn as_text(cx: &mut dyn Context, value: Value) -> Result<Value> {
    let mut result = cx.call_builtin("num2str", smallvec![value], 1)?;
    result.pop().ok_or_else(|| Error::plain("num2str: value on the right hand side is missing"))
}

/// How two numbers differ; the order is that of the report.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    Missing,
    NotANumber,
    Infinite,
    Exact,
    Absolute,
    AbsoluteOfZero,
    Relative,
}

struct Difference {
    kind: Kind,
    index: usize,
    error: f64,
    tolerance: f64,
}

/// The arithmetic that the classes of both operands ask for.
#[derive(Clone, Copy)]
enum Arithmetic {
    Double,
    Single,
    /// Saturating between these bounds.
    Integer(f64, f64),
}

impl Arithmetic {
    fn of(a: &Value, b: &Value) -> Arithmetic {
        let bounds = |value: &Value| match value {
            Value::Int8(_) => Some((i8::MIN.into(), i8::MAX.into())),
            Value::Int16(_) => Some((i16::MIN.into(), i16::MAX.into())),
            Value::Int32(_) => Some((i32::MIN.into(), i32::MAX.into())),
            Value::Int64(_) => Some((i64::MIN as f64, i64::MAX as f64)),
            Value::Uint8(_) => Some((0.0, u8::MAX.into())),
            Value::Uint16(_) => Some((0.0, u16::MAX.into())),
            Value::Uint32(_) => Some((0.0, u32::MAX.into())),
            Value::Uint64(_) => Some((0.0, u64::MAX as f64)),
            _ => None,
        };
        match bounds(a).or_else(|| bounds(b)) {
            Some((low, high)) => Arithmetic::Integer(low, high),
            None => {
                let single =
                    |value: &Value| matches!(value, Value::Single(_) | Value::ComplexSingle(_));
                if single(a) || single(b) { Arithmetic::Single } else { Arithmetic::Double }
            }
        }
    }

    /// The modulus of a difference, as this arithmetic gives it.
    fn distance(self, a: C64, b: C64) -> f64 {
        match self {
            Arithmetic::Double if a.im == 0.0 && b.im == 0.0 => (a.re - b.re).abs(),
            Arithmetic::Double => (a - b).norm(),
            Arithmetic::Single => {
                let (re, im) = (a.re as f32 - b.re as f32, a.im as f32 - b.im as f32);
                f64::from(if im == 0.0 { re.abs() } else { re.hypot(im) })
            }
            Arithmetic::Integer(low, high) => {
                (a.re - b.re).round().clamp(low, high).abs().min(high)
            }
        }
    }

    fn quotient(self, distance: f64, divisor: f64) -> f64 {
        match self {
            Arithmetic::Double => distance / divisor,
            Arithmetic::Single => f64::from(distance as f32 / divisor as f32),
            Arithmetic::Integer(..) => (distance / divisor).round(),
        }
    }
}

/// Compares numbers, truth values and text element by element.
pub(super) fn compare(
    cx: &mut dyn Context,
    observed: &Value,
    expected: &Value,
    tolerance: Option<&Value>,
) -> Result<Vec<Finding>> {
    if !(observed.is_arithmetic() && expected.is_arithmetic()) {
        let same = observed.class() == expected.class();
        return if same {
            Ok(Vec::new())
        } else {
            Err(Error::plain(format!(
                "binary operator '!=' not implemented for '{}' by '{}' operations",
                observed.class(),
                expected.class()
            )))
        };
    }
    let tolerances = match tolerance.map(Value::to_f64_array) {
        None => None,
        Some(Some(array)) => Some(array),
        Some(None) => return Err(Error::plain("assert: TOL must be numeric")),
    };
    if let Some(array) = &tolerances
        && !array.dims().is_scalar()
        && *array.dims() != observed.dims()
    {
        if array.is_empty() && observed.is_scalar() {
            return Ok(Vec::new());
        }
        return Err(Error::nonconformant("mx_el_and", &observed.dims(), array.dims()));
    }
    let tolerance_at = |index: usize| match &tolerances {
        None => 0.0,
        Some(array) if array.numel() == 1 => array.as_slice()[0],
        Some(array) => array.as_slice()[index],
    };
    let arithmetic = Arithmetic::of(observed, expected);
    let mut differences = Vec::new();
    if let (Some(a), Some(b)) = (observed.to_wide_integers(), expected.to_wide_integers()) {
        // Exact where doubles are not.
        for (index, (&a, &b)) in a.as_slice().iter().zip(b.as_slice()).enumerate() {
            if a != b {
                let (a, b) = (C64::new(a as f64, 0.0), C64::new(b as f64, 0.0));
                differences.extend(ordinary(arithmetic, index, a, b, tolerance_at(index), true));
            }
        }
    } else if observed.is_complex() || expected.is_complex() {
        if let (Some(a), Some(b)) = (observed.to_c64_array(), expected.to_c64_array()) {
            for (index, (&a, &b)) in a.as_slice().iter().zip(b.as_slice()).enumerate() {
                differences.extend(difference(arithmetic, index, a, b, tolerance_at(index)));
            }
        }
    } else if let (Some(a), Some(b)) = (observed.to_f64_array(), expected.to_f64_array()) {
        for (index, (&a, &b)) in a.as_slice().iter().zip(b.as_slice()).enumerate() {
            if a != b {
                let (a, b) = (C64::new(a, 0.0), C64::new(b, 0.0));
                differences.extend(difference(arithmetic, index, a, b, tolerance_at(index)));
            }
        }
    }
    describe(cx, observed, expected, differences)
}

/// Whether a number is the NaN that stands for a missing value.
fn is_missing(x: f64) -> bool {
    x.to_bits() == 0x7FF8_40F4_4000_0000
}

fn difference(
    arithmetic: Arithmetic,
    index: usize,
    a: C64,
    b: C64,
    tolerance: f64,
) -> Option<Difference> {
    let special = |kind| Some(Difference { kind, index, error: 0.0, tolerance: 0.0 });
    let both = |test: fn(f64) -> bool| test(a.re) != test(b.re) || test(a.im) != test(b.im);
    if both(is_missing) {
        return special(Kind::Missing);
    }
    if both(f64::is_nan) {
        return special(Kind::NotANumber);
    }
    let infinite = |a: f64, b: f64| (a.is_infinite() || b.is_infinite()) && a != b;
    // NaNs on both sides are not equal, but agree with an infinite other part.
    if (infinite(a.re, b.re) && !a.re.is_nan()) || (infinite(a.im, b.im) && !a.im.is_nan()) {
        return special(Kind::Infinite);
    }
    let finite = |x: f64, y: f64| if x.is_finite() || y.is_finite() { x } else { 0.0 };
    let (x, y) = (
        C64::new(finite(a.re, b.re), finite(a.im, b.im)),
        C64::new(finite(b.re, a.re), finite(b.im, a.im)),
    );
    ordinary(arithmetic, index, x, y, tolerance, x != y)
}

/// The difference of finite numbers.
fn ordinary(
    arithmetic: Arithmetic,
    index: usize,
    a: C64,
    b: C64,
    tolerance: f64,
    differ: bool,
) -> Option<Difference> {
    let error = arithmetic.distance(a, b);
    let found = |kind, error, tolerance| Some(Difference { kind, index, error, tolerance });
    if tolerance == 0.0 {
        return if differ { found(Kind::Exact, error, 0.0) } else { None };
    }
    if tolerance > 0.0 {
        return if error > tolerance { found(Kind::Absolute, error, tolerance) } else { None };
    }
    if tolerance < 0.0 {
        if b == C64::new(0.0, 0.0) {
            let beyond = error > -tolerance;
            return if beyond { found(Kind::AbsoluteOfZero, error, -tolerance) } else { None };
        }
        let relative = arithmetic.quotient(error, b.norm());
        return if relative > -tolerance {
            found(Kind::Relative, relative, -tolerance)
        } else {
            None
        };
    }
    None
}

fn describe(
    cx: &mut dyn Context,
    observed: &Value,
    expected: &Value,
    mut differences: Vec<Difference>,
) -> Result<Vec<Finding>> {
    differences.sort_by_key(|difference| difference.kind);
    let mut findings = Vec::with_capacity(differences.len());
    for group in differences.chunk_by(|a, b| a.kind == b.kind) {
        let places: Vec<f64> = group.iter().map(|found| (found.index + 1) as f64).collect();
        let observed_texts = texts_of(cx, observed, &places)?;
        let expected_texts = texts_of(cx, expected, &places)?;
        for ((found, observed_text), expected_text) in
            group.iter().zip(observed_texts).zip(expected_texts)
        {
            findings.push(Finding {
                place: place(&observed.dims(), found.index),
                observed: observed_text.into(),
                expected: expected_text.into(),
                reason: reason(found)?,
            });
        }
    }
    Ok(findings)
}

/// The elements at these places as `num2str` writes them below each other.
fn texts_of(cx: &mut dyn Context, value: &Value, places: &[f64]) -> Result<Vec<String>> {
    let column = index::index(value, &[Value::column(places.to_vec())])?;
    let column = column.reshaped(formwork_runtime::Dims::matrix(places.len(), 1));
    let rows = as_text(cx, column)?.char_rows().unwrap_or_default();
    let mut texts: Vec<String> =
        rows.iter().map(|row| String::from_utf8_lossy(row).trim().to_owned()).collect();
    texts.resize(places.len(), String::new());
    Ok(texts)
}

fn reason(found: &Difference) -> Result<String> {
    let kind = match found.kind {
        Kind::Missing => return Ok("'NA' mismatch".to_owned()),
        Kind::NotANumber => return Ok("'NaN' mismatch".to_owned()),
        Kind::Infinite => return Ok("'Inf' mismatch".to_owned()),
        Kind::Exact | Kind::Absolute | Kind::AbsoluteOfZero => "Abs",
        Kind::Relative => "Rel",
    };
    let template = Value::text(format!("{kind} err %.5g exceeds tol %.5g by %.1g"));
    let numbers = [found.error, found.tolerance, found.error - found.tolerance].map(Value::double);
    let text = format::sprintf("sprintf", &template, &numbers)?;
    Ok(String::from_utf8_lossy(&text).into_owned())
}

/// The subscripts of a place: `()` of a scalar, one of a vector.
fn place(dims: &formwork_runtime::Dims, index: usize) -> String {
    if dims.is_scalar() {
        return "()".to_owned();
    }
    if dims.is_vector() {
        return format!("({})", index + 1);
    }
    let mut rest = index;
    let subscripts: Vec<String> = dims
        .as_slice()
        .iter()
        .map(|&extent| {
            let subscript = rest % extent + 1;
            rest /= extent;
            subscript.to_string()
        })
        .collect();
    format!("({})", subscripts.join(","))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kind(a: f64, b: f64, tolerance: f64) -> Option<Kind> {
        let number = |x| C64::new(x, 0.0);
        difference(Arithmetic::Double, 0, number(a), number(b), tolerance).map(|found| found.kind)
    }

    #[test]
    fn kinds_of_differences() {
        assert!(kind(f64::NAN, f64::NAN, 0.0).is_none());
        assert!(kind(f64::NAN, 1.0, 0.0) == Some(Kind::NotANumber));
        assert!(kind(f64::INFINITY, 1.0, 0.0) == Some(Kind::Infinite));
        assert!(kind(f64::INFINITY, f64::INFINITY, 1.0).is_none());
        assert!(kind(3.0, 4.0, 1.0).is_none());
        assert!(kind(3.0, 4.0, 0.5) == Some(Kind::Absolute));
        assert!(kind(3.0, 4.0, -0.25).is_none());
        assert!(kind(3.0, 4.0, -0.2) == Some(Kind::Relative));
        assert!(kind(3.0, 0.0, -0.2) == Some(Kind::AbsoluteOfZero));
        assert!(kind(3.0, 4.0, f64::NAN).is_none());
    }

    #[test]
    fn places_of_matrices_have_all_subscripts() {
        use formwork_runtime::Dims;
        assert_eq!(place(&Dims::SCALAR, 0), "()");
        assert_eq!(place(&Dims::matrix(1, 4), 2), "(3)");
        assert_eq!(place(&Dims::new(&[2, 2, 2]), 5), "(2,1,2)");
    }
}
