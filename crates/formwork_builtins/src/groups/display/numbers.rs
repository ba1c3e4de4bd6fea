//! Numbers as text: `num2str`, `int2str`, `mat2str`.

use formwork_runtime::format::{self, c_number};
use formwork_runtime::{Array, C64, Dims, Error, Integer, Quote, Result, Structure, Value};

use super::lines::trimmed;
use super::print::text_row;
use crate::context::{Args, Context, Values, one};

/// The bits of the missing value `NA`.
const MISSING: u64 = 0x7ff8_40f4_4000_0000;

pub(super) fn num2str(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let x = &args[0];
    if x.is_char() {
        return one(args.into_iter().next().unwrap_or_default());
    }
    if !x.is_arithmetic() {
        return Err(Error::plain("num2str: X must be a numeric, logical, or character array"));
    }
    if x.is_empty() {
        return one("");
    }
    if args.len() == 1
        && let Some(number) = x.as_double()
    {
        return one(scalar_text(number));
    }
    if x.is_complex() {
        return complex_text(x, args.get(1));
    }
    let template = match args.get(1) {
        Some(Value::Char(text, _)) => format::escapes(text.as_slice()).0,
        Some(precision) => {
            let precision = read_precision(precision)?;
            if x.class().is_float() {
                format!("%{}.{precision}g", precision.saturating_add(7)).into_bytes()
            } else {
                format!("%{precision}d").into_bytes()
            }
        }
        None => real_template(x).into_bytes(),
    };
    let dims = x.dims();
    let count = dims.columns() * (dims.ndims() - 1);
    let mut marks = 0;
    let mut at = 0;
    while at < template.len() {
        if template[at] == b'%' {
            if template.get(at + 1) == Some(&b'%') {
                at += 1;
            } else {
                marks += 1;
            }
        }
        at += 1;
    }
    let template = if marks > 1 || template == b"%s" || template == b"%c" {
        template
    } else {
        row_template(&template, count)
    };
    let template = Value::Char(Array::row(template), Quote::Double);
    let text = format::sprintf("sprintf", &template, &[row_by_row(x)])?;
    one(trimmed(split_lines(&text, true)))
}

/// The template repeated for each number of a row.
fn row_template(template: &[u8], count: usize) -> Vec<u8> {
    let mut result = template.repeat(count);
    while result.last().is_some_and(|byte| byte.is_ascii_whitespace() || *byte == 0) {
        result.pop();
    }
    result.push(b'\n');
    result
}

fn split_lines(text: &[u8], skip_empty: bool) -> Vec<Vec<u8>> {
    text.split(|&byte| byte == b'\n')
        .filter(|line| !skip_empty || !line.is_empty())
        .map(<[u8]>::to_vec)
        .collect()
}

fn scalar_text(x: f64) -> String {
    if x.to_bits() == MISSING {
        return "NA".to_owned();
    }
    if !x.is_finite() {
        return if x.is_nan() {
            "NaN"
        } else if x > 0.0 {
            "Inf"
        } else {
            "-Inf"
        }
        .to_owned();
    }
    let power = order(x.abs());
    if power <= 15 && x.fract() == 0.0 {
        return c_number::fixed(x, 0);
    }
    c_number::general(x, significant(power), false)
}

/// The decimal exponent of the largest magnitude; that of zero is zero.
fn order(largest: f64) -> i64 {
    let power = largest.log10().floor();
    if power.is_finite() { power as i64 } else { 0 }
}

/// How many significant digits numbers with fractions get.
fn significant(power: i64) -> usize {
    (power + 5).clamp(5, 16) as usize
}

fn real_template(x: &Value) -> String {
    if matches!(x, Value::Bool(_)) {
        return "%3d".to_owned();
    }
    let Some(numbers) = x.to_f64_array() else { return "%g".to_owned() };
    let (mut largest, mut nonfinite, mut fractions) = (0f64, false, false);
    for &number in numbers.as_slice() {
        if number.is_finite() {
            largest = largest.max(number.abs());
            fractions |= number.fract() != 0.0;
        } else {
            nonfinite = true;
        }
    }
    let power = order(largest);
    if power > 15 || fractions {
        let digits = significant(power);
        return format!("%{}.{digits}g", digits + 7);
    }
    let width = if nonfinite { (power + 3).max(5) } else { power + 3 };
    if x.class().is_float() { format!("%{width}.0f") } else { format!("%{width}d") }
}

fn read_precision(value: &Value) -> Result<usize> {
    let number = if value.is_numeric() && value.is_scalar() { value.to_f64() } else { None };
    match number {
        Some(number) if number >= 0.0 && number.fract() == 0.0 => Ok(number as usize),
        _ => Err(Error::plain("num2str: PRECISION must be a scalar integer >= 0")),
    }
}

