//! Expressions: the abstract value of each.
//!
//! First, some terminology. An expression gives *values*: one, several or, as a list (`c{:}`), a
//! number that may be unknown (`Many`). Its abstract value has classes, a shape, what is known of
//! the numbers, and contents. An operator makes a *check* (`3x4 * 5x6` fails), which is decided,
//! follows from the *facts* of the path, or remains; that it succeeded is a fact from then on.
//!
//! ```text
//! y = A * x;      A is mxn, x is pxq: the check n = p remains, y is mxq
//! z = A * x;      follows from the facts: n = p
//! ```

pub(crate) mod access;
mod brackets;
pub(crate) mod classes;
mod dotted;
pub(crate) mod exact;
pub(crate) mod index;
pub(crate) mod joined;
pub(crate) mod lists;
mod logic;
mod many;
pub(crate) mod masks;
pub(crate) mod numbers;
pub(crate) mod operators;
pub(crate) mod range;
mod same_class;
pub(crate) mod size;
pub(crate) mod size_expressions;
pub(crate) mod size_names;
pub(crate) mod sizes;
pub(crate) mod stands_for;
pub(crate) mod strings;
pub(crate) mod subscript;
mod used_as_arrays;

use std::rc::Rc;

use formwork_builtins::Arity;
use formwork_domain::{AbstractValue, ClassSet, ValueFact};
use formwork_hir::SlotId;
use formwork_hir::body::{Assign, Body, ExprId, ExprKind, Refusal, Target};
use formwork_runtime::ops::BinaryOp;
use formwork_runtime::{Class, Value, ops};
use formwork_shape::Truth;
use formwork_shape::extent::{Extents, Interval};
use formwork_syntax::{Span, with_enough_stack};

use crate::engine::Analyst;
use crate::expr::lists::{Operand, is_list};
use crate::expr::same_class::is_transposition;
use crate::report::failure::FailureKind;
use crate::report::record::{Definition, DefinitionKind};
use crate::stmt::inside::is_ending;

pub(crate) use many::Many;

