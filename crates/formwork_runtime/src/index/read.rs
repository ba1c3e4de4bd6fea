//! Reading: `base(…)` and `base{…}`.

use std::rc::Rc;

use smallvec::SmallVec;

use super::runs::gather;
use super::subscript::{Position, Subscript, only_extent, read_all, vector_like};
use crate::array::Array;
use crate::cell::CellArray;
use crate::dims::Dims;
use crate::error::{Error, Result};
use crate::memory;
use crate::ops::type_name;
use crate::strings::StringElement;
use crate::structs::StructArray;
use crate::structure::Structure;
use crate::value::Value;

/// The extents of an array as that many subscripts see it: dimensions beyond the last
/// subscript are part of the last.
pub(crate) fn folded(dims: &Dims, count: usize) -> SmallVec<[usize; 4]> {
    (0..count)
        .map(|position| {
            if position + 1 < count {
                dims.get(position)
            } else {
                dims.as_slice().iter().skip(position).product()
            }
        })
        .collect()
}

/// What reading takes: the extents as the subscripts see them, and the size of the
/// result.
pub(crate) struct Reading {
    pub(crate) extents: SmallVec<[usize; 4]>,
    pub(crate) dims: Dims,
}

/// Checks the bounds and finds the size of the result.
pub(crate) fn plan(dims: &Dims, subscripts: &[Subscript<'_>]) -> Result<Reading> {
    let count = subscripts.len();
    let extents = folded(dims, count);
    for (index, (subscript, &extent)) in subscripts.iter().zip(&extents).enumerate() {
        let reach = subscript.reach(extent);
        if reach > extent {
            let position = Position { index, count, bare: false };
            return Err(position.out_of_bound(reach, extent, dims));
        }
    }
    if let [subscript] = subscripts {
        let numel = extents[0];
        let len = subscript.len(numel);
        let mut result = subscript.dims(numel);
        // A vector picked from a vector lies as that vector does.
        if !subscript.is_all()
            && numel != 1
            && len != 1
            && only_extent(dims).is_some()
            && only_extent(&result).is_some()
        {
            result = vector_like(dims, len);
        }
        return Ok(Reading { extents, dims: result });
    }
    let lens: SmallVec<[usize; 4]> =
        subscripts.iter().zip(&extents).map(|(subscript, &extent)| subscript.len(extent)).collect();
    Ok(Reading { extents, dims: Dims::new(&lens) })
}

impl Reading {
    fn of_slice<T: Clone>(&self, data: &[T], subscripts: &[Subscript<'_>]) -> Result<Vec<T>> {
        memory::reserve::<T>(&self.dims)?;
        Ok(gather(data, subscripts, &self.extents, self.dims.numel()))
    }

    /// A matrix of floating-point numbers; any other value as it is.
    fn of_structured(&self, base: &Value, subscripts: &[Subscript<'_>]) -> Result<Value> {
        Ok(match base {
            Value::Double(a) => Value::Double(self.of_array(a, subscripts)?),
            Value::Complex(a) => Value::Complex(self.of_array(a, subscripts)?),
            Value::Single(a) => Value::Single(self.of_array(a, subscripts)?),
            Value::ComplexSingle(a) => Value::ComplexSingle(self.of_array(a, subscripts)?),
            other => other.clone(),
        })
    }

    fn of_array<T: Clone>(
        &self,
        array: &Array<T>,
        subscripts: &[Subscript<'_>],
    ) -> Result<Array<T>> {
        let slice = self.is_slice(subscripts);
        if slice && subscripts.iter().zip(&self.extents).all(|(s, &extent)| s.covers(extent)) {
            return Ok(array.clone().reshaped(self.dims.clone()));
        }
        let part = Array::new(self.dims.clone(), self.of_slice(array.as_slice(), subscripts)?);
        Ok(if slice { part.in_storage_of(array) } else { part })
    }

    /// Whether Octave has what is read as a slice of the whole, not as a copy: it sees that
    /// of colons and ranges, and of a mask that is the only subscript.
    fn is_slice(&self, subscripts: &[Subscript<'_>]) -> bool {
        if self.dims.numel() == 0 {
            return false;
        }
        if let [Subscript::Mask { count, extent, .. }] = subscripts {
            return count == extent;
        }
        let together = |subscript: &Subscript<'_>| match subscript {
            Subscript::All | Subscript::One(_) => true,
            Subscript::Steps { step, .. } => *step == 1,
            Subscript::List { .. } | Subscript::Mask { .. } => false,
        };
        let mut pairs = subscripts.iter().zip(&self.extents);
        let leading = pairs.position(|(subscript, &extent)| !subscript.covers(extent));
        let after = leading.map_or(subscripts.len(), |leading| leading + 1);
        subscripts.iter().all(together) && subscripts.iter().skip(after).all(Subscript::is_one)
    }
}

/// What Octave keeps of the structure of a matrix that is read: blocks that begin at
/// the first element stay diagonal, and all rows and columns in some order, of an
/// identity or a permutation, are a permutation.
fn kept_structure(base: &Value, subscripts: &[Subscript<'_>]) -> Structure {
    let [rows, columns] = subscripts else { return Structure::Full };
    let dims = base.dims();
    let orders = |subscript: &Subscript<'_>, extent: usize| {
        let mut seen = vec![false; extent];
        subscript.len(extent) == extent && {
            subscript.for_each(extent, |place| seen[place] = true);
            seen.iter().all(|&seen| seen)
        }
    };
    let permutes = orders(rows, dims.rows()) && orders(columns, dims.columns());
    let colons = rows.is_all() && columns.is_all();
    match base.kept_as() {
        Structure::Permutation if permutes => Structure::Permutation,
        Structure::Diagonal => {
            if permutes && !colons && is_identity(base) {
                return Structure::Permutation;
            }
            let (m, n) = (rows.len(dims.rows()), columns.len(dims.columns()));
            let leading = |subscript: &Subscript<'_>, len: usize| match subscript {
                Subscript::All => true,
                Subscript::One(place) => *place == 0,
                Subscript::Steps { start: 0, step: 1, .. } => len > 0,
                _ => false,
            };
            let single = rows.is_one() && columns.is_one();
            // Octave compares both with the number of rows.
            if !single && leading(rows, m) && leading(columns, n) && n <= dims.rows() {
                Structure::Diagonal
            } else {
                Structure::Full
            }
        }
        _ => Structure::Full,
    }
}

/// Whether a diagonal matrix is a square one with ones on its diagonal.
fn is_identity(value: &Value) -> bool {
    let Value::Double(array) = value else { return false };
    let rows = array.dims().rows();
    rows == array.dims().columns()
        && (0..rows).all(|k| array.as_slice().get(k * (rows + 1)) == Some(&1.0))
}

/// One element of a permutation matrix beyond its end: Octave sees a zero in the row after the
/// last, and has a message of its own for what is farther away.
fn of_permutation(base: &Value, subscripts: &[Value]) -> Option<Result<Value>> {
    let [row, column] = subscripts else { return None };
    let (row, column) = (row.as_double()?, column.as_double()?);
    let whole = |x: f64| x >= 1.0 && x.fract() == 0.0;
    if !whole(row) || !whole(column) {
        return None;
    }
    let count = base.dims().rows() as f64;
    if row > count + 1.0 || column > count + 1.0 {
        return Some(Err(Error::plain("index out of range")));
    }
    (row > count && column <= count).then(|| Ok(Value::double(0.0)))
}

/// The value of `base(subscripts…)`.
pub(crate) fn index(base: &Value, subscripts: &[Value]) -> Result<Value> {
    if subscripts.is_empty() {
        return Ok(base.clone());
    }
    if let Value::Object(object) = base {
        let positions = index(&object.positions(), subscripts)?;
        return object.gathered(&positions).map(Value::from);
    }
    if base.kept_as() == Structure::Permutation
        && let Some(element) = of_permutation(base, subscripts)
    {
        return element;
    }
    let subscripts = read_all(subscripts)?;
    let reading = plan(&base.dims(), &subscripts)?;
    let subscripts = &subscripts[..];
    if base.kept_as() != Structure::Full {
        let full = reading.of_structured(base, subscripts)?;
        return Ok(match kept_structure(base, subscripts) {
            Structure::Full => full.full().narrowed(),
            Structure::Diagonal => full.diagonal(),
            Structure::Permutation => full.permutation(),
        });
    }
    Ok(match base {
        Value::Double(a) => Value::Double(reading.of_array(a, subscripts)?),
        Value::Bool(a) => Value::Bool(reading.of_array(a, subscripts)?),
        Value::Char(a, quote) => Value::Char(reading.of_array(a, subscripts)?, *quote),
        Value::Complex(a) => Value::Complex(reading.of_array(a, subscripts)?).narrowed(),
        Value::Single(a) => Value::Single(reading.of_array(a, subscripts)?),
        Value::ComplexSingle(a) => {
            Value::ComplexSingle(reading.of_array(a, subscripts)?).narrowed()
        }
        Value::Int8(a) => Value::Int8(reading.of_array(a, subscripts)?),
        Value::Int16(a) => Value::Int16(reading.of_array(a, subscripts)?),
        Value::Int32(a) => Value::Int32(reading.of_array(a, subscripts)?),
        Value::Int64(a) => Value::Int64(reading.of_array(a, subscripts)?),
        Value::Uint8(a) => Value::Uint8(reading.of_array(a, subscripts)?),
        Value::Uint16(a) => Value::Uint16(reading.of_array(a, subscripts)?),
        Value::Uint32(a) => Value::Uint32(reading.of_array(a, subscripts)?),
        Value::Uint64(a) => Value::Uint64(reading.of_array(a, subscripts)?),
        Value::Range(range) => match subscripts {
            [subscript] => {
                memory::reserve::<f64>(&reading.dims)?;
                let mut data = Vec::with_capacity(reading.dims.numel());
                subscript.for_each(range.len(), |place| data.push(range.get(place)));
                Value::Double(Array::new(reading.dims, data))
            }
            several => Value::Double(reading.of_array(&Array::row(range.to_vec()), several)?),
        },
        Value::Strings(a) => Value::Strings(reading.of_array(a, subscripts)?),
        Value::Cell(cell) => {
            let data = reading.of_slice(cell.as_slice(), subscripts)?;
            Value::Cell(CellArray::new(reading.dims, data))
        }
        Value::Struct(structs) => {
            let (_, mut fields) = StructArray::without_fields(reading.dims.clone()).into_parts();
            for (name, values) in structs.fields() {
                fields.insert(name.clone(), reading.of_slice(values, subscripts)?);
            }
            Value::Struct(Rc::new(StructArray::from_parts(reading.dims, fields)))
        }
        // These are 1x1: all that is in bounds is the value itself, once.
        Value::Map(_) | Value::Exception(_) | Value::Cleanup(_) | Value::Parser(_)
            if reading.dims.is_scalar() =>
        {
            base.clone()
        }
        Value::Map(_)
        | Value::Exception(_)
        | Value::Cleanup(_)
        | Value::Parser(_)
        | Value::Object(_)
        | Value::Function(_) => {
            return Err(Error::plain(format!("{} cannot be indexed with (", type_name(base))));
        }
    })
}

/// The values of `base{subscripts…}`.
pub(crate) fn index_cell(base: &Value, subscripts: &[Value]) -> Result<Vec<Value>> {
    if let Value::Strings(_) = base {
        return strings_as_chars(base, subscripts);
    }
    let Value::Cell(cell) = base else {
        return Err(cannot_brace(base));
    };
    if subscripts.is_empty() {
        return Err(Error::plain("invalid empty index expression {}, use {:} instead"));
    }
    let subscripts = read_all(subscripts)?;
    let reading = plan(cell.dims(), &subscripts)?;
    reading.of_slice(cell.as_slice(), &subscripts)
}

/// The characters of the strings that subscripts name.
fn strings_as_chars(base: &Value, subscripts: &[Value]) -> Result<Vec<Value>> {
    let Value::Strings(array) = index(base, subscripts)? else { return Ok(Vec::new()) };
    let characters = |element: &StringElement| match element.text() {
        Some(text) => Ok(Value::text(text)),
        None => Err(Error::plain("Unable to convert missing string to character vector")),
    };
    array.as_slice().iter().map(characters).collect()
}

/// `matrix cannot be indexed with {`
pub(crate) fn cannot_brace(base: &Value) -> Box<Error> {
    let name = if matches!(base, Value::Struct(_)) { "struct" } else { type_name(base) };
    Error::plain(format!("{name} cannot be indexed with {{"))
}
