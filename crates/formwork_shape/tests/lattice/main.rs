//! The MPE thesis, equations 4.13–4.56: our answer, projected onto the range
//! lattice, contains every concrete result and is at least as precise as the
//! equation wherever the equation is right for today's language. Where it is
//! wrong, the test says how and shows a witness.

mod equations;

use equations::{
    eq_4_13, eq_4_14, eq_4_15, eq_4_16, eq_4_17, eq_4_18, eq_4_19, eq_4_20, eq_4_21, eq_4_22,
    eq_4_23, eq_4_24, eq_4_25, eq_4_26, eq_4_27, eq_4_28, eq_4_31, eq_4_32, eq_4_33, eq_4_37,
    eq_4_38, eq_4_40, eq_4_41, eq_4_42, eq_4_44, eq_4_50, eq_4_52, eq_4_55, listed, scalar,
};
use formwork_shape::concrete::{self, ConcreteShape, Subscript};
use formwork_shape::extent::{ExtentId, Extents, Interval, Origin};
use formwork_shape::facts::{Facts, Requirement};
use formwork_shape::lattice::{Range, RangeShape};
use formwork_shape::shape::{Algebra, ShapeId, VariableKind};
use formwork_shape::{Dialect, EmptyRule, Semantics, Truth};

const MATLAB: Dialect = Dialect::Matlab;

fn range(low: u64, high: u64) -> Range {
    Range::new(low, Some(high)).expect("a non-empty range")
}

fn from(low: u64) -> Range {
    Range::new(low, None).expect("a non-empty range")
}

fn closed(ranges: &[Range]) -> RangeShape {
    RangeShape::canonical(ranges.to_vec(), false)
}

/// Operands of every kind the lattice can tell apart.
fn family() -> Vec<RangeShape> {
    let exactly =
        |extents: &[u64]| RangeShape::exactly(&ConcreteShape::new(extents.iter().copied()));
    vec![
        exactly(&[1, 1]),
        exactly(&[2, 3]),
        exactly(&[3, 3]),
        exactly(&[0, 0]),
        exactly(&[3, 1]),
        closed(&[range(0, 2), range(1, 3)]),
        closed(&[Range::ONE, range(0, 3)]),
        closed(&[Range::TOP, Range::ONE]),
        closed(&[range(2, 4), range(2, 3)]),
        closed(&[Range::TOP, Range::TOP]),
        closed(&[range(1, 3), range(2, 2), range(0, 2)]),
        RangeShape::top(),
    ]
}

/// Our operand with these ranges: named extents with bounds, or a variable.
fn operand(algebra: &mut Algebra, name: &str, shape: &RangeShape) -> ShapeId {
    let rank = shape.rank().expect("not bottom");
    let Some(high) = rank.high() else { return algebra.variable(name, VariableKind::AnyRank) };
    let extents: Vec<ExtentId> = (0..usize::try_from(high).expect("small"))
        .map(|axis| {
            let range = shape.extent(axis).expect("not bottom");
            let low = i64::try_from(range.low()).expect("small");
            let bounds = match range.high() {
                Some(high) => Interval::new(low, i64::try_from(high).expect("small")),
                None => Some(Interval::at_least(low)),
            };
            let axis = u32::try_from(axis).expect("small");
            let origin = Origin::SizeOf(name.to_owned(), axis);
            algebra.extents_mut().name(origin, bounds.expect("not empty"))
        })
        .collect();
    algebra.tuple(extents)
}

fn members(shape: &RangeShape) -> Vec<ConcreteShape> {
    let mut all = ConcreteShape::all(&[0, 1, 2, 3, 4], 2);
    let higher = ConcreteShape::all(&[0, 1, 2, 3], 3);
    all.extend(higher.into_iter().filter(|shape| matches!(shape.extent(2), 0 | 2)));
    all.sort();
    all.dedup();
    all.retain(|candidate| shape.contains(candidate));
    all
}

/// What became of an equation on all operands of the family.
#[derive(Debug, Default)]
struct LatticeTally {
    /// Concrete results that the equation misses.
    missed: Vec<String>,
}

