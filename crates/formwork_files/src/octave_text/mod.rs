//! Octave's text format: for each variable lines `# name: …` and `# type: …`, then what the type
//! has. Containers hold their elements in the same form.
//!
//! ```text
//! # name: x
//! # type: matrix
//! # rows: 1
//! # columns: 2
//!  1 2
//! ```

mod lines;
mod read;
mod write;

pub use read::{MakeFunction, is_octave_text, read};
pub use write::{header, write};
