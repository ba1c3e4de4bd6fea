//! One file: its syntax, then what inference knows of it.
//!
//! Under an assumption about parameters ([`Assumption`]) a file is analysed twice. Errors are found
//! without it; with it only findings about sizes are added, none of which is an error, because a
//! call that does not keep to the assumption may be fine. Findings about classes, branches that are
//! never taken and the like would blame the function for what the assumption left out.
//!
//! A file is walked in *steps*: its functions with unknown arguments, then as they are called
//! ordinarily, then as the file itself calls them. Who waits for an answer is told after each
//! ([`Tell`]) what was found so far; the steps are those of every check, and so is what is found in
//! the end.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::Arc;

use formwork_check::{Finding, Rule, Safety, Severity, Subject, findings, origins, witness};
use formwork_hir::{Asked, Program, Question};
use formwork_infer::{Analysis, Analyst, Assumption, Options, Runner};
use formwork_shape::shape::Algebra;
use formwork_syntax::Dialect;

use super::cache::{Cache, Lists};
use super::project::{Project, View};
use super::provoked::Provoked;
use super::report::{FixText, Found, INTERNAL_ERROR, Location, UNREADABLE_FILE};
use super::settings::Settings;
use super::words;
use crate::contexts;
use crate::diagnostic::{Diagnostic, Level};
use crate::program::inference_options;
use crate::sac::{self, is_sac};

/// How many statements are walked for each function.
const BUDGET: u64 = 2_500;

/// How deep calls are followed: further away, less is known of arguments anyway.
const DEPTH: usize = 4;

/// How deep calls into other files are followed: these are checked on their own.
const FAR: usize = 1;

/// Is told what was found in a file when it has not been walked in every way.
pub(super) type Tell<'t> = &'t (dyn Fn(Vec<Found>) + Sync);

/// What was found in a file, and what was asked for it, if that is known.
pub(super) struct Checked {
    pub(super) found: Vec<Found>,
    asked: Option<Asked>,
}

/// What one thread keeps from file to file: those it read for one view of the project.
#[derive(Default)]
pub(super) struct Kept<'p> {
    program: Option<(usize, Program<'p>)>,
    lists: Lists,
}

/// How many files are kept at most.
const KEPT: usize = 4_000;

impl<'p> Kept<'p> {
    /// A program for a view, perhaps with files that were read before.
    fn take(
        &mut self,
        project: &'p Project,
        views: &'p [View<'p>],
        view: usize,
        dialect: Dialect,
    ) -> Program<'p> {
        match self.program.take() {
            Some((before, program))
                if before == view && program.dialect() == dialect && program.loaded() < KEPT =>
            {
                program
            }
            _ => {
                self.lists = Lists::default();
                let path = project.search_path.clone();
                let mut program = Program::new(&views[view], dialect, path);
                if project.options.cache.is_some() {
                    program.keep_journal();
                }
                program
            }
        }
    }

    /// Remembers what was found in the file that was just checked.
    pub(super) fn remember(
        &mut self,
        cache: &Cache,
        views: &[View<'_>],
        (which, view): (usize, usize),
        checked: &Checked,
    ) {
        let Some(asked) = &checked.asked else { return };
        let program = self.program.as_ref().filter(|(of, _)| *of == view).map(|(_, one)| one);
        let answer = |question: &Question| views[view].answer(program, question);
        cache.put((which, view), (asked, &answer), &checked.found, &mut self.lists);
    }
}

