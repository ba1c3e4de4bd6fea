//! What is written twice: the operands of an operator, the conditions of a chain, the labels of a
//! `switch`, a variable on both sides of `=`, the name of a parameter.

use std::rc::Rc;

use formwork_hir::SlotId;
use formwork_hir::body::{Body, BodyKind, ExprId, ExprKind, Stmt, StmtKind, Target};
use formwork_hir::walk::statements;
use formwork_infer::Analysis;
use formwork_runtime::ops::BinaryOp;
use formwork_syntax::Span;
use rustc_hash::{FxHashMap, FxHashSet};

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
    let mut found = repeated_in_chains(body);
    for expr in body.exprs.values() {
        let ExprKind::Binary(op, left, right) = expr.kind else { continue };
        let severity = match op {
            // A variable and itself: tests of NaN, and of what an operator does.
            _ if is_comparison(op) => match body.exprs[right].kind {
                ExprKind::Var(_) => Severity::Note,
                _ => Severity::Warning,
            },
            BinaryOp::Subtract | BinaryOp::Divide | BinaryOp::ElementDivide => Severity::Note,
            _ => continue,
        };
        let constant = matches!(body.exprs[right].kind, ExprKind::Const(_));
        if !constant && are_alike(body, left, right) && is_repeatable(body, right) {
            found.push((expr.span, op.symbol(), severity));
        }
    }
    found
}

/// `a || b || a`: operands of logical operators that stand before in the same chain, each once.
fn repeated_in_chains(body: &Body) -> Vec<(Span, &'static str, Severity)> {
    let inner: FxHashSet<ExprId> = body
        .exprs
        .values()
        .filter_map(|expr| {
            let (op, left, _) = logical(&expr.kind)?;
            logical(&body.exprs[left].kind).is_some_and(|(own, ..)| own == op).then_some(left)
        })
        .collect();
    let mut found = Vec::new();
    for (top, expr) in body.exprs.iter() {
        let Some((op, ..)) = logical(&expr.kind).filter(|_| !inner.contains(&top)) else {
            continue;
        };
        // The operators with their right operands, from the last one to the first.
        let mut chain: Vec<(Span, ExprId)> = Vec::new();
        let mut at = top;
        while let Some((_, left, right)) =
            logical(&body.exprs[at].kind).filter(|(own, ..)| *own == op)
        {
            chain.push((body.exprs[at].span, right));
            at = left;
        }
        let mut seen: FxHashMap<Vec<u8>, (ExprId, bool)> = FxHashMap::default();
        seen.insert(condensed(body, at), (at, false));
        for (span, operand) in chain.into_iter().rev() {
            let key = condensed(body, operand);
            let Some((first, said)) = seen.get_mut(&key) else {
                seen.insert(key, (operand, false));
                continue;
            };
            let constant = matches!(body.exprs[operand].kind, ExprKind::Const(_));
            let same = are_alike(body, *first, operand) && is_repeatable(body, operand);
            if !constant && same && !*said {
                *said = true;
                let elementwise = matches!(op, Logical::Each(_));
                let bare = matches!(body.exprs[operand].kind, ExprKind::Var(_));
                let severity = if elementwise && bare { Severity::Note } else { Severity::Warning };
                found.push((span, op.symbol(), severity));
            }
        }
    }
    found
}

/// A logical operator.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Logical {
    And,
    Or,
    /// `&` or `|` in a condition.
    Lazy(BinaryOp),
    /// `&` or `|` elsewhere.
    Each(BinaryOp),
}

impl Logical {
    fn symbol(self) -> &'static str {
        match self {
            Logical::And => "&&",
            Logical::Or => "||",
            Logical::Lazy(op) | Logical::Each(op) => op.symbol(),
        }
    }
}

/// The logical operator that an expression is, with its operands.
fn logical(kind: &ExprKind) -> Option<(Logical, ExprId, ExprId)> {
    match *kind {
        ExprKind::AndAlso(left, right) => Some((Logical::And, left, right)),
        ExprKind::OrElse(left, right) => Some((Logical::Or, left, right)),
        ExprKind::Lazy(op, left, right) => Some((Logical::Lazy(op), left, right)),
        ExprKind::Binary(op @ (BinaryOp::And | BinaryOp::Or), left, right) => {
            Some((Logical::Each(op), left, right))
        }
        _ => None,
    }
}

/// The text of an expression without what makes no difference: expressions that are alike have the
/// same.
fn condensed(body: &Body, id: ExprId) -> Vec<u8> {
    let text = body.source.text().get(body.exprs[id].span.range()).unwrap_or_default();
    let counts = |byte: &&u8| !byte.is_ascii_whitespace() && !matches!(byte, b'(' | b')');
    text.iter().filter(counts).map(|&byte| if byte == b'~' { b'!' } else { byte }).collect()
}

/// The conditions of `if` and `elseif` that were asked before in the same chain.
fn repeated_conditions(body: &Body) -> Vec<ExprId> {
    let mut found = Vec::new();
    for stmt in statements(&body.statements) {
        let StmtKind::If(clauses, _) = &stmt.kind else { continue };
        for (at, (condition, _)) in clauses.iter().enumerate() {
            // `if 0 … elseif 0` switches both off.
            let constant = matches!(body.exprs[*condition].kind, ExprKind::Const(_));
            let before = clauses[..at].iter().any(|(other, _)| are_alike(body, *other, *condition));
            if before && !constant && is_repeatable(body, *condition) {
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
