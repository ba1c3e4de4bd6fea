//! Building terms of the theory of ⊕, ⊛, `\`, `/`, `^` and transpose.
//!
//! A new term is looked up by its signature; only if no equal term exists does
//! it get an id of its own. With too many free extents the term is kept in
//! associative-commutative-idempotent form and counted as undecided.

use super::reduce::{Reduced, Reducer};
use super::{Algebra, Node, Operator, Plain, ShapeId, VariableKind};
use crate::semantics::{Dialect, Semantics};
use crate::signature::{Binary, Entry, Leaf, Legality, Loose, Signatures, SupportId, Table, Unit};
use rustc_hash::{FxBuildHasher, FxHashMap};
use smallvec::{SmallVec, smallvec};
use std::borrow::Cow;
use std::hash::BuildHasher as _;

/// How many terms a table may be recomputed through.
const RECOMPUTE_BUDGET: usize = 2048;

/// A node of the theory, seen through its operator.
enum View {
    Leaf(Leaf),
    Fold(Semantics, Vec<ShapeId>),
    Binary(Binary, ShapeId, ShapeId),
    Transpose(ShapeId),
}

impl Algebra {
    /// The operator node for a binary theory operator on two operands.
    fn binary_node(&mut self, operator: Binary, a: ShapeId, b: ShapeId) -> Node {
        let apply = |operator| Node::Apply(operator, smallvec![a, b]);
        match operator {
            Binary::Elementwise(semantics) => {
                let set = |algebra: &mut Algebra, shape: ShapeId| match algebra.node(shape) {
                    Node::Elementwise(other, set) if *other == semantics => *set,
                    _ => algebra.operand_sets.single(shape),
                };
                let (x, y) = (set(self, a), set(self, b));
                Node::Elementwise(semantics, self.operand_sets.union(x, y))
            }
            Binary::Product => apply(Operator::Product(Dialect::Matlab)),
            Binary::LeftDivide => apply(Operator::LeftDivide(Dialect::Matlab)),
            Binary::RightDivide => apply(Operator::RightDivide(Dialect::Matlab)),
            Binary::Power => apply(Operator::Power(Dialect::Matlab)),
        }
    }

    /// Builds a binary theory operator on canonical operands.
    pub(super) fn theory_binary(&mut self, operator: Binary, a: ShapeId, b: ShapeId) -> ShapeId {
        if a == Algebra::ILLEGAL || b == Algebra::ILLEGAL {
            return Algebra::ILLEGAL;
        }
        let commutes = matches!(operator, Binary::Elementwise(_) | Binary::Power);
        let (a, b) = if commutes && b < a { (b, a) } else { (a, b) };
        if operator == Binary::Elementwise(Semantics::Expand) {
            for (whole, part) in [(a, b), (b, a)] {
                if self.absorbs(whole, part) {
                    return whole;
                }
            }
        }
        let unit = match operator {
            Binary::Elementwise(_) if a == b => return a,
            Binary::Elementwise(_) | Binary::Product => (true, true),
            Binary::LeftDivide => (true, false),
            Binary::RightDivide => (false, true),
            Binary::Power => (false, false),
        };
        if unit.0 && a == Algebra::SCALAR {
            return b;
        }
        if unit.1 && b == Algebra::SCALAR {
            return a;
        }
        if let Some(&known) = self.binary_memo.get(&(operator, a, b)) {
            return known;
        }
        let built = self.build_binary(operator, a, b);
        self.binary_memo.insert((operator, a, b), built);
        built
    }

    /// Whether s ⊕ t = s because t is a reduction of s: each of its extents is 1 or that of s,
    /// and it is legal where s is. Of a sum one operand that absorbs is enough.
    fn absorbs(&self, whole: ShapeId, part: ShapeId) -> bool {
        let mut reduced = part;
        while let Node::Apply(Operator::Reduce(..), operands) = self.node(reduced) {
            reduced = operands[0];
            if reduced == whole {
                return true;
            }
            if let Node::Elementwise(Semantics::Expand, set) = self.node(whole)
                && self.operand_sets.contains(*set, reduced)
            {
                return true;
            }
        }
        false
    }

