//! Parts of texts: what stands before, behind and between patterns or places.

use std::ops::Range;

use formwork_runtime::{Array, Dims, Error, Result, StringElement, Value};
use memchr::memmem;

use super::search::of_place;
use crate::context::{Args, Context, Values, one};
use crate::kit::strings::{Form, Texts};

/// Where a text is cut: at a place, from 1, or at a pattern.
enum Cut {
    Places(Array<f64>),
    Patterns(Vec<StringElement>),
}

impl Cut {
    fn read(name: &str, value: &Value) -> Result<Cut> {
        match value.to_f64_array() {
            Some(places) if value.is_numeric() => Ok(Cut::Places(places.into_owned())),
            _ => Texts::read(name, value).map(|texts| Cut::Patterns(texts.elements)),
        }
    }

    fn place(&self, text: usize) -> Option<f64> {
        match self {
            Cut::Places(places) => of_place(places.as_slice(), text).copied(),
            Cut::Patterns(_) => None,
        }
    }

    fn pattern(&self, text: usize) -> &[u8] {
        match self {
            Cut::Places(_) => &[],
            Cut::Patterns(patterns) => {
                of_place(patterns, text).and_then(StringElement::text).unwrap_or_default()
            }
        }
    }
}

fn outside(name: &str) -> Box<Error> {
    Error::plain(format!("{name}: Numeric position exceeds the number of characters in the text."))
}

/// The place from 0 that a number names in a text.
fn index(name: &str, place: f64, text: &[u8]) -> Result<usize> {
    if place >= 1.0 && place <= text.len() as f64 && place.fract() == 0.0 {
        Ok(place as usize - 1)
    } else {
        Err(outside(name))
    }
}

/// A part of each text; what has none is missing.
fn part(
    name: &str,
    args: &[Value],
    at_place: impl Fn(&[u8], usize) -> Range<usize>,
    at_pattern: impl Fn(&[u8], Range<usize>) -> Range<usize>,
) -> Result<Values> {
    let texts = Texts::read(name, &args[0])?;
    let cut = Cut::read(name, &args[1])?;
    let mut failure = None;
    let parts = texts.map(|number, text| {
        if let Some(place) = cut.place(number) {
            return match index(name, place, text) {
                Ok(place) => StringElement::new(&text[at_place(text, place)]),
                Err(error) => {
                    failure = Some(error);
                    StringElement::MISSING
                }
            };
        }
        let pattern = cut.pattern(number);
        match memmem::find(text, pattern) {
            Some(at) => StringElement::new(&text[at_pattern(text, at..at + pattern.len())]),
            None => StringElement::MISSING,
        }
    });
    match failure {
        Some(error) => Err(error),
        None => one(parts.give()),
    }
}

pub(super) fn before(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    part("extractBefore", &args, |_, place| 0..place, |_, found| 0..found.start)
}

pub(super) fn after(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    part(
        "extractAfter",
        &args,
        |text, place| place + 1..text.len(),
        |text, found| found.end..text.len(),
    )
}

/// Two cuts, and whether what is cut at belongs to what stands between.
struct Between {
    start: Cut,
    end: Cut,
    inclusive: bool,
}

impl Between {
    fn read(name: &str, start: &Value, end: &Value, options: &[Value]) -> Result<Between> {
        let (start, end) = (Cut::read(name, start)?, Cut::read(name, end)?);
        let places = matches!(start, Cut::Places(_));
        let inclusive = match options {
            [] => places,
            [option, value] if is_named(option, "Boundaries") && is_named(value, "inclusive") => {
                true
            }
            [option, value] if is_named(option, "Boundaries") && is_named(value, "exclusive") => {
                false
            }
            _ => return Err(Error::plain(format!("{name}: the only option is 'Boundaries'"))),
        };
        Ok(Between { start, end, inclusive })
    }

