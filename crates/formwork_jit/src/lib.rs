//! The just-in-time compiler: which statements of a running program become native code, for
//! which values, and running them in the place of the interpreter.
//!
//! # First, some terminology
//!
//! - A *candidate* is a statement that may be compiled: a loop, or an assignment that calls a
//!   function of the program. It is lowered alone, so that a loop of unknown length can be
//!   taken over in the middle and a recursion inside ([`Candidate`]).
//! - Its *region* is what lowering makes of it (`formwork_lower`): a function of the array IR
//!   from the variables that it reads to those that it sets, for variables of certain *kinds*
//!   (class, and scalar, row, column, matrix, ...).
//! - A *site* is a candidate's place in the program with its *profile*: what it has cost so
//!   far, and its *variants*, the code that was compiled for it for values of different kinds.
//! - The *cost model* estimates how many interpreted statements a candidate is about to
//!   execute, from the values at hand: the *trip count* of its loops, and the sizes of the
//!   arrays that it takes as a whole.
//! - *Warm-up*: a site is interpreted until its costs reach a *threshold*. The first one pays
//!   for lowering it and looking for code that an earlier run left; the second one, which
//!   grows with the length of the statement, for calling the C compiler.
//! - *Specialization to extents*: the first variant is compiled for the extents of the small
//!   arrays at hand; when others come, a variant for any extents is.
//! - *Conversion*: arguments are passed as views of the interpreter's arrays, results are
//!   taken over as values. Nothing is copied but what the code is going to change.
//! - *Fall back* (deoptimization): a region has no effect before it comes to its end. Whatever
//!   it was not compiled for is a failed check; then its results are dropped, and the
//!   interpreter executes the same statement from its start. A variant that mostly falls back
//!   is not called any more.
//! - The *code store* is where code comes from: the cache on disk and the C compiler, or what
//!   was compiled *ahead of time* according to a *plan* (which statements, for which kinds).
//!
//! # A worked example
//!
//! ```matlab
//! s = 0;
//! for i = 1:100000
//!   s = s + x(i) / 3;
//! end
//! ```
//!
//! The interpreter asks before the loop. The statement is a loop, hence a candidate, and gets
//! a site. The cost model reads the bounds of the range: 100,000 iterations of two statements
//! each, far more than both thresholds, so there is no warm-up (a loop of 50 iterations would
//! be interpreted some twenty times before anything is done). The values at hand say that `s`
//! is a real scalar and `x` a row; for these kinds the loop is lowered to a region
//! `(double s, double row x) -> (double s, double i)`. The name of its code is a fingerprint of
//! that array IR, so code that the store has under this name is right, whoever made it. There
//! is none: the region is optimised, written as C, compiled, kept on disk and loaded. The call
//! gets a view of the elements of `x`, and `s` and `i` are set to what it gives back. If `x`
//! has only 5000 elements, a check of the code fails at `x(5001)`: the call falls back, the
//! interpreter runs the loop from `i = 1`, and it is the interpreter that says what is wrong.
//! A program that comes by again with a column `x` gets a second variant.
//!
//! # The files
//!
//! - `jit`: the accelerator that the interpreter asks; `site`: profiles and thresholds;
//!   `cost_model`: what a statement is going to cost; `eligibility`: which statements are
//!   looked at; `extents`: what is specialized to extents.
//! - `candidate`: from statements to C; `compiled`: a variant, and calling it; `conversion`:
//!   values as native arrays and back; `runtime_host`: what the runtime does for native code.
//! - `code_store`: where code comes from; `batch`: regions that are compiled together;
//!   `toolchain`: what the driver says of the machine.
//! - `ahead_of_time`: what is compiled before a program runs; `plan`: what travels with it.
//! - `report`: what became of the sites.

mod ahead_of_time;
mod batch;
mod candidate;
mod code_store;
mod compiled;
mod conversion;
mod cost_model;
mod eligibility;
mod extents;
mod jit;
mod plan;
mod report;
mod runtime_host;
mod site;
mod toolchain;

pub use ahead_of_time::{Ahead, Planned, choose};
pub use batch::Batch;
pub use candidate::{Candidate, Checks};
pub use code_store::CodeStore;
pub use conversion::entry_value;
pub use jit::{Jit, SharedJit};
pub use plan::Plans;
pub use report::{Counts, Report, SiteReport, SiteStatus};
pub use toolchain::{Machine, Toolchain};
