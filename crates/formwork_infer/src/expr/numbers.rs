//! What operators make of known numbers.

use formwork_domain::{AbstractValue, Bounds, ValueFact};
use formwork_runtime::Value;
use formwork_runtime::ops::BinaryOp;
use formwork_shape::Truth;
use formwork_shape::extent::ExtentId;
use formwork_shape::facts::Requirement;
use formwork_shape::shape::{Algebra, ShapeId};

use crate::engine::Analyst;

/// Integers up to here are exact.
const EXACT: f64 = 9_007_199_254_740_992.0;

impl Analyst<'_> {
    /// The bounds of the elements, as the facts have them.
    pub(crate) fn bounds(&mut self, value: &AbstractValue) -> Option<Bounds> {
        if let ValueFact::Integer(extent) = value.value {
            let interval = self.facts.interval(self.algebra.extents_mut(), extent);
            return Some(Bounds::of_interval(interval));
        }
        value.bounds(&mut self.algebra)
    }

    pub(crate) fn negated(&mut self, value: &AbstractValue) -> ValueFact {
        if value.classes.single() != Some(formwork_runtime::Class::Double) {
            return ValueFact::Any;
        }
        if let Some(integer) = value.as_integer(&mut self.algebra)
            && value.is_scalar()
        {
            let extents = self.algebra.extents_mut();
            return ValueFact::Integer(
                extents.subtract(formwork_shape::extent::Extents::ZERO, integer),
            );
        }
        match self.bounds(value) {
            Some(bounds) => {
                ValueFact::Within(Bounds { low: -bounds.high, high: -bounds.low, ..bounds })
            }
            None => ValueFact::Any,
        }
    }

    /// The elements of `left op right`.
    pub(crate) fn arithmetic(
        &mut self,
        op: BinaryOp,
        left: &AbstractValue,
        right: &AbstractValue,
        shape: ShapeId,
    ) -> ValueFact {
        if let Some(truth) = self.compared(op, left, right, shape) {
            return truth;
        }
        let scalars = left.is_scalar() && right.is_scalar();
        let (x, y) = (left.as_integer(&mut self.algebra), right.as_integer(&mut self.algebra));
        if scalars && let (Some(x), Some(y)) = (x, y) {
            if let Some(exact) = exact_integer(&mut self.algebra, op, x, y) {
                return ValueFact::Integer(exact);
            }
            match op {
                BinaryOp::Divide | BinaryOp::ElementDivide => {
                    if let Some(quotient) = self.divided(x, y) {
                        return ValueFact::Integer(quotient);
                    }
                    // What a range or a size reads of it.
                    if self.algebra.extents().as_literal(y).is_some_and(|divisor| divisor > 0) {
                        let floor = self.algebra.extents_mut().floor_divide(x, y);
                        return ValueFact::Floor(floor);
                    }
                }
                _ => {}
            }
        }
        // The first element of a sum with an integer.
        if let (ValueFact::Floor(x), Some(y), true) = (&left.value, y, right.is_scalar()) {
            let extents = self.algebra.extents_mut();
            match op {
                BinaryOp::Add => return ValueFact::Floor(extents.add(*x, y)),
                BinaryOp::Subtract => return ValueFact::Floor(extents.subtract(*x, y)),
                _ => {}
            }
        }
        if let (Some(x), ValueFact::Floor(y), true) = (x, &right.value, left.is_scalar())
            && op == BinaryOp::Add
        {
            return ValueFact::Floor(self.algebra.extents_mut().add(x, *y));
        }
        // A ramp moved by an integer.
        if let (ValueFact::Ramp { first, step }, Some(y), true) =
            (&left.value, y, right.is_scalar())
        {
            let (first, step) = (*first, *step);
            let extents = self.algebra.extents_mut();
            match op {
                BinaryOp::Add => {
                    return ValueFact::Ramp { first: extents.add(first, y), step };
                }
                BinaryOp::Subtract => {
                    return ValueFact::Ramp { first: extents.subtract(first, y), step };
                }
                _ => {}
            }
        }
        if let (Some(x), ValueFact::Ramp { first, step }, true) =
            (x, &right.value, left.is_scalar())
            && op == BinaryOp::Add
        {
            let first = self.algebra.extents_mut().add(x, *first);
            return ValueFact::Ramp { first, step: *step };
        }
        if let Some(value) = self.elementwise_integers(op, left, right) {
            return value;
        }
        let elementwise = scalars
            || !matches!(
                op,
                BinaryOp::Multiply | BinaryOp::Divide | BinaryOp::LeftDivide | BinaryOp::Power
            )
            || (op == BinaryOp::Multiply && (left.is_scalar() || right.is_scalar()))
            || (op == BinaryOp::Divide && right.is_scalar());
        if !elementwise {
            return ValueFact::Any;
        }
        match (self.bounds(left), self.bounds(right)) {
            (Some(a), Some(b)) => combined(op, a, b).map_or(ValueFact::Any, ValueFact::Within),
            _ => ValueFact::Any,
        }
    }

    /// `x / y`, if that is an integer whatever they are.
    fn divided(&mut self, x: ExtentId, y: ExtentId) -> Option<ExtentId> {
        let divisor = self.algebra.extents().as_literal(y).filter(|&divisor| divisor != 0)?;
        if divisor == 1 {
            return Some(x);
        }
        let whole = self.facts.truth(&mut self.algebra, &Requirement::Divides(y, x));
        (whole == Truth::Yes).then(|| self.algebra.extents_mut().exact_divide(x, y))
    }

    /// Vectors of known integers, element by element.
    fn elementwise_integers(
        &mut self,
        op: BinaryOp,
        left: &AbstractValue,
        right: &AbstractValue,
    ) -> Option<ValueFact> {
        let known = |value: &AbstractValue| {
            matches!(
                value.value,
                ValueFact::Integers(_)
                    | ValueFact::SizeOf(_)
                    | ValueFact::Const(_)
                    | ValueFact::Integer(_)
            )
        };
        if !known(left)
            || !known(right)
            || (left.constant().is_some() && right.constant().is_some())
        {
            return None;
        }
        let xs = left.as_integers(&mut self.algebra)?;
        let ys = right.as_integers(&mut self.algebra)?;
        let vector = |analyst: &Self, value: &AbstractValue| {
            value.size(&analyst.algebra).is_some_and(|size| {
                size.is_matrix() && (size.extent(0) == 1 || size.extent(1) == 1)
            })
        };
        let same = left.shape == right.shape || left.is_scalar() || right.is_scalar();
        if !same || !vector(self, left) || !vector(self, right) {
            return None;
        }
        let count = if xs.len() == 1 { ys.len() } else { xs.len() };
        let unequal = xs.len() != ys.len() && xs.len() != 1 && ys.len() != 1;
        if count > 32 || unequal {
            return None;
        }
        let at = |all: &[ExtentId], place: usize| if all.len() == 1 { all[0] } else { all[place] };
        let extents = self.algebra.extents_mut();
        let elements: Option<Vec<ExtentId>> = (0..count)
            .map(|place| {
                let (x, y) = (at(&xs, place), at(&ys, place));
                let exact = match op {
                    BinaryOp::Add => extents.add(x, y),
                    BinaryOp::Subtract => extents.subtract(x, y),
                    BinaryOp::ElementMultiply => extents.multiply(x, y),
                    BinaryOp::Multiply if xs.len() == 1 || ys.len() == 1 => extents.multiply(x, y),
                    _ => return None,
                };
                (extents.is_moderate(exact) && is_exact(extents.interval(exact))).then_some(exact)
            })
            .collect();
        Some(ValueFact::Integers(elements?.into()))
    }

    /// A comparison whose outcome is known, or any truth values.
    fn compared(
        &mut self,
        op: BinaryOp,
        left: &AbstractValue,
        right: &AbstractValue,
        shape: ShapeId,
    ) -> Option<ValueFact> {
        let requirement: fn(ExtentId, ExtentId) -> Requirement = match op {
            BinaryOp::Less => |x, y| {
                Requirement::All(vec![Requirement::AtMost(x, y), Requirement::Different(x, y)])
            },
            BinaryOp::LessEqual => Requirement::AtMost,
            BinaryOp::Equal => Requirement::Equal,
            BinaryOp::NotEqual => Requirement::Different,
            BinaryOp::GreaterEqual => |x, y| Requirement::AtMost(y, x),
            BinaryOp::Greater => |x, y| {
                Requirement::All(vec![Requirement::AtMost(y, x), Requirement::Different(x, y)])
            },
            BinaryOp::And | BinaryOp::Or => {
                return Some(ValueFact::Within(Bounds::TRUTH));
            }
            _ => return None,
        };
        let unknown = Some(ValueFact::Within(Bounds::TRUTH));
        if shape != Algebra::SCALAR {
            return unknown;
        }
        if let (Some(x), Some(y)) =
            (left.as_integer(&mut self.algebra), right.as_integer(&mut self.algebra))
        {
            let truth = self.facts.truth(&mut self.algebra, &requirement(x, y));
            if truth != Truth::Maybe {
                return Some(ValueFact::Const(Value::bool(truth == Truth::Yes)));
            }
        }
        if let (Some(a), Some(b)) = (self.bounds(left), self.bounds(right)) {
            let truth = decided(op, a, b);
            if truth != Truth::Maybe {
                return Some(ValueFact::Const(Value::bool(truth == Truth::Yes)));
            }
        }
        unknown
    }
}

