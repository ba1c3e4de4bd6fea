//! `cargo xtask table closed`: expressions without variables, inferred and computed.
//!
//! They are taken from the tests in the installed Octave's files when this runs; none
//! is kept.
#![expect(clippy::print_stdout, reason = "a chore reports")]

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::process::ExitCode;
use std::rc::Rc;

use formwork_builtins::Stream;
use formwork_domain::concrete_shape;
use formwork_hir::body::{Body, ExprId, ExprKind, Link, Root, StmtKind};
use formwork_hir::{MemoryHost, Program, SlotId};
use formwork_infer::{Analyst, DefinitionKind, Options};
use formwork_interp::{Environment, Interpreter, Limits, Observer, StopSignal};
use formwork_runtime::{Value, memory};
use formwork_syntax::{Dialect, Span};
use rayon::prelude::*;

use super::percent;
use crate::files;

/// The most expressions that are looked at.
const MOST: usize = 6_000;

/// Bytes that an expression may use.
const MEMORY: usize = 1 << 27;

/// What came of the expressions.
#[derive(Default)]
pub(crate) struct Outcome {
    /// Those that have a value.
    pub(crate) total: usize,
    /// Size and class inferred exactly.
    pub(crate) equal: usize,
    /// The value is not among those inferred.
    pub(crate) contradictions: Vec<String>,
    /// Not exact, with what was inferred.
    vague: Vec<String>,
    panics: Vec<String>,
}

impl Outcome {
    /// The share that was inferred exactly.
    pub(crate) fn share(&self) -> f64 {
        percent(self.equal, self.total)
    }

    fn add(mut self, other: Outcome) -> Outcome {
        self.total += other.total;
        self.equal += other.equal;
        self.contradictions.extend(other.contradictions);
        self.vague.extend(other.vague);
        self.panics.extend(other.panics);
        self
    }
}

/// Looks at the expressions; `None` if there is no Octave.
pub(crate) fn measure() -> Option<Outcome> {
    let root = files::octave_library()?;
    let expressions = expressions(&root);
    Some(expressions.par_iter().map(|text| compare(text)).reduce(Outcome::default, Outcome::add))
}

/// The first arguments of `assert` in tests that mention no variable.
fn expressions(root: &Path) -> Vec<String> {
    let host = MemoryHost::default();
    let program = Program::new(&host, Dialect::default(), Vec::new());
    let mut found = BTreeSet::new();
    for path in files::program_files(root) {
        let text = String::from_utf8_lossy(&files::read(&path)).into_owned();
        for line in text.lines() {
            let Some(rest) = line.strip_prefix("%!assert") else { continue };
            // Those that continue on the next line, or name a bug, are left out.
            if let Ok(unit) = program.lower_text(format!("assert{rest};").as_bytes(), Path::new(""))
                && let Some(script) = unit.script
            {
                found.extend(first_argument(&unit.bodies[script]));
            }
        }
    }
    // An even sample, the same each time.
    let step = found.len().div_ceil(MOST).max(1);
    found.into_iter().step_by(step).collect()
}

fn first_argument(body: &Body) -> Option<String> {
    let [statement] = &body.statements[..] else { return None };
    let StmtKind::Expr(expr) = statement.kind else { return None };
    let ExprKind::Access(access) = &body.exprs[expr].kind else { return None };
    let (Root::Call(call), [Link::Paren(arguments)]) = (access.root, &access.links[..]) else {
        return None;
    };
    let first = *arguments.exprs.first()?;
    if &*body.calls[call].name != "assert" || mentions_variable(body) {
        return None;
    }
    text_of(body, first)
}

/// Whether any expression of it is a variable: `ans` and the like.
fn mentions_variable(body: &Body) -> bool {
    body.exprs.values().any(|expr| match &expr.kind {
        ExprKind::Var(_) | ExprKind::Invalid(_) => true,
        ExprKind::Access(access) => {
            matches!(access.root, Root::Var(_) | Root::VarOrCall(..))
        }
        _ => false,
    })
}

fn text_of(body: &Body, expr: ExprId) -> Option<String> {
    let span = body.exprs[expr].span;
    let text = body.source.text().get(span.start as usize..span.end as usize)?;
    Some(String::from_utf8_lossy(text).into_owned())
}

