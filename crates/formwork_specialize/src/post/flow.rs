//! Where control goes in a function, and which definitions reach which uses.
//!
//! A function is cut into nodes: an assignment is one, a condition is one, a `for` loop is
//! three (what it goes through, the question whether there is more, the next element).
//! Inside `try` every node may jump to the handler, before and after it has assigned;
//! inside `unwind_protect`, to the cleanup, from where control may go wherever something
//! left the block for. That is more than happens, never less.
//!
//! Statements are numbered in the order of the text, outer ones first, so that a pass can
//! decide with a [`Flow`] at hand and change the function afterwards.

use cranelift_entity::EntityRef as _;

use super::bits::Bits;
use crate::residual::{Block, Expr, ExprKind, Function, Place, Stmt, StmtKind, VarId};
use crate::walk::visit_statements;

/// A node of the graph.
pub(crate) struct Node {
    /// The statement it belongs to; `None` for the beginning and the end.
    pub(crate) stmt: Option<usize>,
    /// The variables it reads.
    pub(crate) uses: Vec<VarId>,
    /// The variables it assigns, and whether it surely does.
    pub(crate) defs: Vec<(VarId, bool)>,
    /// Where control comes from.
    pub(crate) preds: Vec<usize>,
}

/// The graph of a function.
pub(crate) struct Flow<'a> {
    /// The nodes: the first is the beginning, the last the end.
    pub(crate) nodes: Vec<Node>,
    /// The statements.
    pub(crate) stmts: Vec<&'a Stmt>,
    /// The statement around each statement.
    pub(crate) parents: Vec<Option<usize>>,
    /// The definitions: a node and a variable. The first ones are those at the beginning,
    /// one for each variable, whether it has a value there or not.
    pub(crate) defs: Vec<(usize, VarId)>,
    reaching: Vec<Bits>,
    /// The definitions of each variable.
    of_var: Vec<Vec<usize>>,
}

/// How many statements a function may have that is looked at as a whole: what is known of
/// it grows with the square of that.
const MOST_STATEMENTS: usize = 10_000;

/// Whether a function must stay as it is: it is kept as it was written, its variables may be
/// changed by name, or it is too large.
pub(crate) fn is_fixed(function: &Function) -> bool {
    let mut count = 0;
    visit_statements(&function.body, &mut |_| count += 1);
    function.verbatim.is_some() || function.dynamic_scope || count > MOST_STATEMENTS
}

/// How control leaves a block.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Jump {
    Break,
    Continue,
    Return,
}

/// What stands around.
enum Around {
    Loop {
        breaks: Vec<usize>,
        continues: Vec<usize>,
    },
    /// A `try` or the block of an `unwind_protect`: what may jump to its handler.
    Guarded {
        throws: Vec<usize>,
        jumps: Option<Vec<(usize, Jump)>>,
    },
}

struct Builder<'a> {
    nodes: Vec<Node>,
    stmts: Vec<&'a Stmt>,
    parents: Vec<Option<usize>>,
    parent: Option<usize>,
    around: Vec<Around>,
    returns: Vec<usize>,
    ans: Option<VarId>,
}

