//! `formwork specialize`: a faster program from a general one.

use std::fmt;
use std::path::{Path, PathBuf};

use formwork_hir::Program;
use formwork_infer::{Analyst, ArgumentSpec, Options as InferOptions, SpecKind};
use formwork_shape::{Dialect as ShapeDialect, Semantics};
use formwork_specialize::{Options, Specialized, specialize};
use formwork_syntax::Dialect;

use crate::shapes::{OneRead, complain_of_syntax};
use crate::source::Source;

/// What to specialize, and how.
#[derive(Clone, Debug)]
pub struct SpecializeOptions {
    /// How files are read.
    pub dialect: Dialect,
    /// How elementwise operators treat different shapes.
    pub semantics: Option<Semantics>,
    /// Where functions are looked for.
    pub search_path: Vec<PathBuf>,
    /// The function to begin with, if not the first.
    pub function: Option<String>,
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
}

/// Why there is no residual.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpecializeError(String);

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
    let fail = |error: &dyn fmt::Display| SpecializeError(error.to_string());
    let mut specs = Vec::new();
    for text in &options.definitions {
        let spec = ArgumentSpec::parse(text).map_err(|error| fail(&error))?;
        if !matches!(spec.kind, SpecKind::Value(_)) {
            return Err(SpecializeError(format!(
                "no value in -d '{text}': write -d 'n=4', or describe it with --arg"
            )));
        }
        specs.push(spec);
    }
    for text in &options.arguments {
        specs.push(ArgumentSpec::parse(text).map_err(|error| fail(&error))?);
    }
    let mut notes = String::new();
    if let Some(path) = &options.annotations {
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
    }
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
    let source = Source::read(file)
        .map_err(|error| SpecializeError(format!("{}: {error}", file.display())))?;
    let path = source.path().to_path_buf();
    let mut host = OneRead { path: path.clone(), text: source.text().to_vec() };
    complain_of_syntax(&host, &path, options.dialect).map_err(|error| fail(&error))?;
    if !notes.is_empty() {
        host.text = annotated(&host, options, &notes).map_err(|error| fail(&error))?;
    }
    let program = Program::new(&host, options.dialect, options.search_path.clone());
    let dialect = match options.dialect {
        Dialect::Auto | Dialect::Octave => ShapeDialect::Octave,
        Dialect::Matlab => ShapeDialect::Matlab,
    };
    let defaults = InferOptions::default();
    let infer = InferOptions {
        semantics: options.semantics.unwrap_or(Semantics::Expand),
        dialect,
        budget: 4_000_000,
        depth: 64,
        far: 64,
        unroll: options.unroll_limit.unwrap_or(defaults.unroll),
        ..defaults
    };
    let mut analyst = Analyst::new(program, infer);
    let wanted = Options {
        function: options.function.clone(),
        name: options.name.clone(),
        arguments: specs,
        preserved: options.keep.clone(),
        never_run: options.never_run.clone(),
        asserts: options.asserts,
        static_io: options.static_io,
        post: options.post,
        inline: options.inline,
        reassociate: options.reassociate,
    };
    specialize(&mut analyst, &path, &wanted).map_err(|error| fail(&error))
}

/// The text of a file with annotations before the first statement of the function.
fn annotated(
    host: &OneRead,
    options: &SpecializeOptions,
    notes: &str,
) -> Result<Vec<u8>, SpecializeError> {
    let mut program = Program::new(host, options.dialect, options.search_path.clone());
    let unit = program.load(&host.path).map(|id| program.lower(id));
    let unit =
        unit.map_err(|_| SpecializeError(format!("{} cannot be read", host.path.display())))?;
    let function = match &options.function {
        Some(name) => unit.function(name),
        None => unit.functions.first().map(|(_, id)| *id),
    };
    let first =
        function.and_then(|id| unit.bodies[id].statements.first().map(|stmt| stmt.span.start));
    let Some(first) = first else {
        return Err(SpecializeError("the annotations have no function to hold in".to_owned()));
    };
    let (before, after) = host.text.split_at(first as usize);
    Ok([before, b"\n", notes.as_bytes(), after].concat())
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
    serde_json::json!({
        "version": 1,
        "folded": counts.folded,
        "decided": counts.decided,
        "unrolled": made.unrolled,
        "resolved": counts.resolved,
        "arguments": counts.arguments,
        "functions": made.program.reached().len(),
        "passes": passes,
        "blocked": counts.blocked,
    })
    .to_string()
}
