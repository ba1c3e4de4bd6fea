//! Real numbers that are whole, as the integers they are made of.

use super::prover::Prover;
use super::sum::Sum;
use crate::ir::{BaseType, Op, Operand, Prim, Scalar};

/// A whole number, as the integers that it is made of.
pub(super) enum Whole {
    Constant(i64),
    Integer(Operand),
    Add(Box<Whole>, Box<Whole>),
    Sub(Box<Whole>, Box<Whole>),
    /// What is left of a number after taking away multiples of a positive one; not negative.
    Modulo(Box<Whole>, i64),
}

impl Whole {
    pub(super) const fn is_constant(&self) -> bool {
        matches!(self, Whole::Constant(_))
    }
}

/// How many operations deep a real number is taken apart.
const MAX_DEPTH: usize = 2;
/// Integers up to here are exact as real numbers, and so are sums of a few of them.
const EXACT: i64 = 1 << 51;

impl Prover<'_> {
    /// The integers that a real number is made of, if it is whole, small, and no step on the
    /// way to it was rounded. (It may be a negative zero, where the integer is zero.)
    pub(super) fn whole(&self, number: &Operand) -> Option<Whole> {
        self.whole_within(number, MAX_DEPTH)
    }

    fn whole_within(&self, number: &Operand, depth: usize) -> Option<Whole> {
        let number = self.defs.resolve(number);
        let value = match &number {
            Operand::Constant(constant) => {
                let Some(Scalar::Double(real)) = constant.as_scalar() else { return None };
                let whole = real as i64;
                return (whole as f64 == real && whole.abs() <= EXACT)
                    .then_some(Whole::Constant(whole));
            }
            Operand::Value(value) => *value,
        };
        if let Some(integer) = self.facts.wholes.get(&value)
            && self.is_exact(integer)
        {
            return Some(Whole::Integer(integer.clone()));
        }
        let Some(Op::Prim(prim, operands)) = self.defs.op(&number) else { return None };
        match (prim, operands.as_slice()) {
            (Prim::Convert(BaseType::Double), [inner])
                if self.is_int(inner) && self.is_exact(inner) =>
            {
                Some(Whole::Integer(inner.clone()))
            }
            // The quotient of numbers of this size is not rounded across a whole one.
            (Prim::Modulo, [inner, divisor]) if depth > 0 => {
                let Some(Whole::Constant(divisor @ 1..)) = self.whole_within(divisor, 0) else {
                    return None;
                };
                Some(Whole::Modulo(Box::new(self.whole_within(inner, depth - 1)?), divisor))
            }
            (Prim::Add | Prim::Sub, [left, right])
                if depth > 0 && self.function.type_of(left).base == BaseType::Double =>
            {
                let left = Box::new(self.whole_within(left, depth - 1)?);
                let right = Box::new(self.whole_within(right, depth - 1)?);
                Some(if *prim == Prim::Add {
                    Whole::Add(left, right)
                } else {
                    Whole::Sub(left, right)
                })
            }
            _ => None,
        }
    }

    /// Whether an integer is surely so small that it is exact as a real number.
    fn is_exact(&self, integer: &Operand) -> bool {
        let sum = self.sum(integer);
        sum.reach <= i128::from(EXACT) || {
            let most = Sum::number(i128::from(EXACT));
            self.not_negative(&most.plus(&sum, -1)) && self.not_negative(&most.plus(&sum, 1))
        }
    }
}
