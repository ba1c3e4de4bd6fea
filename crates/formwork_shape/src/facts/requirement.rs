//! Conditions on extents and shapes: what operations need, what branches test.

use crate::extent::{ExtentId, Extents, Stuck};
use crate::search::Unknowns;
use crate::semantics::{Dialect, EmptyRule, Semantics, Truth};
use crate::shape::{Algebra, Assignment, Node, Operator, ShapeId, Substitution};

/// Terms of unknown rank with more operators than this are legal or not as a whole.
const MAXIMUM_SIZE: u32 = 64;

/// A condition on extents and shapes.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Requirement {
    /// Always.
    True,
    /// Never.
    False,
    /// Two extents are equal.
    Equal(ExtentId, ExtentId),
    /// Two extents differ.
    Different(ExtentId, ExtentId),
    /// The first extent is at most the second.
    AtMost(ExtentId, ExtentId),
    /// The first extent divides the second.
    Divides(ExtentId, ExtentId),
    /// The shape is legal.
    Legal(ShapeId),
    /// The shape is legal and has rank two.
    Matrix(ShapeId),
    /// All of these.
    All(Vec<Requirement>),
    /// At least one of these.
    Any(Vec<Requirement>),
}

impl Requirement {
    /// The conjunction, flattened.
    pub fn all(parts: impl IntoIterator<Item = Requirement>) -> Requirement {
        let mut kept = Vec::new();
        for part in parts {
            match part {
                Requirement::True => {}
                Requirement::False => return Requirement::False,
                Requirement::All(inner) => kept.extend(inner),
                other => kept.push(other),
            }
        }
        kept.dedup();
        match kept.len() {
            0 => Requirement::True,
            1 => kept.remove(0),
            _ => Requirement::All(kept),
        }
    }

    /// The disjunction, flattened.
    pub fn any(parts: impl IntoIterator<Item = Requirement>) -> Requirement {
        let mut kept: Vec<Requirement> = Vec::new();
        for part in parts {
            match part {
                Requirement::False => {}
                Requirement::True => return Requirement::True,
                Requirement::Any(inner) => {
                    for other in inner {
                        if !kept.contains(&other) {
                            kept.push(other);
                        }
                    }
                }
                other => {
                    if !kept.contains(&other) {
                        kept.push(other);
                    }
                }
            }
        }
        match kept.len() {
            0 => Requirement::False,
            1 => kept.remove(0),
            _ => Requirement::Any(kept),
        }
    }

    /// The negation, where it can be expressed.
    pub fn negated(&self, extents: &mut Extents) -> Option<Requirement> {
        Some(match self {
            Requirement::True => Requirement::False,
            Requirement::False => Requirement::True,
            Requirement::Equal(a, b) => Requirement::Different(*a, *b),
            Requirement::Different(a, b) => Requirement::Equal(*a, *b),
            Requirement::AtMost(a, b) => {
                let next = extents.add(*b, Extents::ONE);
                Requirement::AtMost(next, *a)
            }
            Requirement::Divides(..) | Requirement::Legal(_) | Requirement::Matrix(_) => {
                return None;
            }
            Requirement::All(parts) => {
                let parts: Option<Vec<_>> =
                    parts.iter().map(|part| part.negated(extents)).collect();
                Requirement::any(parts?)
            }
            Requirement::Any(parts) => {
                let parts: Option<Vec<_>> =
                    parts.iter().map(|part| part.negated(extents)).collect();
                Requirement::all(parts?)
            }
        })
    }

    /// The shapes and extents mentioned.
    pub(crate) fn mentions(&self, shapes: &mut Vec<ShapeId>, extents: &mut Vec<ExtentId>) {
        match self {
            Requirement::True | Requirement::False => {}
            Requirement::Equal(a, b)
            | Requirement::Different(a, b)
            | Requirement::AtMost(a, b)
            | Requirement::Divides(a, b) => extents.extend([*a, *b]),
            Requirement::Legal(shape) | Requirement::Matrix(shape) => shapes.push(*shape),
            Requirement::All(parts) | Requirement::Any(parts) => {
                for part in parts {
                    part.mentions(shapes, extents);
                }
            }
        }
    }

