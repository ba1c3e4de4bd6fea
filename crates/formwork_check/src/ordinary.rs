//! Operations that fail on every ordinary call of a function.
//!
//! What a function of undeclared parameters is for, its text shows: see `ordinary` of
//! `formwork_infer`. An operation that works only where an array has one element, or where two sizes
//! are equal that have nothing to do with one another, fails on every such call. Somebody may
//! call the function otherwise, so this is a warning.

use std::path::Path;
use std::rc::Rc;

use formwork_hir::body::{Body, ExprId, ExprKind};
use formwork_infer::{Analysis, AtEnd, Check, Failure, FailureKind, FunctionRecord};
use formwork_shape::Truth;
use formwork_shape::facts::Requirement;
use formwork_syntax::Span;
use rustc_hash::FxHashSet;

use crate::finding::{Finding, Iteration};
use crate::fix::fit_operands;
use crate::look::is_with_own_transpose;
use crate::operands::labels;
use crate::subject::{anonymous_at, of_check, of_failure};

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
            if !everywhere
                || is_with_own_transpose(&body, span)
                || is_for_its_caller(analysis, &problem, &body)
                || !said.insert(span)
            {
                continue;
            }
            // What fails in a function on every ordinary call of it is said there.
            if let Problem::Failure(failure) = &problem
                && is_fault_of_callee(analysis, failure)
            {
                continue;
            }
            let inner = match &problem {
                Problem::Failure(failure) => in_anonymous(&body, failure),
                Problem::Check(_) | Problem::AtEnd(_) => None,
            };
            let span = inner.as_ref().map_or(span, |(_, inner)| inner.span);
            let (rule, subject) = match &problem {
                Problem::Failure(failure) => match &inner {
                    Some((anonymous, inner)) => of_failure(analysis, anonymous, inner),
                    None => of_failure(analysis, &body, failure),
                },
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

/// Whether a call fails because of something that fails on all ordinary calls.
fn is_fault_of_callee(analysis: &Analysis, failure: &Failure) -> bool {
    let mut failure = failure;
    while let FailureKind::Call { inner, .. } = &failure.kind {
        failure = &inner.failure;
        let own = |one: &&FunctionRecord| {
            one.entry && one.ordinary.is_some() && Rc::ptr_eq(&one.source, &inner.source)
        };
        let fails = |one: &FunctionRecord| {
            problems(one).iter().any(|problem| problem.span() == inner.failure.span)
        };
        if analysis.functions.iter().filter(own).any(fails) {
            return true;
        }
    }
    false
}

/// If a call fails because of an anonymous function that stands in the same text: that function, and
/// what fails in it.
fn in_anonymous(body: &Body, failure: &Failure) -> Option<(Rc<Body>, Failure)> {
    let mut inner = failure;
    let mut source = None;
    while let FailureKind::Call { inner: deeper, .. } = &inner.kind {
        source = Some(&deeper.source);
        inner = &deeper.failure;
    }
    let own = source.is_some_and(|source| Rc::ptr_eq(source, &body.source));
    let anonymous = anonymous_at(body, inner).filter(|_| own)?;
    Some((anonymous, inner.clone()))
}

/// The walks of each function of a file as it is called ordinarily with some number of arguments, by
/// the numbers of their records.
pub(crate) fn walks_of_functions(analysis: &Analysis, file: &Path) -> Vec<Vec<usize>> {
    let mut all: Vec<Vec<usize>> = Vec::new();
    for (which, function) in analysis.functions.iter().enumerate() {
        if function.ordinary.is_none() || !function.entry || function.source.path != file {
            continue;
        }
        let known = all.iter_mut().find(|walks| {
            let one = &analysis.functions[walks[0]];
            one.body.id == function.body.id && one.ordinary == function.ordinary
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
    let doubts = function.doubts.iter().cloned().map(Problem::Failure);
    failures.chain(checks).chain(ends).chain(doubts).collect()
}

fn sure_failures(function: &FunctionRecord) -> impl Iterator<Item = &Failure> {
    function.sure_failures().filter(|one| {
        !one.guarded && (one.kind.is_about_sizes() || is_given_another_class(&one.kind))
    })
}

/// Whether a function that is called is given something of one class, and takes it for another.
fn is_given_another_class(kind: &FailureKind) -> bool {
    let FailureKind::Call { inner, .. } = kind else { return false };
    match &inner.failure.kind {
        FailureKind::Brace | FailureKind::Dot => {
            inner.failure.values.iter().all(|value| value.classes.single().is_some())
        }
        deeper => is_given_another_class(deeper),
    }
}

fn degenerate_checks(function: &FunctionRecord) -> impl Iterator<Item = &Check> {
    function.checks.iter().filter(|check| check.degenerate && check.verdict == Truth::Maybe)
}

/// Whether something fails in the line of a place: another operation of the same statement, perhaps.
fn has_problem_near(function: &FunctionRecord, span: Span) -> bool {
    let line = |span: Span| function.source.place(span.start).line;
    problems(function).iter().any(|problem| line(problem.span()) == line(span))
}

/// Whether two parameters are combined as they come, none of whose sizes have to do with those of the
/// other: whoever calls the function makes them fit.
fn is_for_its_caller(analysis: &mut Analysis, problem: &Problem, body: &Body) -> bool {
    let check: &Check = match problem {
        Problem::Check(check) => check,
        Problem::Failure(Failure { kind: FailureKind::Check(check), .. }) => check,
        Problem::Failure(_) | Problem::AtEnd(_) => return false,
    };
    let ids = body.expressions_at(check.span).find_map(|id| match body.exprs[id].kind {
        ExprKind::Binary(_, left, right) => Some([left, right]),
        _ => None,
    });
    let is_given = |id: ExprId| match body.exprs[id].kind {
        ExprKind::Var(slot) => {
            body.inputs.iter().any(|input| input.slot == Some(slot))
                && !body.assignments().any(|assign| assign.slots().any(|own| own == slot))
        }
        _ => false,
    };
    let &[a, b] = &check.operands[..] else { return false };
    let mut unknowns = |shape| {
        let tuple = analysis.algebra.as_tuple(shape).unwrap_or_default();
        let extents = analysis.algebra.extents();
        tuple.iter().flat_map(|&extent| extents.unknowns(extent).to_vec()).collect::<Vec<_>>()
    };
    let (own, other) = (unknowns(a), unknowns(b));
    ids.is_some_and(|ids| ids.into_iter().all(is_given))
        && !own.iter().any(|unknown| other.contains(unknown))
        && !own.is_empty()
        && !other.is_empty()
}

/// What must hold so that it does not fail, as far as a walk knows that assumed nothing.
fn condition(analysis: &Analysis, which: usize, span: Span) -> Option<Requirement> {
    let id = analysis.functions[which].body.id;
    let plain = analysis
        .functions
        .iter()
        .find(|one| one.body.id == id && one.entry && one.ordinary.is_none())?;
    let open = plain.checks_at(span).iter().find(|check| check.verdict == Truth::Maybe)?;
    let said = analysis.algebra.is_of_names(&open.requirement);
    said.then(|| open.requirement.clone())
}
