//! The loop form: explicit loops, buffers and scalars.
//!
//! Everything that becomes native code is this first, so that one printer, one
//! evaluator and one set of clean-ups serve all, and another code generator can be
//! attached. See [`Module`] for what it consists of, [`FunctionBuilder`] for making it,
//! [`read_module`] for its text form, [`Evaluator`] for its meaning.

mod builder;
mod entry;
mod evaluate;
mod form;
mod merge;
mod names;
mod operand_types;
mod operator;
mod passes;
mod print;
mod read;
mod scalar;
mod verify;
mod walk;

pub use builder::{FunctionBuilder, TypeError};
pub use entry::{ArrayClass, Entry, EntryValue, Extent, Layout};
pub use evaluate::{
    Evaluator, NoRuntime, RuntimeHost, Stop, Value, eval_binary, eval_cast, eval_unary,
};
pub(crate) use evaluate::{OUT_OF_MEMORY, TOO_DEEP};
pub use form::{
    Argument, Binding, BlockId, Buffer, BufferId, DEEPEST_RECURSION, ExprId, Expression, Failure,
    Fill, Function, FunctionId, Module, Piece, RuntimeArgument, RuntimeResult, Statement,
    StatementKind, Variable, VariableId,
};
pub(crate) use names::{Namer, as_name};
pub use operator::{BinaryOp, UnaryOp, can_cast};
pub(crate) use passes::remove_unreachable;
pub use passes::{PASSES, Pass, clean_up};
pub use read::{ReadError, read_module};
pub use scalar::{Scalar, ScalarType};
pub use verify::{DEEPEST_BLOCK, DEEPEST_EXPRESSION, VerifyError};
