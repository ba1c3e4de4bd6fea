//! Octave's binary format: a signature that tells the order of bytes, then variable by variable
//! a name, a comment, whether it is global, the name of a type, and what the type says.
//!
//! Extents stand behind their number, which is negative. Numbers of floating point have a byte before
//! them that says as what they are stored.

use formwork_runtime::{C32, C64, Element, Quote, Value};

use crate::mat5::{Contents, written_class};
use crate::variable::{Malformed, Outcome, Variable};
use crate::{DEEPEST, assemble};

const LITTLE: &[u8] = b"Octave-1-L";
const BIG: &[u8] = b"Octave-1-B";

/// How many bytes stand in front of the variables.
pub const SIGNATURE: usize = 11;

/// The byte that stands for doubles, and that for numbers of single precision.
const DOUBLE: u8 = 7;
const SINGLE: u8 = 6;

/// What stands for a type that is named.
const NAMED: u8 = 255;

/// The name of what is in a cell.
const CELL_ELEMENT: &str = "<cell-element>";

/// Whether the bytes begin as such a file does.
#[must_use]
pub fn is_octave_binary(bytes: &[u8]) -> bool {
    bytes.starts_with(LITTLE) || bytes.starts_with(BIG)
}

/// Reads the variables whose names are wanted.
///
/// # Errors
///
/// If the bytes are no such file, end early, or hold a type that is not read: where it ends is
/// not told.
pub fn read(bytes: &[u8], wanted: &dyn Fn(&str) -> bool) -> Outcome<Contents> {
    let big_endian = bytes.starts_with(BIG);
    let Some(rest) = bytes.get(SIGNATURE..).filter(|_| is_octave_binary(bytes)) else {
        return Malformed::broken("it is not in Octave's binary format");
    };
    let mut reader = Reader { rest, big_endian };
    let mut contents = Contents { variables: Vec::new(), unread: Vec::new() };
    while !reader.rest.is_empty() {
        let variable = reader.variable(0)?;
        if wanted(&variable.name) {
            contents.variables.push(variable);
        }
    }
    Ok(contents)
}

struct Reader<'b> {
    rest: &'b [u8],
    big_endian: bool,
}

/// A number of a fixed width as its bytes.
trait Stored: Sized {
    const WIDTH: usize;
    fn from_bytes(bytes: &[u8], big_endian: bool) -> Self;
}

macro_rules! stored {
    ($($type:ident)*) => {
        $(
            impl Stored for $type {
                const WIDTH: usize = size_of::<$type>();
                fn from_bytes(bytes: &[u8], big_endian: bool) -> $type {
                    let mut own = [0; size_of::<$type>()];
                    own.copy_from_slice(bytes);
                    if big_endian { $type::from_be_bytes(own) } else { $type::from_le_bytes(own) }
                }
            }
        )*
    };
}

stored!(i8 i16 i32 i64 u8 u16 u32 u64 f32 f64);

