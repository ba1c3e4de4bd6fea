//! MATLAB's strings: arrays whose elements are texts, or missing.
//!
//! They exist only where a program is read as MATLAB reads it. An element is one text of any
//! length; what is not there is *missing*, shown as `<missing>`, which equals nothing. Conversions
//! are those that MATLAB makes when something stands beside a string: a row of characters is one
//! element, a matrix of them has one for each row, a number the text that it is written as.
//!
//! ```text
//! "abc"              1x1
//! ["a" "bc"]         1x2
//! s(3) = "x"         what lies between is missing
//! ```

use std::cmp::Ordering;
use std::rc::Rc;

use crate::array::Array;
use crate::cell::CellArray;
use crate::element::Integer;
use crate::format::c_number;
use crate::value::Value;

/// An element of a string array: a text, or missing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StringElement(Option<Rc<[u8]>>);

impl StringElement {
    /// `<missing>`
    pub const MISSING: StringElement = StringElement(None);

    /// A text.
    #[must_use]
    pub fn new(text: impl AsRef<[u8]>) -> StringElement {
        StringElement(Some(text.as_ref().into()))
    }

    /// Its text, if it is not missing.
    #[must_use]
    pub fn text(&self) -> Option<&[u8]> {
        self.0.as_deref()
    }

    /// How two texts are ordered: byte by byte. What is missing is ordered before nothing.
    #[must_use]
    pub fn order(&self, other: &StringElement) -> Option<Ordering> {
        Some(self.text()?.cmp(other.text()?))
    }
}

impl<T: AsRef<[u8]>> From<T> for StringElement {
    fn from(text: T) -> StringElement {
        StringElement::new(text)
    }
}

impl Value {
    /// A string scalar.
    #[must_use]
    pub fn string(text: impl AsRef<[u8]>) -> Value {
        Value::Strings(Array::scalar(StringElement::new(text)))
    }

    /// Whether it is an array of strings.
    #[must_use]
    pub const fn is_strings(&self) -> bool {
        matches!(self, Value::Strings(_))
    }

    /// As an array of strings: text, numbers, truth values, and cell arrays of those. `None` for
    /// what becomes none.
    #[must_use]
    pub fn to_strings(&self) -> Option<Array<StringElement>> {
        fn integers<T: Integer>(array: &Array<T>) -> Array<StringElement> {
            array.map(|number| StringElement::new(number.to_string()))
        }
        fn real(number: f64) -> StringElement {
            if number.is_nan() {
                StringElement::MISSING
            } else {
                StringElement::new(number_text(number))
            }
        }
        Some(match self {
            Value::Strings(array) => array.clone(),
            Value::Char(..) => self.char_elements()?,
            Value::Cell(cell) => cell_elements(cell)?,
            Value::Bool(array) => {
                array.map(|&truth| StringElement::new(if truth { "true" } else { "false" }))
            }
            Value::Int8(array) => integers(array),
            Value::Int16(array) => integers(array),
            Value::Int32(array) => integers(array),
            Value::Int64(array) => integers(array),
            Value::Uint8(array) => integers(array),
            Value::Uint16(array) => integers(array),
            Value::Uint32(array) => integers(array),
            Value::Uint64(array) => integers(array),
            Value::Complex(_) | Value::ComplexSingle(_) => {
                self.to_c64_array()?.map(|number| complex_text(number.re, number.im))
            }
            Value::Double(_) | Value::Single(_) | Value::Range(_) => {
                self.to_f64_array()?.map(|&number| real(number))
            }
            Value::Struct(_)
            | Value::Function(_)
            | Value::Map(_)
            | Value::Exception(_)
            | Value::Cleanup(_)
            | Value::Parser(_)
            | Value::Object(_) => return None,
        })
    }

    /// The rows of characters as a column of elements; a row, or nothing, is one.
    fn char_elements(&self) -> Option<Array<StringElement>> {
        if self.is_empty() {
            return Some(Array::scalar(StringElement::new("")));
        }
        let rows = self.char_rows()?;
        Some(Array::column(rows.into_iter().map(StringElement::new).collect()))
    }

    /// Strings as functions that know none take them: one as a row of characters, several as a
    /// cell array of such rows, in which the missing ones are empty. Everything else as it is.
    #[must_use]
    pub fn without_strings(self) -> Value {
        match self {
            Value::Strings(array) => match array.as_scalar() {
                Some(element) => characters(element),
                None => {
                    let texts = array.as_slice().iter().map(characters).collect();
                    Value::Cell(CellArray::new(array.dims().clone(), texts))
                }
            },
            other => other,
        }
    }
}

/// An element as a row of characters.
fn characters(element: &StringElement) -> Value {
    Value::text(element.text().unwrap_or_default())
}

/// The elements of a cell array, each of which must become one.
fn cell_elements(cell: &CellArray) -> Option<Array<StringElement>> {
    let element = |value: &Value| match value {
        Value::Cell(_) => None,
        other => other.to_strings()?.as_scalar().cloned(),
    };
    let elements: Option<Vec<StringElement>> = cell.as_slice().iter().map(element).collect();
    Some(Array::new(cell.dims().clone(), elements?))
}

/// A number as a string is written: five significant digits, and as many more as its whole part
/// needs.
fn number_text(number: f64) -> String {
    if number.is_nan() {
        return "NaN".to_owned();
    }
    if number.is_infinite() {
        return if number > 0.0 { "Inf" } else { "-Inf" }.to_owned();
    }
    let places = if number == 0.0 { 0.0 } else { number.abs().log10().floor().max(0.0) };
    let digits = (places as usize + 5).min(16);
    c_number::general(number, digits, false)
}

fn complex_text(re: f64, im: f64) -> StringElement {
    if re.is_nan() || im.is_nan() {
        return StringElement::MISSING;
    }
    let sign = if im.is_sign_negative() { "-" } else { "+" };
    StringElement::new(format!("{}{sign}{}i", number_text(re), number_text(im.abs())))
}
