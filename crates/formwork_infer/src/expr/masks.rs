//! Masks: how many of the elements of an array of truth values are true.
//!
//! That number gets a name when a variable is first used as a mask, or counted, and belongs to its
//! value from then on: what equal masks select is of one size.
//!
//! ```text
//! m = x > 0;
//! a = y(m); b = z(m);      a and b have nnz(m) elements each
//! k = sum (~m(:));         numel(m) - nnz(m)
//! ```

use std::rc::Rc;

use formwork_domain::{AbstractValue, Bounds, ClassSet, ValueFact};
use formwork_hir::body::{Body, ExprId, ExprKind};
use formwork_runtime::Class;
use formwork_shape::extent::{ExtentId, Interval};
use formwork_shape::facts::Requirement;

use crate::engine::Analyst;

/// The class of masks.
pub(crate) const TRUTHS: ClassSet = ClassSet::only(Class::Logical);

impl Analyst<'_> {
    /// How many elements of a mask are true, which gets that name if it has none.
    pub(crate) fn marked(&mut self, mask: &AbstractValue, name: &str) -> ExtentId {
        if let ValueFact::Marked(count) = mask.value {
            return count;
        }
        let total = mask.shape.map(|shape| self.algebra.count(shape));
        let most =
            total.and_then(|total| self.facts.interval(self.algebra.extents_mut(), total).high());
        let bounds = most.and_then(|high| Interval::new(0, high)).unwrap_or(Interval::EXTENT);
        let count = self.fresh(name, bounds);
        if let Some(total) = total {
            self.facts.assume(&mut self.algebra, Requirement::AtMost(count, total));
        }
        count
    }

    /// Gives the masks among the variables in some places of the program names for their counts.
    pub(crate) fn mark_variables(
        &mut self,
        body: &Rc<Body>,
        exprs: &[ExprId],
        values: &mut [AbstractValue],
    ) {
        if exprs.len() != values.len() {
            return;
        }
        for (&id, value) in exprs.iter().zip(values) {
            let ExprKind::Var(slot) = body.exprs[id].kind else { continue };
            let open = matches!(value.value, ValueFact::Any | ValueFact::Within(_));
            if !open || value.classes != TRUTHS || value.is_scalar() || !self.alive() {
                continue;
            }
            let name = format!("nnz({})", self.frame().name(slot));
            let count = self.marked(value, &name);
            value.value = ValueFact::Marked(count);
            value.complex = formwork_shape::Truth::No;
            self.refine(slot, value.clone());
        }
    }

    /// The elements of `~mask`.
    pub(crate) fn unmarked(&mut self, mask: &AbstractValue) -> ValueFact {
        match (&mask.value, mask.shape) {
            (ValueFact::Marked(count), Some(shape)) if mask.classes == TRUTHS => {
                let total = self.algebra.count(shape);
                ValueFact::Marked(self.algebra.extents_mut().subtract(total, *count))
            }
            _ => ValueFact::Within(Bounds::TRUTH),
        }
    }
}
