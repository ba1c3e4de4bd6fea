//! A value: what a variable holds.
//!
//! Values are immutable and shared: cloning one costs a count, and whoever wants to change a value
//! that nobody else holds may do so in place. A variant says class, realness and structure at once,
//! so that operators can be dispatched on it. A range `a:d:b` stays unmaterialized until its elements
//! are asked for.
//!
//! Invariants: the storage of an array has as many elements as its dimensions say; a complex value
//! that became real is narrowed where Octave narrows it; two values that print alike in every format
//! may still differ in variant (a range and a row).
//!
//! ```text
//! 1:3            Range, without storage
//! [1 2 3]        Double, 1x3
//! "abc"          Char with the quote it was written with
//! ```

use std::borrow::Cow;
use std::cell::RefCell;
use std::rc::Rc;

use crate::array::Array;
use crate::cell::CellArray;
use crate::class::Class;
use crate::cleanup;
use crate::dims::Dims;
use crate::exception::Exception;
use crate::handle::FunctionHandle;
use crate::map::MapData;
use crate::object::Object;
use crate::parser::ParserData;
use crate::range::Range;
use crate::release::Holder;
use crate::strings::StringElement;
use crate::structs::StructArray;
use crate::{C32, C64};

/// Which quotes a text was written with.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Quote {
    /// `'text'`
    Single,
    /// `"text"`
    Double,
}

/// What a variable holds. Cloning shares storage; scalars have none.
#[derive(Clone, Debug)]
pub enum Value {
    /// Real, of class double.
    Double(Array<f64>),
    /// Truth values.
    Bool(Array<bool>),
    /// A row `a:d:b` of class double whose elements have not been written down.
    Range(Rc<Range>),
    /// Text, and how it was quoted.
    Char(Array<u8>, Quote),
    /// Complex, of class double.
    Complex(Array<C64>),
    /// Real, of class single.
    Single(Array<f32>),
    /// Complex, of class single.
    ComplexSingle(Array<C32>),
    /// 8-bit signed.
    Int8(Array<i8>),
    /// 16-bit signed.
    Int16(Array<i16>),
    /// 32-bit signed.
    Int32(Array<i32>),
    /// 64-bit signed.
    Int64(Array<i64>),
    /// 8-bit unsigned.
    Uint8(Array<u8>),
    /// 16-bit unsigned.
    Uint16(Array<u16>),
    /// 32-bit unsigned.
    Uint32(Array<u32>),
    /// 64-bit unsigned.
    Uint64(Array<u64>),
    /// MATLAB's strings: each element is a text, or missing.
    Strings(Array<StringElement>),
    /// Cell array.
    Cell(CellArray),
    /// Struct array.
    Struct(Rc<StructArray>),
    /// Function handle.
    Function(Rc<FunctionHandle>),
    /// `containers.Map`: copies are the same map.
    Map(Rc<RefCell<MapData>>),
    /// What `catch err` gives.
    Exception(Rc<Exception>),
    /// `onCleanup`: the function runs when the last copy goes.
    Cleanup(Rc<Cleanup>),
    /// `inputParser`: copies are the same parser.
    Parser(Rc<RefCell<ParserData>>),
    /// An object of a class that the program defines, or an array of them.
    Object(Rc<Object>),
}

/// What is done when an object of `onCleanup` is gone.
pub type Cleanup = cleanup::Cleanup<Value>;

/// Actions that are due, the earliest first.
pub type DueActions = cleanup::Due<Value>;

impl Holder for Value {
    fn holds_others(&self) -> bool {
        matches!(
            self,
            Value::Cell(_)
                | Value::Struct(_)
                | Value::Function(_)
                | Value::Map(_)
                | Value::Object(_)
        )
    }
}

/// Takes the same expression for the array of whichever numeric, logical or char
/// variant the value has; a range and everything else is left to further arms.
#[macro_export]
macro_rules! for_each_array {
    ($value:expr, $array:ident => $body:expr, $($rest:tt)*) => {
        match $value {
            $crate::Value::Double($array) => $body,
            $crate::Value::Bool($array) => $body,
            $crate::Value::Char($array, _) => $body,
            $crate::Value::Complex($array) => $body,
            $crate::Value::Single($array) => $body,
            $crate::Value::ComplexSingle($array) => $body,
            $crate::Value::Int8($array) => $body,
            $crate::Value::Int16($array) => $body,
            $crate::Value::Int32($array) => $body,
            $crate::Value::Int64($array) => $body,
            $crate::Value::Uint8($array) => $body,
            $crate::Value::Uint16($array) => $body,
            $crate::Value::Uint32($array) => $body,
            $crate::Value::Uint64($array) => $body,
            $($rest)*
        }
    };
}

impl Default for Value {
    /// A zero, which costs nothing: what is left where a value was taken from.
    fn default() -> Value {
        Value::Double(Array::scalar(0.0))
    }
}

