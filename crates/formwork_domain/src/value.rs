//! What is known of one value.

use formwork_runtime::{Class, Value};
use formwork_shape::shape::{Algebra, ShapeId};

use crate::class_set::ClassSet;
use crate::shapes::{admits, concrete_shape};

/// What is known of the elements.
#[derive(Clone, Debug)]
pub enum ValueFact {
    /// Nothing.
    Any,
    /// Everything: it is this value.
    Const(Value),
}

/// What is known of a value.
#[derive(Clone, Debug)]
pub struct AbstractValue {
    /// The classes it may have.
    pub classes: ClassSet,
    /// Its shape; `None`: nothing is known of it.
    pub shape: Option<ShapeId>,
    /// Its elements.
    pub value: ValueFact,
}

impl AbstractValue {
    /// Nothing is known.
    #[must_use]
    pub const fn unknown() -> AbstractValue {
        AbstractValue { classes: ClassSet::ALL, shape: None, value: ValueFact::Any }
    }

    /// Everything is known.
    #[must_use]
    pub fn of(value: &Value, algebra: &mut Algebra) -> AbstractValue {
        let shape = algebra.literal(&concrete_shape(&value.dims()));
        AbstractValue {
            classes: ClassSet::only(value.class()),
            shape: Some(shape),
            value: ValueFact::Const(value.clone()),
        }
    }

    /// Class and shape are known, the elements are not.
    #[must_use]
    pub const fn of_class_and_shape(class: Class, shape: ShapeId) -> AbstractValue {
        AbstractValue { classes: ClassSet::only(class), shape: Some(shape), value: ValueFact::Any }
    }

    /// The value, if it is known.
    #[must_use]
    pub const fn constant(&self) -> Option<&Value> {
        match &self.value {
            ValueFact::Const(value) => Some(value),
            ValueFact::Any => None,
        }
    }

    /// Whether a value may be meant: its class is one of the classes and its size one
    /// that the shape admits. Known elements are not compared.
    #[must_use]
    pub fn contains(&self, value: &Value, algebra: &Algebra) -> bool {
        self.classes.contains(value.class())
            && self.shape.is_none_or(|shape| admits(algebra, shape, &concrete_shape(&value.dims())))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_what_is_known_of_it() {
        let mut algebra = Algebra::new();
        let row = Value::row(vec![1.0, 2.0]);
        let known = AbstractValue::of(&row, &mut algebra);
        assert!(known.contains(&row, &algebra));
        assert!(!known.contains(&Value::double(1.0), &algebra));
        assert!(!known.contains(&Value::text("ab"), &algebra));
        assert!(AbstractValue::unknown().contains(&Value::text("ab"), &algebra));
    }
}
