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
//!
//! # How it works
//!
//! *The interpreter* (`formwork_interp`) walks bodies; there is no third form. An expression is
//! tried as a real number first (`scalar.rs`): that path reads variables and elements, reckons and
//! calls scalar forms, has no effects, allocates nothing, and gives up with `None`; only then is
//! the expression evaluated as values. Variables are slots of one stack; global, persistent and
//! nested-shared ones are links. A script or an evaluated text has slots of its own, into which the
//! variables it names are moved while it runs. After the table come the functions written in the language itself,
//! then folders that were named (`--fallback DIR`), then the library of an installed Octave
//! (`load.rs`). Where Octave says that a statement stands is read off its text when
//! somebody asks (`formwork_hir::source`).

mod accelerator;
mod access;
mod arguments;
mod assign;
mod call;
mod classes;
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
mod scalar;
mod stmt;
mod store;
mod workspace;

pub use accelerator::{Accelerated, Accelerator, Variables};
pub use environment::{Environment, StopSignal};
pub use interpreter::{Interpreter, Limits};
pub use observer::Observer;
