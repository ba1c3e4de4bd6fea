//! Equivalence by running: a program and its residual must do the same.
//!
//! A random program is specialized with some of its arguments fixed; both are run. What
//! they print, and the error they end with, must be equal to the byte.

use std::path::{Path, PathBuf};

use fastrand::Rng;
use formwork_hir::{Host, MemoryHost, Program};
use formwork_infer::{Analyst, ArgumentSpec, Options as InferOptions};
use formwork_interp::{Interpreter, Limits, StopSignal};
use formwork_runtime::{Value, memory};
use formwork_specialize::{Options, PrintOptions, specialize};

use crate::stress::StressProgram;
use crate::world::{World, with_patience};

/// Bytes that a program may use.
const MEMORY: usize = 1 << 22;

/// Where a program is kept.
const FILE: &str = "main.m";

/// Bytes of output after which a program that seems to run for ever is stopped.
const MOST_OUTPUT: usize = 200_000;

/// A program and what is fixed of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Specialization {
    /// The program.
    pub program: StressProgram,
    /// Which of its arguments are fixed.
    pub fixed: Vec<bool>,
}

/// What came of a program and its residual.
#[derive(Clone, Debug)]
pub struct Equivalence {
    /// The residual, or why there is none.
    pub residual: Result<String, String>,
    /// What the original did.
    pub original: Behaviour,
    /// What the residual did.
    pub specialized: Behaviour,
}

/// What a program did.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Behaviour {
    /// What it printed.
    pub output: String,
    /// The error it ended with.
    pub error: Option<String>,
    /// Whether it was stopped because it ran too long.
    pub stopped: bool,
}

impl Equivalence {
    /// Whether both did the same.
    #[must_use]
    pub fn holds(&self) -> bool {
        self.residual.is_ok()
            && (self.original.stopped
                || self.specialized.stopped
                || self.original == self.specialized)
    }
}

/// A random program that shows what it does, and which of its arguments to fix.
#[must_use]
pub fn random_specialization(rng: &mut Rng, program: StressProgram) -> Specialization {
    let text = talkative(rng, &program.text);
    let fixed = program.arguments.iter().map(|_| rng.bool()).collect();
    Specialization { program: StressProgram { text, ..program }, fixed }
}

/// The program with some statements that display what they do, errors that are shown
/// where they are caught, and all variables shown at the end.
fn talkative(rng: &mut Rng, text: &str) -> String {
    let mut out = String::new();
    let mut main = true;
    for line in text.lines() {
        if main && (line == "end" || line.starts_with("  function ")) {
            for name in ["a", "b", "n", "x", "y", "z", "c", "s", "w"] {
                out.push_str(&format!("  try, {name}, catch, disp (lasterr ()), end\n"));
            }
            main = false;
        }
        let assigns = line.ends_with(';') && line.contains(" = ") && !line.contains("  for ");
        if assigns && main && rng.u8(..5) == 0 {
            out.push_str(line.trim_end_matches(';'));
        } else {
            out.push_str(line);
        }
        out.push('\n');
        if line.trim() == "catch" {
            out.push_str("disp (lasterr ());\n");
        }
    }
    out
}

