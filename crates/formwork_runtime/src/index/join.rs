//! Joining arrays: the class and the size that operands have together, and what cannot be joined.

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
pub(super) enum Rule {
    /// Those of size 0x0.
    Cat,
    /// Those of sizes 0x0, 1x0 and 0x1.
    Bracket,
}

/// The size of both joined along a dimension; `None` if they do not fit.
pub(super) fn joined(left: &Dims, right: &Dims, dimension: usize, rule: Rule) -> Option<Dims> {
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
pub(super) fn join<T: Clone>(
    arrays: Vec<Array<T>>,
    dimension: usize,
    dims: Dims,
) -> Result<Array<T>> {
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
pub(super) fn common(left: Kind, right: Kind) -> Kind {
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

pub(super) fn own<T: Coerce>(value: Value) -> Array<T> {
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

pub(super) fn take_chars(value: Value) -> Array<u8> {
    match value {
        Value::Char(array, _) => array,
        // Octave only warns, and leaves blanks.
        complex if complex.is_complex() => Array::filled(complex.dims(), b' '),
        other => to_chars(&other).map_or_else(Array::empty, std::borrow::Cow::into_owned),
    }
}

/// Joins values that fit, all of one kind afterwards.
pub(super) fn join_kind(
    kind: Kind,
    values: Vec<Value>,
    dimension: usize,
    dims: Dims,
) -> Result<Value> {
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
pub(super) fn check_complex(kind: Kind, values: &[Value]) -> Result<()> {
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
pub(super) enum ConcatKind {
    Kind(Kind),
    Cell,
    Struct,
}

/// Finds the class of a concatenation, and leaves out what does not count.
pub(super) fn settle(values: &mut Vec<Value>) -> Result<ConcatKind> {
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
        return Ok(ConcatKind::Cell);
    }
    match (kind, structs, others) {
        (Some(kind), false, false) => return Ok(ConcatKind::Kind(kind)),
        (None, true, false) => return Ok(ConcatKind::Struct),
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
        return if want_struct { Ok(ConcatKind::Struct) } else { settle(values) };
    }
    Err(not_joined(values))
}

/// What Octave says of an array without elements in front of what does not go with it.
pub(super) fn not_joined_with_nothing(
    first: &Value,
    other: &Value,
    values: &[Value],
) -> Box<Error> {
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
pub(super) fn not_joined(values: &[Value]) -> Box<Error> {
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
pub(super) fn as_cell(value: Value) -> Array<Value> {
    match value {
        Value::Cell(cell) => {
            let (dims, data) = cell.into_parts();
            Array::new(dims, data)
        }
        empty if empty.is_empty() => Array::empty(),
        single => Array::scalar(single),
    }
}

pub(super) fn cell_from(array: Array<Value>) -> Value {
    let (dims, data) = array.into_parts();
    Value::Cell(CellArray::new(dims, data))
}

pub(super) fn join_structs(values: Vec<Value>, dimension: usize, dims: Dims) -> Result<Value> {
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
pub(super) fn check_structs(values: &[Value], dimension: usize, rule: Rule) -> Result<()> {
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

/// The size of arrays joined along a dimension.
pub(super) fn fitted<'d>(
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
