//! Outputs that no statement of a function sets.

use std::rc::Rc;

use formwork_builtins::Effects;
use formwork_hir::body::{Body, BodyKind, ExprKind, Root, Stmt, StmtKind};
use formwork_hir::query::assigned_anywhere;
use formwork_hir::walk::statements;
use formwork_hir::{Callee, SlotId};
use formwork_infer::Analysis;
use formwork_syntax::Span;

use crate::close;
use crate::finding::{Finding, Severity, Subject};
use crate::group::Group;
use crate::look::{handled_names, is_private};
use crate::names::unused;
use crate::rule::Rule;

/// Finds them.
pub(crate) fn find(analysis: &mut Analysis, groups: &[Group], found: &mut Vec<Finding>) {
    for group in groups {
        let which = group.walks[0];
        let function = &analysis.functions[which];
        let body = Rc::clone(&function.body);
        if formwork_hir::defines_class(function.source.text()) {
            // A constructor is given its object.
            continue;
        }
        let handled = handled_names(function.source.text());
        for (span, slot) in never_set(&body) {
            let name = Rc::clone(&body.slots[slot].name);
            // A value that nobody reads, under a name that is almost the output's.
            let close = unused(&body)
                .into_iter()
                .map(|(_, own)| own)
                .find(|own| close::is_close(own, &name));
            // A function that is called for what it does may have an output that nobody asks for, and
            // of one that only its file calls the calls say whether it matters.
            let asked_for = body.outputs.len() > 1 && !is_private(function, &handled);
            let severity =
                if close.is_some() || asked_for { Severity::Warning } else { Severity::Note };
            let subject = Subject::NeverSet { name, close };
            let note = Finding::note(Rule::UnsetOutput, which, span, subject);
            found.push(Finding { severity, ..note });
        }
    }
}

/// The outputs that nothing sets, if others can be seen to be set and the function comes to its end.
fn never_set(body: &Body) -> Vec<(Span, SlotId)> {
    let unseen = body.calls.values().any(|call| call.effects().see_variables())
        || statements(&body.statements)
            .any(|stmt| matches!(stmt.kind, StmtKind::Declare(_)) || may_run_script(body, stmt));
    let stub = body.statements.iter().all(|stmt| raises(body, stmt))
        || statements(&body.statements)
            .any(|stmt| matches!(stmt.kind, StmtKind::Invalid(_) | StmtKind::Broken(_)));
    let raises_at_end = body.statements.last().is_some_and(|stmt| raises(body, stmt));
    if !matches!(body.kind, BodyKind::Function) || unseen || stub || raises_at_end {
        return Vec::new();
    }
    let set = assigned_anywhere(body);
    let is_set = |slot: &SlotId| {
        set.contains(slot)
            || body.shared.contains(slot)
            || body.inputs.iter().any(|input| input.slot == Some(*slot))
            || body.varargin == Some(*slot)
    };
    body.outputs
        .iter()
        .zip(&body.output_spans)
        .filter(|(slot, _)| !is_set(slot))
        .map(|(slot, span)| (*span, *slot))
        .collect()
}

/// Whether a statement is a name alone that may stand for a script, which sets what it likes.
fn may_run_script(body: &Body, stmt: &Stmt) -> bool {
    let StmtKind::Expr(id) = stmt.kind else { return false };
    let ExprKind::Access(access) = &body.exprs[id].kind else { return false };
    match access.root {
        Root::Call(call) | Root::VarOrCall(_, call) => {
            let known = matches!(
                body.calls[call].callee,
                Some(Callee::Builtin | Callee::Local(_) | Callee::Nested(_))
            );
            access.links.is_empty() && !known && body.calls[call].local.is_none()
        }
        Root::Var(_) | Root::Value(_) => false,
    }
}

/// Whether a statement is a call that never returns.
fn raises(body: &Body, stmt: &Stmt) -> bool {
    let StmtKind::Expr(id) = stmt.kind else { return false };
    let ExprKind::Access(access) = &body.exprs[id].kind else { return false };
    match access.root {
        Root::Call(call) | Root::VarOrCall(_, call) => {
            body.calls[call].effects().include(Effects::RAISES)
        }
        Root::Var(_) | Root::Value(_) => false,
    }
}
