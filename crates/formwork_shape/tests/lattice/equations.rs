//! Equations 4.13–4.56 of the MPE thesis as functions on the range lattice, as
//! printed (axes counted from zero). Whether they are right is for the tests.

use super::{closed, from};
use formwork_shape::concrete::ConcreteShape;
use formwork_shape::lattice::{Range, RangeShape};

pub(crate) fn scalar() -> RangeShape {
    RangeShape::scalar()
}

/// ⊤ if the condition may hold, ⊥ otherwise: how the thesis writes guards.
pub(crate) fn guard(possible: bool) -> RangeShape {
    if possible { RangeShape::top() } else { RangeShape::Bottom }
}

pub(crate) fn eq_4_13(a: &RangeShape, b: &RangeShape) -> RangeShape {
    a.meet(b).meet(&scalar())
}

pub(crate) fn eq_4_14(a: &RangeShape, b: &RangeShape) -> RangeShape {
    a.meet(b)
}

pub(crate) fn eq_4_17(a: &RangeShape, b: &RangeShape) -> RangeShape {
    guard(b.is_within(a))
}

pub(crate) fn eq_4_15(a: &RangeShape, b: &RangeShape) -> RangeShape {
    eq_4_17(a, &scalar()).meet(b)
}

pub(crate) fn eq_4_16(a: &RangeShape, b: &RangeShape) -> RangeShape {
    eq_4_17(b, &scalar()).meet(a)
}

pub(crate) fn eq_4_18(a: &RangeShape, b: &RangeShape) -> RangeShape {
    eq_4_14(a, b).join(&eq_4_15(a, b)).join(&eq_4_16(a, b))
}

pub(crate) fn eq_4_20(a: Option<Range>, b: Option<Range>) -> RangeShape {
    guard(matches!((a, b), (Some(a), Some(b)) if a.meet(b).is_some()))
}

pub(crate) fn eq_4_21(a: Option<Range>, b: Option<Range>) -> RangeShape {
    guard(a != b)
}

pub(crate) fn eq_4_22(a: &RangeShape) -> RangeShape {
    guard(a.rank().is_some_and(|rank| rank.contains(2)))
}

pub(crate) fn pair(a: Option<Range>, b: Option<Range>) -> RangeShape {
    RangeShape::from_options(vec![a, b], false)
}

pub(crate) fn eq_4_19(a: &RangeShape, b: &RangeShape) -> RangeShape {
    pair(a.extent(0), b.extent(1))
        .meet(&eq_4_20(a.extent(1), b.extent(0)))
        .meet(&eq_4_22(a))
        .meet(&eq_4_22(b))
}

pub(crate) fn eq_4_23(a: &RangeShape, b: &RangeShape) -> RangeShape {
    eq_4_13(a, b).join(&eq_4_15(a, b)).join(&eq_4_16(a, b)).join(&eq_4_19(a, b))
}

pub(crate) fn eq_4_24(a: &RangeShape, b: &RangeShape) -> RangeShape {
    let general = pair(a.extent(1), b.extent(1))
        .meet(&eq_4_20(a.extent(0), b.extent(0)))
        .meet(&eq_4_22(a))
        .meet(&eq_4_22(b));
    eq_4_15(a, b).join(&general)
}

pub(crate) fn eq_4_25(a: &RangeShape, b: &RangeShape) -> RangeShape {
    let general = pair(a.extent(0), b.extent(0))
        .meet(&eq_4_20(a.extent(1), b.extent(1)))
        .meet(&eq_4_22(a))
        .meet(&eq_4_22(b));
    eq_4_16(a, b).join(&general)
}

pub(crate) fn eq_4_26(a: &RangeShape, b: &RangeShape) -> RangeShape {
    let square = |shape: &RangeShape| {
        let side = match (shape.extent(0), shape.extent(1)) {
            (Some(rows), Some(columns)) => rows.meet(columns),
            _ => None,
        };
        pair(side, side)
    };
    let left = eq_4_17(a, &scalar()).meet(&square(b));
    let right = eq_4_17(b, &scalar()).meet(&square(a));
    left.join(&right)
}

pub(crate) fn eq_4_27(a: &RangeShape) -> RangeShape {
    match eq_4_22(a) {
        RangeShape::Bottom => RangeShape::Bottom,
        RangeShape::Shapes { .. } => pair(a.extent(1), a.extent(0)),
    }
}

pub(crate) fn eq_4_28(a: &RangeShape) -> RangeShape {
    RangeShape::from_options(vec![Some(Range::ONE), a.rank()], false)
}

