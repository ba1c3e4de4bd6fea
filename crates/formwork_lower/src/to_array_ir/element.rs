//! Operations on all elements: one with-loop each.

use formwork_array::ir::{Condition, Index, Op, Operand, Operation, Part, Prim, With};
use formwork_syntax::Span;

use super::{Lowered, Lowerer, Val};
use crate::kind::{Base, Form, Kind};

impl Lowerer<'_, '_> {
    /// `compute` on scalars, or on the elements of arrays. Dimensions that are known to be of
    /// extent one grow to match; others must be equal.
    pub(super) fn elementwise(
        &mut self,
        values: &[Val],
        base: Base,
        span: Span,
        compute: impl FnOnce(&mut Self, &[Operand]) -> Lowered<Operand>,
    ) -> Lowered<Val> {
        let arrays: Vec<&Val> = values.iter().filter(|value| !value.is_scalar()).collect();
        let Some(&first) = arrays.first() else {
            let operands: Vec<Operand> = values.iter().map(|one| one.operand.clone()).collect();
            let result = compute(self, &operands)?;
            return Ok(Val::new(result, Kind { base, form: Form::Scalar }));
        };
        let same = arrays.iter().all(|array| array.kind.form == first.kind.form);
        let (form, shape) = if same {
            (first.kind.form, self.common_shape(&arrays, span)?)
        } else {
            self.grown_shape(&arrays, span)?
        };
        let operand = self.each(shape, base, span, |this, index| {
            let mut operands = Vec::new();
            for value in values {
                operands.push(if value.is_scalar() {
                    value.operand.clone()
                } else {
                    let index = this.index_within(index, form, value.kind.form, span)?;
                    this.op(Op::Sel { index, array: value.operand.clone() }, span)?
                });
            }
            compute(this, &operands)
        })?;
        Ok(Val::new(operand, Kind { base, form }))
    }

    /// The shape of arrays of one form, which must be the same.
    fn common_shape(&mut self, arrays: &[&Val], span: Span) -> Lowered<Operand> {
        let mut shape = self.op(Op::Shape(arrays[0].operand.clone()), span)?;
        for other in &arrays[1..] {
            if other.operand != arrays[0].operand {
                self.walked.implied += 1;
                let own = self.op(Op::Shape(other.operand.clone()), span)?;
                let same = Condition::ShapesEqual(shape.clone(), own);
                shape = self.guard_that(same, &shape, "nonconformant arguments", span)?;
            }
        }
        Ok(shape)
    }

    /// The form and shape that arrays of different forms grow to.
    fn grown_shape(&mut self, arrays: &[&Val], span: Span) -> Lowered<(Form, Operand)> {
        let count = arrays.iter().map(|array| array.kind.form.dimensions()).max().unwrap_or(2);
        let mut extents = Vec::new();
        for dimension in 0..count {
            let mut extent = None;
            for array in arrays {
                let Some(axis) = array.kind.form.axis(dimension) else { continue };
                let own = self.extent(array, axis as i64, span)?;
                extent = Some(match extent {
                    None => own,
                    Some(other) => self.same_extent(other, own, span)?,
                });
            }
            extents.push(extent);
        }
        self.form_and_shape(&extents, span)
    }

    /// An extent that two arrays must have in common.
    pub(super) fn same_extent(
        &mut self,
        one: Operand,
        other: Operand,
        span: Span,
    ) -> Lowered<Operand> {
        if one == other {
            return Ok(one);
        }
        let same = self.prim(Prim::Eq, &[one.clone(), other], span)?;
        self.guard(same, &one, "nonconformant arguments", span)
    }

    /// The form of an array of these extents, `None` for one, and its shape in the IR.
    pub(super) fn form_and_shape(
        &mut self,
        extents: &[Option<Operand>],
        span: Span,
    ) -> Lowered<(Form, Operand)> {
        let known: Vec<Option<usize>> =
            extents.iter().map(|extent| extent.is_none().then_some(1)).collect();
        let Some(form) = Form::of(&known) else {
            return self.refuse("an array of too many dimensions", span);
        };
        let mut axes = vec![Operand::int(1); form.rank()];
        for (dimension, extent) in extents.iter().enumerate() {
            if let (Some(axis), Some(extent)) = (form.axis(dimension), extent) {
                axes[axis] = extent.clone();
            }
        }
        Ok((form, self.vector(axes, span)?))
    }

