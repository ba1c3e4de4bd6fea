//! The machine's C compiler: finding it, calling it, keeping what it made.
//!
//! Nothing else needs it, and without one everything else works: what asks for it gets
//! a [`BuildError`] that says so. The environment is not read here; who has one passes
//! what `CC` says.

mod build;
mod cache;
mod error;
mod find;
mod process;

pub use build::{BuildOptions, Product, SourceFile};
pub use cache::{Cache, fingerprint};
pub use error::BuildError;
pub use find::CCompiler;