impl<'a> Flow<'a> {
    /// The graph of a function.
    pub(crate) fn of(function: &'a Function) -> Flow<'a> {
        let ans = function.vars.iter().find(|(_, variable)| &*variable.name == "ans");
        let mut builder = Builder {
            nodes: Vec::new(),
            stmts: Vec::new(),
            parents: Vec::new(),
            parent: None,
            around: Vec::new(),
            returns: Vec::new(),
            ans: ans.map(|(var, _)| var),
        };
        let start = builder.node(None, Vec::new());
        let mut ends = builder.block(&function.body, vec![start]);
        ends.append(&mut builder.returns);
        let end = builder.node(None, ends);
        builder.nodes[end].uses.clone_from(&function.outputs);
        let Builder { nodes, stmts, parents, .. } = builder;
        let (defs, reaching, of_var) = (Vec::new(), Vec::new(), Vec::new());
        let mut flow = Flow { nodes, stmts, parents, defs, reaching, of_var };
        flow.solve(function.vars.len());
        flow
    }

    fn solve(&mut self, variables: usize) {
        self.defs = (0..variables).map(|index| (0, VarId::new(index))).collect();
        let mut own: Vec<Vec<usize>> = Vec::new();
        for (node, found) in self.nodes.iter().enumerate() {
            let first = self.defs.len();
            self.defs.extend(found.defs.iter().map(|&(var, _)| (node, var)));
            own.push((first..self.defs.len()).collect());
        }
        self.of_var = vec![Vec::new(); variables];
        for (def, &(_, var)) in self.defs.iter().enumerate() {
            self.of_var[var.index()].push(def);
        }
        let mut out = vec![Bits::new(self.defs.len()); self.nodes.len()];
        for def in 0..variables {
            out[0].insert(def);
        }
        self.reaching = vec![Bits::new(self.defs.len()); self.nodes.len()];
        loop {
            let mut changed = false;
            for (node, found) in self.nodes.iter().enumerate().skip(1) {
                let mut state = Bits::new(self.defs.len());
                for &pred in &found.preds {
                    state.add_all(&out[pred]);
                }
                self.reaching[node].clone_from(&state);
                for (&def, &(var, kills)) in own[node].iter().zip(&found.defs) {
                    if kills {
                        for &other in &self.of_var[var.index()] {
                            state.remove(other);
                        }
                    }
                    state.insert(def);
                }
                if state != out[node] {
                    out[node] = state;
                    changed = true;
                }
            }
            if !changed {
                return;
            }
        }
    }

    /// The definitions of a variable that reach a node.
    pub(crate) fn reaching(&self, node: usize, var: VarId) -> impl Iterator<Item = usize> {
        let reaching = &self.reaching[node];
        let of_var = self.of_var[var.index()].iter().copied();
        of_var.filter(|&def| reaching.contains(def))
    }

    /// The nodes of each statement.
    pub(crate) fn nodes_of_statements(&self) -> Vec<Vec<usize>> {
        let mut nodes = vec![Vec::new(); self.stmts.len()];
        for (node, found) in self.nodes.iter().enumerate() {
            if let Some(stmt) = found.stmt {
                nodes[stmt].push(node);
            }
        }
        nodes
    }
}

fn reads(exprs: &[&Expr]) -> Vec<VarId> {
    let mut found = Vec::new();
    for expr in exprs {
        expr.visit(&mut |expr| {
            if let ExprKind::Var(var) = expr.kind {
                found.push(var);
            }
        });
    }
    found
}

impl<'a> Builder<'a> {
    fn node(&mut self, stmt: Option<usize>, preds: Vec<usize>) -> usize {
        let index = self.nodes.len();
        self.nodes.push(Node { stmt, uses: Vec::new(), defs: Vec::new(), preds });
        let guard = self.around.iter_mut().rev().find_map(|around| match around {
            Around::Guarded { throws, .. } => Some(throws),
            Around::Loop { .. } => None,
        });
        if let Some(throws) = guard {
            throws.push(index);
        }
        index
    }

    fn reading(&mut self, stmt: usize, preds: Vec<usize>, exprs: &[&Expr]) -> usize {
        let node = self.node(Some(stmt), preds);
        self.nodes[node].uses = reads(exprs);
        node
    }

    fn jump(&mut self, from: usize, jump: Jump) {
        for around in self.around.iter_mut().rev() {
            match around {
                Around::Guarded { jumps: Some(jumps), .. } => {
                    jumps.push((from, jump));
                    return;
                }
                Around::Guarded { jumps: None, .. } => {}
                Around::Loop { breaks, continues } => match jump {
                    Jump::Break => return breaks.push(from),
                    Jump::Continue => return continues.push(from),
                    Jump::Return => {}
                },
            }
        }
        // A `break` outside all loops ends the function, as `return` does.
        self.returns.push(from);
    }

    fn block(&mut self, block: &'a [Stmt], mut preds: Vec<usize>) -> Vec<usize> {
        for stmt in block {
            let number = self.stmts.len();
            self.stmts.push(stmt);
            self.parents.push(self.parent);
            let outer = self.parent.replace(number);
            preds = self.stmt(number, stmt, preds);
            self.parent = outer;
        }
        preds
    }

