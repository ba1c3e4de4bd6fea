//! A site: a statement of the program with its profile and the code that was compiled for it.
//! Thresholds decide when a site is worth lowering, and when it is worth compiling.

use std::rc::Rc;

use formwork_hir::body::{Body, Stmt};
use formwork_interp::Variables;
use formwork_runtime::Value;

use crate::candidate::Checks;
use crate::compiled::Compiled;
use crate::cost_model::{CostModel, Uses};
use crate::eligibility::is_eligible;
use crate::report::{SiteReport, SiteStatus};

/// How many statements one executes before compiled code is looked for: it has to be
/// lowered for that.
const LOOKING_THRESHOLD: f64 = 2_000.0;
/// How many statements one executes before it is compiled, which takes as long as
/// interpreting a few hundred thousand; but the code is kept for later runs.
const COMPILING_THRESHOLD: f64 = 20_000.0;
/// How often a long one executes each of its statements before that: compiling takes as
/// much longer as it is longer.
const COMPILING_THRESHOLD_EACH: f64 = 5_000.0;
/// How often one site of a program is compiled, for values of different kinds.
const MOST_VARIANTS: usize = 4;
/// By which factor a site that was not compiled must have cost more before that is tried again.
const BACKOFF: f64 = 4.0;

/// A statement of the program.
pub(crate) struct Site {
    body: Rc<Body>,
    /// Where the statement begins.
    start: u32,
    uses: Uses,
    /// The code that was compiled for it.
    variants: Vec<Compiled>,
    attempts: usize,
    /// Why it was not compiled when that was tried last.
    refused: Option<String>,
    /// The checks of what was compiled, if somebody wants to know.
    checks: Checks,
    /// About how many statements it executed.
    cost: f64,
    /// How many that must be before something is tried again.
    threshold: f64,
}

/// An attempt to obtain code for a site.
#[derive(Clone, Copy)]
pub(crate) struct Attempt {
    /// Whether code is compiled if there is none.
    pub(crate) compiles: bool,
    /// Whether code is specialized to the extents at hand.
    pub(crate) for_extents: bool,
    /// How many statements stand in the candidate.
    pub(crate) length: usize,
}

impl Site {
    /// The site of a statement that was not executed yet.
    pub(crate) fn new(body: &Rc<Body>, stmt: &Stmt) -> Site {
        Site {
            body: Rc::clone(body),
            start: stmt.span.start,
            uses: Uses::of(body, stmt),
            variants: Vec::new(),
            refused: None,
            checks: Checks::default(),
            attempts: if is_eligible(body, stmt) { 0 } else { MOST_VARIANTS },
            cost: 0.0,
            threshold: LOOKING_THRESHOLD,
        }
    }

    /// The variant for the values at hand, with the arguments for it.
    pub(crate) fn fitting(&mut self, variables: &mut dyn Variables) -> Option<(usize, Vec<Value>)> {
        let mut variants = self.variants.iter_mut().enumerate();
        variants.find_map(|(which, variant)| Some((which, variant.arguments(variables)?)))
    }

    /// One of the variants.
    pub(crate) fn variant(&mut self, which: usize) -> Option<&mut Compiled> {
        self.variants.get_mut(which)
    }

    /// How much the statement costs that is about to begin.
    pub(crate) fn cost_ahead(&self, stmt: &Stmt, variables: &dyn Variables) -> f64 {
        CostModel { body: &self.body, variables }.of_candidate(&self.uses, stmt)
    }

    /// Whether there may be further variants.
    pub(crate) const fn is_open(&self) -> bool {
        self.attempts < MOST_VARIANTS
    }

    /// Adds to the profile what is about to be executed; whether the site is warm.
    pub(crate) fn warm_up(&mut self, cost: f64) -> bool {
        self.cost += cost;
        self.cost >= self.threshold
    }

    /// What is to be tried. `always`: even if that is hardly worth it.
    pub(crate) fn attempt(&self, always: bool) -> Attempt {
        // Code for other extents than these was not enough, or there was none: what comes is
        // for any.
        let for_extents =
            self.refused.is_none() && !self.variants.iter().any(Compiled::is_for_extents);
        Attempt {
            compiles: always || self.cost >= self.compiling_threshold(),
            for_extents,
            length: self.uses.statements() as usize,
        }
    }

    /// What the site must have cost before it is compiled.
    fn compiling_threshold(&self) -> f64 {
        COMPILING_THRESHOLD.max(self.uses.statements() * COMPILING_THRESHOLD_EACH)
    }

    /// Compiling it does not pay yet.
    pub(crate) fn postpone(&mut self) {
        self.threshold = self.compiling_threshold();
    }

    /// There is no code for the values at hand, for a reason that may be worth telling.
    pub(crate) fn refuse(&mut self, reason: Option<String>) {
        self.refused = reason;
        self.attempts += 1;
        self.threshold = self.cost * BACKOFF;
    }

    /// Adds code.
    pub(crate) fn add(&mut self, variant: Compiled, checks: Checks) -> &mut Compiled {
        self.checks.add(checks);
        self.attempts += 1;
        self.variants.push_mut(variant)
    }

    /// What became of the statement; `None` if nothing was tried.
    pub(crate) fn report(&self) -> Option<SiteReport> {
        let outcome = match (&self.variants[..], &self.refused) {
            ([], None) => return None,
            ([], Some(reason)) => SiteStatus::Interpreted(reason.clone()),
            (variants, _) => {
                let calls = variants.iter().map(Compiled::calls);
                let (calls, fallbacks) = calls.fold((0, 0), |(a, b), (c, d)| (a + c, b + d));
                let reason = variants.iter().find_map(Compiled::reason).map(str::to_owned);
                SiteStatus::Compiled { checks: self.checks, calls, fallbacks, reason }
            }
        };
        Some(SiteReport::new(&self.body, self.start, outcome))
    }
}
