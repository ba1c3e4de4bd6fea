//! Functions of vectors: products, norms, differences, equal spacing, equality.

use formwork_array::ir::{BaseType, Op, Operand, Prim, Scalar, Type};
use formwork_builtins::{Operation, Row, SizeQuestion};
use formwork_syntax::Span;

use super::{Lowered, Lowerer, Special, Val};
use crate::kind::{Base, Form, Kind};

/// The runtime adds shorter products up in four sums side by side.
const SHORT: i64 = 32;

impl Lowerer<'_, '_> {
    /// One of these functions; `None` if it is none.
    pub(super) fn of_vectors(
        &mut self,
        operation: Operation,
        arguments: &[Val],
        span: Span,
    ) -> Lowered<Option<Val>> {
        let value = match (operation, arguments) {
            (Operation::Dot, [left, right]) => self.dot(left, right, span)?,
            (Operation::Cross, [left, right]) => self.cross(left, right, span)?,
            (Operation::Norm, [value]) => self.norm(value, span)?,
            (Operation::Diff, [value]) => self.differences(value, span)?,
            (Operation::Linspace, [from, to, count]) => self.spaced(from, to, count, span)?,
            (Operation::IsEqual, [left, right]) => self.all_equal(left, right, span)?,
            (Operation::Xor, [left, right]) => {
                let left = self.truths(left.clone(), span)?;
                let right = self.truths(right.clone(), span)?;
                self.elementwise(&[left, right], Base::Bool, span, |this, operands| {
                    this.prim(Prim::Ne, operands, span)
                })?
            }
            _ => return Ok(None),
        };
        Ok(Some(value))
    }

    /// The sum of products of pairs, in the order of the runtime: short ones in four sums side
    /// by side, unless both vectors are the same, long ones in eight after what is left over.
    pub(super) fn inner_product(
        &mut self,
        depth: &Operand,
        pair: &dyn Fn(&mut Self, &Operand) -> Lowered<[Operand; 2]>,
        span: Span,
    ) -> Lowered<Operand> {
        let short = self.prim(Prim::Lt, &[depth.clone(), Operand::int(SHORT)], span)?;
        self.choose(
            short,
            |this| this.short_product(depth, pair, span),
            |this| {
                let chunks = this.prim(Prim::Div, &[depth.clone(), Operand::int(8)], span)?;
                let whole = this.prim(Prim::Mul, &[chunks.clone(), Operand::int(8)], span)?;
                let rest = this.prim(Prim::Sub, &[depth.clone(), whole.clone()], span)?;
                let mut sum = this.products(rest, &whole, 1, pair, span)?;
                for lane in 0..8 {
                    let lane = this.products(chunks.clone(), &Operand::int(lane), 8, pair, span)?;
                    sum = this.prim(Prim::Add, &[sum, lane], span)?;
                }
                Ok(sum)
            },
            span,
        )
    }

    fn short_product(
        &mut self,
        depth: &Operand,
        pair: &dyn Fn(&mut Self, &Operand) -> Lowered<[Operand; 2]>,
        span: Span,
    ) -> Lowered<Operand> {
        let sure = Operand::scalar(Scalar::Bool(true));
        let same = self.fold(depth.clone(), Prim::And, sure, span, |this, at| {
            let operands = pair(this, at)?;
            this.prim(Prim::Eq, &operands, span)
        })?;
        self.choose(
            same,
            |this| this.products(depth.clone(), &Operand::int(0), 1, pair, span),
            |this| {
                let mut lanes = Vec::new();
                for lane in 0..4 {
                    let rest =
                        this.prim(Prim::Add, &[depth.clone(), Operand::int(3 - lane)], span)?;
                    let count = this.prim(Prim::Div, &[rest, Operand::int(4)], span)?;
                    lanes.push(this.products(count, &Operand::int(lane), 4, pair, span)?);
                }
                let even = this.prim(Prim::Add, &[lanes[0].clone(), lanes[2].clone()], span)?;
                let odd = this.prim(Prim::Add, &[lanes[1].clone(), lanes[3].clone()], span)?;
                this.prim(Prim::Add, &[even, odd], span)
            },
            span,
        )
    }

    /// The sum of `count` products from a place on, each so many places farther.
    fn products(
        &mut self,
        count: Operand,
        first: &Operand,
        step: i64,
        pair: &dyn Fn(&mut Self, &Operand) -> Lowered<[Operand; 2]>,
        span: Span,
    ) -> Lowered<Operand> {
        let zero = Operand::scalar(Scalar::Double(0.0));
        self.fold(count, Prim::Add, zero, span, |this, at| {
            let at = match step {
                1 => at.clone(),
                step => this.prim(Prim::Mul, &[at.clone(), Operand::int(step)], span)?,
            };
            let at = match first.as_int() {
                Some(0) => at,
                _ => this.prim(Prim::Add, &[at, first.clone()], span)?,
            };
            let operands = pair(this, &at)?;
            this.prim(Prim::Mul, &operands, span)
        })
    }

