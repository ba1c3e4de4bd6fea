//! Functions that are written in terms of others: calling built-ins, given functions and
//! operators on values.

use formwork_runtime::ops::{self, BinaryOp};
use formwork_runtime::{Error, Result, Value};

use crate::context::{Args, Context, Values};

/// Calls the row of a function, as if nobody had redefined it.
pub(crate) fn call_many(
    cx: &mut dyn Context,
    name: &str,
    args: &[&Value],
    nargout: usize,
) -> Result<Values> {
    cx.call_builtin(name, args.iter().map(|&value| value.clone()).collect(), nargout)
}

/// The first output of a call.
pub(crate) fn call(cx: &mut dyn Context, name: &str, args: &[&Value]) -> Result<Value> {
    let mut values = call_many(cx, name, args, 1)?;
    if values.is_empty() {
        return Err(Error::plain(format!(
            "value on the right hand side of the assignment not defined: {name}"
        )));
    }
    Ok(values.swap_remove(0))
}

/// Calls a function that was given, for one output.
pub(crate) fn call_value(cx: &mut dyn Context, function: &Value, args: Args) -> Result<Value> {
    let mut values = cx.call(function, args, 1)?;
    if values.is_empty() {
        return Err(Error::plain("value on the right hand side of the assignment not defined"));
    }
    Ok(values.swap_remove(0))
}

/// The value of `left op right`.
pub(crate) fn binary(
    cx: &mut dyn Context,
    op: BinaryOp,
    left: &Value,
    right: &Value,
) -> Result<Value> {
    ops::binary(op, left.clone(), right.clone(), cx)
}

/// `left - right`
pub(crate) fn minus(cx: &mut dyn Context, left: &Value, right: &Value) -> Result<Value> {
    binary(cx, BinaryOp::Subtract, left, right)
}

/// `left .* right`
pub(crate) fn times(cx: &mut dyn Context, left: &Value, right: &Value) -> Result<Value> {
    binary(cx, BinaryOp::ElementMultiply, left, right)
}

/// `left ./ right`
pub(crate) fn over(cx: &mut dyn Context, left: &Value, right: &Value) -> Result<Value> {
    binary(cx, BinaryOp::ElementDivide, left, right)
}

/// `left .^ right`
pub(crate) fn power(cx: &mut dyn Context, left: &Value, right: f64) -> Result<Value> {
    binary(cx, BinaryOp::ElementPower, left, &Value::double(right))
}
