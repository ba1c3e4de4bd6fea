//! Concatenation: `[…]`, `{…}` and `cat`.

use std::rc::Rc;

use super::coerce::{Coerce, Kind, to_chars};
use crate::array::Array;
use crate::cell::CellArray;
use crate::class::Class;
use crate::dims::Dims;
use crate::error::{Error, Result};
use crate::memory;
use crate::ops::type_name;
use crate::structs::StructArray;
use crate::value::{Quote, Value};
use crate::{C32, C64};

/// Which empty operands of another size are left out.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Rule {
    /// Those of size 0x0.
    Cat,
    /// Those of sizes 0x0, 1x0 and 0x1.
    Bracket,
}

/// The size of both joined along a dimension; `None` if they do not fit.
fn joined(left: &Dims, right: &Dims, dimension: usize, rule: Rule) -> Option<Dims> {
    let count = left.ndims().max(right.ndims()).max(dimension + 1);
    if (0..count).all(|k| k == dimension || left.get(k) == right.get(k)) {
        return Some(left.with(dimension, left.get(dimension) + right.get(dimension)));
    }
    if right.is_zero_by_zero() {
        return Some(left.clone());
    }
    if left.is_zero_by_zero() {
        return Some(right.clone());
    }
    if !left.is_matrix() || !right.is_matrix() {
        return None;
    }
    let nearly_empty = |dims: &Dims| matches!(dims.as_slice(), [1, 0] | [0, 1]);
    match (rule, nearly_empty(left), nearly_empty(right)) {
        (Rule::Cat, ..) | (Rule::Bracket, false, false) => None,
        (Rule::Bracket, true, true) => Some(Dims::EMPTY),
        (Rule::Bracket, false, true) => Some(left.clone()),
        (Rule::Bracket, true, false) => Some(right.clone()),
    }
}

/// The elements of the arrays, all of which fit, joined along a dimension. The
/// storage of the first is extended if nobody shares it.
fn join<T: Clone>(arrays: Vec<Array<T>>, dimension: usize, dims: Dims) -> Result<Array<T>> {
    let numel = dims.numel();
    let mut arrays: Vec<Array<T>> = arrays.into_iter().filter(|a| !a.is_empty()).collect();
    if arrays.len() == 1
        && let Some(only) = arrays.pop()
    {
        return Ok(only.reshaped(dims));
    }
    memory::reserve::<T>(&dims)?;
    let (before, _, after) = dims.around(dimension);
    if after == 1 {
        let mut arrays = arrays.into_iter();
        let mut data = match arrays.next() {
            Some(first) if first.is_unique() && first.as_scalar().is_none() => first.into_vec(),
            Some(first) => {
                let mut data = Vec::with_capacity(numel);
                data.extend_from_slice(first.as_slice());
                data
            }
            None => Vec::new(),
        };
        data.reserve(numel - data.len());
        for array in arrays {
            data.extend_from_slice(array.as_slice());
        }
        return Ok(Array::new(dims, data));
    }
    let mut data = Vec::with_capacity(numel);
    let chunks: Vec<(&[T], usize)> =
        arrays.iter().map(|a| (a.as_slice(), before * a.dims().get(dimension))).collect();
    for block in 0..after {
        for (elements, chunk) in &chunks {
            data.extend_from_slice(&elements[block * chunk..(block + 1) * chunk]);
        }
    }
    Ok(Array::new(dims, data))
}

/// The kind of a concatenation of two kinds.
fn common(left: Kind, right: Kind) -> Kind {
    let complex = left.is_complex() || right.is_complex();
    let single = |kind| matches!(kind, Kind::Single | Kind::ComplexSingle);
    if left == right {
        left
    } else if left == Kind::Char || right == Kind::Char {
        Kind::Char
    } else if left.is_integer() {
        left
    } else if right.is_integer() {
        right
    } else {
        match (single(left) || single(right), complex) {
            (true, true) => Kind::ComplexSingle,
            (true, false) => Kind::Single,
            (false, true) => Kind::Complex,
            (false, false) => Kind::Double,
        }
    }
}

fn own<T: Coerce>(value: Value) -> Array<T> {
    T::coerce(&value).map_or_else(Array::empty, std::borrow::Cow::into_owned)
}

/// Takes the array out of the value where it is of the type already.
trait Take: Coerce {
    fn take(value: Value) -> Array<Self>;
}

