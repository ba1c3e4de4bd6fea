//! The public constructors. Each returns the normal form.

use super::reduce::{Reduced, Reducer};
use super::{
    Algebra, Node, NodeInfo, Operator, Plain, SelectorId, ShapeId, Variable, VariableId,
    VariableKind,
};
use crate::concrete::{Bound, ConcreteShape, Subscript};
use crate::extent::{ExtentId, Extents, Measure, Unknown};
use crate::semantics::{Dialect, EmptyRule, Reduction, Semantics, Truth};
use crate::signature::Binary;
use rustc_hash::FxBuildHasher;
use smallvec::{SmallVec, smallvec};
use std::hash::BuildHasher as _;

impl Algebra {
    pub(super) fn intern(&mut self, node: Node) -> ShapeId {
        let hash = FxBuildHasher.hash_one(&node);
        if let Some(id) = self.find_node(hash, &node) {
            return id;
        }
        let earlier = self.node_ids.get(&hash).copied();
        let id = self.add_node(node, earlier);
        self.node_ids.insert(hash, id);
        id
    }

    fn add_node(&mut self, node: Node, earlier: Option<ShapeId>) -> ShapeId {
        let info = NodeInfo {
            legal: self.node_is_legal(&node),
            maximum_rank: self.node_rank(&node),
            readings: (false, false),
            support: None,
            size: self.node_size(&node),
            display: None,
            earlier,
            node,
        };
        let id = ShapeId(u32::try_from(self.nodes.len()).unwrap_or(u32::MAX));
        self.nodes.push(info);
        id
    }

    /// Operators needed to write the node, given the sizes of its operands.
    pub(super) fn node_size(&self, node: &Node) -> u32 {
        let sum = |shapes: &[ShapeId], own: u32| {
            shapes.iter().fold(own, |sum, &shape| sum.saturating_add(self.info(shape).size))
        };
        match node {
            Node::Illegal | Node::Tuple(_) | Node::Variable(_) => 0,
            Node::Elementwise(_, set) => {
                let count = self.operand_sets.len(*set);
                // Exact sizes matter only for small terms, which are printed.
                if count > 16 { count } else { sum(&self.operand_sets.members(*set), count - 1) }
            }
            Node::Apply(_, operands) => sum(operands, 1),
            Node::Select(_, a, b) => sum(&[*a, *b], 1),
        }
    }

    fn node_is_legal(&self, node: &Node) -> bool {
        match node {
            Node::Illegal => false,
            Node::Tuple(_) | Node::Variable(_) => true,
            Node::Elementwise(..) => false,
            // These fail on no operand.
            Node::Apply(
                Operator::Squeeze | Operator::Reduce(..) | Operator::IndexLinear,
                operands,
            ) => operands.iter().all(|&operand| self.info(operand).legal),
            Node::Apply(..) => false,
            Node::Select(_, a, b) => self.info(*a).legal && self.info(*b).legal,
        }
    }

