//! Which variables subscripts are made of: these are worth carrying as whole numbers.

use std::collections::BTreeSet;

use formwork_hir::SlotId;
use formwork_hir::body::{Access, Arguments, Assign, Body, ExprId, ExprKind, Link, Root, Target};
use formwork_hir::walk::statements;
use formwork_runtime::ops::BinaryOp;
use formwork_syntax::with_enough_stack;

/// Expressions that are looked through for each variable; beyond, nothing is found.
const MOST_ROUNDS: usize = 8;

/// The variables that subscripts and bounds of ranges in a body are computed from.
pub(super) fn of_subscripts(body: &Body) -> BTreeSet<SlotId> {
    let mut found = BTreeSet::new();
    for expr in body.exprs.values() {
        match &expr.kind {
            ExprKind::Access(access) => in_links(body, access, &mut found),
            ExprKind::Range(start, step, stop) => {
                for part in [Some(*start), *step, Some(*stop)].into_iter().flatten() {
                    variables(body, part, &mut found);
                }
            }
            _ => {}
        }
    }
    in_targets(body, &mut found);
    for _ in 0..MOST_ROUNDS {
        let before = found.len();
        through_assignments(body, &mut found);
        if found.len() == before {
            break;
        }
    }
    found
}

fn in_links(body: &Body, access: &Access, found: &mut BTreeSet<SlotId>) {
    if let Root::Var(_) | Root::VarOrCall(..) = access.root {
        subscripts(body, &access.links, found);
    }
}

fn subscripts(body: &Body, links: &[Link], found: &mut BTreeSet<SlotId>) {
    for link in links {
        if let Link::Paren(Arguments { exprs, .. }) = link {
            for &id in exprs {
                variables(body, id, found);
            }
        }
    }
}

/// The variables of a body that are counted up: `n = n + c`, `n += c` or `n++`.
pub(super) fn counted_up(body: &Body) -> BTreeSet<SlotId> {
    let counted = |stmt| {
        let assign = body.assignment(stmt)?;
        let [Target::Place { slot, links, .. }] = &assign.targets[..] else { return None };
        (links.is_empty() && counts_up(body, *slot, assign)).then_some(*slot)
    };
    statements(&body.statements).filter_map(counted).collect()
}

fn counts_up(body: &Body, slot: SlotId, assign: &Assign) -> bool {
    let is_constant = |id: ExprId| matches!(body.exprs[id].kind, ExprKind::Const(_));
    let is_itself = |id: ExprId| matches!(body.exprs[id].kind, ExprKind::Var(own) if own == slot);
    match assign.op {
        Some(op) => op == BinaryOp::Add,
        None => match body.exprs[assign.value].kind {
            ExprKind::Binary(BinaryOp::Add, left, right) => {
                is_itself(left) && is_constant(right) || is_constant(left) && is_itself(right)
            }
            _ => false,
        },
    }
}

fn in_targets(body: &Body, found: &mut BTreeSet<SlotId>) {
    for assign in statements(&body.statements).filter_map(|stmt| body.assignment(stmt)) {
        for target in &assign.targets {
            if let Target::Place { links, .. } = target {
                subscripts(body, links, found);
            }
        }
    }
}

/// What the found variables are computed from is found, too.
fn through_assignments(body: &Body, found: &mut BTreeSet<SlotId>) {
    for assign in statements(&body.statements).filter_map(|stmt| body.assignment(stmt)) {
        let wanted = assign.targets.iter().any(|target| match target {
            Target::Place { slot, links, .. } => links.is_empty() && found.contains(slot),
            Target::Ignored => false,
        });
        if wanted {
            variables(body, assign.value, found);
        }
    }
}

/// The variables that the number an expression is comes from; those inside subscripts of
/// its own are found where these are looked at.
fn variables(body: &Body, id: ExprId, found: &mut BTreeSet<SlotId>) {
    with_enough_stack(|| match &body.exprs[id].kind {
        ExprKind::Var(slot) => {
            found.insert(*slot);
        }
        ExprKind::Unary(_, operand) => variables(body, *operand, found),
        ExprKind::Binary(_, left, right) => {
            variables(body, *left, found);
            variables(body, *right, found);
        }
        ExprKind::Range(start, step, stop) => {
            for part in [Some(*start), *step, Some(*stop)].into_iter().flatten() {
                variables(body, part, found);
            }
        }
        ExprKind::Access(access) => match (access.root, &access.links[..]) {
            (Root::Var(slot) | Root::VarOrCall(slot, _), []) => {
                found.insert(slot);
            }
            (Root::Call(_) | Root::VarOrCall(..), [Link::Paren(arguments)]) => {
                for &argument in &arguments.exprs {
                    variables(body, argument, found);
                }
            }
            _ => {}
        },
        _ => {}
    });
}
