//! Statements, and what branches teach.
//!
//! First, some terminology. A path is *alive* until something on it surely fails or jumps away;
//! what follows on a dead path is *never reached*. A condition that is *decided* takes one branch;
//! else each branch is walked from a fork of the state, with what its condition *teaches*
//! (`condition`): in `if size (x, 1) == 3` the extent is 3. Behind the branches their states join.
//!
//! ```text
//! if isempty (x)     teaches: x has no element            here
//!   x = zeros (2);                                        x is 2x2
//! else               teaches: no extent of x is 0         x is as before
//! end                join: 2x2 or as before
//! ```

mod alternatives;
mod attempts;
mod branches;
pub(crate) mod condition;
pub(crate) mod inside;
pub(crate) mod note;
mod whole;

use std::rc::Rc;

use formwork_domain::{AbstractValue, ValueFact};
use formwork_hir::SlotId;
use formwork_hir::body::{Declaration, ExprId, ExprKind, Refusal, Root, Stmt, StmtKind};
use formwork_hir::walk::statements;
use formwork_shape::Truth;
use formwork_shape::shape::Node;
use formwork_syntax::{Span, with_enough_stack};
use smallvec::SmallVec;

use crate::engine::Analyst;
use crate::loops::tested::Tested;
use crate::report::failure::FailureKind;
use crate::report::record::{Definition, DefinitionKind};
use crate::state::frame::Slot;
use crate::trace::StepKind;