fn judge(
    outcome: &mut LatticeTally,
    what: &str,
    ours: &RangeShape,
    theirs: &RangeShape,
    results: &[(String, ConcreteShape)],
) {
    for (how, result) in results {
        assert!(ours.contains(result), "{what}: {how} gives {result}, ours is {ours}");
    }
    match results.iter().find(|(_, result)| !theirs.contains(result)) {
        Some((how, result)) => {
            outcome.missed.push(format!("{what}: {how} gives {result}, not in {theirs}"));
        }
        None => {
            assert!(ours.is_within(theirs), "{what}: ours {ours}, equation {theirs}");
        }
    }
}

fn compare_binary(
    build: impl Fn(&mut Algebra, ShapeId, ShapeId) -> ShapeId,
    meaning: impl Fn(&ConcreteShape, &ConcreteShape) -> Option<ConcreteShape>,
    equation: impl Fn(&RangeShape, &RangeShape) -> RangeShape,
) -> LatticeTally {
    let mut outcome = LatticeTally::default();
    for a in family() {
        for b in family() {
            let mut algebra = Algebra::new();
            let (x, y) = (operand(&mut algebra, "a", &a), operand(&mut algebra, "b", &b));
            let built = build(&mut algebra, x, y);
            let ours = algebra.project(&Facts::new(), built);
            let mut results = Vec::new();
            for p in members(&a) {
                for q in members(&b) {
                    if let Some(result) = meaning(&p, &q) {
                        results.push((format!("{p}, {q}"), result));
                    }
                }
            }
            judge(&mut outcome, &format!("{a} and {b}"), &ours, &equation(&a, &b), &results);
        }
    }
    outcome
}

fn compare_unary(
    build: impl Fn(&mut Algebra, ShapeId) -> ShapeId,
    meaning: impl Fn(&ConcreteShape) -> Option<ConcreteShape>,
    equation: impl Fn(&RangeShape) -> RangeShape,
) -> LatticeTally {
    let mut outcome = LatticeTally::default();
    for a in family() {
        let mut algebra = Algebra::new();
        let x = operand(&mut algebra, "a", &a);
        let built = build(&mut algebra, x);
        let ours = algebra.project(&Facts::new(), built);
        let results: Vec<_> =
            members(&a).iter().filter_map(|p| Some((p.to_string(), meaning(p)?))).collect();
        judge(&mut outcome, &a.to_string(), &ours, &equation(&a), &results);
    }
    outcome
}

fn right(outcome: LatticeTally) {
    assert!(outcome.missed.is_empty(), "the equation is wrong: {:?}", outcome.missed);
}

fn wrong(outcome: LatticeTally, witness: &str) {
    let shown = outcome.missed.iter().any(|missed| missed.contains(witness));
    assert!(shown, "no witness {witness:?} in {:?}", outcome.missed);
}

// One test per equation.

fn plus(
    semantics: Semantics,
    equation: fn(&RangeShape, &RangeShape) -> RangeShape,
) -> LatticeTally {
    compare_binary(
        |algebra, a, b| algebra.elementwise(semantics, a, b),
        |a, b| concrete::elementwise(semantics, a, b),
        equation,
    )
}

/// The partial results of a sum, restricted to the case each speaks of.
fn case(
    speaks_of: fn(&ConcreteShape, &ConcreteShape) -> bool,
    assume: fn(&mut Algebra, &mut Facts, ShapeId, ShapeId),
    equation: fn(&RangeShape, &RangeShape) -> RangeShape,
) {
    for a in family() {
        for b in family() {
            let mut algebra = Algebra::new();
            let (x, y) = (operand(&mut algebra, "a", &a), operand(&mut algebra, "b", &b));
            let built = algebra.elementwise(Semantics::Strict, x, y);
            let mut facts = Facts::new();
            assume(&mut algebra, &mut facts, x, y);
            let ours = if facts.is_unreachable() {
                RangeShape::Bottom
            } else {
                algebra.project(&facts, built)
            };
            let mut results = Vec::new();
            for p in members(&a) {
                for q in members(&b) {
                    if speaks_of(&p, &q)
                        && let Some(result) = concrete::elementwise(Semantics::Strict, &p, &q)
                    {
                        results.push((format!("{p}, {q}"), result));
                    }
                }
            }
            let mut outcome = LatticeTally::default();
            judge(&mut outcome, &format!("{a} and {b}"), &ours, &equation(&a, &b), &results);
            right(outcome);
        }
    }
}