impl Value {
    /// A real scalar.
    #[inline]
    #[must_use]
    pub const fn double(value: f64) -> Value {
        Value::Double(Array::scalar(value))
    }

    /// A truth value.
    #[inline]
    #[must_use]
    pub const fn bool(value: bool) -> Value {
        Value::Bool(Array::scalar(value))
    }

    /// A complex scalar, real if its imaginary part is zero.
    #[must_use]
    pub fn complex(value: C64) -> Value {
        if value.im == 0.0 { Value::double(value.re) } else { Value::Complex(Array::scalar(value)) }
    }

    /// `[]`.
    #[must_use]
    pub fn empty() -> Value {
        Value::Double(Array::empty())
    }

    /// A count or a size as a double.
    #[must_use]
    pub const fn count(value: usize) -> Value {
        Value::double(value as f64)
    }

    /// A row of text; empty text is 0x0, as `''` is.
    #[must_use]
    pub fn text(text: impl AsRef<[u8]>) -> Value {
        let bytes = text.as_ref();
        let dims = if bytes.is_empty() { Dims::EMPTY } else { Dims::matrix(1, bytes.len()) };
        Value::Char(Array::new(dims, bytes.to_vec()), Quote::Single)
    }

    /// A real row.
    #[must_use]
    pub fn row(data: Vec<f64>) -> Value {
        Value::Double(Array::row(data))
    }

    /// A real column.
    #[must_use]
    pub fn column(data: Vec<f64>) -> Value {
        Value::Double(Array::column(data))
    }

    /// A 1x1 struct.
    #[must_use]
    pub fn structure(fields: impl IntoIterator<Item = (&'static str, Value)>) -> Value {
        let mut result = StructArray::scalar();
        for (name, value) in fields {
            result.set_scalar_field(name, value);
        }
        Value::Struct(Rc::new(result))
    }

    /// Its class.
    #[must_use]
    pub fn class(&self) -> Class {
        match self {
            Value::Double(_) | Value::Range(_) | Value::Complex(_) => Class::Double,
            Value::Single(_) | Value::ComplexSingle(_) => Class::Single,
            Value::Bool(_) => Class::Logical,
            Value::Char(..) => Class::Char,
            Value::Int8(_) => Class::Int8,
            Value::Int16(_) => Class::Int16,
            Value::Int32(_) => Class::Int32,
            Value::Int64(_) => Class::Int64,
            Value::Uint8(_) => Class::Uint8,
            Value::Uint16(_) => Class::Uint16,
            Value::Uint32(_) => Class::Uint32,
            Value::Uint64(_) => Class::Uint64,
            Value::Strings(_) => Class::String,
            Value::Cell(_) => Class::Cell,
            Value::Struct(_) => Class::Struct,
            Value::Function(_) => Class::FunctionHandle,
            Value::Map(_) => Class::Map,
            Value::Exception(_) => Class::Exception,
            Value::Cleanup(_) => Class::Cleanup,
            Value::Parser(_) => Class::Parser,
            Value::Object(_) => Class::Object,
        }
    }

    /// The name of its class, as `class (x)` tells it.
    #[must_use]
    pub fn class_name(&self) -> Cow<'_, str> {
        match self {
            Value::Object(object) => object.class().name().into(),
            other => other.class().name().into(),
        }
    }

    /// Whether it is one thing that is no array: it has no elements to put in another order.
    #[must_use]
    pub const fn is_one_thing(&self) -> bool {
        matches!(
            self,
            Value::Function(_)
                | Value::Map(_)
                | Value::Exception(_)
                | Value::Cleanup(_)
                | Value::Parser(_)
        )
    }

    /// Its size. That of a map is its count by one.
    #[must_use]
    pub fn dims(&self) -> Dims {
        for_each_array!(self, array => array.dims().clone(),
            Value::Range(range) => Dims::matrix(1, range.len()),
            Value::Strings(array) => array.dims().clone(),
            Value::Cell(cell) => cell.dims().clone(),
            Value::Struct(structs) => structs.dims().clone(),
            Value::Map(map) => Dims::matrix(map.borrow().len(), 1),
            Value::Object(object) => object.dims(),
            Value::Function(_) | Value::Exception(_) | Value::Cleanup(_) | Value::Parser(_) => Dims::SCALAR,
        )
    }

    /// How many elements it has.
    #[must_use]
    pub fn numel(&self) -> usize {
        for_each_array!(self, array => array.numel(),
            Value::Range(range) => range.len(),
            Value::Strings(array) => array.numel(),
            Value::Cell(cell) => cell.numel(),
            Value::Struct(structs) => structs.numel(),
            Value::Map(map) => map.borrow().len(),
            Value::Object(object) => object.numel(),
            Value::Function(_) | Value::Exception(_) | Value::Cleanup(_) | Value::Parser(_) => 1,
        )
    }

