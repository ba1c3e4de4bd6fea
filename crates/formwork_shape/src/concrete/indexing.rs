//! Reference meaning of indexing: reading, assigning (growth) and deleting.
//!
//! Subscript values are not known here, only how many there are and the
//! largest one, so out-of-range reads are the caller's obligation.

use super::ConcreteShape;
use crate::semantics::Dialect;

/// One position of a subscript list as it affects the shape of a read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Subscript<E> {
    /// `:`
    Colon,
    /// Some number of subscripts (for a mask: the number of true elements).
    Count(E),
}

/// One position of a subscript list as it affects the shape of an assignment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Bound<E> {
    /// `:`, with the extent of the right-hand side that lies there.
    Colon(E),
    /// Subscripts whose largest value is given.
    UpTo(E),
}

/// `a(i)` with an index array: the shape of the index, except that a vector
/// indexed by a vector keeps its own orientation.
pub fn index_linear(a: &ConcreteShape, index: &ConcreteShape) -> ConcreteShape {
    match (a.vector_axis(), index.vector_axis()) {
        (Some(axis), Some(_)) => ConcreteShape::scalar().with_extent(axis, index.count()),
        _ => index.clone(),
    }
}

/// `a(mask)` where `count` elements of the mask are true.
pub fn index_logical(a: &ConcreteShape, mask: &ConcreteShape, count: u64) -> ConcreteShape {
    let index = match mask.extents() {
        [1, 1] => [count, count],
        [1, _] => [1, count],
        _ => [count, 1],
    };
    index_linear(a, &ConcreteShape::new(index))
}

/// `a(i, j, …)`: one extent per position; the last position spans the rest.
pub fn index_many(a: &ConcreteShape, subscripts: &[Subscript<u64>]) -> ConcreteShape {
    let last = subscripts.len().saturating_sub(1);
    ConcreteShape::new(subscripts.iter().enumerate().map(|(axis, subscript)| match subscript {
        Subscript::Colon if axis == last => a.count_from(axis),
        Subscript::Colon => a.extent(axis),
        Subscript::Count(count) => *count,
    }))
}

/// `a(i) = v` where the largest subscript is `bound`.
pub fn assign_linear(dialect: Dialect, a: &ConcreteShape, bound: u64) -> Option<ConcreteShape> {
    if bound <= a.count() {
        return Some(a.clone());
    }
    let &[rows, columns] = a.extents() else { return None };
    let row = ConcreteShape::new([1, bound]);
    let column = ConcreteShape::new([bound, 1]);
    match (dialect, rows, columns) {
        (_, 0, 0) | (_, 1, _) => Some(row),
        (Dialect::Octave, 0, _) => Some(row),
        (Dialect::Octave | Dialect::Matlab, _, 1) => Some(column),
        _ => None,
    }
}

/// `a(i, j, …) = v` with two positions or more: each extent grows to the largest subscript. A colon keeps
/// the extent; where every extent is zero it takes the right-hand side's, and axes beyond
/// the rank begin with an extent of zero, too.
///
/// Fewer positions than axes write inside the array, with one exception: two positions into
/// what they see as 0x0 make a matrix. (Octave does so only where the subscripts cover the
/// whole of it, and fails otherwise: where it goes on, this is the result.)
pub fn assign_many(a: &ConcreteShape, bounds: &[Bound<u64>]) -> Option<ConcreteShape> {
    if bounds.len() < 2 {
        return None;
    }
    let last = bounds.len() - 1;
    let all_zero = a.extents().iter().all(|&extent| extent == 0);
    let spanned = |axis: usize| if axis == last { a.count_from(axis) } else { a.extent(axis) };
    let grown = |axis: usize, bound: &Bound<u64>| match bound {
        Bound::Colon(extent) if all_zero => *extent,
        Bound::Colon(_) => spanned(axis),
        Bound::UpTo(bound) if all_zero && axis >= a.rank() => *bound,
        Bound::UpTo(bound) => spanned(axis).max(*bound),
    };
    if bounds.iter().enumerate().all(|(axis, bound)| grown(axis, bound) == spanned(axis)) {
        return Some(a.clone());
    }
    if a.rank() > bounds.len() {
        let &[first, second] = bounds else { return None };
        let nothing = spanned(0) == 0 && spanned(1) == 0;
        return nothing.then(|| ConcreteShape::new([grown(0, &first), grown(1, &second)]));
    }
    let rank = a.rank().max(bounds.len());
    Some(ConcreteShape::new((0..rank).map(|axis| match bounds.get(axis) {
        Some(bound) => grown(axis, bound),
        None => a.extent(axis),
    })))
}

/// `a(…, i, …) = []`: `count` distinct subscripts vanish along one axis.
pub fn delete_slice(a: &ConcreteShape, axis: usize, count: u64) -> Option<ConcreteShape> {
    let left = a.extent(axis).checked_sub(count)?;
    Some(a.with_extent(axis, left))
}

/// `a(i) = []` with `count` distinct subscripts: a column stays a column,
/// everything else becomes a row.
pub fn delete_linear(a: &ConcreteShape, count: u64) -> Option<ConcreteShape> {
    if count == 0 {
        return Some(a.clone());
    }
    let left = a.count().checked_sub(count)?;
    match a.extents() {
        [rows, 1] if *rows != 1 => Some(ConcreteShape::new([left, 1])),
        _ => Some(ConcreteShape::new([1, left])),
    }
}