macro_rules! take {
    ($($type:ty => $variant:ident),*) => {$(
        impl Take for $type {
            fn take(value: Value) -> Array<$type> {
                match value {
                    Value::$variant(array) => array,
                    other => own(other),
                }
            }
        }
    )*};
}

take!(
    f64 => Double, C64 => Complex, f32 => Single, C32 => ComplexSingle, bool => Bool,
    i8 => Int8, i16 => Int16, i32 => Int32, i64 => Int64,
    u8 => Uint8, u16 => Uint16, u32 => Uint32, u64 => Uint64
);

fn take_chars(value: Value) -> Array<u8> {
    match value {
        Value::Char(array, _) => array,
        // Octave only warns, and leaves blanks.
        complex if complex.is_complex() => Array::filled(complex.dims(), b' '),
        other => to_chars(&other).map_or_else(Array::empty, std::borrow::Cow::into_owned),
    }
}

/// Joins values that fit, all of one kind afterwards.
fn join_kind(kind: Kind, values: Vec<Value>, dimension: usize, dims: Dims) -> Result<Value> {
    fn typed<T: Take>(values: Vec<Value>, dimension: usize, dims: Dims) -> Result<Value> {
        let arrays = values.into_iter().map(T::take).collect();
        join::<T>(arrays, dimension, dims).map(Value::from_array)
    }
    if kind.is_integer() || kind == Kind::Char {
        check_complex(kind, &values)?;
    }
    match kind {
        Kind::Double => typed::<f64>(values, dimension, dims),
        Kind::Complex => typed::<C64>(values, dimension, dims).map(Value::narrowed),
        Kind::Single => typed::<f32>(values, dimension, dims),
        Kind::ComplexSingle => typed::<C32>(values, dimension, dims).map(Value::narrowed),
        Kind::Bool => typed::<bool>(values, dimension, dims),
        Kind::Char => {
            let doubly = values.iter().all(|v| matches!(v, Value::Char(_, Quote::Double)));
            let quote = if doubly { Quote::Double } else { Quote::Single };
            let mut values = values;
            if dimension == 1 {
                // The blanks for complex numbers come last.
                values.sort_by_key(Value::is_complex);
            }
            let arrays = values.into_iter().map(take_chars).collect();
            Ok(Value::Char(join(arrays, dimension, dims)?, quote))
        }
        Kind::Int8 => typed::<i8>(values, dimension, dims),
        Kind::Int16 => typed::<i16>(values, dimension, dims),
        Kind::Int32 => typed::<i32>(values, dimension, dims),
        Kind::Int64 => typed::<i64>(values, dimension, dims),
        Kind::Uint8 => typed::<u8>(values, dimension, dims),
        Kind::Uint16 => typed::<u16>(values, dimension, dims),
        Kind::Uint32 => typed::<u32>(values, dimension, dims),
        Kind::Uint64 => typed::<u64>(values, dimension, dims),
    }
}

/// Complex numbers become neither integers nor text.
fn check_complex(kind: Kind, values: &[Value]) -> Result<()> {
    let refused = |value: &&Value| value.is_complex() && (kind != Kind::Char || value.is_scalar());
    let Some(complex) = values.iter().find(refused) else { return Ok(()) };
    let class = match kind {
        Kind::Char => "char",
        Kind::Int8 => "int8",
        Kind::Int16 => "int16",
        Kind::Int32 => "int32",
        Kind::Int64 => "int64",
        Kind::Uint8 => "uint8",
        Kind::Uint16 => "uint16",
        Kind::Uint32 => "uint32",
        _ => "uint64",
    };
    let scalar = kind != Kind::Char && values.len() == 2 && values.iter().all(Value::is_scalar);
    let what = if scalar { "scalar" } else { "array" };
    Err(Error::plain(format!(
        "octave_base_value::{class}_{what}_value(): wrong type argument '{}'",
        type_name(complex)
    )))
}

/// What a concatenation gives.
enum Outcome {
    Kind(Kind),
    Cell,
    Struct,
}

