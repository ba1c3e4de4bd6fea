//! The accelerator: statements are interpreted until their *site* is warm, and then run by native
//! code that fits their values, from a store.
//!
//! Before the interpreter runs a statement it asks here. A statement without a *candidate* is
//! answered at once; one with a candidate is counted by the cost model, and when its site is warm
//! code is looked for: a *variant* that fits the values at hand, one that was compiled before, or a
//! new one if that is worth it. Code that meets what it was not compiled for *falls back*: it has
//! changed nothing, and the interpreter runs the statement.
//!
//! ```text
//! for k = 1:1e6, s = s + x(k); end     cold: interpreted, iteration by iteration
//!                                      warm in the middle: the rest of the loop is a candidate
//!                                      x is now a matrix: no variant fits; fall back, or another one
//! ```

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::sync::atomic::Ordering;

use formwork_hir::body::{Body, Stmt, StmtKind};
use formwork_hir::{FunctionId, SlotId, StmtId};
use formwork_interp::{Accelerated, Accelerator, StopSignal, Variables};
use formwork_lower::{Given, values};
use formwork_runtime::Value;
use rustc_hash::FxHashMap;

use crate::candidate::{Candidate, Checks};
use crate::code_store::CodeStore;
use crate::compiled::Compiled;
use crate::eligibility::is_of_program;
use crate::extents::small_extents;
use crate::report::{Counts, Report};
use crate::site::{Attempt, Site};

/// How many iterations must be left of a loop that has begun for its rest to be looked at.
const WORTH_TAKING_OVER: usize = 100;

/// Copies of fewer bytes cost nothing worth mentioning.
const LARGE: usize = 1 << 16;
/// How many bytes are copied, in and out, while the interpreter executes a statement.
const BYTES_PER_STATEMENT: f64 = 1_000.0;

/// Runs statements as native code.
pub struct Jit {
    store: CodeStore,
    stop: StopSignal,
    always: bool,
    sites: FxHashMap<(FunctionId, StmtId), Site>,
    /// Whether bodies call functions of the program.
    callers: FxHashMap<FunctionId, bool>,
    counts: Rc<Cell<Counts>>,
    /// Whether checks are counted, which takes optimising once more.
    counts_checks: bool,
    /// Whether all code is for arrays of any extents.
    any_extents: bool,
}

/// What came of an attempt to obtain code.
enum Obtained {
    Code(Box<Compiled>, Checks),
    NotYet,
    Never(Option<String>),
}

impl Jit {
    /// Takes code from a store. `always`: even for what is hardly worth it.
    #[must_use]
    pub fn new(mut store: CodeStore, stop: StopSignal, always: bool) -> Jit {
        store.stop_by(stop.shared_flag());
        Jit {
            store,
            stop,
            always,
            sites: FxHashMap::default(),
            callers: FxHashMap::default(),
            counts: Rc::default(),
            counts_checks: false,
            any_extents: false,
        }
    }

    /// The same with code for arrays of any extents only.
    #[must_use]
    pub fn for_any_extents(mut self) -> Jit {
        self.any_extents = true;
        self
    }

    /// The same, and counts checks.
    #[must_use]
    pub fn counting_checks(mut self) -> Jit {
        self.counts_checks = true;
        self
    }

    /// What became of the statements that were tried, in the order of the text.
    #[must_use]
    pub fn report(&self) -> Report {
        Report::new(self.sites.values().filter_map(Site::report).collect())
    }

    /// How often native code was run so far.
    #[must_use]
    pub fn counts(&self) -> Rc<Cell<Counts>> {
        Rc::clone(&self.counts)
    }

    /// Whether a body calls functions of the program, as far as its text tells.
    fn calls_program(&mut self, body: &Body) -> bool {
        let known = self.callers.entry(body.id);
        *known.or_insert_with(|| body.calls.values().any(is_of_program))
    }

    /// Whether a statement has a site: a quick answer for most statements that have none.
    fn has_site(&mut self, body: &Body, stmt: &Stmt) -> bool {
        match &stmt.kind {
            StmtKind::For(_) | StmtKind::While(..) | StmtKind::DoUntil(..) => true,
            StmtKind::Assign(_) => !stmt.prints && self.calls_program(body),
            _ => false,
        }
    }

