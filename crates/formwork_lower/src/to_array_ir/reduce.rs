//! Reductions: sums, extremes, truths along a dimension.

use formwork_array::ir::{BaseType, Loop, Op, Operand, Prim, Scalar, Type};
use formwork_builtins::{Extreme, Reduction, Row, Scan};
use formwork_syntax::Span;

use super::expression::number_value;
use super::{Lowered, Lowerer, Val};
use crate::kind::{Base, Form, Kind};
use crate::reason::Reason;

/// What is computed along a dimension.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Along {
    Reduce(Reduction),
    Extreme(Extreme),
    Scan(Scan),
}

const SUM: Along = Along::Reduce(Reduction::Sum);
const PROD: Along = Along::Reduce(Reduction::Prod);
const MEAN: Along = Along::Reduce(Reduction::Mean);
const ANY: Along = Along::Reduce(Reduction::Any);
const ALL: Along = Along::Reduce(Reduction::All);

impl Lowerer<'_, '_> {
    /// A reduction, an extreme or a running reduction of a value.
    pub(super) fn reduced(
        &mut self,
        along: Along,
        row: &Row,
        value: &Val,
        dimension: Option<usize>,
        span: Span,
    ) -> Lowered<Val> {
        let name = row.name;
        let base = value.kind.base;
        if base == Base::Char || (base != Base::Double && base != Base::Bool) {
            return self.refuse(format!("`{name}` of another class than double"), span);
        }
        if base == Base::Bool && ![SUM, ANY, ALL].contains(&along) {
            return self.refuse(format!("`{name}` of truth values"), span);
        }
        if value.is_scalar() {
            return self.reduced_scalar(along, value, span);
        }
        if let Some(dimension) = dimension
            && value.kind.form.axis(dimension).is_none()
        {
            return self.reduced_alone(along, value, span);
        }
        let dimension = self.along(value, dimension, along, span)?;
        if let Along::Scan(scan) = along {
            return self.running(scan, value, dimension, span);
        }
        let value = if along == SUM {
            self.as_base(value.clone(), Base::Double, span)?
        } else {
            value.clone()
        };
        let Some(count) = self.extent_along(&value, dimension, span)? else {
            return self.refuse("a reduction along a dimension of extent one", span);
        };
        let result = if [ANY, ALL].contains(&along) { Base::Bool } else { Base::Double };
        let mut extents = Vec::new();
        for other in 0..value.kind.form.dimensions() {
            let extent = self.extent_along(&value, other, span)?;
            extents.push(extent.filter(|_| other != dimension));
        }
        let (form, shape) = self.form_and_shape(&extents, span)?;
        let kind = Kind { base: result, form };
        self.build(kind, shape, span, |this, places| {
            let at = |place: &Operand| {
                let mut from = vec![Operand::int(0); extents.len()];
                for (other, from) in from.iter_mut().enumerate() {
                    if let Some(known) = places.get(other) {
                        from.clone_from(known);
                    }
                }
                from[dimension] = place.clone();
                from
            };
            this.reduced_run(along, &value, count, &at, span)
        })
    }

    fn reduced_scalar(&mut self, along: Along, value: &Val, span: Span) -> Lowered<Val> {
        match along {
            ANY => {
                let zero = Operand::scalar(Scalar::Double(0.0));
                if value.kind == Kind::TRUTH {
                    return Ok(value.clone());
                }
                let number = self.not_nan(&value.operand, span)?;
                let truth = self.prim(Prim::Ne, &[number, zero], span)?;
                Ok(Val::new(truth, Kind::TRUTH))
            }
            ALL if value.kind == Kind::TRUTH => Ok(value.clone()),
            ALL => {
                let zero = Operand::scalar(Scalar::Double(0.0));
                let truth = self.prim(Prim::Ne, &[value.operand.clone(), zero], span)?;
                Ok(Val::new(truth, Kind::TRUTH))
            }
            _ if value.whole.is_some() => Ok(value.clone()),
            MEAN | SUM if value.kind.base == Base::Double => {
                let zero = Operand::scalar(Scalar::Double(0.0));
                let sum = self.prim(Prim::Add, &[zero, value.operand.clone()], span)?;
                Ok(Val::new(sum, Kind::NUMBER))
            }
            _ if value.kind.base == Base::Bool => self.as_base(value.clone(), Base::Double, span),
            _ => Ok(value.clone()),
        }
    }

