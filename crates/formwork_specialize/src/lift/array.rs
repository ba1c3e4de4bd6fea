//! Arrays of numbers and truth values.

use std::fmt::Display;

use formwork_builtins::BuiltinId;
use formwork_runtime::{Array, C32, C64, Class, Dims, Element, Integer, Range, Value};
use formwork_syntax::Precedence;

use super::number::{complex_text, double_for_single, real_text, rounded};
use super::{Lifted, Lifter};

impl Lifter {
    /// Real numbers of class double.
    pub(super) fn real(&self, dims: &Dims, data: &[f64]) -> Option<Lifted> {
        let data: Vec<f64> =
            data.iter().map(|&value| rounded(value, self.options.precision)).collect();
        let texts: Vec<String> =
            data.iter().map(|&value| real_text(value)).collect::<Option<_>>()?;
        if let ([text], true) = (&texts[..], dims.is_scalar()) {
            return Some(scalar(text.clone()));
        }
        if dims.is_empty() {
            return Some(if dims.is_zero_by_zero() {
                Lifted::atom("[]".to_owned())
            } else {
                sized(BuiltinId::Zeros, dims)
            });
        }
        let written = bracketed(dims, &texts);
        let shorter = uniform(dims, &texts).or_else(|| progression(dims, &data));
        Some(match shorter {
            Some(shorter) if shorter.text.len() < written.text.len() => shorter,
            _ => written,
        })
    }

    /// A range, if a written one is the same.
    pub(super) fn range(&self, range: &Range) -> Option<Lifted> {
        let (base, increment, limit) = (range.base(), range.increment(), range.limit());
        let read = Range::new(base, increment, limit)?;
        let bits = |range: &Range| {
            [range.base(), range.increment(), range.last(), range.limit()].map(f64::to_bits)
        };
        if read.len() != range.len() || bits(&read) != bits(range) || base.is_nan() {
            return None;
        }
        let [base, step, limit] = [base, increment, limit].map(real_text);
        let (base, step, limit) = (base?, step?, limit?);
        let text = if increment == 1.0 {
            format!("{base}:{limit}")
        } else {
            format!("{base}:{step}:{limit}")
        };
        Some(Lifted::new(text, Precedence::Range))
    }

    /// Complex numbers of class double.
    pub(super) fn complex(&self, dims: &Dims, data: &[C64]) -> Option<Lifted> {
        let round = |value: f64| rounded(value, self.options.precision);
        let data: Vec<C64> = data.iter().map(|z| C64::new(round(z.re), round(z.im))).collect();
        // The sign of an imaginary NaN is shown, and no text gives it.
        if data.iter().any(|z| z.im.is_nan() && z.im.is_sign_negative()) {
            return None;
        }
        let sums: Option<Vec<String>> = data.iter().map(|&z| complex_text(z)).collect();
        match sums {
            // A matrix of sums is complex only if one of them is.
            Some(sums) if data.iter().any(|z| z.im != 0.0) => Some(match &sums[..] {
                [sum] if dims.is_scalar() => {
                    let is_sum = sum.contains(' ');
                    let precedence = if is_sum { Precedence::Sum } else { Precedence::Atom };
                    Lifted::new(sum.clone(), precedence)
                }
                _ => bracketed(dims, &sums),
            }),
            _ => {
                let parts = |part: fn(&C64) -> f64| {
                    self.real(dims, &data.iter().map(part).collect::<Vec<_>>())
                };
                let (re, im) = (parts(|z| z.re)?, parts(|z| z.im)?);
                Some(Lifted::call(format!("complex({}, {})", re.text, im.text)))
            }
        }
    }

    /// Real numbers of class single.
    pub(super) fn single(&self, array: &Array<f32>) -> Option<Lifted> {
        let data: Vec<f64> = array.as_slice().iter().map(|&x| double_for_single(x)).collect();
        Some(self.real(array.dims(), &data)?.passed_to(BuiltinId::Single.name()))
    }

