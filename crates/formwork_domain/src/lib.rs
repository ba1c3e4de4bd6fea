//! Abstract values: what is known of a value before the program runs.
//!
//! An [`AbstractValue`] stands for a set of concrete values: those of one of its
//! classes whose size its shape admits and whose elements are what is known of them.
//! The rules of the table of built-ins take and give them; `join` combines those of
//! two paths of a program, `subsumption` tells whether one is a case of another. Paths
//! themselves, and fixed points over them, are not known here.

mod bounds;
mod class_set;
mod contents;
mod forget;
mod join;
mod renew;
mod same;
mod shapes;
mod subsumption;
mod value;
mod weight;

pub use bounds::Bounds;
pub use class_set::ClassSet;
pub use contents::{Contents, Fields, HandleId};
pub use forget::one_of_many;
pub use join::{Equality, Joiner, Mode, union, union_as};
pub use renew::{mentioned, renewed, substituted};
pub use same::same_value;
pub use shapes::{admits, concrete_shape, dims_of, either, members};
pub use subsumption::Subsumption;
pub use value::{AbstractValue, ValueFact};