    /// The dimension that is reduced: the first one that is not of extent one. Where only a
    /// run can tell, what is not expected is given up.
    fn along(
        &mut self,
        value: &Val,
        dimension: Option<usize>,
        along: Along,
        span: Span,
    ) -> Lowered<usize> {
        if let Some(dimension) = dimension {
            // Of nothing at all there are rules of their own.
            let count = self.numel(value, span)?;
            let some = self.prim(Prim::Gt, &[count, Operand::int(0)], span)?;
            self.require(some, "a reduction of nothing", span)?;
            return Ok(dimension);
        }
        let dimension = match value.kind.form {
            Form::Row | Form::Range => 1,
            Form::Scalar | Form::Column | Form::Empty | Form::Matrix | Form::Array(_) => 0,
        };
        let extent = self.extent_along(value, dimension, span)?.unwrap_or(Operand::int(1));
        let empty_is_fine = value.kind.form.is_vector() && [SUM, PROD, ANY, ALL].contains(&along);
        let fine = if empty_is_fine {
            self.prim(Prim::Ne, &[extent, Operand::int(1)], span)?
        } else {
            self.prim(Prim::Gt, &[extent, Operand::int(1)], span)?
        };
        self.require(fine, "a reduction of one or nothing", span)?;
        if !value.kind.form.is_vector() {
            let count = self.numel(value, span)?;
            let some = self.prim(Prim::Gt, &[count, Operand::int(0)], span)?;
            self.require(some, "a reduction of nothing", span)?;
        }
        Ok(dimension)
    }

    /// The reduction of the elements at `at(0)`, `at(1)`, …
    fn reduced_run(
        &mut self,
        along: Along,
        value: &Val,
        count: Operand,
        at: &dyn Fn(&Operand) -> Vec<Operand>,
        span: Span,
    ) -> Lowered<Operand> {
        let number = |number: f64| Operand::scalar(Scalar::Double(number));
        let truth = |truth: bool| Operand::scalar(Scalar::Bool(truth));
        let element = |this: &mut Self, place: &Operand| this.element_at(value, &at(place), span);
        match along {
            SUM => self.fold(count, Prim::Add, number(0.0), span, element),
            PROD => self.fold(count, Prim::Mul, number(1.0), span, element),
            MEAN => {
                let sum = self.fold(count.clone(), Prim::Add, number(0.0), span, element)?;
                let count = self.as_double(&count, span)?;
                self.prim(Prim::Div, &[sum, count], span)
            }
            Along::Extreme(which) => {
                let (prim, far) = match which {
                    Extreme::Max => (Prim::Max, f64::NEG_INFINITY),
                    Extreme::Min => (Prim::Min, f64::INFINITY),
                };
                // What is no number is passed over; if nothing is left, it is not for us.
                let best = self.fold(count, prim, number(far), span, element)?;
                let found = self.prim(Prim::Ne, &[best.clone(), number(far)], span)?;
                self.guard(found, &best, "an extreme of what are no numbers", span)
            }
            ANY => self.fold(count, Prim::Or, truth(false), span, |this, place| {
                let x = element(this, place)?;
                this.counts_as_true(&x, value.kind.base, span)
            }),
            ALL => self.fold(count, Prim::And, truth(true), span, |this, place| {
                let x = element(this, place)?;
                if value.kind.base == Base::Bool {
                    return Ok(x);
                }
                this.prim(Prim::Ne, &[x, number(0.0)], span)
            }),
            Along::Scan(_) => self.refuse("a running reduction", span),
        }
    }

    /// Whether a number is neither zero nor NaN.
    fn counts_as_true(&mut self, x: &Operand, base: Base, span: Span) -> Lowered<Operand> {
        if base == Base::Bool {
            return Ok(x.clone());
        }
        let zero = Operand::scalar(Scalar::Double(0.0));
        let other = self.prim(Prim::Ne, &[x.clone(), zero], span)?;
        let itself = self.prim(Prim::Eq, &[x.clone(), x.clone()], span)?;
        self.prim(Prim::And, &[other, itself], span)
    }

    /// The reduction along a dimension of extent one, which each element is alone in.
    fn reduced_alone(&mut self, along: Along, value: &Val, span: Span) -> Lowered<Val> {
        let number = |number: f64| Operand::scalar(Scalar::Double(number));
        let base = value.kind.base;
        match along {
            SUM | MEAN if base == Base::Double => {
                self.elementwise(std::slice::from_ref(value), base, span, |this, operands| {
                    this.prim(Prim::Add, &[number(0.0), operands[0].clone()], span)
                })
            }
            SUM => self.as_base(value.clone(), Base::Double, span),
            PROD | Along::Scan(_) => Ok(value.clone().materialized()),
            ANY | ALL => {
                self.elementwise(std::slice::from_ref(value), Base::Bool, span, |this, operands| {
                    match (along, base) {
                        (_, Base::Bool) => Ok(operands[0].clone()),
                        (ANY, _) => this.counts_as_true(&operands[0], base, span),
                        _ => this.prim(Prim::Ne, &[operands[0].clone(), number(0.0)], span),
                    }
                })
            }
            _ => self.refuse("a reduction along a dimension of extent one", span),
        }
    }

