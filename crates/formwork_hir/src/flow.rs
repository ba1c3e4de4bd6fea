//! Forward dataflow over statements.
//!
//! First, some terminology. A *state* is what an analysis knows at a place of the text. The
//! *transfer* of a statement makes the state after it of the state before it; where paths of the
//! program come together, their states *join*. Control flow of the language is structured, so no
//! graph is needed: [`forward`] goes through the statements in order, and an analysis
//! ([`Forward`]) says what its states are, what expressions and simple statements do to them, how
//! they join, and what holds after a loop. A loop is walked once; an analysis that needs a
//! fixpoint says at its head what holds in every iteration ([`Forward::enter`]).
//!
//! For example, the variables that are surely set after
//!
//! ```text
//! if c, x = 1; y = 2; else, x = 3; end      state: a set of variables, join: intersection
//! ```
//!
//! are those before it, and `x`.

use formwork_syntax::with_enough_stack;

use crate::body::{ExprId, For, Stmt, StmtKind, Try};

/// An analysis.
pub trait Forward {
    /// What is known at a place.
    type State: Clone;

    /// An expression is evaluated: a condition, a label of a `switch`, what a loop goes through.
    fn expr(&mut self, id: ExprId, state: &mut Self::State);

    /// A statement without statements inside it.
    fn simple(&mut self, stmt: &Stmt, state: &mut Self::State);

    /// The paths through a statement come together.
    fn join(&mut self, stmt: &Stmt, paths: Vec<Self::State>) -> Self::State;

    /// A loop begins whose iterable, if it has one, was evaluated, or a `try`, or an
    /// `unwind_protect`.
    fn enter(&mut self, stmt: &Stmt, state: &mut Self::State) {
        let _ = (stmt, state);
    }

    /// The variables of a loop get the next column.
    fn iterate(&mut self, each: &For, state: &mut Self::State);

    /// The condition behind `do … until`, given the states before and after its statements.
    fn until(
        &mut self,
        block: &[Stmt],
        condition: ExprId,
        head: &mut Self::State,
        end: &mut Self::State,
    ) {
        let _ = (block, head);
        self.expr(condition, end);
    }

    /// What holds after a loop, given what holds at its head and at the end of an iteration.
    fn leave(&mut self, stmt: &Stmt, head: Self::State, end: Self::State) -> Self::State;

    /// A handler begins, with the state from before its `try`.
    fn catch(&mut self, attempt: &Try, state: &mut Self::State) {
        let _ = (attempt, state);
    }

    /// Whether what protected statements leave where they fail matters: their cleanup is walked
    /// from there, too.
    const FAILURES: bool = true;
}

/// Walks statements from a state, which becomes that behind them.
pub fn forward<F: Forward>(flow: &mut F, block: &[Stmt], state: &mut F::State) {
    for stmt in block {
        with_enough_stack(|| transfer(flow, stmt, state));
    }
}

fn transfer<F: Forward>(flow: &mut F, stmt: &Stmt, state: &mut F::State) {
    match &stmt.kind {
        StmtKind::If(clauses, otherwise) => {
            branches(flow, stmt, clauses, otherwise.as_deref(), state);
        }
        StmtKind::Switch(switch) => {
            flow.expr(switch.subject, state);
            branches(flow, stmt, &switch.cases, switch.otherwise.as_deref(), state);
        }
        StmtKind::While(condition, block) => {
            flow.enter(stmt, state);
            flow.expr(*condition, state);
            let mut end = state.clone();
            forward(flow, block, &mut end);
            *state = flow.leave(stmt, state.clone(), end);
        }
        StmtKind::DoUntil(block, condition) => {
            flow.enter(stmt, state);
            let mut end = state.clone();
            forward(flow, block, &mut end);
            flow.until(block, *condition, state, &mut end);
            *state = flow.leave(stmt, state.clone(), end);
        }
        StmtKind::For(each) => {
            flow.expr(each.iterable, state);
            flow.enter(stmt, state);
            let mut end = state.clone();
            flow.iterate(each, &mut end);
            forward(flow, &each.body, &mut end);
            *state = flow.leave(stmt, state.clone(), end);
        }
        StmtKind::Try(attempt) => {
            flow.enter(stmt, state);
            let mut handled = state.clone();
            flow.catch(attempt, &mut handled);
            forward(flow, &attempt.body, state);
            forward(flow, &attempt.handler, &mut handled);
            *state = flow.join(stmt, vec![state.clone(), handled]);
        }
        StmtKind::UnwindProtect(block, cleanup) => {
            flow.enter(stmt, state);
            if F::FAILURES {
                forward(flow, cleanup, &mut state.clone());
            }
            forward(flow, block, state);
            forward(flow, cleanup, state);
        }
        StmtKind::Block(block) => forward(flow, block, state),
        StmtKind::Expr(_)
        | StmtKind::Assign(_)
        | StmtKind::Declare(_)
        | StmtKind::Break
        | StmtKind::Continue
        | StmtKind::Return
        | StmtKind::Define(..)
        | StmtKind::Note(_)
        | StmtKind::Broken(_)
        | StmtKind::Invalid(_) => flow.simple(stmt, state),
    }
}

fn branches<F: Forward>(
    flow: &mut F,
    stmt: &Stmt,
    clauses: &[(ExprId, Box<[Stmt]>)],
    otherwise: Option<&[Stmt]>,
    state: &mut F::State,
) {
    let mut paths = Vec::with_capacity(clauses.len() + 1);
    for (condition, block) in clauses {
        flow.expr(*condition, state);
        let mut inside = state.clone();
        forward(flow, block, &mut inside);
        paths.push(inside);
    }
    forward(flow, otherwise.unwrap_or_default(), state);
    paths.push(state.clone());
    *state = flow.join(stmt, paths);
}
