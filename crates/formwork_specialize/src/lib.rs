//! Partial evaluation: programs that are specialized to what is known of their arguments.
//!
//! Inference walks the program and keeps a trace; `emit` makes a residual program of it;
//! `post` improves that; `print` writes it. There is no second abstract interpreter, and
//! what is folded, decided or unrolled follows from the facts that `formwork shapes`
//! shows.
//!
//! - `growth`: how large a residual may become; `cost`: what it costs in Octave.
//! - `residual`: the program that is built; `walk`: going through it; `emit`: how it is
//!   made of a trace.
//! - `lift`: values as text; `print`: programs as text.
//! - `post`: what works on the residual alone; `from_hir`: lowered functions as they are.
//! - `report`: what was done; `aligned`: the residual beside the original, line by line.
//!
//! # How it works
//!
//! Partial evaluation is inference that keeps what it walked. Asked for a *trace*
//! (`formwork_infer::trace`), the analyst keeps, for each function in each way it was called, the
//! statements in the order in which they would run, with what every expression was and which
//! function every call meant. Loops whose iterations are all known are kept iteration by iteration
//! (`unroll`): optimistically, within a budget, and taken back if only a run can decide how an
//! iteration ends; of other loops the last walk is kept, the one from the stable head. `sure`
//! judges what cannot fail and has no effect.
//!
//! A persistent variable that no call can find changed is followed as one of the call (`private`):
//! whatever the calls before were, what is read of it is what this call would store. That is proved
//! from the function's text alone; that storing the first value does not fail, in each walk. What
//! is known of an `inputParser` stays with the variable it was made for, until that is read as a
//! whole (`parsers`); one algorithm takes arguments apart, for values and for what is known of them
//! (`formwork_runtime::parser`).
//!
//! `formwork_specialize::emit` makes a *residual program* of the trace. Every assignment is
//! emitted, so that at each point every variable holds what the original's holds; an expression is
//! replaced by its value only if dropping it loses neither an effect nor an error. A call becomes a
//! call of the variant that was walked, without the arguments that the variant knows. Functions
//! whose state or text is seen from outside (`keep`) stay as they are, under their names. What an
//! update such as `x += y` may have to let grow stays computed as it was (`overwritten`), because
//! Octave lets no array grow that it writes over, and a constant is never written over; comparing a
//! residual with its original reads such updates as `x = x + y`, because who shares storage with
//! whom is no part of a program's meaning. `post` then improves the residual on its own: passes are
//! a list, run until nothing changes (`docs/howto/add-a-residual-pass.md`). `lift` and `print` write it down
//! exactly.

mod aligned;
pub mod cost;
mod emit;
pub mod from_hir;
mod growth;
pub mod lift;
pub mod post;
pub mod print;
mod report;
pub mod residual;
pub mod walk;

use std::path::Path;

use formwork_infer::trace::{Thrift, TraceOptions};
use formwork_infer::{Analyst, ArgumentSpec, SpecError};

pub use aligned::{Beside, Note, OriginalLine, Pair, ResidualLine, Walked};
pub use emit::{Counts, Deeds, Left, Matter, UnrolledLoop};
use growth::{Candidates, Plainness};
pub use growth::{Goal, Sizes};
pub use print::PrintOptions;
use residual::Program;

/// What to specialize, and how.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The function to begin with, if not the first of the file.
    pub function: Option<String>,
    /// The call to begin with, written as a whole; what is said is said of its names then.
    pub call: Option<String>,
    /// What the residual's main function is called; `None`: as the function, with `_spec`.
    pub name: Option<String>,
    /// What is said of parameters.
    pub arguments: Vec<ArgumentSpec>,
    /// Functions whose calls are kept.
    pub preserved: Vec<String>,
    /// Functions that are not replaced by what they give.
    pub never_run: Vec<String>,
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
}

