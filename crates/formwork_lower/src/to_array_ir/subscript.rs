//! Subscripts: one place, all of them, places at equal distances, a list.

use formwork_array::ir::{Operand, Prim};
use formwork_hir::body::{Arguments, ExprId, ExprKind};
use formwork_syntax::Span;

use super::{Lowered, Lowerer, Progression, Val};
use crate::kind::{Base, Form};

/// What a subscript picks, counted from 0.
#[derive(Clone, Debug)]
pub(super) enum Subscript {
    /// One place.
    One(Operand),
    /// A colon.
    All,
    /// `count` places from `first` on.
    Steps { first: Operand, step: i64, count: Operand },
    /// The places that the elements of a row or a column are.
    List(Val),
}

impl Lowerer<'_, '_> {
    /// What `end` stands for.
    pub(super) fn end(&mut self, span: Span) -> Lowered<Val> {
        let Some((array, position, count)) = self.ends.last().cloned() else {
            return self.refuse("`end` outside of subscripts", span);
        };
        if count == 1 {
            return self.count(&array, span);
        }
        if position + 1 == count && count < array.kind.form.dimensions() {
            return self.refuse("`end` of several dimensions at once", span);
        }
        self.size(&array, position, span)
    }

    /// The subscripts of an array.
    pub(super) fn subscripts(
        &mut self,
        array: &Val,
        arguments: &Arguments,
    ) -> Lowered<Vec<Subscript>> {
        let count = arguments.exprs.len();
        let mut subscripts = Vec::new();
        for (position, &id) in arguments.exprs.iter().enumerate() {
            self.ends.push((array.clone(), position, count));
            let subscript = self.one_subscript(id);
            self.ends.pop();
            subscripts.push(subscript?);
        }
        Ok(subscripts)
    }

    fn one_subscript(&mut self, id: ExprId) -> Lowered<Subscript> {
        let span = self.body.exprs[id].span;
        if let ExprKind::Colon = self.body.exprs[id].kind {
            return Ok(Subscript::All);
        }
        let value = self.expr(id)?;
        if let Some(progression) = value.progression {
            let Progression { first, step, count, .. } = progression;
            let first = self.prim(Prim::Sub, &[first, Operand::int(1)], span)?;
            return Ok(Subscript::Steps { first, step, count });
        }
        match (value.kind.base, value.kind.form) {
            (Base::Bool, Form::Row | Form::Column) => self.found(&value, span).map(Subscript::List),
            (Base::Bool | Base::Char | Base::Single, _) => {
                self.refuse("a subscript of this class", span)
            }
            (_, Form::Scalar) => self.subscript(&value, span).map(Subscript::One),
            (Base::Double, Form::Row | Form::Column) => Ok(Subscript::List(value)),
            (
                _,
                Form::Row
                | Form::Range
                | Form::Column
                | Form::Empty
                | Form::Matrix
                | Form::Array(_),
            ) => self.refuse("a matrix of subscripts", span),
        }
    }

    /// How many places a subscript picks along a dimension; `None`: one.
    pub(super) fn picked(
        &mut self,
        subscript: &Subscript,
        extent: Option<&Operand>,
        span: Span,
    ) -> Lowered<Option<Operand>> {
        match subscript {
            Subscript::One(_) => Ok(None),
            Subscript::All => Ok(extent.cloned()),
            Subscript::Steps { count, .. } => Ok(Some(count.clone())),
            Subscript::List(list) => self.extent(list, 0, span).map(Some),
        }
    }

