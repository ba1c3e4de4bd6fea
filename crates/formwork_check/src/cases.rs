//! Cases of a `switch` that no value can match: numbers where a text is looked for, and the other way.

use std::rc::Rc;

use formwork_domain::AbstractValue;
use formwork_hir::body::{Body, ExprId, ExprKind, StmtKind};
use formwork_hir::walk::statements;
use formwork_infer::Analysis;
use formwork_runtime::{Class, Value};

use crate::comparisons::one_by_one;
use crate::finding::{Finding, Subject};
use crate::group::Group;
use crate::look::text_of;
use crate::operands::value_at;
use crate::rule::Rule;

/// Finds them.
pub(crate) fn find(analysis: &mut Analysis, groups: &[Group], found: &mut Vec<Finding>) {
    for group in groups {
        let which = group.walks[0];
        let body = Rc::clone(&analysis.functions[which].body);
        for stmt in statements(&body.statements) {
            let StmtKind::Switch(switch) = &stmt.kind else { continue };
            let span = body.exprs[switch.subject].span;
            // However the function is called.
            let values: Option<Vec<AbstractValue>> =
                group.walks.iter().map(|&walk| value_at(analysis, walk, span)).collect();
            let Some(values) = values else { continue };
            for (label, _) in &switch.cases {
                let labels = one_by_one(&body, *label);
                let never = values.iter().all(|value| matches_none(&body, value, &labels));
                if never && let Some(value) = values.first() {
                    let span = body.exprs[*label].span;
                    let text = text_of(&body.source, span);
                    let subject = Subject::UnmatchedCase { text, value: value.clone() };
                    found.push(Finding::warning(Rule::UnmatchedCase, which, span, subject));
                }
            }
        }
    }
}

/// Whether a value is surely of a class that none of some labels is of. A number is a character to
/// `switch`, so that of one character and a number nothing is said.
fn matches_none(body: &Body, value: &AbstractValue, labels: &[ExprId]) -> bool {
    let constants: Option<Vec<&Value>> = labels
        .iter()
        .map(|&id| match &body.exprs[id].kind {
            ExprKind::Const(value) => Some(value),
            _ => None,
        })
        .collect();
    let Some(constants) = constants.filter(|all| !all.is_empty()) else { return false };
    if value.classes.is_empty() || value.classes.may_be_object() {
        return false;
    }
    let is_text = value.classes.single() == Some(Class::Char) && !value.is_scalar();
    let is_number = value.classes.all(|class| class.is_numeric() || class == Class::Logical);
    constants.iter().all(|label| {
        is_text && !label.is_char() && label.to_f64().is_some()
            || is_number && label.is_char() && label.numel() > 1
    })
}
