//! The abstract value: what is known of one value before the program runs.
//!
//! First, some terminology. An abstract value *covers* the values that a run may have there. It is
//! a product of five parts that are sound each on its own: the *classes* (a set), the *realness*
//! (no, yes, maybe an imaginary part), the *shape* (a term of the algebra, `None` if nothing is
//! known), the *elements* ([`ValueFact`]) and the *contents* of cells, structs and handles.
//!
//! Invariants: a [`ValueFact`] that speaks of integers or bounds speaks of a real value; a constant
//! agrees with the classes and the shape beside it; sizes inside it are terms of the one algebra of
//! the analysis. `unknown ()` covers everything.
//!
//! ```text
//! x = zeros (n, 3);     {double}, real, n x 3, every element within [0, 0]
//! k = numel (x);        {double}, real, 1 x 1, the integer 3 n
//! c = {k, 'abc'};       {cell}, 1 x 2, contents: the two values one by one
//! ```

use std::rc::Rc;

use formwork_runtime::{Class, Value};
use formwork_shape::Truth;
use formwork_shape::concrete::ConcreteShape;
use formwork_shape::extent::{ExtentId, Extents};
use formwork_shape::shape::{Algebra, ShapeId};

use crate::bounds::Bounds;
use crate::class_set::ClassSet;
use crate::contents::{Contents, Fields};
use crate::same::same_value;
use crate::shapes::{admits, concrete_shape};

/// What is known of the elements.
#[derive(Clone, Debug)]
pub enum ValueFact {
    /// Nothing.
    Any,
    /// Everything: it is this value.
    Const(Value),
    /// It is a scalar, and this integer.
    Integer(ExtentId),
    /// This integer is the greatest that is not above the first element: what ranges
    /// and sizes read of a number that may be no integer.
    Floor(ExtentId),
    /// It is a row `first, first + step, …`, as many as the shape has columns.
    Ramp {
        /// The first element, if there is one.
        first: ExtentId,
        /// From one to the next; not zero.
        step: i64,
    },
    /// It is a row or a column of these integers.
    Integers(Rc<[ExtentId]>),
    /// It is what `size` gives of an array of this shape.
    SizeOf(ShapeId),
    /// Every element is an integer from the first of these to the second.
    Between(ExtentId, ExtentId),
    /// They are truth values, and so many of them are true.
    Marked(ExtentId),
    /// It is real, and every element is within these.
    Within(Bounds),
}

impl PartialEq for ValueFact {
    fn eq(&self, other: &ValueFact) -> bool {
        match (self, other) {
            (ValueFact::Any, ValueFact::Any) => true,
            (ValueFact::Const(a), ValueFact::Const(b)) => same_value(a, b),
            (ValueFact::Integer(a), ValueFact::Integer(b))
            | (ValueFact::Floor(a), ValueFact::Floor(b))
            | (ValueFact::Marked(a), ValueFact::Marked(b)) => a == b,
            (
                ValueFact::Ramp { first, step },
                ValueFact::Ramp { first: other_first, step: other_step },
            ) => first == other_first && step == other_step,
            (ValueFact::Integers(a), ValueFact::Integers(b)) => a == b,
            (ValueFact::SizeOf(a), ValueFact::SizeOf(b)) => a == b,
            (ValueFact::Between(a, b), ValueFact::Between(c, d)) => a == c && b == d,
            (ValueFact::Within(a), ValueFact::Within(b)) => a == b,
            (
                ValueFact::Any
                | ValueFact::Const(_)
                | ValueFact::Integer(_)
                | ValueFact::Floor(_)
                | ValueFact::Ramp { .. }
                | ValueFact::Integers(_)
                | ValueFact::SizeOf(_)
                | ValueFact::Between(..)
                | ValueFact::Marked(_)
                | ValueFact::Within(_),
                _,
            ) => false,
        }
    }
}

/// What is known of a value.
#[derive(Clone, PartialEq, Debug)]
pub struct AbstractValue {
    /// The classes it may have.
    pub classes: ClassSet,
    /// Whether it has an imaginary part.
    pub complex: Truth,
    /// Its shape; `None`: nothing is known of it.
    pub shape: Option<ShapeId>,
    /// Its elements.
    pub value: ValueFact,
    /// What is inside it, if it is a container or a function.
    pub contents: Option<Contents>,
}

impl AbstractValue {
    /// The most elements a value may have to be kept whole.
    pub const CONSTANT_BUDGET: usize = 1 << 12;

    /// Nothing is known.
    #[must_use]
    pub const fn unknown() -> AbstractValue {
        AbstractValue {
            classes: ClassSet::ALL,
            complex: Truth::Maybe,
            shape: None,
            value: ValueFact::Any,
            contents: None,
        }
    }

