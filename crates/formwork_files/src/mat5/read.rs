//! Reading MAT files of version 5 and 7.

use formwork_runtime::{C32, C64, Dims, Quote, Value};

use super::element::{Cursor, Element, Stored, inflate};
use super::{class, flag, kind};
use crate::assemble;
use crate::variable::{Malformed, Outcome, Variable};

/// What a file holds.
#[derive(Debug, Default)]
pub struct Contents {
    /// Its variables, in order.
    pub variables: Vec<Variable>,
    /// Names of variables that cannot be read, and what they are.
    pub unread: Vec<(String, String)>,
}

/// Reads the variables whose names are wanted.
///
/// # Errors
///
/// If the bytes are no such file, or end early.
pub fn read(bytes: &[u8], wanted: &dyn Fn(&str) -> bool) -> Outcome<Contents> {
    let big_endian = match bytes.get(124..128) {
        Some([0, 1, b'I', b'M']) => false,
        Some([1, 0, b'M', b'I']) => true,
        _ => return Malformed::broken("this is no MAT file of version 5"),
    };
    let mut contents = Contents::default();
    let mut cursor = Cursor { bytes: &bytes[128..], big_endian };
    while !cursor.is_at_end() {
        let element = cursor.element()?;
        match element.kind {
            kind::COMPRESSED => {
                let inner = inflate(element.data)?;
                let inner = Cursor { bytes: &inner, big_endian }.element()?;
                top_level(&inner, wanted, &mut contents)?;
            }
            _ => top_level(&element, wanted, &mut contents)?,
        }
    }
    Ok(contents)
}

fn top_level(
    element: &Element<'_>,
    wanted: &dyn Fn(&str) -> bool,
    contents: &mut Contents,
) -> Outcome<()> {
    // What subsystems put beside the variables has no name.
    if element.kind != kind::MATRIX {
        return Ok(());
    }
    let mut cursor = Cursor { bytes: element.data, big_endian: element.big_endian };
    let head = Head::read(&mut cursor)?;
    if head.name.is_empty() || !wanted(&head.name) {
        return Ok(());
    }
    let global = head.flags & flag::GLOBAL != 0;
    let name = head.name.clone();
    match value(head, cursor, 0) {
        Ok(value) => contents.variables.push(Variable { name, value, global }),
        Err(Malformed::Unsupported(what)) => contents.unread.push((name, what)),
        Err(broken) => return Err(broken),
    }
    Ok(())
}

/// What stands before the contents of a matrix.
struct Head {
    class: u32,
    flags: u32,
    extents: Vec<usize>,
    name: String,
}

impl Head {
    fn read(cursor: &mut Cursor<'_>) -> Outcome<Head> {
        let flags = cursor.element()?.numbers::<u32>()?;
        let Some(&flags) = flags.first() else {
            return Malformed::broken("a variable has no flags");
        };
        let class = flags & 0xff;
        if class == class::OPAQUE {
            // The name follows at once.
            let name = text(&cursor.element()?);
            return Ok(Head { class, flags, extents: Vec::new(), name });
        }
        let extents = cursor.element()?.numbers::<i32>()?;
        let extents: Option<Vec<usize>> =
            extents.into_iter().map(|extent| usize::try_from(extent).ok()).collect();
        let Some(extents) = extents else {
            return Malformed::broken("a size is negative");
        };
        let name = text(&cursor.element()?);
        Ok(Head { class, flags, extents, name })
    }
}

fn text(element: &Element<'_>) -> String {
    let end = element.data.iter().position(|&byte| byte == 0).unwrap_or(element.data.len());
    String::from_utf8_lossy(&element.data[..end]).into_owned()
}

/// A matrix within a container.
fn inner(cursor: &mut Cursor<'_>, depth: usize) -> Outcome<Value> {
    if depth > crate::DEEPEST {
        return Malformed::unsupported("containers are nested too deep");
    }
    let element = cursor.element()?;
    if element.kind != kind::MATRIX {
        return Malformed::broken("a container holds what is no matrix");
    }
    if element.data.is_empty() {
        return Ok(Value::empty());
    }
    let mut inside = Cursor { bytes: element.data, big_endian: element.big_endian };
    let head = Head::read(&mut inside)?;
    value(head, inside, depth)
}