impl Analyst<'_> {
    /// Walks statements as long as they are reached.
    pub(crate) fn block(&mut self, body: &Rc<formwork_hir::body::Body>, statements: &[Stmt]) {
        for stmt in statements {
            let alive = self.alive();
            self.frame_mut().record.reach(stmt.span, alive);
            if !alive {
                continue;
            }
            self.budget.steps += 1;
            if self.exhausted() {
                self.give_up();
                return;
            }
            match &stmt.kind {
                StmtKind::Expr(id) => {
                    self.begin_scene();
                    self.expr_stmt(body, *id);
                    self.simple_step(stmt);
                    self.go_on_after_failure(stmt, &[body.ans]);
                }
                StmtKind::Assign(assign) => {
                    self.begin_scene();
                    self.assign(body, assign, stmt.span);
                    self.simple_step(stmt);
                    let targets: SmallVec<[SlotId; 4]> = stmt.assigned().collect();
                    self.go_on_after_failure(stmt, &targets);
                }
                _ => {
                    with_enough_stack(|| self.compound(body, stmt));
                    self.go_on_after_condition(body, stmt);
                }
            }
        }
    }

    /// Who checks a function wants all of its failures: after a statement that surely fails the
    /// walk goes on, with nothing known of what it would have assigned to. In a loop what fails in
    /// one walk may pass in another, and a caller must see that a function does not return.
    fn go_on_after_failure(&mut self, stmt: &Stmt, targets: &[SlotId]) {
        let frame = self.frame();
        let failed = !frame.alive && frame.record.has_failed_within(stmt.span);
        let outermost = self.frames.len() == 1 && frame.loops.is_empty();
        if !failed || !self.options.checking || !outermost || self.frame().attempts > 0 {
            return;
        }
        self.frame_mut().alive = true;
        for &slot in targets {
            self.forget(slot, Truth::Yes);
        }
    }

    /// The same after a statement whose condition, or what a loop goes through, surely fails.
    fn go_on_after_condition(&mut self, body: &Rc<formwork_hir::body::Body>, stmt: &Stmt) {
        if self.alive() || !self.options.checking {
            return;
        }
        let record = &self.frame().record;
        let mut operands = stmt.operands().into_iter();
        if !operands.any(|id| record.has_failed_within(body.exprs[id].span)) {
            return;
        }
        let inside = statements(std::slice::from_ref(stmt));
        let targets: Vec<SlotId> = inside.flat_map(Stmt::assigned).collect();
        self.go_on_after_failure(stmt, &targets);
    }

    /// Nothing is known of any variable from here on.
    pub(crate) fn give_up(&mut self) {
        let slots: Vec<SlotId> = self.frame().slot_ids().collect();
        for slot in slots {
            self.forget(slot, Truth::Maybe);
        }
    }

    pub(crate) fn forget(&mut self, slot: SlotId, defined: Truth) {
        let state = self.frame().slot(slot);
        if state.defined != Truth::No && self.is_unknown(&state.value) {
            // What is forgotten again and again gets the name of a shape when it is read.
            if state.defined != defined || !Rc::ptr_eq(&state.value, &self.unknown) {
                let value = Rc::clone(&self.unknown);
                self.frame_mut().set(slot, Slot::new(value, defined));
            }
            return;
        }
        let before = Rc::clone(&state.value);
        self.escape_handles_in(&before);
        let name = self.frame().name(slot);
        let value = self.shaped(AbstractValue::unknown(), &name);
        self.frame_mut().set(slot, Slot::new(Rc::new(value), defined));
    }

    /// Whether nothing at all is known of a value.
    fn is_unknown(&self, value: &AbstractValue) -> bool {
        let AbstractValue { classes, complex, shape, value: fact, contents } = value;
        let unnamed = shape.is_none_or(|shape| match self.algebra.node(shape) {
            Node::Variable(variable) => self.algebra.variable_name(*variable).0.contains('#'),
            _ => false,
        });
        unnamed
            && *classes == self.unknown.classes
            && *complex == self.unknown.complex
            && *fact == ValueFact::Any
            && contents.is_none()
            && !self.loops.anything.iter().any(|(one, _)| std::ptr::eq(&raw const **one, value))
    }

    /// Keeps what a variable is as a definition that may or may not happen here.
    fn may_define(&mut self, slot: SlotId, span: Span) {
        let value = (*self.frame().slot(slot).value).clone();
        let definition = Definition {
            name: self.frame().name(slot),
            kind: DefinitionKind::Assign,
            span,
            value,
            defined: Truth::Maybe,
        };
        self.frame_mut().record.define(slot.as_u32(), definition);
    }

    fn expr_stmt(&mut self, body: &Rc<formwork_hir::body::Body>, id: ExprId) {
        let expr = &body.exprs[id];
        let is_variable = match &expr.kind {
            ExprKind::Var(_) => true,
            ExprKind::Assign(assign) => !assign.steps,
            ExprKind::Access(access) => {
                matches!(access.root, Root::Var(_)) && access.links.is_empty()
            }
            _ => false,
        };
        let values = self.values(body, id, 0);
        if is_variable || !self.alive() {
            return;
        }
        // A name that may be a variable when it runs: only a function sets `ans`.
        let either = match &expr.kind {
            ExprKind::Access(access) if access.links.is_empty() => match access.root {
                Root::VarOrCall(slot, _) => self.frame().slot(slot).defined != Truth::No,
                Root::Call(_) => self.frame().dynamic_scope,
                Root::Var(_) | Root::Value(_) => false,
            },
            _ => false,
        };
        if either {
            self.forget(body.ans, Truth::Maybe);
            self.may_define(body.ans, expr.span);
            return;
        }
        // A call may give nothing; then `ans` stays. Of a list it is the last element.
        match values {
            crate::expr::Many::Known(values) => {
                if let Some(value) = values.into_iter().next_back() {
                    self.define(body.ans, value, expr.span, DefinitionKind::Assign);
                }
            }
            crate::expr::Many::Open => {
                self.forget(body.ans, Truth::Maybe);
                self.may_define(body.ans, expr.span);
            }
        }
    }

    fn compound(&mut self, body: &Rc<formwork_hir::body::Body>, stmt: &Stmt) {
        match &stmt.kind {
            StmtKind::Expr(_) | StmtKind::Assign(_) => {}
            StmtKind::If(clauses, otherwise) => {
                self.if_stmt(body, clauses, otherwise.as_deref(), stmt.span);
                self.pass_by(stmt);
            }
            StmtKind::While(condition, inner) => {
                self.tested_loop(body, stmt, inner, (*condition, Tested::Before));
                self.pass_by(stmt);
            }
            StmtKind::DoUntil(inner, condition) => {
                self.tested_loop(body, stmt, inner, (*condition, Tested::After));
                self.pass_by(stmt);
            }
            StmtKind::For(for_loop) => {
                self.for_loop(body, stmt, for_loop);
                self.pass_by(stmt);
            }
            StmtKind::Switch(switch) => {
                self.switch(body, switch, stmt.span);
                self.pass_by(stmt);
            }
            StmtKind::Try(attempt) => {
                self.attempt(body, attempt, stmt.span);
                self.pass_by(stmt);
            }
            StmtKind::UnwindProtect(inner, cleanup) => {
                self.unwind(body, inner, cleanup, stmt.span);
                self.pass_by(stmt);
            }
            StmtKind::Break => {
                if !self.jumps_nowhere() {
                    self.step(StepKind::Break, stmt.span, false);
                }
                self.jump(true);
            }
            StmtKind::Continue => {
                if !self.jumps_nowhere() {
                    self.step(StepKind::Continue, stmt.span, false);
                }
                self.jump(false);
            }
            StmtKind::Return => {
                self.step(StepKind::Return, stmt.span, false);
                self.return_now();
            }
            StmtKind::Declare(declarations) => self.declare_all(body, declarations, stmt.span),
            StmtKind::Block(inner) => self.block(body, inner),
            // It was defined when the script began.
            StmtKind::Define(..) => {}
            StmtKind::Note(note) => {
                if self.trace().is_some_and(|trace| trace.asserts) {
                    self.step(StepKind::Believed(note.clone()), stmt.span, false);
                }
                self.believe(note);
            }
            StmtKind::Invalid(refusal) => {
                self.step(StepKind::Invalid(refusal.message()), stmt.span, false);
                match refusal {
                    Refusal::Fails(message) => {
                        let kind = FailureKind::Builtin("".into());
                        self.fail(stmt.span, kind, &[], Some((*message).to_owned()));
                    }
                    Refusal::Unsupported(_) => self.forget_exposed(),
                    Refusal::Unread => {}
                }
            }
            StmtKind::Broken(slots) => {
                for &slot in slots {
                    self.forget(slot, Truth::Maybe);
                    self.may_define(slot, stmt.span);
                }
            }
        }
    }

    /// Whether a jump here is surely taken, out of one of the iterations that stand for a
    /// loop: then what follows it is not there, and it need not be either.
    fn jumps_nowhere(&self) -> bool {
        let context = self.frame().loops.last();
        context.is_some_and(|one| one.unrolled && one.undecided == self.undecided_around())
    }

    fn jump(&mut self, breaks: bool) {
        let Some(context) = self.frame().loops.last() else { return };
        let (mark, assumed) = (context.mark, context.assumed);
        let end = self.snapshot(mark, assumed);
        let undecided = self.undecided_around();
        if let Some(context) = self.frame_mut().loops.last_mut() {
            context.jumps |= undecided > context.undecided;
            if breaks {
                context.breaks.push(end);
            } else {
                context.continues.push(end);
            }
        }
        self.frame_mut().alive = false;
    }

    pub(crate) fn return_now(&mut self) {
        let end = self.snapshot(0, self.frame().record_start());
        let frame = self.frame_mut();
        frame.returns.push(end);
        frame.alive = false;
    }

    /// `global` and `persistent`: those that are private are variables of the call.
    fn declare_all(
        &mut self,
        body: &Rc<formwork_hir::body::Body>,
        declarations: &[Declaration],
        span: Span,
    ) {
        let mut shared: Vec<Declaration> = Vec::new();
        for declaration in declarations {
            if !self.tracing() || !self.declare_private(body, declaration, span) {
                shared.push(declaration.clone());
            }
        }
        if shared.is_empty() {
            return;
        }
        self.begin_scene();
        for declaration in &shared {
            self.declare(body, declaration, span);
        }
        let scene = self.end_scene();
        self.step(StepKind::Declare(shared.into(), scene), span, false);
    }

    fn declare(
        &mut self,
        body: &Rc<formwork_hir::body::Body>,
        declaration: &Declaration,
        span: Span,
    ) {
        let first = declaration.value.map(|value| self.value(body, value));
        if let Some(first) = first.clone().filter(|first| first.constant().is_some())
            && is_constant_persistent(body, declaration)
        {
            self.define(declaration.slot, first, span, DefinitionKind::Assign);
            return;
        }
        if let Some(first) = &first {
            self.escape_handles_in(first);
        }
        // Whoever shares it may have changed it.
        self.frame_mut().exposed.insert(declaration.slot);
        let value = self.stored_before(declaration.slot).unwrap_or_else(AbstractValue::unknown);
        self.define(declaration.slot, value, span, DefinitionKind::Assign);
    }

    /// Anybody may have changed the variables that others share.
    pub(crate) fn forget_exposed(&mut self) {
        let frame = self.frame();
        let mut exposed: Vec<SlotId> =
            frame.exposed.difference(&frame.only_read).copied().collect();
        exposed.sort_unstable();
        for slot in exposed {
            match self.stored_before(slot) {
                Some(value) => self.refine(slot, value),
                None => self.forget(slot, Truth::Maybe),
            }
        }
        if self.frame().dynamic_scope {
            self.give_up();
        }
    }
}