/// Finds the class of a concatenation, and leaves out what does not count.
fn settle(values: &mut Vec<Value>) -> Result<Outcome> {
    let mut kind: Option<Kind> = None;
    let (mut cells, mut structs, mut others) = (false, false, false);
    for value in values.iter() {
        match (Kind::of(value), value) {
            (Some(own), _) => kind = Some(kind.map_or(own, |kind| common(kind, own))),
            (None, Value::Cell(_)) => cells = true,
            (None, Value::Struct(_)) => structs = true,
            (None, _) => others = true,
        }
    }
    if cells {
        let counts = |v: &&Value| matches!(v, Value::Cell(_)) || !v.dims().is_zero_by_zero();
        if let Some(first @ Value::Struct(_)) = values.iter().find(counts) {
            return Err(Error::plain(format!(
                "octave_base_value::cell_value(): wrong type argument '{}'",
                type_name(first)
            )));
        }
        return Ok(Outcome::Cell);
    }
    match (kind, structs, others) {
        (Some(kind), false, false) => return Ok(Outcome::Kind(kind)),
        (None, true, false) => return Ok(Outcome::Struct),
        _ => {}
    }
    // An array in front without elements is made as large as the result, unless it is 0x0.
    if let Some(first) = values.iter().find(|value| !value.dims().is_zero_by_zero())
        && first.is_empty()
        && let Some(other) = values
            .iter()
            .find(|v| !v.is_empty() && Kind::of(v).is_none() == Kind::of(first).is_some())
    {
        return Err(not_joined_with_nothing(first, other, values));
    }
    // Classes that do not go together do if all but one of them are empty.
    if structs && !others {
        let empty_text = |v: &Value| matches!(v, Value::Char(a, _) if a.is_empty());
        if values.iter().any(empty_text)
            && let Some(given) =
                values.iter().find(|v| matches!(v, Value::Struct(s) if s.numel() > 0))
        {
            return Err(Error::plain(format!(
                "octave_base_value::convert_to_str_internal (): wrong type argument '{}'",
                type_name(given)
            )));
        }
        let filled = |v: &Value| !v.is_empty();
        let first_is_struct = matches!(values.first(), Some(Value::Struct(_)));
        let filled_structs = values.iter().any(|v| filled(v) && matches!(v, Value::Struct(_)));
        let filled_arrays = values.iter().any(|v| filled(v) && !matches!(v, Value::Struct(_)));
        let want_struct = match (filled_structs, filled_arrays) {
            (true, true) => return Err(not_joined(values)),
            (true, false) => true,
            (false, true) => false,
            (false, false) => first_is_struct,
        };
        values.retain(|v| matches!(v, Value::Struct(_)) == want_struct);
        return if want_struct { Ok(Outcome::Struct) } else { settle(values) };
    }
    Err(not_joined(values))
}

/// What Octave says of an array without elements in front of what does not go with it.
fn not_joined_with_nothing(first: &Value, other: &Value, values: &[Value]) -> Box<Error> {
    let lone = values.iter().map(Value::numel).sum::<usize>() == 1;
    let class = first.class();
    let prefix = match class {
        Class::Single => "float ".to_owned(),
        class if class.is_integer() => format!("{class} "),
        _ => String::new(),
    };
    let left = match (first, lone) {
        (Value::Struct(_), true) => "scalar struct".to_owned(),
        (Value::Struct(_), false) => "struct".to_owned(),
        (_, true) => format!("{prefix}scalar"),
        (_, false) => format!("{prefix}matrix"),
    };
    let right = match other {
        Value::Bool(_) | Value::Char(..) if other.is_scalar() => "scalar",
        Value::Bool(_) | Value::Char(..) | Value::Range(_) => "matrix",
        other => type_name(other),
    };
    if matches!((&left[..], right), ("matrix", "struct") | ("struct", "matrix")) {
        return Error::plain("invalid concatenation of structure with matrix");
    }
    Error::plain(format!(
        "concatenation operator not implemented for '{left}' by '{right}' operations"
    ))
}