fn complex_text(x: &Value, precision: Option<&Value>) -> Result<Values> {
    let Some(numbers) = x.to_c64_array() else { return one("") };
    let template = match precision {
        Some(Value::Char(text, _)) => {
            let text = text.as_slice();
            let mut template = text.trim_ascii_end().to_vec();
            template.extend_from_slice(b"%-+");
            template.extend_from_slice(text.get(1..).unwrap_or_default());
            template.push(b'i');
            template
        }
        Some(precision) => {
            let digits = read_precision(precision)?;
            let width = digits + 7;
            format!("%{width}.{digits}g%-+{width}.{digits}gi").into_bytes()
        }
        None => complex_template(numbers.as_slice()).into_bytes(),
    };
    let dims = x.dims();
    let rows = dims.rows();
    let per_row = dims.numel() / rows.max(1);
    let mut parts = Vec::with_capacity(2 * dims.numel());
    for row in 0..rows {
        for place in 0..per_row {
            let z = numbers.as_slice()[row + place * rows];
            parts.push(z.re);
            parts.push(z.im);
        }
    }
    let template = row_template(&template, dims.columns() * (dims.ndims() - 1));
    let template = Value::Char(Array::row(template), Quote::Single);
    let text = format::sprintf("sprintf", &template, &[Value::row(parts)])?;
    let text = text.strip_suffix(b"\n").unwrap_or(&text);
    let lines = split_lines(text, false).iter().map(|line| units_to_numbers(line)).collect();
    one(trimmed(lines))
}

fn complex_template(numbers: &[C64]) -> String {
    let (mut largest, mut fractions) = (0f64, false);
    for z in numbers {
        for part in [z.re, z.im] {
            if part.is_finite() {
                largest = largest.max(part.abs());
            }
        }
        if z.re.is_finite() && z.im.is_finite() {
            fractions |= z.re.fract() != 0.0 || z.im.fract() != 0.0;
        }
    }
    let power = order(largest);
    if fractions {
        let digits = significant(power);
        let width = digits + 7;
        format!("%{width}.{digits}g%-+{width}.{digits}gi")
    } else {
        let width = power + 3;
        format!("%{width}.0f%-+{width}.0fi")
    }
}

/// Moves each `i` before the blanks that follow its number; at the end of the line
/// the blanks go.
fn units_to_numbers(line: &[u8]) -> Vec<u8> {
    let mut out: Vec<u8> = Vec::with_capacity(line.len());
    for (at, &byte) in line.iter().enumerate() {
        if byte != b'i' {
            out.push(byte);
            continue;
        }
        let number = out.iter().rposition(|&byte| byte != b' ').map_or(0, |last| last + 1);
        let blanks = out.len() - number;
        out.truncate(number);
        out.push(b'i');
        if at + 1 < line.len() {
            out.resize(out.len() + blanks, b' ');
        }
    }
    out
}

/// The elements of an array row by row, whichever page they are on.
fn row_by_row(x: &Value) -> Value {
    // Octave's `permute` leaves a diagonal matrix as it is.
    if x.kept_as() == Structure::Diagonal {
        let count = x.numel();
        return x.clone().materialized().reshaped(Dims::matrix(1, count));
    }
    fn reorder<T: Clone>(array: &Array<T>) -> Array<T> {
        let rows = array.dims().rows().max(1);
        let per_row = array.numel() / rows;
        let data = array.as_slice();
        let mut result = Vec::with_capacity(data.len());
        for row in 0..rows {
            result.extend((0..per_row).map(|place| data[row + place * rows].clone()));
        }
        let len = result.len();
        Array::new(Dims::matrix(1, len), result)
    }
    match x {
        Value::Double(array) => Value::Double(reorder(array)),
        Value::Single(array) => Value::Single(reorder(array)),
        Value::Bool(array) => Value::Bool(reorder(array)),
        Value::Int8(array) => Value::Int8(reorder(array)),
        Value::Int16(array) => Value::Int16(reorder(array)),
        Value::Int32(array) => Value::Int32(reorder(array)),
        Value::Int64(array) => Value::Int64(reorder(array)),
        Value::Uint8(array) => Value::Uint8(reorder(array)),
        Value::Uint16(array) => Value::Uint16(reorder(array)),
        Value::Uint32(array) => Value::Uint32(reorder(array)),
        Value::Uint64(array) => Value::Uint64(reorder(array)),
        other => other.clone().materialized(),
    }
}