    /// What the variables at hand are taken for; `None` if no plan that was made beforehand
    /// foresees their values. Beside it, whether there is a plan.
    fn entry_of(
        &self,
        body: &Body,
        stmt: &Stmt,
        variables: &mut dyn Variables,
    ) -> (Option<FxHashMap<SlotId, Given>>, bool) {
        let known = body.slots.keys().filter_map(|slot| Some((slot, variables.value(slot)?)));
        let known: FxHashMap<SlotId, Value> = known.collect();
        match self.store.planned(body, stmt) {
            None => {
                let given = known
                    .into_iter()
                    .filter_map(|(slot, value)| Some((slot, values::given_of(&value, variables)?)));
                (Some(given.collect()), false)
            }
            Some(plans) => (plans.iter().find_map(|plan| plan.given(&known, variables)), true),
        }
    }

    /// The candidate for the values at hand, or why there is none, if that is to be said.
    fn candidate(
        &mut self,
        body: &Rc<Body>,
        stmt: &Stmt,
        variables: &mut dyn Variables,
        for_extents: bool,
    ) -> Result<Candidate, Option<String>> {
        let (given, is_planned) = self.entry_of(body, stmt, variables);
        let given = given.ok_or(None)?;
        let entry = |slot| given.get(&slot).cloned();
        let statements = std::slice::from_ref(stmt);
        let candidate = Candidate::of(body, statements, &entry, variables)
            .map_err(|reason| Some(reason.message().to_owned()))?;
        if !candidate.region.absent.iter().all(|&slot| variables.is_unset(slot)) {
            return Err(None);
        }
        if !for_extents || is_planned {
            return Ok(candidate);
        }
        if self.store.is_collecting() {
            // What is compiled later is there when arrays of other extents come.
            let _ = self.store.make(&candidate, statements.len());
        }
        let extents = small_extents(&candidate.region, variables);
        Ok(candidate.of_extents(extents))
    }

    /// Code for the values at hand: what is there already, or made if that is worth it.
    fn obtain(
        &mut self,
        body: &Rc<Body>,
        stmt: &Stmt,
        variables: &mut dyn Variables,
        attempt: Attempt,
    ) -> Obtained {
        let for_extents = attempt.for_extents && !self.any_extents;
        let candidate = match self.candidate(body, stmt, variables, for_extents) {
            Ok(candidate) => candidate,
            Err(reason) => return Obtained::Never(reason),
        };
        let code = match self.store.find(&candidate) {
            Some(code) => code,
            None if !attempt.compiles => return Obtained::NotYet,
            None => match self.store.make(&candidate, attempt.length) {
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

impl Accelerator for Jit {
    fn takes_rests(&self, turns: usize) -> bool {
        self.always || turns >= WORTH_TAKING_OVER
    }

    fn run(
        &mut self,
        body: &Rc<Body>,
        statements: &[Stmt],
        variables: &mut dyn Variables,
    ) -> Option<Accelerated> {
        let stmt = statements.first()?;
        if !self.has_site(body, stmt) {
            return None;
        }
        let key = (body.id, stmt.id);
        let site = self.sites.entry(key).or_insert_with(|| Site::new(body, stmt));
        if let Some((which, arguments)) = site.fitting(variables) {
            let copied = site.variant(which)?.copied_bytes(&arguments);
            // The interpreter writes where the array is; for a few elements of a large
            // one, copying takes longer than that.
            if copied >= LARGE
                && !self.always
                && matches!(stmt.kind, StmtKind::For(_))
                && site.cost_ahead(stmt, variables) * BYTES_PER_STATEMENT < copied as f64
            {
                return None;
            }
            return site.variant(which)?.call(&arguments, &self.stop, &self.counts);
        }
        if !site.is_open() {
            return None;
        }
        if !self.always {
            let cost = site.cost_ahead(stmt, variables);
            if !site.warm_up(cost) {
                return None;
            }
        }
        let attempt = site.attempt(self.always);
        let obtained = self.obtain(body, stmt, variables, attempt);
        let site = self.sites.get_mut(&key)?;
        match obtained {
            Obtained::NotYet => {
                site.postpone();
                None
            }
            Obtained::Never(reason) => {
                site.refuse(reason);
                None
            }
            Obtained::Code(compiled, checks) => {
                self.counts.update(|mut counts| {
                    counts.variants += 1;
                    counts
                });
                let variant = site.add(*compiled, checks);
                let arguments = variant.arguments(variables)?;
                variant.call(&arguments, &self.stop, &self.counts)
            }
        }
    }
}

/// An accelerator that somebody keeps a hold of, to ask afterwards what became of the program.
pub struct SharedJit(pub Rc<RefCell<Jit>>);

impl Accelerator for SharedJit {
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
