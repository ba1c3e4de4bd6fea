//! Texts made of others: `append`, `join`, `compose`.

use formwork_runtime::{Array, Dims, Error, Result, StringElement, Value, format};

use super::search::of_place;
use crate::context::{Args, Context, Values, one};
use crate::kit::strings::{Form, Texts, appended};

pub(super) fn append(cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    one(appended(cx, "append", &args)?)
}

/// The delimiters between the texts that are joined.
struct Delimiters {
    dims: Dims,
    texts: Vec<Vec<u8>>,
}

impl Delimiters {
    fn read(value: Option<&Value>) -> Result<Delimiters> {
        let Some(value) = value else {
            return Ok(Delimiters { dims: Dims::SCALAR, texts: vec![b" ".to_vec()] });
        };
        let texts = Texts::read("join", value)?;
        // Escapes are read as those of a template.
        let read = |element: &StringElement| format::escapes(element.text().unwrap_or_default()).0;
        Ok(Delimiters { texts: texts.elements.iter().map(read).collect(), dims: texts.dims })
    }
}

pub(super) fn join(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let texts = Texts::read("join", &args[0])?;
    let (delimiter, dimension) = match &args[1..] {
        [] => (None, None),
        [only] if only.is_numeric() => (None, Some(only)),
        [only] => (Some(only), None),
        [delimiter, dimension, ..] => (Some(delimiter), Some(dimension)),
    };
    let dims = texts.dims.clone();
    let dimension = match dimension.map(Value::to_f64) {
        Some(Some(number)) if (1.0..1e3).contains(&number) && number.fract() == 0.0 => {
            number as usize - 1
        }
        Some(_) => return Err(Error::plain("join: the dimension must be a whole number")),
        None => dims.as_slice().iter().rposition(|&extent| extent != 1).unwrap_or(0),
    };
    let delimiters = Delimiters::read(delimiter)?;
    let count = dims.get(dimension);
    if delimiters.texts.len() != 1 && delimiters.dims.get(dimension) + 1 != count {
        return Err(Error::plain("join: there must be one delimiter less than texts"));
    }
    let (before, _, after) = dims.around(dimension);
    let mut elements = Vec::with_capacity(before * after);
    for block in 0..after {
        for inner in 0..before {
            let mut text = Vec::new();
            let mut is_missing = false;
            for place in 0..count {
                if place > 0 {
                    let between = of_place(&delimiters.texts, place - 1);
                    text.extend_from_slice(between.map_or(&[][..], |text| text));
                }
                match texts.elements[inner + before * (place + count * block)].text() {
                    Some(part) => text.extend_from_slice(part),
                    None => is_missing = true,
                }
            }
            let whole = StringElement::new(text);
            elements.push(if is_missing { StringElement::MISSING } else { whole });
        }
    }
    one(Texts { dims: dims.with(dimension, 1), elements, form: texts.form }.give())
}

/// How many values a template takes.
fn conversions(template: &[u8]) -> usize {
    let mut count = 0;
    let mut rest = template.iter().peekable();
    while let Some(&byte) = rest.next() {
        if byte != b'%' {
            continue;
        }
        if rest.peek() == Some(&&b'%') {
            rest.next();
            continue;
        }
        count += 1;
    }
    count
}

/// Each row of the values, which stand beside each other, goes through the template, as often as
/// it takes all of them.
pub(super) fn compose(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let templates = Texts::read("compose", &args[0])?;
    let form = if templates.form == Form::Strings { Form::Strings } else { Form::Cell };
    if args.len() == 1 {
        let read = |_, text: &[u8]| StringElement::new(format::escapes(text).0);
        return one(Texts { form, ..templates.map(read) }.give());
    }
    let [template] = &templates.elements[..] else {
        return Err(Error::limit("compose with several templates is not supported"));
    };
    let template = template.text().unwrap_or_default();
    let taken = conversions(template).max(1);
    let columns = columns_of(&args[1..])?;
    let rows = columns.first().map_or(0, Vec::len);
    let across = columns.len().div_ceil(taken);
    let template = Value::text(template);
    let mut elements = Vec::with_capacity(rows * across);
    for part in columns.chunks(taken) {
        for row in 0..rows {
            let values: Vec<Value> = part.iter().map(|column| column[row].clone()).collect();
            elements.push(StringElement::new(format::sprintf("compose", &template, &values)?));
        }
    }
    one(Texts { dims: Dims::matrix(rows, across), elements, form }.give())
}

/// The columns of all arguments, value by value.
fn columns_of(args: &[Value]) -> Result<Vec<Vec<Value>>> {
    let mut columns: Vec<Vec<Value>> = Vec::new();
    for value in args {
        let dims = if value.is_char() { Dims::SCALAR } else { value.dims() };
        if !dims.is_matrix() {
            return Err(Error::limit("compose of arrays with pages is not supported"));
        }
        let elements: Vec<Value> = match value {
            Value::Char(..) => vec![value.clone()],
            Value::Cell(cell) => cell.as_slice().to_vec(),
            Value::Strings(array) => {
                let one = |element: &StringElement| {
                    Value::Strings(Array::scalar(element.clone())).without_strings()
                };
                array.as_slice().iter().map(one).collect()
            }
            other => match other.to_f64_array() {
                Some(array) => array.as_slice().iter().map(|&x| Value::double(x)).collect(),
                None => return Err(Error::plain("compose: values must be numbers or text")),
            },
        };
        let rows = dims.rows();
        if columns.first().is_some_and(|column| column.len() != rows) {
            return Err(Error::plain("compose: all values must have as many rows"));
        }
        columns.extend(elements.chunks(rows.max(1)).map(<[Value]>::to_vec));
    }
    Ok(columns)
}
