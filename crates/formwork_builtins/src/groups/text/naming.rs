//! Names: identifiers, keywords, file names.

use std::rc::Rc;

use formwork_runtime::{Array, CellArray, Dims, Error, Result, Value};
use rustc_hash::FxHashSet;

use crate::context::{Args, Context, Values, one};
use crate::kit::names::{KEYWORDS, is_identifier, is_keyword, is_variable_name, is_word};
use crate::kit::text::{all_bytes, is_cellstr, map_cell, no_text, two};

const LONGEST_NAME: usize = 63;

pub(super) fn isvarname(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    one(args[0].as_bytes().is_some_and(is_variable_name))
}

pub(super) fn iskeyword(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    match args.first() {
        None => one(CellArray::column(KEYWORDS.iter().map(Value::text).collect())),
        Some(name) => match name.as_bytes() {
            Some(name) => one(is_keyword(name)),
            None => Err(Error::plain("iskeyword: NAME must be a string")),
        },
    }
}

pub(super) fn namelengthmax(_cx: &mut dyn Context, _args: Args, _nargout: usize) -> Result<Values> {
    one(LONGEST_NAME)
}

/// What becomes of a character that no name may have.
#[derive(Clone, Copy)]
enum Style {
    Underscore,
    Delete,
    Hex,
}

fn valid_name(name: &[u8], style: Style, prefix: &[u8]) -> (Vec<u8>, bool) {
    if is_identifier(name) && !is_keyword(name) {
        return (name.to_vec(), false);
    }
    if is_keyword(name) {
        let mut result = prefix.to_vec();
        result.extend(
            name.iter().enumerate().map(
                |(place, byte)| {
                    if place == 0 { byte.to_ascii_uppercase() } else { *byte }
                },
            ),
        );
        return (result, true);
    }
    let mut result = Vec::with_capacity(name.len() + 1);
    let mut after_blank = false;
    for &byte in name {
        if super::classify::is_space(byte) {
            after_blank = true;
            continue;
        }
        // What follows blanks begins a word.
        let byte = if after_blank { byte.to_ascii_uppercase() } else { byte };
        after_blank = false;
        if is_word(byte) {
            result.push(byte);
            continue;
        }
        match style {
            Style::Underscore => result.push(b'_'),
            Style::Delete => {}
            Style::Hex => result.extend_from_slice(format!("0x{byte:02X}").as_bytes()),
        }
    }
    if result.first().is_none_or(u8::is_ascii_digit) {
        result.splice(0..0, prefix.iter().copied());
    }
    (result, true)
}

pub(super) fn make_valid_name(
    _cx: &mut dyn Context,
    args: Args,
    _nargout: usize,
) -> Result<Values> {
    let (mut style, mut prefix) = (Style::Underscore, b"x".to_vec());
    if args.len().is_multiple_of(2) {
        return Err(Error::plain("makeValidName: property/value options must occur in pairs"));
    }
    for pair in args[1..].chunks_exact(2) {
        let name = pair[0].as_text().unwrap_or_default();
        let value = pair[1].as_text().unwrap_or_default();
        match name.to_ascii_lowercase().as_str() {
            "replacementstyle" => {
                style = match value.to_ascii_lowercase().as_str() {
                    "underscore" => Style::Underscore,
                    "delete" => Style::Delete,
                    "hex" => Style::Hex,
                    other => {
                        return Err(Error::plain(format!(
                            "makeValidName: invalid 'ReplacementStyle' value '{other}'"
                        )));
                    }
                };
            }
            "prefix" => {
                if !is_identifier(value.as_bytes()) || is_keyword(value.as_bytes()) {
                    return Err(Error::plain(format!(
                        "makeValidName: invalid 'Prefix' value '{value}'"
                    )));
                }
                prefix = value.as_bytes().to_vec();
            }
            _ => return Err(Error::plain(format!("makeValidName: unknown property '{name}'"))),
        }
    }
    match &args[0] {
        Value::Char(array, _) if array.dims().is_row() || array.is_empty() => {
            let (name, changed) = valid_name(array.as_slice(), style, &prefix);
            two(Value::text(name), Value::bool(changed))
        }
        Value::Cell(cell) if is_cellstr(&args[0]) => {
            let mut changes = Vec::with_capacity(cell.numel());
            let names = map_cell(cell.clone(), |element| {
                let (name, changed) =
                    valid_name(all_bytes(&element).unwrap_or_default(), style, &prefix);
                changes.push(changed);
                Ok(Value::text(name))
            })?;
            two(names, Value::Bool(Array::new(cell.dims().clone(), changes)))
        }
        _ => Err(Error::plain("makeValidName: STR must be a string or cellstr")),
    }
}

