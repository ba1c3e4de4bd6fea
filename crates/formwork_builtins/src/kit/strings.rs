//! MATLAB's strings as arguments: given to evaluators as their rows say that they take them, and
//! read as text by the functions that know them.

use formwork_runtime::ops::{self, BinaryOp};
use formwork_runtime::{Array, CellArray, Dims, Error, Result, StringElement, Value};

use crate::context::{Args, Context, Values};
use crate::row::{Row, Strings};

/// Calls a function that is given strings.
pub(crate) fn call(row: &Row, cx: &mut dyn Context, args: Args, nargout: usize) -> Result<Values> {
    let first = args.first().is_some_and(Value::is_strings);
    let evaluate = |cx: &mut dyn Context, args: Args| (row.evaluate)(cx, args, nargout);
    let characters = |args: Args| args.into_iter().map(Value::without_strings).collect();
    let kept = |values: Values| values.into_iter().map(as_strings).collect();
    match row.matlab.strings {
        Strings::Own => evaluate(cx, args),
        Strings::Alike => evaluate(cx, characters(args)),
        Strings::Kept if !first => evaluate(cx, characters(args)),
        Strings::Kept | Strings::KeptOfAny => evaluate(cx, characters(args)).map(kept),
        Strings::Cells => {
            let mut args = args.into_iter();
            let texts = args.next().map(as_cells);
            let args = texts.into_iter().chain(args.map(Value::without_strings)).collect();
            evaluate(cx, args).map(kept)
        }
        Strings::Joined => crate::context::one(appended(cx, row.name, &args)?),
        Strings::Listed => evaluate(cx, listed(args)),
        Strings::ListedAndKept => {
            let values = evaluate(cx, listed(args))?;
            Ok(if first { kept(values) } else { values })
        }
    }
}

/// Texts one behind the other, as strings if any of them are.
///
/// # Errors
///
/// If one is no text, or their sizes do not fit.
pub(crate) fn appended(cx: &mut dyn Context, name: &str, args: &[Value]) -> Result<Value> {
    let mut form = Form::Char;
    let mut joined: Option<Value> = None;
    for value in args {
        let texts = Texts::read(name, value)?;
        form = match (form, texts.form) {
            (Form::Strings, _) | (_, Form::Strings) => Form::Strings,
            (Form::Cell, _) | (_, Form::Cell) => Form::Cell,
            (Form::Char, Form::Char) => Form::Char,
        };
        let strings = Texts { form: Form::Strings, ..texts }.give();
        joined = Some(match joined {
            None => strings,
            Some(before) => ops::binary(BinaryOp::Add, before, strings, cx)?,
        });
    }
    let Some(Value::Strings(array)) = joined else { return Err(Error::invalid_call(name)) };
    let (dims, elements) = array.into_parts();
    Ok(Texts { dims, elements, form }.give())
}

/// Each string as an argument of its own.
fn listed(args: Args) -> Args {
    let mut list = Args::new();
    for value in args {
        match value {
            Value::Strings(array) if array.as_scalar().is_none() => {
                let one = |element: &StringElement| {
                    Value::Strings(Array::scalar(element.clone())).without_strings()
                };
                list.extend(array.as_slice().iter().map(one));
            }
            other => list.push(other.without_strings()),
        }
    }
    list
}

/// Strings as a cell array of characters; NaN stands for what is missing.
fn as_cells(value: Value) -> Value {
    let Value::Strings(array) = value else { return value };
    let element = |element: &StringElement| match element.text() {
        Some(text) => Value::text(text),
        None => Value::double(f64::NAN),
    };
    let (dims, elements) = (array.dims().clone(), array.as_slice().iter().map(element).collect());
    Value::Cell(CellArray::new(dims, elements))
}

