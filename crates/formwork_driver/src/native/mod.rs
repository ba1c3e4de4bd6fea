//! MATLAB programs as native code.
//!
//! The unit is a loop: it is lowered for the kinds of the values at hand, compiled, kept
//! on disk, and called in the place of the interpreter, which runs everything else and
//! whatever a compiled loop gives up on.
//!
//! - `regions`: the accelerator: which statements are compiled when; `compiled`: calling
//!   them; `turns`: how much a statement costs that is about to begin; `report`: what
//!   became of them.
//! - `build`: what `formwork build` makes; `ahead`: what it compiles; `payload`: what an
//!   executable carries.
//! - `candidate`: from statements to C; `operations`: what the runtime does for that.
//! - `store`: where compiled code comes from; `plan`: what was compiled beforehand;
//!   `settings`: what the machine says of it.
//! - `convert`: values as native arrays and back.

mod ahead;
mod build;
mod candidate;
mod compiled;
mod convert;
mod operations;
mod payload;
mod plan;
mod regions;
mod report;
mod settings;
mod store;
mod turns;

pub use build::{EmbeddedProgram, MatlabOptions, build_matlab};
pub use candidate::Checks;
pub(crate) use regions::Watched;
pub use regions::{NativeCounts, NativeRegions};
pub use report::NativeReport;
pub use settings::NativeOptions;
pub(crate) use settings::{cache_folder, variable};
pub use store::{CodeStore, NativeBatch};
