//! `imread` and `imwrite`: pictures as arrays.

use formwork_files::Malformed;
use formwork_files::picture::{self, Drawn, Format};
use formwork_runtime::{Error, Result, Value};

use crate::context::{Args, Context, Values, none};
use crate::outside::{said, whole_file, write_file};

/// `[image, map, alpha] = imread (FILE, EXT)`.
pub(super) fn imread(cx: &mut dyn Context, args: Args, nargout: usize) -> Result<Values> {
    let Some(name) = args[0].as_text().filter(|_| args[0].is_char()) else {
        return Err(Error::plain("imread: FILENAME must be a string"));
    };
    let mut names = vec![name.to_string()];
    if let Some(ending) = args.get(1).and_then(Value::as_text) {
        names.push(format!("{name}.{ending}"));
    }
    let mut bytes = None;
    for name in &names {
        if let Ok(found) = whole_file(cx, "imread", name)? {
            bytes = Some(found);
            break;
        }
    }
    let Some(bytes) = bytes else {
        return Err(Error::plain(format!("imread: unable to find file '{name}'")));
    };
    let picture = picture::read(&bytes).map_err(|problem| match problem {
        Malformed::Broken(what) => Error::plain(format!("imread: '{name}' is damaged: {what}")),
        Malformed::Unsupported(what) => Error::limit(format!("imread: '{name}': {what}")),
    })?;
    let mut values: Values = smallvec::smallvec![picture.image];
    if nargout > 1 {
        values.push(picture.map.unwrap_or_else(Value::empty));
    }
    if nargout > 2 {
        values.push(picture.alpha.unwrap_or_else(Value::empty));
    }
    Ok(values)
}

/// `imwrite (IMAGE, MAP, FILE, FORMAT, "Alpha", A)`.
pub(super) fn imwrite(cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let usage = || Error::invalid_call("imwrite");
    let (map, rest) = match &args[1..] {
        [map, rest @ ..] if !map.is_char() => (Some(map), rest),
        rest => (None, rest),
    };
    let [file, rest @ ..] = rest else { return Err(usage()) };
    let file = file.as_text().filter(|_| file.is_char()).ok_or_else(usage)?;
    let ending = file.rsplit_once('.').map(|(_, ending)| ending.to_owned()).unwrap_or_default();
    // Pairs of options stand behind the format.
    let (named, pairs) = match rest {
        [format, pairs @ ..] if rest.len() % 2 == 1 => (format.as_text(), pairs),
        pairs => (None, pairs),
    };
    let wanted = named.as_deref().unwrap_or(&ending);
    let Some(format) = Format::named(wanted) else {
        return Err(Error::limit(format!(
            "imwrite: '{wanted}' is not supported; write png, pbm, pgm or ppm"
        )));
    };
    let mut alpha = None;
    for pair in pairs.chunks_exact(2) {
        let option = pair[0].as_text().ok_or_else(usage)?;
        if option.eq_ignore_ascii_case("alpha") {
            alpha = Some(&pair[1]);
        } else if !option.eq_ignore_ascii_case("compression") {
            return Err(Error::limit(format!("imwrite: the option '{option}' is not supported")));
        }
    }
    let drawn = Drawn { image: &args[0], map, alpha };
    let bytes = picture::write(&drawn, format)
        .map_err(|problem| Error::plain(format!("imwrite: {problem}")))?;
    write_file(cx, "imwrite", &file, &bytes, false)?.map_err(|error| {
        Error::plain(format!("imwrite: unable to write '{file}': {}", said(&error)))
    })?;
    none()
}