impl<'b> Reader<'b> {
    fn take(&mut self, count: usize) -> Outcome<&'b [u8]> {
        match self.rest.split_at_checked(count) {
            Some((bytes, rest)) => {
                self.rest = rest;
                Ok(bytes)
            }
            None => Malformed::broken("the file ends early"),
        }
    }

    fn one<T: Stored>(&mut self) -> Outcome<T> {
        let big_endian = self.big_endian;
        Ok(T::from_bytes(self.take(T::WIDTH)?, big_endian))
    }

    fn many<T: Stored>(&mut self, count: usize) -> Outcome<Vec<T>> {
        let big_endian = self.big_endian;
        let bytes = count.saturating_mul(T::WIDTH);
        let bytes = self.take(bytes)?;
        assemble::room(bytes.len())?;
        Ok(bytes.chunks_exact(T::WIDTH).map(|bytes| T::from_bytes(bytes, big_endian)).collect())
    }

    fn count(&mut self) -> Outcome<usize> {
        let count: i32 = self.one()?;
        usize::try_from(count).map_err(|_| Malformed::Broken("a count is negative".to_owned()))
    }

    fn text(&mut self) -> Outcome<String> {
        let count = self.count()?;
        Ok(String::from_utf8_lossy(self.take(count)?).into_owned())
    }

    fn variable(&mut self, depth: usize) -> Outcome<Variable> {
        let name = self.text()?;
        let _comment = self.text()?;
        let global = self.one::<u8>()? != 0;
        let kind = match self.one::<u8>()? {
            NAMED => self.text()?,
            1 => "scalar".to_owned(),
            2 => "matrix".to_owned(),
            3 => "complex scalar".to_owned(),
            4 => "complex matrix".to_owned(),
            6 => "double_range".to_owned(),
            7 => "string".to_owned(),
            _ => return Malformed::broken("a variable has no type"),
        };
        if depth > DEEPEST {
            return Malformed::broken("values are nested too deeply");
        }
        let value = self.value(&kind, depth).map_err(|problem| match problem {
            Malformed::Unsupported(_) => {
                Malformed::Unsupported(format!("'{name}' is a {kind}, which is not read"))
            }
            broken @ Malformed::Broken(_) => broken,
        })?;
        Ok(Variable { name, value, global })
    }

    fn value(&mut self, kind: &str, depth: usize) -> Outcome<Value> {
        if let Some((class, shape @ ("scalar" | "matrix"))) = kind.split_once(' ')
            && class.contains("int")
        {
            return self.integers(class, shape == "scalar");
        }
        match kind {
            "bool" => Ok(Value::bool(self.one::<u8>()? != 0)),
            "bool matrix" => {
                let dims = self.dims(1)?;
                let bytes = self.take(dims.numel())?;
                assemble::array(dims, bytes.iter().map(|&byte| byte != 0).collect())
            }
            "string" | "sq_string" => {
                let dims = self.dims(1)?;
                let bytes = self.take(dims.numel())?.to_vec();
                let quote = if kind == "string" { Quote::Double } else { Quote::Single };
                Ok(Value::Char(assemble::plain(dims, bytes)?, quote))
            }
            "range" | "double_range" => match self.numbers(3)?[..] {
                [base, limit, increment] => range(base, limit, increment),
                _ => Malformed::broken("a range has three numbers"),
            },
            "diagonal matrix" => self.diagonal(),
            "cell" => {
                // An element has at least its name, a flag and a type.
                let dims = self.dims(9)?;
                let mut values = Vec::new();
                for _ in 0..dims.numel() {
                    values.push(self.variable(depth + 1)?.value);
                }
                assemble::cells(dims, values)
            }
            "scalar struct" | "struct" => self.structs(kind == "struct", depth),
            _ => self.floating(kind),
        }
    }

    /// Numbers of floating point: `float complex matrix`.
    fn floating(&mut self, kind: &str) -> Outcome<Value> {
        let (single, rest) = match kind.strip_prefix("float ") {
            Some(rest) => (true, rest),
            None => (false, kind),
        };
        let (parts, rest) = match rest.strip_prefix("complex ") {
            Some(rest) => (2, rest),
            None => (1, rest),
        };
        let dims = match rest {
            "scalar" => self.single_dims()?,
            "matrix" => self.dims(parts)?,
            _ => return Malformed::unsupported(kind),
        };
        let numbers = self.numbers(parts * dims.numel())?;
        match (single, parts) {
            (false, 1) => assemble::array(dims, numbers),
            (true, 1) => assemble::array(dims, numbers.iter().map(|&x| x as f32).collect()),
            (false, _) => {
                let pairs = numbers.chunks_exact(2);
                assemble::array(dims, pairs.map(|pair| C64::new(pair[0], pair[1])).collect())
            }
            (true, _) => {
                let pairs = numbers.chunks_exact(2);
                let single = |pair: &[f64]| C32::new(pair[0] as f32, pair[1] as f32);
                assemble::array(dims, pairs.map(single).collect())
            }
        }
    }

    /// A matrix of which only the diagonal is in the file.
    fn diagonal(&mut self) -> Outcome<Value> {
        let (rows, columns) = (self.count()?, self.count()?);
        let on = self.numbers(rows.min(columns))?;
        assemble::room(rows.saturating_mul(columns).saturating_mul(8))?;
        let dims = assemble::dims(&[rows, columns], usize::MAX, 8)?;
        let mut numbers = vec![0.0; dims.numel()];
        for (place, number) in on.into_iter().enumerate() {
            numbers[place * (rows + 1)] = number;
        }
        assemble::array(dims, numbers)
    }

    /// Several structs have a cell in each field.
    fn structs(&mut self, several: bool, depth: usize) -> Outcome<Value> {
        let dims = if several { self.dims(0)? } else { self.single_dims()? };
        let mut fields = Vec::new();
        for _ in 0..self.count()? {
            let field = self.variable(depth + 1)?;
            let values = match field.value {
                value if !several => vec![value],
                Value::Cell(values) => values.as_slice().to_vec(),
                _ => return Malformed::broken("a field of several structs is no cell"),
            };
            fields.push((field.name, values));
        }
        if fields.is_empty() {
            // Nothing in the file holds such a size to be true.
            assemble::room(dims.checked_numel().unwrap_or(usize::MAX))?;
        }
        assemble::structs(dims, fields)
    }

    fn single_dims(&self) -> Outcome<formwork_runtime::Dims> {
        assemble::dims(&[1, 1], 1, 1)
    }

    /// A size, of whose elements each takes some bytes at least.
    fn dims(&mut self, least: usize) -> Outcome<formwork_runtime::Dims> {
        let count: i32 = self.one()?;
        let extents = if count < 0 {
            let mut extents = Vec::new();
            for _ in 0..count.unsigned_abs() {
                extents.push(self.count()?);
            }
            extents
        } else {
            vec![count as usize, self.count()?]
        };
        assemble::dims(&extents, self.rest.len(), least)
    }

    /// Numbers behind the byte that says as what they are stored.
    fn numbers(&mut self, count: usize) -> Outcome<Vec<f64>> {
        macro_rules! of {
            ($type:ident) => {
                self.many::<$type>(count)?.into_iter().map(|number| number as f64).collect()
            };
        }
        Ok(match self.one::<u8>()? {
            0 => of!(u8),
            1 => of!(u16),
            2 => of!(u32),
            3 => of!(i8),
            4 => of!(i16),
            5 => of!(i32),
            SINGLE => of!(f32),
            DOUBLE => self.many(count)?,
            8 => of!(u64),
            9 => of!(i64),
            _ => return Malformed::broken("numbers are stored as nothing known"),
        })
    }

    fn integers(&mut self, class: &str, scalar: bool) -> Outcome<Value> {
        match class {
            "int8" => self.elements::<i8>(scalar),
            "int16" => self.elements::<i16>(scalar),
            "int32" => self.elements::<i32>(scalar),
            "int64" => self.elements::<i64>(scalar),
            "uint8" => {
                let dims = if scalar { self.single_dims()? } else { self.dims(1)? };
                let bytes = self.many::<u8>(dims.numel())?;
                Ok(Value::Uint8(assemble::plain(dims, bytes)?))
            }
            "uint16" => self.elements::<u16>(scalar),
            "uint32" => self.elements::<u32>(scalar),
            "uint64" => self.elements::<u64>(scalar),
            _ => Malformed::unsupported(class),
        }
    }

    fn elements<T: Stored + Element>(&mut self, scalar: bool) -> Outcome<Value> {
        let dims = if scalar { self.single_dims()? } else { self.dims(T::WIDTH)? };
        let numbers = self.many::<T>(dims.numel())?;
        assemble::array(dims, numbers)
    }
}

