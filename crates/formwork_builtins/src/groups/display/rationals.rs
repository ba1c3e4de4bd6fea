//! Numbers as fractions: `rats`, `rat`.

use formwork_runtime::format::{c_number, rational};
use formwork_runtime::{Array, Error, Result, Value};

use super::lines::char_matrix;
use crate::context::{Args, Context, Values, one};

pub(super) fn rats(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    if !args[0].is_numeric() {
        return Err(Error::plain("rats: X must be numeric"));
    }
    let width = match args.get(1) {
        None => 9,
        Some(width) => match width.to_f64() {
            Some(width) if width >= 1.0 => width as usize,
            _ => return Err(Error::plain("rats: LEN must be a positive integer")),
        },
    };
    let Some(numbers) = args[0].to_f64_array() else { return one("") };
    if numbers.is_empty() {
        return one("");
    }
    let width = width.min(WIDEST);
    let field = |x: f64, pad: usize| {
        let text = if x.is_nan() { "0/0".to_owned() } else { rational(x, width) };
        let text = if text.len() > width { "*".to_owned() } else { text };
        format!("{text:>pad$}").into_bytes()
    };
    if let Some(&x) = numbers.as_scalar() {
        return one(char_matrix(&[field(x, if x == 0.0 { 0 } else { width })]));
    }
    let (rows, columns) = numbers.dims().flattened();
    let data = numbers.as_slice();
    let lines: Vec<Vec<u8>> = (0..rows)
        .map(|row| {
            (0..columns).flat_map(|column| field(data[row + column * rows], width + 2)).collect()
        })
        .collect();
    one(char_matrix(&lines))
}

/// The most columns that a number is padded to.
const WIDEST: usize = 1 << 12;

/// A number as a continued fraction.
struct Expansion {
    steps: Vec<f64>,
    numerator: f64,
    denominator: f64,
}

fn expand(x: f64, tolerance: f64) -> Expansion {
    let (mut numerator, mut denominator) = (x.round(), 1.0);
    let (mut last_numerator, mut last_denominator) = (1.0, 0.0);
    let mut rest = x - numerator;
    let mut steps = Vec::new();
    while x != 0.0 && (x - numerator / denominator).abs() >= tolerance && steps.len() < 64 {
        let flipped = 1.0 / rest;
        let step = flipped.round();
        steps.push(step);
        rest = flipped - step;
        let next = numerator * step + last_numerator;
        (last_numerator, numerator) = (numerator, next);
        let next = denominator * step + last_denominator;
        (last_denominator, denominator) = (denominator, next);
    }
    Expansion { steps, numerator, denominator }
}

pub(super) fn rat(_cx: &mut dyn Context, args: Args, nargout: usize) -> Result<Values> {
    let x = &args[0];
    if !x.class().is_float() {
        return Err(Error::plain("rat: X must be a single or double array"));
    }
    if x.is_complex() {
        return Err(Error::plain("rat: X must be a real, not complex, array"));
    }
    let Some(numbers) = x.to_f64_array() else { return one("") };
    let finite = |x: f64| if x.is_infinite() { 0.0 } else { x };
    let tolerance = match args.get(1) {
        None => 1e-6 * numbers.as_slice().iter().map(|&x| finite(x).abs()).sum::<f64>(),
        Some(tolerance) => match tolerance.to_f64() {
            Some(number) if tolerance.is_scalar() && tolerance.is_numeric() && number > 0.0 => {
                number
            }
            _ => return Err(Error::plain("rat: TOL must be a numeric scalar > 0")),
        },
    };
    let expansions: Vec<Expansion> =
        numbers.as_slice().iter().map(|&x| expand(finite(x), tolerance)).collect();
    if nargout < 2 {
        let lines: Vec<Vec<u8>> = numbers
            .as_slice()
            .iter()
            .zip(&expansions)
            .map(|(&x, expansion)| continued(x, &expansion.steps).into_bytes())
            .collect();
        return one(if lines.is_empty() { Value::text("") } else { char_matrix(&lines) });
    }
    let part = |pick: fn(&Expansion) -> f64, infinite: fn(f64) -> f64| {
        let data: Vec<f64> = numbers
            .as_slice()
            .iter()
            .zip(&expansions)
            .map(|(&x, expansion)| if x.is_infinite() { infinite(x) } else { pick(expansion) })
            .collect();
        Array::new(numbers.dims().clone(), data)
    };
    let numerators = part(
        |expansion| expansion.numerator * if expansion.denominator < 0.0 { -1.0 } else { 1.0 },
        f64::signum,
    );
    let denominators = part(|expansion| expansion.denominator.abs(), |_| 0.0);
    let like_x = |array: Array<f64>| match x {
        Value::Single(_) => Value::Single(array.map(|&x| x as f32)),
        _ => Value::Double(array),
    };
    Ok(smallvec::smallvec![like_x(numerators), like_x(denominators)])
}

fn continued(x: f64, steps: &[f64]) -> String {
    if x.is_infinite() {
        return if x > 0.0 { "Inf" } else { "-Inf" }.to_owned();
    }
    if x == 0.0 {
        return "0".to_owned();
    }
    let integer =
        |x: f64| if x.is_nan() { "NaN".to_owned() } else { c_number::fixed(x.round(), 0) };
    let mut text = integer(x);
    for (place, &step) in steps.iter().enumerate() {
        let last = place + 1 == steps.len();
        if last && step >= 0.0 {
            text.push_str(&format!(" + 1/{}", integer(step)));
        } else if last {
            text.push_str(&format!(" + 1/({})", integer(step)));
        } else {
            text.push_str(&format!(" + 1/({}", integer(step)));
        }
    }
    text.push_str(&")".repeat(steps.len().saturating_sub(1)));
    text
}