    fn are_vectors(values: &[&Val]) -> bool {
        values.iter().all(|value| value.kind.base == Base::Double && value.kind.form.is_vector())
    }

    /// `dot(x, y)` of two vectors.
    fn dot(&mut self, left: &Val, right: &Val, span: Span) -> Lowered<Val> {
        if !Self::are_vectors(&[left, right]) {
            return self.refuse("`dot` of such arguments", span);
        }
        let count = self.extent(left, 0, span)?;
        let other = self.extent(right, 0, span)?;
        let count = self.same_extent(count, other, span)?;
        // Of nothing there are rules of their own.
        let some = self.prim(Prim::Gt, &[count.clone(), Operand::int(0)], span)?;
        self.require(some, "a product of nothing", span)?;
        let pair = |this: &mut Self, at: &Operand| -> Lowered<[Operand; 2]> {
            let at = [at.clone(), at.clone()];
            Ok([this.element_at(left, &at, span)?, this.element_at(right, &at, span)?])
        };
        let sum = self.inner_product(&count, &pair, span)?;
        Ok(Val::new(sum, Kind::NUMBER))
    }

    /// `cross(x, y)` of two rows or two columns.
    fn cross(&mut self, left: &Val, right: &Val, span: Span) -> Lowered<Val> {
        if !Self::are_vectors(&[left, right]) || left.kind.form != right.kind.form {
            return self.refuse("`cross` of such arguments", span);
        }
        for value in [left, right] {
            let count = self.extent(value, 0, span)?;
            let three = self.prim(Prim::Eq, &[count, Operand::int(3)], span)?;
            self.require(three, "three elements", span)?;
        }
        let mut parts = Vec::new();
        for (j, k) in [(1, 2), (2, 0), (0, 1)] {
            let at = |place: i64| [Operand::int(place), Operand::int(place)];
            let mut products = Vec::new();
            for (one, two) in [(j, k), (k, j)] {
                let x = self.element_at(left, &at(one), span)?;
                let y = self.element_at(right, &at(two), span)?;
                products.push(self.prim(Prim::Mul, &[x, y], span)?);
            }
            parts.push(self.prim(Prim::Sub, &products, span)?);
        }
        let operand = self.op(Op::Vector(parts), span)?;
        Ok(Val::new(operand, left.kind))
    }

    /// `norm(x)` of a vector, scaled by the largest element so far as the runtime does.
    fn norm(&mut self, value: &Val, span: Span) -> Lowered<Val> {
        let number = |number: f64| Operand::scalar(Scalar::Double(number));
        if value.kind == Kind::NUMBER {
            let size = self.prim(Prim::Abs, std::slice::from_ref(&value.operand), span)?;
            return Ok(Val::new(size, Kind::NUMBER));
        }
        if !Self::are_vectors(&[value]) {
            return self.refuse("`norm` of something else than a vector", span);
        }
        let count = self.extent(value, 0, span)?;
        let several = self.prim(Prim::Ne, &[count.clone(), Operand::int(1)], span)?;
        self.require(several, "a vector of one element", span)?;
        let real = Type::scalar(BaseType::Double);
        let first = vec![(real.clone(), number(0.0)), (real, number(1.0))];
        let results = self.counted_loop(first, count, span, |this, at, carried| {
            let x = this.element_at(value, &[at.clone(), at.clone()], span)?;
            let size = this.prim(Prim::Abs, std::slice::from_ref(&x), span)?;
            let (scale, sum) = (carried[0].clone(), carried[1].clone());
            let nothing = this.prim(Prim::Eq, &[x, number(0.0)], span)?;
            let larger = this.prim(Prim::Lt, &[scale.clone(), size.clone()], span)?;
            let missing = this.prim(Prim::Ne, &[size.clone(), size.clone()], span)?;
            let larger = this.prim(Prim::Or, &[larger, missing], span)?;
            let same = this.prim(Prim::Eq, &[size.clone(), scale.clone()], span)?;
            let rescaled = {
                let ratio = this.prim(Prim::Div, &[scale.clone(), size.clone()], span)?;
                let once = this.prim(Prim::Mul, &[sum.clone(), ratio.clone()], span)?;
                let twice = this.prim(Prim::Mul, &[once, ratio], span)?;
                this.prim(Prim::Add, &[number(1.0), twice], span)?
            };
            let one_more = this.prim(Prim::Add, &[sum.clone(), number(1.0)], span)?;
            let added = {
                let ratio = this.prim(Prim::Div, &[size.clone(), scale.clone()], span)?;
                let square = this.prim(Prim::Mul, &[ratio.clone(), ratio], span)?;
                this.prim(Prim::Add, &[sum.clone(), square], span)?
            };
            let next = this.choose(same, |_| Ok(one_more), |_| Ok(added), span)?;
            let next = this.choose(larger.clone(), |_| Ok(rescaled), |_| Ok(next), span)?;
            let next = this.choose(nothing.clone(), |_| Ok(sum), |_| Ok(next), span)?;
            let most = this.choose(larger, |_| Ok(size), |_| Ok(scale.clone()), span)?;
            let most = this.choose(nothing, |_| Ok(scale), |_| Ok(most), span)?;
            Ok(vec![most, next])
        })?;
        let [scale, sum, ..] = &results[..] else {
            return self.refuse("a loop without results", span);
        };
        let root = self.prim(Prim::Sqrt, std::slice::from_ref(sum), span)?;
        let norm = self.prim(Prim::Mul, &[scale.clone(), root], span)?;
        Ok(Val::new(norm, Kind::NUMBER))
    }