/// `base:increment:limit` with its elements.
fn range(base: f64, limit: f64, increment: f64) -> Outcome<Value> {
    let count = ((limit - base) / increment * (1.0 + 3.0 * f64::EPSILON)).floor() + 1.0;
    let count = if count > 0.0 { count } else { 0.0 };
    if !(count <= 1e9) {
        return Malformed::broken("a range has no end");
    }
    assemble::room(8 * count as usize)?;
    let dims = assemble::dims(&[1, count as usize], usize::MAX, 8)?;
    assemble::array(dims, (0..count as u32).map(|k| base + f64::from(k) * increment).collect())
}

/// A file of these variables.
///
/// # Errors
///
/// If a value cannot be written.
pub fn write(variables: &[Variable]) -> Outcome<Vec<u8>> {
    let mut file = LITTLE.to_vec();
    file.push(0);
    for variable in variables {
        put(&mut file, &variable.name, variable.global, &variable.value)?;
    }
    Ok(file)
}

fn put_count(file: &mut Vec<u8>, count: usize) -> Outcome<()> {
    let Ok(count) = i32::try_from(count) else {
        return Malformed::unsupported("arrays as long as that are not written");
    };
    file.extend(count.to_le_bytes());
    Ok(())
}

fn put_text(file: &mut Vec<u8>, text: &str) -> Outcome<()> {
    put_count(file, text.len())?;
    file.extend_from_slice(text.as_bytes());
    Ok(())
}

