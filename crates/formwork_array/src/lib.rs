//! A functional array language and its optimiser.
//!
//! Programs are functions on arrays in flat single-assignment form ([`ir`]). Their
//! text form is SaC-mini ([`read_module`], [`print_module`]). Every definition can carry
//! its rank and shape as operands of the language itself ([`attributes`]); the
//! [`optimise`]r improves them like any other code. [`eval`] runs programs as they are
//! and is what every pass is tested against.
//!
//! # How it works
//!
//! A module of `formwork_array` is functions on arrays in flat single-assignment form: operands are
//! values or constants, blocks nest in with-loops, branches and loops and yield results. Its text
//! form is SaC-mini: what `print_module` writes, `read_module` reads. The prelude is written in it,
//! too (`types/prelude.sac`). Overloaded calls are decided by types when a program is read, by
//! attributes when it is optimised, and otherwise when it runs (`Op::Dispatch`).
//!
//! Every definition carries a rank and a shape, which are operands like any other (`attributes`,
//! after figures 4 and 5 of the paper). Operations that mean nothing for some arguments are guarded
//! once and for all (`insert-checks`): `b = guard(a, condition, "words")` is `a` where the
//! condition holds and ends the program where it does not. A guard is never moved before another
//! and never dropped unless `prover` shows it to pass; whatever needs the condition uses the
//! guarded value, so no order but that of definitions has to be kept. Without guards in it, a
//! computation may be dropped, repeated and moved, unless it is a loop that may not end
//! (`termination`); but what was proved inside a loop holds only there (`hoist_invariants`). Where
//! all failures mean the same to the caller (`Function::failures_alike`: the regions of MATLAB,
//! which are then interpreted), the order of guards is free.
//!
//! *Loops* keep their checks out of the way. A counter never comes back behind what it was at
//! first, and its test bounds it (`facts`); what that does not prove is tested once before the
//! loop, by the least and the greatest that a subscript becomes, and a copy without these checks
//! runs if the test holds (`version-loops`; the sums are of numbers that the test found small, so
//! nothing wraps around). A with-loop that checks its elements counts the failures
//! (`defer-checks`), because a loop that nothing leaves becomes vector code. A loop that carries
//! whole real numbers and uses them as integers runs on integers as long as they are small, then
//! goes on as it was from where that ended (`count-in-integers`): each real number is its *shadow*
//! there, to the bit, negative zeros excluded. `Report::functions` says how many checks a function
//! implies and how many are left; `Options::keep_checks` keeps them all.
//!
//! Passes rewrite a value into a copy of another (`rewrite`); `propagate-copies` cleans up.
//! `prover` takes sums apart only where they cannot wrap around. A primitive in front of a general
//! function is left out of a dispatch if that function, optimised for scalars, is the primitive
//! (`resolve_dispatch`): that is what lets figure 11 become one with-loop. A computation is folded
//! into a with-loop that changes an array only if it reads that array at the place that is changed
//! (`places`): else a new array of the changed elements costs less than a copy of the whole. Random
//! programs are run before and after every pass (`tests/random.rs`), results and failures must be
//! the same.

pub mod attributes;
mod diagnostic;
pub mod eval;
pub mod ir;
pub mod optimise;
pub mod text;
mod types;
mod verify;

pub use diagnostic::{Diagnostic, TextPosition};
pub use text::{print_function, print_module};
pub use types::read_module;
pub use verify::{verify, verify_function};
