//! Ranges: `start:step:stop`.
//!
//! The interpreter keeps a range as one until something is computed from it, which shows when
//! it is displayed. Here its elements are a row; beside it stands what it was written from, so
//! that a region can give the range back ([`Ranged`]), and, where its elements are whole
//! numbers at a fixed distance, that they are ([`Progression`]), so that subscripts are checked
//! once for all of them.

use formwork_array::ir::{Op, Operand, Prim, Scalar};
use formwork_hir::body::ExprId;
use formwork_runtime::Range;
use formwork_syntax::Span;

use super::{Lowered, Lowerer, Val, Whole};
use crate::kind::{Base, Form, Kind};

/// Bounds of ranges beyond this are not compiled: their number of elements is exact up to here.
pub(super) const FAR: i64 = 1 << 48;
/// The same for steps other than one, whose quotients are rounded.
const NEAR: i64 = 1 << 31;
/// Steps of whole numbers are at most this large.
const MOST_STEP: i64 = 1 << 15;
/// Whole numbers are exact as real ones up to here.
const EXACT: i64 = 1 << 52;

/// Whether the interpreter has a value as a range.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Ranged {
    No,
    /// It has the range of these three numbers, or a plain number or nothing if the range is
    /// that short.
    Written(Written),
    /// Who knows.
    Perhaps,
}

/// What a range is written from, as real numbers.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Written {
    pub(super) base: Operand,
    pub(super) increment: Operand,
    pub(super) limit: Operand,
}

impl Written {
    /// The range of a variable that has no value.
    pub(super) fn nothing() -> Written {
        let zero = Operand::scalar(Scalar::Double(0.0));
        Written { base: zero.clone(), increment: zero.clone(), limit: zero }
    }

    pub(super) fn parts(&self) -> [&Operand; 3] {
        [&self.base, &self.increment, &self.limit]
    }
}

/// Whole numbers at equal distances: what the elements of a row are.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Progression {
    /// The first of them, as an integer.
    pub(super) first: Operand,
    pub(super) step: i64,
    pub(super) count: Operand,
    /// No element is farther away from zero.
    most: i64,
}

/// A range of whole numbers.
pub(super) struct Wholes {
    pub(super) start: Whole,
    pub(super) step: i64,
    pub(super) count: Operand,
    pub(super) written: Written,
}

/// A range of any real numbers.
pub(super) struct Reals {
    written: Written,
    last: Operand,
    pub(super) count: Operand,
}

/// A range, by what is known of its numbers.
pub(super) enum Numbers {
    Whole(Wholes),
    Real(Reals),
}

impl Lowerer<'_, '_> {
    /// A range, its elements written down.
    pub(super) fn range(
        &mut self,
        start: ExprId,
        step: Option<ExprId>,
        stop: ExprId,
        span: Span,
    ) -> Lowered<Val> {
        let kind = Kind { base: Base::Double, form: Form::Row };
        match self.numbers(start, step, stop, span)? {
            Numbers::Whole(Wholes { start, step, count, written }) => {
                let shape = self.vector(vec![count.clone()], span)?;
                let first = start.operand.clone();
                let mut value = self.build(kind, shape, span, |this, places| {
                    let way =
                        this.prim(Prim::Mul, &[places[1].clone(), Operand::int(step)], span)?;
                    let whole = this.prim(Prim::Add, &[start.operand, way], span)?;
                    this.as_double(&whole, span)
                })?;
                value.ranged = Ranged::Written(written);
                value.progression = Some(Progression { first, step, count, most: FAR + MOST_STEP });
                Ok(value)
            }
            Numbers::Real(reals) => {
                let shape = self.vector(vec![reals.count.clone()], span)?;
                let mut value = self.build(kind, shape, span, |this, places| {
                    this.range_element(&reals, &places[1], span)
                })?;
                value.ranged = Ranged::Written(reals.written);
                Ok(value)
            }
        }
    }

