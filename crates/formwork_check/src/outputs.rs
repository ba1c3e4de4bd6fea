//! Outputs that have no value where a function returns early.

use std::rc::Rc;

use formwork_builtins::BuiltinId;
use formwork_hir::SlotId;
use formwork_hir::body::{Body, BodyKind, ExprKind, Stmt, StmtKind};
use formwork_hir::walk::{blocks, statements};
use formwork_infer::Analysis;

use crate::finding::{Finding, Severity, Subject};
use crate::group::Group;
use crate::rule::Rule;

/// Finds them.
pub(crate) fn find(analysis: &mut Analysis, groups: &[Group], found: &mut Vec<Finding>) {
    for group in groups {
        let which = group.walks[0];
        let body = Rc::clone(&analysis.functions[which].body);
        for (stmt, slot) in unset_outputs(&body) {
            let subject = Subject::UnsetOutput(Rc::clone(&body.slots[slot].name));
            let note = Finding::note(Rule::UnsetOutput, which, stmt.span, subject);
            // Who calls a function for what it does may ask for no output.
            let severity = match body.outputs.len() {
                1 => Severity::Note,
                _ => Severity::Warning,
            };
            found.push(Finding { severity, ..note });
        }
    }
}

/// The first output that surely has no value at each `return` of a block that gives another one its
/// value, and not just a code: who wrote it thought of outputs there. Who counts outputs knows which
/// are wanted, and in a loop an earlier iteration may have set them. The only output of a function is
/// just not set.
fn unset_outputs(body: &Body) -> Vec<(&Stmt, SlotId)> {
    let counts = body.calls.values().any(|call| {
        matches!(call.id(), Some(BuiltinId::Nargout | BuiltinId::Isargout))
            || call.effects().see_variables()
    });
    let function = matches!(body.kind, BodyKind::Function);
    if !function || counts || body.outputs.is_empty() || body.varargout.is_some() {
        return Vec::new();
    }
    let mut found = Vec::new();
    let loops: Vec<_> =
        statements(&body.statements).filter(|stmt| stmt.is_loop()).map(|stmt| stmt.span).collect();
    for (around, statements) in blocks(&body.statements) {
        let [before @ .., last] = statements else { continue };
        let looped = loops.iter().any(|each| each.to(last.span) == *each);
        let Some(around) = around else { continue };
        if !matches!(last.kind, StmtKind::Return) || looped || is_about_arguments(body, around) {
            continue;
        }
        let is_code = |stmt: &Stmt| match &stmt.kind {
            StmtKind::Assign(assign) => {
                matches!(body.exprs[assign.value].kind, ExprKind::Const(_))
            }
            _ => false,
        };
        let sets = |slot: SlotId| {
            before.iter().any(|stmt| !is_code(stmt) && stmt.assigned().any(|own| own == slot))
        };
        let some = body.outputs.len() == 1 || body.outputs.iter().any(|&output| sets(output));
        let unset = body.outputs.iter().copied().find(|&output| {
            let input = body.inputs.iter().any(|input| input.slot == Some(output));
            !input
                && !body.shared.contains(&output)
                && !is_set_before(body, output, last.span.start)
        });
        if let (true, Some(output)) = (some, unset) {
            found.push((last, output));
        }
    }
    found
}

/// Whether a condition counts arguments: a call of another kind may have other outputs.
fn is_about_arguments(body: &Body, around: &Stmt) -> bool {
    let StmtKind::If(clauses, _) = &around.kind else { return false };
    clauses.iter().any(|(condition, _)| {
        let whole = body.exprs[*condition].span;
        body.calls
            .values()
            .any(|call| call.id() == Some(BuiltinId::Nargin) && whole.to(call.span) == whole)
    })
}

/// Whether a variable is set somewhere before a place of the text.
fn is_set_before(body: &Body, slot: SlotId, place: u32) -> bool {
    statements(&body.statements)
        .any(|stmt| stmt.span.start < place && stmt.assigned().any(|own| own == slot))
}
