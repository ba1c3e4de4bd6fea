//! Structs: `struct`, `fieldnames`, `rmfield`, `orderfields`, `subsref`.

mod chain;

use std::rc::Rc;

use formwork_runtime::{Array, CellArray, Class, Dims, Error, Result, StructArray, Value, index};
use smallvec::smallvec;

use crate::context::{Args, Context, ObjectRequest, Values, one};
use crate::row::{Evidence, Lesson, Operation, Output, Row, ScalarForm, Strings, Totality};
use crate::row_constructors::row;
use crate::rules::Realness;
use crate::rules::contents;
use crate::rules::facts::limits;
use crate::rules::facts::questions;
use crate::rules::special;
use crate::rules::together;
use crate::rules::{ClassRule, ShapeRule};
use formwork_domain::ClassSet;

pub(crate) const ROWS: &[Row] = &[
    row("struct", 0, 0, STRUCT, structure, "A struct array from names and values.")
        .strings(Strings::Own)
        .variadic()
        .own_shape(special::construct::structure)
        .contents(contents::structure_of)
        .compared(Evidence::Texts)
        .total(Totality::Fields),
    row("isstruct", 1, 1, TRUTH, isstruct, "Whether a value is a struct array.")
        .strings(Strings::Own)
        .scalar(ScalarForm::Predicate(|_| false))
        .vetted()
        .total(Totality::Any(1))
        .teaching(Lesson::Class { classes: ClassSet::only(Class::Struct), exact: true })
        .operation(Operation::AskClass),
    row("fieldnames", 1, 1, NAMES, fieldnames, "The names of the fields, as a cell column.")
        .contents(contents::names)
        .vetted()
        .matlab_takes(2),
    row("numfields", 1, 1, COUNT, numfields, "How many fields a struct has.")
        .real(Realness::Always)
        .bounds(limits::count),
    row("isfield", 2, 2, FIELDS, isfield, "Whether a struct has a field, or which of several.")
        .own_shape(special::functional::isfield)
        .answer(questions::isfield)
        .vetted()
        .total(Totality::Any(2)),
    row("rmfield", 2, 2, SAME, rmfield, "Removes fields.")
        .contents(contents::without_field)
        .vetted(),
    row("orderfields", 1, 2, ORDERED, orderfields, "Puts the fields into another order.")
        .compared(Evidence::Numbers),
    row("setfield", 3, 3, SPECIAL, chain::setfield, "Sets a field, however deep.")
        .strings(Strings::Own)
        .variadic()
        .own_shape(special::arrange::setfield)
        .own_classes(special::classes::setfield)
        .contents(contents::with_field)
        .doubted_of_others(),
    row("getfield", 2, 2, SPECIAL, chain::getfield, "Gets a field, however deep.")
        .variadic()
        .own_outputs(together::getfield)
        .compared(Evidence::Texts),
    row("substruct", 2, 2, STEPS, chain::substruct, "Describes indexing for subsref.")
        .strings(Strings::Own)
        .variadic(),
    row("subsref", 2, 2, ANY, chain::subsref, "Indexes as a substruct describes it.")
        .strings(Strings::Own)
        .calling(),
    row("subsasgn", 3, 3, SPECIAL, chain::subsasgn, "Assigns where a substruct describes it.")
        .strings(Strings::Own),
    row("merge", 3, 3, SPECIAL, merge, "One of two values, or elements of them, by a mask.")
        .strings(Strings::Own)
        .own_outputs(together::merge)
        .compared(Evidence::Numbers),
    row("ifelse", 3, 3, SPECIAL, merge, "One of two values, or elements of them, by a mask.")
        .strings(Strings::Own)
        .own_outputs(together::merge)
        .compared(Evidence::Numbers),
];

