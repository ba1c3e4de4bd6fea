//! `fread` and `fwrite`.

use formwork_runtime::{
    Array, Class, Dims, Error, Integer, Quote, Result, SaturateFrom, Value, memory,
};

use super::open::is_big_endian;
use super::precision::{Precision, class_of, width};
use crate::context::{Args, Context, Values, one};
use crate::open_files::{stream, write_to};

/// How many elements are read, and how they are arranged.
struct Size {
    rows: Option<usize>,
    most: usize,
    is_open: bool,
}

fn extent(x: f64) -> Result<usize> {
    if x.is_nan() {
        return Err(Error::plain("fread: NaN invalid as size specification"));
    }
    if x < 0.0 {
        return Err(Error::plain("fread: negative value invalid as size specification"));
    }
    Ok(if x.is_infinite() { usize::MAX } else { x.round() as usize })
}

fn size(value: &Value) -> Result<Size> {
    let wrong = || Error::plain("fread: invalid SIZE specification (must be 2-D)");
    let numbers =
        value.to_f64_array().ok_or_else(|| Error::plain("fread: invalid SIZE specified"))?;
    match *numbers.as_slice() {
        [count] => {
            let most = extent(count)?;
            Ok(Size { rows: None, most, is_open: most == usize::MAX })
        }
        [rows, columns] => {
            let (rows, columns) = (extent(rows)?, extent(columns)?);
            if rows == usize::MAX {
                return Err(Error::plain("fread: infinite value invalid as size specification"));
            }
            let most = rows.saturating_mul(columns);
            Ok(Size { rows: Some(rows), most, is_open: columns == usize::MAX })
        }
        _ => Err(wrong()),
    }
}

/// Numbers of any class, exact: an integer or a double.
#[derive(Clone, Copy)]
enum Number {
    Whole(i128),
    Real(f64),
}

fn decode(bytes: &[u8], class: Class, big_endian: bool) -> Number {
    let mut eight = [0u8; 8];
    for (place, &byte) in bytes.iter().enumerate() {
        let place = if big_endian { bytes.len() - 1 - place } else { place };
        eight[place] = byte;
    }
    let bits = u64::from_le_bytes(eight);
    match class {
        // Characters have a sign, too.
        Class::Int8 | Class::Char => Number::Whole(i128::from(bits as i8)),
        Class::Int16 => Number::Whole(i128::from(bits as i16)),
        Class::Int32 => Number::Whole(i128::from(bits as i32)),
        Class::Int64 => Number::Whole(i128::from(bits as i64)),
        Class::Single => Number::Real(f64::from(f32::from_bits(bits as u32))),
        Class::Double => Number::Real(f64::from_bits(bits)),
        _ => Number::Whole(i128::from(bits)),
    }
}

fn integers<T: Integer>(dims: Dims, numbers: &[Number]) -> Value {
    let one = |&number: &Number| match number {
        Number::Whole(whole) => T::saturate_from(whole),
        Number::Real(real) => T::saturate_from(real),
    };
    Value::from_array(Array::new(dims, numbers.iter().map(one).collect()))
}

fn assembled(dims: Dims, class: Class, numbers: &[Number]) -> Value {
    let real = |&number: &Number| match number {
        Number::Whole(whole) => whole as f64,
        Number::Real(real) => real,
    };
    match class {
        Class::Int8 => integers::<i8>(dims, numbers),
        Class::Int16 => integers::<i16>(dims, numbers),
        Class::Int32 => integers::<i32>(dims, numbers),
        Class::Int64 => integers::<i64>(dims, numbers),
        Class::Uint8 => integers::<u8>(dims, numbers),
        Class::Uint16 => integers::<u16>(dims, numbers),
        Class::Uint32 => integers::<u32>(dims, numbers),
        Class::Uint64 => integers::<u64>(dims, numbers),
        Class::Single => {
            Value::Single(Array::new(dims, numbers.iter().map(|x| real(x) as f32).collect()))
        }
        Class::Char => {
            let bytes = numbers.iter().map(|x| real(x) as i64 as u8).collect();
            Value::Char(Array::new(dims, bytes), Quote::Single)
        }
        Class::Logical => {
            Value::Bool(Array::new(dims, numbers.iter().map(|x| real(x) != 0.0).collect()))
        }
        _ => Value::Double(Array::new(dims, numbers.iter().map(real).collect())),
    }
}

