//! What is known of the operands of an operation.

use formwork_domain::AbstractValue;
use formwork_hir::body::ExprKind;
use formwork_infer::Analysis;
use formwork_syntax::Span;

use crate::finding::Label;
use crate::look::{expression_at, operator_at, read_at};

/// What the operands of the operation at a place are.
pub(crate) fn labels(analysis: &Analysis, which: usize, span: Span) -> Vec<Label> {
    let function = &analysis.functions[which];
    let Some((_, left, right)) = operator_at(&function.body, span) else { return Vec::new() };
    [left, right]
        .into_iter()
        .filter_map(|span| {
            let value = value_at(analysis, which, span)?;
            Some(Label { span, value })
        })
        .collect()
}

/// What is known of the value of an expression.
pub(crate) fn value_at(analysis: &Analysis, which: usize, span: Span) -> Option<AbstractValue> {
    let function = &analysis.functions[which];
    let id = expression_at(&function.body, span)?;
    if let ExprKind::Var(slot) = function.body.exprs[id].kind {
        let name = &function.body.slots[slot].name;
        return function
            .definition_before(name, read_at(&function.body, span))
            .map(|definition| definition.value.clone());
    }
    function.definition_at(span).map(|definition| definition.value.clone())
}
