//! Finding and replacing: `strfind`, `strrep`, `index`, `startsWith`, `validatestring`.

use formwork_runtime::{Array, CellArray, Dims, Error, Result, Value, memory};
use memchr::memmem;

use crate::context::{Args, Context, Values, one};
use crate::kit::text::{all_bytes, char_matrix, char_row, is_cellstr, map_cell, two};

/// Where `pattern` begins in `text`; a match may begin inside another with `overlaps`.
fn places(text: &[u8], pattern: &[u8], overlaps: bool) -> Vec<usize> {
    if pattern.is_empty() || pattern.len() > text.len() {
        return Vec::new();
    }
    let mut found = Vec::new();
    let mut take = |place: usize| {
        memory::grow(&mut found, 1);
        found.push(place);
    };
    let finder = memmem::Finder::new(pattern);
    if let [byte] = pattern {
        memchr::memchr_iter(*byte, text).for_each(&mut take);
    } else if overlaps {
        let mut from = 0;
        while let Some(at) = finder.find(&text[from..]) {
            take(from + at);
            from += at + 1;
        }
    } else {
        finder.find_iter(text).for_each(&mut take);
    }
    found
}

/// The places as Octave gives them: a row from 1, or 0x0 (1x0 for empty patterns is
/// not told apart).
fn as_row(places: &[usize]) -> Value {
    if places.is_empty() {
        return Value::empty();
    }
    Value::row(places.iter().map(|&place| (place + 1) as f64).collect())
}

/// Reads `"overlaps", value` and `"forcecelloutput", value` at the end of a call.
fn options(name: &str, rest: &[Value]) -> Result<(bool, bool)> {
    let (mut overlaps, mut force_cell) = (true, false);
    for pair in rest.chunks(2) {
        let [option, value] = pair else { return Err(Error::invalid_call(name)) };
        let option = option.as_text().unwrap_or_default();
        let flag = value.to_f64().is_some_and(|flag| flag != 0.0);
        if option.eq_ignore_ascii_case("overlaps") {
            overlaps = flag;
        } else if option.eq_ignore_ascii_case("forcecelloutput") && name == "strfind" {
            force_cell = flag;
        } else {
            return Err(Error::plain(format!("{name}: unknown option: {option}")));
        }
    }
    Ok((overlaps, force_cell))
}

pub(super) fn strfind(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    one(found_in(&args)?)
}

fn found_in(args: &Args) -> Result<Value> {
    let (overlaps, force_cell) = options("strfind", &args[2..])?;
    if let Value::Cell(patterns) = &args[1] {
        // One call for each pattern.
        let (dims, patterns) = patterns.clone().into_parts();
        let mut found = Vec::with_capacity(patterns.len());
        for pattern in patterns {
            let mut call = args.clone();
            call[1] = pattern;
            found.push(found_in(&call)?);
        }
        return Ok(Value::Cell(CellArray::new(dims, found)));
    }
    let Some(pattern) = all_bytes(&args[1]) else {
        return Err(Error::plain("strfind: PATTERN must be a string or cell array of strings"));
    };
    match &args[0] {
        Value::Char(text, _) => {
            let found = as_row(&places(text.as_slice(), pattern, overlaps));
            Ok(if force_cell { Value::Cell(CellArray::row(vec![found])) } else { found })
        }
        Value::Cell(cell) => map_cell(cell.clone(), |element| match all_bytes(&element) {
            Some(text) => Ok(as_row(&places(text, pattern, overlaps))),
            None => Err(Error::plain("strfind: each element of CELLSTR must be a string")),
        }),
        _ => Err(Error::plain("strfind: first argument must be a string or cell array of strings")),
    }
}

/// `text` with each match of `pattern` replaced. Where matches overlap, what was
/// between their beginnings goes, and each gives a replacement.
fn replaced(text: &[u8], pattern: &[u8], replacement: &[u8], overlaps: bool) -> Option<Vec<u8>> {
    let places = places(text, pattern, overlaps);
    if places.is_empty() {
        return None;
    }
    let most = places.len().saturating_mul(replacement.len()).saturating_add(text.len());
    memory::demand::<u8>(most);
    let mut result = Vec::with_capacity(text.len());
    let mut from = 0;
    for place in places {
        if place > from {
            result.extend_from_slice(&text[from..place]);
        }
        result.extend_from_slice(replacement);
        from = place + pattern.len();
    }
    result.extend_from_slice(&text[from..]);
    Some(result)
}

fn replace_in(value: Value, pattern: &[u8], replacement: &[u8], overlaps: bool) -> Value {
    let Value::Char(text, quote) = &value else { return value };
    match replaced(text.as_slice(), pattern, replacement, overlaps) {
        None => value,
        Some(bytes) if bytes.is_empty() => Value::text(""),
        Some(bytes) if bytes.len() == text.numel() => {
            Value::Char(Array::new(text.dims().clone(), bytes), *quote)
        }
        Some(bytes) => Value::Char(Array::row(bytes), *quote),
    }
}

