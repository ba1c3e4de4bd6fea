//! Soundness by running: what inference says of a program against what happens.
//!
//! A program is analysed and run. Every value that is stored in a variable must be one
//! that the definition at that place admits: its class, its size, its elements; and so must,
//! if asked for, every variable where paths have met. Where
//! the shape is a term over the parameters of the function that was called, the term
//! must have the size that the value has. A store at a place for which there is no
//! definition was thought to be unreachable, and is a violation, too.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use formwork_domain::{ValueFact, concrete_shape};
use formwork_hir::body::{Body, BodyKind};
use formwork_hir::{MemoryHost, Program, SlotId};
use formwork_infer::{Analysis, Analyst, Definition, DefinitionKind, FunctionRecord, Options};
use formwork_interp::{Interpreter, Limits, Observer, StopSignal};
use formwork_runtime::{Value, memory};
use formwork_shape::extent::Unknown;
use formwork_shape::shape::{Assignment, Node};
use formwork_syntax::Span;
use rustc_hash::FxHashMap;

use crate::stress::StressProgram;
use crate::world::{World, with_patience};

/// Stores that are looked at before a program is stopped.
const STORES: usize = 20_000;

/// Bytes that a program may use.
const MEMORY: usize = 1 << 28;

/// Values of more elements are not looked at.
const LARGEST: usize = 1 << 20;

/// Where a program is kept.
const FILE: &str = "main.m";

/// A value that inference had ruled out.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Violation {
    /// The line of the assignment.
    pub line: u32,
    /// The variable.
    pub name: String,
    /// What it was, and what was inferred.
    pub what: String,
}

/// What came of a program.
#[derive(Debug, Default)]
pub struct Soundness {
    /// How many stores were compared.
    pub stores: usize,
    /// How many of them with a term over the parameters.
    pub terms: usize,
    /// Whether there is no analysis to compare with, or only part of one.
    pub cut: bool,
    /// What went wrong, each place once.
    pub violations: BTreeSet<Violation>,
}

/// What is compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Looks {
    /// Every store.
    Stores,
    /// Variables where paths have met, too.
    Joins,
}

/// Analyses a program, runs it, and compares.
#[must_use]
pub fn check_soundness(program: &StressProgram, looks: Looks) -> Soundness {
    let mut host = MemoryHost::default();
    host.insert(FILE, program.text.as_bytes());
    check_file(&host, (Path::new(FILE), &[]), &program.arguments, looks, STORES)
}

/// The same for a file of a host, up to so many stores; the functions it calls are
/// looked for beside it, and in other folders.
#[must_use]
pub fn check_file(
    host: &dyn formwork_hir::Host,
    (path, folders): (&Path, &[PathBuf]),
    arguments: &[String],
    looks: Looks,
    most: usize,
) -> Soundness {
    let mut analyst = Analyst::over(host, folders.to_vec(), Options::default());
    if analyst.analyse_file(path, None, &[]).is_err() {
        return Soundness { cut: true, ..Soundness::default() };
    }
    let analysis = analyst.finish();
    if analysis.exhausted {
        return Soundness { cut: true, ..Soundness::default() };
    }
    let witness = Rc::new(RefCell::new(Witness::new(&analysis)));
    {
        memory::set_limit(MEMORY, || 0, memory::Beyond::Fails);
        let stop = StopSignal::default();
        let program = Program::new(host, formwork_syntax::Dialect::default(), folders.to_vec());
        let mut interpreter = Interpreter::new(
            program,
            Box::new(World::silent()),
            stop.clone(),
            Limits { recursion: 64 },
        );
        let arguments: Vec<Value> =
            arguments.iter().map(|text| interpreter.argument(text.as_bytes())).collect();
        interpreter.set_observer(Box::new(Watch {
            witness: Rc::clone(&witness),
            stop: stop.clone(),
            looks,
            most,
        }));
        // How the program ends does not matter: what it stored does.
        let _ = with_patience(&stop, || interpreter.run_file(path, arguments));
    }
    let witness = witness.take();
    witness.found
}

/// Leaves out lines while the program is still wrong about something.
#[must_use]
pub fn shrink(program: &StressProgram, looks: Looks) -> StressProgram {
    let wrong = |lines: &[String]| {
        let text = lines.iter().map(|line| format!("{line}\n")).collect();
        let smaller = StressProgram { text, arguments: program.arguments.clone() };
        let outcome = std::panic::catch_unwind(|| check_soundness(&smaller, looks));
        outcome.is_ok_and(|found| !found.violations.is_empty())
    };
    let lines: Vec<String> = program.text.lines().map(str::to_owned).collect();
    let lines = fewest_lines(lines, &wrong);
    let text = lines.iter().map(|line| format!("{line}\n")).collect();
    StressProgram { text, arguments: program.arguments.clone() }
}

