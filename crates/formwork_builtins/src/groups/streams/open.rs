//! `fopen`, `fclose` and what tells of open files.

use formwork_runtime::{Error, Result, Value};

use crate::context::{Args, Context, PathKind, Stream as Standard, Values, none, one};
use crate::open_files::{Mode, Stream, StreamKind, number_of, stream};
use crate::outside::{Opening, allowed, expanded, fresh_name, said, services};

/// Whether an argument asks for the order of bytes of big numbers first.
pub(super) fn is_big_endian(name: &str, value: &Value) -> Result<Option<bool>> {
    let text = value.as_text().map(|text| text.to_ascii_lowercase());
    match text.as_deref() {
        Some("native" | "n" | "") => Ok(None),
        Some("ieee-le" | "l" | "little-endian") => Ok(Some(false)),
        Some("ieee-be" | "b" | "big-endian") => Ok(Some(true)),
        Some(other) => {
            let shown = other.to_owned();
            let _ = name;
            Err(Error::plain(format!("invalid architecture: \"{shown}\"")))
        }
        None => Err(Error::plain(format!("{name}: architecture type must be a string"))),
    }
}

pub(super) fn fopen(cx: &mut dyn Context, args: Args, nargout: usize) -> Result<Values> {
    if args.len() == 1 {
        if args[0].as_text().filter(|_| args[0].is_char()).is_some_and(|text| text == "all") {
            let numbers = cx.session().open_files.numbers();
            if numbers.is_empty() {
                return one(Value::empty());
            }
            return one(Value::column(numbers.into_iter().map(f64::from).collect()));
        }
        if !args[0].is_char() {
            return about(cx, &args[0]);
        }
    }
    let Some(name) = args[0].as_text() else {
        return Err(Error::plain("fopen: file name must be a string"));
    };
    let mode = match args.get(1) {
        None => "r".into(),
        Some(mode) => match mode.as_text() {
            Some(mode) => mode,
            None => return Err(Error::plain("fopen: file mode must be a string")),
        },
    };
    let Some(mode) = Mode::read(&mode) else {
        return Err(Error::plain("invalid mode specified"));
    };
    let big_endian = match args.get(2) {
        Some(value) => is_big_endian("fopen", value)?.unwrap_or(false),
        None => false,
    };
    let path = expanded(cx, &name);
    let path = found(cx, &path, mode.opening);
    let outside = services(cx, "fopen")?;
    // A folder can be opened, but not read.
    let is_folder = matches!(outside.status(&path, true),
        Ok(status) if status.kind == crate::outside::EntryKind::Folder);
    let opened = if is_folder {
        Err(std::io::Error::from(std::io::ErrorKind::IsADirectory))
    } else {
        allowed("fopen", outside.open(&path, mode.opening))?
    };
    match opened {
        Ok(raw) => {
            let mut stream = Stream::new(&name, mode, StreamKind::File, raw);
            stream.big_endian = big_endian;
            let number = cx.session().open_files.add(stream);
            Ok([Value::from(f64::from(number)), Value::text("")].into_iter().collect())
        }
        Err(error) => {
            let message = if is_folder { String::new() } else { said(&error) };
            let _ = nargout;
            Ok([Value::from(-1.0), Value::text(message)].into_iter().collect())
        }
    }
}

/// A file that is read is looked for in the folders of the path, too.
fn found(cx: &mut dyn Context, path: &str, opening: Opening) -> String {
    if opening.write || path.starts_with(['/', '.']) {
        return path.to_owned();
    }
    let is_here = |cx: &mut dyn Context| {
        cx.outside().is_some_and(|outside| outside.status(path, true).is_ok())
    };
    if is_here(cx) {
        return path.to_owned();
    }
    for folder in cx.search_path() {
        let candidate = format!("{folder}/{path}");
        if !folder.is_empty() && cx.kind_of_path(&candidate) == PathKind::File {
            return candidate;
        }
    }
    path.to_owned()
}

