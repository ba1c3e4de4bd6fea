//! Runs programs.
//!
//! The interpreter walks lowered bodies ([`formwork_hir::body`]), which are compact:
//! variables are slots of one stack, calls are looked up once per place. An
//! expression that can be a real number is first tried as one (`scalar.rs`): its
//! value travels in a register, and nothing is allocated or hashed on the way. What
//! cannot is evaluated as [`Value`](formwork_runtime::Value)s.
//!
//! Files come through the program's `Host`; output, time and the signal to stop come
//! through [`Environment`].

mod accelerator;
mod access;
mod arguments;
mod assign;
mod call;
mod cleanup;
mod closure;
mod code;
mod context;
mod environment;
mod evaluate;
mod expr;
mod frame;
mod interpreter;
mod lists;
mod load;
mod observer;
mod refuse;
mod scalar;
mod stmt;
mod store;
mod workspace;

pub use accelerator::{Accelerated, Accelerator, Variables};
pub use environment::{Environment, StopSignal};
pub use interpreter::{Interpreter, Limits};
pub use observer::Observer;
