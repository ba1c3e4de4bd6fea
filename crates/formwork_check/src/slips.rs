//! Slips that the text alone shows: something is asked of the wrong thing, or applied to less than
//! it looks.

use std::rc::Rc;

use formwork_builtins::{BuiltinId, Operation};
use formwork_hir::SlotId;
use formwork_hir::body::{Body, ExprId, ExprKind, Link, Root, StmtKind, Target};
use formwork_hir::walk::statements;
use formwork_infer::Analysis;
use formwork_runtime::Class;
use formwork_runtime::ops::{BinaryOp, UnaryOp};
use formwork_shape::extent::Extents;

use crate::finding::{Finding, Subject};
use crate::group::Group;
use crate::look::{call_of, row_called, text_of};
use crate::operands::value_at;
use crate::rule::Rule;

/// Finds them.
pub(crate) fn find(analysis: &mut Analysis, groups: &[Group], found: &mut Vec<Finding>) {
    for group in groups {
        let which = group.walks[0];
        let body = Rc::clone(&analysis.functions[which].body);
        for id in conditions(&body) {
            let span = body.exprs[id].span;
            if let Some(symbol) = compares_sizes(&body, id) {
                let subject = Subject::SizeComparison { symbol };
                let finding = match symbol {
                    "==" => Finding::note(Rule::SizeComparison, which, span, subject),
                    _ => Finding::warning(Rule::SizeComparison, which, span, subject),
                };
                found.push(finding);
            }
            if let Some(count) = compares_with_list(&body, id) {
                let extents = [Extents::ONE, analysis.algebra.extents_mut().literal(count)];
                let subject = Subject::ArrayCondition(analysis.algebra.tuple(extents));
                found.push(Finding::warning(Rule::ArrayCondition, which, span, subject));
            }
            if let Some(text) = compares_text(analysis, &body, which, id) {
                let subject = Subject::TextComparison(text);
                found.push(Finding::warning(Rule::TextComparison, which, span, subject));
            }
        }
        for (id, expr) in body.exprs.iter() {
            let subject = match &expr.kind {
                ExprKind::Range(_, _, last) if is_transposed(&body, *last) => {
                    (Rule::TransposedLimit, Subject::TransposedLimit)
                }
                ExprKind::Binary(op, left, right) if is_comparison(*op) => {
                    // `~x == 0` comes out as `x ~= 0` does, and `~x == 1` as `x == 0`.
                    if matches!(&body.exprs[*right].kind,
                        ExprKind::Const(value) if matches!(value.to_f64(), Some(0.0 | 1.0)))
                    {
                        continue;
                    }
                    let ExprKind::Unary(UnaryOp::Not, operand) = body.exprs[*left].kind else {
                        continue;
                    };
                    // A truth value is none of other numbers, whatever is negated.
                    let never = matches!(&body.exprs[*right].kind,
                            ExprKind::Const(value) if value.numel() == 1)
                        && matches!(body.exprs[operand].kind, ExprKind::Var(_));
                    if !begins_with_negation(&body, id)
                        || !never && !is_number(analysis, which, &body, operand)
                    {
                        continue;
                    }
                    (Rule::NegatedComparison, Subject::NegatedComparison { symbol: op.symbol() })
                }
                ExprKind::Access(_) if lacks_value(&body, id) => {
                    let subject = Subject::InvalidCall(BuiltinId::Struct.name().into());
                    // Of constants it is known already.
                    if !found.iter().any(|one| one.span == expr.span) {
                        found.push(Finding::error(Rule::ArgumentCount, which, expr.span, subject));
                    }
                    continue;
                }
                ExprKind::Access(_) => {
                    let asked = asked_of(analysis, which, &body, id);
                    let cells = || asks_cells(analysis, which, &body, id);
                    match asked.or_else(cells).or_else(|| names_no_dimension(&body, id)) {
                        Some(found) => found,
                        None => continue,
                    }
                }
                _ => continue,
            };
            found.push(Finding::warning(subject.0, which, expr.span, subject.1));
        }
    }
}