fn put_dims(file: &mut Vec<u8>, value: &Value) -> Outcome<()> {
    let dims = value.dims();
    let extents = dims.as_slice();
    file.extend((-(extents.len() as i32)).to_le_bytes());
    extents.iter().try_for_each(|&extent| put_count(file, extent))
}

/// A value with the name of its type.
fn put(file: &mut Vec<u8>, name: &str, global: bool, value: &Value) -> Outcome<()> {
    let class = written_class(value);
    let is_scalar = value.dims().is_scalar();
    let (one, several) = match value {
        Value::Double(_) | Value::Range(_) => ("scalar", "matrix"),
        Value::Single(_) => ("float scalar", "float matrix"),
        Value::Complex(_) => ("complex scalar", "complex matrix"),
        Value::ComplexSingle(_) => ("float complex scalar", "float complex matrix"),
        Value::Bool(_) => ("bool", "bool matrix"),
        Value::Char(_, Quote::Double) => ("string", "string"),
        Value::Char(_, Quote::Single) => ("sq_string", "sq_string"),
        Value::Cell(_) => ("cell", "cell"),
        Value::Struct(_) => ("scalar struct", "struct"),
        other if other.to_wide_integers().is_some() => ("scalar", "matrix"),
        _ => return Malformed::unsupported(format!("wrong type argument '{class}'")),
    };
    let kind = match value.class().is_integer() {
        true => format!("{class} {}", if is_scalar { one } else { several }),
        false => (if is_scalar { one } else { several }).to_owned(),
    };
    put_text(file, name)?;
    put_text(file, "")?;
    file.extend([u8::from(global), NAMED]);
    put_text(file, &kind)?;
    if !is_scalar || matches!(value, Value::Char(..) | Value::Cell(_)) {
        put_dims(file, value)?;
    }
    put_elements(file, value, is_scalar)
}

fn put_elements(file: &mut Vec<u8>, value: &Value, is_scalar: bool) -> Outcome<()> {
    macro_rules! bytes {
        ($array:expr) => {
            file.extend($array.as_slice().iter().flat_map(|number| number.to_le_bytes()))
        };
    }
    match value {
        Value::Single(array) => {
            file.push(SINGLE);
            bytes!(array);
        }
        Value::Complex(array) => {
            file.push(DOUBLE);
            let parts = array.as_slice().iter().flat_map(|z| [z.re, z.im]);
            file.extend(parts.flat_map(f64::to_le_bytes));
        }
        Value::ComplexSingle(array) => {
            file.push(SINGLE);
            let parts = array.as_slice().iter().flat_map(|z| [z.re, z.im]);
            file.extend(parts.flat_map(f32::to_le_bytes));
        }
        Value::Bool(array) => file.extend(array.as_slice().iter().map(|&bit| u8::from(bit))),
        Value::Char(text, _) => file.extend_from_slice(text.as_slice()),
        Value::Int8(array) => bytes!(array),
        Value::Int16(array) => bytes!(array),
        Value::Int32(array) => bytes!(array),
        Value::Int64(array) => bytes!(array),
        Value::Uint8(array) => bytes!(array),
        Value::Uint16(array) => bytes!(array),
        Value::Uint32(array) => bytes!(array),
        Value::Uint64(array) => bytes!(array),
        Value::Cell(cells) => {
            for element in cells.as_slice() {
                put(file, CELL_ELEMENT, false, element)?;
            }
        }
        Value::Struct(structs) => {
            put_count(file, structs.fields().count())?;
            for (name, values) in structs.fields() {
                match values {
                    [value] if is_scalar => put(file, name, false, value)?,
                    values => {
                        let cells = assemble::cells(value.dims(), values.to_vec())?;
                        put(file, name, false, &cells)?;
                    }
                }
            }
        }
        other => {
            file.push(DOUBLE);
            let numbers = other.to_f64_array();
            if let Some(array) = numbers {
                bytes!(array);
            }
        }
    }
    Ok(())
}