/// Characters, and cell arrays of them, as strings, also inside cell arrays and structs;
/// everything else as it is.
fn as_strings(value: Value) -> Value {
    let element = |value: &Value| match value {
        Value::Char(..) => value.as_bytes().map(StringElement::new),
        Value::Double(number) if number.as_scalar().is_some_and(|x| x.is_nan()) => {
            Some(StringElement::MISSING)
        }
        _ => None,
    };
    match value {
        Value::Char(..) => match value.to_strings() {
            Some(array) => Value::Strings(array),
            None => value,
        },
        Value::Cell(cell) => {
            let elements: Option<Vec<StringElement>> =
                cell.as_slice().iter().map(element).collect();
            let (dims, data) = cell.into_parts();
            match elements {
                Some(elements) => Value::Strings(Array::new(dims, elements)),
                None => {
                    let inner = data.into_iter().map(as_strings).collect();
                    Value::Cell(CellArray::new(dims, inner))
                }
            }
        }
        Value::Struct(structs) if structs.dims().is_scalar() => {
            let mut result = formwork_runtime::StructArray::scalar();
            for (name, values) in structs.fields() {
                let value = values.first().cloned().unwrap_or_default();
                result.set_scalar_field(name, as_strings(value));
            }
            result.into()
        }
        other => other,
    }
}

/// What texts were given in, and are given back in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Form {
    /// A row of characters.
    Char,
    /// A cell array of such rows.
    Cell,
    /// An array of strings.
    Strings,
}

/// Text as the functions take it that know strings: one element for each text.
#[derive(Clone, Debug)]
pub(crate) struct Texts {
    pub(crate) dims: Dims,
    pub(crate) elements: Vec<StringElement>,
    pub(crate) form: Form,
}

impl Texts {
    /// An argument of a function as text.
    ///
    /// # Errors
    ///
    /// If it is none.
    pub(crate) fn read(name: &str, value: &Value) -> Result<Texts> {
        let form = match value {
            Value::Char(..) => Form::Char,
            Value::Cell(cell) if cell.as_slice().iter().all(Value::is_char) => Form::Cell,
            Value::Strings(_) => Form::Strings,
            _ => return Err(not_text(name)),
        };
        let array = value.to_strings().ok_or_else(|| not_text(name))?;
        if form == Form::Char && array.as_scalar().is_none() {
            return Err(not_text(name));
        }
        let (dims, elements) = array.into_parts();
        Ok(Texts { dims, elements, form })
    }

    /// The texts in the form in which they were given.
    pub(crate) fn give(self) -> Value {
        let Texts { dims, elements, form } = self;
        let characters = |element: &StringElement| Value::text(element.text().unwrap_or_default());
        match form {
            Form::Strings => Value::Strings(Array::new(dims, elements)),
            Form::Char if elements.len() == 1 => characters(&elements[0]),
            Form::Char | Form::Cell => {
                Value::Cell(CellArray::new(dims, elements.iter().map(characters).collect()))
            }
        }
    }

    /// `f` of each text; what is missing stays so.
    pub(crate) fn map(mut self, mut f: impl FnMut(usize, &[u8]) -> StringElement) -> Texts {
        for (place, element) in self.elements.iter_mut().enumerate() {
            if let Some(text) = element.text() {
                *element = f(place, text);
            }
        }
        self
    }

    /// A value for each text; another for what is missing.
    pub(crate) fn ask<T: Clone>(&self, missing: T, f: impl Fn(&[u8]) -> T) -> Array<T> {
        let answer = |element: &StringElement| element.text().map_or(missing.clone(), &f);
        Array::new(self.dims.clone(), self.elements.iter().map(answer).collect())
    }

    /// The texts that are not missing.
    pub(crate) fn present(&self) -> Vec<&[u8]> {
        self.elements.iter().filter_map(StringElement::text).collect()
    }
}

/// `strip: First argument must be text.`
pub(crate) fn not_text(name: &str) -> Box<Error> {
    Error::plain(format!(
        "{name}: First argument must be a string array, character vector, or cell array of \
         character vectors."
    ))
}