    /// What a range consists of. Where nothing speaks against it, whole numbers are expected.
    pub(super) fn numbers(
        &mut self,
        start: ExprId,
        step: Option<ExprId>,
        stop: ExprId,
        span: Span,
    ) -> Lowered<Numbers> {
        let start = self.expr(start)?;
        let step = match step {
            None => super::expression::number_value(1.0),
            Some(step) => self.expr(step)?,
        };
        let stop = self.expr(stop)?;
        let parts = [&start, &step, &stop];
        if parts.iter().any(|part| part.kind != Kind::NUMBER) {
            return self.refuse("a range of something else than numbers", span);
        }
        let fractional = |value: &Val| value.operand.constant().is_some() && value.whole.is_none();
        let known = step.whole.as_ref().and_then(|whole| whole.operand.as_int());
        match known.filter(|step| *step != 0 && step.abs() <= MOST_STEP) {
            Some(step) if !fractional(&start) && !fractional(&stop) => {
                self.whole_range(&start, step, &stop, span).map(Numbers::Whole)
            }
            _ => self.real_range(start, step, stop, span).map(Numbers::Real),
        }
    }

    /// A range of whole numbers; the region gives up if they are none.
    fn whole_range(&mut self, start: &Val, step: i64, stop: &Val, span: Span) -> Lowered<Wholes> {
        let written = Written {
            base: start.operand.clone(),
            increment: Operand::scalar(Scalar::Double(step as f64)),
            limit: stop.operand.clone(),
        };
        let most = if step.abs() == 1 { FAR } else { NEAR };
        let start = self.bound(start, most, true, span)?;
        let stop = self.bound(stop, most, false, span)?;
        if let (Some(start_at), Some(stop_at)) = (start.operand.as_int(), stop.operand.as_int()) {
            let range = Range::new(start_at as f64, step as f64, stop_at as f64);
            let count = range.and_then(|range| i64::try_from(range.len()).ok());
            return match count {
                Some(count) => Ok(Wholes { start, step, count: Operand::int(count), written }),
                None => self.refuse("a range that is too long", span),
            };
        }
        let way = self.prim(Prim::Sub, &[stop.operand, start.operand.clone()], span)?;
        let quotient = match step {
            1 => way,
            -1 => self.prim(Prim::Neg, &[way], span)?,
            // Cut off towards zero: between no turn and one it is wrong by one, and fixed below.
            step => {
                let quotient = self.prim(Prim::Div, &[way.clone(), Operand::int(step)], span)?;
                let ahead = if step > 0 { Prim::Ge } else { Prim::Le };
                let some = self.prim(ahead, &[way, Operand::int(0)], span)?;
                self.choose(some, |_| Ok(quotient), |_| Ok(Operand::int(-1)), span)?
            }
        };
        let count = self.prim(Prim::Add, &[quotient, Operand::int(1)], span)?;
        let count = self.prim(Prim::Max, &[count, Operand::int(0)], span)?;
        Ok(Wholes { start, step, count, written })
    }

    /// A bound of a range: a whole number, not too far away, and, where it becomes an
    /// element, no negative zero.
    fn bound(&mut self, value: &Val, most: i64, element: bool, span: Span) -> Lowered<Whole> {
        if let Some(whole) = value.whole.clone().filter(|whole| whole.clone().within(most)) {
            return Ok(whole);
        }
        let number = &value.operand;
        let size = self.prim(Prim::Abs, std::slice::from_ref(number), span)?;
        let far = Operand::scalar(Scalar::Double(most as f64));
        let near = self.prim(Prim::Le, &[size, far], span)?;
        let mut number = self.guard(near, number, "a bound is far away", span)?;
        if element {
            number = self.no_negative_zero(&number, span)?;
        }
        let operand = self.as_whole(&number, span)?;
        Ok(Whole { operand, low: -most, high: most })
    }