/// Leaves out lines, and blocks around lines, as long as something holds.
pub(crate) fn fewest_lines(
    mut lines: Vec<String>,
    wrong: &dyn Fn(&[String]) -> bool,
) -> Vec<String> {
    unwrap_blocks(&mut lines, wrong);
    loop {
        let before = lines.len();
        let mut size = (lines.len() / 2).max(1);
        loop {
            let mut start = 0;
            while start < lines.len() {
                let end = (start + size).min(lines.len());
                let mut fewer = lines.clone();
                fewer.drain(start..end);
                if wrong(&fewer) {
                    lines = fewer;
                } else {
                    start += size;
                }
            }
            if size == 1 {
                break;
            }
            size /= 2;
        }
        unwrap_blocks(&mut lines, wrong);
        if lines.len() == before {
            return lines;
        }
    }
}

/// Leaves out the first and the last line of blocks, and what is between, in turn.
fn unwrap_blocks(lines: &mut Vec<String>, wrong: &dyn Fn(&[String]) -> bool) {
    let indent = |line: &String| line.len() - line.trim_start().len();
    let mut start = 0;
    while start < lines.len() {
        let own = indent(&lines[start]);
        let close = (start + 1..lines.len()).find(|&at| {
            indent(&lines[at]) == own && {
                let text = lines[at].trim_start();
                text.starts_with("end") || text.starts_with("until")
            }
        });
        let Some(close) = close else {
            start += 1;
            continue;
        };
        let mut without = lines.clone();
        without.drain(start..=close);
        let mut inner = lines.clone();
        inner.remove(close);
        inner.remove(start);
        // A `catch` or an `else` in between goes as well.
        let flat: Vec<String> = inner
            .iter()
            .enumerate()
            .filter(|(at, line)| {
                !(start..close).contains(at)
                    || indent(line) != own
                    || !(line.trim_start().starts_with("catch")
                        || line.trim_start().starts_with("else"))
            })
            .map(|(_, line)| line.clone())
            .collect();
        if let Some(fewer) = [without, flat].into_iter().find(|fewer| wrong(fewer)) {
            *lines = fewer;
        } else {
            start += 1;
        }
    }
}

/// A violation as a case of a markdown test.
#[must_use]
pub fn describe(program: &StressProgram, found: &Soundness) -> String {
    let mut text = format!(
        "Called with ({}).\n\n```matlab\n{}```\n\n",
        program.arguments.join(", "),
        program.text
    );
    for Violation { line, name, what } in &found.violations {
        text.push_str(&format!("- line {line}, `{name}`: {what}\n"));
    }
    text
}

/// What inference says of a body, in every way its function is called.
struct BodyFacts<'a> {
    /// It is kept, so that its address stays its own.
    _body: Rc<Body>,
    /// In how many ways it is called; in none, nothing was said of it.
    variants: usize,
    /// Whether it is the function that was called first.
    is_entry: bool,
    /// The definitions of a variable at a place.
    places: FxHashMap<(SlotId, u32, DefinitionKind), Vec<&'a Definition>>,
    /// The variables whose states meet at a place.
    joins: FxHashMap<u32, Vec<SlotId>>,
    /// Where parameters are defined.
    params: FxHashMap<SlotId, u32>,
}

impl<'a> BodyFacts<'a> {
    fn new(body: &Rc<Body>, analysis: &'a Analysis) -> BodyFacts<'a> {
        let mut facts = BodyFacts {
            _body: Rc::clone(body),
            variants: 0,
            is_entry: false,
            places: FxHashMap::default(),
            joins: FxHashMap::default(),
            params: FxHashMap::default(),
        };
        for (place, function) in analysis.functions.iter().enumerate() {
            if function.name != body.name || function.source.path != body.source.path {
                continue;
            }
            facts.variants += 1;
            facts.is_entry |= place == 0;
            for definition in &function.definitions {
                let slot = body.slots.iter().find(|(_, one)| one.name == definition.name);
                let Some((slot, _)) = slot else { continue };
                let at = definition.span.start;
                facts.places.entry((slot, at, definition.kind)).or_default().push(definition);
                match definition.kind {
                    DefinitionKind::Param => {
                        facts.params.insert(slot, at);
                    }
                    DefinitionKind::JoinPhi => {
                        let slots = facts.joins.entry(at).or_default();
                        if !slots.contains(&slot) {
                            slots.push(slot);
                        }
                    }
                    _ => {}
                }
            }
        }
        // Where only one of the ways it is called in has paths that meet, nobody knows
        // which way it was.
        let (places, variants) = (&facts.places, facts.variants);
        for (&at, slots) in &mut facts.joins {
            slots.retain(|&slot| {
                let met = places.get(&(slot, at, DefinitionKind::JoinPhi));
                met.is_some_and(|definitions| definitions.len() == variants)
            });
        }
        facts
    }
}

#[derive(Default)]
struct Witness<'a> {
    analysis: Option<&'a Analysis>,
    bodies: FxHashMap<formwork_hir::FunctionId, Rc<BodyFacts<'a>>>,
    /// The parameters of the function that was called first.
    entry: Option<Entry<'a>>,
    found: Soundness,
}