/// What Octave says of classes that do not go together.
fn not_joined(values: &[Value]) -> Box<Error> {
    let mut filled = values.iter().filter(|v| !v.is_empty());
    let Some(first) = filled.next() else {
        return Error::plain("concatenation operator not implemented for these operands");
    };
    let as_matrix = |value: &Value| -> &'static str {
        match type_name(value) {
            "scalar" | "double_range" | "bool" | "bool matrix" | "string" | "sq_string" => "matrix",
            "complex scalar" => "complex matrix",
            "float scalar" => "float matrix",
            "float complex scalar" => "float complex matrix",
            "int8 scalar" => "int8 matrix",
            "int16 scalar" => "int16 matrix",
            "int32 scalar" => "int32 matrix",
            "int64 scalar" => "int64 matrix",
            "uint8 scalar" => "uint8 matrix",
            "uint16 scalar" => "uint16 matrix",
            "uint32 scalar" => "uint32 matrix",
            "uint64 scalar" => "uint64 matrix",
            "scalar struct" => "struct",
            other => other,
        }
    };
    let left = as_matrix(first);
    if Kind::of(first).is_none() && left != "struct" {
        return Error::plain(format!(
            "octave_base_value::resize (): wrong type argument '{}'",
            type_name(first)
        ));
    }
    let clash = filled.find(|v| {
        if left == "struct" { !matches!(v, Value::Struct(_)) } else { Kind::of(v).is_none() }
    });
    let right = clash.map_or("matrix", |value| match value {
        Value::Bool(array) if array.as_scalar().is_some() => "scalar",
        Value::Bool(_) | Value::Char(..) | Value::Range(_) => "matrix",
        other => type_name(other),
    });
    if matches!((left, right), ("struct", "matrix") | ("matrix", "struct")) {
        return Error::plain("invalid concatenation of structure with matrix");
    }
    Error::plain(format!(
        "concatenation operator not implemented for '{left}' by '{right}' operations"
    ))
}

/// An operand of a concatenation of cell arrays as one.
fn as_cell(value: Value) -> Array<Value> {
    match value {
        Value::Cell(cell) => {
            let (dims, data) = cell.into_parts();
            Array::new(dims, data)
        }
        empty if empty.is_empty() => Array::empty(),
        single => Array::scalar(single),
    }
}

fn cell_from(array: Array<Value>) -> Value {
    let (dims, data) = array.into_parts();
    Value::Cell(CellArray::new(dims, data))
}

fn join_structs(values: Vec<Value>, dimension: usize, dims: Dims) -> Result<Value> {
    let structs: Vec<StructArray> = values
        .into_iter()
        .filter_map(|value| match value {
            Value::Struct(structs) => Some(Rc::unwrap_or_clone(structs)),
            _ => None,
        })
        // One without elements and fields says nothing about the fields.
        .filter(|structs| structs.field_count() > 0 || structs.numel() > 0)
        .collect();
    let Some(first) = structs.first() else {
        return Ok(StructArray::without_fields(dims).into());
    };
    let names: Vec<Rc<str>> = first.field_names().cloned().collect();
    let same = |other: &StructArray| {
        other.field_count() == names.len() && names.iter().all(|name| other.field(name).is_some())
    };
    if !structs.iter().all(same) {
        if structs.iter().all(|s| s.numel() == 0) {
            return Ok(StructArray::without_fields(dims).into());
        }
        return Err(Error::plain("cat: field names mismatch in concatenating structs"));
    }
    let (_, mut fields) = StructArray::without_fields(dims.clone()).into_parts();
    let mut parts: Vec<_> = structs.into_iter().map(StructArray::into_parts).collect();
    for name in names {
        let arrays = parts
            .iter_mut()
            .map(|(dims, fields)| {
                let values = fields.get_mut(&name).map(std::mem::take).unwrap_or_default();
                Array::new(dims.clone(), values)
            })
            .collect();
        fields.insert(name, join(arrays, dimension, dims.clone())?.into_vec());
    }
    Ok(StructArray::from_parts(dims, fields).into())
}

/// Functions do not join structs with arrays, not even empty ones; sizes count first.
fn check_structs(values: &[Value], dimension: usize, rule: Rule) -> Result<()> {
    let is_struct = |value: &Value| matches!(value, Value::Struct(_));
    if !values.iter().any(is_struct)
        || !values.iter().any(|value| Kind::of(value).is_some())
        || !values.iter().all(|value| is_struct(value) || Kind::of(value).is_some())
    {
        return Ok(());
    }
    let sizes: Vec<Dims> = values.iter().map(Value::dims).collect();
    fitted(sizes.iter(), dimension, rule)?;
    if let [left, rest @ ..] = values
        && Kind::of(left).is_some()
        && left.is_empty()
        && !left.is_char()
        && let Some(other) = rest.iter().find(|value| is_struct(value) && !value.is_empty())
    {
        return Err(not_joined_with_nothing(left, other, values));
    }
    if let [left, right] = values
        && left.is_empty() != right.is_empty()
        && !left.is_char()
        && !right.is_char()
    {
        return Err(Error::plain(format!(
            "concatenation operator not implemented for '{}' by '{}' operations",
            type_name(left),
            type_name(right)
        )));
    }
    Ok(())
}

