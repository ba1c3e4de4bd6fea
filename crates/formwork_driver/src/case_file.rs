//! Values that stand in a file: `-d @case.json` for several parameters, `-d x=@case.json` for one.
//!
//! What is read is what `jsondecode` gives: an array of numbers is a column, of arrays of the same
//! size a matrix with a row for each, of objects with the same fields a struct array; what does
//! not go together is a cell array; `null` is `[]`, among numbers `NaN`. An object whose keys are
//! no names of fields is refused, because `jsondecode` would rename them.

use std::fmt;
use std::path::Path;

use formwork_runtime::{Array, CellArray, Dims, StructArray, Value};
use formwork_specialize::lift::lift;
use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};

use crate::source::Source;

/// A definition that a file stands for: `@case.json`, or `@case.json` behind `name=`.
pub(crate) fn file_named(text: &str) -> Option<&Path> {
    let path = Path::new(text.trim().strip_prefix('@')?);
    let extension = path.extension()?.to_str()?.to_ascii_lowercase();
    matches!(&*extension, "json" | "mat").then_some(path)
}

/// The parameters that a file has values for, with expressions that give these.
pub(crate) fn read_parameters(path: &Path) -> Result<Vec<(String, String)>, String> {
    let Json::Object(members) = read(path)? else {
        return Err(format!(
            "{}: expected an object with a value for each parameter, as in {{\"n\": 4}}; \
             write -d 'x=@{}' for a file that is one value",
            path.display(),
            path.display()
        ));
    };
    let mut all: Vec<(String, String)> = Vec::new();
    for (name, value) in &members {
        all.retain(|(other, _)| other != name);
        all.push((name.clone(), text_of(value, path)?));
    }
    Ok(all)
}

/// An expression that gives the value of a file.
pub(crate) fn read_value(path: &Path) -> Result<String, String> {
    text_of(&read(path)?, path)
}

fn read(path: &Path) -> Result<Json, String> {
    if path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("mat")) {
        return Err(format!(
            "{}: files of this format are not read here: write the values as JSON, with \
             fputs (fopen (\"case.json\", \"w\"), jsonencode (load (\"{}\")))",
            path.display(),
            path.display()
        ));
    }
    let source = Source::read(path).map_err(|error| format!("{}: {error}", path.display()))?;
    serde_json::from_slice(source.text()).map_err(|error| {
        let (line, column) = (error.line(), error.column());
        let message = error.to_string();
        let place = format!(" at line {line} column {column}");
        let message = message.strip_suffix(&place).unwrap_or(&message);
        format!("{}:{line}:{column}: this is no JSON: {message}", path.display())
    })
}

fn text_of(value: &Json, path: &Path) -> Result<String, String> {
    let fail = |what: String| format!("{}: {what}", path.display());
    let decoded = decode(value).map_err(fail)?;
    let lifted = lift(&decoded);
    lifted.map(|lifted| lifted.text).ok_or_else(|| fail("it is nested too deeply".to_owned()))
}

/// A text of JSON; the members of objects in their order.
enum Json {
    Null,
    Bool(bool),
    Number(f64),
    Text(String),
    Array(Vec<Json>),
    Object(Vec<(String, Json)>),
}

impl<'de> Deserialize<'de> for Json {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Json, D::Error> {
        deserializer.deserialize_any(JsonVisitor)
    }
}

struct JsonVisitor;

