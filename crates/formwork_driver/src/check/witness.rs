//! `check --witness`: the calls that findings show are run, to prove them.
//!
//! Nothing that such a program prints is shown; it reads no files and has two seconds. An error at
//! the place of the finding is what the program says at run time. If there is none, a warning that the call
//! fails is taken back; of anything else the finding says that.

use std::path::Path;
use std::time::Duration;

use formwork_builtins::Stream;
use formwork_interp::{Environment, Interpreter, Limits, StopSignal};
use formwork_runtime::ErrorKind;

use crate::check::report::{CheckReport, Found};
use crate::diagnostic::Level;
use crate::host::DiskHost;
use crate::program::ProgramSettings;

/// How long one call may take.
const PATIENCE: Duration = Duration::from_secs(2);

/// Runs the calls that findings show.
pub fn prove(report: &mut CheckReport, settings: &ProgramSettings) {
    for file in &mut report.files {
        let path = file.source.path().to_path_buf();
        file.found.retain_mut(|found| {
            let Some(call) = found.call.clone() else { return true };
            let fails = found.runtime.is_some() && found.level == Level::Warning;
            let line = i64::from(file.source.line_column(found.span.0).line);
            let works = run((&path, line), &call, settings, found);
            !(works && fails)
        });
    }
}

/// Runs one; whether it came to its end without an error.
fn run(
    (path, line): (&Path, i64),
    call: &str,
    settings: &ProgramSettings,
    found: &mut Found,
) -> bool {
    let mut settings = settings.clone();
    settings.search_path.extend(path.parent().map(Path::to_path_buf));
    let stop = StopSignal::default();
    let program = settings.program(&DiskHost);
    let mut interpreter =
        Interpreter::new(program, Box::new(Silence), stop.clone(), Limits::default());
    let (done, ended) = std::sync::mpsc::channel::<()>();
    let watch = std::thread::spawn(move || {
        if ended.recv_timeout(PATIENCE) == Err(std::sync::mpsc::RecvTimeoutError::Timeout) {
            stop.time_out();
        }
    });
    let outcome = interpreter.run_text(format!("{call};\n").as_bytes());
    drop(done);
    // It only waits.
    let _ = watch.join();
    let works = outcome.is_ok();
    match outcome {
        Err(error) if error.kind == ErrorKind::Catchable => {
            // Whose size does not go with another's fails before it comes to that.
            if error.stack.iter().any(|frame| frame.line == line) {
                found.runtime = Some(error.message);
            } else {
                found.help = Some(format!("{call} fails in another place: {}", error.message));
            }
        }
        Err(_) => found.help = Some(format!("{call} did not come to its end here")),
        Ok(()) => found.help = Some(format!("{call} runs without an error: look at its result")),
    }
    works
}

/// An environment that hears nothing and has no files.
struct Silence;

impl Environment for Silence {
    fn write(&mut self, _stream: Stream, _bytes: &[u8]) -> bool {
        true
    }

    fn now(&mut self) -> f64 {
        0.0
    }

    fn cpu_time(&mut self) -> f64 {
        0.0
    }

    fn variable(&mut self, _name: &str) -> Option<String> {
        None
    }
}