    fn in_loop(
        &mut self,
        build: impl FnOnce(&mut Builder<'a>) -> Vec<usize>,
    ) -> (Vec<usize>, Vec<usize>) {
        self.around.push(Around::Loop { breaks: Vec::new(), continues: Vec::new() });
        let mut ends = build(self);
        match self.around.pop() {
            Some(Around::Loop { breaks, continues }) => {
                ends.extend(continues);
                (ends, breaks)
            }
            Some(Around::Guarded { .. }) | None => (ends, Vec::new()),
        }
    }

    /// Adds a statement behind `preds`; says where control goes on from.
    fn stmt(&mut self, number: usize, stmt: &'a Stmt, preds: Vec<usize>) -> Vec<usize> {
        match &stmt.kind {
            StmtKind::Expr(value) => {
                let node = self.reading(number, preds, &[value]);
                if !matches!(value.kind, ExprKind::Var(_)) {
                    self.nodes[node].defs.extend(self.ans.map(|ans| (ans, false)));
                }
                vec![node]
            }
            StmtKind::Assign(target, _) | StmtKind::Delete(target) => {
                let node = self.reading(number, preds, &stmt.kind.exprs());
                self.store(node, target.var, target.links.is_empty());
                vec![node]
            }
            StmtKind::Update(target, ..) => {
                let node = self.reading(number, preds, &stmt.kind.exprs());
                self.store(node, target.var, false);
                vec![node]
            }
            StmtKind::Multi(targets, _) => {
                let node = self.reading(number, preds, &stmt.kind.exprs());
                for target in targets.iter().flatten() {
                    self.store(node, target.var, target.links.is_empty());
                }
                vec![node]
            }
            StmtKind::Declare(_, variables) => {
                let node = self.reading(number, preds, &stmt.kind.exprs());
                self.nodes[node].defs = variables.iter().map(|&(var, _)| (var, true)).collect();
                vec![node]
            }
            StmtKind::If(clauses, otherwise) => {
                self.branches(number, clauses, otherwise.as_deref(), preds)
            }
            StmtKind::Switch(subject, cases, otherwise) => {
                let subject = self.reading(number, preds, &[subject]);
                self.branches(number, cases, otherwise.as_deref(), vec![subject])
            }
            StmtKind::While(condition, block) => {
                let node = self.reading(number, preds, &[condition]);
                let (ends, mut exits) = self.in_loop(|builder| builder.block(block, vec![node]));
                self.nodes[node].preds.extend(ends);
                exits.push(node);
                exits
            }
            StmtKind::DoUntil(block, condition) => {
                let head = self.node(Some(number), preds);
                let (ends, mut exits) = self.in_loop(|builder| builder.block(block, vec![head]));
                let node = self.reading(number, ends, &[condition]);
                self.nodes[head].preds.push(node);
                exits.push(node);
                exits
            }
            StmtKind::For(place, value, block) => {
                self.for_loop(number, (place, value), block, preds)
            }
            StmtKind::Try(block, error, handler) => {
                let (mut ends, throws, _) = self.guarded(number, block, None, preds);
                let caught = self.node(Some(number), throws);
                self.nodes[caught].defs = error.iter().map(|&var| (var, true)).collect();
                ends.extend(self.block(handler, vec![caught]));
                ends
            }
            StmtKind::UnwindProtect(block, cleanup) => {
                self.unwind_protect(number, (block, cleanup), preds)
            }
            StmtKind::Break => self.leave(number, preds, Jump::Break),
            StmtKind::Continue => self.leave(number, preds, Jump::Continue),
            StmtKind::Return => self.leave(number, preds, Jump::Return),
        }
    }

    /// A node assigns a variable, as a whole or in part.
    fn store(&mut self, node: usize, var: VarId, is_whole: bool) {
        if !is_whole {
            self.nodes[node].uses.push(var);
        }
        self.nodes[node].defs.push((var, true));
    }

    /// The clauses of an `if` or the cases of a `switch`.
    fn branches(
        &mut self,
        number: usize,
        clauses: &'a [(Expr, Block)],
        otherwise: Option<&'a [Stmt]>,
        mut preds: Vec<usize>,
    ) -> Vec<usize> {
        let mut ends = Vec::new();
        for (condition, block) in clauses {
            let node = self.reading(number, preds, &[condition]);
            ends.extend(self.block(block, vec![node]));
            preds = vec![node];
        }
        match otherwise {
            Some(block) => ends.extend(self.block(block, preds)),
            None => ends.extend(preds),
        }
        ends
    }

    fn for_loop(
        &mut self,
        number: usize,
        (place, value): (&'a Place, &'a Expr),
        block: &'a [Stmt],
        preds: Vec<usize>,
    ) -> Vec<usize> {
        let first = self.reading(number, preds, &[value]);
        // If there is nothing to go through, the variable becomes empty.
        self.nodes[first].defs.push((place.var, false));
        let head = self.node(Some(number), vec![first]);
        let bind = self.reading(number, vec![head], &place.children());
        if !place.links.is_empty() {
            self.nodes[first].uses.push(place.var);
            self.nodes[bind].uses.push(place.var);
        }
        self.nodes[bind].defs.push((place.var, true));
        let (ends, mut exits) = self.in_loop(|builder| builder.block(block, vec![bind]));
        self.nodes[head].preds.extend(ends);
        exits.push(head);
        exits
    }

    /// A block whose nodes may all jump to a handler; `jumps` if what leaves the block goes
    /// there as well. Gives where the block ends, what may jump, and what leaves it.
    fn guarded(
        &mut self,
        number: usize,
        block: &'a [Stmt],
        jumps: Option<Vec<(usize, Jump)>>,
        preds: Vec<usize>,
    ) -> (Vec<usize>, Vec<usize>, Vec<(usize, Jump)>) {
        self.around.push(Around::Guarded { throws: Vec::new(), jumps });
        let start = self.node(Some(number), preds);
        let ends = self.block(block, vec![start]);
        match self.around.pop() {
            Some(Around::Guarded { throws, jumps }) => (ends, throws, jumps.unwrap_or_default()),
            Some(Around::Loop { .. }) | None => (ends, Vec::new(), Vec::new()),
        }
    }

    fn unwind_protect(
        &mut self,
        number: usize,
        (block, cleanup): (&'a [Stmt], &'a [Stmt]),
        preds: Vec<usize>,
    ) -> Vec<usize> {
        let (mut ends, throws, jumps) = self.guarded(number, block, Some(Vec::new()), preds);
        ends.extend(throws);
        ends.extend(jumps.iter().map(|&(from, _)| from));
        let entered = self.node(Some(number), ends);
        let ends = self.block(cleanup, vec![entered]);
        for kind in [Jump::Break, Jump::Continue, Jump::Return] {
            if jumps.iter().any(|&(_, jump)| jump == kind) {
                for &end in &ends {
                    self.jump(end, kind);
                }
            }
        }
        ends
    }

    /// `break`, `continue` or `return`: control goes on from nowhere.
    fn leave(&mut self, number: usize, preds: Vec<usize>, jump: Jump) -> Vec<usize> {
        let node = self.node(Some(number), preds);
        self.jump(node, jump);
        Vec::new()
    }
}

/// Keeps the statements of a function that `keep` says yes to, by their numbers.
pub(crate) fn retain_statements(body: &mut Vec<Stmt>, keep: &mut impl FnMut(usize) -> bool) {
    fn block(body: &mut Vec<Stmt>, number: &mut usize, keep: &mut impl FnMut(usize) -> bool) {
        body.retain_mut(|stmt| {
            let own = *number;
            *number += 1;
            for inner in stmt.kind.blocks_mut() {
                block(inner, number, keep);
            }
            keep(own)
        });
    }
    block(body, &mut 0, keep);
}

/// Calls `change` for every statement with its number.
pub(crate) fn change_numbered(body: &mut [Stmt], change: &mut impl FnMut(usize, &mut Stmt)) {
    fn block(body: &mut [Stmt], number: &mut usize, change: &mut impl FnMut(usize, &mut Stmt)) {
        for stmt in body {
            let own = *number;
            *number += 1;
            for inner in stmt.kind.blocks_mut() {
                block(inner, number, change);
            }
            change(own, stmt);
        }
    }
    block(body, &mut 0, change);
}
