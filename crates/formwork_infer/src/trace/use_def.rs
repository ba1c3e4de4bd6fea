//! Use-def chains: which definitions the value of a definition is made of.
//!
//! A *definition* is a place at which a variable gets a value, as [`Definition`]s list them: a
//! parameter, an assignment, the head of a loop and the join behind a branch where values meet.
//! A definition *reaches* a place if the value that it gave may still be there. The *operands* of
//! a definition are those that reach the variables its value reads.
//!
//! ```text
//! x = n;            operands of x: n
//! for i = 1:3       operands of x at the head: x above, x below
//!   x = [x i];      operands of x: x at the head, i
//! end
//! ```

use std::rc::Rc;

use formwork_hir::SlotId;
use formwork_hir::body::{Assign, Body, ExprId, ExprKind, For, Stmt, StmtKind, Target};
use formwork_hir::flow::{Forward, forward};
use formwork_hir::walk::subexpressions;
use formwork_syntax::Span;
use rustc_hash::FxHashMap;

use crate::report::record::{Definition, DefinitionKind};

/// The definitions that reach a place, by variable.
type Reaching = FxHashMap<SlotId, Vec<usize>>;

/// What the definitions of a function have to do with each other.
#[derive(Clone, Debug, Default)]
pub struct UseDef {
    /// For each definition the definitions that its value is made of.
    pub operands: Vec<Vec<usize>>,
    /// Whether some expression reads the value of each, or a store replaces a part of it. Where
    /// paths meet nothing is read.
    pub read: Vec<bool>,
}

/// For each definition the definitions that its value is made of.
#[must_use]
pub fn operands(body: &Body, definitions: &[Definition]) -> Vec<Vec<usize>> {
    use_def(body, definitions).operands
}

/// The use-def chains of a function.
#[must_use]
pub fn use_def(body: &Body, definitions: &[Definition]) -> UseDef {
    let places = definitions
        .iter()
        .enumerate()
        .map(|(which, one)| ((one.span.start, one.kind, Rc::clone(&one.name)), which))
        .collect();
    let operands = vec![Vec::new(); definitions.len()];
    let is_read = vec![false; definitions.len()];
    let mut chains = Chains { body, places, operands, is_read, read: Vec::new() };
    let mut reaching = Reaching::default();
    for (which, definition) in definitions.iter().enumerate() {
        if definition.kind == DefinitionKind::Param
            && let Some((slot, _)) =
                body.slots.iter().find(|(_, variable)| variable.name == definition.name)
        {
            reaching.insert(slot, vec![which]);
        }
    }
    forward(&mut chains, &body.statements, &mut reaching);
    for found in &mut chains.operands {
        found.sort_unstable();
        found.dedup();
    }
    UseDef { operands: chains.operands, read: chains.is_read }
}

struct Chains<'a> {
    body: &'a Body,
    places: FxHashMap<(u32, DefinitionKind, Rc<str>), usize>,
    operands: Vec<Vec<usize>>,
    is_read: Vec<bool>,
    /// What the expression read that was evaluated last.
    read: Vec<usize>,
}

