//! Canonicalisation: equal functions have equal ids (completeness), different
//! ones different ids, building again changes nothing, meaning is preserved.

use formwork_shape::concrete::{self, ConcreteShape};
use formwork_shape::shape::{Algebra, Assignment, Node, ShapeId, VariableId, VariableKind};
use formwork_shape::{Dialect, Semantics};
use proptest::prelude::*;
use std::collections::HashMap;

const MATLAB: Dialect = Dialect::Matlab;

/// A term as it is written, before any simplification.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Term {
    Leaf(usize),
    Literal(Vec<u64>),
    Sum(Box<Term>, Box<Term>),
    Product(Box<Term>, Box<Term>),
    LeftDivide(Box<Term>, Box<Term>),
    RightDivide(Box<Term>, Box<Term>),
    Power(Box<Term>, Box<Term>),
    Transpose(Box<Term>),
}

fn evaluate(term: &Term, semantics: Semantics, leaves: &[ConcreteShape]) -> Option<ConcreteShape> {
    let of = |term: &Term| evaluate(term, semantics, leaves);
    match term {
        Term::Leaf(index) => Some(leaves[*index].clone()),
        Term::Literal(extents) => Some(ConcreteShape::new(extents.iter().copied())),
        Term::Sum(a, b) => concrete::elementwise(semantics, &of(a)?, &of(b)?),
        Term::Product(a, b) => concrete::product(MATLAB, &of(a)?, &of(b)?),
        Term::LeftDivide(a, b) => concrete::left_divide(MATLAB, &of(a)?, &of(b)?),
        Term::RightDivide(a, b) => concrete::right_divide(MATLAB, &of(a)?, &of(b)?),
        Term::Power(a, b) => concrete::power(MATLAB, &of(a)?, &of(b)?),
        Term::Transpose(a) => concrete::transpose(&of(a)?),
    }
}

fn build(algebra: &mut Algebra, term: &Term, semantics: Semantics, leaves: &[ShapeId]) -> ShapeId {
    let mut of = |term: &Term| build(algebra, term, semantics, leaves);
    match term {
        Term::Leaf(index) => leaves[*index],
        Term::Literal(extents) => algebra.literal(&ConcreteShape::new(extents.iter().copied())),
        Term::Sum(a, b) => {
            let (a, b) = (of(a), of(b));
            algebra.elementwise(semantics, a, b)
        }
        Term::Product(a, b) => {
            let (a, b) = (of(a), of(b));
            algebra.product(MATLAB, a, b)
        }
        Term::LeftDivide(a, b) => {
            let (a, b) = (of(a), of(b));
            algebra.left_divide(MATLAB, a, b)
        }
        Term::RightDivide(a, b) => {
            let (a, b) = (of(a), of(b));
            algebra.right_divide(MATLAB, a, b)
        }
        Term::Power(a, b) => {
            let (a, b) = (of(a), of(b));
            algebra.power(MATLAB, a, b)
        }
        Term::Transpose(a) => {
            let a = of(a);
            algebra.transpose(a)
        }
    }
}

/// Every term with at most `size` operators over the leaves.
fn terms(leaves: usize, size: usize, divisions: bool) -> Vec<Term> {
    let mut levels: Vec<Vec<Term>> = vec![(0..leaves).map(Term::Leaf).collect()];
    for size in 1..=size {
        let mut level = Vec::new();
        for term in &levels[size - 1] {
            level.push(Term::Transpose(Box::new(term.clone())));
        }
        for left in 0..size {
            for a in &levels[left] {
                for b in &levels[size - 1 - left] {
                    let (a, b) = (Box::new(a.clone()), Box::new(b.clone()));
                    level.push(Term::Sum(a.clone(), b.clone()));
                    level.push(Term::Product(a.clone(), b.clone()));
                    if divisions {
                        level.push(Term::LeftDivide(a.clone(), b.clone()));
                        level.push(Term::RightDivide(a.clone(), b.clone()));
                        level.push(Term::Power(a, b));
                    }
                }
            }
        }
        levels.push(level);
    }
    levels.concat()
}

fn variables(algebra: &mut Algebra, count: usize, kind: VariableKind) -> Vec<ShapeId> {
    (0..count).map(|index| algebra.variable(["s", "t", "u"][index], kind)).collect()
}

/// The table of a term on a fixed list of assignments.
fn table(
    term: &Term,
    semantics: Semantics,
    assignments: &[Vec<ConcreteShape>],
) -> Vec<Option<ConcreteShape>> {
    assignments.iter().map(|leaves| evaluate(term, semantics, leaves)).collect()
}

fn product_of(choices: &[ConcreteShape], count: usize) -> Vec<Vec<ConcreteShape>> {
    (0..count).fold(vec![Vec::new()], |all, _| {
        all.iter()
            .flat_map(|prefix: &Vec<ConcreteShape>| {
                choices.iter().map(move |shape| {
                    let mut next = prefix.clone();
                    next.push(shape.clone());
                    next
                })
            })
            .collect()
    })
}

