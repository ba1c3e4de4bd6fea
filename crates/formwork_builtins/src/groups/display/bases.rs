//! Integers in other bases: `dec2base`, `bin2dec` and their kin.

use formwork_runtime::{Array, Error, Result, Value};

use super::lines::char_matrix;
use crate::context::{Args, Context, Values, one};

const SYMBOLS: &[u8] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";

pub(super) fn dec2base(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let refused = || Error::plain("dec2base: input must be real non-negative integers");
    let numbers = numbers_of(&args[0]).ok_or_else(refused)?;
    if args[0].is_complex() || args[0].is_char() {
        return Err(refused());
    }
    let numbers: Vec<u128> = numbers
        .into_iter()
        .map(|number| u128::try_from(number?).ok())
        .collect::<Option<_>>()
        .ok_or_else(refused)?;
    if numbers.contains(&INFINITE.unsigned_abs()) {
        return Err(Error::too_large());
    }
    let symbols = match &args[1] {
        Value::Char(text, _) => {
            let symbols = text.as_slice();
            if has_duplicates(symbols) {
                return Err(Error::plain("dec2base: symbols representing digits must be unique"));
            }
            if symbols.iter().any(|&byte| is_space(byte)) {
                return Err(Error::plain("dec2base: whitespace characters are not valid symbols"));
            }
            symbols
        }
        base => match base.to_f64() {
            Some(number)
                if base.is_scalar()
                    && !base.is_complex()
                    && number.fract() == 0.0
                    && (2.0..=36.0).contains(&number) =>
            {
                &SYMBOLS[..number as usize]
            }
            _ => {
                return Err(Error::plain(
                    "dec2base: BASE must be an integer between 2 and 36, or a string of symbols",
                ));
            }
        },
    };
    if symbols.len() < 2 {
        return Err(Error::plain("dec2base: symbols representing digits must be unique"));
    }
    let length = match args.get(2) {
        None => None,
        Some(length) => Some(read_length(length)?),
    };
    one(char_matrix(&in_base(&numbers, symbols, length)?))
}

fn read_length(value: &Value) -> Result<usize> {
    match value.to_f64() {
        Some(number)
            if value.is_scalar()
                && !value.is_complex()
                && number >= 0.0
                && number.fract() == 0.0
                && number < 1e9 =>
        {
            Ok(number as usize)
        }
        _ => Err(Error::plain("dec2base: LEN must be a non-negative integer")),
    }
}

/// What an infinite number counts as.
const INFINITE: i128 = i128::MAX;

/// Each number written with the same count of digits.
fn in_base(numbers: &[u128], symbols: &[u8], length: Option<usize>) -> Result<Vec<Vec<u8>>> {
    let Some(&largest) = numbers.iter().max() else {
        return Err(Error::with_id(
            "Octave:index-out-of-bounds",
            "retval(_,1): out of bound 0 (dimensions are 0x0)",
        ));
    };
    let base = symbols.len() as u128;
    // It may be one too many; a column of zeros goes below.
    let needed = ((largest.max(1) as f64).ln() / (base as f64).ln()).round() as usize + 1;
    let width = length.map_or(needed, |length| needed.max(length));
    let mut lines: Vec<Vec<u8>> = numbers
        .iter()
        .map(|&number| {
            let mut rest = number;
            let mut line = vec![symbols[0]; width];
            for place in line.iter_mut().rev() {
                *place = symbols[(rest % base) as usize];
                rest /= base;
            }
            line
        })
        .collect();
    if length.is_none_or(|length| width > length)
        && width != 1
        && lines.iter().all(|line| line[0] == symbols[0])
    {
        for line in &mut lines {
            line.remove(0);
        }
    }
    Ok(lines)
}

pub(super) fn dec2bin(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let length = args.get(1).map(read_length).transpose()?;
    one(char_matrix(&binary(&args[0], length)?))
}

pub(super) fn dec2hex(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let length = args.get(1).map(read_length).transpose()?;
    let lines: Vec<Vec<u8>> = binary(&args[0], length.map(|length| length * 4))?
        .into_iter()
        .map(|bits| {
            bits.rchunks(4)
                .rev()
                .map(|nibble| {
                    let value =
                        nibble.iter().fold(0, |sum, &bit| 2 * sum + usize::from(bit == b'1'));
                    SYMBOLS[value]
                })
                .collect()
        })
        .collect();
    // Single digits come in one row.
    if lines.len() > 1 && lines.iter().all(|line| line.len() == 1) {
        return one(char_matrix(&[lines.concat()]));
    }
    one(char_matrix(&lines))
}

