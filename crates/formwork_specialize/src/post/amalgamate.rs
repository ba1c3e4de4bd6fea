//! Values that are used once, where they are used.
//!
//! `t = a * b; y = t + c` becomes `y = a * b + c` if `t` is used nowhere else and the
//! order in which things happen and fail stays. What can neither do anything nor fail may
//! also move over other statements, as long as what it reads stays.

use std::rc::Rc;

use formwork_runtime::ops::BinaryOp;
use rustc_hash::{FxHashMap, FxHashSet};

use super::effects::{Purity, has_value, is_single};
use super::flow::{Flow, change_numbered, is_fixed, retain_statements};
use crate::residual::{Callee, Expr, ExprKind, FunctionId, Program, Stmt, StmtKind, VarId};
use crate::walk::visit_statements;

/// Over how many statements a value may move.
const REACH: usize = 8;
/// How large an expression may become.
const LARGEST: usize = 60;

/// Puts values that are used once where they are used; says how many.
pub(crate) fn amalgamate(program: &mut Program, id: FunctionId, purity: &Purity) -> usize {
    if is_fixed(&program.functions[id]) {
        return 0;
    }
    let merges = Search::run(program, id, purity);
    if merges.is_empty() {
        return 0;
    }
    let mut values: FxHashMap<usize, (VarId, Expr, Vec<Rc<str>>)> = FxHashMap::default();
    let body = &mut program.functions[id].body;
    change_numbered(body, &mut |number, stmt| {
        if let (Some(&to), StmtKind::Assign(place, value)) = (merges.get(&number), &stmt.kind) {
            values.insert(to, (place.var, value.clone(), stmt.comments.clone()));
        }
    });
    change_numbered(body, &mut |number, stmt| {
        let Some((var, value, comments)) = values.get(&number) else { return };
        for expr in stmt.kind.exprs_mut() {
            expr.change(&mut |inner| {
                if matches!(inner.kind, ExprKind::Var(own) if own == *var) {
                    *inner = value.clone();
                }
            });
        }
        stmt.comments.splice(0..0, comments.iter().cloned());
    });
    retain_statements(body, &mut |number| !merges.contains_key(&number));
    merges.len()
}

struct Search<'a> {
    program: &'a Program,
    purity: &'a Purity,
    flow: Flow<'a>,
    function: FunctionId,
    /// For each definition, the nodes it reaches that read its variable.
    uses: Vec<Vec<usize>>,
    taken: FxHashSet<usize>,
    /// Assignments, and the statements their values go to.
    merges: FxHashMap<usize, usize>,
    /// The definition that each statement makes, if it makes one.
    made: FxHashMap<usize, usize>,
}

impl Search<'_> {
    fn run(program: &Program, id: FunctionId, purity: &Purity) -> FxHashMap<usize, usize> {
        let function = &program.functions[id];
        let flow = Flow::of(function);
        let mut uses: Vec<Vec<usize>> = vec![Vec::new(); flow.defs.len()];
        for (node, found) in flow.nodes.iter().enumerate() {
            for &var in &found.uses {
                for def in flow.reaching(node, var) {
                    uses[def].push(node);
                }
            }
        }
        let mut made = FxHashMap::default();
        for (def, &(node, _)) in flow.defs.iter().enumerate() {
            if let Some(stmt) = flow.nodes[node].stmt {
                made.insert(stmt, def);
            }
        }
        let mut search = Search {
            program,
            purity,
            flow,
            function: id,
            uses,
            taken: FxHashSet::default(),
            merges: FxHashMap::default(),
            made,
        };
        let mut number = 0;
        search.block(&function.body, &mut number);
        search.merges
    }

    /// Looks through a block whose first statement has that number.
    fn block(&mut self, block: &[Stmt], number: &mut usize) {
        let mut numbers = Vec::with_capacity(block.len());
        for stmt in block {
            numbers.push(*number);
            *number += 1;
            for inner in stmt.kind.blocks() {
                self.block(inner, number);
            }
        }
        for (place, stmt) in block.iter().enumerate() {
            self.consider(block, &numbers, place, stmt);
        }
    }

    fn consider(&mut self, block: &[Stmt], numbers: &[usize], place: usize, stmt: &Stmt) {
        let StmtKind::Assign(target, value) = &stmt.kind else { return };
        let function = &self.program.functions[self.function];
        let from = numbers[place];
        if stmt.prints
            || !target.links.is_empty()
            || function.vars[target.var].exposed
            || self.taken.contains(&from)
            || value.is_null_literal()
            || !is_single(value)
            || !has_value(value, self.program)
        {
            return;
        }
        let Some(&def) = self.made.get(&from) else { return };
        let [node] = self.uses[def][..] else { return };
        // Nothing else may reach the use, so that it always is this value.
        if self.flow.reaching(node, target.var).count() != 1 {
            return;
        }
        let Some(to) = self.flow.nodes[node].stmt else { return };
        let Some(other) = numbers.iter().position(|&number| number == to) else { return };
        if other <= place || other - place > REACH || self.taken.contains(&to) {
            return;
        }
        let between = &block[place + 1..other];
        let removable = self.purity.is_removable(value) && !self.reads_exposed(value);
        let moves = between.is_empty() || (removable && stays(value, between));
        if !moves {
            return;
        }
        // Calls may change what is exposed, and look at it.
        let pure = self.purity.is_pure(value);
        let Some(found) = self.locate(&block[other].kind, target.var) else { return };
        let fits = if removable {
            true
        } else {
            !found.conditional && found.before_droppable && (pure || !found.before_exposed)
                // In a condition `|` and `&` do not always look at both sides.
                && !(found.is_condition
                    && matches!(value.kind, ExprKind::Binary(BinaryOp::Or | BinaryOp::And, ..)))
        };
        if !fits
            || size(value) + block[other].kind.exprs().into_iter().map(size).sum::<usize>()
                > LARGEST
        {
            return;
        }
        self.taken.insert(from);
        self.taken.insert(to);
        self.merges.insert(from, to);
    }

    fn reads_exposed(&self, expr: &Expr) -> bool {
        let function = &self.program.functions[self.function];
        expr.any(&mut |expr| matches!(expr.kind, ExprKind::Var(var) if function.vars[var].exposed))
    }

    /// Where a statement reads a variable, if a value may stand there.
    fn locate(&self, kind: &StmtKind, var: VarId) -> Option<Found> {
        let mut locator = Locator {
            search: self,
            var,
            state: Found {
                conditional: false,
                before_droppable: true,
                before_exposed: false,
                is_condition: false,
            },
            found: None,
            forbidden: false,
        };
        match kind {
            StmtKind::Assign(place, value) => {
                for part in place.children() {
                    locator.expr(part);
                }
                locator.expr(value);
            }
            StmtKind::Multi(places, value) => {
                if matches!(value.kind, ExprKind::Var(_)) {
                    return None;
                }
                for part in places.iter().flatten().flat_map(|place| place.children()) {
                    locator.expr(part);
                }
                locator.expr(value);
            }
            StmtKind::Expr(value) => {
                if matches!(value.kind, ExprKind::Var(_)) {
                    return None;
                }
                locator.expr(value);
            }
            StmtKind::If(clauses, _) => {
                for (condition, _) in clauses {
                    if matches!(condition.kind, ExprKind::Var(own) if own == var) {
                        locator.state.is_condition = true;
                    }
                    locator.expr(condition);
                    locator.state.conditional = true;
                }
            }
            StmtKind::Switch(subject, cases, _) => {
                locator.expr(subject);
                locator.state.conditional = true;
                for (value, _) in cases {
                    locator.expr(value);
                }
            }
            StmtKind::For(place, value, _) => {
                if place.links.is_empty() {
                    locator.expr(value);
                }
            }
            StmtKind::Delete(_)
            | StmtKind::Update(..)
            | StmtKind::While(..)
            | StmtKind::DoUntil(..)
            | StmtKind::Try(..)
            | StmtKind::UnwindProtect(..)
            | StmtKind::Break
            | StmtKind::Continue
            | StmtKind::Return
            | StmtKind::Declare(..) => {}
        }
        if locator.forbidden { None } else { locator.found }
    }
}

