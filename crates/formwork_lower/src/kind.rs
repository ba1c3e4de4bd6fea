//! What is compiled of variables: real numbers, truth values, integers and characters, alone
//! or in arrays.

use std::fmt;

use formwork_array::ir::{Array, BaseType, Operand, Scalar, Type};
use formwork_runtime::Class;

/// The class of the elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Base {
    /// Real, of class double.
    Double,
    /// Real, of class single.
    Single,
    /// Truth values.
    Bool,
    /// Characters, which are only read.
    Char,
    /// Of class int8.
    Int8,
    /// Of class int16.
    Int16,
    /// Of class int32.
    Int32,
    /// Of class uint8.
    Uint8,
    /// Of class uint16.
    Uint16,
    /// Of class uint32.
    Uint32,
}

impl Base {
    /// The same in the array IR.
    #[must_use]
    pub const fn ir(self) -> BaseType {
        match self {
            Base::Double => BaseType::Double,
            Base::Single => BaseType::Float,
            Base::Bool => BaseType::Bool,
            Base::Char | Base::Uint8 => BaseType::Uint8,
            Base::Int8 => BaseType::Int8,
            Base::Int16 => BaseType::Int16,
            Base::Int32 => BaseType::Int32,
            Base::Uint16 => BaseType::Uint16,
            Base::Uint32 => BaseType::Uint32,
        }
    }

    /// Whether it is an integer class.
    #[must_use]
    pub const fn is_integer(self) -> bool {
        match self {
            Base::Int8 | Base::Int16 | Base::Int32 | Base::Uint8 | Base::Uint16 | Base::Uint32 => {
                true
            }
            Base::Double | Base::Single | Base::Bool | Base::Char => false,
        }
    }

    /// Whether it is a floating-point class.
    #[must_use]
    pub const fn is_float(self) -> bool {
        matches!(self, Base::Double | Base::Single)
    }

    /// The class.
    #[must_use]
    pub const fn class(self) -> Class {
        match self {
            Base::Double => Class::Double,
            Base::Single => Class::Single,
            Base::Bool => Class::Logical,
            Base::Char => Class::Char,
            Base::Int8 => Class::Int8,
            Base::Int16 => Class::Int16,
            Base::Int32 => Class::Int32,
            Base::Uint8 => Class::Uint8,
            Base::Uint16 => Class::Uint16,
            Base::Uint32 => Class::Uint32,
        }
    }

    /// The name of the class.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.class().name()
    }

    /// The base of a class of numbers that can be converted to.
    pub(crate) const fn of(class: Class) -> Option<Base> {
        match class {
            Class::Double => Some(Base::Double),
            Class::Single => Some(Base::Single),
            Class::Int8 => Some(Base::Int8),
            Class::Int16 => Some(Base::Int16),
            Class::Int32 => Some(Base::Int32),
            Class::Uint8 => Some(Base::Uint8),
            Class::Uint16 => Some(Base::Uint16),
            Class::Uint32 => Some(Base::Uint32),
            _ => None,
        }
    }

    /// Zero or false.
    pub(crate) fn zero(self) -> Scalar {
        self.ir().zero()
    }
}

/// What is known of the extents.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Form {
    /// One by one: a scalar of the IR.
    Scalar,
    /// One by any: a vector of the IR.
    Row,
    /// The same of a variable that the interpreter has as a range. Its elements are given to
    /// a region; three numbers are given back, from which it is written.
    Range,
    /// Any by one: a vector of the IR.
    Column,
    /// None by none: what `[]` is. Only values that a region begins with are of it.
    Empty,
    /// Any by any.
    Matrix,
    /// So many dimensions, three at least; the last ones may be of extent one.
    Array(u8),
}

/// Arrays of more dimensions are not compiled.
const MOST_DIMENSIONS: u8 = 6;

impl Form {
    /// The number of axes in the array IR.
    #[must_use]
    pub const fn rank(self) -> usize {
        match self {
            Form::Scalar => 0,
            Form::Row | Form::Range | Form::Column => 1,
            Form::Empty | Form::Matrix => 2,
            Form::Array(count) => count as usize,
        }
    }

