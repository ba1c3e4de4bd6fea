//! Questions about shapes that values put: which sizes a shape term admits.

use formwork_runtime::Dims;
use formwork_shape::concrete::ConcreteShape;
use formwork_shape::extent::ExtentId;
use formwork_shape::set::{Cover, is_covered};
use formwork_shape::shape::{Algebra, Node, ShapeId, VariableKind};

/// The largest term of which it is asked whether others cover it, and by how many.
const LARGEST_COVERED: u32 = 32;
const MOST_COVERING: usize = 4;

/// The size of an array, as the algebra of shapes has it.
#[must_use]
pub fn concrete_shape(dims: &Dims) -> ConcreteShape {
    ConcreteShape::new(dims.as_slice().iter().map(|&extent| extent as u64))
}

/// The size of an array, as the runtime has it.
#[must_use]
pub fn dims_of(size: &ConcreteShape) -> Dims {
    let extents: Vec<usize> = size.extents().iter().map(|&extent| extent as usize).collect();
    Dims::new(&extents)
}

/// The shapes a choice is made among; a shape that is no choice alone.
#[must_use]
pub fn members(algebra: &Algebra, shape: ShapeId) -> Vec<ShapeId> {
    let mut found = Vec::new();
    let mut open = vec![shape];
    while let Some(next) = open.pop() {
        match algebra.node(next) {
            Node::Select(_, a, b) => open.extend([*b, *a]),
            _ if found.contains(&next) => {}
            _ => found.push(next),
        }
    }
    found
}

/// Whether a shape is one of a choice, on runs where it is legal: `e*d*d` is `e*d` or `e`.
pub(crate) fn is_among(algebra: &mut Algebra, shape: ShapeId, chosen: &[ShapeId]) -> bool {
    let is_term = |algebra: &Algebra, shape: ShapeId| {
        matches!(algebra.node(shape), Node::Elementwise(..) | Node::Apply(..))
            && algebra.size(shape) <= LARGEST_COVERED
    };
    chosen.contains(&shape)
        || (chosen.len() <= MOST_COVERING
            && !algebra.joins_quickly()
            && is_term(algebra, shape)
            && is_covered(algebra, shape, chosen, Cover::Legal))
}

/// The extents of a shape of known rank: also of a term, on runs where it is legal.
pub(crate) fn spelled_out(algebra: &mut Algebra, shape: ShapeId) -> Option<Vec<ExtentId>> {
    if let Some(extents) = algebra.as_tuple(shape) {
        return Some(extents.to_vec());
    }
    let rank = algebra.maximum_rank(shape)?;
    Some((0..rank.max(2)).map(|axis| algebra.extent(shape, axis)).collect())
}

/// One of several shapes, which one is decided when the program runs; `None` for none.
pub fn either(algebra: &mut Algebra, description: &str, shapes: &[ShapeId]) -> Option<ShapeId> {
    let (&first, rest) = shapes.split_first()?;
    Some(rest.iter().fold(first, |left, &right| {
        if left == right {
            left
        } else {
            let selector = algebra.selector(description);
            algebra.select(selector, left, right)
        }
    }))
}

/// Whether a shape may have this size: false only if it cannot, whatever its unknowns
/// are.
#[must_use]
pub fn admits(algebra: &Algebra, shape: ShapeId, size: &ConcreteShape) -> bool {
    match algebra.node(shape) {
        Node::Illegal => false,
        Node::Tuple(extents) => {
            size.rank() <= extents.len().max(2)
                && extents.iter().enumerate().all(|(axis, &extent)| {
                    i64::try_from(size.extent(axis)).is_ok_and(|value| {
                        algebra.extents().interval(extent).contains(value)
                            && algebra.extents().congruence(extent).contains(value)
                    })
                })
                && equal_extents_agree(extents, size)
        }
        Node::Variable(variable) => match algebra.variable_name(*variable).1 {
            VariableKind::AnyRank => true,
            VariableKind::Matrix => size.is_matrix(),
        },
        Node::Select(_, a, b) => admits(algebra, *a, size) || admits(algebra, *b, size),
        Node::Elementwise(..) | Node::Apply(..) => true,
    }
}

/// One unknown has one value, also where it stands twice.
fn equal_extents_agree(extents: &[ExtentId], size: &ConcreteShape) -> bool {
    extents.iter().enumerate().all(|(axis, extent)| {
        extents[..axis]
            .iter()
            .position(|earlier| earlier == extent)
            .is_none_or(|earlier| size.extent(earlier) == size.extent(axis))
    })
}

#[cfg(test)]
mod tests {
    use formwork_shape::extent::{Extents, Interval};

    use super::*;

    #[test]
    fn products_settle() {
        use formwork_shape::Dialect;
        let mut algebra = Algebra::new();
        let e = algebra.variable("e", VariableKind::AnyRank);
        let d = algebra.variable("d", VariableKind::AnyRank);
        let once = algebra.product(Dialect::Matlab, e, d);
        let twice = algebra.product(Dialect::Matlab, once, d);
        let more = algebra.product(Dialect::Matlab, twice, d);
        // A row by a column is a scalar: then the next product is as large as d.
        assert!(!is_among(&mut algebra, twice, &[e, once]));
        assert!(is_among(&mut algebra, twice, &[once, d]));
        assert!(is_among(&mut algebra, more, &[once, twice]));
    }

    #[test]
    fn unknown_extents_differ_unless_they_are_the_same() {
        let mut algebra = Algebra::new();
        let m = algebra.fresh_extent("m", Interval::EXTENT);
        let n = algebra.fresh_extent("n", Interval::EXTENT);
        let (square, matrix) = (algebra.tuple([m, m]), algebra.tuple([m, n]));
        let row = algebra.tuple([Extents::ONE, n]);
        let size = ConcreteShape::new([2, 3]);
        assert!(!admits(&algebra, square, &size));
        assert!(admits(&algebra, matrix, &size));
        assert!(!admits(&algebra, row, &size));
        let choice = either(&mut algebra, "which", &[row, matrix]).expect("there are two");
        assert!(admits(&algebra, choice, &size));
        assert!(!admits(&algebra, choice, &ConcreteShape::new([2, 3, 2])));
    }
}