    /// A range of real numbers, counted as the runtime counts (`Range::new`): a quotient that
    /// is whole up to three rounding errors counts as whole, and may be off by one.
    fn real_range(&mut self, start: Val, step: Val, stop: Val, span: Span) -> Lowered<Reals> {
        let number = |number: f64| Operand::scalar(Scalar::Double(number));
        let (base, limit) = (start.operand, stop.operand);
        let way = self.prim(Prim::Sub, &[limit.clone(), base.clone()], span)?;
        let quotient = self.prim(Prim::Div, &[way, step.operand.clone()], span)?;
        // What is infinite, no number, or a step of zero leads to no small quotient, but for
        // infinite steps.
        for (part, most) in [(&quotient, NEAR as f64), (&step.operand, f64::MAX)] {
            let size = self.prim(Prim::Abs, std::slice::from_ref(part), span)?;
            let near = self.prim(Prim::Le, &[size, number(most)], span)?;
            self.require(near, "a range that is far too long", span)?;
        }
        let increment = step.operand;
        let zero = number(0.0);
        let up = self.prim(Prim::Gt, &[increment.clone(), zero], span)?;
        let ahead = {
            let rises = self.prim(Prim::Ge, &[limit.clone(), base.clone()], span)?;
            let falls = self.prim(Prim::Le, &[limit.clone(), base.clone()], span)?;
            self.choose(up.clone(), |_| Ok(rises), |_| Ok(falls), span)?
        };
        let count = self.rounded_down(&quotient, span)?;
        let count = self.prim(Prim::Add, &[count, number(1.0)], span)?;
        let count = self.prim(Prim::Max, &[count, number(0.0)], span)?;
        let place = |this: &mut Self, count: &Operand, back: f64| -> Lowered<Operand> {
            let at = this.prim(Prim::Sub, &[count.clone(), number(back)], span)?;
            let way = this.prim(Prim::Mul, &[at, increment.clone()], span)?;
            this.prim(Prim::Add, &[base.clone(), way], span)
        };
        let mut hits = Vec::new();
        for back in [1.0, 2.0, 0.0] {
            let there = place(self, &count, back)?;
            hits.push(self.nearly_equal(&there, &limit, span)?);
        }
        let [hit, one_less, one_more] = &hits[..] else {
            return self.refuse("three places of a range", span);
        };
        let less = self.prim(Prim::Sub, &[count.clone(), number(1.0)], span)?;
        let more = self.prim(Prim::Add, &[count.clone(), number(1.0)], span)?;
        let same = count.clone();
        let fixed = self.choose(one_more.clone(), |_| Ok(more), |_| Ok(same), span)?;
        let fixed = self.choose(one_less.clone(), |_| Ok(less), |_| Ok(fixed), span)?;
        let count = self.choose(hit.clone(), |_| Ok(count), |_| Ok(fixed), span)?;
        let last = place(self, &count, 1.0)?;
        let inside = {
            let below = self.prim(Prim::Le, &[last.clone(), limit.clone()], span)?;
            let above = self.prim(Prim::Ge, &[last.clone(), limit.clone()], span)?;
            self.choose(up, |_| Ok(below), |_| Ok(above), span)?
        };
        let end = limit.clone();
        let last = self.choose(inside, |_| Ok(last), |_| Ok(end), span)?;
        // Whole numbers stay whole.
        let mut whole = Operand::scalar(Scalar::Bool(true));
        for part in [&base, &increment] {
            let cut = self.prim(Prim::Fix, std::slice::from_ref(part), span)?;
            let same = self.prim(Prim::Eq, &[cut, part.clone()], span)?;
            whole = self.prim(Prim::And, &[whole, same], span)?;
        }
        let rounded = self.prim(Prim::Round, std::slice::from_ref(&last), span)?;
        let last = self.choose(whole, |_| Ok(rounded), |_| Ok(last), span)?;
        let count = self.choose(ahead, |_| Ok(count), |_| Ok(number(0.0)), span)?;
        let count = self.prim(
            Prim::Convert(formwork_array::ir::BaseType::Int),
            std::slice::from_ref(&count),
            span,
        )?;
        Ok(Reals { written: Written { base, increment, limit }, last, count })
    }

