//! Brackets: joining scalars and arrays.

use formwork_array::ir::{Array, Index, Op, Operand, Operation, Part, Prim, With};
use formwork_hir::body::ExprId;
use formwork_syntax::Span;

use super::expression::nothing;
use super::{Lowered, Lowerer, Special, Val};
use crate::kind::{Base, Form, Kind};

impl Lowerer<'_, '_> {
    /// `[…]`
    pub(super) fn matrix(&mut self, rows: &[Box<[ExprId]>], span: Span) -> Lowered<Val> {
        if rows.iter().all(|row| row.is_empty()) {
            return Ok(nothing());
        }
        let mut values = Vec::new();
        for row in rows {
            let line: Lowered<Vec<Val>> = row.iter().map(|&id| self.expr(id)).collect();
            values.push(line?);
        }
        self.joined(values, span)
    }

    /// The rows of what stands in brackets, joined.
    pub(super) fn joined(&mut self, mut values: Vec<Vec<Val>>, span: Span) -> Lowered<Val> {
        for line in &mut values {
            line.retain(|value| value.special != Special::Empty);
        }
        values.retain(|line| !line.is_empty());
        if values.is_empty() {
            return self.refuse("nothing that is joined", span);
        }
        let base = self.joined_class(values.iter().flatten(), span)?;
        let mut lines = Vec::new();
        for line in values {
            let mut parts = Vec::new();
            for value in line {
                parts.push(self.as_base(value, base, span)?);
            }
            lines.push(parts);
        }
        if let [line] = &lines[..]
            && let [only] = &line[..]
        {
            return Ok(only.clone().materialized());
        }
        if lines.iter().flatten().all(Val::is_scalar) {
            return self.of_scalars(&lines, base, span);
        }
        let mut joined = Vec::new();
        for line in lines {
            joined.push(self.side_by_side(line, base, 1, span)?);
        }
        self.side_by_side(joined, base, 0, span)
    }

    fn joined_class<'v>(&self, values: impl Iterator<Item = &'v Val>, span: Span) -> Lowered<Base> {
        let mut joined: Option<Base> = None;
        for value in values {
            joined = Some(match (joined, value.kind.base) {
                (_, Base::Char) => return self.refuse("texts that are joined", span),
                (None, base) => base,
                (Some(one), two) if one == two => one,
                (Some(Base::Double), Base::Bool) | (Some(Base::Bool), Base::Double) => Base::Double,
                _ => return self.refuse("classes that are joined", span),
            });
        }
        Ok(joined.unwrap_or(Base::Double))
    }

    fn of_scalars(&mut self, lines: &[Vec<Val>], base: Base, span: Span) -> Lowered<Val> {
        let width = lines.first().map_or(0, Vec::len);
        if lines.iter().any(|line| line.len() != width) {
            return self.refuse("rows of different lengths", span);
        }
        let columns = (0..width).flat_map(|column| lines.iter().map(move |line| &line[column]));
        let elements: Vec<Operand> = columns.map(|value| value.operand.clone()).collect();
        let known: Option<Vec<_>> =
            elements.iter().map(|one| one.constant().and_then(|one| one.as_scalar())).collect();
        let count = elements.len() as i64;
        let constant = known.and_then(|data| Array::new(base.ir(), vec![count], data));
        let vector = match constant {
            Some(array) => Operand::array(array),
            None => self.op(Op::Vector(elements), span)?,
        };
        let Some(form) = Form::of(&[Some(lines.len()), Some(width)]) else {
            return self.refuse("an array of too many dimensions", span);
        };
        let elements = match lines {
            [line] if base == Base::Double && form == Form::Row => Some(line.clone().into()),
            _ => None,
        };
        let operand = match form {
            Form::Matrix => {
                let shape = Operand::ints(&[lines.len() as i64, width as i64]);
                self.op(Op::Reshape { shape, array: vector }, span)?
            }
            Form::Scalar
            | Form::Row
            | Form::Range
            | Form::Column
            | Form::Empty
            | Form::Array(_) => vector,
        };
        Ok(Val { elements, ..Val::new(operand, Kind { base, form }) })
    }

    /// Arrays joined along a dimension; along the other one they must agree.
    pub(super) fn side_by_side(
        &mut self,
        values: Vec<Val>,
        base: Base,
        along: usize,
        span: Span,
    ) -> Lowered<Val> {
        if values.len() == 1 {
            return values
                .into_iter()
                .next()
                .ok_or_else(|| crate::reason::Reason::new("nothing that is joined", span));
        }
        if values.iter().any(|value| value.kind.form.dimensions() > 2) {
            return self.refuse("arrays of more dimensions that are joined", span);
        }
        let across = 1 - along;
        let mut width: Option<Operand> = None;
        let mut fixed_one = false;
        for value in &values {
            match self.extent_along(value, across, span)? {
                None => fixed_one = true,
                Some(extent) => {
                    width = Some(match width {
                        None => extent,
                        Some(width) => self.same_extent(width, extent, span)?,
                    });
                }
            }
        }
        if let (true, Some(extent)) = (fixed_one, width.clone()) {
            // A matrix beside a vector must be a vector after all.
            self.same_extent(Operand::int(1), extent, span)?;
            return self.refuse("a matrix beside a vector", span);
        }
        let mut total = Operand::int(0);
        let mut places = Vec::new();
        for value in &values {
            let own = self.extent_along(value, along, span)?.unwrap_or(Operand::int(1));
            let end = self.prim(Prim::Add, &[total.clone(), own], span)?;
            places.push((total, end.clone()));
            total = end;
        }
        let mut extents = vec![None, None];
        extents[along] = Some(total);
        extents[across].clone_from(&width);
        let (form, shape) = self.form_and_shape(&extents, span)?;
        let axis = form.axis(along).unwrap_or(0);
        let mut parts = Vec::new();
        for (value, (from, to)) in values.iter().zip(&places) {
            let mut lows = vec![Operand::int(0); form.rank()];
            let mut highs = vec![width.clone().unwrap_or(Operand::int(1)); form.rank()];
            lows[axis] = from.clone();
            highs[axis] = to.clone();
            let lower = self.vector(lows, span)?;
            let upper = self.vector(highs, span)?;
            let ty = self.builder.type_of(&shape);
            let index = self.builder.inner_value("iv", ty);
            self.builder.open();
            let mut at = vec![Operand::int(0), Operand::int(0)];
            for (dimension, at) in at.iter_mut().enumerate() {
                if let Some(axis) = form.axis(dimension) {
                    *at = self.part_of(&Operand::Value(index), axis, span)?;
                }
            }
            at[along] = self.prim(Prim::Sub, &[at[along].clone(), from.clone()], span)?;
            let element = self.element_at(value, &at, span)?;
            let body = self.close(vec![element], span)?;
            parts.push(Part { lower: Some(lower), index: Index::Vector(index), upper, body });
        }
        let default = Operand::scalar(base.zero());
        let operations = vec![Operation::Genarray { shape, default }];
        let with = With { parts, operations, reuse: vec![None] };
        let operand = self.op(Op::With(Box::new(with)), span)?;
        Ok(Val::new(operand, Kind { base, form }))
    }
}
