//! A world for programs under test: no time passes, and what they print is kept or not.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

use formwork_builtins::Stream;
use formwork_interp::{Environment, StopSignal};

/// How long a program may run that stores and prints nothing.
const PATIENCE: Duration = Duration::from_secs(10);

/// Runs a program; it is stopped if it does not come to an end.
pub(crate) fn with_patience<T>(stop: &StopSignal, run: impl FnOnce() -> T) -> T {
    std::thread::scope(|scope| {
        let (done, waiting) = channel::<()>();
        scope.spawn(move || {
            if waiting.recv_timeout(PATIENCE) == Err(RecvTimeoutError::Timeout) {
                stop.time_out();
            }
        });
        let outcome = run();
        drop(done);
        outcome
    })
}

/// What was printed.
pub(crate) type Heard = Rc<RefCell<Vec<u8>>>;

/// A world in which no time passes.
pub(crate) struct World {
    ear: Option<(Heard, StopSignal, usize)>,
}

impl World {
    /// Nothing is heard.
    pub(crate) fn silent() -> World {
        World { ear: None }
    }

    /// Everything is heard; who prints more than so many bytes is stopped.
    pub(crate) fn listening(stop: &StopSignal, most: usize) -> (World, Heard) {
        let heard = Heard::default();
        let ear = Some((Rc::clone(&heard), stop.clone(), most));
        (World { ear }, heard)
    }
}

impl Environment for World {
    fn write(&mut self, _stream: Stream, bytes: &[u8]) -> bool {
        if let Some((heard, stop, most)) = &self.ear {
            let mut heard = heard.borrow_mut();
            heard.extend_from_slice(bytes);
            if heard.len() > *most {
                stop.interrupt();
            }
        }
        true
    }

    fn now(&mut self) -> f64 {
        1.0e9
    }

    fn cpu_time(&mut self) -> f64 {
        0.0
    }

    fn variable(&mut self, _name: &str) -> Option<String> {
        None
    }
}