    fn node_rank(&self, node: &Node) -> Option<u32> {
        let rank = |shape: ShapeId| self.maximum_rank(shape);
        let wide = |length: usize| u32::try_from(length.max(2)).ok();
        match node {
            Node::Illegal => Some(2),
            Node::Tuple(extents) => wide(extents.len()),
            Node::Variable(variable) => match self.variables[variable.0 as usize].kind {
                VariableKind::AnyRank => None,
                VariableKind::Matrix => Some(2),
            },
            Node::Elementwise(_, set) => {
                if self.operand_sets.len(*set) > 16 {
                    return None;
                }
                self.operand_sets
                    .members(*set)
                    .into_iter()
                    .try_fold(2, |most, member| Some(most.max(rank(member)?)))
            }
            Node::Apply(operator, operands) => match (operator, operands.as_slice()) {
                (Operator::Product(_), [a, b]) => Some(rank(*a)?.max(rank(*b)?)),
                (Operator::LeftDivide(_), [_, b]) => rank(*b),
                (Operator::RightDivide(_), [a, _]) => rank(*a),
                (
                    Operator::Power(_)
                    | Operator::Transpose
                    | Operator::Kron(_)
                    | Operator::Diagonal,
                    _,
                ) => Some(2),
                (Operator::Permute(order), _) => wide(order.len()),
                (Operator::Squeeze | Operator::Reduce(..), [a]) => rank(*a),
                (Operator::DeleteSlice(axis, _) | Operator::SetExtent(axis, _), [a]) => {
                    Some(rank(*a)?.max(axis.saturating_add(1)))
                }
                (Operator::Concatenate(axis, _), [a, b]) => {
                    Some(rank(*a)?.max(rank(*b)?).max(axis.saturating_add(1)))
                }
                (Operator::Reshape(extents), _) => wide(extents.len()),
                (Operator::Repmat(copies), [a]) => Some(rank(*a)?.max(wide(copies.len())?)),
                (Operator::IndexLinear, [a, index]) => Some(rank(*a)?.max(rank(*index)?)),
                (Operator::IndexLogical(_), [a, _]) => rank(*a),
                (Operator::IndexMany(subscripts), _) => wide(subscripts.len()),
                (Operator::AssignLinear(..) | Operator::DeleteLinear(_), [a]) => rank(*a),
                (Operator::AssignMany(bounds), [a]) => Some(rank(*a)?.max(wide(bounds.len())?)),
                _ => None,
            },
            Node::Select(_, a, b) => Some(rank(*a)?.max(rank(*b)?)),
        }
    }

    /// A tuple of extents. Literal ones beyond the second are dropped; a
    /// negative literal extent is illegal.
    pub fn tuple(&mut self, extents: impl IntoIterator<Item = ExtentId>) -> ShapeId {
        let mut extents: super::Tuple = extents.into_iter().collect();
        while extents.len() < 2 {
            extents.push(Extents::ONE);
        }
        while extents.len() > 2 && extents.last() == Some(&Extents::ONE) {
            extents.pop();
        }
        if extents.iter().any(|&extent| {
            self.extents.interval(extent).high() < Some(0)
                && self.extents.interval(extent).high().is_some()
        }) {
            return Algebra::ILLEGAL;
        }
        // The tuple of a matrix variable's own extents is the variable.
        if let [rows, columns] = extents.as_slice()
            && let Some(Unknown::Measure(shape, Measure::Extent(0))) =
                self.extents.as_unknown(*rows)
            && let Some(Unknown::Measure(other, Measure::Extent(1))) =
                self.extents.as_unknown(*columns)
            && shape == other
            && self.is_matrix(shape)
            && matches!(self.node(shape), Node::Variable(_))
        {
            return shape;
        }
        self.intern(Node::Tuple(extents))
    }

    /// A tuple of literal extents.
    pub fn literal(&mut self, shape: &ConcreteShape) -> ShapeId {
        let extents: Vec<ExtentId> = shape
            .extents()
            .iter()
            .map(|&extent| self.extents.literal(i64::try_from(extent).unwrap_or(i64::MAX)))
            .collect();
        self.tuple(extents)
    }

    /// Whether all extents of a shape are literals.
    pub fn is_concrete(&self, shape: ShapeId) -> bool {
        match self.node(shape) {
            Node::Tuple(extents) => extents
                .iter()
                .all(|&extent| self.extents.as_literal(extent).is_some_and(|literal| literal >= 0)),
            _ => false,
        }
    }

    /// The value of a shape all of whose extents are literals.
    pub fn as_concrete(&self, shape: ShapeId) -> Option<ConcreteShape> {
        let Node::Tuple(extents) = self.node(shape) else { return None };
        let extents: Option<Vec<u64>> = extents
            .iter()
            .map(|&extent| u64::try_from(self.extents.as_literal(extent)?).ok())
            .collect();
        extents.map(ConcreteShape::new)
    }

    /// A shape variable. Asking again for a name gives the same variable, of
    /// the kind it was first given.
    pub fn variable(&mut self, name: &str, kind: VariableKind) -> ShapeId {
        if let Some(&id) = self.variable_ids.get(name) {
            return self.variables[id.0 as usize].shape;
        }
        let shape = self.new_variable(name.to_owned(), kind);
        if let Node::Variable(id) = *self.node(shape) {
            self.variable_ids.insert(name.to_owned(), id);
        }
        shape
    }

