//! Assignments inside assignments, as statements of their own.
//!
//! `a = b = c` is `b = c; a = b`, and `x(++k) = y` is `y; ++k; x(k) = y`: reading `y` first
//! fails where that fails. So whoever walks statements meets fewer assignments inside
//! expressions.

use formwork_syntax::Span;

use super::Lowerer;
use crate::body::{Assign, Expr, ExprId, ExprKind, Link, Stmt, StmtKind, Target};
use crate::scope::SlotId;

impl Lowerer<'_> {
    /// A statement as one or several that do the same.
    pub(super) fn one_by_one(&mut self, kind: StmtKind, span: Span, prints: bool) -> StmtKind {
        let StmtKind::Assign(mut last) = kind else { return kind };
        let mut span = span;
        let mut chain: Vec<Stmt> = Vec::new();
        while let Some((kind, inner)) = self.assigned_value(&last) {
            let value = &mut self.level().exprs[last.value];
            value.kind = kind;
            let own = value.span;
            chain.push(Stmt {
                id: self.stmt_id(),
                kind: StmtKind::Assign(last),
                span,
                prints: false,
            });
            (last, span) = (inner, own);
        }
        match self.stepped_subscript(&last) {
            Some((id, slot, step)) => {
                chain.push(Stmt {
                    id: self.stmt_id(),
                    kind: StmtKind::Assign(last.clone()),
                    span,
                    prints: false,
                });
                let own = self.level().exprs[id].span;
                self.level().exprs[id].kind = ExprKind::Var(slot);
                chain.push(Stmt {
                    id: self.stmt_id(),
                    kind: StmtKind::Assign(step),
                    span: own,
                    prints: false,
                });
                let value = self.level().exprs[last.value].clone();
                if let ExprKind::Var(_) = value.kind {
                    let span = value.span;
                    let read = self.add(value);
                    chain.push(Stmt {
                        id: self.stmt_id(),
                        kind: StmtKind::Expr(read),
                        span,
                        prints: false,
                    });
                }
            }
            None => chain.push(Stmt {
                id: self.stmt_id(),
                kind: StmtKind::Assign(last),
                span,
                prints: false,
            }),
        }
        if chain.len() == 1
            && let Some(only) = chain.pop()
        {
            return only.kind;
        }
        // What stands innermost is done first; the whole is what is displayed.
        if let Some(whole) = chain.first_mut() {
            whole.prints = prints;
        }
        chain.reverse();
        StmtKind::Block(chain.into())
    }

    /// The assignment that is the value of another one, and what stands for that value once it is
    /// made: the variable, or the `[]` that deletes in both.
    fn assigned_value(&mut self, outer: &Assign) -> Option<(ExprKind, Box<Assign>)> {
        if outer.op.is_some() || outer.bracketed {
            return None;
        }
        let exprs = &self.level().exprs;
        let ExprKind::Assign(inner) = &exprs[outer.value].kind else { return None };
        let plain = inner.op.is_none() && !inner.bracketed && !inner.steps;
        let stands = if outer.deletes {
            let mut value = &exprs[inner.value].kind;
            while let ExprKind::Assign(further) = value {
                value = &exprs[further.value].kind;
            }
            value.clone()
        } else {
            ExprKind::Var(whole_target(inner)?)
        };
        plain.then(|| (stands, inner.clone()))
    }

    /// The subscript `++k` of an assignment, if nothing else in it could tell when that is
    /// done: the expression, its variable and what it does.
    fn stepped_subscript(&mut self, outer: &Assign) -> Option<(ExprId, SlotId, Box<Assign>)> {
        let [Target::Place { slot: stored, links, .. }] = &outer.targets[..] else { return None };
        if outer.op.is_some() || outer.bracketed || outer.deletes {
            return None;
        }
        let exprs = &self.level().exprs;
        let mut found: Option<(ExprId, SlotId, Box<Assign>)> = None;
        let mut read: Vec<SlotId> = vec![*stored];
        let mut simple = |expr: &Expr| match &expr.kind {
            ExprKind::Var(slot) => {
                read.push(*slot);
                true
            }
            ExprKind::Const(_) => true,
            _ => false,
        };
        if !simple(&exprs[outer.value]) {
            return None;
        }
        for link in links {
            let arguments = match link {
                Link::Paren(arguments) | Link::Brace(arguments) => arguments,
                Link::Field(_) => continue,
                Link::DynamicField(_) => return None,
            };
            for &id in &arguments.exprs {
                match &exprs[id].kind {
                    ExprKind::Assign(step) if step.steps && found.is_none() => {
                        found = Some((id, whole_target(step)?, step.clone()));
                    }
                    ExprKind::Colon | ExprKind::End => {}
                    _ if simple(&exprs[id]) => {}
                    _ => return None,
                }
            }
        }
        found.filter(|(_, slot, _)| !read.contains(slot))
    }
}

/// The variable that an assignment sets as a whole.
fn whole_target(assign: &Assign) -> Option<SlotId> {
    match &assign.targets[..] {
        [Target::Place { slot, links, .. }] if links.is_empty() => Some(*slot),
        _ => None,
    }
}
