//! `formwork specialize`: a faster program from a general one.

use std::fmt;
use std::path::{Path, PathBuf};

use formwork_infer::{Analyst, ArgumentSpec, Options as InferOptions, SpecKind};
use formwork_specialize::{Goal, Options, Specialized, specialize};

use crate::case_file;
use crate::installed;
use crate::program::{MainFile, ProgramSettings};
use crate::source::Source;

/// What to specialize, and how.
#[derive(Clone, Debug)]
pub struct SpecializeOptions {
    /// How the program is read.
    pub program: ProgramSettings,
    /// The function to begin with, if not the first.
    pub function: Option<String>,
    /// A call, as a whole, of the function to begin with.
    pub call: Option<String>,
    /// `name=EXPRESSION` for each parameter that is fixed.
    pub definitions: Vec<String>,
    /// What else is said of parameters, as written.
    pub arguments: Vec<String>,
    /// A file of assignments and annotations that hold at the beginning.
    pub annotations: Option<PathBuf>,
    /// The name of the residual's main function.
    pub name: Option<String>,
    /// Functions whose calls are kept.
    pub keep: Vec<String>,
    /// Functions that are not replaced by what they give.
    pub never_run: Vec<String>,
    /// How many statements a loop may become.
    pub unroll_limit: Option<usize>,
    /// Whether the residual checks what was assumed when it runs.
    pub asserts: bool,
    /// Whether files of data are read beforehand.
    pub static_io: bool,
    /// Whether the residual is improved.
    pub post: bool,
    /// Whether small functions are put where they are called.
    pub inline: bool,
    /// Whether products of matrices are put in the cheapest order.
    pub reassociate: bool,
    /// What the residual is made for.
    pub goal: Goal,
    /// How many times as large as the original it may be; `None`: as the goal says.
    pub growth: Option<f64>,
    /// Whether every call is followed anew, also one like an earlier one.
    pub anew: bool,
    /// Whether the library of an installed Octave is left alone, which is looked in last otherwise.
    pub no_octave_library: bool,
}

impl Default for SpecializeOptions {
    /// Nothing is known of the parameters; the residual is improved.
    fn default() -> SpecializeOptions {
        SpecializeOptions {
            program: ProgramSettings::default(),
            function: None,
            call: None,
            definitions: Vec::new(),
            arguments: Vec::new(),
            annotations: None,
            name: None,
            keep: Vec::new(),
            never_run: Vec::new(),
            unroll_limit: None,
            asserts: false,
            static_io: false,
            post: true,
            inline: true,
            reassociate: false,
            goal: Goal::default(),
            growth: None,
            anew: false,
            no_octave_library: false,
        }
    }
}

/// Why there is no residual.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpecializeError(String);

impl SpecializeError {
    pub(crate) fn new(error: &dyn fmt::Display) -> SpecializeError {
        SpecializeError(error.to_string())
    }
}

impl fmt::Display for SpecializeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for SpecializeError {}

/// Specializes a file, or standard input for `-`.
///
/// # Errors
///
/// If it cannot be read, is no program, has no such function, or what is said of its
/// parameters makes no sense.
pub fn specialize_file(
    file: &Path,
    options: &SpecializeOptions,
) -> Result<Specialized, SpecializeError> {
    let mut specs = specs(options)?;
    let mut notes = String::new();
    if let Some(path) = &options.annotations {
        read_annotations(path, &mut specs, &mut notes)?;
    }
    refuse_contradictions(&specs)?;
    let mut main = MainFile::read(file, options.program.dialect).map_err(SpecializeError)?;
    if !notes.is_empty() {
        main.text = annotated(&main, options, &notes)?;
    }
    let defaults = InferOptions::default();
    let infer = InferOptions {
        budget: 4_000_000,
        depth: 64,
        far: 64,
        unroll: options.unroll_limit.unwrap_or(defaults.unroll),
        ..options.program.inference()
    };
    let mut program = options.program.program(&main);
    if !options.no_octave_library {
        program.fall_back_on(installed::library_folders());
    }
    let mut analyst = Analyst::new(program, infer);
    let wanted = Options {
        function: options.function.clone(),
        call: options.call.clone(),
        name: options.name.clone(),
        arguments: specs,
        preserved: options.keep.clone(),
        never_run: options.never_run.clone(),
        asserts: options.asserts,
        static_io: options.static_io,
        post: options.post,
        inline: options.inline,
        reassociate: options.reassociate,
        goal: options.goal,
        // Who says how many statements a loop may become wants as many.
        growth: options.growth.or(options.unroll_limit.map(|_| f64::INFINITY)),
        anew: options.anew,
    };
    specialize(&mut analyst, &main.path, &wanted).map_err(|error| fail(&error))
}

fn fail(error: &dyn fmt::Display) -> SpecializeError {
    SpecializeError::new(error)
}

/// What the command line says of parameters: their values, or what else is known of them.
fn specs(options: &SpecializeOptions) -> Result<Vec<ArgumentSpec>, SpecializeError> {
    let mut specs = Vec::new();
    for text in &options.definitions {
        specs.extend(definitions(text)?);
    }
    for text in &options.arguments {
        specs.push(ArgumentSpec::parse(text).map_err(|error| fail(&error))?);
    }
    Ok(specs)
}

