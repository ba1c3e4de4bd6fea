//! What reading a part teaches of what little is known of: `x.f`, `x{k}`, `x(:, k)`.
//!
//! First, some terminology. A read of `x.f` that succeeded *teaches* that `x` has something behind
//! a dot: a struct, an object, a map. Where one value was wanted, as in `x.f + 1` or `x.f.g`, it
//! teaches that `x` is one struct. Its field is *remembered*: the same field read again is the
//! same value, until something is stored in `x`.
//!
//! The field of a parameter that is never assigned to has a name of its own, like a parameter:
//!
//! ```text
//! function y = f (opts)     opts : struct or object … 1x1
//!   n = opts.size;          opts.size : any shape(opts.size)    n : any shape(opts.size)
//!   y = zeros (n, 1);
//! ```
//!
//! Objects may give something else each time: where a class in sight has a member of that name,
//! nothing is remembered of what may be an object.

use std::rc::Rc;

use formwork_builtins::classes_with_member;
use formwork_domain::{AbstractValue, ClassSet, Contents, Fields, ValueFact};
use formwork_hir::SlotId;
use formwork_hir::body::{Access, Body, ExprId, ExprKind, Link, Root};
use formwork_hir::query::assigned_anywhere;
use formwork_runtime::Class;
use formwork_shape::shape::{Algebra, Node, VariableKind};
use formwork_shape::{Dialect, Truth};
use formwork_syntax::Span;

use crate::engine::Analyst;
use crate::report::record::{Definition, DefinitionKind};

/// The first bit of the keys of definitions that are fields of parameters.
const FIELD_KEY: u32 = 1 << 31;

/// Who reads fields.
#[derive(Clone, Copy)]
struct Reader {
    /// Where the function begins, if what is read is a parameter that nothing assigns to.
    parameter: Option<Span>,
    /// Whether one value is wanted.
    one: bool,
}

/// The name that a link is, if it is one.
fn field_name(link: &Link) -> Option<&Rc<str>> {
    match link {
        Link::Field(name) => Some(name),
        Link::DynamicField(_) | Link::Paren(_) | Link::Brace(_) => None,
    }
}

