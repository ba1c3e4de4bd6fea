//! SaC-mini programs as machine code.

use std::io::Read;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use formwork_array::TextPosition;
use formwork_array::ir::{Array, Layout};
use formwork_native::c::{Options, ProgramOptions, emit_c, emit_program};
use formwork_native::compiler::{BuildOptions, CCompiler, Cache, Product, SourceFile};
use formwork_native::to_loops::{Limitation, lower_program};

use super::{Program, ProgramError, Result, TIME_IS_UP, show};
use crate::native::{cache_folder, variable};

/// Runs a program as machine code; what it prints.
pub(super) fn run(
    program: &Program,
    arguments: &[Arc<Array>],
    timeout: Option<Duration>,
) -> Result<String> {
    let executable = executable(program)?;
    let mut command = Command::new(&executable);
    // Whatever ends us ends it, too.
    command.env("FORMWORK_ENDS_WITH_PARENT", "1");
    command.args(arguments.iter().map(|argument| show::argument(argument)));
    let output = output_within(&mut command, timeout)
        .map_err(|error| ProgramError::Usage(format!("{}: {error}", executable.display())))?;
    let Some(output) = output else {
        return Err(ProgramError::Limit(TIME_IS_UP.to_owned()));
    };
    if output.status.success() {
        return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
    }
    let said = String::from_utf8_lossy(&output.stderr);
    let message = said.trim_end().trim_start_matches("error: ");
    match output.status.code() {
        Some(1) => {
            let (place, message) = split_place(message);
            Err(program.failed(place, message, None))
        }
        Some(_) => Err(ProgramError::Usage(message.to_owned())),
        None => Err(ProgramError::Usage(format!("the program was ended: {}", output.status))),
    }
}

/// What a program prints, unless its time is up: then it is ended.
fn output_within(
    command: &mut Command,
    timeout: Option<Duration>,
) -> std::io::Result<Option<Output>> {
    let Some(timeout) = timeout else { return command.output().map(Some) };
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn()?;
    let (stdout, stderr) = (child.stdout.take(), child.stderr.take());
    let printed = std::thread::spawn(move || read_all(stdout));
    let said = std::thread::spawn(move || read_all(stderr));
    let end = Instant::now() + timeout;
    let status = loop {
        if let Some(status) = child.try_wait()? {
            break status;
        }
        if Instant::now() >= end {
            // It may have ended by itself since; then there is nothing to stop.
            let _ = child.kill();
            child.wait()?;
            return Ok(None);
        }
        std::thread::sleep(Duration::from_millis(2));
    };
    let stdout = printed.join().unwrap_or_default();
    let stderr = said.join().unwrap_or_default();
    Ok(Some(Output { status, stdout, stderr }))
}

fn read_all(stream: Option<impl Read>) -> Vec<u8> {
    let mut bytes = Vec::new();
    if let Some(mut stream) = stream {
        // What could be read counts.
        let _ = stream.read_to_end(&mut bytes);
    }
    bytes
}

/// `3:7: words` as a place and the words.
fn split_place(message: &str) -> (TextPosition, &str) {
    let parts = || {
        let (line, rest) = message.split_once(':')?;
        let (column, words) = rest.split_once(": ")?;
        Some((TextPosition { line: line.parse().ok()?, column: column.parse().ok()? }, words))
    };
    parts().unwrap_or((TextPosition::default(), message))
}

/// The executable of a program, from the cache if it was compiled before.
pub(super) fn executable(program: &Program) -> Result<PathBuf> {
    let (files, main) = sources(program, "program")?;
    let mut options = BuildOptions::new(Product::Executable);
    options.output_name = Some("program".to_owned());
    let mut all: Vec<SourceFile> = files.into();
    all.push(SourceFile { name: "main.c".to_owned(), text: main });
    let refused =
        |error: formwork_native::compiler::BuildError| ProgramError::Usage(error.to_string());
    let compiler = CCompiler::find(variable("CC").as_deref()).map_err(refused)?;
    compiler.build(&all, &options, &Cache::new(cache_folder())).map_err(refused)
}

/// Header and source of a program, and the text of its `main`.
fn sources(program: &Program, name: &str) -> Result<([SourceFile; 2], String)> {
    let lowered = lower_program(&program.module, program.main)
        .map_err(|limitation| limited(program, &limitation))?;
    let mut options = Options::new(name);
    options.described_entries = true;
    options.deepest = super::DEEPEST;
    let defect = |problem: String| ProgramError::Usage(format!("a defect of Formwork: {problem}"));
    let files = emit_c(&lowered, &options).map_err(|error| defect(error.to_string()))?;
    let function = &program.module.functions[program.main];
    let about = ProgramOptions {
        arguments: program.parameters().iter().map(ToString::to_string).collect(),
        results: function.results.iter().map(|ty| ty.base.to_string()).collect(),
        column_major: program.module.layout == Layout::ColumnMajor,
    };
    let main = emit_program(&lowered, &function.name, &files.header_name, &about)
        .ok_or_else(|| defect("the program has no entry".to_owned()))?;
    let header = SourceFile { name: files.header_name, text: files.header };
    let source = SourceFile { name: files.source_name, text: files.source };
    Ok(([header, source], main))
}

/// What native code cannot do yet.
pub(super) fn limited(program: &Program, limitation: &Limitation) -> ProgramError {
    let message = format!("cannot be compiled yet: {}", limitation.message);
    match program.failed(limitation.place, &message, None) {
        ProgramError::Program(text) | ProgramError::Usage(text) | ProgramError::Limit(text) => {
            ProgramError::Usage(text)
        }
    }
}
