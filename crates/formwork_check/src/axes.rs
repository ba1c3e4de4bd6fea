//! Rows that are taken for columns: a loop up to the number of columns that goes through rows, a mask
//! with an element for each column that chooses rows; and columns that are counted with planes.
//!
//! ```text
//! [n, p] = size (X);
//! for k = 1:p, s = s + X(k,:); end      k goes through rows
//! X(any (isnan (X)), :) = [];           any: one for each column
//! [h, w] = size (img); img(:,:,2)       w: columns times planes
//! ```

use std::rc::Rc;

use formwork_builtins::{BuiltinId, Operation};
use formwork_hir::SlotId;
use formwork_hir::body::{Arguments, Body, ExprId, ExprKind, For, Link, Stmt, StmtKind, Target};
use formwork_hir::walk::{statements, subexpressions};
use formwork_infer::Analysis;
use formwork_runtime::ops::{BinaryOp, UnaryOp};
use formwork_syntax::{Span, with_enough_stack};
use rustc_hash::FxHashMap;

use crate::finding::{Finding, Subject};
use crate::group::Group;
use crate::look::{call_of, row_called, text_of};
use crate::rule::Rule;
use crate::slips::is_comparison;

/// Finds them.
pub(crate) fn find(analysis: &mut Analysis, groups: &[Group], found: &mut Vec<Finding>) {
    for group in groups {
        let which = group.walks[0];
        let body = Rc::clone(&analysis.functions[which].body);
        let extents = Extents::of(&body);
        let mut push = |rule, span, subject| {
            if !found.iter().any(|one| one.span == span) {
                found.push(Finding::warning(rule, which, span, subject));
            }
        };
        for stmt in statements(&body.statements) {
            let StmtKind::For(each) = &stmt.kind else { continue };
            let across = goes_through_other_axis(&body, &extents, each)
                .or_else(|| swaps_subscripts(&body, &extents, each));
            if let Some((span, subject)) = across {
                push(Rule::WrongAxis, span, subject);
            }
        }
        for (span, subject) in masks_across(&body, &extents) {
            push(Rule::WrongAxis, span, subject);
        }
        for stmt in body.statements.iter() {
            if let Some((span, subject)) = counts_planes(&body, stmt) {
                push(Rule::CountedPlanes, span, subject);
            }
        }
    }
}

/// The variables that hold the number of rows or columns of an array.
pub(crate) struct Extents {
    /// The array, and which axis, from 0.
    pub(crate) named: FxHashMap<SlotId, (SlotId, usize)>,
    /// How often each variable is assigned as a whole.
    assigned: FxHashMap<SlotId, usize>,
    /// The variables in whose elements something is stored.
    stored: Vec<SlotId>,
}

impl Extents {
    pub(crate) fn of(body: &Body) -> Extents {
        let mut named = FxHashMap::default();
        let mut assigned: FxHashMap<SlotId, usize> = FxHashMap::default();
        let mut stored = Vec::new();
        for stmt in statements(&body.statements) {
            for target in stmt.targets() {
                let Target::Place { slot, links, .. } = target else { continue };
                match links.is_empty() {
                    true => *assigned.entry(*slot).or_default() += 1,
                    false => stored.push(*slot),
                }
            }
            let StmtKind::Assign(assign) = &stmt.kind else { continue };
            let Some((BuiltinId::Size, arguments)) = call_of(body, assign.value) else { continue };
            match (&assign.targets[..], arguments) {
                ([rows, columns], [array]) => {
                    let Some(array) = variable(body, *array) else { continue };
                    let both = [rows, columns].into_iter().enumerate();
                    named.extend(both.filter_map(|(axis, one)| Some((one.slot()?, (array, axis)))));
                }
                ([one], [array, axis]) => {
                    let axis = number(body, *axis).filter(|axis| matches!(axis, 1.0 | 2.0));
                    if let (Some(slot), Some(array), Some(axis)) =
                        (one.slot(), variable(body, *array), axis)
                    {
                        named.insert(slot, (array, axis as usize - 1));
                    }
                }
                _ => {}
            }
        }
        for input in body.inputs.iter().filter_map(|input| input.slot) {
            *assigned.entry(input).or_default() += 1;
        }
        named.retain(|slot, _| assigned.get(slot) == Some(&1));
        Extents { named, assigned, stored }
    }

    /// The variable all of whose extents an expression asks for.
    pub(crate) fn measures(&self, body: &Body, id: ExprId) -> Option<SlotId> {
        match call_of(body, id)? {
            (BuiltinId::Size, &[array]) => variable(body, array),
            _ => None,
        }
    }

