//! The value of a term under an assignment of its unknowns.

use super::{Algebra, Node, SelectorId, ShapeId, VariableId};
use crate::concrete::{self, ConcreteShape};
use crate::extent::{ExtentId, Measure, NameId, Stuck, Unknown};
use rustc_hash::{FxHashMap, FxHashSet};

/// Concrete values for the unknowns of terms.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Assignment {
    variables: FxHashMap<VariableId, ConcreteShape>,
    names: FxHashMap<NameId, i64>,
    selectors: FxHashMap<SelectorId, bool>,
}

impl Assignment {
    /// Nothing assigned.
    pub fn new() -> Assignment {
        Assignment::default()
    }

    /// Gives a shape variable a value.
    pub fn set_variable(&mut self, variable: VariableId, shape: ConcreteShape) {
        self.variables.insert(variable, shape);
    }

    /// Gives a named size a value.
    pub fn set_name(&mut self, name: NameId, value: i64) {
        self.names.insert(name, value);
    }

    /// Gives a selector a value.
    pub fn set_selector(&mut self, selector: SelectorId, value: bool) {
        self.selectors.insert(selector, value);
    }

    /// The value of a shape variable.
    pub fn variable(&self, variable: VariableId) -> Option<&ConcreteShape> {
        self.variables.get(&variable)
    }

    /// The value of a named size.
    pub fn name(&self, name: NameId) -> Option<i64> {
        self.names.get(&name).copied()
    }
}

/// Values of the shapes met so far.
type Values = FxHashMap<ShapeId, Result<Option<ConcreteShape>, Stuck>>;

fn measured(assignment: &Assignment, values: &Values, unknown: Unknown) -> Result<i64, Stuck> {
    match unknown {
        Unknown::Name(name) => assignment.name(name).ok_or(Stuck::Unknown),
        Unknown::Measure(shape, measure) => match values.get(&shape) {
            Some(Ok(Some(value))) => {
                let number = match measure {
                    Measure::Extent(axis) => value.extent(axis as usize),
                    Measure::CountFrom(axis) => value.count_from(axis as usize),
                };
                i64::try_from(number).map_err(|_| Stuck::Unknown)
            }
            Some(Ok(None)) => Err(Stuck::Undefined),
            Some(Err(stuck)) => Err(*stuck),
            None => Err(Stuck::Unknown),
        },
    }
}

impl Algebra {
    /// The shapes a shape is made of, through operands and extents.
    pub(super) fn parts(&self, shape: ShapeId) -> Vec<ShapeId> {
        let mut parts = Vec::new();
        let mut extents: Vec<ExtentId> = Vec::new();
        match self.node(shape) {
            Node::Illegal | Node::Variable(_) => {}
            Node::Tuple(tuple) => extents.extend(tuple.iter().copied()),
            Node::Elementwise(_, set) => parts = self.operand_sets.members(*set),
            Node::Apply(operator, operands) => {
                parts.extend(operands.iter().copied());
                extents.extend(operator.extents());
            }
            Node::Select(_, a, b) => parts.extend([*a, *b]),
        }
        for extent in extents {
            for unknown in self.extents.unknowns(extent) {
                if let Unknown::Measure(shape, _) = unknown {
                    parts.push(*shape);
                }
            }
        }
        parts
    }

    /// Everything a set of shapes and extents is made of, parts first: an id
    /// is larger than those of its parts.
    pub(crate) fn closure(&self, shapes: &[ShapeId], extents: &[ExtentId]) -> Vec<ShapeId> {
        self.closure_within(shapes, extents, usize::MAX).unwrap_or_default()
    }

    /// The same, unless it has more members than the limit.
    pub(crate) fn closure_within(
        &self,
        shapes: &[ShapeId],
        extents: &[ExtentId],
        limit: usize,
    ) -> Option<Vec<ShapeId>> {
        if let &[shape] = shapes
            && extents.is_empty()
            && self.parts(shape).is_empty()
        {
            return Some(vec![shape]);
        }
        let mut pending: Vec<ShapeId> = shapes.to_vec();
        for &extent in extents {
            for unknown in self.extents.unknowns(extent) {
                if let Unknown::Measure(shape, _) = unknown {
                    pending.push(*shape);
                }
            }
        }
        let mut seen: FxHashSet<ShapeId> = FxHashSet::default();
        while let Some(shape) = pending.pop() {
            if seen.insert(shape) {
                if seen.len() > limit {
                    return None;
                }
                pending.extend(self.parts(shape));
            }
        }
        let mut ordered: Vec<ShapeId> = seen.into_iter().collect();
        ordered.sort_unstable();
        Some(ordered)
    }