    /// Where the parts of a text are: all between patterns, one between places.
    fn parts(&self, name: &str, number: usize, text: &[u8]) -> Result<Vec<Range<usize>>> {
        let mut found = Vec::new();
        let mut from = 0;
        loop {
            let start = match self.start.place(number) {
                Some(place) if found.is_empty() => {
                    let place = index(name, place, text)?;
                    place..place + 1
                }
                Some(_) => return Ok(found),
                None => {
                    let pattern = self.start.pattern(number);
                    let Some(at) = memmem::find(&text[from..], pattern) else { return Ok(found) };
                    from + at..from + at + pattern.len()
                }
            };
            let end = match self.end.place(number) {
                Some(place) => {
                    let place = index(name, place, text)?;
                    place..place + 1
                }
                None => {
                    let pattern = self.end.pattern(number);
                    let Some(at) = memmem::find(&text[start.end..], pattern) else {
                        return Ok(found);
                    };
                    start.end + at..start.end + at + pattern.len()
                }
            };
            let range = match self.inclusive {
                true => start.start..end.end,
                false => start.end..end.start,
            };
            found.push(range.start..range.end.max(range.start));
            if end.end <= from {
                return Ok(found);
            }
            from = end.end;
        }
    }
}

fn is_named(value: &Value, name: &str) -> bool {
    value.as_text().is_some_and(|text| text.eq_ignore_ascii_case(name))
}

/// All parts between patterns go along the first free dimension, as `split` has them.
pub(super) fn between(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    const NAME: &str = "extractBetween";
    let texts = Texts::read(NAME, &args[0])?;
    let between = Between::read(NAME, &args[1], &args[2], &args[3..])?;
    let mut all: Vec<Vec<StringElement>> = Vec::with_capacity(texts.elements.len());
    for (number, element) in texts.elements.iter().enumerate() {
        let Some(text) = element.text() else {
            all.push(vec![StringElement::MISSING]);
            continue;
        };
        let parts = between.parts(NAME, number, text)?;
        all.push(parts.into_iter().map(|part| StringElement::new(&text[part])).collect());
    }
    let form = if texts.form == Form::Strings { Form::Strings } else { Form::Cell };
    if let [parts] = &mut all[..] {
        let elements = std::mem::take(parts);
        return one(Texts { dims: Dims::matrix(elements.len(), 1), elements, form }.give());
    }
    let count = all.first().map_or(0, Vec::len);
    if all.iter().any(|parts| parts.len() != count) {
        return Err(Error::plain("extractBetween: the texts have different numbers of parts"));
    }
    if count == 1 {
        let elements = all.into_iter().flatten().collect();
        return one(Texts { dims: texts.dims, elements, form }.give());
    }
    if texts.dims.columns() != 1 || !texts.dims.is_matrix() {
        return Err(Error::limit("several parts of each text of a row are not supported"));
    }
    let elements = (0..count).flat_map(|part| all.iter().map(move |parts| parts[part].clone()));
    let elements: Vec<StringElement> = elements.collect();
    one(Texts { dims: Dims::matrix(all.len(), count), elements, form }.give())
}

/// Texts with others in place of what stands between.
fn replaced(
    name: &str,
    texts: Texts,
    between: &Between,
    new: impl Fn(usize) -> Vec<u8>,
) -> Result<Values> {
    let mut failure = None;
    let changed = texts.map(|number, text| {
        let parts = match between.parts(name, number, text) {
            Ok(parts) => parts,
            Err(error) => {
                failure = Some(error);
                return StringElement::MISSING;
            }
        };
        let mut out = Vec::with_capacity(text.len());
        let mut from = 0;
        for part in parts {
            out.extend_from_slice(&text[from..part.start.max(from)]);
            out.extend_from_slice(&new(number));
            from = part.end.max(from);
        }
        out.extend_from_slice(&text[from..]);
        StringElement::new(out)
    });
    match failure {
        Some(error) => Err(error),
        None => one(changed.give()),
    }
}

pub(super) fn erase_between(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    const NAME: &str = "eraseBetween";
    let texts = Texts::read(NAME, &args[0])?;
    let between = Between::read(NAME, &args[1], &args[2], &args[3..])?;
    replaced(NAME, texts, &between, |_| Vec::new())
}

pub(super) fn replace_between(
    _cx: &mut dyn Context,
    args: Args,
    _nargout: usize,
) -> Result<Values> {
    const NAME: &str = "replaceBetween";
    let texts = Texts::read(NAME, &args[0])?;
    let between = Between::read(NAME, &args[1], &args[2], &args[4..])?;
    let new = Texts::read(NAME, &args[3])?;
    replaced(NAME, texts, &between, |number| {
        of_place(&new.elements, number).and_then(StringElement::text).unwrap_or_default().to_vec()
    })
}