pub(super) fn make_unique_strings(
    _cx: &mut dyn Context,
    args: Args,
    _nargout: usize,
) -> Result<Values> {
    let name = "makeUniqueStrings";
    let Some(texts) = args[0]
        .as_bytes()
        .map(|text| vec![text.to_vec()])
        .or_else(|| if is_cellstr(&args[0]) { args[0].cell_texts() } else { None })
    else {
        return Err(Error::plain(format!("{name}: STR must be a string or cellstr")));
    };
    let excluded = match args.get(1) {
        None => Vec::new(),
        Some(value) => value
            .as_bytes()
            .map(|text| vec![text.to_vec()])
            .or_else(|| value.cell_texts())
            .ok_or_else(|| Error::plain(format!("{name}: EX must be a string or cellstr")))?,
    };
    let longest = match args.get(2) {
        None => LONGEST_NAME,
        Some(value) if value.is_scalar() => {
            value.to_f64().filter(|&length| length > 0.0).map_or(0, |length| length as usize)
        }
        Some(_) => {
            return Err(Error::plain(format!(
                "{name}: PROTECTED must be a logical scalar or array the same size as STR"
            )));
        }
    };
    let mut taken: FxHashSet<Rc<[u8]>> =
        excluded.iter().map(|text| text.as_slice().into()).collect();
    let (mut results, mut changes) = (Vec::new(), Vec::new());
    for text in texts {
        let mut candidate = text.clone();
        let mut number = 0usize;
        while !taken.insert(candidate.as_slice().into()) {
            number += 1;
            let suffix = format!("_{number}");
            if suffix.len() >= longest {
                return Err(Error::plain(format!(
                    "{name}: cannot create unique elements within MAXLENGTH"
                )));
            }
            candidate.clear();
            candidate.extend_from_slice(&text[..text.len().min(longest - suffix.len())]);
            candidate.extend_from_slice(suffix.as_bytes());
        }
        changes.push(number > 0);
        results.push(Value::text(candidate));
    }
    match &args[0] {
        Value::Cell(cell) => two(
            Value::Cell(CellArray::new(cell.dims().clone(), results)),
            Value::Bool(Array::new(cell.dims().clone(), changes)),
        ),
        _ => two(
            results.pop().unwrap_or_else(no_text),
            Value::bool(changes.pop().unwrap_or_default()),
        ),
    }
}

pub(super) fn fullfile(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let mut dims = Dims::SCALAR;
    let mut any_cell = false;
    for value in &args {
        match value {
            Value::Char(..) => {}
            Value::Cell(cell) if is_cellstr(value) => {
                any_cell = true;
                if cell.numel() != 1 {
                    if dims.numel() != 1 && dims != *cell.dims() {
                        return Err(Error::plain(
                            "fullfile: cell string input must be scalar or of the same size",
                        ));
                    }
                    dims = cell.dims().clone();
                }
            }
            value if value.is_numeric() && value.is_empty() => {}
            _ => {
                return Err(Error::plain("fullfile: input must either be strings or cell strings"));
            }
        }
    }
    let joined = |place: usize| {
        let mut path: Vec<u8> = Vec::new();
        let mut last = true;
        for value in args.iter().rev() {
            let part = match value {
                Value::Cell(cell) => {
                    let element = cell.as_slice().get(place).or_else(|| cell.as_slice().first());
                    element.and_then(all_bytes).unwrap_or_default()
                }
                other => all_bytes(other).unwrap_or_default(),
            };
            if part.is_empty() {
                continue;
            }
            let mut front = part.to_vec();
            if !last {
                front.push(b'/');
            }
            front.extend_from_slice(&path);
            path = front;
            last = false;
        }
        // Separators next to each other are one.
        path.dedup_by(|a, b| *a == b'/' && *b == b'/');
        path
    };
    if !any_cell {
        return one(Value::text(joined(0)));
    }
    let paths = (0..dims.numel()).map(|place| Value::text(joined(place))).collect();
    one(CellArray::new(dims, paths))
}

pub(super) fn fileparts(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let path = match &args[0] {
        Value::Char(array, _) if array.dims().rows() <= 1 => array.as_slice(),
        _ => return Err(Error::plain("fileparts: FILENAME must be a single string")),
    };
    let slash = path.iter().rposition(|&byte| byte == b'/');
    let base = slash.map_or(0, |slash| slash + 1);
    let dot = path.iter().rposition(|&byte| byte == b'.').filter(|&dot| dot >= base);
    let dot = dot.unwrap_or(path.len());
    let folder = match slash {
        None => &path[..0],
        Some(slash) => {
            let end = path[..slash].iter().rposition(|&byte| byte != b'/').map_or(0, |at| at + 1);
            if end == 0 { &path[..1] } else { &path[..end] }
        }
    };
    Ok([folder, &path[base..dot], &path[dot..]].into_iter().map(Value::text).collect())
}

pub(super) fn filesep(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    match args.first() {
        None => one("/"),
        Some(value) => match value.as_text() {
            Some(text) if text == "all" => one("/"),
            Some(_) => Err(Error::plain("filesep: argument must be \"all\"")),
            None => Err(Error::plain("filesep: argument must be a string")),
        },
    }
}

pub(super) fn pathsep(_cx: &mut dyn Context, _args: Args, _nargout: usize) -> Result<Values> {
    one(":")
}

pub(super) fn is_absolute_filename(
    _cx: &mut dyn Context,
    args: Args,
    _nargout: usize,
) -> Result<Values> {
    one(args[0].as_bytes().is_some_and(|path| path.starts_with(b"/")))
}

pub(super) fn is_rooted_relative_filename(
    _cx: &mut dyn Context,
    args: Args,
    _nargout: usize,
) -> Result<Values> {
    one(args[0].as_bytes().is_some_and(|path| {
        path == b"." || path == b".." || path.starts_with(b"./") || path.starts_with(b"../")
    }))
}

pub(super) fn make_absolute_filename(
    cx: &mut dyn Context,
    args: Args,
    _nargout: usize,
) -> Result<Values> {
    let Some(path) = args[0].as_bytes() else {
        return Err(Error::plain("make_absolute_filename: FILE argument must be a filename"));
    };
    if path.starts_with(b"/") {
        return one(Value::text(path));
    }
    let mut absolute = cx.environment("PWD").unwrap_or_default().into_bytes();
    for part in path.split(|&byte| byte == b'/') {
        match part {
            b"" | b"." => {}
            b".." => {
                let parent = absolute.iter().rposition(|&byte| byte == b'/').unwrap_or(0);
                absolute.truncate(parent);
            }
            name => {
                absolute.push(b'/');
                absolute.extend_from_slice(name);
            }
        }
    }
    one(Value::text(absolute))
}