    /// Complex numbers of class single.
    pub(super) fn complex_single(&self, array: &Array<C32>) -> Option<Lifted> {
        let wide = |z: &C32| C64::new(double_for_single(z.re), double_for_single(z.im));
        let data: Vec<C64> = array.as_slice().iter().map(wide).collect();
        if data.iter().any(|z| z.im != 0.0) {
            return Some(self.complex(array.dims(), &data)?.passed_to(BuiltinId::Single.name()));
        }
        // `single` would make them real.
        let parts = |part: fn(&C64) -> f64| {
            let part: Vec<f64> = data.iter().map(part).collect();
            Some(self.real(array.dims(), &part)?.passed_to(BuiltinId::Single.name()).text)
        };
        Some(Lifted::call(format!("complex({}, {})", parts(|z| z.re)?, parts(|z| z.im)?)))
    }

    /// A diagonal matrix.
    pub(super) fn diagonal(&self, value: &Value) -> Option<Lifted> {
        let dims = value.dims();
        let (rows, columns) = (dims.rows(), dims.columns());
        if dims.is_empty() {
            return None;
        }
        if let Value::Double(array) = value {
            let mut diagonal = (0..rows.min(columns)).map(|k| array.as_slice()[k * (rows + 1)]);
            if diagonal.all(|element| element == 1.0) {
                let text = if rows == columns {
                    format!("eye({rows})")
                } else {
                    format!("eye({rows}, {columns})")
                };
                return Some(Lifted::call(text));
            }
        }
        if rows != columns {
            return None;
        }
        fn picked<T: Clone>(array: &Array<T>) -> Array<T> {
            let rows = array.dims().rows();
            Array::row((0..rows).map(|k| array.as_slice()[k * (rows + 1)].clone()).collect())
        }
        let lifted = match value {
            Value::Double(array) => self.real(&Dims::matrix(1, rows), picked(array).as_slice()),
            Value::Complex(array) => self.complex(&Dims::matrix(1, rows), picked(array).as_slice()),
            Value::Single(array) => self.single(&picked(array)),
            Value::ComplexSingle(array) => self.complex_single(&picked(array)),
            _ => None,
        };
        Some(lifted?.passed_to(BuiltinId::Diag.name()))
    }
}

/// A number on its own.
fn scalar(text: String) -> Lifted {
    let precedence = if text.starts_with('-') { Precedence::Prefix } else { Precedence::Atom };
    Lifted::new(text, precedence)
}

/// `function(2, 3)`
pub(super) fn sized(function: BuiltinId, dims: &Dims) -> Lifted {
    Lifted::call(format!("{}({})", function.name(), extents(dims)))
}

fn extents(dims: &Dims) -> String {
    let extents: Vec<String> = dims.as_slice().iter().map(ToString::to_string).collect();
    extents.join(", ")
}

/// Elements, given column by column, in brackets, row by row.
fn bracketed(dims: &Dims, texts: &[String]) -> Lifted {
    enclosed(dims, texts, '[', ']')
}

/// Elements, given column by column, between `open` and `close`, row by row.
pub(super) fn enclosed(dims: &Dims, texts: &[String], open: char, close: char) -> Lifted {
    if !dims.is_matrix() {
        let row = enclosed(&Dims::matrix(1, texts.len()), texts, open, close);
        return Lifted::call(format!("reshape({}, {})", row.text, extents(dims)));
    }
    let rows = dims.rows();
    let mut out = String::from(open);
    for row in 0..rows {
        for (column, text) in texts.iter().skip(row).step_by(rows).enumerate() {
            if column > 0 {
                out.push_str(", ");
            } else if row > 0 {
                out.push_str("; ");
            }
            out.push_str(text);
        }
    }
    out.push(close);
    Lifted::atom(out)
}

/// The same number everywhere.
fn uniform(dims: &Dims, texts: &[String]) -> Option<Lifted> {
    let first = texts.first()?;
    if texts.iter().any(|text| text != first) {
        return None;
    }
    Some(match &first[..] {
        "0" => sized(BuiltinId::Zeros, dims),
        "1" => sized(BuiltinId::Ones, dims),
        "NaN" => sized(BuiltinId::Nan, dims),
        "Inf" => sized(BuiltinId::Inf, dims),
        _ => Lifted::call(format!("repmat({first}, {})", extents(dims))),
    })
}