    /// Running sums of several rows: each turn adds what stands before to the next places.
    fn running_rows(&mut self, prim: Prim, value: &Val, along: usize, span: Span) -> Lowered<Val> {
        let mut extents = Vec::new();
        for axis in 0..value.kind.form.rank() {
            extents.push(self.extent(value, axis as i64, span)?);
        }
        let count = self.prim(Prim::Sub, &[extents[along].clone(), Operand::int(1)], span)?;
        let first = vec![(value.kind.ir(), value.operand.clone())];
        let results = self.counted_loop(first, count, span, |this, at, carried| {
            let current = Val::new(carried[0].clone(), value.kind);
            let next = this.prim(Prim::Add, &[at.clone(), Operand::int(1)], span)?;
            let mut bounds: Vec<(Operand, Operand)> =
                extents.iter().map(|extent| (Operand::int(0), extent.clone())).collect();
            bounds[along] = (next.clone(), Operand::int(1));
            let new = this.box_set(&current, bounds, span, |this, places| {
                let mut from = places.to_vec();
                from[along] = at.clone();
                let before = this.element_at(&current, &from, span)?;
                from[along] = next.clone();
                let own = this.element_at(value, &from, span)?;
                this.prim(prim, &[before, own], span)
            })?;
            Ok(vec![new])
        })?;
        let operand = results.into_iter().next().unwrap_or(Operand::int(0));
        Ok(Val::new(operand, value.kind))
    }

    /// `cumsum` or `cumprod`.
    fn running(&mut self, scan: Scan, value: &Val, along: usize, span: Span) -> Lowered<Val> {
        let (prim, neutral) = match scan {
            // With these even a negative zero stays what it is.
            Scan::Sum => (Prim::Add, -0.0),
            Scan::Product => (Prim::Mul, 1.0),
        };
        if !value.kind.form.is_vector() {
            return self.running_rows(prim, value, along, span);
        }
        let count = self.extent(value, 0, span)?;
        let shape = self.vector(vec![count.clone()], span)?;
        let zero = Operand::scalar(value.kind.base.zero());
        let blank = self.each(shape, value.kind.base, span, |_, _| Ok(zero.clone()))?;
        let source = value.operand.clone();
        let neutral = number_value(neutral).operand;
        let results = self.counted_loop(
            vec![(value.kind.ir(), blank), (Type::scalar(BaseType::Double), neutral)],
            count,
            span,
            |this, at, carried| {
                let index = this.vector(vec![at.clone()], span)?;
                let x = this.op(Op::Sel { index: index.clone(), array: source }, span)?;
                let next = this.prim(prim, &[carried[1].clone(), x], span)?;
                let array = carried[0].clone();
                let op = Op::Modarray { array, index, value: next.clone() };
                Ok(vec![this.op(op, span)?, next])
            },
        )?;
        let operand = results.into_iter().next().unwrap_or(Operand::int(0));
        Ok(Val::new(operand, Kind { form: value.kind.form, ..value.kind }))
    }

    /// A loop over 0, 1, … up to a count that carries values.
    pub(super) fn counted_loop(
        &mut self,
        first: Vec<(Type, Operand)>,
        count: Operand,
        span: Span,
        step: impl FnOnce(&mut Self, &Operand, &[Operand]) -> Lowered<Vec<Operand>>,
    ) -> Lowered<Vec<Operand>> {
        let mut carried = Vec::new();
        for (ty, operand) in first {
            carried.push((self.builder.inner_value("carried", ty), operand));
        }
        let at = self.builder.inner_value("at", Type::scalar(BaseType::Int));
        let values: Vec<Operand> = carried.iter().map(|(id, _)| Operand::Value(*id)).collect();
        carried.push((at, Operand::int(0)));
        self.builder.open();
        let go_on = self.prim(Prim::Lt, &[Operand::Value(at), count], span)?;
        let condition = self.close(vec![go_on], span)?;
        self.builder.open();
        let mut next = step(self, &Operand::Value(at), &values)?;
        next.push(self.prim(Prim::Add, &[Operand::Value(at), Operand::int(1)], span)?);
        let body = self.close(next, span)?;
        let op = Op::Loop(Box::new(Loop { carried, condition, body }));
        self.at(span);
        self.builder.define("", op).map_err(|message| Reason::new(message, span))
    }

