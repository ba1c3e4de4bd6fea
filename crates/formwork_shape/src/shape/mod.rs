//! Shapes: hash-consed terms in an arena.
//!
//! [`Algebra`] owns extents and shapes of one analysis. Building a term puts it
//! in normal form: a tuple where the rank is known and legality provable, the
//! illegal shape where it is refuted, otherwise a lazy term. Terms that are
//! equal in the theory of the elementwise and matrix operators get the same id
//! (`theory`), the other operators reduce by their own rules (`reduce_*`).
//!
//! Note "Legality". A shape is a partial function of its unknowns; the illegal
//! shape π is the value elsewhere, and ids are equal only if the functions are,
//! π included. A tuple is legal wherever its extents are defined. Extents that
//! are undefined somewhere (see [`crate::extent`]) enter tuples only through
//! [`Algebra::resolve`], whose result speaks only of runs on which the term is
//! legal.

mod build;
mod display;
mod entail;
mod evaluate;
mod generic;
mod operands;
mod operator;
mod reduce;
mod reduce_arrange;
mod reduce_index;
mod reduce_matrix;
mod renew;
mod substitute;
mod theory;

pub use crate::ids::ShapeId;
pub use evaluate::Assignment;
pub use generic::{GenericReading, Usual};
pub use operands::OperandSet;
pub use operator::Operator;
pub(crate) use reduce::Knowledge;
use reduce::Plain;
pub use renew::Stock;
pub(crate) use substitute::Resolver;
pub use substitute::Substitution;

use crate::extent::{Congruence, ExtentId, Extents, Interval, Measure, Unknown};
use crate::semantics::{Semantics, Truth};
use crate::signature::{Binary, Signatures, SupportId, Supports};
use operands::OperandSets;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::fmt;

/// A shape variable.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct VariableId(u32);

impl VariableId {
    /// Which of the variables of its algebra it is.
    #[must_use]
    pub fn number(self) -> u32 {
        self.0
    }
}

impl fmt::Debug for VariableId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "v{}", self.0)
    }
}

/// A run-time condition that selects between two shapes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SelectorId(u32);

impl fmt::Debug for SelectorId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "p{}", self.0)
    }
}

/// What is known of a shape variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum VariableKind {
    /// Any legal shape.
    AnyRank,
    /// Any matrix.
    Matrix,
}

/// The extents of a tuple.
pub type Tuple = SmallVec<[ExtentId; 4]>;

/// The structure of a shape.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Node {
    /// π: the operation fails.
    Illegal,
    /// Known extents; literal ones beyond the second are not listed.
    Tuple(Tuple),
    /// The legal shape of some array.
    Variable(VariableId),
    /// ⊕ of a set of shapes.
    Elementwise(Semantics, OperandSet),
    /// Any other operator whose result is not a tuple.
    Apply(Operator, SmallVec<[ShapeId; 2]>),
    /// The first shape if the selector is false, the second if it is true.
    Select(SelectorId, ShapeId, ShapeId),
}

#[derive(Clone, Debug)]
struct Variable {
    name: String,
    kind: VariableKind,
    shape: ShapeId,
    /// The two extents of a matrix variable, once the shape exists.
    extents: Option<[ExtentId; 2]>,
}

#[derive(Clone, Debug)]
struct NodeInfo {
    node: Node,
    /// Legal whatever the unknowns are (where its extents are defined).
    legal: bool,
    /// No legal value has more extents than this.
    maximum_rank: Option<u32>,
    /// Which readings of ⊕ occur: strict, expanding.
    readings: (bool, bool),
    support: Option<SupportId>,
    /// Operators in the smallest known way to write the term.
    size: u32,
    /// A smaller way to write the term than `node`.
    display: Option<Box<Node>>,
    /// An earlier shape whose node has the same hash.
    earlier: Option<ShapeId>,
}

/// How often construction met the limits of the decision procedure.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// Theory operators built, not counting repetitions.
    pub theory_terms: u64,
    /// Of those, how many had too many free extents to be decided.
    pub undecided_terms: u64,
}

/// Premises, and the shape that is legal or equal to another where they hold.
type Consequence = (SmallVec<[ShapeId; 8]>, ShapeId, Option<ShapeId>);