fn value(head: Head, mut cursor: Cursor<'_>, depth: usize) -> Outcome<Value> {
    match head.class {
        class::CELL => {
            // An empty matrix has a tag of eight bytes.
            let dims = assemble::dims(&head.extents, cursor.bytes.len(), 8)?;
            let cells: Outcome<Vec<Value>> =
                (0..dims.numel()).map(|_| inner(&mut cursor, depth + 1)).collect();
            assemble::cells(dims, cells?)
        }
        class::STRUCT => structure(&head, cursor, depth),
        class::OBJECT => Malformed::unsupported("an object of an old-style class"),
        class::FUNCTION => Malformed::unsupported("a function handle"),
        class::OPAQUE => Malformed::unsupported("an object"),
        class::CHAR => characters(&head, &cursor.element()?),
        class::SPARSE => sparse(&head, cursor),
        class::DOUBLE => numbers::<f64>(&head, cursor, C64::new),
        class::SINGLE => numbers::<f32>(&head, cursor, C32::new),
        class::INT8 => integers::<i8>(&head, cursor),
        class::UINT8 => integers::<u8>(&head, cursor),
        class::INT16 => integers::<i16>(&head, cursor),
        class::UINT16 => integers::<u16>(&head, cursor),
        class::INT32 => integers::<i32>(&head, cursor),
        class::UINT32 => integers::<u32>(&head, cursor),
        class::INT64 => integers::<i64>(&head, cursor),
        class::UINT64 => integers::<u64>(&head, cursor),
        other => Malformed::broken(format!("there is no class of number {other}")),
    }
}

/// The size of an array whose elements are there.
fn size(head: &Head, count: usize) -> Outcome<Dims> {
    assemble::dims(&head.extents, count, 1)
}

fn truths(head: &Head, data: Vec<f64>) -> Outcome<Value> {
    let data: Vec<bool> = data.into_iter().map(|x| x != 0.0).collect();
    assemble::array(size(head, data.len())?, data)
}

fn numbers<T: Stored + formwork_runtime::Element>(
    head: &Head,
    mut cursor: Cursor<'_>,
    joined: impl Fn(T, T) -> formwork_runtime::Complex<T>,
) -> Outcome<Value>
where
    formwork_runtime::Complex<T>: formwork_runtime::Element,
{
    let first = cursor.element()?;
    if head.flags & flag::LOGICAL != 0 {
        return truths(head, first.numbers()?);
    }
    let real: Vec<T> = first.numbers()?;
    let dims = size(head, real.len())?;
    if head.flags & flag::COMPLEX == 0 {
        return assemble::array(dims, real);
    }
    let imaginary: Vec<T> = cursor.element()?.numbers()?;
    if imaginary.len() != real.len() {
        return Malformed::broken("there are not as many imaginary parts as real ones");
    }
    let data = real.into_iter().zip(imaginary).map(|(re, im)| joined(re, im)).collect();
    assemble::array(dims, data)
}

fn integers<T: Stored + formwork_runtime::Element>(
    head: &Head,
    mut cursor: Cursor<'_>,
) -> Outcome<Value> {
    let element = cursor.element()?;
    if head.flags & flag::LOGICAL != 0 {
        return truths(head, element.numbers()?);
    }
    if head.flags & flag::COMPLEX != 0 {
        return Malformed::unsupported("complex integers");
    }
    let data: Vec<T> = element.numbers()?;
    assemble::array(size(head, data.len())?, data)
}

/// Text: one byte for each element, as everywhere here. A row of other characters becomes longer.
fn characters(head: &Head, element: &Element<'_>) -> Outcome<Value> {
    let codes: Vec<u32> = element.numbers()?;
    let as_bytes = |codes: &[u32]| codes.iter().map(|&code| code as u8).collect::<Vec<u8>>();
    let plain = codes.iter().all(|&code| code < 128);
    let is_row = matches!(head.extents[..], [1, _]);
    let (extents, bytes) = if plain || (element.kind == kind::UTF8 && !is_row) {
        (head.extents.clone(), as_bytes(&codes))
    } else if element.kind == kind::UTF8 {
        (vec![1, codes.len()], as_bytes(&codes))
    } else if is_row {
        let units = codes.iter().map(|&code| u16::try_from(code).unwrap_or(0xfffd));
        let decoded: String = char::decode_utf16(units)
            .map(|unit| unit.unwrap_or(char::REPLACEMENT_CHARACTER))
            .collect();
        (vec![1, decoded.len()], decoded.into_bytes())
    } else if codes.iter().all(|&code| code < 256) {
        (head.extents.clone(), as_bytes(&codes))
    } else {
        return Malformed::unsupported("several rows of text in other alphabets");
    };
    // Text that has no element may have any size without elements.
    let dims = assemble::dims(&extents, bytes.len(), 1)?;
    Ok(Value::Char(assemble::plain(dims, bytes)?, Quote::Single))
}

