//! What `jsondecode` makes of JSON: arrays of one kind become arrays, others cell arrays.

use formwork_runtime::{Array, CellArray, Dims, StructArray, Value};

use super::parse::Json;

/// The value of a JSON value; `name` makes the name of a field of that of a member.
///
/// # Errors
///
/// Those of `name`.
pub fn decode<E>(
    json: &Json,
    name: &mut dyn FnMut(&[u8]) -> Result<String, E>,
) -> Result<Value, E> {
    Ok(match json {
        Json::Null => Value::empty(),
        Json::Truth(truth) => Value::bool(*truth),
        Json::Number(x) => Value::double(*x),
        Json::Text(text) => Value::text(text),
        Json::Object(members) => {
            let mut result = StructArray::scalar();
            for (member, json) in members {
                let field = name(member)?;
                result.set_scalar_field(&field, decode(json, name)?);
            }
            Value::from(result)
        }
        Json::Array(items) => array(items, name)?,
    })
}

fn array<E>(items: &[Json], name: &mut dyn FnMut(&[u8]) -> Result<String, E>) -> Result<Value, E> {
    if items.is_empty() {
        return Ok(Value::empty());
    }
    let numbers: Option<Vec<f64>> = items
        .iter()
        .map(|item| match item {
            Json::Number(x) => Some(*x),
            Json::Null => Some(f64::NAN),
            _ => None,
        })
        .collect();
    if let Some(numbers) = numbers {
        return Ok(Value::column(numbers));
    }
    let truths: Option<Vec<bool>> = items
        .iter()
        .map(|item| if let Json::Truth(truth) = item { Some(*truth) } else { None })
        .collect();
    if let Some(truths) = truths {
        return Ok(Value::from_array(Array::column(truths)));
    }
    let values: Vec<Value> =
        items.iter().map(|item| decode(item, name)).collect::<Result<_, E>>()?;
    if items.iter().all(|item| matches!(item, Json::Object(_)))
        && let Some(structs) = joined_structs(&values)
    {
        return Ok(structs);
    }
    if items.iter().all(|item| matches!(item, Json::Array(_)))
        && let Some(joined) = joined_structs(&values).or_else(|| joined_arrays(&values))
    {
        return Ok(joined);
    }
    Ok(Value::Cell(CellArray::column(values)))
}

/// A column of structs with the same fields in the same order.
fn joined_structs(values: &[Value]) -> Option<Value> {
    let all: Option<Vec<&StructArray>> = values
        .iter()
        .map(|value| match value {
            Value::Struct(structs) if structs.numel() == 1 => Some(&**structs),
            _ => None,
        })
        .collect();
    let all = all?;
    let names: Vec<_> = all.first()?.field_names().cloned().collect();
    if !all.iter().all(|structs| structs.field_names().eq(names.iter())) {
        return None;
    }
    let mut result = StructArray::without_fields(Dims::matrix(all.len(), 1));
    for name in names {
        let column = all.iter().filter_map(|structs| structs.scalar_field(&name).cloned());
        result.set_field(&name, column.collect());
    }
    Some(Value::from(result))
}

/// Arrays of one size and class side by side, along a new first dimension.
fn joined_arrays(values: &[Value]) -> Option<Value> {
    let inner = values.first()?.dims();
    if inner.numel() == 0 || values.iter().any(|value| value.dims() != inner) {
        return None;
    }
    let mut extents = vec![values.len()];
    // A column has one dimension in JSON.
    let own = inner.as_slice();
    let own = if own.len() == 2 && own[1] == 1 { &own[..1] } else { own };
    extents.extend_from_slice(own);
    let dims = Dims::new(&extents);
    let (count, each) = (values.len(), inner.numel());
    let places = || (0..each).flat_map(|place| (0..count).map(move |item| (item, place)));
    let truths: Option<Vec<&Array<bool>>> = values
        .iter()
        .map(|value| if let Value::Bool(array) = value { Some(array) } else { None })
        .collect();
    if let Some(all) = truths {
        let data = places().map(|(item, place)| all[item].as_slice()[place]).collect();
        return Some(Value::from_array(Array::new(dims, data)));
    }
    let scalars = each == 1;
    let numbers: Option<Vec<_>> = values
        .iter()
        .map(|value| match value {
            Value::Double(array) => Some(array.clone()),
            Value::Bool(array) if scalars => Some(array.map(|&x| f64::from(u8::from(x)))),
            _ => None,
        })
        .collect();
    let all = numbers?;
    let data = places().map(|(item, place)| all[item].as_slice()[place]).collect();
    Some(Value::from_array(Array::new(dims, data)))
}
