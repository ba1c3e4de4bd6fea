//! Indexing described by data: `subsref`, `subsasgn`, `getfield`, `setfield`.

use formwork_runtime::{Dims, Error, Result, StructArray, Value, index};

use crate::context::{Args, Context, ObjectRequest, Values, one};
use formwork_runtime::ops::type_name;

/// One step of indexing.
enum Step {
    Paren(Vec<Value>),
    Brace(Vec<Value>),
    Field(String),
}

/// Reads the steps that a struct with the fields `type` and `subs` describes.
fn read_steps(name: &str, value: &Value) -> Result<Vec<Step>> {
    let wrong = || {
        Error::plain(format!(
            "{name}: second argument must be a structure with fields 'type' and 'subs'"
        ))
    };
    let Value::Struct(structs) = value else { return Err(wrong()) };
    let (Some(types), Some(subs)) = (structs.field("type"), structs.field("subs")) else {
        return Err(wrong());
    };
    types
        .iter()
        .zip(subs)
        .enumerate()
        .map(|(k, (kind, subs))| {
            let kind = kind
                .as_text()
                .ok_or_else(|| Error::plain(format!("{name}: type({}) must be a string", k + 1)))?;
            let list = || match subs {
                Value::Cell(cell) => Ok(cell.as_slice().to_vec()),
                text if text.as_bytes() == Some(b":") => Ok(vec![text.clone()]),
                _ => Err(Error::plain(format!(
                    "{name}: subs({}) must be a string or cell array",
                    k + 1
                ))),
            };
            match &*kind {
                "()" => Ok(Step::Paren(list()?)),
                "{}" => Ok(Step::Brace(list()?)),
                "." => match subs.as_text() {
                    Some(field) => Ok(Step::Field(field.into_owned())),
                    None => Err(Error::plain(format!(
                        "{name}: subs({}) must be a string or cell array",
                        k + 1
                    ))),
                },
                other => Err(Error::plain(format!("{name}: invalid indexing type '{other}'"))),
            }
        })
        .collect()
}

fn follow(cx: &mut dyn Context, base: Value, steps: &[Step], nargout: usize) -> Result<Values> {
    let mut current = base;
    for (k, step) in steps.iter().enumerate() {
        let last = k + 1 == steps.len();
        let values: Values = match (step, &current) {
            (Step::Paren(subs), Value::Function(_)) => {
                cx.call(&current, subs.iter().cloned().collect(), if last { nargout } else { 1 })?
            }
            (Step::Paren(subs), _) => return_one(index::index(&current, subs)?),
            (Step::Brace(subs), _) => index::index_cell(&current, subs)?.into(),
            (Step::Field(field), _) => index::field_values(&current, field)?.into(),
        };
        if last {
            return Ok(values.into_iter().take(nargout.max(1)).collect());
        }
        let mut values = values.into_iter();
        match (values.next(), values.next()) {
            (Some(only), None) => current = only,
            _ => return Err(Error::plain("a cs-list cannot be further indexed")),
        }
    }
    Ok(return_one(current))
}

fn return_one(value: Value) -> Values {
    smallvec::smallvec![value]
}

fn put(base: &mut Value, steps: &[Step], value: Value) -> Result<()> {
    let Some((step, rest)) = steps.split_first() else {
        *base = value;
        return Ok(());
    };
    match step {
        Step::Brace(subs) | Step::Paren(subs) if subs.is_empty() => {
            Err(Error::plain("missing index in indexed assignment"))
        }
        Step::Brace(subs) => put(index::cell_place(base, subs)?, rest, value),
        Step::Field(field) => {
            // Here, unlike in a statement, any array says that it has no fields.
            if base.is_arithmetic() && !base.dims().is_zero_by_zero() {
                return Err(Error::plain(format!("{} cannot be indexed with .", type_name(base))));
            }
            put(index::field_place(base, field)?, rest, value)
        }
        Step::Paren(subs) => match rest {
            [] => {
                let null = matches!(&value, Value::Double(a) if a.dims().is_zero_by_zero());
                if null { index::delete(base, subs) } else { index::assign(base, subs, value) }
            }
            [Step::Field(field), deeper @ ..] => {
                put(index::element_field_place(base, subs, field)?, deeper, value)
            }
            [Step::Brace(inner), ..] if matches!(base, Value::Cell(_)) => {
                let mut part = index::index(base, subs)?;
                let _ = inner;
                put(&mut part, rest, value)?;
                index::assign(base, subs, part)
            }
            _ if matches!(base, Value::Struct(_)) => {
                Err(Error::plain("invalid index for structure array assignment"))
            }
            _ => {
                let side = if base.is_scalar() { "rhs" } else { "lhs" };
                Err(Error::plain(format!(
                    "in indexed assignment of {}, last {side} index must be ()",
                    type_name(base)
                )))
            }
        },
    }
}

