//! Regular expressions: `regexp`, `regexprep`.
//!
//! The patterns are those of PCRE, which Octave uses: a matcher of our own runs them
//! on the bytes of UTF-8 text with backtracking, and gives up after so many steps.

mod matcher;
mod parse;
mod pattern;
mod program;
mod replace;
mod subject;
mod syntax;

use std::rc::Rc;

use formwork_runtime::{Array, CellArray, Dims, Error, Quote, Result, StructArray, Value};

pub(crate) use self::pattern::Pattern;
use self::pattern::{Match, Options};
use self::subject::{implicit_text, text_list};
use crate::context::{Args, Context, Values};
use crate::row::{Arity, Output, Row, Strings, pure};
use crate::rules::contents;
use crate::rules::special;
use crate::rules::{ClassRule, ShapeRule};

const ANYTHING: Output = Output::new(ShapeRule::Unknown, ClassRule::Unknown);

pub(crate) const ROWS: &[Row] = &[
    pure(
        "regexp",
        Arity::at_least(2),
        &[ANYTHING, ANYTHING, ANYTHING, ANYTHING, ANYTHING, ANYTHING, ANYTHING],
        regexp,
        "Finds what matches a regular expression.",
    )
    .own_shape(special::regexp::shape)
    .own_classes(special::regexp::classes)
    .vetted()
    .strings(Strings::Kept)
    .lenient_in_matlab(),
    pure(
        "regexpi",
        Arity::at_least(2),
        &[ANYTHING, ANYTHING, ANYTHING, ANYTHING, ANYTHING, ANYTHING, ANYTHING],
        regexpi,
        "Finds what matches a regular expression except for letter case.",
    )
    .own_shape(special::regexp::shape)
    .own_classes(special::regexp::classes)
    .doubted_of_others()
    .strings(Strings::Kept)
    .lenient_in_matlab(),
    pure(
        "regexprep",
        Arity::at_least(3),
        &[Output::new(ShapeRule::Unknown, ClassRule::Special)],
        replace::regexprep,
        "Replaces what matches a regular expression.",
    )
    .own_shape(special::text::replaced)
    .own_classes(special::classes::texts)
    .contents(contents::texts_for_texts)
    .vetted()
    .strings(Strings::Kept)
    .lenient_in_matlab(),
];

/// What can be asked for, in the order of the outputs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Part {
    Start,
    End,
    TokenExtents,
    Match,
    Tokens,
    Names,
    Split,
}

const PARTS: [(Part, &str); 7] = [
    (Part::Start, "start"),
    (Part::End, "end"),
    (Part::TokenExtents, "tokenextents"),
    (Part::Match, "match"),
    (Part::Tokens, "tokens"),
    (Part::Names, "names"),
    (Part::Split, "split"),
];

fn regexp(cx: &mut dyn Context, args: Args, nargout: usize) -> Result<Values> {
    search(cx, "regexp", &args, false, nargout)
}

fn regexpi(cx: &mut dyn Context, args: Args, nargout: usize) -> Result<Values> {
    search(cx, "regexpi", &args, true, nargout)
}

fn search(
    cx: &mut dyn Context,
    who: &'static str,
    args: &Args,
    fold: bool,
    nargout: usize,
) -> Result<Values> {
    let mut options = Options::default();
    options.flags.fold = fold;
    let mut parts: Vec<Part> = Vec::new();
    for option in &args[2..] {
        let Some(name) = option.as_text() else {
            return Err(Error::plain(format!("{who}: optional arguments must be strings")));
        };
        let name = name.to_ascii_lowercase();
        if options.read(&name) {
            continue;
        }
        match PARTS.iter().find(|(_, known)| *known == name) {
            Some(&(part, _)) if !parts.contains(&part) => parts.push(part),
            Some(_) => {}
            None => return Err(Error::plain(format!("{who}: unrecognized option"))),
        }
    }
    // What was not asked for follows in its order.
    for (part, _) in PARTS {
        if !parts.contains(&part) {
            parts.push(part);
        }
    }
    parts.truncate(nargout.max(1));

    let (subjects, patterns) = (&args[0], &args[1]);
    let dims = match (subjects, patterns) {
        (Value::Cell(subjects), Value::Cell(patterns)) => {
            if patterns.numel() == 1 {
                subjects.dims().clone()
            } else if subjects.numel() == 1 || subjects.dims() == patterns.dims() {
                patterns.dims().clone()
            } else {
                return Err(Error::plain(format!("{who}: inconsistent cell array dimensions")));
            }
        }
        (Value::Cell(cell), _) | (_, Value::Cell(cell)) => cell.dims().clone(),
        _ => {
            let (text, pattern) =
                (implicit_text(cx, subjects)?.0, compiled(cx, who, patterns, &options)?);
            let matches = pattern.matches(cx, &text, &options)?;
            return Ok(parts
                .iter()
                .map(|&part| output(part, &text, &pattern, &matches, options.once))
                .collect());
        }
    };
    let mut columns: Vec<Vec<Value>> = vec![Vec::with_capacity(dims.numel()); parts.len()];
    let (subjects, patterns) = (text_list(subjects), text_list(patterns));
    let mut ready: Vec<Option<Rc<Pattern>>> = vec![None; patterns.len()];
    for place in 0..dims.numel() {
        let which = if patterns.len() == 1 { 0 } else { place };
        let pattern = match &ready[which] {
            Some(pattern) => Rc::clone(pattern),
            None => {
                let pattern = Rc::new(compiled(cx, who, &patterns[which], &options)?);
                ready[which] = Some(Rc::clone(&pattern));
                pattern
            }
        };
        let subject = if subjects.len() == 1 { &subjects[0] } else { &subjects[place] };
        let text = implicit_text(cx, subject)?.0;
        let matches = pattern.matches(cx, &text, &options)?;
        for (column, &part) in columns.iter_mut().zip(&parts) {
            column.push(output(part, &text, &pattern, &matches, options.once));
        }
    }
    Ok(columns
        .into_iter()
        .map(|column| Value::Cell(CellArray::new(dims.clone(), column)))
        .collect())
}

