//! Reference meaning of the operators that read only shapes: elementwise,
//! matrix, rearranging, concatenating and reducing ones.

use super::ConcreteShape;
use crate::semantics::{Dialect, EmptyRule, Reduction, Semantics};
use smallvec::SmallVec;

/// Elementwise ⊕ in either reading.
pub fn elementwise(
    semantics: Semantics,
    a: &ConcreteShape,
    b: &ConcreteShape,
) -> Option<ConcreteShape> {
    match semantics {
        Semantics::Strict => {
            if a.is_scalar() {
                Some(b.clone())
            } else if b.is_scalar() || a == b {
                Some(a.clone())
            } else {
                None
            }
        }
        Semantics::Expand => {
            let mut extents = SmallVec::<[u64; 4]>::new();
            for axis in 0..a.rank().max(b.rank()) {
                extents.push(match (a.extent(axis), b.extent(axis)) {
                    (x, y) if x == y => x,
                    (1, y) => y,
                    (x, 1) => x,
                    _ => return None,
                });
            }
            Some(ConcreteShape::new(extents))
        }
    }
}

/// The operand of a matrix operator as the dialect reads it.
fn as_matrix(dialect: Dialect, shape: &ConcreteShape) -> Option<ConcreteShape> {
    match dialect {
        Dialect::Matlab => shape.is_matrix().then(|| shape.clone()),
        Dialect::Octave => Some(shape.flattened()),
    }
}

/// Matrix product ⊛.
pub fn product(dialect: Dialect, a: &ConcreteShape, b: &ConcreteShape) -> Option<ConcreteShape> {
    if a.is_scalar() {
        return Some(b.clone());
    }
    if b.is_scalar() {
        return Some(a.clone());
    }
    let (a, b) = (as_matrix(dialect, a)?, as_matrix(dialect, b)?);
    (a.extent(1) == b.extent(0)).then(|| ConcreteShape::new([a.extent(0), b.extent(1)]))
}

/// Left division `a \ b`.
pub fn left_divide(
    dialect: Dialect,
    a: &ConcreteShape,
    b: &ConcreteShape,
) -> Option<ConcreteShape> {
    if a.is_scalar() {
        return Some(b.clone());
    }
    let (a, b) = (as_matrix(dialect, a)?, as_matrix(dialect, b)?);
    (a.extent(0) == b.extent(0)).then(|| ConcreteShape::new([a.extent(1), b.extent(1)]))
}

/// Right division `a / b`.
pub fn right_divide(
    dialect: Dialect,
    a: &ConcreteShape,
    b: &ConcreteShape,
) -> Option<ConcreteShape> {
    if b.is_scalar() {
        return Some(a.clone());
    }
    let (a, b) = (as_matrix(dialect, a)?, as_matrix(dialect, b)?);
    (a.extent(1) == b.extent(1)).then(|| ConcreteShape::new([a.extent(0), b.extent(0)]))
}

/// Matrix power `a ^ b`: one operand scalar, the other square. Octave answers
/// 0×0 for a scalar with any empty array.
pub fn power(dialect: Dialect, a: &ConcreteShape, b: &ConcreteShape) -> Option<ConcreteShape> {
    let base = if b.is_scalar() {
        a
    } else if a.is_scalar() {
        b
    } else {
        return None;
    };
    if dialect == Dialect::Octave && base.count() == 0 {
        return Some(ConcreteShape::new([0, 0]));
    }
    // Octave takes an array of more dimensions for a matrix with all its columns.
    let (rows, columns) = match dialect {
        Dialect::Octave => {
            (base.extent(0), (1..base.rank()).map(|axis| base.extent(axis)).product())
        }
        Dialect::Matlab if !base.is_matrix() => return None,
        Dialect::Matlab => (base.extent(0), base.extent(1)),
    };
    (rows == columns).then(|| ConcreteShape::new([rows, columns]))
}

/// Transpose of a matrix.
pub fn transpose(a: &ConcreteShape) -> Option<ConcreteShape> {
    a.is_matrix().then(|| ConcreteShape::new([a.extent(1), a.extent(0)]))
}

/// `permute(a, order)`: axis `i` of the result is axis `order[i]` of `a`.
/// Legal if `order` is a permutation that covers the rank.
pub fn permute(a: &ConcreteShape, order: &[u32]) -> Option<ConcreteShape> {
    let covers = order.len() >= a.rank()
        && (0..order.len()).all(|axis| order.iter().any(|&entry| entry as usize == axis));
    covers.then(|| ConcreteShape::new(order.iter().map(|&axis| a.extent(axis as usize))))
}