    /// The variable one of whose extents an expression asks for, and which.
    pub(crate) fn asks(&self, body: &Body, id: ExprId) -> Option<(SlotId, usize)> {
        match call_of(body, id)? {
            (BuiltinId::Rows, &[array]) => Some((variable(body, array)?, 0)),
            (BuiltinId::Columns, &[array]) => Some((variable(body, array)?, 1)),
            (BuiltinId::Size, &[array, axis]) => {
                let axis = number(body, axis).filter(|axis| matches!(axis, 1.0 | 2.0))?;
                Some((variable(body, array)?, axis as usize - 1))
            }
            _ => None,
        }
    }

    /// Whether a variable is one array from its beginning to its end.
    fn is_one_array(&self, slot: SlotId) -> bool {
        self.assigned.get(&slot) == Some(&1) && !self.stored.contains(&slot)
    }
}

fn variable(body: &Body, id: ExprId) -> Option<SlotId> {
    match body.exprs[id].kind {
        ExprKind::Var(slot) => Some(slot),
        _ => None,
    }
}

fn number(body: &Body, id: ExprId) -> Option<f64> {
    match &body.exprs[id].kind {
        ExprKind::Const(value) => value.to_f64(),
        _ => None,
    }
}

fn mentions(body: &Body, id: ExprId, slot: SlotId) -> bool {
    subexpressions(body, id).any(|(_, expr)| match &expr.kind {
        ExprKind::Var(own) => *own == slot,
        ExprKind::Access(access) => access.variable() == Some(slot),
        _ => false,
    })
}

/// The places where variables are subscripted in parentheses, with the first subscripts.
fn all_subscripted(body: &Body) -> impl Iterator<Item = (SlotId, Span, &Arguments)> {
    let read = body.exprs.values().filter_map(|expr| match &expr.kind {
        ExprKind::Access(access) => match access.links.first() {
            Some(Link::Paren(arguments)) => Some((access.variable()?, expr.span, arguments)),
            _ => None,
        },
        _ => None,
    });
    let stored = statements(&body.statements).flat_map(Stmt::targets).filter_map(|target| {
        let Target::Place { slot, links, span } = target else { return None };
        match links.first() {
            Some(Link::Paren(arguments)) => Some((*slot, *span, arguments)),
            _ => None,
        }
    });
    read.chain(stored)
}

/// Those of one variable.
fn subscripted(body: &Body, slot: SlotId) -> Vec<(Span, &Arguments)> {
    let own = all_subscripted(body).filter(|(own, ..)| *own == slot);
    own.map(|(_, span, arguments)| (span, arguments)).collect()
}

/// `for k = 1:p, … X(k,:)` where `p` is the number of columns of `X`, whose columns `k` never names.
fn goes_through_other_axis(body: &Body, extents: &Extents, each: &For) -> Option<(Span, Subject)> {
    let (counter, limit, array, axis) = counted(body, extents, each)?;
    let counter = &counter;
    // Whoever names just one of both may mean a square matrix.
    let (&other, _) = extents.named.iter().find(|(_, of)| **of == (array, 1 - axis))?;
    if !extents.is_one_array(array) {
        return None;
    }
    let used = subscripted(body, array);
    let uses = |place: usize| {
        used.iter().any(|(_, arguments)| match arguments.exprs[..] {
            [_, _] => mentions(body, arguments.exprs[place], *counter),
            _ => mentions_any(body, arguments, *counter),
        })
    };
    if uses(axis) || are_compared(body, limit, other) || are_compared(body, *counter, other) {
        return None;
    }
    let (span, _) = used.iter().find(|(_, arguments)| match arguments.exprs[..] {
        [_, _] => {
            variable(body, arguments.exprs[1 - axis]) == Some(*counter)
                && matches!(body.exprs[arguments.exprs[axis]].kind, ExprKind::Colon)
        }
        _ => false,
    })?;
    let subject = Subject::OtherAxis {
        counter: Rc::clone(&body.slots[*counter].name),
        limit: Rc::clone(&body.slots[limit].name),
        array: Rc::clone(&body.slots[array].name),
        counts_columns: axis == 1,
    };
    (!is_square(body, array)).then_some((*span, subject))
}

/// The counter of a loop that goes from 1 up to an extent with a name: the counter, that name, the array
/// and the axis.
fn counted(body: &Body, extents: &Extents, each: &For) -> Option<(SlotId, SlotId, SlotId, usize)> {
    let Target::Place { slot: counter, links, .. } = &each.target else { return None };
    let ExprKind::Range(first, None, last) = body.exprs[each.iterable].kind else { return None };
    let limit = variable(body, last)?;
    let &(array, axis) = extents.named.get(&limit)?;
    let once = extents.assigned.get(counter) == Some(&1);
    let plain = number(body, first) == Some(1.0) && links.is_empty() && once;
    plain.then_some((*counter, limit, array, axis))
}