/// A program that was specialized.
#[derive(Debug)]
pub struct Specialized {
    /// It.
    pub program: Program,
    /// What was done.
    pub counts: Counts,
    /// What was done to the residual afterwards.
    pub post: post::Report,
    /// How many loops were kept iteration by iteration.
    pub unrolled: usize,
    /// Which function called which, before.
    pub calls: Vec<(String, String)>,
    /// The functions that were walked.
    pub walked: Vec<Walked>,
    /// How large it and the original are.
    pub sizes: Sizes,
    /// How large it might have been.
    pub allowed: usize,
    /// How many loops and functions are not followed as far as they could be, to keep it small.
    pub forgone: usize,
}

impl Specialized {
    /// Replaces it if another one is smaller, for which so much was given up; tells whether it is.
    fn is_beaten(&mut self, other: Specialized, forgone: usize) -> bool {
        let smaller = other.sizes.residual < self.sizes.residual;
        if smaller {
            let original = self.sizes.original;
            *self = Specialized { sizes: Sizes { original, ..other.sizes }, forgone, ..other };
        }
        smaller
    }

    /// Its text.
    ///
    /// # Errors
    ///
    /// If it has a constant that cannot be written.
    pub fn text(&self, options: PrintOptions) -> Result<String, SpecError> {
        print::print(&self.program, options).map_err(|error| SpecError(error.to_string()))
    }
}

/// Specializes a function of a file to what is said of its parameters. The analyst must
/// not have walked anything yet.
///
/// # Errors
///
/// If there is no such function, what is said of a parameter makes no sense, or the
/// program is too large to be walked.
pub fn specialize(
    analyst: &mut Analyst<'_>,
    path: &Path,
    options: &Options,
) -> Result<Specialized, SpecError> {
    let (mut kept, mut tried) = (Thrift::default(), Thrift::default());
    let improved = Plainness::Improved;
    let (mut best, mut candidates) = walked(analyst, path, options, (&kept, improved))?;
    let allowed = best.sizes.allowed(options.goal, options.growth);
    for _ in 1..growth::WALKS {
        let excess = best.sizes.residual.saturating_sub(allowed);
        let mut thrift = kept.clone();
        if excess == 0 || !candidates.give_up(&mut thrift, &mut tried, excess) {
            break;
        }
        analyst.forget_walks();
        // What was made before is good, too.
        let Ok((made, others)) = walked(analyst, path, options, (&thrift, improved)) else { break };
        if !best.is_beaten(made, thrift.len()) {
            // What else there is gained less.
            break;
        }
        (candidates, kept) = (others, thrift);
    }
    for plainness in [Plainness::Improved, Plainness::Plain] {
        if best.sizes.residual <= allowed {
            break;
        }
        analyst.forget_walks();
        let thrift = Thrift { all: true, ..kept.clone() };
        let Ok((made, _)) = walked(analyst, path, options, (&thrift, plainness)) else { break };
        best.is_beaten(made, thrift.len());
    }
    best.allowed = allowed;
    Ok(best)
}

/// Specializes as far as is allowed.
fn walked(
    analyst: &mut Analyst<'_>,
    path: &Path,
    options: &Options,
    how: (&Thrift, Plainness),
) -> Result<(Specialized, Candidates), SpecError> {
    if let Some(made) = attempt(analyst, path, options, how)? {
        return Ok(made);
    }
    analyst.begin_again();
    let made = attempt(analyst, path, options, how)?;
    made.ok_or_else(|| SpecError("calls share what they keep".to_owned()))
}