    fn build_binary(&mut self, operator: Binary, a: ShapeId, b: ShapeId) -> ShapeId {
        let mut reducer = Reducer { algebra: self, knowledge: &Plain, assume_legal: false };
        let reduced = match operator {
            Binary::Elementwise(semantics) => reducer.elementwise(semantics, a, b),
            Binary::Product => reducer.product(Dialect::Matlab, a, b),
            Binary::LeftDivide => reducer.left_divide(Dialect::Matlab, a, b),
            Binary::RightDivide => reducer.right_divide(Dialect::Matlab, a, b),
            Binary::Power => reducer.power(Dialect::Matlab, a, b),
        };
        match reduced {
            Reduced::Tuple(extents) => return self.tuple(extents),
            Reduced::Shape(shape) => return shape,
            Reduced::Illegal => return Algebra::ILLEGAL,
            Reduced::Stuck => {}
        }
        self.statistics.theory_terms += 1;
        let readings = {
            let (x, y) = (self.info(a).readings, self.info(b).readings);
            let strict = operator == Binary::Elementwise(Semantics::Strict);
            let expand = operator == Binary::Elementwise(Semantics::Expand);
            (x.0 | y.0 | strict, x.1 | y.1 | expand)
        };
        let (x, y) = (self.support(a), self.support(b));
        let joint = self.supports.union(x, y, readings.0 && readings.1);
        let table = self.feasible(joint).then(|| self.binary_table(operator, a, b, joint));
        match table.flatten() {
            Some(table) => {
                let node = self.binary_node(operator, a, b);
                self.adopt(node, joint, readings, table)
            }
            None => {
                self.statistics.undecided_terms += 1;
                if let Some(simpler) = self.rewrite(operator, a, b) {
                    return simpler;
                }
                let node = self.binary_node(operator, a, b);
                let id = self.intern(node);
                self.nodes[id.0 as usize].support = Some(joint);
                self.nodes[id.0 as usize].readings = readings;
                id
            }
        }
    }

    fn feasible(&self, support: SupportId) -> bool {
        self.supports
            .assignments(support)
            .is_some_and(|assignments| self.signatures.has_room(assignments))
    }

    /// Builds a transpose on a canonical operand.
    pub(super) fn theory_transpose(&mut self, a: ShapeId) -> ShapeId {
        let operands: SmallVec<[ShapeId; 2]> = smallvec![a];
        if let Some(&known) = self.apply_memo.get(&(Operator::Transpose, operands.clone())) {
            return known;
        }
        let mut reducer = Reducer { algebra: self, knowledge: &Plain, assume_legal: false };
        let built = match reducer.transpose(a) {
            Reduced::Tuple(extents) => self.tuple(extents),
            Reduced::Shape(shape) => shape,
            Reduced::Illegal => Algebra::ILLEGAL,
            Reduced::Stuck => self.build_transpose(a),
        };
        self.apply_memo.insert((Operator::Transpose, operands), built);
        built
    }

    fn build_transpose(&mut self, a: ShapeId) -> ShapeId {
        self.statistics.theory_terms += 1;
        let readings = self.info(a).readings;
        let support = self.support(a);
        let node = Node::Apply(Operator::Transpose, smallvec![a]);
        let table = self
            .feasible(support)
            .then(|| self.table_at(a, support).map(|table| table.transpose()));
        match table.flatten() {
            Some(table) => self.adopt(node, support, readings, table),
            None => {
                self.statistics.undecided_terms += 1;
                // (x')' is x if x is a matrix.
                if let Node::Apply(Operator::Transpose, operands) = self.node(a)
                    && self.is_matrix(operands[0])
                {
                    return operands[0];
                }
                let id = self.intern(node);
                self.nodes[id.0 as usize].support = Some(support);
                self.nodes[id.0 as usize].readings = readings;
                id
            }
        }
    }

    /// The term with this table: an existing one, or a new one.
    fn adopt(
        &mut self,
        node: Node,
        support: SupportId,
        readings: (bool, bool),
        table: Table,
    ) -> ShapeId {
        let (support, table) = self.minimise(support, table);
        let hash = Signatures::hash(&table);
        if let Some(existing) = self.signatures.find(support, hash, &table) {
            self.prefer(existing, node);
            return existing;
        }
        let legality = Signatures::legality(&table);
        let total = legality == Legality::Always && self.support_is_total(support);
        if legality == Legality::Never {
            return Algebra::ILLEGAL;
        }
        if total && let Some(fields) = Signatures::as_tuple(&self.supports, support, &table) {
            let units = self.supports.units(support);
            let extents: Option<super::Tuple> = fields
                .into_iter()
                .map(|field| match field {
                    Err(literal) => Some(self.extents.literal(literal)),
                    Ok(position) => match units[position] {
                        Unit::Extent(extent) => Some(extent),
                        Unit::Axis(..) => None,
                    },
                })
                .collect();
            if let Some(extents) = extents {
                return self.tuple(extents);
            }
        }
        let id = self.intern(node);
        let info = &mut self.nodes[id.0 as usize];
        info.support = Some(support);
        info.readings = readings;
        info.legal = total;
        if self.signatures.table(id).is_none() {
            self.signatures.insert(support, hash, table, id);
        }
        id
    }

