//! Deletion: `x(…) = []`.

use std::rc::Rc;

use formwork_domain::{AbstractValue, ClassSet, Contents, ValueFact, union_as};
use formwork_hir::SlotId;
use formwork_hir::body::{Body, Link};
use formwork_runtime::{Class, Value, index};
use formwork_shape::Truth;
use formwork_shape::extent::{Extents, Interval};
use formwork_shape::facts::Requirement;
use formwork_shape::shape::{Algebra, ShapeId};
use formwork_syntax::Span;

use crate::engine::Analyst;
use crate::expr::index::Selects;
use crate::report::failure::FailureKind;
use crate::report::record::DefinitionKind;

impl Analyst<'_> {
    /// `variable…(subscripts…) = []`
    pub(crate) fn delete(
        &mut self,
        body: &Rc<Body>,
        slot: SlotId,
        before: &[Link],
        last: &formwork_hir::body::Arguments,
        span: Span,
    ) {
        let held = self.frame().held(slot);
        let value = match held.defined {
            Truth::No => self.object_of(None, last.has_end),
            Truth::Yes => self.variable(slot),
            Truth::Maybe => {
                // The subscripts may be the first to read it.
                let set = (*held.value).clone();
                let unset = self.object_of(None, last.has_end);
                let name = self.frame().name(slot);
                union_as(&mut self.algebra, &name, &set, &unset)
            }
        };
        if !self.alive() {
            return;
        }
        if !before.is_empty() {
            self.walk_arguments(body, before);
            self.subscripts(body, last, &AbstractValue::unknown());
            self.forget(slot, Truth::Yes);
            return;
        }
        let Some(subscripts) = self.subscripts(body, last, &value) else {
            self.forget(slot, Truth::Yes);
            return;
        };
        if value.classes.contains(Class::Map) {
            // There it is a key that is given a value.
            let left =
                AbstractValue { shape: None, value: ValueFact::Any, contents: None, ..value };
            self.define(slot, left, span, DefinitionKind::Assign);
            return;
        }
        let constants: Option<Vec<Value>> =
            subscripts.iter().map(|value| value.constant().cloned()).collect();
        if let (Some(constants), Some(old)) = (constants, value.constant()) {
            let mut left = old.clone();
            match index::delete(&mut left, &constants) {
                Ok(()) => {
                    let left = AbstractValue::of(&left, &mut self.algebra);
                    self.define(slot, left, span, DefinitionKind::Assign);
                    self.pass(span);
                }
                Err(error) => {
                    let message = Some(error.message.clone());
                    self.fail(span, FailureKind::Deletion, &[&value], message);
                }
            }
            return;
        }
        if let Some(message) = self.deletion_refusal(&value, &subscripts) {
            self.fail(span, FailureKind::Deletion, &[&value], Some(message));
            return;
        }
        let shape = value.shape.and_then(|shape| self.deleted_shape(shape, &subscripts));
        let numbers = self.bounds(&value).map_or(ValueFact::Any, ValueFact::Within);
        let contents = self.contents_of(&value).map(|every| Contents::Every(Rc::new(every)));
        let left = AbstractValue {
            shape,
            value: if value.complex == Truth::No { numbers } else { ValueFact::Any },
            contents: if value.classes.single() == Some(Class::Cell) { contents } else { None },
            complex: if value.complex == Truth::No { Truth::No } else { Truth::Maybe },
            ..value
        };
        self.define(slot, left, span, DefinitionKind::Assign);
        self.pass(span);
    }

    /// Why nothing can be deleted there, as far as sizes tell.
    fn deletion_refusal(
        &mut self,
        value: &AbstractValue,
        subscripts: &[AbstractValue],
    ) -> Option<String> {
        let size = value.size(&self.algebra)?;
        let constants: Vec<Value> =
            subscripts.iter().map(|value| value.constant().cloned()).collect::<Option<_>>()?;
        if size.count() > 1 << 16 {
            return None;
        }
        let dims = formwork_domain::dims_of(&size);
        let mut probe = Value::Bool(formwork_runtime::Array::filled(dims, false));
        let error = index::delete(&mut probe, &constants).err()?;
        (error.kind == formwork_runtime::ErrorKind::Catchable).then(|| error.message.clone())
    }

    /// An array of one element whose place is named more than once is left as 0x1.
    fn with_only_element_repeated(
        &mut self,
        term: ShapeId,
        shape: ShapeId,
        repeats: bool,
    ) -> ShapeId {
        let count = self.algebra.count(shape);
        let one = Requirement::Equal(count, Extents::ONE);
        if !repeats
            || term == Algebra::ILLEGAL
            || self.facts.truth(&mut self.algebra, &one) == Truth::No
        {
            return term;
        }
        let nothing = self.algebra.tuple([Extents::ZERO, Extents::ONE]);
        let selector = self.algebra.selector("the only element is named twice");
        self.algebra.select(selector, term, nothing)
    }

    fn deleted_shape(&mut self, shape: ShapeId, subscripts: &[AbstractValue]) -> Option<ShapeId> {
        let dialect = self.options.dialect;
        let mut chosen = Vec::new();
        let mut repeats = false;
        for subscript in subscripts {
            chosen.push(match self.selects(subscript) {
                Selects::All => None,
                Selects::Places { count, .. } => {
                    // A place named twice is deleted once.
                    let single = subscript.is_scalar()
                        || matches!(subscript.value, ValueFact::Ramp { .. })
                        || subscript.classes == ClassSet::only(Class::Logical);
                    repeats |= !single;
                    Some(if single {
                        count
                    } else {
                        let bounds = self.facts.interval(self.algebra.extents_mut(), count);
                        let most = bounds.high().and_then(|high| Interval::new(0, high));
                        self.fresh("deleted", most.unwrap_or(Interval::EXTENT))
                    })
                }
                Selects::Unknown => return None,
            });
        }
        let term = match chosen[..] {
            [Some(count)] => {
                // A mask that is true nowhere, or a ramp of nothing, deletes nothing.
                let term = self.over_choices(shape, |algebra, shape| {
                    algebra.delete_linear(dialect, shape, count)
                });
                self.with_only_element_repeated(term, shape, repeats)
            }
            [None] => return None,
            _ => {
                let mut axes = chosen.iter().enumerate().filter(|(_, count)| count.is_some());
                let (axis, count) = axes.next()?;
                if axes.next().is_some() {
                    return None;
                }
                let (axis, count) = (u32::try_from(axis).ok()?, (*count)?);
                self.over_choices(shape, |algebra, shape| algebra.delete_slice(shape, axis, count))
            }
        };
        if term == Algebra::ILLEGAL {
            return None;
        }
        Some(self.resolve(term))
    }
}
