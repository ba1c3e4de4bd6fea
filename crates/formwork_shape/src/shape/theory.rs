//! Building terms of the theory of ⊕, ⊛, `\`, `/`, `^` and transpose.
//!
//! A new term is looked up by its signature; only if no equal term exists does
//! it get an id of its own. With too many free extents the term is kept in
//! associative-commutative-idempotent form and counted as undecided.

use super::reduce::{Reduced, Reducer};
use super::{Algebra, Assignment, Node, Operator, Plain, ShapeId, VariableId, VariableKind};
use crate::concrete::ConcreteShape;
use crate::decide::Relation;
use crate::extent::{Measure, Unknown};
use crate::semantics::{Dialect, Semantics};
use crate::signature::{Binary, Entry, Leaf, Legality, Loose, Signatures, SupportId, Table, Unit};
use rustc_hash::FxHashMap;
use smallvec::{SmallVec, smallvec};
use std::borrow::Cow;

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
        let current = info.display.as_ref().unwrap_or(&info.node);
        if size < info.size || (size == info.size && is_sum(&node) && !is_sum(current)) {
            info.size = size;
            info.display = Some(node);
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
                    if let Some(&doubled) = self.node_ids.get(&doubled)
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
    fn support(&mut self, shape: ShapeId) -> SupportId {
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
    fn table_at(&mut self, shape: ShapeId, support: SupportId) -> Option<Cow<'_, Table>> {
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

/// The joint model of several terms.
struct Model {
    support: SupportId,
    assignments: usize,
}

impl Algebra {
    /// The model that decides a relation between a term and alternatives.
    ///
    /// One alternative needs two fresh values. With m alternatives, all m
    /// differences must survive the map of Note "The small model": a graph of
    /// m edges is c-colourable unless c(c+1)/2 ≤ m, and each difference may
    /// need a higher axis of its own where ⊕ expands.
    fn model(&mut self, a: ShapeId, alternatives: &[ShapeId]) -> Option<Model> {
        let mut support = self.support(a);
        let mut readings = self.info(a).readings;
        for &alternative in alternatives {
            let other = self.support(alternative);
            let more = self.info(alternative).readings;
            readings = (readings.0 | more.0, readings.1 | more.1);
            support = self.supports.union(support, other, readings.0 && readings.1);
        }
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
        let table = self.table_at(a, model.support)?.into_owned();
        let mut others = Vec::with_capacity(alternatives.len());
        for &alternative in alternatives {
            others.push(self.table_at(alternative, model.support)?.into_owned());
        }
        let fails = |assignment: usize| {
            let (illegal, word) = table.word(assignment);
            others.iter().all(|other| {
                let (other_illegal, other_word) = other.word(assignment);
                let same = word == other_word;
                !match relation {
                    Relation::Equal => same,
                    Relation::Refines => illegal || same,
                    Relation::Agrees => illegal || other_illegal || same,
                }
            })
        };
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
            .filter(|&assignment| fails(assignment))
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
}
