//! Assignments to one place.

use std::rc::Rc;

use formwork_hir::body::{Assign, ExprId, Link as FromLink, Target};
use formwork_infer::trace::{Scene, WRITTEN_AS_A_WHOLE};
use formwork_runtime::ops::BinaryOp;
use formwork_syntax::Span;

use super::expr::{known, layout};
use super::keep::{Inner, inner_assignment};
use super::{Emitter, Making, writable};
use crate::residual::{Expr, ExprKind, Layout, Link, Place, Stmt as Kept, StmtKind as Kind, Store};

impl Emitter {
    /// Where a target stores, and what is known of that; none for `~`.
    pub(super) fn place(
        &mut self,
        making: &mut Making<'_>,
        scene: &Scene,
        target: &Target,
    ) -> Option<Place> {
        match target {
            Target::Ignored => None,
            Target::Place { slot, links: from, span } => {
                let var = making.var(*slot);
                let links = self.links(making, scene, from);
                let exact = matches!(&from[..], [FromLink::Paren(_)])
                    && scene.exact.contains(span)
                    && !scene.risky.contains(span)
                    && !scene.ends
                    && !scene.warned;
                let before = scene.reads.get(slot);
                let layout = before.map(|value| layout(making, value)).unwrap_or_default();
                // A number that grows by one subscript becomes a row.
                let stays = before.zip(scene.after.get(slot)).is_some_and(|(before, after)| {
                    before.shape.is_some() && before.shape == after.shape
                });
                let layout = match layout {
                    Layout::Column if !stays => Layout::Any,
                    layout => layout,
                };
                Some(Place { var, links, store: Store { exact, layout } })
            }
        }
    }

    /// An assignment of any kind.
    pub(super) fn assign(
        &mut self,
        making: &mut Making<'_>,
        assign: &Assign,
        (scene, span): (&Scene, Span),
        prints: bool,
        out: &mut Vec<Kept>,
    ) {
        let body = Rc::clone(making.body);
        let inner = inner_assignment(&body, assign);
        let inner_span = |inner: &Inner<'_>| body.exprs[inner.id].span;
        if let Some(first) = inner.as_ref().filter(|inner| !inner.after) {
            self.assign(making, first.assign, (scene, inner_span(first)), false, out);
        }
        self.assign_itself(making, assign, (scene, span), prints, out);
        if let Some(last) = inner.as_ref().filter(|inner| inner.after) {
            self.assign(making, last.assign, (scene, inner_span(last)), false, out);
        }
    }

    /// An assignment, without those that its value consists of.
    fn assign_itself(
        &mut self,
        making: &mut Making<'_>,
        assign: &Assign,
        (scene, span): (&Scene, Span),
        prints: bool,
        out: &mut Vec<Kept>,
    ) {
        let kind = match (&assign.targets[..], assign.op) {
            ([target], Some(op)) => self.update(making, assign, (target, op), (scene, span)),
            ([target], None) if !assign.bracketed => self.assign_one(making, assign, target, scene),
            (targets, _) => return self.assign_many(making, assign, targets, scene, prints, out),
        };
        out.extend(kind.map(|kind| Kept::new(kind, prints)));
    }

    /// `x += …` and the like, and `x++`.
    fn update(
        &mut self,
        making: &mut Making<'_>,
        assign: &Assign,
        (target, op): (&Target, BinaryOp),
        (scene, span): (&Scene, Span),
    ) -> Option<Kind> {
        let place = self.place(making, scene, target)?;
        let stored = scene.stored.as_ref().and_then(writable).cloned();
        let removable = making.judge(scene).is_removable(assign.value);
        // Octave lets no array grow that it writes over.
        let stays = match (target, &scene.stored) {
            (Target::Place { slot, .. }, Some(stored)) => {
                scene.reads.get(slot).is_some_and(|old| old.shape == stored.shape)
            }
            _ => false,
        };
        if let Some(value) = stored
            && stays
            && removable
            && place.links.is_empty()
            && !scene.ends
            && !scene.warned
            && !making.judge(scene).is_risky(span)
        {
            return Some(Kind::Assign(place, Expr::constant(value)));
        }
        let sure = match target {
            Target::Place { slot, links, .. } if links.is_empty() => {
                making.judge(scene).is_sure_update(op, *slot, assign.value, span)
            }
            _ => false,
        };
        let value = self.expr(making, scene, assign.value);
        // An argument is shared with the caller, so it may grow, also where it is no
        // parameter any more.
        let lent = matches!(target, Target::Place { slot, .. }
            if !scene.ends
                && making.body.inputs.iter().any(|input| input.slot == Some(*slot)));
        let set = !making.judge(scene).is_risky(span);
        if sure || (lent && set && place.links.is_empty() && !assign.steps) {
            let known = scene.stored.as_ref().map(|stored| known(making, stored));
            let old = Expr { sure: true, ..Expr::unknown(ExprKind::Var(place.var)) };
            let kind = ExprKind::Binary(op, Box::new(old), Box::new(value));
            let value = Expr { kind, sure, known: known.unwrap_or_default() };
            return Some(Kind::Assign(place, value));
        }
        Some(Kind::Update(place, op, (!assign.steps).then_some(value)))
    }

    /// `x = …`
    fn assign_one(
        &mut self,
        making: &mut Making<'_>,
        assign: &Assign,
        target: &Target,
        scene: &Scene,
    ) -> Option<Kind> {
        let place = self.place(making, scene, target)?;
        let deletes = assign.deletes
            && matches!(
                target,
                Target::Place { links, .. }
                    if matches!(links.last(), Some(FromLink::Paren(_)))
            );
        if deletes {
            return Some(Kind::Delete(place));
        }
        if let Some(whole) = self.known_after(making, scene, target, assign.value) {
            return Some(Kind::Assign(Place::whole(place.var), whole));
        }
        let whole = place.links.is_empty();
        let folded = self
            .folded(making, scene, assign.value, whole)
            .filter(|value| !whole || !making.stays_computed(target, value));
        let mut value = match folded {
            Some(value) => value,
            None => self.rebuilt(making, scene, assign.value),
        };
        // A literal `[]` would delete.
        let parts = matches!(place.links.last(), Some(Link::Paren(_)));
        if parts && matches!(&value.kind, ExprKind::Const(value) if value.is_empty()) {
            value = self.rebuilt(making, scene, assign.value);
        }
        Some(Kind::Assign(place, value))
    }

    /// All of a variable after something was stored in a part of it, if that is known.
    fn known_after(
        &mut self,
        making: &Making<'_>,
        scene: &Scene,
        target: &Target,
        value: ExprId,
    ) -> Option<Expr> {
        let Target::Place { slot, links, span } = target else { return None };
        let after = writable(scene.after.get(slot)?)?;
        let judge = making.judge(scene);
        let parts = links.iter().all(|link| match link {
            FromLink::Paren(arguments) | FromLink::Brace(arguments) => {
                arguments.exprs.iter().all(|&id| judge.is_removable(id))
            }
            FromLink::Field(_) => true,
            FromLink::DynamicField(id) => judge.is_removable(*id),
        });
        let known = !links.is_empty()
            && after.numel() <= WRITTEN_AS_A_WHOLE
            && parts
            && !scene.ends
            && !scene.loose_end
            && !judge.is_risky(*span)
            && judge.is_removable(value);
        known.then(|| Expr::constant(after.clone()))
    }
}
