//! What an analysis may know of a value: from all of it to nothing.

use std::rc::Rc;

use formwork_domain::{
    AbstractValue, Bounds, ClassSet, Contents, Fields, ValueFact, concrete_shape, union,
};
use formwork_runtime::{Class, Value};
use formwork_shape::Truth;
use formwork_shape::extent::{ExtentId, Extents, Interval, Origin, Unknown};
use formwork_shape::shape::{Algebra, Assignment, Node, ShapeId, VariableKind};

use crate::random::Numbers;

/// The unknowns made so far, and what they are.
pub(crate) struct World {
    pub(crate) algebra: Algebra,
    pub(crate) assignment: Assignment,
}

impl World {
    pub(crate) fn new() -> World {
        World { algebra: Algebra::new(), assignment: Assignment::new() }
    }

    /// An unknown that is this number: the same for the same number and bounds.
    fn unknown(&mut self, value: i64, bounds: Interval) -> ExtentId {
        let name = format!("n{value} in {:?} {:?}", bounds.low(), bounds.high());
        let extent = self.algebra.extents_mut().name(Origin::Variable(name), bounds);
        if let Some(Unknown::Name(name)) = self.algebra.extents().as_unknown(extent) {
            self.assignment.set_name(name, value);
        }
        extent
    }

    /// A number, as a literal or an unknown, perhaps with an offset.
    fn number(&mut self, value: i64, least: i64, numbers: &mut Numbers) -> ExtentId {
        match numbers.below(5) {
            0 => self.algebra.extents_mut().literal(value),
            1 => self.unknown(value, Interval::at_least(value.min(1).max(least))),
            2 => {
                let low = value.saturating_sub(1).max(least);
                let bounds = Interval::new(low, value.saturating_add(2));
                self.unknown(value, bounds.unwrap_or(Interval::ALL))
            }
            3 if value > least => {
                let rest = self.unknown(value - 1, Interval::at_least(least));
                self.algebra.extents_mut().add(rest, Extents::ONE)
            }
            _ if least == i64::MIN => self.unknown(value, Interval::ALL),
            _ => self.unknown(value, Interval::at_least(least)),
        }
    }

    fn shape(&mut self, value: &Value, numbers: &mut Numbers) -> Option<ShapeId> {
        let size = concrete_shape(&value.dims());
        match numbers.below(8) {
            0 | 1 => Some(self.algebra.literal(&size)),
            2 => None,
            3 => {
                let kind = if size.is_matrix() && numbers.one_in(2) {
                    VariableKind::Matrix
                } else {
                    VariableKind::AnyRank
                };
                let name = format!("{kind:?} {size}");
                let shape = self.algebra.variable(&name, kind);
                if let Node::Variable(variable) = self.algebra.node(shape) {
                    self.assignment.set_variable(*variable, size);
                }
                Some(shape)
            }
            _ => {
                let extents: Vec<ExtentId> = size
                    .extents()
                    .iter()
                    .map(|&extent| {
                        let extent = i64::try_from(extent).expect("sizes are small");
                        self.number(extent, 0, numbers)
                    })
                    .collect();
                Some(self.algebra.tuple(extents))
            }
        }
    }

