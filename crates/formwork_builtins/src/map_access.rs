//! Reading and writing a `containers.Map`: what the interpreter does for `m(key)`,
//! `m(key) = value`, `m.name` and `[m; n]`.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use formwork_runtime::format::{Format, disp};
use formwork_runtime::{
    Array, CellArray, Class, Dims, Error, KeyKind, MapData, MapKey, Result, SaturateFrom, Value,
    index,
};

use crate::context::{Args, Context, Values, one};

/// The classes that numeric keys may have; others are made double.
const KEY_CLASSES: [&str; 6] = ["double", "single", "int32", "uint32", "int64", "uint64"];

/// The classes that the values of a map may be restricted to.
const VALUE_CLASSES: [&str; 13] = [
    "any", "char", "logical", "double", "single", "int8", "uint8", "int16", "uint16", "int32",
    "uint32", "int64", "uint64",
];

/// The map of a value.
///
/// # Errors
///
/// If it is none: `'name' undefined`, for the functions of maps are no others'.
pub(crate) fn data<'v>(name: &str, value: &'v Value) -> Result<&'v Rc<RefCell<MapData>>> {
    match value {
        Value::Map(map) => Ok(map),
        _ => Err(Error::undefined(name)),
    }
}

/// A map without entries.
pub(crate) fn new_map(keys: KeyKind, values: impl Into<String>) -> MapData {
    MapData { keys, values: values.into(), entries: BTreeMap::new() }
}

pub(crate) fn into_value(data: MapData) -> Value {
    Value::Map(Rc::new(RefCell::new(data)))
}

/// The kind of keys with that name.
///
/// # Errors
///
/// If there is none.
pub(crate) fn key_kind(name: &Value) -> Result<KeyKind> {
    let wanted = name.as_text().unwrap_or_default();
    if wanted == "char" {
        return Ok(KeyKind::Char);
    }
    KEY_CLASSES
        .into_iter()
        .find(|&class| wanted == class)
        .map(KeyKind::Number)
        .ok_or_else(|| Error::plain("containers.Map: unsupported KeyType"))
}

/// The name of what the values are restricted to.
///
/// # Errors
///
/// If there is none of that name.
pub(crate) fn value_type(name: &Value) -> Result<String> {
    let wanted = name.as_text().unwrap_or_default();
    if VALUE_CLASSES.contains(&&*wanted) {
        return Ok(wanted.into_owned());
    }
    Err(Error::plain("containers.Map: unsupported ValueType"))
}

/// The number as the class of the keys has it.
fn number_as(class: &str, number: f64) -> f64 {
    match class {
        "single" => f64::from(number as f32),
        "int32" => f64::from(i32::saturate_from(number)),
        "uint32" => f64::from(u32::saturate_from(number)),
        "int64" => i64::saturate_from(number) as f64,
        "uint64" => u64::saturate_from(number) as f64,
        _ => number,
    }
}

/// The key that a value is in a map with such keys; `None` if it is of another kind.
pub(crate) fn key_of(kind: KeyKind, value: &Value) -> Option<MapKey> {
    match (kind, value) {
        (KeyKind::Char, Value::Char(array, _)) => {
            if array.dims().is_row() || array.is_empty() {
                return Some(MapKey::Text(array.as_slice().to_vec()));
            }
            // Octave takes the first row of a matrix.
            value.char_rows()?.into_iter().next().map(MapKey::Text)
        }
        (KeyKind::Char, Value::Strings(_)) => {
            value.as_bytes().map(|text| MapKey::Text(text.into()))
        }
        (KeyKind::Number(class), number)
            if number.is_scalar() && (number.is_numeric() || matches!(number, Value::Bool(_))) =>
        {
            number.to_f64().map(|number| MapKey::Number(number_as(class, number)))
        }
        _ => None,
    }
}