/// The list of extents up to the largest rank; `None` if unbounded.
pub(crate) fn listed(a: &RangeShape) -> Option<Vec<Range>> {
    let high = a.rank()?.high()?;
    (0..usize::try_from(high).ok()?).map(|axis| a.extent(axis)).collect()
}

pub(crate) fn eq_4_31(a: &RangeShape) -> Range {
    match listed(a) {
        Some(extents) => extents.into_iter().fold(Range::ONE, Range::times),
        None => from(0),
    }
}

pub(crate) fn empty() -> RangeShape {
    RangeShape::exactly(&ConcreteShape::new([0, 0]))
}

pub(crate) fn eq_4_32(a: &RangeShape) -> RangeShape {
    guard(empty().is_within(a))
}

pub(crate) fn eq_4_33(a: &RangeShape) -> RangeShape {
    guard(*a != empty())
}

pub(crate) fn eq_4_37(a: &RangeShape, axis: usize, range: Option<Range>) -> RangeShape {
    let open = a.rank().is_some_and(|rank| rank.high().is_none());
    let high = a.rank().and_then(Range::high).unwrap_or(3);
    let length = usize::try_from(high).expect("small").max(axis + 1);
    let extents =
        (0..length).map(|other| if other == axis { range } else { a.extent(other) }).collect();
    RangeShape::from_options(extents, open)
}

pub(crate) fn eq_4_38(a: Option<Range>, b: Option<Range>) -> Option<Range> {
    Some(a?.plus(b?))
}

pub(crate) fn eq_4_39(a: &RangeShape, b: &RangeShape, axis: usize) -> RangeShape {
    let any = Some(Range::TOP);
    let common = eq_4_37(a, axis, any).meet(&eq_4_37(b, axis, any));
    if common == RangeShape::Bottom {
        return RangeShape::Bottom;
    }
    let sum = eq_4_38(a.extent(axis), b.extent(axis));
    eq_4_33(a).meet(&eq_4_33(b)).meet(&eq_4_37(&common, axis, sum))
}

pub(crate) fn eq_4_40(a: &RangeShape, b: &RangeShape, axis: usize) -> RangeShape {
    let first = eq_4_32(a).meet(b);
    let second = eq_4_32(b).meet(a);
    first.join(&second).join(&eq_4_39(a, b, axis))
}

/// Axes that may be the only one different from 1, within a small frame.
pub(crate) fn eq_4_41(a: &RangeShape) -> Vec<usize> {
    let length =
        a.rank().and_then(Range::high).map_or(4, |high| usize::try_from(high).expect("small"));
    (0..length)
        .filter(|&axis| {
            a.extent(axis) != Some(Range::ONE)
                && (0..length.max(3))
                    .filter(|&other| other != axis)
                    .all(|other| a.extent(other).is_some_and(|range| range.contains(1)))
        })
        .collect()
}

pub(crate) fn eq_4_42(index: &RangeShape) -> Option<Range> {
    (0..2)
        .filter(|axis| eq_4_41(index).contains(axis))
        .filter_map(|axis| index.extent(axis))
        .reduce(Range::join)
}

pub(crate) fn eq_4_44(a: &RangeShape, length: Option<Range>) -> RangeShape {
    let Some(length) = length else { return RangeShape::Bottom };
    let open = a.rank().is_some_and(|rank| rank.high().is_none());
    let listed = if open { 0 } else { 4 };
    let mut result = RangeShape::Bottom;
    for axis in eq_4_41(a).into_iter().filter(|&axis| axis < listed) {
        let mut extents = vec![Range::ONE; axis];
        extents.push(length);
        result = result.join(&closed(&extents));
    }
    // Equation 4.47: with unlisted axes accuracy is given up.
    if open { result.join(&RangeShape::top()) } else { result }
}

pub(crate) fn eq_4_50(a: &RangeShape, index: &RangeShape) -> RangeShape {
    let not_vector = guard(eq_4_41(a).is_empty() || eq_4_42(index).is_none());
    not_vector.meet(index).join(&eq_4_44(a, eq_4_42(index)))
}

pub(crate) fn eq_4_52(mask: &RangeShape) -> Range {
    Range::new(0, eq_4_31(mask).high()).expect("from zero")
}

pub(crate) fn eq_4_55(a: &RangeShape, mask: &RangeShape) -> RangeShape {
    let count = Some(eq_4_52(mask));
    let one = Some(Range::ONE);
    let column = eq_4_21(mask.extent(0), one).meet(&pair(count, one));
    let row = eq_4_20(mask.extent(0), one).meet(&pair(one, count));
    let plain = if eq_4_41(a).is_empty() { column.join(&row) } else { RangeShape::Bottom };
    eq_4_44(a, count).join(&plain)
}
