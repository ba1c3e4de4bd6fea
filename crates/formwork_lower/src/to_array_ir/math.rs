//! Functions of numbers, on scalars and element by element.

use formwork_array::ir::{Operand, Prim, Scalar};
use formwork_builtins::{Mapping, NumberKind, Pairing, Row};
use formwork_syntax::Span;

use super::expression::number_value;
use super::{Lowered, Lowerer, Val, Whole};
use crate::kind::{Base, Kind};

/// Where a function of a real number is real.
#[derive(Clone, Copy)]
enum Domain {
    All,
    /// From a number on.
    From(f64),
    /// Between minus one and one.
    Unit,
}

/// The primitive that a function is, and where it is real.
const fn primitive(mapping: Mapping) -> (Prim, Domain) {
    match mapping {
        Mapping::Abs => (Prim::Abs, Domain::All),
        Mapping::Floor => (Prim::Floor, Domain::All),
        Mapping::Ceil => (Prim::Ceil, Domain::All),
        Mapping::Round => (Prim::Round, Domain::All),
        Mapping::Fix => (Prim::Fix, Domain::All),
        Mapping::Sign => (Prim::Sign, Domain::All),
        Mapping::Sqrt => (Prim::Sqrt, Domain::From(0.0)),
        Mapping::Exp => (Prim::Exp, Domain::All),
        Mapping::Expm1 => (Prim::Expm1, Domain::All),
        Mapping::Log => (Prim::Log, Domain::From(0.0)),
        Mapping::Log2 => (Prim::Log2, Domain::From(0.0)),
        Mapping::Log10 => (Prim::Log10, Domain::From(0.0)),
        Mapping::Log1p => (Prim::Log1p, Domain::From(-1.0)),
        Mapping::Sin => (Prim::Sin, Domain::All),
        Mapping::Cos => (Prim::Cos, Domain::All),
        Mapping::Tan => (Prim::Tan, Domain::All),
        Mapping::Asin => (Prim::Asin, Domain::Unit),
        Mapping::Acos => (Prim::Acos, Domain::Unit),
        Mapping::Atan => (Prim::Atan, Domain::All),
        Mapping::Sinh => (Prim::Sinh, Domain::All),
        Mapping::Cosh => (Prim::Cosh, Domain::All),
        Mapping::Tanh => (Prim::Tanh, Domain::All),
    }
}

impl Lowerer<'_, '_> {
    /// A function of each element.
    pub(super) fn mapped(
        &mut self,
        mapping: Mapping,
        row: &Row,
        value: &Val,
        span: Span,
    ) -> Lowered<Val> {
        let (prim, domain) = primitive(mapping);
        let name = row.name;
        let rounds = matches!(prim, Prim::Floor | Prim::Ceil | Prim::Round | Prim::Fix);
        if value.kind.base != Base::Double {
            return self.refuse(format!("`{name}` of another class than double"), span);
        }
        if let (true, Some(_)) = (rounds, &value.whole) {
            return Ok(value.clone());
        }
        let values = [value.clone()];
        let mut result = self.elementwise(&values, Base::Double, span, |this, operands| {
            let operand = this.in_domain(&operands[0], domain, span)?;
            this.prim(prim, &[operand], span)
        })?;
        if let (Prim::Abs, Some(whole)) = (prim, &value.whole) {
            let operand = self.prim(Prim::Abs, std::slice::from_ref(&whole.operand), span)?;
            let high = whole.low.abs().max(whole.high.abs());
            result.whole = Some(Whole { operand, low: 0, high });
        }
        Ok(result)
    }

    /// A number for which a function is real.
    fn in_domain(&mut self, number: &Operand, domain: Domain, span: Span) -> Lowered<Operand> {
        let outside = match domain {
            Domain::All => return Ok(number.clone()),
            Domain::From(least) => {
                let least = Operand::scalar(Scalar::Double(least));
                self.prim(Prim::Lt, &[number.clone(), least], span)?
            }
            Domain::Unit => {
                let size = self.prim(Prim::Abs, std::slice::from_ref(number), span)?;
                let one = Operand::scalar(Scalar::Double(1.0));
                self.prim(Prim::Gt, &[size, one], span)?
            }
        };
        let real = self.prim(Prim::Not, &[outside], span)?;
        self.guard(real, number, "the result is complex", span)
    }