/// `for i = 1:r, for j = 1:c, … A(j, i)` of an r x c array that is never read as `A(i, j)`.
fn swaps_subscripts(body: &Body, extents: &Extents, outer: &For) -> Option<(Span, Subject)> {
    let (first, first_limit, array, axis) = counted(body, extents, outer)?;
    let inner = statements(&outer.body).find_map(|stmt| match &stmt.kind {
        StmtKind::For(each) => {
            counted(body, extents, each).filter(|found| (found.2, found.3) == (array, 1 - axis))
        }
        _ => None,
    });
    let (second, second_limit, ..) = inner?;
    if !extents.is_one_array(array) || is_square(body, array) {
        return None;
    }
    let apart = [(first, second_limit), (second, first_limit), (first, second)];
    if apart.into_iter().any(|(a, b)| are_compared(body, a, b))
        || are_compared(body, first_limit, second_limit)
    {
        return None;
    }
    // Where each counter belongs, and where it stands.
    let used = subscripted(body, array);
    let stands = |arguments: &Arguments, places: [usize; 2]| {
        let at = |place: usize| arguments.exprs.get(place).and_then(|&id| variable(body, id));
        at(places[0]) == Some(first) && at(places[1]) == Some(second)
    };
    if used.iter().any(|(_, arguments)| stands(arguments, [axis, 1 - axis])) {
        return None;
    }
    let (span, _) = used.iter().find(|(_, arguments)| stands(arguments, [1 - axis, axis]))?;
    let subject = Subject::OtherAxis {
        counter: Rc::clone(&body.slots[first].name),
        limit: Rc::clone(&body.slots[first_limit].name),
        array: Rc::clone(&body.slots[array].name),
        counts_columns: axis == 1,
    };
    Some((*span, subject))
}

fn mentions_any(body: &Body, arguments: &Arguments, slot: SlotId) -> bool {
    arguments.exprs.iter().any(|&id| mentions(body, id, slot))
}

/// Whether two variables are compared, or the smaller or larger is taken.
fn are_compared(body: &Body, a: SlotId, b: SlotId) -> bool {
    body.exprs.iter().any(|(id, expr)| match expr.kind {
        ExprKind::Binary(op, left, right) if is_comparison(op) => {
            mentions(body, left, a) && mentions(body, right, b)
                || mentions(body, left, b) && mentions(body, right, a)
        }
        _ => row_called(body, id).is_some_and(|(row, arguments)| {
            let some = |slot| arguments.iter().any(|&one| mentions(body, one, slot));
            matches!(row.operation, Operation::Extreme(_)) && some(a) && some(b)
        }),
    })
}

/// Whether the text says that a matrix is square: it is divided by, raised to a power, multiplied with
/// itself or combined with its transpose.
fn is_square(body: &Body, array: SlotId) -> bool {
    let is = |id: ExprId| variable(body, id) == Some(array);
    let turned = |id: ExprId| match body.exprs[id].kind {
        ExprKind::Unary(UnaryOp::Transpose | UnaryOp::ConjugateTranspose, operand) => is(operand),
        _ => false,
    };
    body.exprs.values().any(|expr| match expr.kind {
        ExprKind::Binary(BinaryOp::LeftDivide | BinaryOp::Power, left, _) => is(left),
        ExprKind::Binary(BinaryOp::Multiply, left, right) => is(left) && is(right),
        ExprKind::Binary(_, left, right) => is(left) && turned(right) || turned(left) && is(right),
        _ => false,
    })
}

/// `X(any(X), :)`: places where a mask with an element for each column chooses rows, or the other way
/// round.
fn masks_across(body: &Body, extents: &Extents) -> Vec<(Span, Subject)> {
    let mut found = Vec::new();
    let made: FxHashMap<SlotId, ExprId> = body
        .assignments()
        .filter_map(|assign| match &assign.targets[..] {
            [Target::Place { slot, links, .. }] if links.is_empty() && assign.op.is_none() => {
                (extents.assigned.get(slot) == Some(&1)).then_some((*slot, assign.value))
            }
            _ => None,
        })
        .collect();
    for (array, span, arguments) in all_subscripted(body) {
        let [rows, columns] = arguments.exprs[..] else { continue };
        if extents.assigned.get(&array) != Some(&1) {
            continue;
        }
        for (place, mask, other) in [(0, rows, columns), (1, columns, rows)] {
            if !matches!(body.exprs[other].kind, ExprKind::Colon) {
                continue;
            }
            let plain = stripped(body, mask);
            let named = variable(body, plain);
            let value = named.and_then(|slot| made.get(&slot).copied()).unwrap_or(plain);
            // A copy is as large as what it was made of.
            let copied = made.get(&array).and_then(|&made| variable(body, made));
            let mut asked = [Some(array), copied].into_iter().flatten();
            let Some((axis, name)) = asked.find_map(|of| asks_along(body, value, of)) else {
                continue;
            };
            // Who chooses rows and columns by one mask has a square matrix.
            let both = named.is_some_and(|slot| {
                all_subscripted(body).any(|(_, _, arguments)| {
                    matches!(arguments.exprs[..], [_, _])
                        && mentions(body, arguments.exprs[1 - place], slot)
                })
            });
            if axis == place && !both && !is_square(body, array) {
                let text = text_of(&body.source, body.exprs[mask].span);
                let subject = Subject::MaskAcross { name, mask: text, counts_columns: axis == 0 };
                found.push((span, subject));
            }
        }
    }
    found
}

