//! Every constructor against the reference meaning: on literal operands with
//! extents 0–3 and rank up to 3 (exhaustive), and on symbolic operands under
//! every such assignment.

use formwork_shape::concrete::{self, Bound, ConcreteShape, Subscript};
use formwork_shape::extent::{ExtentId, Extents, Interval, Origin, Unknown};
use formwork_shape::facts::Requirement;
use formwork_shape::shape::{Algebra, Assignment, Node, Operator, ShapeId, VariableKind};
use formwork_shape::{Dialect, EmptyRule, Reduction, Semantics, Truth};
use smallvec::smallvec;

fn shapes() -> Vec<ConcreteShape> {
    ConcreteShape::all(&[0, 1, 2, 3], 3)
}

/// Every operator on two shapes, with its reference meaning.
fn binary_operators() -> Vec<Operator> {
    let mut operators = Vec::new();
    for dialect in Dialect::ALL {
        operators.extend([
            Operator::Product(dialect),
            Operator::LeftDivide(dialect),
            Operator::RightDivide(dialect),
            Operator::Power(dialect),
            Operator::Kron(dialect),
        ]);
    }
    for axis in 0..4 {
        operators.push(Operator::Concatenate(axis, EmptyRule::ZeroByZero));
        operators.push(Operator::Concatenate(axis, EmptyRule::OctaveBrackets));
    }
    operators.push(Operator::IndexLinear);
    for count in 0..4 {
        operators.push(Operator::IndexLogical(literal(count)));
    }
    operators
}

/// Literals have fixed ids in every arena.
fn literal(value: i64) -> ExtentId {
    Extents::new().literal(value)
}

fn unary_operators() -> Vec<Operator> {
    let mut operators = vec![Operator::Transpose, Operator::Squeeze, Operator::Diagonal];
    let orders: [&[u32]; 8] = [
        &[0, 1],
        &[1, 0],
        &[0, 1, 2],
        &[2, 0, 1],
        &[1, 2, 0],
        &[2, 1, 0],
        &[3, 0, 1, 2],
        &[0, 0, 1],
    ];
    operators.extend(orders.iter().map(|order| Operator::Permute((*order).into())));
    for style in [Reduction::Sum, Reduction::Extremum, Reduction::Mean] {
        for axis in [None, Some(0), Some(1), Some(2), Some(3)] {
            for dialect in Dialect::ALL {
                operators.push(Operator::Reduce(style, axis, dialect));
            }
        }
    }
    let sizes: Vec<ExtentId> = (0..5).map(literal).collect();
    for axis in 0..4 {
        for &size in &sizes {
            operators.push(Operator::SetExtent(axis, size));
            operators.push(Operator::DeleteSlice(axis, size));
        }
    }
    for &a in &sizes {
        operators.push(Operator::DeleteLinear(a));
        for dialect in Dialect::ALL {
            operators.push(Operator::AssignLinear(dialect, a));
        }
        for &b in &sizes {
            operators.push(Operator::Reshape(smallvec![Some(a), Some(b)]));
            operators.push(Operator::Reshape(smallvec![Some(a), None, Some(b)]));
            operators.push(Operator::Repmat(smallvec![a, b]));
            operators.push(Operator::Repmat(smallvec![Extents::ONE, a, b]));
            for first in [Subscript::Colon, Subscript::Count(a)] {
                for second in [Subscript::Colon, Subscript::Count(b)] {
                    operators.push(Operator::IndexMany(smallvec![first, second]));
                    operators.push(Operator::IndexMany(smallvec![first, Subscript::Colon, second]));
                }
            }
            for first in [Bound::Colon(b), Bound::UpTo(a)] {
                for second in [Bound::Colon(a), Bound::UpTo(b)] {
                    operators.push(Operator::AssignMany(smallvec![first, second]));
                    operators.push(Operator::AssignMany(smallvec![first, Bound::UpTo(a), second]));
                }
            }
        }
    }
    operators.push(Operator::Reshape(smallvec![None, Some(literal(2))]));
    operators.push(Operator::Reshape(smallvec![None, None]));
    operators.push(Operator::Reshape(smallvec![None, Some(Extents::ONE)]));
    operators
}

fn meaning(operator: &Operator, operands: &[&ConcreteShape]) -> Option<ConcreteShape> {
    let extents = Extents::new();
    operator
        .evaluate(operands, &mut |extent| Ok(extents.as_literal(extent).expect("a small literal")))
        .expect("literals have values")
}

