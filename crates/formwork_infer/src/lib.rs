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
//! - `engine`: the analyst and what it keeps; `state`: the variables of the functions being walked,
//!   paths and their joins.
//! - `stmt`: statements and what branches teach; `loops`: fixpoints, closed forms, unrolling.
//! - `expr`: expressions; `place`: what is stored where.
//! - `call`: functions, built-ins, handles, scripts; what escapes, what is folded, what is believed.
//! - `entry`: what is said of parameters; `report`: what is kept of a walk, and the outcome.
//! - `trace`: what was walked, for those who make programs of it; what cannot fail (`trace::sure`).

mod call;
mod engine;
mod entry;
mod expr;
mod loops;
mod place;
mod report;
mod state;
mod stmt;
pub mod trace;

pub use call::changes_variables;
pub use call::handles::Handle;
pub use engine::{Analyst, Options, Runner};
pub use entry::spec::{ArgumentSpec, Extent, SpecError, SpecKind};
pub use report::failure::{Failure, FailureKind, Inner, Passed, Strays};
pub use report::record::{
    AtEnd, Check, CheckKind, Condition, Definition, DefinitionKind, End, FunctionFacts,
};
pub use report::{Analysis, Knowledge, Summary};
pub use stmt::is_constant_persistent;
pub use trace::use_def::operands;
