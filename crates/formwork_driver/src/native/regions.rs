//! The accelerator: which loops run as native code.
//!
//! A loop is interpreted until it has cost, or is about to cost, so much that looking for
//! compiled code pays, and then until compiling it does. It is compiled alone, for the
//! kinds that its variables have then, so that a loop of unknown length can be taken over in
//! the middle. Code that keeps giving up is dropped.

use std::cell::Cell;
use std::rc::Rc;
use std::sync::atomic::Ordering;

use formwork_hir::body::{Body, Stmt, StmtKind};
use formwork_interp::{Accelerated, Accelerator, StopSignal, Variables};
use formwork_lower::{Region, State, values};
use formwork_native::load::EntryPoint;
use formwork_native::loops::NoRuntime;
use formwork_native::{Array, ArrayView, Elements};
use formwork_runtime::{Value, memory};
use rustc_hash::FxHashMap;

use super::candidate::Candidate;
use super::convert::{fits, to_value, view};
use super::store::CodeStore;
use super::turns::Cost;

/// How many statements a loop executes before compiled code is looked for: it has to be
/// lowered for that.
const WORTH_LOOKING: f64 = 2_000.0;
/// How many statements a loop executes before it is compiled, which takes as long as
/// interpreting a few hundred thousand; but the code is kept for later runs.
const WORTH_COMPILING: f64 = 20_000.0;
/// How often one place of a program is compiled, for values of different kinds.
const MOST_VARIANTS: usize = 4;
/// How often code may give up before it is not tried any more, unless it mostly does not.
const MOST_FAILURES: usize = 3;

/// How often native code was run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct NativeCounts {
    /// Places and kinds for which there was code.
    pub regions: usize,
    /// Calls that came to their end.
    pub done: usize,
    /// Calls that gave up.
    pub given_up: usize,
}

/// Runs loops as native code.
pub struct NativeRegions {
    store: CodeStore,
    stop: StopSignal,
    always: bool,
    places: FxHashMap<(usize, u32), Place>,
    counts: Rc<Cell<NativeCounts>>,
}

/// A loop of the program.
struct Place {
    /// Kept, so that no other body gets its address.
    _body: Rc<Body>,
    compiled: Vec<Compiled>,
    attempts: usize,
    /// About how many statements it executed.
    cost: f64,
    /// How many that must be before something is tried again.
    next: f64,
}

/// Native code of a loop, for values of some kinds.
struct Compiled {
    region: Region,
    code: EntryPoint,
    calls: usize,
    failures: usize,
}

impl NativeRegions {
    /// Takes code from a store. `always`: even for the shortest loops.
    #[must_use]
    pub fn new(store: CodeStore, stop: StopSignal, always: bool) -> NativeRegions {
        let counts = Rc::default();
        NativeRegions { store, stop, always, places: FxHashMap::default(), counts }
    }

    /// How often native code was run so far.
    #[must_use]
    pub fn counts(&self) -> Rc<Cell<NativeCounts>> {
        Rc::clone(&self.counts)
    }

    /// Code for the values at hand: what is there already, or made if that is worth it.
    fn obtain(
        &mut self,
        body: &Body,
        statements: &[Stmt],
        variables: &dyn Variables,
        worth_compiling: bool,
    ) -> Obtained {
        let entry = |slot| variables.value(slot).and_then(|value| values::kind_of(&value));
        let Ok(candidate) = Candidate::of(body, statements, &entry) else {
            return Obtained::Never;
        };
        let found = self.store.find(&candidate);
        let code = match found {
            Some(code) => code,
            None if !worth_compiling => return Obtained::NotYet,
            None => match self.store.make(&candidate) {
                Some(code) => code,
                None => return Obtained::Never,
            },
        };
        Obtained::Code(Compiled { region: candidate.region, code, calls: 0, failures: 0 })
    }
}

enum Obtained {
    Code(Compiled),
    NotYet,
    Never,
}