fn structure(head: &Head, mut cursor: Cursor<'_>, depth: usize) -> Outcome<Value> {
    let length = cursor.element()?.numbers::<i32>()?;
    let length = match length[..] {
        [length] if length > 0 => length as usize,
        _ => return Malformed::broken("the length of the names of fields is not positive"),
    };
    let names = cursor.element()?.data;
    let names: Vec<String> = names
        .chunks(length)
        .map(|name| {
            let end = name.iter().position(|&byte| byte == 0).unwrap_or(name.len());
            String::from_utf8_lossy(&name[..end]).into_owned()
        })
        .collect();
    let least = names.len().saturating_mul(8);
    if least == 0 {
        let dims = assemble::dims(&head.extents, 1 << 20, 1)?;
        return assemble::structs(dims, Vec::new());
    }
    let dims = assemble::dims(&head.extents, cursor.bytes.len(), least)?;
    let count = dims.numel();
    let mut fields: Vec<(String, Vec<Value>)> =
        names.into_iter().map(|name| (name, Vec::with_capacity(count))).collect();
    for _ in 0..count {
        for (_, values) in &mut fields {
            values.push(inner(&mut cursor, depth + 1)?);
        }
    }
    assemble::structs(dims, fields)
}

/// A sparse matrix becomes a full one.
fn sparse(head: &Head, mut cursor: Cursor<'_>) -> Outcome<Value> {
    let [rows, columns] = head.extents[..] else {
        return Malformed::broken("a sparse matrix has not two extents");
    };
    let places: Vec<usize> = indices(&cursor.element()?)?;
    let starts: Vec<usize> = indices(&cursor.element()?)?;
    let total = rows.checked_mul(columns).filter(|&total| total <= (1 << 28));
    let Some(total) = total else {
        return Malformed::unsupported("a sparse matrix that is too large to be a full one");
    };
    assemble::room(total.saturating_mul(16))?;
    let element = cursor.element()?;
    let real: Vec<f64> = element.numbers()?;
    let complex = head.flags & flag::COMPLEX != 0;
    let imaginary: Vec<f64> =
        if complex { cursor.element()?.numbers()? } else { vec![0.0; real.len()] };
    let mut data = vec![C64::new(0.0, 0.0); total];
    for column in 0..columns {
        let (Some(&from), Some(&to)) = (starts.get(column), starts.get(column + 1)) else {
            return Malformed::broken("a sparse matrix has too few columns");
        };
        for entry in from..to {
            let row = places.get(entry).copied().filter(|&row| row < rows);
            match (row, real.get(entry), imaginary.get(entry)) {
                (Some(row), Some(&re), Some(&im)) => {
                    data[row + column * rows] = C64::new(re, im);
                }
                _ => return Malformed::broken("a sparse matrix has too few entries"),
            }
        }
    }
    let dims = Dims::matrix(rows, columns);
    if complex {
        return assemble::array(dims, data);
    }
    if head.flags & flag::LOGICAL != 0 {
        return assemble::array(dims, data.iter().map(|z| z.re != 0.0).collect::<Vec<bool>>());
    }
    assemble::array(dims, data.iter().map(|z| z.re).collect::<Vec<f64>>())
}

fn indices(element: &Element<'_>) -> Outcome<Vec<usize>> {
    let numbers: Vec<i32> = element.numbers()?;
    let all: Option<Vec<usize>> =
        numbers.into_iter().map(|index| usize::try_from(index).ok()).collect();
    match all {
        Some(all) => Ok(all),
        None => Malformed::broken("an index is negative"),
    }
}
