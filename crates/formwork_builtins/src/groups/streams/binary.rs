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

/// The bytes of elements of a class, as they stand in a file.
struct Stored {
    bytes: Vec<u8>,
    class: Class,
    big_endian: bool,
}

impl Stored {
    /// So many elements, zeros behind those that were read.
    fn elements<T: Clone + 'static>(
        &self,
        dims: Dims,
        one: impl Fn(Number) -> T,
    ) -> Result<Array<T>> {
        memory::reserve::<T>(&dims)?;
        let count = dims.numel();
        let chunks = self.bytes.chunks_exact(width(self.class));
        let numbers = chunks.map(|chunk| decode(chunk, self.class, self.big_endian));
        let padded = numbers.chain(std::iter::repeat(Number::Whole(0)));
        Ok(Array::new(dims, padded.take(count).map(one).collect()))
    }

    fn integers<T: Integer>(&self, dims: Dims) -> Result<Value> {
        let array = self.elements(dims, |number| match number {
            Number::Whole(whole) => T::saturate_from(whole),
            Number::Real(real) => T::saturate_from(real),
        })?;
        Ok(Value::from_array(array))
    }

    fn assembled(&self, dims: Dims, class: Class) -> Result<Value> {
        let real = |number: Number| match number {
            Number::Whole(whole) => whole as f64,
            Number::Real(real) => real,
        };
        match class {
            Class::Int8 => self.integers::<i8>(dims),
            Class::Int16 => self.integers::<i16>(dims),
            Class::Int32 => self.integers::<i32>(dims),
            Class::Int64 => self.integers::<i64>(dims),
            Class::Uint8 => self.integers::<u8>(dims),
            Class::Uint16 => self.integers::<u16>(dims),
            Class::Uint32 => self.integers::<u32>(dims),
            Class::Uint64 => self.integers::<u64>(dims),
            Class::Single => Ok(Value::Single(self.elements(dims, |x| real(x) as f32)?)),
            Class::Char => {
                let bytes = self.elements(dims, |x| real(x) as i64 as u8)?;
                Ok(Value::Char(bytes, Quote::Single))
            }
            Class::Logical => Ok(Value::Bool(self.elements(dims, |x| real(x) != 0.0)?)),
            _ => Ok(Value::Double(self.elements(dims, real)?)),
        }
    }
}

pub(super) fn fread(cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    // A precision may stand where the size is left out.
    let mut rest: Vec<Value> = args[1..].to_vec();
    if rest.first().is_some_and(Value::is_char) {
        rest.insert(0, Value::from(f64::INFINITY));
    }
    // And an architecture where the skip is.
    if rest.len() == 3 && rest[2].is_char() {
        rest.insert(2, Value::from(0.0));
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
    let mut bytes: Vec<u8> = Vec::new();
    loop {
        let left = size.most - bytes.len() / unit;
        let wanted = if skip == 0 { left } else { precision.block.min(left) };
        if wanted == 0 {
            break;
        }
        let piece = stream.take(wanted.saturating_mul(unit))?;
        let short = piece.len() < wanted.saturating_mul(unit);
        let whole = piece.len() - piece.len() % unit;
        if bytes.is_empty() {
            bytes = piece;
            bytes.truncate(whole);
        } else {
            bytes.extend_from_slice(&piece[..whole]);
        }
        if short || (skip > 0 && stream.take(skip)?.len() < skip) {
            break;
        }
    }
    let count = bytes.len() / unit;
    let dims = match size.rows {
        None => Dims::matrix(count, if count == 0 && !size.is_open { 0 } else { 1 }),
        Some(0) => Dims::EMPTY,
        Some(_) if count == 0 => Dims::EMPTY,
        Some(rows) if count < rows => Dims::matrix(rows, 1),
        Some(rows) => Dims::matrix(rows, count.div_ceil(rows)),
    };
    let stored = Stored { bytes, class: precision.stored, big_endian };
    let value = stored.assembled(dims, precision.given)?;
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
    let wide = value.to_wide_integers();
    let reals = match &wide {
        Some(_) => None,
        None => Some(value.to_f64_array().ok_or_else(wrong)?),
    };
    let wholes = wide.iter().flat_map(Array::as_slice).map(|&x| Number::Whole(x));
    let reals = reals.iter().flat_map(|reals| reals.as_slice()).map(|&x| Number::Real(x));
    fn whole<T: Integer>(number: Number) -> i128 {
        match number {
            Number::Whole(whole) => T::saturate_from(whole).widen(),
            Number::Real(real) => <T as SaturateFrom<f64>>::saturate_from(real).widen(),
        }
    }
    let unit = width(class);
    memory::reserve_bytes(value.numel().saturating_mul(unit))?;
    let mut out = Vec::with_capacity(value.numel() * unit);
    for number in wholes.chain(reals) {
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
        let blank = (bytes.len() / unit).saturating_mul(skip);
        memory::reserve_bytes(blank)?;
        let apart = bytes.chunks(unit).flat_map(|chunk| {
            std::iter::repeat_n(0, skip).chain(chunk.iter().copied()).collect::<Vec<u8>>()
        });
        bytes = apart.collect();
    }
    let written = write_to(cx, "fwrite", &args[0], &bytes)?;
    one(if written { args[1].numel() as f64 } else { -1.0 })
}