#[test]
fn equation_4_13_two_scalars() {
    case(
        |p, q| p.is_scalar() && q.is_scalar(),
        |algebra, facts, x, y| {
            facts.assume_scalar(algebra, x);
            facts.assume_scalar(algebra, y);
        },
        eq_4_13,
    );
}

#[test]
fn equation_4_14_equal_shapes() {
    // As an operator: two operands known to have one shape.
    case(
        |p, q| p == q,
        |algebra, facts, x, y| {
            let (Some(a), Some(b)) = (algebra.as_tuple(x), algebra.as_tuple(y)) else { return };
            for axis in 0..a.len().max(b.len()) {
                let at = |tuple: &formwork_shape::shape::Tuple| {
                    tuple.get(axis).copied().unwrap_or(Extents::ONE)
                };
                facts.assume(algebra, Requirement::Equal(at(&a), at(&b)));
            }
        },
        |a, b| {
            // Of an operand of unknown rank we keep no equality: the equation
            // is compared only where both ranks are bounded.
            if listed(a).is_some() && listed(b).is_some() {
                eq_4_14(a, b)
            } else {
                RangeShape::top()
            }
        },
    );
}

#[test]
fn equation_4_15_first_operand_scalar() {
    case(|p, _| p.is_scalar(), |algebra, facts, x, _| facts.assume_scalar(algebra, x), eq_4_15);
}

#[test]
fn equation_4_16_second_operand_scalar() {
    case(|_, q| q.is_scalar(), |algebra, facts, _, y| facts.assume_scalar(algebra, y), eq_4_16);
}

#[test]
fn equation_4_17_may_be_scalar() {
    for a in family() {
        let mut algebra = Algebra::new();
        let x = operand(&mut algebra, "a", &a);
        let requirement = algebra.scalar_requirement(x);
        let truth = Facts::new().truth(&mut algebra, &requirement);
        let excluded = eq_4_17(&a, &scalar()) == RangeShape::Bottom;
        assert!(!excluded || truth == Truth::No, "{a}");
        assert_eq!(excluded, !a.contains(&ConcreteShape::scalar()), "{a}");
    }
}

#[test]
fn equation_4_18_elementwise() {
    // Right for the strict reading.
    right(plus(Semantics::Strict, eq_4_18));
    // Wrong since singleton dimensions expand: a row plus a column is a matrix.
    wrong(plus(Semantics::Expand, eq_4_18), "1x2, 3x1 gives 3x2");
}

#[test]
fn equation_4_19_product_of_matrices() {
    let outcome = compare_binary(
        |algebra, a, b| algebra.product(MATLAB, a, b),
        |a, b| concrete::product(MATLAB, a, b),
        |a, b| eq_4_19(a, b).join(&eq_4_15(a, b)).join(&eq_4_16(a, b)),
    );
    right(outcome);
}

/// The truth of "these extents are equal" for two operands and an axis.
fn equality(a: &RangeShape, b: &RangeShape, axis: u32) -> Truth {
    let mut algebra = Algebra::new();
    let (x, y) = (operand(&mut algebra, "a", a), operand(&mut algebra, "b", b));
    let (p, q) = (algebra.extent(x, axis), algebra.extent(y, axis));
    Facts::new().truth(&mut algebra, &Requirement::Equal(p, q))
}

/// Guards: whenever the equation excludes, so do the facts.
#[test]
fn equation_4_20_equal_ranges() {
    for a in family() {
        for b in family() {
            for axis in 0..2u32 {
                let at = axis as usize;
                if eq_4_20(a.extent(at), b.extent(at)) == RangeShape::Bottom {
                    assert_eq!(equality(&a, &b, axis), Truth::No, "{a} {b}");
                }
            }
        }
    }
}

#[test]
fn equation_4_21_unequal_ranges() {
    let mut excluded_wrongly = 0;
    for a in family() {
        for b in family() {
            for axis in 0..2u32 {
                let at = axis as usize;
                if eq_4_21(a.extent(at), b.extent(at)) != RangeShape::Bottom {
                    continue;
                }
                let exact = a.extent(at).is_some_and(|range| range.high() == Some(range.low()));
                let truth = equality(&a, &b, axis);
                assert!(!exact || truth == Truth::Yes, "{a} {b}");
                // Wrong as a guard: it compares ranges, not values. Two extents
                // of one range may well differ, and ours does not exclude it.
                excluded_wrongly += usize::from(!exact && truth == Truth::Maybe);
            }
        }
    }
    assert!(excluded_wrongly > 0);
}