    /// A number rounded down, where one that is nearly whole counts as that.
    fn rounded_down(&mut self, quotient: &Operand, span: Span) -> Lowered<Operand> {
        let number = |number: f64| Operand::scalar(Scalar::Double(number));
        let nearest = self.prim(Prim::Round, std::slice::from_ref(quotient), span)?;
        let off = self.prim(Prim::Sub, &[quotient.clone(), nearest.clone()], span)?;
        let off = self.prim(Prim::Abs, &[off], span)?;
        let size = self.prim(Prim::Abs, std::slice::from_ref(quotient), span)?;
        let size = self.prim(Prim::Max, &[size, number(1.0)], span)?;
        let fine = self.prim(Prim::Mul, &[number(3.0 * f64::EPSILON), size], span)?;
        let near = self.prim(Prim::Le, &[off, fine], span)?;
        let down = self.prim(Prim::Floor, std::slice::from_ref(quotient), span)?;
        self.choose(near, |_| Ok(nearest), |_| Ok(down), span)
    }

    /// Whether two numbers are equal up to three rounding errors.
    fn nearly_equal(&mut self, one: &Operand, other: &Operand, span: Span) -> Lowered<Operand> {
        let off = self.prim(Prim::Sub, &[one.clone(), other.clone()], span)?;
        let off = self.prim(Prim::Abs, &[off], span)?;
        let left = self.prim(Prim::Abs, std::slice::from_ref(one), span)?;
        let right = self.prim(Prim::Abs, std::slice::from_ref(other), span)?;
        let size = self.prim(Prim::Max, &[left, right], span)?;
        let tolerance = Operand::scalar(Scalar::Double(3.0 * f64::EPSILON));
        let fine = self.prim(Prim::Mul, &[tolerance, size], span)?;
        self.prim(Prim::Le, &[off, fine], span)
    }

    /// The element of a range at a place counted from 0.
    pub(super) fn range_element(
        &mut self,
        range: &Reals,
        place: &Operand,
        span: Span,
    ) -> Lowered<Operand> {
        let Written { base, increment, .. } = &range.written;
        let first = self.prim(Prim::Eq, &[place.clone(), Operand::int(0)], span)?;
        self.choose(
            first,
            |_| Ok(base.clone()),
            |this| {
                let after = this.prim(Prim::Add, &[place.clone(), Operand::int(1)], span)?;
                let end = this.prim(Prim::Eq, &[after, range.count.clone()], span)?;
                this.choose(
                    end,
                    |_| Ok(range.last.clone()),
                    |this| {
                        let number = this.as_double(place, span)?;
                        let way = this.prim(Prim::Mul, &[number, increment.clone()], span)?;
                        this.prim(Prim::Add, &[base.clone(), way], span)
                    },
                    span,
                )
            },
            span,
        )
    }

    /// What a sum, a difference or a product of a row of whole numbers at equal distances
    /// and a whole number is.
    pub(super) fn shifted(
        &mut self,
        prim: Prim,
        left: &Val,
        right: &Val,
        span: Span,
    ) -> Lowered<Option<Progression>> {
        let (row, number, row_first) = match (&left.progression, &right.progression) {
            (Some(row), None) => (row, &right.whole, true),
            (None, Some(row)) => (row, &left.whole, false),
            _ => return Ok(None),
        };
        let Some(number) = number else { return Ok(None) };
        let size = number.low.abs().max(number.high.abs());
        let (first, other) = (row.first.clone(), number.operand.clone());
        let (step, most) = match prim {
            Prim::Add | Prim::Sub => {
                let step = if prim == Prim::Sub && !row_first { -row.step } else { row.step };
                (step, row.most.checked_add(size))
            }
            Prim::Mul => match other.as_int() {
                Some(factor) if factor != 0 && factor.abs() <= MOST_STEP => {
                    (row.step * factor, row.most.checked_mul(size))
                }
                _ => return Ok(None),
            },
            _ => return Ok(None),
        };
        let Some(most) = most.filter(|&most| most <= EXACT && step.abs() <= MOST_STEP) else {
            return Ok(None);
        };
        let operands = if row_first { [first, other] } else { [other, first] };
        let first = self.prim(prim, &operands, span)?;
        Ok(Some(Progression { first, step, count: row.count.clone(), most }))
    }

    /// What a region gives back of a range: the three numbers.
    pub(super) fn written_range(&mut self, written: &Written, span: Span) -> Lowered<Operand> {
        let parts = written.parts().map(Clone::clone).to_vec();
        self.op(Op::Vector(parts), span)
    }
}