/// What a definition says: `n=4`, `x=@case.json`, or `@case.json` for all that the file has.
fn definitions(text: &str) -> Result<Vec<ArgumentSpec>, SpecializeError> {
    let fixed = |name: String, value: String, optional| {
        let kind = SpecKind::Value(value);
        ArgumentSpec { name, kind, optional }
    };
    if let Some(path) = case_file::file_named(text) {
        let all = case_file::read_parameters(path).map_err(SpecializeError)?;
        return Ok(all.into_iter().map(|(name, value)| fixed(name, value, true)).collect());
    }
    let spec = ArgumentSpec::parse(text).map_err(|error| fail(&error))?;
    let SpecKind::Value(value) = &spec.kind else {
        return Err(SpecializeError(format!(
            "no value in -d '{text}': write -d 'n=4', or describe it with --arg"
        )));
    };
    match case_file::file_named(value) {
        Some(path) => {
            let value = case_file::read_value(path).map_err(SpecializeError)?;
            Ok(vec![fixed(spec.name, value, false)])
        }
        None => Ok(vec![spec]),
    }
}

/// Adds what a file says of parameters: definitions, and annotations for the program's text.
fn read_annotations(
    path: &Path,
    specs: &mut Vec<ArgumentSpec>,
    notes: &mut String,
) -> Result<(), SpecializeError> {
    let source = Source::read(path)
        .map_err(|error| SpecializeError(format!("{}: {error}", path.display())))?;
    for (number, line) in String::from_utf8_lossy(source.text()).lines().enumerate() {
        let line = line.trim();
        if line.starts_with("%#") {
            notes.push_str(line);
            notes.push('\n');
        } else if !line.is_empty() && !line.starts_with('%') {
            let text = line.trim_end_matches(';');
            let spec = ArgumentSpec::parse(text).map_err(|error| {
                SpecializeError(format!("{}:{}: {error}", path.display(), number + 1))
            })?;
            specs.push(spec);
        }
    }
    Ok(())
}

/// An error if a parameter has two values.
fn refuse_contradictions(specs: &[ArgumentSpec]) -> Result<(), SpecializeError> {
    for (place, spec) in specs.iter().enumerate() {
        if specs[..place].iter().any(|earlier| {
            earlier.name == spec.name
                && matches!(
                    (&earlier.kind, &spec.kind),
                    (SpecKind::Value(a), SpecKind::Value(b)) if a != b
                )
        }) {
            return Err(SpecializeError(format!(
                "'{}' is defined twice, and differently",
                spec.name
            )));
        }
    }
    Ok(())
}

/// The text of a file with annotations before the first statement of the function.
fn annotated(
    main: &MainFile,
    options: &SpecializeOptions,
    notes: &str,
) -> Result<Vec<u8>, SpecializeError> {
    let mut program = options.program.program(main);
    let unit = program.load(&main.path).map(|id| program.lower(id));
    let unit =
        unit.map_err(|_| SpecializeError(format!("{} cannot be read", main.path.display())))?;
    let called = options.call.as_deref().map(called_name);
    let function = match options.function.as_deref().or(called) {
        Some(name) => unit.function(name),
        None => unit.functions.first().map(|(_, id)| *id),
    };
    let first =
        function.and_then(|id| unit.bodies[id].statements.first().map(|stmt| stmt.span.start));
    let Some(first) = first else {
        return Err(SpecializeError("the annotations have no function to hold in".to_owned()));
    };
    let (before, after) = main.text.split_at(first as usize);
    Ok([before, b"\n", notes.as_bytes(), after].concat())
}

/// The function that a call names, as far as its text shows.
fn called_name(call: &str) -> &str {
    let before = call.split_once('(').map_or(call, |(before, _)| before);
    before.rsplit_once('=').map_or(before, |(_, name)| name).trim()
}

/// What specializing did, as JSON.
#[must_use]
pub fn specialize_report(made: &Specialized) -> String {
    let counts = &made.counts;
    let passes: serde_json::Map<String, serde_json::Value> = made
        .post
        .counts
        .iter()
        .map(|(name, count)| ((*name).to_owned(), (*count).into()))
        .collect();
    let loops = made.unrolled_loops().into_iter().map(|one| {
        serde_json::json!({
            "function": one.function,
            "line": one.line,
            "times": one.times,
            "iterations": one.trips,
            "statements": one.statements,
        })
    });
    let left = made.left().into_iter().map(|left| {
        serde_json::json!({
            "matter": left.matter.name(),
            "function": left.function,
            "line": left.line,
            "because": left.because,
            "nanoseconds": left.cost,
            "remedy": left.remedy,
        })
    });
    serde_json::json!({
        "version": 1,
        "folded": counts.folded,
        "decided": counts.decided,
        "unrolled": made.unrolled,
        "resolved": counts.resolved,
        "arguments": counts.arguments,
        "functions": made.program.reached().len(),
        "passes": passes,
        "sizes": {
            "original": made.sizes.original,
            "residual": made.sizes.residual,
            "allowed": made.allowed,
            "forgone": made.forgone,
        },
        "loops": loops.collect::<Vec<_>>(),
        "left": left.collect::<Vec<_>>(),
        "blocked": counts.blocked,
    })
    .to_string()
}
