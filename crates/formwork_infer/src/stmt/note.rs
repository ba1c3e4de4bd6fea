//! Comments that say something of variables: what they say is believed.

use std::rc::Rc;

use formwork_domain::{AbstractValue, ClassSet, ValueFact};
use formwork_hir::SlotId;
use formwork_hir::body::{Note, VariableNote};
use formwork_runtime::{Class, Value};
use formwork_shape::Truth;
use formwork_shape::extent::{ExtentId, Interval};
use formwork_shape::facts::Requirement;
use formwork_shape::shape::{Algebra, ShapeId};

use crate::engine::Analyst;
use crate::state::frame::Slot;

impl Analyst<'_> {
    /// Believes a comment.
    pub(crate) fn believe(&mut self, note: &Note) {
        match note {
            Note::Variable(slot, VariableNote::Undefined) => {
                self.frame_mut().clears = true;
                self.forget(*slot, Truth::No);
            }
            Note::Variable(slot, said) => self.believe_of(*slot, said),
            Note::Nargin(count) => {
                let told = self.count(*count);
                if let (ValueFact::Integer(own), Some(told)) = (&self.frame().nargin.value, told) {
                    let own = *own;
                    self.assume(Requirement::Equal(own, told));
                }
                if let Some(told) = told {
                    self.frame_mut().nargin = AbstractValue::integer(told, &self.algebra);
                    self.arguments_known();
                }
            }
            Note::Nargout(count) => {
                if let Some(told) = self.count(*count) {
                    self.frame_mut().nargout = AbstractValue::integer(told, &self.algebra);
                }
            }
            Note::Unroll | Note::NoUnroll => {
                if let Some(tracer) = &mut self.tracer {
                    tracer.advice = Some(*note == Note::Unroll);
                }
            }
            Note::Preserve(name) => {
                if let Some(tracer) = &mut self.tracer {
                    tracer.trace.preserved.insert(Rc::clone(name));
                }
            }
            Note::NoInterpret(name) => {
                if let Some(tracer) = &mut self.tracer {
                    tracer.trace.never_run.insert(Rc::clone(name));
                }
            }
        }
    }

    fn count(&mut self, count: u64) -> Option<ExtentId> {
        let count = i64::try_from(count).ok()?;
        Some(self.algebra.extents_mut().literal(count))
    }

    fn believe_of(&mut self, slot: SlotId, said: &VariableNote) {
        let state = self.frame().slot(slot).clone();
        let name = self.frame().name(slot);
        let before = match state.defined {
            Truth::No => AbstractValue::unknown(),
            Truth::Yes | Truth::Maybe => (*state.value).clone(),
        };
        let before = self.shaped(before, &name);
        let after = match said {
            VariableNote::Size(extents) => {
                let shape = self.told_shape(&before, &name, extents);
                AbstractValue { shape: Some(shape), ..array(before) }
            }
            VariableNote::Ndims(count) => {
                if let (2, Some(shape)) = (*count, before.shape) {
                    self.facts.assume_matrix(&mut self.algebra, shape);
                }
                let shape = before.shape.map(|shape| self.resolve(shape));
                AbstractValue { shape, ..array(before) }
            }
            VariableNote::Widen(axis) => self.widened(before, &name, *axis),
            // What `isreal` says yes or no to: text and truth values are real, too.
            VariableNote::Real(true) => self.among(before, ClassSet::ARRAYS).real(),
            VariableNote::Real(false) => {
                let value = self.among(before, ClassSet::FLOATS);
                match value.constant().is_some_and(Value::is_complex) {
                    true => value,
                    false => AbstractValue { complex: Truth::Yes, value: ValueFact::Any, ..value },
                }
            }
            VariableNote::Logical(true) => self.of_classes(before, ClassSet::only(Class::Logical)),
            VariableNote::Logical(false) => {
                let others = before.classes.iter().filter(|class| *class != Class::Logical);
                let others: ClassSet = others.collect();
                self.of_classes(before, others)
            }
            VariableNote::Class(class) => {
                let class = match &**class {
                    "function" => Some(Class::FunctionHandle),
                    "sparse" => Some(Class::Double),
                    other => Class::from_name(other),
                };
                match class {
                    Some(class) => self.of_classes(before, ClassSet::only(class)),
                    None => before,
                }
            }
            VariableNote::RealDouble => {
                self.of_classes(before, ClassSet::only(Class::Double)).real()
            }
            VariableNote::RealScalar => {
                if let Some(shape) = before.shape {
                    self.facts.assume_scalar(&mut self.algebra, shape);
                }
                let value = self.of_classes(before, ClassSet::only(Class::Double)).real();
                AbstractValue { shape: Some(Algebra::SCALAR), ..value }
            }
            VariableNote::Defined | VariableNote::Undefined => before,
        };
        let state = Slot::new(Rc::new(after), Truth::Yes);
        self.frame_mut().set(slot, state);
        self.check_alive();
    }

    /// A value whose class is told to be among some.
    fn among(&mut self, value: AbstractValue, classes: ClassSet) -> AbstractValue {
        let left: ClassSet =
            value.classes.iter().filter(|class| classes.contains(*class)).collect();
        match left.is_empty() {
            true => value,
            false if left == value.classes => value,
            false => AbstractValue { classes: left, ..value },
        }
    }

    /// A value whose class is told; what is known otherwise stays if it fits.
    fn of_classes(&mut self, value: AbstractValue, classes: ClassSet) -> AbstractValue {
        if value.classes == classes || classes.is_empty() {
            return value;
        }
        AbstractValue::new(classes, value.shape)
    }

    fn told_shape(
        &mut self,
        value: &AbstractValue,
        name: &str,
        extents: &[Option<u64>],
    ) -> ShapeId {
        let told: Vec<ExtentId> = extents
            .iter()
            .enumerate()
            .map(|(axis, extent)| {
                let known = extent.and_then(|extent| self.count(extent));
                let own = value.shape.map(|shape| {
                    self.algebra.extent(shape, u32::try_from(axis).unwrap_or(u32::MAX))
                });
                match (known, own) {
                    (Some(known), Some(own)) => {
                        let same = Requirement::Equal(known, own);
                        if self.facts.truth(&mut self.algebra, &same) == Truth::Maybe {
                            self.assume(same);
                        }
                        known
                    }
                    (Some(known), None) => known,
                    (None, Some(own)) => own,
                    (None, None) => {
                        self.fresh(&format!("size({name},{})", axis + 1), Interval::EXTENT)
                    }
                }
            })
            .collect();
        self.algebra.tuple(told)
    }

    fn widened(&mut self, value: AbstractValue, name: &str, axis: u64) -> AbstractValue {
        let Some(tuple) = value.shape.and_then(|shape| self.algebra.as_tuple(shape)) else {
            return value;
        };
        let mut extents = tuple.to_vec();
        let place = usize::try_from(axis).ok().and_then(|axis| axis.checked_sub(1));
        if let Some(extent) = place.and_then(|place| extents.get_mut(place)) {
            *extent = self.algebra.fresh_extent(&format!("size({name},{axis})"), Interval::EXTENT);
        }
        let bounds = self.bounds(&value).map_or(ValueFact::Any, ValueFact::Within);
        let fact = if value.complex == Truth::No { bounds } else { ValueFact::Any };
        AbstractValue { shape: Some(self.algebra.tuple(extents)), value: fact, ..value }
    }
}

/// A value of which sizes are told: a map has others than an array of its size.
fn array(value: AbstractValue) -> AbstractValue {
    let classes = value.classes.minus(ClassSet::only(Class::Map));
    if classes.is_empty() { value } else { AbstractValue { classes, ..value } }
}
