//! `cargo xtask table closed`: expressions without variables, inferred and computed.
//!
//! `expressions` finds them in the installed Octave's tests.
#![expect(clippy::print_stdout, reason = "a chore reports")]

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::process::ExitCode;
use std::rc::Rc;

use formwork_builtins::Stream;
use formwork_domain::concrete_shape;
use formwork_hir::body::Body;
use formwork_hir::{MemoryHost, Program, SlotId};
use formwork_infer::{Analyst, DefinitionKind, Options};
use formwork_interp::{Environment, Interpreter, Limits, Observer, StopSignal};
use formwork_runtime::{Value, memory};
use formwork_syntax::{Dialect, Span};
use rayon::prelude::*;

use super::expressions::closed_expressions;
use super::percent;
use crate::files;

/// Bytes that an expression may use.
const MEMORY: usize = 1 << 27;

/// What came of the expressions.
#[derive(Default)]
pub(crate) struct ClosedTally {
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

impl ClosedTally {
    /// The share that was inferred exactly.
    pub(crate) fn share(&self) -> f64 {
        percent(self.equal, self.total)
    }

    fn add(mut self, other: ClosedTally) -> ClosedTally {
        self.total += other.total;
        self.equal += other.equal;
        self.contradictions.extend(other.contradictions);
        self.vague.extend(other.vague);
        self.panics.extend(other.panics);
        self
    }
}

/// Looks at one of `every` expressions; `None` if there is no Octave.
pub(crate) fn measure(every: usize) -> Option<ClosedTally> {
    let root = files::octave_library()?;
    let expressions: Vec<String> = closed_expressions(&root).into_iter().step_by(every).collect();
    Some(
        expressions
            .par_iter()
            .map(|text| compare(text))
            .reduce(ClosedTally::default, ClosedTally::add),
    )
}

fn compare(text: &str) -> ClosedTally {
    match catch_unwind(AssertUnwindSafe(|| compare_one(text))) {
        Ok(outcome) => outcome,
        Err(_) => ClosedTally { panics: vec![text.to_owned()], ..ClosedTally::default() },
    }
}

fn compare_one(text: &str) -> ClosedTally {
    let mut host = MemoryHost::default();
    let path = Path::new("closed.m");
    host.insert(path, format!("value__ = {text};\n"));
    let mut outcome = ClosedTally::default();
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

/// Prints the table, with so many expressions of each kind.
pub(crate) fn run(show: usize) -> ExitCode {
    let Some(outcome) = measure(1) else {
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
    let mut leading: BTreeMap<&str, usize> = BTreeMap::new();
    for story in &outcome.vague {
        let end = story.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(0);
        *leading.entry(&story[..end]).or_default() += 1;
    }
    let mut leading: Vec<(&str, usize)> = leading.into_iter().collect();
    leading.sort_by_key(|&(name, count)| (std::cmp::Reverse(count), name));
    let leading: Vec<String> =
        leading.iter().take(40).map(|(name, count)| format!("{name} {count}")).collect();
    println!("  vague, by the first word: {}", leading.join(", "));
    for (title, some) in [
        ("contradicted", &outcome.contradictions),
        ("panics", &outcome.panics),
        ("vague", &outcome.vague),
    ] {
        for story in some.iter().take(show) {
            println!("  {title}: {story}");
        }
    }
    let fine = outcome.contradictions.is_empty() && outcome.panics.is_empty();
    if fine { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
