//! Storing into parts: what a variable is after `x.f = v`, `x{i} = v`, `x(i).f = v` and longer
//! chains of links, from the inside out.

use crate::engine::Analyst;
use crate::expr::Many;
use crate::report::failure::FailureKind;
use formwork_builtins::BuiltinId;
use formwork_domain::{AbstractValue, ClassSet, Contents, Fields, one_of_many};
use formwork_hir::body::{Body, Link};
use formwork_runtime::{Class, Value, index};
use formwork_shape::extent::Extents;
use formwork_shape::shape::Algebra;
use formwork_syntax::Span;
use std::rc::Rc;

impl Analyst<'_> {
    /// What a value is after something was stored in it.
    pub(crate) fn replaced(
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
            return match old {
                Some(map) if map.classes.contains(Class::Map) => self.map_as_it_is(&map),
                Some(exception) => exception,
                None => AbstractValue::unknown(),
            };
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
                    // `s{k} = v` of strings is `s(k) = v`.
                    (true, _) if old.as_ref().is_some_and(|old| self.may_be_strings(old)) => {
                        return self.stored(old.as_ref(), subscripts.as_deref(), &value, span);
                    }
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
                if old.as_ref().is_some_and(|old| old.classes.may_be_object()) {
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

    pub(crate) fn empty_value(&mut self) -> AbstractValue {
        AbstractValue::of(&Value::empty(), &mut self.algebra)
    }

    pub(crate) fn inner_cell(
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
    pub(crate) fn with_some_field(&mut self, old: Option<&AbstractValue>) -> AbstractValue {
        let classes = ClassSet::only(Class::Struct);
        let Some(old) = old else { return AbstractValue::new(classes, Some(Algebra::SCALAR)) };
        if old.classes.may_be_object() {
            return self.struct_or_object(None);
        }
        // It succeeds for one struct, and for `[]`, which becomes one.
        let shape = match old.size(&self.algebra).map(|size| size.count()) {
            Some(0) | None => Algebra::SCALAR,
            Some(_) => return AbstractValue::new(classes, old.shape),
        };
        AbstractValue::new(classes, Some(shape))
    }

    /// What something of which nothing was known is after a field of it was set: that succeeds
    /// only for one struct, for `[]`, which becomes one, and for objects. How large those call
    /// themselves they decide themselves.
    fn struct_or_object(&mut self, field: Option<&str>) -> AbstractValue {
        let own = self.objects_take(field);
        let classes = ClassSet::only(Class::Struct);
        let seen = own || !self.options.returning || self.sees_own_fields();
        let classes = if seen { classes.union(ClassSet::OBJECTS) } else { classes };
        let shape = (!(own && self.objects_have_sizes())).then_some(Algebra::SCALAR);
        AbstractValue::new(classes, shape)
    }

    /// Whether a class in sight may have objects to which such a field can be assigned.
    fn objects_take(&mut self, field: Option<&str>) -> bool {
        self.objects_have(BuiltinId::Subsasgn) || field.is_none_or(|name| self.may_be_member(name))
    }

    pub(crate) fn replaced_field(
        &mut self,
        body: &Rc<Body>,
        old: Option<AbstractValue>,
        name: &Rc<str>,
        rest: &[Link],
        value: AbstractValue,
        span: Span,
    ) -> AbstractValue {
        if let Some(old) = &old
            && old.classes.may_be_object()
            && self.objects_take(Some(name))
        {
            self.walk_arguments(body, rest);
            return self.struct_or_object(Some(name));
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
            // Of what may be anything it succeeds for one struct or object alone.
            Some(old) if old.classes.may_be_object() => {
                let known = old.fields(&mut self.algebra).filter(|_| old.is_scalar());
                let open = Fields { known: Vec::new(), open: true };
                (Some(Algebra::SCALAR), known.map_or(open, |fields| (*fields).clone()))
            }
            Some(old) => {
                let known = old.fields(&mut self.algebra).map(|fields| (*fields).clone());
                let certain = old.classes.single() == Some(Class::Struct);
                // It succeeds for one struct, and for `[]`, which becomes one.
                let refused = old.size(&self.algebra).is_some_and(|size| size.count() > 1);
                // In MATLAB a struct array without elements becomes one, too.
                if certain
                    && !refused
                    && !self.may_run_in_matlab()
                    && let Some(shape) = old.shape
                {
                    self.facts.assume_scalar(&mut self.algebra, shape);
                }
                let shape = if certain && refused { old.shape } else { Some(Algebra::SCALAR) };
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
        if old.as_ref().is_some_and(|old| old.classes.may_be_object()) {
            // What may be an object stays one.
            let mut after = self.struct_or_object(Some(name));
            after.contents = after.is_scalar().then(|| Contents::Fields(Rc::new(fields)));
            return after;
        }
        AbstractValue {
            contents: Some(Contents::Fields(Rc::new(fields))),
            ..AbstractValue::new(classes, shape)
        }
    }

    /// `old{subscripts…} = element`
    pub(crate) fn stored_cell(
        &mut self,
        old: Option<&AbstractValue>,
        subscripts: Option<&[AbstractValue]>,
        element: AbstractValue,
        span: Span,
    ) -> AbstractValue {
        if old.is_some_and(|old| old.classes.may_be_object()) {
            // An object decides what becomes of it.
            let own = self.objects_have(BuiltinId::Subsasgn);
            if own || !self.options.returning {
                return AbstractValue::unknown();
            }
        }
        if let Some(old) = old
            && self.takes_no_cells(old)
        {
            self.fail(span, FailureKind::Brace, &[old], None);
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

    pub(crate) fn store_element(
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
}
