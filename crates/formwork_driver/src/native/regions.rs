//! The accelerator: which statements run as native code.
//!
//! Loops do, and statements that call functions of the program. Each is compiled alone, for
//! the kinds that its variables have: so a loop of unknown length can be taken over in the
//! middle, and a recursion inside. A statement is interpreted until it has cost, or is
//! about to cost, so much that looking for compiled code pays, and then until compiling it
//! does. Code that keeps giving up is dropped.

use std::cell::{Cell, RefCell};
use std::iter::repeat;
use std::rc::Rc;
use std::sync::atomic::Ordering;

use formwork_hir::body::{Body, Stmt, StmtKind};
use formwork_hir::{Callee, FunctionId, SlotId, StmtId};
use formwork_interp::{Accelerated, Accelerator, StopSignal, Variables};
use formwork_lower::{Form, Given, Region, values};
use formwork_runtime::{Dims, Value};
use rustc_hash::FxHashMap;

use super::candidate::{Candidate, Checks};
use super::compiled::Compiled;
use super::report::{NativeReport, Outcome, Reported};
use super::store::CodeStore;
use super::turns::{Cost, Uses};

/// How many statements one executes before compiled code is looked for: it has to be
/// lowered for that.
const WORTH_LOOKING: f64 = 2_000.0;
/// How many statements one executes before it is compiled, which takes as long as
/// interpreting a few hundred thousand; but the code is kept for later runs.
const WORTH_COMPILING: f64 = 20_000.0;
/// How often a long one executes each of its statements before that: compiling takes as
/// much longer as it is longer.
const WORTH_COMPILING_EACH: f64 = 5_000.0;
/// How many turns must be left of a loop that has begun for its rest to be looked at.
const WORTH_TAKING_OVER: usize = 100;
/// How often one place of a program is compiled, for values of different kinds.
const MOST_VARIANTS: usize = 4;

/// Code is first made for the extents at hand of arrays that have at most so many elements,
const FEW_ELEMENTS: usize = 128;
/// and of arrays with more of them that have short columns, which are gone through in loops
/// of a few turns.
const MORE_ELEMENTS: usize = 1 << 14;
const SHORT_COLUMN: usize = 32;

/// Copies of fewer bytes cost nothing worth mentioning.
const LARGE: usize = 1 << 16;
/// How many bytes are copied, in and out, while the interpreter executes a statement.
const BYTES_PER_STATEMENT: f64 = 1_000.0;

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

/// Runs statements as native code.
pub struct NativeRegions {
    store: CodeStore,
    stop: StopSignal,
    always: bool,
    places: FxHashMap<(FunctionId, StmtId), Place>,
    /// Whether bodies call functions of the program, by their addresses.
    callers: FxHashMap<FunctionId, bool>,
    counts: Rc<Cell<NativeCounts>>,
    /// Whether checks are counted, which takes optimising once more.
    counts_checks: bool,
    /// Whether all code is for arrays of any extents.
    any_shapes: bool,
}

/// A statement of the program.
struct Place {
    body: Rc<Body>,
    /// Where the statement begins.
    start: u32,
    uses: Uses,
    compiled: Vec<Compiled>,
    attempts: usize,
    /// Why it was not compiled when that was tried last.
    refused: Option<String>,
    /// The checks of what was compiled, if somebody wants to know.
    checks: Checks,
    /// About how many statements it executed.
    cost: f64,
    /// How many that must be before something is tried again.
    next: f64,
}

enum Obtained {
    Code(Box<Compiled>, Checks),
    NotYet,
    Never(Option<String>),
}

impl NativeRegions {
    /// Takes code from a store. `always`: even for what is hardly worth it.
    #[must_use]
    pub fn new(mut store: CodeStore, stop: StopSignal, always: bool) -> NativeRegions {
        store.stop_by(stop.shared_flag());
        let (places, callers) = (FxHashMap::default(), FxHashMap::default());
        let counts = Rc::default();
        NativeRegions {
            store,
            stop,
            always,
            places,
            callers,
            counts,
            counts_checks: false,
            any_shapes: false,
        }
    }

    /// The same with code for arrays of any extents only.
    #[must_use]
    pub fn for_any_shapes(mut self) -> NativeRegions {
        self.any_shapes = true;
        self
    }

    /// The same, and counts checks.
    #[must_use]
    pub fn counting_checks(mut self) -> NativeRegions {
        self.counts_checks = true;
        self
    }

