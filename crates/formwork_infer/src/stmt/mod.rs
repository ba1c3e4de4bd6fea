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

pub(crate) mod condition;
pub(crate) mod inside;
pub(crate) mod note;

use std::rc::Rc;

use formwork_domain::{AbstractValue, ClassSet, ValueFact};
use formwork_hir::SlotId;
use formwork_hir::body::{
    Declaration, ExprId, ExprKind, Refusal, Root, Stmt, StmtKind, Switch, Try,
};
use formwork_runtime::{Class, Value};
use formwork_shape::Truth;
use formwork_shape::shape::{Algebra, Node};
use formwork_syntax::{Span, with_enough_stack};

use crate::engine::Analyst;
use crate::loops::tested::Tested;
use crate::report::failure::FailureKind;
use crate::report::record::{Definition, DefinitionKind, TakenBack};
use crate::state::frame::{Slot, Snapshot};
use crate::trace::{Arm, Clause, Step, StepKind};

/// How many shapes a variable may have had for each of them to count.
const MANY: usize = 6;

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
                }
                StmtKind::Assign(assign) => {
                    self.begin_scene();
                    self.assign(body, assign, stmt.span);
                    self.simple_step(stmt);
                }
                _ => with_enough_stack(|| self.compound(body, stmt)),
            }
        }
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
                self.frame_mut().set(slot, Slot { value, defined });
            }
            return;
        }
        let before = Rc::clone(&state.value);
        self.escape_handles_in(&before);
        let name = self.frame().name(slot);
        let value = self.shaped(AbstractValue::unknown(), &name);
        self.frame_mut().set(slot, Slot { value: Rc::new(value), defined });
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
            StmtKind::Declare(declarations) => {
                let mut shared: Vec<Declaration> = Vec::new();
                for declaration in declarations {
                    if !self.tracing() || !self.declare_private(body, declaration, stmt.span) {
                        shared.push(declaration.clone());
                    }
                }
                if shared.is_empty() {
                    return;
                }
                self.begin_scene();
                for declaration in &shared {
                    self.declare(body, declaration, stmt.span);
                }
                let scene = self.end_scene();
                self.step(StepKind::Declare(shared.into(), scene), stmt.span, false);
            }
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
                }
            }
        }
    }

    /// The cleanup runs whatever way the body is left. On the way of an error or a jump it
    /// may find the variables in any state the body gave them; nobody sees what it does
    /// then to those that are not jumped with.
    fn unwind(
        &mut self,
        body: &Rc<formwork_hir::body::Body>,
        inner: &[Stmt],
        cleanup: &[Stmt],
        span: Span,
    ) {
        let returns = self.frame().returns.len();
        let jumps = self
            .frame()
            .loops
            .last()
            .map_or((0, 0), |context| (context.breaks.len(), context.continues.len()));
        let outer = self.fork();
        self.frame_mut().watchers.push(rustc_hash::FxHashMap::default());
        self.undecided(true);
        self.open_block();
        self.block(body, inner);
        let inner_steps = self.close_block();
        self.undecided(false);
        let states = self.frame_mut().watchers.pop().unwrap_or_default();
        let end = self.leave(outer);
        let ends = (
            self.frame().returns.len(),
            self.frame()
                .loops
                .last()
                .map_or((0, 0), |context| (context.breaks.len(), context.continues.len())),
        );

        let failing = self.fork();
        self.arrive_from_anywhere(states);
        let mark = self.frame().mark();
        let record = self.frame_mut().record.watch();
        // What runs whatever way the body is left is kept as it is on all of them.
        self.undecided(true);
        self.open_block();
        self.block(body, cleanup);
        let cleanup_steps = self.close_block();
        self.undecided(false);
        let found = self.frame_mut().record.take_back(record);
        self.frame_mut().record.settle();
        let changed: Vec<SlotId> = self.frame().changed_since(mark).into_keys().collect();
        self.leave(failing);

        self.meet(end.into_iter().collect(), end_of(span));
        self.open_block();
        self.block(body, cleanup);
        self.close_block();
        self.step(StepKind::UnwindProtect(inner_steps, cleanup_steps), span, false);
        self.include_walk(found);
        let unknown = Slot { value: Rc::new(AbstractValue::unknown()), defined: Truth::Maybe };
        let spoil = |ends: &mut [Snapshot]| {
            for end in ends {
                end.changed.extend(changed.iter().map(|&slot| (slot, unknown.clone())));
            }
        };
        let frame = self.frame_mut();
        spoil(&mut frame.returns[returns..ends.0]);
        if let Some(context) = frame.loops.last_mut() {
            spoil(&mut context.breaks[jumps.0..ends.1.0]);
            spoil(&mut context.continues[jumps.1..ends.1.1]);
        }
    }

    /// Puts what another walk found beside what the latest one found.
    fn include_walk(&mut self, found: TakenBack) {
        for (place, check) in found.checks {
            self.frame_mut().record.also_check(place, check);
        }
        for (span, alive) in found.reached.into_values() {
            self.frame_mut().record.reach(span, alive);
        }
        for (place, definition) in found.definitions {
            let merged = match self.frame().record.definition(&place).cloned() {
                None => definition,
                Some(other) if other.value == definition.value => continue,
                Some(other) => {
                    let value = self.join_of(&definition.value, &other.value);
                    Definition { value, ..other }
                }
            };
            self.frame_mut().record.define_at(place, merged);
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

    fn if_stmt(
        &mut self,
        body: &Rc<formwork_hir::body::Body>,
        clauses: &[(ExprId, formwork_hir::body::Block)],
        otherwise: Option<&[Stmt]>,
        span: Span,
    ) {
        let mut ends: Vec<Snapshot> = Vec::new();
        let outer = self.fork();
        let mut kept: Vec<Clause> = Vec::new();
        for (condition, inner) in clauses {
            if !self.alive() {
                break;
            }
            self.begin_scene();
            let (value, truth) = self.condition(body, *condition, "if");
            let scene = self.end_scene();
            kept.push(Clause { condition: *condition, scene, taken: Truth::No, steps: Vec::new() });
            if !self.alive() {
                break;
            }
            self.frame_mut().record.condition(body.exprs[*condition].span, &value, truth);
            if truth != Truth::No {
                let fork = self.fork();
                self.learn(body, *condition, true);
                let reached = self.alive();
                if reached {
                    let first = kept.iter().rev().skip(1).all(|one| one.taken == Truth::No);
                    let steps = self.traced_branch(body, inner, truth != Truth::Yes || !first);
                    if let Some(clause) = kept.last_mut() {
                        (clause.taken, clause.steps) = (truth, steps);
                    }
                } else {
                    self.unreached(inner);
                }
                if self.alive() {
                    ends.push(self.snapshot(outer.mark, outer.assumed));
                }
                self.leave(fork);
            } else {
                self.unreached(inner);
            }
            if truth == Truth::Yes {
                self.frame_mut().alive = false;
            } else {
                self.learn(body, *condition, false);
            }
        }
        let reached = self.alive();
        let mut last = Arm { steps: Vec::new(), reached };
        if let Some(inner) = otherwise {
            if reached {
                let undecided = kept.iter().any(|clause| clause.taken != Truth::No);
                last.steps = self.traced_branch(body, inner, undecided);
            } else {
                self.unreached(inner);
            }
        }
        self.step(StepKind::If(kept, last), span, false);
        ends.extend(self.leave(outer));
        self.meet(ends, end_of(span));
    }

    /// Walks a branch, of which perhaps only a run decides, and keeps it as a block.
    fn traced_branch(
        &mut self,
        body: &Rc<formwork_hir::body::Body>,
        statements: &[Stmt],
        undecided: bool,
    ) -> Vec<Step> {
        self.open_block();
        if undecided {
            self.undecided(true);
        }
        self.branch(body, statements);
        if undecided {
            self.undecided(false);
        }
        self.close_block()
    }

    /// Walks statements that need not run.
    fn branch(&mut self, body: &Rc<formwork_hir::body::Body>, statements: &[Stmt]) {
        self.frame_mut().conditional += 1;
        self.block(body, statements);
        self.frame_mut().conditional -= 1;
    }

    fn unreached(&mut self, statements: &[Stmt]) {
        for stmt in statements {
            self.frame_mut().record.reach(stmt.span, false);
        }
    }

    fn switch(&mut self, body: &Rc<formwork_hir::body::Body>, switch: &Switch, span: Span) {
        self.begin_scene();
        let subject = self.deciding(body, switch.subject);
        let subject_scene = self.end_scene();
        let mut kept: Vec<Clause> = Vec::new();
        if !self.alive() {
            let last = Arm { steps: Vec::new(), reached: false };
            self.step(StepKind::Switch(switch.subject, subject_scene, kept, last), span, false);
            return;
        }
        let outer = self.fork();
        let mut ends = Vec::new();
        for (label, inner) in &switch.cases {
            if !self.alive() {
                break;
            }
            self.begin_scene();
            let label_value = self.deciding(body, *label);
            let scene = self.end_scene();
            kept.push(Clause { condition: *label, scene, taken: Truth::No, steps: Vec::new() });
            let truth = self.case_truth(&subject, &label_value);
            if truth != Truth::No {
                let fork = self.fork();
                self.learn_case(body, switch.subject, &subject, &label_value);
                if self.alive() {
                    let first = kept.iter().rev().skip(1).all(|one| one.taken == Truth::No);
                    let steps = self.traced_branch(body, inner, truth != Truth::Yes || !first);
                    if let Some(clause) = kept.last_mut() {
                        (clause.taken, clause.steps) = (truth, steps);
                    }
                } else if let Some(clause) = kept.last_mut() {
                    // Never taken, but to compare may fail.
                    clause.taken = truth;
                }
                if self.alive() {
                    ends.push(self.snapshot(outer.mark, outer.assumed));
                }
                self.leave(fork);
            } else {
                self.unreached(inner);
            }
            if truth == Truth::Yes {
                self.frame_mut().alive = false;
            }
        }
        let reached = self.alive();
        let mut last = Arm { steps: Vec::new(), reached };
        if let Some(inner) = &switch.otherwise {
            if reached {
                let undecided = kept.iter().any(|clause| clause.taken != Truth::No);
                last.steps = self.traced_branch(body, inner, undecided);
            } else {
                self.unreached(inner);
            }
        }
        self.step(StepKind::Switch(switch.subject, subject_scene, kept, last), span, false);
        ends.extend(self.leave(outer));
        self.meet(ends, end_of(span));
    }

    /// Whether a `case` is taken.
    fn case_truth(&mut self, subject: &AbstractValue, label: &AbstractValue) -> Truth {
        let Some(constant) = label.constant() else { return Truth::Maybe };
        let arrays =
            |class: Class| class.is_numeric() || matches!(class, Class::Logical | Class::Char);
        if !subject.classes.iter().all(arrays) {
            // Comparing a container may fail.
            return Truth::Maybe;
        }
        match (subject.constant(), constant) {
            (Some(subject), label) => {
                let taken =
                    formwork_runtime::ops::takes_case(subject, label, &mut self.memo.null_context);
                taken.map_or(Truth::Maybe, Truth::from)
            }
            (None, Value::Cell(labels)) => {
                let mut all = Truth::No;
                for label in labels.as_slice() {
                    match self.label_truth(subject, label) {
                        Truth::Yes => return Truth::Yes,
                        // To compare may fail, whatever labels follow.
                        Truth::Maybe if !arrays(label.class()) => return Truth::Maybe,
                        Truth::Maybe => all = Truth::Maybe,
                        Truth::No => {}
                    }
                }
                all
            }
            (None, label) => self.label_truth(subject, label),
        }
    }

    /// Whether one label is equal to a subject that is an array of numbers or text.
    fn label_truth(&mut self, subject: &AbstractValue, label: &Value) -> Truth {
        if label.is_empty() {
            return Truth::Maybe;
        }
        // Rows and columns must be as many; text is compared with numbers, too.
        if let Some(shape) = subject.shape {
            let dims = label.dims();
            for (axis, extent) in (0..).zip([dims.rows(), dims.columns()]) {
                let own = self.algebra.extent(shape, axis);
                let extent = i64::try_from(extent).unwrap_or(i64::MAX);
                let extent = self.algebra.extents_mut().literal(extent);
                let same = formwork_shape::facts::Requirement::Equal(own, extent);
                if self.facts.truth(&mut self.algebra, &same) == Truth::No {
                    return Truth::No;
                }
            }
        }
        let number = label.to_f64().filter(|x| x.fract() == 0.0 && x.abs() < 1e15);
        if let (formwork_domain::ValueFact::Integer(own), Some(number)) = (&subject.value, number) {
            let number = self.algebra.extents_mut().literal(number as i64);
            let equal = formwork_shape::facts::Requirement::Equal(*own, number);
            return self.facts.truth(&mut self.algebra, &equal);
        }
        Truth::Maybe
    }

    fn attempt(&mut self, body: &Rc<formwork_hir::body::Body>, attempt: &Try, span: Span) {
        let outer = self.fork();
        self.frame_mut().watchers.push(rustc_hash::FxHashMap::default());
        self.frame_mut().attempts += 1;
        let inner_steps = self.traced_branch(body, &attempt.body, true);
        self.frame_mut().attempts -= 1;
        let states = self.frame_mut().watchers.pop().unwrap_or_default();
        let mut ends: Vec<Snapshot> = self.leave(outer).into_iter().collect();
        // Every statement of the body may have jumped here.
        let handler = self.fork();
        self.arrive_from_anywhere(states);
        if let Some(slot) = attempt.error {
            let error = self.error_value();
            self.define(slot, error, Span::empty(span.start), DefinitionKind::Assign);
        }
        let handler_steps = self.traced_branch(body, &attempt.handler, true);
        self.step(StepKind::Try(inner_steps, attempt.error, handler_steps), span, false);
        ends.extend(self.leave(handler));
        self.meet(ends, end_of(span));
    }

    /// The variables are in any of the states that were seen.
    fn arrive_from_anywhere(&mut self, states: rustc_hash::FxHashMap<SlotId, Vec<Slot>>) {
        let mut states: Vec<_> = states.into_iter().collect();
        states.sort_unstable_by_key(|(slot, _)| *slot);
        for (slot, mut seen) in states {
            // The first of the states seen is the one before the body, as is the slot's.
            let defined = seen.iter().fold(self.frame().slot(slot).defined, |all, state| {
                if state.defined == all { all } else { Truth::Maybe }
            });
            seen.retain(|state| state.defined != Truth::No);
            if seen.is_empty() {
                continue;
            }
            if seen.iter().any(|state| Rc::ptr_eq(&state.value, &self.unknown)) {
                // A shape nobody asked for is still one of them.
                let name = self.frame().name(slot);
                let unknown = Rc::new(self.shaped(AbstractValue::unknown(), &name));
                for state in &mut seen {
                    if Rc::ptr_eq(&state.value, &self.unknown) {
                        state.value = Rc::clone(&unknown);
                    }
                }
            }
            let mut value = (*seen[0].value).clone();
            let mut shapes = vec![value.shape];
            let mut last = &seen[0].value;
            for state in &seen[1..] {
                if Rc::ptr_eq(last, &state.value) {
                    continue;
                }
                last = &state.value;
                let many = shapes.len() > MANY;
                if many && self.is_unknown(&value) {
                    break;
                }
                if !many && !shapes.contains(&last.shape) {
                    shapes.push(last.shape);
                }
                // Among very many shapes nobody chooses: the one made up for them stays.
                let shape = if many { value.shape } else { last.shape };
                let other = AbstractValue { shape, ..(**last).clone() };
                value = self.join_of(&value, &other);
                if !many && shapes.len() > MANY {
                    let name = self.frame().name(slot);
                    value = self.shaped(AbstractValue { shape: None, ..value }, &name);
                }
            }
            self.frame_mut().set(slot, Slot { value: Rc::new(value), defined });
        }
    }

    /// What `catch err` gives.
    fn error_value(&mut self) -> AbstractValue {
        let classes = ClassSet::of(&[Class::Struct, Class::Exception]);
        AbstractValue::new(classes, Some(Algebra::SCALAR))
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
        let value = AbstractValue::unknown();
        self.define(declaration.slot, value, span, DefinitionKind::Assign);
    }

    /// Anybody may have changed the variables that others share.
    pub(crate) fn forget_exposed(&mut self) {
        let mut exposed: Vec<SlotId> = self.frame().exposed.iter().copied().collect();
        exposed.sort_unstable();
        for slot in exposed {
            self.forget(slot, Truth::Maybe);
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
