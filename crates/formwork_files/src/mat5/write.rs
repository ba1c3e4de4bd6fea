//! Writing MAT files of version 5 and 7.

use std::io::Write as _;

use flate2::Compression;
use flate2::write::ZlibEncoder;
use formwork_runtime::{Dims, Value};

use super::{class, flag, kind};
use crate::variable::{Malformed, Outcome, Variable};

/// A file of these variables; `stamp` says when and by whom it was written.
///
/// # Errors
///
/// If a value cannot be written.
pub fn write(variables: &[Variable], compressed: bool, stamp: &str) -> Outcome<Vec<u8>> {
    let mut header = format!("MATLAB 5.0 MAT-file, {stamp}").into_bytes();
    header.truncate(116);
    header.resize(124, b' ');
    // Where a subsystem has its data: there is none.
    header[116..124].fill(0);
    header.extend_from_slice(&[0, 1, b'I', b'M']);
    append(header, variables, compressed)
}

/// A file with more variables behind those that it has.
///
/// # Errors
///
/// If a value cannot be written.
pub fn append(mut file: Vec<u8>, variables: &[Variable], compressed: bool) -> Outcome<Vec<u8>> {
    for variable in variables {
        let mut element = Vec::new();
        matrix(&mut element, &variable.name, &variable.value, variable.global, 0)?;
        if !compressed {
            file.extend_from_slice(&element);
            continue;
        }
        let mut encoder = ZlibEncoder::new(Vec::new(), Compression::default());
        let packed = encoder.write_all(&element).and_then(|()| encoder.finish());
        let Ok(packed) = packed else {
            return Malformed::broken("the data cannot be compressed");
        };
        tag(&mut file, kind::COMPRESSED, packed.len())?;
        file.extend_from_slice(&packed);
    }
    Ok(file)
}

fn tag(out: &mut Vec<u8>, kind: u32, length: usize) -> Outcome<()> {
    let Ok(length) = u32::try_from(length) else {
        return Malformed::unsupported("variables of more than 4 GB are not written to MAT files");
    };
    out.extend_from_slice(&kind.to_le_bytes());
    out.extend_from_slice(&length.to_le_bytes());
    Ok(())
}

fn element(out: &mut Vec<u8>, kind: u32, data: &[u8]) -> Outcome<()> {
    if (1..=4).contains(&data.len()) {
        out.extend_from_slice(&(((data.len() as u32) << 16) | kind).to_le_bytes());
        out.extend_from_slice(data);
        out.resize(out.len() + 4 - data.len(), 0);
        return Ok(());
    }
    tag(out, kind, data.len())?;
    out.extend_from_slice(data);
    out.resize(out.len().next_multiple_of(8), 0);
    Ok(())
}

/// What is written of each element of an array.
fn bytes_of<T: Copy, const N: usize>(data: &[T], bytes: impl Fn(T) -> [u8; N]) -> Vec<u8> {
    data.iter().flat_map(|&x| bytes(x)).collect()
}

/// The parts of an array of numbers: its class and flags, the type of its elements, the bytes of
/// its real and imaginary parts.
struct Numbers {
    class: u32,
    kind: u32,
    real: Vec<u8>,
    imaginary: Option<Vec<u8>>,
}

fn numbers(value: &Value) -> Option<Numbers> {
    let plain = |class, kind, real| Some(Numbers { class, kind, real, imaginary: None });
    match value {
        Value::Double(a) => {
            plain(class::DOUBLE, kind::DOUBLE, bytes_of(a.as_slice(), f64::to_le_bytes))
        }
        Value::Range(range) => {
            plain(class::DOUBLE, kind::DOUBLE, bytes_of(&range.to_vec(), f64::to_le_bytes))
        }
        Value::Single(a) => {
            plain(class::SINGLE, kind::SINGLE, bytes_of(a.as_slice(), f32::to_le_bytes))
        }
        Value::Bool(a) => plain(
            class::UINT8 | flag::LOGICAL,
            kind::UINT8,
            bytes_of(a.as_slice(), |x| [u8::from(x)]),
        ),
        Value::Int8(a) => plain(class::INT8, kind::INT8, bytes_of(a.as_slice(), i8::to_le_bytes)),
        Value::Int16(a) => {
            plain(class::INT16, kind::INT16, bytes_of(a.as_slice(), i16::to_le_bytes))
        }
        Value::Int32(a) => {
            plain(class::INT32, kind::INT32, bytes_of(a.as_slice(), i32::to_le_bytes))
        }
        Value::Int64(a) => {
            plain(class::INT64, kind::INT64, bytes_of(a.as_slice(), i64::to_le_bytes))
        }
        Value::Uint8(a) => plain(class::UINT8, kind::UINT8, a.as_slice().to_vec()),
        Value::Uint16(a) => {
            plain(class::UINT16, kind::UINT16, bytes_of(a.as_slice(), u16::to_le_bytes))
        }
        Value::Uint32(a) => {
            plain(class::UINT32, kind::UINT32, bytes_of(a.as_slice(), u32::to_le_bytes))
        }
        Value::Uint64(a) => {
            plain(class::UINT64, kind::UINT64, bytes_of(a.as_slice(), u64::to_le_bytes))
        }
        Value::Complex(a) => Some(Numbers {
            class: class::DOUBLE | flag::COMPLEX,
            kind: kind::DOUBLE,
            real: bytes_of(a.as_slice(), |z| z.re.to_le_bytes()),
            imaginary: Some(bytes_of(a.as_slice(), |z| z.im.to_le_bytes())),
        }),
        Value::ComplexSingle(a) => Some(Numbers {
            class: class::SINGLE | flag::COMPLEX,
            kind: kind::SINGLE,
            real: bytes_of(a.as_slice(), |z| z.re.to_le_bytes()),
            imaginary: Some(bytes_of(a.as_slice(), |z| z.im.to_le_bytes())),
        }),
        Value::Char(..)
        | Value::Strings(_)
        | Value::Cell(_)
        | Value::Struct(_)
        | Value::Function(_)
        | Value::Map(_)
        | Value::Exception(_)
        | Value::Cleanup(_)
        | Value::Parser(_)
        | Value::Object(_) => None,
    }
}