const STRUCT: &[Output] = &[Output::new(ShapeRule::Special, ClassRule::Is(Class::Struct))];
const STEPS: &[Output] = &[Output::new(ShapeRule::Row, ClassRule::Is(Class::Struct))];
const TRUTH: &[Output] = &[Output::new(ShapeRule::Scalar, ClassRule::Is(Class::Logical))];
const FIELDS: &[Output] = &[Output::new(ShapeRule::Special, ClassRule::Is(Class::Logical))];
const NAMES: &[Output] = &[Output::new(ShapeRule::Column, ClassRule::Is(Class::Cell))];
const COUNT: &[Output] = &[Output::new(ShapeRule::Scalar, ClassRule::Is(Class::Double))];
const SAME: &[Output] = &[Output::new(ShapeRule::Like(0), ClassRule::Is(Class::Struct))];
const ORDERED: &[Output] = &[
    Output::new(ShapeRule::Like(0), ClassRule::Is(Class::Struct)),
    Output::new(ShapeRule::Column, ClassRule::Is(Class::Double)),
];
const SPECIAL: &[Output] = &[Output::new(ShapeRule::Special, ClassRule::Special)];
const ANY: &[Output] = &[Output::repeated(ShapeRule::Unknown, ClassRule::Unknown)];

fn structure(cx: &mut dyn Context, mut args: Args, nargout: usize) -> Result<Values> {
    if matches!(args[..], [Value::Object(_)]) {
        return cx.of_object(ObjectRequest::Structure, args, nargout);
    }
    let pairs =
        || Error::plain("struct: additional arguments must occur as \"field\", VALUE pairs");
    match &args[..] {
        [] => return one(StructArray::scalar()),
        [Value::Struct(_)] => return one(std::mem::take(&mut args[0])),
        [Value::Double(array)] if array.dims().is_zero_by_zero() => {
            return one(StructArray::without_fields(Dims::EMPTY));
        }
        [array @ (Value::Double(_) | Value::Single(_)), fields] if array.is_empty() => {
            let Some(names) = fields.cell_texts() else {
                return Err(Error::plain(
                    "struct: second argument should be a cell array of field names",
                ));
            };
            let mut none = StructArray::without_fields(array.dims().clone());
            for name in names {
                none.set_field(&String::from_utf8_lossy(&name), Vec::new());
            }
            return one(none);
        }
        _ => {}
    }
    if args.len() % 2 == 1
        || args.iter().step_by(2).any(|name| !name.is_char() && name.as_bytes().is_none())
    {
        return Err(pairs());
    }
    // Cells that are not 1x1 say the size; all of them say the same.
    let mut size: Option<(usize, Dims)> = None;
    for (k, value) in args.iter().enumerate().skip(1).step_by(2) {
        let Value::Cell(cell) = value else { continue };
        if cell.dims().is_scalar() {
            continue;
        }
        match &size {
            None => size = Some((k, cell.dims().clone())),
            Some((first, dims)) if dims != cell.dims() => {
                return Err(Error::plain(format!(
                    "struct: dimensions of parameter {} do not match those of parameter {}",
                    first + 1,
                    k + 1
                )));
            }
            Some(_) => {}
        }
    }
    let dims = size.map_or(Dims::SCALAR, |(_, dims)| dims);
    let numel = dims.numel();
    let mut result = StructArray::without_fields(dims);
    let mut values = args.into_iter();
    while let (Some(name), Some(value)) = (values.next(), values.next()) {
        let name = match &name {
            Value::Char(array, _) if array.dims().rows() > 1 => {
                name.char_rows().and_then(|mut rows| {
                    rows.first_mut().map(|row| String::from_utf8_lossy(row).into_owned())
                })
            }
            other => other.as_text().map(std::borrow::Cow::into_owned),
        }
        .ok_or_else(pairs)?;
        if name.is_empty() {
            return Err(Error::plain(
                "struct: second argument should be a cell array of field names",
            ));
        }
        let values = match value {
            Value::Cell(cell) if cell.dims().is_scalar() => {
                vec![cell.as_slice()[0].clone(); numel]
            }
            Value::Cell(cell) => cell.into_parts().1,
            single => vec![single; numel],
        };
        result.set_field(&name, values);
    }
    one(result)
}

