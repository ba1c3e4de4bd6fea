//! Expressions as values.

use cranelift_entity::EntityRef as _;
use formwork_builtins::{Args, Values};
use formwork_hir::Callee;
use formwork_hir::body::{Access, AnonymousId, ExprId, ExprKind, Link, Root, Target};
use formwork_runtime::ops::{self, BinaryOp};
use formwork_runtime::{Array, Error, Quote, Result, Value, Warn as _, index};
use formwork_syntax::with_enough_stack;

use crate::classes::has_object;
use crate::closure::Closure;
use crate::code::Code;
use crate::interpreter::Interpreter;
use crate::lists::Operand;
use std::rc::Rc;

impl Interpreter<'_> {
    /// The value of an expression, tried as a number first.
    #[inline]
    pub(crate) fn value(&mut self, code: &Rc<Code>, id: ExprId) -> Result<Value> {
        match self.number(code, id) {
            Some(number) => Ok(Value::double(number)),
            None => self.full_value(code, id),
        }
    }

    /// The value of an expression that is not a plain number.
    pub(crate) fn full_value(&mut self, code: &Rc<Code>, id: ExprId) -> Result<Value> {
        match &code.body.exprs[id].kind {
            ExprKind::Const(value) => Ok(value.clone()),
            ExprKind::Var(slot) => match self.slot(*slot).get() {
                Some(value) => Ok(value),
                None => self.single(code, id),
            },
            ExprKind::Binary(op, left, right) => {
                if let Some(truth) = self.truth(code, id) {
                    return Ok(Value::bool(truth));
                }
                let (op, left, right) = (*op, *left, *right);
                with_enough_stack(|| self.binary(code, op, left, right))
            }
            ExprKind::Unary(op, operand) => {
                match with_enough_stack(|| self.operand(code, *operand))? {
                    Operand::One(operand) => self.operate_alone(*op, operand),
                    Operand::List(_) => Err(ops::unary_list_error(*op)),
                }
            }
            ExprKind::AndAlso(left, right) => {
                let truth =
                    self.deep_condition(code, *left)? && self.deep_condition(code, *right)?;
                Ok(Value::bool(truth))
            }
            ExprKind::OrElse(left, right) => {
                let truth =
                    self.deep_condition(code, *left)? || self.deep_condition(code, *right)?;
                Ok(Value::bool(truth))
            }
            ExprKind::Lazy(..) => self.condition(code, id).map(Value::bool),
            ExprKind::Range(start, step, stop) => self.range(code, id, (*start, *step, *stop)),
            ExprKind::Matrix(rows) => self.matrix(code, id, rows),
            ExprKind::Cell(rows) => {
                let mut values = Vec::with_capacity(rows.len());
                for row in rows {
                    values.push(self.list(code, row)?.into_vec());
                }
                index::cell_literal(values)
            }
            ExprKind::Colon => Ok(Value::Char(Array::scalar(b':'), Quote::Single)),
            ExprKind::End => match self.end_value() {
                Some(end) => Ok(Value::double(end)),
                None => match self.ended_object() {
                    Some(object) => self.object_end(&object),
                    None => Err(Error::plain(
                        "invalid use of 'end': may only be used to index existing value",
                    )),
                },
            },
            ExprKind::Handle(call) => self.make_handle(code, *call),
            ExprKind::Anonymous(anonymous) => self.make_anonymous(code, *anonymous),
            ExprKind::Invalid(refusal) => match self.class_word(code, id, &[], 1) {
                Some(values) => values?.into_iter().next().ok_or_else(|| self.no_value(code, id)),
                None => Err(Error::plain(refusal.message())),
            },
            ExprKind::Access(_) | ExprKind::Assign(_) | ExprKind::PostIncrement(_) => {
                with_enough_stack(|| self.single(code, id))
            }
        }
    }

    /// `start:step:stop`
    fn range(
        &mut self,
        code: &Rc<Code>,
        id: ExprId,
        (start, step, stop): (ExprId, Option<ExprId>, ExprId),
    ) -> Result<Value> {
        let start = with_enough_stack(|| self.operand(code, start))?;
        let step = match step {
            Some(step) => Some(self.operand(code, step)?),
            None => None,
        };
        let stop = self.operand(code, stop)?;
        if self.classes.exist
            && let Some(outcome) = self.range_of_objects(&start, step.as_ref(), &stop)
        {
            return outcome;
        }
        let range = self.range_of(&start, step.as_ref(), &stop)?;
        // One with elements is not written down: there is nothing to share.
        if range.is_empty() {
            if let Some(kept) = code.literal(id) {
                return Ok(kept);
            }
            code.keep_literal(id, &range);
        }
        Ok(range)
    }

    /// `[…]`
    fn matrix(&mut self, code: &Rc<Code>, id: ExprId, rows: &[Box<[ExprId]>]) -> Result<Value> {
        if let Some(value) = code.literal(id) {
            return Ok(value);
        }
        let mut values = Vec::with_capacity(rows.len());
        for row in rows {
            values.push(self.matrix_row(code, row)?.into_vec());
        }
        if values.iter().flatten().any(|value| matches!(value, Value::Map(_))) {
            return formwork_builtins::map_concatenate(&values);
        }
        if values.iter().any(|row| has_object(row)) {
            return self.join_objects(values);
        }
        let mixed = index::mixes_text(values.iter().flatten());
        let joined = index::matrix_literal(values);
        if mixed {
            index::warn_of_joined(&joined, self)?;
        }
        let value = joined?;
        code.keep_literal(id, &value);
        Ok(value)
    }

    /// An anonymous function, with the values it captures here.
    fn make_anonymous(&mut self, code: &Rc<Code>, id: AnonymousId) -> Result<Value> {
        let inner = code.anonymous(id);
        let anonymous = Rc::clone(&code.body.anonymous[id]);
        let captured = anonymous
            .captures
            .iter()
            .map(|&(outer, _)| {
                let value = self.stack[self.base + outer.index()].get();
                value.or_else(|| self.dynamic_value(&code.body.slots[outer].name))
            })
            .collect();
        let shared = self.frame().shared.clone();
        let closure = Closure { code: inner, anonymous, captured, shared };
        Ok(formwork_runtime::FunctionHandle::Anonymous(Rc::new(closure)).into())
    }

    fn binary(
        &mut self,
        code: &Rc<Code>,
        op: BinaryOp,
        left: ExprId,
        right: ExprId,
    ) -> Result<Value> {
        let left = self.operand(code, left)?;
        let right = self.operand(code, right)?;
        self.combine(op, left, right)
    }

    /// The first value of an expression that may give several or none.
    fn single(&mut self, code: &Rc<Code>, id: ExprId) -> Result<Value> {
        let values = self.values(code, id, 1)?;
        match values.into_iter().next() {
            Some(value) => Ok(value),
            None => Err(self.no_value(code, id)),
        }
    }

    pub(crate) fn no_value(&self, code: &Code, id: ExprId) -> Box<Error> {
        let is_list = |access: &Access| {
            access.links.iter().any(|link| matches!(link, Link::Brace(_) | Link::Field(_)))
        };
        match &code.body.exprs[id].kind {
            ExprKind::Access(access) if is_list(access) => {
                Error::plain("invalid number of elements on RHS of assignment")
            }
            ExprKind::Access(access) if !is_builtin(code, access.root) => {
                Error::plain("value on right hand side of assignment is undefined")
            }
            _ => Error::plain("value on the right hand side of the assignment not defined"),
        }
    }

    /// The values of an expression: an access may give any number.
    pub(crate) fn values(&mut self, code: &Rc<Code>, id: ExprId, nargout: usize) -> Result<Values> {
        match &code.body.exprs[id].kind {
            ExprKind::Access(access) => self.access(code, id, access, nargout),
            ExprKind::Var(slot) => match self.slot(*slot).get() {
                Some(value) => Ok(smallvec::smallvec![value]),
                None => self.unset_variable(code, id, *slot, nargout),
            },
            ExprKind::Assign(assign) => match self.assign_to_part(code, assign)? {
                Some(stored) => Ok(smallvec::smallvec![stored]),
                None => {
                    self.assign(code, assign, false)?;
                    self.target_value(code, &assign.targets)
                }
            },
            ExprKind::PostIncrement(assign) => {
                if let [Target::Place { slot, .. }] = &assign.targets[..]
                    && !self.slot(*slot).is_set()
                {
                    return Err(Error::plain("in x++ or ++x, x must be defined first"));
                }
                let before = self.target_value(code, &assign.targets)?;
                self.assign(code, assign, false)?;
                Ok(before)
            }
            _ => Ok(smallvec::smallvec![self.value(code, id)?]),
        }
    }

    /// The values of arguments or of a row: each may give any number.
    pub(crate) fn list(&mut self, code: &Rc<Code>, ids: &[ExprId]) -> Result<Args> {
        let mut list = Args::new();
        for &id in ids {
            self.push_values(code, id, &mut list)?;
        }
        Ok(list)
    }

    /// The elements of a row of a matrix: a function that gives nothing is none.
    fn matrix_row(&mut self, code: &Rc<Code>, ids: &[ExprId]) -> Result<Args> {
        let mut row = Args::new();
        for &id in ids {
            let before = row.len();
            self.push_values(code, id, &mut row)?;
            if row.len() == before && !self.is_list(code, id) {
                return Err(Error::plain("undefined element in matrix list"));
            }
        }
        Ok(row)
    }

    pub(crate) fn push_values(
        &mut self,
        code: &Rc<Code>,
        id: ExprId,
        list: &mut Args,
    ) -> Result<()> {
        if let Some(number) = self.number(code, id) {
            list.push(Value::double(number));
            return Ok(());
        }
        match &code.body.exprs[id].kind {
            ExprKind::Access(_) => list.extend(self.values(code, id, 1)?),
            _ => list.push(self.full_value(code, id)?),
        }
        Ok(())
    }

    /// Whether the condition of an `if` or a `while` holds.
    pub(crate) fn condition(&mut self, code: &Rc<Code>, id: ExprId) -> Result<bool> {
        if let Some(truth) = self.truth(code, id) {
            return Ok(truth);
        }
        let value = self.condition_value(code, id)?;
        value.is_true()
    }

    /// The value of such a condition: there `|` and `&` leave out their right operand
    /// if their left one is a scalar that decides.
    fn condition_value(&mut self, code: &Rc<Code>, id: ExprId) -> Result<Operand> {
        let ExprKind::Lazy(op, left, right) = code.body.exprs[id].kind else {
            return self.operand(code, id);
        };
        let value = with_enough_stack(|| self.condition_value(code, left))?;
        if !value.value().is_some_and(Value::is_scalar) {
            // Octave evaluates the left operand again, as that of an ordinary operator.
            let value = with_enough_stack(|| self.condition_value(code, left))?;
            let right = self.condition_value(code, right)?;
            return self.combine(op, value, right).map(Operand::One);
        }
        let decided = op == BinaryOp::Or;
        if value.is_true()? == decided {
            let message = format!(
                "Matlab-style short-circuit operation performed for operator {}",
                op.symbol()
            );
            self.warn(crate::scalar::LEFT_OUT, &message)?;
            return Ok(Operand::One(Value::bool(decided)));
        }
        let right = self.condition_value(code, right)?;
        right.is_true().map(|truth| Operand::One(Value::bool(truth)))
    }

    /// Whether any other condition holds.
    pub(crate) fn plain_condition(&mut self, code: &Rc<Code>, id: ExprId) -> Result<bool> {
        if let Some(truth) = self.truth(code, id) {
            return Ok(truth);
        }
        self.operand(code, id)?.is_true()
    }

    /// An operand of `&&` or `||` of which the whole was tried as a truth value already: the
    /// operands of a long chain are not tried again at each of its operators.
    fn deep_condition(&mut self, code: &Rc<Code>, id: ExprId) -> Result<bool> {
        if matches!(code.body.exprs[id].kind, ExprKind::AndAlso(..) | ExprKind::OrElse(..)) {
            return with_enough_stack(|| self.operand(code, id))?.is_true();
        }
        self.plain_condition(code, id)
    }
}

fn is_builtin(code: &Code, root: Root) -> bool {
    match root {
        Root::Call(call) => matches!(code.body.calls[call].callee, Some(Callee::Builtin)),
        Root::Var(_) | Root::VarOrCall(..) | Root::Value(_) => false,
    }
}