#[test]
fn equation_4_22_may_be_a_matrix() {
    for a in family() {
        let mut algebra = Algebra::new();
        let x = operand(&mut algebra, "a", &a);
        let truth = Facts::new().truth(&mut algebra, &Requirement::Matrix(x));
        if eq_4_22(&a) == RangeShape::Bottom {
            assert_eq!(truth, Truth::No, "{a}");
        }
        if a.rank().and_then(Range::high) == Some(2) {
            assert_eq!(truth, Truth::Yes, "{a}");
        }
    }
}

#[test]
fn equation_4_23_product() {
    right(compare_binary(
        |algebra, a, b| algebra.product(MATLAB, a, b),
        |a, b| concrete::product(MATLAB, a, b),
        eq_4_23,
    ));
    // With related extents ours knows more: a' * a is always legal and square.
    let mut algebra = Algebra::new();
    let a = operand(&mut algebra, "a", &closed(&[Range::TOP, range(2, 5)]));
    let transposed = algebra.transpose(a);
    let product = algebra.product(MATLAB, transposed, a);
    assert_eq!(algebra.text(product), "<size(a,2), size(a,2)>");
    // Octave flattens arrays of higher rank, which the equation excludes.
    let outcome = compare_binary(
        |algebra, a, b| algebra.product(Dialect::Octave, a, b),
        |a, b| concrete::product(Dialect::Octave, a, b),
        eq_4_23,
    );
    wrong(outcome, "gives");
}

#[test]
fn equation_4_24_left_division() {
    right(compare_binary(
        |algebra, a, b| algebra.left_divide(MATLAB, a, b),
        |a, b| concrete::left_divide(MATLAB, a, b),
        eq_4_24,
    ));
}

#[test]
fn equation_4_25_right_division() {
    right(compare_binary(
        |algebra, a, b| algebra.right_divide(MATLAB, a, b),
        |a, b| concrete::right_divide(MATLAB, a, b),
        eq_4_25,
    ));
}

#[test]
fn equation_4_26_power() {
    right(compare_binary(
        |algebra, a, b| algebra.power(MATLAB, a, b),
        |a, b| concrete::power(MATLAB, a, b),
        eq_4_26,
    ));
    // Octave answers 0×0 for a scalar with any empty array.
    let outcome = compare_binary(
        |algebra, a, b| algebra.power(Dialect::Octave, a, b),
        |a, b| concrete::power(Dialect::Octave, a, b),
        eq_4_26,
    );
    wrong(outcome, "gives 0x0");
}

#[test]
fn equation_4_27_transpose() {
    right(compare_unary(Algebra::transpose, concrete::transpose, eq_4_27));
}

#[test]
fn equation_4_28_size() {
    // The size vector is 1 × rank. Where the rank is certain, ours is exact.
    for a in family() {
        let mut algebra = Algebra::new();
        let x = operand(&mut algebra, "a", &a);
        let theirs = eq_4_28(&a);
        for p in members(&a) {
            let vector = ConcreteShape::new([1, p.rank() as u64]);
            assert!(theirs.contains(&vector), "{a}: {p}");
        }
        if let Some(rank) = algebra.maximum_rank(x) {
            assert_eq!(Some(u64::from(rank)), a.rank().and_then(Range::high), "{a}");
        }
    }
}

#[test]
fn equation_4_31_number_of_elements() {
    for a in family() {
        let mut algebra = Algebra::new();
        let x = operand(&mut algebra, "a", &a);
        let count = algebra.count(x);
        let ours = Facts::new().interval(algebra.extents_mut(), count);
        let theirs = eq_4_31(&a);
        let low = u64::try_from(ours.low().unwrap_or(0)).expect("not negative");
        let high = ours.high().map(|high| u64::try_from(high).expect("not negative"));
        let ours = Range::new(low, high).expect("not empty");
        assert!(ours.is_within(theirs), "{a}: ours {ours}, equation {theirs}");
        for p in members(&a) {
            assert!(ours.contains(p.count()), "{a}: {p}");
        }
    }
}

