//! Functions that put elements elsewhere: `reshape`, `permute`, `repmat`, `flip`, `circshift`.

use formwork_array::ir::{Op, Operand, Prim, Scalar};
use formwork_builtins::Operation;
use formwork_syntax::Span;

use super::expression::number_value;
use super::{Lowered, Lowerer, Special, Val};
use crate::kind::{Base, Form, Kind};

/// Extents that are given as numbers are not larger.
const MOST: i64 = 1 << 31;

impl Lowerer<'_, '_> {
    /// One of these functions; `None` if it is none.
    pub(super) fn arranged(
        &mut self,
        operation: Operation,
        arguments: &[Val],
        span: Span,
    ) -> Lowered<Option<Val>> {
        let value = match (operation, arguments) {
            (Operation::Reshape, [value, extents @ ..]) if !extents.is_empty() => {
                self.reshaped(value, extents, span)?
            }
            (Operation::Permute, [value, order]) => self.permuted(value, order, span)?,
            (Operation::Repmat, [value, times @ ..]) if !times.is_empty() => {
                self.repeated(value, times, span)?
            }
            // A range stays one.
            (Operation::Squeeze, [value]) if value.kind.form.dimensions() == 2 => value.clone(),
            (Operation::Vectorise, [value]) if !value.is_scalar() => self.flat(value, span)?,
            (Operation::Flip(Some(dimension)), [value]) => {
                self.flipped(value, usize::from(dimension), span)?
            }
            (Operation::Flip(None), [value]) => {
                let dimension = self.first_long(value, span)?;
                self.flipped(value, dimension, span)?
            }
            (Operation::Flip(None), [value, dimension]) => {
                let dimension = self.known_dimension(dimension, span)?;
                self.flipped(value, dimension, span)?
            }
            (Operation::Circshift, [value, by]) => {
                let dimension = self.first_long(value, span)?;
                self.shifted_around(value, by, dimension, span)?
            }
            (Operation::Circshift, [value, by, dimension]) => {
                let dimension = self.known_dimension(dimension, span)?;
                self.shifted_around(value, by, dimension, span)?
            }
            _ => return Ok(None),
        };
        Ok(Some(value))
    }

    /// The numbers that a row was written from, or that it is if it is a constant.
    pub(super) fn listed(&self, value: &Val) -> Option<Vec<Val>> {
        if let Some(elements) = &value.elements {
            return Some(elements.to_vec());
        }
        let array = value.operand.constant()?;
        if !value.kind.form.is_vector() || value.kind.base != Base::Double {
            return None;
        }
        let numbers = array.data().iter().map(|one| match one {
            Scalar::Double(number) => Some(number_value(*number)),
            _ => None,
        });
        numbers.collect()
    }

    /// The extents that arguments say, one by one or in one row. What is negative is for
    /// the function to decide.
    pub(super) fn given_extents(&self, arguments: &[Val], span: Span) -> Lowered<Vec<Val>> {
        match arguments {
            [row] if !row.is_scalar() => match self.listed(row).filter(|list| list.len() > 1) {
                Some(list) => Ok(list),
                None => self.refuse("extents that are not written one by one", span),
            },
            _ => Ok(arguments.to_vec()),
        }
    }

    /// A number that is taken for an extent where negative ones mean something else.
    fn plain_extent(&mut self, value: &Val, span: Span) -> Lowered<Option<Operand>> {
        if value.kind != Kind::NUMBER {
            return self.refuse("extents that are no numbers", span);
        }
        let (operand, sure) = match &value.whole {
            Some(whole) => (whole.operand.clone(), whole.low >= 0 && whole.high <= MOST),
            None => (self.as_whole(&value.operand, span)?, false),
        };
        if operand.as_int() == Some(1) {
            return Ok(None);
        }
        if sure {
            return Ok(Some(operand));
        }
        let fine = self.prim(Prim::Ge, &[operand.clone(), Operand::int(0)], span)?;
        let operand = self.guard(fine, &operand, "a negative extent", span)?;
        // Larger ones may overflow when they are multiplied.
        let fine = self.prim(Prim::Le, &[operand.clone(), Operand::int(MOST)], span)?;
        self.guard(fine, &operand, "a huge extent", span).map(Some)
    }

