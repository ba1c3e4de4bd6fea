//! TEMPORARY
use formwork_builtins::{Args, Context, Values};
use formwork_runtime::{Class, Error, Result, Value};
pub(crate) mod map_access {
    pub(crate) use super::*;
}
pub(crate) fn map_get(_m: &Value, _s: &[Value]) -> Result<Value> {
    Err(Error::plain("pending"))
}
pub(crate) fn map_set(_m: &Value, _s: &[Value], _v: Value) -> Result<()> {
    Err(Error::plain("pending"))
}
pub(crate) fn map_member(
    _c: &mut dyn Context,
    _m: &Value,
    _n: &str,
    _a: Args,
    _k: usize,
) -> Result<Values> {
    Err(Error::plain("pending"))
}
pub(crate) fn cast(v: Value, _c: Class) -> Result<Value> {
    Ok(v)
}
pub(crate) fn equal(_a: &Value, _b: &Value) -> bool {
    false
}