#[test]
fn equation_4_29_number_of_elements_of_a_known_shape() {
    // The product over all axes; ours is a polynomial in the extents.
    let mut algebra = Algebra::new();
    let ranges = [range(2, 3), Range::TOP, range(4, 4)];
    let a = operand(&mut algebra, "a", &closed(&ranges));
    let count = algebra.count(a);
    assert_eq!(algebra.extent_text(count), "4*size(a,1)*size(a,2)");
    for p in ConcreteShape::all(&[0, 1, 2, 3], 3) {
        let product = (0..3).map(|axis| p.extent(axis)).product::<u64>();
        assert_eq!(p.count(), product);
    }
}

#[test]
fn equation_4_30_products_of_ranges() {
    // With 0 · ω = 0; our intervals multiply the same way.
    assert_eq!(range(0, 0).times(from(3)), range(0, 0));
    assert_eq!(range(2, 3).times(from(4)), from(8));
    assert_eq!(range(2, 3).times(range(4, 5)), range(8, 15));
}

/// The truth of "0×0" for an operand of the family.
fn is_zero_by_zero(a: &RangeShape) -> Truth {
    let mut algebra = Algebra::new();
    let x = operand(&mut algebra, "a", a);
    let zeros = (0..2u32).map(|axis| Requirement::Equal(algebra.extent(x, axis), Extents::ZERO));
    let mut parts: Vec<Requirement> = zeros.collect();
    parts.push(Requirement::Matrix(x));
    Facts::new().truth(&mut algebra, &Requirement::all(parts))
}

#[test]
fn equation_4_32_may_be_empty() {
    for a in family() {
        if eq_4_32(&a) == RangeShape::Bottom {
            assert_eq!(is_zero_by_zero(&a), Truth::No, "{a}");
        }
    }
}

#[test]
fn equation_4_33_may_be_not_empty() {
    for a in family() {
        assert_eq!(eq_4_33(&a) == RangeShape::Bottom, is_zero_by_zero(&a) == Truth::Yes, "{a}");
    }
}

fn concatenation(axis: u32, rule: EmptyRule) -> LatticeTally {
    compare_binary(
        |algebra, a, b| algebra.concatenate(axis, rule, &[a, b]),
        |a, b| concrete::concatenate(axis as usize, rule, a, b),
        |a, b| eq_4_40(a, b, axis as usize),
    )
}

/// An empty operand vanishes, in front or behind.
fn empty_vanishes(in_front: bool) {
    for a in family() {
        let mut algebra = Algebra::new();
        let x = operand(&mut algebra, "a", &a);
        let nothing = algebra.literal(&ConcreteShape::new([0, 0]));
        let list = if in_front { [nothing, x] } else { [x, nothing] };
        for axis in 0..2 {
            let built = algebra.concatenate(axis, EmptyRule::ZeroByZero, &list);
            assert_eq!(built, x, "{a}");
        }
        // Along a third axis two empties stack, so the rule is not that simple.
        let stacked = algebra.concatenate(2, EmptyRule::ZeroByZero, &[nothing, nothing]);
        assert_eq!(algebra.text(stacked), "<0, 0, 2>");
    }
}

#[test]
fn equation_4_34_an_empty_first_operand() {
    empty_vanishes(true);
}

#[test]
fn equation_4_35_an_empty_second_operand() {
    empty_vanishes(false);
}

fn one_replaced(axis: u32) {
    let two = Extents::new().literal(2);
    right(compare_unary(
        |algebra, a| algebra.set_extent(a, axis, two),
        |a| Some(concrete::set_extent(a, axis as usize, 2)),
        |a| eq_4_37(a, axis as usize, Some(range(2, 2))),
    ));
}

#[test]
fn equation_4_36_an_extent_of_the_list_replaced() {
    one_replaced(0);
    one_replaced(1);
}

#[test]
fn equation_4_37_an_extent_beyond_the_list_replaced() {
    one_replaced(2);
}

#[test]
fn equation_4_38_sums_of_ranges() {
    let mut algebra = Algebra::new();
    let name = |algebra: &mut Algebra, name: &str, low: i64, high: i64| {
        let bounds = Interval::new(low, high).expect("not empty");
        algebra.extents_mut().name(Origin::Variable(name.to_owned()), bounds)
    };
    let (a, b) = (name(&mut algebra, "a", 2, 3), name(&mut algebra, "b", 0, 5));
    let sum = algebra.extents_mut().add(a, b);
    let ours = algebra.extents().interval(sum);
    let theirs = eq_4_38(Some(range(2, 3)), Some(range(0, 5))).expect("a range");
    assert_eq!((ours.low(), ours.high()), (Some(2), Some(8)));
    assert_eq!((theirs.low(), theirs.high()), (2, Some(8)));
}