    /// Whether it has no elements.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.numel() == 0
    }

    /// Whether it is 1x1.
    #[must_use]
    pub fn is_scalar(&self) -> bool {
        self.numel() == 1 && self.dims().is_scalar()
    }

    /// Whether it is stored as complex; a stored zero imaginary part counts.
    #[must_use]
    pub const fn is_complex(&self) -> bool {
        matches!(self, Value::Complex(_) | Value::ComplexSingle(_))
    }

    /// Whether it is of a numeric class (text and truth values are not).
    #[must_use]
    pub fn is_numeric(&self) -> bool {
        self.class().is_numeric()
    }

    /// Whether it can be reckoned with: numeric, truth values or text.
    #[must_use]
    pub fn is_arithmetic(&self) -> bool {
        let class = self.class();
        class.is_numeric() || matches!(class, Class::Logical | Class::Char)
    }

    /// Whether it is text.
    #[must_use]
    pub const fn is_char(&self) -> bool {
        matches!(self, Value::Char(..))
    }

    /// Whether it is a text that functions accept as a string: a row, or empty.
    #[must_use]
    pub fn is_string(&self) -> bool {
        matches!(self, Value::Char(array, _) if array.dims().is_row() || array.dims().is_zero_by_zero())
    }

    /// The double it is, if it is a real 1x1 double.
    #[inline]
    #[must_use]
    pub fn as_double(&self) -> Option<f64> {
        match self {
            Value::Double(array) => array.as_scalar().copied(),
            _ => None,
        }
    }

    /// A range written down; everything else as it is.
    #[must_use]
    pub fn materialized(self) -> Value {
        match self {
            Value::Range(range) => Value::row(range.to_vec()),
            other => other,
        }
    }

    /// Complex values whose imaginary parts are all zero as real ones, as Octave
    /// narrows the results of operations; everything else as it is.
    #[must_use]
    pub fn narrowed(self) -> Value {
        match self {
            Value::Complex(array) if array.as_slice().iter().all(|z| z.im == 0.0) => {
                Value::Double(array.map(|z| z.re))
            }
            Value::ComplexSingle(array) if array.as_slice().iter().all(|z| z.im == 0.0) => {
                Value::Single(array.map(|z| z.re))
            }
            other => other,
        }
    }

    /// The same elements with another size, which has as many.
    #[must_use]
    pub fn reshaped(self, dims: Dims) -> Value {
        match self.materialized() {
            Value::Double(a) => Value::Double(a.reshaped(dims)),
            Value::Bool(a) => Value::Bool(a.reshaped(dims)),
            Value::Char(a, quote) => Value::Char(a.reshaped(dims), quote),
            Value::Complex(a) => Value::Complex(a.reshaped(dims)),
            Value::Single(a) => Value::Single(a.reshaped(dims)),
            Value::ComplexSingle(a) => Value::ComplexSingle(a.reshaped(dims)),
            Value::Int8(a) => Value::Int8(a.reshaped(dims)),
            Value::Int16(a) => Value::Int16(a.reshaped(dims)),
            Value::Int32(a) => Value::Int32(a.reshaped(dims)),
            Value::Int64(a) => Value::Int64(a.reshaped(dims)),
            Value::Uint8(a) => Value::Uint8(a.reshaped(dims)),
            Value::Uint16(a) => Value::Uint16(a.reshaped(dims)),
            Value::Uint32(a) => Value::Uint32(a.reshaped(dims)),
            Value::Uint64(a) => Value::Uint64(a.reshaped(dims)),
            Value::Strings(a) => Value::Strings(a.reshaped(dims)),
            Value::Cell(cell) => Value::Cell(cell.reshaped(dims)),
            Value::Struct(structs) => {
                Value::Struct(Rc::new(Rc::unwrap_or_clone(structs).reshaped(dims)))
            }
            other @ (Value::Range(_)
            | Value::Function(_)
            | Value::Map(_)
            | Value::Exception(_)
            | Value::Cleanup(_)
            | Value::Parser(_)
            | Value::Object(_)) => other,
        }
    }
}

impl From<f64> for Value {
    fn from(value: f64) -> Value {
        Value::double(value)
    }
}

impl From<bool> for Value {
    fn from(value: bool) -> Value {
        Value::bool(value)
    }
}

impl From<usize> for Value {
    fn from(value: usize) -> Value {
        Value::count(value)
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Value {
        Value::text(text)
    }
}

impl From<String> for Value {
    fn from(text: String) -> Value {
        Value::text(text)
    }
}

impl From<CellArray> for Value {
    fn from(cell: CellArray) -> Value {
        Value::Cell(cell)
    }
}

impl From<StructArray> for Value {
    fn from(structs: StructArray) -> Value {
        Value::Struct(Rc::new(structs))
    }
}

impl From<FunctionHandle> for Value {
    fn from(handle: FunctionHandle) -> Value {
        Value::Function(Rc::new(handle))
    }
}
