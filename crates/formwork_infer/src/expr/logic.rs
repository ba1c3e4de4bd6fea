//! `&&`, `||`, conditions: what decides, and what is learned on each side.

use crate::engine::Analyst;
use crate::report::failure::FailureKind;
use formwork_domain::{AbstractValue, ClassSet};
use formwork_hir::body::{Body, ExprId};
use formwork_runtime::ops::BinaryOp;
use formwork_runtime::{Class, Value, ops};
use formwork_shape::Truth;
use formwork_shape::extent::Extents;
use formwork_shape::facts::Requirement;
use formwork_syntax::{Span, with_enough_stack};
use std::rc::Rc;

impl Analyst<'_> {
    pub(crate) fn short_circuit(
        &mut self,
        body: &Rc<Body>,
        left: ExprId,
        right: ExprId,
        is_and: bool,
    ) -> AbstractValue {
        let first = with_enough_stack(|| self.deciding(body, left));
        let symbol = if is_and { "&&" } else { "||" };
        self.decided_by(body, first, (left, right), is_and, symbol)
    }

    /// `&` or `|` in a condition. A scalar on the left decides as it does of `&&` and `||`;
    /// else the operator is applied to both.
    pub(crate) fn lazy(
        &mut self,
        body: &Rc<Body>,
        op: BinaryOp,
        (left, right): (ExprId, ExprId),
        span: Span,
    ) -> AbstractValue {
        let first = with_enough_stack(|| self.deciding(body, left));
        if !self.alive() {
            return AbstractValue::unknown();
        }
        if first.is_scalar() {
            let is_and = op == BinaryOp::And;
            let symbol = if is_and { "&" } else { "|" };
            return self.decided_by(body, first, (left, right), is_and, symbol);
        }
        let many = first.shape.is_some_and(|shape| {
            let count = self.algebra.count(shape);
            let one = Requirement::Equal(count, Extents::ONE);
            self.facts.truth(&mut self.algebra, &one) == Truth::No
        });
        if many {
            let second = with_enough_stack(|| self.deciding(body, right));
            return self.binary(op, first, second, span);
        }
        // It may be a scalar: then the right side need not run, and nothing is applied.
        self.risk(span);
        let fork = self.fork();
        self.enter_branch();
        self.undecided(true);
        let _ = with_enough_stack(|| self.deciding(body, right));
        self.leave_branch();
        self.undecided(false);
        if let Some(end) = self.leave(fork)
            && !end.changed.is_empty()
        {
            let skipped = crate::state::frame::Snapshot::default();
            self.join_paths(vec![skipped, end], Span::empty(0));
        }
        AbstractValue::new(ClassSet::only(Class::Logical), None)
    }

    /// The value of a short-circuit operator, whose left operand has been walked.
    pub(crate) fn decided_by(
        &mut self,
        body: &Rc<Body>,
        first: AbstractValue,
        (left, right): (ExprId, ExprId),
        is_and: bool,
        symbol: &'static str,
    ) -> AbstractValue {
        if !self.alive() {
            return AbstractValue::unknown();
        }
        let decided = if is_and { Truth::No } else { Truth::Yes };
        let truth = self.decision(&first, symbol, body.exprs[left].span);
        if !self.alive() {
            return AbstractValue::unknown();
        }
        let constant =
            |this: &mut Self, value| AbstractValue::of(&Value::bool(value), &mut this.algebra);
        if truth == decided {
            return constant(self, !is_and);
        }
        // The right side runs only on one of the paths.
        let fork = self.fork();
        self.learn(body, left, is_and);
        self.enter_branch();
        self.undecided(true);
        let second = if self.alive() {
            with_enough_stack(|| self.deciding(body, right))
        } else {
            AbstractValue::unknown()
        };
        let second_truth = if self.alive() {
            self.decision(&second, symbol, body.exprs[right].span)
        } else {
            decided
        };
        self.leave_branch();
        self.undecided(false);
        let end = self.leave(fork);
        match (truth == !decided, end) {
            (true, Some(end)) => self.join_paths(vec![end], Span::empty(0)),
            (true, None) => {
                self.frame_mut().alive = false;
                return AbstractValue::unknown();
            }
            (false, Some(end)) if !end.changed.is_empty() => {
                let skipped = crate::state::frame::Snapshot::default();
                self.join_paths(vec![skipped, end], Span::empty(0));
            }
            (false, _) => {}
        }
        match (truth, second_truth) {
            (_, second) if second == decided => constant(self, !is_and),
            (first, second) if first == !decided && second == !decided => constant(self, is_and),
            _ => AbstractValue::truth(),
        }
    }

    /// The value of a condition, and whether it counts as true; `symbol` is what asks.
    pub(crate) fn condition(
        &mut self,
        body: &Rc<Body>,
        id: ExprId,
        symbol: &'static str,
    ) -> (AbstractValue, Truth) {
        let value = self.deciding(body, id);
        if !self.alive() {
            return (value, Truth::Maybe);
        }
        let truth = self.decision(&value, symbol, body.exprs[id].span);
        (value, truth)
    }

    /// Whether a value that something depends on counts as true. Cell arrays do not count
    /// as anything: to ask fails.
    pub(crate) fn decision(
        &mut self,
        value: &AbstractValue,
        symbol: &'static str,
        span: Span,
    ) -> Truth {
        if value.classes == ClassSet::only(Class::Cell) {
            let message = "invalid conversion from cell array to logical value".to_owned();
            self.fail(span, FailureKind::Use(symbol), &[value], Some(message));
            return Truth::Maybe;
        }
        if self.alive() {
            self.frame_mut().record.passed.used(span);
        }
        if value.classes.contains(Class::Cell) {
            self.risk(span);
            return Truth::Maybe;
        }
        self.truth_of(value)
    }

    /// Whether a value counts as true.
    pub(crate) fn truth_of(&mut self, value: &AbstractValue) -> Truth {
        if let Some(constant) = value.constant() {
            return ops::is_true(constant).map_or(Truth::Maybe, Truth::from);
        }
        if let Some(shape) = value.shape {
            let count = self.algebra.count(shape);
            if self.facts.truth(&mut self.algebra, &Requirement::Equal(count, Extents::ZERO))
                == Truth::Yes
            {
                return Truth::No;
            }
            if let Some(bounds) = self.bounds(value) {
                let nonempty =
                    self.facts.truth(&mut self.algebra, &Requirement::AtMost(Extents::ONE, count));
                if nonempty == Truth::Yes && (bounds.low > 0.0 || bounds.high < 0.0) && !bounds.nan
                {
                    return Truth::Yes;
                }
                if bounds.low == 0.0 && bounds.high == 0.0 && !bounds.nan {
                    return Truth::No;
                }
            }
        }
        Truth::Maybe
    }
}
