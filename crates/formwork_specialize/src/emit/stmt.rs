//! Statements.

use std::rc::Rc;

use formwork_builtins::BuiltinId;
use formwork_domain::{AbstractValue, ClassSet};
use formwork_hir::SlotId;
use formwork_hir::body::{
    Assign, ExprId, ExprKind as From, Link as FromLink, Stmt, StmtKind, Target,
};
use formwork_infer::trace::{Arm, Clause, Made, Scene, Step, StepKind, WRITTEN_AS_A_WHOLE};
use formwork_runtime::ops::BinaryOp;
use formwork_runtime::{Class, Value};
use formwork_shape::Truth;
use formwork_syntax::{Span, with_enough_stack};
use rustc_hash::FxHashMap;

use super::expr::{known, layout};
use super::overwritten::overwritten;
use super::{Emitter, Making, writable};
use crate::residual::{
    Callee, Expr, ExprKind, Layout, Place, Stmt as Kept, StmtKind as Kind, Store,
};

impl Emitter {
    pub(super) fn block(&mut self, making: &mut Making<'_>, steps: &[Step]) -> Vec<Kept> {
        let mut out: Vec<Kept> = Vec::new();
        for step in steps {
            let before = out.len();
            with_enough_stack(|| self.statement(making, step, &mut out));
            if let Some(first) = out.get_mut(before)
                && !matches!(step.kind, StepKind::Script(..))
            {
                first.comments = self.comments.of(&making.body.source, step.span);
            }
        }
        out
    }

    fn statement(&mut self, making: &mut Making<'_>, step: &Step, out: &mut Vec<Kept>) {
        let prints = step.prints;
        let mut push = |kind: Kind| out.push(Kept { kind, prints, comments: Vec::new() });
        match &step.kind {
            StepKind::Simple(stmt, scene) => self.simple(making, stmt, scene, out),
            StepKind::Set(slot, value) => {
                let place = Place::whole(making.var(*slot));
                push(Kind::Assign(place, Expr::constant(value.clone())));
            }
            StepKind::If(clauses, last) => self.if_stmt(making, clauses, last, out),
            StepKind::Switch(subject, scene, cases, last) => {
                self.switch(making, (*subject, scene), cases, last, out);
            }
            StepKind::While(condition, scene, steps) => {
                let decided = scene.values.get(condition).and_then(truth_of);
                if decided == Some(false) && making.judge(scene).is_removable(*condition) {
                    self.counts.decided += 1;
                    return;
                }
                let condition = self.condition(making, scene, *condition);
                let body = self.block(making, steps);
                push(Kind::While(condition, body));
            }
            StepKind::DoUntil(steps, condition, scene) => {
                let body = self.block(making, steps);
                let condition = if scene.values.is_empty() {
                    // The body never gets there.
                    Expr::constant(Value::bool(true))
                } else {
                    self.condition(making, scene, *condition)
                };
                push(Kind::DoUntil(body, condition));
            }
            StepKind::For(counted, steps) => {
                let mut iterable = self.expr(making, &counted.scene, counted.iterable);
                // There are values that nobody can go through.
                let through = [Class::Cell, Class::Struct];
                let through = ClassSet::ARRAYS.union(ClassSet::of(&through));
                let value = counted.scene.values.get(&counted.iterable);
                iterable.sure &= value.is_some_and(|value| value.classes.is_within(through));
                let place = self.place(making, &counted.scene, &counted.target);
                let body = self.block(making, steps);
                if let Some(place) = place {
                    push(Kind::For(place, iterable, body));
                }
            }
            StepKind::Try(inner, error, handler) => {
                let inner = self.block(making, inner);
                let error = error.map(|slot| making.var(slot));
                let handler = self.block(making, handler);
                push(Kind::Try(inner, error, handler));
            }
            StepKind::UnwindProtect(inner, cleanup) => {
                let inner = self.block(making, inner);
                let cleanup = self.block(making, cleanup);
                push(Kind::UnwindProtect(inner, cleanup));
            }
            StepKind::Break => push(Kind::Break),
            StepKind::Continue => push(Kind::Continue),
            StepKind::Return => push(Kind::Return),
            StepKind::Declare(declarations, scene) => {
                for declaration in declarations {
                    let var = making.var(declaration.slot);
                    let value = declaration.value.map(|id| self.expr(making, scene, id));
                    if formwork_infer::is_constant_persistent(making.body, declaration)
                        && let Some(value) = value
                    {
                        push(Kind::Assign(Place::whole(var), value));
                        continue;
                    }
                    making.vars[var].exposed = true;
                    push(Kind::Declare(declaration.global, vec![(var, value)]));
                }
            }
            StepKind::Script(unit, body, steps) => {
                let mut inner = Making {
                    trace: making.trace,
                    algebra: making.algebra,
                    body,
                    unit,
                    vars: std::mem::take(&mut making.vars),
                    by_name: std::mem::take(&mut making.by_name),
                    spread: None,
                    overwritten: overwritten(steps),
                    removed: making.removed,
                    from_outside: making.from_outside,
                    nargin: making.nargin,
                    nargout: making.nargout,
                };
                out.extend(self.block(&mut inner, steps));
                let (vars, by_name) = (inner.vars, inner.by_name);
                (making.vars, making.by_name) = (vars, by_name);
            }
            StepKind::Believed(note) => out.extend(self.note_check(making, note, step.span)),
            StepKind::Invalid(message) => {
                let text = Expr::constant(Value::text(message));
                let call = ExprKind::Call(Callee::Name(BuiltinId::Error.name().into()), vec![text]);
                push(Kind::Expr(Expr::unknown(call)));
            }
        }
    }

