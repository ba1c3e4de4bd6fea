//! `containers.Map` and its functions: `keys`, `values`, `isKey`, `remove`.

use formwork_runtime::{Class, Error, KeyKind, Result, Value};

use crate::context::{Args, Context, Values, one};
use crate::map_access::{
    common_kind, data, into_value, is_key, key_kind, key_of, keys as all_keys, new_map,
    remove as remove_keys, value_type, values as some_values,
};
use crate::row::{Arity, Output, Row, Strings, stateful};
use crate::rules::special;
use crate::rules::{ClassRule, ShapeRule};

const MAP: Output = Output::new(ShapeRule::Column, ClassRule::Is(Class::Map));

/// A map is shared by its copies: what depends on one is no function of its arguments.
pub(crate) const ROWS: &[Row] = &[
    stateful(
        "containers.Map",
        Arity::at_least(0),
        &[MAP],
        construct,
        "Makes a map from keys to values.",
    )
    .strings(Strings::Own),
    stateful(
        "keys",
        Arity::exactly(1),
        &[Output::new(ShapeRule::Row, ClassRule::Is(Class::Cell))],
        keys,
        "The keys of a map, sorted.",
    ),
    stateful(
        "values",
        Arity::between(1, 2),
        &[Output::new(ShapeRule::Matrix, ClassRule::Is(Class::Cell))],
        values,
        "The values of a map in the order of its keys, or those of some keys.",
    ),
    stateful(
        "isKey",
        Arity::exactly(2),
        &[Output::new(ShapeRule::Unknown, ClassRule::Is(Class::Logical))],
        is_key_of,
        "Whether a map has some keys.",
    )
    .own_shape(special::text::is_key),
    stateful("remove", Arity::exactly(2), &[MAP], remove, "Removes keys from a map."),
];

/// The elements of an argument that is one value, an array or a cell array.
fn elements(value: &Value) -> Vec<Value> {
    match value {
        Value::Cell(cell) => cell.as_slice().to_vec(),
        array if array.is_numeric() || matches!(array, Value::Bool(_) | Value::Strings(_)) => {
            let dims = array.dims();
            (1..=dims.numel())
                .filter_map(|place| {
                    formwork_runtime::index::index(array, &[Value::count(place)]).ok()
                })
                .collect()
        }
        other => vec![other.clone()],
    }
}

fn construct(cx: &mut dyn Context, mut args: Args, _nargout: usize) -> Result<Values> {
    // Keys are characters.
    if let Some(keys) = args.first_mut() {
        *keys = std::mem::take(keys).without_strings();
    }
    let is_named = |value: &Value, name: &str| {
        value.as_text().is_some_and(|text| text.eq_ignore_ascii_case(name))
    };
    match &args[..] {
        [] => one(into_value(new_map(KeyKind::Char, "any"))),
        [keys, values] => one(filled(cx, keys, values, None)?),
        [keys, values, option, uniform] if is_named(option, "UniformValues") => {
            one(filled(cx, keys, values, Some(uniform))?)
        }
        [_, _, _, _] => {
            let (mut kind, mut restriction) = (KeyKind::Char, "any".to_owned());
            for pair in args.chunks_exact(2) {
                if is_named(&pair[0], "KeyType") {
                    kind = key_kind(&pair[1])?;
                } else if is_named(&pair[0], "ValueType") {
                    restriction = value_type(&pair[1])?;
                } else {
                    return Err(Error::plain(
                        "containers.Map: missing parameter name 'KeyType' or 'ValueType'",
                    ));
                }
            }
            one(into_value(new_map(kind, restriction)))
        }
        _ => Err(Error::plain("containers.Map: incorrect number of inputs specified")),
    }
}