    /// Drops unknowns the table does not depend on, so that terms which mention
    /// different extents but are equal share a support. Where such an unknown
    /// may be undefined it stays: the term is defined only where it is.
    fn minimise(&mut self, support: SupportId, table: Table) -> (SupportId, Table) {
        let (mut support, mut table) = (support, table);
        while let Some((unit, smaller)) =
            self.supports.irrelevant(support, &table, |extent| self.extents.is_total(extent))
        {
            table = smaller;
            support = self.supports.without(support, unit);
        }
        (support, table)
    }

    /// Remembers a better way to write a term: smaller, or a sum among equals.
    fn prefer(&mut self, shape: ShapeId, node: Node) {
        let size = self.node_size(&node);
        let is_sum = |node: &Node| matches!(node, Node::Elementwise(..));
        let info = &mut self.nodes[shape.0 as usize];
        let current = info.display.as_deref().unwrap_or(&info.node);
        if size < info.size || (size == info.size && is_sum(&node) && !is_sum(current)) {
            info.size = size;
            info.display = Some(Box::new(node));
        }
    }

    /// Whether every unknown of the support has a value on every run.
    fn support_is_total(&self, support: SupportId) -> bool {
        self.supports.units(support).into_iter().all(|unit| match unit {
            Unit::Extent(extent) => self.extents.is_total(extent),
            Unit::Axis(shape, _) => self.info(shape).legal,
        })
    }

    /// Rules that hold in both readings, for terms too large to tabulate.
    fn rewrite(&mut self, operator: Binary, a: ShapeId, b: ShapeId) -> Option<ShapeId> {
        let square = |algebra: &Algebra, shape: ShapeId| match algebra.node(shape) {
            Node::Apply(Operator::Product(Dialect::Matlab), operands)
                if operands[0] == operands[1] =>
            {
                Some(operands[0])
            }
            _ => None,
        };
        match operator {
            // s(ss) = (ss)s = (ss)(ss) = ss.
            Binary::Product => {
                if square(self, b) == Some(a) {
                    return Some(b);
                }
                let squared = square(self, a);
                (squared == Some(b) || (squared.is_some() && a == b)).then_some(a)
            }
            Binary::Elementwise(semantics) => {
                // s ⊕ ss = ss, wherever the two meet in a sum.
                for (sum, part) in [(a, b), (b, a)] {
                    let Node::Elementwise(other, set) = *self.node(sum) else {
                        if square(self, sum) == Some(part) {
                            return Some(sum);
                        }
                        continue;
                    };
                    if other != semantics {
                        continue;
                    }
                    if self.operand_sets.contains(set, part) {
                        return Some(sum);
                    }
                    let doubled =
                        Node::Apply(Operator::Product(Dialect::Matlab), smallvec![part, part]);
                    let hash = FxBuildHasher.hash_one(&doubled);
                    if let Some(doubled) = self.find_node(hash, &doubled)
                        && self.operand_sets.contains(set, doubled)
                    {
                        return Some(sum);
                    }
                    if let Some(root) = square(self, part)
                        && self.operand_sets.contains(set, root)
                        && let Some(rest) = self.operand_sets.without(set, root)
                    {
                        let single = self.operand_sets.single(part);
                        let union = self.operand_sets.union(rest, single);
                        let node = Node::Elementwise(semantics, union);
                        return Some(self.intern(node));
                    }
                }
                None
            }
            Binary::LeftDivide | Binary::RightDivide | Binary::Power => None,
        }
    }

    /// How the theory sees a shape.
    fn view(&mut self, shape: ShapeId) -> View {
        match self.node(shape).clone() {
            Node::Elementwise(semantics, set) => {
                return View::Fold(semantics, self.operand_sets.members(set));
            }
            Node::Apply(operator, operands) => {
                let binary = match operator {
                    Operator::Product(Dialect::Matlab) => Some(Binary::Product),
                    Operator::LeftDivide(Dialect::Matlab) => Some(Binary::LeftDivide),
                    Operator::RightDivide(Dialect::Matlab) => Some(Binary::RightDivide),
                    Operator::Power(Dialect::Matlab) => Some(Binary::Power),
                    Operator::Transpose => return View::Transpose(operands[0]),
                    _ => None,
                };
                if let Some(binary) = binary {
                    return View::Binary(binary, operands[0], operands[1]);
                }
            }
            Node::Illegal | Node::Tuple(_) | Node::Variable(_) | Node::Select(..) => {}
        }
        View::Leaf(self.leaf(shape))
    }