#[test]
fn equation_4_39_concatenation_of_non_empty_arrays() {
    // With one operand surely not empty and the other extents equal.
    for axis in 0..2u32 {
        let outcome = compare_binary(
            |algebra, a, b| algebra.concatenate(axis, EmptyRule::ZeroByZero, &[a, b]),
            |a, b| {
                let zero = ConcreteShape::new([0, 0]);
                let result = concrete::concatenate(axis as usize, EmptyRule::ZeroByZero, a, b);
                result.filter(|_| *a != zero && *b != zero)
            },
            |a, b| eq_4_40(a, b, axis as usize),
        );
        right(outcome);
    }
    // Along a third axis `notempty` excludes stacking two 0×0 arrays.
    wrong(concatenation(2, EmptyRule::ZeroByZero), "0x0, 0x0 gives 0x0x2");
}

#[test]
fn equation_4_40_concatenation() {
    // Along rows and columns the equation is right for MATLAB …
    for axis in 0..2 {
        right(concatenation(axis, EmptyRule::ZeroByZero));
        // … but Octave's brackets skip 1×0 and 0×1 as well.
        wrong(concatenation(axis, EmptyRule::OctaveBrackets), "gives");
    }
}

fn subscript() -> LatticeTally {
    compare_binary(
        Algebra::index_linear,
        |a, index| Some(concrete::index_linear(a, index)),
        eq_4_50,
    )
}

#[test]
fn equation_4_41_vector_axes_of_the_array() {
    for a in family().into_iter().filter(|a| listed(a).is_some()) {
        let axes = eq_4_41(&a);
        for p in members(&a) {
            if let Some(axis) = p.vector_axis() {
                assert!(axes.contains(&axis), "{a}: {p}");
            }
        }
    }
}

#[test]
fn equation_4_42_length_of_a_vector_index() {
    // The equation looks at the first two axes; Octave (and MATLAB today) also
    // treats 1×1×n as a vector index.
    let mut missed = 0;
    for a in family().into_iter().filter(|a| listed(a).is_some()) {
        for p in members(&a) {
            if p.vector_axis().is_some_and(|axis| axis < 2) {
                assert!(eq_4_42(&a).is_some_and(|range| range.contains(p.count())), "{a}: {p}");
            }
            missed += usize::from(p.vector_axis() == Some(2) && eq_4_42(&a).is_none());
        }
    }
    let long = closed(&[Range::ONE, Range::ONE, range(2, 3)]);
    assert_eq!(eq_4_42(&long), None, "{missed}");
}

/// A column of unknown length indexed by a row, ours and by the equations.
fn column_by_row() -> (RangeShape, RangeShape, String) {
    let column = closed(&[range(2, 9), Range::ONE]);
    let row = closed(&[Range::ONE, range(2, 4)]);
    let mut algebra = Algebra::new();
    let (a, i) = (operand(&mut algebra, "a", &column), operand(&mut algebra, "i", &row));
    let built = algebra.index_linear(a, i);
    let ours = algebra.project(&Facts::new(), built);
    (ours, eq_4_44(&column, eq_4_42(&row)), algebra.text(built))
}

#[test]
fn equation_4_43_the_result_lies_along_the_array() {
    let (ours, theirs, text) = column_by_row();
    assert_eq!(theirs, closed(&[range(2, 4), Range::ONE]));
    assert!(ours.is_within(&theirs), "{ours}");
    assert_eq!(text, "<size(i,2), 1>");
}

#[test]
fn equation_4_44_all_vectors_an_array_may_be() {
    // A matrix that may be a row or a column, indexed by three elements.
    let either = closed(&[range(1, 4), range(1, 4)]);
    let theirs = eq_4_44(&either, Some(range(3, 3)));
    assert_eq!(theirs, closed(&[range(1, 3), range(1, 3)]));
    let mut algebra = Algebra::new();
    let a = operand(&mut algebra, "a", &either);
    let i = algebra.literal(&ConcreteShape::new([1, 3]));
    let built = algebra.index_linear(a, i);
    let ours = algebra.project(&Facts::new(), built);
    assert!(ours.is_within(&theirs), "{ours}");
    for p in members(&either) {
        assert!(ours.contains(&concrete::index_linear(&p, &ConcreteShape::new([1, 3]))), "{p}");
    }
}