    /// The axis of the array IR that a dimension is; none if its extent is one.
    #[must_use]
    pub const fn axis(self, dimension: usize) -> Option<usize> {
        match (self, dimension) {
            (Form::Row | Form::Range, 1) | (Form::Column, 0) => Some(0),
            (Form::Empty | Form::Matrix, 0 | 1) => Some(dimension),
            (Form::Array(count), _) if dimension < count as usize => Some(dimension),
            (
                Form::Scalar
                | Form::Row
                | Form::Range
                | Form::Column
                | Form::Empty
                | Form::Matrix
                | Form::Array(_),
                _,
            ) => None,
        }
    }

    /// The number of dimensions that it is written with.
    #[must_use]
    pub const fn dimensions(self) -> usize {
        match self {
            Form::Scalar | Form::Row | Form::Range | Form::Column | Form::Empty | Form::Matrix => 2,
            Form::Array(count) => count as usize,
        }
    }

    /// Whether it is a row or a column.
    #[must_use]
    pub const fn is_vector(self) -> bool {
        matches!(self, Form::Row | Form::Range | Form::Column)
    }

    /// The least form that holds what both hold.
    #[must_use]
    pub fn join(self, other: Form) -> Form {
        match (self, other) {
            (one, two) if one == two => one,
            (Form::Scalar, Form::Empty) | (Form::Empty, Form::Scalar) => Form::Matrix,
            (Form::Scalar, form) | (form, Form::Scalar) => form,
            (Form::Array(one), Form::Array(two)) => Form::Array(one.max(two)),
            (Form::Array(count), _) | (_, Form::Array(count)) => Form::Array(count),
            (Form::Row | Form::Range, Form::Row | Form::Range) => Form::Row,
            (Form::Row | Form::Range | Form::Column | Form::Empty | Form::Matrix, _) => {
                Form::Matrix
            }
        }
    }

    /// The form of arrays of these extents, where `None` stands for one that is not known.
    #[must_use]
    pub fn of(extents: &[Option<usize>]) -> Option<Form> {
        let ones = extents.iter().rev().take_while(|&&extent| extent == Some(1)).count();
        let count = (extents.len() - ones).max(2);
        match (extents, count) {
            ([Some(1), Some(1), ..], 2) => Some(Form::Scalar),
            ([Some(1), ..], 2) => Some(Form::Row),
            ([_, Some(1), ..], 2) => Some(Form::Column),
            (_, 2) => Some(Form::Matrix),
            _ => {
                let count = u8::try_from(count).ok()?;
                (count <= MOST_DIMENSIONS).then_some(Form::Array(count))
            }
        }
    }
}

/// What a variable is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Kind {
    /// Its class.
    pub base: Base,
    /// Its extents.
    pub form: Form,
}

impl Kind {
    /// What `[]` is.
    pub const EMPTY: Kind = Kind { base: Base::Double, form: Form::Empty };
    /// A real number.
    pub const NUMBER: Kind = Kind { base: Base::Double, form: Form::Scalar };
    /// A truth value.
    pub const TRUTH: Kind = Kind { base: Base::Bool, form: Form::Scalar };

    /// The kind of a variable that begins with a value of this one.
    #[must_use]
    pub const fn of_variable(self) -> Kind {
        let form = match self.form {
            Form::Range => Form::Row,
            Form::Empty => Form::Matrix,
            form @ (Form::Scalar | Form::Row | Form::Column | Form::Matrix | Form::Array(_)) => {
                form
            }
        };
        Kind { base: self.base, form }
    }

    /// The type in the array IR.
    #[must_use]
    pub fn ir(self) -> Type {
        Type::of_rank(self.base.ir(), self.form.rank())
    }

    /// Something of that kind, for a variable that has no value.
    pub(crate) fn nothing(self) -> Operand {
        match self.form {
            Form::Scalar => Operand::scalar(self.base.zero()),
            Form::Row
            | Form::Range
            | Form::Column
            | Form::Empty
            | Form::Matrix
            | Form::Array(_) => {
                let shape = vec![0; self.form.rank()];
                let empty = Array::new(self.base.ir(), shape, Vec::new());
                Operand::array(empty.expect("no elements fit an empty shape"))
            }
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let form = match self.form {
            Form::Scalar => "1x1".to_owned(),
            Form::Row => "1x?".to_owned(),
            Form::Range => "range".to_owned(),
            Form::Column => "?x1".to_owned(),
            Form::Empty => "0x0".to_owned(),
            Form::Matrix => "?x?".to_owned(),
            Form::Array(count) => vec!["?"; usize::from(count)].join("x"),
        };
        write!(f, "{} {form}", self.base.name())
    }
}
