//! Statements.

use formwork_array::ir::{Operand, Prim, Scalar};
use formwork_builtins::{BuiltinId, Effects};
use formwork_hir::SlotId;
use formwork_hir::body::{
    Access, Arguments, Assign, CallTarget, ExprId, ExprKind, Link, Refusal, Root, Stmt, StmtKind,
    Switch, Target,
};
use formwork_runtime::ops::BinaryOp;
use formwork_syntax::{Span, with_enough_stack};

use super::expression::number_value;
use super::range::Ranged;
use super::{Lowered, Lowerer, Special, Val, Variable};
use crate::given::Known;
use crate::kind::{Base, Form, Kind};

impl Lowerer<'_, '_> {
    pub(super) fn block(&mut self, statements: &[Stmt]) -> Lowered<()> {
        for (number, stmt) in statements.iter().enumerate() {
            let depth = self.builder.depth();
            let conditions = self.conditions;
            match self.statement(stmt) {
                Ok(()) => {}
                // What follows depends on what a recursive call gives, in another walk.
                Err(reason) if reason.is_pending() => {
                    self.builder.unwind(depth);
                    self.conditions = conditions;
                    self.learned.pending = true;
                    return Ok(());
                }
                Err(reason) => return Err(reason),
            }
            let Some(gone) = self.gone(stmt.span)? else { continue };
            let rest = &statements[number + 1..];
            if gone == Operand::scalar(Scalar::Bool(true)) || rest.is_empty() {
                return Ok(());
            }
            // What follows runs only where the turn is not over.
            return with_enough_stack(|| {
                self.branch(gone, |_| Ok(()), |this| this.block(rest), stmt.span)
            });
        }
        Ok(())
    }

    /// Whether what follows is left out; `None`: surely not.
    fn gone(&mut self, span: Span) -> Lowered<Option<Operand>> {
        let never = Operand::scalar(Scalar::Bool(false));
        let leaving = self.scene.leaving.clone();
        let flags = leaving.into_iter().flat_map(|(left, over)| [left, over]);
        let flags = flags.chain(self.scene.returned.clone()).filter(|flag| *flag != never);
        let mut gone = None;
        for flag in flags.collect::<Vec<_>>() {
            gone = Some(match gone {
                None => flag,
                Some(other) if other == flag => flag,
                Some(other) => self.either(other, flag, span)?,
            });
        }
        Ok(gone)
    }

    /// Whether one of two truth values holds.
    pub(super) fn either(&mut self, one: Operand, other: Operand, span: Span) -> Lowered<Operand> {
        let sure = Operand::scalar(Scalar::Bool(true));
        if one == sure || other == sure {
            return Ok(sure);
        }
        self.prim(Prim::Or, &[one, other], span)
    }

    pub(super) fn statement(&mut self, stmt: &Stmt) -> Lowered<()> {
        let span = stmt.span;
        // Under a condition, what has an effect is taken for what is rarely run.
        if self.conditions > 0 && self.has_effect(stmt) {
            return self.give_up("a statement with an effect", span);
        }
        match &stmt.kind {
            StmtKind::Assign(_) | StmtKind::Expr(_) if stmt.prints => {
                self.refuse("it displays something", span)
            }
            StmtKind::Assign(assign) => self.assign(assign, span),
            StmtKind::Expr(id) => match &self.body.exprs[*id].kind {
                ExprKind::PostIncrement(assign) => self.step(assign, span),
                ExprKind::Assign(assign) if !assign.steps => self.assign(assign, span),
                ExprKind::Access(access) => self.assertion(access, span),
                _ => self.refuse("an expression whose value is not stored", span),
            },
            StmtKind::If(clauses, otherwise) => {
                with_enough_stack(|| self.clauses(clauses, otherwise.as_deref(), span))
            }
            StmtKind::Switch(switch) => with_enough_stack(|| self.switch(switch, span)),
            StmtKind::While(condition, body) => {
                with_enough_stack(|| self.while_loop(*condition, body, span))
            }
            StmtKind::DoUntil(body, condition) => {
                with_enough_stack(|| self.until_loop(body, *condition, span))
            }
            StmtKind::For(each) => with_enough_stack(|| self.for_loop(each, span)),
            StmtKind::Block(body) => with_enough_stack(|| self.block(body)),
            StmtKind::Note(_) => Ok(()),
            StmtKind::Break => self.leave(true, span),
            StmtKind::Continue => self.leave(false, span),
            StmtKind::Return => self.leave_function(span),
            StmtKind::Try(_) => self.refuse("`try`", span),
            StmtKind::UnwindProtect(..) => self.refuse("`unwind_protect`", span),
            StmtKind::Declare(_) => self.refuse("a declaration", span),
            StmtKind::Define(..) => self.refuse("the definition of a function", span),
            StmtKind::Invalid(refusal) => self.refuse(refusal.message(), span),
            StmtKind::Broken(_) => self.refuse(Refusal::Unread.message(), span),
        }
    }

