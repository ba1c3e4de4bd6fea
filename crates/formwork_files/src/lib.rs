//! Values as the bytes of files, and back: MAT files of version 5 (and 7, which is 5 with its
//! variables compressed) and 4, Octave's text and binary format, JSON, pictures.
//!
//! Nothing here opens a file: bytes go in and out. A reader believes nothing that it reads: counts
//! are held against the bytes that are left before memory is taken for them, nesting is limited,
//! and what does not fit together is [`Malformed`], never a panic.
//!
//! ```text
//! mat5::read(bytes, wanted)          variables of a MAT file
//! octave_text::write(&variables)     "# name: x\n# type: scalar\n1\n\n\n"
//! ```

mod assemble;
pub mod json;
pub mod mat4;
pub mod mat5;
pub mod octave_binary;
pub mod octave_text;
pub mod picture;
mod variable;
mod zip;

pub use variable::{Malformed, Outcome, Variable};
pub use zip::{gunzip, gzip};

/// How deep containers may be nested in a file.
pub(crate) const DEEPEST: usize = 200;
