//! Places inside values: storing and deleting there, step by step.

use std::rc::Rc;

use formwork_builtins::{Args, Values, map_access, parser_access};
use formwork_runtime::{Error, Result, StructArray, Value, index, ops};
use smallvec::{SmallVec, smallvec};

/// A link of a target with its subscripts evaluated.
pub(crate) enum Step {
    Paren(Args),
    Brace(Args),
    Field(Rc<str>),
}

pub(crate) type Steps = SmallVec<[Step; 2]>;

pub(crate) fn copy(step: &Step) -> Step {
    match step {
        Step::Paren(args) => Step::Paren(args.clone()),
        Step::Brace(args) => Step::Brace(args.clone()),
        Step::Field(name) => Step::Field(Rc::clone(name)),
    }
}

pub(crate) fn store_in(place: &mut Value, steps: &[Step], value: Value) -> Result<()> {
    match steps {
        [] => {
            *place = value;
            Ok(())
        }
        [step, rest @ ..] if matches!(place, Value::Map(_)) => {
            store_in_map(place, step, rest, value)
        }
        [Step::Field(name), rest @ ..] if matches!(place, Value::Parser(_)) => {
            store_in_parser(place, name, rest, value)
        }
        [Step::Paren(args)] => index::assign(place, args, value),
        [Step::Brace(args)] if place.is_strings() => index::assign(place, args, value),
        [Step::Brace(args), rest @ ..] => {
            if !rest.is_empty() && index::index_cell(place, args).is_err() {
                let inner = made(rest, value)?;
                *index::cell_place(place, args)? = inner;
                return Ok(());
            }
            store_below(index::cell_place(place, args)?, rest, value)
        }
        [Step::Field(name), rest @ ..] if matches!(place, Value::Struct(structs) if several_or_none(structs, name, rest)) =>
        {
            if !rest.is_empty() && !index::has_field(place, name) {
                made(rest, value)?;
                return Err(Error::plain("octave_map::setfield: internal error"));
            }
            match rest {
                [] | [Step::Field(_)] => index::field_place(place, name).map(drop),
                _ => Err(Error::plain("a cs-list cannot be further indexed")),
            }
        }
        [Step::Field(name), rest @ ..] => store_in_field(place, name, rest, value),
        // A cell array without elements becomes a struct array.
        [Step::Paren(_), Step::Field(_), ..]
            if matches!(place, Value::Cell(_)) && place.is_empty() =>
        {
            *place = Value::empty();
            store_in(place, steps, value)
        }
        [Step::Paren(_), Step::Field(_), ..] if matches!(place, Value::Cell(_)) => {
            Err(Error::plain("cell cannot be indexed with ."))
        }
        [Step::Paren(args), Step::Field(name), rest @ ..] => {
            if !rest.is_empty()
                && may_hold_fields(place)
                && !(index::has_field(place, name) && index::index(place, args).is_ok())
            {
                let inner = made(rest, value)?;
                *index::element_field_place(place, args, name)? = inner;
                return Ok(());
            }
            let inner = index::element_field_place(place, args, name)?;
            store_below(inner, rest, value)
        }
        [Step::Paren(_), ..] if matches!(place, Value::Struct(_)) => {
            Err(Error::plain("invalid index for structure array assignment"))
        }
        [Step::Paren(_), ..] if place.is_arithmetic() && !place.is_empty() => {
            let side = if place.is_scalar() { "rhs" } else { "lhs" };
            let kind = ops::type_name(place);
            Err(Error::plain(format!(
                "in indexed assignment of {kind}, last {side} index must be ()"
            )))
        }
        [Step::Paren(args), rest @ ..] => {
            let mut inner = index::index(place, args).unwrap_or_else(|_| Value::empty());
            store_in(&mut inner, rest, value)?;
            index::assign(place, args, inner)
        }
    }
}

/// Stores in a map, by a key.
fn store_in_map(place: &mut Value, step: &Step, rest: &[Step], value: Value) -> Result<()> {
    match step {
        Step::Paren(args) if rest.is_empty() => map_access::map_set(place, args, value),
        Step::Paren(_) => {
            Err(Error::plain("containers.Map: only one level of indexing is supported"))
        }
        Step::Brace(_) => Err(Error::plain(
            "containers.Map: only '()' indexing is supported for assigning values",
        )),
        Step::Field(_) => Err(Error::plain("containers.Map: properties are read-only")),
    }
}

