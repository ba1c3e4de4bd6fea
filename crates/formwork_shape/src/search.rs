//! Small concrete assignments, in order of size: where counterexamples come
//! from when the decision procedure does not apply.

use crate::concrete::ConcreteShape;
use crate::extent::{ExtentId, NameId, Unknown};
use crate::shape::{Algebra, Assignment, Node, SelectorId, ShapeId, VariableId, VariableKind};
use std::fmt;

/// Concrete sizes that break a claim, in the user's names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counterexample {
    /// Shapes of the shape variables.
    pub shapes: Vec<(String, ConcreteShape)>,
    /// Values of the named sizes.
    pub sizes: Vec<(String, i64)>,
    /// Values of the two sides of the claim, if it compares two shapes;
    /// `None` inside is the illegal shape.
    pub sides: Option<(Option<ConcreteShape>, Option<ConcreteShape>)>,
}

impl fmt::Display for Counterexample {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shapes = self.shapes.iter().map(|(name, shape)| format!("{name} = {shape}"));
        let sizes = self.sizes.iter().map(|(name, value)| format!("{name} = {value}"));
        let all: Vec<String> = shapes.chain(sizes).collect();
        f.write_str(&all.join(", "))
    }
}

/// With more unknowns than this no assignments are tried: listing them would
/// cost more than a counterexample is worth.
const MAXIMUM_UNKNOWNS: usize = 12;

/// One value of an unknown: how large it is, and how to assign it.
type WeightedChoice = (u64, Box<dyn Fn(&mut Assignment)>);

/// The unknowns that some shapes and extents depend on.
#[derive(Clone, Debug, Default)]
pub(crate) struct Unknowns {
    pub(crate) variables: Vec<VariableId>,
    pub(crate) names: Vec<NameId>,
    pub(crate) selectors: Vec<SelectorId>,
    /// The shapes to evaluate, parts first.
    pub(crate) order: Vec<ShapeId>,
    /// Literals that occur: values near them are worth trying.
    literals: Vec<i64>,
}

impl Unknowns {
    /// Whether some unknown occurs in both.
    pub(crate) fn shares(&self, other: &Unknowns) -> bool {
        self.variables.iter().any(|variable| other.variables.contains(variable))
            || self.names.iter().any(|name| other.names.contains(name))
            || self.selectors.iter().any(|selector| other.selectors.contains(selector))
    }

    /// Adds the unknowns of another; the shapes to evaluate stay.
    pub(crate) fn include(&mut self, other: &Unknowns) {
        self.variables.extend(other.variables.iter().copied());
        self.variables.sort_unstable();
        self.variables.dedup();
        self.names.extend(other.names.iter().copied());
        self.names.sort_unstable();
        self.names.dedup();
        self.selectors.extend(other.selectors.iter().copied());
        self.selectors.sort_unstable();
        self.selectors.dedup();
    }
}

impl Algebra {
    /// Collects the unknowns of shapes and extents.
    pub(crate) fn unknowns(&self, shapes: &[ShapeId], extents: &[ExtentId]) -> Unknowns {
        let order = self.closure(shapes, extents);
        let mut found = Unknowns { order: order.clone(), ..Unknowns::default() };
        let mut mentioned: Vec<ExtentId> = extents.to_vec();
        for &shape in &order {
            match self.node(shape) {
                Node::Variable(variable) => found.variables.push(*variable),
                Node::Select(selector, ..) => found.selectors.push(*selector),
                Node::Tuple(tuple) => mentioned.extend(tuple.iter().copied()),
                Node::Apply(operator, _) => mentioned.extend(operator.extents()),
                Node::Illegal | Node::Elementwise(..) => {}
            }
        }
        for extent in mentioned {
            found.literals.extend(self.extents().as_literal(extent));
            found.literals.push(self.extents().constant_term(extent));
            for unknown in self.extents().unknowns(extent) {
                if let Unknown::Name(name) = unknown {
                    found.names.push(*name);
                }
            }
        }
        found.names.sort_unstable();
        found.names.dedup();
        found.selectors.sort_unstable();
        found.selectors.dedup();
        found.literals.sort_unstable();
        found.literals.dedup();
        found
    }

    /// The variables that a shape depends on.
    pub fn variables_of(&self, shape: ShapeId) -> Vec<VariableId> {
        let mut variables = self.unknowns(&[shape], &[]).variables;
        variables.sort_unstable();
        variables
    }

