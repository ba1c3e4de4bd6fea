//! Ranges: `first:step:last`.

use std::rc::Rc;

use formwork_domain::{AbstractValue, ClassSet, ValueFact};
use formwork_hir::SlotId;
use formwork_hir::body::{Body, ExprId, ExprKind};
use formwork_runtime::{Class, ops};
use formwork_shape::extent::{ExtentId, Extents, Interval};
use formwork_syntax::Span;

use crate::engine::Analyst;
use crate::report::failure::FailureKind;
use crate::report::remark::RemarkKind;

impl Analyst<'_> {
    /// The value of `first:step:last`.
    pub(crate) fn range(
        &mut self,
        body: &Rc<Body>,
        first: ExprId,
        step: Option<ExprId>,
        last: ExprId,
    ) -> AbstractValue {
        let first_value = self.single(body, first, ":");
        let step_value = step.map(|step| self.single(body, step, ":"));
        let last_value = self.single(body, last, ":");
        if !self.alive() {
            return AbstractValue::unknown();
        }
        for (value, id) in [(&first_value, first), (&last_value, last)] {
            self.remark_several(RemarkKind::ArrayLimit, value, body.exprs[id].span);
        }
        let first_value = self.end_with_names(body, first, first_value);
        let last_value = self.end_with_names(body, last, last_value);
        if let (Some(a), Some(c)) = (first_value.constant(), last_value.constant())
            && step_value.as_ref().is_none_or(|step| step.constant().is_some())
        {
            let step = step_value.as_ref().and_then(|step| step.constant());
            if let Ok(value) = ops::range(a, step, c) {
                return AbstractValue::of(&value, &mut self.algebra);
            }
        }
        self.range_of(
            &first_value,
            step_value.as_ref(),
            &last_value,
            &[Some(first), step, Some(last)],
            body,
        )
    }

    /// The end of a range with names for the integers in it, unless its bounds would be lost by that:
    /// they are those of the elements.
    fn end_with_names(
        &mut self,
        body: &Rc<Body>,
        id: ExprId,
        value: AbstractValue,
    ) -> AbstractValue {
        let named = self.with_names(body, id, value.clone(), false);
        match (&value.value, &named.value) {
            (ValueFact::Within(_), ValueFact::Floor(_)) => value,
            _ => named,
        }
    }

    pub(crate) fn range_of(
        &mut self,
        first: &AbstractValue,
        step: Option<&AbstractValue>,
        last: &AbstractValue,
        exprs: &[Option<ExprId>; 3],
        body: &Rc<Body>,
    ) -> AbstractValue {
        let ends = [Some(first), step, Some(last)];
        let matlab = self.may_run_in_matlab();
        let array = |end: &&AbstractValue| {
            // Octave takes one truth, but no array of them.
            let truths = end.classes == ClassSet::only(Class::Logical)
                && end.size(&self.algebra).is_some_and(|size| size.count() != 1);
            !end.classes.intersection(ClassSet::ARRAYS).is_empty() && (matlab || !truths)
        };
        let fits = ends.iter().flatten().all(array);
        if let [Some(start), _, Some(stop)] = *exprs {
            let span = Span::new(body.exprs[start].span.start, body.exprs[stop].span.end);
            if fits {
                self.frame_mut().record.passed.used(span);
            } else {
                let values: Vec<&AbstractValue> = ends.iter().flatten().copied().collect();
                let message = "invalid types found in range expression".to_owned();
                self.fail(span, FailureKind::Use(":"), &values, Some(message));
                return AbstractValue::unknown();
            }
        }
        let class = range_class(&ends);
        // A text between two numbers is rare: the row is counted as one of numbers.
        let unknown = ends.iter().flatten().any(|end| end.classes.may_be_object());
        let texts = ends.iter().flatten().any(|end| end.classes == ClassSet::only(Class::Char));
        let counted = unknown || (self.options.returning && !texts);
        if class.contains(Class::Char) && !counted {
            // A row of text, or nothing where an end has no element.
            let scalars = ends.iter().flatten().all(|end| end.is_scalar());
            let count = self.fresh("columns", Interval::EXTENT);
            let row = self.algebra.tuple([Extents::ONE, count]);
            return AbstractValue::new(class, scalars.then_some(row)).real();
        }
        let step_number = match step {
            None => Some(1),
            Some(step) => step
                .as_integer(&mut self.algebra)
                .and_then(|step| self.algebra.extents().as_literal(step)),
        };
        let start = self.floor_of(first, exprs[0], body);
        let first_is_integer = first.as_integer(&mut self.algebra).is_some();
        if let (Some(start), Some(step), true) = (start, step_number, first_is_integer)
            && step != 0
        {
            let stop = if step > 0 {
                self.floor_of(last, exprs[2], body)
            } else {
                // A falling range ends at the least integer that is not below.
                last.as_integer(&mut self.algebra)
            };
            if let Some(stop) = stop {
                let step_extent = self.algebra.extents_mut().literal(step);
                let count = self.algebra.extents_mut().range_count(start, step_extent, stop);
                let shape = self.algebra.tuple([Extents::ONE, count]);
                let value = AbstractValue::new(class, Some(shape));
                return value.with_value(ValueFact::Ramp { first: start, step });
            }
        }
        let count = self.fresh("columns", Interval::EXTENT);
        let shape = self.algebra.tuple([Extents::ONE, count]);
        let value = AbstractValue::new(class, Some(shape)).real();
        // Every element lies between the ends, if both are scalars.
        match (self.bounds(first), self.bounds(last), self.step_integer(step)) {
            (Some(a), Some(b), integer) if first.is_scalar() && last.is_scalar() => {
                let hull = a.hull(b);
                let integer = integer && a.integer;
                value.with_value(ValueFact::Within(formwork_domain::Bounds { integer, ..hull }))
            }
            _ => value,
        }
    }

    /// The greatest integer not above the first element of a value, which gets a name
    /// if it has none.
    pub(crate) fn floor_of(
        &mut self,
        value: &AbstractValue,
        expr: Option<ExprId>,
        body: &Rc<Body>,
    ) -> Option<ExtentId> {
        if let Some(integer) = value.as_integer(&mut self.algebra) {
            return Some(integer);
        }
        if let ValueFact::Floor(extent) = value.value {
            return Some(extent);
        }
        if let Some(constant) = value.constant() {
            let number = constant.to_f64()?;
            return (number.abs() < 9e15)
                .then(|| self.algebra.extents_mut().literal(number.floor() as i64));
        }
        // Only of a variable the name can be kept.
        let ExprKind::Var(slot) = body.exprs[expr?].kind else { return None };
        let numbers = value.classes.all(|class| class.is_numeric() || class == Class::Logical);
        let text = value.classes == ClassSet::only(Class::Char);
        let counted = value.classes.may_be_object() || (self.options.returning && !text);
        if !numbers && !counted {
            return None;
        }
        let bounds = self.bounds(value);
        let interval = bounds.map_or(Interval::ALL, formwork_domain::Bounds::as_size);
        let whole = bounds.is_some_and(|bounds| bounds.integer && !bounds.nan);
        let (extent, fact) = if whole && value.is_scalar() {
            let name = self.frame().name(slot);
            let extent = self.fresh(&name, interval);
            (extent, ValueFact::Integer(extent))
        } else {
            let extent = self.fresh_floor(slot, interval);
            (extent, ValueFact::Floor(extent))
        };
        let refined = AbstractValue { value: fact, ..value.clone() };
        self.refine(slot, refined);
        Some(extent)
    }

    /// A name for the greatest integer that is not above the first element of a variable.
    pub(crate) fn fresh_floor(&mut self, slot: SlotId, interval: Interval) -> ExtentId {
        let name = self.frame().name(slot);
        let name = match self.algebra.extents().has_variable(&name) {
            true => format!("floor(value({name}))"),
            false => format!("floor({name})"),
        };
        self.fresh(&name, interval)
    }

    fn step_integer(&mut self, step: Option<&AbstractValue>) -> bool {
        step.is_none_or(|step| self.bounds(step).is_some_and(|bounds| bounds.integer))
    }
}

/// The class of a range: single, integers or text where an end is, else double.
fn range_class(ends: &[Option<&AbstractValue>; 3]) -> ClassSet {
    let double = ClassSet::only(Class::Double);
    let mut result = double;
    for end in ends.iter().flatten() {
        let kept: ClassSet = end
            .classes
            .iter()
            .map(|class| match class {
                Class::Char => class,
                other if other.is_numeric() => other,
                _ => Class::Double,
            })
            .collect();
        result = match (kept == double, result == double) {
            (true, _) => result,
            (false, true) if kept.contains(Class::Double) => result.union(kept),
            (false, true) => kept,
            (false, false) => result.union(kept),
        };
    }
    result
}
