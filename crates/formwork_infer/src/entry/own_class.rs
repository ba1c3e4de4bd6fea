//! The methods of a class, each as it is called ordinarily: with an object of the class.
//!
//! What its properties are is declared, or what the constructor leaves in them, if nothing that
//! methods store there is of another size. That is found as induction is proved: methods are walked
//! with the sizes that the constructor left; a property in which one of them stores something of
//! another size is given up, and the methods are walked again. So a size that is said of a property
//! holds as long as nobody else stores in it, which is what is called ordinary here.
//!
//! ```text
//! classdef Filter < handle
//!   properties, A, x, P (3,3) double = eye (3), log = [], end
//!   methods
//!     function obj = Filter (A, x0)            A : n x n, x : n x 1, P : 3 x 3
//!       n = size (A, 1); obj.A = A (1:n, 1:n); obj.x = zeros (n, 1);
//!     end
//!     function step (obj), obj.x = obj.A * obj.x; obj.log(end+1) = norm (obj.x); end
//! ```
//!
//! While methods are walked the object is a struct with a field that no program can name, its
//! *mark*. Of a class of references, what methods store is what the property always is: any call
//! may have stored there since.

use std::rc::Rc;

use formwork_domain::{AbstractValue, ClassSet, Contents, ValueFact};
use formwork_hir::body::{Body, BodyKind, ExprId, ExprKind, Link, Target, Unit};
use formwork_hir::walk::statements;
use formwork_hir::{ClassText, PropertyText, SlotId};
use formwork_runtime::Class;
use formwork_shape::Truth;
use formwork_shape::extent::{ExtentId, Interval};
use formwork_shape::facts::Requirement;
use formwork_shape::shape::{Algebra, ShapeId};
use formwork_syntax::Span;
use rustc_hash::FxHashSet;

use crate::call::Call;
use crate::call::resolved_name::ResolvedName;
use crate::engine::Analyst;
use crate::entry::ordinary::Setting;
use crate::entry::ordinary_context::OwnClass;
use crate::entry::precondition::Precondition;
use crate::expr::Many;
use crate::report::record::FunctionRecord;
use crate::state::frame::Slot;
use crate::trace::Destination;

/// How often methods are walked until what is stored in properties has settled.
const ROUNDS: usize = 3;

/// The longest default that is looked at.
const LONGEST: usize = 200;

/// Whether a function is one that is called with arguments.
pub(super) fn takes_arguments(body: &Body) -> bool {
    !matches!(body.kind, BodyKind::Script) && !body.name.is_empty() && !body.inputs.is_empty()
}

/// The properties in which methods store something, as far as they name their object as the first
/// parameter or an output.
fn stored_properties(methods: &[Rc<Body>]) -> FxHashSet<Rc<str>> {
    let mut stored = FxHashSet::default();
    for body in methods {
        for stmt in statements(&body.statements) {
            stored.extend(stmt.targets().filter_map(|target| match target {
                Target::Place { slot, links, .. } => match links.first() {
                    Some(Link::Field(name)) if is_object_slot(body, *slot) => Some(Rc::clone(name)),
                    _ => None,
                },
                Target::Ignored => None,
            }));
        }
    }
    stored
}

fn is_object_slot(body: &Body, slot: SlotId) -> bool {
    body.outputs.contains(&slot) || body.inputs.first().and_then(|input| input.slot) == Some(slot)
}

/// Whether a function takes a variable for an array of objects.
fn is_indexed(body: &Body, slot: SlotId) -> bool {
    let indexes = |links: &[Link]| matches!(links.first(), Some(Link::Paren(_) | Link::Brace(_)));
    let read = body.exprs.values().any(|expr| match &expr.kind {
        ExprKind::Access(access) => access.variable() == Some(slot) && indexes(&access.links),
        _ => false,
    });
    let stored = statements(&body.statements).any(|stmt| {
        stmt.targets().any(|target| match target {
            Target::Place { slot: own, links, .. } => *own == slot && indexes(links),
            Target::Ignored => false,
        })
    });
    read || stored
}