    /// Assignments of small values to the unknowns, lightest first, at most
    /// `budget` of them.
    pub(crate) fn small_assignments(&self, unknowns: &Unknowns, budget: usize) -> Vec<Assignment> {
        let parts = unknowns.variables.len() + unknowns.names.len() + unknowns.selectors.len();
        if parts > MAXIMUM_UNKNOWNS {
            return Vec::new();
        }
        // The widest choice of values whose combinations stay near the budget.
        let choices = |level: usize| -> (Vec<u64>, usize) {
            match level {
                0 => (vec![1, 2, 3, 0], 3),
                1 => (vec![1, 2, 3, 0], 2),
                2 => (vec![1, 2, 3], 2),
                _ => (vec![1, 2], 2),
            }
        };
        let size = |level: usize| -> f64 {
            let (values, rank) = choices(level);
            let shapes = (values.len() as f64).powi(i32::try_from(rank).unwrap_or(2));
            let names = if level < 2 { 8.0f64 } else { 4.0 };
            shapes.powi(i32::try_from(unknowns.variables.len()).unwrap_or(i32::MAX))
                * names.powi(i32::try_from(unknowns.names.len()).unwrap_or(i32::MAX))
                * 2f64.powi(i32::try_from(unknowns.selectors.len()).unwrap_or(i32::MAX))
        };
        let level = (0..3).find(|&level| size(level) <= budget as f64).unwrap_or(3);
        let (values, rank) = choices(level);
        let mut all: Vec<(u64, Assignment)> = vec![(0, Assignment::new())];
        let mut extend = |options: Vec<WeightedChoice>| {
            // Keep the lightest combinations only.
            let mut next = Vec::with_capacity(all.len().saturating_mul(options.len()));
            for (weight, assignment) in &all {
                for (cost, set) in &options {
                    let mut assignment = assignment.clone();
                    set(&mut assignment);
                    next.push((weight.saturating_add(*cost), assignment));
                }
            }
            next.sort_by_key(|(weight, _)| *weight);
            next.truncate(budget);
            all = next;
        };
        if parts == 0 {
            return vec![Assignment::new()];
        }
        for &variable in &unknowns.variables {
            let (_, kind) = self.variable_name(variable);
            let rank = if kind == VariableKind::Matrix { 2 } else { rank };
            let options = ConcreteShape::all(&values, rank).into_iter().map(|shape| {
                // A zero is as surprising as a 3: prefer ones and twos.
                let weight = shape.extents().iter().map(|&e| if e == 0 { 4 } else { e }).sum();
                let set = move |assignment: &mut Assignment| {
                    assignment.set_variable(variable, shape.clone());
                };
                (weight, Box::new(set) as Box<dyn Fn(&mut Assignment)>)
            });
            extend(options.collect());
        }
        for &name in &unknowns.names {
            let candidates =
                self.candidates(name, if level < 2 { 5 } else { 3 }, &unknowns.literals);
            let options = candidates.into_iter().map(|value| {
                let set = move |assignment: &mut Assignment| assignment.set_name(name, value);
                (value.unsigned_abs(), Box::new(set) as Box<dyn Fn(&mut Assignment)>)
            });
            extend(options.collect());
        }
        for &selector in &unknowns.selectors {
            let options = [false, true].into_iter().map(|value| {
                let set =
                    move |assignment: &mut Assignment| assignment.set_selector(selector, value);
                (u64::from(value), Box::new(set) as Box<dyn Fn(&mut Assignment)>)
            });
            extend(options.collect());
        }
        all.into_iter().map(|(_, assignment)| assignment).collect()
    }

    /// Values that a named size may have: the `count` least ones, and those near literals.
    fn candidates(&self, name: NameId, count: i64, literals: &[i64]) -> Vec<i64> {
        let (interval, congruence) = self.extents().name_range(name);
        let low = interval.low().unwrap_or(-2);
        let near = literals
            .iter()
            .flat_map(|&literal| [literal.saturating_sub(1), literal, literal.saturating_add(1)]);
        let mut candidates: Vec<i64> = (0..count)
            .map(|step| low.saturating_add(step))
            .chain(near)
            .filter(|&value| interval.contains(value) && congruence.contains(value))
            .collect();
        candidates.sort_unstable_by_key(|value| (value.unsigned_abs(), *value < 0));
        candidates.dedup();
        candidates.truncate(16);
        candidates
    }

    /// The assignment in the user's names.
    pub(crate) fn describe(
        &self,
        unknowns: &Unknowns,
        assignment: &Assignment,
        sides: Option<(Option<ConcreteShape>, Option<ConcreteShape>)>,
    ) -> Counterexample {
        let shapes = unknowns.variables.iter().filter_map(|&variable| {
            let value = assignment.variable(variable)?.clone();
            Some((self.variable_name(variable).0.to_owned(), value))
        });
        let sizes = unknowns.names.iter().filter_map(|&name| {
            Some((self.extents().origin(name).to_string(), assignment.name(name)?))
        });
        Counterexample { shapes: shapes.collect(), sizes: sizes.collect(), sides }
    }
}
