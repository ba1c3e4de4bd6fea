//! Products of matrices, in the order in which the runtime adds them up.

use formwork_array::ir::{
    BaseType, Builder, ExternDecl, ExternId, FunctionId, Module, Op, Operand, Prim, Scalar, Type,
};
use formwork_syntax::Span;

use super::{Lowered, Lowerer, Val};
use crate::kind::{Base, Kind};
use crate::library::{LargeProducts, MATRIX_PRODUCT};

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
        let by = self.callees.large_products;
        if by == LargeProducts::Code {
            return self.plain_product(&left, &right, (depth, kind, shape), span);
        }
        let several = self.prim(Prim::Ne, &[rows.clone(), one.clone()], span)?;
        let is_plain = match &columns {
            None => None,
            Some(columns) => Some(self.is_plain([&rows, &depth, columns], span)?),
        };
        if by == LargeProducts::Interpreter {
            self.require(several, "a matrix of one row", span)?;
            if let Some(is_plain) = is_plain {
                self.require(is_plain, "a product of large matrices", span)?;
            }
            return self.plain_product(&left, &right, (depth, kind, shape), span);
        }
        let is_plain = match is_plain {
            None => several,
            Some(is_plain) => self.prim(Prim::And, &[several, is_plain], span)?,
        };
        let operand = self.choose(
            is_plain,
            |this| {
                let plain = (depth, kind, shape.clone());
                this.plain_product(&left, &right, plain, span).map(|product| product.operand)
            },
            |this| {
                let product = this.library_product(&left, &right, span)?;
                match kind.form.rank() {
                    2 => Ok(product),
                    _ => this.op(Op::Reshape { shape: shape.clone(), array: product }, span),
                }
            },
            span,
        )?;
        Ok(Val::new(operand, kind))
    }

    /// Whether the runtime, too, multiplies matrices of these extents element by element.
    fn is_plain(&mut self, extents: [&Operand; 3], span: Span) -> Lowered<Operand> {
        // Extents are far from overflowing where there are this few products.
        let mut small = Operand::scalar(Scalar::Bool(true));
        let mut work = Operand::int(1);
        for extent in extents {
            let near = self.prim(Prim::Lt, &[extent.clone(), Operand::int(SMALL)], span)?;
            small = self.prim(Prim::And, &[small, near], span)?;
            work = self.prim(Prim::Mul, &[work, extent.clone()], span)?;
        }
        let few = self.prim(Prim::Lt, &[work, Operand::int(SMALL)], span)?;
        let few = self.prim(Prim::And, &[small, few], span)?;
        let [_, _, columns] = extents;
        let column = self.prim(Prim::Eq, &[columns.clone(), Operand::int(1)], span)?;
        self.prim(Prim::Or, &[few, column], span)
    }

    /// Each element by itself.
    fn plain_product(
        &mut self,
        left: &Val,
        right: &Val,
        (depth, kind, shape): (Operand, Kind, Operand),
        span: Span,
    ) -> Lowered<Val> {
        self.build(kind, shape, span, |this, places| {
            let zero = Operand::scalar(Scalar::Double(0.0));
            this.fold(depth, Prim::Add, zero, span, |this, at| {
                let x = this.element_at(left, &[places[0].clone(), at.clone()], span)?;
                let y = this.element_at(right, &[at.clone(), places[1].clone()], span)?;
                this.prim(Prim::Mul, &[x, y], span)
            })
        })
    }

    /// The product as the runtime computes it.
    fn library_product(&mut self, left: &Val, right: &Val, span: Span) -> Lowered<Operand> {
        let mut arguments = Vec::new();
        for value in [left, right] {
            let value = self.settled(value.clone(), span)?;
            let mut extents = Vec::new();
            for dimension in 0..2 {
                let extent = self.extent_along(&value, dimension, span)?;
                extents.push(extent.unwrap_or(Operand::int(1)));
            }
            arguments.push(if value.kind.form.rank() == 2 {
                value.operand
            } else {
                let shape = self.vector(extents, span)?;
                self.op(Op::Reshape { shape, array: value.operand }, span)?
            });
        }
        let callee = declared(self.builder.module_mut(), MATRIX_PRODUCT);
        let callee = callee.or_else(|message| self.refuse(&message, span))?;
        self.op(Op::Extern { callee, arguments }, span)
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

/// The operation of this name, which multiplies two matrices, declared when it is first asked
/// for.
fn declared(module: &mut Module, name: &str) -> Result<ExternId, String> {
    let found = module.externs.iter().find(|(_, decl)| decl.name == name);
    if let Some((callee, _)) = found {
        return Ok(callee);
    }
    let shape = shape_function(module, &format!("{name}_shape"))?;
    let matrix = Type::of_rank(BaseType::Double, 2);
    Ok(module.externs.push(ExternDecl {
        name: name.to_owned(),
        parameters: vec![matrix.clone(), matrix.clone()],
        results: vec![matrix],
        shapes: vec![Some(shape)],
        pure: true,
    }))
}

/// The rows of the first matrix and the columns of the second.
fn shape_function(module: &mut Module, name: &str) -> Result<FunctionId, String> {
    let mut builder = Builder::new(module, name, vec![Type::of_rank(BaseType::Int, 1)]);
    let mut extents = Vec::new();
    for (axis, parameter) in [(0, "a"), (1, "b")] {
        let matrix = builder.parameter(parameter, Type::of_rank(BaseType::Double, 2));
        let array = builder.value("", Op::Shape(matrix))?;
        extents.push(builder.value("", Op::Sel { index: Operand::ints(&[axis]), array })?);
    }
    let shape = builder.value("", Op::Vector(extents))?;
    builder.finish(vec![shape])
}
