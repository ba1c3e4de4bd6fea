//! The classes a value may have.

use std::fmt;

/// The class of a value, as `class(x)` tells it. Whether a number is complex is not
/// part of its class.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Class {
    /// 64-bit floating point.
    Double,
    /// 32-bit floating point.
    Single,
    /// 8-bit signed.
    Int8,
    /// 16-bit signed.
    Int16,
    /// 32-bit signed.
    Int32,
    /// 64-bit signed.
    Int64,
    /// 8-bit unsigned.
    Uint8,
    /// 16-bit unsigned.
    Uint16,
    /// 32-bit unsigned.
    Uint32,
    /// 64-bit unsigned.
    Uint64,
    /// Truth values.
    Logical,
    /// Text.
    Char,
    /// Cell array.
    Cell,
    /// Struct array.
    Struct,
    /// Function handle.
    FunctionHandle,
    /// `containers.Map`.
    Map,
    /// `MException`.
    Exception,
    /// `onCleanup`.
    Cleanup,
    /// `inputParser`.
    Parser,
    /// MATLAB's strings, which no program has that is read as Octave's.
    String,
    /// A class that a program defines: the object knows which. It is not among [`Class::ALL`].
    Object,
}

impl Class {
    /// Every class of the language.
    pub const ALL: [Class; 20] = [
        Class::Double,
        Class::Single,
        Class::Int8,
        Class::Int16,
        Class::Int32,
        Class::Int64,
        Class::Uint8,
        Class::Uint16,
        Class::Uint32,
        Class::Uint64,
        Class::Logical,
        Class::Char,
        Class::Cell,
        Class::Struct,
        Class::FunctionHandle,
        Class::Map,
        Class::Exception,
        Class::Cleanup,
        Class::Parser,
        Class::String,
    ];

    /// What `class(x)` prints.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Class::Double => "double",
            Class::Single => "single",
            Class::Int8 => "int8",
            Class::Int16 => "int16",
            Class::Int32 => "int32",
            Class::Int64 => "int64",
            Class::Uint8 => "uint8",
            Class::Uint16 => "uint16",
            Class::Uint32 => "uint32",
            Class::Uint64 => "uint64",
            Class::Logical => "logical",
            Class::Char => "char",
            Class::Cell => "cell",
            Class::Struct => "struct",
            Class::FunctionHandle => "function_handle",
            Class::Map => "containers.Map",
            Class::Exception => "MException",
            Class::Cleanup => "onCleanup",
            Class::Parser => "inputParser",
            Class::String => "string",
            Class::Object => "object",
        }
    }

    /// The class of that name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Class> {
        Class::ALL.into_iter().find(|class| class.name() == name)
    }

    /// Whether it is one of the eight integer classes.
    #[must_use]
    pub const fn is_integer(self) -> bool {
        matches!(
            self,
            Class::Int8
                | Class::Int16
                | Class::Int32
                | Class::Int64
                | Class::Uint8
                | Class::Uint16
                | Class::Uint32
                | Class::Uint64
        )
    }

    /// Whether it is an integer class with negative numbers.
    #[must_use]
    pub const fn is_signed_integer(self) -> bool {
        matches!(self, Class::Int8 | Class::Int16 | Class::Int32 | Class::Int64)
    }

    /// Whether it is double or single.
    #[must_use]
    pub const fn is_float(self) -> bool {
        matches!(self, Class::Double | Class::Single)
    }

    /// Whether `isnumeric` says so.
    #[must_use]
    pub const fn is_numeric(self) -> bool {
        self.is_float() || self.is_integer()
    }
}

impl fmt::Display for Class {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
