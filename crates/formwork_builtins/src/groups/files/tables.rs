//! `dlmread`: numbers between separators. What is no number is the value of empty fields.

use formwork_runtime::{Array, C64, Dims, Error, Result, Value, memory};

use crate::context::{Args, Context, Values, one};
use crate::kit::decimal::decimal_length;
use crate::outside::whole_file;

/// `readmatrix`: what has no number is NaN, and lines at the start without any are left out.
pub(super) fn readmatrix(cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let Some(name) = args[0].as_text().filter(|_| args[0].is_char()) else {
        return Err(Error::plain("readmatrix: FILENAME must be a text"));
    };
    let mut request = request(&[], None)?;
    request.empty = f64::NAN;
    let mut header = None;
    for pair in args[1..].chunks(2) {
        let option = pair[0].as_text().unwrap_or_default().to_ascii_lowercase();
        match (option.as_str(), pair.get(1)) {
            ("delimiter", Some(value)) => {
                let text = value.as_text().unwrap_or_default().replace("\\t", "\t");
                request.separator = Some(text.into_bytes()).filter(|bytes| !bytes.is_empty());
            }
            ("numheaderlines", Some(value)) => header = value.to_f64().map(|lines| lines as usize),
            _ => {
                return Err(Error::limit(format!(
                    "readmatrix: the option '{option}' is not supported"
                )));
            }
        }
    }
    let bytes = whole_file(cx, "readmatrix", &name)?
        .map_err(|_| Error::plain(format!("readmatrix: unable to open file '{name}'")))?;
    let separators = request.separator.clone().unwrap_or_else(|| b",;: \t".to_vec());
    let lines = || bytes.split(|&byte| byte == b'\n');
    let says_something = |line: &[u8]| {
        line.split(|byte| separators.contains(byte)).any(|field| number_in(field).is_some())
    };
    let header = header.unwrap_or_else(|| lines().take_while(|line| !says_something(line)).count());
    request.from.0 = header;
    table_in(&bytes, &request)
}

/// What is read of a table.
struct Request {
    separator: Option<Vec<u8>>,
    empty: f64,
    /// The first row and column, and the last ones.
    from: (usize, usize),
    to: (usize, usize),
}

pub(super) fn csvread(cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let mut request = request(&args[1..], Some(b",".to_vec()))?;
    if request.separator.is_none() {
        request.separator = Some(b",".to_vec());
    }
    table_of(cx, &args[0], &request)
}

pub(super) fn dlmread(cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let mut rest = &args[1..];
    let mut separator = None;
    if let Some(first) = rest.first()
        && first.is_char()
        && !is_option(first)
    {
        let text = first.as_text().unwrap_or_default().replace("\\t", "\t");
        separator = Some(text.into_bytes()).filter(|bytes| !bytes.is_empty());
        rest = &rest[1..];
    }
    table_of(cx, &args[0], &request(rest, separator)?)
}

fn is_option(value: &Value) -> bool {
    value.as_text().is_some_and(|text| text.eq_ignore_ascii_case("emptyvalue"))
}

fn request(rest: &[Value], separator: Option<Vec<u8>>) -> Result<Request> {
    let everything = (usize::MAX, usize::MAX);
    let mut request = Request { separator, empty: 0.0, from: (0, 0), to: everything };
    let mut rest = rest.to_vec();
    if let Some(place) = rest.iter().position(is_option) {
        let value = rest.get(place + 1).and_then(Value::to_f64);
        request.empty = value.ok_or_else(|| Error::invalid_call("dlmread"))?;
        rest.truncate(place);
    }
    let count =
        |value: &Value| value.to_f64().filter(|number| *number >= 0.0 && number.fract() == 0.0);
    match &rest[..] {
        [] => {}
        [range] if range.is_char() => {
            let text = range.as_text().unwrap_or_default();
            let (first, last) = text
                .split_once([':', '.'])
                .map_or((&*text, &*text), |(first, last)| (first, last.trim_start_matches('.')));
            let wrong = || Error::plain("dlmread: error parsing RANGE");
            request.from = cell_name(first).ok_or_else(wrong)?;
            request.to = cell_name(last).ok_or_else(wrong)?;
        }
        [range] => match range.to_f64_array().as_deref().map(Array::as_slice) {
            Some(&[top, left, bottom, right]) => {
                request.from = (top as usize, left as usize);
                request.to = (bottom as usize, right as usize);
            }
            _ => return Err(Error::plain("dlmread: error parsing RANGE")),
        },
        [rows, columns] => match (count(rows), count(columns)) {
            (Some(rows), Some(columns)) => request.from = (rows as usize, columns as usize),
            _ => return Err(Error::plain("dlmread: left (R0) and top (C0) must be positive")),
        },
        _ => return Err(Error::invalid_call("dlmread")),
    }
    Ok(request)
}