/// Checks a file.
pub(super) fn check<'p>(
    project: &'p Project,
    views: &'p [View<'p>],
    (which, view): (usize, usize),
    (settings, tell): (&Settings, Option<Tell<'_>>),
    kept: &mut Kept<'p>,
) -> Checked {
    let input = &project.files[which];
    if let Some(trouble) = &input.trouble {
        let found = Found::plain(UNREADABLE_FILE, "FW000", Level::Error, trouble.clone());
        return Checked { found: vec![found], asked: None };
    }
    if is_sac(&input.path) {
        let own = vec![Question::Text(input.path.clone())];
        let asked = Asked { shared: Vec::new(), own };
        return match sac::findings(&input.source) {
            Some(errors) => {
                Checked { found: errors.iter().map(of_syntax).collect(), asked: Some(asked) }
            }
            None => Checked { found: vec![defect()], asked: None },
        };
    }
    let dialect = settings.dialect.unwrap_or_default();
    let mut found: Vec<Found> = Vec::new();
    let outcome = catch_unwind(AssertUnwindSafe(|| {
        let mut program = kept.take(project, views, view, dialect);
        match program.load(&input.path).map(|id| program.file(id)) {
            Ok(file) => {
                let errors = file.parsed.errors.iter();
                found.extend(errors.map(|error| of_syntax(&Diagnostic::from(error))));
                if file.is_broken() {
                    return program;
                }
            }
            Err(error) => {
                found.push(Found::plain(UNREADABLE_FILE, "FW000", Level::Error, error.to_string()));
                return program;
            }
        }
        let known = (project, &views[view], &*input.path);
        let syntax = found.clone();
        let tell_all = |more: Vec<Found>| {
            if let Some(tell) = tell {
                tell([&syntax[..], &more].concat());
            }
        };
        let tell_all: Option<Tell<'_>> = tell.is_some().then_some(&tell_all);
        let (more, mut program) = analyse(known, program, Assumption::Nothing, tell_all);
        found.extend(more);
        if settings.assume != Assumption::Nothing {
            let (more, kept) = analyse(known, program, settings.assume, None);
            add_assumed(more, &mut found);
            program = kept;
        }
        program
    }));
    let asked = match outcome {
        Ok(mut program) => {
            let asked = program.take_journal();
            kept.program = Some((view, program));
            asked.filter(|_| input.path.as_os_str() != "<stdin>")
        }
        Err(_) => {
            found.push(defect());
            None
        }
    };
    Checked { found, asked }
}

/// What is said of a file on which Formwork itself fails.
fn defect() -> Found {
    let message = "this file cannot be analysed: a defect of Formwork".to_owned();
    Found::plain(INTERNAL_ERROR, "FW017", Level::Note, message)
}

/// Adds what was found under an assumption and not without it, if it is about sizes.
fn add_assumed(more: Vec<Found>, found: &mut Vec<Found>) {
    let known: Vec<(String, (u32, u32))> =
        found.iter().map(|one| (one.code.clone(), one.span)).collect();
    let is_new = |one: &Found| {
        let about_sizes = Rule::find(&one.code).is_some_and(Rule::is_about_sizes);
        about_sizes && !known.iter().any(|(code, span)| *code == one.code && *span == one.span)
    };
    for mut one in more.into_iter().filter(is_new) {
        one.level = match one.level {
            Level::Error | Level::Warning => Level::Warning,
            Level::Note => Level::Note,
        };
        // Nobody knows whether it is right to change a function that takes something else, too.
        one.fix = None;
        one.message.push_str(" (if parameters are numeric arrays)");
        found.push(one);
    }
    found.sort_by_key(|one| one.span);
}

fn analyse<'p>(
    (project, view, path): (&Project, &View<'_>, &Path),
    program: Program<'p>,
    assume: Assumption,
    tell: Option<Tell<'_>>,
) -> (Vec<Found>, Program<'p>) {
    let dialect = program.dialect();
    let options = Options {
        runner: if dialect == Dialect::Octave { Runner::Octave } else { Runner::Either },
        budget: BUDGET,
        depth: DEPTH,
        far: FAR,
        checking: true,
        assume,
        stop: Some(Arc::clone(&project.options.stop)),
        ..inference_options(dialect, project.options.semantics)
    };
    let mut analyst = Analyst::new(program, options);
    let step_ends = |analyst: &Analyst<'_>| {
        let Some(tell) = tell.filter(|_| !analyst.is_stopped()) else { return };
        let so_far = || all_in_words(view, path, analyst.so_far(), analyst.program());
        // What goes wrong here has nothing to do with what is found in the end.
        if let Ok(found) = catch_unwind(AssertUnwindSafe(so_far)) {
            tell(found);
        }
    };
    analyst.analyse_everything(path);
    if !analyst.is_stopped() {
        analyst.analyse_failing_callees(path);
        step_ends(&analyst);
    }
    if assume == Assumption::Nothing && !analyst.is_stopped() {
        analyst.analyse_ordinary_calls(path);
        let contexts = contexts::of(project.text_of(path), dialect);
        if !contexts.is_empty() {
            step_ends(&analyst);
        }
        for context in contexts {
            if analyst.is_stopped() {
                break;
            }
            analyst.analyse_calling_text(path, context.text.as_bytes(), context.line);
        }
    }
    if analyst.is_stopped() {
        return (Vec::new(), analyst.finish_keeping_program().1);
    }
    let (analysis, program) = analyst.finish_keeping_program();
    (all_in_words(view, path, analysis, &program), program)
}