/// A key as a value of the class of the keys.
pub(crate) fn key_value(kind: KeyKind, key: &MapKey) -> Value {
    match key {
        MapKey::Text(text) => Value::text(text),
        MapKey::Number(number) => match kind {
            KeyKind::Number("single") => Value::Single(Array::scalar(*number as f32)),
            KeyKind::Number("int32") => Value::Int32(Array::scalar(*number as i32)),
            KeyKind::Number("uint32") => Value::Uint32(Array::scalar(*number as u32)),
            KeyKind::Number("int64") => Value::Int64(Array::scalar(*number as i64)),
            KeyKind::Number("uint64") => Value::Uint64(Array::scalar(*number as u64)),
            _ => Value::double(*number),
        },
    }
}

/// The name of the kind of keys.
pub(crate) const fn kind_name(kind: KeyKind) -> &'static str {
    match kind {
        KeyKind::Char => "char",
        KeyKind::Number(class) => class,
    }
}

fn shown(key: &Value) -> String {
    let text = match key.as_bytes() {
        Some(text) => text.to_vec(),
        None => disp(key, &Format::default()),
    };
    String::from_utf8_lossy(&text).trim().to_owned()
}

fn wrong_key() -> Box<Error> {
    Error::plain("containers.Map: specified key type does not match the type of this container")
}

fn not_there(prefix: &str, key: &Value) -> Box<Error> {
    Error::plain(format!("containers.Map: {prefix}key <{}> does not exist", shown(key)))
}

/// The value of `map(subscripts…)`.
///
/// # Errors
///
/// If there is no such key, or it is of another kind.
pub fn map_get(map: &Value, subscripts: &[Value]) -> Result<Value> {
    let map = data("subsref", map)?.borrow();
    let Some(key) = subscripts.first() else {
        return Err(Error::plain("containers.Map: no key specified"));
    };
    let found = key_of(map.keys, key).ok_or_else(wrong_key)?;
    // Octave looks up all subscripts at once, which is there only if it is alone.
    let entry = if subscripts.len() == 1 { map.entries.get(&found) } else { None };
    entry.cloned().ok_or_else(|| not_there("specified ", key))
}

/// `map(subscripts…) = value`
///
/// # Errors
///
/// If the key or the value is of another kind than those of the map.
pub fn map_set(map: &Value, subscripts: &[Value], value: Value) -> Result<()> {
    let cell = data("subsasgn", map)?;
    let Some(key) = subscripts.first() else {
        return Err(Error::plain("containers.Map: no key specified"));
    };
    if key.is_complex() {
        return Err(Error::plain("num2hex: N must be real"));
    }
    // The key or the value may be this map itself.
    let key = key_of(cell.borrow().keys, key).ok_or_else(wrong_key)?;
    let value = restricted(&cell.borrow().values, value)?;
    cell.borrow_mut().entries.insert(key, value);
    Ok(())
}

/// A value as the map restricts them.
fn restricted(class: &str, value: Value) -> Result<Value> {
    let wrong = || {
        Error::plain(
            "containers.Map: specified value type does not match the type of this container",
        )
    };
    match class {
        "any" => Ok(value),
        "char" => {
            if value.is_char() || value.as_bytes().is_some() {
                Ok(value.without_strings())
            } else {
                Err(wrong())
            }
        }
        class => {
            if !value.is_scalar() || !(value.is_numeric() || matches!(value, Value::Bool(_))) {
                return Err(wrong());
            }
            to_class(class, value)
        }
    }
}