fn isstruct(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    one(matches!(args[0], Value::Struct(_)))
}

fn fieldnames(cx: &mut dyn Context, args: Args, nargout: usize) -> Result<Values> {
    if matches!(args[0], Value::Object(_)) {
        return cx.of_object(ObjectRequest::Fieldnames, args, nargout);
    }
    let names: Vec<Value> = match &args[0] {
        Value::Struct(structs) => structs.field_names().map(|name| Value::text(&**name)).collect(),
        Value::Exception(_) => {
            ["message", "identifier", "stack"].into_iter().map(Value::text).collect()
        }
        Value::Map(_) => {
            let properties = ["Count", "KeyType", "ValueType", "map", "numeric_keys"];
            properties.into_iter().map(Value::text).collect()
        }
        Value::Parser(_) => {
            formwork_runtime::parser::PARSER_PROPERTIES.into_iter().map(Value::text).collect()
        }
        _ => return Err(Error::plain("fieldnames: Invalid input argument")),
    };
    one(CellArray::column(names))
}

fn numfields(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    match &args[0] {
        Value::Struct(structs) => one(structs.field_count()),
        _ => Err(Error::plain("numfields: argument must be a struct")),
    }
}

fn isfield(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let Value::Struct(structs) = &args[0] else { return one(false) };
    let has = |name: &Value| match name {
        Value::Char(array, _) if array.dims().rows() > 1 => name
            .char_rows()
            .and_then(|rows| rows.first().map(|row| String::from_utf8_lossy(row).into_owned()))
            .is_some_and(|name| structs.field(&name).is_some()),
        other => other.as_text().is_some_and(|name| structs.field(&name).is_some()),
    };
    match &args[1] {
        Value::Cell(names) => {
            let data = names.as_slice().iter().map(has).collect();
            one(Value::Bool(Array::new(names.dims().clone(), data)))
        }
        name => one(has(name)),
    }
}

fn rmfield(_cx: &mut dyn Context, mut args: Args, _nargout: usize) -> Result<Values> {
    let names = std::mem::take(&mut args[1]);
    let Value::Struct(mut structs) = std::mem::take(&mut args[0]) else {
        return Err(Error::plain("rmfield: first argument must be a struct"));
    };
    let names = match names {
        Value::Cell(cell) => cell.into_parts().1,
        single => vec![single],
    };
    for name in names {
        // A number is the name whose characters it holds.
        let name = match name.to_f64_array() {
            Some(codes) => {
                let bytes: Vec<u8> = codes.as_slice().iter().map(|&x| x as u8).collect();
                String::from_utf8_lossy(&bytes).into_owned()
            }
            None => String::new(),
        };
        if !Rc::make_mut(&mut structs).remove_field(&name) {
            return Err(Error::plain(format!("rmfield: structure does not contain field {name}")));
        }
    }
    one(Value::Struct(structs))
}

