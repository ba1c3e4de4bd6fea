//! `a(i, j, …)`: what is read.

use std::rc::Rc;

use formwork_domain::{AbstractValue, ClassSet, Contents, ValueFact, one_of_many};
use formwork_runtime::{Class, Value, index};
use formwork_shape::Truth;
use formwork_shape::concrete::{Bound, Subscript};
use formwork_shape::extent::{ExtentId, Extents, Interval};
use formwork_shape::facts::Requirement;
use formwork_shape::shape::{Algebra, ShapeId};
use formwork_syntax::Span;

use crate::engine::Analyst;
use crate::expr::masks::TRUTHS;
use crate::expr::subscript::are_numbers;
use crate::report::record::{Check, CheckKind};
use crate::report::remark::RemarkKind;

/// What a subscript is.
pub(crate) enum Selects {
    /// `:`
    All,
    /// So many places, the largest of them if it is known.
    Places { count: ExtentId, largest: Option<ExtentId> },
    /// Nobody knows: it may be text.
    Unknown,
}

impl Analyst<'_> {
    /// What a subscript selects.
    pub(crate) fn selects(&mut self, subscript: &AbstractValue) -> Selects {
        if let Some(Value::Char(text, _)) = subscript.constant()
            && text.as_slice() == b":"
        {
            return Selects::All;
        }
        let numeric = are_numbers(subscript);
        if subscript.classes == TRUTHS {
            if let Some(constant) = subscript.constant()
                && let Some(numbers) = constant.to_f64_array()
            {
                let set = numbers.as_slice().iter().filter(|&&element| element != 0.0).count();
                let last = numbers.as_slice().iter().rposition(|&element| element != 0.0);
                let literal = |this: &mut Self, number: usize| {
                    this.algebra.extents_mut().literal(i64::try_from(number).unwrap_or(i64::MAX))
                };
                let count = literal(self, set);
                let largest = Some(literal(self, last.map_or(0, |place| place + 1)));
                return Selects::Places { count, largest };
            }
            let count = self.marked(subscript, "true elements");
            return Selects::Places { count, largest: None };
        }
        if !numeric {
            return Selects::Unknown;
        }
        let count = match subscript.shape {
            Some(shape) => self.algebra.count(shape),
            None => self.fresh("chosen places", Interval::EXTENT),
        };
        Selects::Places { count, largest: self.largest(subscript) }
    }

    /// Whether subscripts are one colon.
    fn is_everything(&mut self, subscripts: &[AbstractValue]) -> bool {
        matches!(subscripts, [one] if matches!(self.selects(one), Selects::All))
    }

    /// Whether each place of a ramp lies within an extent: where there is one, the last of them does.
    /// (`2:n-1` in `1:n`, whatever n is.)
    pub(crate) fn ramp_within(&mut self, subscript: &AbstractValue, extent: ExtentId) -> bool {
        let (ValueFact::Ramp { first, step: step @ 1.. }, Some(shape)) =
            (&subscript.value, subscript.shape)
        else {
            return false;
        };
        let count = self.algebra.extent(shape, 1);
        let extents = self.algebra.extents_mut();
        let runs = extents.unclamped(count).unwrap_or(count);
        let steps = extents.subtract(runs, Extents::ONE);
        let step = extents.literal(*step);
        let distance = extents.multiply(steps, step);
        let last = extents.add(*first, distance);
        self.facts.truth(&mut self.algebra, &Requirement::AtMost(last, extent)) == Truth::Yes
    }

    /// The largest of the integers that a value holds, if it holds any.
    fn largest(&mut self, value: &AbstractValue) -> Option<ExtentId> {
        if let Some(constant) = value.constant() {
            let numbers = constant.to_f64_array()?;
            let largest = numbers.as_slice().iter().copied().fold(0.0, f64::max);
            return (largest.fract() == 0.0 && largest < 1e15)
                .then(|| self.algebra.extents_mut().literal(largest as i64));
        }
        match &value.value {
            ValueFact::Integer(extent) => Some(*extent),
            ValueFact::Integers(elements) => {
                Some(self.algebra.extents_mut().maximum(elements.iter().copied()))
            }
            ValueFact::Ramp { first, step } => {
                if *step > 0 {
                    let last = value.ramp_last(&mut self.algebra)?;
                    // An empty ramp reaches nowhere.
                    let count = self.algebra.extent(value.shape?, 1);
                    let nonempty = self
                        .facts
                        .truth(&mut self.algebra, &Requirement::AtMost(Extents::ONE, count));
                    if nonempty == Truth::Yes || *first == Extents::ONE { Some(last) } else { None }
                } else {
                    Some(*first)
                }
            }
            _ => None,
        }
    }

    /// `base(subscripts…)`
    pub(crate) fn index(
        &mut self,
        base: &AbstractValue,
        subscripts: &[AbstractValue],
        span: Span,
    ) -> AbstractValue {
        if !self.alive() {
            return AbstractValue::unknown();
        }
        if let Some(value) = self.index_constant(base, subscripts) {
            return value;
        }
        let base = self.shaped(base.clone(), "array");
        let shape = base.shape.unwrap_or(Algebra::SCALAR);
        if subscripts.is_empty() {
            return base;
        }
        // Objects and functions are not arrays.
        let arrays =
            !base.classes.contains(Class::FunctionHandle) && !base.classes.contains(Class::Map);
        if !arrays {
            return AbstractValue::unknown();
        }
        self.positive_subscripts(&base, subscripts, span);
        if !self.alive() {
            return AbstractValue::unknown();
        }
        let result = match subscripts {
            [one] => self.linear_shape(shape, one, span),
            many => self.many_shape(shape, many, span),
        };
        // What texts select is left to the runtime.
        let text = |value: &AbstractValue| value.classes.single() == Some(Class::Char);
        if !self.alive() || subscripts.iter().any(text) {
            let message = self.reading_refusal(&base, subscripts);
            if self.alive() && message.is_some() {
                let kind = CheckKind::Index;
                let check = self.new_check(kind, &[shape], Requirement::False, Truth::No, span);
                self.refuse(Check { verdict: Truth::No, ..check });
            }
            self.word_failure(span, message);
        }
        if let Some(value) = self.index_integers(&base, subscripts) {
            return value;
        }
        let value = match self.bounds(&base) {
            Some(bounds) if base.complex == Truth::No => ValueFact::Within(bounds),
            _ => ValueFact::Any,
        };
        let value = match base.value {
            ValueFact::Between(low, high) => ValueFact::Between(low, high),
            // All of them, in a column.
            ValueFact::Marked(count) if self.is_everything(subscripts) => ValueFact::Marked(count),
            _ => value,
        };
        let contents = self.selected_contents(&base);
        // A real part of a complex array may be all there is.
        let complex = if base.complex == Truth::No { Truth::No } else { Truth::Maybe };
        AbstractValue { classes: base.classes, complex, shape: result, value, contents }
    }

    fn selected_contents(&mut self, base: &AbstractValue) -> Option<Contents> {
        match &base.contents {
            Some(Contents::Every(every)) => Some(Contents::Every(Rc::clone(every))),
            Some(Contents::Fields(fields)) => {
                if base.is_scalar() {
                    return Some(Contents::Fields(Rc::clone(fields)));
                }
                let mut own = (**fields).clone();
                for (_, value) in &mut own.known {
                    *value = one_of_many(&mut self.algebra, value);
                }
                Some(Contents::Fields(Rc::new(own)))
            }
            Some(Contents::Elements(_)) | None => {
                let elements = base.elements(&mut self.algebra)?;
                self.every_of(&elements).map(|every| Contents::Every(Rc::new(every)))
            }
            Some(Contents::Handle(_)) => None,
        }
    }

    /// What every one of several values is.
    pub(crate) fn every_of(&mut self, elements: &[AbstractValue]) -> Option<AbstractValue> {
        let (first, rest) = elements.split_first()?;
        let mut every = first.clone();
        for element in rest {
            every = self.join_of(&every, element);
        }
        Some(every)
    }

    fn index_constant(
        &mut self,
        base: &AbstractValue,
        subscripts: &[AbstractValue],
    ) -> Option<AbstractValue> {
        let constants: Vec<Value> =
            subscripts.iter().map(|value| value.constant().cloned()).collect::<Option<_>>()?;
        if let Some(value) = base.constant() {
            if matches!(value, Value::Function(_) | Value::Map(_)) {
                return None;
            }
            return index::index(value, &constants)
                .ok()
                .map(|value| AbstractValue::of(&value, &mut self.algebra));
        }
        // Cells whose elements are known one by one.
        let elements = base.elements(&mut self.algebra)?;
        let size = base.size(&self.algebra)?;
        let dims = formwork_domain::dims_of(&size);
        let places = Value::Double(formwork_runtime::Array::new(
            dims,
            (0..elements.len()).map(|place| place as f64).collect(),
        ));
        let chosen = index::index(&places, &constants).ok()?;
        let numbers = chosen.to_f64_array()?.into_owned();
        let picked: Option<Vec<AbstractValue>> =
            numbers.as_slice().iter().map(|&place| elements.get(place as usize).cloned()).collect();
        let shape = self.algebra.literal(&formwork_domain::concrete_shape(&chosen.dims()));
        Some(AbstractValue {
            contents: Some(Contents::Elements(picked?.into())),
            ..AbstractValue::new(ClassSet::only(Class::Cell), Some(shape))
        })
    }

    /// Elements of vectors whose elements are known one by one.
    fn index_integers(
        &mut self,
        base: &AbstractValue,
        subscripts: &[AbstractValue],
    ) -> Option<AbstractValue> {
        if base.classes.single() != Some(Class::Double) {
            return None;
        }
        let known = matches!(
            base.value,
            ValueFact::Integers(_) | ValueFact::SizeOf(_) | ValueFact::Ramp { .. }
        );
        if !known {
            return None;
        }
        let [subscript] = subscripts else { return None };
        // What may be a truth chooses, and counts nothing.
        if subscript.classes.contains(Class::Logical)
            || matches!(self.selects(subscript), Selects::All)
        {
            return None;
        }
        if let (ValueFact::Ramp { first, step }, Some(place)) =
            (&base.value, subscript.as_integer(&mut self.algebra))
            && subscript.is_scalar()
        {
            let (first, step) = (*first, *step);
            let extents = self.algebra.extents_mut();
            let steps = extents.subtract(place, Extents::ONE);
            let step = extents.literal(step);
            let distance = extents.multiply(steps, step);
            let element = extents.add(first, distance);
            return Some(AbstractValue::integer(element, &self.algebra));
        }
        if let ValueFact::SizeOf(shape) = base.value
            && let Some(place) = subscript
                .as_integer(&mut self.algebra)
                .and_then(|place| self.algebra.extents().as_literal(place))
            && place >= 1
            && subscript.is_scalar()
        {
            let axis = u32::try_from(place - 1).ok()?;
            let extent = self.algebra.extent(shape, axis);
            return Some(AbstractValue::integer(extent, &self.algebra));
        }
        let elements = base.as_integers(&mut self.algebra)?;
        let places = subscript.constant()?.to_f64_array()?.into_owned();
        let picked: Option<Vec<ExtentId>> = places
            .as_slice()
            .iter()
            .map(|&place| {
                (place >= 1.0 && place.fract() == 0.0)
                    .then(|| elements.get(place as usize - 1).copied())?
            })
            .collect();
        let picked = picked?;
        if let [one] = picked[..] {
            return Some(AbstractValue::integer(one, &self.algebra));
        }
        let shape = self.algebra.index_linear(base.shape?, subscript.shape?);
        Some(
            AbstractValue::of_class_and_shape(Class::Double, shape)
                .with_value(ValueFact::Integers(picked.into())),
        )
    }

    fn linear_shape(
        &mut self,
        shape: ShapeId,
        subscript: &AbstractValue,
        span: Span,
    ) -> Option<ShapeId> {
        match self.selects(subscript) {
            Selects::All => {
                Some(self.over_choices(shape, Algebra::vectorise)).map(|shape| self.resolve(shape))
            }
            Selects::Places { count, largest } => {
                let total = self.algebra.count(shape);
                // The first one is asked for where there is one, too.
                if largest != Some(Extents::ONE) {
                    self.assume_vector_of_several(shape);
                }
                match largest {
                    Some(largest) => self.within(0, largest, total, shape, span),
                    None => self.unknown_place(0, subscript, total, shape, span),
                }
                let index = subscript.shape?;
                let term = if subscript.classes == TRUTHS {
                    // A mask of the array's own size gives a column, or a row of a row.
                    self.algebra.index_logical(shape, index, count)
                } else {
                    let index = self.resolve(index);
                    self.over_choices(shape, |algebra, shape| algebra.index_linear(shape, index))
                };
                Some(self.resolve(term))
            }
            Selects::Unknown => {
                self.may_lie_outside(shape, std::slice::from_ref(subscript), span);
                None
            }
        }
    }

    /// On an ordinary call a vector has several elements, so that what is chosen from it lies as it does.
    fn assume_vector_of_several(&mut self, shape: ShapeId) {
        if self.ordinary.is_none() {
            return;
        }
        let Some(tuple) = self.algebra.as_tuple(shape) else { return };
        let ([Extents::ONE, long] | [long, Extents::ONE]) = tuple[..] else { return };
        let two = self.algebra.extents_mut().literal(2);
        let several = Requirement::AtMost(two, long);
        if self.facts.truth(&mut self.algebra, &several) == Truth::Maybe {
            self.facts.assume(&mut self.algebra, several);
        }
    }

    /// Lists the checks of subscripts of which nothing is known.
    pub(crate) fn may_lie_outside(
        &mut self,
        shape: ShapeId,
        subscripts: &[AbstractValue],
        span: Span,
    ) {
        for (position, subscript) in subscripts.iter().enumerate() {
            if matches!(self.selects(subscript), Selects::All) {
                continue;
            }
            let extent = self.extent_along(shape, position, subscripts.len());
            self.unknown_place(position, subscript, extent, shape, span);
        }
    }

    /// The extent that one of several subscripts must not go beyond.
    fn extent_along(&mut self, shape: ShapeId, position: usize, count: usize) -> ExtentId {
        let axis = u32::try_from(position).unwrap_or(u32::MAX);
        match (position, position + 1 == count) {
            (0, true) => self.algebra.count(shape),
            (_, true) => self.algebra.count_from(shape, axis),
            _ => self.algebra.extent(shape, axis),
        }
    }

    /// Whether two sizes, each with a name of its own, have nothing to do with one another.
    fn are_apart(&mut self, a: ExtentId, b: ExtentId) -> bool {
        let extents = self.algebra.extents();
        let named = extents.as_unknown(a).is_some() && extents.as_unknown(b).is_some();
        let Some(by_chance) = self.ordinary.clone().filter(|_| named && self.alive()) else {
            return false;
        };
        let scope = self.facts.push();
        for requirement in by_chance.iter().cloned() {
            if self.facts.truth(&mut self.algebra, &requirement) != Truth::No {
                self.facts.assume(&mut self.algebra, requirement);
            }
        }
        let equal = Requirement::Equal(a, b);
        let apart = !self.facts.is_unreachable()
            && self.facts.truth(&mut self.algebra, &equal) == Truth::No;
        self.facts.rollback(scope);
        apart
    }

    /// Lists the check of a subscript whose places are not known, unless its bounds or its
    /// length tell that they lie inside.
    fn unknown_place(
        &mut self,
        position: usize,
        subscript: &AbstractValue,
        extent: ExtentId,
        shape: ShapeId,
        span: Span,
    ) {
        if !self.alive() {
            return;
        }
        let highest = match (&subscript.value, subscript.shape) {
            (ValueFact::Between(_, high), _) => Some(*high),
            (_, Some(mask)) if subscript.classes == TRUTHS => Some(self.algebra.count(mask)),
            _ => None,
        };
        let below = self.bounds(subscript).is_some_and(|bounds| {
            let least = self.facts.interval(self.algebra.extents_mut(), extent).low();
            // Places are whole and positive; what else it may be fails.
            let places = bounds.integer && !bounds.nan && bounds.low >= 1.0;
            places
                && !subscript.classes.contains(Class::Logical)
                && least.is_some_and(|least| bounds.high <= least as f64)
        });
        let fits = highest.map(|high| {
            let requirement = Requirement::AtMost(high, extent);
            self.facts.truth(&mut self.algebra, &requirement)
        });
        if let (Some(fits), Some(mask)) = (fits, subscript.shape)
            && subscript.classes == TRUTHS
        {
            self.remark(RemarkKind::LongMask, span, &[mask, shape], fits == Truth::No);
            if let (Truth::Maybe, Some(high)) = (fits, highest) {
                let apart = self.are_apart(high, extent);
                self.remark(RemarkKind::OtherMask, span, &[mask, shape], apart);
            }
        }
        let inside = below || fits == Some(Truth::Yes) || self.ramp_within(subscript, extent);
        if inside {
            return;
        }
        self.risk(span);
        let place = self.fresh("subscript", Interval::EXTENT);
        let requirement = Requirement::AtMost(place, extent);
        let check = self.new_check(CheckKind::Index, &[shape], requirement, Truth::Maybe, span);
        self.frame_mut().record.check(Check { position, ..check });
    }

    fn many_shape(
        &mut self,
        shape: ShapeId,
        subscripts: &[AbstractValue],
        span: Span,
    ) -> Option<ShapeId> {
        let mut selected = Vec::with_capacity(subscripts.len());
        for (position, subscript) in subscripts.iter().enumerate() {
            selected.push(match self.selects(subscript) {
                Selects::All => Subscript::Colon,
                Selects::Places { count, largest } => {
                    let extent = self.extent_along(shape, position, subscripts.len());
                    match largest {
                        Some(largest) => self.within(position, largest, extent, shape, span),
                        None => self.unknown_place(position, subscript, extent, shape, span),
                    }
                    Subscript::Count(count)
                }
                Selects::Unknown => {
                    let extent = self.extent_along(shape, position, subscripts.len());
                    self.unknown_place(position, subscript, extent, shape, span);
                    // Either `:` or so many places.
                    let count = self.fresh("chosen places", Interval::EXTENT);
                    Subscript::Count(count)
                }
            });
        }
        let term = self.over_choices(shape, |algebra, shape| algebra.index_many(shape, &selected));
        Some(self.resolve(term))
    }

    /// A subscript was within an extent.
    fn within(
        &mut self,
        position: usize,
        largest: ExtentId,
        extent: ExtentId,
        shape: ShapeId,
        span: Span,
    ) {
        let requirement = Requirement::AtMost(largest, extent);
        let alone = self.algebra.extents_mut().at_most(largest, extent);
        self.require_at(position, CheckKind::Index, &[shape], requirement, alone, span);
        if self.alive() && self.algebra.extents().as_literal(largest).is_none() {
            self.assume(Requirement::AtMost(Extents::ZERO, largest));
        }
    }

    /// The bounds that an assignment at subscripts needs; `None` if one is not known.
    pub(crate) fn assigned_bounds(
        &mut self,
        subscripts: &[AbstractValue],
        value: &AbstractValue,
    ) -> Option<Vec<Bound<ExtentId>>> {
        let mut bounds = Vec::with_capacity(subscripts.len());
        for (position, subscript) in subscripts.iter().enumerate() {
            bounds.push(match self.selects(subscript) {
                Selects::All => Bound::Colon(self.filling_extent(subscripts, position, value)?),
                Selects::Places { largest, .. } => Bound::UpTo(largest?),
                Selects::Unknown => return None,
            });
        }
        Some(bounds)
    }

    /// What `:` means in an assignment to an empty array: the extent of the value that
    /// is left for it.
    fn filling_extent(
        &mut self,
        subscripts: &[AbstractValue],
        position: usize,
        value: &AbstractValue,
    ) -> Option<ExtentId> {
        let shape = value.shape?;
        if value.is_scalar() {
            return Some(Extents::ONE);
        }
        // The extents of the value that are not 1 stand for the subscripts that are not
        // scalars, in order.
        let scalar = |value: &AbstractValue| {
            value.is_scalar() && (!value.classes.contains(Class::Char) || are_numbers(value))
        };
        let rank = self.algebra.maximum_rank(shape)?;
        if u32::try_from(subscripts.len()).ok()? >= rank
            && subscripts.iter().enumerate().all(|(axis, subscript)| {
                let axis = u32::try_from(axis).unwrap_or(u32::MAX);
                !scalar(subscript) || self.algebra.extent(shape, axis) == Extents::ONE
            })
        {
            return Some(self.algebra.extent(shape, u32::try_from(position).ok()?));
        }
        let colons: Vec<usize> =
            (0..subscripts.len()).filter(|&place| !scalar(&subscripts[place])).collect();
        if let [only] = colons[..]
            && only == position
        {
            return Some(self.algebra.count(shape));
        }
        None
    }
}
