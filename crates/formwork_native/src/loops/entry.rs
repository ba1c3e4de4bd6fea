//! How functions are called from outside: arrays of certain classes and shapes.

use super::form::FunctionId;
use super::scalar::ScalarType;

/// The class of an array that comes from or goes to the outside.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ArrayClass {
    /// `logical`
    Logical,
    /// `char`, a byte each.
    Char,
    /// `double`, real or complex.
    Double,
    /// `single`, real or complex.
    Single,
    /// `int8`
    Int8,
    /// `int16`
    Int16,
    /// `int32`
    Int32,
    /// `int64`
    Int64,
    /// `uint8`
    Uint8,
    /// `uint16`
    Uint16,
    /// `uint32`
    Uint32,
    /// `uint64`
    Uint64,
}

impl ArrayClass {
    /// Every class; its place here is its number in the interface to C.
    pub const ALL: [ArrayClass; 12] = [
        ArrayClass::Logical,
        ArrayClass::Char,
        ArrayClass::Double,
        ArrayClass::Single,
        ArrayClass::Int8,
        ArrayClass::Int16,
        ArrayClass::Int32,
        ArrayClass::Int64,
        ArrayClass::Uint8,
        ArrayClass::Uint16,
        ArrayClass::Uint32,
        ArrayClass::Uint64,
    ];

    /// What `class(x)` prints.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            ArrayClass::Logical => "logical",
            ArrayClass::Char => "char",
            ArrayClass::Double => "double",
            ArrayClass::Single => "single",
            ArrayClass::Int8 => "int8",
            ArrayClass::Int16 => "int16",
            ArrayClass::Int32 => "int32",
            ArrayClass::Int64 => "int64",
            ArrayClass::Uint8 => "uint8",
            ArrayClass::Uint16 => "uint16",
            ArrayClass::Uint32 => "uint32",
            ArrayClass::Uint64 => "uint64",
        }
    }

    /// The class of that name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<ArrayClass> {
        ArrayClass::ALL.into_iter().find(|class| class.name() == name)
    }

    /// The type of its elements.
    #[must_use]
    pub const fn element_type(self, complex: bool) -> ScalarType {
        match self {
            ArrayClass::Logical => ScalarType::Bool,
            ArrayClass::Char | ArrayClass::Uint8 => ScalarType::U8,
            ArrayClass::Double if complex => ScalarType::C64,
            ArrayClass::Double => ScalarType::F64,
            ArrayClass::Single if complex => ScalarType::C32,
            ArrayClass::Single => ScalarType::F32,
            ArrayClass::Int8 => ScalarType::I8,
            ArrayClass::Int16 => ScalarType::I16,
            ArrayClass::Int32 => ScalarType::I32,
            ArrayClass::Int64 => ScalarType::I64,
            ArrayClass::Uint16 => ScalarType::U16,
            ArrayClass::Uint32 => ScalarType::U32,
            ArrayClass::Uint64 => ScalarType::U64,
        }
    }

    /// Whether its elements may be of that type.
    #[must_use]
    pub fn holds(self, element: ScalarType) -> bool {
        element == self.element_type(false) || element == self.element_type(true)
    }
}

/// A function as it is called from outside, with arrays of certain classes and shapes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// Its name, from which those in the interface to C are made.
    pub name: String,
    /// What is called. Its parameters are, for each argument: a variable for a scalar;
    /// for an array of known rank a buffer, then an index for each extent that is
    /// passed; for one of any rank a buffer and a buffer of indices. The same holds for
    /// results.
    pub function: FunctionId,
    /// What the arguments must be.
    pub arguments: Vec<EntryValue>,
    /// What the results are.
    pub results: Vec<EntryValue>,
}

/// An argument or a result of an [`Entry`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EntryValue {
    /// Its name in the source.
    pub name: String,
    /// Its class.
    pub class: ArrayClass,
    /// Whether it is complex.
    pub complex: bool,
    /// Its shape.
    pub layout: Layout,
}

impl EntryValue {
    /// The type of its elements.
    #[must_use]
    pub const fn element_type(&self) -> ScalarType {
        self.class.element_type(self.complex)
    }
}

/// The shape of an argument or a result, as far as it is known.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Layout {
    /// One element.
    Scalar,
    /// An array of known rank.
    Array(Vec<Extent>),
    /// An array of whatever rank.
    AnyRank,
}

/// An extent of an array of known rank.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Extent {
    /// It is this, and is not passed.
    Known(i64),
    /// It is passed as an index.
    Passed,
}
