//! Operations that fail on every ordinary call of a function.
//!
//! What a function of undeclared parameters is for, its text shows: see `ordinary` of
//! `formwork_infer`. An operation that works only where an array has one element, or where two sizes
//! are equal that have nothing to do with one another, fails on every such call. Somebody may
//! call the function otherwise, so this is a warning.

use std::path::Path;
use std::rc::Rc;

use formwork_hir::body::Body;
use formwork_infer::{Analysis, AtEnd, Check, Failure, FailureKind, FunctionRecord};
use formwork_shape::Truth;
use formwork_shape::facts::Requirement;
use formwork_syntax::Span;
use rustc_hash::FxHashSet;

use crate::finding::{Finding, Iteration};
use crate::fix::fit_operands;
use crate::look::operator_at;
use crate::operands::labels;
use crate::subject::{of_check, of_failure};

/// Finds them.
pub(crate) fn find(analysis: &mut Analysis, file: &Path, found: &mut Vec<Finding>) {
    let mut said: FxHashSet<Span> = found.iter().map(|finding| finding.span).collect();
    for walks in walks_of_functions(analysis, file) {
        let first = &analysis.functions[walks[0]];
        let (which, body) = (walks[0], Rc::clone(&first.body));
        let problems = problems(first);
        for problem in problems {
            let span = problem.span();
            let everywhere =
                walks[1..].iter().all(|&other| has_problem_near(&analysis.functions[other], span));
            if !everywhere || is_with_own_transpose(&body, span) || !said.insert(span) {
                continue;
            }
            let (rule, subject) = match &problem {
                Problem::Failure(failure) => of_failure(analysis, &body, failure),
                Problem::Check(check) | Problem::AtEnd(AtEnd { check, .. }) => {
                    of_check(analysis, &body, check)
                }
            };
            let fix = match &problem {
                Problem::Failure(Failure { kind: FailureKind::Check(check), .. }) => {
                    fit_operands(analysis, &body, check)
                }
                _ => None,
            };
            let iteration = match &problem {
                Problem::AtEnd(at_end) => {
                    Some(Iteration { end: at_end.end, variable: Rc::clone(&at_end.variable) })
                }
                _ => None,
            };
            found.push(Finding {
                condition: condition(analysis, which, span),
                labels: labels(analysis, which, span),
                fix,
                iteration,
                ..Finding::warning(rule, which, span, subject)
            });
        }
    }
}

/// The walks of each function of a file as it is called ordinarily, by the numbers of their records.
pub(crate) fn walks_of_functions(analysis: &Analysis, file: &Path) -> Vec<Vec<usize>> {
    let mut all: Vec<Vec<usize>> = Vec::new();
    for (which, function) in analysis.functions.iter().enumerate() {
        if !function.ordinary || !function.entry || function.source.path != file {
            continue;
        }
        let known = all.iter_mut().find(|walks| {
            let one = &analysis.functions[walks[0]];
            one.body.id == function.body.id
        });
        match known {
            Some(walks) => walks.push(which),
            None => all.push(vec![which]),
        }
    }
    all.retain(|walks| !walks.iter().any(|&which| analysis.functions[which].cut));
    all
}

/// Something that fails on an ordinary call.
enum Problem {
    /// Always.
    Failure(Failure),
    /// Unless there is nothing to work on.
    Check(Check),
    /// In an iteration of a loop.
    AtEnd(AtEnd),
}

impl Problem {
    fn span(&self) -> Span {
        match self {
            Problem::Failure(failure) => failure.span,
            Problem::Check(check) => check.span,
            Problem::AtEnd(at_end) => at_end.check.span,
        }
    }
}

fn problems(function: &FunctionRecord) -> Vec<Problem> {
    let failures = sure_failures(function).cloned().map(Problem::Failure);
    let checks = degenerate_checks(function).cloned().map(Problem::Check);
    let ends = function.at_ends.iter().cloned().map(Problem::AtEnd);
    failures.chain(checks).chain(ends).collect()
}

fn sure_failures(function: &FunctionRecord) -> impl Iterator<Item = &Failure> {
    function.sure_failures().filter(|one| !one.guarded && is_about_sizes(&one.kind))
}

fn degenerate_checks(function: &FunctionRecord) -> impl Iterator<Item = &Check> {
    function.checks.iter().filter(|check| check.degenerate && check.verdict == Truth::Maybe)
}

/// Whether something fails in the line of a place: another operation of the same statement, perhaps.
fn has_problem_near(function: &FunctionRecord, span: Span) -> bool {
    let line = |span: Span| function.source.place(span.start).line;
    problems(function).iter().any(|problem| line(problem.span()) == line(span))
}

/// Whether an operator is applied to something and its own transpose: `(A + A') / 2` says that the
/// matrix is square.
fn is_with_own_transpose(body: &Body, span: Span) -> bool {
    let Some((_, left, right)) = operator_at(body, span) else { return false };
    let text = |span: Span| {
        let text = body.source.text().get(span.range()).unwrap_or_default();
        text.iter().copied().filter(|byte| !byte.is_ascii_whitespace()).collect::<Vec<u8>>()
    };
    let (left, right) = (text(left), text(right));
    let turned = |one: &[u8], other: &[u8]| {
        let rest = one.strip_prefix(other);
        rest.is_some_and(|rest| matches!(rest, b"'" | b".'"))
    };
    turned(&left, &right) || turned(&right, &left)
}

/// Whether a failure is one of sizes: classes are only assumed.
pub(crate) fn is_about_sizes(kind: &FailureKind) -> bool {
    match kind {
        FailureKind::Check(_) | FailureKind::Sizes(_) => true,
        FailureKind::Call { inner, .. } => is_about_sizes(&inner.failure.kind),
        FailureKind::Subscript
        | FailureKind::Deletion
        | FailureKind::Operator(_)
        | FailureKind::Use(_)
        | FailureKind::Brace
        | FailureKind::Dot
        | FailureKind::Field(_)
        | FailureKind::Undefined(_)
        | FailureKind::NoValue
        | FailureKind::NoOutput { .. }
        | FailureKind::Arguments { .. }
        | FailureKind::Invalid(_)
        | FailureKind::Outputs { .. }
        | FailureKind::Builtin(_)
        | FailureKind::ArgumentSize { .. } => false,
    }
}

/// What must hold so that it does not fail, as far as a walk knows that assumed nothing.
fn condition(analysis: &Analysis, which: usize, span: Span) -> Option<Requirement> {
    let id = analysis.functions[which].body.id;
    let plain =
        analysis.functions.iter().find(|one| one.body.id == id && one.entry && !one.ordinary)?;
    let open = plain.checks_at(span).iter().find(|check| check.verdict == Truth::Maybe)?;
    let said = analysis.algebra.is_of_names(&open.requirement);
    said.then(|| open.requirement.clone())
}
