//! Entering a function: its arguments, and what it says of them.

pub(crate) mod assumption;
mod called;
mod callers;
mod calls_in_text;
pub(crate) mod described;
mod documented;
mod ordinary;
pub(crate) mod ordinary_context;
mod own_class;
mod own_stores;
pub(crate) mod precondition;
mod scaled;
pub(crate) mod spec;
mod stated_outputs;
mod supplied;
mod uses;

use std::rc::Rc;

use formwork_builtins::BuiltinId;
use formwork_domain::{AbstractValue, Bounds, ClassSet, Contents, ValueFact};
use formwork_hir::body::{ArgumentRule, Assign, Body, ExprId, Stmt, StmtId, StmtKind, Target};
use formwork_runtime::{Class, Value};
use formwork_shape::Truth;
use formwork_shape::extent::{Extents, Interval};
use formwork_shape::facts::Requirement;
use formwork_shape::shape::Algebra;
use formwork_syntax::Span;

use crate::engine::Analyst;
use crate::entry::described::{CalledWith, Described};
use crate::report::failure::FailureKind;
use crate::report::record::{Definition, DefinitionKind};
use crate::state::frame::{Given, Slot};

/// The assignment of an expression to a variable, as a statement.
pub(crate) fn assignment(body: &Body, slot: formwork_hir::SlotId, value: ExprId) -> Stmt {
    let span = body.exprs[value].span;
    let target = Target::Place { slot, links: Box::new([]), span };
    let assign = Assign {
        targets: Box::new([target]),
        bracketed: false,
        op: None,
        value,
        deletes: false,
        steps: false,
    };
    Stmt { id: StmtId::NONE, kind: StmtKind::Assign(Box::new(assign)), span, prints: false }
}

