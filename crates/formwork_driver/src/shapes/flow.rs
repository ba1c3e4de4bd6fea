//! Which definition each operand of a definition means.

use std::rc::Rc;

use formwork_hir::SlotId;
use formwork_hir::body::{
    Access, Arguments, Assign, Block, Body, ExprId, ExprKind, Link, Root, Stmt, StmtKind, Target,
};
use formwork_infer::{Definition, DefinitionKind};
use formwork_syntax::Span;
use rustc_hash::FxHashMap;

/// The definitions that reach a place, by variable.
type Reaching = FxHashMap<SlotId, Vec<usize>>;

/// For each definition the definitions that its value is made of.
pub(super) fn operands(body: &Body, definitions: &[Definition]) -> Vec<Vec<usize>> {
    let places = definitions
        .iter()
        .enumerate()
        .map(|(which, one)| ((one.span.start, one.kind, Rc::clone(&one.name)), which))
        .collect();
    let operands = vec![Vec::new(); definitions.len()];
    let mut flow = Flow { body, places, reaching: Reaching::default(), operands };
    for (which, definition) in definitions.iter().enumerate() {
        if definition.kind == DefinitionKind::Param
            && let Some((slot, _)) =
                body.slots.iter().find(|(_, variable)| variable.name == definition.name)
        {
            flow.reaching.insert(slot, vec![which]);
        }
    }
    flow.block(&body.statements);
    for found in &mut flow.operands {
        found.sort_unstable();
        found.dedup();
    }
    flow.operands
}

struct Flow<'a> {
    body: &'a Body,
    places: FxHashMap<(u32, DefinitionKind, Rc<str>), usize>,
    reaching: Reaching,
    operands: Vec<Vec<usize>>,
}