/// Drops unit extents of an array of rank above two.
pub fn squeeze(a: &ConcreteShape) -> ConcreteShape {
    if a.is_matrix() {
        return a.clone();
    }
    ConcreteShape::new(a.extents().iter().copied().filter(|&extent| extent != 1))
}

/// Concatenation of two operands along an axis. Longer lists fold from the left.
pub fn concatenate(
    axis: usize,
    rule: EmptyRule,
    a: &ConcreteShape,
    b: &ConcreteShape,
) -> Option<ConcreteShape> {
    let rank = a.rank().max(b.rank()).max(axis + 1);
    if (0..rank).all(|other| other == axis || a.extent(other) == b.extent(other)) {
        return Some(a.with_extent(axis, a.extent(axis).checked_add(b.extent(axis))?));
    }
    let empty = ConcreteShape::new([0, 0]);
    if *a == empty {
        return Some(b.clone());
    }
    if *b == empty {
        return Some(a.clone());
    }
    if rule == EmptyRule::OctaveBrackets && a.is_matrix() && b.is_matrix() {
        let skipped = |shape: &ConcreteShape| matches!(shape.extents(), [1, 0] | [0, 1]);
        return match (skipped(a), skipped(b)) {
            (true, true) => Some(empty),
            (true, false) => Some(b.clone()),
            (false, true) => Some(a.clone()),
            (false, false) => None,
        };
    }
    None
}

/// A reduction along the given axis, or along the first extent that is not 1.
pub fn reduce(
    style: Reduction,
    axis: Option<usize>,
    dialect: Dialect,
    a: &ConcreteShape,
) -> ConcreteShape {
    let mut a = a.clone();
    if style != Reduction::Extremum && a.extents() == [0, 0] {
        // Octave reads 0×0 as 0×1 whatever the axis; MATLAB only without one.
        if dialect == Dialect::Octave || axis.is_none() {
            a = ConcreteShape::new([0, 1]);
        }
    }
    let long = style == Reduction::Mean && dialect == Dialect::Octave;
    let first = || a.extents().iter().position(|&extent| extent > 1 || (!long && extent == 0));
    let axis = axis.or_else(first).unwrap_or(0);
    let reduced = match style {
        Reduction::Sum | Reduction::Mean => 1,
        Reduction::Extremum => a.extent(axis).min(1),
    };
    a.with_extent(axis, reduced)
}

/// The same shape with one extent replaced.
pub fn set_extent(a: &ConcreteShape, axis: usize, extent: u64) -> ConcreteShape {
    a.with_extent(axis, extent)
}

/// `reshape` with at most one free extent (`None`).
pub fn reshape(a: &ConcreteShape, extents: &[Option<u64>]) -> Option<ConcreteShape> {
    let count = a.count();
    let free = extents.iter().filter(|extent| extent.is_none()).count();
    let known = ConcreteShape::new(extents.iter().flatten().copied()).count();
    match free {
        0 => (known == count).then(|| ConcreteShape::new(extents.iter().flatten().copied())),
        1 => {
            if known == 0 || !count.is_multiple_of(known) {
                return None;
            }
            let value = count / known;
            Some(ConcreteShape::new(extents.iter().map(|extent| extent.unwrap_or(value))))
        }
        _ => None,
    }
}

/// `repmat`: extents multiply.
pub fn repmat(a: &ConcreteShape, copies: &[u64]) -> Option<ConcreteShape> {
    let mut extents = SmallVec::<[u64; 4]>::new();
    for axis in 0..a.rank().max(copies.len()) {
        let factor = copies.get(axis).copied().unwrap_or(1);
        extents.push(a.extent(axis).checked_mul(factor)?);
    }
    Some(ConcreteShape::new(extents))
}

/// Kronecker product of matrices.
pub fn kron(dialect: Dialect, a: &ConcreteShape, b: &ConcreteShape) -> Option<ConcreteShape> {
    let (a, b) = (as_matrix(dialect, a)?, as_matrix(dialect, b)?);
    let rows = a.extent(0).checked_mul(b.extent(0))?;
    let columns = a.extent(1).checked_mul(b.extent(1))?;
    Some(ConcreteShape::new([rows, columns]))
}

/// `diag` with one argument: a vector becomes a square matrix, a matrix gives
/// its diagonal as a column; 0×0 stays.
pub fn diagonal(a: &ConcreteShape) -> Option<ConcreteShape> {
    let &[rows, columns] = a.extents() else { return None };
    Some(match (rows, columns) {
        (1, length) | (length, 1) => ConcreteShape::new([length, length]),
        (0, 0) => a.clone(),
        _ => ConcreteShape::new([rows.min(columns), 1]),
    })
}
