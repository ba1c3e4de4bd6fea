//! What is written twice: the operands of an operator, the conditions of a chain, the labels of a
//! `switch`, a variable on both sides of `=`, the name of a parameter.

use std::rc::Rc;

use formwork_hir::SlotId;
use formwork_hir::body::{Body, BodyKind, ExprId, ExprKind, Stmt, StmtKind, Target};
use formwork_hir::walk::statements;
use formwork_infer::Analysis;
use formwork_runtime::ops::BinaryOp;
use formwork_syntax::Span;

use crate::alike::{are_alike, are_links_alike, is_repeatable};
use crate::comparisons::one_by_one;
use crate::finding::{Finding, Severity, Subject};
use crate::group::Group;
use crate::look::{text_of, with_anonymous};
use crate::rule::Rule;
use crate::slips::is_comparison;

/// Finds them.
pub(crate) fn find(analysis: &mut Analysis, groups: &[Group], found: &mut Vec<Finding>) {
    for group in groups {
        let which = group.walks[0];
        let whole = Rc::clone(&analysis.functions[which].body);
        for body in with_anonymous(&whole) {
            for (span, slot) in repeated_parameters(&body) {
                let name = Rc::clone(&body.slots[slot].name);
                let runtime = Some(format!("'{name}' appears more than once in parameter list"));
                let subject = Subject::RepeatedParameter(name);
                let finding = Finding::error(Rule::RepeatedParameter, which, span, subject);
                found.push(Finding { runtime, ..finding });
            }
            for (span, symbol, severity) in repeated_operands(&body) {
                let subject = Subject::IdenticalOperands { symbol };
                let finding = Finding::note(Rule::IdenticalOperands, which, span, subject);
                found.push(Finding { severity, ..finding });
            }
        }
        let body = whole;
        for id in repeated_conditions(&body) {
            let span = body.exprs[id].span;
            let text = text_of(&body.source, span);
            let subject = Subject::RepeatedCondition { text, case: false };
            found.push(Finding::warning(Rule::RepeatedCondition, which, span, subject));
        }
        for (id, severity) in repeated_labels(&body) {
            let span = body.exprs[id].span;
            let text = text_of(&body.source, span);
            let subject = Subject::RepeatedCondition { text, case: true };
            let note = Finding::note(Rule::RepeatedCondition, which, span, subject);
            found.push(Finding { severity, ..note });
        }
        for (span, text) in self_assignments(&body) {
            let subject = Subject::SelfAssignment(text);
            found.push(Finding::note(Rule::SelfAssignment, which, span, subject));
        }
    }
}

/// The parameters, and the outputs, that have the name of one before.
fn repeated_parameters(body: &Body) -> Vec<(Span, SlotId)> {
    let twice = |all: &[SlotId]| {
        let again = |(at, slot): (usize, &SlotId)| all[..at].contains(slot).then_some((at, *slot));
        all.iter().enumerate().find_map(again)
    };
    let inputs: Vec<SlotId> = body.inputs.iter().filter_map(|input| input.slot).collect();
    let input = twice(&inputs).map(|(_, slot)| {
        let name = &body.slots[slot].name;
        (second_in_header(body, name).unwrap_or(body.span), slot)
    });
    let output = twice(&body.outputs)
        .map(|(at, slot)| (body.output_spans.get(at).copied().unwrap_or(body.span), slot));
    match body.kind {
        BodyKind::Function | BodyKind::Nested(_) | BodyKind::Anonymous => {
            output.into_iter().chain(input).collect()
        }
        BodyKind::Script => Vec::new(),
    }
}

/// Where a name stands for the second time in the parentheses of a header.
fn second_in_header(body: &Body, name: &str) -> Option<Span> {
    let text = body.source.text();
    let start = body.span.start as usize;
    let header = text.get(start..body.span.end as usize)?;
    let open = header.iter().position(|byte| *byte == b'(')?;
    let word = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    let mut seen = 0;
    let mut at = open + 1;
    while at < header.len() && header[at] != b')' {
        let length = header[at..].iter().take_while(|byte| word(**byte)).count();
        if header[at..at + length] == *name.as_bytes() {
            seen += 1;
            if seen == 2 {
                let begin = u32::try_from(start + at).ok()?;
                return Some(Span::new(begin, begin + u32::try_from(length).ok()?));
            }
        }
        at += length.max(1);
    }
    None
}

