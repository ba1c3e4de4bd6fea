//! Asking the small model: relations between terms, covers, and what the
//! legality of some terms says about others.

use super::{Algebra, Assignment, Consequence, Node, Operator, ShapeId, VariableId};
use crate::concrete::ConcreteShape;
use crate::decide::Relation;
use crate::extent::{Measure, Unknown};
use crate::semantics::Dialect;
use crate::signature::{SupportId, Table, Unit};
use rustc_hash::{FxHashMap, FxHashSet};
use std::borrow::Cow;

/// Terms looked through for leaves that may fail.
const MAXIMUM_TERMS: usize = 1024;

/// Answers that are remembered.
const MAXIMUM_CONSEQUENCES: usize = 1 << 14;

/// The joint model of several terms.
struct Model {
    support: SupportId,
    assignments: usize,
}

/// The tables of a term and of alternatives over one support.
struct Compared {
    relation: Relation,
    table: Table,
    others: Vec<Table>,
}

impl Compared {
    /// Whether the relation fails for every alternative at an assignment.
    fn fails(&self, assignment: usize) -> bool {
        let (illegal, word) = self.table.word(assignment);
        self.others.iter().all(|other| {
            let (other_illegal, other_word) = other.word(assignment);
            let same = word == other_word;
            !match self.relation {
                Relation::Equal => same,
                Relation::Refines => illegal || same,
                Relation::Agrees => illegal || other_illegal || same,
            }
        })
    }

    fn fails_somewhere(&self) -> bool {
        (0..self.table.len()).any(|assignment| self.fails(assignment))
    }
}

impl Algebra {
    /// The model that decides a relation between a term and alternatives.
    ///
    /// One alternative needs two fresh values. With m alternatives, all m
    /// differences must survive the map of Note "The small model": a graph of
    /// m edges is c-colourable unless c(c+1)/2 ≤ m, and each difference may
    /// need a higher axis of its own where ⊕ expands.
    fn model(&mut self, a: ShapeId, alternatives: &[ShapeId]) -> Option<Model> {
        let (mut support, readings) = self.joint_support(a, alternatives);
        let edges = alternatives.len();
        let colours = (1..=edges + 1).find(|&c| edges < c * (c + 1) / 2).unwrap_or(2).max(2);
        let extra_values = u32::try_from(colours - 2).ok()?;
        let extra_axes = if readings.1 { u32::try_from(edges.saturating_sub(1)).ok()? } else { 0 };
        if edges > 1 {
            support = self.supports.enlarge(support, extra_values, extra_axes);
        }
        let assignments = self.supports.assignments(support)?;
        Some(Model { support, assignments })
    }

    /// The support of a term and alternatives together, with the readings of ⊕ in them.
    fn joint_support(&mut self, a: ShapeId, alternatives: &[ShapeId]) -> (SupportId, (bool, bool)) {
        let mut support = self.support(a);
        let mut readings = self.info(a).readings;
        for &alternative in alternatives {
            let other = self.support(alternative);
            let more = self.info(alternative).readings;
            readings = (readings.0 | more.0, readings.1 | more.1);
            support = self.supports.union(support, other, readings.0 && readings.1);
        }
        (support, readings)
    }

    /// A term and alternatives at every assignment of a support that is small enough.
    fn compared(
        &mut self,
        relation: Relation,
        (a, alternatives): (ShapeId, &[ShapeId]),
        support: SupportId,
    ) -> Option<Compared> {
        self.supports.assignments(support)?;
        let table = self.table_at(a, support)?.into_owned();
        let mut others = Vec::with_capacity(alternatives.len());
        for &alternative in alternatives {
            others.push(self.table_at(alternative, support)?.into_owned());
        }
        Some(Compared { relation, table, others })
    }

    /// Whether a relation holds on the whole model; not either if it is not decidable this way. The
    /// same as [`Algebra::decide_by_table`], for less: nobody asks where it fails.
    pub(crate) fn holds_by_table(
        &mut self,
        relation: Relation,
        a: ShapeId,
        alternatives: &[ShapeId],
    ) -> bool {
        // The model of several alternatives has all that their joint support has, and more. What
        // fails there fails in the model, too.
        if alternatives.len() > 1 {
            let (support, _) = self.joint_support(a, alternatives);
            let part = self.compared(relation, (a, alternatives), support);
            if part.is_some_and(|part| part.fails_somewhere()) {
                return false;
            }
        }
        let support = self.model(a, alternatives).map(|model| model.support);
        support
            .and_then(|support| self.compared(relation, (a, alternatives), support))
            .is_some_and(|all| !all.fails_somewhere())
    }

