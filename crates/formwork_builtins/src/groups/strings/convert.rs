//! To strings, from strings, and what is missing.

use formwork_runtime::{Array, Error, Result, StringElement, Value, memory};

use crate::arguments::sizes::read_sizes;
use crate::context::{Args, Context, Values, one};
use crate::kit::strings::Texts;

pub(super) fn string(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let Some(value) = args.first() else { return one(Value::string("")) };
    if let Value::Function(handle) = value {
        return one(Value::string(handle.display()));
    }
    match value.to_strings() {
        Some(array) => one(Value::Strings(array)),
        None => {
            let class = value.class_name();
            Err(Error::plain(format!("Conversion to string from {class} is not possible.")))
        }
    }
}

pub(super) fn strings(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let dims = read_sizes("strings", &args)?;
    memory::reserve::<StringElement>(&dims)?;
    one(Value::Strings(Array::filled(dims, StringElement::new(""))))
}

pub(super) fn missing(_cx: &mut dyn Context, _args: Args, _nargout: usize) -> Result<Values> {
    one(Value::Strings(Array::scalar(StringElement::MISSING)))
}

/// Missing strings, NaN, texts without characters in a cell array, blanks among characters; or
/// what is said to be missing.
pub(super) fn ismissing(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let value = &args[0];
    let marks: Option<Vec<Vec<u8>>> = match args.get(1) {
        Some(marks) if !value.is_arithmetic() || value.is_char() => {
            let marks = Texts::read("ismissing", marks)?;
            Some(marks.present().into_iter().map(<[u8]>::to_vec).collect())
        }
        Some(marks) => {
            let (Some(array), Some(marks)) = (value.to_f64_array(), marks.to_f64_array()) else {
                return Err(Error::invalid_call("ismissing"));
            };
            let is_marked = |x: &f64| {
                marks.as_slice().iter().any(|mark| x == mark || (x.is_nan() && mark.is_nan()))
            };
            return one(Value::Bool(array.map(is_marked)));
        }
        None => None,
    };
    let is_marked = |text: &[u8]| match &marks {
        Some(marks) => marks.iter().any(|mark| mark == text),
        None => false,
    };
    one(Value::Bool(match value {
        Value::Strings(array) => {
            array.map(|element| element.text().map_or(marks.is_none(), is_marked))
        }
        Value::Cell(_) => {
            let texts = Texts::read("ismissing", value)?;
            texts.ask(false, |text| is_marked(text) || (marks.is_none() && text.is_empty()))
        }
        Value::Char(array, _) => array.map(|&byte| {
            is_marked(std::slice::from_ref(&byte)) || (marks.is_none() && byte == b' ')
        }),
        other => match other.to_f64_array() {
            Some(array) => array.map(|x| x.is_nan()),
            None => {
                let class = other.class_name();
                return Err(Error::plain(format!("ismissing: values of class {class} have none")));
            }
        },
    }))
}

pub(super) fn is_string_scalar(
    _cx: &mut dyn Context,
    args: Args,
    _nargout: usize,
) -> Result<Values> {
    one(matches!(&args[0], Value::Strings(array) if array.as_scalar().is_some()))
}

pub(super) fn strings_to_chars(
    _cx: &mut dyn Context,
    args: Args,
    _nargout: usize,
) -> Result<Values> {
    Ok(args.into_iter().map(Value::without_strings).collect())
}

pub(super) fn chars_to_strings(
    _cx: &mut dyn Context,
    args: Args,
    _nargout: usize,
) -> Result<Values> {
    let converted = |value: Value| match &value {
        // The columns of a matrix are one text.
        Value::Char(array, _) => Value::string(array.as_slice()),
        Value::Cell(cell) if cell.as_slice().iter().all(Value::is_char) => {
            value.to_strings().map_or(value, Value::Strings)
        }
        _ => value,
    };
    Ok(args.into_iter().map(converted).collect())
}