    /// `assert (condition)`, which does nothing where the condition holds.
    fn assertion(&mut self, access: &Access, span: Span) -> Lowered<()> {
        if let (Root::Call(call), [Link::Paren(arguments)]) = (access.root, &access.links[..])
            && let [condition] = &arguments.exprs[..]
            && self.body.calls[call].id() == Some(BuiltinId::Assert)
            && self.is_builtin(call)
        {
            let condition = self.expr(*condition)?;
            let holds = self.is_true(&condition, span)?;
            return self.require(holds, "an assertion fails", span);
        }
        self.refuse("an expression whose value is not stored", span)
    }

    /// Whether a statement is there for an error or for what it shows.
    fn has_effect(&self, stmt: &Stmt) -> bool {
        match &stmt.kind {
            StmtKind::Assign(_) => stmt.prints,
            StmtKind::Expr(id) => {
                let called = match &self.body.exprs[*id].kind {
                    ExprKind::Access(access) => match access.root {
                        // Giving up is right even if it is a variable.
                        Root::Call(call) | Root::VarOrCall(_, call) => Some(&self.body.calls[call]),
                        Root::Var(_) | Root::Value(_) => None,
                    },
                    _ => None,
                };
                stmt.prints || called.is_some_and(is_called_for_effect)
            }
            _ => false,
        }
    }

    fn leave(&mut self, all: bool, span: Span) -> Lowered<()> {
        let Some((left, over)) = &mut self.scene.leaving else {
            return self.refuse("the loop that is left is not compiled", span);
        };
        *(if all { left } else { over }) = Operand::scalar(Scalar::Bool(true));
        Ok(())
    }

    fn leave_function(&mut self, span: Span) -> Lowered<()> {
        let sure = Operand::scalar(Scalar::Bool(true));
        let Some(returned) = &mut self.scene.returned else {
            return self.refuse("`return` from what is not compiled as a whole", span);
        };
        *returned = sure.clone();
        if let Some((left, _)) = &mut self.scene.leaving {
            *left = sure;
        }
        Ok(())
    }

    fn clauses(
        &mut self,
        clauses: &[(ExprId, Box<[Stmt]>)],
        otherwise: Option<&[Stmt]>,
        span: Span,
    ) -> Lowered<()> {
        let Some(((condition, body), rest)) = clauses.split_first() else {
            return self.block(otherwise.unwrap_or_default());
        };
        let condition = self.condition(*condition)?;
        self.branch(
            condition,
            |this| this.block(body),
            |this| with_enough_stack(|| this.clauses(rest, otherwise, span)),
            span,
        )
    }

    /// A `switch` on a number or on a text that is known.
    fn switch(&mut self, switch: &Switch, span: Span) -> Lowered<()> {
        let subject = self.expr(switch.subject)?;
        if subject.kind != Kind::NUMBER && subject.kind.base != Base::Char {
            return self.refuse("a `switch` on something else than a number or a text", span);
        }
        self.cases(&subject, &switch.cases, switch.otherwise.as_deref(), span)
    }

    fn cases(
        &mut self,
        subject: &Val,
        cases: &[(ExprId, Box<[Stmt]>)],
        otherwise: Option<&[Stmt]>,
        span: Span,
    ) -> Lowered<()> {
        let Some(((label, body), rest)) = cases.split_first() else {
            return self.block(otherwise.unwrap_or_default());
        };
        let taken = self.takes_case(subject, *label, span)?;
        self.branch(
            taken,
            |this| this.block(body),
            |this| with_enough_stack(|| this.cases(subject, rest, otherwise, span)),
            span,
        )
    }

    fn assign(&mut self, assign: &Assign, span: Span) -> Lowered<()> {
        if assign.bracketed {
            return self.assign_outputs(assign, span);
        }
        let [Target::Place { slot, links, .. }] = &assign.targets[..] else {
            return self.refuse("several targets", span);
        };
        match (&links[..], assign.op) {
            ([], None) if self.is_known(assign.value) => {
                let values = self.known_values(assign.value, 1)?;
                match &values[..] {
                    [Known::Array(value)] => self.write(*slot, value.clone(), span),
                    [item] => self.write_known(*slot, item, span),
                    _ => self.refuse("several values for one", span),
                }
            }
            ([], None) => {
                if self.append(*slot, assign.value, span)? {
                    return Ok(());
                }
                let value = self.expr(assign.value)?;
                self.write(*slot, value, span)
            }
            ([], Some(op)) => self.update(*slot, op, assign.value, span),
            ([Link::Paren(arguments)], None) if !assign.deletes => {
                let value = self.expr(assign.value)?;
                self.note_growth(*slot, arguments, &value, span)?;
                self.set_part(*slot, arguments, value, span)
            }
            ([Link::Paren(arguments)], None) => self.delete_part(*slot, arguments, span),
            ([Link::Paren(arguments)], Some(op)) => {
                self.update_part(*slot, arguments, op, assign.value, span)
            }
            _ => self.refuse("a part of a variable that is not an element", span),
        }
    }