    fn fact(&mut self, value: &Value, shape: Option<ShapeId>, numbers: &mut Numbers) -> ValueFact {
        let Some(bounds) = Bounds::of(value) else { return ValueFact::Any };
        if numbers.one_in(4) {
            return ValueFact::Any;
        }
        let elements: Vec<f64> =
            value.to_f64_array().map(|array| array.as_slice().to_vec()).unwrap_or_default();
        let whole = elements.iter().all(|x| x.fract() == 0.0 && x.abs() < 1e6);
        let integers: Vec<i64> = elements.iter().map(|&x| x as i64).collect();
        let scalar = shape == Some(Algebra::SCALAR);
        let vector =
            value.dims().ndims() == 2 && (value.dims().rows() == 1 || value.dims().columns() == 1);
        if scalar && whole && numbers.below(4) > 0 {
            return ValueFact::Integer(self.number(integers[0], i64::MIN, numbers));
        }
        if value.is_scalar() && elements[0].abs() < 9e15 && numbers.one_in(2) {
            return ValueFact::Floor(self.number(elements[0].floor() as i64, i64::MIN, numbers));
        }
        if vector && whole && !integers.is_empty() {
            let step = integers.get(1).map_or(1, |second| second - integers[0]);
            let ramp = step != 0 && integers.windows(2).all(|pair| pair[1] - pair[0] == step);
            if ramp && value.dims().rows() == 1 && shape.is_some() && numbers.one_in(2) {
                let first = self.number(integers[0], i64::MIN, numbers);
                return ValueFact::Ramp { first, step };
            }
            let size = integers.len() >= 2
                && integers.iter().all(|&extent| extent >= 0)
                && (integers.len() == 2 || integers.last() != Some(&1));
            if size && value.dims().rows() == 1 && numbers.one_in(2) {
                let extents: Vec<ExtentId> =
                    integers.iter().map(|&extent| self.number(extent, 0, numbers)).collect();
                let shape = self.algebra.tuple(extents);
                // A last extent that may be one would make a vector of another length.
                if self.algebra.as_tuple(shape).is_some_and(|tuple| tuple.len() == integers.len()) {
                    return ValueFact::SizeOf(shape);
                }
            }
            if numbers.one_in(2) {
                return ValueFact::Integers(
                    integers.iter().map(|&x| self.number(x, i64::MIN, numbers)).collect(),
                );
            }
        }
        if whole && !integers.is_empty() && numbers.one_in(2) {
            let (low, high) = (integers.iter().min(), integers.iter().max());
            let low = self.number(*low.expect("there is one"), i64::MIN, numbers);
            let high = self.number(*high.expect("there is one"), i64::MIN, numbers);
            return ValueFact::Between(low, high);
        }
        ValueFact::Within(match numbers.below(3) {
            0 => bounds,
            1 => bounds.hull(Bounds::exactly(1.0)),
            _ => bounds.hull(Bounds::new(bounds.low - 0.5, bounds.high + 1.0, false)),
        })
    }

    fn contents(&mut self, value: &Value, numbers: &mut Numbers) -> Option<Contents> {
        if numbers.one_in(3) {
            return None;
        }
        match value {
            Value::Cell(cells) => {
                let elements: Vec<AbstractValue> =
                    cells.as_slice().iter().map(|cell| self.forget(cell, numbers)).collect();
                match elements.split_first() {
                    Some((first, rest)) if numbers.one_in(2) => {
                        let every = rest.iter().fold(first.clone(), |every, one| {
                            union(&mut self.algebra, &every, one)
                        });
                        Some(Contents::Every(Rc::new(every)))
                    }
                    _ => Some(Contents::Elements(elements.into())),
                }
            }
            Value::Struct(structure) => {
                let mut fields = Fields { known: Vec::new(), open: false };
                for (name, values) in structure.fields() {
                    let known = match values {
                        [one] => self.forget(one, numbers),
                        _ => AbstractValue::unknown(),
                    };
                    if numbers.one_in(4) {
                        fields.open = true;
                    } else {
                        fields.known.push((Rc::clone(name), known));
                    }
                }
                Some(Contents::Fields(Rc::new(fields)))
            }
            _ => None,
        }
    }

    /// Something that is true of a value.
    pub(crate) fn forget(&mut self, value: &Value, numbers: &mut Numbers) -> AbstractValue {
        if numbers.one_in(4) {
            return AbstractValue::of(value, &mut self.algebra);
        }
        let class = ClassSet::only(value.class());
        let (classes, certain) = match numbers.below(8) {
            0 => (ClassSet::ALL, false),
            1 => {
                let other = Class::ALL[numbers.below(Class::ALL.len())];
                (class.union(ClassSet::only(other)), false)
            }
            _ => (class, true),
        };
        let shape = self.shape(value, numbers);
        let mut known = AbstractValue::new(classes, shape);
        if numbers.below(4) > 0 {
            known.complex = Truth::from(value.is_complex());
        }
        // Facts say that the value is real.
        if certain && value.class() != Class::Char && !value.is_complex() {
            known.value = self.fact(value, shape, numbers);
            if !matches!(known.value, ValueFact::Any) {
                known.complex = Truth::No;
            }
        }
        if certain {
            known.contents = self.contents(value, numbers);
        }
        known
    }
}