    fn simple(&mut self, making: &mut Making<'_>, stmt: &Stmt, scene: &Scene, out: &mut Vec<Kept>) {
        let body = Rc::clone(making.body);
        match &stmt.kind {
            StmtKind::Expr(id) => match &body.exprs[*id].kind {
                From::Assign(assign) if assign.steps && stepped(assign).is_some() => {
                    // `++x` sets and shows `ans`.
                    let span = body.exprs[*id].span;
                    self.assign(making, assign, (scene, span), false, out);
                    self.set_ans(
                        making,
                        stepped(assign),
                        (&scene.after, scene, span),
                        stmt.prints,
                        out,
                    );
                }
                From::PostIncrement(assign) if stepped(assign).is_some() => {
                    let span = body.exprs[*id].span;
                    self.set_ans(
                        making,
                        stepped(assign),
                        (&scene.reads, scene, span),
                        stmt.prints,
                        out,
                    );
                    self.assign(making, assign, (scene, span), false, out);
                }
                From::Assign(assign) | From::PostIncrement(assign) => {
                    let span = body.exprs[*id].span;
                    self.assign(making, assign, (scene, span), stmt.prints, out);
                }
                From::Access(access) => {
                    if self.count_check(making, scene, *id, access, out) {
                        return;
                    }
                    if matches!(scene.made.get(id), Some(Made::Script)) {
                        // Its statements stand before this one.
                        return;
                    }
                    if access.links.is_empty()
                        && matches!(access.root, formwork_hir::body::Root::Var(_))
                        && !stmt.prints
                        && making.judge(scene).is_removable(*id)
                    {
                        return;
                    }
                    self.expression(making, *id, scene, stmt.prints, out);
                }
                From::Var(_) if !stmt.prints && making.judge(scene).is_removable(*id) => {}
                From::Var(_) => {
                    let value = self.rebuilt(making, scene, *id);
                    out.push(Kept {
                        kind: Kind::Expr(value),
                        prints: stmt.prints,
                        comments: Vec::new(),
                    });
                }
                _ => self.expression(making, *id, scene, stmt.prints, out),
            },
            StmtKind::Assign(assign) => {
                self.assign(making, assign, (scene, stmt.span), stmt.prints, out);
            }
            _ => {}
        }
    }

