//! Runs the blocks of one file, in a process of its own.

use std::cell::RefCell;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::time::Duration;

use formwork_builtins::Stream;
use formwork_driver::{Dialect, DiskHost};
use formwork_hir::Program;
use formwork_interp::{Environment, Interpreter, Limits, StopSignal};
use formwork_runtime::{Error, ErrorKind};

use super::extract::{Block, Expectation, Kind, blocks, needs_more};

/// How long a block may take.
const PATIENCE: Duration = Duration::from_secs(10);

/// How long a block of a package may take.
const LONG_PATIENCE: Duration = Duration::from_secs(60);

/// How a block went.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum BlockVerdict {
    Passed,
    Failed(String),
    /// It needs more than the language: graphics, files, neighbours.
    Skipped,
}

/// Where the functions are that blocks call, and which blocks are run.
#[derive(Clone, Debug, Default)]
pub(crate) struct Setting {
    /// The package that is loaded.
    pub(crate) package: Option<String>,
    /// Folders behind everything.
    pub(crate) library: Vec<PathBuf>,
    /// Whether blocks are run that need graphics, files or neighbours.
    pub(crate) everything: bool,
}

/// Runs the blocks of `file`; `octave` are Octave's messages for blocks that must fail
/// and do not say how, by line. `accelerate` says what runs statements instead of the
/// interpreter.
pub(crate) fn run_file(
    file: &Path,
    setting: &Setting,
    octave: &dyn Fn(usize) -> Option<String>,
    accelerate: &dyn Fn(&mut Interpreter<'_>, &StopSignal),
    report: &mut dyn FnMut(usize, &BlockVerdict),
) {
    let text = String::from_utf8_lossy(&crate::files::read(file)).into_owned();
    let host = DiskHost;
    let patience = if setting.package.is_some() { LONG_PATIENCE } else { PATIENCE };
    let mut shared: Vec<String> = Vec::new();
    let warnings = Rc::new(RefCell::new(Vec::new()));
    let stop = StopSignal::default();
    let new = || {
        let program = Program::new(&host, Dialect::Octave, Vec::new());
        let environment =
            Box::new(Quiet { disk: formwork_driver::Disk::open(), warnings: Rc::clone(&warnings) });
        let mut interpreter =
            Interpreter::new(program, environment, stop.clone(), Limits::default());
        for folder in &setting.library {
            interpreter.add_fallback(folder.clone());
        }
        if let Some(package) = &setting.package {
            // What is not loaded shows as functions that are not found.
            let _ = interpreter.run_text(format!("pkg load {package}").as_bytes());
        }
        if let Some(folder) = folder_of_neighbours(file) {
            let _ = interpreter.run_text(format!("addpath ('{folder}');").as_bytes());
        }
        accelerate(&mut interpreter, &stop);
        interpreter
    };
    let mut interpreter = new();
    for block in blocks(&text) {
        warnings.borrow_mut().clear();
        // A cleanup that fails is no failure of the next block.
        let _ = interpreter.clear_except(&shared);
        match &block.kind {
            Kind::Shares(names) => {
                shared.clone_from(names);
                for name in names {
                    let _ = interpreter.run_text(format!("{name} = [];").as_bytes());
                }
                let _ = timed(&stop, patience, || interpreter.run_text(block.code.as_bytes()));
            }
            Kind::Defines => {
                let _ = interpreter.run_text(block.code.as_bytes());
            }
            Kind::Passes | Kind::Fails(_) | Kind::Warns(_) => {
                if !setting.everything && needs_more(&block.code) {
                    report(block.line, &BlockVerdict::Skipped);
                    continue;
                }
                let result = timed(&stop, patience, || interpreter.run_text(block.code.as_bytes()));
                let warned = warnings.borrow().concat();
                let outcome = judge(&block, result.err().as_deref(), &warned, octave);
                report(block.line, &outcome);
            }
        }
    }
}

/// A file of nothing but tests calls functions and classes beside it, which Octave has on its path then.
pub(crate) fn folder_of_neighbours(file: &Path) -> Option<String> {
    let is_tests = file.extension().is_some_and(|extension| extension == "tst");
    is_tests.then(|| file.parent().map(|folder| folder.to_string_lossy().into_owned()))?
}

fn timed<T>(stop: &StopSignal, patience: Duration, run: impl FnOnce() -> T) -> T {
    stop.reset();
    let (done, wait) = std::sync::mpsc::channel::<()>();
    let signal = stop.clone();
    let watcher = std::thread::spawn(move || {
        if wait.recv_timeout(patience) == Err(std::sync::mpsc::RecvTimeoutError::Timeout) {
            signal.time_out();
        }
    });
    let result = run();
    drop(done);
    // The watcher ends at once; a panic in it would be a bug worth seeing elsewhere.
    let _ = watcher.join();
    stop.reset();
    result
}

fn judge(
    block: &Block,
    error: Option<&Error>,
    warned: &str,
    octave: &dyn Fn(usize) -> Option<String>,
) -> BlockVerdict {
    match (&block.kind, error) {
        (_, Some(error)) if error.kind != ErrorKind::Catchable => {
            BlockVerdict::Failed(format!("stopped: {}", error.message))
        }
        (Kind::Passes, None) => BlockVerdict::Passed,
        (Kind::Passes | Kind::Warns(_), Some(error)) => BlockVerdict::Failed(error.message.clone()),
        (Kind::Warns(Expectation::Pattern(pattern)), None) => match found(pattern, warned) {
            true => BlockVerdict::Passed,
            false => BlockVerdict::Failed(format!("no warning <{pattern}>")),
        },
        (Kind::Warns(_), None) if warned.is_empty() => {
            BlockVerdict::Failed("no warning".to_owned())
        }
        (Kind::Warns(_), None) => BlockVerdict::Passed,
        (Kind::Fails(_), None) => BlockVerdict::Failed("no error".to_owned()),
        (Kind::Fails(expected), Some(error)) => {
            let as_expected = match expected {
                Expectation::Pattern(pattern) => found(pattern, &error.message),
                Expectation::Identifier(id) => *id == error.identifier,
                Expectation::AsOctave => match octave(block.line) {
                    Some(message) => same_message(&message, &error.message),
                    // Where Octave was not asked, a missing function is no pass.
                    None => error.identifier != "Octave:undefined-function",
                },
            };
            if as_expected {
                BlockVerdict::Passed
            } else {
                BlockVerdict::Failed(format!("other message: {}", error.message))
            }
        }
        (Kind::Shares(_) | Kind::Defines, _) => BlockVerdict::Skipped,
    }
}

/// Octave's usage text is documentation, not message. Its message is in one line (`ask_octave`).
fn same_message(octave: &str, ours: &str) -> bool {
    let cut = |text: &str| {
        let text = text.split(".  Correct usage is:").next().unwrap_or("");
        text.trim().replace('\n', " ")
    };
    cut(octave) == cut(ours)
}

fn found(pattern: &str, message: &str) -> bool {
    fancy_regex::Regex::new(pattern)
        .ok()
        .and_then(|regex| regex.is_match(message).ok())
        .unwrap_or_else(|| message.contains(pattern))
}

struct Quiet {
    disk: formwork_driver::Disk,
    warnings: Rc<RefCell<Vec<String>>>,
}

impl Environment for Quiet {
    fn write(&mut self, stream: Stream, bytes: &[u8]) -> bool {
        if stream == Stream::Error {
            self.warnings.borrow_mut().push(String::from_utf8_lossy(bytes).into_owned());
        }
        true
    }

    fn package_folders(&mut self, name: &str) -> Vec<PathBuf> {
        formwork_driver::package_folders(name)
    }

    fn now(&mut self) -> f64 {
        let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
        now.map_or(0.0, |time| time.as_secs_f64())
    }

    fn cpu_time(&mut self) -> f64 {
        self.now()
    }

    fn variable(&mut self, _name: &str) -> Option<String> {
        None
    }

    #[expect(clippy::disallowed_methods, reason = "tests run in a folder of their own")]
    fn current_folder(&mut self) -> Option<String> {
        let folder = std::env::current_dir().ok()?;
        Some(folder.to_string_lossy().into_owned())
    }

    fn read_file(&mut self, name: &str) -> std::io::Result<Vec<u8>> {
        formwork_hir::Host::read(&DiskHost, Path::new(name))
    }

    fn outside(&mut self) -> Option<&mut dyn formwork_builtins::outside::Outside> {
        Some(&mut self.disk)
    }
}