    /// `left .^ right`, and `left ^ right` of scalars.
    pub(super) fn power(&mut self, left: Val, right: Val, span: Span) -> Lowered<Val> {
        let result = self.arithmetic_class(&left, &right, span)?;
        if result != Base::Double {
            return self.refuse("a power of another class than double", span);
        }
        let left = self.as_base(left, Base::Double, span)?;
        let right = self.as_base(right, Base::Double, span)?;
        let scalar_base = left.is_scalar();
        if !right.is_scalar() {
            return self.power_by_elements(left, right, span);
        }
        let known = right.operand.constant().and_then(|one| one.as_scalar());
        let known = known.map(Scalar::to_double);
        if known == Some(2.0) {
            return self.binary(
                formwork_runtime::ops::BinaryOp::ElementMultiply,
                left.clone(),
                left,
                span,
            );
        }
        if !scalar_base {
            // A scalar after all is raised in another way.
            let count = self.numel(&left, span)?;
            let several = self.prim(Prim::Ne, &[count, Operand::int(1)], span)?;
            self.require(several, "an array of one element", span)?;
            match known {
                Some(3.0) => {
                    return self.elementwise(&[left], Base::Double, span, |this, operands| {
                        let [x] = operands else { return this.refuse("one operand", span) };
                        let square = this.prim(Prim::Mul, &[x.clone(), x.clone()], span)?;
                        this.prim(Prim::Mul, &[square, x.clone()], span)
                    });
                }
                Some(-1.0) => {
                    return self.elementwise(&[left], Base::Double, span, |this, operands| {
                        let one = Operand::scalar(Scalar::Double(1.0));
                        this.prim(Prim::Div, &[one, operands[0].clone()], span)
                    });
                }
                Some(_) => {}
                None => {
                    for special in [2.0, 3.0, -1.0] {
                        let special = Operand::scalar(Scalar::Double(special));
                        let other = self.prim(Prim::Ne, &[right.operand.clone(), special], span)?;
                        self.require(other, "a power of its own", span)?;
                    }
                }
            }
        }
        self.elementwise(&[left, right], Base::Double, span, |this, operands| {
            let [x, y] = operands else { return this.refuse("two operands", span) };
            let x = this.real_power(x, y, span)?;
            if scalar_base && known.is_none() {
                let two = Operand::scalar(Scalar::Double(2.0));
                let squares = this.prim(Prim::Eq, &[y.clone(), two], span)?;
                return this.choose(
                    squares,
                    |this| this.prim(Prim::Mul, &[x.clone(), x.clone()], span),
                    |this| this.prim(Prim::Pow, &[x.clone(), y.clone()], span),
                    span,
                );
            }
            this.prim(Prim::Pow, &[x, y.clone()], span)
        })
    }

    fn power_by_elements(&mut self, left: Val, right: Val, span: Span) -> Lowered<Val> {
        // One element after all would be a scalar.
        let count = self.numel(&right, span)?;
        let several = self.prim(Prim::Ne, &[count, Operand::int(1)], span)?;
        self.require(several, "an array of one element", span)?;
        self.elementwise(&[left, right], Base::Double, span, |this, operands| {
            let [x, y] = operands else { return this.refuse("two operands", span) };
            let x = this.real_power(x, y, span)?;
            this.prim(Prim::Pow, &[x, y.clone()], span)
        })
    }

    /// A base whose power is real: negative ones are raised to small whole numbers only.
    fn real_power(&mut self, x: &Operand, y: &Operand, span: Span) -> Lowered<Operand> {
        let number = |number: f64| Operand::scalar(Scalar::Double(number));
        let rounded = self.prim(Prim::Fix, std::slice::from_ref(y), span)?;
        let whole = self.prim(Prim::Eq, &[rounded, y.clone()], span)?;
        let size = self.prim(Prim::Abs, std::slice::from_ref(y), span)?;
        let small = self.prim(Prim::Lt, &[size, number(1.0e9)], span)?;
        let plain = self.prim(Prim::And, &[whole, small], span)?;
        if plain == Operand::scalar(Scalar::Bool(true)) {
            return Ok(x.clone());
        }
        let negative = self.prim(Prim::Lt, &[x.clone(), number(0.0)], span)?;
        let positive = self.prim(Prim::Not, &[negative], span)?;
        let real = self.prim(Prim::Or, &[positive, plain], span)?;
        self.guard(real, x, "the power is complex", span)
    }

