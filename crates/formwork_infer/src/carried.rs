//! Which variables an iteration of a loop may take over from the one before: those that
//! its text reads before it has surely set them.
//!
//! This is a hint. What it leaves out stands for anything at all at the head of the loop,
//! and if it is read nevertheless, walking the loop notices.

use formwork_hir::SlotId;
use formwork_hir::body::{
    Access, Arguments, Assign, Body, ExprId, ExprKind, Link, Root, Stmt, StmtKind, Target,
};
use rustc_hash::FxHashSet;

use crate::inside::{continues, is_ending};
use crate::loops::{Site, Tested};

/// The variables that an iteration may take over, in order.
pub(crate) fn carried(site: &Site<'_>) -> Vec<SlotId> {
    let mut reader = Reader { body: site.body, found: FxHashSet::default() };
    let mut state = State::default();
    if let Some((condition, Tested::Before)) = site.test {
        reader.expr(condition, &state);
    }
    if let Some((slot, _)) = &site.variable {
        state.set.insert(*slot);
    }
    reader.block(site.statements, &mut state);
    if let Some((condition, Tested::After)) = site.test {
        let early = State::default();
        reader.expr(condition, if continues(site.statements) { &early } else { &state });
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

impl State {
    /// The state where paths meet.
    fn meet(&mut self, other: State) {
        if self.dead {
            *self = other;
        } else if !other.dead {
            self.set.retain(|slot| other.set.contains(slot));
        }
    }

    fn dead() -> State {
        State { dead: true, ..State::default() }
    }
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

    fn block(&mut self, statements: &[Stmt], state: &mut State) {
        for stmt in statements {
            self.stmt(stmt, state);
        }
    }

    fn stmt(&mut self, stmt: &Stmt, state: &mut State) {
        match &stmt.kind {
            StmtKind::Expr(expr) => {
                self.expr(*expr, state);
                state.dead |= is_ending(self.body, *expr);
            }
            StmtKind::Assign(assign) => {
                self.assign(assign, state);
                state.set.extend(targets(assign));
            }
            StmtKind::If(clauses, otherwise) => {
                let mut after = State::dead();
                for (condition, block) in clauses {
                    self.expr(*condition, state);
                    let mut inside = state.clone();
                    self.block(block, &mut inside);
                    after.meet(inside);
                }
                if let Some(block) = otherwise {
                    self.block(block, state);
                }
                state.meet(after);
            }
            StmtKind::Switch(switch) => {
                self.expr(switch.subject, state);
                let mut after = State::dead();
                for (label, block) in &switch.cases {
                    self.expr(*label, state);
                    let mut inside = state.clone();
                    self.block(block, &mut inside);
                    after.meet(inside);
                }
                if let Some(block) = &switch.otherwise {
                    self.block(block, state);
                }
                state.meet(after);
            }
            StmtKind::While(condition, block) => {
                self.expr(*condition, state);
                self.block(block, &mut state.clone());
            }
            StmtKind::DoUntil(block, condition) => {
                let mut inside = state.clone();
                self.block(block, &mut inside);
                self.expr(*condition, if continues(block) { state } else { &inside });
            }
            StmtKind::For(each) => {
                self.expr(each.iterable, state);
                let mut inside = state.clone();
                for target in std::iter::once(&each.target).chain(&each.key) {
                    self.target(target, state);
                    if let Target::Place { slot, .. } = target {
                        inside.set.insert(*slot);
                    }
                }
                self.block(&each.body, &mut inside);
            }
            StmtKind::Try(attempt) => {
                let mut handled = state.clone();
                handled.set.extend(attempt.error);
                self.block(&attempt.body, state);
                self.block(&attempt.handler, &mut handled);
                state.meet(handled);
            }
            StmtKind::UnwindProtect(block, cleanup) => {
                self.block(cleanup, &mut state.clone());
                self.block(block, state);
                let mut after = state.clone();
                self.block(cleanup, &mut after);
                *state = after;
            }
            StmtKind::Break | StmtKind::Continue | StmtKind::Return | StmtKind::Invalid(_) => {
                state.dead = true;
            }
            StmtKind::Declare(declarations) => {
                for declared in declarations {
                    if let Some(value) = declared.value {
                        self.expr(value, state);
                    }
                    state.set.insert(declared.slot);
                }
            }
            StmtKind::Block(block) => self.block(block, state),
            StmtKind::Note(_) => {}
        }
    }

    fn assign(&mut self, assign: &Assign, state: &State) {
        self.expr(assign.value, state);
        for target in &assign.targets {
            self.target(target, state);
            if let (Target::Place { slot, .. }, Some(_)) = (target, assign.op) {
                self.read(*slot, state);
            }
        }
    }

    /// What is read to assign to a target: a variable of which a part is assigned to.
    fn target(&mut self, target: &Target, state: &State) {
        if let Target::Place { slot, links, .. } = target
            && !links.is_empty()
        {
            self.read(*slot, state);
            self.links(links, state);
        }
    }

    fn links(&mut self, links: &[Link], state: &State) {
        for link in links {
            match link {
                Link::Paren(Arguments { exprs, .. }) | Link::Brace(Arguments { exprs, .. }) => {
                    exprs.iter().for_each(|&expr| self.expr(expr, state));
                }
                Link::Field(_) => {}
                Link::DynamicField(expr) => self.expr(*expr, state),
            }
        }
    }

    fn access(&mut self, access: &Access, state: &State) {
        match access.root {
            Root::Var(slot) | Root::VarOrCall(slot, _) => self.read(slot, state),
            Root::Call(_) => {}
            Root::Value(expr) => self.expr(expr, state),
        }
        self.links(&access.links, state);
    }

    fn expr(&mut self, expr: ExprId, state: &State) {
        formwork_syntax::with_enough_stack(|| self.bare_expr(expr, state));
    }

    fn bare_expr(&mut self, expr: ExprId, state: &State) {
        // The arena outlives the borrow of `self`.
        let body = self.body;
        match &body.exprs[expr].kind {
            ExprKind::Var(slot) => self.read(*slot, state),
            ExprKind::Unary(_, operand) => self.expr(*operand, state),
            ExprKind::Binary(_, a, b)
            | ExprKind::AndAlso(a, b)
            | ExprKind::OrElse(a, b)
            | ExprKind::Lazy(_, a, b) => {
                self.expr(*a, state);
                self.expr(*b, state);
            }
            ExprKind::Range(first, step, last) => {
                self.expr(*first, state);
                step.iter().for_each(|&step| self.expr(step, state));
                self.expr(*last, state);
            }
            ExprKind::Access(access) => self.access(access, state),
            ExprKind::Matrix(rows) | ExprKind::Cell(rows) => {
                rows.iter().flatten().for_each(|&part| self.expr(part, state));
            }
            ExprKind::Anonymous(id) => {
                for (outer, _) in &body.anonymous[*id].captures {
                    self.read(*outer, state);
                }
            }
            ExprKind::Assign(assign) | ExprKind::PostIncrement(assign) => {
                self.assign(assign, state);
            }
            ExprKind::Const(_)
            | ExprKind::Colon
            | ExprKind::End
            | ExprKind::Handle(_)
            | ExprKind::Invalid(_) => {}
        }
    }
}

/// The variables that an assignment sets.
fn targets(assign: &Assign) -> impl Iterator<Item = SlotId> {
    assign.targets.iter().filter_map(|target| match target {
        Target::Place { slot, .. } => Some(*slot),
        Target::Ignored => None,
    })
}
