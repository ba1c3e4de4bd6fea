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
pub(crate) mod classes;
pub(crate) mod exact;
pub(crate) mod index;
pub(crate) mod joined;
pub(crate) mod lists;
pub(crate) mod numbers;
pub(crate) mod operators;
pub(crate) mod range;
pub(crate) mod sizes;
pub(crate) mod subscript;

use std::rc::Rc;

use formwork_builtins::BuiltinId;
use formwork_domain::{AbstractValue, ClassSet, Contents, ValueFact};
use formwork_hir::SlotId;
use formwork_hir::body::{Body, ExprId, ExprKind, Refusal};
use formwork_runtime::ops::BinaryOp;
use formwork_runtime::{Class, Value, ops};
use formwork_shape::extent::{ExtentId, Extents, Interval};
use formwork_shape::facts::Requirement;
use formwork_shape::shape::Algebra;
use formwork_shape::{EmptyRule, Truth};
use formwork_syntax::{Span, with_enough_stack};
use smallvec::{SmallVec, smallvec};

use crate::engine::Analyst;
use crate::expr::lists::{Operand, is_list};
use crate::report::failure::FailureKind;
use crate::report::record::{CheckKind, Definition, DefinitionKind};
use crate::stmt::inside::is_ending;

/// The values of an expression.
#[derive(Clone, Debug)]
pub(crate) enum Many {
    /// So many, and these.
    Known(SmallVec<[AbstractValue; 1]>),
    /// Any number.
    Open,
}