struct Entry<'a> {
    function: &'a FunctionRecord,
    assignment: Assignment,
    /// Entered more than once, its parameters are not those of the first call.
    calls: usize,
}

impl<'a> Witness<'a> {
    fn new(analysis: &'a Analysis) -> Witness<'a> {
        let entry = analysis.functions.first().map(|function| Entry {
            function,
            assignment: Assignment::new(),
            calls: 0,
        });
        Witness { analysis: Some(analysis), entry, ..Witness::default() }
    }

    fn facts(&mut self, body: &Rc<Body>) -> Option<Rc<BodyFacts<'a>>> {
        let analysis = self.analysis?;
        let facts = self.bodies.entry(body.id);
        Some(Rc::clone(facts.or_insert_with(|| Rc::new(BodyFacts::new(body, analysis)))))
    }

    fn compare(
        &mut self,
        body: &Rc<Body>,
        slot: SlotId,
        at: u32,
        kind: DefinitionKind,
        value: &Value,
    ) {
        let Some(analysis) = self.analysis else { return };
        if body.kind == BodyKind::Anonymous || body.source.path.as_os_str().is_empty() {
            return;
        }
        self.found.stores += 1;
        let Some(facts) = self.facts(body) else { return };
        let (line, name) = (|| body.source.place(at).line, || body.slots[slot].name.to_string());
        let Some(definitions) = facts.places.get(&(slot, at, kind)) else {
            // A function that is called in no way inference could see was not analysed:
            // nothing was said of it.
            if facts.variants > 0 {
                let what =
                    format!("is {} here, but this was never to be reached", described(value));
                self.found.violations.insert(Violation { line: line(), name: name(), what });
            }
            return;
        };
        // A range of any length costs nothing until its elements are looked at.
        if value.numel() > LARGEST {
            return;
        }
        let inside = definitions.iter().any(|one| one.value.contains(value, &analysis.algebra));
        if !inside {
            let inferred: Vec<String> =
                definitions.iter().map(|one| inferred(one, analysis)).collect();
            let what = format!("is {}, inferred {}", described(value), inferred.join(" / "));
            self.found.violations.insert(Violation { line: line(), name: name(), what });
            return;
        }
        if facts.is_entry
            && let Some(entry) = &self.entry
            && entry.calls <= 1
            && let [definition] = definitions[..]
        {
            self.compare_terms(definition, &line, &name, value);
        }
    }

    /// The same with the terms evaluated for the parameters that were given.
    fn compare_terms(
        &mut self,
        definition: &Definition,
        line: &dyn Fn() -> u32,
        name: &dyn Fn() -> String,
        value: &Value,
    ) {
        let (Some(analysis), Some(entry)) = (self.analysis, &self.entry) else { return };
        let size = concrete_shape(&value.dims());
        if let Some(shape) = definition.value.shape
            && let Ok(evaluated) = analysis.algebra.evaluate(shape, &entry.assignment)
        {
            self.found.terms += 1;
            if evaluated.as_ref() != Some(&size) {
                let what = format!(
                    "is {}, inferred {}, which is {} here",
                    described(value),
                    inferred(definition, analysis),
                    evaluated.map_or("illegal".to_owned(), |size| format!("{:?}", size.extents()))
                );
                self.found.violations.insert(Violation { line: line(), name: name(), what });
                return;
            }
        }
        if let ValueFact::Integer(extent) = definition.value.value
            && let Ok(number) = analysis.algebra.evaluate_extent(extent, &entry.assignment)
            && value.to_f64() != Some(number as f64)
        {
            let what = format!(
                "is {}, inferred {}, which is {number} here",
                described(value),
                inferred(definition, analysis)
            );
            self.found.violations.insert(Violation { line: line(), name: name(), what });
        }
    }