    /// `diff(x)`
    fn differences(&mut self, value: &Val, span: Span) -> Lowered<Val> {
        let dimension = match value.kind.form {
            Form::Row | Form::Range => 1,
            Form::Column | Form::Matrix => 0,
            Form::Scalar | Form::Empty | Form::Array(_) => {
                return self.refuse("`diff` of such an argument", span);
            }
        };
        if value.kind.base != Base::Double || value.special == Special::Empty {
            return self.refuse("`diff` of another class than double", span);
        }
        let mut extents = Vec::new();
        for other in 0..2 {
            extents.push(self.extent_along(value, other, span)?);
        }
        let extent = extents[dimension].clone().unwrap_or(Operand::int(1));
        let several = self.prim(Prim::Gt, &[extent.clone(), Operand::int(1)], span)?;
        let extent = self.guard(several, &extent, "differences of one or nothing", span)?;
        extents[dimension] = Some(self.prim(Prim::Sub, &[extent, Operand::int(1)], span)?);
        let (form, shape) = self.form_and_shape(&extents, span)?;
        self.build(Kind { form, ..value.kind }, shape, span, |this, places| {
            let before = this.element_at(value, places, span)?;
            let mut next = places.to_vec();
            next[dimension] =
                this.prim(Prim::Add, &[next[dimension].clone(), Operand::int(1)], span)?;
            let after = this.element_at(value, &next, span)?;
            this.prim(Prim::Sub, &[after, before], span)
        })
    }

    /// `linspace(a, b, n)` of numbers: reckoned from both ends towards the middle.
    fn spaced(&mut self, from: &Val, to: &Val, count: &Val, span: Span) -> Lowered<Val> {
        if [from, to, count].iter().any(|value| value.kind != Kind::NUMBER) {
            return self.refuse("`linspace` of such arguments", span);
        }
        let number = |number: f64| Operand::scalar(Scalar::Double(number));
        let count = self.extent_from(count, span)?;
        let (from, to) = (from.operand.clone(), to.operand.clone());
        let last = self.prim(Prim::Sub, &[count.clone(), Operand::int(1)], span)?;
        let step = {
            let same = self.prim(Prim::Eq, &[from.clone(), to.clone()], span)?;
            let back = self.prim(Prim::Neg, std::slice::from_ref(&from), span)?;
            let way = self.prim(Prim::Add, &[to.clone(), back], span)?;
            let steps = self.as_double(&last, span)?;
            let step = self.prim(Prim::Div, &[way, steps], span)?;
            self.choose(same, |_| Ok(number(0.0)), |_| Ok(step), span)?
        };
        let middle = {
            let back = self.prim(Prim::Neg, std::slice::from_ref(&to), span)?;
            let opposite = self.prim(Prim::Eq, &[from.clone(), back], span)?;
            let sum = self.prim(Prim::Add, &[from.clone(), to.clone()], span)?;
            let half = self.prim(Prim::Div, &[sum, number(2.0)], span)?;
            let missing = self.prim(Prim::Ne, &[half.clone(), half.clone()], span)?;
            let there = self.prim(Prim::Eq, &[to.clone(), to.clone()], span)?;
            let takes_first = self.prim(Prim::And, &[missing, there], span)?;
            let first = from.clone();
            let half = self.choose(takes_first, |_| Ok(first), |_| Ok(half), span)?;
            self.choose(opposite, |_| Ok(number(0.0)), |_| Ok(half), span)?
        };
        let shape = self.vector(vec![count], span)?;
        let kind = Kind { base: Base::Double, form: Form::Row };
        self.build(kind, shape, span, |this, places| {
            let place = &places[1];
            let rest = this.prim(Prim::Sub, &[last.clone(), place.clone()], span)?;
            let at_end = this.prim(Prim::Eq, &[rest.clone(), Operand::int(0)], span)?;
            let at_start = this.prim(Prim::Eq, &[place.clone(), Operand::int(0)], span)?;
            let in_middle = this.prim(Prim::Eq, &[place.clone(), rest.clone()], span)?;
            let ahead = this.prim(Prim::Lt, &[place.clone(), rest.clone()], span)?;
            let forward = {
                let steps = this.as_double(place, span)?;
                let way = this.prim(Prim::Mul, &[step.clone(), steps], span)?;
                this.prim(Prim::Add, &[from.clone(), way], span)?
            };
            let backward = {
                let steps = this.as_double(&rest, span)?;
                let way = this.prim(Prim::Mul, &[step.clone(), steps], span)?;
                let way = this.prim(Prim::Neg, &[way], span)?;
                this.prim(Prim::Add, &[to.clone(), way], span)?
            };
            let inner = this.choose(ahead, |_| Ok(forward), |_| Ok(backward), span)?;
            let inner = this.choose(in_middle, |_| Ok(middle), |_| Ok(inner), span)?;
            let inner = this.choose(at_start, |_| Ok(from.clone()), |_| Ok(inner), span)?;
            this.choose(at_end, |_| Ok(to.clone()), |_| Ok(inner), span)
        })
    }

