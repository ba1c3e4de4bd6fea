//! Patterns in texts: `contains`, `count`, `replace`, `insertBefore`.

use formwork_runtime::{Error, Result, StringElement, Value};
use memchr::memmem;

use crate::context::{Args, Context, Values, one};
use crate::kit::strings::Texts;

/// Texts, patterns, and whether the case of letters does not matter.
struct Search {
    texts: Texts,
    patterns: Vec<Vec<u8>>,
    folds_case: bool,
}

impl Search {
    fn read(name: &str, args: &[Value]) -> Result<Search> {
        let texts = Texts::read(name, &args[0])?;
        let patterns = Texts::read(name, &args[1])?;
        let folds_case = match &args[2..] {
            [] => false,
            [option, value] if is_ignore_case(option) => formwork_runtime::ops::is_true(value)?,
            _ => return Err(Error::plain(format!("{name}: the only option is 'IgnoreCase'"))),
        };
        let read = |text: &[u8]| if folds_case { text.to_ascii_lowercase() } else { text.to_vec() };
        let patterns = patterns.present().into_iter().map(read).collect();
        Ok(Search { texts, patterns, folds_case })
    }

    fn prepared(&self, text: &[u8]) -> Vec<u8> {
        if self.folds_case { text.to_ascii_lowercase() } else { text.to_vec() }
    }
}

fn is_ignore_case(option: &Value) -> bool {
    option.as_text().is_some_and(|text| text.eq_ignore_ascii_case("IgnoreCase"))
}

pub(super) fn contains(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let search = Search::read("contains", &args)?;
    one(Value::Bool(search.texts.ask(false, |text| {
        let text = search.prepared(text);
        search.patterns.iter().any(|pattern| memmem::find(&text, pattern).is_some())
    })))
}

pub(super) fn matches(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let search = Search::read("matches", &args)?;
    one(Value::Bool(
        search.texts.ask(false, |text| search.patterns.contains(&search.prepared(text))),
    ))
}

pub(super) fn count(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let search = Search::read("count", &args)?;
    one(Value::Double(search.texts.ask(0.0, |text| {
        let text = search.prepared(text);
        let found = |pattern: &Vec<u8>| match pattern.is_empty() {
            true => 0,
            false => memmem::find_iter(&text, pattern).count(),
        };
        search.patterns.iter().map(found).sum::<usize>() as f64
    })))
}

/// All texts are looked for at once: at each place the first that stands there is replaced.
pub(super) fn replace(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let texts = Texts::read("replace", &args[0])?;
    let (old, new) = (Texts::read("replace", &args[1])?, Texts::read("replace", &args[2])?);
    if new.elements.len() != 1 && new.elements.len() != old.elements.len() {
        return Err(Error::plain("replace: there must be one new text, or one for each old one"));
    }
    let pairs: Vec<(&[u8], &[u8])> = old
        .elements
        .iter()
        .enumerate()
        .filter_map(|(place, old)| {
            let new = &new.elements[if new.elements.len() == 1 { 0 } else { place }];
            Some((old.text().filter(|old| !old.is_empty())?, new.text()?))
        })
        .collect();
    let replaced = |_, text: &[u8]| {
        let mut out = Vec::with_capacity(text.len());
        let mut rest = text;
        while let Some((&byte, after)) = rest.split_first() {
            match pairs.iter().find(|(old, _)| rest.starts_with(old)) {
                Some((old, new)) => {
                    out.extend_from_slice(new);
                    rest = &rest[old.len()..];
                }
                None => {
                    out.push(byte);
                    rest = after;
                }
            }
        }
        StringElement::new(out)
    };
    one(texts.map(replaced).give())
}

pub(super) fn insert_before(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    insert("insertBefore", &args, true)
}

pub(super) fn insert_after(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    insert("insertAfter", &args, false)
}

/// The one element of several, or that of a text's own place.
pub(super) fn of_place<T>(elements: &[T], place: usize) -> Option<&T> {
    elements.get(if elements.len() == 1 { 0 } else { place })
}

fn insert(name: &str, args: &[Value], before: bool) -> Result<Values> {
    let texts = Texts::read(name, &args[0])?;
    let new = Texts::read(name, &args[2])?;
    let new_text = |place: usize| {
        of_place(&new.elements, place).and_then(StringElement::text).unwrap_or_default()
    };
    if let Some(places) = args[1].to_f64_array().filter(|_| args[1].is_numeric()) {
        let mut outside = false;
        let inserted = texts.map(|place, text| {
            let at = of_place(places.as_slice(), place).copied().unwrap_or(0.0);
            let at = if before { at - 1.0 } else { at };
            if !(at >= 0.0 && at <= text.len() as f64 && at.fract() == 0.0) {
                outside = true;
                return StringElement::MISSING;
            }
            let (left, right) = text.split_at(at as usize);
            StringElement::new([left, new_text(place), right].concat())
        });
        if outside {
            return Err(Error::plain(format!("{name}: the place is outside of the text")));
        }
        return one(inserted.give());
    }
    let patterns = Texts::read(name, &args[1])?;
    let patterns = patterns.present();
    let inserted = texts.map(|place, text| {
        let mut out = Vec::with_capacity(text.len());
        let mut rest = text;
        while let Some((&byte, after)) = rest.split_first() {
            let found =
                patterns.iter().find(|pattern| !pattern.is_empty() && rest.starts_with(pattern));
            let Some(pattern) = found else {
                out.push(byte);
                rest = after;
                continue;
            };
            if before {
                out.extend_from_slice(new_text(place));
            }
            out.extend_from_slice(pattern);
            if !before {
                out.extend_from_slice(new_text(place));
            }
            rest = &rest[pattern.len()..];
        }
        StringElement::new(out)
    });
    one(inserted.give())
}
