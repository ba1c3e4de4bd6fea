//! Places that a statement has read before it stores there: `x(k) = x(k) + 1`.
//!
//! What was read is there, so the array does not grow, whatever is known of the subscripts.
//!
//! ```text
//! counts(k) = counts(k) + 1;     counts keeps its size
//! x(m) = 2 * x(m);               the same, m a mask
//! x(k) = y(k);                   x may grow
//! ```

use std::rc::Rc;

use formwork_domain::AbstractValue;
use formwork_hir::SlotId;
use formwork_hir::body::{Arguments, Assign, Body, ExprId, ExprKind, Link, Root, Target};
use formwork_runtime::Class;
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
            many => many.iter().any(|one| one.is_scalar() && one.classes.all(Class::is_numeric)),
        }
    }

    fn own_place(&self, body: &Body, assign: &Assign) -> Option<Span> {
        let [Target::Place { slot, links, span }] = &assign.targets[..] else { return None };
        let [Link::Paren(arguments)] = &links[..] else { return None };
        let frame = self.frame();
        // Somebody else may change the variables in between.
        if arguments.exprs.is_empty() || frame.dynamic_scope || !frame.exposed.is_empty() {
            return None;
        }
        let plain = arguments.exprs.iter().all(|&id| is_plain(body, id));
        let there = frame.slot(*slot).defined == Truth::Yes;
        let read = assign.op.is_some() || reads(body, assign.value, (*slot, arguments));
        (plain && there && read).then_some(*span)
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
        _ => false,
    }
}

/// Whether evaluating an expression surely reads a place of a variable.
fn reads(body: &Body, id: ExprId, place: (SlotId, &Arguments)) -> bool {
    let reads = |id: &ExprId| with_enough_stack(|| reads(body, *id, place));
    match &body.exprs[id].kind {
        ExprKind::Unary(_, operand) => reads(operand),
        ExprKind::Binary(_, left, right) => reads(left) || reads(right),
        ExprKind::AndAlso(left, _) | ExprKind::OrElse(left, _) | ExprKind::Lazy(_, left, _) => {
            reads(left)
        }
        ExprKind::Matrix(rows) => rows.iter().any(|row| row.iter().any(reads)),
        ExprKind::Access(access) => {
            let first = access.links.first();
            let own = matches!(access.root, Root::Var(slot) | Root::VarOrCall(slot, _) if slot == place.0);
            match first {
                Some(Link::Paren(arguments)) if own => {
                    let (exprs, others) = (&arguments.exprs, &place.1.exprs);
                    exprs.len() == others.len()
                        && exprs.iter().zip(others).all(|(&a, &b)| are_alike(body, a, b))
                }
                // What is passed to somebody is evaluated before.
                Some(Link::Paren(arguments)) => arguments.exprs.iter().any(reads),
                _ => false,
            }
        }
        _ => false,
    }
}
