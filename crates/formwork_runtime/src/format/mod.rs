//! Values as text: automatic display, `disp`, the `printf` family.

use crate::error::{Error, Result};
use crate::value::Value;

/// How numbers are displayed: what `format` sets.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Format {
    /// `format long` rather than `format short`.
    pub long: bool,
}

/// What a statement `name = value` without a semicolon prints.
#[must_use]
pub fn display(name: &str, value: &Value, format: &Format) -> Vec<u8> {
    let _ = format;
    format!("{name} = {value:?}\n").into_bytes()
}

/// What `disp(value)` prints.
#[must_use]
pub fn disp(value: &Value, format: &Format) -> Vec<u8> {
    let _ = format;
    format!("{value:?}\n").into_bytes()
}

/// What `sprintf(template, arguments…)` gives. `name` is the function in messages.
/// Escapes in the template have been read already if it was in double quotes; in
/// single quotes they are read here.
///
/// # Errors
///
/// As in GNU Octave.
pub fn sprintf(name: &str, template: &Value, arguments: &[Value]) -> Result<Vec<u8>> {
    let _ = (template, arguments);
    Err(Error::plain(format!("{name} is not there yet")))
}
