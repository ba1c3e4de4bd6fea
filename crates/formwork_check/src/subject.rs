//! What a failure is about: the rule that it breaks, and its subject.

use std::rc::Rc;

use formwork_builtins::BuiltinId;
use formwork_domain::AbstractValue;
use formwork_hir::body::{Body, ExprKind, Link};
use formwork_infer::{Analysis, Check, CheckKind, Failure, FailureKind, Inner};
use formwork_shape::extent::Extents;
use formwork_shape::facts::Requirement;
use formwork_shape::shape::{Algebra, ShapeId};
use formwork_syntax::Span;

use crate::finding::Subject;
use crate::look::{expression_at, operator_at, root_name, text_of};
use crate::rule::Rule;

/// The rule that a failure breaks, and what it is about.
pub(crate) fn of_failure(
    analysis: &mut Analysis,
    body: &Body,
    failure: &Failure,
) -> (Rule, Subject) {
    let written =
        || indexed_name(body, failure.span).unwrap_or_else(|| text_of(&body.source, failure.span));
    match &failure.kind {
        FailureKind::Check(check) => of_check(analysis, body, check),
        FailureKind::Subscript => (
            Rule::InvalidIndex,
            Subject::Subscript { name: written(), value: failure.values.get(1).cloned() },
        ),
        FailureKind::Deletion => {
            let target = text_of(&body.source, failure.span);
            let message = failure.message.as_deref();
            let outside = message.is_some_and(|message| message.contains("out of bound"));
            (Rule::Deletion, Subject::Deletion { target, outside })
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
        FailureKind::NoOutput { name, number } => {
            (Rule::MissingValue, Subject::MissingOutput { name: Rc::clone(name), number: *number })
        }
        FailureKind::NoElement(number) => {
            let target = text_of(&body.source, failure.span);
            (Rule::MissingValue, Subject::NoElement { target, number: *number })
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
        FailureKind::Builtin(name) | FailureKind::Sizes(name) => {
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
            let value = value.unwrap_or_else(AbstractValue::unknown);
            let (name, size) = (Rc::clone(name), Rc::clone(size));
            (Rule::ArgumentSize, Subject::ArgumentSize { name, size, value })
        }
        FailureKind::Call { name, inner } => of_call(analysis, body, name, inner),
    }
}

/// The rule that a call breaks which never returns, and why it does not.
fn of_call(analysis: &mut Analysis, body: &Body, name: &Rc<str>, inner: &Inner) -> (Rule, Subject) {
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
    let broken = match &cause {
        Subject::Call { rule, .. } => *rule,
        _ => rule,
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
        rule: broken,
    };
    (rule, subject)
}

/// The rule that a check of sizes belongs to, and what it is about.
pub(crate) fn of_check(analysis: &mut Analysis, body: &Body, check: &Check) -> (Rule, Subject) {
    let pair = |shapes: &[ShapeId]| match shapes {
        [a, b, ..] => [*a, *b],
        [a] => [*a, *a],
        [] => [Algebra::SCALAR; 2],
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
            let name = indexed_name(body, check.span).unwrap_or_else(written);
            let shape = pair(&check.operands)[0];
            let (subscript, extent) = match &check.requirement {
                Requirement::AtMost(subscript, extent) => (*subscript, *extent),
                _ => {
                    let count = analysis.algebra.count(shape);
                    (Extents::ONE, count)
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
            let name = indexed_name(body, check.span).unwrap_or_else(written);
            (Rule::InvalidIndex, Subject::Subscript { name, value: None })
        }
    }
}

/// The name of what is indexed or called at a place.
fn indexed_name(body: &Body, span: Span) -> Option<String> {
    match expression_at(body, span).map(|id| &body.exprs[id].kind) {
        Some(ExprKind::Access(access)) => root_name(body, access),
        _ => None,
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
pub(crate) fn anonymous_at(body: &Body, failure: &Failure) -> Option<Rc<Body>> {
    body.anonymous.values().find_map(|anonymous| {
        let inner = &anonymous.body;
        let whole = inner.exprs[anonymous.value].span;
        let inside = whole.to(failure.span) == whole;
        let deeper = anonymous_at(inner, failure);
        deeper.or_else(|| inside.then(|| Rc::clone(inner)))
    })
}
