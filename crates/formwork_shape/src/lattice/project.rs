//! The projection of our shapes onto the range lattice.
//!
//! A tuple projects extent by extent. A lazy term is first split into the
//! cases in which it becomes a tuple: which extents are 1, which are 0, and
//! whether an operand of unknown rank is a matrix.

use super::{Range, RangeShape, transfer};
use crate::extent::{ExtentId, Extents};
use crate::facts::{Facts, Requirement};
use crate::semantics::{Semantics, Truth};
use crate::shape::{Algebra, Node, Operator, ShapeId};

/// Cases looked at before giving up precision.
const CASE_BUDGET: u32 = 4096;

/// Terms looked through before giving up precision; bounds the recursion.
const MAXIMUM_DEPTH: u32 = 32;

impl Algebra {
    /// The ranges of the extents of a shape on runs where it is legal and the
    /// facts hold.
    pub fn project(&mut self, facts: &Facts, shape: ShapeId) -> RangeShape {
        let mut projection =
            Projection { algebra: self, facts: facts.clone(), budget: CASE_BUDGET, depth: 0 };
        projection.shape(shape)
    }
}

struct Projection<'a> {
    algebra: &'a mut Algebra,
    facts: Facts,
    budget: u32,
    depth: u32,
}

impl Projection<'_> {
    /// Runs a case under further facts.
    fn under(
        &mut self,
        requirement: Requirement,
        case: impl FnOnce(&mut Self) -> RangeShape,
    ) -> RangeShape {
        let scope = self.facts.push();
        self.facts.assume(self.algebra, requirement);
        let result = if self.facts.is_unreachable() { RangeShape::Bottom } else { case(self) };
        self.facts.rollback(scope);
        result
    }

    fn range(&mut self, extent: ExtentId) -> Option<Range> {
        let interval = self.facts.interval(self.algebra.extents_mut(), extent);
        let low = u64::try_from(interval.low().unwrap_or(0).max(0)).ok()?;
        let high = match interval.high() {
            None => None,
            Some(high) => Some(u64::try_from(high).ok()?),
        };
        Range::new(low, high)
    }

    fn tuple(&mut self, extents: &[ExtentId]) -> RangeShape {
        let ranges = extents.iter().map(|&extent| self.range(extent)).collect();
        RangeShape::from_options(ranges, false)
    }

    fn shape(&mut self, shape: ShapeId) -> RangeShape {
        if self.depth >= MAXIMUM_DEPTH {
            return RangeShape::top();
        }
        self.depth += 1;
        self.budget = self.budget.saturating_sub(1);
        let scope = self.facts.push();
        self.facts.assume_legal(self.algebra, shape);
        let by_cases = self.legal_shape(shape);
        let result = by_cases.meet(&self.by_ranges(shape));
        self.facts.rollback(scope);
        self.depth -= 1;
        result
    }

    /// What the ranges of the operands say, whatever their relations are.
    fn by_ranges(&mut self, shape: ShapeId) -> RangeShape {
        match self.algebra.node(shape).clone() {
            Node::Elementwise(semantics, set) => {
                let members = self.algebra.members(set);
                members.into_iter().fold(RangeShape::scalar(), |sum, member| {
                    let next = self.shape(member);
                    transfer::elementwise(semantics, &sum, &next)
                })
            }
            Node::Apply(Operator::SetExtent(axis, extent), operands) => {
                let range = self.range(extent);
                let whole = self.shape(operands[0]);
                whole.with_extent(axis as usize, range)
            }
            Node::Apply(operator, operands) => {
                let ranges: Vec<RangeShape> =
                    operands.iter().map(|&operand| self.shape(operand)).collect();
                transfer::apply(&operator, &ranges)
            }
            Node::Illegal => RangeShape::Bottom,
            Node::Tuple(_) | Node::Variable(_) | Node::Select(..) => RangeShape::top(),
        }
    }

    /// The projection of a shape that the facts know to be legal.
    fn legal_shape(&mut self, shape: ShapeId) -> RangeShape {
        if self.facts.is_unreachable() {
            return RangeShape::Bottom;
        }
        let resolved = self.facts.resolve(self.algebra, shape);
        if let Some(extents) = self.algebra.as_tuple(resolved)
            && !self.mentions_join(&extents)
        {
            return self.tuple(&extents);
        }
        match self.algebra.node(resolved).clone() {
            Node::Illegal => RangeShape::Bottom,
            Node::Variable(_) => RangeShape::top(),
            Node::Select(_, a, b) => {
                let (a, b) = (self.shape(a), self.shape(b));
                a.join(&b)
            }
            _ => self.lazy(shape),
        }
    }

    /// Joins carry less than their operands do: look at those instead.
    fn mentions_join(&self, extents: &[ExtentId]) -> bool {
        extents.iter().any(|&extent| !self.algebra.extents().is_total(extent))
    }

    fn lazy(&mut self, shape: ShapeId) -> RangeShape {
        match self.algebra.node(shape).clone() {
            // Joins of extents are what `by_ranges` computes.
            Node::Elementwise(Semantics::Expand, _) => RangeShape::top(),
            Node::Elementwise(Semantics::Strict, set) => {
                let members = self.algebra.members(set);
                self.split(shape, &members, false)
            }
            Node::Apply(operator, operands) => {
                let zeros = matches!(operator, Operator::Concatenate(..));
                self.split(shape, &operands, zeros)
            }
            Node::Tuple(extents) => self.tuple(&extents),
            Node::Illegal | Node::Variable(_) | Node::Select(..) => RangeShape::top(),
        }
    }

    /// Splits on the first undecided question about the operands.
    fn split(&mut self, shape: ShapeId, operands: &[ShapeId], zeros: bool) -> RangeShape {
        if self.budget == 0 {
            return self.bounded(shape);
        }
        self.budget -= 1;
        for &operand in operands {
            let resolved = self.facts.resolve(self.algebra, operand);
            let Some(extents) = self.algebra.as_tuple(resolved) else {
                return self.split_rank(shape, operands, operand, zeros);
            };
            for extent in extents {
                let mut values = vec![Extents::ONE];
                if zeros {
                    values.push(Extents::ZERO);
                }
                for value in values {
                    let equal = Requirement::Equal(extent, value);
                    if self.facts.truth(self.algebra, &equal) != Truth::Maybe {
                        continue;
                    }
                    let differ = Requirement::Different(extent, value);
                    let first = self.under(equal, |case| case.again(shape, operands, zeros));
                    let second = self.under(differ, |case| case.again(shape, operands, zeros));
                    return first.join(&second);
                }
            }
        }
        self.bounded(shape)
    }

    /// Tries to resolve under the facts of a case, and splits further if not.
    fn again(&mut self, shape: ShapeId, operands: &[ShapeId], zeros: bool) -> RangeShape {
        let requirement = self.algebra.legality(shape);
        let scope = self.facts.push();
        self.facts.assume(self.algebra, requirement);
        let result = if self.facts.is_unreachable() {
            RangeShape::Bottom
        } else {
            let resolved = self.facts.resolve(self.algebra, shape);
            match self.algebra.node(resolved).clone() {
                Node::Illegal => RangeShape::Bottom,
                _ => match self.algebra.as_tuple(resolved) {
                    Some(extents) => self.tuple(&extents),
                    None => self.split(shape, operands, zeros),
                },
            }
        };
        self.facts.rollback(scope);
        result
    }

    /// An operand of unknown rank is a matrix, or it has higher extents.
    fn split_rank(
        &mut self,
        shape: ShapeId,
        operands: &[ShapeId],
        operand: ShapeId,
        zeros: bool,
    ) -> RangeShape {
        let matrix = Requirement::Matrix(operand);
        if self.facts.truth(self.algebra, &matrix) == Truth::Yes
            || !matches!(self.algebra.node(operand), Node::Variable(_))
        {
            return self.bounded(shape);
        }
        let flat = self.under(matrix, |case| case.again(shape, operands, zeros));
        // Matrix operators take an array of higher rank only next to a scalar,
        // and then hand it through.
        let others: Vec<ShapeId> =
            operands.iter().copied().filter(|&other| other != operand).collect();
        let high = match self.algebra.node(shape).clone() {
            Node::Apply(Operator::Transpose | Operator::Power(_), _) => RangeShape::Bottom,
            Node::Apply(
                Operator::Product(_) | Operator::LeftDivide(_) | Operator::RightDivide(_),
                _,
            ) if others.iter().all(|&other| self.surely_not_scalar(other)) => RangeShape::Bottom,
            _ => self.bounded(shape),
        };
        flat.join(&high)
    }

    fn surely_not_scalar(&mut self, shape: ShapeId) -> bool {
        let requirement = self.algebra.scalar_requirement(shape);
        self.facts.truth(self.algebra, &requirement) == Truth::No
    }

    /// What the rank alone says.
    fn bounded(&mut self, shape: ShapeId) -> RangeShape {
        match self.algebra.maximum_rank(shape) {
            Some(rank) => {
                let ranges = (0..rank).map(|axis| {
                    let extent = self.algebra.extent(shape, axis);
                    self.range(extent)
                });
                let ranges = ranges.collect();
                RangeShape::from_options(ranges, false)
            }
            None => RangeShape::top(),
        }
    }
}
