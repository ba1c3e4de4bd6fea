//! Assignments to variables and to places in them.

use std::rc::Rc;

use formwork_domain::{
    AbstractValue, ClassSet, Contents, Fields, Joiner, Mode, ValueFact, one_of_many,
};
use formwork_hir::SlotId;
use formwork_hir::body::{Assign, Body, Link, Target};
use formwork_runtime::{Class, Value, index};
use formwork_shape::Truth;
use formwork_shape::concrete::Bound;
use formwork_shape::extent::{ExtentId, Extents, Interval};
use formwork_shape::facts::Requirement;
use formwork_shape::shape::{Algebra, ShapeId};
use formwork_syntax::Span;
use rustc_hash::FxHashMap;

use crate::call::is_double_quoted;
use crate::engine::Analyst;
use crate::expr::Many;
use crate::expr::index::Selects;
use crate::place::storing::Store;
use crate::report::failure::FailureKind;
use crate::report::record::{Check, CheckKind, DefinitionKind};
use crate::state::frame::Slot;

impl Analyst<'_> {
    pub(crate) fn assign(&mut self, body: &Rc<Body>, assign: &Assign, span: Span) {
        if !self.alive() {
            return;
        }
        if !self.frame().exposed.is_empty() {
            self.walk_subscripts(body, &assign.targets); // They are evaluated before the value.
        }
        if let (Some(op), [target]) = (assign.op, &assign.targets[..]) {
            let unset = matches!(target, Target::Place { slot, .. }
                if self.frame().slot(*slot).defined != Truth::Yes);
            if unset {
                self.risk(span);
            }
            let old = self.read_target(body, target);
            let value = self.value(body, assign.value);
            let result = self.binary(op, old, value, span);
            if self.tracing() {
                self.frame_mut().scene.stored = Some(result.clone());
            }
            self.pass(span);
            self.store(body, target, result);
            return;
        }
        if assign.deletes
            && let [Target::Place { slot, links, span }] = &assign.targets[..]
            && let Some((Link::Paren(last), before)) = links.split_last()
        {
            self.value(body, assign.value);
            self.delete(body, *slot, before, last, *span);
            return;
        }
        if let ([target], false) = (&assign.targets[..], assign.bracketed) {
            let value = match self.values(body, assign.value, 1) {
                Many::Known(values) => values.into_iter().next(),
                Many::Open => Some(AbstractValue::unknown()),
            };
            match value {
                Some(value) => {
                    self.frame_mut().values.insert(assign.value, value.clone());
                    let string = self.may_run_in_matlab() && is_double_quoted(&value);
                    let value = if string { AbstractValue::unknown() } else { value };
                    self.store(body, target, value);
                }
                None => self.fail(body.exprs[assign.value].span, FailureKind::NoValue, &[], None),
            }
            return;
        }
        let wanted = assign.targets.len();
        let spread = assign.targets.iter().any(|target| match target {
            Target::Place { links, .. } => links.iter().any(|link| {
                matches!(link, Link::Brace(_))
                    || matches!(link, Link::Field(_) | Link::DynamicField(_))
            }),
            Target::Ignored => false,
        });
        // A place that stands for several values takes several; how many is not known
        // unless all of them are plain.
        if spread && assign.targets.iter().any(|target| self.may_be_several(body, target)) {
            let count = self.count_of_list(body, &assign.targets);
            match count {
                Some(count) => {
                    self.values(body, assign.value, count);
                }
                None => self.call_for_any(body, assign.value),
            }
            // Asked for another number of values the call may succeed.
            self.frame_mut().alive = true;
            self.forget_exposed();
            for target in &assign.targets {
                if let Target::Place { slot, span, .. } = target {
                    let value = AbstractValue::unknown();
                    self.define(*slot, value, *span, DefinitionKind::Assign);
                }
            }
            return;
        }
        let values = self.values(body, assign.value, wanted);
        if !self.alive() {
            return;
        }
        if let (Many::Known(values), true) = (&values, self.tracing()) {
            self.frame_mut().scene.lists.insert(assign.value, values.to_vec());
        }
        for (place, target) in assign.targets.iter().enumerate() {
            let value = match &values {
                Many::Known(values) => match values.get(place) {
                    Some(value) => value.clone(),
                    None => {
                        if !matches!(target, Target::Ignored) {
                            let at = body.exprs[assign.value].span;
                            self.fail(at, FailureKind::NoValue, &[], None);
                            return;
                        }
                        continue;
                    }
                },
                Many::Open => AbstractValue::unknown(),
            };
            self.store(body, target, value);
        }
    }

    fn read_target(&mut self, body: &Rc<Body>, target: &Target) -> AbstractValue {
        let Target::Place { slot, links, span } = target else { return AbstractValue::unknown() };
        let value = self.variable(*slot);
        match self.follow(body, value, links, 1, (None, *span)) {
            Many::Known(values) => values.into_iter().next().unwrap_or_else(AbstractValue::unknown),
            Many::Open => AbstractValue::unknown(),
        }
    }

    /// Stores a value in a target.
    pub(crate) fn store(&mut self, body: &Rc<Body>, target: &Target, value: AbstractValue) {
        let Target::Place { slot, links, span } = target else { return };
        if !self.alive() {
            return;
        }
        let value = if links.is_empty() {
            value
        } else {
            if self.frame().inherits && self.frame().slot(*slot).defined == Truth::No {
                // Its subscripts may be the first to read it.
                let fork = self.fork();
                self.walk_arguments(body, links);
                self.leave(fork);
            }
            let state = self.frame().held(*slot);
            self.note_read(&state.value);
            let old = match state.defined {
                // Nobody gets hold of it.
                Truth::Yes if self.is_parser(*slot) => Some((*state.value).clone()),
                Truth::Yes => Some(self.variable(*slot)),
                Truth::No => None,
                Truth::Maybe => {
                    // Either nothing or what it is: a case that fails did not happen.
                    let old = (*state.value).clone();
                    let mut cases = Vec::new();
                    let mut effects = Vec::new();
                    for case in [Some(old), None] {
                        let fork = self.fork();
                        let stored = self.replaced(body, case, links, value.clone(), *span);
                        if self.alive() {
                            self.escape_lost(&[&state.value, &value], &[&stored]);
                            cases.push(stored);
                            effects.push(self.frame().changed_since(fork.mark));
                        }
                        self.leave(fork);
                    }
                    self.set_by_subscripts(&effects);
                    let Some(first) = cases.first().cloned() else {
                        self.frame_mut().alive = false;
                        return;
                    };
                    let both = cases.iter().skip(1).fold(first, |all, one| self.join_of(&all, one));
                    // Whether there is an array to store in, nobody knows.
                    self.frame_mut().scene.exact.remove(span);
                    self.define(*slot, both, *span, DefinitionKind::Assign);
                    self.pass(*span);
                    return;
                }
            };
            let before = [old.clone(), Some(value.clone())];
            let after = self.replaced(body, old, links, value, *span);
            let before: Vec<&AbstractValue> = before.iter().flatten().collect();
            self.escape_lost(&before, &[&after]);
            after
        };
        self.define(*slot, value, *span, DefinitionKind::Assign);
        self.pass(*span);
    }

    /// Sets what subscripts assign to, as in `x(++k) = 1`, given what each case changed.
    fn set_by_subscripts(&mut self, cases: &[FxHashMap<SlotId, Slot>]) {
        let mut slots: Vec<SlotId> = cases.iter().flat_map(FxHashMap::keys).copied().collect();
        slots.sort_unstable();
        slots.dedup();
        for slot in slots {
            let now = self.frame().slot(slot).clone();
            let met = cases
                .iter()
                .map(|changed| changed.get(&slot).unwrap_or(&now).clone())
                .reduce(|a, b| Slot {
                    value: self.join_of(&a.value, &b.value).into(),
                    defined: if a.defined == b.defined { a.defined } else { Truth::Maybe },
                });
            if let Some(state) = met {
                self.frame_mut().set(slot, state);
            }
        }
    }

    /// What a value is after something was stored in it.
    fn replaced(
        &mut self,
        body: &Rc<Body>,
        old: Option<AbstractValue>,
        links: &[Link],
        value: AbstractValue,
        span: Span,
    ) -> AbstractValue {
        let [link, rest @ ..] = links else { return value };
        if let Some(parser) = old.as_ref().filter(|old| old.classes.single() == Some(Class::Parser))
        {
            self.walk_arguments(body, links);
            return self.parser_with_property(parser, links, value);
        }
        if old.as_ref().is_some_and(|old| {
            old.classes.contains(Class::Map) || old.classes.contains(Class::Exception)
        }) && old.as_ref().is_some_and(|old| old.classes.single().is_some())
        {
            self.walk_arguments(body, links);
            return old.unwrap_or_else(AbstractValue::unknown);
        }
        match link {
            Link::Field(name) => {
                let name = Rc::clone(name);
                self.replaced_field(body, old, &name, rest, value, span)
            }
            Link::DynamicField(id) => {
                let name = self.value(body, *id);
                match name.text() {
                    Some(name) => self.replaced_field(body, old, &name.into(), rest, value, span),
                    None => {
                        self.walk_arguments(body, rest);
                        self.with_some_field(old.as_ref())
                    }
                }
            }
            Link::Brace(arguments) => {
                let object = self.object_of(old.as_ref(), arguments.has_end);
                let subscripts = self.subscripts(body, arguments, &object);
                if self.stores_nowhere(old.as_ref(), subscripts.as_deref(), span) {
                    self.walk_arguments(body, rest);
                    return AbstractValue::unknown();
                }
                let element = match (rest.is_empty(), &subscripts) {
                    (true, _) => value,
                    (false, Some(subscripts)) => {
                        let inner = self.inner_cell(&object, subscripts, span);
                        self.replaced(body, inner, rest, value, span)
                    }
                    (false, None) => {
                        self.walk_arguments(body, rest);
                        AbstractValue::unknown()
                    }
                };
                self.stored_cell(old.as_ref(), subscripts.as_deref(), element, span)
            }
            Link::Paren(arguments) => {
                let object = self.object_of(old.as_ref(), arguments.has_end);
                let subscripts = self.subscripts(body, arguments, &object);
                if self.stores_nowhere(old.as_ref(), subscripts.as_deref(), span) {
                    self.walk_arguments(body, rest);
                    return AbstractValue::unknown();
                }
                if rest.is_empty() {
                    return self.stored(old.as_ref(), subscripts.as_deref(), &value, span);
                }
                // `s(3).name = …`, `c(2){1} = …`
                self.walk_arguments(body, rest);
                if old.as_ref().is_some_and(|old| old.classes == ClassSet::ALL) {
                    // An object does with it what it likes.
                    return AbstractValue::unknown();
                }
                let classes = match rest.first() {
                    Some(Link::Brace(_)) => ClassSet::only(Class::Cell),
                    _ => ClassSet::only(Class::Struct),
                };
                let element = AbstractValue::new(classes, Some(Algebra::SCALAR));
                let stored = self.stored(
                    old.as_ref().filter(|old| old.classes.single() == classes.single()),
                    subscripts.as_deref(),
                    &element,
                    span,
                );
                let shape = match &old {
                    Some(old) if old.classes.single() != classes.single() => None,
                    _ => stored.shape,
                };
                AbstractValue { contents: None, ..AbstractValue::new(classes, shape) }
            }
        }
    }

    /// What the subscripts of an assignment speak of.
    pub(crate) fn object_of(
        &mut self,
        old: Option<&AbstractValue>,
        has_end: bool,
    ) -> AbstractValue {
        match old {
            Some(old) => old.clone(),
            None => {
                self.frame_mut().scene.loose_end |= has_end;
                self.empty_value()
            }
        }
    }

    fn empty_value(&mut self) -> AbstractValue {
        AbstractValue::of(&Value::empty(), &mut self.algebra)
    }

    fn inner_cell(
        &mut self,
        object: &AbstractValue,
        subscripts: &[AbstractValue],
        span: Span,
    ) -> Option<AbstractValue> {
        let constants: Option<Vec<Value>> =
            subscripts.iter().map(|value| value.constant().cloned()).collect();
        let inside = match (&constants, object.size(&self.algebra)) {
            (Some(constants), Some(size)) => {
                let dims = formwork_domain::dims_of(&size);
                let probe = Value::Bool(formwork_runtime::Array::filled(dims, false));
                Some(index::index(&probe, constants).is_ok())
            }
            _ => None,
        };
        match inside {
            Some(true) => match self.brace(object, Some(subscripts), span) {
                Many::Known(values) => values.into_iter().next(),
                Many::Open => Some(AbstractValue::unknown()),
            },
            // Beyond the end: nothing was there.
            Some(false) => None,
            None => Some(AbstractValue::unknown()),
        }
    }

    /// What becomes of a value of which a field was set that is not known by name.
    fn with_some_field(&self, old: Option<&AbstractValue>) -> AbstractValue {
        let classes = ClassSet::only(Class::Struct);
        let Some(old) = old else { return AbstractValue::new(classes, Some(Algebra::SCALAR)) };
        if old.classes == ClassSet::ALL {
            // An object, perhaps.
            return AbstractValue::unknown();
        }
        // What is empty becomes one struct.
        let shape = match old.size(&self.algebra).map(|size| size.count()) {
            Some(0) => Some(Algebra::SCALAR),
            Some(_) => old.shape,
            None => None,
        };
        AbstractValue::new(classes, shape)
    }

    fn replaced_field(
        &mut self,
        body: &Rc<Body>,
        old: Option<AbstractValue>,
        name: &Rc<str>,
        rest: &[Link],
        value: AbstractValue,
        span: Span,
    ) -> AbstractValue {
        if let Some(old) = &old
            && self.is_overloaded_operator(&[old])
        {
            // An object, perhaps.
            self.walk_arguments(body, rest);
            return AbstractValue::unknown();
        }
        if let Some(old) = &old
            && old.classes.contains(Class::Parser)
            && crate::call::parsers::SETTABLE.contains(&&**name)
        {
            // A parser stays one.
            self.walk_arguments(body, rest);
            return AbstractValue::new(ClassSet::of(&[Class::Struct, Class::Parser]), None);
        }
        // What is empty becomes a struct where more than the field is named.
        let empty = old.as_ref().and_then(|old| old.size(&self.algebra));
        let empty = empty.is_some_and(|size| size.count() == 0);
        if let Some(old) = &old
            && (rest.is_empty() || !empty)
            && self.takes_no_fields(old)
        {
            self.fail(span, FailureKind::Dot, &[old], None);
            return AbstractValue::unknown();
        }
        let classes = ClassSet::only(Class::Struct);
        let is_empty_array = |this: &Self, old: &AbstractValue| {
            old.size(&this.algebra).is_some_and(|size| size.count() == 0)
                && !old.classes.contains(Class::Struct)
        };
        // Of arrays without elements, only `[]` becomes a struct in any case.
        let sure = old.as_ref().is_none_or(|old| match old.constant() {
            Some(Value::Double(array)) => array.dims().is_zero_by_zero(),
            _ => old.classes.single() == Some(Class::Struct),
        });
        if !sure {
            self.risk(span);
        }
        let (shape, mut fields) = match &old {
            None => (Some(Algebra::SCALAR), Fields::default()),
            Some(old) if is_empty_array(self, old) => (Some(Algebra::SCALAR), Fields::default()),
            Some(old) => {
                let known = old.fields(&mut self.algebra).map(|fields| (*fields).clone());
                let certain = old.classes.single() == Some(Class::Struct);
                let shape = if certain { old.shape } else { None };
                let fields =
                    known.filter(|_| certain).unwrap_or(Fields { known: Vec::new(), open: true });
                (shape, fields)
            }
        };
        let scalar = shape == Some(Algebra::SCALAR);
        let inner = if rest.is_empty() {
            value
        } else {
            let inner = match fields.get(name) {
                Some(value) => Some(value.clone()),
                None if fields.open => Some(AbstractValue::unknown()),
                None => None,
            };
            let inner = inner
                .map(|value| if scalar { value } else { one_of_many(&mut self.algebra, &value) });
            // A field that is 0x0 becomes what is stored in it, of whatever class.
            let none = |size: formwork_shape::concrete::ConcreteShape| {
                size.is_matrix() && size.extent(0) == 0 && size.extent(1) == 0
            };
            match inner {
                Some(old) if matches!(rest, [Link::Paren(_)]) => {
                    match old.size(&self.algebra).map(none) {
                        Some(true) => self.replaced(body, None, rest, value, span),
                        Some(false) => self.replaced(body, Some(old), rest, value, span),
                        None => {
                            let classes = value.classes;
                            let stored = self.replaced(body, Some(old), rest, value, span);
                            if classes == stored.classes {
                                stored
                            } else {
                                AbstractValue::unknown()
                            }
                        }
                    }
                }
                inner => self.replaced(body, inner, rest, value, span),
            }
        };
        if scalar {
            fields.set(name, inner);
        } else {
            // One of several elements may have been meant.
            fields = Fields { known: Vec::new(), open: true };
        }
        if scalar && sure {
            return self.struct_of(fields);
        }
        // What nothing is known of may be an object, and stays one.
        let unknown = old.as_ref().is_some_and(|old| old.classes == ClassSet::ALL);
        if unknown {
            return AbstractValue::unknown();
        }
        AbstractValue {
            contents: Some(Contents::Fields(Rc::new(fields))),
            ..AbstractValue::new(classes, shape)
        }
    }

    /// `old{subscripts…} = element`
    fn stored_cell(
        &mut self,
        old: Option<&AbstractValue>,
        subscripts: Option<&[AbstractValue]>,
        element: AbstractValue,
        span: Span,
    ) -> AbstractValue {
        if old.is_some_and(|old| old.classes == ClassSet::ALL) {
            // An object decides what becomes of it.
            return AbstractValue::unknown();
        }
        let class = ClassSet::only(Class::Cell);
        let is_cell = old.is_some_and(|old| old.classes == class);
        let is_empty =
            old.is_none_or(|old| old.size(&self.algebra).is_some_and(|size| size.count() == 0));
        let base = match old {
            Some(old) if is_cell => old.clone(),
            _ => {
                // Whatever empty array it was, a cell array begins without elements.
                let shape = is_empty.then(|| self.algebra.tuple([Extents::ZERO, Extents::ZERO]));
                let contents = is_empty.then(|| Contents::Elements(Rc::new([])));
                AbstractValue { contents, ..AbstractValue::new(class, shape) }
            }
        };
        let Some(subscripts) = subscripts else {
            return AbstractValue::new(class, None);
        };
        if is_cell && self.names_several(&base, subscripts) {
            self.fail(span, FailureKind::Brace, &[&base], None);
            return AbstractValue::unknown();
        }
        // Element by element, where everything is known.
        let constants: Option<Vec<Value>> =
            subscripts.iter().map(|value| value.constant().cloned()).collect();
        if let (Some(constants), Some(elements), Some(size)) =
            (constants, base.elements(&mut self.algebra), base.size(&self.algebra))
            && let Some(stored) = self.store_element(&elements, &size, &constants, &element)
        {
            return stored;
        }
        let one = AbstractValue::new(class, Some(Algebra::SCALAR));
        let stored = self.stored(Some(&base), Some(subscripts), &one, span);
        // Holes that growth leaves are `[]`.
        let every = match (&base.contents, base.elements(&mut self.algebra)) {
            (Some(Contents::Every(every)), _) => Some(Some((**every).clone())),
            (_, Some(elements)) => Some(self.every_of(&elements)),
            _ => None,
        };
        let contents = every.map(|every| {
            let hole = self.empty_value();
            let mut all = match every {
                Some(every) => self.join_of(&every, &element),
                None => element.clone(),
            };
            if stored.shape != base.shape {
                all = self.join_of(&all, &hole);
            }
            Contents::Every(Rc::new(all))
        });
        AbstractValue { contents, ..AbstractValue::new(class, stored.shape) }
    }

    fn store_element(
        &mut self,
        elements: &[AbstractValue],
        size: &formwork_shape::concrete::ConcreteShape,
        constants: &[Value],
        element: &AbstractValue,
    ) -> Option<AbstractValue> {
        let dims = formwork_domain::dims_of(size);
        let mut places = Value::Double(formwork_runtime::Array::new(
            dims,
            (1..=elements.len()).map(|place| place as f64).collect(),
        ));
        index::assign(&mut places, constants, Value::double(-1.0)).ok()?;
        if places.numel() > Contents::BUDGET {
            return None;
        }
        let numbers = places.to_f64_array()?.into_owned();
        // One element was meant.
        if numbers.as_slice().iter().filter(|&&number| number < 0.0).count() != 1 {
            return None;
        }
        let hole = self.empty_value();
        let stored: Vec<AbstractValue> = numbers
            .as_slice()
            .iter()
            .map(|&number| {
                if number < 0.0 {
                    element.clone()
                } else if number == 0.0 {
                    hole.clone()
                } else {
                    elements
                        .get(number as usize - 1)
                        .cloned()
                        .unwrap_or_else(AbstractValue::unknown)
                }
            })
            .collect();
        let shape = self.algebra.literal(&formwork_domain::concrete_shape(&places.dims()));
        Some(AbstractValue {
            contents: Some(Contents::Elements(stored.into())),
            ..AbstractValue::new(ClassSet::only(Class::Cell), Some(shape))
        })
    }

    /// `old(subscripts…) = value`
    fn stored(
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
        let Some(subscripts) = subscripts else {
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
        let exact = classes.iter().all(|class| class == Class::Double)
            && value.classes.iter().all(|class| matches!(class, Class::Double | Class::Logical));
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

    fn stored_linear(
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
                (some == Truth::Yes).then_some(shape)
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
    fn never_fits(&mut self, shape: ShapeId, span: Span) -> Option<ShapeId> {
        let kind = CheckKind::Growth;
        let check = self.new_check(kind, &[shape], Requirement::False, Truth::No, span);
        self.refuse(Check { verdict: Truth::No, ..check });
        None
    }

    /// The shape of an array that may have grown along itself: a vector stays one.
    fn grown(&mut self, shape: ShapeId) -> Option<ShapeId> {
        let tuple = self.algebra.as_tuple(shape)?;
        let [rows, columns] = tuple[..] else { return None };
        let one = |this: &Self, extent| this.algebra.extents().is_one(extent);
        let at_least = |this: &mut Self, extent: ExtentId| {
            let interval = this.facts.interval(this.algebra.extents_mut(), extent);
            this.fresh("grown", Interval::at_least(interval.low().unwrap_or(0).max(0)))
        };
        match (one(self, rows), one(self, columns)) {
            (Truth::Yes, Truth::No) => {
                let columns = at_least(self, columns);
                Some(self.algebra.tuple([Extents::ONE, columns]))
            }
            (Truth::No, Truth::Yes) if self.algebra.extents().is_zero(rows) == Truth::No => {
                let rows = at_least(self, rows);
                Some(self.algebra.tuple([rows, Extents::ONE]))
            }
            _ => None,
        }
    }

    /// Whether every place that a subscript may name lies within an array.
    fn reach_within(
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
        if let ValueFact::Between(_, high) = subscript.value {
            return self.facts.truth(&mut self.algebra, &Requirement::AtMost(high, extent))
                == Truth::Yes;
        }
        let Some(bounds) = self.bounds(subscript) else { return false };
        let interval = self.facts.interval(self.algebra.extents_mut(), extent);
        interval.low().is_some_and(|low| bounds.high <= low as f64)
    }

    fn stored_many(
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