    /// `[value, place] = max(vector)`
    pub(super) fn extreme_and_place(
        &mut self,
        value: &Val,
        greatest: bool,
        span: Span,
    ) -> Lowered<Vec<Val>> {
        if value.kind.base != Base::Double || !value.kind.form.is_vector() {
            return self.refuse("the place of an extreme of such a value", span);
        }
        let count = self.extent(value, 0, span)?;
        let some = self.prim(Prim::Gt, &[count.clone(), Operand::int(1)], span)?;
        self.require(some, "an extreme of one or nothing", span)?;
        let far = if greatest { f64::NEG_INFINITY } else { f64::INFINITY };
        let prim = if greatest { Prim::Gt } else { Prim::Lt };
        let far = number_value(far).operand;
        let source = value.operand.clone();
        let first = vec![
            (Type::scalar(BaseType::Double), far.clone()),
            (Type::scalar(BaseType::Int), Operand::int(-1)),
        ];
        let results = self.counted_loop(first, count, span, |this, at, carried| {
            let index = this.vector(vec![at.clone()], span)?;
            let x = this.op(Op::Sel { index, array: source }, span)?;
            let better = this.prim(prim, &[x.clone(), carried[0].clone()], span)?;
            let best =
                this.choose(better.clone(), |_| Ok(x.clone()), |_| Ok(carried[0].clone()), span)?;
            let place =
                this.choose(better, |_| Ok(at.clone()), |_| Ok(carried[1].clone()), span)?;
            Ok(vec![best, place])
        })?;
        let [best, place, ..] = &results[..] else {
            return self.refuse("a loop without results", span);
        };
        let found = self.prim(Prim::Ne, &[best.clone(), far], span)?;
        let best = self.guard(found, best, "an extreme of what are no numbers", span)?;
        let place = self.prim(Prim::Add, &[place.clone(), Operand::int(1)], span)?;
        let place = self.whole_value(place, (0, formwork_array::ir::MAX_EXTENT), span)?;
        Ok(vec![Val::new(best, Kind::NUMBER), place])
    }

    /// `find(truths)`, for a vector: the places counted from 1.
    pub(super) fn found(&mut self, value: &Val, span: Span) -> Lowered<Val> {
        let value = self.truths(value.clone(), span)?;
        if !value.kind.form.is_vector() {
            return self.refuse("the places of what is true in a matrix", span);
        }
        let count = self.extent(&value, 0, span)?;
        let several = self.prim(Prim::Ne, &[count.clone(), Operand::int(1)], span)?;
        self.require(several, "one truth value", span)?;
        let number = self.fold(count.clone(), Prim::Add, Operand::int(0), span, |this, at| {
            let truth = this.element_at(&value, &[at.clone(), at.clone()], span)?;
            this.prim(Prim::Convert(BaseType::Int), &[truth], span)
        })?;
        let shape = self.vector(vec![number], span)?;
        let zero = Operand::scalar(Scalar::Double(0.0));
        let blank = self.each(shape, Base::Double, span, |_, _| Ok(zero))?;
        let kind = Kind { base: Base::Double, form: value.kind.form };
        let first = vec![(kind.ir(), blank), (Type::scalar(BaseType::Int), Operand::int(0))];
        let results = self.counted_loop(first, count, span, |this, at, carried| {
            let truth = this.element_at(&value, &[at.clone(), at.clone()], span)?;
            let (list, next) = (carried[0].clone(), carried[1].clone());
            let number = this.prim(Prim::Add, &[at.clone(), Operand::int(1)], span)?;
            let number = this.as_double(&number, span)?;
            let after = this.prim(Prim::Add, &[next.clone(), Operand::int(1)], span)?;
            let unchanged = list.clone();
            let list = this.choose(
                truth.clone(),
                |this| {
                    let index = this.vector(vec![next.clone()], span)?;
                    this.op(Op::Modarray { array: list, index, value: number }, span)
                },
                |_| Ok(unchanged),
                span,
            )?;
            let next = this.choose(truth, |_| Ok(after), |_| Ok(next.clone()), span)?;
            Ok(vec![list, next])
        })?;
        let operand = results.into_iter().next().unwrap_or(Operand::int(0));
        Ok(Val::new(operand, kind))
    }
}