    /// The number of assignments the model has.
    pub(crate) fn model_size(&mut self, a: ShapeId, alternatives: &[ShapeId]) -> Option<usize> {
        self.model(a, alternatives).map(|model| model.assignments)
    }

    /// Checks a relation on the whole model. `None`: not decidable this way.
    /// `Some(None)`: it holds. `Some(Some(_))`: the smallest assignment at
    /// which it fails for every alternative.
    pub(crate) fn decide_by_table(
        &mut self,
        relation: Relation,
        a: ShapeId,
        alternatives: &[ShapeId],
    ) -> Option<Option<Assignment>> {
        let model = self.model(a, alternatives)?;
        let compared = self.compared(relation, (a, alternatives), model.support)?;
        let values = self.supports.values(model.support);
        let weight = |mut assignment: usize| {
            let mut weight = 0i64;
            while assignment > 0 {
                // A unit that is 1 has digit 0 and adds nothing.
                weight = weight.saturating_add(values[assignment % values.len()] - 1);
                assignment /= values.len();
            }
            weight
        };
        let worst = (0..model.assignments)
            .filter(|&assignment| compared.fails(assignment))
            .min_by_key(|&assignment| (weight(assignment), assignment));
        match worst {
            None => Some(None),
            // Over anything but shape variables the units are not independent,
            // so a difference in the model need not be one.
            Some(assignment) => self.model_assignment(model.support, assignment).map(Some),
        }
    }

    /// The assignment of the model as one of shape variables, if that is all
    /// the model is made of.
    fn model_assignment(&self, support: SupportId, assignment: usize) -> Option<Assignment> {
        let mut extents: FxHashMap<VariableId, Vec<(u32, u64)>> = FxHashMap::default();
        let digits = self.supports.digits(support, assignment);
        for (unit, code) in self.supports.units(support).into_iter().zip(digits) {
            let (shape, axis) = match unit {
                Unit::Axis(shape, axis) => (shape, axis),
                Unit::Extent(extent) => match self.extents.as_unknown(extent)? {
                    Unknown::Measure(shape, Measure::Extent(axis)) => (shape, axis),
                    _ => return None,
                },
            };
            let Node::Variable(variable) = self.node(shape) else { return None };
            let value = u64::try_from(self.supports.value(support, code)).ok()?;
            extents.entry(*variable).or_default().push((axis, value));
        }
        let mut result = Assignment::new();
        for (variable, axes) in extents {
            let rank = axes.iter().map(|(axis, _)| axis + 1).max()?;
            let shape = ConcreteShape::new((0..rank).map(|axis| {
                axes.iter().find(|(other, _)| *other == axis).map_or(1, |(_, value)| *value)
            }));
            result.set_variable(variable, shape);
        }
        Some(result)
    }

    /// Whether the shape is legal wherever all the premises are. The model of
    /// one equality serves: it keeps every premise legal and the one failure.
    /// `false` if it cannot be established.
    pub fn legality_follows(&mut self, premises: &[ShapeId], shape: ShapeId) -> bool {
        self.consequence((premises.into(), shape, None), |algebra| {
            algebra.find_legality(premises, shape)
        })
    }

    /// Looks for an answer that stays the same, once.
    fn consequence(
        &mut self,
        question: Consequence,
        find: impl FnOnce(&mut Algebra) -> bool,
    ) -> bool {
        if let Some(&known) = self.consequences.get(&question) {
            return known;
        }
        let found = find(self);
        if self.consequences.len() >= MAXIMUM_CONSEQUENCES {
            self.consequences.clear();
        }
        self.consequences.insert(question, found);
        found
    }

    fn find_legality(&mut self, premises: &[ShapeId], shape: ShapeId) -> bool {
        if !self.leaves_are_legal(premises, &[shape]) {
            return false;
        }
        let Some((tables, last)) = self.tables_of(premises, &[shape]) else { return false };
        let Some(conclusion) = last.first() else { return false };
        (0..conclusion.len()).all(|assignment| {
            !conclusion.word(assignment).0
                || tables.iter().any(|premise| premise.word(assignment).0)
        })
    }

