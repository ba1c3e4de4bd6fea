//! Facts: learning, scopes, queries, conditions, counterexamples, merging.

use formwork_shape::concrete::Subscript;
use formwork_shape::extent::{ExtentId, Extents, Interval, Origin};
use formwork_shape::facts::{Condition, Facts, Requirement, Verdict};
use formwork_shape::set::{Growth, loop_shape};
use formwork_shape::shape::{Algebra, Node, ShapeId, VariableKind};
use formwork_shape::{Dialect, EmptyRule, Semantics, Truth};

fn size(algebra: &mut Algebra, name: &str) -> ExtentId {
    algebra.extents_mut().variable(name)
}

fn literal(algebra: &mut Algebra, value: i64) -> ExtentId {
    algebra.extents_mut().literal(value)
}

fn matrix(algebra: &mut Algebra, rows: &str, columns: &str) -> ShapeId {
    let mut extent = |text: &str| match text.parse::<i64>() {
        Ok(value) => algebra.extents_mut().literal(value),
        Err(_) => algebra.extents_mut().variable(text),
    };
    let (rows, columns) = (extent(rows), extent(columns));
    algebra.tuple([rows, columns])
}

fn condition(verdict: Verdict) -> Condition {
    match verdict {
        Verdict::Unknown(condition) => condition,
        other => panic!("{other:?}"),
    }
}

#[test]
fn an_executed_product_makes_the_inner_extents_equal() {
    let mut algebra = Algebra::new();
    let a = matrix(&mut algebra, "n", "m");
    let b = matrix(&mut algebra, "p", "3");
    let c = algebra.product(Dialect::Matlab, a, b);
    let mut facts = Facts::new();
    let open = condition(facts.check_legal(&mut algebra, c));
    assert_eq!(algebra.requirement_text(&open.requirement), "(n == 1 && m == 1) || m == p");
    assert_eq!(open.breaks.expect("it can fail").to_string(), "n = 0, m = 0, p = 1");
    // Rows known not to be one: only the inner extents are left.
    let (m, p) = (size(&mut algebra, "m"), size(&mut algebra, "p"));
    let n = size(&mut algebra, "n");
    let two = literal(&mut algebra, 2);
    facts.assume(&mut algebra, Requirement::AtMost(two, n));
    facts.assume_legal(&mut algebra, c);
    assert_eq!(facts.truth(&mut algebra, &Requirement::Equal(m, p)), Truth::Yes);
    let resolved = facts.resolve(&mut algebra, c);
    assert_eq!(algebra.text(resolved), "<n, 3>");
    assert_eq!(facts.check_legal(&mut algebra, c), Verdict::Proved);
}

#[test]
fn the_condition_of_a_warning() {
    // w is n×n; w * ones(3,1).
    let mut algebra = Algebra::new();
    let w = matrix(&mut algebra, "n", "n");
    let v = matrix(&mut algebra, "3", "1");
    let product = algebra.product(Dialect::Matlab, w, v);
    let facts = Facts::new();
    let open = condition(facts.check_legal(&mut algebra, product));
    assert_eq!(algebra.requirement_text(&open.requirement), "n == 1 || n == 3");
    assert_eq!(open.breaks.expect("it can fail").to_string(), "n = 0");
    let mut facts = facts;
    let n = size(&mut algebra, "n");
    let (four, one) = (literal(&mut algebra, 4), Extents::ONE);
    facts.assume(&mut algebra, Requirement::Different(n, one));
    facts.assume(&mut algebra, Requirement::AtMost(n, four));
    let open = condition(facts.check_legal(&mut algebra, product));
    assert_eq!(algebra.requirement_text(&open.requirement), "n == 3");
    // After it ran, n is 3 and everything knows it.
    facts.assume_legal(&mut algebra, product);
    assert_eq!(facts.interval(algebra.extents_mut(), n).value(), Some(3));
    let resolved = facts.resolve(&mut algebra, product);
    assert_eq!(algebra.text(resolved), "<3, 1>");
}

