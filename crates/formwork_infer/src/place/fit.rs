//! Whether what is assigned fits in the places it is assigned to.

use formwork_builtins::BuiltinId;
use formwork_domain::AbstractValue;
use formwork_shape::Truth;
use formwork_shape::extent::{ExtentId, Extents};
use formwork_shape::facts::Requirement;
use formwork_shape::shape::ShapeId;
use formwork_syntax::Span;

use crate::engine::Analyst;
use crate::expr::index::Selects;
use crate::report::failure::FailureKind;
use crate::report::record::{Check, CheckKind};

impl Analyst<'_> {
    /// `array(places) = value`: as many values as places, or one value.
    pub(crate) fn counts_agree(&mut self, count: ExtentId, value: &AbstractValue, span: Span) {
        let Some(shape) = value.shape else { return };
        if value.is_scalar() {
            return;
        }
        let have = self.algebra.count(shape);
        let requirement = Requirement::any([
            Requirement::Equal(count, have),
            Requirement::Equal(have, Extents::ONE),
        ]);
        let alone = self.algebra.extents_mut().equal(count, have);
        let places = self.algebra.tuple([count, Extents::ONE]);
        self.must_fit(&[places, shape], requirement, alone, span);
    }

    /// `array(rows, columns, …) = value`: where neither is 1, the extents of the value are
    /// the numbers of places, in order; or it is one value; or there is nothing to store
    /// and no place for it. Gives whether the places are those extents: then the array
    /// grows to the largest place along every axis, also where there is no place.
    pub(crate) fn sizes_agree(
        &mut self,
        array: ShapeId,
        subscripts: &[AbstractValue],
        value: &AbstractValue,
        span: Span,
    ) -> Truth {
        if value.is_scalar() {
            return Truth::Yes;
        }
        let Some(shape) = value.shape else { return Truth::Maybe };
        let Some(extents) = self.algebra.as_tuple(shape) else { return Truth::Maybe };
        let Some(places) = self.places_along(array, subscripts) else { return Truth::Maybe };
        let nothing = |all: &[ExtentId]| {
            Requirement::any(all.iter().map(|&extent| Requirement::Equal(extent, Extents::ZERO)))
        };
        let wide = |this: &mut Self, all: &[ExtentId]| -> Vec<ExtentId> {
            let one = |this: &mut Self, extent| {
                let requirement = Requirement::Equal(extent, Extents::ONE);
                this.facts.truth(&mut this.algebra, &requirement)
            };
            all.iter().copied().filter(|&extent| one(this, extent) != Truth::Yes).collect()
        };
        let target = self.algebra.tuple(places.iter().copied());
        let (places, extents) = (wide(self, &places), wide(self, &extents));
        if extents.is_empty() {
            // One value, as far as the facts go.
            return Truth::Yes;
        }
        if places.len() != extents.len() {
            let never_one = |this: &mut Self, extent: ExtentId| {
                let one = Requirement::Equal(extent, Extents::ONE);
                this.facts.truth(&mut this.algebra, &one) == Truth::No
            };
            let sure = places.iter().chain(&extents).all(|&extent| never_one(self, extent));
            if !sure {
                // One of them may turn out to be 1.
                return Truth::Maybe;
            }
            let requirement = if subscripts.len() == 2 {
                // Only nothing fits in no place.
                Requirement::all([nothing(&places), nothing(&extents)])
            } else {
                // What Octave finds in no place of more dimensions is not defined.
                nothing(&places)
            };
            self.must_fit(&[target, shape], requirement, Truth::No, span);
            return Truth::Maybe;
        }
        let pairs = places.iter().zip(&extents).map(|(&a, &b)| Requirement::Equal(a, b));
        let same = Requirement::all(pairs);
        let scalar =
            Requirement::all(extents.iter().map(|&one| Requirement::Equal(one, Extents::ONE)));
        let neither = if subscripts.len() == 2 {
            Requirement::all([nothing(&places), nothing(&extents)])
        } else {
            nothing(&places)
        };
        let requirement = Requirement::any([same.clone(), scalar.clone(), neither]);
        let alone = places
            .iter()
            .zip(&extents)
            .fold(Truth::Yes, |all, (&a, &b)| all.and(self.algebra.extents_mut().equal(a, b)));
        self.must_fit(&[target, shape], requirement, alone, span);
        if !self.alive() {
            return Truth::Maybe;
        }
        let grows = Requirement::any([same, scalar]);
        self.facts.truth(&mut self.algebra, &grows)
    }

    /// How many places subscripts name along each axis.
    fn places_along(
        &mut self,
        array: ShapeId,
        subscripts: &[AbstractValue],
    ) -> Option<Vec<ExtentId>> {
        let mut places = Vec::with_capacity(subscripts.len());
        for (position, subscript) in subscripts.iter().enumerate() {
            let axis = u32::try_from(position).ok()?;
            places.push(match self.selects(subscript) {
                Selects::All => {
                    // In an array without extents `:` takes what there is to store.
                    let some = self.algebra.as_tuple(array)?.iter().any(|&extent| {
                        let some = Requirement::AtMost(Extents::ONE, extent);
                        self.facts.truth(&mut self.algebra, &some) == Truth::Yes
                    });
                    if !some {
                        return None;
                    }
                    if position + 1 < subscripts.len() {
                        self.algebra.extent(array, axis)
                    } else {
                        self.algebra.count_from(array, axis)
                    }
                }
                Selects::Places { count, .. } => count,
                Selects::Unknown => return None,
            });
        }
        Some(places)
    }

    /// Ends the path if the runtime refuses an assignment.
    pub(crate) fn storing_refused(
        &mut self,
        refusal: Option<String>,
        base: &AbstractValue,
        value: &AbstractValue,
        span: Span,
    ) {
        let Some(message) = refusal else { return };
        if self.alive() {
            let shapes: Vec<ShapeId> = [base.shape, value.shape].into_iter().flatten().collect();
            let kind = if message.starts_with("=: nonconformant") {
                Some(CheckKind::Assignment)
            } else if message.contains("resiz") || message.contains("out of bound") {
                Some(CheckKind::Growth)
            } else {
                None
            };
            match kind {
                Some(kind) => {
                    let check = self.new_check(kind, &shapes, Requirement::False, Truth::No, span);
                    self.refuse(Check { verdict: Truth::No, ..check });
                }
                None => self.fail(span, FailureKind::Operator("="), &[base, value], None),
            }
        }
        self.word_failure(span, Some(message));
    }

    /// Ends the path if the runtime refuses to join.
    pub(crate) fn joining_refused(&mut self, refusal: Option<String>, span: Span) {
        let Some(message) = refusal else { return };
        if self.alive() {
            self.fail(span, FailureKind::Builtin(BuiltinId::Horzcat.name().into()), &[], None);
        }
        self.word_failure(span, Some(message));
    }

    fn must_fit(
        &mut self,
        operands: &[ShapeId],
        requirement: Requirement,
        alone: Truth,
        span: Span,
    ) {
        self.require(CheckKind::Assignment, operands, requirement, alone, span);
    }
}
