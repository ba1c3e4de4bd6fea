//! Which variables an iteration of a loop may take over from the one before: those that
//! its text reads before it has surely set them.
//!
//! This is a hint. What it leaves out stands for anything at all at the head of the loop,
//! and if it is read nevertheless, walking the loop notices.

use formwork_hir::SlotId;
use formwork_hir::body::{Assign, Body, ExprId, ExprKind, For, Stmt, StmtKind, Target, Try};
use formwork_hir::flow::{Forward, forward};
use formwork_hir::query::has_continue;
use formwork_hir::walk::subexpressions;
use rustc_hash::FxHashSet;

use crate::loops::site::Site;
use crate::loops::tested::Tested;
use crate::stmt::inside::is_ending;

/// The variables that an iteration may take over, in order.
pub(crate) fn carried(site: &Site<'_>) -> Vec<SlotId> {
    let mut reader = Reader { body: site.body, found: FxHashSet::default() };
    let mut state = State::default();
    if let Some((condition, Tested::Before)) = site.test {
        reader.expr(condition, &mut state);
    }
    if let Some((slot, _)) = &site.variable {
        state.set.insert(*slot);
    }
    forward(&mut reader, site.statements, &mut state);
    if let Some((condition, Tested::After)) = site.test {
        reader.until(site.statements, condition, &mut State::default(), &mut state);
    }
    let mut found: Vec<SlotId> = reader.found.into_iter().collect();
    found.sort_unstable();
    found
}

/// What is known at a place of an iteration.
#[derive(Clone, Default)]
struct State {
    /// The variables that are surely set.
    set: FxHashSet<SlotId>,
    /// Whether no path leads there.
    dead: bool,
}

struct Reader<'b> {
    body: &'b Body,
    found: FxHashSet<SlotId>,
}

impl Reader<'_> {
    fn read(&mut self, slot: SlotId, state: &State) {
        if !state.dead && !state.set.contains(&slot) {
            self.found.insert(slot);
        }
    }

    /// What an assignment reads of its targets: a variable of which a part is assigned to, or
    /// that an operator is applied to.
    fn targets(&mut self, assign: &Assign, state: &State) {
        for target in &assign.targets {
            if let Target::Place { slot, links, .. } = target
                && (!links.is_empty() || assign.op.is_some())
            {
                self.read(*slot, state);
            }
        }
    }
}

impl Forward for Reader<'_> {
    type State = State;

    fn expr(&mut self, id: ExprId, state: &mut State) {
        // The arena outlives the borrow of `self`.
        let body = self.body;
        for (_, expr) in subexpressions(body, id) {
            match &expr.kind {
                ExprKind::Var(slot) => self.read(*slot, state),
                ExprKind::Access(access) => {
                    access.variable().into_iter().for_each(|slot| self.read(slot, state));
                }
                ExprKind::Anonymous(id) => {
                    for (outer, _) in &body.anonymous[*id].captures {
                        self.read(*outer, state);
                    }
                }
                ExprKind::Assign(assign) | ExprKind::PostIncrement(assign) => {
                    self.targets(assign, state);
                }
                _ => {}
            }
        }
    }

    fn simple(&mut self, stmt: &Stmt, state: &mut State) {
        for id in stmt.operands() {
            self.expr(id, state);
        }
        match &stmt.kind {
            StmtKind::Expr(id) => state.dead |= is_ending(self.body, *id),
            StmtKind::Assign(assign) => {
                self.targets(assign, state);
                state.set.extend(assign.slots());
            }
            StmtKind::Declare(all) => state.set.extend(all.iter().map(|one| one.slot)),
            StmtKind::Break | StmtKind::Continue | StmtKind::Return | StmtKind::Invalid(_) => {
                state.dead = true;
            }
            _ => {}
        }
    }

    fn join(&mut self, _: &Stmt, paths: Vec<State>) -> State {
        let mut alive = paths.into_iter().filter(|path| !path.dead);
        let Some(first) = alive.next() else { return State { dead: true, ..State::default() } };
        alive.fold(first, |mut all, path| {
            all.set.retain(|slot| path.set.contains(slot));
            all
        })
    }

    fn iterate(&mut self, each: &For, state: &mut State) {
        for target in std::iter::once(&each.target).chain(&each.key) {
            if let Target::Place { slot, links, .. } = target {
                if !links.is_empty() {
                    self.read(*slot, state);
                }
                target.subscripts().for_each(|id| self.expr(id, state));
                state.set.insert(*slot);
            }
        }
    }

    fn until(&mut self, block: &[Stmt], condition: ExprId, head: &mut State, end: &mut State) {
        // `continue` leads there from anywhere.
        self.expr(condition, if has_continue(block) { head } else { end });
    }

    fn leave(&mut self, _: &Stmt, head: State, _: State) -> State {
        head
    }

    fn catch(&mut self, attempt: &Try, state: &mut State) {
        state.set.extend(attempt.error);
    }
}