    /// The condition with something put in for its unknowns.
    #[must_use]
    pub fn substituted(&self, algebra: &mut Algebra, replacements: &Substitution) -> Requirement {
        let mut extent = |extent: ExtentId| algebra.substitute_extent(extent, replacements);
        match self {
            Requirement::True | Requirement::False => self.clone(),
            Requirement::Equal(a, b) => Requirement::Equal(extent(*a), extent(*b)),
            Requirement::Different(a, b) => Requirement::Different(extent(*a), extent(*b)),
            Requirement::AtMost(a, b) => Requirement::AtMost(extent(*a), extent(*b)),
            Requirement::Divides(a, b) => Requirement::Divides(extent(*a), extent(*b)),
            Requirement::Legal(shape) => {
                Requirement::Legal(algebra.substitute(*shape, replacements))
            }
            Requirement::Matrix(shape) => {
                Requirement::Matrix(algebra.substitute(*shape, replacements))
            }
            Requirement::All(parts) => Requirement::All(
                parts.iter().map(|part| part.substituted(algebra, replacements)).collect(),
            ),
            Requirement::Any(parts) => Requirement::Any(
                parts.iter().map(|part| part.substituted(algebra, replacements)).collect(),
            ),
        }
    }

    /// The truth under an assignment; `Maybe` if a value is missing.
    pub(crate) fn evaluate(
        &self,
        algebra: &Algebra,
        unknowns: &Unknowns,
        assignment: &Assignment,
    ) -> Truth {
        let values = algebra.evaluate_all(&unknowns.order, assignment);
        self.evaluate_in(&|extent| algebra.evaluate_with(extent, assignment, &values), &|shape| {
            values.get(&shape).cloned().unwrap_or(Err(Stuck::Unknown))
        })
    }

    fn evaluate_in(
        &self,
        extent: &dyn Fn(ExtentId) -> Result<i64, Stuck>,
        shape: &dyn Fn(ShapeId) -> Result<Option<crate::concrete::ConcreteShape>, Stuck>,
    ) -> Truth {
        let compare = |a: &ExtentId, b: &ExtentId, holds: fn(i64, i64) -> bool| match (
            extent(*a),
            extent(*b),
        ) {
            (Ok(a), Ok(b)) => Truth::from(holds(a, b)),
            _ => Truth::Maybe,
        };
        match self {
            Requirement::True => Truth::Yes,
            Requirement::False => Truth::No,
            Requirement::Equal(a, b) => compare(a, b, |a, b| a == b),
            Requirement::Different(a, b) => compare(a, b, |a, b| a != b),
            Requirement::AtMost(a, b) => compare(a, b, |a, b| a <= b),
            Requirement::Divides(a, b) => compare(a, b, |a, b| match b.checked_rem(a) {
                Some(remainder) => remainder == 0,
                None => b == 0,
            }),
            Requirement::Legal(id) => match shape(*id) {
                Ok(value) => Truth::from(value.is_some()),
                Err(_) => Truth::Maybe,
            },
            Requirement::Matrix(id) => match shape(*id) {
                Ok(value) => Truth::from(value.is_some_and(|value| value.is_matrix())),
                Err(_) => Truth::Maybe,
            },
            Requirement::All(parts) => {
                parts.iter().fold(Truth::Yes, |all, part| all.and(part.evaluate_in(extent, shape)))
            }
            Requirement::Any(parts) => {
                parts.iter().fold(Truth::No, |any, part| any.or(part.evaluate_in(extent, shape)))
            }
        }
    }
}

impl Algebra {
    /// The truth of a condition for given sizes; `Maybe` if a value is missing.
    pub fn requirement_holds(&self, requirement: &Requirement, assignment: &Assignment) -> Truth {
        let (mut shapes, mut extents) = (Vec::new(), Vec::new());
        requirement.mentions(&mut shapes, &mut extents);
        let unknowns = self.unknowns(&shapes, &extents);
        requirement.evaluate(self, &unknowns, assignment)
    }