impl<'de> Visitor<'de> for JsonVisitor {
    type Value = Json;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value")
    }

    fn visit_unit<E>(self) -> Result<Json, E> {
        Ok(Json::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Json, E> {
        Ok(Json::Bool(value))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Json, E> {
        Ok(Json::Number(value as f64))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Json, E> {
        Ok(Json::Number(value as f64))
    }

    fn visit_f64<E>(self, value: f64) -> Result<Json, E> {
        Ok(Json::Number(value))
    }

    fn visit_str<E>(self, value: &str) -> Result<Json, E> {
        Ok(Json::Text(value.to_owned()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Json, A::Error> {
        let mut all = Vec::new();
        while let Some(element) = list.next_element()? {
            all.push(element);
        }
        Ok(Json::Array(all))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Json, A::Error> {
        let mut all = Vec::new();
        while let Some(member) = map.next_entry()? {
            all.push(member);
        }
        Ok(Json::Object(all))
    }
}

/// What `jsondecode` makes of a value.
fn decode(json: &Json) -> Result<Value, String> {
    match json {
        Json::Null => Ok(Value::empty()),
        Json::Bool(value) => Ok(Value::Bool(Array::column(vec![*value]))),
        Json::Number(value) => Ok(Value::Double(Array::column(vec![*value]))),
        Json::Text(text) => Ok(Value::text(text)),
        Json::Object(members) => {
            let mut made = StructArray::scalar();
            for (name, value) in members {
                if !formwork_builtins::is_variable_name(name.as_bytes()) {
                    return Err(format!("'{name}' is no name of a field: rename it"));
                }
                made.set_scalar_field(name, decode(value)?);
            }
            Ok(Value::Struct(made.into()))
        }
        Json::Array(elements) => decode_array(elements),
    }
}

fn decode_array(elements: &[Json]) -> Result<Value, String> {
    if elements.is_empty() {
        return Ok(Value::empty());
    }
    let numbers: Option<Vec<f64>> = elements
        .iter()
        .map(|element| match element {
            Json::Number(value) => Some(*value),
            Json::Null => Some(f64::NAN),
            Json::Bool(_) | Json::Text(_) | Json::Array(_) | Json::Object(_) => None,
        })
        .collect();
    if let Some(numbers) = numbers {
        return Ok(Value::Double(Array::column(numbers)));
    }
    let truths: Option<Vec<bool>> = elements
        .iter()
        .map(|element| match element {
            Json::Bool(value) => Some(*value),
            Json::Null | Json::Number(_) | Json::Text(_) | Json::Array(_) | Json::Object(_) => None,
        })
        .collect();
    if let Some(truths) = truths {
        return Ok(Value::Bool(Array::column(truths)));
    }
    let values: Vec<Value> = elements.iter().map(decode).collect::<Result<_, _>>()?;
    let objects = elements.iter().all(|element| matches!(element, Json::Object(_)));
    let arrays = elements.iter().all(|element| matches!(element, Json::Array(_)));
    let joined = if objects {
        joined_structs(&values, &[])
    } else if arrays {
        joined_arrays(&values)
    } else {
        None
    };
    Ok(joined.unwrap_or_else(|| Value::Cell(CellArray::column(values))))
}

/// Arrays of the same size as one with a row for each; `None` if they do not go together.
fn joined_arrays(values: &[Value]) -> Option<Value> {
    let first = values.first()?;
    let dims = first.dims().as_slice().to_vec();
    let empty = dims == [0, 0];
    if empty || values.iter().any(|value| value.dims().as_slice() != dims) {
        return None;
    }
    if values.iter().all(|value| matches!(value, Value::Struct(_))) {
        return joined_structs(values, &dims);
    }
    // A single truth value counts as a number.
    let truths = |value: &Value| matches!(value, Value::Bool(array) if array.numel() != 1);
    let is_truth = truths(first);
    let numbers: Vec<Vec<f64>> = values
        .iter()
        .map(|value| {
            let fits =
                truths(value) == is_truth && matches!(value, Value::Bool(_) | Value::Double(_));
            let numbers = value.to_f64_array().filter(|_| fits)?;
            Some(numbers.as_slice().to_vec())
        })
        .collect::<Option<_>>()?;
    let all = interleaved(&numbers);
    let dims = stacked(values.len(), &dims);
    Some(match is_truth {
        true => Value::Bool(Array::new(dims, all.iter().map(|&value| value != 0.0).collect())),
        false => Value::Double(Array::new(dims, all)),
    })
}

/// Structs with the same fields as a struct array; `None` if they have not.
fn joined_structs(values: &[Value], dims: &[usize]) -> Option<Value> {
    let structs: Vec<&StructArray> = values
        .iter()
        .map(|value| match value {
            Value::Struct(made) => Some(&**made),
            _ => None,
        })
        .collect::<Option<_>>()?;
    let names: Vec<&str> = structs.first()?.field_names().map(|name| &**name).collect();
    if structs.iter().any(|made| !made.field_names().map(|name| &**name).eq(names.iter().copied()))
    {
        return None;
    }
    let mut joined = StructArray::without_fields(stacked(values.len(), dims));
    for name in names {
        let parts: Vec<Vec<Value>> =
            structs.iter().map(|made| Some(made.field(name)?.to_vec())).collect::<Option<_>>()?;
        joined.set_field(name, interleaved(&parts));
    }
    Some(Value::Struct(joined.into()))
}

/// The first elements of all lists, then the second ones.
fn interleaved<T: Clone>(lists: &[Vec<T>]) -> Vec<T> {
    let length = lists.first().map_or(0, Vec::len);
    (0..length)
        .flat_map(|place| lists.iter().filter_map(move |list| list.get(place).cloned()))
        .collect()
}

/// The size of so many arrays, one below the other along a new first dimension.
fn stacked(count: usize, dims: &[usize]) -> Dims {
    let mut all = vec![count];
    all.extend_from_slice(dims);
    while all.len() < 2 {
        all.push(1);
    }
    Dims::new(&all)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decoded(text: &str) -> String {
        let json: Json = serde_json::from_str(text).expect("it is JSON");
        lift(&decode(&json).expect("it has a value")).expect("it can be written").text
    }

    #[test]
    fn values_are_what_jsondecode_gives() {
        for (text, expected) in [
            ("null", "[]"),
            ("[]", "[]"),
            ("1.5", "1.5"),
            ("\"a\"", "'a'"),
            ("[1, null, 3]", "[1; NaN; 3]"),
            ("[true, false]", "logical([1; 0])"),
            ("[true, 1]", "{true; 1}"),
            ("[[1, 2], [3, 4]]", "[1, 2; 3, 4]"),
            ("[[1, 2], [3]]", "{[1; 2]; 3}"),
            ("[[true], [false]]", "[1; 0]"),
            ("[\"a\", \"bc\"]", "{'a'; 'bc'}"),
            ("{\"b\": 1, \"a\": [2]}", "struct('b', 1, 'a', 2)"),
            ("[{\"a\": 1}, {\"a\": 2}]", "struct('a', {1; 2})"),
            ("[{\"a\": 1}, {\"b\": 2}]", "{struct('a', 1); struct('b', 2)}"),
        ] {
            assert_eq!(decoded(text), expected, "{text}");
        }
    }

    #[test]
    fn names_that_are_no_fields_are_refused() {
        let json: Json = serde_json::from_str("{\"a b\": 1}").expect("it is JSON");
        assert!(decode(&json).is_err());
    }

    #[test]
    fn files_are_told_from_handles() {
        assert!(file_named("@case.json").is_some() && file_named("@dir/case.MAT").is_some());
        assert!(file_named("@(x) x").is_none() && file_named("@pkg.f").is_none());
    }
}