impl Analyst<'_> {
    /// Gives the parameters of a function that is called their values.
    pub(crate) fn bind_arguments(
        &mut self,
        body: &Rc<Body>,
        args: Vec<AbstractValue>,
        nargout: usize,
    ) {
        let count = |this: &mut Self, count: usize| {
            AbstractValue::of(&Value::count(count), &mut this.algebra)
        };
        let given = args.len();
        let nargin = count(self, given);
        self.frame_mut().nargin = nargin;
        let wanted = count(self, nargout);
        self.frame_mut().nargout = wanted;
        let mut args = args.into_iter();
        for input in &body.inputs {
            match (args.next(), input.slot, input.default) {
                (Some(value), Some(slot), _) => {
                    let value = self.shaped(value, &body.slots[slot].name);
                    self.bind(slot, value, body.span, Truth::Yes);
                }
                (None, Some(slot), Some(default)) => {
                    self.begin_scene();
                    let value = self.value(body, default);
                    self.bind(slot, value, body.span, Truth::Yes);
                    self.simple_step(&assignment(body, slot, default));
                }
                _ => {}
            }
        }
        if let Some(slot) = body.varargin {
            let rest: Vec<AbstractValue> = args.collect();
            let value = self.cell_row(rest);
            self.bind(slot, value, body.span, Truth::Yes);
        }
    }

    /// A row of cells.
    pub(crate) fn cell_row(&mut self, elements: Vec<AbstractValue>) -> AbstractValue {
        let count = i64::try_from(elements.len()).unwrap_or(i64::MAX);
        let columns = self.algebra.extents_mut().literal(count);
        let rows = if elements.is_empty() { Extents::ZERO } else { Extents::ONE };
        let shape = self.algebra.tuple([rows, columns]);
        AbstractValue {
            contents: (elements.len() <= Contents::BUDGET)
                .then(|| Contents::Elements(elements.into())),
            ..AbstractValue::new(ClassSet::only(Class::Cell), Some(shape))
        }
    }

    pub(crate) fn bind(
        &mut self,
        slot: formwork_hir::SlotId,
        value: AbstractValue,
        span: Span,
        defined: Truth,
    ) {
        if let Some(shape) = value.shape {
            self.familiar(shape);
        }
        let definition = Definition {
            name: self.frame().name(slot),
            kind: DefinitionKind::Param,
            span: Span::empty(span.start),
            value: value.clone(),
            defined,
        };
        let value = Rc::new(value);
        let frame = self.frame_mut();
        frame.record.define(slot.as_u32(), definition);
        frame.parameters.insert(slot, Rc::clone(&value));
        frame.set(slot, Slot::new(value, defined));
    }

    /// Follows from now on what the function learns of the argument for an undeclared parameter.
    pub(crate) fn note_given(&mut self, slot: formwork_hir::SlotId) {
        let frame = self.frame_mut();
        if frame.undeclared.contains(&slot) {
            let state = frame.slot(slot).clone();
            let given = Some(Given { classes: state.value.classes, unchanged: true });
            frame.set(slot, Slot { given, ..state });
        }
    }

    /// What the `arguments` block of a function says of its parameters.
    pub(crate) fn apply_argument_rules(&mut self, body: &Rc<Body>) {
        for rule in &body.arguments {
            if rule.is_output || rule.field.is_some() || rule.is_repeating {
                continue;
            }
            self.apply_argument_rule(body, rule);
        }
    }

    /// The constructor of a class begins with an object in its output.
    pub(crate) fn make_constructed(&mut self, body: &Rc<Body>) {
        let source = Rc::clone(&self.frame().unit.source);
        let Some(&made) = body.outputs.first() else { return };
        if let Some(object) = self.object_to_construct(body) {
            self.frame_mut().set(made, Slot::new(Rc::new(object), Truth::Yes));
            return;
        }
        let named = source.path.file_stem().is_some_and(|stem| *stem == *body.name);
        if named && self.is_class(&source.path) {
            let object = AbstractValue::new(ClassSet::OBJECTS, Some(Algebra::SCALAR));
            self.frame_mut().set(made, Slot::new(Rc::new(object), Truth::Yes));
        }
    }

    fn apply_argument_rule(&mut self, body: &Rc<Body>, rule: &ArgumentRule) {
        let state = self.frame().slot(rule.slot).clone();
        if state.defined == Truth::No {
            if let Some(default) = rule.default {
                let value = self.value(body, default);
                self.bind(rule.slot, value, rule.span, Truth::Yes);
            }
            return;
        }
        let mut value = (*state.value).clone();
        if state.defined == Truth::Maybe
            && let Some(default) = rule.default
        {
            let other = self.value(body, default);
            value = formwork_domain::union(&mut self.algebra, &value, &other);
        }
        if let Some(size) = &rule.size {
            let known = value.size(&self.algebra);
            if known.is_some_and(|known| !can_become(known.extents(), size)) {
                let name = self.frame().name(rule.slot);
                let kind = FailureKind::ArgumentSize { name, size: size.to_vec().into() };
                self.fail(rule.span, kind, &[&value], None);
                return;
            }
            let shape = value.shape.unwrap_or(Algebra::SCALAR);
            let name = self.frame().name(rule.slot);
            let old = value.shape.and_then(|shape| self.algebra.as_tuple(shape));
            let extents: Vec<_> = size
                .iter()
                .enumerate()
                .map(|(axis, extent)| match extent {
                    Some(extent) => {
                        let literal = i64::try_from(*extent).unwrap_or(i64::MAX);
                        self.algebra.extents_mut().literal(literal)
                    }
                    None => {
                        // A vector may have been turned, a scalar expanded.
                        let same = old.as_ref().is_some_and(|old| old.len() == size.len());
                        let axis_extent =
                            self.algebra.extent(shape, u32::try_from(axis).unwrap_or(u32::MAX));
                        let known = self.algebra.extents().as_literal(axis_extent).is_some();
                        if same && known {
                            axis_extent
                        } else {
                            let description = format!("size({name},{})", axis + 1);
                            self.fresh(&description, Interval::EXTENT)
                        }
                    }
                })
                .collect();
            value.shape = Some(self.algebra.tuple(extents));
            if value.constant().is_some() && value.size(&self.algebra).is_none() {
                value.value = ValueFact::Any;
            }
        }
        if let Some(class) = &rule.class
            && let Some(class) = Class::from_name(class)
            && value.classes != ClassSet::only(class)
        {
            value = AbstractValue::new(ClassSet::only(class), value.shape);
        }
        for validator in &rule.validators {
            let name = Rc::clone(&body.calls[validator.call].name);
            if let Some(id) = BuiltinId::of(&name) {
                value = self.validated(id, value);
            }
        }
        self.bind(rule.slot, value, rule.span, Truth::Yes);
    }

    /// What is known of a value that a validator let pass.
    pub(crate) fn validated(&mut self, id: BuiltinId, value: AbstractValue) -> AbstractValue {
        let within = |this: &mut Self, low: f64, integer: bool, value: AbstractValue| {
            if value.constant().is_some() || matches!(value.value, ValueFact::Integer(_)) {
                return value;
            }
            let own = this.bounds(&value).unwrap_or(Bounds::REAL);
            let whole = own.integer || integer;
            let low_end = own.low.max(low);
            let bounds = Bounds {
                low: if whole { low_end.ceil() } else { low_end },
                integer: whole,
                nan: own.nan && !integer && low == f64::NEG_INFINITY,
                ..own
            };
            if bounds.low > bounds.high || !value.classes.all(Class::is_float) {
                return value;
            }
            value.with_value(ValueFact::Within(bounds))
        };
        match id {
            BuiltinId::MustBePositive => within(self, f64::MIN_POSITIVE, false, value),
            BuiltinId::MustBeNonnegative => within(self, 0.0, false, value),
            BuiltinId::MustBeInteger => within(self, f64::NEG_INFINITY, true, value),
            BuiltinId::MustBeNonempty => {
                if let Some(shape) = value.shape {
                    self.facts.assume_nonempty(&mut self.algebra, shape);
                }
                value
            }
            BuiltinId::MustBeVector => {
                if let Some(shape) = value.shape {
                    self.facts.assume_vector(&mut self.algebra, shape);
                }
                value
            }
            BuiltinId::MustBeReal => value.real(),
            _ => value,
        }
    }

    /// A function is asked for any number of outputs.
    fn any_outputs(&mut self, body: &Rc<Body>) {
        let outputs = match body.varargout {
            Some(_) => Interval::EXTENT,
            None => Interval::new(0, i64::try_from(body.outputs.len().max(1)).unwrap_or(i64::MAX))
                .unwrap_or(Interval::EXTENT),
        };
        let wanted = self.fresh("nargout", outputs);
        let nargout = AbstractValue::integer(wanted, &self.algebra);
        self.frame_mut().nargout = nargout;
    }

    /// The parameters of a function that is called as somebody wrote.
    pub(crate) fn bind_called(&mut self, body: &Rc<Body>, call: &CalledWith) {
        self.bind_arguments(body, call.args.clone(), call.nargout.unwrap_or(0));
        if call.nargout.is_none() {
            self.any_outputs(body);
        }
    }

    /// The parameters of a function of whose callers nothing is known, except what is
    /// said of them.
    pub(crate) fn bind_unknown(&mut self, body: &Rc<Body>, said: &Described) {
        let most = body.inputs.len();
        let bounds = match body.varargin {
            None => Interval::new(0, i64::try_from(most).unwrap_or(i64::MAX))
                .unwrap_or(Interval::EXTENT),
            Some(_) => Interval::EXTENT,
        };
        let count = self.fresh("nargin", bounds);
        let nargin_value = AbstractValue::integer(count, &self.algebra);
        self.frame_mut().nargin = nargin_value;
        self.any_outputs(body);
        let mut given = 0;
        for (place, input) in body.inputs.iter().enumerate() {
            let Some(slot) = input.slot else { continue };
            let name = Rc::clone(&body.slots[slot].name);
            let (value, defined) = match said.values.get(&*name) {
                Some(value) => {
                    given = place + 1;
                    let any = value.classes == ClassSet::ALL;
                    let used =
                        if any { self.as_used(body, slot, value.clone()) } else { value.clone() };
                    if any || said.is_open(&name) {
                        self.frame_mut().undeclared.insert(slot);
                    }
                    (used, Truth::Yes)
                }
                None => {
                    let shape =
                        self.algebra.variable(&name, formwork_shape::shape::VariableKind::AnyRank);
                    let value = AbstractValue { shape: Some(shape), ..AbstractValue::unknown() };
                    let value = self.as_used(body, slot, value);
                    self.frame_mut().undeclared.insert(slot);
                    (value, Truth::Maybe)
                }
            };
            let value = self.shaped(value, &name);
            self.bind(slot, value, body.span, defined);
            self.note_given(slot);
        }
        for (_, path, value) in &said.fields {
            self.list_field(path, value.clone(), body.span);
        }
        if said.rest.is_some() {
            given = most;
        }
        if given > 0 {
            let least = self.algebra.extents_mut().literal(i64::try_from(given).unwrap_or(0));
            self.assume(Requirement::AtMost(least, count));
        }
        self.arguments_known();
        if let Some((rest, count)) = &said.rest {
            let all = AbstractValue::of(&Value::count(most + count), &mut self.algebra);
            self.frame_mut().nargin = all;
            if let Some(slot) = body.varargin {
                self.bind(slot, rest.clone(), body.span, Truth::Yes);
            }
        } else if let Some(slot) = body.varargin {
            let columns = self.fresh("numel(varargin)", Interval::EXTENT);
            // Without further arguments it is 0x0.
            let rows = self.algebra.extents_mut().minimum([Extents::ONE, columns]);
            let shape = self.algebra.tuple([rows, columns]);
            let value = AbstractValue::new(ClassSet::only(Class::Cell), Some(shape));
            self.frame_mut().undeclared.insert(slot);
            self.bind(slot, value, body.span, Truth::Yes);
        }
    }
}

/// Whether an array of some size can be brought to the size that an `arguments` block
/// wants: a scalar is expanded, a vector turned.
fn can_become(have: &[u64], want: &[Option<usize>]) -> bool {
    let count: u64 = have.iter().product();
    if count == 1 {
        return true;
    }
    let fits = |have: u64, want: Option<usize>| want.is_none_or(|want| want as u64 == have);
    let extent = |axis: usize| have.get(axis).copied().unwrap_or(1);
    let same = have.len() <= want.len()
        && want.iter().enumerate().all(|(axis, &want)| fits(extent(axis), want));
    let vector = have.len() == 2 && (have[0] == 1 || have[1] == 1);
    let turned = vector
        && matches!(want, [Some(1), _] | [_, Some(1)])
        && fits(extent(1), want[0])
        && fits(extent(0), want[1]);
    same || turned
}
