//! Calling what was compiled.
//!
//! A [`Library`] is a shared object that [`crate::c::emit_c`] described entries for. Arrays
//! go in by description and come out as memory of the C library, which is copied and
//! freed, or taken over where the allocator is [`CAllocator`]; operations of the runtime are called back through a table.

mod allocator;
mod interface;

use std::fmt;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicU8;

use crate::array::{Array, ArrayView};
use crate::loops::RuntimeHost;

pub use allocator::{CAllocator, Guard};

/// Why a call gave no results.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CallError {
    /// The program failed.
    Failed {
        /// The identifier of the error, or nothing.
        identifier: String,
        /// The message.
        message: String,
    },
    /// The arguments are not those the entry was compiled for.
    NoMatch,
}

impl fmt::Display for CallError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CallError::Failed { message, .. } => f.write_str(message),
            CallError::NoMatch => f.write_str("not compiled for arguments of these kinds"),
        }
    }
}

impl std::error::Error for CallError {}

/// Why a shared object could not be loaded, or has no such entry.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LoadError {
    message: String,
}

impl LoadError {
    fn new(message: impl Into<String>) -> LoadError {
        LoadError { message: message.into() }
    }
}

impl fmt::Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for LoadError {}

/// A flag that nobody sets.
static NEVER: AtomicU8 = AtomicU8::new(0);

/// A loaded shared object.
pub struct Library {
    inner: Arc<interface::Loaded>,
}

/// An entry of a loaded shared object.
pub struct EntryPoint {
    library: Arc<interface::Loaded>,
    function: interface::Function,
}

impl EntryPoint {
    /// The results of a call. Code that looks at the flag ([`crate::c::Options::hosted`])
    /// fails soon after that is no longer zero.
    ///
    /// # Errors
    ///
    /// If what comes back cannot be read; in the second place, if the call fails.
    pub fn call(
        &self,
        arguments: &[ArrayView<'_>],
        results: usize,
        host: &mut dyn RuntimeHost,
        stop: &AtomicU8,
    ) -> Result<Result<Vec<Array>, CallError>, LoadError> {
        self.library.call(&self.function, arguments, results, (host, stop))
    }
}

impl Library {
    /// Loads what [`crate::compiler::CCompiler::build`] made of C with described entries.
    /// Who passes another file runs its code.
    ///
    /// # Errors
    ///
    /// If it is no such file.
    pub fn load(path: &Path) -> Result<Library, LoadError> {
        interface::Loaded::open(path).map(|inner| Library { inner: Arc::new(inner) })
    }

    /// The names of the operations that its code may ask the runtime for.
    #[must_use]
    pub fn operations(&self) -> &[String] {
        self.inner.operations()
    }

    /// An entry by its name.
    ///
    /// # Errors
    ///
    /// If there is no such entry.
    pub fn entry(&self, name: &str) -> Result<EntryPoint, LoadError> {
        let function = self.inner.function(name)?;
        Ok(EntryPoint { library: Arc::clone(&self.inner), function })
    }

    /// The results of an entry.
    ///
    /// # Errors
    ///
    /// If there is no such entry; in the second place, if the call fails.
    pub fn call(
        &self,
        entry: &str,
        arguments: &[Array],
        results: usize,
        host: &mut dyn RuntimeHost,
    ) -> Result<Result<Vec<Array>, CallError>, LoadError> {
        let views: Vec<ArrayView<'_>> = arguments.iter().map(Array::view).collect();
        self.entry(entry)?.call(&views, results, host, &NEVER)
    }
}