    /// Sets `ans` to a variable, of which it is known what it is then.
    fn set_ans(
        &self,
        making: &mut Making<'_>,
        from: Option<SlotId>,
        (known, scene, span): (&FxHashMap<SlotId, AbstractValue>, &Scene, Span),
        prints: bool,
        out: &mut Vec<Kept>,
    ) {
        let Some(slot) = from else { return };
        let sure = !scene.risky.contains(&span);
        let value = match known.get(&slot).and_then(writable).filter(|_| sure) {
            Some(value) => Expr::constant(value.clone()),
            None => Expr::unknown(ExprKind::Var(making.var(slot))),
        };
        let kind = Kind::Assign(Place::whole(making.var(making.body.ans)), value);
        out.push(Kept { kind, prints, comments: Vec::new() });
    }

    /// `narginchk` and `nargoutchk`, where the residual has fewer parameters: nothing is
    /// left of a check that is passed. Tells whether the statement was one of these.
    fn count_check(
        &self,
        making: &Making<'_>,
        scene: &Scene,
        id: ExprId,
        access: &formwork_hir::body::Access,
        out: &mut Vec<Kept>,
    ) -> bool {
        let Some(Made::Builtin(row)) = scene.made.get(&id) else { return false };
        let (count, removed, what) = match row.id {
            Some(BuiltinId::Narginchk) => (making.nargin, making.removed, "input"),
            Some(BuiltinId::Nargoutchk) => (making.nargout, 0, "output"),
            _ => return false,
        };
        let [FromLink::Paren(arguments)] = &access.links[..] else { return false };
        let [low, high] = &arguments.exprs[..] else { return false };
        let number =
            |id: &ExprId| scene.values.get(id).and_then(|value| value.constant()?.to_f64());
        let (Some(low), Some(high)) = (number(low), number(high)) else { return false };
        let call = match count.map(|count| count as f64) {
            Some(count) if (low..=high).contains(&count) => return true,
            Some(count) => {
                let how = if count < low { "not enough" } else { "too many" };
                let message = format!("{}: {how} {what} arguments", row.name);
                let texts = ["Octave:invalid-fun-call", &message]
                    .map(|text| Expr::constant(Value::text(text)));
                ExprKind::Call(Callee::Name(BuiltinId::Error.name().into()), texts.to_vec())
            }
            None => {
                let bounds = [low, high]
                    .map(|bound| Expr::constant(Value::double((bound - removed as f64).max(0.0))));
                ExprKind::Call(Callee::Builtin(row), bounds.to_vec())
            }
        };
        out.push(Kept::silent(Kind::Expr(Expr::unknown(call))));
        true
    }

    fn expression(
        &mut self,
        making: &mut Making<'_>,
        id: ExprId,
        scene: &Scene,
        prints: bool,
        out: &mut Vec<Kept>,
    ) {
        let value = match self.folded(making, scene, id, false) {
            Some(value) => value,
            None => self.rebuilt(making, scene, id),
        };
        let kind = match (&value.kind, prints) {
            (ExprKind::Const(_), false) => {
                Kind::Assign(Place::whole(making.var(making.body.ans)), value)
            }
            _ => Kind::Expr(value),
        };
        out.push(Kept { kind, prints, comments: Vec::new() });
    }

