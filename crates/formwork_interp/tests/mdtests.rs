//! The markdown tests of the interpreter: programs, and what they print.
//!
//! A `matlab` block is a program; the `output` block below it holds what GNU Octave prints, to
//! either stream, and the message of the error that ends it. A block with `file=NAME` is a
//! file beside the program. With `disk=yes` a program may use the files of the system: it makes
//! what it needs under names of `tempname`, and removes it.

use std::cell::RefCell;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use formwork_builtins::Stream;
use formwork_builtins::outside::Outside;
use formwork_hir::{MemoryHost, Program};
use formwork_interp::{Environment, Interpreter, Limits, StopSignal};
use formwork_mdtest::{Case, Report};
use formwork_syntax::Dialect;

#[test]
fn programs_print_what_octave_prints() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("mdtests");
    formwork_mdtest::run(folder, |case| {
        let mut report = Report::new();
        match case.blocks.iter().position(|block| block.language == "output") {
            Some(output) => report.generate(output, printed(case)),
            None => report.fail("there is no output to compare with"),
        }
        report
    });
}

/// What the program of a case prints, and how it fails if it does.
fn printed(case: &Case) -> String {
    let mut host = MemoryHost::default();
    for block in case.blocks("matlab") {
        let path = block.argument("file").unwrap_or("case.m");
        host.insert(path, block.text.as_bytes());
    }
    let output = Output::default();
    let named = case.blocks("matlab").find_map(|block| block.argument("dialect"));
    let dialect = named.map_or(Ok(Dialect::default()), str::parse).expect("a dialect");
    let program = Program::new(&host, dialect, vec![PathBuf::new()]);
    let disk = case.blocks("matlab").any(|block| block.argument("disk") == Some("yes"));
    let environment =
        Box::new(World { output: output.clone(), disk: disk.then(formwork_driver::Disk::open) });
    let stop = StopSignal::default();
    let mut interpreter = Interpreter::new(program, environment, stop, Limits::default());
    let outcome = interpreter.run_file(Path::new("case.m"), Vec::new());
    let outcome = outcome.and_then(|()| interpreter.finish());
    let mut text = String::from_utf8_lossy(&output.0.take()).into_owned();
    if let Err(error) = outcome {
        text.push_str(&format!("error: {}\n", error.message));
    }
    text
}

/// Keeps what is printed.
#[derive(Clone, Default)]
struct Output(Rc<RefCell<Vec<u8>>>);

/// Where a program runs. No time passes here.
struct World {
    output: Output,
    disk: Option<formwork_driver::Disk>,
}

impl Environment for World {
    fn write(&mut self, _: Stream, bytes: &[u8]) -> bool {
        self.output.0.borrow_mut().extend_from_slice(bytes);
        true
    }

    fn outside(&mut self) -> Option<&mut dyn Outside> {
        self.disk.as_mut().map(|disk| disk as &mut dyn Outside)
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
