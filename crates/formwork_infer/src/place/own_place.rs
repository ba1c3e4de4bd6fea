//! Places that a statement has read before it stores there: `x(k) = x(k) + 1`.
//!
//! What was read is there, so the array does not grow, whatever is known of the subscripts.
//!
//! ```text
//! counts(k) = counts(k) + 1;     counts keeps its size
//! x(m) = 2 * x(m);               the same, m a mask
//! p([i k]) = p([k i]);           the same, in another order
//! D(1:n+1:end) = 0;              no place lies behind the last one
//! x(k) = y(k);                   x may grow
//! ```

use std::rc::Rc;

use formwork_domain::AbstractValue;
use formwork_hir::SlotId;
use formwork_hir::body::{Arguments, Assign, Body, ExprId, ExprKind, Link, Root, Target};
use formwork_runtime::Class;
use formwork_runtime::ops::BinaryOp;
use formwork_shape::extent::Extents;
use formwork_shape::facts::Requirement;
use formwork_shape::{Dialect, Truth};
use formwork_syntax::{Span, with_enough_stack};

use crate::engine::Analyst;

impl Analyst<'_> {
    /// Notes for the store to come whether the place is one that the value was computed from.
    pub(super) fn note_own_place(&mut self, body: &Rc<Body>, assign: &Assign) {
        self.frame_mut().own_place = self.own_place(body, assign);
    }

    /// Whether an array keeps its size where something is stored in places that it has.
    pub(super) fn keeps_size(
        &mut self,
        base: &AbstractValue,
        subscripts: &[AbstractValue],
    ) -> bool {
        if base.classes.may_be_object() && self.objects_have_sizes() {
            return false;
        }
        if !subscripts.iter().any(|one| one.classes.contains(Class::Char)) {
            return true;
        }
        // `:` takes what there is to store where the array has no extents at all.
        let Some(shape) = base.shape else { return false };
        match subscripts {
            [_] => {
                let count = self.algebra.count(shape);
                let some = Requirement::AtMost(Extents::ONE, count);
                self.options.dialect == Dialect::Octave
                    || self.facts.truth(&mut self.algebra, &some) == Truth::Yes
            }
            many => many.iter().any(|one| {
                let count = one.shape.map(|shape| self.algebra.count(shape));
                let some = count.map(|count| Requirement::AtMost(Extents::ONE, count));
                one.classes.all(Class::is_numeric)
                    && some.is_some_and(|some| {
                        self.facts.truth(&mut self.algebra, &some) == Truth::Yes
                    })
            }),
        }
    }

    fn own_place(&mut self, body: &Body, assign: &Assign) -> Option<Span> {
        let [Target::Place { slot, links, span }] = &assign.targets[..] else { return None };
        let [Link::Paren(arguments)] = &links[..] else { return None };
        let frame = self.frame();
        // Somebody else may change the variables in between.
        if arguments.exprs.is_empty() || frame.dynamic_scope || !frame.exposed.is_empty() {
            return None;
        }
        let plain = arguments.exprs.iter().all(|&id| is_plain(body, id));
        let there = frame.slot(*slot).defined == Truth::Yes;
        let read = assign.op.is_some()
            || self.reads(body, assign.value, (*slot, arguments))
            || self.ends_inside(body, arguments);
        (plain && there && read).then_some(*span)
    }

    /// Whether the only subscript counts upwards to the end: `k:end`, `1:n+1:end`. Downwards it may
    /// name the first place of an array without elements, `1:-2:end`.
    fn ends_inside(&mut self, body: &Body, arguments: &Arguments) -> bool {
        let [only] = &arguments.exprs[..] else { return false };
        let ExprKind::Range(_, step, stop) = &body.exprs[*only].kind else { return false };
        let is_end = matches!(body.exprs[*stop].kind, ExprKind::End);
        is_end
            && step
                .as_ref()
                .is_none_or(|step| self.low_end(body, *step).is_some_and(|low| low > 0.0))
    }

    /// What a plain expression is not less than: a number, a variable, or their sum.
    fn low_end(&mut self, body: &Body, id: ExprId) -> Option<f64> {
        match &body.exprs[id].kind {
            ExprKind::Const(value) if value.is_scalar() => value.to_f64(),
            ExprKind::Var(slot) => {
                let value = Rc::clone(&self.frame().slot(*slot).value);
                self.bounds(&value).filter(|bounds| !bounds.nan).map(|bounds| bounds.low)
            }
            ExprKind::Binary(BinaryOp::Add, left, right) => {
                let low = with_enough_stack(|| self.low_end(body, *left))?;
                Some(low + with_enough_stack(|| self.low_end(body, *right))?)
            }
            _ => None,
        }
    }

    /// Whether evaluating an expression surely reads a place of a variable.
    fn reads(&self, body: &Body, id: ExprId, place: (SlotId, &Arguments)) -> bool {
        let reads = |id: &ExprId| with_enough_stack(|| self.reads(body, *id, place));
        match &body.exprs[id].kind {
            ExprKind::Unary(_, operand) => reads(operand),
            ExprKind::Binary(_, left, right) => reads(left) || reads(right),
            ExprKind::AndAlso(left, _) | ExprKind::OrElse(left, _) | ExprKind::Lazy(_, left, _) => {
                reads(left)
            }
            ExprKind::Matrix(rows) => rows.iter().any(|row| row.iter().any(reads)),
            ExprKind::Access(access) => {
                let own = matches!(access.root, Root::Var(slot) | Root::VarOrCall(slot, _) if slot == place.0);
                match access.links.first() {
                    Some(Link::Paren(arguments)) if own => {
                        let (exprs, others) = (&arguments.exprs, &place.1.exprs);
                        exprs.len() == others.len()
                            && exprs.iter().zip(others).all(|(&a, &b)| {
                                are_alike(body, a, b) || self.are_reordered(body, a, b)
                            })
                    }
                    // What is passed to somebody is evaluated before.
                    Some(Link::Paren(arguments)) => arguments.exprs.iter().any(reads),
                    _ => false,
                }
            }
            _ => false,
        }
    }

    /// Whether two lists name the same numbers: in another order a mask names other places.
    fn are_reordered(&self, body: &Body, left: ExprId, right: ExprId) -> bool {
        let (ExprKind::Matrix(left), ExprKind::Matrix(right)) =
            (&body.exprs[left].kind, &body.exprs[right].kind)
        else {
            return false;
        };
        let ([left], [right]) = (&left[..], &right[..]) else { return false };
        let is_number = |id: &ExprId| match &body.exprs[*id].kind {
            ExprKind::Const(value) => value.is_numeric(),
            ExprKind::Var(slot) => self.frame().slot(*slot).value.classes.all(Class::is_numeric),
            _ => false,
        };
        let within = |some: &[ExprId], all: &[ExprId]| {
            some.iter().all(|&one| all.iter().any(|&other| are_alike(body, one, other)))
        };
        left.iter().chain(right).all(is_number) && within(left, right) && within(right, left)
    }
}