/// What `fopen` tells of a number.
fn about(cx: &mut dyn Context, value: &Value) -> Result<Values> {
    let known = match stream(cx, "fopen", value) {
        Ok(stream) => Some((stream.name.clone(), stream.mode.text.clone(), stream.big_endian)),
        Err(error) if error.message.contains("invalid stream number") => None,
        Err(_) => return Err(Error::plain("file id must be a file object or integer value")),
    };
    let Some((name, mode, big_endian)) = known else {
        return Ok((0..4).map(|_| Value::text("")).collect());
    };
    let order = if big_endian { "ieee-be" } else { "ieee-le" };
    Ok([name.as_str(), mode.as_str(), order, "utf-8"].into_iter().map(Value::text).collect())
}

pub(super) fn fclose(cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    if args[0].as_text().filter(|_| args[0].is_char()).is_some_and(|text| text == "all") {
        for number in cx.session().open_files.numbers() {
            cx.session().open_files.remove(number);
        }
        return one(0.0);
    }
    let number = number_of(cx, "fclose", &args[0])?;
    let closed = if number > 2 { cx.session().open_files.remove(number) } else { None };
    match closed {
        Some(mut stream) => one(f64::from(stream.close().min(0))),
        None => Err(Error::plain(format!("fclose: invalid stream number = {number}"))),
    }
}

pub(super) fn is_valid_file_id(
    cx: &mut dyn Context,
    args: Args,
    _nargout: usize,
) -> Result<Values> {
    let number = args[0].to_f64().filter(|number| args[0].is_scalar() && number.fract() == 0.0);
    one(match number {
        Some(number @ 0.0..=1e6) if !args[0].is_char() => {
            number <= 2.0 || cx.session().open_files.get(number as u32).is_some()
        }
        _ => false,
    })
}

pub(super) fn freport(cx: &mut dyn Context, _args: Args, _nargout: usize) -> Result<Values> {
    let mut text =
        String::from("\n  number  mode  arch       name\n  ------  ----  ----       ----\n");
    let mut numbers = vec![0, 1, 2];
    numbers.extend(cx.session().open_files.numbers());
    for number in numbers {
        let stream = stream(cx, "freport", &Value::from(f64::from(number)))?;
        let order = if stream.big_endian { "ieee-be" } else { "ieee-le" };
        text.push_str(&format!(
            "  {number:>4}     {:<3}  {order:<9}  {}\n",
            stream.mode.text, stream.name
        ));
    }
    text.push('\n');
    cx.write(Standard::Output, text.as_bytes())?;
    none()
}

fn open_fresh(cx: &mut dyn Context, name: &str, path: &str, remove: bool) -> Result<Values> {
    let Some(mode) = Mode::read("w+") else { return none() };
    let raw = match allowed(name, services(cx, name)?.open(path, mode.opening))? {
        Ok(raw) => raw,
        Err(error) => {
            return Ok([Value::from(-1.0), Value::text(""), Value::text(said(&error))]
                .into_iter()
                .collect());
        }
    };
    if remove {
        // It stays readable as long as it is open.
        let _ = allowed(name, services(cx, name)?.remove_file(path))?;
    }
    let number = cx.session().open_files.add(Stream::new(path, mode, StreamKind::File, raw));
    Ok([Value::from(f64::from(number)), Value::text(path), Value::text("")].into_iter().collect())
}

pub(super) fn tmpfile(cx: &mut dyn Context, _args: Args, _nargout: usize) -> Result<Values> {
    let folder = services(cx, "tmpfile")?.temporary_folder();
    let path = fresh_name(cx, "tmpfile", &format!("{folder}/oct-"))?;
    let mut values = open_fresh(cx, "tmpfile", &path, true)?;
    values.remove(1);
    Ok(values)
}

pub(super) fn mkstemp(cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let Some(template) = args[0].as_text() else {
        return Err(Error::plain("mkstemp: TEMPLATE argument must be a string"));
    };
    let Some(start) = template.strip_suffix("XXXXXX") else {
        return Ok([Value::from(-1.0), Value::text(""), Value::text("Invalid argument")]
            .into_iter()
            .collect());
    };
    let path = fresh_name(cx, "mkstemp", start)?;
    open_fresh(cx, "mkstemp", &path, false)
}