/// What is evaluated before the place that was found.
#[derive(Clone)]
struct Found {
    /// Whether the place is perhaps not reached.
    conditional: bool,
    /// Whether all that comes before could be left out.
    before_droppable: bool,
    /// Whether something before reads a variable that others may change.
    before_exposed: bool,
    /// Whether it is a whole condition.
    is_condition: bool,
}

struct Locator<'a> {
    search: &'a Search<'a>,
    var: VarId,
    state: Found,
    found: Option<Found>,
    forbidden: bool,
}

impl Locator<'_> {
    fn expr(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Var(var) if *var == self.var => {
                self.forbidden |= self.found.is_some();
                self.found = Some(self.state.clone());
                return;
            }
            ExprKind::Anonymous(..) => {
                self.forbidden |= expr.reads(self.var);
                return;
            }
            ExprKind::Call(Callee::Builtin(row), _)
                if row.effects.look_around() && expr.reads(self.var) =>
            {
                self.forbidden = true;
                return;
            }
            ExprKind::Index(base, links) => {
                if matches!(base.kind, ExprKind::Var(var) if var == self.var) {
                    self.forbidden = true;
                    return;
                }
                self.expr(base);
                for part in links.iter().flat_map(|link| link.children()) {
                    self.expr(part);
                }
            }
            ExprKind::AndAlso(left, right)
            | ExprKind::OrElse(left, right)
            | ExprKind::Lazy(_, left, right) => {
                self.expr(left);
                let outer = std::mem::replace(&mut self.state.conditional, true);
                self.expr(right);
                self.state.conditional = outer;
            }
            _ => {
                for child in expr.children() {
                    self.expr(child);
                }
            }
        }
        if self.found.is_none() {
            let function = &self.search.program.functions[self.search.function];
            self.state.before_droppable &= self.search.purity.is_removable(expr);
            self.state.before_exposed |=
                matches!(expr.kind, ExprKind::Var(var) if function.vars[var].exposed);
        }
    }
}

/// Whether what a value reads is not assigned in some statements.
fn stays(value: &Expr, between: &[Stmt]) -> bool {
    let mut assigned: FxHashSet<VarId> = FxHashSet::default();
    visit_statements(between, &mut |stmt| assigned.extend(stmt.kind.targets()));
    // An expression as a statement changes `ans`, which nobody who reads it may pass.
    let answers = between.iter().any(|stmt| matches!(stmt.kind, StmtKind::Expr(_)));
    !value.any(&mut |expr| match expr.kind {
        ExprKind::Var(var) => answers || assigned.contains(&var),
        _ => false,
    })
}

fn size(expr: &Expr) -> usize {
    1 + expr.children().into_iter().map(size).sum::<usize>()
}
