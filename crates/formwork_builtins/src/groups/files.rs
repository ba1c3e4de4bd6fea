//! Reading data from files: text as it is, and tables of numbers.
//!
//! Of tables only the plain form is read: decimal numbers, `Inf` and `NaN` between
//! separators. What Octave makes of anything else (text in cells, numbers that end in
//! letters, complex numbers) is refused instead of guessed.

use formwork_runtime::{Array, Class, Dims, Error, Result, Value, memory};

use crate::context::{Args, Context, Values, one};
use crate::row::{Arity, Effects, Output, Row, row};
use crate::rules::{ClassRule, ShapeRule};

const TEXT: Output = Output::new(ShapeRule::Unknown, ClassRule::Is(Class::Char));
const TABLE: Output = Output::new(ShapeRule::Unknown, ClassRule::Is(Class::Double));
const UNKNOWN: Output = Output::new(ShapeRule::Unknown, ClassRule::Unknown);

pub(crate) const ROWS: &[Row] = &[
    row("fileread", Arity::between(1, 3), &[TEXT], Effects::FILES, fileread, "The text of a file."),
    row(
        "csvread",
        Arity::between(1, 3),
        &[TABLE],
        Effects::FILES,
        csvread,
        "The numbers of a file, with commas between them.",
    ),
    row(
        "dlmread",
        Arity::between(1, 4),
        &[TABLE],
        Effects::FILES,
        dlmread,
        "The numbers of a file, with a separator between them.",
    ),
    row(
        "load",
        Arity::at_least(1),
        &[UNKNOWN],
        Effects::FILES.and(Effects::WRITES_SCOPE),
        load,
        "The numbers of a file of text, one row a line.",
    ),
];

fn fileread(cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let Some(name) = args[0].as_text() else {
        return Err(Error::plain("fileread: FILENAME argument must be a string"));
    };
    if args.len() > 1 {
        return Err(Error::plain("fileread: only files in UTF-8 can be read yet"));
    }
    let bytes = cx.read_file(&name).map_err(|_| Error::plain("fileread: cannot open file"))?;
    if bytes.is_empty() {
        return one(Value::from_array(Array::<u8>::new(Dims::new(&[1, 0]), Vec::new())));
    }
    one(Value::text(bytes))
}

fn csvread(cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    table_of(cx, &args[0], Some(','), args.get(1..).unwrap_or_default())
}

fn dlmread(cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    match args.get(1) {
        None => table_of(cx, &args[0], None, &[]),
        Some(second) if second.is_char() => {
            let text = second.as_text().unwrap_or_default().replace("\\t", "\t");
            let mut chars = text.chars();
            let separator = match (chars.next(), chars.next()) {
                (None, _) => None,
                (Some(only), None) => Some(only),
                _ => return Err(Error::plain("dlmread: only one separator can be given yet")),
            };
            table_of(cx, &args[0], separator, args.get(2..).unwrap_or_default())
        }
        Some(_) => table_of(cx, &args[0], None, args.get(1..).unwrap_or_default()),
    }
}

