//! What the interpreter needs of the world outside.

use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};

use formwork_builtins::outside::Outside;
use formwork_builtins::{Description, Stream};
use formwork_runtime::{Error, Result, Stop};

/// The world outside a program.
pub trait Environment {
    /// Writes to a stream; tells whether that worked.
    fn write(&mut self, stream: Stream, bytes: &[u8]) -> bool;

    /// Tells whoever runs the program something about Formwork itself.
    fn note(&mut self, _text: &str) {}

    /// The folders of the library of an installed Octave, in the order in which functions are
    /// looked for; asked for once, when nothing else has a function.
    fn library_folders(&mut self) -> Vec<std::path::PathBuf> {
        Vec::new()
    }

    /// The folder of an installed package, with its folders of functions.
    fn package_folders(&mut self, _name: &str) -> Vec<std::path::PathBuf> {
        Vec::new()
    }

    /// What the manual of an installed Octave says of a function.
    fn described(&mut self, _name: &str) -> Option<Description> {
        None
    }

    /// Seconds since the epoch.
    fn now(&mut self) -> f64;

    /// Processor seconds used so far.
    fn cpu_time(&mut self) -> f64;

    /// An environment variable.
    fn variable(&mut self, name: &str) -> Option<String>;

    /// The current folder, if there is one.
    fn current_folder(&mut self) -> Option<String> {
        None
    }

    /// The bytes of a file, found from the current folder.
    ///
    /// # Errors
    ///
    /// If there is no such file, or programs read none here.
    fn read_file(&mut self, _name: &str) -> std::io::Result<Vec<u8>> {
        Err(std::io::ErrorKind::Unsupported.into())
    }

    /// The services of the system, if programs may use them.
    fn outside(&mut self) -> Option<&mut dyn Outside> {
        None
    }
}

/// Stops a program from another thread.
#[derive(Clone, Debug, Default)]
pub struct StopSignal(Arc<AtomicU8>);

const RUN: u8 = 0;
const INTERRUPT: u8 = 1;
const TIME_OUT: u8 = 2;
const OUT_OF_MEMORY: u8 = 3;

impl StopSignal {
    /// As Ctrl-C does.
    pub fn interrupt(&self) {
        self.0.store(INTERRUPT, Ordering::Relaxed);
    }

    /// When the time is up.
    pub fn time_out(&self) {
        self.0.store(TIME_OUT, Ordering::Relaxed);
    }

    /// When the memory is used up.
    pub fn out_of_memory(&self) {
        self.0.store(OUT_OF_MEMORY, Ordering::Relaxed);
    }

    /// Lets the next program run.
    pub fn reset(&self) {
        self.0.store(RUN, Ordering::Relaxed);
    }

    /// The flag itself: not zero when the program is to stop.
    #[must_use]
    pub fn flag(&self) -> &AtomicU8 {
        &self.0
    }

    /// The flag, for who looks at it in another thread or outlives this.
    #[must_use]
    pub fn shared_flag(&self) -> Arc<AtomicU8> {
        Arc::clone(&self.0)
    }

    /// An error if the program is to stop.
    #[inline]
    pub(crate) fn check(&self) -> Result<()> {
        if self.0.load(Ordering::Relaxed) == RUN { Ok(()) } else { self.stopped() }
    }

    #[cold]
    fn stopped(&self) -> Result<()> {
        Err(match self.0.load(Ordering::Relaxed) {
            TIME_OUT => Error::stop(Stop::TimedOut, "the time limit was reached"),
            OUT_OF_MEMORY => Error::stop(Stop::OutOfMemory, "out of memory: the limit was passed"),
            _ => Error::stop(Stop::Interrupted, "interrupted"),
        })
    }
}