    /// `reshape(x, n, m, …)`, `reshape(x, [n, m, …])`, where one of several extents may be `[]`.
    fn reshaped(&mut self, value: &Val, arguments: &[Val], span: Span) -> Lowered<Val> {
        let given = self.given_extents(arguments, span)?;
        if value.is_scalar() || given.len() < 2 || value.special == Special::Empty {
            return self.refuse("a number that is reshaped", span);
        }
        let mut extents = Vec::new();
        let mut open = None;
        for (dimension, extent) in given.iter().enumerate() {
            if extent.special == Special::Empty && open.is_none() && arguments.len() > 1 {
                open = Some(dimension);
                extents.push(None);
                continue;
            }
            extents.push(self.plain_extent(extent, span)?);
        }
        if let Some(open) = open {
            let mut known = Operand::int(1);
            for extent in extents.iter().flatten() {
                known = self.prim(Prim::Mul, &[known, extent.clone()], span)?;
            }
            // The product of extents may have wrapped around; then the counts differ below.
            let some = self.prim(Prim::Gt, &[known.clone(), Operand::int(0)], span)?;
            let known = self.guard(some, &known, "an extent of zero", span)?;
            let count = self.numel(value, span)?;
            extents[open] = Some(self.prim(Prim::Div, &[count, known], span)?);
        }
        let (form, shape) = self.form_and_shape(&extents, span)?;
        if form == Form::Scalar {
            return self.refuse("an array that is reshaped to a number", span);
        }
        let operand = self.op(Op::Reshape { shape, array: value.operand.clone() }, span)?;
        Ok(Val::new(operand, Kind { form, ..value.kind }))
    }

    /// `permute(x, [2, 1, …])`
    fn permuted(&mut self, value: &Val, order: &Val, span: Span) -> Lowered<Val> {
        let numbers = self.listed(order).unwrap_or_default();
        let order: Option<Vec<usize>> = numbers
            .iter()
            .map(|one| one.whole.as_ref()?.operand.as_int())
            .map(|one| usize::try_from(one? - 1).ok())
            .collect();
        let order = order.unwrap_or_default();
        let each_once = (0..order.len()).all(|dimension| order.contains(&dimension));
        if order.len() < value.kind.form.dimensions().max(2) || !each_once || value.is_scalar() {
            return self.refuse("an order of dimensions that is not known", span);
        }
        let mut extents = Vec::new();
        for &dimension in &order {
            extents.push(self.extent_along(value, dimension, span)?);
        }
        let (form, shape) = self.form_and_shape(&extents, span)?;
        let kind = Kind { form, ..value.kind };
        self.build(kind, shape, span, |this, places| {
            let mut from = vec![Operand::int(0); order.len()];
            for (place, &dimension) in places.iter().zip(&order) {
                from[dimension] = place.clone();
            }
            this.element_at(value, &from, span)
        })
    }

    /// `repmat(x, n)`, `repmat(x, n, m, …)`, `repmat(x, [n, m, …])`
    fn repeated(&mut self, value: &Val, arguments: &[Val], span: Span) -> Lowered<Val> {
        if value.kind.base == Base::Char {
            return self.refuse("a text that is repeated", span);
        }
        let mut given = self.given_extents(arguments, span)?;
        if let [only] = &given[..] {
            given = vec![only.clone(), only.clone()];
        }
        let count = given.len().max(value.kind.form.dimensions());
        let mut extents = Vec::new();
        let mut own = Vec::new();
        for dimension in 0..count {
            let times = match given.get(dimension) {
                Some(times) => self.plain_extent(times, span)?,
                None => None,
            };
            let extent = self.extent_along(value, dimension, span)?;
            extents.push(match (&extent, times) {
                (None, times) => times,
                (Some(extent), None) => Some(extent.clone()),
                (Some(extent), Some(times)) => {
                    Some(self.prim(Prim::Mul, &[extent.clone(), times], span)?)
                }
            });
            own.push(extent);
        }
        let (form, shape) = self.form_and_shape(&extents, span)?;
        let kind = Kind { form, ..value.kind };
        let repeats: Vec<bool> = extents.iter().zip(&own).map(|(new, own)| new != own).collect();
        self.build(kind, shape, span, |this, places| {
            let mut from = Vec::new();
            for ((place, extent), repeats) in places.iter().zip(&own).zip(repeats) {
                from.push(match extent {
                    None => Operand::int(0),
                    Some(_) if !repeats => place.clone(),
                    Some(extent) => this.prim(Prim::Mod, &[place.clone(), extent.clone()], span)?,
                });
            }
            this.element_at(value, &from, span)
        })
    }