/// Specializes a program, runs both, and compares.
#[must_use]
pub fn check_equivalence(case: &Specialization) -> Equivalence {
    let StressProgram { text, arguments } = &case.program;
    let original = behaviour(text, arguments);
    let parameters = parameters(text);
    let spread = parameters.iter().any(|name| name == "varargin");
    let fixes = |place: usize| {
        case.fixed.get(place).copied().unwrap_or(false)
            && parameters.get(place).is_some_and(|name| name != "varargin")
            && !(spread && place > 0)
    };
    let specs: Result<Vec<ArgumentSpec>, _> = arguments
        .iter()
        .enumerate()
        .filter(|(place, _)| fixes(*place))
        .map(|(place, value)| ArgumentSpec::parse(&format!("{} = {value}", parameters[place])))
        .collect();
    let rest: Vec<String> = arguments
        .iter()
        .enumerate()
        .filter(|(place, _)| !fixes(*place))
        .map(|(_, value)| value.clone())
        .collect();
    let mut host = MemoryHost::default();
    host.insert(FILE, text.as_bytes());
    let infer = InferOptions { budget: 1_000_000, depth: 32, far: 32, ..InferOptions::default() };
    let mut analyst = Analyst::over(&host, Vec::new(), infer);
    let residual = specs.and_then(|arguments| {
        // Texts that are evaluated may call the original by its name.
        let name = Some("residual".to_owned());
        let options = Options { arguments, name, post: true, inline: true, ..Options::default() };
        let made = specialize(&mut analyst, Path::new(FILE), &options)?;
        made.text(PrintOptions::default())
    });
    let residual = residual.map_err(|error| error.to_string());
    let specialized = match &residual {
        Ok(text) => behaviour(text, &rest),
        Err(_) => Behaviour::default(),
    };
    Equivalence { residual, original, specialized }
}

/// Specializes a file without parameters, runs both, and compares; functions are looked for in
/// some folders, too.
#[must_use]
pub fn check_file_equivalence(host: &dyn Host, file: &Path, folders: &[PathBuf]) -> Equivalence {
    let original = without_quotations(behaviour_of(host, file, folders, &[]));
    let mut analyst = Analyst::over(host, folders.to_vec(), InferOptions::default());
    // What looks at its caller sees its name.
    let name = file.file_stem().map(|stem| stem.to_string_lossy().into_owned());
    let options = Options { name, post: true, inline: true, ..Options::default() };
    let residual = specialize(&mut analyst, file, &options)
        .and_then(|made| made.text(PrintOptions::default()))
        .map_err(|error| error.to_string());
    let specialized = match &residual {
        Ok(text) => {
            let text = text.as_bytes();
            without_quotations(behaviour_of(&Instead { host, file, text }, file, folders, &[]))
        }
        Err(_) => Behaviour::default(),
    };
    Equivalence { residual, original, specialized }
}

/// What a program did, without what a failed `assert` quotes of its own arguments: a residual
/// says the same in other words.
fn without_quotations(mut behaviour: Behaviour) -> Behaviour {
    const QUOTED: &str = "ASSERT errors for:";
    behaviour.error = behaviour.error.map(|error| match error.split_once('\n') {
        Some((first, rest)) if first.starts_with(QUOTED) => format!("{QUOTED}\n{rest}"),
        _ if error.starts_with("assert (") && error.ends_with(") failed") => "assert failed".into(),
        _ => error,
    });
    behaviour
}

/// A host with another text in the place of one file.
struct Instead<'h> {
    host: &'h dyn Host,
    file: &'h Path,
    text: &'h [u8],
}

impl Host for Instead<'_> {
    fn list(&self, folder: &Path) -> Vec<formwork_hir::Entry> {
        self.host.list(folder)
    }

    fn read(&self, file: &Path) -> std::io::Result<Vec<u8>> {
        if file == self.file { Ok(self.text.to_vec()) } else { self.host.read(file) }
    }
}

/// The parameters of the first function of a text.
fn parameters(text: &str) -> Vec<String> {
    let head = text.lines().next().unwrap_or_default();
    let inside = head.split_once('(').and_then(|(_, rest)| rest.split_once(')'));
    inside
        .map(|(inside, _)| inside.split(',').map(|name| name.trim().to_owned()).collect())
        .unwrap_or_default()
}

fn behaviour(text: &str, arguments: &[String]) -> Behaviour {
    let mut host = MemoryHost::default();
    host.insert(FILE, text.as_bytes());
    behaviour_of(&host, Path::new(FILE), &[], arguments)
}

