//! Texts that the help shows as arguments, and that a comparison with one character cannot meet.
//!
//! ```text
//! % R = turn (a, 'deg')
//! function R = turn (a, units)
//!   if units == 'd'              'deg' == 'd' has three elements, and not all are true
//! ```

use std::rc::Rc;

use formwork_hir::body::{Body, ExprId, ExprKind};
use formwork_hir::query::help_lines;
use formwork_infer::Analysis;
use formwork_runtime::ops::BinaryOp;

use crate::finding::{Finding, Subject};
use crate::group::Group;
use crate::look::text_of;
use crate::rule::Rule;
use crate::slips::conditions;

/// Finds them.
pub(crate) fn find(analysis: &mut Analysis, groups: &[Group], found: &mut Vec<Finding>) {
    for group in groups {
        let which = group.walks[0];
        let body = Rc::clone(&analysis.functions[which].body);
        for id in conditions(&body) {
            if let Some(text) = compares_character(&body, id) {
                let span = body.exprs[id].span;
                let subject = Subject::TextComparison(text);
                found.push(Finding::warning(Rule::TextComparison, which, span, subject));
            }
        }
    }
}

/// `p == 'c'` where the help calls the function with a longer text for `p`: the character as written.
fn compares_character(body: &Body, id: ExprId) -> Option<String> {
    let ExprKind::Binary(BinaryOp::Equal, left, right) = body.exprs[id].kind else { return None };
    let ExprKind::Var(slot) = body.exprs[left].kind else { return None };
    let ExprKind::Const(value) = &body.exprs[right].kind else { return None };
    if !value.is_char() || value.numel() != 1 {
        return None;
    }
    let place = body.inputs.iter().position(|input| input.slot == Some(slot))?;
    let longer = help_lines(body).iter().any(|line| {
        let text = argument_shown(line, &body.name, place);
        text.is_some_and(|text| text.chars().count() > 1)
    });
    longer.then(|| text_of(&body.source, body.exprs[right].span))
}

/// The text in quotes that a line of the help shows as an argument of a function.
fn argument_shown(line: &str, name: &str, place: usize) -> Option<String> {
    let (_, rest) = line.split_once(name)?;
    let inside = rest.trim_start().strip_prefix('(')?;
    let inside = &inside[..inside.find(')')?];
    let argument = inside.split(',').nth(place)?.trim();
    let text = argument.strip_prefix('\'')?.strip_suffix('\'')?;
    Some(text.to_owned())
}
