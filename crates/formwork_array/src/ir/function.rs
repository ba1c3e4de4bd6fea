//! A function, its values, and what is known of them.

use cranelift_entity::PrimaryMap;

use super::ids::ValueId;
use super::op::{Block, Operand};
use super::types::Type;

/// Where the name of a value comes from. Where two values are one, the better name stays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum NameOrigin {
    /// Nobody wrote it: a part of a nested expression.
    Temporary,
    /// Written in a function that was inlined.
    Inlined,
    /// Made from a written name, for an attribute or a renamed value.
    Derived,
    /// Written.
    Source,
}

/// Rank and shape of a value, as operands of the language itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attributes {
    /// An integer.
    pub rank: Operand,
    /// A vector of integers as long as `rank` says.
    pub shape: Operand,
}

impl Attributes {
    /// Those of a scalar.
    #[must_use]
    pub fn scalar() -> Attributes {
        Attributes { rank: Operand::int(0), shape: Operand::ints(&[]) }
    }

    /// Those of arrays of this shape.
    #[must_use]
    pub fn known(shape: &[i64]) -> Attributes {
        Attributes { rank: Operand::int(shape.len() as i64), shape: Operand::ints(shape) }
    }

    /// Whether they say that the value is a scalar.
    #[must_use]
    pub fn is_scalar(&self) -> bool {
        self.rank.as_int() == Some(0)
    }
}

/// What is known of a value.
#[derive(Clone, Debug, PartialEq)]
pub struct ValueData {
    /// Its name; empty for a temporary. Two values may have one name.
    pub name: String,
    /// Where the name is from.
    pub origin: NameOrigin,
    /// Its type.
    pub ty: Type,
    /// Its symbolic attributes, once they are inserted.
    pub attributes: Option<Attributes>,
}

/// A function.
#[derive(Clone, Debug, PartialEq)]
pub struct Function {
    /// Its name: an identifier or an operator.
    pub name: String,
    /// Its parameters.
    pub parameters: Vec<ValueId>,
    /// The types of its results.
    pub results: Vec<Type>,
    /// All its values. Those that no statement defines any more stay, unused.
    pub values: PrimaryMap<ValueId, ValueData>,
    /// What it does.
    pub body: Block,
    /// Whether the program wrote it; the others come from the prelude.
    pub is_source: bool,
    /// Whether attributes have been inserted.
    pub attributed: bool,
    /// Whether every condition under which an operation means something is a guard.
    pub guarded: bool,
    /// Whether a failed check means the same to the caller whichever it is, so that checks
    /// may be made in another order.
    pub failures_alike: bool,
}

impl Function {
    /// A function without parameters and statements.
    #[must_use]
    pub fn new(name: impl Into<String>) -> Function {
        Function {
            name: name.into(),
            parameters: Vec::new(),
            results: Vec::new(),
            values: PrimaryMap::new(),
            body: Block::default(),
            is_source: true,
            attributed: false,
            guarded: false,
            failures_alike: false,
        }
    }

    /// A new value.
    pub fn value(&mut self, name: impl Into<String>, origin: NameOrigin, ty: Type) -> ValueId {
        self.values.push(ValueData { name: name.into(), origin, ty, attributes: None })
    }

    /// A new value without a name.
    pub fn temporary(&mut self, ty: Type) -> ValueId {
        self.value("", NameOrigin::Temporary, ty)
    }

    /// The type of an operand.
    #[must_use]
    pub fn type_of(&self, operand: &Operand) -> Type {
        match operand {
            Operand::Value(value) => self.values[*value].ty.clone(),
            Operand::Constant(array) => Type::of(array),
        }
    }

    /// The attributes of an operand, if it has any.
    #[must_use]
    pub fn attributes_of(&self, operand: &Operand) -> Option<Attributes> {
        match operand {
            Operand::Value(value) => self.values[*value].attributes.clone(),
            Operand::Constant(array) => Some(Attributes::known(array.shape())),
        }
    }

    /// Whether an operand is certainly a scalar.
    #[must_use]
    pub fn is_scalar(&self, operand: &Operand) -> bool {
        match operand {
            Operand::Value(value) => {
                let data = &self.values[*value];
                data.ty.is_scalar() || data.attributes.as_ref().is_some_and(Attributes::is_scalar)
            }
            Operand::Constant(array) => array.shape().is_empty(),
        }
    }
}