    /// `[a, b] = f(…)`
    fn assign_outputs(&mut self, assign: &Assign, span: Span) -> Lowered<()> {
        let outputs = self.several(assign.value, assign.targets.len(), span)?;
        if outputs.len() < assign.targets.len() || assign.op.is_some() {
            return self.refuse("fewer outputs than targets", span);
        }
        for (target, value) in assign.targets.iter().zip(outputs) {
            match target {
                Target::Ignored => {}
                Target::Place { slot, links, span } => match &links[..] {
                    [] => self.write(*slot, value, *span)?,
                    [Link::Paren(arguments)] => {
                        self.note_growth(*slot, arguments, &value, *span)?;
                        self.set_part(*slot, arguments, value, *span)?;
                    }
                    _ => return self.refuse("a part of a variable that is not an element", *span),
                },
            }
        }
        Ok(())
    }

    /// So many outputs of a call, or fewer.
    pub(super) fn several(&mut self, id: ExprId, count: usize, span: Span) -> Lowered<Vec<Val>> {
        if self.is_known(id) {
            let is_array = |item| match item {
                Known::Array(value) => Some(value),
                Known::Function(_) | Known::Cells(_) => None,
            };
            let values = self.known_values(id, count)?;
            return match values.into_iter().map(is_array).collect() {
                Some(values) => Ok(values),
                None => self.refuse("a function handle or a cell array", span),
            };
        }
        let ExprKind::Access(access) = &self.body.exprs[id].kind else {
            return self.refuse("targets in brackets", span);
        };
        let arguments = &access.links[..];
        let call = match access.root {
            Root::Call(call) => call,
            Root::VarOrCall(slot, call) => {
                self.is_no_variable(slot, span)?;
                call
            }
            Root::Var(_) | Root::Value(_) => {
                return self.refuse("several outputs of something else than a call", span);
            }
        };
        match arguments {
            [] => self.outputs(call, &[], count, span),
            [Link::Paren(arguments)] => self.outputs(call, &arguments.exprs, count, span),
            _ => self.refuse("several outputs of something else than a call", span),
        }
    }

    /// `x++` or `x--` on a number, whose value before becomes `ans`.
    fn step(&mut self, assign: &Assign, span: Span) -> Lowered<()> {
        let (ans, [Target::Place { slot, links, .. }]) = (self.body.ans, &assign.targets[..])
        else {
            return self.refuse("several targets", span);
        };
        let before = self.read(*slot, span)?;
        if before.kind != Kind::NUMBER || !links.is_empty() || *slot == ans {
            return self.refuse("a step of something else than a number", span);
        }
        let way = if assign.op == Some(BinaryOp::Add) { 1.0 } else { -1.0 };
        let after = self.binary(BinaryOp::Add, before.clone(), number_value(way), span)?;
        self.write(*slot, after, span)?;
        self.write(ans, before, span)
    }

    /// `x += y`. An array that is written over does not grow.
    fn update(&mut self, slot: SlotId, op: BinaryOp, value: ExprId, span: Span) -> Lowered<()> {
        let before = self.read(slot, span)?;
        let value = self.expr(value)?;
        let same_form = before.kind.form == value.kind.form || value.is_scalar();
        if !same_form || before.special != Special::Nothing || before.ranged != Ranged::No {
            return self.refuse("an array that is written over by another form", span);
        }
        let result = self.binary(op, before, value, span)?;
        self.write(slot, result, span)
    }

    /// `x(i) += y` on one element; subscripts without effects may be read twice.
    fn update_part(
        &mut self,
        slot: SlotId,
        arguments: &Arguments,
        op: BinaryOp,
        value: ExprId,
        span: Span,
    ) -> Lowered<()> {
        let array = self.look(slot, span)?;
        let before = self.part(&array, arguments, span)?;
        let value = self.expr(value)?;
        if !before.is_scalar() || !value.is_scalar() {
            return self.refuse("a part that is written over", span);
        }
        let result = self.binary(op, before, value, span)?;
        self.set_part(slot, arguments, result, span)
    }

    /// Learns that a vector is set just behind its end.
    fn note_growth(
        &mut self,
        slot: SlotId,
        arguments: &Arguments,
        value: &Val,
        span: Span,
    ) -> Lowered<()> {
        let [subscript] = &arguments.exprs[..] else {
            self.note_lines(slot, arguments);
            return Ok(());
        };
        let behind = self.is_behind_end(*subscript);
        let variable = self.scene.variables.get(&slot);
        let empty = variable
            .is_some_and(|variable| variable.is_empty() || variable.state.as_int().is_none());
        if (behind || empty) && self.learned.growing.insert(slot) {
            self.learned.changed = true;
        }
        // `[]` becomes a row, of its own class.
        let unknown =
            variable.is_some_and(Variable::is_empty) && !self.learned.kinds.contains_key(&slot);
        if unknown && value.is_scalar() {
            let row = Kind { base: Base::Double, form: Form::Row };
            self.join(slot, row, span)?;
        }
        Ok(())
    }
}

/// Whether a function is called for its effect: an error, a warning or what it shows. Whatever
/// it means, giving up is right.
fn is_called_for_effect(call: &CallTarget) -> bool {
    let effects = call.effects();
    effects.include(Effects::RAISES)
        || effects.include(Effects::OUTPUT)
        || call.id() == Some(BuiltinId::Warning)
}
