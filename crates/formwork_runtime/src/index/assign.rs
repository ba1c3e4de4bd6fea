//! Assignment: `base(…) = value`, with growth and changes of class.

use std::rc::Rc;

use smallvec::SmallVec;

use super::coerce::{Coerce, Kind, to_assigned_chars};
use super::read::folded;
use super::runs::{fill, scatter};
use super::scalar;
use super::strings;
use super::subscript::{Subscript, Subscripts, read_all};
use crate::array::Array;
use crate::cell::CellArray;
use crate::dims::Dims;
use crate::error::{Error, Result};
use crate::memory;
use crate::ops::type_name;
use crate::structs::StructArray;
use crate::structure::Structure;
use crate::value::Value;

/// What an assignment does to an array.
#[derive(Debug)]
pub(crate) struct Plan {
    /// The size afterwards.
    pub(crate) dims: Dims,
    /// The extents afterwards, as the subscripts see them.
    pub(crate) extents: SmallVec<[usize; 4]>,
    /// Whether one element goes everywhere.
    pub(crate) fills: bool,
    /// Whether there is nothing to write.
    pub(crate) nothing: bool,
}

/// `=: nonconformant arguments (op1 is 1x3, op2 is 1x2)`
fn nonconformant(left: &Dims, right: &Dims) -> Box<Error> {
    Error::nonconformant("=", left, right)
}

fn invalid_resize() -> Box<Error> {
    Error::with_id(
        "Octave:invalid-resize",
        "Invalid resizing operation or ambiguous assignment to an out-of-bounds array element",
    )
}

/// The extents that are not one; at least two, filled up with ones.
fn squeezed(dims: &Dims) -> SmallVec<[usize; 4]> {
    let mut extents: SmallVec<[usize; 4]> =
        dims.as_slice().iter().copied().filter(|&extent| extent != 1).collect();
    while extents.len() < 2 {
        extents.push(1);
    }
    extents
}

