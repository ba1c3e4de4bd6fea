//! Native code: the loop form, its C, the C compiler, and calling what it made.

mod array;
pub mod c;
pub mod compiler;
pub mod load;
pub mod loops;
pub mod mex;
pub mod to_loops;

pub use array::{Array, ArrayView, Elements, ElementsView};
