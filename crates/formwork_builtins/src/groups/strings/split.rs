//! Cutting texts into parts: `split`, `splitlines`.

use formwork_runtime::{Dims, Error, Result, StringElement, Value};

use crate::context::{Args, Context, Values, one};
use crate::kit::strings::{Form, Texts};

pub(super) fn split(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let texts = Texts::read("split", &args[0])?;
    let delimiters: Option<Vec<Vec<u8>>> = match args.get(1) {
        Some(value) => {
            let delimiters = Texts::read("split", value)?;
            Some(delimiters.present().into_iter().map(<[u8]>::to_vec).collect())
        }
        None => None,
    };
    let dimension = match args.get(2) {
        Some(value) => match value.to_f64() {
            Some(number) if number >= 1.0 && number.fract() == 0.0 && number < 1e3 => {
                Some(number as usize - 1)
            }
            _ => return Err(Error::plain("split: the dimension must be a whole number")),
        },
        None => None,
    };
    one(arranged("split", texts, dimension, |text| match &delimiters {
        Some(delimiters) => parts(text, delimiters),
        None => words(text),
    })?)
}

pub(super) fn splitlines(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let texts = Texts::read("splitlines", &args[0])?;
    let ends = [&b"\r\n"[..], b"\n", b"\r"].map(<[u8]>::to_vec);
    one(arranged("splitlines", texts, None, |text| parts(text, &ends))?)
}

/// The parts between delimiters; of several that stand in one place the longest counts.
fn parts(text: &[u8], delimiters: &[Vec<u8>]) -> Vec<StringElement> {
    let mut found = Vec::new();
    let (mut start, mut at) = (0, 0);
    while at < text.len() {
        let here = delimiters
            .iter()
            .filter(|delimiter| !delimiter.is_empty() && text[at..].starts_with(delimiter))
            .map(Vec::len)
            .max();
        match here {
            Some(length) => {
                found.push(StringElement::new(&text[start..at]));
                at += length;
                start = at;
            }
            None => at += 1,
        }
    }
    found.push(StringElement::new(&text[start..]));
    found
}

/// The parts between white space, of which what stands together is one delimiter.
fn words(text: &[u8]) -> Vec<StringElement> {
    let is_blank = |byte: &u8| byte.is_ascii_whitespace() || *byte == 11;
    let mut found = vec![Vec::new()];
    let mut blank = false;
    for byte in text {
        match (is_blank(byte), blank) {
            (true, false) => found.push(Vec::new()),
            (true, true) => {}
            (false, _) => {
                if let Some(last) = found.last_mut() {
                    last.push(*byte);
                }
            }
        }
        blank = is_blank(byte);
    }
    found.into_iter().map(StringElement::new).collect()
}

/// The parts of each text along a dimension: the first of extent one behind the others, if none
/// is said; a column for one text.
fn arranged(
    name: &str,
    texts: Texts,
    dimension: Option<usize>,
    cut: impl Fn(&[u8]) -> Vec<StringElement>,
) -> Result<Value> {
    let cut = |element: &StringElement| match element.text() {
        Some(text) => cut(text),
        None => vec![StringElement::MISSING],
    };
    let all: Vec<Vec<StringElement>> = texts.elements.iter().map(cut).collect();
    let count = all.first().map_or(0, Vec::len);
    if all.iter().any(|parts| parts.len() != count) {
        return Err(Error::plain(format!(
            "{name}: the texts have different numbers of parts; take them one by one"
        )));
    }
    let form = if texts.form == Form::Strings { Form::Strings } else { Form::Cell };
    let dims = &texts.dims;
    let free = match texts.elements.len() {
        1 => 0,
        _ => {
            let last = dims.as_slice().iter().rposition(|&extent| extent != 1);
            last.map_or(0, |last| last + 1).max(1)
        }
    };
    let dimension = dimension.unwrap_or(free);
    if dims.get(dimension) != 1 {
        return Err(Error::plain(format!("{name}: that dimension has several elements already")));
    }
    // The parts go between the dimensions before theirs and those behind it.
    let (before, _, after) = dims.around(dimension);
    let mut elements = Vec::with_capacity(count * all.len());
    for block in 0..after {
        for part in 0..count {
            for inner in 0..before {
                elements.push(all[inner + block * before][part].clone());
            }
        }
    }
    let mut extents: Vec<usize> =
        (0..dims.ndims().max(dimension + 1)).map(|k| dims.get(k)).collect();
    extents[dimension] = count;
    Ok(Texts { dims: Dims::new(&extents), elements, form }.give())
}