fn to_class(class: &str, value: Value) -> Result<Value> {
    if value.class().name() == class {
        return Ok(value);
    }
    if class == "double" && value.is_complex() {
        return Ok(value
            .to_c64_array()
            .map_or_else(Value::empty, |a| Value::Complex(a.into_owned())));
    }
    let number = value.to_f64().unwrap_or_default();
    Ok(match class {
        "logical" => {
            if number.is_nan() {
                return Err(Error::plain("invalid conversion from NaN to logical"));
            }
            Value::bool(number != 0.0)
        }
        "single" => Value::Single(Array::scalar(number as f32)),
        "int8" => Value::Int8(Array::scalar(i8::saturate_from(number))),
        "uint8" => Value::Uint8(Array::scalar(u8::saturate_from(number))),
        "int16" => Value::Int16(Array::scalar(i16::saturate_from(number))),
        "uint16" => Value::Uint16(Array::scalar(u16::saturate_from(number))),
        "int32" => Value::Int32(Array::scalar(i32::saturate_from(number))),
        "uint32" => Value::Uint32(Array::scalar(u32::saturate_from(number))),
        "int64" => Value::Int64(Array::scalar(i64::saturate_from(number))),
        "uint64" => Value::Uint64(Array::scalar(u64::saturate_from(number))),
        _ => Value::double(number),
    })
}

/// The keys in order, as a cell row.
pub(crate) fn keys(map: &MapData) -> Value {
    Value::Cell(CellArray::row(map.entries.keys().map(|key| key_value(map.keys, key)).collect()))
}

/// All values in the order of the keys, or those of some keys, as a cell array.
///
/// # Errors
///
/// If one of the keys is not there.
pub(crate) fn values(map: &MapData, wanted: Option<&Value>) -> Result<Value> {
    let Some(wanted) = wanted else {
        return Ok(Value::Cell(CellArray::row(map.entries.values().cloned().collect())));
    };
    let Value::Cell(wanted) = wanted else {
        return Err(Error::plain("containers.Map: input argument 'keySet' must be a cell"));
    };
    let found = wanted
        .as_slice()
        .iter()
        .map(|key| {
            key_of(map.keys, key)
                .and_then(|key| map.entries.get(&key).cloned())
                .ok_or_else(|| not_there("", key))
        })
        .collect::<Result<Vec<_>>>()?;
    Ok(Value::Cell(CellArray::new(wanted.dims().clone(), found)))
}

/// The single keys that a value stands for, with their arrangement.
fn each_key(value: &Value) -> (Dims, Vec<Value>) {
    match value {
        Value::Cell(cell) => (cell.dims().clone(), cell.as_slice().to_vec()),
        number if number.is_numeric() => match number.to_f64_array() {
            Some(array) => {
                (array.dims().clone(), array.as_slice().iter().map(|&x| x.into()).collect())
            }
            None => (Dims::EMPTY, Vec::new()),
        },
        other => (Dims::SCALAR, vec![other.clone()]),
    }
}

/// Which of some keys there are.
pub(crate) fn is_key(map: &MapData, wanted: &Value) -> Value {
    let (dims, wanted) = each_key(wanted);
    let mask = wanted
        .iter()
        .map(|key| key_of(map.keys, key).is_some_and(|key| map.entries.contains_key(&key)))
        .collect::<Vec<bool>>();
    Value::Bool(Array::new(dims, mask))
}

/// Removes some keys; those that are not there do not matter.
pub(crate) fn remove(map: &RefCell<MapData>, wanted: &Value) {
    // What is wanted may be this map itself.
    for key in each_key(wanted).1 {
        let key = key_of(map.borrow().keys, &key);
        if let Some(key) = key {
            map.borrow_mut().entries.remove(&key);
        }
    }
}

