//! The operators that build lazy shapes, and their concrete meaning.

use crate::concrete::{self, Bound, ConcreteShape, Subscript};
use crate::extent::{ExtentId, Stuck};
use crate::semantics::{Dialect, EmptyRule, Reduction};
use smallvec::SmallVec;

/// An operator with its parameters. Axes are zero-based.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Operator {
    /// Matrix product.
    Product(Dialect),
    /// `a \ b`.
    LeftDivide(Dialect),
    /// `a / b`.
    RightDivide(Dialect),
    /// `a ^ b`.
    Power(Dialect),
    /// Transpose of a matrix.
    Transpose,
    /// Axis `i` of the result is axis `order[i]` of the operand.
    Permute(SmallVec<[u32; 4]>),
    /// Drops unit extents above rank two.
    Squeeze,
    /// Two operands side by side along an axis.
    Concatenate(u32, EmptyRule),
    /// A reduction along an axis, or along the first extent that is not 1.
    Reduce(Reduction, Option<u32>, Dialect),
    /// One extent replaced.
    SetExtent(u32, ExtentId),
    /// New extents, at most one of them free.
    Reshape(SmallVec<[Option<ExtentId>; 4]>),
    /// Copies along each axis.
    Repmat(SmallVec<[ExtentId; 4]>),
    /// Kronecker product.
    Kron(Dialect),
    /// `diag` with one argument.
    Diagonal,
    /// `a(i)`: operands are the array and the index.
    IndexLinear,
    /// `a(mask)` with that many true elements: operands are array and mask.
    IndexLogical(ExtentId),
    /// `a(i, j, …)`.
    IndexMany(SmallVec<[Subscript<ExtentId>; 4]>),
    /// `a(i) = v` with the largest subscript.
    AssignLinear(Dialect, ExtentId),
    /// `a(i, j, …) = v` with the largest subscripts.
    AssignMany(SmallVec<[Bound<ExtentId>; 4]>),
    /// `a(…, i, …) = []` with that many subscripts along an axis.
    DeleteSlice(u32, ExtentId),
    /// `a(i) = []` with that many subscripts.
    DeleteLinear(ExtentId),
}

impl Operator {
    /// The extents among the parameters.
    pub fn extents(&self) -> SmallVec<[ExtentId; 4]> {
        match self {
            Operator::Product(_)
            | Operator::LeftDivide(_)
            | Operator::RightDivide(_)
            | Operator::Power(_)
            | Operator::Transpose
            | Operator::Permute(_)
            | Operator::Squeeze
            | Operator::Concatenate(..)
            | Operator::Reduce(..)
            | Operator::Kron(_)
            | Operator::Diagonal
            | Operator::IndexLinear => SmallVec::new(),
            Operator::SetExtent(_, extent)
            | Operator::IndexLogical(extent)
            | Operator::AssignLinear(_, extent)
            | Operator::DeleteSlice(_, extent)
            | Operator::DeleteLinear(extent) => SmallVec::from_slice(&[*extent]),
            Operator::Reshape(extents) => extents.iter().copied().flatten().collect(),
            Operator::Repmat(extents) => extents.iter().copied().collect(),
            Operator::IndexMany(subscripts) => subscripts
                .iter()
                .filter_map(|subscript| match subscript {
                    Subscript::Colon => None,
                    Subscript::Count(count) => Some(*count),
                })
                .collect(),
            Operator::AssignMany(bounds) => bounds
                .iter()
                .map(|bound| match bound {
                    Bound::Colon(extent) | Bound::UpTo(extent) => *extent,
                })
                .collect(),
        }
    }

    /// The same operator with its extents replaced.
    pub fn map_extents(&self, mut map: impl FnMut(ExtentId) -> ExtentId) -> Operator {
        match self {
            Operator::Product(_)
            | Operator::LeftDivide(_)
            | Operator::RightDivide(_)
            | Operator::Power(_)
            | Operator::Transpose
            | Operator::Permute(_)
            | Operator::Squeeze
            | Operator::Concatenate(..)
            | Operator::Reduce(..)
            | Operator::Kron(_)
            | Operator::Diagonal
            | Operator::IndexLinear => self.clone(),
            Operator::SetExtent(axis, extent) => Operator::SetExtent(*axis, map(*extent)),
            Operator::IndexLogical(count) => Operator::IndexLogical(map(*count)),
            Operator::AssignLinear(dialect, bound) => Operator::AssignLinear(*dialect, map(*bound)),
            Operator::DeleteSlice(axis, count) => Operator::DeleteSlice(*axis, map(*count)),
            Operator::DeleteLinear(count) => Operator::DeleteLinear(map(*count)),
            Operator::Reshape(extents) => {
                Operator::Reshape(extents.iter().map(|extent| extent.map(&mut map)).collect())
            }
            Operator::Repmat(extents) => {
                Operator::Repmat(extents.iter().map(|&extent| map(extent)).collect())
            }
            Operator::IndexMany(subscripts) => Operator::IndexMany(
                subscripts
                    .iter()
                    .map(|subscript| match subscript {
                        Subscript::Colon => Subscript::Colon,
                        Subscript::Count(count) => Subscript::Count(map(*count)),
                    })
                    .collect(),
            ),
            Operator::AssignMany(bounds) => Operator::AssignMany(
                bounds
                    .iter()
                    .map(|bound| match bound {
                        Bound::Colon(extent) => Bound::Colon(map(*extent)),
                        Bound::UpTo(extent) => Bound::UpTo(map(*extent)),
                    })
                    .collect(),
            ),
        }
    }