pub(super) fn fread(cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    // A precision may stand where the size is left out.
    let mut rest: Vec<Value> = args[1..].to_vec();
    if rest.first().is_some_and(Value::is_char) {
        rest.insert(0, Value::from(f64::INFINITY));
    }
    let size = match rest.first() {
        Some(value) => size(value)?,
        None => Size { rows: None, most: usize::MAX, is_open: true },
    };
    let precision = match rest.get(1) {
        None => Precision { stored: Class::Uint8, given: Class::Double, block: 1 },
        Some(value) => match value.as_text().filter(|_| value.is_char()) {
            Some(text) => Precision::read(&text)
                .ok_or_else(|| Error::plain("fread: invalid PRECISION specified"))?,
            None => return Err(Error::plain("fread: PRECISION must be a string")),
        },
    };
    let skip = match rest.get(2).map(Value::to_f64) {
        None => 0,
        Some(Some(skip)) if skip >= 0.0 && skip.fract() == 0.0 => skip as usize,
        Some(_) => return Err(Error::plain("fread: SKIP must be an integer")),
    };
    let order = match rest.get(3) {
        Some(value) => is_big_endian("fread", value)?,
        None => None,
    };
    let stream = stream(cx, "fread", &args[0])?;
    if !stream.can_read() {
        "fread: stream not open for reading".clone_into(&mut stream.error);
        return Ok([Value::empty(), Value::from(0.0)].into_iter().collect());
    }
    let big_endian = order.unwrap_or(stream.big_endian);
    let unit = width(precision.stored);
    let mut numbers: Vec<Number> = Vec::new();
    while numbers.len() < size.most {
        let wanted = match skip {
            0 => size.most - numbers.len(),
            _ => precision.block.min(size.most - numbers.len()),
        };
        let bytes = stream.take(wanted.saturating_mul(unit))?;
        memory::reserve_bytes((bytes.len() / unit).saturating_mul(2 * size_of::<Number>()))?;
        let whole = bytes.chunks_exact(unit);
        numbers.extend(whole.map(|chunk| decode(chunk, precision.stored, big_endian)));
        if bytes.len() < wanted.saturating_mul(unit) {
            break;
        }
        if skip > 0 && stream.take(skip)?.len() < skip {
            break;
        }
    }
    let count = numbers.len();
    let dims = match size.rows {
        None => Dims::matrix(count, if count == 0 && !size.is_open { 0 } else { 1 }),
        Some(0) => Dims::EMPTY,
        Some(_) if count == 0 => Dims::EMPTY,
        Some(rows) if count < rows => Dims::matrix(rows, 1),
        Some(rows) => Dims::matrix(rows, count.div_ceil(rows)),
    };
    memory::reserve::<Number>(&dims)?;
    numbers.resize(dims.numel(), Number::Whole(0));
    let value = assembled(dims, precision.given, &numbers);
    Ok([value, Value::count(count)].into_iter().collect())
}

/// The bytes of the elements of a value in a class, one after the other.
fn encoded(value: &Value, class: Class, big_endian: bool) -> Result<Vec<u8>> {
    let wrong = || {
        let class = match value {
            Value::Cell(_) => "cell".to_owned(),
            Value::Struct(structs) if structs.numel() == 1 => "scalar struct".to_owned(),
            other => other.class().to_string(),
        };
        Error::plain(format!("octave_base_value::write(): wrong type argument '{class}'"))
    };
    let numbers: Vec<Number> = match value.to_wide_integers() {
        Some(wide) => wide.as_slice().iter().map(|&x| Number::Whole(x)).collect(),
        None => {
            let reals = value.to_f64_array().ok_or_else(wrong)?;
            reals.as_slice().iter().map(|&x| Number::Real(x)).collect()
        }
    };
    fn whole<T: Integer>(number: Number) -> i128 {
        match number {
            Number::Whole(whole) => T::saturate_from(whole).widen(),
            Number::Real(real) => <T as SaturateFrom<f64>>::saturate_from(real).widen(),
        }
    }
    let unit = width(class);
    let mut out = Vec::with_capacity(numbers.len() * unit);
    for number in numbers {
        let real = match number {
            Number::Whole(whole) => whole as f64,
            Number::Real(real) => real,
        };
        let bits = match class {
            // Of characters the lower bits are taken.
            Class::Char => match number {
                Number::Whole(whole) => whole as u64,
                Number::Real(real) => real as i64 as u64,
            },
            Class::Int8 => whole::<i8>(number) as u64,
            Class::Int16 => whole::<i16>(number) as u64,
            Class::Int32 => whole::<i32>(number) as u64,
            Class::Int64 => whole::<i64>(number) as u64,
            Class::Uint16 => whole::<u16>(number) as u64,
            Class::Uint32 => whole::<u32>(number) as u64,
            Class::Uint64 => whole::<u64>(number) as u64,
            Class::Single => u64::from((real as f32).to_bits()),
            Class::Double => real.to_bits(),
            _ => whole::<u8>(number) as u64,
        };
        let bytes = bits.to_le_bytes();
        if big_endian {
            out.extend(bytes[..unit].iter().rev());
        } else {
            out.extend_from_slice(&bytes[..unit]);
        }
    }
    Ok(out)
}

pub(super) fn fwrite(cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let class = match args.get(2) {
        None => Class::Uint8,
        Some(value) => match value.as_text().filter(|_| value.is_char()) {
            Some(text) => class_of(text.trim_start_matches('*'))
                .ok_or_else(|| Error::plain("fwrite: invalid PRECISION specified"))?,
            None => return Err(Error::plain("fwrite: PRECISION must be a string")),
        },
    };
    let skip = match args.get(3).map(Value::to_f64) {
        None => 0,
        Some(Some(skip)) if skip >= 0.0 && skip.fract() == 0.0 => skip as usize,
        Some(_) => return Err(Error::plain("fwrite: SKIP must be an integer")),
    };
    let order = match args.get(4) {
        Some(value) => is_big_endian("fwrite", value)?,
        None => None,
    };
    let big_endian = match order {
        Some(order) => order,
        None => stream(cx, "fwrite", &args[0])?.big_endian,
    };
    let mut bytes = encoded(&args[1], class, big_endian)?;
    let unit = width(class);
    if skip > 0 {
        let blank = bytes.len() / unit * skip;
        memory::reserve_bytes(blank)?;
        let apart = bytes.chunks(unit).flat_map(|chunk| {
            std::iter::repeat_n(0, skip).chain(chunk.iter().copied()).collect::<Vec<u8>>()
        });
        bytes = apart.collect();
    }
    let written = write_to(cx, "fwrite", &args[0], &bytes)?;
    one(if written { args[1].numel() as f64 } else { -1.0 })
}