    /// Everything is known; of a large array, only class, size and bounds are kept.
    #[must_use]
    pub fn of(value: &Value, algebra: &mut Algebra) -> AbstractValue {
        let shape = algebra.literal(&concrete_shape(&value.dims()));
        let fact = if value.numel() <= AbstractValue::CONSTANT_BUDGET {
            ValueFact::Const(value.clone())
        } else {
            Bounds::of(value).map_or(ValueFact::Any, ValueFact::Within)
        };
        AbstractValue {
            classes: ClassSet::only(value.class()),
            complex: Truth::from(value.is_complex()),
            shape: Some(shape),
            value: fact,
            contents: None,
        }
    }

    /// Classes and shape are known, the elements are not. Without float classes it is
    /// real.
    #[must_use]
    pub fn new(classes: ClassSet, shape: Option<ShapeId>) -> AbstractValue {
        let float = classes.contains(Class::Double) || classes.contains(Class::Single);
        let complex = if float { Truth::Maybe } else { Truth::No };
        AbstractValue { classes, complex, shape, value: ValueFact::Any, contents: None }
    }

    /// Class and shape are known, the elements are not.
    #[must_use]
    pub fn of_class_and_shape(class: Class, shape: ShapeId) -> AbstractValue {
        AbstractValue::new(ClassSet::only(class), Some(shape))
    }

    /// A real scalar of class double that is this integer.
    #[must_use]
    pub fn integer(value: ExtentId, algebra: &Algebra) -> AbstractValue {
        let fact = match algebra.extents().as_literal(value) {
            Some(number) if number.unsigned_abs() < 1 << 53 => {
                ValueFact::Const(Value::double(number as f64))
            }
            _ => ValueFact::Integer(value),
        };
        AbstractValue { complex: Truth::No, value: fact, ..scalar(Class::Double) }
    }

    /// A truth value that is not known.
    #[must_use]
    pub fn truth() -> AbstractValue {
        AbstractValue { value: ValueFact::Within(Bounds::TRUTH), ..scalar(Class::Logical) }
    }

    /// The same with what is known of the elements; a real value.
    #[must_use]
    pub fn with_value(self, value: ValueFact) -> AbstractValue {
        AbstractValue { value, complex: Truth::No, ..self }
    }

    /// The same, surely real.
    #[must_use]
    pub fn real(self) -> AbstractValue {
        AbstractValue { complex: Truth::No, ..self }
    }

    /// The value, if it is known.
    #[must_use]
    pub const fn constant(&self) -> Option<&Value> {
        match &self.value {
            ValueFact::Const(value) => Some(value),
            ValueFact::Any
            | ValueFact::Integer(_)
            | ValueFact::Floor(_)
            | ValueFact::Ramp { .. }
            | ValueFact::Integers(_)
            | ValueFact::SizeOf(_)
            | ValueFact::Between(..)
            | ValueFact::Marked(_)
            | ValueFact::Within(_) => None,
        }
    }

    /// The text, if it is known.
    #[must_use]
    pub fn text(&self) -> Option<String> {
        let value = self.constant()?;
        (value.is_strings() || (value.is_char() && (value.dims().rows() == 1 || value.is_empty())))
            .then(|| value.as_text().map(std::borrow::Cow::into_owned))?
    }

    /// The size, if all of it is known.
    #[must_use]
    pub fn size(&self, algebra: &Algebra) -> Option<ConcreteShape> {
        algebra.as_concrete(self.shape?)
    }

    /// Whether it is surely a scalar.
    #[must_use]
    pub fn is_scalar(&self) -> bool {
        self.shape == Some(Algebra::SCALAR)
    }

    /// The integer it is, if it is a scalar and known to be one.
    #[must_use]
    pub fn as_integer(&self, algebra: &mut Algebra) -> Option<ExtentId> {
        match &self.value {
            ValueFact::Integer(extent) => Some(*extent),
            ValueFact::Const(value) if value.is_scalar() && !value.is_complex() => {
                let number = value.to_f64()?;
                let whole = number.fract() == 0.0 && number.abs() < 9e15;
                whole.then(|| algebra.extents_mut().literal(number as i64))
            }
            ValueFact::Integers(elements) => match elements[..] {
                [element] => Some(element),
                _ => None,
            },
            ValueFact::Ramp { first, .. } if self.is_scalar() => Some(*first),
            ValueFact::Const(_)
            | ValueFact::Any
            | ValueFact::Floor(_)
            | ValueFact::Ramp { .. }
            | ValueFact::SizeOf(_)
            | ValueFact::Between(..)
            | ValueFact::Marked(_)
            | ValueFact::Within(_) => None,
        }
    }

