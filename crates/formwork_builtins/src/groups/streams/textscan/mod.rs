//! `textscan`: columns of a text or a file as a format says.

mod format;
mod options;
mod reader;

use formwork_runtime::{Array, CellArray, Class, Dims, Error, Result, Value, index, memory};

use crate::context::{Args, Context, Values};
use crate::open_files::stream;
use format::Format;
use options::Options;
use reader::{Column, Read};

pub(super) fn textscan(cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let mut rest = &args[1..];
    let mut template = None;
    if let Some(first) = rest.first()
        && first.is_char()
        && !(rest.len().is_multiple_of(2) && Options::knows(first))
    {
        template = Some(first.as_bytes().unwrap_or_default().to_vec());
        rest = &rest[1..];
    }
    let mut repeat = None;
    if let Some(count) = rest.first()
        && !count.is_char()
    {
        repeat = count.to_f64().filter(|count| *count >= 0.0 && count.is_finite());
        rest = &rest[1..];
    }
    let options = Options::read(rest)?;
    let is_text = args[0].is_char();
    let text: Vec<u8> = match &args[0] {
        Value::Char(text, _) => text.as_slice().to_vec(),
        file => {
            let stream = stream(cx, "textscan", file)?;
            if !stream.can_read() {
                return Err(Error::plain("textscan: stream not open for reading"));
            }
            stream.rest()?.to_vec()
        }
    };
    let format = match &template {
        Some(template) if !template.is_empty() => Format::parse(template)?,
        Some(_) => Format::numbers(reader::first_width(&text, &options)),
        None => Format::numbers(1),
    };
    let Read { columns, used, error } =
        reader::read(&text, &format, &options, repeat.map(|count| count as usize), &mut || {
            cx.poll()
        })?;
    if let Some(message) = error.filter(|_| !options.return_on_error) {
        return Err(Error::plain(format!("textscan: {message}")));
    }
    if !is_text {
        let stream = stream(cx, "textscan", &args[0])?;
        stream.skip(used);
        if used == text.len() {
            stream.peek();
        }
    }
    let cells = gathered(columns, &options)?;
    Ok([Value::Cell(CellArray::row(cells)), Value::count(used), Value::text("")]
        .into_iter()
        .collect())
}

/// The columns as values; neighbours of one class side by side if that is asked for.
fn gathered(columns: Vec<Column>, options: &Options) -> Result<Vec<Value>> {
    if !options.collect {
        return columns.into_iter().map(|column| value(column, None)).collect();
    }
    let tallest = columns.iter().map(Column::len).max().unwrap_or(0);
    let mut groups: Vec<(Option<Class>, Vec<Value>)> = Vec::new();
    for column in columns {
        let class = column.class();
        let value = value(column, Some((tallest, options.empty)))?;
        match groups.last_mut() {
            Some((last, values)) if *last == class => values.push(value),
            _ => groups.push((class, vec![value])),
        }
    }
    groups.into_iter().map(|(_, values)| index::concatenate("textscan", 1, values)).collect()
}

/// One column, filled up to a height if one is given.
fn value(column: Column, height: Option<(usize, f64)>) -> Result<Value> {
    match column {
        Column::Texts(mut texts) => {
            if let Some((height, _)) = height {
                texts.resize(height, Vec::new());
            }
            let dims = Dims::matrix(texts.len(), 1);
            let texts = texts.into_iter().map(Value::text).collect();
            Ok(Value::Cell(CellArray::new(dims, texts)))
        }
        Column::Numbers(class, mut numbers) => {
            if let Some((height, empty)) = height {
                numbers.resize(height, empty);
            }
            let dims = Dims::matrix(numbers.len(), 1);
            memory::reserve::<f64>(&dims)?;
            let value = Value::Double(Array::new(dims, numbers));
            formwork_runtime::ops::cast(value, class)
        }
    }
}
