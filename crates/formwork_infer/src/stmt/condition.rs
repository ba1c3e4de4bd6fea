//! What a branch teaches.

use std::rc::Rc;

use formwork_builtins::{BuiltinId, Lesson};
use formwork_domain::{AbstractValue, Bounds, ClassSet, ValueFact};
use formwork_hir::SlotId;
use formwork_hir::body::{Access, Body, ExprId, ExprKind, Link, Root};
use formwork_runtime::ops::{BinaryOp, UnaryOp};
use formwork_runtime::{Class, Value};
use formwork_shape::Truth;
use formwork_shape::extent::Extents;
use formwork_shape::facts::Requirement;
use formwork_shape::shape::Algebra;
use formwork_syntax::with_enough_stack;
use smallvec::SmallVec;

use crate::call::resolved_name::ResolvedName;
use crate::engine::Analyst;
use crate::state::frame::Slot;

/// How many operands of one chain of `&&` or `||` teach something, the last ones: each of them is
/// walked knowing what those before it taught.
const LEARNED: usize = 64;

impl Analyst<'_> {
    /// Learns that a condition, which has been walked, came out that way.
    pub(crate) fn learn(&mut self, body: &Rc<Body>, id: ExprId, holds: bool) {
        if !self.alive() {
            return;
        }
        let mut left = id;
        let mut rights: SmallVec<[ExprId; 4]> = SmallVec::new();
        while let Some((first, second)) = self.both_learned(body, left, holds) {
            rights.push(second);
            left = first;
            if rights.len() == LEARNED {
                break;
            }
        }
        if rights.len() < LEARNED {
            with_enough_stack(|| self.learn_one(body, left, holds));
        }
        for right in rights.into_iter().rev() {
            if self.alive() {
                with_enough_stack(|| self.learn_one(body, right, holds));
            }
        }
    }

    /// The operands that came out as the whole did, whichever way that is.
    fn both_learned(&self, body: &Body, id: ExprId, holds: bool) -> Option<(ExprId, ExprId)> {
        match body.exprs[id].kind {
            ExprKind::AndAlso(left, right) if holds => Some((left, right)),
            ExprKind::OrElse(left, right) if !holds => Some((left, right)),
            // Where it holds for arrays, it does for all elements of both.
            ExprKind::Lazy(BinaryOp::And, left, right) if holds => Some((left, right)),
            // Of arrays nothing else is learned.
            ExprKind::Lazy(BinaryOp::Or, left, right)
                if !holds
                    && self.frame().values.get(&left).is_some_and(AbstractValue::is_scalar) =>
            {
                Some((left, right))
            }
            ExprKind::Binary(BinaryOp::And, left, right)
                if holds && self.are_scalars(left, right) =>
            {
                Some((left, right))
            }
            ExprKind::Binary(BinaryOp::Or, left, right)
                if !holds && self.are_scalars(left, right) =>
            {
                Some((left, right))
            }
            _ => None,
        }
    }

    fn learn_one(&mut self, body: &Rc<Body>, id: ExprId, holds: bool) {
        if let Some((left, right)) = self.both_learned(body, id, holds) {
            self.learn(body, left, holds);
            self.learn(body, right, holds);
            return;
        }
        match &body.exprs[id].kind {
            ExprKind::Unary(UnaryOp::Not, operand) => {
                let scalar = self.frame().values.get(operand).is_some_and(AbstractValue::is_scalar);
                // `!x` is true if all of x is false; false if any is true or it is empty.
                if scalar {
                    self.learn(body, *operand, !holds);
                }
            }
            // Of arrays nothing else is learned.
            ExprKind::Lazy(op, left, right)
                if self.frame().values.get(left).is_some_and(AbstractValue::is_scalar) =>
            {
                self.learn_other(body, *left, *right, *op == BinaryOp::And);
            }
            ExprKind::AndAlso(left, right) => self.learn_other(body, *left, *right, true),
            ExprKind::OrElse(left, right) => self.learn_other(body, *left, *right, false),
            ExprKind::Binary(op, left, right) => {
                self.learn_comparison(body, *op, *left, *right, holds);
            }
            ExprKind::Access(access) => self.learn_call(body, access, holds),
            ExprKind::Var(slot) => self.learn_variable(*slot, holds),
            _ => {}
        }
        self.check_alive();
        self.arguments_known();
    }

    /// Of `a && b` that failed where `a` is known to hold, `b` failed; the other way
    /// round for `||`.
    fn learn_other(&mut self, body: &Rc<Body>, left: ExprId, right: ExprId, is_and: bool) {
        let settled = if is_and { Truth::Yes } else { Truth::No };
        let left_value = self.frame().values.get(&left).cloned();
        let right_value = self.frame().values.get(&right).cloned();
        let truth = |this: &mut Self, value: Option<AbstractValue>| {
            value.map_or(Truth::Maybe, |value| this.truth_of(&value))
        };
        if truth(self, left_value) == settled {
            self.learn(body, right, !is_and);
        } else if truth(self, right_value) == settled {
            self.learn(body, left, !is_and);
        }
    }

    fn are_scalars(&self, left: ExprId, right: ExprId) -> bool {
        let scalar = |id| self.frame().values.get(&id).is_some_and(AbstractValue::is_scalar);
        scalar(left) && scalar(right)
    }

    fn learn_variable(&mut self, slot: SlotId, holds: bool) {
        let state = self.frame().slot(slot).clone();
        if holds && let Some(shape) = state.value.shape {
            // Something empty is not true.
            self.facts.assume_nonempty(&mut self.algebra, shape);
        }
        if state.value.is_scalar()
            && state.value.classes == ClassSet::only(Class::Logical)
            && state.value.constant().is_none()
        {
            let value = formwork_runtime::Value::bool(holds);
            let value = AbstractValue { value: ValueFact::Const(value), ..(*state.value).clone() };
            self.refine(slot, value);
        }
    }

    fn learn_comparison(
        &mut self,
        body: &Rc<Body>,
        op: BinaryOp,
        left: ExprId,
        right: ExprId,
        holds: bool,
    ) {
        let (Some(x), Some(y)) =
            (self.frame().values.get(&left).cloned(), self.frame().values.get(&right).cloned())
        else {
            return;
        };
        if self.may_be_strings(&x) || self.may_be_strings(&y) {
            return;
        }
        let op = if holds { Some(op) } else { opposite(op) };
        let Some(op) = op else { return };
        if op == BinaryOp::Equal {
            self.learn_set(body, left, &y);
            self.learn_set(body, right, &x);
        }
        let scalars = x.is_scalar() && y.is_scalar();
        // Scalars that do not differ are numbers; of arrays some elements may differ.
        let holds = holds || (op == BinaryOp::Equal && scalars);
        if op == BinaryOp::Equal && holds {
            self.learn_whole(body, left, right);
        }
        if let (Some(a), Some(b), true) =
            (x.as_integer(&mut self.algebra), y.as_integer(&mut self.algebra), scalars)
        {
            let requirement = match op {
                BinaryOp::Less => {
                    let next = self.algebra.extents_mut().add(a, Extents::ONE);
                    Requirement::AtMost(next, b)
                }
                BinaryOp::LessEqual => Requirement::AtMost(a, b),
                BinaryOp::Equal => Requirement::Equal(a, b),
                BinaryOp::NotEqual => Requirement::Different(a, b),
                BinaryOp::GreaterEqual => Requirement::AtMost(b, a),
                BinaryOp::Greater => {
                    let next = self.algebra.extents_mut().add(b, Extents::ONE);
                    Requirement::AtMost(next, a)
                }
                _ => return,
            };
            self.assume(requirement);
            return;
        }
        // A whole array that compares does so in every element; that it does not, says
        // something of a scalar alone.
        if !(holds || scalars) {
            return;
        }
        self.narrow(body, left, &x, (op, holds), &y);
        if let Some(swapped) = swapped(op) {
            self.narrow(body, right, &y, (swapped, holds), &x);
        }
        if holds && op == BinaryOp::Equal && !scalars {
            // It was not empty.
            if let (Some(a), Some(b)) = (x.shape, y.shape) {
                let term = self.algebra.elementwise(self.options.semantics, a, b);
                self.facts.assume_nonempty(&mut self.algebra, term);
            }
        }
    }

    /// Narrows the bounds of a variable that compares with something. What compares is a
    /// number; where the opposite did not hold, it may be none, and what it was compared with
    /// must be one.
    fn narrow(
        &mut self,
        body: &Rc<Body>,
        id: ExprId,
        value: &AbstractValue,
        (op, holds): (BinaryOp, bool),
        other: &AbstractValue,
    ) {
        let ExprKind::Var(slot) = body.exprs[id].kind else { return };
        let (Some(own), Some(limit)) = (self.bounds(value), self.bounds(other)) else { return };
        if matches!(
            value.value,
            ValueFact::Const(_)
                | ValueFact::Integer(_)
                | ValueFact::Ramp { .. }
                | ValueFact::Floor(_)
        ) || value.complex != Truth::No
            || !value.classes.is_within(ClassSet::FLOATS)
        {
            return;
        }
        if !holds && limit.nan {
            return;
        }
        let nan = own.nan && !holds;
        let whole_step = own.integer && limit.integer;
        let narrowed = match op {
            BinaryOp::Less | BinaryOp::LessEqual => {
                let mut high = limit.high;
                if op == BinaryOp::Less && whole_step && high.is_finite() {
                    high -= 1.0;
                }
                Bounds { high: own.high.min(high), nan, ..own }
            }
            BinaryOp::Greater | BinaryOp::GreaterEqual => {
                let mut low = limit.low;
                if op == BinaryOp::Greater && whole_step && low.is_finite() {
                    low += 1.0;
                }
                Bounds { low: own.low.max(low), nan, ..own }
            }
            BinaryOp::Equal => Bounds {
                low: own.low.max(limit.low),
                high: own.high.min(limit.high),
                integer: own.integer || limit.integer,
                nan,
            },
            _ => return,
        };
        if narrowed.low > narrowed.high {
            if value.is_scalar() && !nan {
                self.frame_mut().alive = false;
            }
            return;
        }
        let refined = AbstractValue { value: ValueFact::Within(narrowed), ..value.clone() };
        self.refine(slot, refined);
    }

    /// The name and arguments of a call.
    pub(crate) fn call_parts<'b>(
        &self,
        body: &'b Rc<Body>,
        access: &'b Access,
    ) -> Option<(Rc<str>, &'b [ExprId])> {
        let call = match access.root {
            Root::Call(call) => call,
            Root::VarOrCall(slot, call) if self.frame().slot(slot).defined == Truth::No => call,
            _ => return None,
        };
        let name = Rc::clone(&body.calls[call].name);
        match &access.links[..] {
            [] => Some((name, &[])),
            [Link::Paren(arguments)] => Some((name, &arguments.exprs)),
            _ => None,
        }
    }

    fn learn_call(&mut self, body: &Rc<Body>, access: &Access, holds: bool) {
        let Some((name, args)) = self.call_parts(body, access) else {
            return;
        };
        // A function of the program may have the name, and mean something else.
        let ResolvedName::Builtin(row) = self.named_target(&name) else { return };
        let lesson = row.lesson;
        let slot = match args.first().map(|&id| &body.exprs[id].kind) {
            Some(ExprKind::Var(slot)) => Some(*slot),
            _ => None,
        };
        let first = args.first().and_then(|id| self.frame().values.get(id).cloned());
        let second = args.get(1).and_then(|id| self.frame().values.get(id).cloned());
        if let (Some(slot), Some(classes)) = (slot, tested_classes(lesson, second.as_ref()))
            && !self.is_overloaded(&name, None)
        {
            let state = self.frame().slot(slot).clone();
            let own = state.value.classes;
            let narrowed = if holds {
                own.intersection(classes)
            } else if is_class_test_exact(lesson) {
                own.minus(classes)
            } else {
                own
            };
            if narrowed.is_empty() {
                self.frame_mut().alive = false;
                return;
            }
            if narrowed != own {
                let mut value = AbstractValue { classes: narrowed, ..(*state.value).clone() };
                if !narrowed.contains(Class::Double) && !narrowed.contains(Class::Single) {
                    value.complex = Truth::No;
                }
                self.refine(slot, value);
            }
        }
        let Some(shape) = first.as_ref().and_then(|value| value.shape) else {
            if lesson == Lesson::Exists && holds {
                self.learn_exists(second.as_ref(), first.as_ref());
            }
            return;
        };
        match (lesson, holds) {
            (Lesson::Empty, true) => {
                let count = self.algebra.count(shape);
                self.assume(Requirement::Equal(count, Extents::ZERO));
            }
            (Lesson::Empty, false) => {
                let shape = self.without_empties(slot, shape);
                self.facts.assume_nonempty(&mut self.algebra, shape);
            }
            (Lesson::Scalar, true) => {
                self.facts.assume_scalar(&mut self.algebra, shape);
                if let Some(slot) = slot {
                    let state = self.frame().slot(slot).clone();
                    let value =
                        AbstractValue { shape: Some(Algebra::SCALAR), ..(*state.value).clone() };
                    self.refine(slot, value);
                }
            }
            (Lesson::Vector, true) => {
                self.facts.assume_vector(&mut self.algebra, shape);
            }
            (Lesson::Row, true) => {
                self.facts.assume_matrix(&mut self.algebra, shape);
                let rows = self.algebra.extent(shape, 0);
                self.assume(Requirement::Equal(rows, Extents::ONE));
            }
            (Lesson::Column, true) => {
                self.facts.assume_matrix(&mut self.algebra, shape);
                let columns = self.algebra.extent(shape, 1);
                self.assume(Requirement::Equal(columns, Extents::ONE));
            }
            (Lesson::Square, true) => self.facts.assume_square(&mut self.algebra, shape),
            (Lesson::SameSize | Lesson::Equal, true) => {
                if let Some(other) = second.as_ref().and_then(|value| value.shape) {
                    self.learn_same_shape(lesson, shape, other, first.as_ref(), second.as_ref());
                }
            }
            (Lesson::Exists, true) => self.learn_exists(second.as_ref(), first.as_ref()),
            (Lesson::Some, true) => {
                self.facts.assume_nonempty(&mut self.algebra, shape);
            }
            _ => {}
        }
        self.check_alive();
        if let Some(slot) = slot {
            let state = self.frame().slot(slot).clone();
            if state.defined != Truth::No {
                let value = self.settled(&state.value);
                if !Rc::ptr_eq(&value, &state.value) {
                    self.frame_mut().set(slot, Slot { value, ..state });
                }
            }
        }
    }

    /// A shape whose size is a list of known integers, and that as a shape.
    fn sizes_listed(
        &mut self,
        shape: formwork_shape::shape::ShapeId,
        list: Option<&AbstractValue>,
    ) -> Option<(formwork_shape::shape::ShapeId, formwork_shape::shape::ShapeId)> {
        let extents = list?.as_integers(&mut self.algebra)?;
        if extents.len() < 2 {
            return None;
        }
        if extents.len() == 2 {
            self.facts.assume_matrix(&mut self.algebra, shape);
        }
        Some((shape, self.algebra.tuple(extents)))
    }

    /// Equal values have equal shapes; equal sizes are equal shapes.
    fn learn_same_shape(
        &mut self,
        lesson: Lesson,
        a: formwork_shape::shape::ShapeId,
        b: formwork_shape::shape::ShapeId,
        first: Option<&AbstractValue>,
        second: Option<&AbstractValue>,
    ) {
        let sizes = match (first.map(|value| &value.value), second.map(|value| &value.value)) {
            (Some(ValueFact::SizeOf(x)), Some(ValueFact::SizeOf(y))) if lesson == Lesson::Equal => {
                Some((*x, *y))
            }
            (Some(ValueFact::SizeOf(size)), Some(_)) if lesson == Lesson::Equal => {
                self.sizes_listed(*size, second)
            }
            (Some(_), Some(ValueFact::SizeOf(size))) if lesson == Lesson::Equal => {
                self.sizes_listed(*size, first)
            }
            _ => None,
        };
        let (a, b) = sizes.unwrap_or((a, b));
        let rank = match (self.algebra.maximum_rank(a), self.algebra.maximum_rank(b)) {
            (Some(x), Some(y)) => x.max(y),
            _ => 2,
        };
        for axis in 0..rank {
            let (x, y) = (self.algebra.extent(a, axis), self.algebra.extent(b, axis));
            self.assume(Requirement::Equal(x, y));
        }
        if sizes.is_none()
            && let (Some(x), Some(y)) = (first, second)
            && let (Some(x), Some(y)) =
                (x.as_integers(&mut self.algebra), y.as_integers(&mut self.algebra))
            && x.len() == y.len()
            && lesson == Lesson::Equal
        {
            for (x, y) in x.into_iter().zip(y) {
                self.assume(Requirement::Equal(x, y));
            }
        }
    }

    /// `exist('name') == 1`: there is such a variable.
    fn learn_set(&mut self, body: &Rc<Body>, call: ExprId, value: &AbstractValue) {
        let ExprKind::Access(access) = &body.exprs[call].kind else { return };
        let Some((name, args)) = self.call_parts(body, access) else { return };
        let one = value.constant().and_then(formwork_runtime::Value::to_f64) == Some(1.0);
        if BuiltinId::of(&name) != Some(BuiltinId::Exist) || args.is_empty() || !one {
            return;
        }
        let Some(variable) = self.frame().values.get(&args[0]).and_then(AbstractValue::text) else {
            return;
        };
        self.learn_defined(&variable);
    }

    /// There is a variable of that name.
    fn learn_defined(&mut self, name: &str) {
        let slot = self.frame().find(name);
        let frame = self.frame();
        let defined = slot.map_or(Truth::No, |slot| frame.slot(slot).defined);
        match (slot, defined) {
            (_, Truth::No) if !frame.dynamic_scope && !frame.inherits => {
                self.frame_mut().alive = false;
            }
            (Some(slot), Truth::Maybe) => {
                let state = Slot { defined: Truth::Yes, ..self.frame().slot(slot).clone() };
                self.frame_mut().set(slot, state);
            }
            _ => {}
        }
    }

    fn learn_exists(&mut self, kind: Option<&AbstractValue>, name: Option<&AbstractValue>) {
        let is_variable = kind.and_then(AbstractValue::text).as_deref() == Some("var");
        let Some(name) = name.and_then(AbstractValue::text) else { return };
        if is_variable {
            self.learn_defined(&name);
        } else if let Some(slot) = self.frame().find(&name)
            && self.frame().slot(slot).defined == Truth::No
        {
            // What is not there as a variable is a function, or a file.
            self.forget(slot, Truth::Maybe);
        }
    }

    /// What is known of the subject of a `switch` in one of its cases.
    pub(crate) fn learn_case(
        &mut self,
        body: &Rc<Body>,
        subject: ExprId,
        value: &AbstractValue,
        label: &AbstractValue,
    ) {
        let ExprKind::Var(slot) = body.exprs[subject].kind else { return };
        let Some(constant) = label.constant() else { return };
        let string = self.reads_matlab() && value.classes.contains(Class::String);
        if value.constant().is_some() || constant.is_strings() || (string && constant.is_char()) {
            return;
        }
        if let Some(bounds) = numbers_of(constant)
            && matches!(value.value, ValueFact::Any)
        {
            // What is equal to one of these numbers is a number as they are.
            let classes = value.classes.intersection(ClassSet::ARRAYS);
            if classes.is_empty() {
                return;
            }
            // Octave compares all elements of an array of one row and one column.
            let rank = value.shape.and_then(|shape| self.algebra.maximum_rank(shape));
            let flat = rank.is_some_and(|rank| rank <= 2);
            let shape = if flat { Some(Algebra::SCALAR) } else { value.shape };
            let value = ValueFact::Within(bounds);
            self.refine(slot, AbstractValue { classes, shape, value, ..AbstractValue::unknown() });
            return;
        }
        if constant.is_char() && !constant.is_empty() {
            // Numbers are equal to the text of which they are the codes.
            let arrays = value.classes.intersection(ClassSet::ARRAYS);
            if arrays.is_empty() {
                self.frame_mut().alive = false;
                return;
            }
            if arrays != value.classes {
                self.refine(slot, AbstractValue { classes: arrays, ..value.clone() });
            }
            let (Some(own), Some(wanted)) = (value.shape, label.shape) else { return };
            for axis in 0..2 {
                let extents = (self.algebra.extent(own, axis), self.algebra.extent(wanted, axis));
                self.assume(Requirement::Equal(extents.0, extents.1));
            }
        } else if constant.is_scalar()
            && value.is_scalar()
            && let (Some(x), Some(y)) =
                (value.as_integer(&mut self.algebra), label.as_integer(&mut self.algebra))
        {
            self.assume(Requirement::Equal(x, y));
        }
    }

    /// How many arguments there are decides which of the parameters have a value.
    pub(crate) fn arguments_known(&mut self) {
        let ValueFact::Integer(count) = self.frame().nargin.value else { return };
        let interval = self.facts.interval(self.algebra.extents_mut(), count);
        let body = Rc::clone(&self.frame().body);
        for (place, input) in body.inputs.iter().enumerate() {
            let (Some(slot), Ok(place)) = (input.slot, i64::try_from(place)) else { continue };
            let state = self.frame().slot(slot).clone();
            if state.defined != Truth::Maybe {
                continue;
            }
            // What was given may have been cleared since.
            let given = interval.low().is_some_and(|low| low > place);
            let defined = if given && !self.frame().clears {
                Truth::Yes
            } else if interval.high().is_some_and(|high| high <= place)
                && input.default.is_none()
                && self.is_untouched_parameter(slot)
            {
                Truth::No
            } else {
                continue;
            };
            self.frame_mut().set(slot, Slot { defined, ..state });
        }
    }

    /// Whether a parameter still has what the caller gave: only then does the number of
    /// arguments say that it has nothing.
    fn is_untouched_parameter(&self, slot: SlotId) -> bool {
        self.frame()
            .parameters
            .get(&slot)
            .is_some_and(|given| Rc::ptr_eq(given, &self.frame().slot(slot).value))
    }
}

