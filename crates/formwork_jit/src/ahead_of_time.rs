//! What of a program is compiled ahead of time: loops and statements that call functions
//! of the program, for the kinds that inference knows of their variables. What it does not
//! know is taken for a real number, as most variables are; what was not foreseen is
//! interpreted, so that a wrong guess costs time and nothing else.

use std::rc::Rc;

use formwork_hir::body::{Body, Stmt};
use formwork_hir::{Program, SlotId};
use formwork_infer::{Analysis, FunctionRecord};
use formwork_lower::{Given, Kind, Reason, from_inference};
use formwork_runtime::Class;
use formwork_syntax::with_enough_stack;
use rustc_hash::FxHashSet;

use crate::candidate::Candidate;
use crate::eligibility::is_eligible;
use crate::plan::Plans;

/// How many regions of a program are compiled at most.
const MOST_REGIONS: usize = 300;

/// A statement that is compiled, for some kinds.
pub struct Planned {
    /// The statement.
    pub candidate: Candidate,
    /// The body that it stands in.
    pub body: Rc<Body>,
}

/// What is compiled of a program, and why the rest is not.
#[derive(Default)]
pub struct Ahead {
    /// What is compiled.
    pub planned: Vec<Planned>,
    /// For which statements and kinds that is.
    pub plans: Plans,
    /// Why the rest is not.
    pub reasons: Vec<(Rc<Body>, Reason)>,
}

/// Chooses what is compiled of a program that was analysed.
#[must_use]
pub fn choose(analysis: &Analysis, program: &mut Program<'_>) -> Ahead {
    let mut chooser =
        Chooser { analysis, program, names: FxHashSet::default(), ahead: Ahead::default() };
    for function in &analysis.functions {
        chooser.block(function, &function.body.statements);
    }
    chooser.ahead
}

struct Chooser<'a, 'h> {
    analysis: &'a Analysis,
    program: &'a mut Program<'h>,
    names: FxHashSet<String>,
    ahead: Ahead,
}

impl Chooser<'_, '_> {
    fn block(&mut self, function: &FunctionRecord, statements: &[Stmt]) {
        for stmt in statements {
            if self.ahead.planned.len() >= MOST_REGIONS {
                return;
            }
            if is_eligible(&function.body, stmt) {
                self.statement(function, stmt);
            }
            // Where a loop was not foreseen rightly, those in it may have been.
            for inner in stmt.kind.blocks() {
                with_enough_stack(|| self.block(function, inner));
            }
        }
    }

    fn statement(&mut self, function: &FunctionRecord, stmt: &Stmt) {
        let analysis = self.analysis;
        let entry = |slot| given(analysis, function, stmt, slot);
        let statements = std::slice::from_ref(stmt);
        match Candidate::of(&function.body, statements, &entry, self.program) {
            Ok(candidate) => {
                self.ahead.plans.add(&function.body, stmt, &candidate.region);
                if self.names.insert(candidate.name.clone()) {
                    let body = Rc::clone(&function.body);
                    self.ahead.planned.push(Planned { candidate, body });
                }
            }
            Err(reason) => self.ahead.reasons.push((Rc::clone(&function.body), reason)),
        }
    }
}

/// What a variable is taken for before a statement.
fn given(
    analysis: &Analysis,
    function: &FunctionRecord,
    stmt: &Stmt,
    slot: SlotId,
) -> Option<Given> {
    if let Some(known) = from_inference::given_before(function, analysis, stmt, slot) {
        return Some(known);
    }
    let last = from_inference::definition_before(function, stmt, slot)?;
    match last.value.classes.single() {
        Some(Class::Double) | None => Some(Kind::NUMBER.into()),
        Some(_) => None,
    }
}