/// The value of `cat(dimension, values…)`; `horzcat` and `vertcat` leave out more
/// empty operands than `cat` does.
pub(crate) fn concatenate(name: &str, dimension: usize, mut values: Vec<Value>) -> Result<Value> {
    if values.is_empty() {
        return Ok(Value::empty());
    }
    let rule = if name == "cat" { Rule::Cat } else { Rule::Bracket };
    check_structs(&values, dimension, rule)?;
    let outcome = settle(&mut values)?;
    if matches!(outcome, Outcome::Cell) {
        let arrays: Vec<Array<Value>> = values.into_iter().map(as_cell).collect();
        let dims = fitted(arrays.iter().map(Array::dims), dimension, rule)?;
        return join(arrays, dimension, dims).map(cell_from);
    }
    if let Outcome::Kind(kind) = outcome
        && kind.is_integer()
    {
        check_complex(kind, &values)?;
    }
    if matches!(outcome, Outcome::Kind(Kind::Char)) {
        values.retain(|value| !value.is_complex() || value.is_scalar());
    }
    let sizes: Vec<Dims> = values.iter().map(Value::dims).collect();
    let dims = fitted(sizes.iter(), dimension, rule)?;
    match outcome {
        Outcome::Kind(kind) => join_kind(kind, values, dimension, dims),
        Outcome::Cell | Outcome::Struct => join_structs(values, dimension, dims),
    }
}

fn fitted<'d>(
    mut sizes: impl Iterator<Item = &'d Dims>,
    dimension: usize,
    rule: Rule,
) -> Result<Dims> {
    let mut dims = sizes.next().cloned().unwrap_or(Dims::EMPTY);
    for size in sizes {
        dims = joined(&dims, size, dimension, rule)
            .ok_or_else(|| Error::plain("cat: dimension mismatch"))?;
    }
    Ok(dims)
}

/// The size of a row, or of rows on top of each other.
fn bracketed<'d>(
    sizes: impl Iterator<Item = &'d Dims>,
    dimension: usize,
    skip_empty: bool,
) -> Result<Dims> {
    let mut result: Option<Dims> = None;
    for size in sizes {
        if skip_empty && size.is_zero_by_zero() {
            continue;
        }
        result = Some(match result {
            None => size.clone(),
            Some(dims) => joined(&dims, size, dimension, Rule::Bracket).ok_or_else(|| {
                let direction = if dimension == 0 { "vertical" } else { "horizontal" };
                Error::plain(format!("{direction} dimensions mismatch ({dims} vs {size})"))
            })?,
        });
    }
    Ok(result.unwrap_or(Dims::EMPTY))
}

/// Checks that the sizes fit, which counts before classes do. Cells take what is no
/// cell as one element, and texts are filled up: those are looked at when joined.
fn check_sizes(rows: &[Vec<Value>]) -> Result<()> {
    let mut all = rows.iter().flatten();
    // A struct in front keeps others from becoming cells.
    let struct_first = matches!(all.clone().next(), Some(Value::Struct(_)));
    if !struct_first && all.clone().any(|value| matches!(value, Value::Cell(_))) {
        return Ok(());
    }
    let sizes = rows
        .iter()
        .map(|row| {
            let sizes: Vec<Dims> = row.iter().map(Value::dims).collect();
            bracketed(sizes.iter(), 1, true)
        })
        .collect::<Result<Vec<Dims>>>()?;
    if rows.len() > 1 && !all.all(Value::is_char) {
        bracketed(sizes.iter(), 0, false)?;
    }
    Ok(())
}

/// The value of `[rows…]` if all elements are real scalars, the common case.
fn scalars(rows: &[Vec<Value>]) -> Option<Value> {
    let columns = rows.first()?.len();
    rows.first()?.first()?.as_double()?;
    if columns == 0 || rows.iter().any(|row| row.len() != columns) {
        return None;
    }
    let mut data = vec![0.0; rows.len() * columns];
    for (r, row) in rows.iter().enumerate() {
        for (c, value) in row.iter().enumerate() {
            data[r + c * rows.len()] = value.as_double()?;
        }
    }
    Some(Value::Double(Array::new(Dims::matrix(rows.len(), columns), data)))
}

/// The size of a row of empty arrays without a cell among them.
fn size_of_nothing(row: &[Value]) -> Option<Dims> {
    if row.iter().any(|value| matches!(value, Value::Cell(_)) || !value.is_empty()) {
        return None;
    }
    let sizes: Vec<Dims> = row.iter().map(Value::dims).collect();
    bracketed(sizes.iter(), 1, true).ok()
}