    /// What became of the statements that were tried, in the order of the text.
    #[must_use]
    pub fn report(&self) -> NativeReport {
        let places = self.places.values().filter_map(|place| {
            let outcome = match (&place.compiled[..], &place.refused) {
                ([], None) => return None,
                ([], Some(reason)) => Outcome::Interpreted(reason.clone()),
                (compiled, _) => {
                    let calls = compiled.iter().map(Compiled::calls);
                    let (calls, given_up) = calls.fold((0, 0), |(a, b), (c, d)| (a + c, b + d));
                    let reason = compiled.iter().find_map(Compiled::reason).map(str::to_owned);
                    Outcome::Compiled { checks: place.checks, calls, given_up, reason }
                }
            };
            Some(Reported::new(&place.body, place.start, outcome))
        });
        NativeReport::new(places.collect())
    }

    /// How often native code was run so far.
    #[must_use]
    pub fn counts(&self) -> Rc<Cell<NativeCounts>> {
        Rc::clone(&self.counts)
    }

    /// Whether a body calls functions of the program, as far as its text tells.
    fn calls_program(&mut self, body: &Rc<Body>) -> bool {
        let known = self.callers.entry(body.id);
        *known.or_insert_with(|| body.calls.values().any(is_of_program))
    }

    /// Code for the values at hand: what is there already, or made if that is worth it.
    fn obtain(
        &mut self,
        body: &Rc<Body>,
        stmt: &Stmt,
        variables: &mut dyn Variables,
        worth_compiling: bool,
        (for_shapes, length): (bool, usize),
    ) -> Obtained {
        let known = body.slots.keys().filter_map(|slot| Some((slot, variables.value(slot)?)));
        let known: FxHashMap<SlotId, Value> = known.collect();
        let plans = self.store.planned(body, stmt);
        let for_shapes = for_shapes && plans.is_none();
        let given: FxHashMap<SlotId, Given> = match plans {
            None => {
                let known = known.into_iter();
                let given = known
                    .filter_map(|(slot, value)| Some((slot, values::given_of(&value, variables)?)));
                given.collect()
            }
            Some(plans) => match plans.iter().find_map(|plan| plan.given(&known, variables)) {
                Some(given) => given,
                None => return Obtained::Never(None),
            },
        };
        let entry = |slot| given.get(&slot).cloned();
        let statements = std::slice::from_ref(stmt);
        let candidate = match Candidate::of(body, statements, &entry, variables) {
            Ok(candidate) => candidate,
            Err(reason) => return Obtained::Never(Some(reason.message().to_owned())),
        };
        if !candidate.region.absent.iter().all(|&slot| variables.is_unset(slot)) {
            return Obtained::Never(None);
        }
        let candidate = if for_shapes {
            if self.store.is_collecting() {
                // What is compiled later is there when arrays of other extents come.
                let _ = self.store.make(&candidate, statements.len());
            }
            let shapes = small_shapes(&candidate.region, variables);
            candidate.of_shapes(shapes)
        } else {
            candidate
        };
        let code = match self.store.find(&candidate) {
            Some(code) => code,
            None if !worth_compiling => return Obtained::NotYet,
            None => match self.store.make(&candidate, length) {
                Ok(code) => code,
                Err(_) if self.stop.flag().load(Ordering::Relaxed) != 0 => {
                    return Obtained::NotYet;
                }
                Err(reason) => return Obtained::Never(reason),
            },
        };
        let checks = if self.counts_checks { self.store.checks(&candidate) } else { None };
        let compiled = Compiled::new(candidate, code, variables.meanings());
        Obtained::Code(Box::new(compiled), checks.unwrap_or_default())
    }
}

/// The extents of the small arrays that a region is passed, but for those of variables that
/// grow, which have others the next time.
fn small_shapes(region: &Region, variables: &mut dyn Variables) -> Vec<Option<Vec<i64>>> {
    let mut shapes = Vec::new();
    for input in &region.inputs {
        let kinds = input.given.kinds();
        let value = variables.value(input.slot);
        let arrays = value.and_then(|value| values::arrays_of(&value, &input.given, variables));
        let arrays = arrays.unwrap_or_default().into_iter().map(Some).chain(repeat(None));
        for (kind, value) in kinds.into_iter().zip(arrays) {
            let grows = region.growing.contains(&input.slot);
            let dims = value.filter(|_| !grows).map(|value| value.dims());
            let dims = dims.filter(|dims| is_small(dims, kind.form));
            shapes.push(dims.and_then(|dims| values::shape_of(&dims, kind.form)));
        }
    }
    shapes
}

