//! Operations that fail whenever they are reached.

use std::path::Path;
use std::rc::Rc;

use formwork_builtins::BuiltinId;
use formwork_hir::SourceId;
use formwork_hir::body::{Body, ExprKind, Link};
use formwork_infer::{Analysis, AtEnd, Check, CheckKind, Failure, FailureKind, Passed};
use formwork_runtime::ops::BinaryOp;
use formwork_shape::facts::Requirement;
use formwork_syntax::Span;
use rustc_hash::FxHashSet;

use crate::Group;
use crate::finding::{Edit, Finding, Fix, Iteration, Label, Safety, Severity, Subject};
use crate::look::{expression_at, operator_at, root_name, text_of};
use crate::rule::Rule;

/// Finds them.
pub(crate) fn find(
    analysis: &mut Analysis,
    groups: &[Group],
    file: &Path,
    found: &mut Vec<Finding>,
) {
    let mut failing: Vec<(usize, Failure)> = Vec::new();
    let mut ends: Vec<(usize, AtEnd)> = Vec::new();
    for group in groups {
        let mut passed = Passed::default();
        if group.each(analysis).any(|walk| walk.cut) {
            continue;
        }
        for function in group.each(analysis) {
            passed.add(&function.passed);
        }
        let mut seen = FxHashSet::default();
        for &which in &group.walks {
            let function = &analysis.functions[which];
            for failure in &function.failures {
                // A size that is refused is the caller's mistake.
                let refused = matches!(failure.kind, FailureKind::ArgumentSize { .. });
                if !passed.contains(failure)
                    && !failure.guarded
                    && !refused
                    && seen.insert(failure.span)
                {
                    failing.push((which, failure.clone()));
                }
            }
        }
        // What fails in one iteration must do so however the function is called.
        let walks: Vec<_> = group.each(analysis).collect();
        for at_end in &walks[0].at_ends {
            let everywhere = walks.iter().all(|walk| {
                walk.at_ends_at(at_end.check.span).iter().any(|other| other.end == at_end.end)
                    || !walk.passed.contains_operation(at_end.check.span)
            });
            if everywhere && seen.insert(at_end.check.span) {
                ends.push((group.walks[0], at_end.clone()));
            }
        }
    }
    let own: FxHashSet<Span> = failing
        .iter()
        .filter(|(_, failure)| !matches!(failure.kind, FailureKind::Call { .. }))
        .map(|(_, failure)| failure.span)
        .collect();
    let anyway = failing_anyway(analysis);
    for (which, failure) in failing {
        if let FailureKind::Call { inner, .. } = &failure.kind
            && (inner.source.path == file && own.contains(&inner.failure.span)
                || anyway.contains(&(inner.source.id(), inner.failure.span)))
        {
            continue;
        }
        found.push(finding(analysis, which, &failure));
    }
    for (which, at_end) in ends {
        let body = Rc::clone(&analysis.functions[which].body);
        let (rule, subject) = of_check(analysis, &body, &at_end.check);
        let iteration = Iteration { end: at_end.end, variable: Rc::clone(&at_end.variable) };
        found.push(Finding {
            rule,
            severity: Severity::Error,
            span: at_end.check.span,
            function: which,
            subject,
            condition: None,
            breaks: None,
            iteration: Some(iteration),
            labels: labels(analysis, which, at_end.check.span),
            runtime: None,
            fix: None,
        });
    }
}

/// Where functions fail however they are called, by the places of their texts in memory.
fn failing_anyway(analysis: &Analysis) -> FxHashSet<(SourceId, Span)> {
    let entries = analysis.functions.iter().filter(|function| function.entry);
    entries
        .flat_map(|function| {
            let source = function.source.id();
            function.sure_failures().map(move |failure| (source, failure.span))
        })
        .collect()
}

fn finding(analysis: &mut Analysis, which: usize, failure: &Failure) -> Finding {
    let body = Rc::clone(&analysis.functions[which].body);
    let (rule, subject) = of_failure(analysis, &body, failure);
    let fix = match &failure.kind {
        FailureKind::Check(check) => fix(analysis, &body, check),
        _ => None,
    };
    Finding {
        rule,
        severity: Severity::Error,
        span: failure.span,
        function: which,
        subject,
        condition: None,
        breaks: None,
        iteration: None,
        labels: labels(analysis, which, failure.span),
        runtime: failure.message.clone(),
        fix,
    }
}