    /// A shape variable whose name nobody asks for again.
    pub(super) fn new_variable(&mut self, name: String, kind: VariableKind) -> ShapeId {
        let id = VariableId(u32::try_from(self.variables.len()).unwrap_or(u32::MAX));
        self.variables.push(Variable { name, kind, shape: Algebra::ILLEGAL, extents: None });
        let shape = self.add_node(Node::Variable(id), None);
        self.variables[id.0 as usize].shape = shape;
        if kind == VariableKind::Matrix {
            let extents = [self.extent(shape, 0), self.extent(shape, 1)];
            self.variables[id.0 as usize].extents = Some(extents);
        }
        shape
    }

    /// A new selector, described in the user's words.
    pub fn selector(&mut self, description: &str) -> SelectorId {
        let id = SelectorId(u32::try_from(self.selectors.len()).unwrap_or(u32::MAX));
        self.selectors.push(description.to_owned());
        id
    }

    /// The description of a selector.
    pub fn selector_name(&self, selector: SelectorId) -> &str {
        self.selectors.get(selector.0 as usize).map_or("?", String::as_str)
    }

    /// ⊕ in the given reading.
    pub fn elementwise(&mut self, semantics: Semantics, a: ShapeId, b: ShapeId) -> ShapeId {
        self.theory_binary(Binary::Elementwise(semantics), a, b)
    }

    /// Whether Octave's flattening can make no difference for an operand.
    fn dialects_agree(&self, a: ShapeId, b: ShapeId) -> bool {
        self.is_matrix(a) && self.is_matrix(b)
    }

    /// Matrix product ⊛.
    pub fn product(&mut self, dialect: Dialect, a: ShapeId, b: ShapeId) -> ShapeId {
        if dialect == Dialect::Matlab || self.dialects_agree(a, b) {
            return self.theory_binary(Binary::Product, a, b);
        }
        if a == Algebra::SCALAR {
            return b;
        }
        if b == Algebra::SCALAR {
            return a;
        }
        self.apply(Operator::Product(dialect), smallvec![a, b])
    }

    /// Left division `a \ b`.
    pub fn left_divide(&mut self, dialect: Dialect, a: ShapeId, b: ShapeId) -> ShapeId {
        if dialect == Dialect::Matlab || self.dialects_agree(a, b) {
            return self.theory_binary(Binary::LeftDivide, a, b);
        }
        if a == Algebra::SCALAR {
            return b;
        }
        self.apply(Operator::LeftDivide(dialect), smallvec![a, b])
    }

    /// Right division `a / b`.
    pub fn right_divide(&mut self, dialect: Dialect, a: ShapeId, b: ShapeId) -> ShapeId {
        if dialect == Dialect::Matlab || self.dialects_agree(a, b) {
            return self.theory_binary(Binary::RightDivide, a, b);
        }
        if b == Algebra::SCALAR {
            return a;
        }
        self.apply(Operator::RightDivide(dialect), smallvec![a, b])
    }

    /// Matrix power `a ^ b`.
    pub fn power(&mut self, dialect: Dialect, a: ShapeId, b: ShapeId) -> ShapeId {
        match dialect {
            Dialect::Matlab => self.theory_binary(Binary::Power, a, b),
            // Octave differs on empty arrays.
            Dialect::Octave => self.apply(Operator::Power(dialect), smallvec![a, b]),
        }
    }

    /// Transpose.
    pub fn transpose(&mut self, a: ShapeId) -> ShapeId {
        if a == Algebra::ILLEGAL {
            return a;
        }
        self.theory_transpose(a)
    }

    /// Axis `i` of the result is axis `order[i]` of the operand.
    pub fn permute(&mut self, a: ShapeId, order: &[u32]) -> ShapeId {
        self.apply(Operator::Permute(order.iter().copied().collect()), smallvec![a])
    }

