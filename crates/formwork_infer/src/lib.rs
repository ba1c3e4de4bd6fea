//! Abstract execution: what is known of every value of a program before it runs.
//!
//! An [`Analyst`] walks lowered functions as the interpreter does, with
//! [`AbstractValue`](formwork_domain::AbstractValue)s in place of values. Where paths
//! meet, what is known of both is generalised; a loop is walked until the state after
//! its body is a case of the state at its head; a function is walked once for each
//! signature it is called with. What operations teach about the sizes of their operands
//! is kept in [`Facts`](formwork_shape::facts::Facts) as long as the path lasts.
//!
//! The outcome is an [`Analysis`]: every definition with its class, shape and value, and
//! every check that an operation makes with whether it is known to succeed, and every
//! operation that surely fails. Nothing here
//! prints or emits code.
//!
//! - `engine`: the analyst and what it keeps; `frame`: the variables of one function;
//!   `paths`: branching and meeting.
//! - `stmt`, `loops`, `peel`, `inside`, `growth`: statements; `condition`: what a branch teaches;
//!   `note`: what comments say.
//! - `expr`, `range`, `lists`, `operators`, `numbers`, `exact`: expressions; `access`, `index`, `subscript`,
//!   `assign`, `spread`, `fit`: places; `check`: what they demand.
//! - `call`, `builtin`, `handles`, `summary`, `alike`: calls; `reach`: what they do to their
//!   callers; `fold`: constants; `belief`: which refusals of built-ins are the language's.
//! - `trace`: what was walked, for those who make programs of it; `unroll`: loops whose
//!   iterations are all known; `sure`: what cannot fail.
//! - `entry`, `spec`: what is said of parameters; `record`, `journal`,
//!   `report`: what is kept; `failure`: why a walk ends; `classes`: what operators
//!   refuse.

mod access;
mod alike;
mod assign;
mod belief;
mod builtin;
mod call;
mod carried;
mod check;
mod classes;
mod condition;
mod definitions;
mod delete;
mod engine;
mod entry;
mod escape;
mod exact;
mod expr;
mod failure;
mod fit;
mod fold;
mod frame;
mod growth;
mod handles;
mod index;
mod inside;
mod joined;
mod journal;
mod lists;
mod loops;
mod note;
mod numbers;
mod objects;
mod operators;
mod parsers;
mod paths;
mod peel;
mod private;
mod range;
mod reach;
mod record;
mod related;
mod report;
mod sizes;
mod spec;
mod specimen;
mod spread;
mod stmt;
mod stored_class;
mod storing;
mod subscript;
mod summary;
pub mod sure;
mod sweep;
pub mod trace;
mod unroll;
mod use_def;

pub use call::changes_variables;
pub use engine::{Analyst, Options, Runner};
pub use failure::{Failure, FailureKind, Inner, Passed, Strays};
pub use handles::Handle;
pub use record::{
    AtEnd, Check, CheckKind, Condition, Definition, DefinitionKind, End, FunctionFacts,
};
pub use report::{Analysis, Knowledge, Summary};
pub use spec::{ArgumentSpec, Extent, SpecError, SpecKind};
pub use stmt::is_constant_persistent;
pub use use_def::operands;
