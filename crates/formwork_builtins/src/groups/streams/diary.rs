//! `diary`: what a program prints goes to a file, too.

use formwork_runtime::{Error, Result, Value};

use crate::context::{Args, Context, Values, none};
use crate::outside::{said, write_file};

/// The file that is written to if none is named.
const FILE: &str = "diary";

/// Begins or ends writing; with outputs, says whether it is written, and to which file.
pub(super) fn diary(cx: &mut dyn Context, args: Args, nargout: usize) -> Result<Values> {
    let session = cx.session();
    let file = session.diary_file.clone().unwrap_or_else(|| FILE.to_owned());
    if nargout > 0 {
        let state = Value::from(session.diary_is_on);
        return Ok([state, Value::text(file)].into_iter().collect());
    }
    let (file, on) = match args.first().map(|word| word.as_text().filter(|_| word.is_char())) {
        None => (file, !session.diary_is_on),
        Some(None) => return Err(Error::plain("diary: first argument must be a string")),
        Some(Some(word)) => match &*word {
            "on" => (file, true),
            "off" => (file, false),
            name => (name.to_owned(), true),
        },
    };
    session.diary_is_on = false;
    if on && let Err(error) = write_file(cx, "diary", &file, b"", true)? {
        return Err(Error::plain(format!(
            "diary: can't open diary file '{file}': {}",
            said(&error)
        )));
    }
    let session = cx.session();
    session.diary_file = Some(file);
    session.diary_is_on = on;
    none()
}
