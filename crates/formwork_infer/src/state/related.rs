//! Which conditions on sizes are worth telling: those whose sizes have to do with one
//! another in the program.

use formwork_hir::body::Body;
use formwork_shape::extent::{ExtentId, Measure, Origin, Unknown};
use formwork_shape::facts::Requirement;
use formwork_shape::shape::{Algebra, Node};
use rustc_hash::{FxHashMap, FxHashSet};

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
pub(crate) fn related(algebra: &Algebra, body: &Body, requirement: &Requirement) -> bool {
    let mut extents = Vec::new();
    if !speaks_of_extents(requirement, &mut extents) {
        return false;
    }
    if rules_out_nothing(algebra, requirement) {
        return false;
    }
    let mut sources: FxHashSet<Source> = FxHashSet::default();
    let mut numbers: FxHashMap<String, Unknown> = FxHashMap::default();
    for extent in extents {
        for &unknown in algebra.extents().unknowns(extent) {
            let source = source(algebra, body, unknown);
            // One name for two numbers says nothing to a reader.
            if let Source::Number(name) = &source
                && *numbers.entry(name.clone()).or_insert(unknown) != unknown
            {
                return false;
            }
            sources.insert(source);
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

/// Whether a condition says only that there is an element at all: nobody asks for none.
fn rules_out_nothing(algebra: &Algebra, requirement: &Requirement) -> bool {
    match requirement {
        Requirement::AtMost(least, _) => algebra.extents().as_literal(*least) == Some(1),
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
pub(crate) fn speaks_of_extents(requirement: &Requirement, extents: &mut Vec<ExtentId>) -> bool {
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
            parts.iter().all(|part| speaks_of_extents(part, extents))
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
        // Of an array whose rank nobody said: most likely there are no more than two dimensions,
        // and the contract of the function says how many columns.
        Unknown::Measure(_, Measure::CountFrom(_)) => Source::Elsewhere,
        Unknown::Measure(shape, _) => match algebra.node(shape) {
            Node::Variable(variable) => {
                let (name, _) = algebra.variable_name(*variable);
                if name.contains('#') { Source::Elsewhere } else { Source::Array(name.to_owned()) }
            }
            _ => Source::Elsewhere,
        },
    }
}
