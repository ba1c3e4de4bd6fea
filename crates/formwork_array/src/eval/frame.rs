//! The values of a call that runs.

use std::sync::Arc;

use cranelift_entity::SecondaryMap;

use super::failure::{Failure, Result, check_failure};
use crate::diagnostic::TextPosition;
use crate::ir::{Array, Function, Operand, Scalar, ValueId};

/// A call: the function, and the values it has computed so far.
pub(super) struct Frame<'m> {
    pub(super) function: &'m Function,
    values: SecondaryMap<ValueId, Option<Arc<Array>>>,
}

impl<'m> Frame<'m> {
    pub(super) fn new(function: &'m Function) -> Frame<'m> {
        Frame { function, values: SecondaryMap::new() }
    }

    pub(super) fn get(&self, operand: &Operand) -> Result<Arc<Array>> {
        match operand {
            Operand::Constant(array) => Ok(array.clone()),
            Operand::Value(value) => self.values[*value]
                .clone()
                .ok_or_else(|| Failure::Unguarded(format!("{value} has no value"))),
        }
    }

    /// The arrays that operands are.
    pub(super) fn all(&self, operands: &[Operand]) -> Result<Vec<Arc<Array>>> {
        operands.iter().map(|operand| self.get(operand)).collect()
    }

    pub(super) fn ints(&self, operand: &Operand) -> Result<Vec<i64>> {
        let array = self.get(operand)?;
        array.as_ints().ok_or_else(|| Failure::Unguarded("a vector of int is needed".to_owned()))
    }

    pub(super) fn scalar(&self, operand: &Operand) -> Result<Scalar> {
        let array = self.get(operand)?;
        array.as_scalar().ok_or_else(|| Failure::Unguarded("a scalar is needed".to_owned()))
    }

    pub(super) fn set(&mut self, value: ValueId, array: Arc<Array>) {
        self.values[value] = Some(array);
    }

    /// A failure of an operation: the words of its guard, if the function is not guarded yet.
    pub(super) fn failed(&self, message: &str, place: TextPosition) -> Failure {
        if self.function.guarded {
            Failure::Unguarded(message.to_owned())
        } else {
            check_failure(message, place)
        }
    }
}