pub(super) fn strrep(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    one(with_replacements(&args)?)
}

fn with_replacements(args: &Args) -> Result<Value> {
    if args.len() == 4 {
        return Err(Error::invalid_call("strrep"));
    }
    let (overlaps, _) = options("strrep", &args[3..])?;
    if [&args[1], &args[2]].iter().any(|value| matches!(value, Value::Cell(_))) {
        return each_with_replacements(args);
    }
    let (Some(pattern), Some(replacement)) = (all_bytes(&args[1]), all_bytes(&args[2])) else {
        return Err(Error::plain(
            "strrep: PTN and REP arguments must be strings or cell arrays of strings",
        ));
    };
    match &args[0] {
        text @ Value::Char(..) => Ok(replace_in(text.clone(), pattern, replacement, overlaps)),
        Value::Cell(cell) => map_cell(cell.clone(), |element| {
            if !element.is_char() {
                return Err(Error::plain("strrep: each element of S must be a string"));
            }
            Ok(replace_in(element, pattern, replacement, overlaps))
        }),
        _ => Err(Error::plain("strrep: S must be a string or cell array of strings")),
    }
}

/// One call for each element of the cell arrays among the arguments, which have one size
/// but for those of one element.
fn each_with_replacements(args: &Args) -> Result<Value> {
    let mut size: Option<&Dims> = None;
    for cell in args.iter().filter_map(as_cell).filter(|cell| cell.numel() != 1) {
        if size.is_some_and(|size| size != cell.dims()) {
            return Err(Error::with_id(
                "Octave:invalid-fun-call",
                "strrep: cell arguments must have matching sizes",
            ));
        }
        size = Some(cell.dims());
    }
    let size = size.cloned().unwrap_or(Dims::SCALAR);
    let pick = |value: &Value, place: usize| match as_cell(value).map(CellArray::as_slice) {
        Some([only]) => only.clone(),
        Some(all) => all[place].clone(),
        None => value.clone(),
    };
    let results: Result<Vec<Value>> = (0..size.numel())
        .map(|place| with_replacements(&args.iter().map(|value| pick(value, place)).collect()))
        .collect();
    Ok(Value::Cell(CellArray::new(size, results?)))
}

fn as_cell(value: &Value) -> Option<&CellArray> {
    match value {
        Value::Cell(cell) => Some(cell),
        _ => None,
    }
}

pub(super) fn erase(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    if !args[0].is_char() && !is_cellstr(&args[0]) {
        return Err(Error::plain("erase: STR must be a string or cell array of strings"));
    }
    let mut patterns: Vec<Vec<u8>> = match &args[1] {
        Value::Char(array, _) if array.dims().is_row() || array.is_empty() => {
            vec![array.as_slice().to_vec()]
        }
        Value::Char(..) => args[1].char_rows().unwrap_or_default(),
        cell if is_cellstr(cell) => cell.cell_texts().unwrap_or_default(),
        _ => return Err(Error::plain("erase: PTN must be a string or cell array of strings")),
    };
    patterns.retain(|pattern| !pattern.is_empty());
    let one_pattern = patterns.len() == 1;
    let strip = |value: Value| -> Result<Value> {
        let Some(text) = all_bytes(&value) else { return Ok(value) };
        if one_pattern {
            return Ok(replace_in(value.clone(), &patterns[0], b"", false));
        }
        let mut kept = Vec::with_capacity(text.len());
        let mut at = 0;
        while at < text.len() {
            match patterns.iter().find(|pattern| text[at..].starts_with(pattern)) {
                Some(pattern) => at += pattern.len(),
                None => {
                    kept.push(text[at]);
                    at += 1;
                }
            }
        }
        if kept.len() == text.len() {
            return Ok(value);
        }
        Ok(Value::text(kept))
    };
    match args[0].clone() {
        Value::Cell(cell) => one(map_cell(cell, strip)?),
        other if other.dims().rows() > 1 => {
            let mut rows = Vec::new();
            for row in other.char_rows().unwrap_or_default() {
                rows.push(all_bytes(&strip(Value::text(row))?).unwrap_or_default().to_vec());
            }
            one(char_matrix(&rows)?)
        }
        other => one(strip(other)?),
    }
}