fn behaviour_of(
    host: &dyn Host,
    file: &Path,
    folders: &[PathBuf],
    arguments: &[String],
) -> Behaviour {
    let mut done = run_in(host, (file, folders), arguments, |interpreter, _| {
        // Who shares storage with whom is not what is compared.
        interpreter.let_updates_grow();
        // A residual has other lines.
        interpreter.leave_places_out();
        // What is said of where a warning comes from, and of `&` and `|` that are written as
        // they are, is said of the text.
        let _ = interpreter.run_text(
            b"warning ('off', 'backtrace'); \
              warning ('off', 'Octave:possible-matlab-short-circuit-operator');",
        );
    });
    done.output = in_plain_words(&done.output);
    done.error = done.error.map(|message| in_plain_words(&message));
    done
}

/// What a program does that is run by an interpreter which `prepare` has prepared.
pub fn run_with<'h>(
    host: &'h dyn Host,
    file: &Path,
    arguments: &[String],
    prepare: impl FnOnce(&mut Interpreter<'h>, &StopSignal),
) -> Behaviour {
    run_in(host, (file, &[]), arguments, prepare)
}

/// The same with functions in other folders.
pub fn run_in<'h>(
    host: &'h dyn Host,
    (file, folders): (&Path, &[PathBuf]),
    arguments: &[String],
    prepare: impl FnOnce(&mut Interpreter<'h>, &StopSignal),
) -> Behaviour {
    memory::set_limit(MEMORY, || 0, memory::Beyond::Fails);
    let stop = StopSignal::default();
    let (world, heard) = World::listening(&stop, MOST_OUTPUT);
    let program = Program::new(host, formwork_syntax::Dialect::default(), folders.to_vec());
    let mut interpreter =
        Interpreter::new(program, Box::new(world), stop.clone(), Limits { recursion: 64 });
    prepare(&mut interpreter, &stop);
    let arguments: Vec<Value> =
        arguments.iter().map(|text| interpreter.argument(text.as_bytes())).collect();
    let result = with_patience(&stop, || interpreter.run_file(file, arguments));
    let error = result.err().map(|error| error.message);
    drop(interpreter);
    let heard = heard.take();
    let late = matches!(&error, Some(message) if message.contains("time limit"));
    let stopped = late || heard.len() > MOST_OUTPUT;
    Behaviour { output: String::from_utf8_lossy(&heard).into_owned(), error, stopped }
}

/// A text without what tells `x += y` from `x = x + y` in the words of an error: there Octave
/// says whether the storage of `x` is shared with another variable, which a residual may
/// change.
fn in_plain_words(text: &str) -> String {
    let mut text = text.to_owned();
    for (updating, plain) in [
        ("+=: nonconformant", "operator +: nonconformant"),
        ("-=: nonconformant", "operator -: nonconformant"),
        (".*=: nonconformant", "product: nonconformant"),
        ("./=: nonconformant", "quotient: nonconformant"),
        ("operator &=: nonconformant", "operator &: nonconformant"),
        ("operator |=: nonconformant", "operator |: nonconformant"),
        // What `find` gives is kept as it was found until something is done with it.
        ("lazy_index cannot be", "matrix cannot be"),
    ] {
        text = text.replace(updating, plain);
    }
    text
}

/// Leaves out lines while the program and its residual still differ.
#[must_use]
pub fn shrink_specialization(case: &Specialization) -> Specialization {
    let differs = |lines: &[String]| {
        if !lines.first().is_some_and(|line| line.starts_with("function main")) {
            return false;
        }
        let text = lines.iter().map(|line| format!("{line}\n")).collect();
        let program = StressProgram { text, arguments: case.program.arguments.clone() };
        let smaller = Specialization { program, fixed: case.fixed.clone() };
        let outcome = std::panic::catch_unwind(|| check_equivalence(&smaller));
        outcome.is_ok_and(|found| {
            found.residual.is_ok()
                && !found.holds()
                && found
                    .original
                    .error
                    .as_deref()
                    .is_none_or(|error| !error.contains("parse error"))
        })
    };
    let lines: Vec<String> = case.program.text.lines().map(str::to_owned).collect();
    let lines = crate::soundness::fewest_lines(lines, &differs);
    let text = lines.iter().map(|line| format!("{line}\n")).collect();
    Specialization {
        program: StressProgram { text, arguments: case.program.arguments.clone() },
        fixed: case.fixed.clone(),
    }
}
