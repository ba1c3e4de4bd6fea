//! Whether two values are equal, as `isequal` asks.

use super::compare::handles_equal;
use super::strings;
use crate::array::Array;
use crate::cell::CellArray;
use crate::element::{Element, Integer};
use crate::for_each_array;
use crate::object::{Member, Object};
use crate::structs::StructArray;
use crate::value::Value;

/// Whether two objects are the same, or of one class with equal values.
fn objects_equal(a: &Object, b: &Object) -> bool {
    if a.class().name() != b.class().name() || a.dims() != b.dims() {
        return false;
    }
    match (a.as_record(), b.as_record()) {
        (Some(x), Some(y)) => structs_equal(x, y),
        (None, None) => a.members().iter().zip(b.members()).all(|pair| match pair {
            (Member::Fields(x), Member::Fields(y)) => {
                x.0.len() == y.0.len() && x.0.iter().zip(&y.0).all(|(x, y)| equal(x, y))
            }
            (Member::Reference(x), Member::Reference(y)) => std::rc::Rc::ptr_eq(x, y),
            (Member::Fields(_), Member::Reference(_))
            | (Member::Reference(_), Member::Fields(_)) => false,
        }),
        (Some(_), None) | (None, Some(_)) => false,
    }
}

/// Whether two values have the same size and equal elements. Classes do not matter
/// among numbers, text and truth values, the order of fields does not among structs;
/// NaN is equal to nothing.
#[must_use]
pub fn equal(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Double(x), Value::Double(y)) => arrays_equal(x, y),
        (Value::Char(x, _), Value::Char(y, _)) => arrays_equal(x, y),
        (Value::Bool(x), Value::Bool(y)) => arrays_equal(x, y),
        (Value::Cell(x), Value::Cell(y)) => cells_equal(x, y),
        (Value::Struct(x), Value::Struct(y)) => structs_equal(x, y),
        (Value::Function(x), Value::Function(y)) => handles_equal(x, y),
        (Value::Map(x), Value::Map(y)) => std::rc::Rc::ptr_eq(x, y) || maps_equal(a, b),
        (Value::Exception(x), Value::Exception(y)) => x == y,
        (Value::Cleanup(x), Value::Cleanup(y)) => std::rc::Rc::ptr_eq(x, y),
        (Value::Strings(_), _) | (_, Value::Strings(_)) => strings::equal(a, b),
        (Value::Parser(x), Value::Parser(y)) => std::rc::Rc::ptr_eq(x, y),
        (Value::Object(x), Value::Object(y)) => std::rc::Rc::ptr_eq(x, y) || objects_equal(x, y),
        _ => a.is_arithmetic() && b.is_arithmetic() && numbers_equal(a, b),
    }
}

fn arrays_equal<T: Element>(a: &Array<T>, b: &Array<T>) -> bool {
    a.dims() == b.dims() && a.as_slice() == b.as_slice()
}

fn cells_equal(a: &CellArray, b: &CellArray) -> bool {
    a.dims() == b.dims() && a.as_slice().iter().zip(b.as_slice()).all(|(x, y)| equal(x, y))
}

fn structs_equal(a: &StructArray, b: &StructArray) -> bool {
    a.dims() == b.dims()
        && a.field_names().count() == b.field_names().count()
        && a.field_names().all(|name| match (a.field(name), b.field(name)) {
            (Some(x), Some(y)) => x.iter().zip(y).all(|(x, y)| equal(x, y)),
            _ => false,
        })
}

fn maps_equal(a: &Value, b: &Value) -> bool {
    let (Value::Map(a), Value::Map(b)) = (a, b) else { return false };
    let (a, b) = (a.borrow(), b.borrow());
    a.len() == b.len()
        && a.entries.iter().zip(&b.entries).all(|((k, x), (l, y))| k == l && equal(x, y))
}

/// An element, in a form in which all classes can be compared exactly.
#[derive(Clone, Copy)]
enum Number {
    Real(f64),
    Complex(f64, f64),
    Whole(i128),
}

impl Number {
    fn equals(self, other: Number) -> bool {
        match (self, other) {
            (Number::Real(x), Number::Real(y)) => x == y,
            (Number::Whole(x), Number::Whole(y)) => x == y,
            (Number::Real(x), Number::Whole(y)) | (Number::Whole(y), Number::Real(x)) => {
                x == x.trunc() && x.abs() < 2f64.powi(100) && x as i128 == y
            }
            (Number::Complex(a, b), Number::Complex(x, y)) => a == x && b == y,
            (Number::Complex(re, im), real) | (real, Number::Complex(re, im)) => {
                im == 0.0 && Number::Real(re).equals(real)
            }
        }
    }
}

trait AsNumber: Copy {
    fn number(self) -> Number;
}

macro_rules! as_number {
    ($($type:ty: $x:ident => $number:expr;)*) => {
        $(impl AsNumber for $type {
            fn number(self) -> Number {
                let $x = self;
                $number
            }
        })*
    };
}

as_number! {
    f64: x => Number::Real(x);
    f32: x => Number::Real(x.into());
    crate::C64: x => Number::Complex(x.re, x.im);
    crate::C32: x => Number::Complex(x.re.into(), x.im.into());
    bool: x => Number::Whole(x.into());
    i8: x => Number::Whole(x.widen());
    i16: x => Number::Whole(x.widen());
    i32: x => Number::Whole(x.widen());
    i64: x => Number::Whole(x.widen());
    u8: x => Number::Whole(x.widen());
    u16: x => Number::Whole(x.widen());
    u32: x => Number::Whole(x.widen());
    u64: x => Number::Whole(x.widen());
}

fn numbers_equal(a: &Value, b: &Value) -> bool {
    fn against<T: AsNumber + Clone>(a: &Array<T>, b: &Value) -> bool {
        fn inner<T: AsNumber, U: AsNumber>(a: &[T], b: &[U]) -> bool {
            a.iter().zip(b).all(|(x, y)| x.number().equals(y.number()))
        }
        for_each_array!(b, b => inner(a.as_slice(), b.as_slice()),
            Value::Range(range) => a
                .as_slice()
                .iter()
                .zip(range.iter())
                .all(|(x, y)| x.number().equals(Number::Real(y))),
            _ => false,
        )
    }
    if a.dims() != b.dims() {
        return false;
    }
    for_each_array!(a, a => against(a, b),
        Value::Range(range) => against(&Array::row(range.to_vec()), b),
        _ => false,
    )
}