/// The value of `map.name` or `map.name(args…)`.
///
/// # Errors
///
/// If maps have nothing of that name, and those of what is asked for.
pub fn map_member(
    _cx: &mut dyn Context,
    map: &Value,
    name: &str,
    args: Args,
    _nargout: usize,
) -> Result<Values> {
    let cell = data(name, map)?;
    let argument = |args: &Args| match args.first() {
        Some(value) => Ok(value.clone()),
        None => Err(Error::plain("containers.Map: input argument 'KeySet' is missing")),
    };
    let property = match name {
        "keys" => keys(&cell.borrow()),
        "values" => return one(values(&cell.borrow(), args.first())?),
        "isKey" => return one(is_key(&cell.borrow(), &argument(&args)?)),
        "remove" => {
            remove(cell, &argument(&args)?);
            return one(map.clone());
        }
        "Count" => Value::Uint64(Array::scalar(cell.borrow().len() as u64)),
        "KeyType" => Value::text(kind_name(cell.borrow().keys)),
        "ValueType" => Value::text(&cell.borrow().values),
        "length" => Value::count(cell.borrow().len()),
        "isempty" => Value::bool(cell.borrow().is_empty()),
        _ => {
            return Err(Error::plain(format!("containers.Map: unknown property '{name}'")));
        }
    };
    if args.is_empty() { one(property) } else { one(index::index(&property, &args)?) }
}

/// The value of `[maps…; maps…]`: one map with the entries of all, later ones winning.
///
/// # Errors
///
/// If one of them is no map, or has keys of another kind.
pub fn map_concatenate(rows: &[Vec<Value>]) -> Result<Value> {
    let mut joined = Vec::with_capacity(rows.len());
    for row in rows {
        joined.push(match &row[..] {
            [only] => only.clone(),
            several if several.iter().any(|value| matches!(value, Value::Map(_))) => {
                joined_maps("horzcat", several)?
            }
            several => index::matrix_literal(vec![several.to_vec()])?,
        });
    }
    match &joined[..] {
        [only] => Ok(only.clone()),
        several => joined_maps("vertcat", several),
    }
}

/// One map with the entries of all, as the method of that name makes it.
fn joined_maps(method: &str, maps: &[Value]) -> Result<Value> {
    let failed = || Error::plain(format!("containers.Map/{method} method failed"));
    let mut joined: Option<MapData> = None;
    for value in maps {
        let Value::Map(map) = value else { return Err(failed()) };
        let map = map.borrow();
        if map.is_empty() {
            return Err(failed());
        }
        match &mut joined {
            None => joined = Some(map.clone()),
            Some(all) => {
                let same = matches!(
                    (all.keys, map.keys),
                    (KeyKind::Char, KeyKind::Char) | (KeyKind::Number(_), KeyKind::Number(_))
                );
                if !same {
                    return Err(failed());
                }
                if all.values != map.values {
                    "any".clone_into(&mut all.values);
                }
                for (key, value) in &map.entries {
                    let key = key_of(all.keys, &key_value(map.keys, key)).ok_or_else(failed)?;
                    all.entries.insert(key, value.clone());
                }
            }
        }
    }
    joined.map(into_value).ok_or_else(failed)
}

/// The kind of keys that some values have in common.
///
/// # Errors
///
/// If they cannot be keys of one map.
pub(crate) fn common_kind(keys: &[Value], warn: &mut dyn Context) -> Result<KeyKind> {
    if keys.iter().all(Value::is_char) {
        return Ok(KeyKind::Char);
    }
    let is_number = |key: &Value| {
        key.is_scalar() && !key.is_complex() && (key.is_numeric() || matches!(key, Value::Bool(_)))
    };
    if keys.iter().any(|key| !key.is_char() && !is_number(key)) {
        return Err(Error::plain(
            "containers.Map: keys must be real scalar numeric values or char vectors",
        ));
    }
    if keys.iter().any(Value::is_char) {
        return Err(Error::plain(
            "containers.Map: when using multiple key types, all types must be numeric",
        ));
    }
    let class = keys.first().map_or(Class::Double, Value::class);
    if keys.iter().any(|key| key.class() != class) {
        warn.warn("", "containers.Map: all keys will be converted to double")?;
        return Ok(KeyKind::Number("double"));
    }
    let name = KEY_CLASSES.into_iter().find(|&name| name == class.name());
    Ok(KeyKind::Number(name.unwrap_or("double")))
}