/// Specializes once; nothing comes of it if some calls of a function keep what others were
/// followed without.
fn attempt(
    analyst: &mut Analyst<'_>,
    path: &Path,
    options: &Options,
    (thrift, plainness): (&Thrift, Plainness),
) -> Result<Option<(Specialized, Candidates)>, SpecError> {
    analyst.keep_trace(TraceOptions {
        never_run: &options.never_run,
        asserts: options.asserts,
        reads_files: options.static_io,
        thrift: Some(thrift),
        anew: options.anew,
    });
    refuse_methods(analyst, path)?;
    let entry = match &options.call {
        Some(call) => analyst.trace_call(path, call, &options.arguments)?,
        None => analyst.trace_file(path, options.function.as_deref(), &options.arguments)?,
    };
    refuse_redefined(analyst)?;
    let own = analyst.trace().map(|trace| trace.variants[entry].body.name.to_string());
    let name = match (&options.name, own) {
        (Some(name), _) => name.clone(),
        (None, Some(own)) => format!("{own}_spec"),
        (None, None) => "main_spec".to_owned(),
    };
    let emitter = emit::Emitter::run(analyst, entry, &name, options, (thrift, plainness))?;
    if analyst.was_cut() {
        return Err(SpecError(
            "the program is too large to be walked to its end: fix fewer parameters, or keep \
             large functions with --keep"
                .to_owned(),
        ));
    }
    let calls = analyst.trace().map(calls_before).unwrap_or_default();
    let own = analyst
        .trace()
        .map(|trace| trace.variants[entry].body.id)
        .is_some_and(|body| analyst.is_varied(body));
    let keeping = emitter.general_of(|body| analyst.is_varied(body));
    let (mut program, mut counts, bodies) = (emitter.program, emitter.counts, emitter.bodies);
    let counts_of_general = emitter.counts_of_general;
    if let Some(trace) = analyst.trace() {
        counts.blocked.extend(trace.unread.iter().cloned());
    }
    counts.ends = analyst.ends();
    let post = if options.post {
        let inline = options.inline && plainness == Plainness::Improved;
        let without: &[&str] = if inline { &[] } else { &["inline"] };
        post::improve(&mut program, post::PostOptions { without, reassociate: options.reassociate })
    } else {
        post::Report::default()
    };
    let reached = program.reached();
    // What nobody calls is no part of the program.
    for (_, own) in counts_of_general.into_iter().filter(|(id, _)| reached.contains(id)) {
        counts.add(own);
    }
    // A function may be made more than once.
    counts.left.sort();
    counts.left.dedup();
    if own || keeping.iter().any(|id| reached.contains(id)) {
        return Ok(None);
    }
    let walked = analyst.trace().map(aligned::walked).unwrap_or_default();
    let sizes = growth::sizes(analyst.trace(), &program);
    let candidates = growth::candidates(&program, &counts.loops, &bodies);
    let unrolled = counts.loops.values().map(|one| one.times).sum();
    let made = Specialized {
        program,
        counts,
        post,
        unrolled,
        calls,
        walked,
        sizes,
        allowed: 0,
        forgone: 0,
    };
    Ok(Some((made, candidates)))
}

/// An error for a file of a class: outside of it, its functions would neither make its objects nor
/// see what is private to them.
fn refuse_methods(analyst: &mut Analyst<'_>, path: &Path) -> Result<(), SpecError> {
    let folder = path.parent().and_then(Path::file_name);
    let old = folder.is_some_and(|name| name.as_encoded_bytes().starts_with(b"@"));
    if !old && !analyst.is_class(path) {
        return Ok(());
    }
    Err(SpecError(format!(
        "{} is a part of a class, whose functions work in the class alone: specialize a function \
         that uses it",
        path.display()
    )))
}

/// An error if a name means one function here and another there.
fn refuse_redefined(analyst: &mut Analyst<'_>) -> Result<(), SpecError> {
    match analyst.redefined().first() {
        None => Ok(()),
        Some(name) => Err(SpecError(format!(
            "'{name}' means one function here and another there: it is defined more than once, or \
             in a branch; give each function a name of its own"
        ))),
    }
}

/// Which function calls which in what was walked.
fn calls_before(trace: &formwork_infer::trace::Trace) -> Vec<(String, String)> {
    let mut calls: Vec<(String, String)> = trace
        .variants
        .values()
        .flat_map(|variant| {
            let from = variant.body.name.to_string();
            variant.body.calls.values().filter_map(move |call| {
                let own = call.local.is_some()
                    || matches!(call.callee, Some(formwork_hir::Callee::File { .. }));
                own.then(|| (from.clone(), call.name.to_string()))
            })
        })
        .collect();
    calls.sort();
    calls.dedup();
    calls
}
