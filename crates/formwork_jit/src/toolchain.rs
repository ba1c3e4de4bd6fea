//! What code is compiled with, and what the driver says of the machine: nothing here asks the
//! environment.

use std::path::PathBuf;

use formwork_native::compiler::BuildError;

/// How regions are compiled to native code, and where that is kept.
#[derive(Clone, Debug)]
pub struct Toolchain {
    /// The folder in which compiled code is kept.
    pub cache: PathBuf,
    /// The C compiler, as the environment's `CC` names it.
    pub compiler: Option<String>,
}

/// The machine that code is compiled on and for.
pub struct Machine {
    /// What tells this processor from others: code that is compiled for it may not run on
    /// them. `None` where that cannot be told; then code is for all of its kind.
    pub processor: Option<String>,
    /// What tells this Formwork from others, which may compile otherwise.
    pub identity: String,
    /// Whether a C compiler seems to be there.
    pub has_compiler: bool,
    /// Is told, once, that there is none after all.
    pub without_compiler: fn(&BuildError),
}