    /// The integers that are its elements, column by column, if they are known.
    #[must_use]
    pub fn as_integers(&self, algebra: &mut Algebra) -> Option<Vec<ExtentId>> {
        const BUDGET: usize = 64;
        match &self.value {
            ValueFact::Integer(extent) => Some(vec![*extent]),
            ValueFact::Integers(elements) => Some(elements.to_vec()),
            ValueFact::Const(value) if value.numel() <= BUDGET && !value.is_complex() => {
                let numbers = value.to_f64_array()?.into_owned();
                let whole = |number: f64| number.fract() == 0.0 && number.abs() < 9e15;
                let numbers = numbers.as_slice();
                numbers.iter().all(|&number| whole(number)).then(|| {
                    let extents = algebra.extents_mut();
                    numbers.iter().map(|&number| extents.literal(number as i64)).collect()
                })
            }
            ValueFact::SizeOf(shape) => Some(algebra.as_tuple(*shape)?.to_vec()),
            ValueFact::Ramp { first, step } => {
                let count = usize::try_from(self.size(algebra)?.count()).ok()?;
                let (first, step) = (*first, *step);
                (count <= BUDGET).then(|| {
                    let extents = algebra.extents_mut();
                    (0..count)
                        .map(|place| {
                            let place = i64::try_from(place).unwrap_or(i64::MAX);
                            let offset = extents.literal(step.saturating_mul(place));
                            extents.add(first, offset)
                        })
                        .collect()
                })
            }
            ValueFact::Const(_)
            | ValueFact::Any
            | ValueFact::Floor(_)
            | ValueFact::Between(..)
            | ValueFact::Marked(_)
            | ValueFact::Within(_) => None,
        }
    }

    /// What is known of the sizes of its elements, if it is real.
    #[must_use]
    pub fn bounds(&self, algebra: &mut Algebra) -> Option<Bounds> {
        let interval =
            |algebra: &Algebra, extent| Bounds::of_interval(algebra.extents().interval(extent));
        if let Some(bounds) = match &self.value {
            ValueFact::Const(value) => Bounds::of(value),
            ValueFact::Integer(extent) => Some(interval(algebra, *extent)),
            ValueFact::Integers(elements) => elements
                .iter()
                .map(|&element| interval(algebra, element))
                .reduce(Bounds::hull)
                .or(Some(Bounds::exactly(0.0))),
            ValueFact::Ramp { first, .. } => {
                let start = interval(algebra, *first);
                match self.ramp_last(algebra) {
                    Some(last) => Some(start.hull(interval(algebra, last))),
                    None => Some(Bounds { nan: false, integer: true, ..Bounds::REAL }),
                }
            }
            ValueFact::SizeOf(_) => Some(Bounds::COUNT),
            ValueFact::Between(low, high) => {
                Some(interval(algebra, *low).hull(interval(algebra, *high)))
            }
            ValueFact::Marked(_) => Some(Bounds::TRUTH),
            ValueFact::Within(bounds) => Some(*bounds),
            ValueFact::Any | ValueFact::Floor(_) => None,
        } {
            return Some(bounds);
        }
        if self.complex != Truth::No || self.classes.is_empty() {
            return None;
        }
        self.classes.iter().map(class_bounds).reduce(|a, b| Some(a?.hull(b?))).flatten()
    }

    /// The last element of a ramp, if it has elements.
    #[must_use]
    pub fn ramp_last(&self, algebra: &mut Algebra) -> Option<ExtentId> {
        let ValueFact::Ramp { first, step } = self.value else { return None };
        let count = algebra.extent(self.shape?, 1);
        let extents = algebra.extents_mut();
        let steps = extents.subtract(count, Extents::ONE);
        let step = extents.literal(step);
        let distance = extents.multiply(steps, step);
        Some(extents.add(first, distance))
    }

    /// The fields, if it is a struct whose fields are known.
    #[must_use]
    pub fn fields(&self, algebra: &mut Algebra) -> Option<Rc<Fields>> {
        if let Some(Contents::Fields(fields)) = &self.contents {
            return Some(Rc::clone(fields));
        }
        let Some(Value::Struct(value)) = self.constant() else { return None };
        let known = value
            .fields()
            .map(|(name, values)| {
                let every = match values {
                    [one] => AbstractValue::of(one, algebra),
                    _ => AbstractValue::unknown(),
                };
                (Rc::clone(name), every)
            })
            .collect();
        Some(Rc::new(Fields { known, open: false }))
    }