/// The extents and shapes of one analysis.
#[derive(Clone, Debug)]
pub struct Algebra {
    extents: Extents,
    variables: Vec<Variable>,
    /// The variables that can be asked for by name again.
    variable_ids: FxHashMap<String, VariableId>,
    selectors: Vec<String>,
    nodes: Vec<NodeInfo>,
    /// The latest shape whose node has a hash; each knows the one before.
    node_ids: FxHashMap<u64, ShapeId>,
    binary_memo: FxHashMap<(Binary, ShapeId, ShapeId), ShapeId>,
    apply_memo: FxHashMap<(Operator, SmallVec<[ShapeId; 2]>), ShapeId>,
    /// Whether a shape has only values of others, or only legal ones of them.
    pub(crate) covers: FxHashMap<(ShapeId, SmallVec<[ShapeId; 4]>, bool), bool>,
    /// What was found to follow from premises, or not: that a shape is legal, or is another.
    consequences: FxHashMap<Consequence, bool>,
    operand_sets: OperandSets,
    supports: Supports,
    signatures: Signatures,
    statistics: Statistics,
    reading: Semantics,
    /// Whether joins take shapes as they are.
    joins_quickly: bool,
}

impl Default for Algebra {
    fn default() -> Algebra {
        Algebra::new()
    }
}

impl Algebra {
    /// An arena that knows only the illegal and the scalar shape.
    pub fn new() -> Algebra {
        let mut algebra = Algebra {
            extents: Extents::new(),
            variables: Vec::new(),
            variable_ids: FxHashMap::default(),
            selectors: Vec::new(),
            nodes: Vec::new(),
            node_ids: FxHashMap::with_capacity_and_hasher(64, Default::default()),
            binary_memo: FxHashMap::with_capacity_and_hasher(64, Default::default()),
            apply_memo: FxHashMap::default(),
            covers: FxHashMap::default(),
            consequences: FxHashMap::default(),
            operand_sets: OperandSets::default(),
            supports: Supports::default(),
            signatures: Signatures::default(),
            statistics: Statistics::default(),
            reading: Semantics::Expand,
            joins_quickly: false,
        };
        algebra.intern(Node::Illegal);
        algebra.tuple([Extents::ONE, Extents::ONE]);
        algebra
    }

    /// How operations on elements are read in this analysis.
    pub fn reading(&self) -> Semantics {
        self.reading
    }

    /// Says that joins need not find out whether one of their shapes is covered by the others: it takes
    /// time, and only those who show shapes gain by it.
    pub fn join_quickly(&mut self) {
        self.joins_quickly = true;
    }

    /// Whether joins take shapes as they are.
    #[must_use]
    pub fn joins_quickly(&self) -> bool {
        self.joins_quickly
    }

    /// Says how operations on elements are to be read.
    pub fn read_as(&mut self, reading: Semantics) {
        self.reading = reading;
    }

    /// The illegal shape π.
    pub const ILLEGAL: ShapeId = ShapeId(0);
    /// The scalar shape ι.
    pub const SCALAR: ShapeId = ShapeId(1);

    /// The arena of extents.
    pub fn extents(&self) -> &Extents {
        &self.extents
    }

    /// The arena of extents, to build some.
    pub fn extents_mut(&mut self) -> &mut Extents {
        &mut self.extents
    }

    /// How often the limits were met.
    pub fn statistics(&self) -> Statistics {
        self.statistics
    }

    /// The number of distinct shapes.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there is no shape; never true.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// The structure of a shape.
    pub fn node(&self, shape: ShapeId) -> &Node {
        &self.info(shape).node
    }

    /// The shape of a structure, if it has been built.
    fn find_node(&self, hash: u64, node: &Node) -> Option<ShapeId> {
        let mut next = self.node_ids.get(&hash).copied();
        while let Some(shape) = next {
            let info = self.info(shape);
            if info.node == *node {
                return Some(shape);
            }
            next = info.earlier;
        }
        None
    }

    /// The operands of an elementwise term, ascending.
    pub fn members(&self, set: OperandSet) -> Vec<ShapeId> {
        self.operand_sets.members(set)
    }

    fn info(&self, shape: ShapeId) -> &NodeInfo {
        &self.nodes[shape.0 as usize]
    }

    /// The name and kind of a variable.
    pub fn variable_name(&self, variable: VariableId) -> (&str, VariableKind) {
        let variable = &self.variables[variable.0 as usize];
        (&variable.name, variable.kind)
    }

    /// The operands of the outermost operator.
    pub fn operands(&self, shape: ShapeId) -> Vec<ShapeId> {
        match self.node(shape) {
            Node::Illegal | Node::Tuple(_) | Node::Variable(_) => Vec::new(),
            Node::Elementwise(_, set) => self.operand_sets.members(*set),
            Node::Apply(_, operands) => operands.to_vec(),
            Node::Select(_, a, b) => vec![*a, *b],
        }
    }

