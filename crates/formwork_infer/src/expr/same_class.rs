//! Expressions that have the class of a variable, and what their use says of it.
//!
//! `x (:)`, `x'`, `x (k)` and `sort (x)` have the class of `x`: if an operator takes one of them, `x`
//! is an array of numbers, truth values or characters. A variable that is given such a value is a
//! *copy*; what is learned of the class of a copy of a parameter is learned of the argument as well
//! ([`Frame::set`](crate::state::frame::Frame::set)), so that the next walk knows it from the
//! beginning.
//!
//! ```text
//! function b = f (x, y)
//!   x = x (:);                     a copy of the argument
//!   A = [ones(numel (x), 1), x];   first walk: x may be a cell array
//!   b = A \ y (:);                 y is an array
//!   z = x - mean (x);              so was the argument x: the second walk knows the size of A
//! end
//! ```

use std::rc::Rc;

use formwork_builtins::{BuiltinId, ClassRule};
use formwork_domain::{AbstractValue, ClassSet};
use formwork_hir::SlotId;
use formwork_hir::body::{Body, ExprId, ExprKind, Link, Root};
use formwork_runtime::Class;
use formwork_runtime::ops::UnaryOp;

use crate::engine::Analyst;
use crate::state::frame::{Given, Slot};

/// Whether an operator turns its operand and does nothing else.
pub(super) fn is_transposition(op: UnaryOp) -> bool {
    matches!(op, UnaryOp::Transpose | UnaryOp::ConjugateTranspose)
}

impl Analyst<'_> {
    /// The variable whose class an expression has, whatever that is.
    pub(crate) fn with_class_of(&mut self, body: &Body, id: ExprId) -> Option<SlotId> {
        match &body.exprs[id].kind {
            ExprKind::Var(slot) => Some(*slot),
            ExprKind::Unary(op, operand) if is_transposition(*op) => {
                self.with_class_of(body, *operand)
            }
            ExprKind::Access(access) => match (access.root, &access.links[..]) {
                (Root::Var(slot), []) => Some(slot),
                (Root::Var(slot), [Link::Paren(_)]) => {
                    let classes = self.frame().slot(slot).value.classes;
                    // A function gives something else, and so does a map; an object what it likes.
                    let others = classes.contains(Class::FunctionHandle)
                        || classes.contains(Class::Map)
                        || (classes.may_be_object() && self.objects_have(BuiltinId::Subsref));
                    (!others).then_some(slot)
                }
                (Root::Call(call), [Link::Paren(arguments)]) => {
                    let row = body.calls[call].row()?;
                    let like = row
                        .outputs
                        .first()
                        .is_some_and(|output| matches!(output.class, ClassRule::Like(0)));
                    if !like || self.is_overloaded(row.name, None) {
                        return None;
                    }
                    self.with_class_of(body, *arguments.exprs.first()?)
                }
                _ => None,
            },
            _ => None,
        }
    }

    /// The parameter whose argument has the class of a variable.
    fn original(&self, slot: SlotId) -> Option<SlotId> {
        let state = self.frame().slot(slot);
        let own = state.given.is_some_and(|given| given.unchanged).then_some(slot);
        state.copy_of.or(own)
    }

    /// The parameter whose argument has the class of an expression.
    pub(crate) fn original_of(&mut self, body: &Body, id: ExprId) -> Option<SlotId> {
        let slot = self.with_class_of(body, id)?;
        self.original(slot)
    }

    /// A variable was given a value of the class of an argument.
    pub(crate) fn note_copy(&mut self, slot: SlotId, original: SlotId) {
        if !self.alive() {
            return;
        }
        let state = self.frame().slot(slot).clone();
        let state = if slot == original {
            let given = state.given.map(|given| Given { unchanged: true, ..given });
            Slot { given, ..state }
        } else {
            Slot { copy_of: Some(original), ..state }
        };
        self.frame_mut().set(slot, state);
    }

    /// What an operator was applied to is an array, not a container, or one of the objects that take
    /// the operator, too; and so is the variable whose class it has.
    pub(super) fn operand_is_array(&mut self, body: &Rc<Body>, id: ExprId, objects: ClassSet) {
        let whole = matches!(body.exprs[id].kind, ExprKind::Var(_));
        let Some(slot) = self.with_class_of(body, id) else { return };
        let state = self.frame().slot(slot).clone();
        let arrays = state.value.classes.intersection(ClassSet::ARRAYS.union(objects));
        if arrays == state.value.classes || !self.alive() {
            return;
        }
        if self.is_overloaded_operator(&[&state.value]) {
            return;
        }
        if arrays.is_empty() {
            // Of an object nobody knows.
            if whole {
                self.frame_mut().alive = state.value.classes.may_be_object();
            }
            return;
        }
        let value = AbstractValue { classes: arrays, contents: None, ..(*state.value).clone() };
        self.refine(slot, value);
    }
}
