//! Statements.

use formwork_array::ir::{Operand, Prim, Scalar};
use formwork_hir::SlotId;
use formwork_hir::body::{Assign, ExprId, ExprKind, Link, Stmt, StmtKind, Switch, Target};
use formwork_runtime::ops::BinaryOp;
use formwork_syntax::{Span, with_enough_stack};

use super::expression::number_value;
use super::{Lowered, Lowerer};
use crate::kind::Kind;

impl Lowerer<'_, '_> {
    pub(super) fn block(&mut self, statements: &[Stmt]) -> Lowered<()> {
        for (number, stmt) in statements.iter().enumerate() {
            self.statement(stmt)?;
            let Some((left, over)) = self.scene.leaving.clone() else { continue };
            let never = Operand::scalar(Scalar::Bool(false));
            let sure = Operand::scalar(Scalar::Bool(true));
            if left == never && over == never {
                continue;
            }
            let rest = &statements[number + 1..];
            if left == sure || over == sure || rest.is_empty() {
                return Ok(());
            }
            // What follows runs only where the turn is not over.
            let gone = self.prim(Prim::Or, &[left, over], stmt.span)?;
            return with_enough_stack(|| {
                self.branch(gone, |_| Ok(()), |this| this.block(rest), stmt.span)
            });
        }
        Ok(())
    }

    pub(super) fn statement(&mut self, stmt: &Stmt) -> Lowered<()> {
        let span = stmt.span;
        match &stmt.kind {
            StmtKind::Assign(_) | StmtKind::Expr(_) if stmt.prints => {
                self.refuse("it displays something", span)
            }
            StmtKind::Assign(assign) => self.assign(assign, span),
            StmtKind::Expr(id) => match &self.body.exprs[*id].kind {
                ExprKind::PostIncrement(assign) => self.step(assign, span),
                ExprKind::Assign(assign) if !assign.steps => self.assign(assign, span),
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
            StmtKind::Return => self.refuse("`return`", span),
            StmtKind::Try(_) => self.refuse("`try`", span),
            StmtKind::UnwindProtect(..) => self.refuse("`unwind_protect`", span),
            StmtKind::Declare(_) => self.refuse("a declaration", span),
            StmtKind::Invalid(message) => self.refuse(*message, span),
        }
    }

    fn leave(&mut self, all: bool, span: Span) -> Lowered<()> {
        let Some((left, over)) = &mut self.scene.leaving else {
            return self.refuse("the loop that is left is not compiled", span);
        };
        *(if all { left } else { over }) = Operand::scalar(Scalar::Bool(true));
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

    /// A `switch` on a number with numbers as labels.
    fn switch(&mut self, switch: &Switch, span: Span) -> Lowered<()> {
        let subject = self.expr(switch.subject)?;
        if subject.kind != Kind::NUMBER {
            return self.refuse("a `switch` on something else than a number", span);
        }
        self.cases(&subject.operand, &switch.cases, switch.otherwise.as_deref(), span)
    }

    fn cases(
        &mut self,
        subject: &Operand,
        cases: &[(ExprId, Box<[Stmt]>)],
        otherwise: Option<&[Stmt]>,
        span: Span,
    ) -> Lowered<()> {
        let Some(((label, body), rest)) = cases.split_first() else {
            return self.block(otherwise.unwrap_or_default());
        };
        let label = self.expr(*label)?;
        if label.kind != Kind::NUMBER {
            return self.refuse("a `case` that is no number", span);
        }
        let same = self.prim(Prim::Eq, &[subject.clone(), label.operand], span)?;
        self.branch(
            same,
            |this| this.block(body),
            |this| with_enough_stack(|| this.cases(subject, rest, otherwise, span)),
            span,
        )
    }

    fn assign(&mut self, assign: &Assign, span: Span) -> Lowered<()> {
        let [Target::Place { slot, links, .. }] = &assign.targets[..] else {
            return self.refuse("several targets", span);
        };
        if assign.bracketed {
            return self.refuse("targets in brackets", span);
        }
        match (&links[..], assign.op) {
            ([], None) => {
                let value = self.expr(assign.value)?;
                self.write(*slot, value, span)
            }
            ([], Some(op)) => self.update(*slot, op, assign.value, span),
            ([Link::Paren(arguments)], None) if !assign.deletes => {
                let value = self.expr(assign.value)?;
                self.set_element(*slot, arguments, value, span)
            }
            _ => self.refuse("a part of a variable that is not an element", span),
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

    /// `x += y` on numbers; arrays are written over, which has rules of its own.
    fn update(&mut self, slot: SlotId, op: BinaryOp, value: ExprId, span: Span) -> Lowered<()> {
        let before = self.read(slot, span)?;
        let value = self.expr(value)?;
        if before.kind != Kind::NUMBER || value.kind != Kind::NUMBER {
            return self.refuse("an array that is written over", span);
        }
        let result = self.binary(op, before, value, span)?;
        self.write(slot, result, span)
    }
}
