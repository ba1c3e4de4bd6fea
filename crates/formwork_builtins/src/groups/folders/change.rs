//! Making, removing, renaming, copying.

use formwork_runtime::{Error, Result, Value};

use super::{listing, path, status};
use crate::context::{Args, Context, Values, none};
use crate::groups::graphics;
use crate::outside::{EntryKind, allowed, said, services};

fn is_folder(cx: &mut dyn Context, name: &str, path: &str) -> Result<bool> {
    let known = allowed(name, services(cx, name)?.status(path, true))?;
    Ok(known.is_ok_and(|status| status.kind == EntryKind::Folder))
}

pub(super) fn mkdir(cx: &mut dyn Context, args: Args, nargout: usize) -> Result<Values> {
    let mut folder = path(cx, &args[0], "mkdir: DIR must be a string")?;
    if let Some(inner) = args.get(1) {
        let inner = path(cx, inner, "mkdir: PARENT must be a string")?;
        folder = format!("{}/{inner}", folder.trim_end_matches('/'));
    }
    if is_folder(cx, "mkdir", &folder)? {
        if nargout == 0 {
            return none();
        }
        return Ok([Value::bool(true), Value::text("directory exists"), Value::text("mkdir")]
            .into_iter()
            .collect());
    }
    // The folders around it are made, too.
    let mut made = Ok(());
    let ends = folder.match_indices('/').map(|(place, _)| place).filter(|&place| place > 0);
    for end in ends.chain([folder.len()]) {
        let part = &folder[..end];
        if part.ends_with('/') || is_folder(cx, "mkdir", part)? {
            continue;
        }
        made = allowed("mkdir", services(cx, "mkdir")?.make_folder(part))?;
        if made.is_err() {
            break;
        }
    }
    status(made.map_err(|error| said(&error)), "mkdir", nargout)
}

pub(super) fn rmdir(cx: &mut dyn Context, args: Args, nargout: usize) -> Result<Values> {
    let folder = path(cx, &args[0], "rmdir: DIR must be a string")?;
    let everything = match args.get(1).map(Value::as_bytes) {
        None => false,
        Some(Some(b"s")) => true,
        Some(_) => {
            return Err(Error::plain("rmdir: second argument must be \"s\" for recursive removal"));
        }
    };
    let removed = allowed("rmdir", services(cx, "rmdir")?.remove_folder(&folder, everything))?;
    status(removed.map_err(|error| said(&error)), "rmdir", nargout)
}

pub(super) fn delete(cx: &mut dyn Context, args: Args, nargout: usize) -> Result<Values> {
    let refused = || {
        Error::with_id(
            "Octave:delete:unsupported-object",
            "delete: first argument must be a filename or graphics handle",
        )
    };
    if args[0].is_numeric() {
        return graphics::delete(cx, args, nargout).map_err(|_| refused());
    }
    if !args[0].is_char() {
        return Err(refused());
    }
    let pattern = path(cx, &args[0], "")?;
    let files = listing::matching(cx, "delete", &pattern)?;
    if files.is_empty() {
        cx.warn("Octave:delete:no-such-file", &format!("delete: no such file: {pattern}"))?;
    }
    for file in files {
        if let Err(error) = allowed("delete", services(cx, "delete")?.remove_file(&file))? {
            let text = format!("delete: {file}: {}", said(&error));
            cx.warn("Octave:delete:unlink-error", &text)?;
        }
    }
    none()
}

/// 0, or -1 and what the system said; an error if nobody asks.
fn number(done: std::io::Result<()>, name: &str, nargout: usize) -> Result<Values> {
    match done {
        Ok(()) if nargout == 0 => none(),
        Ok(()) => Ok([Value::from(0.0), Value::text("")].into_iter().collect()),
        Err(error) if nargout == 0 => {
            Err(Error::plain(format!("{name}: operation failed: {}", said(&error))))
        }
        Err(error) => Ok([Value::from(-1.0), Value::text(said(&error))].into_iter().collect()),
    }
}

pub(super) fn unlink(cx: &mut dyn Context, args: Args, nargout: usize) -> Result<Values> {
    let file = path(cx, &args[0], "unlink: FILE must be a string")?;
    let done = allowed("unlink", services(cx, "unlink")?.remove_file(&file))?;
    number(done, "unlink", nargout)
}

pub(super) fn rename(cx: &mut dyn Context, args: Args, nargout: usize) -> Result<Values> {
    let from = path(cx, &args[0], "rename: OLD must be a string")?;
    let to = path(cx, &args[1], "rename: NEW must be a string")?;
    let done = allowed("rename", services(cx, "rename")?.rename(&from, &to))?;
    number(done, "rename", nargout)
}