impl Many {
    pub(crate) fn one(value: AbstractValue) -> Many {
        Many::Known(smallvec![value])
    }
}

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
                    Operand::One(operand) => self.unary(*op, operand, span),
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
                let result = self.binary(*op, first, second, span);
                // Functions can be compared.
                if !matches!(op, BinaryOp::Equal | BinaryOp::NotEqual) {
                    self.operand_is_array(body, *left);
                    self.operand_is_array(body, *right);
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
            ExprKind::Assign(assign) => {
                self.assign(body, assign, span);
                match assign.targets.first() {
                    // Stored in a part, it is what was stored.
                    Some(formwork_hir::body::Target::Place { links, .. }) if !links.is_empty() => {
                        let stored = self.frame().values.get(&assign.value).cloned();
                        let plain = assign.op.is_none() && !assign.bracketed;
                        stored.filter(|_| plain).unwrap_or_else(AbstractValue::unknown)
                    }
                    Some(formwork_hir::body::Target::Place { slot, .. }) => self.variable(*slot),
                    _ => AbstractValue::unknown(),
                }
            }
            ExprKind::PostIncrement(assign) => {
                let before = match assign.targets.first() {
                    Some(formwork_hir::body::Target::Place { slot, links, .. })
                        if links.is_empty() =>
                    {
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
            ExprKind::Invalid(Refusal::Unsupported(_)) => {
                self.risk(span);
                self.forget_exposed();
                return Many::Open;
            }
            ExprKind::Invalid(Refusal::Fails(message)) => {
                let kind = FailureKind::Builtin("".into());
                self.fail(span, kind, &[], Some((*message).to_owned()));
                AbstractValue::unknown()
            }
        };
        Many::one(value)
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
        if state.value.shape.is_none() {
            let value = self.shaped((*state.value).clone(), &name);
            self.refine(slot, value.clone());
            value
        } else {
            (*self.settled(&state.value)).clone()
        }
    }

    /// A variable that an operator was applied to is an array, not a container.
    fn operand_is_array(&mut self, body: &Rc<Body>, id: ExprId) {
        let ExprKind::Var(slot) = body.exprs[id].kind else { return };
        let state = self.frame().slot(slot).clone();
        let arrays: formwork_domain::ClassSet = state
            .value
            .classes
            .iter()
            .filter(|class| class.is_numeric() || matches!(class, Class::Logical | Class::Char))
            .collect();
        if arrays == state.value.classes || !self.alive() {
            return;
        }
        if self.is_overloaded_operator(&[&state.value]) {
            return;
        }
        if arrays.is_empty() {
            self.frame_mut().alive = false;
            return;
        }
        let value = AbstractValue { classes: arrays, contents: None, ..(*state.value).clone() };
        self.refine(slot, value);
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

    fn short_circuit(
        &mut self,
        body: &Rc<Body>,
        left: ExprId,
        right: ExprId,
        is_and: bool,
    ) -> AbstractValue {
        let first = with_enough_stack(|| self.deciding(body, left));
        let symbol = if is_and { "&&" } else { "||" };
        self.decided_by(body, first, (left, right), is_and, symbol)
    }

    /// `&` or `|` in a condition. A scalar on the left decides as it does of `&&` and `||`;
    /// else the operator is applied to both.
    fn lazy(
        &mut self,
        body: &Rc<Body>,
        op: BinaryOp,
        (left, right): (ExprId, ExprId),
        span: Span,
    ) -> AbstractValue {
        let first = with_enough_stack(|| self.deciding(body, left));
        if !self.alive() {
            return AbstractValue::unknown();
        }
        if first.is_scalar() {
            let is_and = op == BinaryOp::And;
            let symbol = if is_and { "&" } else { "|" };
            return self.decided_by(body, first, (left, right), is_and, symbol);
        }
        let many = first.shape.is_some_and(|shape| {
            let count = self.algebra.count(shape);
            let one = Requirement::Equal(count, Extents::ONE);
            self.facts.truth(&mut self.algebra, &one) == Truth::No
        });
        if many {
            let second = with_enough_stack(|| self.deciding(body, right));
            return self.binary(op, first, second, span);
        }
        // It may be a scalar: then the right side need not run, and nothing is applied.
        self.risk(span);
        let fork = self.fork();
        self.frame_mut().conditional += 1;
        self.undecided(true);
        let _ = with_enough_stack(|| self.deciding(body, right));
        self.frame_mut().conditional -= 1;
        self.undecided(false);
        if let Some(end) = self.leave(fork)
            && !end.changed.is_empty()
        {
            let skipped = crate::state::frame::Snapshot::default();
            self.meet(vec![skipped, end], Span::empty(0));
        }
        AbstractValue::new(ClassSet::only(Class::Logical), None)
    }

    /// The value of a short-circuit operator, whose left operand has been walked.
    fn decided_by(
        &mut self,
        body: &Rc<Body>,
        first: AbstractValue,
        (left, right): (ExprId, ExprId),
        is_and: bool,
        symbol: &'static str,
    ) -> AbstractValue {
        if !self.alive() {
            return AbstractValue::unknown();
        }
        let decided = if is_and { Truth::No } else { Truth::Yes };
        let truth = self.decision(&first, symbol, body.exprs[left].span);
        if !self.alive() {
            return AbstractValue::unknown();
        }
        let constant =
            |this: &mut Self, value| AbstractValue::of(&Value::bool(value), &mut this.algebra);
        if truth == decided {
            return constant(self, !is_and);
        }
        // The right side runs only on one of the paths.
        let fork = self.fork();
        self.learn(body, left, is_and);
        self.frame_mut().conditional += 1;
        self.undecided(true);
        let second = if self.alive() {
            with_enough_stack(|| self.deciding(body, right))
        } else {
            AbstractValue::unknown()
        };
        let second_truth = if self.alive() {
            self.decision(&second, symbol, body.exprs[right].span)
        } else {
            decided
        };
        self.frame_mut().conditional -= 1;
        self.undecided(false);
        let end = self.leave(fork);
        match (truth == !decided, end) {
            (true, Some(end)) => self.meet(vec![end], Span::empty(0)),
            (true, None) => {
                self.frame_mut().alive = false;
                return AbstractValue::unknown();
            }
            (false, Some(end)) if !end.changed.is_empty() => {
                let skipped = crate::state::frame::Snapshot::default();
                self.meet(vec![skipped, end], Span::empty(0));
            }
            (false, _) => {}
        }
        match (truth, second_truth) {
            (_, second) if second == decided => constant(self, !is_and),
            (first, second) if first == !decided && second == !decided => constant(self, is_and),
            _ => AbstractValue::truth(),
        }
    }

    /// The value of a condition, and whether it counts as true; `symbol` is what asks.
    pub(crate) fn condition(
        &mut self,
        body: &Rc<Body>,
        id: ExprId,
        symbol: &'static str,
    ) -> (AbstractValue, Truth) {
        let value = self.deciding(body, id);
        if !self.alive() {
            return (value, Truth::Maybe);
        }
        let truth = self.decision(&value, symbol, body.exprs[id].span);
        (value, truth)
    }

    /// Whether a value that something depends on counts as true. Cell arrays do not count
    /// as anything: to ask fails.
    fn decision(&mut self, value: &AbstractValue, symbol: &'static str, span: Span) -> Truth {
        if value.classes == ClassSet::only(Class::Cell) {
            let message = "invalid conversion from cell array to logical value".to_owned();
            self.fail(span, FailureKind::Use(symbol), &[value], Some(message));
            return Truth::Maybe;
        }
        if self.alive() {
            self.frame_mut().record.passed.used(span);
        }
        if value.classes.contains(Class::Cell) {
            self.risk(span);
            return Truth::Maybe;
        }
        self.truth_of(value)
    }

    /// Whether a value counts as true.
    pub(crate) fn truth_of(&mut self, value: &AbstractValue) -> Truth {
        if let Some(constant) = value.constant() {
            return ops::is_true(constant).map_or(Truth::Maybe, Truth::from);
        }
        if let Some(shape) = value.shape {
            let count = self.algebra.count(shape);
            if self.facts.truth(&mut self.algebra, &Requirement::Equal(count, Extents::ZERO))
                == Truth::Yes
            {
                return Truth::No;
            }
            if let Some(bounds) = self.bounds(value) {
                let nonempty =
                    self.facts.truth(&mut self.algebra, &Requirement::AtMost(Extents::ONE, count));
                if nonempty == Truth::Yes && (bounds.low > 0.0 || bounds.high < 0.0) && !bounds.nan
                {
                    return Truth::Yes;
                }
                if bounds.low == 0.0 && bounds.high == 0.0 && !bounds.nan {
                    return Truth::No;
                }
            }
        }
        Truth::Maybe
    }

    /// The value of an expression that is taken for a size, once the integers in it have
    /// names: `zeros(n + 1)` and `ones(n + 1)` are then seen to be of one size.
    ///
    /// What is no number is no size where `strict` says that the operation fails on it.
    pub(crate) fn with_names(
        &mut self,
        body: &Rc<Body>,
        id: ExprId,
        value: AbstractValue,
        strict: bool,
    ) -> AbstractValue {
        let unnamed = matches!(value.value, ValueFact::Within(_));
        let compound = matches!(body.exprs[id].kind, ExprKind::Unary(..) | ExprKind::Binary(..));
        if !unnamed || !compound || !value.is_scalar() || !is_arithmetic(body, id) {
            return value;
        }
        let mut slots = Vec::new();
        variables_in(body, id, &mut slots);
        let mut named = false;
        for slot in slots {
            let variable = (*self.frame().slot(slot).value).clone();
            if !matches!(variable.value, ValueFact::Within(_)) || !variable.is_scalar() {
                continue;
            }
            let whole = |one: &formwork_domain::Bounds| one.integer && (strict || !one.nan);
            let Some(bounds) = self.bounds(&variable).filter(whole) else { continue };
            let name = self.frame().name(slot);
            let extent = self.fresh(&name, bounds.as_size());
            self.refine(slot, AbstractValue { value: ValueFact::Integer(extent), ..variable });
            named = true;
        }
        if named { self.value(body, id) } else { value }
    }

    /// Whether an array without elements stands in a row that it does not fit: MATLAB passes it
    /// over, with a warning.
    fn is_passed_over(&self, row: &[AbstractValue]) -> bool {
        // `[]` is passed over in every dialect.
        let mut sizes: Vec<_> = row.iter().filter_map(|value| value.size(&self.algebra)).collect();
        sizes.retain(|size| size.extents().iter().any(|extent| *extent != 0));
        let empty = sizes.iter().any(|size| size.count() == 0);
        empty && sizes.iter().any(|size| size.extent(0) != sizes[0].extent(0))
    }

    fn matrix(&mut self, body: &Rc<Body>, rows: &[Box<[ExprId]>], span: Span) -> AbstractValue {
        let mut evaluated = Vec::with_capacity(rows.len());
        let mut whole = true;
        for row in rows {
            match self.arguments(body, row) {
                Some(values) => evaluated.push(values),
                None => whole = false,
            }
        }
        if !self.alive() {
            return AbstractValue::unknown();
        }
        if !whole {
            return AbstractValue::unknown();
        }
        let quoted = crate::call::is_double_quoted;
        if self.may_run_in_matlab()
            && evaluated.iter().map(Vec::len).sum::<usize>() > 1
            && evaluated.iter().flatten().any(quoted)
        {
            // An array of strings in MATLAB.
            self.risk(span);
            return AbstractValue::unknown();
        }
        if self.may_run_in_matlab() && evaluated.iter().any(|row| self.is_passed_over(row)) {
            self.risk(span);
            return AbstractValue::unknown();
        }
        let open = |value: &AbstractValue| value.classes == ClassSet::ALL;
        let cell = |value: &AbstractValue| value.classes == ClassSet::only(Class::Cell);
        if self.may_run_in_matlab()
            && evaluated.iter().flatten().any(open)
            && evaluated.iter().flatten().any(cell)
        {
            // A row of a table, perhaps.
            self.risk(span);
            return AbstractValue::unknown();
        }
        let text = |value: &AbstractValue| value.classes.contains(Class::Char);
        let only_text = |value: &AbstractValue| value.classes == ClassSet::only(Class::Char);
        let mut parts = evaluated.iter().flatten();
        if parts.clone().any(text) && !parts.all(only_text) {
            // Numbers beside text are warned of.
            self.risk(span);
        }
        let constants: Option<Vec<Vec<Value>>> = evaluated
            .iter()
            .map(|row| row.iter().map(|value| value.constant().cloned()).collect())
            .collect();
        if let Some(constants) = constants
            && let Ok(value) = formwork_runtime::index::matrix_literal(constants)
        {
            return AbstractValue::of(&value, &mut self.algebra);
        }
        let all: Vec<&AbstractValue> = evaluated.iter().flatten().collect();
        let refusal = match self.is_overloaded_operator(&all) {
            true => None,
            false => self.joining_refusal(&evaluated),
        };
        let joined = self.join_values(evaluated, span);
        self.joining_refused(refusal, span);
        joined
    }

    /// `[…]` of values that are not all constants.
    fn join_values(&mut self, rows: Vec<Vec<AbstractValue>>, span: Span) -> AbstractValue {
        let all: Vec<&AbstractValue> = rows.iter().flatten().collect();
        if self.is_overloaded_operator(&all) {
            return AbstractValue::unknown();
        }
        let text = |value: &AbstractValue| value.classes.contains(Class::Char);
        let container = |value: &AbstractValue| {
            [Class::Cell, Class::Struct, Class::FunctionHandle, Class::Map, Class::Exception]
                .iter()
                .any(|&class| value.classes.contains(class))
        };
        let classes = match formwork_builtins::find(BuiltinId::Horzcat.name()) {
            Some(row) => {
                let args: Vec<AbstractValue> = all.iter().map(|&value| value.clone()).collect();
                formwork_builtins::infer_outputs(row, &args, 1, &mut self.algebra)
                    .first()
                    .map_or(formwork_domain::ClassSet::ALL, |value| value.classes)
            }
            None => formwork_domain::ClassSet::ALL,
        };
        let complex = if all.iter().all(|value| value.complex == Truth::No) {
            Truth::No
        } else {
            Truth::Maybe
        };
        let integers: Option<Vec<ExtentId>> = all
            .iter()
            .map(|value| {
                let scalar = value.is_scalar() && !text(value);
                scalar.then(|| value.as_integer(&mut self.algebra))?
            })
            .collect();
        let bounds =
            all.iter().map(|value| self.bounds(value)).reduce(|a, b| Some(a?.hull(b?))).flatten();
        // What is joined with numbers of class single is rounded to them.
        let single = classes.contains(Class::Single);
        let bounds = bounds.map(|all| if single { all.hull(all.as_single()) } else { all });
        let value = match integers {
            Some(integers)
                if integers.len() <= 32
                    && (rows.len() == 1 || rows.iter().all(|row| row.len() == 1)) =>
            {
                ValueFact::Integers(integers.into())
            }
            _ => bounds.map_or(ValueFact::Any, ValueFact::Within),
        };
        let keeps_value = classes.iter().all(|class| class.is_numeric() || class == Class::Logical)
            && complex == Truth::No
            && classes.iter().all(|class| !class.is_integer());
        let value = if keeps_value { value } else { ValueFact::Any };
        // Cells take what is no cell as an element; texts of unequal length may be
        // padded below one another; structs may stand beside `[]`.
        if all.iter().any(|value| container(value)) {
            let pure_cells = all
                .iter()
                .all(|value| value.classes == formwork_domain::ClassSet::only(Class::Cell));
            if !pure_cells {
                let value =
                    AbstractValue { value: ValueFact::Any, ..AbstractValue::new(classes, None) };
                return value;
            }
        }
        let padded = rows.len() > 1 && all.iter().any(|value| text(value));
        let shapes: Vec<Vec<formwork_shape::shape::ShapeId>> = rows
            .iter()
            .map(|row| {
                row.iter()
                    .map(|value| {
                        let value = self.shaped(value.clone(), "part");
                        value.shape.unwrap_or(Algebra::SCALAR)
                    })
                    .collect()
            })
            .collect();
        let mut parts = Vec::new();
        for row in &shapes {
            let mut joined = match row.split_first() {
                None => self.algebra.tuple([Extents::ZERO, Extents::ZERO]),
                Some((&first, rest)) => {
                    let mut joined = first;
                    for &next in rest {
                        let term =
                            self.algebra.concatenate(1, EmptyRule::OctaveBrackets, &[joined, next]);
                        let parts = (joined, next);
                        joined =
                            self.checked(CheckKind::Concatenation, term, &[joined, next], span);
                        joined = self.spelled_out(1, joined, parts);
                    }
                    joined
                }
            };
            joined = self.resolve(joined);
            parts.push(joined);
        }
        let shape = match parts.split_first() {
            None => self.algebra.tuple([Extents::ZERO, Extents::ZERO]),
            Some((&first, rest)) => {
                let mut joined = first;
                for &next in rest {
                    let term =
                        self.algebra.concatenate(0, EmptyRule::OctaveBrackets, &[joined, next]);
                    if padded {
                        // Rows of text of unequal length, which perhaps do not fit.
                        self.risk(span);
                        if !self.algebra.is_matrix(joined) || !self.algebra.is_matrix(next) {
                            joined = self.algebra.fresh_variable("joined");
                            continue;
                        }
                        let rows = self.fresh("rows", Interval::EXTENT);
                        let columns = self.fresh("columns", Interval::EXTENT);
                        joined = self.algebra.tuple([rows, columns]);
                        continue;
                    }
                    let parts = (joined, next);
                    joined = self.checked(CheckKind::Concatenation, term, &[joined, next], span);
                    joined = self.spelled_out(0, joined, parts);
                }
                joined
            }
        };
        let contents = self.joined_contents(&rows, shape);
        AbstractValue { classes, complex, shape: Some(shape), value, contents }
    }

    fn joined_contents(
        &mut self,
        rows: &[Vec<AbstractValue>],
        shape: formwork_shape::shape::ShapeId,
    ) -> Option<Contents> {
        let all: Vec<&AbstractValue> = rows.iter().flatten().collect();
        if !all.iter().all(|value| value.classes == formwork_domain::ClassSet::only(Class::Cell)) {
            return None;
        }
        if rows.len() == 1 || rows.iter().all(|row| row.len() == 1) {
            let elements: Option<Vec<AbstractValue>> = all
                .iter()
                .map(|value| value.elements(&mut self.algebra).map(|elements| elements.to_vec()))
                .collect::<Option<Vec<_>>>()
                .map(|parts| parts.concat());
            let count = self.algebra.as_concrete(shape).map(|size| size.count());
            if let Some(elements) = elements
                && count == Some(elements.len() as u64)
                && elements.len() <= Contents::BUDGET
                && vector_like(&self.algebra, shape)
            {
                return Some(Contents::Elements(elements.into()));
            }
        }
        let mut every: Option<AbstractValue> = None;
        for value in all {
            let one = match (&value.contents, value.elements(&mut self.algebra)) {
                (Some(Contents::Every(every)), _) => vec![(**every).clone()],
                (_, Some(elements)) => elements.to_vec(),
                _ => return None,
            };
            for element in one {
                every = Some(match every {
                    None => element,
                    Some(so_far) => self.join_of(&so_far, &element),
                });
            }
        }
        every.map(|every| Contents::Every(Rc::new(every)))
    }

    fn cell(&mut self, body: &Rc<Body>, rows: &[Box<[ExprId]>]) -> AbstractValue {
        let mut evaluated = Vec::with_capacity(rows.len());
        let mut whole = true;
        for row in rows {
            match self.arguments(body, row) {
                Some(values) => evaluated.push(values),
                None => whole = false,
            }
        }
        let class = formwork_domain::ClassSet::only(Class::Cell);
        if !whole || !self.alive() {
            // A list of no elements gives an empty cell array of another size.
            return AbstractValue::new(class, None);
        }
        let constants: Option<Vec<Vec<Value>>> = evaluated
            .iter()
            .map(|row| row.iter().map(|value| value.constant().cloned()).collect())
            .collect();
        if let Some(constants) = constants
            && let Ok(value) = formwork_runtime::index::cell_literal(constants)
        {
            return AbstractValue::of(&value, &mut self.algebra);
        }
        // A cell array among the elements is an element; only an empty one disappears.
        let columns = evaluated.first().map_or(0, Vec::len);
        let regular = evaluated.iter().all(|row| row.len() == columns && columns > 0);
        let maybe_empty_cell = |value: &AbstractValue, algebra: &Algebra| {
            value.classes.contains(Class::Cell)
                && value.size(algebra).is_none_or(|size| size.count() == 0)
        };
        let plain = evaluated.len() == 1
            || !evaluated.iter().flatten().any(|value| maybe_empty_cell(value, &self.algebra));
        if !regular || !plain {
            return AbstractValue::new(class, None);
        }
        let size =
            formwork_shape::concrete::ConcreteShape::new([evaluated.len() as u64, columns as u64]);
        let shape = self.algebra.literal(&size);
        let mut elements = Vec::new();
        for column in 0..columns {
            elements.extend(evaluated.iter().map(|row| row[column].clone()));
        }
        let contents =
            (elements.len() <= Contents::BUDGET).then(|| Contents::Elements(elements.into()));
        AbstractValue { contents, ..AbstractValue::new(class, Some(shape)) }
    }
}

fn vector_like(algebra: &Algebra, shape: formwork_shape::shape::ShapeId) -> bool {
    algebra
        .as_concrete(shape)
        .is_some_and(|size| size.is_matrix() && (size.extent(0) == 1 || size.extent(1) == 1))
}

/// Whether an expression is arithmetic on variables and constants alone, so that it can
/// be walked twice.
fn is_arithmetic(body: &Body, id: ExprId) -> bool {
    match &body.exprs[id].kind {
        ExprKind::Const(_) | ExprKind::Var(_) => true,
        ExprKind::Unary(_, operand) => with_enough_stack(|| is_arithmetic(body, *operand)),
        ExprKind::Binary(_, left, right) => {
            with_enough_stack(|| is_arithmetic(body, *left) && is_arithmetic(body, *right))
        }
        _ => false,
    }
}

/// The variables of an expression for which [`is_arithmetic`] holds.
fn variables_in(body: &Body, id: ExprId, slots: &mut Vec<SlotId>) {
    match &body.exprs[id].kind {
        ExprKind::Var(slot) => slots.push(*slot),
        ExprKind::Unary(_, operand) => with_enough_stack(|| variables_in(body, *operand, slots)),
        ExprKind::Binary(_, left, right) => with_enough_stack(|| {
            variables_in(body, *left, slots);
            variables_in(body, *right, slots);
        }),
        _ => {}
    }
}
