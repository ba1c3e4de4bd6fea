//! Names of files: finding them, making them, writing them out.

use formwork_runtime::{Array, CellArray, Dims, Error, Result, Value};

use super::path;
use crate::context::{Args, Context, Values, one};
use crate::outside::{EntryKind, allowed, expanded, fresh_name, said, services};

fn is_file(cx: &mut dyn Context, name: &str, path: &str) -> Result<bool> {
    let known = allowed(name, services(cx, name)?.status(path, true))?;
    Ok(known.is_ok_and(|status| status.kind == EntryKind::File))
}

/// The first of some files in the folders, or all of them.
fn find(
    cx: &mut dyn Context,
    name: &str,
    folders: &[String],
    files: &Value,
    all: bool,
) -> Result<Values> {
    let files = match files {
        Value::Cell(_) => files.cell_texts(),
        other => other.as_bytes().map(|bytes| vec![bytes.to_vec()]),
    };
    let Some(files) = files else {
        return Err(Error::plain(format!("{name}: file argument must be a string")));
    };
    let mut found = Vec::new();
    for file in files {
        let file = String::from_utf8_lossy(&file).into_owned();
        let candidates: Vec<String> = if file.starts_with('/') {
            vec![file]
        } else {
            folders
                .iter()
                .map(|folder| match folder.as_str() {
                    "" => file.clone(),
                    folder => format!("{}/{file}", folder.trim_end_matches('/')),
                })
                .collect()
        };
        for candidate in candidates {
            if is_file(cx, name, &candidate)? {
                if !all {
                    return one(Value::text(candidate));
                }
                found.push(Value::text(candidate));
            }
        }
    }
    match found.is_empty() {
        true if all => one(CellArray::new(Dims::EMPTY, Vec::new())),
        false => one(CellArray::column(found)),
        true => one(Value::text("")),
    }
}

/// Whether the argument of that place in words asks for all files.
fn asks_for_all(name: &str, value: Option<&Value>, place: &str) -> Result<bool> {
    match value.map(Value::as_bytes) {
        None => Ok(false),
        Some(Some(b"all")) => Ok(true),
        Some(Some(_)) => {
            Err(Error::plain(format!("{name}: \"all\" is only valid {place} argument")))
        }
        Some(None) => {
            Err(Error::plain(format!("{name}: optional {place} argument must be a string")))
        }
    }
}

pub(super) fn file_in_path(cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let Some(folders) = args[0].as_text() else {
        return Err(Error::plain("file_in_path: PATH must be a string"));
    };
    let folders: Vec<String> = folders.split(':').map(str::to_owned).collect();
    let all = asks_for_all("file_in_path", args.get(2), "third")?;
    find(cx, "file_in_path", &folders, &args[1], all)
}

pub(super) fn file_in_loadpath(
    cx: &mut dyn Context,
    args: Args,
    _nargout: usize,
) -> Result<Values> {
    let mut folders = vec![cx.current_folder().unwrap_or_default()];
    folders.extend(cx.search_path().into_iter().filter(|folder| !folder.is_empty()));
    let all = asks_for_all("file_in_loadpath", args.get(1), "second")?;
    find(cx, "file_in_loadpath", &folders, &args[0], all)
}

pub(super) fn canonicalize(cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let name = path(cx, &args[0], "canonicalize_file_name: NAME must be a string")?;
    let outside = services(cx, "canonicalize_file_name")?;
    Ok(match allowed("canonicalize_file_name", outside.canonical(&name))? {
        Ok(path) => [Value::text(path), Value::from(0.0), Value::text("")].into_iter().collect(),
        Err(error) => {
            [Value::text(""), Value::from(-1.0), Value::text(said(&error))].into_iter().collect()
        }
    })
}

pub(super) fn is_same_file(cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let names = |value: &Value| match value {
        Value::Cell(_) => value.cell_texts(),
        other => other.as_bytes().filter(|_| other.is_char()).map(|text| vec![text.to_vec()]),
    };
    let (Some(left), Some(right)) = (names(&args[0]), names(&args[1])) else {
        return Err(Error::plain(
            "is_same_file: FILEPATH1 and FILEPATH2 must be strings or cell arrays of strings",
        ));
    };
    let dims = match (&args[0], &args[1]) {
        (Value::Cell(left), Value::Cell(right)) if left.dims() != right.dims() => {
            return Err(Error::plain(
                "is_same_file: cellstr arrays FILEPATH1 and FILEPATH2 must be the same size",
            ));
        }
        (Value::Cell(cells), _) | (_, Value::Cell(cells)) => cells.dims().clone(),
        _ => Dims::SCALAR,
    };
    let at = |names: &[Vec<u8>], place: usize| {
        let name = names.get(if names.len() == 1 { 0 } else { place });
        String::from_utf8_lossy(name.map_or(&[][..], Vec::as_slice)).into_owned()
    };
    let mut same = Vec::new();
    for place in 0..dims.numel() {
        let (left, right) = (expanded(cx, &at(&left, place)), expanded(cx, &at(&right, place)));
        let outside = services(cx, "is_same_file")?;
        let left = allowed("is_same_file", outside.canonical(&left))?;
        let right = allowed("is_same_file", outside.canonical(&right))?;
        same.push(matches!((left, right), (Ok(left), Ok(right)) if left == right));
    }
    one(Value::from_array(Array::new(dims, same)))
}

pub(super) fn tempname(cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let folder = match args.first() {
        Some(value) if !value.is_empty() => path(cx, value, "tempname: DIR must be a string")?,
        _ => services(cx, "tempname")?.temporary_folder(),
    };
    let prefix = match args.get(1) {
        Some(value) => path(cx, value, "tempname: PREFIX must be a string")?,
        None => "oct-".to_owned(),
    };
    let start = format!("{}/{prefix}", folder.trim_end_matches('/'));
    let name = fresh_name(cx, "tempname", &start)?;
    one(Value::text(name))
}

pub(super) fn tempdir(cx: &mut dyn Context, _args: Args, _nargout: usize) -> Result<Values> {
    let folder = services(cx, "tempdir")?.temporary_folder();
    one(Value::text(format!("{}/", folder.trim_end_matches('/'))))
}

pub(super) fn p_tmpdir(cx: &mut dyn Context, _args: Args, _nargout: usize) -> Result<Values> {
    one(Value::text(services(cx, "P_tmpdir")?.temporary_folder()))
}

pub(super) fn tilde_expand(cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    match &args[0] {
        Value::Cell(cell) if cell.as_slice().iter().all(Value::is_char) => {
            let mut texts = Vec::new();
            for text in cell.as_slice() {
                let text = text.as_text().unwrap_or_default().into_owned();
                texts.push(Value::text(expanded(cx, &text)));
            }
            one(CellArray::new(cell.dims().clone(), texts))
        }
        other => {
            let text = path(cx, other, "tilde_expand: argument must be char or cellstr object")?;
            one(Value::text(text))
        }
    }
}

pub(super) fn home(cx: &mut dyn Context, _args: Args, _nargout: usize) -> Result<Values> {
    one(Value::text(cx.environment("HOME").unwrap_or_default()))
}
