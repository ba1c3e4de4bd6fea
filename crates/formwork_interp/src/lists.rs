//! Lists of values where one value is wanted.
//!
//! `c{:}` and the field of a struct array give any number of values. As arguments and in
//! brackets they are spread; an operator refuses such a list, a condition takes it for
//! false, and a case does not take it.

use std::rc::Rc;

use formwork_hir::body::{ExprId, ExprKind};
use formwork_runtime::ops::{self, BinaryOp};
use formwork_runtime::{Error, Result, Value, Warn as _};

use crate::code::Code;
use crate::interpreter::Interpreter;

/// What stands where one value is wanted.
pub(crate) enum Operand {
    One(Value),
    /// Not exactly one, but so many.
    List(usize),
}

impl Operand {
    pub(crate) fn value(&self) -> Option<&Value> {
        match self {
            Operand::One(value) => Some(value),
            Operand::List(_) => None,
        }
    }

    /// Whether a condition holds.
    pub(crate) fn is_true(&self) -> Result<bool> {
        match self {
            Operand::One(value) => ops::is_true(value),
            Operand::List(_) => Ok(false),
        }
    }
}

impl Interpreter<'_> {
    /// The value of an operand.
    pub(crate) fn operand(&mut self, code: &Rc<Code>, id: ExprId) -> Result<Operand> {
        match &code.body.exprs[id].kind {
            ExprKind::Const(value) => Ok(Operand::One(value.clone())),
            ExprKind::Access(access) => {
                if let Some(number) = self.number(code, id) {
                    return Ok(Operand::One(Value::double(number)));
                }
                let mut values = formwork_syntax::with_enough_stack(|| self.values(code, id, 1))?;
                match values.len() {
                    1 => Ok(Operand::One(values.remove(0))),
                    0 if !access.is_list() => Err(self.no_value(code, id)),
                    count => Ok(Operand::List(count)),
                }
            }
            _ => self.full_value(code, id).map(Operand::One),
        }
    }

    /// Whether an expression without values is an empty list.
    pub(crate) fn is_list(&self, code: &Code, id: ExprId) -> bool {
        match &code.body.exprs[id].kind {
            ExprKind::Access(access) => access.is_list(),
            _ => false,
        }
    }

    /// `left op right`
    pub(crate) fn combine(&mut self, op: BinaryOp, left: Operand, right: Operand) -> Result<Value> {
        match (left, right) {
            (Operand::One(left), Operand::One(right)) => self.operate(op, left, right),
            (left, right) => Err(ops::binary_list_error(op, left.value(), right.value())),
        }
    }

    /// `start:step:stop`
    pub(crate) fn range_of(
        &mut self,
        start: &Operand,
        step: Option<&Operand>,
        stop: &Operand,
    ) -> Result<Value> {
        if let (Operand::One(start), Operand::One(stop)) = (start, stop) {
            match step {
                None => return ops::range_warning(start, None, stop, self),
                Some(Operand::One(step)) => {
                    return ops::range_warning(start, Some(step), stop, self);
                }
                Some(Operand::List(_)) => {}
            }
        }
        let several = |operand: &&Operand| match operand {
            Operand::One(value) => value.numel() > 1,
            Operand::List(count) => *count > 0,
        };
        if [Some(start), step, Some(stop)].iter().flatten().any(several) {
            self.warn("Octave:colon-nonscalar-argument", "colon arguments should be scalars")?;
        }
        Err(Error::plain("incompatible types found in range expression"))
    }

    /// Whether `switch subject` takes a `case label`.
    pub(crate) fn takes_case(&mut self, subject: &Operand, label: &Operand) -> Result<bool> {
        if let (Operand::One(subject), Operand::One(label)) = (subject, label) {
            if self.classes.exist
                && let Some(takes) = self.object_takes_case(subject, label)
            {
                return Ok(takes);
            }
            return ops::takes_case(subject, label, self);
        }
        // Only what is as wide as the list is compared with it, which fails.
        let fits = |one: &Value, count: usize| one.dims().as_slice() == [1, count];
        let labels = match label {
            Operand::One(Value::Cell(labels)) => labels.as_slice(),
            Operand::One(label) => std::slice::from_ref(label),
            Operand::List(count) => {
                let compared = match subject {
                    Operand::One(subject) => fits(subject, *count),
                    Operand::List(other) => count == other,
                };
                if compared {
                    return Err(ops::binary_list_error(BinaryOp::Equal, subject.value(), None));
                }
                return Ok(false);
            }
        };
        let Operand::List(count) = subject else { return Ok(false) };
        match labels.iter().find(|label| fits(label, *count)) {
            Some(label) => Err(ops::binary_list_error(BinaryOp::Equal, None, Some(label))),
            None => Ok(false),
        }
    }
}
