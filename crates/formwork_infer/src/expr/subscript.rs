//! What every subscript must be, whatever it is used for: a positive integer.

use formwork_domain::{AbstractValue, ValueFact};
use formwork_runtime::{Array, Class, ErrorKind, Value, index};
use formwork_shape::Truth;
use formwork_shape::extent::{ExtentId, Extents};
use formwork_shape::facts::Requirement;
use formwork_shape::shape::ShapeId;
use formwork_syntax::Span;

use crate::engine::Analyst;
use crate::report::failure::FailureKind;
use crate::report::record::CheckKind;

/// The most elements of an array that is indexed to hear what the runtime says.
const PROBED: u64 = 1 << 16;

impl Analyst<'_> {
    /// Ends the path if a subscript surely is no positive integer, and learns that it
    /// is one otherwise.
    pub(crate) fn positive_subscripts(
        &mut self,
        base: &AbstractValue,
        subscripts: &[AbstractValue],
        span: Span,
    ) {
        // What an object makes of its subscripts, nobody knows.
        let object = base.classes.may_be_object();
        for (position, subscript) in subscripts.iter().enumerate() {
            if !self.alive() {
                return;
            }
            if let Some(constant) = subscript.constant() {
                if !object && let Some(message) = refusal(constant, position, subscripts.len()) {
                    self.fail(span, FailureKind::Subscript, &[base, subscript], Some(message));
                }
                continue;
            }
            let Some(lowest) = self.lowest(subscript) else { continue };
            let requirement = Requirement::AtMost(Extents::ONE, lowest);
            let verdict = self.facts.truth(&mut self.algebra, &requirement);
            let shapes: Vec<ShapeId> = base.shape.into_iter().collect();
            match verdict {
                Truth::Yes => {}
                Truth::No if object => {}
                Truth::No => self.fail(span, FailureKind::Subscript, &[base, subscript], None),
                Truth::Maybe => {
                    let kind = CheckKind::Positive;
                    self.require_at(position, kind, &shapes, requirement, Truth::Maybe, span);
                }
            }
        }
    }

    /// The least of the integers that a value surely holds.
    pub(crate) fn lowest(&mut self, value: &AbstractValue) -> Option<ExtentId> {
        if !are_numbers(value) {
            return None;
        }
        match &value.value {
            ValueFact::Integer(extent) if value.is_scalar() => Some(*extent),
            ValueFact::Ramp { first, step } => {
                let count = self.algebra.extent(value.shape?, 1);
                let some = Requirement::AtMost(Extents::ONE, count);
                if self.facts.truth(&mut self.algebra, &some) != Truth::Yes {
                    return None;
                }
                if *step > 0 { Some(*first) } else { value.ramp_last(&mut self.algebra) }
            }
            ValueFact::Integers(elements) => {
                let elements = elements.to_vec();
                (!elements.is_empty()).then(|| self.algebra.extents_mut().minimum(elements))
            }
            _ => None,
        }
    }

    /// What the runtime says of subscripts of an array, if all of them are known.
    pub(crate) fn reading_refusal(
        &mut self,
        base: &AbstractValue,
        subscripts: &[AbstractValue],
    ) -> Option<String> {
        let size = base.size(&self.algebra)?;
        let constants: Vec<Value> =
            subscripts.iter().map(|value| value.constant().cloned()).collect::<Option<_>>()?;
        if size.count() > PROBED {
            return None;
        }
        let probe = Value::Bool(Array::filled(formwork_domain::dims_of(&size), false));
        let error = index::index(&probe, &constants).err()?;
        (error.kind == ErrorKind::Catchable).then(|| error.message.clone())
    }

    /// Gives the failure that was just found its words.
    pub(crate) fn word_failure(&mut self, span: Span, message: Option<String>) {
        if let (false, Some(message)) = (self.alive(), message)
            && let Some(failure) = self.frame_mut().record.failures.get_mut(&(span.start, span.end))
            && failure.message.is_none()
        {
            failure.message = Some(message);
        }
    }
}

/// Whether subscripts are numbers: so are those that run over `1:n`, though of an `n` that is
/// text they are its characters. (Of a colon among these nobody thinks.)
pub(crate) fn are_numbers(value: &AbstractValue) -> bool {
    let counted = matches!(value.value, ValueFact::Integer(_) | ValueFact::Ramp { .. });
    value.classes.all(|class| class.is_numeric() || (counted && class == Class::Char))
}

/// Whether an array takes one of these subscripts by no means.
pub(crate) fn has_refused(subscripts: &[AbstractValue]) -> bool {
    subscripts.iter().enumerate().any(|(position, subscript)| {
        subscript
            .constant()
            .is_some_and(|constant| refusal(constant, position, subscripts.len()).is_some())
    })
}

/// What the runtime says of a constant that is no subscript of any array.
fn refusal(constant: &Value, position: usize, count: usize) -> Option<String> {
    if !constant.is_numeric() {
        return None;
    }
    let bad = if constant.is_complex() {
        index::linear_places(constant).is_err()
    } else {
        let numbers = constant.to_f64_array()?;
        let is_bad = |&number: &f64| number < 1.0 || number.fract() != 0.0 || number.is_nan();
        numbers.as_slice().iter().any(is_bad)
    };
    if !bad {
        return None;
    }
    // An array that is too small for nothing else.
    let one = Value::Bool(Array::filled(formwork_runtime::Dims::matrix(1, 1), false));
    let subscripts: Vec<Value> = (0..count)
        .map(|place| if place == position { constant.clone() } else { Value::double(1.0) })
        .collect();
    let error = index::index(&one, &subscripts).err()?;
    Some(error.message.clone())
}