pub(super) fn subsref(cx: &mut dyn Context, mut args: Args, nargout: usize) -> Result<Values> {
    if matches!(args[0], Value::Object(_)) {
        return cx.of_object(ObjectRequest::Subsref, args, nargout);
    }
    let base = std::mem::take(&mut args[0]);
    let steps = read_steps("subsref", &args[1])?;
    follow(cx, base, &steps, nargout)
}

pub(super) fn subsasgn(cx: &mut dyn Context, mut args: Args, nargout: usize) -> Result<Values> {
    if matches!(args[0], Value::Object(_)) {
        return cx.of_object(ObjectRequest::Subsasgn, args, nargout);
    }
    let mut base = std::mem::take(&mut args[0]);
    let value = std::mem::take(&mut args[2]);
    let steps = read_steps("subsasgn", &args[1])?;
    put(&mut base, &steps, value)?;
    one(base)
}

/// Steps from field names and cells of subscripts.
fn steps_of(name: &str, args: &[Value]) -> Result<Vec<Step>> {
    args.iter()
        .map(|arg| match arg {
            Value::Cell(cell) => Ok(Step::Paren(cell.as_slice().to_vec())),
            other => match other.as_text() {
                Some(field) => Ok(Step::Field(field.into_owned())),
                None => Err(Error::plain(format!("{name}: invalid index"))),
            },
        })
        .collect()
}

pub(super) fn getfield(cx: &mut dyn Context, mut args: Args, _nargout: usize) -> Result<Values> {
    let base = std::mem::take(&mut args[0]);
    let steps = steps_of("getfield", &args[1..])?;
    let values = follow(cx, base, &steps, 1)?;
    if values.is_empty() {
        return Err(Error::plain("invalid number of elements on RHS of assignment"));
    }
    Ok(values)
}

pub(super) fn setfield(_cx: &mut dyn Context, mut args: Args, _nargout: usize) -> Result<Values> {
    let mut base = std::mem::take(&mut args[0]);
    let value = args.pop().unwrap_or_default();
    let steps = steps_of("setfield", &args[1..])?;
    if let ([Step::Field(_)], Value::Struct(structs)) = (&steps[..], &base)
        && structs.numel() != 1
    {
        return Err(Error::plain("octave_map::setfield: internal error"));
    }
    put(&mut base, &steps, value)?;
    one(base)
}

pub(super) fn substruct(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    if !args.len().is_multiple_of(2) {
        return Err(Error::invalid_call("substruct"));
    }
    let (mut types, mut subs) = (Vec::new(), Vec::new());
    for pair in args.chunks_exact(2) {
        if !matches!(pair[0].as_bytes(), Some(b"()" | b"{}" | b".")) {
            return Err(Error::plain("substruct: TYPE must be one of \"()\", \"{}\", or \"\""));
        }
    }
    for pair in args.chunks_exact(2) {
        let brackets = pair[0].as_bytes() != Some(b".");
        if brackets && !matches!(pair[1], Value::Cell(_)) {
            return Err(Error::plain("substruct: for TYPE == () or {}, SUBS must be a cell array"));
        }
        types.push(pair[0].clone());
        subs.push(pair[1].clone());
    }
    if args.chunks_exact(2).any(|pair| pair[0].as_bytes() == Some(b".") && !pair[1].is_char()) {
        return Err(Error::plain("substruct: for TYPE == ., SUBS must be a character string"));
    }
    let dims = Dims::matrix(1, types.len());
    let mut result = StructArray::without_fields(dims);
    result.set_field("type", types);
    result.set_field("subs", subs);
    one(result)
}
