//! Abstract values: what is known of a value before the program runs.
//!
//! An [`AbstractValue`] stands for a set of concrete values: those of one of its
//! classes whose size its shape admits. The rules of the table of built-ins take and
//! give them. Combining them over the paths of a program is not done here.

mod class_set;
mod shapes;
mod value;

pub use class_set::ClassSet;
pub use shapes::{admits, concrete_shape, either, fresh_extent};
pub use value::{AbstractValue, ValueFact};