    /// Drops unit extents above rank two.
    pub fn squeeze(&mut self, a: ShapeId) -> ShapeId {
        self.apply(Operator::Squeeze, smallvec![a])
    }

    /// Concatenation along a zero-based axis, from the left.
    pub fn concatenate(&mut self, axis: u32, rule: EmptyRule, operands: &[ShapeId]) -> ShapeId {
        let Some((&first, rest)) = operands.split_first() else {
            return self.tuple([Extents::ZERO, Extents::ZERO]);
        };
        rest.iter().fold(first, |left, &right| {
            self.apply(Operator::Concatenate(axis, rule), smallvec![left, right])
        })
    }

    /// A reduction along a zero-based axis, or the first extent that is not 1.
    pub fn reduce(
        &mut self,
        style: Reduction,
        axis: Option<u32>,
        dialect: Dialect,
        a: ShapeId,
    ) -> ShapeId {
        self.apply(Operator::Reduce(style, axis, dialect), smallvec![a])
    }

    /// One extent replaced.
    pub fn set_extent(&mut self, a: ShapeId, axis: u32, extent: ExtentId) -> ShapeId {
        self.apply(Operator::SetExtent(axis, extent), smallvec![a])
    }

    /// New extents, at most one of them free (`None`).
    pub fn reshape(&mut self, a: ShapeId, extents: &[Option<ExtentId>]) -> ShapeId {
        self.apply(Operator::Reshape(extents.iter().copied().collect()), smallvec![a])
    }

    /// Copies along each axis.
    pub fn repmat(&mut self, a: ShapeId, copies: &[ExtentId]) -> ShapeId {
        self.apply(Operator::Repmat(copies.iter().copied().collect()), smallvec![a])
    }

    /// Kronecker product.
    pub fn kron(&mut self, dialect: Dialect, a: ShapeId, b: ShapeId) -> ShapeId {
        let dialect = if self.dialects_agree(a, b) { Dialect::Matlab } else { dialect };
        self.apply(Operator::Kron(dialect), smallvec![a, b])
    }

    /// `diag` with one argument.
    pub fn diagonal(&mut self, a: ShapeId) -> ShapeId {
        self.apply(Operator::Diagonal, smallvec![a])
    }

    /// The row `first : step : last`.
    pub fn range(&mut self, first: ExtentId, step: ExtentId, last: ExtentId) -> ShapeId {
        let count = self.extents.range_count(first, step, last);
        self.tuple([Extents::ONE, count])
    }

    /// `a(i)` with an index array.
    pub fn index_linear(&mut self, a: ShapeId, index: ShapeId) -> ShapeId {
        self.apply(Operator::IndexLinear, smallvec![a, index])
    }

    /// `a(:)`.
    pub fn vectorise(&mut self, a: ShapeId) -> ShapeId {
        self.reshape(a, &[None, Some(Extents::ONE)])
    }

    /// `a(mask)` with that many true elements.
    pub fn index_logical(&mut self, a: ShapeId, mask: ShapeId, count: ExtentId) -> ShapeId {
        self.apply(Operator::IndexLogical(count), smallvec![a, mask])
    }

    /// `a(i, j, …)`.
    pub fn index_many(&mut self, a: ShapeId, subscripts: &[Subscript<ExtentId>]) -> ShapeId {
        self.apply(Operator::IndexMany(subscripts.iter().copied().collect()), smallvec![a])
    }

    /// `a(i) = v` with the largest subscript.
    pub fn assign_linear(&mut self, dialect: Dialect, a: ShapeId, bound: ExtentId) -> ShapeId {
        self.apply(Operator::AssignLinear(dialect, bound), smallvec![a])
    }

    /// `a(i, j, …) = v` with the largest subscripts.
    pub fn assign_many(&mut self, a: ShapeId, bounds: &[Bound<ExtentId>]) -> ShapeId {
        self.apply(Operator::AssignMany(bounds.iter().copied().collect()), smallvec![a])
    }

    /// `a(…, i, …) = []` with that many distinct subscripts.
    pub fn delete_slice(&mut self, a: ShapeId, axis: u32, count: ExtentId) -> ShapeId {
        self.apply(Operator::DeleteSlice(axis, count), smallvec![a])
    }