    /// The number of operators in the smallest known way to write a shape.
    pub fn size(&self, shape: ShapeId) -> u32 {
        self.info(shape).size
    }

    /// Whether the shape is legal whatever its unknowns are.
    pub fn is_legal(&self, shape: ShapeId) -> Truth {
        match self.node(shape) {
            Node::Illegal => Truth::No,
            _ if self.info(shape).legal => Truth::Yes,
            _ => Truth::Maybe,
        }
    }

    /// An upper bound of the rank of every legal value.
    pub fn maximum_rank(&self, shape: ShapeId) -> Option<u32> {
        self.info(shape).maximum_rank
    }

    /// Whether every legal value is a matrix.
    pub fn is_matrix(&self, shape: ShapeId) -> bool {
        self.maximum_rank(shape).is_some_and(|rank| rank <= 2)
    }

    /// The extents, if the shape is a tuple or a matrix variable.
    pub fn as_tuple(&mut self, shape: ShapeId) -> Option<Tuple> {
        match &self.info(shape).node {
            Node::Tuple(extents) => Some(extents.clone()),
            Node::Variable(variable) => {
                self.variables[variable.0 as usize].extents.map(|pair| pair.into_iter().collect())
            }
            _ => None,
        }
    }

    /// The extent along a zero-based axis, on runs where the shape is legal.
    pub fn extent(&mut self, shape: ShapeId, axis: u32) -> ExtentId {
        let info = self.info(shape);
        let (legal, maximum_rank) = (info.legal, info.maximum_rank);
        match info.node.clone() {
            Node::Illegal => return Extents::ZERO,
            Node::Tuple(extents) => {
                return extents.get(axis as usize).copied().unwrap_or(Extents::ONE);
            }
            _ if maximum_rank.is_some_and(|rank| axis >= rank) => return Extents::ONE,
            Node::Apply(Operator::Transpose, operands) if axis < 2 => {
                return self.extent_of_leaf(operands[0], 1 - axis);
            }
            Node::Elementwise(Semantics::Expand, set) if self.operand_sets.len(set) <= 8 => {
                let members = self.operand_sets.members(set);
                let joined: Vec<_> =
                    members.into_iter().map(|member| self.extent_of_leaf(member, axis)).collect();
                return self.extents.join(joined);
            }
            Node::Variable(_) | Node::Elementwise(..) | Node::Apply(..) | Node::Select(..) => {}
        }
        self.measure(shape, Measure::Extent(axis), legal)
    }

    /// Like `extent` without looking inside lazy operands, so that no chain of
    /// terms can make it recurse.
    fn extent_of_leaf(&mut self, shape: ShapeId, axis: u32) -> ExtentId {
        let info = self.info(shape);
        let legal = info.legal;
        match &info.node {
            Node::Tuple(extents) => extents.get(axis as usize).copied().unwrap_or(Extents::ONE),
            _ if info.maximum_rank.is_some_and(|rank| axis >= rank) => Extents::ONE,
            _ => self.measure(shape, Measure::Extent(axis), legal),
        }
    }

    fn measure(&mut self, shape: ShapeId, measure: Measure, legal: bool) -> ExtentId {
        let unknown = Unknown::Measure(shape, measure);
        self.extents.measure(unknown, Interval::EXTENT, Congruence::ANY, legal)
    }

    /// The product of the extents from an axis on, where the shape is legal.
    pub fn count_from(&mut self, shape: ShapeId, axis: u32) -> ExtentId {
        // There are as many elements as there are places.
        if let (Node::Apply(Operator::IndexLinear, operands), 0) = (&self.info(shape).node, axis)
            && let &[_, index] = &operands[..]
        {
            return self.count(index);
        }
        if let (Node::Apply(Operator::IndexLogical(count), _), 0) = (&self.info(shape).node, axis) {
            return *count;
        }
        match (self.info(shape).maximum_rank, self.info(shape).node == Node::Illegal) {
            (_, true) => Extents::ZERO,
            (Some(rank), _) => {
                let factors: Vec<_> = (axis..rank).map(|axis| self.extent(shape, axis)).collect();
                self.extents.product(factors)
            }
            (None, _) => {
                let legal = self.info(shape).legal;
                self.measure(shape, Measure::CountFrom(axis), legal)
            }
        }
    }

    /// The number of elements, where the shape is legal.
    pub fn count(&mut self, shape: ShapeId) -> ExtentId {
        self.count_from(shape, 0)
    }
}