/// The sum, difference or product of two integers, as long as it is short and exact in floats.
pub(crate) fn exact_integer(
    algebra: &mut Algebra,
    op: BinaryOp,
    x: ExtentId,
    y: ExtentId,
) -> Option<ExtentId> {
    let extents = algebra.extents_mut();
    let exact = match op {
        BinaryOp::Add => extents.add(x, y),
        BinaryOp::Subtract => extents.subtract(x, y),
        BinaryOp::Multiply | BinaryOp::ElementMultiply => extents.multiply(x, y),
        _ => return None,
    };
    (extents.is_moderate(exact) && is_exact(extents.interval(exact))).then_some(exact)
}

/// Whether what is bounded is bounded by the exact integers: a choice among the results of many
/// operations need not be.
fn is_exact(interval: formwork_shape::extent::Interval) -> bool {
    let small = |bound: Option<i64>| bound.is_none_or(|bound| bound.unsigned_abs() <= EXACT as u64);
    small(interval.low()) && small(interval.high())
}

/// Whether a comparison holds for all numbers within bounds.
fn decided(op: BinaryOp, a: Bounds, b: Bounds) -> Truth {
    // Nothing compares with what is not a number, except that it differs.
    let nan = a.nan || b.nan;
    let yes = |holds: bool| if holds && !nan { Truth::Yes } else { Truth::Maybe };
    let apart = a.high < b.low || a.low > b.high;
    match op {
        BinaryOp::Less if a.low >= b.high => Truth::No,
        BinaryOp::Less => yes(a.high < b.low),
        BinaryOp::LessEqual if a.low > b.high => Truth::No,
        BinaryOp::LessEqual => yes(a.high <= b.low),
        BinaryOp::Greater if a.high <= b.low => Truth::No,
        BinaryOp::Greater => yes(a.low > b.high),
        BinaryOp::GreaterEqual if a.high < b.low => Truth::No,
        BinaryOp::GreaterEqual => yes(a.low >= b.high),
        BinaryOp::Equal if apart => Truth::No,
        BinaryOp::Equal => yes(a.single().is_some() && a.single() == b.single()),
        BinaryOp::NotEqual if apart => Truth::Yes,
        BinaryOp::NotEqual if a.single().is_some() && a.single() == b.single() && !nan => Truth::No,
        _ => Truth::Maybe,
    }
}