/// The files that an argument names: one pattern, or several in a cell array.
fn sources(cx: &mut dyn Context, name: &str, value: &Value) -> Result<Vec<String>> {
    let patterns: Vec<Value> = match value {
        Value::Cell(cell) => cell.as_slice().to_vec(),
        other => vec![other.clone()],
    };
    let mut files = Vec::new();
    for pattern in patterns {
        let pattern = path(cx, &pattern, &format!("{name}: arguments F1 and F2 must be strings"))?;
        files.extend(listing::matching(cx, name, &pattern)?);
    }
    Ok(files)
}

fn last_part(path: &str) -> &str {
    path.trim_end_matches('/').rsplit('/').next().unwrap_or(path)
}

fn copy_all(
    cx: &mut dyn Context,
    name: &str,
    from: &str,
    to: &str,
) -> Result<std::result::Result<(), String>> {
    if !is_folder(cx, name, from)? {
        let done = allowed(name, services(cx, name)?.copy(from, to))?;
        return Ok(done.map_err(|error| said(&error)));
    }
    // A copy of a folder inside itself would never end.
    let inside = |cx: &mut dyn Context, path: &str| -> Result<Option<String>> {
        Ok(allowed(name, services(cx, name)?.canonical(path))?.ok())
    };
    if !is_folder(cx, name, to)?
        && let Err(error) = allowed(name, services(cx, name)?.make_folder(to))?
    {
        return Ok(Err(said(&error)));
    }
    if let (Some(from), Some(to)) = (inside(cx, from)?, inside(cx, to)?)
        && (to == from || to.starts_with(&format!("{from}/")))
    {
        return Ok(Err("cannot copy a directory into itself".to_owned()));
    }
    let entries = match allowed(name, services(cx, name)?.list(from))? {
        Ok(entries) => entries,
        Err(error) => return Ok(Err(said(&error))),
    };
    for entry in entries {
        cx.poll()?;
        let done = copy_all(cx, name, &format!("{from}/{entry}"), &format!("{to}/{entry}"))?;
        if done.is_err() {
            return Ok(done);
        }
    }
    Ok(Ok(()))
}

fn transfer(
    cx: &mut dyn Context,
    name: &'static str,
    args: &Args,
    nargout: usize,
    one: fn(&mut dyn Context, &str, &str, &str) -> Result<std::result::Result<(), String>>,
) -> Result<Values> {
    let files = sources(cx, name, &args[0])?;
    let target = match args.get(1) {
        Some(value) => path(cx, value, &format!("{name}: arguments F1 and F2 must be strings"))?,
        None => ".".to_owned(),
    };
    let fail = |message: &str| match nargout {
        0 => Err(Error::plain(format!("{name}: {message}"))),
        _ => {
            Ok([Value::bool(false), Value::text(message), Value::text(name)].into_iter().collect())
        }
    };
    if files.is_empty() {
        return fail("no files to move");
    }
    let into = is_folder(cx, name, &target)?;
    if files.len() > 1 && !into {
        return fail("when copying multiple files, F2 must be a directory");
    }
    for file in files {
        let to = if into {
            format!("{}/{}", target.trim_end_matches('/'), last_part(&file))
        } else {
            target.clone()
        };
        if let Err(message) = one(cx, name, &file, &to)? {
            return fail(&message);
        }
    }
    status(Ok(()), name, nargout)
}

pub(super) fn copyfile(cx: &mut dyn Context, args: Args, nargout: usize) -> Result<Values> {
    transfer(cx, "copyfile", &args, nargout, copy_all)
}

pub(super) fn movefile(cx: &mut dyn Context, args: Args, nargout: usize) -> Result<Values> {
    fn one(
        cx: &mut dyn Context,
        name: &str,
        from: &str,
        to: &str,
    ) -> Result<std::result::Result<(), String>> {
        let moved = allowed(name, services(cx, name)?.rename(from, to))?;
        if moved.is_ok() {
            return Ok(Ok(()));
        }
        // To another device it is copied.
        let copied = copy_all(cx, name, from, to)?;
        if copied.is_err() {
            return Ok(copied);
        }
        let folder = is_folder(cx, name, from)?;
        let outside = services(cx, name)?;
        let removed =
            if folder { outside.remove_folder(from, true) } else { outside.remove_file(from) };
        Ok(allowed(name, removed)?.map_err(|error| said(&error)))
    }
    transfer(cx, "movefile", &args, nargout, one)
}
