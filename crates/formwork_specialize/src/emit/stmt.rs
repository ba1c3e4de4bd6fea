//! Statements.

use std::rc::Rc;

use formwork_builtins::BuiltinId;
use formwork_domain::{AbstractValue, ClassSet};
use formwork_hir::SlotId;
use formwork_hir::body::{
    Assign, Body, Declaration, ExprId, ExprKind as From, Link as FromLink, Stmt, StmtKind, Target,
    Unit,
};
use formwork_infer::trace::{Counted, Made, Scene, Step, StepKind};
use formwork_runtime::{Class, Value};
use formwork_syntax::{Span, with_enough_stack};
use rustc_hash::FxHashMap;

use super::chain::chain;
use super::overwritten::overwritten;
use super::{Emitter, Making, writable};
use crate::residual::{Callee, Expr, ExprKind, Origin, Place, Stmt as Kept, StmtKind as Kind};

impl Emitter {
    pub(super) fn block(&mut self, making: &mut Making<'_>, steps: &[Step]) -> Vec<Kept> {
        let mut out: Vec<Kept> = Vec::new();
        for step in steps {
            let before = out.len();
            let from = Origin::of(&making.body.source, step.span);
            self.counts.deeds.entry(from).or_default().reached += 1;
            with_enough_stack(|| self.statement(making, step, &mut out));
            for stmt in &mut out[before..] {
                stmt.from.get_or_insert(from);
            }
            if let Some(first) = out.get_mut(before)
                && !matches!(step.kind, StepKind::Script(..) | StepKind::Unrolled(..))
            {
                first.comments = self.comments.of(&making.body.source, step.span);
            }
        }
        out
    }

    fn statement(&mut self, making: &mut Making<'_>, step: &Step, out: &mut Vec<Kept>) {
        let prints = step.prints;
        let mut push = |kind: Kind| out.push(Kept::new(kind, prints));
        match &step.kind {
            StepKind::Simple(stmt, scene) => {
                if !self.parser_statement(making, stmt, scene, out) {
                    self.simple(making, stmt, scene, out);
                }
            }
            StepKind::Set(slot, value) => {
                let place = Place::whole(making.var(*slot));
                push(Kind::Assign(place, Expr::constant(value.clone())));
            }
            StepKind::Field(slot, source, name) => {
                let place = Place::whole(making.var(*slot));
                push(Kind::Assign(place, making.field_of(*source, name)));
            }
            StepKind::If(clauses, last) => self.if_stmt(making, clauses, last, (step.span, out)),
            StepKind::Switch(subject, scene, cases, last) => {
                self.switch(making, (*subject, scene), cases, last, (step.span, out));
            }
            StepKind::While(condition, scene, steps) => {
                let decided = scene.values.get(condition).and_then(truth_of);
                if decided == Some(false) && making.judge(scene).is_removable(*condition) {
                    self.note_decided(making, *condition);
                    return;
                }
                let made = self.condition(making, scene, *condition);
                self.leave_while(making, (step.span, scene), *condition, &made);
                let body = self.block(making, steps);
                push(Kind::While(made, body));
            }
            StepKind::DoUntil(steps, condition, scene) => {
                let body = self.block(making, steps);
                let condition = self.until(making, (step.span, scene), *condition);
                push(Kind::DoUntil(body, condition));
            }
            StepKind::For(counted, steps) => {
                if let Some(kind) = self.for_loop(making, counted, steps, step.span) {
                    push(kind);
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
                    push(self.declaration(making, declaration, scene));
                }
            }
            StepKind::Unrolled(key, trips, steps) => {
                let inner = self.block(making, steps);
                self.note_unrolled(making, *key, *trips, &inner);
                out.extend(inner);
            }
            StepKind::Script(unit, body, steps) => {
                out.extend(self.script_steps(making, unit, body, steps));
            }
            StepKind::Believed(note) => out.extend(self.note_check(making, note, step.span)),
            StepKind::Invalid(message) => {
                let text = Expr::constant(Value::text(message));
                let call = ExprKind::Call(Callee::Name(BuiltinId::Error.name().into()), vec![text]);
                push(Kind::Expr(Expr::unknown(call)));
            }
        }
    }