/// Whether code is first made for the extents of such an array.
fn is_small(dims: &Dims, form: Form) -> bool {
    let most = match form {
        Form::Matrix | Form::Array(_) if dims.get(0) <= SHORT_COLUMN => MORE_ELEMENTS,
        Form::Matrix | Form::Array(_) | Form::Row | Form::Column => FEW_ELEMENTS,
        Form::Scalar | Form::Range | Form::Empty => 0,
    };
    (1..=most).contains(&dims.numel())
}

/// Whether a call is not of a built-in, as far as the text tells.
fn is_of_program(target: &formwork_hir::body::CallTarget) -> bool {
    target.local.is_some() || !matches!(target.callee, Some(Callee::Builtin))
}

/// Whether a statement calls a function of the program itself, not only in a block of it.
pub(super) fn calls(body: &Body, stmt: &Stmt) -> bool {
    body.calls.values().any(|target| {
        is_of_program(target)
            && stmt.span.start <= target.span.start
            && target.span.end <= stmt.span.end
    })
}

impl Accelerator for NativeRegions {
    fn takes_rests(&self, turns: usize) -> bool {
        self.always || turns >= WORTH_TAKING_OVER
    }

    fn run(
        &mut self,
        body: &Rc<Body>,
        statements: &[Stmt],
        variables: &mut dyn Variables,
    ) -> Option<Accelerated> {
        let first = statements.first()?;
        match &first.kind {
            StmtKind::For(_) | StmtKind::While(..) | StmtKind::DoUntil(..) => {}
            StmtKind::Assign(_) if !first.prints && self.calls_program(body) => {}
            _ => return None,
        }
        let key = (body.id, first.id);
        let place = self.places.entry(key).or_insert_with(|| {
            let is_wanted = !matches!(first.kind, StmtKind::Assign(_)) || calls(body, first);
            Place {
                body: Rc::clone(body),
                start: first.span.start,
                uses: Uses::of(body, first),
                compiled: Vec::new(),
                refused: None,
                checks: Checks::default(),
                attempts: if is_wanted { 0 } else { MOST_VARIANTS },
                cost: 0.0,
                next: WORTH_LOOKING,
            }
        });
        for compiled in &mut place.compiled {
            if let Some(arguments) = compiled.arguments(variables) {
                let copied = compiled.copied_bytes(&arguments);
                // The interpreter writes where the array is; for a few elements of a large
                // one, copying takes longer than that.
                if copied >= LARGE
                    && !self.always
                    && matches!(first.kind, StmtKind::For(_))
                    && (Cost { body, variables }).with(&place.uses, first) * BYTES_PER_STATEMENT
                        < copied as f64
                {
                    return None;
                }
                return compiled.call(&arguments, &self.stop, &self.counts);
            }
        }
        if place.attempts >= MOST_VARIANTS {
            return None;
        }
        if !self.always {
            place.cost += Cost { body, variables }.with(&place.uses, first);
            if place.cost < place.next {
                return None;
            }
        }
        let enough = WORTH_COMPILING.max(place.uses.statements() * WORTH_COMPILING_EACH);
        let worth_compiling = self.always || place.cost >= enough;
        // Code for other extents than these was not enough, or there was none: what comes is
        // for any.
        let for_shapes = !self.any_shapes
            && place.refused.is_none()
            && !place.compiled.iter().any(Compiled::is_for_shapes);
        let length = place.uses.statements() as usize;
        let obtained = self.obtain(body, first, variables, worth_compiling, (for_shapes, length));
        let place = self.places.get_mut(&key)?;
        match obtained {
            Obtained::NotYet => {
                place.next = enough;
                None
            }
            Obtained::Never(reason) => {
                place.refused = reason;
                place.attempts += 1;
                place.next = place.cost * 4.0;
                None
            }
            Obtained::Code(mut compiled, checks) => {
                place.checks.implied += checks.implied;
                place.checks.left += checks.left;
                place.attempts += 1;
                self.counts.update(|mut counts| {
                    counts.regions += 1;
                    counts
                });
                let arguments = compiled.arguments(variables);
                let outcome = arguments
                    .and_then(|arguments| compiled.call(&arguments, &self.stop, &self.counts));
                place.compiled.push(*compiled);
                outcome
            }
        }
    }
}

/// An accelerator that somebody keeps a hold of, to ask afterwards what became of the program.
pub(crate) struct Watched(pub(crate) Rc<RefCell<NativeRegions>>);

impl Accelerator for Watched {
    fn run(
        &mut self,
        body: &Rc<Body>,
        statements: &[Stmt],
        variables: &mut dyn Variables,
    ) -> Option<Accelerated> {
        self.0.borrow_mut().run(body, statements, variables)
    }

    fn takes_rests(&self, turns: usize) -> bool {
        self.0.borrow().takes_rests(turns)
    }
}