fn compiled(
    cx: &mut dyn Context,
    who: &'static str,
    pattern: &Value,
    options: &Options,
) -> Result<Pattern> {
    let (text, quote) = implicit_text(cx, pattern)?;
    Pattern::with_options(who, &text, quote == Quote::Single, options)
}

/// One output of a search.
fn output(part: Part, text: &[u8], pattern: &Pattern, matches: &[Match], once: bool) -> Value {
    let piece =
        |&(start, end): &(usize, usize)| Value::text(text.get(start..end).unwrap_or_default());
    let all = |matches: &[Match], each: &dyn Fn(&Match) -> Value| {
        Value::Cell(CellArray::row(matches.iter().map(each).collect()))
    };
    let numbers = |of: fn(&Match) -> usize| {
        let values: Vec<f64> = matches.iter().map(|found| of(found) as f64).collect();
        if once && values.is_empty() { Value::empty() } else { Value::row(values) }
    };
    let only = if once { Some(matches.first()) } else { None };
    match part {
        Part::Start => numbers(|found| found.start + 1),
        Part::End => numbers(|found| found.end),
        Part::TokenExtents => match only {
            Some(None) => Value::empty(),
            Some(Some(found)) => extents(found),
            None => all(matches, &extents),
        },
        Part::Match => {
            let whole = |found: &Match| piece(&(found.start, found.end));
            match only {
                Some(None) => Value::text(""),
                Some(Some(found)) => whole(found),
                None => all(matches, &whole),
            }
        }
        Part::Tokens => {
            let tokens = |found: &Match| found.tokens.iter().map(piece).collect::<Vec<_>>();
            match only {
                Some(found) => match found.map(tokens).unwrap_or_default() {
                    none if none.is_empty() => Value::Cell(CellArray::new(Dims::EMPTY, Vec::new())),
                    some => Value::Cell(CellArray::column(some)),
                },
                None => all(matches, &|found| Value::Cell(CellArray::row(tokens(found)))),
            }
        }
        Part::Names => {
            if matches.is_empty() {
                let mut names = StructArray::without_fields(Dims::EMPTY);
                for name in &pattern.names {
                    names.set_field(&String::from_utf8_lossy(name), Vec::new());
                }
                return names.into();
            }
            let mut names = StructArray::without_fields(Dims::matrix(1, matches.len()));
            for (place, name) in pattern.names.iter().enumerate() {
                let values = matches
                    .iter()
                    .map(|found| {
                        found.named[place].map_or_else(|| Value::text(""), |at| piece(&at))
                    })
                    .collect();
                names.set_field(&String::from_utf8_lossy(name), values);
            }
            names.into()
        }
        Part::Split => {
            if once && matches.is_empty() {
                return Value::text(text);
            }
            let mut from = 0;
            let mut pieces = Vec::with_capacity(matches.len() + 1);
            for found in matches {
                pieces.push(piece(&(from, found.start)));
                from = found.end.max(found.start);
            }
            pieces.push(piece(&(from, text.len())));
            Value::Cell(CellArray::row(pieces))
        }
    }
}

fn extents(found: &Match) -> Value {
    let count = found.tokens.len();
    let starts = found.tokens.iter().map(|&(start, _)| (start + 1) as f64);
    let ends = found.tokens.iter().map(|&(_, end)| end as f64);
    Value::Double(Array::new(Dims::matrix(count, 2), starts.chain(ends).collect()))
}

#[cfg(test)]
mod tests;
