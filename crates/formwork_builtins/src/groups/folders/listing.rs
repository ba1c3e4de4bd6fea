//! Listing folders, and names that match patterns.

use formwork_runtime::{CellArray, Dims, Error, Result, StructArray, Value};

use super::{path, status};
use crate::context::{Args, Context, Stream, Values, none, one};
use crate::kit::text::char_matrix;
use crate::kit::wildcard::matches;
use crate::outside::{EntryKind, Status, allowed, said, services};

pub(super) fn readdir(cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let folder = path(cx, &args[0], "readdir: DIR must be a string")?;
    Ok(match allowed("readdir", services(cx, "readdir")?.list(&folder))? {
        Ok(names) => [names_column(with_dots(names)), Value::from(0.0), Value::text("")]
            .into_iter()
            .collect(),
        Err(error) => [
            Value::Cell(CellArray::filled(Dims::EMPTY)),
            Value::from(-1.0),
            Value::text(said(&error)),
        ]
        .into_iter()
        .collect(),
    })
}

fn with_dots(names: Vec<String>) -> Vec<String> {
    let mut all = vec![".".to_owned(), "..".to_owned()];
    all.extend(names);
    all.sort();
    all
}

fn names_column(names: Vec<String>) -> Value {
    if names.is_empty() {
        return Value::Cell(CellArray::filled(Dims::EMPTY));
    }
    Value::Cell(CellArray::column(names.iter().map(Value::text).collect()))
}

/// The paths that match a pattern, sorted; of a path without wildcards itself, if it is there.
pub(super) fn matching(cx: &mut dyn Context, function: &str, pattern: &str) -> Result<Vec<String>> {
    if !pattern.contains(['*', '?', '[']) {
        let known = allowed(function, services(cx, function)?.status(pattern, false))?;
        return Ok(if known.is_ok() { vec![pattern.to_owned()] } else { Vec::new() });
    }
    let mut found = vec![if pattern.starts_with('/') { "/".to_owned() } else { String::new() }];
    let parts: Vec<&str> = pattern.split('/').filter(|part| !part.is_empty()).collect();
    for part in parts {
        let mut next = Vec::new();
        for base in found {
            cx.poll()?;
            let joined = |name: &str| match base.as_str() {
                "" | "/" => format!("{base}{name}"),
                base => format!("{base}/{name}"),
            };
            if !part.contains(['*', '?', '[']) {
                let path = joined(part);
                if allowed(function, services(cx, function)?.status(&path, false))?.is_ok() {
                    next.push(path);
                }
                continue;
            }
            let folder = if base.is_empty() { "." } else { &base };
            let names =
                allowed(function, services(cx, function)?.list(folder))?.unwrap_or_default();
            let shown = names
                .iter()
                .filter(|name| !name.starts_with('.') || part.starts_with('.'))
                .filter(|name| matches(part.as_bytes(), name.as_bytes()));
            next.extend(shown.map(|name| joined(name)));
        }
        found = next;
    }
    found.sort();
    Ok(found)
}

pub(super) fn glob(cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let patterns = match &args[0] {
        Value::Cell(_) => args[0].cell_texts(),
        other => other.char_rows(),
    };
    let Some(patterns) = patterns else {
        return Err(Error::plain("glob: PATTERN must be a string or cell array of strings"));
    };
    let mut found = Vec::new();
    for pattern in patterns {
        let pattern = String::from_utf8_lossy(&pattern).trim_end().to_owned();
        let pattern = crate::outside::expanded(cx, &pattern);
        found.extend(matching(cx, "glob", &pattern)?);
    }
    found.sort();
    one(names_column(found))
}

/// One entry of what `dir` gives.
struct Record {
    name: String,
    folder: String,
    status: Status,
}

/// The entries that `dir` lists for a path or a pattern.
fn records(cx: &mut dyn Context, asked: &str) -> Result<Vec<Record>> {
    let is_folder = allowed("dir", services(cx, "dir")?.status(asked, true))?
        .is_ok_and(|status| status.kind == EntryKind::Folder);
    let paths: Vec<(String, String)> = if is_folder {
        let names = allowed("dir", services(cx, "dir")?.list(asked))?.unwrap_or_default();
        let base = asked.trim_end_matches('/');
        let base = if base.is_empty() { "/" } else { base };
        with_dots(names).into_iter().map(|name| (format!("{base}/{name}"), name)).collect()
    } else {
        let found = matching(cx, "dir", asked)?;
        let named = |path: String| {
            let name = path.rsplit('/').next().unwrap_or_default().to_owned();
            (path, name)
        };
        found.into_iter().map(named).collect()
    };
    let mut records = Vec::new();
    for (path, name) in paths {
        let around = match path.rfind('/') {
            Some(0) => "/",
            Some(end) => &path[..end],
            None => ".",
        };
        let outside = services(cx, "dir")?;
        let folder = outside.canonical(around).unwrap_or_else(|_| around.to_owned());
        // A link that leads nowhere is listed as itself.
        let status = match outside.status(&path, true) {
            Ok(status) => Ok(status),
            Err(_) => outside.status(&path, false),
        };
        if let Ok(status) = allowed("dir", status)? {
            records.push(Record { name, folder, status });
        }
    }
    Ok(records)
}