/// The value of `[rows…]`.
pub(crate) fn matrix_literal(mut rows: Vec<Vec<Value>>) -> Result<Value> {
    if let Some(value) = scalars(&rows) {
        return Ok(value);
    }
    rows.retain(|row| !row.is_empty());
    if rows.is_empty() {
        return Ok(Value::empty());
    }
    if let [row] = &mut rows[..] {
        let row = std::mem::take(row);
        return bracket_row(row).map(Value::full);
    }
    check_sizes(&rows)?;
    let lens: Vec<usize> = rows.iter().map(Vec::len).collect();
    // Among cells a row of nothing else than empty arrays keeps the size it had as one.
    let sizes: Vec<Option<Dims>> = rows.iter().map(|row| size_of_nothing(row)).collect();
    let mut all: Vec<Value> = rows.into_iter().flatten().collect();
    let texts = !all.is_empty() && all.iter().all(Value::is_char);
    let doubly = all.iter().all(|v| matches!(v, Value::Char(_, Quote::Double)));
    // Settling may drop empty operands, which leaves the rows' lengths untrue; only
    // mixtures of structs and empty arrays are affected, and those are joined flat.
    let outcome = settle(&mut all)?;
    let whole = lens.iter().sum::<usize>() == all.len();
    let lens = if whole { lens } else { vec![1; all.len()] };
    let mut all = all.into_iter();
    let mut joined_rows: Vec<Value> = Vec::with_capacity(lens.len());
    match outcome {
        Outcome::Cell => {
            let mut parts: Vec<Array<Value>> = Vec::with_capacity(lens.len());
            let sizes = if whole { sizes } else { vec![None; lens.len()] };
            for (len, size) in lens.into_iter().zip(sizes) {
                let row: Vec<Array<Value>> = all.by_ref().take(len).map(as_cell).collect();
                let dims = bracketed(row.iter().map(Array::dims), 1, true)?;
                parts.push(match size {
                    Some(size) => Array::new(size, Vec::new()),
                    None => join(row, 1, dims)?,
                });
            }
            let dims = bracketed(parts.iter().map(Array::dims), 0, false)?;
            join(parts, 0, dims).map(cell_from)
        }
        Outcome::Kind(kind) => {
            for len in lens {
                let row: Vec<Value> = all.by_ref().take(len).collect();
                let sizes: Vec<Dims> = row.iter().map(Value::dims).collect();
                let dims = bracketed(sizes.iter(), 1, true)?;
                joined_rows.push(join_kind(kind, row, 1, dims)?);
            }
            if texts && joined_rows.iter().all(|row| row.dims().is_matrix()) {
                let quote = if doubly { Quote::Double } else { Quote::Single };
                return Ok(Value::Char(stack_texts(joined_rows)?, quote));
            }
            let sizes: Vec<Dims> = joined_rows.iter().map(Value::dims).collect();
            let dims = bracketed(sizes.iter(), 0, false)?;
            let result = join_kind(kind, joined_rows, 0, dims)?;
            Ok(match result {
                Value::Char(array, _) if !texts => Value::Char(array, Quote::Single),
                other => other,
            })
        }
        Outcome::Struct => {
            for len in lens {
                let row: Vec<Value> = all.by_ref().take(len).collect();
                let sizes: Vec<Dims> = row.iter().map(Value::dims).collect();
                let dims = bracketed(sizes.iter(), 1, true)?;
                joined_rows.push(join_structs(row, 1, dims)?);
            }
            let sizes: Vec<Dims> = joined_rows.iter().map(Value::dims).collect();
            let dims = bracketed(sizes.iter(), 0, false)?;
            join_structs(joined_rows, 0, dims)
        }
    }
}