pub(super) fn int2str(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let x = &args[0];
    if x.is_char() {
        return one(args.into_iter().next().unwrap_or_default());
    }
    if !x.is_arithmetic() {
        return Err(Error::plain("int2str: N must be a numeric, logical, or character array"));
    }
    let Some(numbers) = x.to_f64_array() else { return one("") };
    if numbers.is_empty() {
        return one("");
    }
    let rounded = numbers.map(|number| number.round());
    if let Some(&number) = rounded.as_scalar()
        && number.is_finite()
    {
        return one(c_number::fixed(number, 0));
    }
    let finite = rounded.as_slice().iter().filter(|number| number.is_finite());
    let power = order(finite.fold(0f64, |largest, number| largest.max(number.abs())));
    let nonfinite = rounded.as_slice().iter().any(|number| !number.is_finite());
    let width = if nonfinite { (power + 3).max(5) } else { power + 3 };
    let dims = rounded.dims();
    let count = dims.columns() * (dims.ndims() - 1);
    let template = Value::Char(
        Array::row(row_template(format!("%{width}.0f").as_bytes(), count)),
        Quote::Single,
    );
    let text = format::sprintf("sprintf", &template, &[row_by_row(&Value::Double(rounded))])?;
    one(trimmed(split_lines(&text, true)))
}

pub(super) fn mat2str(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let x = &args[0];
    if !(x.is_numeric() || matches!(x, Value::Bool(_))) {
        return Err(Error::invalid_call("mat2str"));
    }
    let dims = x.dims();
    if dims.ndims() > 2 {
        return Err(Error::plain("mat2str: X must be two dimensional"));
    }
    let mut with_class = matches!(args.get(2), Some(class) if class.as_bytes() == Some(b"class"));
    let mut precision = (15, 15);
    match args.get(1) {
        Some(Value::Char(text, _)) if args.len() == 2 => with_class = text.as_slice() == b"class",
        Some(digits) if !digits.is_empty() => {
            let Some(numbers) = digits.to_f64_array() else {
                return Err(Error::invalid_call("mat2str"));
            };
            let digits = |x: f64| x.trunc().clamp(0.0, 1e4) as usize;
            precision = match numbers.as_slice() {
                [both] => (digits(*both), digits(*both)),
                [real, imaginary] => (digits(*real), digits(*imaginary)),
                _ => return Err(Error::plain("mat2str: N must have only 1 or 2 elements")),
            };
        }
        _ => {}
    }
    let (rows, columns) = (dims.rows(), dims.columns());
    let mut out = Vec::new();
    if with_class {
        out.extend_from_slice(x.class().name().as_bytes());
        out.push(b'(');
    }
    if dims.is_empty() {
        out.extend_from_slice(b"[]");
    } else {
        let write = element_writer(x, precision);
        let bracket = !dims.is_scalar();
        if bracket {
            out.push(b'[');
        }
        for row in 0..rows {
            for column in 0..columns {
                write(&mut out, row + column * rows);
                if column + 1 < columns {
                    out.push(b' ');
                }
            }
            if row + 1 < rows {
                out.push(b';');
            }
        }
        if bracket {
            out.push(b']');
        }
    }
    if with_class {
        out.push(b')');
    }
    one(text_row(out, Quote::Single))
}

type Writer<'a> = Box<dyn Fn(&mut Vec<u8>, usize) + 'a>;

fn element_writer(x: &Value, (precision, imaginary): (usize, usize)) -> Writer<'_> {
    match x {
        Value::Bool(array) => Box::new(|out, at| {
            let truth = array.as_slice()[at];
            out.extend_from_slice(if truth { b"true" } else { b"false" });
        }),
        Value::Complex(_) | Value::ComplexSingle(_) => {
            let numbers = x.to_c64_array().map(|numbers| numbers.into_owned().into_vec());
            Box::new(move |out, at| {
                if let Some(z) = numbers.as_ref().map(|numbers| numbers[at]) {
                    general(out, z.re, precision, false);
                    general(out, z.im, imaginary, true);
                    out.push(b'i');
                }
            })
        }
        Value::Uint64(array) => {
            Box::new(move |out, at| general(out, array.as_slice()[at].to_f64(), precision, false))
        }
        other => {
            let numbers = other.to_f64_array().map(|numbers| numbers.into_owned().into_vec());
            Box::new(move |out, at| {
                if let Some(numbers) = &numbers {
                    general(out, numbers[at], precision, false);
                }
            })
        }
    }
}

/// `%.{precision}g`, with a sign in front if asked for.
fn general(out: &mut Vec<u8>, x: f64, precision: usize, signed: bool) {
    if signed && (!x.is_sign_negative() || x.is_nan()) {
        out.push(b'+');
    }
    let text = if x.to_bits() == MISSING {
        "NA".to_owned()
    } else if x.is_nan() {
        "NaN".to_owned()
    } else if x.is_infinite() {
        if x > 0.0 { "Inf" } else { "-Inf" }.to_owned()
    } else {
        c_number::general(x, precision, false)
    };
    out.extend_from_slice(text.as_bytes());
}
