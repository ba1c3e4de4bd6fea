//! Extents: the normal form keeps the value, and no answer about one is wrong.

use formwork_shape::Truth;
use formwork_shape::extent::{
    Congruence, ExtentId, Extents, Interval, NameId, Origin, Stuck, Unknown,
};
use formwork_shape::shape::Algebra;
use proptest::prelude::*;

/// An expression as it is written.
#[derive(Clone, Debug)]
enum Expression {
    Literal(i64),
    Name(usize),
    Add(Box<Expression>, Box<Expression>),
    Subtract(Box<Expression>, Box<Expression>),
    Multiply(Box<Expression>, Box<Expression>),
    Maximum(Box<Expression>, Box<Expression>),
    Minimum(Box<Expression>, Box<Expression>),
    Join(Box<Expression>, Box<Expression>),
    FloorDivide(Box<Expression>, Box<Expression>),
    CeilingDivide(Box<Expression>, Box<Expression>),
    ExactDivide(Box<Expression>, Box<Expression>),
    Modulo(Box<Expression>, Box<Expression>),
}

/// The names and what they were declared to be.
const NAMES: [(&str, i64, Option<i64>, i64); 3] =
    [("n", 0, None, 1), ("m", 2, Some(9), 1), ("k", 0, Some(12), 3)];

fn declare(extents: &mut Extents) -> Vec<ExtentId> {
    NAMES
        .iter()
        .map(|&(name, low, high, step)| {
            let interval = match high {
                Some(high) => Interval::new(low, high).expect("not empty"),
                None => Interval::at_least(low),
            };
            let origin = Origin::Variable(name.to_owned());
            extents.name_with(origin, interval, Congruence::new(step, 0))
        })
        .collect()
}

fn build(extents: &mut Extents, names: &[ExtentId], expression: &Expression) -> ExtentId {
    let mut of = |expression: &Expression| build(extents, names, expression);
    match expression {
        Expression::Literal(value) => extents.literal(*value),
        Expression::Name(index) => names[*index],
        Expression::Add(a, b) => {
            let (a, b) = (of(a), of(b));
            extents.add(a, b)
        }
        Expression::Subtract(a, b) => {
            let (a, b) = (of(a), of(b));
            extents.subtract(a, b)
        }
        Expression::Multiply(a, b) => {
            let (a, b) = (of(a), of(b));
            extents.multiply(a, b)
        }
        Expression::Maximum(a, b) => {
            let (a, b) = (of(a), of(b));
            extents.maximum([a, b])
        }
        Expression::Minimum(a, b) => {
            let (a, b) = (of(a), of(b));
            extents.minimum([a, b])
        }
        Expression::Join(a, b) => {
            let (a, b) = (of(a), of(b));
            extents.join([a, b])
        }
        Expression::FloorDivide(a, b) => {
            let (a, b) = (of(a), of(b));
            extents.floor_divide(a, b)
        }
        Expression::CeilingDivide(a, b) => {
            let (a, b) = (of(a), of(b));
            extents.ceiling_divide(a, b)
        }
        Expression::ExactDivide(a, b) => {
            let (a, b) = (of(a), of(b));
            extents.exact_divide(a, b)
        }
        Expression::Modulo(a, b) => {
            let (a, b) = (of(a), of(b));
            extents.modulo(a, b)
        }
    }
}

/// The value in wide arithmetic; `None` where it is undefined or enormous.
fn value(expression: &Expression, names: &[i64]) -> Option<i128> {
    let of = |expression: &Expression| value(expression, names);
    let small = |value: i128| (value.unsigned_abs() < 1 << 100).then_some(value);
    let floor = |a: i128, b: i128| {
        (b != 0).then(|| a.div_euclid(b) - i128::from(b < 0 && a.rem_euclid(b) != 0))
    };
    match expression {
        Expression::Literal(value) => Some(i128::from(*value)),
        Expression::Name(index) => Some(i128::from(names[*index])),
        Expression::Add(a, b) => small(of(a)? + of(b)?),
        Expression::Subtract(a, b) => small(of(a)? - of(b)?),
        Expression::Multiply(a, b) => small(of(a)?.checked_mul(of(b)?)?),
        Expression::Maximum(a, b) => Some(of(a)?.max(of(b)?)),
        Expression::Minimum(a, b) => Some(of(a)?.min(of(b)?)),
        Expression::Join(a, b) => match (of(a)?, of(b)?) {
            (1, x) | (x, 1) => Some(x),
            (x, y) => (x == y).then_some(x),
        },
        Expression::FloorDivide(a, b) => floor(of(a)?, of(b)?),
        Expression::CeilingDivide(a, b) => Some(-floor(-of(a)?, of(b)?)?),
        Expression::ExactDivide(a, b) => {
            let (a, b) = (of(a)?, of(b)?);
            (b != 0 && a % b == 0).then(|| a / b)
        }
        Expression::Modulo(a, b) => {
            let (a, b) = (of(a)?, of(b)?);
            if b == 0 { Some(a) } else { Some(a - floor(a, b)? * b) }
        }
    }
}