/// The place of a cell of a spreadsheet: `B2` is (1, 1).
fn cell_name(name: &str) -> Option<(usize, usize)> {
    let letters = name.bytes().take_while(u8::is_ascii_alphabetic).count();
    if letters == 0 || letters > 4 {
        return None;
    }
    let column = name[..letters]
        .bytes()
        .fold(0usize, |sum, letter| sum * 26 + usize::from(letter.to_ascii_uppercase() - b'@'));
    let row: usize = name[letters..].parse().ok()?;
    Some((row.checked_sub(1)?, column - 1))
}

/// The table in a file.
fn table_of(cx: &mut dyn Context, name: &Value, request: &Request) -> Result<Values> {
    let bytes = match name.as_text().filter(|_| name.is_char()) {
        Some(name) => whole_file(cx, "dlmread", &name)?
            .map_err(|_| Error::plain(format!("dlmread: unable to open file '{name}'")))?,
        None if name.is_numeric() && cx.outside().is_some() => {
            let stream = crate::open_files::stream(cx, "dlmread", name)?;
            stream.take(usize::MAX)?
        }
        None => return Err(Error::plain("dlmread: FILE argument must be a string or file id")),
    };
    table_in(&bytes, request)
}

/// The table in some bytes.
fn table_in(bytes: &[u8], request: &Request) -> Result<Values> {
    let (rows, width) = fields(bytes, request);
    let height = rows.len();
    if width == 0 || height == 0 {
        return one(Value::empty());
    }
    let dims = Dims::new(&[height, width]);
    memory::reserve::<C64>(&dims)?;
    let empty = C64::new(request.empty, 0.0);
    let mut data = Vec::with_capacity(width * height);
    for column in 0..width {
        data.extend(rows.iter().map(|row| row.get(column).copied().unwrap_or(empty)));
    }
    one(Value::Complex(Array::new(dims, data)).narrowed())
}

/// The numbers of each line within what is asked for, and the length of the longest.
fn fields(bytes: &[u8], request: &Request) -> (Vec<Vec<C64>>, usize) {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let mut separator = request.separator.clone();
    let mut rows = Vec::new();
    let mut width = 0;
    let lines = bytes.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii_end);
    // Lines without anything count where lines are left out, and are no rows.
    for (number, line) in lines.enumerate() {
        if number < request.from.0 || line.is_empty() {
            continue;
        }
        if number > request.to.0 {
            break;
        }
        let separator = separator.get_or_insert_with(|| vec![separator_in(line)]);
        let blank = separator.iter().all(u8::is_ascii_whitespace);
        let fields: Vec<&[u8]> = if blank && !separator.contains(&b'\t') {
            line.split(u8::is_ascii_whitespace).filter(|field| !field.is_empty()).collect()
        } else {
            line.split(|byte| separator.contains(byte)).collect()
        };
        // A separator at the end begins no field.
        let last_is_empty =
            fields.len() > 1 && fields.last().is_some_and(|f| f.trim_ascii().is_empty());
        let count = fields.len() - usize::from(last_is_empty);
        let row: Vec<C64> = fields[..count]
            .iter()
            .take(request.to.1.saturating_add(1))
            .skip(request.from.1)
            .map(|field| number_in(field).unwrap_or(C64::new(request.empty, 0.0)))
            .collect();
        width = width.max(row.len());
        rows.push(row);
    }
    (rows, width)
}

/// The separator that a first line seems to have.
fn separator_in(line: &[u8]) -> u8 {
    let digits = line.iter().position(u8::is_ascii_digit).unwrap_or(0);
    let found = line[digits..].iter().find(|byte| b",:; \t".contains(byte));
    found.copied().unwrap_or(b' ')
}

/// A real part of a field and how long it is.
fn part(field: &[u8]) -> Option<(f64, usize)> {
    let sign = usize::from(matches!(field.first(), Some(b'+' | b'-')));
    let factor = if field.first() == Some(&b'-') { -1.0 } else { 1.0 };
    let word = &field[sign..];
    for (name, value) in [(&b"inf"[..], f64::INFINITY), (b"nan", f64::NAN)] {
        if word.get(..3).is_some_and(|word| word.eq_ignore_ascii_case(name)) {
            return Some((factor * value, sign + 3));
        }
    }
    if word.starts_with(b"NA") {
        return Some((f64::from_bits(crate::kit::not_available::NA_BITS), sign + 2));
    }
    let length = decimal_length(field)?;
    let text = std::str::from_utf8(&field[..length]).ok()?;
    Some((text.parse().ok()?, length))
}

/// The number that a field begins with.
fn number_in(field: &[u8]) -> Option<C64> {
    let field = field.trim_ascii();
    let (first, length) = part(field)?;
    let rest = field[length..].trim_ascii_start();
    if matches!(rest.first(), Some(b'i' | b'j')) {
        return Some(C64::new(0.0, first));
    }
    let imaginary = matches!(rest.first(), Some(b'+' | b'-')).then(|| part(rest)).flatten();
    match imaginary {
        Some((second, length)) if matches!(rest.get(length), Some(b'i' | b'j')) => {
            Some(C64::new(first, second))
        }
        _ => Some(C64::new(first, 0.0)),
    }
}