    /// The condition behind the body of a loop.
    fn until(
        &mut self,
        making: &mut Making<'_>,
        (span, scene): (Span, &Scene),
        condition: ExprId,
    ) -> Expr {
        if scene.values.is_empty() {
            // The body never gets there.
            return Expr::constant(Value::bool(true));
        }
        let made = self.condition(making, scene, condition);
        self.leave_while(making, (span, scene), condition, &made);
        made
    }

    /// A `for` loop; none if nothing takes the elements.
    fn for_loop(
        &mut self,
        making: &mut Making<'_>,
        counted: &Counted,
        steps: &[Step],
        span: Span,
    ) -> Option<Kind> {
        let mut iterable = self.expr(making, &counted.scene, counted.iterable);
        // There are values that nobody can go through.
        let through = [Class::Cell, Class::Struct];
        let through = ClassSet::ARRAYS.union(ClassSet::of(&through));
        let value = counted.scene.values.get(&counted.iterable);
        iterable.sure &= value.is_some_and(|value| value.classes.is_within(through));
        let place = self.place(making, &counted.scene, &counted.target);
        let body = self.block(making, steps);
        let place = place?;
        let key = (making.body.id, span);
        if !self.plain
            && !self.is_forgone(key)
            && !making.trace.kept.contains(&key)
            && let Some(branches) = chain(making, &place, &iterable, &body)
        {
            let trips = match &branches {
                Kind::If(clauses, _) => clauses.len(),
                _ => 0,
            };
            let branches = Kept::silent(branches);
            self.note_unrolled(making, key, trips, std::slice::from_ref(&branches));
            return Some(branches.kind);
        }
        self.leave_for(making, (span, &counted.scene), counted.iterable, &body);
        Some(Kind::For(place, iterable, body))
    }

    /// `global` or `persistent`; a persistent variable that never changes is assigned.
    fn declaration(
        &mut self,
        making: &mut Making<'_>,
        declaration: &Declaration,
        scene: &Scene,
    ) -> Kind {
        let var = making.var(declaration.slot);
        let value = declaration.value.map(|id| self.expr(making, scene, id));
        if formwork_infer::is_constant_persistent(making.body, declaration)
            && let Some(value) = value
        {
            return Kind::Assign(Place::whole(var), value);
        }
        making.vars[var].exposed = true;
        Kind::Declare(declaration.global, vec![(var, value)])
    }

    /// The statements of a script, among the variables of its caller.
    fn script_steps(
        &mut self,
        making: &mut Making<'_>,
        unit: &Rc<Unit>,
        body: &Rc<Body>,
        steps: &[Step],
    ) -> Vec<Kept> {
        let mut inner = Making {
            trace: making.trace,
            algebra: making.algebra,
            body,
            unit,
            vars: std::mem::take(&mut making.vars),
            by_name: std::mem::take(&mut making.by_name),
            spread: None,
            overwritten: overwritten(steps),
            captured: std::mem::take(&mut making.captured),
            parsers: FxHashMap::default(),
            removed: Rc::clone(&making.removed),
            from_outside: making.from_outside,
            nargin: making.nargin,
            nargout: making.nargout,
        };
        let kept = self.block(&mut inner, steps);
        let (vars, by_name, captured) = (inner.vars, inner.by_name, inner.captured);
        (making.vars, making.by_name, making.captured) = (vars, by_name, captured);
        kept
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
                    out.push(Kept::new(Kind::Expr(value), stmt.prints));
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
            None => Expr { sure, ..Expr::unknown(ExprKind::Var(making.var(slot))) },
        };
        let kind = Kind::Assign(Place::whole(making.var(making.body.ans)), value);
        out.push(Kept::new(kind, prints));
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
            Some(BuiltinId::Narginchk) => (making.nargin, making.removed.len(), "input"),
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
                // A text alone is a format; this one has nothing to format.
                let text = Expr::constant(Value::text(&message));
                ExprKind::Call(Callee::Name(BuiltinId::Error.name().into()), vec![text])
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
        out.push(Kept::new(kind, prints));
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
