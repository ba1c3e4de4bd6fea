//! Whole numbers: subscripts, extents and counters.

use formwork_array::ir::{BaseType, MAX_EXTENT, Op, Operand, Prim, Scalar};
use formwork_syntax::Span;

use super::{Lowered, Lowerer, Val, Whole};
use crate::kind::{Form, Kind};

/// Sums beyond this may not be exact as real numbers.
const EXACT: i64 = 1 << 52;

impl Whole {
    /// A constant, unless it is a negative zero or no whole number.
    pub(super) fn constant(number: f64) -> Option<Whole> {
        let whole = number as i64;
        let exact = (whole as f64).to_bits() == number.to_bits() && whole.abs() <= EXACT;
        exact.then(|| Whole { operand: Operand::int(whole), bound: whole.abs() })
    }
}

impl Lowerer<'_, '_> {
    /// The real number that is a whole one.
    pub(super) fn whole_value(&mut self, operand: Operand, bound: i64, span: Span) -> Lowered<Val> {
        let number =
            self.prim(Prim::Convert(BaseType::Double), std::slice::from_ref(&operand), span)?;
        Ok(Val { operand: number, kind: Kind::NUMBER, whole: Some(Whole { operand, bound }) })
    }

    /// The sum or difference of whole numbers as one.
    pub(super) fn whole_sum(
        &mut self,
        prim: Prim,
        left: &Val,
        right: &Val,
        span: Span,
    ) -> Lowered<Option<Whole>> {
        let (Some(left), Some(right)) = (&left.whole, &right.whole) else { return Ok(None) };
        let bound = left.bound + right.bound;
        if bound > EXACT {
            return Ok(None);
        }
        let operand = self.prim(prim, &[left.operand.clone(), right.operand.clone()], span)?;
        Ok(Some(Whole { operand, bound }))
    }

    /// A real number as a whole one; the region gives up if it is none.
    pub(super) fn as_whole(&mut self, number: &Operand, span: Span) -> Lowered<Operand> {
        let whole = self.prim(Prim::Convert(BaseType::Int), std::slice::from_ref(number), span)?;
        let back =
            self.prim(Prim::Convert(BaseType::Double), std::slice::from_ref(&whole), span)?;
        let same = self.prim(Prim::Eq, &[back, number.clone()], span)?;
        self.guard(same, &whole, "not a whole number", span)
    }

    /// A real number, unless it is a negative zero, which no whole number is.
    pub(super) fn no_negative_zero(&mut self, number: &Operand, span: Span) -> Lowered<Operand> {
        let zero = Operand::scalar(Scalar::Double(0.0));
        let one = Operand::scalar(Scalar::Double(1.0));
        let inverse = self.prim(Prim::Div, &[one, number.clone()], span)?;
        let positive = self.prim(Prim::Gt, &[inverse, zero.clone()], span)?;
        let other = self.prim(Prim::Ne, &[number.clone(), zero], span)?;
        let plain = self.prim(Prim::Or, &[other, positive], span)?;
        self.guard(plain, number, "a negative zero", span)
    }

    /// A subscript, counted from 0. Subtracting first keeps it from overflowing.
    pub(super) fn subscript(&mut self, value: &Val, span: Span) -> Lowered<Operand> {
        if value.kind != Kind::NUMBER {
            return self.refuse("a subscript that is no number", span);
        }
        if let Some(whole) = &value.whole {
            self.walked.implied += 1;
            self.walked.removed += 1;
            return self.prim(Prim::Sub, &[whole.operand.clone(), Operand::int(1)], span);
        }
        let one = Operand::scalar(Scalar::Double(1.0));
        let place = self.prim(Prim::Sub, &[value.operand.clone(), one], span)?;
        self.as_whole(&place, span)
    }

    /// An extent of the array of the IR that an array is.
    pub(super) fn extent(&mut self, value: &Val, axis: i64, span: Span) -> Lowered<Operand> {
        let shape = self.op(Op::Shape(value.operand.clone()), span)?;
        self.op(Op::Sel { index: Operand::ints(&[axis]), array: shape }, span)
    }

    /// The extent of a value along a dimension, counted from 0.
    pub(super) fn size(&mut self, value: &Val, dimension: usize, span: Span) -> Lowered<Val> {
        let extent = match (value.kind.form, dimension) {
            (Form::Row, 1) | (Form::Column | Form::Matrix, 0) => self.extent(value, 0, span)?,
            (Form::Matrix, 1) => self.extent(value, 1, span)?,
            (Form::Scalar | Form::Row | Form::Column | Form::Matrix, _) => Operand::int(1),
        };
        let bound = extent.as_int().map_or(MAX_EXTENT, i64::abs);
        self.whole_value(extent, bound, span)
    }

    /// The number of elements of a value.
    pub(super) fn count(&mut self, value: &Val, span: Span) -> Lowered<Val> {
        match value.kind.form {
            Form::Scalar => self.whole_value(Operand::int(1), 1, span),
            Form::Row | Form::Column => {
                let extent = self.extent(value, 0, span)?;
                self.whole_value(extent, MAX_EXTENT, span)
            }
            Form::Matrix => {
                let rows = self.extent(value, 0, span)?;
                let columns = self.extent(value, 1, span)?;
                // Both extents are small enough for the product of an array that exists.
                let count = self.prim(Prim::Mul, &[rows, columns], span)?;
                self.whole_value(count, MAX_EXTENT, span)
            }
        }
    }
}
