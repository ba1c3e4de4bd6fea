//! `formwork run`: a program, its limits, and where its output goes.

use std::cell::RefCell;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use formwork_builtins::outside::{Failure, Outside};
use formwork_builtins::{Description, Stream};
use formwork_hir::Host;
use formwork_interp::{Environment, Interpreter, Limits, StopSignal};
use formwork_jit::{CodeStore, Jit, SharedJit};
use formwork_runtime::{Error, ErrorKind, Stop, Value};

use crate::closest::closest_function;
use crate::host::DiskHost;
use crate::installed;
use crate::limits::{limit_memory, resident_bytes};
use crate::native::{NativeOptions, report_text};
use crate::outside::Disk;
use crate::program::ProgramSettings;
use crate::program_host::ProgramHost;

/// What to run and how long.
#[derive(Clone, Debug, Default)]
pub struct RunOptions {
    /// How the program is read.
    pub program: ProgramSettings,
    /// Where functions are looked for that nothing else defines.
    pub fallback: Vec<PathBuf>,
    /// Whether the library of an installed Octave is left alone.
    pub no_octave_library: bool,
    /// How many bytes the program may use.
    pub max_memory: Option<usize>,
    /// How long it may run.
    pub timeout: Option<Duration>,
    /// The function of the file that is run, if it is not what the file itself is.
    pub function: Option<String>,
    /// Whether loops become native code, and how.
    pub native: Option<NativeOptions>,
    /// Whether the program may use its working folder only, and start nothing.
    pub sandbox: bool,
}

/// How a program ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RunOutcome {
    /// It came to its end, or said `exit`.
    Finished(i32),
    /// It failed; the text says how and where.
    Failed(String),
    /// It was stopped by a limit.
    Limited(String),
    /// It was interrupted.
    Interrupted,
}

/// Runs a file, or a function by name, or the text of standard input for `-`.
#[must_use]
pub fn run_program(what: &str, arguments: &[String], options: &RunOptions) -> RunOutcome {
    let native = options.native.as_ref();
    let code = native.map(|native| (native.code_store(), native.always));
    let function = options.function.as_deref();
    let host = ProgramHost::here(what, options.sandbox);
    execute(&host, options, code, |interpreter| start(interpreter, what, function, arguments))
}

/// Runs what `start` starts, with limits and the standard streams; with native code from a
/// store, always or when it is worth it.
pub(crate) fn execute(
    host: &dyn Host,
    options: &RunOptions,
    code: Option<(CodeStore, bool)>,
    start: impl FnOnce(&mut Interpreter<'_>) -> formwork_runtime::Result<()>,
) -> RunOutcome {
    let stop = StopSignal::default();
    watch(&stop, options);
    // Without a handler Ctrl-C ends the program, only less politely.
    let interrupted = stop.clone();
    let _ = ctrlc::set_handler(move || interrupted.interrupt());
    let mut interpreter = new_interpreter(host, options, stop.clone());
    let mut reported = None;
    if let Some((store, always)) = code {
        let jit = Jit::new(store, stop, always);
        if options.native.as_ref().is_some_and(|native| native.report) {
            let shared = Rc::new(RefCell::new(jit.counting_checks()));
            reported = Some(Rc::clone(&shared));
            interpreter.set_accelerator(Box::new(SharedJit(shared)));
        } else {
            interpreter.set_accelerator(Box::new(jit));
        }
    }
    let outcome = start(&mut interpreter);
    let outcome = match (outcome, interpreter.finish()) {
        (Ok(()), ended) => ended,
        (failed, _) => failed,
    };
    let outcome = describe(outcome);
    flush();
    if let Some(jit) = reported {
        // Who does not listen misses nothing that changes results.
        let _ = write!(std::io::stderr(), "{}", report_text(&jit.borrow().report()));
    }
    outcome
}

/// An interpreter that prints to the standard streams.
#[must_use]
pub fn new_interpreter<'h>(
    host: &'h dyn Host,
    options: &RunOptions,
    stop: StopSignal,
) -> Interpreter<'h> {
    let program = options.program.program(host);
    let environment = Box::new(StandardStreams {
        octave_library: !options.no_octave_library,
        disk: if options.sandbox { Disk::fenced() } else { Disk::open() },
        #[cfg(not(unix))]
        started: Instant::now(),
    });
    let mut interpreter = Interpreter::new(program, environment, stop, Limits::default());
    for folder in &options.fallback {
        interpreter.add_fallback(folder.clone());
    }
    limit_memory(options.max_memory);
    interpreter
}

fn start(
    interpreter: &mut Interpreter<'_>,
    what: &str,
    function: Option<&str>,
    arguments: &[String],
) -> formwork_runtime::Result<()> {
    let args: Vec<Value> =
        arguments.iter().map(|text| interpreter.argument(text.as_bytes())).collect();
    if what == "-" {
        let mut text = Vec::new();
        if let Err(error) = std::io::Read::read_to_end(&mut std::io::stdin().lock(), &mut text) {
            return Err(Error::plain(format!("standard input: {error}")));
        }
        return interpreter.run_text(&text);
    }
    let path = Path::new(what);
    if path.is_file() {
        return run_file(interpreter, path, function, args);
    }
    let looks_like_name = what.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '.');
    let is_file_name = path.extension().is_some_and(|extension| extension == "m");
    if is_file_name || !looks_like_name {
        return Err(Error::plain(format!("{what}: there is no such file")));
    }
    interpreter.run_function(what, args)
}