    /// Learns what the unknowns of the first function's parameters are.
    fn bind(&mut self, body: &Body, slot: SlotId, value: &Value) {
        let Some(analysis) = self.analysis else { return };
        let Some(entry) = self.entry.as_mut() else { return };
        let name = &body.slots[slot].name;
        let definition = entry
            .function
            .definitions
            .iter()
            .find(|one| one.kind == DefinitionKind::Param && one.name == *name);
        let Some(definition) = definition else { return };
        let size = concrete_shape(&value.dims());
        match definition.value.shape.map(|shape| analysis.algebra.node(shape)) {
            Some(Node::Variable(variable)) => {
                entry.assignment.set_variable(*variable, size);
            }
            Some(Node::Tuple(extents)) => {
                for (axis, &extent) in extents.iter().enumerate() {
                    if let Some(Unknown::Name(id)) = analysis.algebra.extents().as_unknown(extent)
                        && let Ok(number) = i64::try_from(size.extent(axis))
                    {
                        entry.assignment.set_name(id, number);
                    }
                }
            }
            _ => {}
        }
        if let ValueFact::Integer(extent) | ValueFact::Floor(extent) = definition.value.value
            && let Some(Unknown::Name(id)) = analysis.algebra.extents().as_unknown(extent)
            && let Some(array) = value.to_f64_array()
            && let Some(&first) = array.as_slice().first()
            && first.abs() < 1e9
        {
            entry.assignment.set_name(id, first.floor() as i64);
        }
    }
}

struct Watch<'a> {
    witness: Rc<RefCell<Witness<'a>>>,
    stop: StopSignal,
    looks: Looks,
    most: usize,
}

impl Observer for Watch<'_> {
    fn stored(&mut self, body: &Rc<Body>, slot: SlotId, span: Span, value: &Value) {
        let mut witness = self.witness.borrow_mut();
        witness.compare(body, slot, span.start, DefinitionKind::Assign, value);
        if witness.found.stores > self.most {
            self.stop.time_out();
        }
    }

    fn asks_for(&mut self, body: &Rc<Body>, span: Span) -> Vec<SlotId> {
        if self.looks == Looks::Stores {
            return Vec::new();
        }
        let facts = self.witness.borrow_mut().facts(body);
        facts.and_then(|facts| facts.joins.get(&meeting_place(span)).cloned()).unwrap_or_default()
    }

    fn passed(&mut self, body: &Rc<Body>, slot: SlotId, span: Span, value: &Value) {
        let at = meeting_place(span);
        self.witness.borrow_mut().compare(body, slot, at, DefinitionKind::JoinPhi, value);
    }

    fn entered(&mut self, body: &Rc<Body>, slot: SlotId, value: &Value) {
        let mut witness = self.witness.borrow_mut();
        let Some(facts) = witness.facts(body) else { return };
        if facts.is_entry {
            let first = body.inputs.iter().find_map(|input| input.slot) == Some(slot);
            if let Some(entry) = &mut witness.entry {
                entry.calls += usize::from(first);
            }
            witness.bind(body, slot, value);
        }
        if let Some(&at) = facts.params.get(&slot) {
            witness.compare(body, slot, at, DefinitionKind::Param, value);
        }
    }
}

/// Where inference puts what is known after a statement.
fn meeting_place(span: Span) -> u32 {
    span.end.saturating_sub(1).max(span.start)
}

fn described(value: &Value) -> String {
    let dims: Vec<String> = value.dims().as_slice().iter().map(usize::to_string).collect();
    let complex = if value.is_complex() { "complex " } else { "" };
    let elements = match value.to_f64_array() {
        Some(array) if value.numel() <= 6 && !value.is_complex() => {
            format!(" {:?}", array.as_slice())
        }
        _ => String::new(),
    };
    format!("{complex}{} {}{elements}", value.class().name(), dims.join("x"))
}

fn inferred(definition: &Definition, analysis: &Analysis) -> String {
    let shape = definition.value.shape.map_or("?".to_owned(), |shape| analysis.algebra.text(shape));
    let value = match &definition.value.value {
        ValueFact::Integer(extent) => {
            format!(
                "= {} {:?}",
                analysis.algebra.extent_text(*extent),
                analysis.algebra.extents().interval(*extent)
            )
        }
        other => format!("{other:?}"),
    };
    format!("{} {shape} {value} complex {:?}", definition.value.classes, definition.value.complex)
}
