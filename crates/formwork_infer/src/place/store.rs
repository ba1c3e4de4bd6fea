//! Storing elements: `x(i) = v`, `x(i, j) = v`, with growth, and what the array is afterwards.

use crate::engine::Analyst;
use crate::expr::index::Selects;
use crate::expr::strings::STRINGS;
use crate::place::storing::Store;
use crate::report::record::{Check, CheckKind};
use formwork_domain::{AbstractValue, ClassSet, Contents, Joiner, Mode, ValueFact};
use formwork_runtime::{Class, Value, index};
use formwork_shape::concrete::Bound;
use formwork_shape::extent::{ExtentId, Extents, Interval};
use formwork_shape::facts::Requirement;
use formwork_shape::shape::{Algebra, ShapeId};
use formwork_shape::{Dialect, Truth};
use formwork_syntax::Span;
use std::rc::Rc;

impl Analyst<'_> {
    /// `old(subscripts…) = value`
    pub(crate) fn stored(
        &mut self,
        old: Option<&AbstractValue>,
        subscripts: Option<&[AbstractValue]>,
        value: &AbstractValue,
        span: Span,
    ) -> AbstractValue {
        if !self.alive() {
            return AbstractValue::unknown();
        }
        let classes = self.stored_classes(old, value);
        if old.is_some_and(|old| old.classes.contains(Class::Logical))
            && !value.classes.is_within(ClassSet::only(Class::Logical))
        {
            // Numbers that are no truth values are warned of.
            self.may_warn();
        }
        let strings = self.stored_as_strings(old, value);
        let Some(subscripts) = subscripts else {
            let classes = if strings.is_some() { ClassSet::ALL } else { classes };
            return AbstractValue::new(classes, None);
        };
        let constants: Option<Vec<Value>> =
            subscripts.iter().map(|value| value.constant().cloned()).collect();
        if let (Some(constants), Some(new)) = (&constants, value.constant()) {
            let done = match old.map(AbstractValue::constant) {
                None => index::assign_new(constants, new.clone()).ok(),
                Some(Some(old)) => {
                    let mut stored = old.clone();
                    index::assign(&mut stored, constants, new.clone()).ok().map(|()| stored)
                }
                Some(None) => None,
            };
            if let Some(done) = done {
                return AbstractValue::of(&done, &mut self.algebra);
            }
        }
        let (classes, element) = match strings {
            None => (classes, None),
            Some(Ok(element)) => (STRINGS, Some(element)),
            Some(Err(())) => {
                self.risk(span);
                return AbstractValue::unknown();
            }
        };
        let value = element.as_ref().unwrap_or(value);
        let refusal = self.storing_refusal(old, subscripts, value);
        let value = self.shaped(value.clone(), "value");
        let empty = self.empty_value();
        // A map takes any number for a key.
        if !old.is_some_and(|old| old.classes.contains(Class::Map)) {
            self.positive_subscripts(old.unwrap_or(&empty), subscripts, span);
        }
        if !self.alive() {
            return AbstractValue::unknown();
        }
        let base = match old {
            Some(old) => self.shaped(old.clone(), "array"),
            None => empty,
        };
        let shape = base.shape.unwrap_or(Algebra::SCALAR);
        // What is no cell becomes an element of a cell array, as a whole.
        let container = base.classes.contains(Class::Cell) || base.classes.contains(Class::Struct);
        let alike = base.classes.single().is_some() && value.classes == base.classes;
        let value =
            if container && !alike { AbstractValue { shape: None, ..value } } else { value };
        let result = match subscripts {
            // A map stays one element, whatever key is meant.
            _ if base.classes.contains(Class::Map) => None,
            [] => Some(shape),
            [one] => self.stored_linear(shape, one, &value, span),
            many => self.stored_many(shape, many, &value, span),
        };
        self.storing_refused(refusal, &base, &value, span);
        let stays = result == Some(shape);
        let store = Store { base: &base, subscripts, value: &value, after: result, stays };
        self.note_store(&store, span);
        let was_read = old.is_some() && self.frame().own_place == Some(span);
        let result =
            if was_read && self.keeps_size(&base, subscripts) { Some(shape) } else { result };
        let complex = match (base.complex, value.complex) {
            (Truth::No, Truth::No) => Truth::No,
            _ => Truth::Maybe,
        };
        let numbers = match (self.bounds(&base), self.bounds(&value)) {
            (Some(a), Some(b)) => {
                let mut hull = a.hull(b);
                if old.is_none() || base.size(&self.algebra).is_some_and(|size| size.count() == 0) {
                    hull = b;
                }
                if result != Some(shape) {
                    // Growth fills with zeros.
                    hull = hull.hull(formwork_domain::Bounds::exactly(0.0));
                }
                ValueFact::Within(hull)
            }
            _ => ValueFact::Any,
        };
        let exact = classes.all(|class| class == Class::Double)
            && value.classes.all(|class| matches!(class, Class::Double | Class::Logical));
        let contents = match (&base.contents, classes.single()) {
            (_, Some(Class::Cell)) => {
                let (a, b) = (self.contents_of(&base), self.contents_of(&value));
                match (a, b) {
                    (Some(a), Some(b)) => {
                        let mut all = self.join_of(&a, &b);
                        if result != Some(shape) {
                            let hole = self.empty_value();
                            all = self.join_of(&all, &hole);
                        }
                        Some(Contents::Every(Rc::new(all)))
                    }
                    _ => None,
                }
            }
            _ => None,
        };
        AbstractValue {
            classes,
            complex: if exact { complex } else { AbstractValue::new(classes, None).complex },
            shape: result,
            value: if exact && complex == Truth::No { numbers } else { ValueFact::Any },
            contents,
        }
    }

    pub(crate) fn contents_of(&mut self, value: &AbstractValue) -> Option<AbstractValue> {
        if let Some(Contents::Every(every)) = &value.contents {
            return Some((**every).clone());
        }
        let elements = value.elements(&mut self.algebra)?;
        self.every_of(&elements)
    }

    pub(crate) fn stored_linear(
        &mut self,
        shape: ShapeId,
        subscript: &AbstractValue,
        value: &AbstractValue,
        span: Span,
    ) -> Option<ShapeId> {
        match self.selects(subscript) {
            Selects::All => {
                // Everything is replaced.
                let count = self.algebra.count(shape);
                self.counts_agree(count, value, span);
                let some =
                    self.facts.truth(&mut self.algebra, &Requirement::AtMost(Extents::ONE, count));
                let stays = some == Truth::Yes || self.options.dialect == Dialect::Octave;
                stays.then_some(shape)
            }
            Selects::Places { count, largest } => {
                self.counts_agree(count, value, span);
                if let Some(largest) = largest {
                    let total = self.algebra.count(shape);
                    let inside = Requirement::AtMost(largest, total);
                    if self.facts.truth(&mut self.algebra, &inside) == Truth::Yes {
                        return Some(shape);
                    }
                    let dialect = self.options.dialect;
                    let nothing = self
                        .facts
                        .truth(&mut self.algebra, &Requirement::Equal(count, Extents::ZERO));
                    if nothing == Truth::Yes {
                        return Some(shape);
                    }
                    let term = self.over_choices(shape, |algebra, shape| {
                        algebra.assign_linear(dialect, shape, largest)
                    });
                    if term == Algebra::ILLEGAL {
                        return self.never_fits(shape, span);
                    }
                    return Some(self.resolve(term));
                }
                // Places that are not known may lie beyond the end, unless a mask says
                // which: that reaches no further than it is long.
                let mask = subscript.classes == ClassSet::only(Class::Logical);
                if mask && let Some(mask) = subscript.shape {
                    let (reach, total) = (self.algebra.count(mask), self.algebra.count(shape));
                    if self.facts.truth(&mut self.algebra, &Requirement::AtMost(reach, total))
                        == Truth::Yes
                    {
                        return Some(shape);
                    }
                }
                let bounded = self.reach_within(subscript, shape, None);
                if bounded { Some(shape) } else { self.grown(shape) }
            }
            Selects::Unknown => self.grown(shape),
        }
    }

    /// An assignment to an array that surely fails: the path ends.
    pub(crate) fn never_fits(&mut self, shape: ShapeId, span: Span) -> Option<ShapeId> {
        let kind = CheckKind::Growth;
        let check = self.new_check(kind, &[shape], Requirement::False, Truth::No, span);
        self.refuse(Check { verdict: Truth::No, ..check });
        None
    }

    /// The shape of a matrix that may have grown along itself: a vector stays one, what is no
    /// vector cannot grow, and an empty one becomes a row (`x = zeros (0, 3); x(2) = 1` is 1x2).
    pub(crate) fn grown(&mut self, shape: ShapeId) -> Option<ShapeId> {
        let tuple = self.algebra.as_tuple(shape)?;
        let [rows, columns] = tuple[..] else { return None };
        let is = |this: &mut Self, extent: ExtentId, value: ExtentId| {
            this.facts.truth(&mut this.algebra, &Requirement::Equal(extent, value))
        };
        let at_least = |this: &mut Self, extent: ExtentId| {
            let interval = this.facts.interval(this.algebra.extents_mut(), extent);
            this.fresh("grown", Interval::at_least(interval.low().unwrap_or(0).max(0)))
        };
        let row = is(self, rows, Extents::ONE);
        let column = is(self, columns, Extents::ONE);
        let some_rows = is(self, rows, Extents::ZERO) == Truth::No;
        let (rows, columns) = match (row, column) {
            (Truth::Yes, _) => (Extents::ONE, at_least(self, columns)),
            (Truth::No, Truth::Yes) if some_rows => (at_least(self, rows), Extents::ONE),
            (Truth::No, Truth::No) if some_rows => return Some(shape),
            _ if some_rows => (at_least(self, rows), at_least(self, columns)),
            _ => (at_least(self, rows), self.fresh("grown", Interval::EXTENT)),
        };
        Some(self.algebra.tuple([rows, columns]))
    }

    /// Whether every place that a subscript may name lies within an array.
    pub(crate) fn reach_within(
        &mut self,
        subscript: &AbstractValue,
        shape: ShapeId,
        axis: Option<u32>,
    ) -> bool {
        let extent = match axis {
            None => self.algebra.count(shape),
            Some(axis) => self.algebra.extent(shape, axis),
        };
        // A mask says which by its places, not by its elements.
        if subscript.classes.contains(Class::Logical) {
            return false;
        }
        if self.ramp_within(subscript, extent) {
            return true;
        }
        if let ValueFact::Between(_, high) = subscript.value {
            return self.facts.truth(&mut self.algebra, &Requirement::AtMost(high, extent))
                == Truth::Yes;
        }
        let Some(bounds) = self.bounds(subscript) else { return false };
        let interval = self.facts.interval(self.algebra.extents_mut(), extent);
        interval.low().is_some_and(|low| bounds.high <= low as f64)
    }

    pub(crate) fn stored_many(
        &mut self,
        shape: ShapeId,
        subscripts: &[AbstractValue],
        value: &AbstractValue,
        span: Span,
    ) -> Option<ShapeId> {
        let fits = self.sizes_agree(shape, subscripts, value, span);
        if !self.alive() {
            return None;
        }
        let bounds = match self.assigned_bounds(subscripts, value) {
            Some(bounds) => bounds,
            None => {
                // Unknown places; perhaps they cannot lie outside.
                let mut known: Vec<Bound<ExtentId>> = Vec::new();
                for (position, subscript) in subscripts.iter().enumerate() {
                    let axis = u32::try_from(position).unwrap_or(u32::MAX);
                    match self.selects(subscript) {
                        Selects::All => {
                            // What it fills in an empty array is not known.
                            let extent = self.fresh("filled", Interval::EXTENT);
                            known.push(Bound::Colon(extent));
                        }
                        Selects::Places { largest: Some(largest), .. } => {
                            known.push(Bound::UpTo(largest));
                        }
                        Selects::Places { largest: None, .. } | Selects::Unknown => {
                            let extent = self.algebra.extent(shape, axis);
                            let mask = subscript.classes == ClassSet::only(Class::Logical)
                                && subscript.shape.is_some_and(|mask| {
                                    let reach = self.algebra.count(mask);
                                    self.facts.truth(
                                        &mut self.algebra,
                                        &Requirement::AtMost(reach, extent),
                                    ) == Truth::Yes
                                });
                            if mask || self.reach_within(subscript, shape, Some(axis)) {
                                known.push(Bound::UpTo(extent));
                            } else {
                                let low = self.facts.interval(self.algebra.extents_mut(), extent);
                                let grown = self.fresh(
                                    "grown",
                                    Interval::at_least(low.low().unwrap_or(0).max(0)),
                                );
                                known.push(Bound::UpTo(grown));
                            }
                        }
                    }
                }
                known
            }
        };
        // What is known to lie inside reaches no further than the array. (But an array
        // that is 0x0 has an extent of 1 along the other axes, and gets one of 0 where no
        // place is named.)
        let mut bounds = bounds;
        for (axis, bound) in bounds.iter_mut().enumerate() {
            if let Bound::UpTo(reach) = bound {
                let some = Requirement::AtMost(Extents::ONE, *reach);
                if axis >= 2 && self.facts.truth(&mut self.algebra, &some) != Truth::Yes {
                    continue;
                }
                let axis = u32::try_from(axis).unwrap_or(u32::MAX);
                let extent = self.algebra.extent(shape, axis);
                let inside = Requirement::AtMost(*reach, extent);
                if self.facts.truth(&mut self.algebra, &inside) == Truth::Yes {
                    *reach = extent;
                }
            }
        }
        let term = self.over_choices(shape, |algebra, shape| algebra.assign_many(shape, &bounds));
        // Where no place is named, or there is nothing to store, the array may stay as
        // it is, and may grow.
        let mut some = vec![];
        for subscript in subscripts {
            match self.selects(subscript) {
                Selects::Places { count, .. } => some.push(count),
                Selects::All => {}
                Selects::Unknown => some.push(Extents::ZERO),
            }
        }
        if let Some(stored) = value.shape {
            some.push(self.algebra.count(stored));
        } else {
            some.push(Extents::ZERO);
        }
        let stores = some.into_iter().all(|count| {
            let some = Requirement::AtMost(Extents::ONE, count);
            self.facts.truth(&mut self.algebra, &some) == Truth::Yes
        });
        if term == Algebra::ILLEGAL {
            // Nothing may be stored anywhere, and what becomes of the array then depends.
            return if stores { self.never_fits(shape, span) } else { None };
        }
        let resolved = self.resolve(term);
        // What has not grown is written as it was.
        let resolved = if self.resolve(shape) == resolved { shape } else { resolved };
        if stores || fits == Truth::Yes {
            return Some(resolved);
        }
        if subscripts.len() > 2 {
            // An empty array may lose dimensions, too.
            return None;
        }
        Some(
            Joiner::new(&mut self.algebra, Mode::Join, &|_| None, &|_| None)
                .of("array")
                .shape(shape, resolved),
        )
    }
}
