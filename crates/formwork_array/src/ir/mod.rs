//! The array IR: modules of functions in flat single-assignment form.
//!
//! First, some terminology. A *value* is defined once, by an operation on *operands* (values and
//! constants). A *with-loop* computes an array element by element from an index space. A *condition*
//! is an obligation that must have been checked before the operation behind it means anything. A
//! *primitive* is a function of scalars, one row of a table (`prim`). An *external function* is one of
//! the runtime.
//!
//! Every function is closed: it sees its parameters and nothing else. Modules are verified after
//! every pass in tests, and printed as text that can be read back.
//!
//! ```text
//! double[.] square(double[.] x)
//! {
//!   (1)[[1]] s = shape(x);
//!   (1)[s] y = with ([0] <= [i] < s) {
//!     (0)[[]] a = sel([i], x);
//!     return(a * a);
//!   } genarray(s, 0);
//!   return(y);
//! }
//! ```

mod array;
mod base;
mod builder;
mod call_graph;
mod function;
mod ids;
mod module;
mod op;
mod prim;
mod types;
mod walk;

pub use array::{Array, Layout, MAX_EXTENT, element_count, offset};
pub(crate) use array::{index_within, is_shape, range_within};
pub use base::{BaseType, Scalar};
pub use builder::Builder;
pub(crate) use call_graph::callees;
pub use function::{Attributes, Function, NameOrigin, ValueData};
pub use ids::{ExternId, FunctionId, ValueId};
pub use module::Module;
pub use op::{
    Block, Check, Condition, ExternDecl, Index, Loop, Op, Operand, Operation, Overload, Part,
    Reuse, Statement, With,
};
pub use prim::Prim;
pub use types::{ShapeClass, Type};
pub use walk::{Renaming, copy_block, for_each_block, for_each_block_mut, for_each_definition};
