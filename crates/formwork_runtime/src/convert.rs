//! Reading values as what an operation needs.

use std::borrow::Cow;

use crate::array::Array;
use crate::element::Integer;
use crate::value::Value;
use crate::{C32, C64};

impl Value {
    /// Its elements as real doubles: numbers, truth values and text. Imaginary parts
    /// are dropped. `None` for other classes.
    #[must_use]
    pub fn to_f64_array(&self) -> Option<Cow<'_, Array<f64>>> {
        fn integers<T: Integer>(array: &Array<T>) -> Option<Cow<'static, Array<f64>>> {
            Some(Cow::Owned(array.map(|&x| x.to_f64())))
        }
        match self {
            Value::Double(array) => Some(Cow::Borrowed(array)),
            Value::Range(range) => Some(Cow::Owned(Array::row(range.to_vec()))),
            Value::Bool(array) => Some(Cow::Owned(array.map(|&x| f64::from(u8::from(x))))),
            Value::Char(array, _) => Some(Cow::Owned(array.map(|&x| f64::from(x)))),
            Value::Single(array) => Some(Cow::Owned(array.map(|&x| f64::from(x)))),
            Value::Complex(array) => Some(Cow::Owned(array.map(|z| z.re))),
            Value::ComplexSingle(array) => Some(Cow::Owned(array.map(|z| f64::from(z.re)))),
            Value::Int8(array) => integers(array),
            Value::Int16(array) => integers(array),
            Value::Int32(array) => integers(array),
            Value::Int64(array) => integers(array),
            Value::Uint8(array) => integers(array),
            Value::Uint16(array) => integers(array),
            Value::Uint32(array) => integers(array),
            Value::Uint64(array) => integers(array),
            Value::Strings(_)
            | Value::Cell(_)
            | Value::Struct(_)
            | Value::Function(_)
            | Value::Map(_)
            | Value::Exception(_)
            | Value::Cleanup(_)
            | Value::Parser(_)
            | Value::Object(_) => None,
        }
    }

    /// Its elements as complex doubles; `None` if it cannot be reckoned with.
    #[must_use]
    pub fn to_c64_array(&self) -> Option<Cow<'_, Array<C64>>> {
        match self {
            Value::Complex(array) => Some(Cow::Borrowed(array)),
            Value::ComplexSingle(array) => {
                Some(Cow::Owned(array.map(|z| C64::new(z.re.into(), z.im.into()))))
            }
            other => other.to_f64_array().map(|array| Cow::Owned(array.map(|&x| x.into()))),
        }
    }

    /// Its elements as real singles; `None` if it cannot be reckoned with.
    #[must_use]
    pub fn to_f32_array(&self) -> Option<Cow<'_, Array<f32>>> {
        match self {
            Value::Single(array) => Some(Cow::Borrowed(array)),
            other => other.to_f64_array().map(|array| Cow::Owned(array.map(|&x| x as f32))),
        }
    }

    /// Its elements as complex singles; `None` if it cannot be reckoned with.
    #[must_use]
    pub fn to_c32_array(&self) -> Option<Cow<'_, Array<C32>>> {
        match self {
            Value::ComplexSingle(array) => Some(Cow::Borrowed(array)),
            other => other
                .to_c64_array()
                .map(|array| Cow::Owned(array.map(|z| C32::new(z.re as f32, z.im as f32)))),
        }
    }

    /// Its first element as a real double, as functions read a number: a scalar of
    /// any numeric class, a truth value or a character. `None` if it has no elements
    /// or cannot be reckoned with.
    #[must_use]
    pub fn to_f64(&self) -> Option<f64> {
        match self {
            Value::Double(array) => array.as_slice().first().copied(),
            Value::Range(range) => (!range.is_empty()).then(|| range.get(0)),
            Value::Bool(array) => array.as_slice().first().map(|&x| f64::from(u8::from(x))),
            other => other.to_f64_array()?.as_slice().first().copied(),
        }
    }

    /// Its text, if it is a row of characters or empty text, or one string that is not missing.
    #[must_use]
    pub fn as_bytes(&self) -> Option<&[u8]> {
        match self {
            Value::Strings(array) => array.as_scalar()?.text(),
            Value::Char(array, _) if array.dims().is_row() || array.is_empty() => {
                Some(array.as_slice())
            }
            _ => None,
        }
    }

    /// Its text as a string; bytes that are not UTF-8 are replaced.
    #[must_use]
    pub fn as_text(&self) -> Option<Cow<'_, str>> {
        self.as_bytes().map(String::from_utf8_lossy)
    }

    /// The rows of a char matrix.
    #[must_use]
    pub fn char_rows(&self) -> Option<Vec<Vec<u8>>> {
        let Value::Char(array, _) = self else { return None };
        let (rows, columns) = array.dims().flattened();
        let data = array.as_slice();
        Some((0..rows).map(|r| (0..columns).map(|c| data[r + c * rows]).collect()).collect())
    }

    /// The texts of a cell array of strings.
    #[must_use]
    pub fn cell_texts(&self) -> Option<Vec<Vec<u8>>> {
        let Value::Cell(cell) = self else { return None };
        cell.as_slice().iter().map(|value| value.as_bytes().map(<[u8]>::to_vec)).collect()
    }

    /// Its elements as integers of whichever width, exact; `None` for other classes.
    #[must_use]
    pub fn to_wide_integers(&self) -> Option<Array<i128>> {
        fn widen<T: Integer>(array: &Array<T>) -> Option<Array<i128>> {
            Some(array.map(|&x| x.widen()))
        }
        match self {
            Value::Int8(array) => widen(array),
            Value::Int16(array) => widen(array),
            Value::Int32(array) => widen(array),
            Value::Int64(array) => widen(array),
            Value::Uint8(array) => widen(array),
            Value::Uint16(array) => widen(array),
            Value::Uint32(array) => widen(array),
            Value::Uint64(array) => widen(array),
            _ => None,
        }
    }
}