/// Building on literals computes.
#[test]
fn literal_operands_exhaustively() {
    let shapes = shapes();
    let mut algebra = Algebra::new();
    let ids: Vec<ShapeId> = shapes.iter().map(|shape| algebra.literal(shape)).collect();
    let mut checked = 0u64;
    let mut check = |algebra: &Algebra,
                     built: ShapeId,
                     expected: Option<ConcreteShape>,
                     what: &dyn Fn() -> String| {
        let value = match algebra.node(built) {
            Node::Illegal => None,
            _ => Some(algebra.as_concrete(built).unwrap_or_else(|| panic!("{} is lazy", what()))),
        };
        assert_eq!(value, expected, "{}", what());
        checked += 1;
    };
    for (i, a) in shapes.iter().enumerate() {
        for operator in unary_operators() {
            let built = algebra.apply(operator.clone(), smallvec![ids[i]]);
            check(&algebra, built, meaning(&operator, &[a]), &|| format!("{operator:?} {a}"));
        }
        for (j, b) in shapes.iter().enumerate() {
            for semantics in Semantics::ALL {
                let built = algebra.elementwise(semantics, ids[i], ids[j]);
                let expected = concrete::elementwise(semantics, a, b);
                check(&algebra, built, expected, &|| format!("{semantics} {a} {b}"));
            }
            for operator in binary_operators() {
                if let Operator::IndexLogical(count) = operator {
                    let count = algebra.extents().as_literal(count).unwrap();
                    if u64::try_from(count).unwrap() > b.count() {
                        // More true elements than elements: not a mask.
                        continue;
                    }
                }
                let built = algebra.apply(operator.clone(), smallvec![ids[i], ids[j]]);
                let expected = meaning(&operator, &[a, b]);
                check(&algebra, built, expected, &|| format!("{operator:?} {a} {b}"));
            }
        }
    }
    assert!(checked > 100_000, "only {checked} cases");
}

/// Makes an operand a given shape; false if it cannot be that shape.
type Assign = Box<dyn Fn(&mut Assignment, &ConcreteShape) -> bool>;

/// A symbolic operand and the assignment that makes it a given shape.
struct Operand {
    shape: ShapeId,
    assign: Assign,
}

/// Operands of every kind: of unknown rank, a matrix variable, tuples of named
/// extents with and without known ones.
fn operands(algebra: &mut Algebra, tag: &str) -> Vec<Operand> {
    let mut operands = Vec::new();
    for (kind, label) in [(VariableKind::AnyRank, "any"), (VariableKind::Matrix, "matrix")] {
        let shape = algebra.variable(&format!("{tag}_{label}"), kind);
        let Node::Variable(variable) = *algebra.node(shape) else { panic!("a variable") };
        operands.push(Operand {
            shape,
            assign: Box::new(move |assignment, value| {
                assignment.set_variable(variable, value.clone());
                kind == VariableKind::AnyRank || value.is_matrix()
            }),
        });
    }
    // `None` is a free extent at least `low`, `Some` a literal.
    let patterns: [(&[Option<i64>], i64); 8] = [
        (&[None, None], 0),
        (&[None, None, None], 0),
        (&[None, None], 2),
        (&[Some(1), None], 0),
        (&[None, Some(1)], 0),
        (&[None, Some(1)], 2),
        (&[Some(2), None, Some(2)], 0),
        (&[Some(0), None], 0),
    ];
    for (number, (pattern, low)) in patterns.into_iter().enumerate() {
        let mut names = Vec::new();
        let mut extents = Vec::new();
        for (axis, entry) in pattern.iter().enumerate() {
            extents.push(match entry {
                Some(value) => algebra.extents_mut().literal(*value),
                None => {
                    let name = Origin::Variable(format!("{tag}{number}_{axis}"));
                    let extent = algebra.extents_mut().name(name, Interval::at_least(low));
                    let Some(Unknown::Name(id)) = algebra.extents().as_unknown(extent) else {
                        panic!("a name")
                    };
                    names.push((axis, id));
                    extent
                }
            });
        }
        let shape = algebra.tuple(extents);
        let pattern: Vec<Option<i64>> = pattern.to_vec();
        operands.push(Operand {
            shape,
            assign: Box::new(move |assignment, value| {
                for &(axis, name) in &names {
                    assignment
                        .set_name(name, i64::try_from(value.extent(axis)).expect("a small extent"));
                }
                value.rank() <= pattern.len()
                    && pattern.iter().enumerate().all(|(axis, entry)| {
                        let extent = i64::try_from(value.extent(axis)).expect("a small extent");
                        entry.map_or(extent >= low, |literal| literal == extent)
                    })
            }),
        });
    }
    operands
}