    /// The elements column by column, if it is a cell array of which they are known.
    #[must_use]
    pub fn elements(&self, algebra: &mut Algebra) -> Option<Rc<[AbstractValue]>> {
        if let Some(Contents::Elements(elements)) = &self.contents {
            return Some(Rc::clone(elements));
        }
        let Some(Value::Cell(cells)) = self.constant() else { return None };
        (cells.numel() <= Contents::BUDGET).then(|| {
            cells.as_slice().iter().map(|value| AbstractValue::of(value, algebra)).collect()
        })
    }

    /// Whether a value may be meant: its class is one of the classes, its size one
    /// that the shape admits, its elements what is known of them as far as that says
    /// numbers.
    #[must_use]
    pub fn contains(&self, value: &Value, algebra: &Algebra) -> bool {
        if !self.classes.contains(value.class()) {
            return false;
        }
        let complex = Truth::from(value.is_complex());
        if self.complex != Truth::Maybe && self.complex != complex {
            return false;
        }
        if !self.shape.is_none_or(|shape| admits(algebra, shape, &concrete_shape(&value.dims()))) {
            return false;
        }
        let all_within = |bounds: Bounds| {
            value.to_f64_array().is_some_and(|array| {
                array.as_slice().iter().all(|&element| bounds.contains(element))
            })
        };
        let interval = |extent| Bounds::of_interval(algebra.extents().interval(extent));
        match &self.value {
            ValueFact::Any | ValueFact::Floor(_) => true,
            ValueFact::Const(constant) => same_value(constant, value),
            ValueFact::Integer(extent) => value.is_scalar() && all_within(interval(*extent)),
            ValueFact::Integers(elements) => {
                value.numel() == elements.len()
                    && value.to_f64_array().is_some_and(|array| {
                        let pairs = array.as_slice().iter().zip(elements.iter());
                        pairs.into_iter().all(|(&have, &want)| interval(want).contains(have))
                    })
            }
            ValueFact::Ramp { first, step } => value.to_f64_array().is_some_and(|array| {
                let elements = array.as_slice();
                elements.first().is_none_or(|&start| interval(*first).contains(start))
                    && elements.windows(2).all(|pair| pair[1] - pair[0] == *step as f64)
            }),
            ValueFact::SizeOf(_) => all_within(Bounds::COUNT),
            ValueFact::Between(low, high) => all_within(interval(*low).hull(interval(*high))),
            ValueFact::Marked(count) => value.to_f64_array().is_some_and(|array| {
                let marked = array.as_slice().iter().filter(|&&element| element != 0.0).count();
                all_within(Bounds::TRUTH) && interval(*count).contains(marked as f64)
            }),
            ValueFact::Within(bounds) => all_within(*bounds),
        }
    }
}

fn scalar(class: Class) -> AbstractValue {
    AbstractValue::of_class_and_shape(class, Algebra::SCALAR)
}

/// What a class alone says of real elements.
fn class_bounds(class: Class) -> Option<Bounds> {
    Some(match class {
        Class::Double | Class::Single => Bounds::REAL,
        Class::Int8 => Bounds::new(-128.0, 127.0, true),
        Class::Int16 => Bounds::new(-32768.0, 32767.0, true),
        Class::Int32 => Bounds::new(-2_147_483_648.0, 2_147_483_647.0, true),
        Class::Int64 => Bounds::new(i64::MIN as f64, i64::MAX as f64, true),
        Class::Uint8 | Class::Char => Bounds::new(0.0, 255.0, true),
        Class::Uint16 => Bounds::new(0.0, 65535.0, true),
        Class::Uint32 => Bounds::new(0.0, 4_294_967_295.0, true),
        Class::Uint64 => Bounds::new(0.0, u64::MAX as f64, true),
        Class::Logical => Bounds::TRUTH,
        _ => return None,
    })
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
        assert!(!known.contains(&Value::row(vec![1.0, 3.0]), &algebra));
        assert!(!known.contains(&Value::double(1.0), &algebra));
        assert!(!known.contains(&Value::text("ab"), &algebra));
        assert!(AbstractValue::unknown().contains(&Value::text("ab"), &algebra));
    }

    #[test]
    fn ramps_know_their_elements() {
        let mut algebra = Algebra::new();
        let n = algebra.extents_mut().variable("n");
        let shape = algebra.tuple([Extents::ONE, n]);
        let ramp = AbstractValue::of_class_and_shape(Class::Double, shape)
            .with_value(ValueFact::Ramp { first: Extents::ONE, step: 1 });
        assert_eq!(ramp.ramp_last(&mut algebra), Some(n));
        assert!(ramp.contains(&Value::row(vec![1.0, 2.0, 3.0]), &algebra));
        assert!(!ramp.contains(&Value::row(vec![1.0, 3.0]), &algebra));
    }
}
