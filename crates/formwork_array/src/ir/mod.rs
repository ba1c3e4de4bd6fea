//! The array IR: modules of functions in flat single-assignment form.

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
    Block, Check, Condition, ExternDecl, Index, Loop, Op, Operand, Operation, Part, Reuse,
    Statement, Target, With,
};
pub use prim::Prim;
pub use types::{ShapeClass, Type};
pub use walk::{Renaming, copy_block, for_each_block, for_each_block_mut, for_each_definition};