/// The conditions of branches and loops, and the parts that `&&`, `||` and `!` join to them.
pub(crate) fn conditions(body: &Body) -> Vec<ExprId> {
    let mut open: Vec<ExprId> = Vec::new();
    for stmt in statements(&body.statements) {
        match &stmt.kind {
            StmtKind::If(clauses, _) => open.extend(clauses.iter().map(|(id, _)| *id)),
            StmtKind::While(id, _) | StmtKind::DoUntil(_, id) => open.push(*id),
            _ => {}
        }
    }
    let mut all = Vec::new();
    while let Some(id) = open.pop() {
        match body.exprs[id].kind {
            ExprKind::AndAlso(left, right)
            | ExprKind::OrElse(left, right)
            | ExprKind::Lazy(_, left, right) => open.extend([left, right]),
            _ => all.push(id),
        }
    }
    all
}

/// Whether an operator compares.
pub(crate) fn is_comparison(op: BinaryOp) -> bool {
    matches!(
        op,
        BinaryOp::Equal
            | BinaryOp::NotEqual
            | BinaryOp::Less
            | BinaryOp::LessEqual
            | BinaryOp::Greater
            | BinaryOp::GreaterEqual
    )
}

/// `size(x) ~= …`: with which operator.
fn compares_sizes(body: &Body, id: ExprId) -> Option<&'static str> {
    let ExprKind::Binary(op @ (BinaryOp::Equal | BinaryOp::NotEqual), left, right) =
        body.exprs[id].kind
    else {
        return None;
    };
    let is_size = |id| matches!(call_of(body, id), Some((BuiltinId::Size, [_])));
    // With a number, every extent is compared with it.
    let is_number =
        |id: ExprId| matches!(&body.exprs[id].kind, ExprKind::Const(value) if value.numel() == 1);
    let asks = is_size(left) || is_size(right);
    (asks && !is_number(left) && !is_number(right)).then(|| op.symbol())
}

/// `x == 'text'`: the text, if nothing says that both have as many characters.
fn compares_text(analysis: &Analysis, body: &Body, which: usize, id: ExprId) -> Option<String> {
    let ExprKind::Binary(BinaryOp::Equal | BinaryOp::NotEqual, left, right) = body.exprs[id].kind
    else {
        return None;
    };
    let text = |id: ExprId| match &body.exprs[id].kind {
        ExprKind::Const(value) if value.is_char() && value.numel() >= 2 => {
            let written = text_of(&body.source, body.exprs[id].span);
            // A string of MATLAB is compared as a whole.
            written.starts_with('\'').then_some(written)
        }
        _ => None,
    };
    let (written, other) = match (text(left), text(right)) {
        (Some(written), None) => (written, right),
        (None, Some(written)) => (written, left),
        _ => return None,
    };
    let Some(value) = value_at(analysis, which, body.exprs[other].span) else {
        return is_cell_of_list(body, other).then_some(written);
    };
    let may_be_text = value.classes.contains(Class::Char);
    let known = value.shape.is_some_and(|shape| analysis.algebra.as_concrete(shape).is_some());
    (may_be_text && !known).then_some(written)
}

/// `c{k}`: one of several values, which have as many characters as they please.
fn is_cell_of_list(body: &Body, id: ExprId) -> bool {
    let ExprKind::Access(access) = &body.exprs[id].kind else { return false };
    let Some(Link::Brace(subscripts)) = access.links.last() else { return false };
    access.variable().is_some()
        && subscripts.exprs.iter().all(|&one| matches!(body.exprs[one].kind, ExprKind::Var(_)))
}

/// `strcmp(x, {…})`: how many texts a text is compared with.
fn compares_with_list(body: &Body, id: ExprId) -> Option<i64> {
    let (row, arguments) = row_called(body, id)?;
    if !matches!(row.operation, Operation::CompareTexts { .. }) {
        return None;
    }
    let counts = arguments.iter().filter_map(|&argument| match &body.exprs[argument].kind {
        ExprKind::Cell(rows) if rows.len() == 1 => i64::try_from(rows[0].len()).ok(),
        _ => None,
    });
    counts.max().filter(|count| *count > 1)
}