/// The first or last place of a text in each of some texts, 0 where it is not.
fn index_of(name: &str, args: &Args, last: bool) -> Result<Values> {
    let texts: Vec<Vec<u8>> = match &args[0] {
        Value::Char(array, _) if array.dims().ndims() > 2 => Vec::new(),
        Value::Char(array, _) if array.is_empty() => vec![Vec::new()],
        value @ Value::Char(..) => value.char_rows().unwrap_or_default(),
        cell if is_cellstr(cell) => cell.cell_texts().unwrap_or_default(),
        _ => {
            return Err(Error::plain(format!(
                "{name}: S must be a string, string array, or cellstr"
            )));
        }
    };
    let Some(wanted) = all_bytes(&args[1]) else {
        return Err(Error::plain("strfind: PATTERN must be a string or cell array of strings"));
    };
    let found = texts
        .iter()
        .map(|text| {
            let at = if wanted.is_empty() {
                None
            } else if last {
                memmem::rfind(text, wanted)
            } else {
                memmem::find(text, wanted)
            };
            at.map_or(0.0, |at| (at + 1) as f64)
        })
        .collect();
    let dims = match &args[0] {
        Value::Cell(cell) => cell.dims().clone(),
        _ => Dims::matrix(texts.len(), 1),
    };
    one(Array::new(dims, found))
}

pub(super) fn index(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let last = match args.get(2).map(|value| value.as_text().unwrap_or_default().to_lowercase()) {
        None => false,
        Some(direction) => match direction.as_str() {
            "first" => false,
            "last" => true,
            _ => {
                return Err(Error::plain("index: DIRECTION must be either \"first\" or \"last\""));
            }
        },
    };
    index_of("index", &args, last)
}

pub(super) fn rindex(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    index_of("index", &args, true)
}

pub(super) fn strchr(_cx: &mut dyn Context, args: Args, nargout: usize) -> Result<Values> {
    let Value::Char(text, _) = &args[0] else {
        return Err(Error::plain("strchr: STR argument must be a string or string array"));
    };
    let Some(wanted) = all_bytes(&args[1]) else {
        return Err(Error::plain("strchr: CHARS argument must be a string"));
    };
    let mut found: Vec<usize> = text
        .as_slice()
        .iter()
        .enumerate()
        .filter(|(_, byte)| wanted.contains(byte))
        .map(|(place, _)| place)
        .collect();
    if let Some(limit) = args.get(2).and_then(Value::to_f64) {
        let limit = limit.max(0.0) as usize;
        let from_end = args.get(3).and_then(Value::as_text).is_some_and(|end| end == "last");
        if from_end {
            found.drain(..found.len().saturating_sub(limit));
        } else {
            found.truncate(limit);
        }
    }
    let is_row = text.dims().is_row();
    let rows = text.dims().rows().max(1);
    let shaped = |values: Vec<f64>| {
        if is_row { Value::row(values) } else { Value::column(values) }
    };
    if nargout < 2 {
        return one(shaped(found.iter().map(|&place| (place + 1) as f64).collect()));
    }
    two(
        shaped(found.iter().map(|&place| (place % rows + 1) as f64).collect()),
        shaped(found.iter().map(|&place| (place / rows + 1) as f64).collect()),
    )
}

/// Whether texts begin, or end, with one of some patterns.
fn at_edge(name: &str, args: &Args, at_end: bool) -> Result<Values> {
    if args.len() == 3 {
        return Err(Error::invalid_call(name));
    }
    let texts = |value: &Value, which: &str| match value {
        Value::Char(array, _) if array.is_empty() => Ok(vec![Vec::new()]),
        Value::Char(..) => Ok(value.char_rows().unwrap_or_default()),
        cell if is_cellstr(cell) => Ok(cell.cell_texts().unwrap_or_default()),
        _ => {
            Err(Error::plain(format!("{name}: {which} must be a string or cell array of strings")))
        }
    };
    let subjects = texts(&args[0], "STR")?;
    let patterns = texts(&args[1], "PATTERN")?;
    let mut fold_case = false;
    if let [_, _, option, value] = &args[..] {
        if !option.as_text().is_some_and(|text| text.eq_ignore_ascii_case("ignorecase")) {
            return Err(Error::plain(format!("{name}: third input must be \"IgnoreCase\"")));
        }
        fold_case = match value {
            Value::Char(..) | Value::Cell(_) | Value::Struct(_) => {
                return Err(Error::plain(format!(
                    "logical: wrong type argument '{}'",
                    formwork_runtime::ops::type_name(value)
                )));
            }
            flag if flag.is_scalar() => flag.to_f64().is_some_and(|flag| flag != 0.0),
            _ => {
                return Err(Error::plain(format!(
                    "{name}: IGNORE_CASE value must be a logical scalar"
                )));
            }
        };
    }
    if !at_end && patterns.iter().any(Vec::is_empty) {
        let function = if fold_case { "strncmpi" } else { "strncmp" };
        return Err(Error::plain(format!("{function}: N must be greater than 0")));
    }
    let fits = |text: &[u8]| {
        patterns.iter().any(|pattern| {
            if pattern.len() > text.len() {
                return false;
            }
            let part =
                if at_end { &text[text.len() - pattern.len()..] } else { &text[..pattern.len()] };
            if fold_case { part.eq_ignore_ascii_case(pattern) } else { part == &pattern[..] }
        })
    };
    let dims = match &args[0] {
        Value::Cell(cell) => cell.dims().clone(),
        _ => Dims::matrix(subjects.len(), 1),
    };
    one(Array::new(dims, subjects.iter().map(|text| fits(text)).collect::<Vec<bool>>()))
}