    /// The reference meaning on concrete operands. `value` gives the value of
    /// a parameter; a negative one makes the operation illegal. A wrong number
    /// of operands is illegal too.
    pub fn evaluate(
        &self,
        operands: &[&ConcreteShape],
        value: &mut dyn FnMut(ExtentId) -> Result<i64, Stuck>,
    ) -> Result<Option<ConcreteShape>, Stuck> {
        let mut size = |extent: ExtentId| size_of(extent, value);
        Ok(match (self, operands) {
            (Operator::Product(dialect), [a, b]) => concrete::product(*dialect, a, b),
            (Operator::LeftDivide(dialect), [a, b]) => concrete::left_divide(*dialect, a, b),
            (Operator::RightDivide(dialect), [a, b]) => concrete::right_divide(*dialect, a, b),
            (Operator::Power(dialect), [a, b]) => concrete::power(*dialect, a, b),
            (Operator::Transpose, [a]) => concrete::transpose(a),
            (Operator::Permute(order), [a]) => concrete::permute(a, order),
            (Operator::Squeeze, [a]) => Some(concrete::squeeze(a)),
            (Operator::Concatenate(axis, rule), [a, b]) => {
                concrete::concatenate(*axis as usize, *rule, a, b)
            }
            (Operator::Reduce(style, axis, dialect), [a]) => {
                let axis = axis.map(|axis| axis as usize);
                Some(concrete::reduce(*style, axis, *dialect, a))
            }
            (Operator::SetExtent(axis, extent), [a]) => {
                size(*extent)?.map(|extent| concrete::set_extent(a, *axis as usize, extent))
            }
            (Operator::Reshape(extents), [a]) => {
                let known = |extent: &Option<ExtentId>| match extent {
                    None => Ok(Some(None)),
                    Some(extent) => Ok(size(*extent)?.map(Some)),
                };
                all_sizes(extents, known)?.and_then(|sizes| concrete::reshape(a, &sizes))
            }
            (Operator::Repmat(copies), [a]) => all_sizes(copies, |&copies| size(copies))?
                .and_then(|sizes| concrete::repmat(a, &sizes)),
            (Operator::Kron(dialect), [a, b]) => concrete::kron(*dialect, a, b),
            (Operator::Diagonal, [a]) => concrete::diagonal(a),
            (Operator::IndexLinear, [a, index]) => Some(concrete::index_linear(a, index)),
            (Operator::IndexLogical(count), [a, mask]) => {
                size(*count)?.map(|count| concrete::index_logical(a, mask, count))
            }
            (Operator::IndexMany(subscripts), [a]) => {
                let known = |subscript: &Subscript<ExtentId>| match subscript {
                    Subscript::Colon => Ok(Some(Subscript::Colon)),
                    Subscript::Count(count) => Ok(size(*count)?.map(Subscript::Count)),
                };
                all_sizes(subscripts, known)?.map(|counts| concrete::index_many(a, &counts))
            }
            (Operator::AssignLinear(dialect, bound), [a]) => {
                size(*bound)?.and_then(|bound| concrete::assign_linear(*dialect, a, bound))
            }
            (Operator::AssignMany(bounds), [a]) => {
                let known = |bound: &Bound<ExtentId>| match bound {
                    Bound::Colon(extent) => Ok(size(*extent)?.map(Bound::Colon)),
                    Bound::UpTo(extent) => Ok(size(*extent)?.map(Bound::UpTo)),
                };
                all_sizes(bounds, known)?.and_then(|sizes| concrete::assign_many(a, &sizes))
            }
            (Operator::DeleteSlice(axis, count), [a]) => {
                size(*count)?.and_then(|count| concrete::delete_slice(a, *axis as usize, count))
            }
            (Operator::DeleteLinear(count), [a]) => {
                size(*count)?.and_then(|count| concrete::delete_linear(a, count))
            }
            _ => None,
        })
    }
}

/// The size that an extent is; nothing if it is none.
fn size_of(
    extent: ExtentId,
    value: &mut dyn FnMut(ExtentId) -> Result<i64, Stuck>,
) -> Result<Option<u64>, Stuck> {
    match value(extent) {
        Ok(value) => Ok(u64::try_from(value).ok()),
        Err(Stuck::Undefined) => Ok(None),
        Err(Stuck::Unknown) => Err(Stuck::Unknown),
    }
}

/// What all parts are with their sizes known; nothing if one has none.
fn all_sizes<P, S>(
    parts: &[P],
    mut known: impl FnMut(&P) -> Result<Option<S>, Stuck>,
) -> Result<Option<SmallVec<[S; 4]>>, Stuck> {
    let mut sizes = SmallVec::new();
    for part in parts {
        match known(part)? {
            Some(size) => sizes.push(size),
            None => return Ok(None),
        }
    }
    Ok(Some(sizes))
}