/// Finds out what assigning an array of size `source` to these places of an array of
/// size `dims` does.
pub(crate) fn plan(dims: &Dims, subscripts: &[Subscript<'_>], source: &Dims) -> Result<Plan> {
    match subscripts {
        [subscript] => plan_linear(dims, subscript, source),
        several => plan_many(dims, several, source),
    }
}

fn plan_linear(dims: &Dims, subscript: &Subscript<'_>, source: &Dims) -> Result<Plan> {
    let numel = dims.numel();
    let len = subscript.len(numel);
    let count = source.numel();
    if count != 1 && len != count {
        return Err(nonconformant(&Dims::matrix(len, 1), source));
    }
    let reach = subscript.reach(numel);
    let dims = if reach == numel {
        dims.clone()
    } else if !dims.is_matrix() {
        return Err(invalid_resize());
    } else if dims.rows() <= 1 {
        Dims::matrix(1, reach)
    } else if dims.columns() == 1 {
        Dims::matrix(reach, 1)
    } else {
        return Err(invalid_resize());
    };
    Ok(Plan { dims, extents: [reach].into_iter().collect(), fills: count == 1, nothing: len == 0 })
}

fn plan_many(dims: &Dims, subscripts: &[Subscript<'_>], source: &Dims) -> Result<Plan> {
    let count = subscripts.len();
    let current = folded(dims, count);
    let extents: SmallVec<[usize; 4]> = if dims.as_slice().iter().all(|&extent| extent == 0) {
        inquired(subscripts, source)
    } else {
        subscripts.iter().zip(&current).map(|(s, &extent)| s.reach(extent)).collect()
    };
    let lens: SmallVec<[usize; 4]> =
        subscripts.iter().zip(&extents).map(|(s, &extent)| s.len(extent)).collect();
    let fills = source.numel() == 1;
    let wanted = squeezed(source);
    if !fills && !conforms(&lens, &wanted) {
        if lens.contains(&0) && source.is_empty() {
            return Ok(Plan { dims: dims.clone(), extents: current, fills, nothing: true });
        }
        return Err(if count == 2 {
            let shown = Dims::matrix(source.rows(), source.columns());
            nonconformant(&Dims::matrix(lens[0], lens[1]), &shown)
        } else {
            nonconformant(&Dims::new(&lens), &Dims::new(&wanted))
        });
    }
    let nothing = lens.contains(&0);
    if extents == current {
        return Ok(Plan { dims: dims.clone(), extents, fills, nothing });
    }
    let replaced = current[..] == [0, 0]
        && subscripts.iter().zip(&extents).all(|(s, &extent)| s.covers(extent));
    if dims.ndims() > count && !replaced {
        return Err(invalid_resize());
    }
    Ok(Plan { dims: Dims::new(&extents), extents, fills, nothing })
}

/// Whether places of these counts take an array of these extents, ones left out.
fn conforms(lens: &[usize], wanted: &[usize]) -> bool {
    let mut next = 0;
    for &len in lens.iter().filter(|&&len| len != 1) {
        if wanted.get(next) != Some(&len) {
            return false;
        }
        next += 1;
    }
    wanted.get(next).is_none_or(|&extent| extent == 1)
}

/// The extents an array without any takes from what is assigned to it: a colon takes
/// those of the source.
fn inquired(subscripts: &[Subscript<'_>], source: &Dims) -> SmallVec<[usize; 4]> {
    let mut extents: SmallVec<[usize; 4]> = subscripts.iter().map(|s| s.reach(0)).collect();
    if subscripts.iter().all(Subscript::is_all) {
        return if subscripts.len() == 2 && !source.is_matrix() {
            squeezed(source).into_iter().take(2).collect()
        } else {
            let mut all: SmallVec<[usize; 4]> =
                (0..subscripts.len()).map(|k| source.get(k)).collect();
            // Dimensions that no subscript is left for do not fit; the comparison of
            // sizes that follows says so.
            if all.is_empty() {
                all.push(1);
            }
            all
        };
    }
    let several = subscripts.iter().filter(|s| !s.is_one()).count();
    let exact = several == source.ndims();
    let taken: SmallVec<[usize; 4]> =
        if exact { source.as_slice().iter().copied().collect() } else { squeezed(source) };
    let mut next = 0;
    for (subscript, extent) in subscripts.iter().zip(&mut extents) {
        if subscript.is_one() {
            continue;
        }
        if subscript.is_all() {
            *extent = taken.get(next).copied().unwrap_or(1);
            next += 1;
        } else if exact || subscripts.len() == 2 {
            next += 1;
        }
    }
    extents
}

/// The elements of an array of size `from` in one of size `to`, which is at least as
/// large in every dimension (or has the same elements in a row).
pub(crate) fn grown<T: Clone>(mut data: Vec<T>, from: &Dims, to: &Dims, filler: &T) -> Vec<T> {
    let numel = to.numel();
    // Growth along the last dimension leaves the others where they are.
    let last = to.as_slice().iter().rposition(|&extent| extent != 1).unwrap_or(0);
    if data.is_empty() || (0..last).all(|k| from.get(k) == to.get(k)) {
        data.resize(numel, filler.clone());
        return data;
    }
    let mut result = vec![filler.clone(); numel];
    let rows = from.rows();
    let mut counter: SmallVec<[usize; 4]> = (1..to.ndims()).map(|_| 0).collect();
    let mut strides: SmallVec<[usize; 4]> = SmallVec::new();
    let mut stride = to.rows();
    for k in 1..to.ndims() {
        strides.push(stride);
        stride *= to.get(k);
    }
    for column in data.chunks_exact(rows.max(1)) {
        let start: usize = counter.iter().zip(&strides).map(|(c, s)| c * s).sum();
        result[start..start + rows].clone_from_slice(column);
        for (k, count) in counter.iter_mut().enumerate() {
            *count += 1;
            if *count < from.get(k + 1) {
                break;
            }
            *count = 0;
        }
    }
    result
}

/// Writes into a buffer of size `from`, which grows as planned.
pub(crate) fn write<T: Clone>(
    data: Vec<T>,
    from: &Dims,
    plan: &Plan,
    subscripts: &[Subscript<'_>],
    source: &[T],
    filler: &T,
) -> Vec<T> {
    let mut data = if plan.dims == *from { data } else { grown(data, from, &plan.dims, filler) };
    write_in_place(&mut data, plan, subscripts, source);
    data
}

fn write_in_place<T: Clone>(
    data: &mut [T],
    plan: &Plan,
    subscripts: &[Subscript<'_>],
    source: &[T],
) {
    if plan.nothing {
        return;
    }
    match source {
        [value] if plan.fills => fill(data, subscripts, &plan.extents, value),
        several => scatter(data, subscripts, &plan.extents, several),
    }
}

pub(super) fn store<T: Clone + Default>(
    array: &mut Array<T>,
    plan: &Plan,
    subscripts: &[Subscript<'_>],
    source: &[T],
) -> Result<()> {
    if plan.dims == *array.dims() {
        write_in_place(array.make_mut(), plan, subscripts, source);
        return Ok(());
    }
    memory::reserve::<T>(&plan.dims)?;
    let filler = T::default();
    let (from, data) = std::mem::replace(array, Array::scalar(T::default())).into_parts();
    *array = Array::new(plan.dims.clone(), write(data, &from, plan, subscripts, source, &filler));
    Ok(())
}

/// `base(subscripts…) = value`
pub(crate) fn assign(base: &mut Value, subscripts: &[Value], value: Value) -> Result<()> {
    if base.kept_as() == Structure::Diagonal {
        if let [subscript] = subscripts
            && let Some(place) = subscript.as_double()
        {
            if place > base.numel() as f64 {
                return Err(Error::plain("ind2sub: index out of range"));
            }
            // A single place is split into row and column, so mistakes are told of a row.
            if place < 1.0 || place.fract() != 0.0 {
                read_all(&[subscript.clone(), Value::double(1.0)])?;
            }
        }
        if stays_diagonal(base, subscripts, &value) {
            assign_any(base, subscripts, value)?;
            *base = std::mem::take(base).diagonal();
            return Ok(());
        }
    }
    if base.kept_as() != Structure::Full {
        // A copy: what fails leaves the matrix as it was.
        let mut full = base.clone().full();
        assign_any(&mut full, subscripts, value)?;
        *base = full;
        return Ok(());
    }
    assign_any(base, subscripts, value)
}

/// Whether a diagonal matrix stays one: an element of its diagonal is replaced by a
/// number of its kind.
fn stays_diagonal(base: &Value, subscripts: &[Value], value: &Value) -> bool {
    let dims = base.dims();
    let split;
    let (row, column) = match subscripts {
        [row, column] => (row, column),
        [linear] => {
            let Some(place) = linear.as_double() else { return false };
            let rows = dims.rows() as f64;
            split = (
                Value::double((place - 1.0).rem_euclid(rows) + 1.0),
                Value::double(((place - 1.0) / rows).floor() + 1.0),
            );
            (&split.0, &split.1)
        }
        _ => return false,
    };
    let place = |subscript: &Value| subscript.as_double().filter(|x| *x >= 1.0);
    let inside = |place: f64| place <= dims.rows() as f64 && place <= dims.columns() as f64;
    let number = value.is_scalar()
        && (value.is_numeric() || matches!(value, Value::Bool(_)))
        && (!value.is_complex() || base.is_complex());
    number && place(row).is_some_and(|row| inside(row) && place(column) == Some(row))
}

fn assign_any(base: &mut Value, subscripts: &[Value], value: Value) -> Result<()> {
    let done = match subscripts {
        [Value::Double(i)] => i.as_scalar().is_some_and(|&i| scalar::set_scalar(base, i, &value)),
        [Value::Double(i), Value::Double(j)] => match (i.as_scalar(), j.as_scalar()) {
            (Some(&i), Some(&j)) => scalar::set_scalar2(base, i, j, &value),
            _ => false,
        },
        _ => false,
    };
    if done {
        return Ok(());
    }
    if value.is_strings() && !matches!(base, Value::Strings(_) | Value::Cell(_) | Value::Struct(_))
    {
        return strings::assign_to_others(base, subscripts, value);
    }
    match base {
        Value::Strings(array) => strings::assign(array, subscripts, &value),
        Value::Cell(cell) => {
            let subscripts = read_all(subscripts)?;
            assign_cells(cell, &subscripts, value)
        }
        Value::Struct(structs) => {
            let Value::Struct(source) = value else {
                return Err(Error::plain("invalid structure assignment"));
            };
            let subscripts = read_all(subscripts)?;
            assign_structs(Rc::make_mut(structs), &subscripts, &source)
        }
        Value::Function(_)
        | Value::Map(_)
        | Value::Exception(_)
        | Value::Cleanup(_)
        | Value::Parser(_)
        | Value::Object(_) => Err(not_assignable(base)),
        _ => assign_elements(base, subscripts, &value),
    }
}

/// `can't perform indexed assignment for function handle type`
pub(crate) fn not_assignable(base: &Value) -> Box<Error> {
    Error::plain(format!("can't perform indexed assignment for {} type", type_name(base)))
}

/// The value of a variable that was undefined after `(subscripts…) = value`.
pub(crate) fn assign_new(subscripts: &[Value], value: Value) -> Result<Value> {
    // A diagonal matrix is first tried as one whose elements are set one by one, and it
    // has none yet.
    if value.kept_as() == Structure::Diagonal
        && let [subscript] = subscripts
        && subscript.is_scalar()
        && !matches!(read_all(subscripts)?[..], [Subscript::All])
    {
        return Err(Error::plain("ind2sub: index out of range"));
    }
    let mut base = empty_like(&value);
    assign(&mut base, subscripts, value)?;
    Ok(base)
}

/// The 0x0 array of the class of a value.
pub(crate) fn empty_like(value: &Value) -> Value {
    match value {
        Value::Double(_) | Value::Range(_) => Value::empty(),
        Value::Bool(_) => Value::Bool(Array::empty()),
        Value::Char(_, quote) => Value::Char(Array::empty(), *quote),
        Value::Complex(_) => Value::Complex(Array::empty()),
        Value::Single(_) => Value::Single(Array::empty()),
        Value::ComplexSingle(_) => Value::ComplexSingle(Array::empty()),
        Value::Int8(_) => Value::Int8(Array::empty()),
        Value::Int16(_) => Value::Int16(Array::empty()),
        Value::Int32(_) => Value::Int32(Array::empty()),
        Value::Int64(_) => Value::Int64(Array::empty()),
        Value::Uint8(_) => Value::Uint8(Array::empty()),
        Value::Uint16(_) => Value::Uint16(Array::empty()),
        Value::Uint32(_) => Value::Uint32(Array::empty()),
        Value::Uint64(_) => Value::Uint64(Array::empty()),
        Value::Strings(_) => Value::Strings(Array::empty()),
        Value::Cell(_) => Value::Cell(CellArray::filled(Dims::EMPTY)),
        Value::Struct(_) => Value::Struct(Rc::new(StructArray::without_fields(Dims::EMPTY))),
        other @ (Value::Function(_)
        | Value::Map(_)
        | Value::Exception(_)
        | Value::Cleanup(_)
        | Value::Parser(_)
        | Value::Object(_)) => other.clone(),
    }
}

/// Which kind an array of kind `base` becomes when elements of `value` are assigned.
fn target(base: &Value, value: &Value) -> Result<Kind> {
    let no_conversion = |value_name: &str| {
        let base_name = match base {
            Value::Bool(array) if array.as_scalar().is_some() => "scalar",
            Value::Char(array, _) if array.as_scalar().is_some() => "scalar",
            Value::Bool(_) | Value::Char(..) | Value::Range(_) => "matrix",
            other => type_name(other),
        };
        Error::plain(format!(
            "operator =: no conversion for assignment of '{value_name}' to indexed '{base_name}'"
        ))
    };
    let (Some(left), Some(right)) = (Kind::of(base), Kind::of(value)) else {
        return Err(no_conversion(type_name(value)));
    };
    let scalar = base.is_scalar();
    Ok(match left {
        Kind::Double | Kind::Complex | Kind::Single | Kind::ComplexSingle | Kind::Char
            if scalar && right.is_integer() && !value.is_scalar() =>
        {
            return Err(no_conversion(type_name(value)));
        }
        Kind::ComplexSingle if scalar && right.is_integer() => {
            return Err(Error::plain(format!(
                "assignment of '{}' to indexed 'float complex scalar' not implemented",
                type_name(value)
            )));
        }
        Kind::ComplexSingle if scalar && right == Kind::Complex => {
            return Err(no_conversion(type_name(value)));
        }
        Kind::ComplexSingle
            if scalar
                && (!value.is_scalar() || right == Kind::Char)
                && matches!(right, Kind::Double | Kind::Bool | Kind::Char) =>
        {
            return Err(no_conversion("matrix"));
        }
        Kind::Double if right.is_complex() => Kind::Complex,
        Kind::Single if right.is_complex() => Kind::ComplexSingle,
        Kind::Double | Kind::Complex | Kind::Single | Kind::ComplexSingle => left,
        Kind::Bool | Kind::Char if right.is_complex() => Kind::Complex,
        Kind::Bool | Kind::Char if right == Kind::Single => Kind::Double,
        Kind::Char if right.is_integer() => Kind::Double,
        Kind::Bool if right == Kind::Char && !scalar => {
            return Err(Error::plain(format!(
                "octave_base_value::bool_array_value(): wrong type argument '{}'",
                type_name(value)
            )));
        }
        Kind::Bool | Kind::Char => {
            let has_nan = |value: &Value| match value {
                Value::Double(array) => array.as_slice().iter().any(|x| x.is_nan()),
                _ => false,
            };
            if has_nan(value) {
                let class = if left == Kind::Bool { "logical" } else { "character" };
                return Err(Error::plain(format!("invalid conversion from NaN to {class}")));
            }
            left
        }
        integer if right == Kind::Complex => {
            let _ = integer;
            Kind::Complex
        }
        integer if right == Kind::ComplexSingle => {
            let _ = integer;
            Kind::ComplexSingle
        }
        integer => integer,
    })
}

fn assign_elements(base: &mut Value, subscripts: &[Value], value: &Value) -> Result<()> {
    let kind = target(base, value)?;
    let subscripts = read_all(subscripts)?;
    let plan = plan(&base.dims(), &subscripts, &value.dims())?;
    if Kind::of(base) != Some(kind) || matches!(base, Value::Range(_)) {
        *base = kind.convert(std::mem::take(base));
    }
    fn write<T: Coerce>(
        array: &mut Array<T>,
        plan: &Plan,
        subscripts: &Subscripts<'_>,
        value: &Value,
    ) -> Result<()> {
        match T::coerce(value) {
            Some(source) => store(array, plan, subscripts, source.as_slice()),
            None => Ok(()),
        }
    }
    match base {
        Value::Double(a) => write(a, &plan, &subscripts, value),
        Value::Bool(a) => write(a, &plan, &subscripts, value),
        Value::Char(a, _) => match to_assigned_chars(value) {
            Some(source) => store(a, &plan, &subscripts, source.as_slice()),
            None => Ok(()),
        },
        Value::Complex(a) => {
            write(a, &plan, &subscripts, value)?;
            if a.as_slice().first().is_none_or(|z| z.im == 0.0) {
                *base = std::mem::take(base).narrowed();
            }
            Ok(())
        }
        Value::Single(a) => write(a, &plan, &subscripts, value),
        Value::ComplexSingle(a) => {
            write(a, &plan, &subscripts, value)?;
            if a.as_slice().first().is_none_or(|z| z.im == 0.0) {
                *base = std::mem::take(base).narrowed();
            }
            Ok(())
        }
        Value::Int8(a) => write(a, &plan, &subscripts, value),
        Value::Int16(a) => write(a, &plan, &subscripts, value),
        Value::Int32(a) => write(a, &plan, &subscripts, value),
        Value::Int64(a) => write(a, &plan, &subscripts, value),
        Value::Uint8(a) => write(a, &plan, &subscripts, value),
        Value::Uint16(a) => write(a, &plan, &subscripts, value),
        Value::Uint32(a) => write(a, &plan, &subscripts, value),
        Value::Uint64(a) => write(a, &plan, &subscripts, value),
        Value::Range(_)
        | Value::Strings(_)
        | Value::Cell(_)
        | Value::Struct(_)
        | Value::Function(_)
        | Value::Map(_)
        | Value::Exception(_)
        | Value::Cleanup(_)
        | Value::Parser(_)
        | Value::Object(_) => Ok(()),
    }
}

fn assign_cells(cell: &mut CellArray, subscripts: &[Subscript<'_>], value: Value) -> Result<()> {
    let (source_dims, source) = match value {
        Value::Cell(source) => source.into_parts(),
        single => (Dims::SCALAR, vec![single]),
    };
    let plan = plan(cell.dims(), subscripts, &source_dims)?;
    write_cells(cell, &plan, subscripts, &source)
}

/// Writes values into a cell array, which grows as planned.
pub(crate) fn write_cells(
    cell: &mut CellArray,
    plan: &Plan,
    subscripts: &[Subscript<'_>],
    source: &[Value],
) -> Result<()> {
    if plan.dims == *cell.dims() {
        write_in_place(cell.make_mut(), plan, subscripts, source);
        return Ok(());
    }
    memory::reserve::<Value>(&plan.dims)?;
    let filled = CellArray::new(Dims::EMPTY, Vec::new());
    let (from, data) = std::mem::replace(cell, filled).into_parts();
    let data = write(data, &from, plan, subscripts, source, &Value::empty());
    *cell = CellArray::new(plan.dims.clone(), data);
    Ok(())
}

/// `structs(subscripts…) = source`: the fields must be the same, unless there are
/// none on one side.
pub(crate) fn assign_structs(
    structs: &mut StructArray,
    subscripts: &[Subscript<'_>],
    source: &StructArray,
) -> Result<()> {
    let plan = plan(structs.dims(), subscripts, source.dims())?;
    let same = structs.field_count() == source.field_count()
        && source.field_names().all(|name| structs.field(name).is_some());
    if !same && structs.field_count() != 0 {
        return Err(Error::plain("incompatible fields in struct assignment"));
    }
    memory::reserve::<Value>(&plan.dims)?;
    let whole = StructArray::without_fields(Dims::SCALAR);
    let (from, mut fields) = std::mem::replace(structs, whole).into_parts();
    for name in source.field_names() {
        if !fields.contains_key(name) {
            fields.insert(name.clone(), vec![Value::empty(); from.numel()]);
        }
    }
    for (name, values) in &mut fields {
        let data = std::mem::take(values);
        let given = source.field(name).unwrap_or(&[]);
        *values = write(data, &from, &plan, subscripts, given, &Value::empty());
    }
    *structs = StructArray::from_parts(plan.dims, fields);
    Ok(())
}