    /// Makes sure that the places of a subscript are below an extent, where that can be
    /// done once for all of them.
    pub(super) fn within(
        &mut self,
        subscript: &Subscript,
        extent: Option<&Operand>,
        span: Span,
    ) -> Lowered<Subscript> {
        let extent = extent.cloned().unwrap_or(Operand::int(1));
        let words = "index out of bounds";
        match subscript {
            Subscript::One(place) => {
                let zero = Operand::int(0);
                if extent.as_int() == Some(1) {
                    let first = self.prim(Prim::Eq, &[place.clone(), zero.clone()], span)?;
                    self.require(first, words, span)?;
                    return Ok(Subscript::One(zero));
                }
                // The bounds are checked where the element is taken.
                Ok(subscript.clone())
            }
            Subscript::List(_) if extent.as_int() == Some(1) => {
                self.refuse("a list of subscripts for one place", span)
            }
            Subscript::All | Subscript::List(_) => Ok(subscript.clone()),
            Subscript::Steps { first, step, count } => {
                let way = self.prim(Prim::Sub, &[count.clone(), Operand::int(1)], span)?;
                let way = self.prim(Prim::Mul, &[way, Operand::int(*step)], span)?;
                let last = self.prim(Prim::Add, &[first.clone(), way], span)?;
                let (low, high) =
                    if *step > 0 { (first.clone(), last) } else { (last, first.clone()) };
                let above = self.prim(Prim::Ge, &[low, Operand::int(0)], span)?;
                let below = self.prim(Prim::Lt, &[high, extent], span)?;
                if step.abs() == 1 {
                    // Where nothing is picked, what is just beside the array is inside, too.
                    let first = self.guard(above, first, words, span)?;
                    let first = self.guard(below, &first, words, span)?;
                    return Ok(Subscript::Steps { first, step: *step, count: count.clone() });
                }
                let inside = self.prim(Prim::And, &[above, below], span)?;
                let none = self.prim(Prim::Eq, &[count.clone(), Operand::int(0)], span)?;
                let fine = self.prim(Prim::Or, &[inside, none], span)?;
                let first = self.guard(fine, first, words, span)?;
                Ok(Subscript::Steps { first, step: *step, count: count.clone() })
            }
        }
    }

    /// The subscripts of all dimensions, made sure to be below the extents, and how many places
    /// each picks. Where one picks nothing, the others are looked at all the same.
    pub(super) fn all_within(
        &mut self,
        array: &Val,
        subscripts: &[Subscript],
        span: Span,
    ) -> Lowered<(Vec<Subscript>, Vec<Option<Operand>>)> {
        let all_one = subscripts.iter().all(|one| matches!(one, Subscript::One(_)));
        let has_list = subscripts.iter().any(|one| matches!(one, Subscript::List(_)));
        let mut checked = Vec::new();
        let mut counts = Vec::new();
        for (dimension, subscript) in subscripts.iter().enumerate() {
            let extent = self.extent_along(array, dimension, span)?;
            let mut subscript = self.within(subscript, extent.as_ref(), span)?;
            if let (Subscript::One(place), Some(extent), false) = (&subscript, &extent, all_one) {
                let words = "index out of bounds";
                let above = self.prim(Prim::Ge, &[place.clone(), Operand::int(0)], span)?;
                let place = self.guard(above, place, words, span)?;
                let below = self.prim(Prim::Lt, &[place.clone(), extent.clone()], span)?;
                subscript = Subscript::One(self.guard(below, &place, words, span)?);
            }
            let count = self.picked(&subscript, extent.as_ref(), span)?;
            if let (true, Some(count)) = (has_list, &count) {
                // The elements of a list are looked at where they are used.
                let some = self.prim(Prim::Ne, &[count.clone(), Operand::int(0)], span)?;
                self.require(some, "nothing is picked", span)?;
            }
            counts.push(count);
            checked.push(subscript);
        }
        Ok((checked, counts))
    }

    /// The place that is picked as number `at`.
    pub(super) fn picked_place(
        &mut self,
        subscript: &Subscript,
        at: &Operand,
        span: Span,
    ) -> Lowered<Operand> {
        match subscript {
            Subscript::One(place) => Ok(place.clone()),
            Subscript::All => Ok(at.clone()),
            Subscript::Steps { first, step, .. } => {
                let way = match step {
                    1 => at.clone(),
                    step => self.prim(Prim::Mul, &[at.clone(), Operand::int(*step)], span)?,
                };
                self.prim(Prim::Add, &[first.clone(), way], span)
            }
            Subscript::List(list) => {
                let number = self.element_at(list, &[at.clone(), at.clone()], span)?;
                self.place(&number, span)
            }
        }
    }

    /// A condition on which no value depends.
    pub(super) fn require(&mut self, truth: Operand, message: &str, span: Span) -> Lowered<()> {
        self.guard(truth.clone(), &truth, message, span).map(drop)
    }
}