/// A row or a column of whole numbers at equal distances.
fn progression(dims: &Dims, data: &[f64]) -> Option<Lifted> {
    const EXACT: f64 = 9_007_199_254_740_992.0;
    let [first, second, .., last] = data else { return None };
    let step = second - first;
    let whole = |value: f64| value.fract() == 0.0 && value.abs() < EXACT;
    let is_plain = |value: f64| whole(value) && !(value == 0.0 && value.is_sign_negative());
    let even = data.windows(2).all(|pair| pair[1] - pair[0] == step);
    if !dims.is_vector() || step == 0.0 || !even || !data.iter().all(|&value| is_plain(value)) {
        return None;
    }
    // A descending range through zero: Octave gives some of its zeros a sign.
    if step < 0.0 && data.contains(&0.0) {
        return None;
    }
    let [first, middle, last] = [*first, step, *last].map(real_text);
    let (first, middle, last) = (first?, middle?, last?);
    let range =
        if middle == "1" { format!("{first}:{last}") } else { format!("{first}:{middle}:{last}") };
    Some(if dims.is_row() {
        // In brackets a range is written down.
        Lifted::atom(format!("[{range}]"))
    } else {
        Lifted::new(format!("({range})'"), Precedence::Power)
    })
}

/// Truth values.
pub(super) fn logical(array: &Array<bool>) -> Lifted {
    let word = |value: bool| if value { BuiltinId::True } else { BuiltinId::False };
    if let Some(&value) = array.as_scalar() {
        return Lifted::atom(word(value).name().to_owned());
    }
    let data = array.as_slice();
    match data.first() {
        None => sized(BuiltinId::False, array.dims()),
        Some(&first) if data.iter().all(|&value| value == first) => {
            sized(word(first), array.dims())
        }
        Some(_) => {
            let digits: Vec<String> =
                data.iter().map(|&value| u8::from(value).to_string()).collect();
            bracketed(array.dims(), &digits).passed_to(BuiltinId::Logical.name())
        }
    }
}

/// Numbers of an integer class.
pub(super) fn integers<T: Integer + Element + Display>(array: &Array<T>) -> Lifted {
    let class = Value::from_array(array.clone()).class();
    let class = class.name();
    let dims = array.dims();
    let data = array.as_slice();
    if data.is_empty() {
        let empty = if dims.is_zero_by_zero() {
            Lifted::atom("[]".to_owned())
        } else {
            sized(BuiltinId::Zeros, dims)
        };
        return empty.passed_to(class);
    }
    let texts: Vec<String> = data.iter().map(ToString::to_string).collect();
    let is_exact = |text: &String| text.trim_start_matches('-').len() < 16;
    if texts.iter().all(is_exact) {
        let written = match &texts[..] {
            [text] if dims.is_scalar() => scalar(text.clone()),
            _ => {
                let written = bracketed(dims, &texts);
                match uniform(dims, &texts) {
                    Some(shorter) if shorter.text.len() < written.text.len() => shorter,
                    _ => written,
                }
            }
        };
        return written.passed_to(class);
    }
    let texts: Vec<String> = texts.iter().map(|text| large_integer(text, class)).collect();
    match &texts[..] {
        [text] if dims.is_scalar() => Lifted::new(text.clone(), Precedence::Sum),
        _ => bracketed(dims, &texts),
    }
}

/// A number of a 64-bit class as the sum of one that a double holds and the rest.
fn large_integer(text: &str, class: &str) -> String {
    let value: i128 = text.parse().unwrap_or_default();
    if value == i128::from(i64::MIN) {
        return format!("intmin('{class}')");
    }
    let is_signed = class == Class::Int64.name();
    if value == i128::from(i64::MAX) && is_signed || value == i128::from(u64::MAX) {
        return format!("intmax('{class}')");
    }
    // 64 bits less these are as many as a double holds.
    let rest = value % (1 << 11);
    match rest {
        0 => format!("{class}({value})"),
        1.. => format!("{class}({}) + {class}({rest})", value - rest),
        _ => format!("{class}({}) - {class}({})", value - rest, -rest),
    }
}
