//! Products of matrices, in the order in which the runtime adds them up.

use formwork_array::ir::{Operand, Prim, Scalar};
use formwork_syntax::Span;

use super::{Lowered, Lowerer, Val};
use crate::kind::{Base, Kind};

/// The runtime multiplies matrices of fewer products element by element.
const SMALL: i64 = 16 * 16 * 16;

impl Lowerer<'_, '_> {
    /// `left * right` where both are arrays.
    pub(super) fn matrix_product(&mut self, left: &Val, right: &Val, span: Span) -> Lowered<Val> {
        let plain = [left, right].iter().all(|value| {
            matches!(value.kind.base, Base::Double | Base::Bool)
                && value.kind.form.dimensions() == 2
        });
        if !plain {
            return self.refuse("a product of such arrays", span);
        }
        let left = self.as_base(left.clone(), Base::Double, span)?;
        let right = self.as_base(right.clone(), Base::Double, span)?;
        let one = Operand::int(1);
        let rows = self.extent_along(&left, 0, span)?;
        let inner = self.extent_along(&left, 1, span)?;
        let other = self.extent_along(&right, 0, span)?;
        let columns = self.extent_along(&right, 1, span)?;
        let depth = inner.clone().unwrap_or(one.clone());
        let depth = self.same_extent(depth, other.unwrap_or(one.clone()), span)?;
        // A scalar after all multiplies each element.
        for value in [&left, &right] {
            let count = self.numel(value, span)?;
            let several = self.prim(Prim::Ne, &[count, one.clone()], span)?;
            self.require(several, "an array of one element", span)?;
        }
        let (form, shape) = self.form_and_shape(&[rows.clone(), columns.clone()], span)?;
        let kind = Kind { base: Base::Double, form };
        let Some(rows) = rows else {
            return self.row_product(&left, &right, depth, kind, shape, span);
        };
        let several = self.prim(Prim::Ne, &[rows.clone(), one.clone()], span)?;
        self.require(several, "a matrix of one row", span)?;
        if let Some(columns) = columns {
            // Extents are far from overflowing where there are this few products.
            let mut small = Operand::scalar(Scalar::Bool(true));
            for extent in [&rows, &depth, &columns] {
                let near = self.prim(Prim::Lt, &[extent.clone(), Operand::int(SMALL)], span)?;
                small = self.prim(Prim::And, &[small, near], span)?;
            }
            let work = self.prim(Prim::Mul, &[rows, depth.clone()], span)?;
            let work = self.prim(Prim::Mul, &[work, columns.clone()], span)?;
            let few = self.prim(Prim::Lt, &[work, Operand::int(SMALL)], span)?;
            let few = self.prim(Prim::And, &[small, few], span)?;
            let column = self.prim(Prim::Eq, &[columns, one], span)?;
            let fine = self.prim(Prim::Or, &[few, column], span)?;
            self.require(fine, "a product of large matrices", span)?;
        }
        self.build(kind, shape, span, |this, places| {
            let zero = Operand::scalar(Scalar::Double(0.0));
            this.fold(depth, Prim::Add, zero, span, |this, at| {
                let x = this.element_at(&left, &[places[0].clone(), at.clone()], span)?;
                let y = this.element_at(&right, &[at.clone(), places[1].clone()], span)?;
                this.prim(Prim::Mul, &[x, y], span)
            })
        })
    }

    /// A row by a matrix: each element is a product of two vectors.
    fn row_product(
        &mut self,
        left: &Val,
        right: &Val,
        depth: Operand,
        kind: Kind,
        shape: Operand,
        span: Span,
    ) -> Lowered<Val> {
        self.build(kind, shape, span, |this, places| {
            let column = places[1].clone();
            let pair = |this: &mut Self, at: &Operand| -> Lowered<[Operand; 2]> {
                let x = this.element_at(left, &[Operand::int(0), at.clone()], span)?;
                let y = this.element_at(right, &[at.clone(), column.clone()], span)?;
                Ok([x, y])
            };
            this.inner_product(&depth, &pair, span)
        })
    }
}