    /// A condition in the user's names.
    pub fn requirement_text(&self, requirement: &Requirement) -> String {
        let extent = |extent: ExtentId| self.extent_text(extent);
        let pair = |a: ExtentId, b: ExtentId, operator: &str| {
            // Literals read better on the right.
            let (a, b) = match (operator, self.extents().as_literal(a)) {
                ("==" | "~=", Some(_)) => (b, a),
                _ => (a, b),
            };
            format!("{} {operator} {}", extent(a), extent(b))
        };
        match requirement {
            Requirement::True => "always".to_owned(),
            Requirement::False => "never".to_owned(),
            Requirement::Equal(a, b) => pair(*a, *b, "=="),
            Requirement::Different(a, b) => pair(*a, *b, "~="),
            Requirement::AtMost(a, b) => pair(*a, *b, "<="),
            Requirement::Divides(divisor, value) => {
                format!("mod({}, {}) == 0", extent(*value), extent(*divisor))
            }
            Requirement::Legal(shape) => format!("{} is legal", self.text(*shape)),
            Requirement::Matrix(shape) => format!("ndims({}) == 2", self.text(*shape)),
            Requirement::All(parts) => {
                let texts: Vec<String> = parts
                    .iter()
                    .map(|part| match part {
                        Requirement::Any(_) => format!("({})", self.requirement_text(part)),
                        _ => self.requirement_text(part),
                    })
                    .collect();
                texts.join(" && ")
            }
            Requirement::Any(parts) => {
                let mut texts: Vec<String> = parts
                    .iter()
                    .map(|part| match part {
                        Requirement::All(_) => format!("({})", self.requirement_text(part)),
                        _ => self.requirement_text(part),
                    })
                    .collect();
                texts.sort();
                texts.join(" || ")
            }
        }
    }

    /// All extents up to a rank are one.
    fn ones(&mut self, shape: ShapeId, rank: u32) -> Requirement {
        Requirement::all(
            (0..rank).map(|axis| Requirement::Equal(self.extent(shape, axis), Extents::ONE)),
        )
    }

    /// The shape is scalar. Needs the rank to be known; otherwise a matrix
    /// that is 1×1.
    pub fn scalar_requirement(&mut self, shape: ShapeId) -> Requirement {
        match self.maximum_rank(shape) {
            Some(rank) => self.ones(shape, rank),
            None => {
                let ones = self.ones(shape, 2);
                Requirement::all([Requirement::Matrix(shape), ones])
            }
        }
    }

    /// What the outermost operator of a shape needs, given legal operands.
    pub fn legality(&mut self, shape: ShapeId) -> Requirement {
        match self.node(shape).clone() {
            Node::Illegal => Requirement::False,
            Node::Tuple(_) | Node::Variable(_) => Requirement::True,
            _ if self.is_legal(shape).is_yes() => Requirement::True,
            Node::Select(..) => Requirement::Legal(shape),
            Node::Elementwise(semantics, set) => {
                let members = self.members(set);
                let ranks: Option<u32> = members
                    .iter()
                    .try_fold(2, |most, &member| Some(most.max(self.maximum_rank(member)?)));
                let Some(rank) = ranks.filter(|_| members.len() <= 8) else {
                    return Requirement::Legal(shape);
                };
                let mut parts = Vec::new();
                for (index, &a) in members.iter().enumerate() {
                    for &b in &members[index + 1..] {
                        parts.push(self.conformance(semantics, a, b, rank));
                    }
                }
                Requirement::all(parts)
            }
            Node::Apply(operator, operands) => {
                let known = operands.iter().all(|&operand| self.maximum_rank(operand).is_some());
                // Of these the rank, or the number of elements alone, is at stake.
                let any_rank = matches!(operator, Operator::Transpose | Operator::Reshape(_));
                let known = known || (any_rank && self.size(shape) <= MAXIMUM_SIZE);
                match operands.as_slice() {
                    [a, b] if known => self.binary_legality(&operator, shape, *a, *b),
                    [a] if known => self.unary_legality(&operator, shape, *a),
                    _ => Requirement::Legal(shape),
                }
            }
        }
    }