fn filled(
    cx: &mut dyn Context,
    keys: &Value,
    values: &Value,
    uniform: Option<&Value>,
) -> Result<Value> {
    if keys.is_empty() && !keys.is_char() {
        return Err(Error::plain("containers.Map: empty keys are not allowed"));
    }
    let keys = elements(keys);
    let values = match values {
        Value::Cell(cell) => cell.as_slice().to_vec(),
        array if keys.len() > 1 && !array.is_char() => elements(array),
        other => vec![other.clone()],
    };
    if keys.len() != values.len() {
        return Err(Error::plain("containers.Map: the number of keys and values must match"));
    }
    let kind = common_kind(&keys, cx)?;
    let uniform = match uniform {
        None => None,
        Some(flag) if flag.is_scalar() && !flag.is_char() => flag.to_f64().map(|flag| flag != 0.0),
        Some(_) => {
            return Err(Error::plain("containers.Map: 'UniformValues' must be a logical scalar"));
        }
    };
    let restriction = match (uniform, common_class(&values)) {
        (Some(false), _) => "any",
        (Some(true), None) => {
            return Err(Error::plain(
                "containers.Map: when 'UniformValues' is true, all values must be scalars of the same data type",
            ));
        }
        (_, class) => class.unwrap_or("any"),
    };
    let mut map = new_map(kind, restriction);
    for (key, value) in keys.iter().zip(values) {
        if let Some(key) = key_of(kind, key) {
            map.entries.insert(key, value);
        }
    }
    Ok(into_value(map))
}

/// The class that all values have, if they are all text or all numbers.
fn common_class(values: &[Value]) -> Option<&'static str> {
    if values.iter().all(Value::is_char) {
        return Some("char");
    }
    let class = values.first()?.class();
    let alike = |value: &Value| {
        value.is_scalar()
            && value.class() == class
            && (value.is_numeric() || matches!(value, Value::Bool(_)))
    };
    values.iter().all(alike).then(|| class.name())
}

fn keys(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    one(all_keys(&data("keys", &args[0])?.borrow()))
}

fn values(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    one(some_values(&data("values", &args[0])?.borrow(), args.get(1))?)
}

fn is_key_of(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    one(is_key(&data("isKey", &args[0])?.borrow(), &args[1]))
}

fn remove(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    remove_keys(data("remove", &args[0])?, &args[1]);
    one(args[0].clone())
}

#[cfg(test)]
mod tests {
    use formwork_runtime::CellArray;

    use super::*;
    use crate::map_access::{map_concatenate, map_get, map_set};

    #[test]
    fn what_is_written_is_read() {
        let map = into_value(new_map(KeyKind::Char, "any"));
        map_set(&map, &["b".into()], 2.0.into()).unwrap();
        map_set(&map, &["a".into()], Value::Cell(CellArray::row(Vec::new()))).unwrap();
        assert_eq!(map_get(&map, &["b".into()]).unwrap().as_double(), Some(2.0));
        let error = map_get(&map, &["z".into()]).unwrap_err();
        assert_eq!(error.message, "containers.Map: specified key <z> does not exist");
        assert!(map_get(&map, &[1.0.into()]).is_err());
        let Value::Map(data) = &map else { unreachable!() };
        assert_eq!(all_keys(&data.borrow()).cell_texts().unwrap(), [b"a", b"b"]);
    }

    #[test]
    fn a_map_is_no_key_of_itself() {
        let map = into_value(new_map(KeyKind::Number("double"), "double"));
        assert!(map_set(&map, std::slice::from_ref(&map), 1.0.into()).is_err());
        assert!(map_set(&map, &[1.0.into()], map.clone()).is_err());
        assert!(map_get(&map, std::slice::from_ref(&map)).is_err());
        let Value::Map(data) = &map else { unreachable!() };
        remove_keys(data, &map);
        assert!(data.borrow().is_empty());
    }

    #[test]
    fn later_maps_win() {
        let one = into_value(new_map(KeyKind::Number("double"), "any"));
        let two = into_value(new_map(KeyKind::Number("double"), "any"));
        map_set(&one, &[1.0.into()], 10.0.into()).unwrap();
        map_set(&two, &[1.0.into()], 20.0.into()).unwrap();
        let both = map_concatenate(&[vec![one], vec![two]]).unwrap();
        assert_eq!(map_get(&both, &[1.0.into()]).unwrap().as_double(), Some(20.0));
    }
}