/// Ids are equal exactly if the functions are, on shapes larger than the
/// model: extents 0–4 and rank up to 4 of each kind of coincidence.
fn check_complete(
    leaves: usize,
    size: usize,
    divisions: bool,
    semantics: Semantics,
    kind: VariableKind,
) -> usize {
    let mut choices: Vec<ConcreteShape> = match (kind, leaves) {
        (VariableKind::Matrix, 3) => ConcreteShape::all(&[1, 2, 3], 2),
        (VariableKind::Matrix, _) => ConcreteShape::all(&[0, 1, 2, 3, 4], 2),
        (VariableKind::AnyRank, 1) => ConcreteShape::all(&[0, 1, 2, 3], 3),
        (VariableKind::AnyRank, _) => ConcreteShape::all(&[1, 2, 3], 3),
    };
    if kind == VariableKind::AnyRank {
        choices.extend([
            ConcreteShape::new([1, 1, 1, 2]),
            ConcreteShape::new([2, 2, 1, 3]),
            ConcreteShape::new([0, 0]),
            ConcreteShape::new([4, 2]),
            ConcreteShape::new([2, 4]),
        ]);
    }
    let assignments = product_of(&choices, leaves);
    let mut algebra = Algebra::new();
    let ids = variables(&mut algebra, leaves, kind);
    let mut by_function: HashMap<Vec<Option<ConcreteShape>>, (ShapeId, Term)> = HashMap::new();
    let mut by_id: HashMap<ShapeId, Term> = HashMap::new();
    let terms = terms(leaves, size, divisions);
    for term in &terms {
        let id = build(&mut algebra, term, semantics, &ids);
        let function = table(term, semantics, &assignments);
        match by_function.get(&function) {
            Some((known, other)) => {
                assert_eq!(id, *known, "equal but distinct ids: {term:?} and {other:?}");
            }
            None => {
                if let Some(other) = by_id.get(&id) {
                    panic!("one id for different functions: {term:?} and {other:?}");
                }
                by_function.insert(function, (id, term.clone()));
                by_id.insert(id, term.clone());
            }
        }
    }
    assert_eq!(algebra.statistics().undecided_terms, 0);
    by_function.len()
}

#[test]
fn complete_on_all_terms_of_two_any_rank_variables_up_to_three_operators() {
    for semantics in Semantics::ALL {
        let functions = check_complete(2, 3, false, semantics, VariableKind::AnyRank);
        assert!(functions > 100, "{functions}");
    }
}

#[test]
fn complete_on_all_terms_of_one_variable_up_to_five_operators() {
    for semantics in Semantics::ALL {
        check_complete(1, 5, false, semantics, VariableKind::AnyRank);
        check_complete(1, 3, true, semantics, VariableKind::AnyRank);
    }
}

#[test]
fn complete_on_matrices_with_divisions_and_power() {
    for semantics in Semantics::ALL {
        check_complete(2, 2, true, semantics, VariableKind::Matrix);
        check_complete(3, 2, false, semantics, VariableKind::Matrix);
        check_complete(2, 3, false, semantics, VariableKind::Matrix);
    }
}

#[test]
fn two_variables_generate_the_known_number_of_functions() {
    // Closing ι and two variables under ⊕ and ⊛: 56 functions in the strict
    // reading, 216 in the expanding one.
    for (semantics, expected) in [(Semantics::Strict, 56), (Semantics::Expand, 216)] {
        let mut algebra = Algebra::new();
        let mut known = variables(&mut algebra, 2, VariableKind::AnyRank);
        known.push(Algebra::SCALAR);
        let mut done = 0;
        while done < known.len() {
            let current = known[done];
            done += 1;
            for index in 0..known.len() {
                let other = known[index];
                for id in [
                    algebra.elementwise(semantics, current, other),
                    algebra.product(MATLAB, current, other),
                    algebra.product(MATLAB, other, current),
                ] {
                    if !known.contains(&id) {
                        known.push(id);
                    }
                }
            }
        }
        assert_eq!(known.len(), expected, "{semantics}");
    }
}

fn variable_of(algebra: &Algebra, shape: ShapeId) -> VariableId {
    match algebra.node(shape) {
        Node::Variable(variable) => *variable,
        other => panic!("{other:?}"),
    }
}