impl Analyst<'_> {
    /// A variable whose fields are read: what the read teaches of it, as it is from here on.
    pub(crate) fn dotted(
        &mut self,
        body: &Rc<Body>,
        slot: SlotId,
        value: AbstractValue,
        links: &[Link],
    ) -> AbstractValue {
        let Some(first) = links.first().filter(|_| self.alive()) else { return value };
        if !matches!(first, Link::Field(_)) {
            let classes = self.classes_behind(body, value.classes, first);
            if classes == value.classes {
                return value;
            }
            let value = AbstractValue { classes, ..value };
            self.refine(slot, value.clone());
            return value;
        }
        if value.constant().is_some() {
            return value;
        }
        let parameter = self.is_constant_parameter(body, slot);
        let name = self.frame().name(slot);
        let reader = Reader { parameter: parameter.then_some(body.span), one: false };
        let after = self.with_fields(&value, links, &name, reader);
        match after {
            Some(after) => {
                self.refine(slot, after.clone());
                after
            }
            None => value,
        }
    }

    /// The classes that something may have of which a link was followed: `c{…}` is a cell array
    /// or an object, and a colon is no argument of a function and no key of a map. What this would
    /// rule out altogether fails, and is left to who says so.
    pub(crate) fn classes_behind(&self, body: &Body, classes: ClassSet, link: &Link) -> ClassSet {
        let narrowed = match link {
            Link::Brace(_) => {
                classes.intersection(ClassSet::only(Class::Cell).union(ClassSet::OBJECTS))
            }
            Link::Paren(arguments)
                if self.options.dialect == Dialect::Octave
                    && arguments
                        .exprs
                        .iter()
                        .any(|id| matches!(body.exprs[*id].kind, ExprKind::Colon)) =>
            {
                classes.minus(ClassSet::of(&[Class::FunctionHandle, Class::Map]))
            }
            Link::Paren(_) | Link::Field(_) | Link::DynamicField(_) => classes,
        };
        if narrowed.is_empty() { classes } else { narrowed }
    }

    /// A value whose fields are read, if the read teaches something: what it is afterwards.
    fn with_fields(
        &mut self,
        value: &AbstractValue,
        links: &[Link],
        path: &str,
        reader: Reader,
    ) -> Option<AbstractValue> {
        let [Link::Field(name), rest @ ..] = links else { return None };
        let classes = self.classes_with(name, value.classes);
        if !classes.contains(Class::Struct) {
            return None;
        }
        let mut after = AbstractValue { classes, value: ValueFact::Any, ..value.clone() };
        if !matches!(after.contents, Some(Contents::Fields(_))) {
            after.contents = None;
        }
        // A list of several values has no part. But `x.f (…)` may be a method of several objects.
        let object = classes.may_be_object() && self.may_be_member(name);
        let method = matches!(rest.first(), Some(Link::Paren(_))) && object;
        let one = reader.one || (!rest.is_empty() && !method);
        if one && !value.is_scalar() && !(object && self.objects_have_sizes()) {
            if let Some(shape) = value.shape {
                self.facts.assume_scalar(&mut self.algebra, shape);
            }
            after.shape = Some(Algebra::SCALAR);
        }
        if after.is_scalar() && self.is_same_again(value, name) {
            let mut fields = match &after.contents {
                Some(Contents::Fields(fields)) => (**fields).clone(),
                _ => Fields { known: Vec::new(), open: true },
            };
            let path = format!("{path}.{name}");
            let known = fields.get(name).cloned();
            if known.is_none() && !fields.open {
                // There is no such field.
                return None;
            }
            let inner = known.unwrap_or_else(|| self.field_value(&path, reader.parameter));
            let inner = self.with_fields(&inner, rest, &path, reader).unwrap_or(inner);
            fields.set(name, inner);
            after.contents = Some(Contents::Fields(Rc::new(fields)));
        }
        (after != *value).then_some(after)
    }

    /// A field of which nothing is known; one of a parameter is a definition.
    fn field_value(&mut self, path: &str, parameter: Option<Span>) -> AbstractValue {
        let Some(span) = parameter else {
            return self.shaped(AbstractValue::unknown(), path);
        };
        let shape = self.algebra.variable(path, VariableKind::AnyRank);
        let value = AbstractValue { shape: Some(shape), ..AbstractValue::unknown() };
        self.list_field(path, value.clone(), span);
        value
    }

    /// Lists a field of a parameter like a parameter.
    pub(crate) fn list_field(&mut self, path: &str, value: AbstractValue, function: Span) {
        let own = self.algebra.variable(path, VariableKind::AnyRank);
        let Node::Variable(variable) = *self.algebra.node(own) else { return };
        let definition = Definition {
            name: path.into(),
            kind: DefinitionKind::Param,
            span: Span::empty(function.start),
            value,
            defined: Truth::Yes,
        };
        self.frame_mut().record.define(FIELD_KEY | variable.number(), definition);
    }

    /// The value of an expression that is a field of a variable of which it is not known how many
    /// structs it is: the first one's, which an assignment takes. `one`: it has one.
    pub(crate) fn first_field(
        &mut self,
        body: &Rc<Body>,
        id: ExprId,
        one: bool,
    ) -> Option<AbstractValue> {
        let ExprKind::Access(access) = &body.exprs[id].kind else { return None };
        let Access { root: Root::Var(slot), links } = &**access else { return None };
        let names: Option<Vec<&Rc<str>>> = links.iter().map(field_name).collect();
        let names = names.filter(|names| !names.is_empty() && self.alive())?;
        let value = (*self.frame().slot(*slot).value).clone();
        let parameter = self.is_constant_parameter(body, *slot);
        let reader = Reader { parameter: parameter.then_some(body.span), one };
        let own = self.frame().name(*slot);
        let after = self.with_fields(&value, links, &own, reader).unwrap_or(value);
        if one {
            self.refine(*slot, after.clone());
        }
        let mut inner = after;
        for (place, name) in names.iter().enumerate() {
            let known = match &inner.contents {
                Some(Contents::Fields(fields)) if inner.is_scalar() => fields.get(name).cloned(),
                _ => None,
            };
            match known {
                Some(known) => inner = known,
                // The last one, of the first of several structs.
                None if parameter
                    && place + 1 == names.len()
                    && self.is_same_again(&inner, name) =>
                {
                    let links: Vec<&str> = names.iter().map(|name| &***name).collect();
                    let path = format!("{own}.{}", links.join("."));
                    return Some(self.field_value(&path, Some(body.span)));
                }
                None => return None,
            }
        }
        Some(inner)
    }

    /// Whether a field of a value is the same each time it is read, as far as there is one.
    fn is_same_again(&mut self, value: &AbstractValue, name: &str) -> bool {
        let classes = self.classes_with(name, value.classes);
        let object = classes.may_be_object() && self.may_be_member(name);
        classes.contains(Class::Struct) && !object && classes_with_member(name).is_empty()
    }

    /// Those of some classes whose values may have something of that name behind a dot. Whoever
    /// asks for shapes is not told of objects of classes that nobody can see.
    fn classes_with(&mut self, name: &str, classes: ClassSet) -> ClassSet {
        let dotted = ClassSet::only(Class::Struct).union(classes_with_member(name));
        let unseen = !self.options.returning || self.sees_own_fields();
        let objects = unseen || self.may_be_member(name);
        let dotted = if objects { dotted.union(ClassSet::OBJECTS) } else { dotted };
        classes.intersection(dotted)
    }

    /// `varargin{k}` of the function that was entered, which is like a parameter: the same each
    /// time it is read.
    pub(crate) fn argument_element(
        &mut self,
        body: &Rc<Body>,
        slot: SlotId,
        links: &[Link],
    ) -> Option<AbstractValue> {
        let [Link::Brace(arguments), ..] = links else { return None };
        let [subscript] = arguments.exprs[..] else { return None };
        let ExprKind::Const(place) = &body.exprs[subscript].kind else { return None };
        let place = place.to_f64().filter(|place| *place >= 1.0 && place.fract() == 0.0)?;
        if body.varargin != Some(slot) || !self.alive() || !self.is_constant_parameter(body, slot) {
            return None;
        }
        let path = format!("{}{{{place}}}", self.frame().name(slot));
        Some(self.field_value(&path, Some(body.span)))
    }

    /// Whether a variable is a parameter of the function that was entered, of which nothing was
    /// said, and that nothing assigns to.
    fn is_constant_parameter(&mut self, body: &Rc<Body>, slot: SlotId) -> bool {
        let [frame] = &self.frames[..] else { return false };
        if frame.dynamic_scope || frame.exposed.contains(&slot) || !Rc::ptr_eq(&frame.body, body) {
            return false;
        }
        frame.undeclared.contains(&slot) && !self.is_assigned(body, slot)
    }

    /// Whether a body assigns to a variable anywhere.
    pub(crate) fn is_assigned(&mut self, body: &Body, slot: SlotId) -> bool {
        let assigned = &mut self.memo.assigned;
        assigned
            .entry(body.id)
            .or_insert_with(|| assigned_anywhere(body).into_iter().collect())
            .contains(&slot)
    }
}
