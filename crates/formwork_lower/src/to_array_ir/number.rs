//! Whole numbers: subscripts, extents and counters.

use formwork_array::ir::{BaseType, MAX_EXTENT, Op, Operand, Prim, Scalar};
use formwork_syntax::Span;

use super::{Lowered, Lowerer, Val, Whole};
use crate::kind::{Base, Form, Kind};

/// Beyond this, sums and products may not be exact as real numbers.
const EXACT: i64 = 1 << 52;

impl Whole {
    /// A constant, unless it is a negative zero or no whole number.
    pub(super) fn constant(number: f64) -> Option<Whole> {
        let whole = number as i64;
        let exact = (whole as f64).to_bits() == number.to_bits() && whole.abs() <= EXACT;
        exact.then(|| Whole { operand: Operand::int(whole), low: whole, high: whole })
    }

    pub(super) fn within(self, most: i64) -> bool {
        -most <= self.low && self.high <= most
    }

    fn is_exact(low: i64, high: i64) -> bool {
        -EXACT <= low && high <= EXACT
    }
}

impl Lowerer<'_, '_> {
    /// The real number that is a whole one between two bounds.
    pub(super) fn whole_value(
        &mut self,
        operand: Operand,
        (low, high): (i64, i64),
        span: Span,
    ) -> Lowered<Val> {
        let number =
            self.prim(Prim::Convert(BaseType::Double), std::slice::from_ref(&operand), span)?;
        let whole = Some(Whole { operand, low, high });
        Ok(Val { whole, ..Val::new(number, Kind::NUMBER) })
    }

    /// The sum, difference or product of whole numbers as one. A product that may be a
    /// negative zero is none.
    pub(super) fn whole_result(
        &mut self,
        prim: Prim,
        left: &Val,
        right: &Val,
        span: Span,
    ) -> Lowered<Option<Whole>> {
        let (Some(left), Some(right)) = (&left.whole, &right.whole) else { return Ok(None) };
        let bounds = match prim {
            Prim::Add => (left.low + right.low, left.high + right.high),
            Prim::Sub => (left.low - right.high, left.high - right.low),
            Prim::Mul if left.low > 0 || right.low > 0 || (left.low >= 0 && right.low >= 0) => {
                let corners = [
                    i128::from(left.low) * i128::from(right.low),
                    i128::from(left.low) * i128::from(right.high),
                    i128::from(left.high) * i128::from(right.low),
                    i128::from(left.high) * i128::from(right.high),
                ];
                let far = i128::from(EXACT);
                if corners.iter().any(|corner| corner.abs() > far) {
                    return Ok(None);
                }
                let low = corners.iter().min().copied().unwrap_or_default();
                let high = corners.iter().max().copied().unwrap_or_default();
                (low as i64, high as i64)
            }
            _ => return Ok(None),
        };
        if !Whole::is_exact(bounds.0, bounds.1) {
            return Ok(None);
        }
        let operand = self.prim(prim, &[left.operand.clone(), right.operand.clone()], span)?;
        Ok(Some(Whole { operand, low: bounds.0, high: bounds.1 }))
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
        if let Some(whole) = &value.whole {
            self.walked.implied += 1;
            self.walked.removed += 1;
            return self.prim(Prim::Sub, &[whole.operand.clone(), Operand::int(1)], span);
        }
        if value.kind.base.is_integer() {
            let whole = self.prim(
                Prim::Convert(BaseType::Int),
                std::slice::from_ref(&value.operand),
                span,
            )?;
            return self.prim(Prim::Sub, &[whole, Operand::int(1)], span);
        }
        if value.kind != Kind::NUMBER {
            return self.refuse("a subscript that is no number", span);
        }
        self.place(&value.operand, span)
    }

    /// A real number as a place counted from 0.
    pub(super) fn place(&mut self, number: &Operand, span: Span) -> Lowered<Operand> {
        let one = Operand::scalar(Scalar::Double(1.0));
        let place = self.prim(Prim::Sub, &[number.clone(), one], span)?;
        self.as_whole(&place, span)
    }

    /// A number that is taken for an extent: whole, and none where it is negative.
    pub(super) fn extent_from(&mut self, value: &Val, span: Span) -> Lowered<Operand> {
        if value.kind.form != Form::Scalar || value.kind.base != Base::Double {
            return self.refuse("extents that are no numbers", span);
        }
        let (operand, sure) = match &value.whole {
            Some(whole) => (whole.operand.clone(), whole.low >= 0),
            None => (self.as_whole(&value.operand, span)?, false),
        };
        if sure { Ok(operand) } else { self.prim(Prim::Max, &[operand, Operand::int(0)], span) }
    }

    /// An extent of the array of the IR that an array is.
    pub(super) fn extent(&mut self, value: &Val, axis: i64, span: Span) -> Lowered<Operand> {
        if let Some(length) = &value.length
            && axis == value.along as i64
        {
            return Ok(length.clone());
        }
        if let Some(constant) = value.operand.constant()
            && let Some(&extent) = constant.shape().get(axis as usize)
        {
            return Ok(Operand::int(extent));
        }
        let shape = self.op(Op::Shape(value.operand.clone()), span)?;
        self.op(Op::Sel { index: Operand::ints(&[axis]), array: shape }, span)
    }

    /// The extent along a dimension, counted from 0; `None`: it is one.
    pub(super) fn extent_along(
        &mut self,
        value: &Val,
        dimension: usize,
        span: Span,
    ) -> Lowered<Option<Operand>> {
        match value.kind.form.axis(dimension) {
            Some(axis) => self.extent(value, axis as i64, span).map(Some),
            None => Ok(None),
        }
    }

    /// The extent of a value along a dimension, counted from 0, as a number.
    pub(super) fn size(&mut self, value: &Val, dimension: usize, span: Span) -> Lowered<Val> {
        let extent = self.extent_along(value, dimension, span)?.unwrap_or(Operand::int(1));
        let high = extent.as_int().unwrap_or(MAX_EXTENT);
        let low = extent.as_int().unwrap_or(0);
        self.whole_value(extent, (low, high), span)
    }

    /// The number of elements of a value.
    pub(super) fn numel(&mut self, value: &Val, span: Span) -> Lowered<Operand> {
        let mut count: Option<Operand> = None;
        for axis in 0..value.kind.form.rank() {
            let extent = self.extent(value, axis as i64, span)?;
            // Together they are small enough for the product of an array that exists.
            count = Some(match count {
                None => extent,
                Some(count) => self.prim(Prim::Mul, &[count, extent], span)?,
            });
        }
        Ok(count.unwrap_or(Operand::int(1)))
    }

    /// The number of elements of a value, as a number.
    pub(super) fn count(&mut self, value: &Val, span: Span) -> Lowered<Val> {
        let count = self.numel(value, span)?;
        let high = count.as_int().unwrap_or(MAX_EXTENT);
        self.whole_value(count.clone(), (count.as_int().unwrap_or(0), high), span)
    }
}
