//! What is known of one file.

use formwork_runtime::{Array, Error, Result, Value};

use super::path;
use crate::context::{Args, Context, Values, one};
use crate::outside::{EntryKind, Status, allowed, said, services};

fn is_kind(cx: &mut dyn Context, name: &str, path: &str, kind: EntryKind) -> Result<bool> {
    let path = crate::outside::expanded(cx, path);
    let known = allowed(name, services(cx, name)?.status(&path, true))?;
    Ok(known.is_ok_and(|status| status.kind == kind))
}

fn question(cx: &mut dyn Context, name: &str, value: &Value, kind: EntryKind) -> Result<Values> {
    match value {
        Value::Char(..) => {
            let path = value.as_text().unwrap_or_default().into_owned();
            one(!path.is_empty() && is_kind(cx, name, &path, kind)?)
        }
        Value::Cell(cell) if cell.as_slice().iter().all(Value::is_char) => {
            let mut answers = Vec::new();
            for text in cell.as_slice() {
                let path = text.as_text().unwrap_or_default().into_owned();
                answers.push(is_kind(cx, name, &path, kind)?);
            }
            one(Value::Bool(Array::new(cell.dims().clone(), answers)))
        }
        _ => Err(Error::plain(format!("{name}: F must be a string or cell array of strings"))),
    }
}

pub(super) fn isfile(cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    question(cx, "isfile", &args[0], EntryKind::File)
}

pub(super) fn isfolder(cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    question(cx, "isfolder", &args[0], EntryKind::Folder)
}

pub(super) fn isdir(cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    if !cx.session().settings.contains_key("isdir") {
        cx.session().settings.insert("isdir", Value::bool(true));
        cx.warn(
            "Octave:deprecated-function",
            "isdir is obsolete; use isfolder or dir_in_loadpath instead",
        )?;
    }
    question(cx, "isdir", &args[0], EntryKind::Folder)
}

/// The mode as listings write it.
fn mode_text(status: &Status) -> String {
    let kind = match status.kind {
        EntryKind::File => '-',
        EntryKind::Folder => 'd',
        EntryKind::Link => 'l',
        EntryKind::Other(letter) => letter,
    };
    let bit = |place: u32, letter: char| if status.mode >> place & 1 == 1 { letter } else { '-' };
    let mut text = String::from(kind);
    for (place, letter) in (0..9).rev().zip("rwxrwxrwx".chars()) {
        text.push(bit(place, letter));
    }
    text.push(' ');
    text
}

pub(super) fn structure(status: &Status) -> Value {
    let [device, inode, links, user, group, of_device, block, blocks] =
        status.numbers.map(|number| Value::from(number as f64));
    Value::structure([
        ("dev", device),
        ("ino", inode),
        ("mode", Value::from(f64::from(status.mode))),
        ("modestr", Value::text(mode_text(status))),
        ("nlink", links),
        ("uid", user),
        ("gid", group),
        ("rdev", of_device),
        ("size", Value::from(status.size as f64)),
        ("atime", Value::from(status.accessed.floor())),
        ("mtime", Value::from(status.modified.floor())),
        ("ctime", Value::from(status.changed.floor())),
        ("blksize", block),
        ("blocks", blocks),
    ])
}

fn known(cx: &mut dyn Context, name: &str, args: &Args, follow: bool) -> Result<Values> {
    let file = path(cx, &args[0], &format!("{name}: NAME must be a string"))?;
    Ok(match allowed(name, services(cx, name)?.status(&file, follow))? {
        Ok(status) => [structure(&status), Value::from(0.0), Value::text("")].into_iter().collect(),
        Err(error) => {
            [Value::empty(), Value::from(-1.0), Value::text(said(&error))].into_iter().collect()
        }
    })
}

pub(super) fn stat(cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    known(cx, "stat", &args, true)
}

pub(super) fn lstat(cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    known(cx, "lstat", &args, false)
}

/// Whether a mode says the kind of that number.
fn has_kind(name: &str, value: &Value, kind: u32) -> Result<Values> {
    match value.to_f64() {
        Some(mode) if value.is_numeric() => one(mode as u32 >> 12 & 15 == kind),
        _ => Err(Error::plain(format!("{name}: invalid MODE value"))),
    }
}

pub(super) fn s_isreg(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    has_kind("S_ISREG", &args[0], 8)
}

pub(super) fn s_isdir(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    has_kind("S_ISDIR", &args[0], 4)
}

pub(super) fn s_islnk(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    has_kind("S_ISLNK", &args[0], 10)
}