    /// `a(i) = []` with that many distinct subscripts. Octave turns a matrix
    /// into a row or a column depending on the subscripts themselves, so there
    /// several deletions from what may be a matrix give either.
    pub fn delete_linear(&mut self, dialect: Dialect, a: ShapeId, count: ExtentId) -> ShapeId {
        let row = self.apply(Operator::DeleteLinear(count), smallvec![a]);
        let single = self.extents.equal(count, Extents::ONE).is_yes();
        if dialect == Dialect::Matlab || single || row == Algebra::ILLEGAL {
            return row;
        }
        let vector = self.as_tuple(a).is_some_and(|extents| match extents.as_slice() {
            [rows, columns] => {
                self.extents.is_one(*rows).is_yes() || self.extents.is_one(*columns).is_yes()
            }
            _ => false,
        });
        if vector {
            return row;
        }
        let column = self.transpose(row);
        let selector = self.selector("the deleted subscripts are scattered");
        self.select(selector, row, column)
    }

    /// Φ: the first shape if the selector is false, the second if it is true.
    pub fn select(&mut self, selector: SelectorId, a: ShapeId, b: ShapeId) -> ShapeId {
        // Under one value of the selector, a nested choice is made already.
        let a = match self.node(a) {
            Node::Select(other, first, _) if *other == selector => *first,
            _ => a,
        };
        let b = match self.node(b) {
            Node::Select(other, _, second) if *other == selector => *second,
            _ => b,
        };
        if a == b { a } else { self.intern(Node::Select(selector, a, b)) }
    }

    /// Builds any operator application in normal form.
    pub fn apply(&mut self, operator: Operator, operands: SmallVec<[ShapeId; 2]>) -> ShapeId {
        if operands.contains(&Algebra::ILLEGAL) {
            return Algebra::ILLEGAL;
        }
        match (&operator, operands.as_slice()) {
            (Operator::Product(Dialect::Matlab), [a, b]) => {
                return self.theory_binary(Binary::Product, *a, *b);
            }
            (Operator::LeftDivide(Dialect::Matlab), [a, b]) => {
                return self.theory_binary(Binary::LeftDivide, *a, *b);
            }
            (Operator::RightDivide(Dialect::Matlab), [a, b]) => {
                return self.theory_binary(Binary::RightDivide, *a, *b);
            }
            (Operator::Power(Dialect::Matlab), [a, b]) => {
                return self.theory_binary(Binary::Power, *a, *b);
            }
            (Operator::Transpose, [a]) => return self.theory_transpose(*a),
            _ => {}
        }
        let key = (operator, operands);
        if let Some(&known) = self.apply_memo.get(&key) {
            return known;
        }
        let mut reducer = Reducer { algebra: self, knowledge: &Plain, assume_legal: false };
        let built = match reducer.reduce(&key.0, &key.1) {
            Reduced::Tuple(extents) => self.tuple(extents),
            Reduced::Shape(shape) => shape,
            Reduced::Illegal => Algebra::ILLEGAL,
            Reduced::Stuck => self.intern(Node::Apply(key.0.clone(), key.1.clone())),
        };
        self.apply_memo.insert(key, built);
        built
    }

    /// Whether two shapes are equal as functions of their unknowns.
    pub fn same(&mut self, a: ShapeId, b: ShapeId) -> Truth {
        if a == b {
            return Truth::Yes;
        }
        match (self.as_tuple(a), self.as_tuple(b)) {
            (Some(x), Some(y)) => (0..x.len().max(y.len())).fold(Truth::Yes, |same, axis| {
                let at = |tuple: &super::Tuple| tuple.get(axis).copied().unwrap_or(Extents::ONE);
                same.and(self.extents.equal(at(&x), at(&y)))
            }),
            _ if a == Algebra::ILLEGAL || b == Algebra::ILLEGAL => {
                !self.is_legal(if a == Algebra::ILLEGAL { b } else { a })
            }
            _ => Truth::Maybe,
        }
    }
}