#[test]
fn a_surely_failing_operation_is_refuted_with_sizes() {
    let mut algebra = Algebra::new();
    let mut facts = Facts::new();
    let (n, two) = (size(&mut algebra, "n"), literal(&mut algebra, 2));
    facts.assume(&mut algebra, Requirement::AtMost(two, n));
    let next = algebra.extents_mut().add(n, Extents::ONE);
    let a = algebra.tuple([n, n]);
    let b = algebra.tuple([next, n]);
    let sum = algebra.elementwise(Semantics::Expand, a, b);
    // Without the fact n could be 0 or 1: 0×0 + 1×0 is legal.
    assert_ne!(sum, Algebra::ILLEGAL);
    match facts.check_legal(&mut algebra, sum) {
        Verdict::Refuted(sizes) => assert_eq!(sizes.to_string(), "n = 2"),
        other => panic!("{other:?}"),
    }
}

#[test]
fn scopes_roll_back() {
    let mut algebra = Algebra::new();
    let mut facts = Facts::new();
    let (n, m) = (size(&mut algebra, "n"), size(&mut algebra, "m"));
    let five = literal(&mut algebra, 5);
    facts.assume(&mut algebra, Requirement::AtMost(n, five));
    let outer = facts.push();
    facts.assume(&mut algebra, Requirement::Equal(n, m));
    assert_eq!(facts.truth(&mut algebra, &Requirement::AtMost(m, five)), Truth::Yes);
    let inner = facts.push();
    facts.assume(&mut algebra, Requirement::Equal(m, Extents::ZERO));
    assert_eq!(facts.truth(&mut algebra, &Requirement::Equal(n, Extents::ZERO)), Truth::Yes);
    facts.rollback(inner);
    assert_eq!(facts.truth(&mut algebra, &Requirement::Equal(n, Extents::ZERO)), Truth::Maybe);
    assert_eq!(facts.truth(&mut algebra, &Requirement::Equal(n, m)), Truth::Yes);
    facts.rollback(outer);
    assert_eq!(facts.truth(&mut algebra, &Requirement::Equal(n, m)), Truth::Maybe);
    assert_eq!(facts.truth(&mut algebra, &Requirement::AtMost(m, five)), Truth::Maybe);
    assert_eq!(facts.truth(&mut algebra, &Requirement::AtMost(n, five)), Truth::Yes);
}

#[test]
fn branches_contradictions_and_merging() {
    let mut algebra = Algebra::new();
    let n = size(&mut algebra, "n");
    let (two, seven) = (literal(&mut algebra, 2), literal(&mut algebra, 7));
    let mut yes = Facts::new();
    yes.assume(&mut algebra, Requirement::Equal(n, two));
    let mut no = Facts::new();
    no.assume(&mut algebra, Requirement::Equal(n, seven));
    let both = Facts::merge(&mut algebra, &yes, &no);
    let interval = both.interval(algebra.extents_mut(), n);
    assert_eq!((interval.low(), interval.high()), (Some(2), Some(7)));
    assert_eq!(both.truth(&mut algebra, &Requirement::Different(n, Extents::ONE)), Truth::Yes);
    assert_eq!(both.truth(&mut algebra, &Requirement::Equal(n, two)), Truth::Maybe);
    no.assume(&mut algebra, Requirement::Equal(n, two));
    assert!(no.is_unreachable());
    let only = Facts::merge(&mut algebra, &yes, &no);
    assert_eq!(only.truth(&mut algebra, &Requirement::Equal(n, two)), Truth::Yes);
}