#[test]
fn equation_4_45_only_listed_axes_are_looked_at() {
    // Beyond the list the equation gives up; a rank that is known has no such
    // axes, and ours lists all of them.
    for a in family() {
        let mut algebra = Algebra::new();
        let x = operand(&mut algebra, "a", &a);
        let listed_axes = algebra.as_tuple(x).map(|tuple| tuple.len() as u64);
        assert_eq!(listed_axes, a.rank().and_then(Range::high), "{a}");
    }
}

#[test]
fn equation_4_46_one_vector_per_axis() {
    // A vector along the third axis keeps it.
    let deep = closed(&[Range::ONE, Range::ONE, range(2, 5)]);
    let theirs = eq_4_44(&deep, Some(range(4, 4)));
    assert_eq!(theirs, closed(&[Range::ONE, Range::ONE, range(4, 4)]));
    let mut algebra = Algebra::new();
    let a = operand(&mut algebra, "a", &deep);
    let i = algebra.literal(&ConcreteShape::new([4, 1]));
    let built = algebra.index_linear(a, i);
    assert_eq!(algebra.text(built), "<1, 1, 4>");
    assert!(algebra.project(&Facts::new(), built).is_within(&theirs));
}

#[test]
fn equation_4_47_unlisted_axes_cost_accuracy() {
    // Of an array of unknown rank the equation knows nothing. We keep the term,
    // which becomes exact as soon as the array is known.
    assert_eq!(eq_4_44(&RangeShape::top(), Some(range(4, 4))), RangeShape::top());
    let mut algebra = Algebra::new();
    let a = algebra.variable("a", VariableKind::AnyRank);
    let i = algebra.literal(&ConcreteShape::new([4, 1]));
    let built = algebra.index_linear(a, i);
    let mut facts = Facts::new();
    facts.assume_matrix(&mut algebra, a);
    let (rows, columns) = (algebra.extent(a, 0), algebra.extent(a, 1));
    facts.assume(&mut algebra, Requirement::Equal(rows, Extents::ONE));
    facts.assume(&mut algebra, Requirement::Different(columns, Extents::ONE));
    let resolved = facts.resolve(&mut algebra, built);
    assert_eq!(algebra.text(resolved), "<1, 4>");
}

#[test]
fn equation_4_48_vector_by_vector() {
    let (ours, theirs, _) = column_by_row();
    assert!(ours.is_within(&theirs) && theirs.is_within(&ours));
}

#[test]
fn equation_4_49_not_a_vector() {
    // Neither a surely two-dimensional array nor such an index is a vector:
    // the result has the shape of the index, exactly.
    let flat = closed(&[range(2, 4), range(2, 3)]);
    assert!(eq_4_41(&flat).is_empty() && eq_4_42(&flat).is_none());
    for index in family() {
        let mut algebra = Algebra::new();
        let (a, i) = (operand(&mut algebra, "a", &flat), operand(&mut algebra, "i", &index));
        assert_eq!(algebra.index_linear(a, i), i, "{index}");
    }
}

#[test]
fn equation_4_50_linear_subscripts() {
    // Wrong: the case of a non-vector is dropped as soon as both *may* be
    // vectors, so a matrix whose ranges admit vectors indexed by a row loses
    // the shape of the index.
    wrong(subscript(), "gives");
}

#[test]
fn equation_4_51_several_subscripts() {
    for a in family() {
        for b in family() {
            let mut algebra = Algebra::new();
            let (x, i) = (operand(&mut algebra, "a", &a), operand(&mut algebra, "i", &b));
            let count = algebra.count(i);
            let subscripts = [Subscript::Count(count), Subscript::Count(Extents::ONE)];
            let built = algebra.index_many(x, &subscripts);
            let ours = algebra.project(&Facts::new(), built);
            let theirs = closed(&[eq_4_31(&b), Range::ONE]);
            assert!(ours.is_within(&theirs), "{a} {b}: {ours} {theirs}");
            for p in members(&b) {
                let result = ConcreteShape::new([p.count(), 1]);
                assert!(ours.contains(&result), "{b}: {p}");
            }
        }
    }
}