    /// What else holds where a shape is legal: more than is needed to say that it is, or less
    /// where its operands may have any rank.
    pub(crate) fn implied_by_legality(&mut self, shape: ShapeId) -> Requirement {
        let Node::Apply(operator, operands) = self.node(shape).clone() else {
            return Requirement::True;
        };
        let &[a, b] = operands.as_slice() else { return Requirement::True };
        if self.size(shape) > MAXIMUM_SIZE {
            return Requirement::True;
        }
        let (rows, columns) = ([a, b].map(|one| self.extent(one, 0)), self.columns(a, b));
        let inner = match operator {
            Operator::Product(Dialect::Octave) => Requirement::Equal(columns[0], rows[1]),
            Operator::LeftDivide(Dialect::Octave) => Requirement::Equal(rows[0], rows[1]),
            Operator::RightDivide(Dialect::Octave) => Requirement::Equal(columns[0], columns[1]),
            Operator::Power(Dialect::Octave) => return self.implied_by_power(a, b),
            Operator::Concatenate(axis, _) => {
                // An operand is left out only if it has no elements.
                let others = [(0, rows), (1, [self.extent(a, 1), self.extent(b, 1)])];
                let same = others.into_iter().filter(|(other, _)| *other != axis);
                let same = Requirement::all(same.map(|(_, [x, y])| Requirement::Equal(x, y)));
                let empty = [a, b].map(|one| Requirement::Equal(self.count(one), Extents::ZERO));
                return Requirement::any([same].into_iter().chain(empty));
            }
            _ => return Requirement::True,
        };
        let passes_a = !matches!(operator, Operator::LeftDivide(_));
        let passes_b = !matches!(operator, Operator::RightDivide(_));
        let mut cases = vec![inner];
        if passes_b {
            cases.push(self.scalar_requirement(a));
        }
        if passes_a {
            cases.push(self.scalar_requirement(b));
        }
        Requirement::any(cases)
    }

    /// The columns of two operands as Octave's matrix operators read them.
    fn columns(&mut self, a: ShapeId, b: ShapeId) -> [ExtentId; 2] {
        [a, b].map(|one| self.count_from(one, 1))
    }

    /// One operand of a power is a scalar, the other is square, or has no elements (in Octave).
    fn implied_by_power(&mut self, a: ShapeId, b: ShapeId) -> Requirement {
        let columns = self.columns(a, b);
        let mut square = |shape: ShapeId, columns: ExtentId| {
            let rows = self.extent(shape, 0);
            Requirement::any([
                Requirement::Equal(rows, columns),
                Requirement::Equal(rows, Extents::ZERO),
                Requirement::Equal(columns, Extents::ZERO),
            ])
        };
        let squares = [square(a, columns[0]), square(b, columns[1])];
        match (a, b) {
            (_, Algebra::SCALAR) => squares[0].clone(),
            (Algebra::SCALAR, _) => squares[1].clone(),
            _ => {
                let [square_a, square_b] = squares;
                let (scalar_a, scalar_b) = (self.scalar_requirement(a), self.scalar_requirement(b));
                Requirement::any([
                    Requirement::all([square_a, scalar_b]),
                    Requirement::all([square_b, scalar_a]),
                ])
            }
        }
    }

    fn conformance(
        &mut self,
        semantics: Semantics,
        a: ShapeId,
        b: ShapeId,
        rank: u32,
    ) -> Requirement {
        let pairs: Vec<_> =
            (0..rank).map(|axis| (self.extent(a, axis), self.extent(b, axis))).collect();
        match semantics {
            Semantics::Expand => Requirement::all(pairs.into_iter().map(|(x, y)| {
                if x == Extents::ONE || y == Extents::ONE || x == y {
                    return Requirement::True;
                }
                Requirement::any([
                    Requirement::Equal(x, y),
                    Requirement::Equal(x, Extents::ONE),
                    Requirement::Equal(y, Extents::ONE),
                ])
            })),
            Semantics::Strict => {
                let same =
                    Requirement::all(pairs.into_iter().map(|(x, y)| Requirement::Equal(x, y)));
                let (scalar_a, scalar_b) = (self.ones(a, rank), self.ones(b, rank));
                Requirement::any([same, scalar_a, scalar_b])
            }
        }
    }

