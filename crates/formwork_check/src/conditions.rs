//! Operations that fail for some sizes, where the sizes have to do with one another.
//!
//! A function of two unknown arrays may be called with arrays that do not fit; that is
//! its caller's business. Only where the program itself brings sizes together is a
//! condition worth saying: both were computed from the same array, or from numbers that
//! the program takes for sizes.

use std::rc::Rc;

use formwork_hir::body::Body;
use formwork_infer::{Analysis, Check};
use formwork_shape::Truth;
use formwork_shape::extent::{ExtentId, Origin, Unknown};
use formwork_shape::facts::Requirement;
use formwork_shape::shape::{Algebra, Node};
use formwork_syntax::Span;
use rustc_hash::FxHashSet;

use crate::Group;
use crate::failures::{labels, of_check};
use crate::finding::{Finding, Severity};

/// Finds them.
pub(crate) fn find(analysis: &mut Analysis, groups: &[Group], found: &mut Vec<Finding>) {
    let said: FxHashSet<Span> = found.iter().map(|finding| finding.span).collect();
    for group in groups {
        let widest = group.widest(analysis);
        let body = Rc::clone(&widest.body);
        let which = group
            .walks
            .iter()
            .copied()
            .find(|&which| std::ptr::eq(&raw const analysis.functions[which], widest))
            .unwrap_or(group.walks[0]);
        let checks: Vec<Check> = widest
            .checks
            .iter()
            .filter(|check| check.verdict == Truth::Maybe && !said.contains(&check.span))
            .cloned()
            .collect();
        for check in checks {
            // However it is called, it may fail.
            let settled = group.each(analysis).any(|walk| {
                walk.checks.iter().any(|other| {
                    other.span == check.span
                        && other.kind == check.kind
                        && other.verdict == Truth::Yes
                })
            });
            let requirement = check.over_loops.clone().unwrap_or_else(|| check.requirement.clone());
            if settled || check.breaks.is_none() || !related(&analysis.algebra, &body, &requirement)
            {
                continue;
            }
            let (rule, subject) = of_check(analysis, &body, &check);
            found.push(Finding {
                rule,
                severity: Severity::Warning,
                span: check.span,
                function: which,
                subject,
                condition: Some(requirement),
                breaks: check.breaks.clone(),
                iteration: None,
                labels: labels(analysis, which, check.span),
                runtime: None,
                fix: None,
            });
        }
    }
}

/// Where a size comes from.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
enum Source {
    /// A number that the program takes for a size.
    Number(String),
    /// An array.
    Array(String),
    /// Nobody knows.
    Elsewhere,
}

/// Whether the sizes of a condition have to do with one another.
fn related(algebra: &Algebra, body: &Body, requirement: &Requirement) -> bool {
    let mut extents = Vec::new();
    if !plain(requirement, &mut extents) {
        return false;
    }
    let mut sources: FxHashSet<Source> = FxHashSet::default();
    for extent in extents {
        for unknown in algebra.extents().unknowns(extent) {
            sources.insert(source(algebra, body, unknown));
        }
    }
    if sources.is_empty() || sources.contains(&Source::Elsewhere) {
        return false;
    }
    let arrays = sources.iter().filter(|one| matches!(one, Source::Array(_))).count();
    let numbers = sources.len() - arrays;
    match (arrays, numbers) {
        // Sizes of one array, compared with one another and not with a number.
        (1, 0) => compares_sizes(algebra, requirement),
        (0, _) => true,
        _ => false,
    }
}

/// Whether two sizes of an array are compared somewhere.
fn compares_sizes(algebra: &Algebra, requirement: &Requirement) -> bool {
    match requirement {
        Requirement::Equal(a, b) | Requirement::AtMost(a, b) => {
            let known = |extent: ExtentId| algebra.extents().as_literal(extent).is_some();
            !known(*a) && !known(*b)
        }
        Requirement::All(parts) | Requirement::Any(parts) => {
            parts.iter().any(|part| compares_sizes(algebra, part))
        }
        _ => false,
    }
}

/// Whether a condition speaks of extents alone; collects them.
fn plain(requirement: &Requirement, extents: &mut Vec<ExtentId>) -> bool {
    match requirement {
        Requirement::True | Requirement::False => true,
        Requirement::Equal(a, b)
        | Requirement::Different(a, b)
        | Requirement::AtMost(a, b)
        | Requirement::Divides(a, b) => {
            extents.extend([*a, *b]);
            true
        }
        Requirement::Legal(_) | Requirement::Matrix(_) => false,
        Requirement::All(parts) | Requirement::Any(parts) => {
            parts.iter().all(|part| plain(part, extents))
        }
    }
}

fn source(algebra: &Algebra, body: &Body, unknown: Unknown) -> Source {
    match unknown {
        Unknown::Name(name) => match algebra.extents().origin(name) {
            Origin::Variable(name) => Source::Number(name.clone()),
            Origin::SizeOf(name, _) => Source::Array(name.clone()),
            Origin::Fresh { description, .. } => {
                // What a caller gives has a name; what branches and loops leave is some
                // number under the name of its variable, and another one elsewhere.
                let parameter = body.inputs.iter().any(|input| {
                    input.slot.is_some_and(|slot| *body.slots[slot].name == **description)
                });
                if parameter { Source::Number(description.clone()) } else { Source::Elsewhere }
            }
        },
        Unknown::Measure(shape, _) => match algebra.node(shape) {
            Node::Variable(variable) => {
                let (name, _) = algebra.variable_name(*variable);
                if name.contains('#') { Source::Elsewhere } else { Source::Array(name.to_owned()) }
            }
            _ => Source::Elsewhere,
        },
    }
}