fn logical_subscript(equation: fn(&RangeShape, &RangeShape) -> RangeShape) -> LatticeTally {
    let mut outcome = LatticeTally::default();
    for a in family() {
        // A mask of the array's own shape, as programs write it.
        let mut algebra = Algebra::new();
        let x = operand(&mut algebra, "a", &a);
        let total = algebra.count(x);
        let origin = Origin::Fresh { site: 1, output: 0, description: "nnz(m)".to_owned() };
        let count = algebra.extents_mut().name(origin, Interval::EXTENT);
        let built = algebra.index_logical(x, x, count);
        let mut facts = Facts::new();
        facts.assume(&mut algebra, Requirement::AtMost(count, total));
        let ours = algebra.project(&facts, built);
        let mut results = Vec::new();
        for p in members(&a) {
            for true_elements in 0..=p.count() {
                let result = concrete::index_logical(&p, &p, true_elements);
                results.push((format!("{p} with {true_elements}"), result));
            }
        }
        judge(&mut outcome, &a.to_string(), &ours, &equation(&a, &a), &results);
    }
    outcome
}

#[test]
fn equation_4_52_true_elements_of_a_mask() {
    for a in family() {
        for p in members(&a) {
            assert!(eq_4_52(&a).contains(p.count()) && eq_4_52(&a).contains(0), "{a}");
        }
    }
}

/// A mask on operands of one orientation, in ours.
fn masked(a: &RangeShape) -> RangeShape {
    let mut algebra = Algebra::new();
    let x = operand(&mut algebra, "a", a);
    let total = algebra.count(x);
    let origin = Origin::Fresh { site: 1, output: 0, description: "nnz(m)".to_owned() };
    let count = algebra.extents_mut().name(origin, Interval::EXTENT);
    let built = algebra.index_logical(x, x, count);
    let mut facts = Facts::new();
    facts.assume(&mut algebra, Requirement::AtMost(count, total));
    algebra.project(&facts, built)
}

#[test]
fn equation_4_53_a_mask_on_a_vector() {
    for a in [closed(&[Range::ONE, range(2, 6)]), closed(&[range(2, 6), Range::ONE])] {
        let theirs = eq_4_44(&a, Some(eq_4_52(&a)));
        assert!(masked(&a).is_within(&theirs), "{a}: {}", masked(&a));
    }
}

#[test]
fn equation_4_54_a_mask_on_a_matrix() {
    let a = closed(&[range(2, 3), range(2, 4)]);
    let column = closed(&[eq_4_52(&a), Range::ONE]);
    assert!(masked(&a).is_within(&column), "{}", masked(&a));
    assert!(eq_4_55(&a, &a).is_within(&column));
}

#[test]
fn equation_4_55_logical_subscripts() {
    // Wrong: a scalar mask that is false gives 0×0, not 1×0 or 0×1; and, as in
    // 4.50, arrays that only may be vectors lose the other case.
    wrong(logical_subscript(eq_4_55), "1x1 with 0 gives 0x0");
}

#[test]
fn equation_4_56_a_last_logical_subscript() {
    for a in family() {
        let mut algebra = Algebra::new();
        let x = operand(&mut algebra, "a", &a);
        let origin = Origin::Fresh { site: 1, output: 0, description: "nnz(m)".to_owned() };
        let count = algebra.extents_mut().name(origin, Interval::EXTENT);
        let three = algebra.extents_mut().literal(3);
        let mut facts = Facts::new();
        facts.assume(&mut algebra, Requirement::AtMost(count, three));
        let built = algebra.index_many(x, &[Subscript::Colon, Subscript::Count(count)]);
        let ours = algebra.project(&facts, built);
        // The equation as printed omits the dimension of the mask itself: it
        // lists the other subscripts and then ones. Read with the mask's range
        // in its place it is right, and ours is the same.
        let printed = RangeShape::from_options(vec![a.extent(0)], false);
        let meant = RangeShape::from_options(vec![a.extent(0), Some(range(0, 3))], false);
        assert!(ours.is_within(&meant), "{a}: {ours}");
        for p in members(&a) {
            let result = ConcreteShape::new([p.extent(0), 2]);
            assert!(ours.contains(&result) && !printed.contains(&result), "{a}: {p}");
        }
    }
}