/// What an analysis found in a file.
fn all_in_words(
    view: &View<'_>,
    path: &Path,
    mut analysis: Analysis,
    program: &Program<'_>,
) -> Vec<Found> {
    let mut all = findings(&mut analysis, path);
    all.retain(|finding| match &finding.subject {
        Subject::UnknownFunction { name, .. } => {
            program.note_on_path(name);
            !view.is_ambiguous(name)
        }
        _ => true,
    });
    all.iter().map(|finding| in_words(finding, &mut analysis)).collect()
}

fn in_words(finding: &Finding, analysis: &mut Analysis) -> Found {
    let related = origins(finding, analysis)
        .into_iter()
        .map(|origin| {
            let message = words::origin(&origin, &analysis.algebra);
            here((origin.span.start, origin.span.end), message)
        })
        .chain(elsewhere(finding))
        .collect();
    let labels = finding
        .labels
        .iter()
        .map(|label| {
            let text = crate::type_text(&label.value, &analysis.algebra);
            here((label.span.start, label.span.end), text)
        })
        .collect();
    let call = witness(finding, analysis);
    let algebra = &mut analysis.algebra;
    let example = finding.breaks.as_ref().map(ToString::to_string).filter(|text| !text.is_empty());
    Found {
        code: finding.rule.code().to_owned(),
        id: finding.rule.id().to_owned(),
        level: match finding.severity {
            Severity::Note => Level::Note,
            Severity::Warning => Level::Warning,
            Severity::Error => Level::Error,
        },
        message: words::message(finding, algebra),
        span: (finding.span.start, finding.span.end),
        condition: words::condition(finding, algebra),
        labels,
        related,
        runtime: words::runtime(finding, algebra),
        example,
        call,
        fix: finding.fix.as_ref().map(|fix| FixText {
            message: fix.message.clone(),
            safe: fix.safety == Safety::Safe,
            edits: fix
                .edits
                .iter()
                .map(|edit| (edit.span.start, edit.span.end, edit.text.clone()))
                .collect(),
        }),
        help: None,
        provoked: provoked(finding, algebra),
    }
}

/// Where a call fails at last, and why, if in another file.
fn provoked(finding: &Finding, algebra: &mut Algebra) -> Option<Provoked> {
    let (mut place, mut cause) = (None, &finding.subject);
    while let Subject::Call { source, span, rule, cause: inner, .. } = cause {
        place = Some((source, *span, *rule));
        cause = inner;
    }
    // What is missing, or of another class, is the caller's to give.
    let sizes = finding.rule == Rule::FailingCall;
    let (source, span, rule) = place.filter(|(_, _, rule)| sizes && rule.is_about_sizes())?;
    let inner = Finding { condition: None, ..finding.clone() };
    let inner = Finding { subject: cause.clone(), rule, iteration: None, ..inner };
    Some(Provoked {
        file: source.path.clone(),
        span: (span.start, span.end),
        code: rule.code().to_owned(),
        id: rule.id().to_owned(),
        message: words::message(&inner, algebra),
    })
}

/// Where a call fails, in the file of the function.
fn elsewhere(finding: &Finding) -> Option<Location> {
    let Subject::Call { source, span, .. } = &finding.subject else { return None };
    let place = source.place(span.start);
    Some(Location {
        file: Some(source.path.clone()),
        span: (span.start, span.end),
        line: place.line,
        column: place.column,
        message: "it fails here".to_owned(),
    })
}

fn here(span: (u32, u32), message: String) -> Location {
    Location { file: None, span, line: 0, column: 0, message }
}

fn of_syntax(diagnostic: &Diagnostic) -> Found {
    let related = diagnostic
        .related
        .iter()
        .map(|related| here((related.span.start, related.span.end), related.message.clone()))
        .collect();
    Found {
        related,
        span: (diagnostic.span.start, diagnostic.span.end),
        help: diagnostic.help.clone(),
        ..Found::plain(diagnostic.code, diagnostic.id, diagnostic.level, diagnostic.message.clone())
    }
}