    fn place(&mut self, making: &mut Making<'_>, scene: &Scene, target: &Target) -> Option<Place> {
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

    fn assign(
        &mut self,
        making: &mut Making<'_>,
        assign: &Assign,
        (scene, span): (&Scene, formwork_syntax::Span),
        prints: bool,
        out: &mut Vec<Kept>,
    ) {
        let mut push = |kind: Kind| out.push(Kept { kind, prints, comments: Vec::new() });
        match (&assign.targets[..], assign.op) {
            ([target], Some(op)) => {
                let Some(place) = self.place(making, scene, target) else { return };
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
                    push(Kind::Assign(place, Expr::constant(value)));
                    return;
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
                    push(Kind::Assign(place, value));
                    return;
                }
                let step = assign.steps.then_some(());
                push(match step {
                    Some(()) => Kind::Update(place, op, None),
                    None => Kind::Update(place, op, Some(value)),
                });
            }
            ([target], None) if !assign.bracketed => {
                let Some(place) = self.place(making, scene, target) else { return };
                let deletes = assign.deletes
                    && matches!(
                        target,
                        Target::Place { links, .. }
                            if matches!(links.last(), Some(FromLink::Paren(_)))
                    );
                if deletes {
                    push(Kind::Delete(place));
                    return;
                }
                if let Some(whole) = self.known_after(making, scene, target, assign.value) {
                    push(Kind::Assign(Place::whole(place.var), whole));
                    return;
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
                let parts = matches!(place.links.last(), Some(crate::residual::Link::Paren(_)));
                if parts && matches!(&value.kind, ExprKind::Const(value) if value.is_empty()) {
                    value = self.rebuilt(making, scene, assign.value);
                }
                push(Kind::Assign(place, value));
            }
            (targets, _) => self.assign_many(making, assign, targets, scene, prints, out),
        }
    }

    /// All of a variable after something was stored in a part of it, if that is known.
    fn known_after(
        &mut self,
        making: &Making<'_>,
        scene: &Scene,
        target: &Target,
        value: ExprId,
    ) -> Option<Expr> {
        let Target::Place { slot, links, .. } = target else { return None };
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
            && judge.is_removable(value);
        known.then(|| Expr::constant(after.clone()))
    }

    /// `[a, b] = …`: outputs that are known are assigned on their own.
    fn assign_many(
        &mut self,
        making: &mut Making<'_>,
        assign: &Assign,
        targets: &[Target],
        scene: &Scene,
        prints: bool,
        out: &mut Vec<Kept>,
    ) {
        let body = Rc::clone(making.body);
        let id = assign.value;
        let values: Option<&Vec<AbstractValue>> = scene.lists.get(&id);
        let places: Vec<Option<Place>> =
            targets.iter().map(|target| self.place(making, scene, target)).collect();
        let plain = places.iter().flatten().all(|place| place.links.is_empty());
        let mut vars: Vec<_> = places.iter().flatten().map(|place| place.var).collect();
        vars.sort_unstable();
        let distinct = vars.windows(2).all(|pair| pair[0] != pair[1]);
        let call = match (&body.exprs[id].kind, scene.made.get(&id)) {
            (From::Access(access), Some(made)) => Some((access, made)),
            _ => None,
        };
        if let (Some(values), true) =
            (values.filter(|_| plain && distinct && !prints && !scene.ends), true)
        {
            let known: Vec<Option<Value>> = (0..targets.len())
                .map(|place| values.get(place).and_then(writable).cloned())
                .collect();
            let all_known =
                known.iter().zip(&places).all(|(known, place)| known.is_some() || place.is_none());
            let removable = making.judge(scene).is_removable(id);
            let constants = |places: &[Option<Place>], out: &mut Vec<Kept>| {
                for (known, place) in known.iter().zip(places) {
                    if let (Some(value), Some(place)) = (known, place) {
                        let value = Expr::constant(value.clone());
                        out.push(Kept::silent(Kind::Assign(place.clone(), value)));
                    }
                }
            };
            if all_known && removable {
                constants(&places, out);
                return;
            }
            if let Some((access, made @ Made::Function(variant))) = call {
                // Of what comes in `varargout` nothing is left out: the rest would move up.
                let named = making.trace.variants[*variant].body.outputs.len();
                let needed: Vec<bool> = known
                    .iter()
                    .zip(&places)
                    .map(|(known, place)| known.is_none() && place.is_some())
                    .collect();
                let given: Vec<bool> =
                    needed.iter().enumerate().map(|(at, &needed)| needed || at >= named).collect();
                if let Some(call) =
                    self.call_giving(making, scene, made, access, Some(given.clone()))
                    && self.gives_some(&call)
                {
                    let call = Expr::unknown(call);
                    let rest: Vec<Option<Place>> = places
                        .iter()
                        .zip(needed.iter().zip(&given))
                        .filter(|(_, (_, given))| **given)
                        .map(|(place, (needed, _))| place.clone().filter(|_| *needed))
                        .collect();
                    let kind = match &rest[..] {
                        [] => Kind::Expr(call),
                        [Some(place)] => Kind::Assign(place.clone(), call),
                        _ => Kind::Multi(rest, call),
                    };
                    out.push(Kept::silent(kind));
                    constants(&places, out);
                    return;
                }
            }
            if let Some((access, Made::Builtin(row))) = call
                && row.is(BuiltinId::Size)
                && self.split_size(making, scene, access, &known, &places, out)
            {
                return;
            }
        }
        let value = self.rebuilt(making, scene, id);
        out.push(Kept { kind: Kind::Multi(places, value), prints, comments: Vec::new() });
    }

    /// Whether a call gives only the outputs that were asked for: that of a function that
    /// is kept as it is gives all of them.
    fn gives_some(&self, call: &ExprKind) -> bool {
        match call {
            ExprKind::Call(Callee::Function(id), _) => self.requests.values().any(|own| own == id),
            _ => false,
        }
    }

    /// `[a, b] = size (x)` where some of the extents are known.
    fn split_size(
        &mut self,
        making: &mut Making<'_>,
        scene: &Scene,
        access: &formwork_hir::body::Access,
        known: &[Option<Value>],
        places: &[Option<Place>],
        out: &mut Vec<Kept>,
    ) -> bool {
        let [FromLink::Paren(arguments)] = &access.links[..] else { return false };
        let [id] = &arguments.exprs[..] else { return false };
        let From::Var(slot) = making.body.exprs[*id].kind else { return false };
        // Where every extent is known it is not read any more.
        if !making.judge(scene).is_removable(*id) {
            return false;
        }
        // The last output counts all extents that are left.
        let Some(value) = scene.values.get(id) else { return false };
        let rank = value
            .shape
            .and_then(|shape| making.algebra.maximum_rank(shape))
            .map(|rank| rank as usize);
        let reads = places.iter().flatten().any(|place| place.var == making.var(slot));
        if known.iter().all(Option::is_none) || rank.is_none_or(|rank| rank > places.len()) || reads
        {
            return false;
        }
        let Some(row) = formwork_builtins::find(BuiltinId::Size.name()) else { return false };
        for (axis, (known, place)) in known.iter().zip(places).enumerate() {
            let Some(place) = place else { continue };
            let value = match known {
                Some(value) => Expr::constant(value.clone()),
                None => {
                    let array = self.rebuilt(making, scene, *id);
                    let axis = Expr::constant(Value::count(axis + 1));
                    let sure = array.sure;
                    let kind = ExprKind::Call(Callee::Builtin(row), vec![array, axis]);
                    Expr { sure, ..Expr::unknown(kind) }
                }
            };
            out.push(Kept::silent(Kind::Assign(place.clone(), value)));
        }
        true
    }

    fn if_stmt(
        &mut self,
        making: &mut Making<'_>,
        clauses: &[Clause],
        last: &Arm,
        out: &mut Vec<Kept>,
    ) {
        let mut kept: Vec<(Expr, Vec<Kept>)> = Vec::new();
        let mut otherwise: Option<Vec<Kept>> = None;
        let mut closed = false;
        for clause in clauses {
            let removable = making.judge(&clause.scene).is_removable(clause.condition);
            if clause.taken == Truth::No && removable && !clause.scene.ends {
                self.counts.decided += 1;
                continue;
            }
            let steps = self.block(making, &clause.steps);
            if clause.taken == Truth::Yes && removable {
                self.counts.decided += 1;
                otherwise = Some(steps);
                closed = true;
                break;
            }
            let condition = self.condition(making, &clause.scene, clause.condition);
            kept.push((condition, steps));
            if clause.taken == Truth::Yes || clause.scene.ends {
                closed = true;
                break;
            }
        }
        if !closed {
            if last.reached {
                let steps = self.block(making, &last.steps);
                otherwise = (!steps.is_empty()).then_some(steps);
            } else if let Some(clause) = clauses.last()
                && clause.taken != Truth::No
                && making.judge(&clause.scene).is_removable(clause.condition)
            {
                // One of the branches is taken, so the last one needs no condition.
                otherwise = kept.pop().map(|(_, steps)| steps);
            }
        }
        if kept.is_empty() {
            out.extend(otherwise.unwrap_or_default());
            return;
        }
        out.push(Kept::silent(Kind::If(kept, otherwise)));
    }

    fn switch(
        &mut self,
        making: &mut Making<'_>,
        (subject, scene): (ExprId, &Scene),
        cases: &[Clause],
        last: &Arm,
        out: &mut Vec<Kept>,
    ) {
        let value = scene.values.get(&subject).cloned();
        let mut kept: Vec<(Expr, Vec<Kept>, Option<AbstractValue>)> = Vec::new();
        let mut otherwise: Option<Vec<Kept>> = None;
        let mut closed = false;
        for case in cases {
            let removable = making.judge(&case.scene).is_removable(case.condition);
            if case.taken == Truth::No && removable {
                self.counts.decided += 1;
                continue;
            }
            let steps = self.block(making, &case.steps);
            if case.taken == Truth::Yes && removable {
                self.counts.decided += 1;
                otherwise = Some(steps);
                closed = true;
                break;
            }
            let label = self.expr(making, &case.scene, case.condition);
            kept.push((label, steps, case.scene.values.get(&case.condition).cloned()));
            if case.taken == Truth::Yes {
                closed = true;
                break;
            }
        }
        if !closed && last.reached {
            let steps = self.block(making, &last.steps);
            otherwise = (!steps.is_empty()).then_some(steps);
        }
        if kept.is_empty() && making.judge(scene).is_removable(subject) {
            out.extend(otherwise.unwrap_or_default());
            return;
        }
        let mut subject = self.expr(making, scene, subject);
        // Comparing a container fails.
        let array =
            |class: Class| class.is_numeric() || matches!(class, Class::Logical | Class::Char);
        subject.sure &= value.as_ref().is_some_and(|value| value.classes.iter().all(array));
        if let ([(label, _, Some(label_value))], Some(value)) = (&kept[..], &value)
            && self.compares_alike(making, value, label_value)
        {
            let same =
                ExprKind::Binary(BinaryOp::Equal, Box::new(subject), Box::new(label.clone()));
            let condition = Expr { sure: true, ..Expr::unknown(same) };
            let steps = kept.pop().map(|(_, steps, _)| steps).unwrap_or_default();
            out.push(Kept::silent(Kind::If(vec![(condition, steps)], otherwise)));
            return;
        }
        let cases = kept.into_iter().map(|(label, steps, _)| (label, steps)).collect();
        out.push(Kept::silent(Kind::Switch(subject, cases, otherwise)));
    }

    /// Whether `==` decides as `switch` does: scalars of numbers, or texts of one size.
    fn compares_alike(
        &self,
        making: &Making<'_>,
        subject: &AbstractValue,
        label: &AbstractValue,
    ) -> bool {
        let Some(constant) = label.constant() else { return false };
        let numbers = |value: &AbstractValue| {
            value.is_scalar() && value.classes.single().is_some_and(Class::is_numeric)
        };
        if numbers(subject) && numbers(label) {
            return true;
        }
        let texts = subject.classes.single() == Some(Class::Char) && constant.is_char();
        let sizes = (subject.size(making.algebra), label.size(making.algebra));
        texts && !constant.is_empty() && matches!(sizes, (Some(a), Some(b)) if a == b)
    }
}

fn truth_of(value: &AbstractValue) -> Option<bool> {
    formwork_runtime::ops::is_true(value.constant()?).ok()
}

/// The variable that a step changes, if it is one as a whole.
fn stepped(assign: &Assign) -> Option<SlotId> {
    match &assign.targets[..] {
        [Target::Place { slot, links, .. }] if links.is_empty() => Some(*slot),
        _ => None,
    }
}
