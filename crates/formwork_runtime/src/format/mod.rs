//! Values as text: automatic display, `disp`, the `printf` family.

mod arrays;
pub mod c_number;
mod containers;
mod field;
mod layout;
mod objects;
mod rational;
mod strings;
mod template;
#[cfg(test)]
mod tests;

use crate::error::Result;
use crate::value::Value;

pub use rational::rational;
pub use template::{escapes, sprintf_values};

/// How numbers are displayed: what `format` and `output_precision` set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Format {
    /// How many significant digits are shown.
    pub precision: u8,
    /// Whether numbers are written as their magnitude asks for, or always alike.
    pub notation: Notation,
    /// `format compact`: without blank lines.
    pub compact: bool,
    /// `format uppercase`: capital letters in exponents and hexadecimal digits.
    pub uppercase: bool,
    /// What `format()` tells.
    pub name: &'static str,
    /// What `format` leaves alone.
    pub arrangement: Arrangement,
}

/// How values are arranged: what functions of their own set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arrangement {
    /// `fixed_point_format`: whether the numbers of a matrix have a common factor.
    pub fixed_point: bool,
    /// `split_long_rows`: whether wide matrices are shown in parts.
    pub split_rows: bool,
    /// `print_empty_dimensions`: whether the size of an empty array is shown.
    pub empty_sizes: bool,
    /// `print_struct_array_contents`: whether struct arrays are shown with their contents.
    pub contents: bool,
    /// `struct_levels_to_print`: how deep structs are shown inside structs.
    pub levels: usize,
}

/// How numbers are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Notation {
    /// As their magnitude asks for.
    #[default]
    Plain,
    /// `format short e`: always with an exponent.
    Exponent,
    /// `format short g`: as short as possible.
    General,
    /// `format bank`: two decimals.
    Bank,
    /// `format short eng`: with an exponent that is a multiple of three.
    Engineering,
    /// `format +`: the signs only.
    Signs,
    /// `format hex`: the bytes.
    Hex,
    /// `format bit`: the bits.
    Bits,
    /// `format rat`: fractions.
    Rational,
}

impl Format {
    /// `format short`.
    pub const SHORT: Format = Format {
        precision: 5,
        notation: Notation::Plain,
        compact: false,
        uppercase: false,
        name: "short",
        arrangement: Arrangement {
            fixed_point: false,
            split_rows: true,
            empty_sizes: true,
            contents: false,
            levels: 2,
        },
    };
    /// `format long`.
    pub const LONG: Format = Format { precision: 16, name: "long", ..Format::SHORT };
}

impl Default for Format {
    fn default() -> Format {
        Format::SHORT
    }
}

/// What a statement `name = value` without a semicolon prints.
#[must_use]
pub fn display(name: &str, value: &Value, format: &Format) -> Vec<u8> {
    let mut out = Vec::new();
    containers::Printer { out: &mut out, format }.named(name, value, 0, 0);
    out
}

/// What `disp(value)` prints.
#[must_use]
pub fn disp(value: &Value, format: &Format) -> Vec<u8> {
    let mut out = Vec::new();
    containers::Printer { out: &mut out, format }.bare(value);
    out
}

/// What `sprintf(template, arguments…)` gives. `name` is the function in messages.
/// Escapes in the template have been read already if it was in double quotes; in
/// single quotes they are read here.
///
/// # Errors
///
/// As in GNU Octave.
pub fn sprintf(name: &str, template: &Value, arguments: &[Value]) -> Result<Vec<u8>> {
    let mut out = Vec::new();
    sprintf_values(name, template, arguments, &mut out)?;
    Ok(out)
}

/// The same at the end of `out`, where an error leaves what came before it.
///
/// # Errors
///
/// As in GNU Octave.
pub fn sprintf_into(
    name: &str,
    template: &Value,
    arguments: &[Value],
    out: &mut Vec<u8>,
) -> Result<()> {
    sprintf_values(name, template, arguments, out)
}