impl Accelerator for NativeRegions {
    fn run(
        &mut self,
        body: &Rc<Body>,
        statements: &[Stmt],
        variables: &mut dyn Variables,
    ) -> Option<Accelerated> {
        let first = statements.first()?;
        if !matches!(first.kind, StmtKind::For(_) | StmtKind::While(..) | StmtKind::DoUntil(..)) {
            return None;
        }
        let key = (Rc::as_ptr(body) as usize, first.span.start);
        let place = self.places.entry(key).or_insert_with(|| Place {
            _body: Rc::clone(body),
            compiled: Vec::new(),
            attempts: 0,
            cost: 0.0,
            next: WORTH_LOOKING,
        });
        for compiled in &mut place.compiled {
            if let Some(arguments) = compiled.arguments(variables) {
                let outcome = compiled.call(&arguments, &self.stop, &self.counts);
                return outcome;
            }
        }
        if place.attempts >= MOST_VARIANTS {
            return None;
        }
        if !self.always {
            place.cost += Cost { body, variables }.of_loop(first);
            if place.cost < place.next {
                return None;
            }
        }
        let worth_compiling = self.always || place.cost >= WORTH_COMPILING;
        let obtained = self.obtain(body, &statements[..1], variables, worth_compiling);
        let place = self.places.get_mut(&key)?;
        match obtained {
            Obtained::NotYet => {
                place.next = WORTH_COMPILING;
                None
            }
            Obtained::Never => {
                place.attempts += 1;
                place.next = place.cost * 4.0;
                None
            }
            Obtained::Code(mut compiled) => {
                place.attempts += 1;
                self.counts.update(|mut counts| {
                    counts.regions += 1;
                    counts
                });
                let arguments = compiled.arguments(variables);
                let outcome = arguments
                    .and_then(|arguments| compiled.call(&arguments, &self.stop, &self.counts));
                place.compiled.push(compiled);
                outcome
            }
        }
    }
}

impl Compiled {
    /// The arguments of the region, if it is still in use and the variables are what it was
    /// compiled for.
    fn arguments(&self, variables: &mut dyn Variables) -> Option<Vec<Value>> {
        if self.failures >= MOST_FAILURES && self.failures * 4 > self.calls {
            return None;
        }
        let region = &self.region;
        let mut arguments = Vec::with_capacity(region.inputs.len());
        for input in &region.inputs {
            let value = variables.value(input.slot)?;
            if !fits(&value, input.kind) {
                return None;
            }
            arguments.push(value);
        }
        let own = region.outputs.iter().all(|output| variables.is_own(output.slot));
        let builtin = region.builtins.iter().all(|&call| variables.is_builtin(call));
        (own && builtin).then_some(arguments)
    }

    fn call(
        &mut self,
        arguments: &[Value],
        stop: &StopSignal,
        counts: &Cell<NativeCounts>,
    ) -> Option<Accelerated> {
        let outputs = &self.region.outputs;
        let count = outputs.len() + outputs.iter().filter(|output| output.has_state).count();
        let given = arguments.iter().zip(&self.region.inputs);
        let given: Vec<ArrayView<'_>> =
            given.map(|(value, input)| view(value, input.kind)).collect::<Option<_>>()?;
        self.calls += 1;
        let outcome = self.code.call(&given, count, &mut NoRuntime, stop.flag());
        if stop.flag().load(Ordering::Relaxed) != 0 {
            // The interpreter stops at once; whether the code had given up nobody knows.
            return None;
        }
        let stored = match outcome {
            // What does not fit into memory fails in the interpreter, in its own words.
            Ok(Ok(results)) if memory::check().is_ok() => self.stored(results),
            _ => None,
        };
        counts.update(|mut counts| {
            counts.done += usize::from(stored.is_some());
            counts.given_up += usize::from(stored.is_none());
            counts
        });
        if stored.is_none() {
            self.failures += 1;
        }
        Some(Accelerated { statements: self.region.length, stored: stored? })
    }

    /// What variables become.
    fn stored(&self, results: Vec<Array>) -> Option<Vec<(formwork_hir::SlotId, Value)>> {
        let mut results = results.into_iter();
        let mut stored = Vec::with_capacity(self.region.outputs.len());
        for output in &self.region.outputs {
            let array = results.next()?;
            let state = if output.has_state {
                match results.next()?.elements() {
                    Elements::F64(numbers) => State::of(*numbers.first()?)?,
                    _ => return None,
                }
            } else {
                State::Set
            };
            match state {
                State::Untouched => {}
                State::Set => stored.push((output.slot, to_value(array)?)),
                State::EmptyRow => stored.push((output.slot, values::empty_row())),
            }
        }
        Some(stored)
    }
}