/// A mask without its negation.
fn stripped(body: &Body, id: ExprId) -> ExprId {
    match body.exprs[id].kind {
        ExprKind::Unary(UnaryOp::Not, operand) => operand,
        _ => id,
    }
}

/// `any(isnan(X), 1)`: along which axis, from 0, and what asks.
fn asks_along(body: &Body, id: ExprId, array: SlotId) -> Option<(usize, Rc<str>)> {
    let id = stripped(body, id);
    let (row, arguments) = row_called(body, id)?;
    if !matches!(row.id, Some(BuiltinId::Any | BuiltinId::All)) {
        return None;
    }
    let axis = match *arguments {
        [of] if is_as_large(body, of, array) => 0,
        [of, axis] if is_as_large(body, of, array) => {
            number(body, axis).filter(|axis| matches!(axis, 1.0 | 2.0))? as usize - 1
        }
        _ => return None,
    };
    Some((axis, row.name.into()))
}

/// Whether a value has an element for each of an array.
fn is_as_large(body: &Body, id: ExprId, array: SlotId) -> bool {
    with_enough_stack(|| match body.exprs[id].kind {
        ExprKind::Var(slot) => slot == array,
        ExprKind::Unary(UnaryOp::Not | UnaryOp::Minus, operand) => {
            is_as_large(body, operand, array)
        }
        ExprKind::Binary(op, left, right) if is_comparison(op) => {
            is_as_large(body, left, array) && number(body, right).is_some()
        }
        _ => row_called(body, id).is_some_and(|(row, arguments)| {
            let each = matches!(row.operation, Operation::Map(_) | Operation::Classify(_));
            each && matches!(*arguments, [of] if is_as_large(body, of, array))
        }),
    })
}

/// `[h, w] = size(img)` of an array whose planes are read: where, if both are asked for.
fn counts_planes(body: &Body, stmt: &Stmt) -> Option<(Span, Subject)> {
    let StmtKind::Assign(assign) = &stmt.kind else { return None };
    let [rows, columns] = &assign.targets[..] else { return None };
    rows.slot()?;
    let columns = columns.slot()?;
    let Some((BuiltinId::Size, &[measured])) = call_of(body, assign.value) else { return None };
    let array = variable(body, measured)?;
    let span = body.exprs[assign.value].span;
    // What is stored in it afterwards has other sizes, and what it was before, too.
    let stores = |stmt: &Stmt| stmt.targets().any(|target| target.slot() == Some(array));
    let before =
        statements(&body.statements).any(|stmt| stmt.span.start < span.start && stores(stmt));
    let changed =
        statements(&body.statements).any(|stmt| stmt.span.start > span.start && stores(stmt));
    let again = statements(&body.statements)
        .flat_map(Stmt::targets)
        .filter(|target| target.slot() == Some(columns))
        .count();
    // Who asks for planes knows of them.
    let asked = body.exprs.iter().any(|(id, _)| match row_called(body, id) {
        Some((row, [first, rest @ ..])) => {
            let about = variable(body, *first) == Some(array);
            match row.operation {
                Operation::AskSize(_) | Operation::AskClass => about,
                Operation::Measure(_) => {
                    about
                        && (row.id == Some(BuiltinId::Ndims)
                            || rest.first().is_some_and(|&axis| number(body, axis) == Some(3.0)))
                }
                // Planes side by side.
                Operation::Reshape => about,
                _ => false,
            }
        }
        _ => false,
    });
    let reads_plane = body.exprs.values().any(|expr| match &expr.kind {
        ExprKind::Access(_) if before && expr.span.start < span.start => false,
        ExprKind::Access(access) if access.variable() == Some(array) => {
            match access.links.first() {
                Some(Link::Paren(arguments)) => {
                    matches!(arguments.exprs[..], [_, _, plane] if number(body, plane) != Some(1.0))
                }
                _ => false,
            }
        }
        _ => false,
    });
    let name = |slot: SlotId| Rc::clone(&body.slots[slot].name);
    (reads_plane && !changed && !asked && again == 1)
        .then(|| (span, Subject::CountedPlanes { array: name(array), columns: name(columns) }))
}