impl Analyst<'_> {
    /// Walks the functions of a class file as they are called ordinarily.
    pub(super) fn analyse_own_class(&mut self, unit: &Rc<Unit>) {
        let bodies: Vec<Rc<Body>> = unit.bodies.values().cloned().collect();
        let loaded = self.program.load(&unit.source.path).ok();
        let text = loaded.and_then(|id| ClassText::of(&self.program.file(id).parsed.tree));
        let followed = |text: &ClassText| !text.has_own_dots && !text.properties.is_empty();
        let Some(text) = text.filter(followed) else {
            for body in bodies.iter().filter(|body| takes_arguments(body)) {
                self.analyse_ordinary_call(unit, body, &Setting::ALL);
            }
            return;
        };
        let is_constructor = |body: &&Rc<Body>| *body.name == *text.name;
        let constructor = bodies.iter().find(is_constructor).cloned();
        let methods = bodies.iter().filter(|body| takes_arguments(body) && !is_constructor(body));
        let methods: Vec<Rc<Body>> = methods.cloned().collect();
        for setting in Setting::ALL {
            let before = self.found.functions.len();
            self.begin_own_class(unit, text.clone(), stored_properties(&methods));
            if let Some(body) = constructor.as_ref().filter(|body| !body.outputs.is_empty()) {
                self.construct(unit, body, setting);
            }
            for round in 0..=ROUNDS {
                let mark = self.mark_functions();
                for body in &methods {
                    self.analyse_ordinary_call(unit, body, &[setting]);
                }
                let Some(own) = &mut self.calls.ordinary.own_class else { break };
                if !own.settle() || round == ROUNDS {
                    break;
                }
                if round + 1 == ROUNDS {
                    let declared = own.declared;
                    own.properties.truncate(declared);
                }
                self.forget_functions(&mark);
            }
            self.calls.ordinary.own_class = None;
            // Another setting can only show that what was found is no problem.
            if !self.found.functions[before..].iter().any(FunctionRecord::has_something_to_say) {
                break;
            }
        }
    }

    fn begin_own_class(&mut self, unit: &Rc<Unit>, text: ClassText, stored: FxHashSet<Rc<str>>) {
        let mut properties = Vec::new();
        let plain = |one: &&PropertyText| !one.is_computed;
        for property in text.properties.iter().filter(plain) {
            if let Some(value) = self.declared_property(property) {
                properties.push((Rc::from(&*property.name), value));
            }
        }
        let declared = properties.len();
        for property in text.properties.iter().filter(plain).filter(|one| one.size.is_none()) {
            if let Some(value) = self.default_property(unit, property, &stored) {
                properties.push((Rc::from(&*property.name), value));
            }
        }
        self.calls.ordinary.own_class = Some(Box::new(OwnClass {
            path: unit.source.path.clone(),
            unit: Rc::clone(unit),
            mark: format!("@{}", text.name).into(),
            text,
            properties,
            declared,
            stored,
            constructing: false,
            constructed: false,
            stock: self.algebra.stock(),
            generic: Vec::new(),
            learned: Vec::new(),
            broken: FxHashSet::default(),
            varied: FxHashSet::default(),
        }));
    }

    /// A property of declared extents.
    fn declared_property(&mut self, property: &PropertyText) -> Option<AbstractValue> {
        let size = property.size.as_ref()?;
        let classes = match &property.class {
            Some(name) => ClassSet::only(Class::from_name(name)?),
            None => ClassSet::NUMBERS,
        };
        let extents: Vec<_> = (1_u32..)
            .zip(size)
            .map(|(axis, extent)| match extent {
                Some(extent) => {
                    let literal = i64::try_from(*extent).unwrap_or(i64::MAX);
                    self.algebra.extents_mut().literal(literal)
                }
                None => {
                    let description = format!("size({},{axis})", property.name);
                    self.fresh(&description, Interval::at_least(1))
                }
            })
            .collect();
        let shape = self.algebra.tuple(extents);
        Some(AbstractValue::new(classes, Some(shape)))
    }

    /// A property by its default. What is empty may stand for anything, and a single number, too, unless
    /// methods store another one there.
    fn default_property(
        &mut self,
        unit: &Rc<Unit>,
        property: &PropertyText,
        stored: &FxHashSet<Rc<str>>,
    ) -> Option<AbstractValue> {
        let text = property.default.as_ref().filter(|text| text.len() <= LONGEST)?;
        if text.parse::<f64>().is_ok() {
            let scalar = AbstractValue::new(ClassSet::NUMBERS, Some(Algebra::SCALAR));
            return stored.contains(&*property.name).then_some(scalar);
        }
        if text.starts_with(['\'', '"', '@', '{']) {
            return None;
        }
        let to = Destination::Name(Rc::from(&*property.name));
        let value = self.supply(unit, to, text, &[]).ok()?.value;
        let size = value.size(&self.algebra)?;
        let several = size.count() > 1 && value.classes.is_within(ClassSet::NUMBERS);
        several.then(|| AbstractValue::new(ClassSet::NUMBERS, value.shape))
    }

    /// Walks the constructor, and keeps what it leaves in the properties.
    fn construct(&mut self, unit: &Rc<Unit>, body: &Rc<Body>, setting: Setting) {
        if let Some(own) = &mut self.calls.ordinary.own_class {
            own.constructing = true;
        }
        if takes_arguments(body) {
            self.analyse_ordinary_call(unit, body, &[setting]);
        }
        let stock = self.algebra.stock();
        if let Some(own) = &mut self.calls.ordinary.own_class {
            own.constructing = false;
            own.stock = stock;
            // What else it may leave there, nobody knows.
            if !own.constructed {
                own.properties.truncate(own.declared);
            }
        }
    }

    /// The object that a constructor begins with.
    pub(crate) fn object_to_construct(&self, body: &Body) -> Option<AbstractValue> {
        let own = self.calls.ordinary.own_class.as_ref()?;
        let here = own.constructing && *body.name == *own.text.name;
        here.then(|| own.object(&own.properties))
    }

    /// The constructor has come to its end: its properties are what it left in them.
    pub(crate) fn note_constructed(&mut self, body: &Body) {
        let Some(own) = &self.calls.ordinary.own_class else { return };
        if !own.constructing || own.constructed || *body.name != *own.text.name || !self.alive() {
            return;
        }
        let Some(&slot) = body.outputs.first() else { return };
        let object = Rc::clone(&self.frame().slot(slot).value);
        if !own.is_marked(&object) {
            return;
        }
        let Some(Contents::Fields(fields)) = &object.contents else { return };
        let text = &own.text;
        let is_plain = |name: &str| {
            text.properties.iter().any(|one| one.name == *name && !one.is_computed)
                && !own.is_declared(name)
        };
        let stored = own.stored.clone();
        let left: Vec<(Rc<str>, AbstractValue)> =
            fields.known.iter().filter(|(name, _)| is_plain(name)).cloned().collect();
        let kept: Vec<(Rc<str>, AbstractValue)> = left
            .into_iter()
            .filter_map(|(name, value)| {
                let lasting = self.lasting(&value, stored.contains(&name))?;
                Some((name, lasting))
            })
            .collect();
        if let Some(own) = &mut self.calls.ordinary.own_class {
            own.constructed = true;
            own.properties.truncate(own.declared);
            own.properties.extend(kept);
        }
    }

    /// What of the value of a property is so in every object: its size, and a number that is one.
    fn lasting(&mut self, value: &AbstractValue, stored: bool) -> Option<AbstractValue> {
        let classes = match value.classes {
            classes if classes.is_within(ClassSet::NUMBERS) && !classes.is_empty() => {
                ClassSet::NUMBERS
            }
            classes if classes.single() == Some(Class::Cell) => classes,
            _ => return None,
        };
        // A number that stands there may stand for anything, and so may what is empty.
        if value.constant().is_some() && value.is_scalar() {
            return stored.then(|| AbstractValue::new(classes, value.shape));
        }
        let shape = self.resolve(value.shape?);
        let empty = self.algebra.as_concrete(shape).is_some_and(|size| size.count() == 0);
        match value.value {
            ValueFact::Integer(_) => Some(AbstractValue { contents: None, ..value.clone() }),
            _ => (!empty).then(|| AbstractValue::new(classes, Some(shape))),
        }
    }

    /// The first parameter of a method is an object.
    pub(super) fn assume_object(&mut self, body: &Body, assumed: &mut Precondition) {
        let Some(own) = &self.calls.ordinary.own_class else { return };
        let Some(slot) = body.inputs.first().and_then(|input| input.slot) else { return };
        if own.constructing || !own.has_method(&body.name) || is_indexed(body, slot) {
            return;
        }
        assumed.set_given(slot, own.object(&own.properties));
        for requirement in &own.learned {
            assumed.learn(requirement.clone());
        }
    }

    /// Whether the first parameter of a function of a class is no object.
    pub(super) fn takes_no_object(&self, body: &Body) -> bool {
        self.calls
            .ordinary
            .own_class
            .as_ref()
            .is_some_and(|own| own.has_static(&body.name) || *body.name == *own.text.name)
    }

    /// A value that a variable is given: if it is an object, what was stored in its properties is
    /// compared with what they are.
    pub(crate) fn compared_object(&mut self, value: AbstractValue) -> AbstractValue {
        let Some(own) = &self.calls.ordinary.own_class else { return value };
        if !own.is_marked(&value) || own.constructing {
            return value;
        }
        let Some(Contents::Fields(fields)) = &value.contents else { return value };
        let mut fields = (**fields).clone();
        let is_handle = own.text.is_handle;
        let known = own.properties.clone();
        let declared = own.declared;
        let mark = Rc::clone(&own.mark);
        for (place, (name, before)) in known.iter().enumerate() {
            let Some(now) = fields.get(name).filter(|now| *now != before).cloned() else {
                continue;
            };
            if place >= declared {
                self.compare_property(name, before, &now);
            }
            if place < declared || is_handle {
                fields.set(name, before.clone());
            }
        }
        if is_handle {
            fields
                .known
                .retain(|(name, _)| *name == mark || known.iter().any(|(own, _)| own == name));
        }
        AbstractValue { contents: Some(Contents::Fields(Rc::new(fields))), ..value }
    }

    /// Something is stored in a property.
    fn compare_property(&mut self, name: &Rc<str>, before: &AbstractValue, now: &AbstractValue) {
        let stays = match (before.shape, now.shape) {
            (Some(old), Some(new)) => {
                self.facts.same_shape(&mut self.algebra, old, new) == Truth::Yes
                    || self.is_meant_to_stay(old, new)
            }
            _ => false,
        };
        let fits = stays && now.classes.is_within(before.classes);
        let counts = matches!(before.value, ValueFact::Integer(_)) && before.value != now.value;
        let Some(own) = &mut self.calls.ordinary.own_class else { return };
        if !fits {
            own.broken.insert(Rc::clone(name));
        } else if counts {
            own.varied.insert(Rc::clone(name));
        }
    }

    /// Whether two shapes are made of sizes of the object alone, and may be the same: who stores one
    /// where the other was means them to be.
    fn is_meant_to_stay(&mut self, old: ShapeId, new: ShapeId) -> bool {
        let Some(own) = &self.calls.ordinary.own_class else { return false };
        let stock = own.stock;
        let (old, new) = (self.resolve(old), self.resolve(new));
        let (Some(a), Some(b)) = (self.algebra.as_tuple(old), self.algebra.as_tuple(new)) else {
            return false;
        };
        if a.len() != b.len() || self.algebra.are_newer(&[old], &[], &stock) {
            return false;
        }
        let met: Vec<(ExtentId, ExtentId)> =
            a.iter().copied().zip(b.iter().copied()).filter(|(a, b)| a != b).collect();
        let is_named = a.iter().any(|&extent| self.algebra.extents().as_unknown(extent).is_some());
        if !met.iter().all(|&pair| self.may_be_meant(pair, is_named)) {
            return false;
        }
        let all: Vec<Requirement> =
            met.into_iter().map(|(a, b)| Requirement::Equal(a, b)).collect();
        let apart = self
            .calls
            .ordinary
            .own_class
            .as_ref()
            .map(|own| own.generic.clone())
            .unwrap_or_default();
        let scope = self.facts.push();
        for requirement in all.iter().cloned().chain(apart) {
            self.facts.assume(&mut self.algebra, requirement);
        }
        let possible = !self.facts.is_unreachable();
        self.facts.rollback(scope);
        // What a method was given says nothing of the object.
        let lasting = !self.algebra.are_newer(&[new], &[], &stock);
        if possible
            && lasting
            && let Some(own) = &mut self.calls.ordinary.own_class
        {
            own.learned.extend(all);
        }
        possible
    }

    /// Whether one size may be meant to be another: a size of the object, that of an argument which takes
    /// the place of a named one, or what an operator makes of it and of something else; not a sum, which
    /// is what grows.
    fn may_be_meant(&mut self, (old, new): (ExtentId, ExtentId), is_named: bool) -> bool {
        let Some(own) = &self.calls.ordinary.own_class else { return false };
        let stock = own.stock;
        let extents = self.algebra.extents();
        if extents.as_unknown(new).is_some() || extents.as_literal(new).is_some() {
            return is_named || !self.algebra.are_newer(&[], &[new], &stock);
        }
        let Some(own) = extents.as_unknown(old) else { return false };
        let depends = extents.unknowns(new).contains(&own);
        let rest = self.algebra.extents_mut().subtract(new, old);
        depends && self.algebra.extents().unknowns(rest).contains(&own)
    }

    /// `obj.step (x)`: a call of a method of the class that is walked, if it is one.
    pub(crate) fn method_access(
        &mut self,
        body: &Rc<Body>,
        value: &AbstractValue,
        links: &[Link],
        nargout: usize,
        (id, span): (ExprId, Span),
    ) -> Option<Many> {
        let own = self.calls.ordinary.own_class.as_ref()?;
        let [Link::Field(name), rest @ ..] = links else { return None };
        let is_static = own.has_static(name);
        if !own.is_marked(value) || !(is_static || own.has_method(name)) {
            return None;
        }
        let unit = Rc::clone(&own.unit);
        let object = (!is_static).then(|| value.clone());
        self.call_member(body, &unit, (name, object), rest, nargout, (id, span))
    }

    /// `Name.step (x)`: a call of a static method of a class, if it is one that its file defines.
    pub(crate) fn static_access(
        &mut self,
        body: &Rc<Body>,
        class: &ResolvedName,
        links: &[Link],
        nargout: usize,
        place: (ExprId, Span),
    ) -> Option<Many> {
        // A residual calls it as it stands.
        if self.tracing() {
            return None;
        }
        let [Link::Field(name), rest @ ..] = links else { return None };
        let (ResolvedName::Constructor(unit) | ResolvedName::Function(unit, _)) = class else {
            return None;
        };
        let unit = Rc::clone(unit);
        if !self.is_class(&unit.source.path.clone()) {
            return None;
        }
        let loaded = self.program.load(&unit.source.path).ok()?;
        let text = ClassText::of(&self.program.file(loaded).parsed.tree)?;
        if !text.statics.iter().any(|own| **own == **name) {
            return None;
        }
        self.call_member(body, &unit, (name, None), rest, nargout, place)
    }

    /// Calls a method that a file defines, with what follows behind its name.
    fn call_member(
        &mut self,
        body: &Rc<Body>,
        unit: &Rc<Unit>,
        (name, object): (&Rc<str>, Option<AbstractValue>),
        links: &[Link],
        nargout: usize,
        (id, span): (ExprId, Span),
    ) -> Option<Many> {
        let function = Rc::clone(&unit.bodies[unit.function(name)?]);
        let (given, rest) = match links {
            [Link::Paren(arguments), rest @ ..] => (self.arguments(body, &arguments.exprs), rest),
            rest => (Some(Vec::new()), rest),
        };
        if !self.alive() {
            return Some(Many::one(AbstractValue::unknown()));
        }
        let args = given.map(|given| object.into_iter().chain(given).collect());
        let wanted = if rest.is_empty() { nargout } else { 1 };
        let call = Call { args, exprs: &[], nargout: wanted, span };
        let target = ResolvedName::Function(Rc::clone(unit), function);
        let values = self.call(body, &target, name, call);
        self.keep_made(id);
        if rest.is_empty() {
            return Some(values);
        }
        let first = match values {
            Many::Known(values) => values.into_iter().next(),
            Many::Open => None,
        };
        let value = first.unwrap_or_else(AbstractValue::unknown);
        Some(self.follow(body, value, rest, nargout, (None, span)))
    }

    /// A constructor of references hands its object to somebody who may store in it.
    pub(crate) fn hand_out_object(&mut self, args: Option<&[AbstractValue]>) {
        let Some(own) = &self.calls.ordinary.own_class else { return };
        let here = own.constructing && own.text.is_handle && self.frames.len() == 1;
        let given = args.is_none_or(|args| args.iter().any(|arg| own.is_marked(arg)));
        let Some(&slot) = self.frame().body.outputs.first().filter(|_| here && given) else {
            return;
        };
        if *self.frame().body.source.path == *own.path
            && own.is_marked(&self.frame().slot(slot).value)
        {
            let object = own.object(&own.properties[..own.declared]);
            self.frame_mut().set(slot, Slot::new(Rc::new(object), Truth::Yes));
        }
    }
}