/// Runs a file, or a function of it.
pub(crate) fn run_file(
    interpreter: &mut Interpreter<'_>,
    path: &Path,
    function: Option<&str>,
    args: Vec<Value>,
) -> formwork_runtime::Result<()> {
    match function {
        None => interpreter.run_file(path, args),
        Some(name) => interpreter.run_function_of(path, name, args),
    }
}

fn describe(outcome: formwork_runtime::Result<()>) -> RunOutcome {
    let error = match outcome {
        Ok(()) => return RunOutcome::Finished(0),
        Err(error) => error,
    };
    match error.kind {
        ErrorKind::Catchable | ErrorKind::Limit => RunOutcome::Failed(error_text(&error)),
        ErrorKind::Stop(Stop::Exit(status)) => RunOutcome::Finished(status),
        ErrorKind::Stop(Stop::Interrupted) => RunOutcome::Interrupted,
        ErrorKind::Stop(Stop::TimedOut | Stop::OutOfMemory) => RunOutcome::Limited(error.message),
    }
}

/// An error as Octave prints it: the message, and where it was called from.
#[must_use]
pub fn error_text(error: &Error) -> String {
    let mut text = format!("error: {}\n", error.message);
    if error.message.ends_with('\n') {
        text.pop();
        return text;
    }
    if !error.stack.is_empty() {
        text.push_str("error: called from\n");
        text.push_str(&formwork_runtime::frames_text(&error.stack));
    }
    if let Some(help) = undefined_help(error) {
        if !text.ends_with('\n') {
            text.push('\n');
        }
        text.push_str(&format!("help: {help}\n"));
    }
    text
}

/// What helps somebody whose program used a name that means nothing.
fn undefined_help(error: &Error) -> Option<String> {
    if error.identifier != "Octave:undefined-function" {
        return None;
    }
    let (name, _) = error.message.strip_prefix('\'')?.split_once("' undefined")?;
    if formwork_builtins::is_builtin(name) {
        return Some(format!("'{name}' is part of the language, but not in Formwork yet"));
    }
    let similar = closest_function(name)
        .map_or_else(String::new, |other| format!("; did you mean '{other}'?"));
    Some(format!(
        "there is no variable '{name}', and no function of that name in the file, in its folder, \
         on the path or in the language{similar}"
    ))
}

/// Stops the program when its time is up or its memory is.
fn watch(stop: &StopSignal, options: &RunOptions) {
    let (timeout, max_memory) = (options.timeout, options.max_memory);
    if timeout.is_none() && max_memory.is_none() {
        return;
    }
    let stop = stop.clone();
    let started = Instant::now();
    std::thread::spawn(move || {
        loop {
            if timeout.is_some_and(|timeout| started.elapsed() >= timeout) {
                stop.time_out();
                return;
            }
            if max_memory.is_some_and(|limit| resident_bytes() > limit) {
                stop.out_of_memory();
                return;
            }
            std::thread::sleep(Duration::from_millis(10));
        }
    });
}

fn flush() {
    // Whoever reads may have gone; that is no error of the program.
    let _ = std::io::stdout().lock().flush();
}

struct StandardStreams {
    octave_library: bool,
    disk: Disk,
    #[cfg(not(unix))]
    started: Instant,
}

impl Environment for StandardStreams {
    fn write(&mut self, stream: Stream, bytes: &[u8]) -> bool {
        match stream {
            Stream::Output => std::io::stdout().lock().write_all(bytes).is_ok(),
            Stream::Error => {
                flush();
                std::io::stderr().lock().write_all(bytes).is_ok()
            }
        }
    }

    fn note(&mut self, text: &str) {
        flush();
        // Who does not listen misses nothing of the program.
        let _ = writeln!(std::io::stderr(), "note: {text}");
    }

    fn library_folders(&mut self) -> Vec<PathBuf> {
        if self.octave_library { installed::library_folders() } else { Vec::new() }
    }

    fn described(&mut self, name: &str) -> Option<Description> {
        if self.octave_library { installed::described(name) } else { None }
    }

    fn package_folders(&mut self, name: &str) -> Vec<PathBuf> {
        if self.octave_library { installed::package_folders(name) } else { Vec::new() }
    }

    #[expect(clippy::disallowed_methods, reason = "the driver is where the system is asked")]
    fn current_folder(&mut self) -> Option<String> {
        let folder = std::env::current_dir().ok()?;
        Some(folder.to_string_lossy().into_owned())
    }

    fn read_file(&mut self, name: &str) -> std::io::Result<Vec<u8>> {
        match self.disk.admit(name, "reading") {
            Ok(()) => DiskHost.read(Path::new(name)),
            Err(Failure::System(error)) => Err(error),
            Err(Failure::Refused(_)) => Err(std::io::ErrorKind::PermissionDenied.into()),
        }
    }

    fn outside(&mut self) -> Option<&mut dyn Outside> {
        Some(&mut self.disk)
    }

    fn now(&mut self) -> f64 {
        SystemTime::now().duration_since(UNIX_EPOCH).map_or(0.0, |time| time.as_secs_f64())
    }

    #[cfg(unix)]
    fn cpu_time(&mut self) -> f64 {
        let used = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
        used.tv_sec as f64 + used.tv_nsec as f64 * 1e-9
    }

    #[cfg(not(unix))]
    fn cpu_time(&mut self) -> f64 {
        self.started.elapsed().as_secs_f64()
    }

    fn variable(&mut self, name: &str) -> Option<String> {
        self.disk.variable(name)
    }
}
