//! JSON, as `jsonencode` and `jsondecode` have it.

mod decode;
mod parse;
mod write;

pub use decode::decode;
pub use parse::{Json, Problem, parse};
pub use write::write;
