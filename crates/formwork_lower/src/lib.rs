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
//! What variables are at the entry of a region is a guess, be it from facts ([`facts`])
//! or from the values of a running program ([`values`]): it decides what is compiled, and
//! never what a program means. The types inside follow from it operation by operation.
//!
//! - `kind`: what is compiled of variables; `given`: what is known of them besides; `region`: which statements; `reason`: why not.
//! - `lower`: statements and expressions; `library`: what the runtime does for them.

mod callees;
pub mod facts;
mod given;
mod kind;
mod library;
mod lower;
mod lowering;
mod reason;
mod region;
mod state;
pub mod values;

pub use callees::{Asked, Reliance, Whole};
pub use given::{Function, Given, Known, Passed, Same};
pub use kind::{Base, Form, Kind};
pub use library::{LargeProducts, MATRIX_PRODUCT};
pub use lowering::{Lowering, lower_function};
pub use reason::Reason;
pub use region::{Found, Input, Output, Region, Worth, lower_statements, regions};
pub use state::State;