/// Stores in a property of a parser, or further inside it.
fn store_in_parser(place: &mut Value, name: &str, rest: &[Step], value: Value) -> Result<()> {
    if rest.is_empty() {
        return parser_access::parser_set(place, name, value);
    }
    let mut inner = match place {
        Value::Parser(parser) => parser.borrow().property(name).unwrap_or_else(Value::empty),
        _ => Value::empty(),
    };
    store_in(&mut inner, rest, value)?;
    parser_access::parser_set(place, name, inner)
}

/// Stores in a field of a struct, or further inside it.
fn store_in_field(place: &mut Value, name: &str, rest: &[Step], value: Value) -> Result<()> {
    let is_plain = place.is_arithmetic() || matches!(place, Value::Cell(_));
    if !rest.is_empty() && is_plain {
        if !place.is_empty() {
            let found = matches!(place, Value::Double(array) if array.is_places());
            let kind = if found { "lazy_index" } else { ops::type_name(place) };
            return Err(Error::plain(format!("{kind} cannot be indexed with .")));
        }
        *place = Value::empty();
    }
    if !rest.is_empty() && may_hold_fields(place) && !index::has_field(place, name) {
        let inner = made(rest, value)?;
        *index::field_place(place, name)? = inner;
        return Ok(());
    }
    store_below(index::field_place(place, name)?, rest, value)
}

/// What a place that is not there yet holds once a value has been written below it.
/// It is made before the place is: an assignment that fails leaves no place behind.
fn made(steps: &[Step], value: Value) -> Result<Value> {
    let mut inner = Value::empty();
    store_below(&mut inner, steps, value)?;
    Ok(inner)
}

/// Whether fields can be added: it is a struct, or nothing yet.
fn may_hold_fields(place: &Value) -> bool {
    matches!(place, Value::Struct(_)) || place.dims().is_zero_by_zero()
}

/// Writes to a place inside another, or to a variable that was undefined: there `[]`
/// takes the class of what is assigned to its elements.
pub(crate) fn store_below(place: &mut Value, steps: &[Step], value: Value) -> Result<()> {
    match steps {
        [Step::Paren(args)] if place.dims().is_zero_by_zero() => {
            *place = index::assign_new(args, value)?;
            Ok(())
        }
        _ => store_in(place, steps, value),
    }
}

pub(crate) fn delete_in(place: &mut Value, steps: &[Step]) -> Result<()> {
    match steps {
        [] => Ok(()),
        [Step::Paren(args)] => match place {
            Value::Map(_) => map_access::map_set(place, args, Value::empty()),
            _ => index::delete(place, args),
        },
        [Step::Brace(args), rest @ ..] => delete_in(index::cell_place(place, args)?, rest),
        [Step::Field(_), ..] if matches!(place, Value::Struct(structs) if structs.numel() > 1) => {
            Err(Error::plain("a cs-list cannot be further indexed"))
        }
        [Step::Field(name), rest @ ..] => {
            if may_hold_fields(place) && !index::has_field(place, name) {
                let mut inner = Value::empty();
                delete_in(&mut inner, rest)?;
                *index::field_place(place, name)? = inner;
                return Ok(());
            }
            delete_in(index::field_place(place, name)?, rest)
        }
        [Step::Paren(args), Step::Field(name), rest @ ..] => {
            delete_in(index::element_field_place(place, args, name)?, rest)
        }
        [Step::Paren(args), rest @ ..] => {
            let mut inner = index::index(place, args)?;
            delete_in(&mut inner, rest)?;
            index::assign(place, args, inner)
        }
    }
}

/// Whether a field of this struct array, taken further, is no one place. Of one without
/// elements that is told only where there is something to take further.
fn several_or_none(structs: &StructArray, name: &str, rest: &[Step]) -> bool {
    structs.numel() > 1
        || (structs.numel() == 0
            && match rest {
                [] => false,
                [Step::Field(_)] => !structs.fields().any(|(field, _)| &**field == name),
                _ => true,
            })
}

/// What one step leads to in a value.
pub(crate) fn step_into(value: &Value, step: &Step) -> Result<Values> {
    match (step, value) {
        (Step::Paren(args), Value::Map(_)) => {
            map_access::map_get(value, args).map(|one| smallvec![one])
        }
        (Step::Paren(args), _) => index::index(value, args).map(|one| smallvec![one]),
        (Step::Brace(args), _) => index::index_cell(value, args).map(Values::from),
        (Step::Field(name), Value::Parser(parser)) => {
            Ok(parser.borrow().property(name).into_iter().collect())
        }
        (Step::Field(name), _) => index::field_values(value, name).map(Values::from),
    }
}