fn compare(text: &str) -> Outcome {
    match catch_unwind(AssertUnwindSafe(|| compare_one(text))) {
        Ok(outcome) => outcome,
        Err(_) => Outcome { panics: vec![text.to_owned()], ..Outcome::default() },
    }
}

fn compare_one(text: &str) -> Outcome {
    let mut host = MemoryHost::default();
    let path = Path::new("closed.m");
    host.insert(path, format!("value__ = {text};\n"));
    let mut outcome = Outcome::default();
    let Some(value) = computed(&host, path) else { return outcome };
    let mut analyst = Analyst::over(&host, Vec::new(), Options::default());
    if analyst.analyse_file(path, None, &[]).is_err() {
        return outcome;
    }
    let analysis = analyst.finish();
    outcome.total = 1;
    let definition = analysis
        .functions
        .iter()
        .flat_map(|one| &one.definitions)
        .find(|one| one.kind == DefinitionKind::Assign && &*one.name == "value__");
    let size = value.dims();
    let truth = format!(
        "{} {}",
        value.class().name(),
        size.as_slice().iter().map(usize::to_string).collect::<Vec<_>>().join("x")
    );
    let Some(definition) = definition else {
        outcome.contradictions.push(format!("{text}: is {truth}, inferred to fail"));
        return outcome;
    };
    let known = &definition.value;
    let shape = known.shape.map_or("?".to_owned(), |shape| analysis.algebra.text(shape));
    let story = format!("{text}: is {truth}, inferred {} {shape}", known.classes);
    let exact = known.classes.single() == Some(value.class())
        && known.size(&analysis.algebra) == Some(concrete_shape(&size));
    if !known.contains(&value, &analysis.algebra) {
        outcome.contradictions.push(format!("{story} {:?}", known.value));
    } else if exact {
        outcome.equal = 1;
    } else {
        outcome.vague.push(story);
    }
    outcome
}

/// The value of the program's variable; `None` if it fails.
fn computed(host: &MemoryHost, path: &Path) -> Option<Value> {
    memory::set_limit(MEMORY, || 0, memory::Beyond::Fails);
    let program = Program::new(host, Dialect::default(), Vec::new());
    let seen = Rc::new(RefCell::new(None));
    let mut interpreter = Interpreter::new(
        program,
        Box::new(Silence),
        StopSignal::default(),
        Limits { recursion: 64 },
    );
    interpreter.set_observer(Box::new(Last(Rc::clone(&seen))));
    interpreter.run_file(path, Vec::new()).ok()?;
    seen.take()
}

struct Last(Rc<RefCell<Option<Value>>>);

impl Observer for Last {
    fn stored(&mut self, _body: &Rc<Body>, _slot: SlotId, _span: Span, value: &Value) {
        *self.0.borrow_mut() = Some(value.clone());
    }

    fn entered(&mut self, _body: &Rc<Body>, _slot: SlotId, _value: &Value) {}
}

struct Silence;

impl Environment for Silence {
    fn write(&mut self, _stream: Stream, _bytes: &[u8]) -> bool {
        true
    }

    fn now(&mut self) -> f64 {
        1.0e9
    }

    fn cpu_time(&mut self) -> f64 {
        0.0
    }

    fn variable(&mut self, _name: &str) -> Option<String> {
        None
    }
}

/// Prints the table.
pub(crate) fn run() -> ExitCode {
    let Some(outcome) = measure() else {
        println!("skipped: GNU Octave is not installed");
        return ExitCode::SUCCESS;
    };
    println!(
        "{} closed expressions: size and class inferred exactly {} ({:.1} %), \
         {} contradictions, {} panics",
        outcome.total,
        outcome.equal,
        outcome.share(),
        outcome.contradictions.len(),
        outcome.panics.len()
    );
    for (title, some) in [
        ("contradicted", &outcome.contradictions),
        ("panics", &outcome.panics),
        ("vague", &outcome.vague),
    ] {
        for story in some.iter().take(25) {
            println!("  {title}: {story}");
        }
    }
    let fine = outcome.contradictions.is_empty() && outcome.panics.is_empty();
    if fine { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
