//! The bits of numbers in hexadecimal: `num2hex`, `hex2num`.

use formwork_runtime::{Array, CellArray, Class, Dims, Element, Error, Result, Value};

use super::lines::char_matrix;
use crate::context::{Args, Context, Values, one};
use formwork_runtime::ops::type_name;

pub(super) fn num2hex(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let x = args[0].clone().materialized();
    let as_cell = match args.get(1) {
        None => false,
        Some(option) if option.as_bytes() == Some(b"cell") => true,
        Some(_) => {
            return Err(Error::plain("num2hex: CELL argument must be a string"));
        }
    };
    if x.is_complex() {
        return Err(Error::plain("num2hex: N must be real"));
    }
    macro_rules! bits {
        ($array:expr, $x:ident => $bits:expr, $digits:literal) => {
            $array
                .as_slice()
                .iter()
                .map(|&$x| format!(concat!("{:0", $digits, "x}"), $bits))
                .collect()
        };
    }
    let texts: Vec<String> = match &x {
        Value::Double(array) => bits!(array, x => x.to_bits(), 16),
        Value::Single(array) => bits!(array, x => x.to_bits(), 8),
        Value::Int8(array) => bits!(array, x => x, 2),
        Value::Uint8(array) => bits!(array, x => x, 2),
        Value::Char(array, _) => bits!(array, x => x, 2),
        Value::Int16(array) => bits!(array, x => x, 4),
        Value::Uint16(array) => bits!(array, x => x, 4),
        Value::Int32(array) => bits!(array, x => x, 8),
        Value::Uint32(array) => bits!(array, x => x, 8),
        Value::Int64(array) => bits!(array, x => x, 16),
        Value::Uint64(array) => bits!(array, x => x, 16),
        other => {
            return Err(Error::plain(format!(
                "num2hex: wrong type argument '{}'",
                type_name(other)
            )));
        }
    };
    if as_cell {
        let values = texts.iter().map(Value::text).collect();
        return one(CellArray::new(x.dims(), values));
    }
    let lines: Vec<Vec<u8>> = texts.into_iter().map(String::into_bytes).collect();
    one(char_matrix(&lines))
}

pub(super) fn hex2num(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let (dims, lines) = match &args[0] {
        Value::Cell(cell) => (Some(cell.dims().clone()), args[0].cell_texts()),
        other => (None, other.char_rows()),
    };
    let lines = lines.ok_or_else(|| Error::plain("hex2num: S must be a string or cellstring"))?;
    let dims = dims.unwrap_or_else(|| Dims::matrix(lines.len(), 1));
    let class = match args.get(1) {
        None => Class::Double,
        Some(name) => {
            let name =
                name.as_text().ok_or_else(|| Error::plain("hex2num: CLASS must be a string"))?;
            match Class::from_name(&name) {
                Some(class) if class.is_numeric() || class == Class::Char => class,
                _ => {
                    return Err(Error::plain(format!("hex2num: unrecognized CLASS '{name}'")));
                }
            }
        }
    };
    let digits = match class {
        Class::Int8 | Class::Uint8 | Class::Char => 2,
        Class::Int16 | Class::Uint16 => 4,
        Class::Int32 | Class::Uint32 | Class::Single => 8,
        _ => 16,
    };
    let mut bits = Vec::with_capacity(lines.len());
    for line in &lines {
        if line.len() > digits {
            return Err(Error::plain(format!(
                "hex2num: S must be no more than {digits} characters"
            )));
        }
        let mut sum = 0u64;
        for place in 0..digits {
            let byte = line.get(place).copied().unwrap_or(b'0');
            let digit = char::from(byte).to_digit(16).ok_or_else(|| {
                Error::plain(format!(
                    "hex2num: invalid character '{}' found in string S",
                    char::from(byte)
                ))
            })?;
            sum = sum << 4 | u64::from(digit);
        }
        bits.push(sum);
    }
    fn make<T: Element>(dims: Dims, bits: &[u64], convert: impl Fn(u64) -> T) -> Value {
        Value::from_array(Array::new(dims, bits.iter().map(|&bits| convert(bits)).collect()))
    }
    one(match class {
        Class::Single => make(dims, &bits, |bits| f32::from_bits(bits as u32)),
        Class::Int8 => make(dims, &bits, |bits| bits as i8),
        Class::Uint8 => make(dims, &bits, |bits| bits as u8),
        Class::Int16 => make(dims, &bits, |bits| bits as i16),
        Class::Uint16 => make(dims, &bits, |bits| bits as u16),
        Class::Int32 => make(dims, &bits, |bits| bits as i32),
        Class::Uint32 => make(dims, &bits, |bits| bits as u32),
        Class::Int64 => make(dims, &bits, |bits| bits as i64),
        Class::Uint64 => make(dims, &bits, |bits| bits),
        Class::Char => Value::Char(
            Array::new(dims, bits.iter().map(|&bits| bits as u8).collect()),
            formwork_runtime::Quote::Single,
        ),
        _ => make(dims, &bits, f64::from_bits),
    })
}