#[test]
fn predicates_of_shapes() {
    let mut algebra = Algebra::new();
    let a = algebra.variable("A", VariableKind::AnyRank);
    let mut facts = Facts::new();
    facts.assume_square(&mut algebra, a);
    let resolved = facts.resolve(&mut algebra, a);
    assert_eq!(algebra.text(resolved), "<size(A,1), size(A,1)>");
    let squared = algebra.product(Dialect::Matlab, a, a);
    let resolved = facts.resolve(&mut algebra, squared);
    assert_eq!(algebra.text(resolved), "<size(A,1), size(A,1)>");
    let b = algebra.variable("B", VariableKind::AnyRank);
    facts.assume_scalar(&mut algebra, b);
    let sum = algebra.elementwise(Semantics::Expand, squared, b);
    let resolved = facts.resolve(&mut algebra, sum);
    assert_eq!(algebra.text(resolved), "<size(A,1), size(A,1)>");
    let v = algebra.variable("v", VariableKind::AnyRank);
    facts.assume_vector(&mut algebra, v);
    let rows = algebra.extent(v, 0);
    facts.assume(&mut algebra, Requirement::Different(rows, Extents::ONE));
    let resolved = facts.resolve(&mut algebra, v);
    assert_eq!(algebra.text(resolved), "<size(v,1), 1>");
    facts.assume_nonempty(&mut algebra, v);
    let two = literal(&mut algebra, 2);
    assert_eq!(facts.truth(&mut algebra, &Requirement::AtMost(two, rows)), Truth::Yes);
}

#[test]
fn reshape_needs_a_divisibility() {
    let mut algebra = Algebra::new();
    let (n, m) = (size(&mut algebra, "n"), size(&mut algebra, "m"));
    let a = algebra.tuple([n, m]);
    let two = literal(&mut algebra, 2);
    let halves = algebra.reshape(a, &[Some(two), None]);
    let mut facts = Facts::new();
    let open = condition(facts.check_legal(&mut algebra, halves));
    assert_eq!(algebra.requirement_text(&open.requirement), "mod(n*m, 2) == 0");
    assert_eq!(open.breaks.expect("it can fail").to_string(), "n = 1, m = 1");
    let resolved = facts.resolve(&mut algebra, halves);
    assert_eq!(algebra.text(resolved), "<2, n*m/2>");
    facts.assume_legal(&mut algebra, halves);
    assert_eq!(facts.check_legal(&mut algebra, halves), Verdict::Proved);
    // An even number of rows makes it provable without any check.
    let twice = algebra.extents_mut().multiply(n, two);
    let b = algebra.tuple([twice, m]);
    let reshaped = algebra.reshape(b, &[Some(two), None]);
    assert_eq!(algebra.text(reshaped), "<2, n*m>");
}

#[test]
fn expansion_leaves_a_disjunction_until_it_is_decided() {
    let mut algebra = Algebra::new();
    let a = matrix(&mut algebra, "n", "1");
    let b = matrix(&mut algebra, "m", "1");
    let sum = algebra.elementwise(Semantics::Expand, a, b);
    let mut facts = Facts::new();
    facts.assume_legal(&mut algebra, sum);
    let (n, m) = (size(&mut algebra, "n"), size(&mut algebra, "m"));
    assert_eq!(facts.truth(&mut algebra, &Requirement::Equal(n, m)), Truth::Maybe);
    assert_eq!(facts.check_legal(&mut algebra, sum), Verdict::Proved);
    let needed = algebra.legality(sum);
    assert_eq!(facts.truth(&mut algebra, &needed), Truth::Yes);
    let resolved = facts.resolve(&mut algebra, sum);
    assert_eq!(algebra.text(resolved), "<join(n, m), 1>");
    facts.assume(&mut algebra, Requirement::Different(n, Extents::ONE));
    facts.assume(&mut algebra, Requirement::Different(m, Extents::ONE));
    assert_eq!(facts.truth(&mut algebra, &Requirement::Equal(n, m)), Truth::Yes);
    let resolved = facts.resolve(&mut algebra, sum);
    assert_eq!(algebra.text(resolved), "<n, 1>");
}