    fn binary_legality(
        &mut self,
        operator: &Operator,
        shape: ShapeId,
        a: ShapeId,
        b: ShapeId,
    ) -> Requirement {
        let (inner, passes) = match operator {
            Operator::Product(Dialect::Matlab) => ((1, 0), (true, true)),
            Operator::LeftDivide(Dialect::Matlab) => ((0, 0), (false, true)),
            Operator::RightDivide(Dialect::Matlab) => ((1, 1), (true, false)),
            Operator::Power(Dialect::Matlab) => {
                let (scalar_a, scalar_b) = (self.scalar_requirement(a), self.scalar_requirement(b));
                let square = |algebra: &mut Algebra, shape| {
                    let (rows, columns) = (algebra.extent(shape, 0), algebra.extent(shape, 1));
                    Requirement::all([
                        Requirement::Equal(rows, columns),
                        Requirement::Matrix(shape),
                    ])
                };
                let (square_a, square_b) = (square(self, a), square(self, b));
                return Requirement::any([
                    Requirement::all([square_a, scalar_b]),
                    Requirement::all([square_b, scalar_a]),
                ]);
            }
            Operator::Concatenate(axis, rule) => {
                return self.concatenation_legality(*axis, *rule, a, b);
            }
            Operator::Kron(Dialect::Matlab) => {
                return Requirement::all([Requirement::Matrix(a), Requirement::Matrix(b)]);
            }
            _ => return Requirement::Legal(shape),
        };
        let inner = Requirement::Equal(self.extent(a, inner.0), self.extent(b, inner.1));
        let matrices = [a, b].map(|operand| {
            if self.is_matrix(operand) { Requirement::True } else { Requirement::Matrix(operand) }
        });
        let mut cases = vec![Requirement::all([inner].into_iter().chain(matrices))];
        if passes.1 {
            cases.push(self.scalar_requirement(a));
        }
        if passes.0 {
            cases.push(self.scalar_requirement(b));
        }
        Requirement::any(cases)
    }

    /// The other extents are equal, or an operand is an empty one that the
    /// rule ignores. Both ranks are known.
    fn concatenation_legality(
        &mut self,
        axis: u32,
        rule: EmptyRule,
        a: ShapeId,
        b: ShapeId,
    ) -> Requirement {
        let rank = self.maximum_rank(a).max(self.maximum_rank(b)).unwrap_or(2);
        let others = (0..rank).filter(|&other| other != axis);
        let mut cases = vec![Requirement::all(others.map(|other| {
            let (x, y) = (self.extent(a, other), self.extent(b, other));
            if x == y { Requirement::True } else { Requirement::Equal(x, y) }
        }))];
        let ignored: &[(i64, i64)] = match rule {
            EmptyRule::ZeroByZero => &[(0, 0)],
            EmptyRule::OctaveBrackets => &[(0, 0), (1, 0), (0, 1)],
        };
        for operand in [a, b] {
            for &(rows, columns) in ignored {
                let sizes = [rows, columns].into_iter().chain(std::iter::repeat(1));
                let exactly = (0..rank).zip(sizes).map(|(axis, size)| {
                    let size = self.extents_mut().literal(size);
                    let extent = self.extent(operand, axis);
                    if extent == size {
                        Requirement::True
                    } else {
                        Requirement::Equal(extent, size)
                    }
                });
                let mut exactly: Vec<Requirement> = exactly.collect();
                if (rows, columns) != (0, 0) {
                    // These are ignored only next to a matrix.
                    exactly.extend([Requirement::Matrix(a), Requirement::Matrix(b)]);
                }
                cases.push(Requirement::all(exactly));
            }
        }
        Requirement::any(cases)
    }

    fn unary_legality(&mut self, operator: &Operator, shape: ShapeId, a: ShapeId) -> Requirement {
        match operator {
            Operator::Transpose | Operator::Diagonal => Requirement::Matrix(a),
            Operator::Reshape(extents) => {
                let count = self.count(a);
                let known = self.extents_mut().product(extents.iter().flatten().copied());
                match extents.iter().filter(|extent| extent.is_none()).count() {
                    0 => Requirement::Equal(count, known),
                    1 => Requirement::all([
                        Requirement::Divides(known, count),
                        Requirement::Different(known, Extents::ZERO),
                    ]),
                    _ => Requirement::False,
                }
            }
            Operator::DeleteSlice(axis, count) => {
                Requirement::AtMost(*count, self.extent(a, *axis))
            }
            Operator::DeleteLinear(count) => Requirement::AtMost(*count, self.count(a)),
            _ => Requirement::Legal(shape),
        }
    }
}
