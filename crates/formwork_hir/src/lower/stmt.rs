//! Statements.

use formwork_runtime::Value;
use formwork_runtime::ops::BinaryOp;
use formwork_syntax::{
    self as syntax, Clause, ExprKind as TreeExpr, ForTarget, Name, StmtId, StmtKind as Tree,
    with_enough_stack,
};

use super::Lowerer;
use crate::body::{
    Access, Arguments, Block, Declaration, Expr, ExprId, ExprKind, For, Link, Refusal, Root, Stmt,
    StmtKind, Switch, Target, Try,
};
use crate::resolve::Resolution;
use crate::scope::SlotId;

impl Lowerer<'_> {
    pub(super) fn block(&mut self, statements: &[StmtId]) -> Block {
        let mut block = Vec::with_capacity(statements.len());
        for &id in statements {
            if let Some(kind) = with_enough_stack(|| self.stmt(id)) {
                let stmt = self.tree.stmt(id);
                let id = self.stmt_id();
                block.push(Stmt { id, kind, span: stmt.span, prints: !stmt.silent });
            }
        }
        block.into()
    }

    fn stmt(&mut self, id: StmtId) -> Option<StmtKind> {
        let tree = self.tree;
        Some(match &tree.stmt(id).kind {
            Tree::Comment(id) => StmtKind::Note(Box::new(self.note(*id)?)),
            Tree::Function(function) => {
                let body = self.body_of.get(function).copied();
                let name = tree.function(*function).name.first().copied();
                match (body, name) {
                    (Some(body), Some(name)) if self.level().is_script => {
                        StmtKind::Define(tree.name(name).into(), body)
                    }
                    _ => return None,
                }
            }
            Tree::Signature(_)
            | Tree::Class(_)
            | Tree::ClassBlock(_)
            | Tree::Enumerator { .. }
            | Tree::Event(_)
            | Tree::Member(_) => return None,
            Tree::Broken(broken) => StmtKind::Broken(self.slots_in(broken)),
            Tree::Shell(_) => {
                StmtKind::Invalid(Refusal::Unsupported("shell commands are not supported"))
            }
            Tree::Expr(expr) => {
                let whole = self.expr_stmt(*expr);
                self.one_by_one(whole, tree.stmt(id).span, !tree.stmt(id).silent)
            }
            Tree::Command { name, words } => self.command(id, *name, words),
            Tree::If { clauses, otherwise } => {
                let clauses = clauses
                    .iter()
                    .map(|clause| (self.condition(clause.condition), self.block(&clause.body)))
                    .collect();
                StmtKind::If(clauses, otherwise.as_ref().map(|block| self.block(block)))
            }
            Tree::While { condition, body } => {
                StmtKind::While(self.condition(*condition), self.block(body))
            }
            Tree::DoUntil { body, condition } => {
                let body = self.block(body);
                // Here Octave evaluates both operands of `&` and `|`.
                StmtKind::DoUntil(body, self.expr(*condition))
            }
            Tree::For(for_loop) => self.for_loop(for_loop),
            Tree::Spmd { body, .. } => StmtKind::Block(self.block(body)),
            Tree::Switch(switch) => {
                let subject = self.expr(switch.subject);
                let cases = self.clauses(&switch.cases);
                let otherwise = switch.otherwise.as_ref().map(|block| self.block(block));
                StmtKind::Switch(Box::new(Switch { subject, cases, otherwise }))
            }
            Tree::Try(try_block) => {
                let body = self.block(&try_block.body);
                let error = try_block.error.and_then(|error| match self.target(error) {
                    Some(Target::Place { slot, .. }) => Some(slot),
                    Some(Target::Ignored) | None => None,
                });
                let handler = self.block(try_block.handler.as_deref().unwrap_or_default());
                StmtKind::Try(Box::new(Try { body, error, handler }))
            }
            Tree::UnwindProtect { body, cleanup } => {
                StmtKind::UnwindProtect(self.block(body), self.block(cleanup))
            }
            Tree::Break => StmtKind::Break,
            Tree::Continue => StmtKind::Continue,
            Tree::Return => StmtKind::Return,
            Tree::Declare { storage, variables } => {
                StmtKind::Declare(self.declarations(*storage, variables))
            }
            Tree::Arguments(block) => {
                self.arguments_block(block);
                return None;
            }
        })
    }

    /// `name word word`: a call with texts.
    fn command(&mut self, id: StmtId, name: syntax::Name, words: &[syntax::Text]) -> StmtKind {
        let tree = self.tree;
        let span = tree.stmt(id).span;
        let name = tree.name(name);
        let callee = match self.names.command(id) {
            Some(Resolution::Function(callee)) => Some(callee.clone()),
            _ => None,
        };
        let call = self.call(name, callee.as_ref(), span);
        let exprs: Box<[ExprId]> = words
            .iter()
            .map(|&word| {
                let text = Value::text(command_word(tree.text(word)));
                self.add(Expr { kind: ExprKind::Const(text), span })
            })
            .collect();
        let links = Box::new([Link::Paren(Arguments { exprs, has_end: false })]);
        let access = Access { root: Root::Call(call), links };
        StmtKind::Expr(self.add(Expr { kind: ExprKind::Access(Box::new(access)), span }))
    }

    /// The variables that a statement may change that could not be read.
    fn slots_in(&mut self, broken: &syntax::Broken) -> Box<[SlotId]> {
        let tree = self.tree;
        let others: &[Name] = if broken.reads { &[] } else { &broken.mentioned };
        let names = broken.assigned.iter().chain(others);
        let level = self.level();
        let mut slots: Vec<SlotId> =
            names.filter_map(|&name| level.by_name.get(tree.name(name)).copied()).collect();
        slots.sort_unstable();
        slots.dedup();
        slots.into()
    }

    fn for_loop(&mut self, for_loop: &syntax::For) -> StmtKind {
        let tree = self.tree;
        let iterable = self.expr(for_loop.iterable);
        let (target, key) = match for_loop.target {
            ForTarget::One(target) => (self.target(target), None),
            ForTarget::Pair(value, key) => (self.target(value), self.target(key)),
        };
        let unread = matches!(for_loop.target, ForTarget::One(target)
            if matches!(tree.expr(target).kind, TreeExpr::Error));
        let Some(target) = target.or(unread.then_some(Target::Ignored)) else {
            return StmtKind::Invalid(Refusal::Fails("invalid expression used as loop variable"));
        };
        let body = self.block(&for_loop.body);
        StmtKind::For(Box::new(For { target, key, iterable, body }))
    }

    fn declarations(
        &mut self,
        storage: syntax::Storage,
        variables: &[syntax::DeclaredVariable],
    ) -> Box<[Declaration]> {
        let global = storage == syntax::Storage::Global;
        variables
            .iter()
            .map(|variable| Declaration {
                slot: self.slot_named(self.tree.name(variable.name)),
                global,
                value: variable.value.map(|value| self.expr(value)),
            })
            .collect()
    }

    /// A condition: there `&` and `|` may leave out their right operands.
    fn condition(&mut self, condition: syntax::ExprId) -> ExprId {
        let id = self.expr(condition);
        let mut operands = vec![id];
        while let Some(id) = operands.pop() {
            let expr = &mut self.level().exprs[id];
            if let ExprKind::Binary(op @ (BinaryOp::And | BinaryOp::Or), left, right) = expr.kind {
                expr.kind = ExprKind::Lazy(op, left, right);
                operands.extend([left, right]);
            }
        }
        id
    }

    fn clauses(&mut self, clauses: &[Clause]) -> Box<[(ExprId, Block)]> {
        clauses
            .iter()
            .map(|clause| (self.expr(clause.condition), self.block(&clause.body)))
            .collect()
    }

    fn expr_stmt(&mut self, id: syntax::ExprId) -> StmtKind {
        let assign = match &self.tree.expr(id).kind {
            TreeExpr::Assign(assign) => self.assign(assign),
            _ => None,
        };
        match assign {
            Some(assign) => StmtKind::Assign(Box::new(assign)),
            None => StmtKind::Expr(self.expr(id)),
        }
    }
}

/// A word of a command without its quotes.
fn command_word(word: &[u8]) -> Vec<u8> {
    let mut text = Vec::with_capacity(word.len());
    let mut at = 0;
    while let Some(&byte) = word.get(at) {
        at += 1;
        if byte != b'\'' && byte != b'"' {
            text.push(byte);
            continue;
        }
        let start = at;
        while at < word.len() && (word[at] != byte || word.get(at + 1) == Some(&byte)) {
            let escape = byte == b'"' && word[at] == b'\\';
            at += if word[at] == byte || escape { 2 } else { 1 };
        }
        let quote = if byte == b'"' { syntax::Quote::Double } else { syntax::Quote::Single };
        text.extend_from_slice(&quote.value(&word[start..at.min(word.len())]));
        at += 1;
    }
    text
}