    /// A vector of integers.
    pub(super) fn vector(&mut self, elements: Vec<Operand>, span: Span) -> Lowered<Operand> {
        let known: Option<Vec<i64>> = elements.iter().map(Operand::as_int).collect();
        match known {
            Some(numbers) => Ok(Operand::ints(&numbers)),
            None => self.op(Op::Vector(elements), span),
        }
    }

    /// An element of an index.
    pub(super) fn part_of(&mut self, index: &Operand, axis: usize, span: Span) -> Lowered<Operand> {
        let at = Operand::ints(&[axis as i64]);
        self.op(Op::Sel { index: at, array: index.clone() }, span)
    }

    /// The index of an element of an array that grows to an array of another form.
    fn index_within(
        &mut self,
        index: &Operand,
        of: Form,
        within: Form,
        span: Span,
    ) -> Lowered<Operand> {
        if of == within {
            return Ok(index.clone());
        }
        let mut parts = Vec::new();
        for dimension in 0..within.dimensions() {
            if within.axis(dimension).is_some() {
                parts.push(match of.axis(dimension) {
                    Some(axis) => self.part_of(index, axis, span)?,
                    None => Operand::int(0),
                });
            }
        }
        self.vector(parts, span)
    }

    /// The element of a value at places counted from 0, one for each dimension.
    pub(super) fn element_at(
        &mut self,
        value: &Val,
        places: &[Operand],
        span: Span,
    ) -> Lowered<Operand> {
        if value.is_scalar() {
            return Ok(value.operand.clone());
        }
        let form = value.kind.form;
        let parts = (0..form.dimensions())
            .filter(|&dimension| form.axis(dimension).is_some())
            .map(|dimension| places.get(dimension).cloned().unwrap_or(Operand::int(0)))
            .collect();
        let index = self.vector(parts, span)?;
        self.op(Op::Sel { index, array: value.operand.clone() }, span)
    }

    /// An array of a shape whose elements are computed from their index.
    pub(super) fn each(
        &mut self,
        shape: Operand,
        base: Base,
        span: Span,
        compute: impl FnOnce(&mut Self, &Operand) -> Lowered<Operand>,
    ) -> Lowered<Operand> {
        let ty = self.builder.type_of(&shape);
        let index = self.builder.inner_value("iv", ty);
        self.builder.open();
        let element = compute(self, &Operand::Value(index))?;
        let body = self.close(vec![element], span)?;
        let upper = shape.clone();
        let part = Part { lower: None, index: Index::Vector(index), upper, body };
        let default = Operand::scalar(base.zero());
        let operations = vec![Operation::Genarray { shape, default }];
        let with = With { parts: vec![part], operations, reuse: vec![None] };
        self.op(Op::With(Box::new(with)), span)
    }

    /// An array of a form and shape whose elements are computed from their places, one for
    /// each dimension.
    pub(super) fn build(
        &mut self,
        kind: Kind,
        shape: Operand,
        span: Span,
        compute: impl FnOnce(&mut Self, &[Operand]) -> Lowered<Operand>,
    ) -> Lowered<Val> {
        let form = kind.form;
        if form == Form::Scalar {
            let element = compute(self, &[Operand::int(0), Operand::int(0)])?;
            return Ok(Val::new(element, kind));
        }
        let operand = self.each(shape, kind.base, span, |this, index| {
            let mut places = Vec::new();
            for dimension in 0..form.dimensions() {
                places.push(match form.axis(dimension) {
                    Some(axis) => this.part_of(index, axis, span)?,
                    None => Operand::int(0),
                });
            }
            compute(this, &places)
        })?;
        Ok(Val::new(operand, kind))
    }

    /// What `element` gives for 0, 1, … up to a count, combined in that order.
    pub(super) fn fold(
        &mut self,
        count: Operand,
        prim: Prim,
        neutral: Operand,
        span: Span,
        element: impl FnOnce(&mut Self, &Operand) -> Lowered<Operand>,
    ) -> Lowered<Operand> {
        let upper = self.vector(vec![count], span)?;
        let ty = self.builder.type_of(&upper);
        let index = self.builder.inner_value("iv", ty);
        self.builder.open();
        let place = self.part_of(&Operand::Value(index), 0, span)?;
        let element = element(self, &place)?;
        let body = self.close(vec![element], span)?;
        let part = Part { lower: None, index: Index::Vector(index), upper, body };
        let operations = vec![Operation::Fold { prim, neutral }];
        let with = With { parts: vec![part], operations, reuse: vec![None] };
        self.op(Op::With(Box::new(with)), span)
    }
}
