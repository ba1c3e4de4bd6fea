//! Conditions that a number is whole: `x == fix (x)`, `mod (x, 1) == 0`.
//!
//! ```text
//! if n ~= fix (n) || n < 3, error ("…"); end     behind it n is a whole number, 3 or more
//! ```

use std::rc::Rc;

use formwork_builtins::Lesson;
use formwork_domain::{AbstractValue, Bounds, ClassSet, ValueFact};
use formwork_hir::SlotId;
use formwork_hir::body::{Body, ExprId, ExprKind};
use formwork_runtime::Value;
use formwork_shape::Truth;

use crate::call::resolved_name::ResolvedName;
use crate::engine::Analyst;

impl Analyst<'_> {
    /// Learns that two expressions are equal, of which one may be a variable rounded.
    pub(super) fn learn_whole(&mut self, body: &Rc<Body>, left: ExprId, right: ExprId) {
        for (call, other) in [(left, right), (right, left)] {
            if let Some(slot) = self.whole_if_equal(body, call, other) {
                self.refine_to_whole(slot);
            }
        }
    }

    /// The variable that is whole if a call equals something.
    fn whole_if_equal(&mut self, body: &Rc<Body>, call: ExprId, other: ExprId) -> Option<SlotId> {
        let ExprKind::Access(access) = &body.exprs[call].kind else { return None };
        let (name, args) = self.call_parts(body, access)?;
        let ExprKind::Var(slot) = body.exprs[*args.first()?].kind else { return None };
        let ResolvedName::Builtin(row) = self.named_target(&name) else { return None };
        let is_number = |this: &Self, id: ExprId, number: f64| {
            let value = this.frame().values.get(&id).and_then(AbstractValue::constant);
            value.and_then(Value::to_f64) == Some(number)
        };
        let whole = match (row.lesson, args) {
            (Lesson::Rounds, [_]) => {
                matches!(body.exprs[other].kind, ExprKind::Var(same) if same == slot)
            }
            (Lesson::Remainder, [_, divisor]) => {
                is_number(self, *divisor, 1.0) && is_number(self, other, 0.0)
            }
            _ => false,
        };
        whole.then_some(slot)
    }

    /// A variable whose elements are whole. Of what may be complex nothing is said.
    fn refine_to_whole(&mut self, slot: SlotId) {
        let value = (*self.frame().slot(slot).value).clone();
        let known = !matches!(value.value, ValueFact::Any | ValueFact::Within(_));
        if known || value.complex != Truth::No || !value.classes.is_within(ClassSet::FLOATS) {
            return;
        }
        let own = self.bounds(&value).unwrap_or(Bounds::REAL);
        let whole = Bounds { integer: true, nan: false, ..own };
        self.refine(slot, AbstractValue { value: ValueFact::Within(whole), ..value });
    }
}