    /// A function of two numbers.
    pub(super) fn paired(
        &mut self,
        pairing: Pairing,
        row: &Row,
        left: &Val,
        right: &Val,
        span: Span,
    ) -> Lowered<Val> {
        let name = row.name;
        let prim = match pairing {
            Pairing::Mod => Prim::Modulo,
            Pairing::Rem => Prim::Remainder,
            Pairing::Atan2 => Prim::Atan2,
            Pairing::Hypot => Prim::Hypot,
        };
        let doubles = [left, right].iter().all(|value| value.kind.base == Base::Double);
        if !doubles {
            return self.refuse(format!("`{name}` of another class than double"), span);
        }
        if let Prim::Modulo | Prim::Remainder = prim
            && let Some(rest) = self.whole_remainder(prim, left, right, span)?
        {
            return Ok(rest);
        }
        let values = [left.clone(), right.clone()];
        self.elementwise(&values, Base::Double, span, |this, operands| {
            this.prim(prim, operands, span)
        })
    }

    /// The remainder of a whole number by a positive one: that of integers.
    fn whole_remainder(
        &mut self,
        prim: Prim,
        left: &Val,
        right: &Val,
        span: Span,
    ) -> Lowered<Option<Val>> {
        let (Some(x), Some(y)) = (&left.whole, &right.whole) else { return Ok(None) };
        if y.low < 1 || (prim == Prim::Remainder && x.low < 0) {
            return Ok(None);
        }
        let operands = [x.operand.clone(), y.operand.clone()];
        let mut rest = self.prim(Prim::Mod, &operands, span)?;
        if x.low < 0 {
            let below = self.prim(Prim::Lt, &[rest.clone(), Operand::int(0)], span)?;
            let above = self.prim(Prim::Add, &[rest.clone(), operands[1].clone()], span)?;
            rest = self.choose(below, |_| Ok(above), |_| Ok(rest), span)?;
        }
        let high = y.high - 1;
        self.whole_value(rest, (0, high), span).map(Some)
    }

    /// `max(x, y)` or `min(x, y)`: whichever is a number if one is not. Of equal ones it is
    /// the second, unless the first is an array.
    pub(super) fn greater_or_less(
        &mut self,
        left: &Val,
        right: &Val,
        greater: bool,
        span: Span,
    ) -> Lowered<Val> {
        let doubles = [left, right].iter().all(|value| value.kind.base == Base::Double);
        if !doubles {
            return self.refuse("`max` or `min` of another class than double", span);
        }
        if let (Some(x), Some(y)) = (&left.whole, &right.whole) {
            let prim = if greater { Prim::Max } else { Prim::Min };
            let bounds = if greater {
                (x.low.max(y.low), x.high.max(y.high))
            } else {
                (x.low.min(y.low), x.high.min(y.high))
            };
            let operand = self.prim(prim, &[x.operand.clone(), y.operand.clone()], span)?;
            return self.whole_value(operand, bounds, span);
        }
        let array_first = !left.is_scalar();
        if array_first {
            let count = self.numel(left, span)?;
            let several = self.prim(Prim::Ne, &[count, Operand::int(1)], span)?;
            self.require(several, "an array of one element", span)?;
        }
        let values = [left.clone(), right.clone()];
        self.elementwise(&values, Base::Double, span, |this, operands| {
            let [x, y] = operands else { return this.refuse("two operands", span) };
            let (first, second) = if array_first { (x, y) } else { (y, x) };
            let prim = if greater { Prim::Ge } else { Prim::Le };
            let better = this.prim(prim, &[first.clone(), second.clone()], span)?;
            let missing = this.prim(Prim::Ne, &[second.clone(), second.clone()], span)?;
            let takes = this.prim(Prim::Or, &[better, missing], span)?;
            this.choose(takes, |_| Ok(first.clone()), |_| Ok(second.clone()), span)
        })
    }

    /// `isnan`, `isinf`, `isfinite` of doubles.
    pub(super) fn classified(
        &mut self,
        kind: NumberKind,
        row: &Row,
        value: &Val,
        span: Span,
    ) -> Lowered<Val> {
        let name = row.name;
        if value.kind.base != Base::Double {
            return self.refuse(format!("`{name}` of another class than double"), span);
        }
        if value.whole.is_some() {
            let finite = Operand::scalar(Scalar::Bool(kind == NumberKind::Finite));
            return Ok(Val::new(finite, Kind::TRUTH));
        }
        let values = [value.clone()];
        let infinite = number_value(f64::INFINITY).operand;
        self.elementwise(&values, Base::Bool, span, |this, operands| {
            let x = &operands[0];
            let prim = match kind {
                NumberKind::Nan => return this.prim(Prim::Ne, &[x.clone(), x.clone()], span),
                NumberKind::Infinite => Prim::Eq,
                NumberKind::Finite => Prim::Lt,
            };
            let size = this.prim(Prim::Abs, std::slice::from_ref(x), span)?;
            this.prim(prim, &[size, infinite], span)
        })
    }
}