/// Rebuilding a term from the structure it has, and from how it prints.
fn check_idempotent(algebra: &mut Algebra, shape: ShapeId, semantics: Semantics) {
    let rebuilt = algebra.substitute(shape, &Default::default());
    assert_eq!(rebuilt, shape, "rebuilding {}", algebra.text(shape));
    if algebra.statistics().undecided_terms > 0 {
        // Beyond the decision procedure the order of construction matters.
        return;
    }
    let language = formwork_shape::text::Language { semantics, dialect: MATLAB };
    let text = algebra.text(shape);
    let parsed = formwork_shape::text::parse(algebra, &text, language)
        .unwrap_or_else(|error| panic!("{text}: {error}"));
    assert_eq!(parsed, shape, "reparsing {text}");
}

#[test]
fn idempotent_and_meaning_preserving_on_all_small_terms() {
    let choices = ConcreteShape::all(&[0, 1, 2, 3], 2)
        .into_iter()
        .chain([ConcreteShape::new([1, 1, 2]), ConcreteShape::new([2, 2, 3])])
        .collect::<Vec<_>>();
    let assignments = product_of(&choices, 2);
    for semantics in Semantics::ALL {
        let mut algebra = Algebra::new();
        let leaves = variables(&mut algebra, 2, VariableKind::AnyRank);
        let ids: Vec<VariableId> = leaves.iter().map(|&leaf| variable_of(&algebra, leaf)).collect();
        for term in terms(2, 2, true) {
            let shape = build(&mut algebra, &term, semantics, &leaves);
            check_idempotent(&mut algebra, shape, semantics);
            for values in &assignments {
                let mut assignment = Assignment::new();
                for (id, value) in ids.iter().zip(values) {
                    assignment.set_variable(*id, value.clone());
                }
                let expected = evaluate(&term, semantics, values);
                assert_eq!(algebra.evaluate(shape, &assignment).unwrap(), expected, "{term:?}");
            }
        }
    }
}

fn any_term(leaves: usize) -> impl Strategy<Value = Term> {
    let leaf = prop_oneof![
        8 => (0..leaves).prop_map(Term::Leaf),
        1 => proptest::collection::vec(0..4u64, 2..4).prop_map(Term::Literal),
    ];
    leaf.prop_recursive(6, 24, 2, |inner| {
        let pair = (inner.clone(), inner.clone()).prop_map(|(a, b)| (Box::new(a), Box::new(b)));
        prop_oneof![
            4 => pair.clone().prop_map(|(a, b)| Term::Sum(a, b)),
            4 => pair.clone().prop_map(|(a, b)| Term::Product(a, b)),
            1 => pair.clone().prop_map(|(a, b)| Term::LeftDivide(a, b)),
            1 => pair.clone().prop_map(|(a, b)| Term::RightDivide(a, b)),
            1 => pair.prop_map(|(a, b)| Term::Power(a, b)),
            1 => inner.prop_map(|a| Term::Transpose(Box::new(a))),
        ]
    })
}

fn any_shape() -> impl Strategy<Value = ConcreteShape> {
    proptest::collection::vec(prop_oneof![3 => Just(1u64), 3 => Just(2), 1 => 0..6u64], 2..5)
        .prop_map(ConcreteShape::new)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    /// Large random terms: the value is preserved, rebuilding is idempotent.
    #[test]
    fn random_terms_keep_their_meaning(
        term in any_term(3),
        strict in any::<bool>(),
        samples in proptest::collection::vec(proptest::collection::vec(any_shape(), 3), 40),
    ) {
        let semantics = if strict { Semantics::Strict } else { Semantics::Expand };
        let mut algebra = Algebra::new();
        let leaves = variables(&mut algebra, 3, VariableKind::AnyRank);
        let ids: Vec<VariableId> =
            leaves.iter().map(|&leaf| variable_of(&algebra, leaf)).collect();
        let shape = build(&mut algebra, &term, semantics, &leaves);
        check_idempotent(&mut algebra, shape, semantics);
        for values in &samples {
            let mut assignment = Assignment::new();
            for (id, value) in ids.iter().zip(values) {
                assignment.set_variable(*id, value.clone());
            }
            let expected = evaluate(&term, semantics, values);
            prop_assert_eq!(algebra.evaluate(shape, &assignment).unwrap(), expected);
        }
    }

    /// Two random terms with one id agree on shapes outside the model.
    #[test]
    fn random_terms_with_one_id_are_equal(
        first in any_term(2),
        second in any_term(2),
        strict in any::<bool>(),
        samples in proptest::collection::vec(proptest::collection::vec(any_shape(), 2), 40),
    ) {
        let semantics = if strict { Semantics::Strict } else { Semantics::Expand };
        let mut algebra = Algebra::new();
        let leaves = variables(&mut algebra, 2, VariableKind::AnyRank);
        let a = build(&mut algebra, &first, semantics, &leaves);
        let b = build(&mut algebra, &second, semantics, &leaves);
        if a == b {
            for values in &samples {
                prop_assert_eq!(
                    evaluate(&first, semantics, values),
                    evaluate(&second, semantics, values)
                );
            }
        }
    }
}