/// Whether an expression is the same each time it is evaluated in a statement, and changes nothing.
fn is_plain(body: &Body, id: ExprId) -> bool {
    let plain = |id: &ExprId| with_enough_stack(|| is_plain(body, *id));
    match &body.exprs[id].kind {
        ExprKind::Const(_) | ExprKind::Var(_) | ExprKind::Colon | ExprKind::End => true,
        ExprKind::Unary(_, operand) => plain(operand),
        ExprKind::Binary(_, left, right) => plain(left) && plain(right),
        ExprKind::Range(start, step, stop) => {
            plain(start) && step.as_ref().is_none_or(plain) && plain(stop)
        }
        ExprKind::Matrix(rows) => rows.iter().all(|row| row.iter().all(plain)),
        _ => false,
    }
}

/// Whether two plain expressions are written alike.
fn are_alike(body: &Body, left: ExprId, right: ExprId) -> bool {
    let alike = |a: &ExprId, b: &ExprId| with_enough_stack(|| are_alike(body, *a, *b));
    match (&body.exprs[left].kind, &body.exprs[right].kind) {
        (ExprKind::Const(a), ExprKind::Const(b)) => {
            a.is_scalar() && a.class() == b.class() && b.is_scalar() && a.to_f64() == b.to_f64()
        }
        (ExprKind::Var(a), ExprKind::Var(b)) => a == b,
        (ExprKind::Colon, ExprKind::Colon) | (ExprKind::End, ExprKind::End) => true,
        (ExprKind::Unary(a, x), ExprKind::Unary(b, y)) => a == b && alike(x, y),
        (ExprKind::Binary(a, x, y), ExprKind::Binary(b, z, w)) => {
            a == b && alike(x, z) && alike(y, w)
        }
        (ExprKind::Range(a, step, b), ExprKind::Range(c, other, d)) => {
            let steps = match (step, other) {
                (None, None) => true,
                (Some(one), Some(other)) => alike(one, other),
                _ => false,
            };
            steps && alike(a, c) && alike(b, d)
        }
        (ExprKind::Matrix(rows), ExprKind::Matrix(others)) => {
            rows.len() == others.len()
                && rows.iter().zip(others).all(|(row, other)| {
                    row.len() == other.len() && row.iter().zip(other).all(|(a, b)| alike(a, b))
                })
        }
        _ => false,
    }
}