fn head(out: &mut Vec<u8>, name: &str, flags: u32, dims: &Dims) -> Outcome<()> {
    element(out, kind::UINT32, &[flags.to_le_bytes(), [0; 4]].concat())?;
    let extents: Option<Vec<i32>> =
        dims.as_slice().iter().map(|&extent| i32::try_from(extent).ok()).collect();
    let Some(extents) = extents else {
        return Malformed::unsupported("arrays as long as that are not written to MAT files");
    };
    element(out, kind::INT32, &bytes_of(&extents, i32::to_le_bytes))?;
    element(out, kind::INT8, name.as_bytes())
}

fn matrix(out: &mut Vec<u8>, name: &str, value: &Value, global: bool, depth: usize) -> Outcome<()> {
    if depth > crate::DEEPEST {
        return Malformed::unsupported("containers are nested too deep");
    }
    let mut inside = Vec::new();
    let global = if global { flag::GLOBAL } else { 0 };
    if let Some(numbers) = numbers(value) {
        head(&mut inside, name, numbers.class | global, &value.dims())?;
        element(&mut inside, numbers.kind, &numbers.real)?;
        if let Some(imaginary) = &numbers.imaginary {
            element(&mut inside, numbers.kind, imaginary)?;
        }
    } else {
        container(&mut inside, name, value, global, depth)?;
    }
    tag(out, kind::MATRIX, inside.len())?;
    out.extend_from_slice(&inside);
    Ok(())
}

fn container(
    inside: &mut Vec<u8>,
    name: &str,
    value: &Value,
    global: u32,
    depth: usize,
) -> Outcome<()> {
    match value {
        Value::Char(text, _) => {
            let units = match (text.dims().rows(), std::str::from_utf8(text.as_slice())) {
                (1, Ok(text)) if !text.is_empty() => {
                    Some(text.encode_utf16().collect::<Vec<u16>>())
                }
                _ => None,
            };
            match units {
                Some(units) => {
                    let dims = Dims::matrix(1, units.len());
                    head(inside, name, class::CHAR | global, &dims)?;
                    element(inside, kind::UTF16, &bytes_of(&units, u16::to_le_bytes))
                }
                None => {
                    head(inside, name, class::CHAR | global, text.dims())?;
                    element(inside, kind::UTF8, text.as_slice())
                }
            }
        }
        Value::Cell(cell) => {
            head(inside, name, class::CELL | global, cell.dims())?;
            for value in cell.as_slice() {
                matrix(inside, "", value, false, depth + 1)?;
            }
            Ok(())
        }
        Value::Struct(structs) => {
            head(inside, name, class::STRUCT | global, structs.dims())?;
            let longest = structs.field_names().map(|name| name.len() + 1).max().unwrap_or(1);
            let length = longest.next_multiple_of(32).max(32);
            element(inside, kind::INT32, &(length as u32).to_le_bytes())?;
            let mut names = Vec::new();
            for name in structs.field_names() {
                names.extend_from_slice(name.as_bytes());
                names.resize(names.len().next_multiple_of(length), 0);
            }
            element(inside, kind::INT8, &names)?;
            for place in 0..structs.numel() {
                for (_, values) in structs.fields() {
                    matrix(inside, "", &values[place], false, depth + 1)?;
                }
            }
            Ok(())
        }
        other => Malformed::unsupported(format!("wrong type argument '{}'", written_class(other))),
    }
}

/// The class as the refusal names it.
pub(crate) fn written_class(value: &Value) -> String {
    match value {
        Value::Function(_) => "function handle".to_owned(),
        other if other.is_one_thing() => "object".to_owned(),
        other => other.class().to_string(),
    }
}
