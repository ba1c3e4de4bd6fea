//! Running programs from memory.

use std::cell::RefCell;
use std::path::Path;
use std::rc::Rc;

use formwork_builtins::Stream;
use formwork_hir::{Host, MemoryHost, Program};
use formwork_interp::{Environment, Interpreter, Limits, StopSignal};
use formwork_syntax::Dialect;

/// What a program prints, and the files that it reads.
#[derive(Clone, Default)]
pub(crate) struct Output(Rc<RefCell<Vec<u8>>>, MemoryHost);

impl Output {
    /// What has been printed so far.
    pub(crate) fn take(&self) -> String {
        String::from_utf8_lossy(&self.0.take()).into_owned()
    }
}

impl Environment for Output {
    fn write(&mut self, _: Stream, bytes: &[u8]) -> bool {
        self.0.borrow_mut().extend_from_slice(bytes);
        true
    }

    fn read_file(&mut self, name: &str) -> std::io::Result<Vec<u8>> {
        self.1.read(Path::new(name))
    }

    fn now(&mut self) -> f64 {
        0.0
    }

    fn cpu_time(&mut self) -> f64 {
        0.0
    }

    fn variable(&mut self, _: &str) -> Option<String> {
        None
    }
}

/// An interpreter that sees the files of a host, and what it prints.
pub(crate) fn interpreter(host: &MemoryHost) -> (Interpreter<'_>, Output) {
    let output = Output(Rc::default(), host.clone());
    let program = Program::new(host, Dialect::default(), vec![Path::new("").to_path_buf()]);
    let environment = Box::new(output.clone());
    let stop = StopSignal::default();
    let mut interpreter = Interpreter::new(program, environment, stop, Limits::default());
    // What is said of where a warning comes from, and of `&` and `|` that are written as they
    // are, is said of the text, and residuals have another.
    let quiet = b"warning ('off', 'backtrace'); \
        warning ('off', 'Octave:possible-matlab-short-circuit-operator');";
    interpreter.run_text(quiet).expect("warnings can be turned off");
    (interpreter, output)
}
