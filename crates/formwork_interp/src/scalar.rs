//! Expressions that turn out to be real numbers.
//!
//! `number` and `truth` evaluate without effects and without values: `None` means
//! that the expression is something else, and the caller evaluates it in full. So
//! they may only do what can be done twice: read variables and elements, reckon,
//! and call the scalar forms of built-ins.

use cranelift_entity::EntityRef as _;
use formwork_builtins::{ScalarForm, WarningState};
use formwork_hir::body::{Access, Arguments, ExprId, ExprKind, Link, Root};
use formwork_runtime::ops::{self, BinaryOp, UnaryOp};
use formwork_runtime::{Value, index};

use crate::code::{Callable, Code};
use crate::frame::Slot;
use crate::interpreter::{EndContext, EndObject, Interpreter};

/// The warning of a `|` or `&` in a condition that left out its right operand.
pub(crate) const LEFT_OUT: &str = "Octave:possible-matlab-short-circuit-operator";

/// How many bytes of text an expression has that is not looked at for its depth: operators that
/// are nested deeper than the stack lasts are more text than that.
const SHORT: usize = 256;

impl Interpreter<'_> {
    /// The value of an expression that is a real scalar of class double.
    #[inline]
    pub(crate) fn number(&mut self, code: &Code, id: ExprId) -> Option<f64> {
        match &code.body.exprs[id].kind {
            ExprKind::Const(value) => value.as_double(),
            ExprKind::Var(slot) => self.scalar_slot(self.base + slot.index()),
            ExprKind::Binary(op, left, right) if code.body.exprs[id].span.len() <= SHORT => {
                self.binary_number(code, *op, *left, *right)
            }
            ExprKind::Binary(op, left, right) => {
                formwork_syntax::with_enough_stack(|| self.binary_number(code, *op, *left, *right))
            }
            ExprKind::Access(access) => self.access_number(code, access),
            kind => self.other_number(code, kind),
        }
    }

    /// The same of an operand, which often needs no further walk.
    #[inline(always)]
    fn operand_number(&mut self, code: &Code, id: ExprId) -> Option<f64> {
        match &code.body.exprs[id].kind {
            ExprKind::Const(value) => value.as_double(),
            ExprKind::Var(slot) => self.scalar_slot(self.base + slot.index()),
            _ => self.number(code, id),
        }
    }

    /// A slot of the stack that holds a real scalar of class double.
    #[inline(always)]
    fn scalar_slot(&self, place: usize) -> Option<f64> {
        match &self.stack[place] {
            Slot::Value(Value::Double(array)) => array.as_scalar().copied(),
            _ => None,
        }
    }

    fn binary_number(
        &mut self,
        code: &Code,
        op: BinaryOp,
        left: ExprId,
        right: ExprId,
    ) -> Option<f64> {
        // What is no arithmetic is not worth evaluating operands for.
        if !matches!(
            op,
            BinaryOp::Add
                | BinaryOp::Subtract
                | BinaryOp::Multiply
                | BinaryOp::ElementMultiply
                | BinaryOp::Divide
                | BinaryOp::ElementDivide
                | BinaryOp::LeftDivide
                | BinaryOp::ElementLeftDivide
                | BinaryOp::Power
                | BinaryOp::ElementPower
        ) {
            return None;
        }
        let left = self.operand_number(code, left)?;
        let right = self.operand_number(code, right)?;
        match op {
            BinaryOp::Add => Some(left + right),
            BinaryOp::Subtract => Some(left - right),
            BinaryOp::Multiply | BinaryOp::ElementMultiply => Some(left * right),
            BinaryOp::Divide | BinaryOp::ElementDivide => Some(left / right),
            BinaryOp::LeftDivide | BinaryOp::ElementLeftDivide => Some(right / left),
            BinaryOp::Power | BinaryOp::ElementPower => ops::power_doubles(left, right),
            _ => None,
        }
    }

    #[inline(never)]
    fn other_number(&mut self, code: &Code, kind: &ExprKind) -> Option<f64> {
        match kind {
            ExprKind::Unary(UnaryOp::Minus, operand) => self.number(code, *operand).map(|x| -x),
            ExprKind::Unary(UnaryOp::Plus, operand) => self.number(code, *operand),
            ExprKind::End => self.end_value(),
            _ => None,
        }
    }

    #[inline(never)]
    fn access_number(&mut self, code: &Code, access: &Access) -> Option<f64> {
        match (access.root, &access.links[..]) {
            (Root::Var(slot), [Link::Paren(arguments)]) => {
                self.element(code, self.base + slot.index(), arguments)
            }
            (Root::VarOrCall(slot, call), [Link::Paren(arguments)]) => {
                if self.slot(slot).is_set() {
                    self.element(code, self.base + slot.index(), arguments)
                } else if self.frame().dynamic.is_empty() {
                    self.scalar_call(code, code.callable(call)?, arguments)
                } else {
                    None
                }
            }
            (Root::VarOrCall(slot, _), []) => self.scalar_slot(self.base + slot.index()),
            (Root::Call(call), [Link::Paren(arguments)]) => {
                let Callable::Builtin(row) = code.callable(call)? else { return None };
                match row.scalar {
                    ScalarForm::None => None,
                    _ if self.frame().dynamic.is_empty() => {
                        self.scalar_call(code, Callable::Builtin(row), arguments)
                    }
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// `object(i)` or `object(i, j)` of a real array.
    fn element(&mut self, code: &Code, object: usize, arguments: &Arguments) -> Option<f64> {
        // Something that is no array of doubles is not worth evaluating subscripts for.
        if !matches!(&self.stack[object], Slot::Value(Value::Double(_))) {
            return None;
        }
        let subscript = |this: &mut Self, position: usize, count: usize| {
            let id = arguments.exprs[position];
            if arguments.has_end {
                this.ends.push(EndContext { object: EndObject::Slot(object), position, count });
                let value = this.number(code, id);
                this.ends.pop();
                value
            } else {
                this.number(code, id)
            }
        };
        match arguments.exprs.len() {
            1 => {
                let place = place(subscript(self, 0, 1)?)?;
                let Slot::Value(Value::Double(array)) = &self.stack[object] else { return None };
                array.as_slice().get(place).copied()
            }
            2 => {
                let row = place(subscript(self, 0, 2)?)?;
                let column = place(subscript(self, 1, 2)?)?;
                let Slot::Value(Value::Double(array)) = &self.stack[object] else { return None };
                let [rows, columns] = array.dims().as_slice() else { return None };
                if row >= *rows || column >= *columns {
                    return None;
                }
                array.as_slice().get(row + column * rows).copied()
            }
            _ => None,
        }
    }

    fn scalar_call(
        &mut self,
        code: &Code,
        callable: Callable,
        arguments: &Arguments,
    ) -> Option<f64> {
        let Callable::Builtin(row) = callable else { return None };
        match (row.scalar, &arguments.exprs[..]) {
            (ScalarForm::Unary(f), &[argument]) => f(self.number(code, argument)?),
            (ScalarForm::Measure(f), &[argument]) => self.look(code, argument, f),
            (ScalarForm::Binary(f), &[left, right]) => {
                let left = self.number(code, left)?;
                f(left, self.number(code, right)?)
            }
            _ => None,
        }
    }

    /// What `f` says of a variable, whatever it holds, or of a number.
    fn look<T>(&mut self, code: &Code, argument: ExprId, f: fn(&Value) -> T) -> Option<T> {
        if let ExprKind::Var(slot) = code.body.exprs[argument].kind
            && let Slot::Value(value) = &self.stack[self.base + slot.index()]
        {
            return Some(f(value));
        }
        self.number(code, argument).map(|number| f(&Value::double(number)))
    }

    pub(crate) fn end_value(&self) -> Option<f64> {
        let context = self.ends.last()?;
        let (position, count) = (context.position, context.count);
        let end = match &context.object {
            EndObject::Slot(slot) => match &self.stack[*slot] {
                Slot::Value(Value::Object(_)) => return None,
                Slot::Value(value) => index::end(value, position, count),
                Slot::Unset => return None,
                Slot::Shared(shared) => match shared.borrow().as_ref()? {
                    Value::Object(_) => return None,
                    value => index::end(value, position, count),
                },
            },
            EndObject::Value(Value::Object(_)) => return None,
            EndObject::Value(value) => index::end(value, position, count),
        };
        Some(end as f64)
    }

    /// The object whose `end` is asked for, if it is that of one.
    pub(crate) fn ended_object(&self) -> Option<Value> {
        let object = match &self.ends.last()?.object {
            EndObject::Slot(slot) => self.stack[*slot].get()?,
            EndObject::Value(value) => value.clone(),
        };
        matches!(object, Value::Object(_)).then_some(object)
    }

    /// The truth of an operand, which may be the rest of a long chain.
    fn deep_truth(&mut self, code: &Code, id: ExprId) -> Option<bool> {
        match &code.body.exprs[id].kind {
            ExprKind::Lazy(..)
            | ExprKind::AndAlso(..)
            | ExprKind::OrElse(..)
            | ExprKind::Binary(BinaryOp::And | BinaryOp::Or, ..)
            | ExprKind::Unary(..) => formwork_syntax::with_enough_stack(|| self.truth(code, id)),
            _ => self.truth(code, id),
        }
    }

    /// The truth of an expression that is a comparison or a combination of such.
    pub(crate) fn truth(&mut self, code: &Code, id: ExprId) -> Option<bool> {
        match &code.body.exprs[id].kind {
            ExprKind::Binary(op, left, right) => self.binary_truth(code, *op, *left, *right),
            // What is left out may have to be warned of, which is an effect.
            ExprKind::Lazy(op, left, right) => {
                let decided = *op == BinaryOp::Or;
                if self.deep_truth(code, *left)? != decided {
                    return self.deep_truth(code, *right);
                }
                let state = self.session.warnings.get(LEFT_OUT);
                (state == WarningState::Off).then_some(decided)
            }
            // Without effects nobody sees what is left out.
            ExprKind::AndAlso(left, right) => {
                Some(self.deep_truth(code, *left)? && self.deep_truth(code, *right)?)
            }
            ExprKind::OrElse(left, right) => {
                Some(self.deep_truth(code, *left)? || self.deep_truth(code, *right)?)
            }
            ExprKind::Unary(UnaryOp::Not, operand) => self.deep_truth(code, *operand).map(|x| !x),
            ExprKind::Var(slot) => match self.slot(*slot) {
                Slot::Value(Value::Bool(array)) => array.as_scalar().copied(),
                _ => None,
            },
            ExprKind::Const(Value::Bool(array)) => array.as_scalar().copied(),
            ExprKind::Access(access) => match (access.root, &access.links[..]) {
                (Root::Var(slot), [Link::Paren(arguments)]) if arguments.exprs.len() == 1 => {
                    let object = self.base + slot.index();
                    if arguments.has_end
                        || !matches!(&self.stack[object], Slot::Value(Value::Bool(_)))
                    {
                        return None;
                    }
                    let place = place(self.number(code, arguments.exprs[0])?)?;
                    let Slot::Value(Value::Bool(array)) = &self.stack[object] else { return None };
                    array.as_slice().get(place).copied()
                }
                (Root::Call(call), [Link::Paren(arguments)]) => {
                    let Callable::Builtin(row) = code.callable(call)? else { return None };
                    match (row.scalar, &arguments.exprs[..]) {
                        (ScalarForm::Predicate(f), &[argument])
                            if self.frame().dynamic.is_empty() =>
                        {
                            self.number(code, argument).map(f)
                        }
                        (ScalarForm::Test(f), &[argument]) if self.frame().dynamic.is_empty() => {
                            self.look(code, argument, f)
                        }
                        _ => None,
                    }
                }
                _ => None,
            },
            _ => None,
        }
    }

    /// The truth of a comparison of numbers, or of truths that are connected.
    fn binary_truth(
        &mut self,
        code: &Code,
        op: BinaryOp,
        left: ExprId,
        right: ExprId,
    ) -> Option<bool> {
        match op {
            BinaryOp::And => {
                return Some(self.deep_truth(code, left)? & self.deep_truth(code, right)?);
            }
            BinaryOp::Or => {
                return Some(self.deep_truth(code, left)? | self.deep_truth(code, right)?);
            }
            BinaryOp::Less
            | BinaryOp::LessEqual
            | BinaryOp::Equal
            | BinaryOp::NotEqual
            | BinaryOp::GreaterEqual
            | BinaryOp::Greater => {}
            _ => return None,
        }
        let left = self.operand_number(code, left)?;
        let right = self.operand_number(code, right)?;
        Some(match op {
            BinaryOp::Less => left < right,
            BinaryOp::LessEqual => left <= right,
            BinaryOp::Equal => left == right,
            BinaryOp::NotEqual => left != right,
            BinaryOp::GreaterEqual => left >= right,
            _ => left > right,
        })
    }
}

/// A subscript counted from 0, if it is a positive whole number.
#[inline]
pub(crate) fn place(subscript: f64) -> Option<usize> {
    let place = subscript as usize;
    (place as f64 == subscript && place > 0).then(|| place - 1)
}