    /// `isequal(x, y)`: equal extents, and equal elements.
    fn all_equal(&mut self, left: &Val, right: &Val, span: Span) -> Lowered<Val> {
        let plain = [left, right].iter().all(|value| {
            matches!(value.kind.base, Base::Double | Base::Bool)
                && value.special == Special::Nothing
        });
        if !plain {
            return self.refuse("`isequal` of such arguments", span);
        }
        let left = self.as_base(left.clone(), Base::Double, span)?;
        let right = self.as_base(right.clone(), Base::Double, span)?;
        if left.is_scalar() && right.is_scalar() {
            let operands = [left.operand, right.operand];
            return Ok(Val::new(self.prim(Prim::Eq, &operands, span)?, Kind::TRUTH));
        }
        let mut same = Operand::scalar(Scalar::Bool(true));
        for dimension in 0..left.kind.form.dimensions().max(right.kind.form.dimensions()) {
            let one = self.extent_along(&left, dimension, span)?.unwrap_or(Operand::int(1));
            let two = self.extent_along(&right, dimension, span)?.unwrap_or(Operand::int(1));
            if one != two {
                let equal = self.prim(Prim::Eq, &[one, two], span)?;
                same = self.prim(Prim::And, &[same, equal], span)?;
            }
        }
        let equal = self.choose(
            same,
            |this| {
                let count = this.numel(&left, span)?;
                let sure = Operand::scalar(Scalar::Bool(true));
                let flat = [this.listed_out(&left, span)?, this.listed_out(&right, span)?];
                this.fold(count, Prim::And, sure, span, |this, at| {
                    let mut operands = Vec::new();
                    for value in &flat {
                        operands.push(this.element_at(value, &[at.clone(), at.clone()], span)?);
                    }
                    this.prim(Prim::Eq, &operands, span)
                })
            },
            |_| Ok(Operand::scalar(Scalar::Bool(false))),
            span,
        )?;
        Ok(Val::new(equal, Kind::TRUTH))
    }

    /// All elements one after the other; a number as it is.
    fn listed_out(&mut self, value: &Val, span: Span) -> Lowered<Val> {
        if value.is_scalar() { Ok(value.clone()) } else { self.flat(value, span) }
    }

    /// What `isrow` and its like ask.
    pub(super) fn asked_of_extents(
        &mut self,
        question: SizeQuestion,
        row: &Row,
        value: &Val,
        span: Span,
    ) -> Lowered<Val> {
        let name = row.name;
        if value.kind.form.dimensions() != 2 || value.special == Special::Empty {
            return self.refuse(format!("`{name}` of such an argument"), span);
        }
        let rows = self.extent_along(value, 0, span)?.unwrap_or(Operand::int(1));
        let columns = self.extent_along(value, 1, span)?.unwrap_or(Operand::int(1));
        let one = Operand::int(1);
        let truth = match question {
            SizeQuestion::IsRow => self.prim(Prim::Eq, &[rows, one], span)?,
            SizeQuestion::IsColumn => self.prim(Prim::Eq, &[columns, one], span)?,
            SizeQuestion::IsSquare => self.prim(Prim::Eq, &[rows, columns], span)?,
            SizeQuestion::IsMatrix => return Ok(Val::truth(true)),
            SizeQuestion::IsVector | SizeQuestion::IsEmpty | SizeQuestion::IsScalar => {
                return self.refuse(format!("`{name}` of such an argument"), span);
            }
        };
        Ok(Val::new(truth, Kind::TRUTH))
    }
}
