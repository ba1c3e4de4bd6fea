//! Concrete values, and everything that computes with them.
//!
//! A [`Value`] is what a variable holds while a program runs: a column-major N-d
//! array of one of the numeric classes, text, a lazy range, a cell array, a struct
//! array, a function handle. Copies are cheap (storage is shared until somebody
//! writes) and scalars live inside the value.
//!
//! GNU Octave is the reference for every observable behaviour, down to the wording
//! and the identifiers of [`Error`]s, because programs match on them.
//!
//! Nothing here sees a syntax tree, prints, or reads a file.
//!
//! # How it works
//!
//! *Values* (`formwork_runtime`) are column-major arrays that share storage until written to; a
//! scalar lives inside its value, a range is not written down. `ops` has the operators, `index`
//! reading, writing, growing, deleting and joining, `format` display and the `printf` family.
//! Whoever makes a large array asks `memory` first; what cannot fail demands its memory, and the
//! operation around it is unwound to the guard that makes an error of a refusal
//! (`memory::guarded`); who does neither comes to the allocator's guard, which ends the program
//! with the same words (`formwork_driver::limits`).

mod array;
mod cell;
mod class;
mod cleanup;
mod convert;
mod dims;
mod element;
mod error;
mod exception;
pub mod format;
mod handle;
pub mod index;
mod map;
pub mod memory;
mod object;
pub mod ops;
pub mod parser;
mod range;
pub mod release;
mod strings;
mod structs;
mod structure;
mod structured;
mod value;

pub use array::Array;
pub use cell::CellArray;
pub use class::Class;
pub use dims::Dims;
pub use element::{Element, Integer, SaturateFrom};
pub use error::{Error, ErrorKind, Frame, Result, Stop, Warn, frames_text};
pub use exception::Exception;
pub use handle::{AnonymousCode, BoundCode, FunctionHandle};
pub use map::{KeyKind, MapData, MapKey};
pub use num_complex::Complex;
pub use object::{Fields, Member, Object, ObjectClass, Referent, View};
pub use parser::ParserData;
pub use range::Range;
pub use strings::StringElement;
pub use structs::StructArray;
pub use structure::Structure;
pub use value::{Cleanup, DueActions, Quote, Value};

/// A complex number of class double.
pub type C64 = Complex<f64>;
/// A complex number of class single.
pub type C32 = Complex<f32>;