impl Chains<'_> {
    fn definition(&self, at: u32, kind: DefinitionKind, slot: SlotId) -> Option<usize> {
        self.places.get(&(at, kind, Rc::clone(&self.body.slots[slot].name))).copied()
    }

    fn define(&mut self, span: Span, slot: SlotId, read: &[usize], reaching: &mut Reaching) {
        if let Some(which) = self.definition(span.start, DefinitionKind::Assign, slot) {
            self.operands[which].extend(read);
            reaching.insert(slot, vec![which]);
        }
    }

    /// Where values meet that have a definition there, that one goes on.
    fn settle(&mut self, reaching: &mut Reaching, at: u32, kind: DefinitionKind) {
        for (&slot, found) in reaching.iter_mut() {
            if let Some(which) = self.definition(at, kind, slot) {
                self.operands[which].extend(found.iter().filter(|&&one| one != which));
                *found = vec![which];
            }
        }
    }

    fn assign(&mut self, assign: &Assign, reaching: &mut Reaching) -> Vec<usize> {
        let value = self.reads(assign.value, reaching);
        for target in &assign.targets {
            let Target::Place { slot, links, span } = target else { continue };
            let mut read = value.clone();
            if !links.is_empty() || assign.op.is_some() {
                read.extend(reaching.get(slot).into_iter().flatten());
                for id in target.subscripts() {
                    read.extend(self.reads(id, reaching));
                }
                self.mark_read(&read);
            }
            self.define(*span, *slot, &read, reaching);
        }
        value
    }

    /// The definitions an expression reads. Assignments in it are made.
    fn reads(&mut self, id: ExprId, reaching: &mut Reaching) -> Vec<usize> {
        let body = self.body;
        let mut read = Vec::new();
        let mut walk = subexpressions(body, id);
        while let Some((_, expr)) = walk.next() {
            match &expr.kind {
                ExprKind::Var(slot) => read.extend(reaching.get(slot).into_iter().flatten()),
                ExprKind::Access(access) => {
                    let variable = access.variable();
                    read.extend(
                        variable.and_then(|slot| reaching.get(&slot)).into_iter().flatten(),
                    );
                }
                ExprKind::Anonymous(id) => {
                    let captured = body.anonymous[*id].captures.iter();
                    let captured = captured.filter_map(|(slot, _)| reaching.get(slot));
                    read.extend(captured.flatten());
                }
                ExprKind::Assign(assign) | ExprKind::PostIncrement(assign) => {
                    walk.skip_inside();
                    read.extend(self.assign(assign, reaching));
                }
                _ => {}
            }
        }
        self.mark_read(&read);
        read
    }

    fn mark_read(&mut self, read: &[usize]) {
        for &which in read {
            self.is_read[which] = true;
        }
    }
}

impl Forward for Chains<'_> {
    type State = Reaching;

    const FAILURES: bool = false;

    fn expr(&mut self, id: ExprId, reaching: &mut Reaching) {
        self.read = self.reads(id, reaching);
    }

    fn simple(&mut self, stmt: &Stmt, reaching: &mut Reaching) {
        match &stmt.kind {
            StmtKind::Expr(id) => {
                let read = self.reads(*id, reaching);
                self.define(self.body.exprs[*id].span, self.body.ans, &read, reaching);
            }
            StmtKind::Assign(assign) => {
                self.assign(assign, reaching);
            }
            StmtKind::Declare(all) => {
                for one in all {
                    let read = one.value.map(|value| self.reads(value, reaching));
                    self.define(stmt.span, one.slot, &read.unwrap_or_default(), reaching);
                }
            }
            _ => {}
        }
    }

    fn join(&mut self, stmt: &Stmt, paths: Vec<Reaching>) -> Reaching {
        let mut all = Reaching::default();
        for (slot, found) in paths.into_iter().flatten() {
            let reaching = all.entry(slot).or_default();
            reaching.extend(found);
            reaching.sort_unstable();
            reaching.dedup();
        }
        let at = stmt.span.end.saturating_sub(1).max(stmt.span.start);
        self.settle(&mut all, at, DefinitionKind::JoinPhi);
        all
    }

    fn enter(&mut self, stmt: &Stmt, reaching: &mut Reaching) {
        if stmt.is_loop() {
            self.settle(reaching, stmt.span.start, DefinitionKind::LoopPhi);
        }
    }

    fn iterate(&mut self, each: &For, reaching: &mut Reaching) {
        let read = std::mem::take(&mut self.read);
        for target in std::iter::once(&each.target).chain(&each.key) {
            if let Target::Place { slot, span, .. } = target {
                self.define(*span, *slot, &read, reaching);
            }
        }
    }

    fn leave(&mut self, stmt: &Stmt, head: Reaching, end: Reaching) -> Reaching {
        for (&slot, found) in &end {
            if let Some(which) = self.definition(stmt.span.start, DefinitionKind::LoopPhi, slot) {
                self.operands[which].extend(found.iter().filter(|&&one| one != which));
            }
        }
        self.join(stmt, vec![head, end])
    }
}