/// The bounds of sums, differences, products and quotients.
fn combined(op: BinaryOp, a: Bounds, b: Bounds) -> Option<Bounds> {
    let nan = a.nan || b.nan;
    let infinite = [a.low, a.high, b.low, b.high].iter().any(|bound| bound.is_infinite());
    let integer = a.integer && b.integer;
    let hull = |corners: [f64; 4], integer: bool, nan: bool| {
        let odd = corners.iter().any(|corner| corner.is_nan());
        if odd {
            return Bounds { nan: true, integer, ..Bounds::REAL };
        }
        let low = corners.iter().copied().fold(f64::INFINITY, f64::min);
        let high = corners.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        // Beyond the exact integers a sum may round to another one, or be infinite.
        let exact = low.abs() <= EXACT && high.abs() <= EXACT;
        Bounds { low, high, integer: integer && (exact || infinite), nan: nan || infinite }
    };
    Some(match op {
        BinaryOp::Add => {
            hull([a.low + b.low, a.low + b.high, a.high + b.low, a.high + b.high], integer, nan)
        }
        BinaryOp::Subtract => {
            hull([a.low - b.low, a.low - b.high, a.high - b.low, a.high - b.high], integer, nan)
        }
        BinaryOp::Multiply | BinaryOp::ElementMultiply => {
            let times = |x: f64, y: f64| if x == 0.0 || y == 0.0 { 0.0 } else { x * y };
            hull(
                [
                    times(a.low, b.low),
                    times(a.low, b.high),
                    times(a.high, b.low),
                    times(a.high, b.high),
                ],
                integer,
                nan,
            )
        }
        BinaryOp::Divide | BinaryOp::ElementDivide if b.low > 0.0 || b.high < 0.0 => {
            hull([a.low / b.low, a.low / b.high, a.high / b.low, a.high / b.high], false, nan)
        }
        BinaryOp::Divide | BinaryOp::ElementDivide => Bounds { nan: true, ..Bounds::REAL },
        _ => return None,
    })
}