/// The rule that a failure breaks, and what it is about.
fn of_failure(analysis: &mut Analysis, body: &Body, failure: &Failure) -> (Rule, Subject) {
    let name = || match expression_at(body, failure.span).map(|id| &body.exprs[id].kind) {
        Some(ExprKind::Access(access)) => root_name(body, access),
        _ => None,
    };
    let written = || name().unwrap_or_else(|| text_of(&body.source, failure.span));
    match &failure.kind {
        FailureKind::Check(check) => of_check(analysis, body, check),
        FailureKind::Subscript => (
            Rule::InvalidIndex,
            Subject::Subscript { name: written(), value: failure.values.get(1).cloned() },
        ),
        FailureKind::Deletion => {
            (Rule::Deletion, Subject::Deletion { target: text_of(&body.source, failure.span) })
        }
        FailureKind::Operator(symbol) | FailureKind::Use(symbol) => {
            let operation = format!("'{symbol}'");
            (Rule::ClassMismatch, Subject::Class { operation, values: failure.values.clone() })
        }
        FailureKind::Brace => (
            Rule::ClassMismatch,
            Subject::Class { operation: "'{'".to_owned(), values: failure.values.clone() },
        ),
        FailureKind::Dot => (
            Rule::ClassMismatch,
            Subject::Class { operation: "'.'".to_owned(), values: failure.values.clone() },
        ),
        FailureKind::Field(name) => (Rule::MissingField, Subject::Field(Rc::clone(name))),
        FailureKind::Undefined(name) => {
            (Rule::UndefinedVariable, Subject::Undefined(Rc::clone(name)))
        }
        FailureKind::NoValue => (Rule::MissingValue, Subject::NoValue(written())),
        FailureKind::Arguments { name, given, most } => (
            Rule::ArgumentCount,
            Subject::Arguments { name: Rc::clone(name), given: *given, most: *most },
        ),
        FailureKind::Invalid(name) => (Rule::ArgumentCount, Subject::InvalidCall(Rc::clone(name))),
        FailureKind::Outputs { name, wanted, most } => (
            Rule::OutputCount,
            Subject::Outputs { name: Rc::clone(name), wanted: *wanted, most: *most },
        ),
        FailureKind::Builtin(name) => {
            let rule = match BuiltinId::of(name) {
                Some(
                    BuiltinId::Reshape
                    | BuiltinId::Resize
                    | BuiltinId::Cat
                    | BuiltinId::Horzcat
                    | BuiltinId::Vertcat
                    | BuiltinId::Permute
                    | BuiltinId::Repmat,
                ) => Rule::ReshapeCount,
                _ => Rule::InvalidArgument,
            };
            let values = failure.values.clone();
            (rule, Subject::Builtin { name: Rc::clone(name), values })
        }
        FailureKind::ArgumentSize { name, size } => {
            let value = failure.values.first().cloned();
            let value = value.unwrap_or_else(formwork_domain::AbstractValue::unknown);
            let (name, size) = (Rc::clone(name), Rc::clone(size));
            (Rule::ArgumentSize, Subject::ArgumentSize { name, size, value })
        }
        FailureKind::Call { name, inner } => {
            let anonymous = anonymous_at(body, &inner.failure);
            let callee = anonymous.or_else(|| {
                analysis
                    .functions
                    .iter()
                    .find(|one| {
                        Rc::ptr_eq(&one.source, &inner.source)
                            && one.body.span.to(inner.failure.span) == one.body.span
                    })
                    .map(|one| Rc::clone(&one.body))
            });
            let (rule, cause) = match &callee {
                Some(callee) => of_failure(analysis, callee, &inner.failure),
                None => of_failure(analysis, body, &inner.failure),
            };
            let rule = match rule {
                Rule::ArgumentSize => rule,
                _ => Rule::FailingCall,
            };
            let subject = Subject::Call {
                name: Rc::clone(name),
                source: Rc::clone(&inner.source),
                span: inner.failure.span,
                cause: Box::new(cause),
            };
            (rule, subject)
        }
    }
}

/// The rule that a check of sizes belongs to, and what it is about.
pub(crate) fn of_check(analysis: &mut Analysis, body: &Body, check: &Check) -> (Rule, Subject) {
    let pair = |shapes: &[formwork_shape::shape::ShapeId]| match shapes {
        [a, b, ..] => [*a, *b],
        [a] => [*a, *a],
        [] => [formwork_shape::shape::Algebra::SCALAR; 2],
    };
    let written = || text_of(&body.source, check.span);
    match check.kind {
        CheckKind::Elementwise => {
            let symbol = operator_at(body, check.span).map_or("+", |(op, ..)| op.symbol());
            let shapes = pair(&check.operands);
            (Rule::ElementwiseOperands, Subject::Operator { symbol, shapes })
        }
        CheckKind::Matrix => {
            let symbol = operator_at(body, check.span).map_or("'", |(op, ..)| op.symbol());
            let shapes = pair(&check.operands);
            (Rule::InnerExtent, Subject::Operator { symbol, shapes })
        }
        CheckKind::Concatenation => {
            let vertical = match expression_at(body, check.span).map(|id| &body.exprs[id].kind) {
                Some(ExprKind::Matrix(rows)) => rows.len() > 1,
                _ => false,
            };
            let shapes = pair(&check.operands);
            (Rule::Concatenation, Subject::Concatenation { vertical, shapes })
        }
        CheckKind::Index => {
            let name = match expression_at(body, check.span).map(|id| &body.exprs[id].kind) {
                Some(ExprKind::Access(access)) => root_name(body, access),
                _ => None,
            };
            let name = name.unwrap_or_else(written);
            let shape = pair(&check.operands)[0];
            let one = formwork_shape::extent::Extents::ONE;
            let (subscript, extent) = match &check.requirement {
                Requirement::AtMost(subscript, extent) => (*subscript, *extent),
                _ => {
                    let count = analysis.algebra.count(shape);
                    (one, count)
                }
            };
            let position = (check.position, subscripts_at(body, check.span));
            let subject = Subject::Bounds { name, shape, subscript, extent, position };
            (Rule::IndexOutOfBounds, subject)
        }
        CheckKind::Assignment => {
            let shapes = check.operands.clone();
            (Rule::AssignmentCount, Subject::Assignment { target: written(), shapes })
        }
        CheckKind::Growth => {
            let shape = pair(&check.operands)[0];
            (Rule::AssignmentCount, Subject::Growth { target: written(), shape })
        }
        CheckKind::Positive => {
            let name = match expression_at(body, check.span).map(|id| &body.exprs[id].kind) {
                Some(ExprKind::Access(access)) => root_name(body, access),
                _ => None,
            };
            let name = name.unwrap_or_else(written);
            (Rule::InvalidIndex, Subject::Subscript { name, value: None })
        }
    }
}