#[test]
fn indexing_speaks_the_users_names() {
    let mut algebra = Algebra::new();
    let (n, m) = (size(&mut algebra, "n"), size(&mut algebra, "m"));
    let x = algebra.tuple([n, m]);
    let last = algebra.extents_mut().subtract(n, Extents::ONE);
    let count = algebra.extents_mut().range_count(Extents::ONE, Extents::ONE, last);
    let part = algebra.index_many(x, &[Subscript::Count(count), Subscript::Colon]);
    assert_eq!(algebra.text(part), "<max(0, n - 1), m>");
    let mut facts = Facts::new();
    facts.assume(&mut algebra, Requirement::AtMost(Extents::ONE, n));
    let all = algebra.vectorise(x);
    assert_eq!(algebra.text(all), "<n*m, 1>");
    let unknown = algebra.variable("A", VariableKind::AnyRank);
    let column = algebra.index_many(unknown, &[Subscript::Colon, Subscript::Count(Extents::ONE)]);
    assert_eq!(algebra.text(column), "<size(A,1), 1>");
    let flat = algebra.vectorise(unknown);
    assert_eq!(algebra.text(flat), "<numel(A), 1>");
}

/// v = []; for i = 1:n, v(end+1) = i; end
#[test]
fn appending_in_a_counted_loop_has_a_closed_form() {
    let mut algebra = Algebra::new();
    let n = algebra.extents_mut().name(Origin::Variable("n".to_owned()), Interval::at_least(1));
    let i = algebra.extents_mut().name(Origin::Variable("i".to_owned()), Interval::at_least(1));
    let empty = matrix(&mut algebra, "0", "0");
    let append = |algebra: &mut Algebra, v: ShapeId| {
        let count = algebra.count(v);
        let bound = algebra.extents_mut().add(count, Extents::ONE);
        algebra.assign_linear(Dialect::Octave, v, bound)
    };
    let result = loop_shape(&mut algebra, 1, empty, i, n, append);
    assert_eq!(result.peeled, 1);
    assert_eq!(algebra.text(result.head), "<1, i>");
    assert_eq!(algebra.text(result.exit), "<1, n>");
    assert_eq!(result.growth, [Growth::Stable, Growth::Regular(Extents::ONE)]);
}

#[test]
fn concatenating_rows_grows_by_their_number() {
    let mut algebra = Algebra::new();
    let (trips, counter) = (size(&mut algebra, "t"), size(&mut algebra, "k"));
    let start = matrix(&mut algebra, "n", "m");
    let block = matrix(&mut algebra, "2", "m");
    let mut calls = 0;
    let result = loop_shape(&mut algebra, 2, start, counter, trips, |algebra, a| {
        calls += 1;
        algebra.concatenate(0, EmptyRule::ZeroByZero, &[a, block])
    });
    assert_eq!(algebra.text(result.exit), "<2*t + n, m>");
    assert!(calls < 10);
}

#[test]
fn irregular_growth_is_widened_to_a_fresh_bounded_size() {
    let mut algebra = Algebra::new();
    let (trips, counter) = (size(&mut algebra, "t"), size(&mut algebra, "k"));
    let start = matrix(&mut algebra, "1", "3");
    // The number of columns doubles: no closed form that is a polynomial.
    let result = loop_shape(&mut algebra, 3, start, counter, trips, |algebra, a| {
        algebra.concatenate(1, EmptyRule::ZeroByZero, &[a, a])
    });
    assert_eq!(result.growth, [Growth::Stable, Growth::Irregular]);
    let Node::Tuple(extents) = algebra.node(result.head).clone() else { panic!("a tuple") };
    let interval = algebra.extents().interval(extents[1]);
    assert_eq!((interval.low(), interval.high()), (Some(3), None));
}

#[test]
fn unlimited_disagreement_still_ends() {
    let mut algebra = Algebra::new();
    let (trips, counter) = (size(&mut algebra, "t"), size(&mut algebra, "k"));
    let start = matrix(&mut algebra, "2", "3");
    let other = algebra.variable("x", VariableKind::AnyRank);
    let result = loop_shape(&mut algebra, 4, start, counter, trips, |algebra, a| {
        let product = algebra.product(Dialect::Matlab, a, other);
        algebra.transpose(product)
    });
    // The shape of the fourth kind: nothing at all is known.
    assert!(matches!(algebra.node(result.head), Node::Variable(_)));
}