impl Flow<'_> {
    fn definition(&self, at: u32, kind: DefinitionKind, slot: SlotId) -> Option<usize> {
        self.places.get(&(at, kind, Rc::clone(&self.body.slots[slot].name))).copied()
    }

    fn block(&mut self, block: &Block) {
        for stmt in block {
            self.statement(stmt);
        }
    }

    fn statement(&mut self, stmt: &Stmt) {
        match &stmt.kind {
            StmtKind::Expr(expr) => {
                let read = self.reads(*expr);
                self.define(self.body.exprs[*expr].span, self.body.ans, &read);
            }
            StmtKind::Assign(assign) => {
                self.assign(assign);
            }
            StmtKind::If(branches, otherwise) => {
                for (condition, _) in branches {
                    self.reads(*condition);
                }
                let blocks = branches.iter().map(|(_, block)| block).chain(otherwise);
                self.branches(blocks, otherwise.is_some(), stmt.span);
            }
            StmtKind::Switch(switch) => {
                self.reads(switch.subject);
                let blocks = switch.cases.iter().map(|(_, block)| block).chain(&switch.otherwise);
                self.branches(blocks, switch.otherwise.is_some(), stmt.span);
            }
            StmtKind::Try(attempt) => {
                self.branches([&attempt.body, &attempt.handler], true, stmt.span);
            }
            StmtKind::While(condition, block) => self.looped(stmt.span, |flow| {
                flow.reads(*condition);
                flow.block(block);
            }),
            StmtKind::DoUntil(block, condition) => self.looped(stmt.span, |flow| {
                flow.block(block);
                flow.reads(*condition);
            }),
            StmtKind::For(each) => {
                let read = self.reads(each.iterable);
                self.looped(stmt.span, |flow| {
                    for target in [Some(&each.target), each.key.as_ref()].into_iter().flatten() {
                        if let Target::Place { slot, span, .. } = target {
                            flow.define(*span, *slot, &read);
                        }
                    }
                    flow.block(&each.body);
                });
            }
            StmtKind::UnwindProtect(block, cleanup) => {
                self.block(block);
                self.block(cleanup);
            }
            StmtKind::Block(block) => self.block(block),
            StmtKind::Declare(declared) => {
                for one in declared {
                    let read = one.value.map(|value| self.reads(value)).unwrap_or_default();
                    self.define(stmt.span, one.slot, &read);
                }
            }
            StmtKind::Break
            | StmtKind::Continue
            | StmtKind::Return
            | StmtKind::Note(_)
            | StmtKind::Invalid(_) => {}
        }
    }

    fn branches<'b>(
        &mut self,
        blocks: impl IntoIterator<Item = &'b Block>,
        exhaustive: bool,
        span: Span,
    ) {
        let before = self.reaching.clone();
        let mut ends = Vec::new();
        for block in blocks {
            self.reaching.clone_from(&before);
            self.block(block);
            ends.push(std::mem::take(&mut self.reaching));
        }
        if !exhaustive || ends.is_empty() {
            ends.push(before);
        }
        self.join(ends, span);
    }

    /// Goes on where paths meet: with the meeting's own definitions, where it has some.
    fn join(&mut self, ends: Vec<Reaching>, span: Span) {
        let mut met = Reaching::default();
        for end in ends {
            for (slot, found) in end {
                let all = met.entry(slot).or_default();
                all.extend(found);
                all.sort_unstable();
                all.dedup();
            }
        }
        let at = span.end.saturating_sub(1).max(span.start);
        self.settle(&mut met, at, DefinitionKind::JoinPhi);
        self.reaching = met;
    }

    fn settle(&mut self, reaching: &mut Reaching, at: u32, kind: DefinitionKind) {
        for (&slot, found) in reaching.iter_mut() {
            if let Some(which) = self.definition(at, kind, slot) {
                let made_of = found.iter().copied().filter(|&one| one != which);
                self.operands[which].extend(made_of);
                *found = vec![which];
            }
        }
    }

    fn looped(&mut self, span: Span, walk: impl FnOnce(&mut Self)) {
        let before = self.reaching.clone();
        let mut head = before.clone();
        self.settle(&mut head, span.start, DefinitionKind::LoopPhi);
        self.reaching = head.clone();
        walk(self);
        let end = std::mem::take(&mut self.reaching);
        for (&slot, found) in &end {
            if let Some(which) = self.definition(span.start, DefinitionKind::LoopPhi, slot) {
                let made_of = found.iter().copied().filter(|&one| one != which);
                self.operands[which].extend(made_of);
            }
        }
        self.join(vec![head, end], span);
    }

    fn define(&mut self, span: Span, slot: SlotId, read: &[usize]) {
        if let Some(which) = self.definition(span.start, DefinitionKind::Assign, slot) {
            self.operands[which].extend(read);
            self.reaching.insert(slot, vec![which]);
        }
    }

    fn assign(&mut self, assign: &Assign) -> Vec<usize> {
        let value = self.reads(assign.value);
        for target in &assign.targets {
            let Target::Place { slot, links, span } = target else { continue };
            let mut read = value.clone();
            if !links.is_empty() || assign.op.is_some() {
                read.extend(self.reaching.get(slot).cloned().unwrap_or_default());
                read.extend(self.link_reads(links));
            }
            self.define(*span, *slot, &read);
        }
        value
    }

    /// The definitions an expression reads. Assignments in it are made.
    fn reads(&mut self, expr: ExprId) -> Vec<usize> {
        let body = self.body;
        match &body.exprs[expr].kind {
            ExprKind::Var(slot) => self.reaching.get(slot).cloned().unwrap_or_default(),
            ExprKind::Const(_)
            | ExprKind::Colon
            | ExprKind::End
            | ExprKind::Handle(_)
            | ExprKind::Invalid(_) => Vec::new(),
            ExprKind::Unary(_, operand) => self.reads(*operand),
            ExprKind::Binary(_, a, b)
            | ExprKind::AndAlso(a, b)
            | ExprKind::OrElse(a, b)
            | ExprKind::Lazy(_, a, b) => self.all([*a, *b]),
            ExprKind::Range(first, step, last) => {
                self.all([Some(*first), *step, Some(*last)].into_iter().flatten())
            }
            ExprKind::Access(access) => self.access_reads(access),
            ExprKind::Matrix(rows) | ExprKind::Cell(rows) => {
                self.all(rows.iter().flat_map(|row| row.iter().copied()))
            }
            ExprKind::Anonymous(id) => body.anonymous[*id]
                .captures
                .iter()
                .flat_map(|(slot, _)| self.reaching.get(slot).cloned().unwrap_or_default())
                .collect(),
            ExprKind::Assign(assign) | ExprKind::PostIncrement(assign) => self.assign(assign),
        }
    }

    fn all(&mut self, exprs: impl IntoIterator<Item = ExprId>) -> Vec<usize> {
        exprs.into_iter().flat_map(|expr| self.reads(expr)).collect()
    }

    fn access_reads(&mut self, access: &Access) -> Vec<usize> {
        let mut read = match access.root {
            Root::Var(slot) | Root::VarOrCall(slot, _) => {
                self.reaching.get(&slot).cloned().unwrap_or_default()
            }
            Root::Call(_) => Vec::new(),
            Root::Value(expr) => self.reads(expr),
        };
        read.extend(self.link_reads(&access.links));
        read
    }

    fn link_reads(&mut self, links: &[Link]) -> Vec<usize> {
        let mut read = Vec::new();
        for link in links {
            match link {
                Link::Paren(Arguments { exprs, .. }) | Link::Brace(Arguments { exprs, .. }) => {
                    read.extend(self.all(exprs.iter().copied()));
                }
                Link::Field(_) => {}
                Link::DynamicField(expr) => read.extend(self.reads(*expr)),
            }
        }
        read
    }
}