/// Appends rows to a row of the same class, in place where nobody shares its storage.
/// Tells whether it did: not where anything more has to be decided.
pub(crate) fn append(first: &mut Value, rest: &[Value]) -> bool {
    fn extend<T: Clone>(first: &mut Array<T>, rest: &[&Array<T>]) -> bool {
        let filled = |array: &Array<T>| array.dims().is_row() && !array.is_empty();
        filled(first)
            && rest.iter().all(|array| filled(array))
            && rest.iter().all(|array| first.extend_row(array.as_slice()))
    }
    macro_rules! same {
        ($first:expr, $pattern:pat => $array:expr) => {{
            let arrays: Option<smallvec::SmallVec<[&Array<_>; 4]>> = rest
                .iter()
                .map(|value| if let $pattern = value { Some($array) } else { None })
                .collect();
            arrays.is_some_and(|arrays| extend($first, &arrays))
        }};
    }
    match first {
        Value::Double(first) => same!(first, Value::Double(array) => array),
        Value::Char(first, Quote::Single) => {
            same!(first, Value::Char(array, Quote::Single) => array)
        }
        Value::Bool(first) => same!(first, Value::Bool(array) => array),
        Value::Cell(first) => {
            let row = |cell: &CellArray| cell.dims().is_row() && !cell.is_empty();
            if !row(first) || !rest.iter().all(|v| matches!(v, Value::Cell(cell) if row(cell))) {
                return false;
            }
            for value in rest {
                let Value::Cell(cell) = value else { continue };
                for element in cell.as_slice() {
                    // A row takes everything.
                    let _ = first.push(element.clone());
                }
            }
            true
        }
        _ => false,
    }
}

fn bracket_row(mut row: Vec<Value>) -> Result<Value> {
    if row.is_empty() {
        return Ok(Value::empty());
    }
    if let Some((first, rest)) = row.split_first_mut()
        && append(first, rest)
    {
        return Ok(std::mem::take(first));
    }
    check_sizes(std::slice::from_ref(&row))?;
    let outcome = settle(&mut row)?;
    if matches!(outcome, Outcome::Cell) {
        let arrays: Vec<Array<Value>> = row.into_iter().map(as_cell).collect();
        let dims = bracketed(arrays.iter().map(Array::dims), 1, true)?;
        return join(arrays, 1, dims).map(cell_from);
    }
    let sizes: Vec<Dims> = row.iter().map(Value::dims).collect();
    let dims = bracketed(sizes.iter(), 1, true)?;
    match outcome {
        Outcome::Kind(kind) => join_kind(kind, row, 1, dims),
        Outcome::Cell | Outcome::Struct => join_structs(row, 1, dims),
    }
}

/// Texts on top of each other, short ones filled up with blanks.
fn stack_texts(rows: Vec<Value>) -> Result<Array<u8>> {
    let texts: Vec<Array<u8>> = rows.into_iter().map(take_chars).collect();
    let mut dims: Option<Dims> = None;
    let mut kept: Vec<Array<u8>> = Vec::with_capacity(texts.len());
    for text in texts {
        let size = text.dims().clone();
        dims = Some(match dims {
            Some(dims) if !dims.is_empty() => {
                Dims::matrix(dims.rows() + size.rows(), dims.columns().max(size.columns()))
            }
            _ => {
                kept.clear();
                size
            }
        });
        kept.push(text);
    }
    let dims = dims.unwrap_or(Dims::EMPTY);
    memory::reserve::<u8>(&dims)?;
    let rows = dims.rows();
    let mut data = vec![b' '; dims.numel()];
    let mut top = 0;
    for text in &kept {
        let own = text.dims().rows();
        if own > 0 {
            for (column, letters) in text.as_slice().chunks_exact(own).enumerate() {
                let start = column * rows + top;
                data[start..start + own].copy_from_slice(letters);
            }
        }
        top += if text.is_empty() { 0 } else { own };
    }
    Ok(Array::new(dims, data))
}

/// The value of `{rows…}`.
pub(crate) fn cell_literal(mut rows: Vec<Vec<Value>>) -> Result<Value> {
    if let [row] = &mut rows[..] {
        let row = std::mem::take(row);
        let dims = if row.is_empty() { Dims::EMPTY } else { Dims::matrix(1, row.len()) };
        return Ok(Value::Cell(CellArray::new(dims, row)));
    }
    let columns = rows.first().map_or(0, Vec::len);
    if rows.iter().any(|row| row.len() != columns) {
        return Err(Error::plain("number of columns must match"));
    }
    if columns == 0 {
        return Ok(Value::Cell(CellArray::filled(Dims::EMPTY)));
    }
    let count = rows.len();
    let mut data = Vec::with_capacity(count * columns);
    for column in 0..columns {
        for row in &mut rows {
            data.push(std::mem::take(&mut row[column]));
        }
    }
    Ok(Value::Cell(CellArray::new(Dims::matrix(count, columns), data)))
}