    /// The first dimension that is longer than one, where only that one is not turned in vain.
    fn first_long(&mut self, value: &Val, span: Span) -> Lowered<usize> {
        match value.kind.form {
            Form::Row | Form::Range => Ok(1),
            Form::Scalar | Form::Column => Ok(0),
            Form::Empty | Form::Matrix | Form::Array(_) => {
                let rows = self.extent(value, 0, span)?;
                let long = self.prim(Prim::Gt, &[rows, Operand::int(1)], span)?;
                self.require(long, "one row or none", span)?;
                Ok(0)
            }
        }
    }

    /// `value` with its elements along a dimension in another order: `place` says for a place
    /// and the extent where the element comes from.
    fn reordered(
        &mut self,
        value: &Val,
        dimension: usize,
        span: Span,
        place: impl FnOnce(&mut Self, &Operand, &Operand) -> Lowered<Operand>,
    ) -> Lowered<Val> {
        let Some(extent) = self.extent_along(value, dimension, span)? else {
            return Ok(Val::new(value.operand.clone(), value.kind));
        };
        let shape = self.op(Op::Shape(value.operand.clone()), span)?;
        self.build(value.kind, shape, span, |this, places| {
            let mut from = places.to_vec();
            from[dimension] = place(this, &places[dimension], &extent)?;
            this.element_at(value, &from, span)
        })
    }

    fn flipped(&mut self, value: &Val, dimension: usize, span: Span) -> Lowered<Val> {
        if value.kind.base == Base::Char || value.special == Special::Empty {
            return self.refuse("a text or nothing that is turned around", span);
        }
        self.reordered(value, dimension, span, |this, place, extent| {
            let last = this.prim(Prim::Sub, &[extent.clone(), Operand::int(1)], span)?;
            this.prim(Prim::Sub, &[last, place.clone()], span)
        })
    }

    /// `circshift(x, n)`
    fn shifted_around(
        &mut self,
        value: &Val,
        by: &Val,
        dimension: usize,
        span: Span,
    ) -> Lowered<Val> {
        if by.kind != Kind::NUMBER || dimension > 1 || value.kind.base == Base::Char {
            return self.refuse("a shift of such arguments", span);
        }
        let by = match &by.whole {
            Some(whole) => whole.operand.clone(),
            None => self.as_whole(&by.operand, span)?,
        };
        let count = self.numel(value, span)?;
        let some = self.prim(Prim::Gt, &[count, Operand::int(0)], span)?;
        self.require(some, "a shift of nothing", span)?;
        self.reordered(value, dimension, span, |this, place, extent| {
            // Both are less than the extent in size, so one turn brings it back.
            let by = this.prim(Prim::Mod, &[by, extent.clone()], span)?;
            let from = this.prim(Prim::Sub, &[place.clone(), by], span)?;
            let around = this.prim(Prim::Add, &[from.clone(), extent.clone()], span)?;
            let below = this.prim(Prim::Lt, &[from.clone(), Operand::int(0)], span)?;
            let back = this.prim(Prim::Sub, &[from.clone(), extent.clone()], span)?;
            let beyond = this.prim(Prim::Ge, &[from.clone(), extent.clone()], span)?;
            let from = this.choose(beyond, |_| Ok(back), |_| Ok(from), span)?;
            this.choose(below, |_| Ok(around), |_| Ok(from), span)
        })
    }
}