fn any_expression(huge: bool) -> impl Strategy<Value = Expression> {
    let literal = if huge {
        prop_oneof![Just(i64::MIN), Just(i64::MAX), Just(i64::MAX / 2), -3..7i64].boxed()
    } else {
        (-3..7i64).boxed()
    };
    let leaf = prop_oneof![2 => literal.prop_map(Expression::Literal), 3 => (0..3usize).prop_map(Expression::Name)];
    leaf.prop_recursive(4, 24, 2, |inner| {
        (0..10u8, inner.clone(), inner).prop_map(|(kind, a, b)| {
            let (a, b) = (Box::new(a), Box::new(b));
            match kind {
                0 => Expression::Add(a, b),
                1 => Expression::Subtract(a, b),
                2 => Expression::Multiply(a, b),
                3 => Expression::Maximum(a, b),
                4 => Expression::Minimum(a, b),
                5 => Expression::Join(a, b),
                6 => Expression::FloorDivide(a, b),
                7 => Expression::CeilingDivide(a, b),
                8 => Expression::ExactDivide(a, b),
                _ => Expression::Modulo(a, b),
            }
        })
    })
}

fn assignments() -> Vec<[i64; 3]> {
    let mut all = Vec::new();
    for n in 0..7 {
        for m in 2..10 {
            for k in [0, 3, 6, 9, 12] {
                all.push([n, m, k]);
            }
        }
    }
    all
}

fn ids(extents: &Extents, names: &[ExtentId]) -> Vec<NameId> {
    names
        .iter()
        .map(|&name| match extents.as_unknown(name) {
            Some(Unknown::Name(id)) => id,
            other => panic!("{other:?}"),
        })
        .collect()
}

