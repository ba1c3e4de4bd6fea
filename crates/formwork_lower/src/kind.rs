//! What is compiled of variables: real numbers and truth values, alone or in arrays of at
//! most two dimensions.

use std::fmt;

use formwork_array::ir::{Array, BaseType, Operand, Scalar, Type};

/// The class of the elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Base {
    /// Real, of class double.
    Double,
    /// Truth values.
    Bool,
}

impl Base {
    /// The same in the array IR.
    #[must_use]
    pub const fn ir(self) -> BaseType {
        match self {
            Base::Double => BaseType::Double,
            Base::Bool => BaseType::Bool,
        }
    }

    /// Zero or false.
    pub(crate) const fn zero(self) -> Scalar {
        match self {
            Base::Double => Scalar::Double(0.0),
            Base::Bool => Scalar::Bool(false),
        }
    }
}

/// What is known of the extents.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Form {
    /// One by one: a scalar of the IR.
    Scalar,
    /// One by any: a vector of the IR.
    Row,
    /// Any by one: a vector of the IR.
    Column,
    /// Any by any.
    Matrix,
}

impl Form {
    /// The number of axes in the array IR.
    #[must_use]
    pub const fn rank(self) -> usize {
        match self {
            Form::Scalar => 0,
            Form::Row | Form::Column => 1,
            Form::Matrix => 2,
        }
    }

    /// The least form that holds what both hold.
    #[must_use]
    pub fn join(self, other: Form) -> Form {
        match (self, other) {
            (Form::Scalar, form) | (form, Form::Scalar) => form,
            (one, two) if one == two => one,
            (Form::Row | Form::Column | Form::Matrix, _) => Form::Matrix,
        }
    }

    /// The form of arrays of these extents.
    #[must_use]
    pub const fn of(rows: usize, columns: usize) -> Form {
        match (rows, columns) {
            (1, 1) => Form::Scalar,
            (1, _) => Form::Row,
            (_, 1) => Form::Column,
            _ => Form::Matrix,
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
    /// A real number.
    pub const NUMBER: Kind = Kind { base: Base::Double, form: Form::Scalar };
    /// A truth value.
    pub const TRUTH: Kind = Kind { base: Base::Bool, form: Form::Scalar };

    /// The type in the array IR.
    #[must_use]
    pub fn ir(self) -> Type {
        Type::of_rank(self.base.ir(), self.form.rank())
    }

    /// Something of that kind, for a variable that has no value.
    pub(crate) fn nothing(self) -> Operand {
        match self.form {
            Form::Scalar => Operand::scalar(self.base.zero()),
            Form::Row | Form::Column | Form::Matrix => {
                let shape = vec![0; self.form.rank()];
                let empty = Array::new(self.base.ir(), shape, Vec::new());
                Operand::array(empty.expect("no elements fit an empty shape"))
            }
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let base = match self.base {
            Base::Double => "double",
            Base::Bool => "logical",
        };
        let form = match self.form {
            Form::Scalar => "1x1",
            Form::Row => "1x?",
            Form::Column => "?x1",
            Form::Matrix => "?x?",
        };
        write!(f, "{base} {form}")
    }
}
