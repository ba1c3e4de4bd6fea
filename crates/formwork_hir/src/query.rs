//! Questions about statements that their text answers, by the one walker (`walk`).
//!
//! They look at the statements of one body as they are written, whatever is executed: a variable is
//! *assigned* if some statement may assign to it or to a place in it; a *jump* is `break`, `continue`
//! or `return`. None of them looks into functions that are called. Questions that follow the order of
//! execution, such as which definitions reach a use, are in `flow`.
//!
//! ```text
//! for k = 1:3                   assigned: k, x        has_jump: yes (`break`)
//!   x(k) = 1;                   has_break, asked of the loop's body: yes
//!   if x(k) > 2, break; end     has_return: no
//! end                           loop_depth: 1
//! ```

use formwork_runtime::ops::BinaryOp;
use rustc_hash::FxHashSet;

use crate::body::{Body, ExprId, ExprKind, Stmt, StmtKind, Storage, Target, Unit};
use crate::scope::SlotId;
use crate::walk::statements;

/// The variables that statements assign to, each once, in order. Those that expressions in them
/// assign to are not among them.
#[must_use]
pub fn assigned(block: &[Stmt]) -> Vec<SlotId> {
    let mut slots: Vec<SlotId> = statements(block).flat_map(Stmt::assigned).collect();
    slots.sort_unstable();
    slots.dedup();
    slots
}

/// The variables that a body assigns to, in statements and in expressions.
#[must_use]
pub fn assigned_anywhere(body: &Body) -> Vec<SlotId> {
    let mut slots = assigned(&body.statements);
    for expr in body.exprs.values() {
        let targets = match &expr.kind {
            ExprKind::Assign(assign) | ExprKind::PostIncrement(assign) => &assign.targets[..],
            _ => &[],
        };
        slots.extend(targets.iter().filter_map(|target| match target {
            Target::Place { slot, .. } => Some(*slot),
            Target::Ignored => None,
        }));
    }
    slots
}

/// The variables of a function that nested functions in it may assign to.
#[must_use]
pub fn assigned_by_nested(unit: &Unit, body: &Body) -> Vec<SlotId> {
    let mut slots = Vec::new();
    for &nested in &body.nested {
        let inner = &unit.bodies[nested];
        if inner.calls.values().any(|call| call.effects().see_variables()) {
            // Any variable by its name.
            return body.shared.to_vec();
        }
        let mut own = assigned_anywhere(inner);
        own.extend(assigned_by_nested(unit, inner));
        slots.extend(inner.slots.iter().filter_map(|(slot, variable)| match variable.storage {
            Storage::Outer(outer) => own.contains(&slot).then_some(outer),
            Storage::Local => None,
        }));
    }
    slots
}

/// The variables that are compared with one another for equality, in pairs of either order, with the
/// expressions that are compared.
fn comparisons(body: &Body) -> impl Iterator<Item = [(ExprId, SlotId); 2]> {
    let variable = |id: ExprId| match body.exprs[id].kind {
        ExprKind::Var(slot) => Some((id, slot)),
        _ => None,
    };
    body.exprs.values().filter_map(move |expr| match expr.kind {
        ExprKind::Binary(BinaryOp::Equal | BinaryOp::NotEqual, left, right) => {
            Some([variable(left)?, variable(right)?])
        }
        _ => None,
    })
}

/// Whether the text asks if two variables are equal.
#[must_use]
pub fn are_compared(body: &Body, one: SlotId, other: SlotId) -> bool {
    comparisons(body).any(|[(_, a), (_, b)]| (a, b) == (one, other) || (b, a) == (one, other))
}