impl Analyst<'_> {
    /// The value of an expression that must have one.
    pub(crate) fn value(&mut self, body: &Rc<Body>, id: ExprId) -> AbstractValue {
        let value = match self.values(body, id, 1) {
            Many::Known(values) => match values.into_iter().next() {
                Some(value) => value,
                // `x || error (…)` is to end there, whatever is said.
                None if is_ending(body, id) => {
                    self.frame_mut().alive = false;
                    AbstractValue::unknown()
                }
                None => {
                    self.fail(body.exprs[id].span, FailureKind::NoValue, &[], None);
                    AbstractValue::unknown()
                }
            },
            Many::Open => AbstractValue::unknown(),
        };
        self.frame_mut().values.insert(id, value.clone());
        value
    }

    /// The values of arguments, in order; `None` beyond a list of unknown length.
    pub(crate) fn arguments(
        &mut self,
        body: &Rc<Body>,
        exprs: &[ExprId],
    ) -> Option<Vec<AbstractValue>> {
        self.arguments_of(body, exprs, None)
    }

    /// The arguments of a function that takes so many. Where all are written and one of them is a
    /// list, as in `isempty (s.f)`, that is one value.
    pub(crate) fn arguments_of(
        &mut self,
        body: &Rc<Body>,
        exprs: &[ExprId],
        takes: Option<Arity>,
    ) -> Option<Vec<AbstractValue>> {
        let lists = exprs.iter().filter(|&&id| is_list(body, id)).count();
        let one = lists == 1 && takes.is_some_and(|takes| takes.is_exactly(exprs.len()));
        let mut args = Vec::with_capacity(exprs.len());
        let mut whole = true;
        for &id in exprs {
            match self.values(body, id, 1) {
                Many::Known(values) if values.is_empty() && !is_list(body, id) => {
                    // A function without a value stands for no argument.
                    self.fail(body.exprs[id].span, FailureKind::NoValue, &[], None);
                }
                Many::Known(values) => {
                    self.note_list(id, &values);
                    args.extend(values);
                }
                Many::Open if one && is_list(body, id) && self.alive() => {
                    args.push(self.taken_for_one(body, id));
                }
                Many::Open => whole = false,
            }
        }
        whole.then_some(args)
    }

    /// Keeps the values of an expression in a list.
    pub(crate) fn note_list(&mut self, id: ExprId, values: &[AbstractValue]) {
        let tracing = self.tracing();
        let frame = self.frame_mut();
        match values {
            [one] => {
                frame.values.insert(id, one.clone());
            }
            other if tracing => {
                frame.scene.lists.insert(id, other.to_vec());
            }
            _ => {}
        }
    }

    /// The values of an expression.
    pub(crate) fn values(&mut self, body: &Rc<Body>, id: ExprId, nargout: usize) -> Many {
        if !self.alive() {
            return Many::one(AbstractValue::unknown());
        }
        self.calls.flow.enter();
        let values = self.values_of(body, id, nargout);
        self.leave_expression(&values);
        // Whether it had to give a value, whoever asked knows.
        if !matches!(&values, Many::Known(values) if values.is_empty()) {
            self.pass(body.exprs[id].span);
        }
        values
    }

    fn values_of(&mut self, body: &Rc<Body>, id: ExprId, nargout: usize) -> Many {
        let expr = &body.exprs[id];
        let span = expr.span;
        let value = match &expr.kind {
            ExprKind::Const(value) => AbstractValue::of(value, &mut self.algebra),
            ExprKind::Var(slot) => return Many::one(self.variable_at(*slot, span)),
            ExprKind::Colon => AbstractValue::of(&Value::text(":"), &mut self.algebra),
            ExprKind::End => self.end_value(),
            ExprKind::Unary(op, operand) => {
                match with_enough_stack(|| self.operand(body, *operand)) {
                    Operand::One(value) => {
                        let strings = self.may_be_strings(&value);
                        let result = self.unary(*op, value, span);
                        if !strings && !is_transposition(*op) {
                            self.operand_is_array(body, *operand, ClassSet::NONE);
                        }
                        result
                    }
                    Operand::List => {
                        let message = ops::unary_list_error(*op).message.clone();
                        self.refuse_list(op.symbol(), span, Some(message));
                        AbstractValue::unknown()
                    }
                }
            }
            ExprKind::Binary(op, left, right) => {
                let first = with_enough_stack(|| self.operand(body, *left));
                let second = with_enough_stack(|| self.operand(body, *right));
                let (Operand::One(first), Operand::One(second)) = (first, second) else {
                    self.refuse_list(op.symbol(), span, None);
                    return Many::one(AbstractValue::unknown());
                };
                // Functions can be compared with each other, and handles of graphics with numbers.
                let compares = matches!(op, BinaryOp::Equal | BinaryOp::NotEqual);
                let objects = if compares { ClassSet::OBJECTS } else { ClassSet::NONE };
                let is_array = |value: &AbstractValue| value.classes.is_within(ClassSet::ARRAYS);
                let arrays = (is_array(&first), is_array(&second));
                let strings = self.may_be_strings(&first) || self.may_be_strings(&second);
                let result = self.binary(*op, first, second, span);
                if strings {
                    return Many::one(result);
                }
                if !compares || arrays.1 {
                    self.operand_is_array(body, *left, objects);
                }
                if !compares || arrays.0 {
                    self.operand_is_array(body, *right, objects);
                }
                result
            }
            ExprKind::AndAlso(left, right) => self.short_circuit(body, *left, *right, true),
            ExprKind::OrElse(left, right) => self.short_circuit(body, *left, *right, false),
            ExprKind::Lazy(op, left, right) => self.lazy(body, *op, (*left, *right), span),
            ExprKind::Range(first, step, last) => {
                with_enough_stack(|| self.range(body, *first, *step, *last))
            }
            ExprKind::Access(access) => {
                return with_enough_stack(|| self.access(body, id, access, nargout));
            }
            ExprKind::Matrix(rows) => with_enough_stack(|| self.matrix(body, rows, span)),
            ExprKind::Cell(rows) => with_enough_stack(|| self.cell(body, rows)),
            ExprKind::Handle(call) => self.named_handle(*call),
            ExprKind::Anonymous(anonymous) => self.anonymous_handle(body, *anonymous),
            ExprKind::Assign(assign) => self.assignment_value(body, assign, span),
            ExprKind::PostIncrement(assign) => self.value_before(body, assign, span),
            ExprKind::Invalid(Refusal::Unsupported(_)) => {
                self.risk(span);
                self.forget_exposed();
                return Many::Open;
            }
            ExprKind::Invalid(Refusal::Unread) => AbstractValue::unknown(),
            ExprKind::Invalid(Refusal::Fails(message)) => {
                let kind = FailureKind::Builtin("".into());
                self.fail(span, kind, &[], Some((*message).to_owned()));
                AbstractValue::unknown()
            }
        };
        Many::one(value)
    }

    /// The value of an assignment that is an expression.
    fn assignment_value(&mut self, body: &Rc<Body>, assign: &Assign, span: Span) -> AbstractValue {
        self.assign(body, assign, span);
        match assign.targets.first() {
            // Stored in a part, it is what was stored.
            Some(Target::Place { links, .. }) if !links.is_empty() => {
                let stored = self.frame().values.get(&assign.value).cloned();
                let plain = assign.op.is_none() && !assign.bracketed;
                stored.filter(|_| plain).unwrap_or_else(AbstractValue::unknown)
            }
            Some(Target::Place { slot, .. }) => self.variable(*slot),
            Some(Target::Ignored) | None => AbstractValue::unknown(),
        }
    }

    /// The value of `x++`: what the variable was.
    fn value_before(&mut self, body: &Rc<Body>, assign: &Assign, span: Span) -> AbstractValue {
        let before = match assign.targets.first() {
            Some(Target::Place { slot, links, .. }) if links.is_empty() => {
                if self.frame().slot(*slot).defined == Truth::Maybe {
                    self.risk(span);
                }
                self.variable(*slot)
            }
            _ => AbstractValue::unknown(),
        };
        self.assign(body, assign, span);
        before
    }

    /// What is known of a variable that is read there: reading one without a value fails.
    pub(crate) fn variable_at(&mut self, slot: SlotId, span: Span) -> AbstractValue {
        match self.frame().slot(slot).defined {
            Truth::No if self.frame().inherits => {
                self.frame_mut().fragment = true;
                self.risk(span);
            }
            Truth::No if !self.frame().dynamic_scope => {
                let name = self.frame().name(slot);
                self.fail(span, FailureKind::Undefined(name), &[], None);
            }
            Truth::Maybe if self.alive() => {
                let name = self.frame().name(slot);
                self.frame_mut().record.maybe_read(span, name);
                self.risk(span);
            }
            _ => {}
        }
        self.variable(slot)
    }

    /// What is known of a variable that is read.
    pub(crate) fn variable(&mut self, slot: SlotId) -> AbstractValue {
        self.let_parser_go(slot);
        let state = self.frame().slot(slot).clone();
        self.note_read(&state.value);
        if self.tracing() {
            let value = (*state.value).clone();
            self.frame_mut().scene.reads.entry(slot).or_insert(value);
        }
        match state.defined {
            Truth::No => {
                // It may be a function of that name, which the caller sees to; here it
                // is read, and that fails.
                if !self.frame().dynamic_scope && !self.frame().inherits {
                    self.frame_mut().alive = false;
                }
                return AbstractValue::unknown();
            }
            Truth::Maybe => {
                // It was read, so that it has a value.
                let state = crate::state::frame::Slot { defined: Truth::Yes, ..state.clone() };
                self.frame_mut().set(slot, state);
            }
            Truth::Yes => {}
        }
        let name = self.frame().name(slot);
        if state.value.classes.single() == Some(Class::Map) {
            return self.map_as_it_is(&state.value);
        }
        if state.value.shape.is_none() {
            let value = self.shaped((*state.value).clone(), &name);
            self.refine(slot, value.clone());
            value
        } else {
            (*self.settled(&state.value)).clone()
        }
    }

    /// A map as it is when somebody looks at it. Copies are the same map, and whoever has one may
    /// put something in: how many entries there are holds for this moment.
    pub(crate) fn map_as_it_is(&mut self, map: &AbstractValue) -> AbstractValue {
        let count = self.fresh("Count", Interval::EXTENT);
        let shape = self.algebra.tuple([count, Extents::ONE]);
        AbstractValue { shape: Some(shape), value: ValueFact::Any, ..map.clone() }
    }

    /// Keeps a value in the middle of an expression.
    pub(crate) fn temp(&mut self, value: &AbstractValue, span: Span) {
        if !self.alive() {
            return;
        }
        let definition = Definition {
            name: "".into(),
            kind: DefinitionKind::Temp,
            span,
            value: value.clone(),
            defined: Truth::Yes,
        };
        self.frame_mut().record.define(span.end, definition);
    }

    fn end_value(&mut self) -> AbstractValue {
        let Some((value, position, count)) = self.frame().ends.last().cloned() else {
            return AbstractValue::unknown();
        };
        let (Some(shape), false) =
            (value.shape, value.classes.contains(Class::Map) || value.classes.is_empty())
        else {
            return self.count_value();
        };
        let position_axis = u32::try_from(position).unwrap_or(u32::MAX);
        let extent = if position + 1 < count {
            self.algebra.extent(shape, position_axis)
        } else {
            self.algebra.count_from(shape, position_axis)
        };
        let extent = self.facts.representative(self.algebra.extents_mut(), extent);
        AbstractValue::integer(extent, &self.algebra)
    }

    /// Some count.
    pub(crate) fn count_value(&mut self) -> AbstractValue {
        let extent = self.fresh("count", Interval::EXTENT);
        AbstractValue::integer(extent, &self.algebra)
    }
}