/// The table in a file, without the first rows and columns.
fn table_of(
    cx: &mut dyn Context,
    name: &Value,
    separator: Option<char>,
    skipped: &[Value],
) -> Result<Values> {
    let Some(name) = name.as_text() else {
        return Err(Error::plain("dlmread: FILE argument must be a string or file id"));
    };
    let count =
        |value: &Value| value.to_f64().filter(|number| *number >= 0.0 && number.fract() == 0.0);
    let (rows, columns) = match skipped {
        [] => (0, 0),
        [rows, columns] if !rows.is_char() && !columns.is_char() => {
            match (count(rows), count(columns)) {
                (Some(rows), Some(columns)) => (rows as usize, columns as usize),
                _ => return Err(Error::plain("dlmread: left (R0) and top (C0) must be positive")),
            }
        }
        _ => return Err(Error::plain("dlmread: ranges and options cannot be given yet")),
    };
    let bytes = cx
        .read_file(&name)
        .map_err(|_| Error::plain(format!("dlmread: unable to open file '{name}'")))?;
    let refuse = |what: &str| Error::plain(format!("dlmread: {what} in '{name}' cannot be read"));
    let text = std::str::from_utf8(&bytes).map_err(|_| refuse("bytes that are no text"))?;
    let mut table: Vec<Vec<f64>> = Vec::new();
    let mut separator = separator;
    for line in lines(text) {
        let separator = *separator.get_or_insert_with(|| separator_in(line));
        let fields: Vec<&str> = if separator.is_whitespace() {
            line.split_whitespace().collect()
        } else {
            line.split(separator).map(str::trim).collect()
        };
        let last = fields.len() - 1;
        let row = fields.iter().enumerate().map(|(place, field)| match *field {
            "" if place < last => Ok(0.0),
            field => number(field).ok_or_else(|| refuse(&format!("'{field}'"))),
        });
        table.push(row.collect::<Result<_>>()?);
    }
    let width = table.iter().map(Vec::len).max().unwrap_or(0).saturating_sub(columns);
    let height = table.len().saturating_sub(rows);
    if width == 0 || height == 0 {
        return one(Value::empty());
    }
    let dims = Dims::new(&[height, width]);
    memory::reserve::<f64>(&dims)?;
    let mut data = Vec::with_capacity(width * height);
    for column in columns..columns + width {
        data.extend(table[rows..].iter().map(|row| row.get(column).copied().unwrap_or(0.0)));
    }
    one(Value::from_array(Array::new(dims, data)))
}

fn load(cx: &mut dyn Context, args: Args, nargout: usize) -> Result<Values> {
    let [name] = &args[..] else {
        return Err(Error::plain("load: options and names of variables cannot be given yet"));
    };
    let Some(name) = name.as_text() else {
        return Err(Error::plain("load: argument must be a string"));
    };
    let bytes = cx
        .read_file(&name)
        .map_err(|_| Error::plain(format!("load: unable to find file {name}")))?;
    if nargout != 1 {
        return Err(Error::plain("load: variables cannot be read yet, only 'x = load (FILE)'"));
    }
    let refuse = || Error::plain(format!("load: unable to determine file format of '{name}'"));
    let text = std::str::from_utf8(&bytes).map_err(|_| refuse())?;
    let mut table: Vec<Vec<f64>> = Vec::new();
    for line in lines(text).filter(|line| !line.trim_start().starts_with(['%', '#'])) {
        let fields = line.split(|c: char| c.is_whitespace() || c == ',');
        let row = fields.filter(|field| !field.is_empty()).map(number);
        table.push(row.collect::<Option<_>>().ok_or_else(refuse)?);
    }
    let named = text.lines().any(|line| line.trim_start().starts_with("# name:"));
    let width = table.first().map_or(0, Vec::len);
    if named || width == 0 || table.iter().any(|row| row.len() != width) {
        return Err(refuse());
    }
    let dims = Dims::new(&[table.len(), width]);
    memory::reserve::<f64>(&dims)?;
    let mut data = Vec::with_capacity(width * table.len());
    for column in 0..width {
        data.extend(table.iter().map(|row| row[column]));
    }
    one(Value::from_array(Array::new(dims, data)))
}

/// The lines that hold something.
fn lines(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter(|line| !line.trim().is_empty())
}

/// The separator that a first line seems to have.
fn separator_in(line: &str) -> char {
    let digits = line.find(|c: char| c.is_ascii_digit()).unwrap_or(0);
    line[digits..].chars().find(|c| matches!(c, ',' | ':' | ';' | ' ' | '\t')).unwrap_or(' ')
}

/// A decimal number.
fn number(field: &str) -> Option<f64> {
    let unsigned = field.strip_prefix(['+', '-']).unwrap_or(field);
    let plain = unsigned.starts_with(|c: char| c.is_ascii_digit() || c == '.')
        && unsigned
            .bytes()
            .all(|b| b.is_ascii_digit() || matches!(b, b'.' | b'e' | b'E' | b'+' | b'-'));
    (plain || matches!(unsigned, "Inf" | "NaN")).then(|| field.parse().ok())?
}