/// Integers in binary, negative ones as the complement in the narrowest class that
/// holds all.
fn binary(value: &Value, length: Option<usize>) -> Result<Vec<Vec<u8>>> {
    let refused = || Error::plain("dec2bin: input must be integers");
    if value.is_complex()
        || matches!(value, Value::Bool(_) | Value::Char(..))
        || matches!(value, Value::Cell(cell) if cell.as_slice().iter().any(Value::is_char))
    {
        return Err(refused());
    }
    let numbers: Vec<i128> = numbers_of(value)
        .and_then(|numbers| numbers.into_iter().collect::<Option<_>>())
        .ok_or_else(refused)?;
    let negative = numbers.iter().any(|&number| number < 0);
    if !negative && numbers.contains(&INFINITE) {
        return Err(Error::too_large());
    }
    let fits = |bits: u32| {
        let half = 1i128 << (bits - 1);
        numbers.iter().all(|&number| number >= -half && number < half)
    };
    let bits = [8, 16, 32].into_iter().find(|&bits| fits(bits)).unwrap_or(64);
    let numbers: Vec<u128> = numbers
        .into_iter()
        .map(|number| {
            if !negative {
                return number.unsigned_abs();
            }
            let number = number.clamp(i64::MIN.into(), i64::MAX.into());
            let wrapped = if number < 0 { number + (1i128 << bits) } else { number };
            wrapped.unsigned_abs()
        })
        .collect();
    in_base(&numbers, &SYMBOLS[..2], length)
}

/// The elements as integers, `None` where one has a fraction.
fn numbers_of(value: &Value) -> Option<Vec<Option<i128>>> {
    if let Value::Cell(cell) = value {
        let mut all = Vec::new();
        for element in cell.as_slice() {
            all.extend(numbers_of(element)?);
        }
        return Some(all);
    }
    if let Some(integers) = value.to_wide_integers() {
        return Some(integers.as_slice().iter().copied().map(Some).collect());
    }
    let whole = |x: &f64| (x.is_infinite() || x.fract() == 0.0).then_some(*x as i128);
    Some(value.to_f64_array()?.as_slice().iter().map(whole).collect())
}

pub(super) fn base2dec(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let lines = text_lines(&args[0])?;
    match &args[1] {
        Value::Char(text, _) => {
            let symbols = text.as_slice();
            if has_duplicates(symbols) {
                return Err(Error::plain("base2dec: symbols representing digits must be unique"));
            }
            if symbols.iter().any(|&byte| is_space(byte)) {
                return Err(Error::plain("base2dec: whitespace characters are not valid symbols"));
            }
            one(from_base(&lines, symbols, false))
        }
        base if !base.is_scalar() => {
            Err(Error::plain("base2dec: cannot convert from several bases at once"))
        }
        base => match base.to_f64() {
            Some(number) if (2.0..=36.0).contains(&number) => {
                one(from_base(&lines, &SYMBOLS[..number as usize], true))
            }
            _ => {
                Err(Error::plain("base2dec: BASE must be between 2 and 36, or a string of symbols"))
            }
        },
    }
}

pub(super) fn bin2dec(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    one(from_base(&text_lines(&args[0])?, &SYMBOLS[..2], true))
}

pub(super) fn hex2dec(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    one(from_base(&text_lines(&args[0])?, &SYMBOLS[..16], true))
}

fn text_lines(value: &Value) -> Result<Vec<Vec<u8>>> {
    match value {
        Value::Cell(_) => value.cell_texts(),
        other => other.char_rows(),
    }
    .ok_or_else(|| Error::plain("base2dec: S must be a string or cellstring"))
}

fn from_base(lines: &[Vec<u8>], symbols: &[u8], any_case: bool) -> Value {
    let base = symbols.len() as f64;
    let values = lines
        .iter()
        .map(|line| {
            let digits: Vec<u8> = line.iter().copied().filter(|&byte| byte != b' ').collect();
            let count = digits.len();
            digits
                .iter()
                .enumerate()
                .map(|(place, &byte)| {
                    let byte = if any_case { byte.to_ascii_uppercase() } else { byte };
                    let digit = symbols.iter().position(|&symbol| symbol == byte);
                    let power = base.powi((count - 1 - place) as i32);
                    digit.map_or(f64::NAN, |digit| digit as f64 * power)
                })
                .sum()
        })
        .collect();
    Value::Double(Array::column(values))
}

fn has_duplicates(symbols: &[u8]) -> bool {
    let mut sorted = symbols.to_vec();
    sorted.sort_unstable();
    sorted.windows(2).any(|pair| pair[0] == pair[1])
}

const fn is_space(byte: u8) -> bool {
    byte.is_ascii_whitespace() || byte == 11
}