fn is_transposed(body: &Body, id: ExprId) -> bool {
    let ExprKind::Unary(UnaryOp::Transpose | UnaryOp::ConjugateTranspose, operand) =
        body.exprs[id].kind
    else {
        return false;
    };
    // In parentheses it is meant.
    let text = body.source.text();
    let before =
        text.get(..body.exprs[id].span.start as usize).unwrap_or_default().trim_ascii_end();
    !before.ends_with(b"(") || matches!(body.exprs[operand].kind, ExprKind::Var(_))
}

/// Whether a comparison begins with the negation, and not with a parenthesis around it.
fn begins_with_negation(body: &Body, id: ExprId) -> bool {
    let text = body.source.text().get(body.exprs[id].span.range()).unwrap_or_default();
    matches!(text.first(), Some(b'~' | b'!'))
}

/// Whether a value is surely a number, and no truth value.
fn is_number(analysis: &Analysis, which: usize, body: &Body, id: ExprId) -> bool {
    value_at(analysis, which, body.exprs[id].span)
        .is_some_and(|value| !value.classes.is_empty() && value.classes.all(Class::is_numeric))
}

/// What is asked of a number that stands there, or of a part of a cell array that is a cell array.
pub(crate) fn asked_of(
    analysis: &Analysis,
    which: usize,
    body: &Body,
    id: ExprId,
) -> Option<(Rule, Subject)> {
    let (row, arguments) = row_called(body, id)?;
    let name = row.name;
    let [argument, ..] = arguments else { return None };
    let measures = matches!(row.operation, Operation::Measure(_));
    match &body.exprs[*argument].kind {
        ExprKind::Const(value)
            if measures && arguments.len() == 1 && !value.is_char() && value.to_f64().is_some() =>
        {
            let text = text_of(&body.source, body.exprs[*argument].span);
            Some((Rule::SizeOfConstant, Subject::SizeOfConstant { name: name.into(), text }))
        }
        ExprKind::Access(access) => {
            let asks =
                measures || matches!(row.operation, Operation::AskSize(_) | Operation::AskClass);
            let Root::Var(slot) = access.root else { return None };
            let [Link::Paren(subscripts)] = &access.links[..] else { return None };
            let [subscript] = subscripts.exprs[..] else { return None };
            let one = match &body.exprs[subscript].kind {
                ExprKind::Const(value) => value.numel() == 1 && value.to_f64().is_some(),
                ExprKind::End => true,
                ExprKind::Var(_) => value_at(analysis, which, body.exprs[subscript].span)
                    .is_some_and(|value| value.is_scalar() && value.classes.all(Class::is_numeric)),
                _ => false,
            };
            let function = &analysis.functions[which];
            let base = function
                .definition_before(&body.slots[slot].name, body.exprs[*argument].span.start)?;
            let is_cell = base.value.classes.single() == Some(Class::Cell);
            // What is asked for may be just that.
            let cells = matches!(row.id, Some(BuiltinId::Iscell | BuiltinId::Iscellstr));
            let part = || text_of(&body.source, body.exprs[*argument].span);
            if asks && one && is_cell && !cells {
                return Some((
                    Rule::ParenOnCell,
                    Subject::ParenOnCell { name: name.into(), part: part() },
                ));
            }
            let counts = matches!(row.id, Some(BuiltinId::Numel | BuiltinId::Length));
            let element = counts
                && arguments.len() == 1
                && one
                && is_gone_through(body, slot, subscript)
                && !base.value.classes.is_empty();
            element.then(|| {
                (Rule::SizeOfConstant, Subject::SizeOfElement { name: name.into(), part: part() })
            })
        }
        _ => None,
    }
}