pub(super) fn starts_with(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    at_edge("startsWith", &args, false)
}

pub(super) fn ends_with(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    at_edge("endsWith", &args, true)
}

pub(super) fn regexptranslate(cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let Some(operation) = args[0].as_text() else {
        return Err(Error::plain("regexptranslate: operation OP must be a string"));
    };
    let text = crate::kit::text::to_chars(cx, args[1].clone())?;
    let bytes = all_bytes(&text).unwrap_or_default();
    let mut result = Vec::with_capacity(bytes.len() * 2);
    match operation.to_ascii_lowercase().as_str() {
        "wildcard" => {
            for &byte in bytes {
                match byte {
                    b'.' => result.extend_from_slice(b"\\."),
                    b'*' => result.extend_from_slice(b".*"),
                    b'?' => result.push(b'.'),
                    other => result.push(other),
                }
            }
        }
        "escape" => {
            for &byte in bytes {
                if b"$.?[]^\\|(){}*+".contains(&byte) {
                    result.push(b'\\');
                }
                result.push(byte);
            }
        }
        _ => return Err(Error::plain("regexptranslate: invalid operation OP")),
    }
    if result.is_empty() { one(text) } else { one(char_row(result)) }
}

pub(super) fn validatestring(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let wanted = match &args[0] {
        Value::Char(array, _) if array.dims().is_row() && !array.is_empty() => array.as_slice(),
        _ => {
            return Err(Error::plain("validatestring: STR must be a single character string"));
        }
    };
    if !is_cellstr(&args[1]) {
        return Err(Error::plain("validatestring: STRARRAY must be a cellstr"));
    }
    let choices = args[1].cell_texts().unwrap_or_default();
    // The function, the variable and the position, each of which may be missing.
    let mut rest = args[2..].iter();
    let mut position = None;
    let mut names: Vec<String> = Vec::new();
    for value in rest.by_ref() {
        if let Some(text) = value.as_text() {
            names.push(text.into_owned());
        } else if let Some(number) = value.to_f64() {
            if number.is_nan() || number < 1.0 || number.fract() != 0.0 {
                return Err(Error::plain("validatestring: POSITION must be a scalar integer"));
            }
            position = Some(number);
        }
    }
    let mut prefix = match names.first() {
        Some(function) if !function.is_empty() => format!("{function}: "),
        _ => "validatestring: ".to_owned(),
    };
    prefix.push_str(&format!("'{}'", String::from_utf8_lossy(wanted)));
    let mut details = Vec::new();
    if let Some(variable) = names.get(1).filter(|name| !name.is_empty()) {
        details.push(format!("variable {variable}"));
    }
    if let Some(position) = position {
        details.push(format!("argument #{position}"));
    }
    if !details.is_empty() {
        prefix.push_str(&format!(" ({})", details.join(", ")));
    }
    let listed = |texts: &[&Vec<u8>]| {
        let quoted: Vec<String> =
            texts.iter().map(|text| format!("'{}'", String::from_utf8_lossy(text))).collect();
        quoted.join(", ")
    };
    let begins = |text: &[u8]| {
        text.len() >= wanted.len() && text[..wanted.len()].eq_ignore_ascii_case(wanted)
    };
    let matches: Vec<&Vec<u8>> = choices.iter().filter(|text| begins(text)).collect();
    match &matches[..] {
        [] => {
            let all: Vec<&Vec<u8>> = choices.iter().collect();
            Err(Error::plain(format!("{prefix} does not match any of\n{}", listed(&all))))
        }
        [only] => one(Value::text(only)),
        several => {
            if let Some(exact) = several.iter().find(|text| text.eq_ignore_ascii_case(wanted)) {
                return one(Value::text(exact));
            }
            // The shortest wins if all others begin with it.
            let shortest = several.iter().min_by_key(|text| text.len()).unwrap_or(&several[0]);
            let all_extend = several.iter().all(|text| {
                text.len() >= shortest.len()
                    && text[..shortest.len()].eq_ignore_ascii_case(shortest)
            });
            if all_extend {
                return one(Value::text(shortest));
            }
            Err(Error::plain(format!(
                "{prefix} matches multiple possible values:\n{}",
                listed(several)
            )))
        }
    }
}