/// The value of a built term is the meaning of its operator, whatever the
/// operands are assigned; where it is legal, so is that of its resolution.
#[test]
fn symbolic_operands_under_every_assignment() {
    let shapes = shapes();
    let mut algebra = Algebra::new();
    let left = operands(&mut algebra, "a");
    let right = operands(&mut algebra, "b");
    let mut counts = Counts::default();
    for a in &left {
        for operator in unary_operators() {
            check_unary(&mut algebra, &operator, a, &shapes, &mut counts);
        }
    }
    // Pairs: matrices with extents 0–3 and a few arrays of rank three.
    let values: Vec<ConcreteShape> = shapes
        .iter()
        .filter(|shape| shape.is_matrix() || matches!(shape.extents(), [1 | 2, _, 2] | [0, 0, _]))
        .cloned()
        .collect();
    for a in &left {
        for b in &right {
            check_pair(&mut algebra, a, b, &values, &mut counts);
        }
    }
    let Counts { checked, predicates, resolved_tuples } = counts;
    assert!(checked > 200_000, "only {checked} cases");
    assert!(predicates > 100_000, "only {predicates} predicates");
    assert!(resolved_tuples > 1000, "only {resolved_tuples} resolved to tuples");
}

/// How much has been checked.
#[derive(Default)]
struct Counts {
    checked: u64,
    predicates: u64,
    resolved_tuples: u64,
}

/// Checks an operator on one operand, with all shapes that it may have.
fn check_unary(
    algebra: &mut Algebra,
    operator: &Operator,
    a: &Operand,
    shapes: &[ConcreteShape],
    counts: &mut Counts,
) {
    let built = algebra.apply(operator.clone(), smallvec![a.shape]);
    let resolved = algebra.resolve(built);
    counts.resolved_tuples += u64::from(matches!(algebra.node(resolved), Node::Tuple(_)));
    for value in shapes {
        let mut assignment = Assignment::new();
        if !(a.assign)(&mut assignment, value) {
            continue;
        }
        let expected = meaning(operator, &[value]);
        let found = algebra.evaluate(built, &assignment).expect("all unknowns are assigned");
        assert_eq!(found, expected, "{operator:?} on {value}: {}", algebra.text(built));
        if expected.is_some() {
            let found = algebra.evaluate(resolved, &assignment).expect("all unknowns are assigned");
            assert_eq!(found, expected, "{operator:?} resolved: {}", algebra.text(resolved));
        }
        counts.checked += 1;
    }
}

/// Checks all operators on two operands, with the values given.
fn check_pair(
    algebra: &mut Algebra,
    a: &Operand,
    b: &Operand,
    values: &[ConcreteShape],
    counts: &mut Counts,
) {
    let mut built = Vec::new();
    for semantics in Semantics::ALL {
        let id = algebra.elementwise(semantics, a.shape, b.shape);
        built.push((None, Some(semantics), id));
    }
    for operator in binary_operators() {
        if matches!(operator, Operator::IndexLogical(count) if count != Extents::ONE) {
            continue;
        }
        let id = algebra.apply(operator.clone(), smallvec![a.shape, b.shape]);
        built.push((Some(operator), None, id));
    }
    let resolved: Vec<ShapeId> = built.iter().map(|(_, _, id)| algebra.resolve(*id)).collect();
    let needs: Vec<Requirement> = built.iter().map(|(_, _, id)| algebra.legality(*id)).collect();
    for x in values {
        for y in values {
            let mut assignment = Assignment::new();
            if !(a.assign)(&mut assignment, x) || !(b.assign)(&mut assignment, y) {
                continue;
            }
            for (((operator, semantics, id), resolved), needs) in
                built.iter().zip(&resolved).zip(&needs)
            {
                let expected = match (operator, semantics) {
                    (Some(operator), _) => {
                        let mask = matches!(operator, Operator::IndexLogical(_));
                        if mask && y.count() == 0 {
                            continue;
                        }
                        meaning(operator, &[x, y])
                    }
                    (None, Some(semantics)) => concrete::elementwise(*semantics, x, y),
                    (None, None) => continue,
                };
                let found = algebra.evaluate(*id, &assignment).expect("all unknowns are assigned");
                let what = || format!("{operator:?} {semantics:?} on {x}, {y}");
                assert_eq!(found, expected, "{}: {}", what(), algebra.text(*id));
                if *needs != Requirement::Legal(*id) {
                    // The predicate says exactly when it succeeds.
                    let holds = algebra.requirement_holds(needs, &assignment);
                    assert_eq!(holds, Truth::from(expected.is_some()), "{}", what());
                    counts.predicates += 1;
                }
                if expected.is_some() && resolved != id {
                    let found = algebra
                        .evaluate(*resolved, &assignment)
                        .expect("all unknowns are assigned");
                    assert_eq!(found, expected, "{} resolved", what());
                }
                counts.checked += 1;
            }
        }
    }
}