/// `isempty(strfind(cells, …))`, which is never empty unless the cell array is: what it is about.
pub(crate) fn asks_cells(
    analysis: &Analysis,
    which: usize,
    body: &Body,
    id: ExprId,
) -> Option<(Rule, Subject)> {
    let (asked, [argument]) = row_called(body, id)? else { return None };
    if asked.id != Some(BuiltinId::Isempty) {
        return None;
    }
    let value = match body.exprs[*argument].kind {
        ExprKind::Var(slot) => {
            let mut made =
                body.assignments().filter(|assign| assign.slots().any(|own| own == slot));
            let only = made.next()?;
            made.next().is_none().then_some(only.value)?
        }
        _ => *argument,
    };
    let (row, arguments) = row_called(body, value)?;
    let searched = *arguments.first()?;
    let ExprKind::Var(slot) = body.exprs[searched].kind else { return None };
    let finds = matches!(row.id, Some(BuiltinId::Strfind | BuiltinId::Regexp | BuiltinId::Regexpi));
    let known = value_at(analysis, which, body.exprs[searched].span)
        .is_some_and(|value| value.classes.single() == Some(Class::Cell));
    // Somewhere its cells are read or stored.
    let braced = |links: &[Link]| matches!(links.first(), Some(Link::Brace(_)));
    let used = body.exprs.values().any(|expr| match &expr.kind {
        ExprKind::Access(access) => access.variable() == Some(slot) && braced(&access.links),
        _ => false,
    });
    let may_be_text = value_at(analysis, which, body.exprs[searched].span)
        .is_some_and(|value| value.classes.contains(Class::Char));
    (finds && (known || used && !may_be_text)).then(|| {
        let subject = Subject::EmptyCells { name: asked.name.into(), found_by: row.name.into() };
        (Rule::EmptyCellResult, subject)
    })
}

/// Whether a call of `struct` has a field without a value: an odd number of arguments, none of which is a
/// list. A single one is a struct, or an object.
fn lacks_value(body: &Body, id: ExprId) -> bool {
    let Some((row, arguments)) = row_called(body, id) else { return false };
    let list = |&id: &ExprId| match &body.exprs[id].kind {
        ExprKind::Access(access) => access.is_list(),
        _ => false,
    };
    row.is(BuiltinId::Struct)
        && arguments.len() > 1
        && !arguments.len().is_multiple_of(2)
        && !arguments.iter().any(list)
}

/// `max(x, 2)` of an array that is reduced along a dimension elsewhere.
fn names_no_dimension(body: &Body, id: ExprId) -> Option<(Rule, Subject)> {
    let (row, [array, second]) = row_called(body, id)? else { return None };
    let dimension = |id: ExprId| match &body.exprs[id].kind {
        // `max(x, 1)` is how one clips.
        ExprKind::Const(value) => value.to_f64().filter(|number| *number == 2.0),
        _ => None,
    };
    let ExprKind::Var(slot) = body.exprs[*array].kind else { return None };
    let along = dimension(*second)?;
    let elsewhere = body.exprs.iter().any(|(other, _)| {
        let Some((row, [array, .., last])) = row_called(body, other) else { return false };
        let reduces = row.reduces() && !matches!(row.operation, Operation::Extreme(_));
        reduces
            && matches!(body.exprs[*array].kind, ExprKind::Var(own) if own == slot)
            && dimension(*last) == Some(along)
    });
    (matches!(row.operation, Operation::Extreme(_)) && elsewhere)
        .then(|| (Rule::MaxDimension, Subject::NoDimension { name: row.name.into() }))
}

/// Whether a subscript counts from 1 to how many elements a variable has: `for i = 1:numel (x) … x(i)`.
fn is_gone_through(body: &Body, array: SlotId, subscript: ExprId) -> bool {
    let ExprKind::Var(counter) = body.exprs[subscript].kind else { return false };
    let counts = statements(&body.statements).any(|stmt| match &stmt.kind {
        StmtKind::For(each) => {
            matches!(&each.target, Target::Place { slot, links, .. } if *slot == counter && links.is_empty())
                && matches!(body.exprs[each.iterable].kind, ExprKind::Range(..))
        }
        _ => false,
    });
    let measured = body.exprs.iter().any(|(id, _)| match call_of(body, id) {
        Some((BuiltinId::Numel | BuiltinId::Length, [first])) => {
            matches!(body.exprs[*first].kind, ExprKind::Var(slot) if slot == array)
        }
        _ => false,
    });
    counts && measured
}