fn orderfields(_cx: &mut dyn Context, args: Args, nargout: usize) -> Result<Values> {
    let Value::Struct(structs) = &args[0] else {
        return Err(Error::plain("orderfields: S1 must be a struct"));
    };
    let names: Vec<Rc<str>> = structs.field_names().cloned().collect();
    let position = |name: &str| names.iter().position(|own| &**own == name);
    let in_order_of = |others: Vec<String>, message: &'static str| -> Result<Vec<usize>> {
        let order: Option<Vec<usize>> = others.iter().map(|name| position(name)).collect();
        order
            .filter(|order| {
                let mut sorted = order.clone();
                sorted.sort_unstable();
                sorted.into_iter().eq(0..names.len())
            })
            .ok_or_else(|| Error::plain(message))
    };
    let order = match args.get(1) {
        None => {
            let mut order: Vec<usize> = (0..names.len()).collect();
            order.sort_by(|&a, &b| names[a].as_bytes().cmp(names[b].as_bytes()));
            order
        }
        Some(Value::Struct(other)) => in_order_of(
            other.field_names().map(ToString::to_string).collect(),
            "orderfields: structures S1 and S2 do not have the same fields",
        )?,
        Some(Value::Cell(cell)) if cell.as_slice().iter().all(Value::is_char) => in_order_of(
            cell.as_slice()
                .iter()
                .map(|name| name.as_text().unwrap_or_default().into_owned())
                .collect(),
            "orderfields: CELLSTR list does not match structure fields",
        )?,
        Some(numbers) if numbers.is_numeric() => {
            let array = numbers.to_f64_array();
            let order: Vec<usize> = array
                .as_ref()
                .map_or(&[][..], |array| array.as_slice())
                .iter()
                .map(|&x| if x >= 1.0 && x.fract() == 0.0 { x as usize - 1 } else { usize::MAX })
                .collect();
            let mut sorted = order.clone();
            sorted.sort_unstable();
            if !sorted.into_iter().eq(0..names.len()) {
                return Err(Error::plain("orderfields: invalid permutation vector P"));
            }
            order
        }
        Some(_) => {
            return Err(Error::plain(
                "orderfields: second argument must be structure, cellstr, or permutation vector",
            ));
        }
    };
    let mut result = StructArray::without_fields(structs.dims().clone());
    for &k in &order {
        result.set_field(&names[k], structs.field(&names[k]).unwrap_or(&[]).to_vec());
    }
    if nargout < 2 {
        return one(result);
    }
    let places = order.into_iter().map(|k| k as f64 + 1.0).collect();
    Ok(smallvec![result.into(), Value::column(places)])
}

fn merge(_cx: &mut dyn Context, mut args: Args, _nargout: usize) -> Result<Values> {
    let mask = std::mem::take(&mut args[0]);
    if !mask.is_numeric() && mask.class() != Class::Logical {
        return Err(Error::plain("merge: first argument must be logical or numeric"));
    }
    let numbers = mask.to_f64_array();
    let numbers = numbers.as_ref().map_or(&[][..], |array| array.as_slice());
    if numbers.iter().any(|x| x.is_nan()) {
        return Err(Error::plain("invalid conversion from NaN to logical"));
    }
    if mask.is_scalar() {
        let complex = mask.is_complex();
        let chosen = if complex || numbers.first().is_some_and(|&x| x != 0.0) { 1 } else { 2 };
        return one(std::mem::take(&mut args[chosen]));
    }
    let (yes, no) = (&args[1], &args[2]);
    let dims = mask.dims();
    let mergeable =
        yes.class() == no.class() && (yes.is_arithmetic() || matches!(yes, Value::Cell(_)));
    if !mergeable {
        return Err(Error::plain(format!(
            "merge: cannot merge {} with {} with array mask",
            yes.class(),
            no.class()
        )));
    }
    for value in [yes, no] {
        if !value.is_scalar() && value.dims() != dims {
            return Err(Error::plain("merge: MASK, TVAL, and FVAL dimensions must match"));
        }
    }
    let spread = |value: &Value| -> Result<Value> {
        if value.is_scalar() {
            let tiled = index::Tiled::new(Dims::SCALAR, dims.as_slice().to_vec());
            Ok(index::rearranged(value, &tiled)?.unwrap_or_else(|| value.clone()))
        } else {
            Ok(value.clone().materialized())
        }
    };
    let mut result = spread(no)?;
    let yes = spread(yes)?;
    let wanted: Vec<bool> = numbers.iter().map(|&x| x != 0.0).collect();
    let wanted = Value::Bool(Array::new(dims, wanted));
    let chosen = index::index(&yes, std::slice::from_ref(&wanted))?;
    if !chosen.is_empty() {
        index::assign(&mut result, &[wanted], chosen)?;
    }
    one(result.narrowed())
}