/// How many subscripts the access at a place has.
fn subscripts_at(body: &Body, span: Span) -> usize {
    match expression_at(body, span).map(|id| &body.exprs[id].kind) {
        Some(ExprKind::Access(access)) => match access.links.last() {
            Some(Link::Paren(arguments) | Link::Brace(arguments)) => arguments.exprs.len(),
            _ => 1,
        },
        _ => 1,
    }
}

/// The anonymous function of a body in which an operation fails.
fn anonymous_at(body: &Body, failure: &Failure) -> Option<Rc<Body>> {
    body.anonymous.values().find_map(|anonymous| {
        let inner = &anonymous.body;
        let whole = inner.exprs[anonymous.value].span;
        let inside = whole.to(failure.span) == whole;
        let deeper = anonymous_at(inner, failure);
        deeper.or_else(|| inside.then(|| Rc::clone(inner)))
    })
}

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
pub(crate) fn value_at(
    analysis: &Analysis,
    which: usize,
    span: Span,
) -> Option<formwork_domain::AbstractValue> {
    let function = &analysis.functions[which];
    let id = expression_at(&function.body, span)?;
    if let ExprKind::Var(slot) = function.body.exprs[id].kind {
        let name = &function.body.slots[slot].name;
        return function
            .definition_before(name, span.start)
            .map(|definition| definition.value.clone());
    }
    function.definition_at(span).map(|definition| definition.value.clone())
}

/// A change that makes operands fit: a transpose, or the elementwise operator.
fn fix(analysis: &mut Analysis, body: &Body, check: &Check) -> Option<Fix> {
    let (op, left, right) = operator_at(body, check.span)?;
    let [a, b] = check.operands[..] else { return None };
    let algebra = &mut analysis.algebra;
    let (left_tuple, right_tuple) = (algebra.as_tuple(a)?, algebra.as_tuple(b)?);
    let ([r, c], [s, t]) = (&left_tuple[..], &right_tuple[..]) else { return None };
    let (r, c, s, t) = (*r, *c, *s, *t);
    let between = body.source.text().get(left.end as usize..right.start as usize)?;
    let place = between.windows(op.symbol().len()).position(|w| w == op.symbol().as_bytes())?;
    let start = left.end + u32::try_from(place).ok()?;
    let operator = Span::new(start, start + u32::try_from(op.symbol().len()).ok()?);
    let transposed = |span: Span| {
        let simple = expression_at(body, span).is_some_and(|id| {
            matches!(body.exprs[id].kind, ExprKind::Var(_) | ExprKind::Access(_))
        });
        let text = text_of(&body.source, span);
        if simple { format!("{text}'") } else { format!("({text})'") }
    };
    let dotted = match op {
        BinaryOp::Multiply => Some(".*"),
        BinaryOp::Divide => Some("./"),
        BinaryOp::Power => Some(".^"),
        _ => None,
    };
    let turn = |side: &str, span: Span| {
        let text = transposed(span);
        (format!("transpose the {side} operand: {text}"), Edit { span, text })
    };
    let mut candidates = Vec::new();
    if let Some(dotted) = dotted
        && r == s
        && c == t
    {
        let edit = Edit { span: operator, text: dotted.to_owned() };
        candidates.push((format!("work element by element: '{dotted}'"), edit));
    }
    if op == BinaryOp::Multiply && c == t {
        candidates.push(turn("right", right));
    }
    if op == BinaryOp::Multiply && r == s {
        candidates.push(turn("left", left));
    }
    if check.kind == CheckKind::Elementwise && r == t && c == s {
        candidates.push(turn("right", right));
    }
    // What cannot work otherwise may be changed; of several ways only the author knows.
    let safety = if candidates.len() == 1 { Safety::Safe } else { Safety::Unsafe };
    let (message, edit) = candidates.into_iter().next()?;
    Some(Fix { message, edits: vec![edit], safety })
}