fn evaluate(
    extents: &Extents,
    ids: &[NameId],
    extent: ExtentId,
    values: &[i64; 3],
) -> Result<i64, Stuck> {
    extents.evaluate(extent, &mut |unknown| match unknown {
        Unknown::Name(name) => {
            let index = ids.iter().position(|&id| id == name).ok_or(Stuck::Unknown)?;
            Ok(values[index])
        }
        Unknown::Measure(..) => Err(Stuck::Unknown),
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    /// Where the expression has a value, so has the normal form, the same.
    #[test]
    fn the_normal_form_keeps_the_value(expression in any_expression(false)) {
        let mut extents = Extents::new();
        let names = declare(&mut extents);
        let ids = ids(&extents, &names);
        let extent = build(&mut extents, &names, &expression);
        for values in assignments() {
            let Some(expected) = value(&expression, &values) else { continue };
            match evaluate(&extents, &ids, extent, &values) {
                Ok(found) => {
                    prop_assert_eq!(i128::from(found), expected, "{:?}", values);
                    prop_assert!(extents.interval(extent).contains(found), "{:?}", values);
                    prop_assert!(extents.congruence(extent).contains(found), "{:?}", values);
                }
                Err(stuck) => prop_assert_eq!(stuck, Stuck::Unknown, "{:?}", values),
            }
        }
    }

    /// No comparison is answered wrongly.
    #[test]
    fn comparisons_are_right(a in any_expression(false), b in any_expression(false)) {
        let mut extents = Extents::new();
        let names = declare(&mut extents);
        let (x, y) = (build(&mut extents, &names, &a), build(&mut extents, &names, &b));
        let equal = extents.equal(x, y);
        let at_most = extents.at_most(x, y);
        let divides = extents.divides(x, y);
        for values in assignments() {
            let (Some(p), Some(q)) = (value(&a, &values), value(&b, &values)) else { continue };
            let check = |truth: Truth, holds: bool| match truth {
                Truth::Yes => holds,
                Truth::No => !holds,
                Truth::Maybe => true,
            };
            prop_assert!(check(equal, p == q), "{:?} {} {}", values, p, q);
            prop_assert!(check(at_most, p <= q), "{:?} {} {}", values, p, q);
            let divisible = if p == 0 { q == 0 } else { q % p == 0 };
            prop_assert!(check(divides, divisible), "{:?} {} {}", values, p, q);
        }
    }

    /// Enormous numbers neither panic nor lie.
    #[test]
    fn overflow_is_harmless(a in any_expression(true), b in any_expression(true)) {
        let mut extents = Extents::new();
        let names = declare(&mut extents);
        let ids = ids(&extents, &names);
        let (x, y) = (build(&mut extents, &names, &a), build(&mut extents, &names, &b));
        let _ = (extents.equal(x, y), extents.at_most(x, y), extents.divides(x, y));
        for (expression, extent) in [(&a, x), (&b, y)] {
            for values in [[0, 2, 0], [5, 9, 12]] {
                if let (Some(expected), Ok(found)) =
                    (value(expression, &values), evaluate(&extents, &ids, extent, &values))
                {
                    prop_assert_eq!(i128::from(found), expected);
                }
            }
        }
    }
}

#[test]
fn sums_and_products_are_interned() {
    let mut extents = Extents::new();
    let names = declare(&mut extents);
    let (n, m) = (names[0], names[1]);
    let sum = extents.add(n, m);
    let swapped = extents.add(m, n);
    assert_eq!(sum, swapped);
    // (n + m)² = n² + 2nm + m².
    let square = extents.multiply(sum, sum);
    let (nn, nm, mm) = (extents.multiply(n, n), extents.multiply(n, m), extents.multiply(m, m));
    let two = extents.literal(2);
    let twice = extents.multiply(two, nm);
    let partial = extents.add(nn, twice);
    assert_eq!(extents.add(partial, mm), square);
}

#[test]
fn texts_use_the_names_of_the_program() {
    let mut algebra = Algebra::new();
    let extents = algebra.extents_mut();
    let n = extents.variable("n");
    let rows = extents.name(Origin::SizeOf("A".to_owned(), 1), Interval::EXTENT);
    let two = extents.literal(2);
    let product = extents.multiply(two, n);
    let square = extents.multiply(n, n);
    let mut sum = extents.add(product, rows);
    sum = extents.add(sum, square);
    sum = extents.subtract(sum, two);
    let half = extents.floor_divide(rows, two);
    let least = extents.minimum([rows, n]);
    let parity = extents.modulo(n, two);
    let up = extents.ceiling_divide(n, two);
    let fresh = extents.name(
        Origin::Fresh { site: 7, output: 0, description: "numel(find(x))".to_owned() },
        Interval::EXTENT,
    );
    let texts = [sum, half, least, parity, up, fresh].map(|extent| algebra.extent_text(extent));
    assert_eq!(
        texts,
        [
            "2*n + n^2 + size(A,2) - 2",
            "floor(size(A,2)/2)",
            "min(n, size(A,2))",
            "mod(n, 2)",
            "ceil(n/2)",
            "numel(find(x))",
        ]
    );
}

#[test]
fn nesting_is_bounded() {
    let mut extents = Extents::new();
    let n = extents.variable("n");
    let (two, mut extent) = (extents.literal(2), n);
    for _ in 0..100_000 {
        let more = extents.add(extent, n);
        extent = extents.floor_divide(more, two);
        extent = extents.maximum([extent, two]);
    }
    // Neither evaluation nor printing overflows the stack.
    let _ = extents.evaluate(extent, &mut |_| Ok(5));
    assert!(!extents.text(extent, &std::cell::Cell::new(100), &|_| String::new()).is_empty());
}

#[test]
fn ranges_count_their_elements() {
    let mut extents = Extents::new();
    let cases =
        [(1, 1, 5, 5), (5, 1, 1, 0), (10, -3, 1, 4), (0, 2, 7, 4), (3, 1, 3, 1), (2, 5, 1, 0)];
    for (first, step, last, expected) in cases {
        let [a, b, c] = [first, step, last].map(|value| extents.literal(value));
        let count = extents.range_count(a, b, c);
        assert_eq!(extents.as_literal(count), Some(expected), "{first}:{step}:{last}");
    }
    let n = extents.variable("n");
    let one = Extents::ONE;
    assert_eq!(extents.range_count(one, one, n), n);
}

/// Two operands that are always equal must not both vanish.
#[test]
fn extrema_keep_one_of_equal_operands() {
    let mut extents = Extents::new();
    let names = declare(&mut extents);
    let (m, k) = (names[1], names[2]);
    let up = extents.ceiling_divide(Extents::ONE, m);
    let inner = extents.maximum([k, up]);
    let outer = extents.maximum([inner, Extents::ONE]);
    let ids = ids(&extents, &names);
    assert_eq!(evaluate(&extents, &ids, outer, &[0, 2, 0]), Ok(1));
    assert_eq!(evaluate(&extents, &ids, outer, &[0, 2, 3]), Ok(3));
}