    /// Whether two shapes are equal wherever all the premises are legal.
    /// `false` if it cannot be established.
    pub fn equality_follows(&mut self, premises: &[ShapeId], a: ShapeId, b: ShapeId) -> bool {
        if a == b {
            return true;
        }
        self.consequence((premises.into(), a, Some(b)), |algebra| {
            algebra.find_equality(premises, a, b)
        })
    }

    fn find_equality(&mut self, premises: &[ShapeId], a: ShapeId, b: ShapeId) -> bool {
        if !self.leaves_are_legal(premises, &[a, b]) {
            return false;
        }
        let Some((tables, sides)) = self.tables_of(premises, &[a, b]) else { return false };
        let [x, y] = sides.as_slice() else { return false };
        (0..x.len()).all(|assignment| {
            x.word(assignment) == y.word(assignment)
                || tables.iter().any(|premise| premise.word(assignment).0)
        })
    }

    /// Whether every leaf of the conclusions is legal: in the model leaves
    /// always are, but a leaf outside the theory may fail like any operation.
    /// It does not where it is a premise or a part of one.
    fn leaves_are_legal(&self, premises: &[ShapeId], conclusions: &[ShapeId]) -> bool {
        let known = self.partial_leaves(premises);
        let needed = self.partial_leaves(conclusions);
        match (known, needed) {
            (Some(known), Some(needed)) => {
                needed.iter().all(|leaf| known.contains(leaf) || premises.contains(leaf))
            }
            _ => false,
        }
    }

    /// The leaves of theory terms that may be illegal; `None` if there are too
    /// many terms to look through.
    fn partial_leaves(&self, shapes: &[ShapeId]) -> Option<FxHashSet<ShapeId>> {
        let mut leaves = FxHashSet::default();
        let mut seen: FxHashSet<ShapeId> = FxHashSet::default();
        let mut pending = shapes.to_vec();
        while let Some(shape) = pending.pop() {
            if self.info(shape).legal || !seen.insert(shape) {
                continue;
            }
            if seen.len() > MAXIMUM_TERMS {
                return None;
            }
            let in_theory = match self.node(shape) {
                Node::Elementwise(..) => true,
                Node::Apply(operator, _) => matches!(
                    operator,
                    Operator::Product(Dialect::Matlab)
                        | Operator::LeftDivide(Dialect::Matlab)
                        | Operator::RightDivide(Dialect::Matlab)
                        | Operator::Power(Dialect::Matlab)
                        | Operator::Transpose
                ),
                Node::Illegal | Node::Tuple(_) | Node::Variable(_) | Node::Select(..) => false,
            };
            if in_theory {
                pending.extend(self.operands(shape));
            } else {
                leaves.insert(shape);
            }
        }
        Some(leaves)
    }

    /// The tables of premises and conclusions over their joint support.
    /// Premises that share no unknown with the conclusions are left out.
    fn tables_of(
        &mut self,
        premises: &[ShapeId],
        conclusions: &[ShapeId],
    ) -> Option<(Vec<Table>, Vec<Table>)> {
        let mut readings = (false, false);
        let mut joint: Option<SupportId> = None;
        for &conclusion in conclusions {
            let support = self.support(conclusion);
            let own = self.info(conclusion).readings;
            readings = (readings.0 | own.0, readings.1 | own.1);
            joint = Some(match joint {
                Some(joint) => self.supports.union(joint, support, readings.0 && readings.1),
                None => support,
            });
        }
        let mut used = Vec::new();
        for &premise in premises {
            let before = joint;
            let own = self.support(premise);
            let shared = before.is_some_and(|before| {
                let units = self.supports.units(before);
                self.supports.units(own).iter().any(|unit| units.contains(unit))
            });
            if !shared {
                continue;
            }
            let wider = self.info(premise).readings;
            let mixed = (readings.0 | wider.0) && (readings.1 | wider.1);
            let union = self.supports.union(before?, own, mixed);
            if self.supports.assignments(union).is_some() {
                readings = (readings.0 | wider.0, readings.1 | wider.1);
                joint = Some(union);
                used.push(premise);
            }
        }
        let support = joint.filter(|&joint| self.supports.assignments(joint).is_some())?;
        let tables = |algebra: &mut Algebra, shapes: &[ShapeId]| -> Option<Vec<Table>> {
            shapes
                .iter()
                .map(|&shape| algebra.table_at(shape, support).map(Cow::into_owned))
                .collect()
        };
        Some((tables(self, &used)?, tables(self, conclusions)?))
    }
}
