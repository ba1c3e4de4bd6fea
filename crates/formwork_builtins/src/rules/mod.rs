//! The shape and the class of an output, as data that inference reads.
//!
//! Arguments are counted from 0. A rule must contain what the evaluator gives for
//! every call that succeeds; `Unknown` is honest, and a gap that is counted.

pub(crate) mod call;
pub(crate) mod classes;
pub(crate) mod contents;
pub(crate) mod facts;
mod infer;
mod own;
pub(crate) mod real;
mod rule;
mod shapes;
mod sizes;
pub(crate) mod special;
pub(crate) mod together;

pub use infer::{infer_outputs, outputs_of_any_call};
pub(crate) use own::{
    AnswerRule, BoundsRule, ClassFunction, ContentsRule, CountRule, OutputsRule, OwnRules,
    ShapeFunction, ValueRule,
};
pub(crate) use real::Realness;
pub use rule::{ClassRule, ShapeRule};
