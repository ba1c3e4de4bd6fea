//! Native code of MATLAB programs on the command line: what `formwork run --native` and
//! `formwork build` ask of the just-in-time compiler (`formwork_jit`).
//!
//! - `settings`: what the environment and the machine say of native code; `report`: what is
//!   told of a program that ran.
//! - `build`: what `formwork build` makes.

mod build;
mod report;
mod settings;

pub use build::{EmbeddedProgram, MatlabOptions, build_matlab};
pub(crate) use report::report_text;
pub use settings::NativeOptions;
pub(crate) use settings::{cache_folder, variable};