/// The variables that are read, but for those that are only compared with another variable: who
/// asks whether `n == m` does not use them for anything else.
#[must_use]
pub fn read_beyond_comparisons(body: &Body) -> FxHashSet<SlotId> {
    let compared: FxHashSet<ExprId> = comparisons(body).flatten().map(|(id, _)| id).collect();
    let mut read: FxHashSet<SlotId> = FxHashSet::default();
    for (id, expr) in &body.exprs {
        match &expr.kind {
            ExprKind::Var(slot) if !compared.contains(&id) => {
                read.insert(*slot);
            }
            ExprKind::Access(access) => read.extend(access.variable()),
            _ => {}
        }
    }
    for anonymous in body.anonymous.values() {
        read.extend(anonymous.captures.iter().map(|(outer, _)| *outer));
    }
    read.extend(body.outputs.iter().copied());
    read
}

/// Whether statements assign to a variable or to a place in it, expressions in them aside.
#[must_use]
pub fn is_assigned(block: &[Stmt], slot: SlotId) -> bool {
    statements(block).flat_map(Stmt::assigned).any(|own| own == slot)
}

/// Whether there is a `return` among statements.
#[must_use]
pub fn has_return(block: &[Stmt]) -> bool {
    statements(block).any(|stmt| matches!(stmt.kind, StmtKind::Return))
}

/// Whether statements may leave an iteration, or the loop, before its end.
#[must_use]
pub fn has_jump(block: &[Stmt]) -> bool {
    statements(block).any(|stmt| {
        matches!(
            stmt.kind,
            StmtKind::Break | StmtKind::Continue | StmtKind::Return | StmtKind::Invalid(_)
        )
    })
}

/// Whether statements may go on with the next iteration of the loop they stand in.
#[must_use]
pub fn has_continue(block: &[Stmt]) -> bool {
    outside_loops(block).any(|stmt| matches!(stmt.kind, StmtKind::Continue))
}

/// Whether statements may leave the loop they stand in by `break`.
#[must_use]
pub fn has_break(block: &[Stmt]) -> bool {
    outside_loops(block).any(|stmt| matches!(stmt.kind, StmtKind::Break))
}

/// The statements of a block that stand in no loop there, and the loops themselves.
pub fn outside_loops(block: &[Stmt]) -> impl Iterator<Item = &Stmt> {
    let mut walk = statements(block);
    std::iter::from_fn(move || {
        let stmt = walk.next()?;
        if stmt.is_loop() {
            walk.skip_inside();
        }
        Some(stmt)
    })
}

/// The loops among statements that stand in no other loop there.
pub fn outermost_loops(block: &[Stmt]) -> impl Iterator<Item = &Stmt> {
    outside_loops(block).filter(|stmt| stmt.is_loop())
}

/// How many loops stand in each other in statements.
#[must_use]
pub fn loop_depth(block: &[Stmt]) -> usize {
    let inside = |stmt: &Stmt| stmt.blocks().map(loop_depth).max().unwrap_or(0);
    outermost_loops(block).map(|stmt| 1 + inside(stmt)).max().unwrap_or(0)
}

/// The lines of the comment at the head of a function, without the signs that make it one.
#[must_use]
pub fn help_lines(body: &Body) -> Vec<String> {
    let text = String::from_utf8_lossy(body.source.text());
    let start = usize::try_from(body.span.start).unwrap_or(0);
    let (Some(before), Some(own)) = (text.get(..start), text.get(start..)) else {
        return Vec::new();
    };
    let comment = |line: &str| {
        let line = line.trim();
        let inside = line.trim_start_matches(['%', '#']);
        (inside.len() < line.len()).then(|| inside.to_owned())
    };
    let above: Vec<String> = before.lines().rev().map_while(comment).collect();
    let mut lines: Vec<String> = above.into_iter().rev().collect();
    // The signature may go over several lines.
    let mut own = own.lines();
    for line in own.by_ref() {
        let code = line.split(['%', '#']).next().unwrap_or_default();
        if !code.trim_end().ends_with("...") {
            break;
        }
    }
    let below =
        own.map_while(
            |line| if line.trim().is_empty() { Some(None) } else { comment(line).map(Some) },
        );
    lines.extend(below.flatten());
    lines
}