/// Operators both of whose operands are the same. `x == x` asks for what is not NaN, and `x - x` makes
/// zeros of the size of `x`.
fn repeated_operands(body: &Body) -> Vec<(Span, &'static str, Severity)> {
    let mut found = Vec::new();
    for expr in body.exprs.values() {
        let (symbol, left, right, severity) = match expr.kind {
            ExprKind::AndAlso(left, right) => ("&&", left, right, Severity::Warning),
            ExprKind::OrElse(left, right) => ("||", left, right, Severity::Warning),
            ExprKind::Lazy(op, left, right) => (op.symbol(), left, right, Severity::Warning),
            ExprKind::Binary(op, left, right)
                if is_comparison(op) || matches!(op, BinaryOp::And | BinaryOp::Or) =>
            {
                // A variable and itself: tests of NaN, and of what an operator does.
                let bare = matches!(body.exprs[right].kind, ExprKind::Var(_));
                let severity = if bare { Severity::Note } else { Severity::Warning };
                (op.symbol(), left, right, severity)
            }
            ExprKind::Binary(
                op @ (BinaryOp::Subtract | BinaryOp::Divide | BinaryOp::ElementDivide),
                left,
                right,
            ) => (op.symbol(), left, right, Severity::Note),
            _ => continue,
        };
        // `a || b || a`
        let same = |left: ExprId| are_alike(body, left, right) && is_repeatable(body, right);
        let constant = matches!(body.exprs[right].kind, ExprKind::Const(_));
        let logical = !matches!(expr.kind, ExprKind::Binary(op, ..)
            if !matches!(op, BinaryOp::And | BinaryOp::Or));
        let repeated = match logical {
            true => operands_of(body, left, &expr.kind).into_iter().any(same),
            false => same(left),
        };
        if repeated && !constant {
            found.push((expr.span, symbol, severity));
        }
    }
    found
}

/// The operands that one logical operator joins, in the left operand of one.
fn operands_of(body: &Body, left: ExprId, whole: &ExprKind) -> Vec<ExprId> {
    let mut all = Vec::new();
    let mut at = left;
    loop {
        let kind = &body.exprs[at].kind;
        let (inner, last) = match (kind, whole) {
            (ExprKind::AndAlso(a, b), ExprKind::AndAlso(..))
            | (ExprKind::OrElse(a, b), ExprKind::OrElse(..)) => (*a, *b),
            (ExprKind::Lazy(op, a, b), ExprKind::Lazy(other, ..))
            | (ExprKind::Binary(op, a, b), ExprKind::Binary(other, ..))
                if op == other =>
            {
                (*a, *b)
            }
            _ => {
                all.push(at);
                return all;
            }
        };
        all.push(last);
        at = inner;
    }
}

/// The conditions of `if` and `elseif` that were asked before in the same chain.
fn repeated_conditions(body: &Body) -> Vec<ExprId> {
    let mut found = Vec::new();
    for stmt in statements(&body.statements) {
        let StmtKind::If(clauses, _) = &stmt.kind else { continue };
        for (at, (condition, _)) in clauses.iter().enumerate() {
            let before = clauses[..at].iter().any(|(other, _)| are_alike(body, *other, *condition));
            if before && is_repeatable(body, *condition) {
                found.push(*condition);
            }
        }
    }
    found
}

/// The constants among the labels of a `switch` that stand in a case before. A warning only if none of
/// its labels is new, and it does something else.
fn repeated_labels(body: &Body) -> Vec<(ExprId, Severity)> {
    let mut found = Vec::new();
    for stmt in statements(&body.statements) {
        let StmtKind::Switch(switch) = &stmt.kind else { continue };
        // Labels with the statements of their cases.
        let mut seen: Vec<(ExprId, String)> = Vec::new();
        for (label, block) in &switch.cases {
            let own = one_by_one(body, *label);
            let done = text_of_block(body, block);
            let before = |&one: &ExprId| {
                let constant = matches!(body.exprs[one].kind, ExprKind::Const(_));
                seen.iter().find(|(other, _)| constant && are_alike(body, *other, one))
            };
            let all = own.iter().all(|one| before(one).is_some_and(|(_, other)| *other != done));
            let severity = if all { Severity::Warning } else { Severity::Note };
            found.extend(own.iter().filter(|one| before(one).is_some()).map(|&id| (id, severity)));
            // Twice in one case does no harm.
            seen.extend(own.into_iter().map(|one| (one, done.clone())));
        }
    }
    found
}

/// The text of some statements, without spaces.
fn text_of_block(body: &Body, block: &[Stmt]) -> String {
    let (Some(first), Some(last)) = (block.first(), block.last()) else { return String::new() };
    let text = body.source.text().get(first.span.to(last.span).range()).unwrap_or_default();
    String::from_utf8_lossy(text).split_whitespace().collect()
}

/// `x = x` and `x(k) = x(k)`, with the text of the place. What has fields may be an object that does
/// something when one is set.
fn self_assignments(body: &Body) -> Vec<(Span, String)> {
    let mut found = Vec::new();
    for stmt in statements(&body.statements) {
        let StmtKind::Assign(assign) = &stmt.kind else { continue };
        let [Target::Place { slot, links, span }] = &assign.targets[..] else { continue };
        let itself = match &body.exprs[assign.value].kind {
            ExprKind::Var(own) => own == slot && links.is_empty(),
            ExprKind::Access(access) => {
                let subscripts =
                    links.iter().all(|link| matches!(link, formwork_hir::body::Link::Paren(_)));
                access.variable() == Some(*slot)
                    && subscripts
                    && are_links_alike(body, links, &access.links)
            }
            _ => false,
        };
        if itself && assign.op.is_none() && !assign.bracketed && !stmt.prints {
            found.push((stmt.span, text_of(&body.source, *span)));
        }
    }
    found
}