/// Whether a persistent variable never changes after its declaration, which gives it a
/// value that depends on nothing.
#[must_use]
pub fn is_constant_persistent(body: &formwork_hir::body::Body, declaration: &Declaration) -> bool {
    fn is_constant(body: &formwork_hir::body::Body, id: ExprId) -> bool {
        match &body.exprs[id].kind {
            ExprKind::Const(_) => true,
            ExprKind::Unary(_, operand) => is_constant(body, *operand),
            ExprKind::Binary(_, left, right) => {
                is_constant(body, *left) && is_constant(body, *right)
            }
            ExprKind::Matrix(rows) | ExprKind::Cell(rows) => {
                rows.iter().flatten().all(|&part| is_constant(body, part))
            }
            _ => false,
        }
    }
    let assigned = formwork_hir::query::assigned(&body.statements);
    let inside = body
        .exprs
        .values()
        .any(|expr| matches!(expr.kind, ExprKind::Assign(_) | ExprKind::PostIncrement(_)));
    !declaration.global
        && !inside
        && body.nested.is_empty()
        && body.shared.is_empty()
        && !assigned.contains(&declaration.slot)
        && declaration.value.is_some_and(|value| is_constant(body, value))
}

/// The end of a statement, where paths meet.
pub(crate) fn end_of(span: Span) -> Span {
    Span::empty(span.end.saturating_sub(1).max(span.start))
}