    /// The value of a shape: `Ok(None)` is π. `Err` only if an unknown has no
    /// value or a number is too large.
    pub fn evaluate(
        &self,
        shape: ShapeId,
        assignment: &Assignment,
    ) -> Result<Option<ConcreteShape>, Stuck> {
        let order = self.closure(&[shape], &[]);
        let mut values = self.evaluate_all(&order, assignment);
        values.remove(&shape).unwrap_or(Err(Stuck::Unknown))
    }

    /// The value of an extent.
    pub fn evaluate_extent(&self, extent: ExtentId, assignment: &Assignment) -> Result<i64, Stuck> {
        let order = self.closure(&[], &[extent]);
        let values = self.evaluate_all(&order, assignment);
        self.extents.evaluate(extent, &mut |unknown| measured(assignment, &values, unknown))
    }

    /// Values of shapes listed parts first.
    pub(crate) fn evaluate_all(&self, order: &[ShapeId], assignment: &Assignment) -> Values {
        let mut values: Values = FxHashMap::default();
        for &shape in order {
            let value = self.evaluate_node(shape, assignment, &values);
            values.insert(shape, value);
        }
        values
    }

    /// The value of an extent, given those of the shapes it measures.
    pub(crate) fn evaluate_with(
        &self,
        extent: ExtentId,
        assignment: &Assignment,
        values: &Values,
    ) -> Result<i64, Stuck> {
        self.extents.evaluate(extent, &mut |unknown| measured(assignment, values, unknown))
    }

    fn evaluate_node(
        &self,
        shape: ShapeId,
        assignment: &Assignment,
        values: &Values,
    ) -> Result<Option<ConcreteShape>, Stuck> {
        let operand = |shape: &ShapeId| match values.get(shape) {
            Some(value) => value.clone(),
            None => Err(Stuck::Unknown),
        };
        match self.node(shape) {
            Node::Illegal => Ok(None),
            Node::Tuple(extents) => {
                let mut sizes = Vec::with_capacity(extents.len());
                for &extent in extents {
                    match self.evaluate_with(extent, assignment, values) {
                        Ok(value) => match u64::try_from(value) {
                            Ok(size) => sizes.push(size),
                            Err(_) => return Ok(None),
                        },
                        Err(Stuck::Undefined) => return Ok(None),
                        Err(Stuck::Unknown) => return Err(Stuck::Unknown),
                    }
                }
                Ok(Some(ConcreteShape::new(sizes)))
            }
            Node::Variable(variable) => {
                assignment.variable(*variable).cloned().map(Some).ok_or(Stuck::Unknown)
            }
            Node::Elementwise(semantics, set) => {
                let mut sum = ConcreteShape::scalar();
                for member in self.operand_sets.members(*set) {
                    let Some(value) = operand(&member)? else { return Ok(None) };
                    match concrete::elementwise(*semantics, &sum, &value) {
                        Some(next) => sum = next,
                        None => return Ok(None),
                    }
                }
                Ok(Some(sum))
            }
            Node::Apply(operator, operands) => {
                let mut shapes = Vec::with_capacity(operands.len());
                for shape in operands {
                    match operand(shape)? {
                        Some(value) => shapes.push(value),
                        None => return Ok(None),
                    }
                }
                let shapes: Vec<&ConcreteShape> = shapes.iter().collect();
                operator
                    .evaluate(&shapes, &mut |extent| self.evaluate_with(extent, assignment, values))
            }
            Node::Select(selector, a, b) => match assignment.selectors.get(selector) {
                Some(false) => operand(a),
                Some(true) => operand(b),
                None => Err(Stuck::Unknown),
            },
        }
    }
}
