//! MATLAB to the array IR.
//!
//! The unit is a [`Region`]: consecutive statements of a body, without effects beyond the
//! variables they set, that become one function of the IR. Its parameters are the
//! variables that are read before they are set, each of one [`Kind`]; its results are the
//! variables that are set. Whoever runs it checks the kinds first. A region works on
//! copies, and every situation that it was not compiled for is a failed check: then the
//! same statements are interpreted from the region's start. So a region may give up
//! whenever it likes, and never gives anything else than the interpreter.
//!
//! What variables are at the entry of a region is a guess, be it from facts ([`from_inference`])
//! or from the values of a running program ([`values`]): it decides what is compiled, and
//! never what a program means. The types inside follow from it operation by operation.
//!
//! - `kind`: what is compiled of variables; `given`: what is known of them besides; `region`: which statements; `reason`: why not.
//! - `to_array_ir`: statements and expressions; `library`: what the runtime does for them.
//!
//! # How it works
//!
//! *A region* (`formwork_lower`) is consecutive statements of a body that only compute. It gives
//! back the variables that somebody may look at: in a function without calls that could look at its
//! variables these are the ones whose names stand outside of the region (`to_array_ir/needed.rs`). It
//! becomes one function: parameters are the variables that are read before they are set, results
//! those that are set. What a variable is at the entry (its *kind*: class, and scalar, row, column,
//! matrix or more dimensions) is a guess, from facts or from the values of a running program;
//! whoever runs a region checks it. A region has no effect and works on copies: whatever it was not
//! compiled for is a failed check, and the interpreter runs the same statements from the region's
//! start. So messages, broadcasting that only a run shows, complex results and statements such as
//! `error (…)` under a condition cost nothing here, and the only thing to prove is that a region
//! that comes to its end gives the interpreter's bits.
//!
//! Each variable has one kind in all of a region; walks are repeated until nothing new is learned.
//! A variable that the region may or may not set carries a *state* beside its value (untouched,
//! set, the empty row that a loop without iterations leaves, or `[]`). `break`, `continue` and `return`
//! are truth values that the rest of a block is guarded by. Counters, extents, their sums and
//! products are kept as integers with bounds beside their values; what loops carry and subscripts
//! are made of (`places`) is carried as an integer. A vector that is set just behind its end, or
//! joined with a number, has more room than elements (`grow`): twice as much as it had, or what the
//! iterations ahead are going to need. What is `[]` at the entry is a kind of its own, because it
//! becomes what is stored in it. A range is a row with what it was written from beside it, from
//! which a region gives back the very range; that its elements lie at equal distances is known
//! where they are subscripts (`range`). Sums and products of matrices are added up in the order of
//! the runtime. What that does in an order of its own (large products) the code calls it for: an
//! external function of the IR (`library`), an operation of the runtime in C
//! (`formwork_driver::native::operations`). C that is on its own multiplies by itself, and MEX
//! files leave it to the text of the function.
//!
//! *Functions, cells and texts* are values that are known when a region is lowered (`given`), but
//! for the arrays in them: what handles captured, what stands in cells. A variable that holds one
//! has hidden variables for these arrays, so that control flow merges them like any other
//! (`to_array_ir/known`). Which function it is is part of what the region takes (`Input`), and whoever
//! runs the region compares it (`values::arrays_of`); handles and cells that a region would have to
//! store are refused. A text is known as long as its operand is a constant; that texts at the entry
//! are constants is learned only where something asks for one (`to_array_ir/text`).
//!
//! *Functions of the program* (`lowering`) are lowered once per signature: kinds of the arguments
//! and what is known of them, number of outputs. What a recursive call gives is found from the ways
//! that do not come to it; functions that call each other in a circle are refused. How many calls
//! may be open at once is a parameter of recursive functions. What calls were taken for is listed
//! in the region (`relied`, `absent`), because a running program may define functions; `Names`
//! (`formwork_hir`) says what a call, a name and a handle mean, for a running program and for
//! files.
//!
//! *The interpreter asks* (`formwork_interp::Accelerator`) before each statement, and again
//! whenever a loop of unknown length turns; of a `for` that has begun, for what is left of it, a
//! statement of its own in a body that has two variables more (`formwork_hir::Rest`). The tests
//! answer with the evaluator of the IR, on random programs, and compare what is printed to the bit.
//! Functions of numbers are also compared with compiled C. Who shares storage with whom is not
//! kept: an array that `x += y` writes over may grow where the interpreter alone would not let it.
//! Which loops of the examples are compiled is listed in
//! `crates/formwork_lower/coverage/examples.md`.

mod callees;
pub mod from_inference;
mod given;
mod kind;
mod library;
mod lowering;
mod reason;
mod region;
mod state;
mod to_array_ir;
pub mod values;

pub use callees::{Asked, Reliance, Whole};
pub use given::{Function, Given, Known, Passed, Same};
pub use kind::{Base, Form, Kind};
pub use library::{LargeProducts, MATRIX_PRODUCT};
pub use lowering::{Lowering, lower_function};
pub use reason::Reason;
pub use region::{Found, Input, Output, Region, Worth, lower_statements, regions};
pub use state::State;