    fn leaf(&mut self, shape: ShapeId) -> Leaf {
        let rank = match self.node(shape).clone() {
            Node::Tuple(extents) => {
                let entries = extents.iter().map(|&extent| match self.extents.as_literal(extent) {
                    Some(value) => Entry::Literal(value),
                    None => Entry::Free(extent),
                });
                return Leaf::Tuple(entries.collect());
            }
            Node::Variable(variable) => match self.variables[variable.0 as usize].kind {
                VariableKind::Matrix => Some(2),
                VariableKind::AnyRank => None,
            },
            _ => self.maximum_rank(shape),
        };
        match rank {
            Some(rank) => Leaf::Tuple(
                (0..rank.max(2))
                    .map(|axis| {
                        let extent = self.extent_of_leaf(shape, axis);
                        match self.extents.as_literal(extent) {
                            Some(value) => Entry::Literal(value),
                            None => Entry::Free(extent),
                        }
                    })
                    .collect(),
            ),
            None => {
                let first = self.extent_of_leaf(shape, 0);
                let second = self.extent_of_leaf(shape, 1);
                Leaf::Loose(Loose { shape, first, second })
            }
        }
    }

    /// The support of a shape; theory operators have theirs from construction.
    pub(super) fn support(&mut self, shape: ShapeId) -> SupportId {
        if let Some(support) = self.info(shape).support {
            return support;
        }
        let leaf = self.leaf(shape);
        let support = self.supports.of_leaf(&leaf);
        self.nodes[shape.0 as usize].support = Some(support);
        if self.feasible(support)
            && let Some(table) = self.supports.leaf_table(support, &leaf)
        {
            // Registering leaves lets terms that equal one find it.
            let hash = Signatures::hash(&table);
            self.signatures.insert(support, hash, table, shape);
        }
        support
    }

    fn binary_table(
        &mut self,
        operator: Binary,
        a: ShapeId,
        b: ShapeId,
        support: SupportId,
    ) -> Option<Table> {
        // Operands are usually over the same support already: borrow them.
        if self.info(a).support != Some(support) || self.signatures.table(a).is_none() {
            let x = self.table_at(a, support)?.into_owned();
            let y = self.table_at(b, support)?;
            return Table::binary(operator, &x, &y);
        }
        if self.info(b).support != Some(support) || self.signatures.table(b).is_none() {
            let y = self.table_at(b, support)?.into_owned();
            let x = self.signatures.table(a)?;
            return Table::binary(operator, x, &y);
        }
        Table::binary(operator, self.signatures.table(a)?, self.signatures.table(b)?)
    }

    /// The table of a term over a support that contains its own.
    pub(super) fn table_at(
        &mut self,
        shape: ShapeId,
        support: SupportId,
    ) -> Option<Cow<'_, Table>> {
        let own = self.support(shape);
        if own == support && self.signatures.table(shape).is_some() {
            return self.signatures.table(shape).map(Cow::Borrowed);
        }
        let lifted =
            self.signatures.table(shape).and_then(|table| self.supports.lift(own, support, table));
        match lifted {
            Some(table) => Some(Cow::Owned(table)),
            None => self.recompute(shape, support).map(Cow::Owned),
        }
    }

    /// Recomputes a table from the leaves, without recursion.
    fn recompute(&mut self, shape: ShapeId, support: SupportId) -> Option<Table> {
        let mut tables: FxHashMap<ShapeId, Table> = FxHashMap::default();
        let mut pending = vec![shape];
        let mut visited = 0;
        while let Some(&current) = pending.last() {
            visited += 1;
            if visited > RECOMPUTE_BUDGET {
                return None;
            }
            if tables.contains_key(&current) {
                pending.pop();
                continue;
            }
            let view = self.view(current);
            let operands: Vec<ShapeId> = match &view {
                View::Leaf(_) => Vec::new(),
                View::Fold(_, members) => members.clone(),
                View::Binary(_, a, b) => vec![*a, *b],
                View::Transpose(a) => vec![*a],
            };
            let missing: Vec<ShapeId> =
                operands.into_iter().filter(|operand| !tables.contains_key(operand)).collect();
            if !missing.is_empty() {
                pending.extend(missing);
                continue;
            }
            let table = match view {
                View::Leaf(leaf) => self.supports.leaf_table(support, &leaf)?,
                View::Fold(semantics, members) => {
                    let (first, rest) = members.split_first()?;
                    let mut table = tables.get(first)?.clone();
                    for member in rest {
                        let operator = Binary::Elementwise(semantics);
                        table = Table::binary(operator, &table, tables.get(member)?)?;
                    }
                    table
                }
                View::Binary(operator, a, b) => {
                    Table::binary(operator, tables.get(&a)?, tables.get(&b)?)?
                }
                View::Transpose(a) => tables.get(&a)?.transpose(),
            };
            tables.insert(current, table);
            pending.pop();
        }
        tables.remove(&shape)
    }
}