pub(super) fn dir(cx: &mut dyn Context, args: Args, nargout: usize) -> Result<Values> {
    let asked = match args.first() {
        Some(value) => path(cx, value, "dir: DIRECTORY argument must be a string")?,
        None => ".".to_owned(),
    };
    if asked.is_empty() {
        return Err(Error::plain("dir: DIRECTORY argument must be a string"));
    }
    let records = records(cx, &asked)?;
    if records.is_empty() && nargout == 0 {
        cx.warn("", &format!("dir: nonexistent directory '{asked}'"))?;
        return none();
    }
    if nargout == 0 {
        let names: Vec<&str> = records.iter().map(|record| record.name.as_str()).collect();
        return in_columns(cx, &names);
    }
    let mut columns: [Vec<Value>; 7] = Default::default();
    for record in &records {
        let day = record.status.modified.floor() / 86400.0 + 719_529.0;
        let date = cx.call_builtin(
            "datestr",
            [Value::from(day), Value::from(0.0)].into_iter().collect(),
            1,
        )?;
        let is_folder = record.status.kind == EntryKind::Folder;
        let size = record.status.size as f64;
        let values = [
            Value::text(&record.name),
            Value::text(&record.folder),
            date.into_iter().next().unwrap_or_default(),
            Value::from(size),
            Value::bool(is_folder),
            Value::from(day),
            status::structure(&record.status),
        ];
        for (column, value) in columns.iter_mut().zip(values) {
            column.push(value);
        }
    }
    let mut result = StructArray::without_fields(Dims::matrix(records.len(), 1));
    let names = ["name", "folder", "date", "bytes", "isdir", "datenum", "statinfo"];
    for (name, column) in names.into_iter().zip(columns) {
        result.set_field(name, column);
    }
    one(Value::from(result))
}

fn in_columns(cx: &mut dyn Context, names: &[&str]) -> Result<Values> {
    let cell = Value::Cell(CellArray::row(names.iter().map(Value::text).collect()));
    let listed = cx.call_builtin("list_in_columns", [cell].into_iter().collect(), 1)?;
    if let Some(Value::Char(text, _)) = listed.first() {
        let text = text.as_slice().to_vec();
        cx.write(Stream::Output, &text)?;
    }
    none()
}

/// `ls` with options is a command of the shell.
fn by_command(cx: &mut dyn Context, args: &Args, nargout: usize) -> Result<Values> {
    let words: Vec<_> = args.iter().filter_map(Value::as_text).collect();
    let command = format!("ls -1 {}", words.join(" "));
    let ran = allowed("ls", services(cx, "ls")?.run(&command, true))?;
    let (status, output) = ran.unwrap_or((2, Vec::new()));
    if status != 0 {
        let text = String::from_utf8_lossy(&output).into_owned();
        return Err(Error::plain(format!(
            "ls: command exited abnormally with status {status}\n{text}"
        )));
    }
    if nargout == 0 {
        cx.write(Stream::Output, &output)?;
        return none();
    }
    let text = output.strip_suffix(b"\n").unwrap_or(&output);
    let lines: Vec<&[u8]> = text.split(|&byte| byte == b'\n').collect();
    one(char_matrix(&lines)?)
}

pub(super) fn ls(cx: &mut dyn Context, args: Args, nargout: usize) -> Result<Values> {
    if args.iter().any(|value| value.as_bytes().is_some_and(|text| text.starts_with(b"-"))) {
        return by_command(cx, &args, nargout);
    }
    let mut names = Vec::new();
    let asked: Vec<Value> = if args.is_empty() { vec![Value::text(".")] } else { args.to_vec() };
    for value in asked {
        let pattern = path(cx, &value, "ls: all arguments must be character strings")?;
        let found = matching(cx, "ls", &pattern)?;
        if found.is_empty() {
            return Err(Error::plain(format!(
                "ls: command exited abnormally with status 2\nls: cannot access '{pattern}': No such file or directory"
            )));
        }
        let single = found.len() == 1;
        for path in found {
            let listed = allowed("ls", services(cx, "ls")?.list(&path))?;
            match listed {
                Ok(inside) if single => {
                    names.extend(inside.into_iter().filter(|name| !name.starts_with('.')));
                }
                _ => names.push(path),
            }
        }
    }
    if nargout > 0 {
        return one(char_matrix(&names)?);
    }
    if names.is_empty() {
        return none();
    }
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    in_columns(cx, &names)
}