fn opposite(op: BinaryOp) -> Option<BinaryOp> {
    Some(match op {
        BinaryOp::Less => BinaryOp::GreaterEqual,
        BinaryOp::LessEqual => BinaryOp::Greater,
        BinaryOp::Equal => BinaryOp::NotEqual,
        BinaryOp::NotEqual => BinaryOp::Equal,
        BinaryOp::GreaterEqual => BinaryOp::Less,
        BinaryOp::Greater => BinaryOp::LessEqual,
        _ => return None,
    })
}

fn swapped(op: BinaryOp) -> Option<BinaryOp> {
    Some(match op {
        BinaryOp::Less => BinaryOp::Greater,
        BinaryOp::LessEqual => BinaryOp::GreaterEqual,
        BinaryOp::Equal => BinaryOp::Equal,
        BinaryOp::GreaterEqual => BinaryOp::LessEqual,
        BinaryOp::Greater => BinaryOp::Less,
        _ => return None,
    })
}

/// The classes that a value has if a test of its class succeeds.
fn tested_classes(lesson: Lesson, second: Option<&AbstractValue>) -> Option<ClassSet> {
    match lesson {
        Lesson::Class { classes, .. } => Some(classes),
        Lesson::NamedClass => Some(match second?.text()?.as_str() {
            "float" => ClassSet::FLOATS,
            "integer" => ClassSet::INTEGERS,
            "numeric" => ClassSet::NUMBERS,
            class => ClassSet::only(Class::from_name(class)?),
        }),
        _ => None,
    }
}

/// Whether a value has none of the classes if the test fails.
fn is_class_test_exact(lesson: Lesson) -> bool {
    !matches!(lesson, Lesson::Class { exact: false, .. })
}

/// What is known of a number that a label takes: one of whole numbers.
fn numbers_of(label: &Value) -> Option<Bounds> {
    let labels = match label {
        Value::Cell(labels) => labels.as_slice(),
        one => std::slice::from_ref(one),
    };
    let mut bounds: Option<Bounds> = None;
    for label in labels {
        let whole = |number: &f64| number.fract() == 0.0 && number.abs() < 1e9;
        let number =
            label.to_f64().filter(whole).filter(|_| label.is_scalar() && !label.is_char())?;
        let (low, high) = bounds
            .map_or((number, number), |one: Bounds| (one.low.min(number), one.high.max(number)));
        bounds = Some(Bounds { low, high, integer: true, nan: false });
    }
    bounds
}
