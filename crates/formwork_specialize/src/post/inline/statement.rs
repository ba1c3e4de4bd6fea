//! Functions without `return`, before the statement that calls them.

use rustc_hash::{FxHashMap, FxHashSet};

use super::super::effects::{Purity, has_value, is_single, is_sure};
use super::super::flow::Flow;
use super::Candidates;
use crate::residual::{
    Block, Callee, Expr, ExprKind, Function, FunctionId, Place, Program, Stmt, StmtKind, VarId,
    Variable,
};
use crate::walk::{change_statements, visit_statements};

/// Inlines into the statements of a function; says how many calls.
pub(super) fn inline(
    program: &mut Program,
    caller: FunctionId,
    candidates: &Candidates,
    purity: &Purity,
) -> usize {
    let mut inliner = Inliner {
        used: names_of(&program.functions[caller]),
        program,
        caller,
        candidates,
        purity,
        guarded: 0,
        count: 0,
    };
    let body = std::mem::take(&mut inliner.program.functions[caller].body);
    let body = inliner.block(body);
    let count = inliner.count;
    program.functions[caller].body = body;
    count
}

fn names_of(function: &Function) -> FxHashSet<std::rc::Rc<str>> {
    function.used_vars().into_iter().map(|var| function.vars[var].name.clone()).collect()
}

struct Inliner<'a> {
    program: &'a mut Program,
    caller: FunctionId,
    candidates: &'a Candidates,
    purity: &'a Purity,
    /// The names of the variables of the caller.
    used: FxHashSet<std::rc::Rc<str>>,
    /// How many `try` and `unwind_protect` are around.
    guarded: usize,
    count: usize,
}

impl Inliner<'_> {
    fn block(&mut self, block: Block) -> Block {
        let mut out = Vec::with_capacity(block.len());
        for mut stmt in block {
            let guards = matches!(stmt.kind, StmtKind::Try(..) | StmtKind::UnwindProtect(..));
            self.guarded += usize::from(guards);
            for inner in stmt.kind.blocks_mut() {
                *inner = self.block(std::mem::take(inner));
            }
            self.guarded -= usize::from(guards);
            let (before, from) = (out.len(), stmt.from);
            self.statement(stmt, &mut out);
            for made in &mut out[before..] {
                made.from = made.from.or(from);
            }
        }
        out
    }

    fn statement(&mut self, mut stmt: Stmt, out: &mut Block) {
        match &stmt.kind {
            StmtKind::Assign(place, value) => {
                let targets = [Some(place.clone())];
                // The place is found before the value is computed.
                let calm = place.children().into_iter().all(|part| self.purity.is_removable(part));
                if let (true, Some((id, args))) = (calm, self.call(value, 1, &targets, stmt.prints))
                {
                    let args = args.to_vec();
                    let target = self.direct_target(id, place);
                    let shared = match target {
                        Some(_) => Vec::new(),
                        None => self.shared(id, &args, &targets, stmt.prints),
                    };
                    let known = target.into_iter().zip(self.first_output(id));
                    let known = known.map(|(target, output)| (output, target)).chain(shared);
                    let mut known: Vec<(VarId, VarId)> = known.collect();
                    let direct = !known.is_empty();
                    known.extend(self.aliased(id, &args, &targets));
                    let results = self.insert(id, args, &known, target, &mut stmt, out);
                    if !direct
                        && let (StmtKind::Assign(_, value), Some(&result)) =
                            (&mut stmt.kind, results.first())
                    {
                        value.kind = ExprKind::Var(result);
                        out.push(stmt);
                    }
                    return;
                }
            }
            StmtKind::Multi(places, value) => {
                let whole = places.iter().flatten().all(|place| place.links.is_empty());
                if let (true, Some((id, args))) =
                    (whole, self.call(value, places.len(), places, stmt.prints))
                {
                    let (args, prints) = (args.to_vec(), stmt.prints);
                    let places: Vec<Option<Place>> = places.clone();
                    let mut shared = self.shared(id, &args, &places, prints);
                    shared.extend(self.aliased(id, &args, &places));
                    let results = self.insert(id, args, &shared, None, &mut stmt, out);
                    for (place, result) in places.into_iter().zip(results) {
                        if let Some(place) = place
                            && place.var != result
                        {
                            let value = Expr { sure: true, ..Expr::unknown(ExprKind::Var(result)) };
                            let kind = StmtKind::Assign(place, value);
                            out.push(Stmt::new(kind, prints));
                        }
                    }
                    return;
                }
            }
            StmtKind::Expr(value) if !stmt.prints => {
                if let Some((id, args)) = self.call(value, 0, &[], false)
                    && self.program.functions[id].outputs.is_empty()
                {
                    let args = args.to_vec();
                    let aliased = self.aliased(id, &args, &[]);
                    self.insert(id, args, &aliased, None, &mut stmt, out);
                    return;
                }
            }
            _ => {}
        }
        self.hoist(&mut stmt, out);
        out.push(stmt);
    }

    /// The call that an expression is, if it can be inlined for so many outputs that go to
    /// such places.
    fn call<'e>(
        &self,
        expr: &'e Expr,
        outputs: usize,
        places: &[Option<Place>],
        prints: bool,
    ) -> Option<(FunctionId, &'e [Expr])> {
        let ExprKind::Call(Callee::Function(id), args) = &expr.kind else { return None };
        let accepted = self.candidates.accepts(self.program, *id)
            || self.candidates.accepts_middling(self.program, *id);
        if *id == self.caller || !accepted {
            return None;
        }
        let function = &self.program.functions[*id];
        let fits = args.len() == function.params.len()
            && outputs <= function.outputs.len()
            && args.iter().all(|arg| is_single(arg) && has_value(arg, self.program))
            && function
                .params
                .iter()
                .zip(args)
                .all(|(param, arg)| param.is_some() || self.purity.is_removable(arg));
        let mut shared = self.shared(*id, args, places, prints);
        shared.extend(self.aliased(*id, args, places));
        (fits && starts_afresh(function) && self.names_are_free(function, &shared))
            .then_some((*id, args))
    }

    /// Parameters that are outputs as well, with the variable that is handed in for them and
    /// takes them back: the function can work in it.
    fn shared(
        &self,
        id: FunctionId,
        args: &[Expr],
        places: &[Option<Place>],
        prints: bool,
    ) -> Vec<(VarId, VarId)> {
        // Where errors are caught, the variable would show how far the function came.
        if self.guarded > 0 || prints {
            return Vec::new();
        }
        let function = &self.program.functions[id];
        let vars = &self.program.functions[self.caller].vars;
        let taken: Vec<VarId> = places.iter().flatten().map(|place| place.var).collect();
        let mut shared = Vec::new();
        for (place, &output) in places.iter().zip(&function.outputs) {
            let Some(place) = place else { continue };
            let mut own =
                function.params.iter().zip(args).filter(|(param, _)| **param == Some(output));
            let (Some((_, arg)), None) = (own.next(), own.next()) else { continue };
            let once = taken.iter().filter(|&&var| var == place.var).count() == 1
                && function.outputs.iter().filter(|&&var| var == output).count() == 1;
            if once
                && place.links.is_empty()
                && !vars[place.var].exposed
                && matches!(arg.kind, ExprKind::Var(var) if var == place.var)
            {
                shared.push((output, place.var));
            }
        }
        shared
    }

    /// Parameters that never change, with the variable of the same name that is handed in for
    /// them: the function can read that one, which messages name as they named the parameter.
    fn aliased(
        &self,
        id: FunctionId,
        args: &[Expr],
        places: &[Option<Place>],
    ) -> Vec<(VarId, VarId)> {
        let function = &self.program.functions[id];
        let caller = &self.program.functions[self.caller];
        let mut changed: FxHashSet<VarId> = function.outputs.iter().copied().collect();
        visit_statements(&function.body, &mut |stmt| changed.extend(stmt.kind.targets()));
        let taken: Vec<VarId> = places.iter().flatten().map(|place| place.var).collect();
        let pairs = function.params.iter().zip(args).filter_map(|(param, arg)| {
            let (Some(own), ExprKind::Var(theirs)) = (*param, &arg.kind) else { return None };
            let same = arg.sure
                && !changed.contains(&own)
                && !taken.contains(theirs)
                && !caller.vars[*theirs].exposed
                && caller.vars[*theirs].name == function.vars[own].name
                && self.keeps_name(*theirs);
            same.then_some((own, *theirs))
        });
        pairs.collect()
    }

    /// Whether a variable of the caller is called in the text as it is called here.
    fn keeps_name(&self, var: VarId) -> bool {
        let caller = &self.program.functions[self.caller];
        let first = |other: &&VarId| caller.vars[**other].name == caller.vars[var].name;
        let own = caller.params.iter().flatten().chain(&caller.outputs).find(first);
        match own {
            Some(own) => *own == var,
            None => !caller
                .vars
                .iter()
                .any(|(other, variable)| other != var && variable.name == caller.vars[var].name),
        }
    }

    fn first_output(&self, id: FunctionId) -> Option<VarId> {
        self.program.functions[id].outputs.first().copied()
    }

    /// Whether no message can name a variable that would have to be called otherwise.
    fn names_are_free(&self, function: &Function, shared: &[(VarId, VarId)]) -> bool {
        let vars = &self.program.functions[self.caller].vars;
        let renamed: FxHashSet<VarId> = function
            .used_vars()
            .into_iter()
            .filter(|&var| match shared.iter().find(|&&(own, _)| own == var) {
                Some(&(_, theirs)) => vars[theirs].name != function.vars[var].name,
                None => self.used.contains(&function.vars[var].name),
            })
            .collect();
        let mut free = true;
        function.visit_exprs(&mut |expr| match &expr.kind {
            ExprKind::Var(var) => free &= expr.sure || !renamed.contains(var),
            ExprKind::Index(base, _) => {
                if let ExprKind::Var(var) = base.kind {
                    free &= expr.sure || !renamed.contains(&var);
                }
            }
            // Its text shows them.
            ExprKind::Anonymous(_, value, _) => {
                free &= !renamed.iter().any(|&var| value.reads(var));
            }
            _ => {}
        });
        visit_statements(&function.body, &mut |stmt| match &stmt.kind {
            StmtKind::Assign(place, _) | StmtKind::Delete(place) | StmtKind::For(place, ..) => {
                free &=
                    place.links.is_empty() || place.store.exact || !renamed.contains(&place.var);
            }
            StmtKind::Multi(places, _) => {
                free &= places
                    .iter()
                    .flatten()
                    .all(|place| place.links.is_empty() || !renamed.contains(&place.var));
            }
            StmtKind::Update(place, ..) => free &= !renamed.contains(&place.var),
            _ => {}
        });
        free
    }

    /// The variable that a statement assigns to, if the function can assign to it itself.
    fn direct_target(&self, id: FunctionId, place: &Place) -> Option<VarId> {
        let function = &self.program.functions[id];
        let output = *function.outputs.first()?;
        let is_param = function.params.contains(&Some(output));
        let local = !self.program.functions[self.caller].vars[place.var].exposed;
        // Where errors are caught, the variable would show that the function was begun.
        (place.links.is_empty() && local && !is_param && self.guarded == 0).then_some(place.var)
    }

    /// Puts the statements of a function, some of whose variables are known to be ones of
    /// the caller; gives the variables that hold its outputs.
    fn insert(
        &mut self,
        id: FunctionId,
        args: Vec<Expr>,
        known: &[(VarId, VarId)],
        target: Option<VarId>,
        stmt: &mut Stmt,
        out: &mut Block,
    ) -> Vec<VarId> {
        self.count += 1;
        let function = self.program.functions[id].clone();
        self.candidates.note_inlined(&function);
        let mut renamed: FxHashMap<VarId, VarId> = known.iter().copied().collect();
        let mut used: Vec<VarId> = function.used_vars().into_iter().collect();
        used.sort_unstable();
        let vars = &mut self.program.functions[self.caller].vars;
        for var in used {
            renamed.entry(var).or_insert_with(|| {
                let name = function.vars[var].name.clone();
                self.used.insert(name.clone());
                vars.push(Variable { name, exposed: false })
            });
        }
        let outlived = function.outlived.iter().filter_map(|var| renamed.get(var).copied());
        self.program.functions[self.caller].outlived.extend(outlived);
        let first = out.len();
        for (param, arg) in function.params.iter().zip(args) {
            if let Some(var) = param
                && !known.iter().any(|(own, _)| own == var)
            {
                out.push(Stmt::silent(StmtKind::Assign(Place::whole(renamed[var]), arg)));
            }
        }
        let mut body = function.body;
        change_statements(&mut body, &mut |stmt| {
            for var in stmt.kind.targets_mut() {
                *var = renamed[var];
            }
            for root in stmt.kind.exprs_mut() {
                root.change(&mut |expr| {
                    if let ExprKind::Var(var) = &mut expr.kind {
                        *var = renamed[var];
                    }
                });
            }
        });
        out.append(&mut body);
        // A statement that displays its result does so still.
        if let (Some(target), true) = (target, stmt.prints) {
            let value = Expr { sure: true, ..Expr::unknown(ExprKind::Var(target)) };
            out.push(Stmt::new(StmtKind::Expr(value), true));
        }
        if let Some(inserted) = out.get_mut(first) {
            inserted.comments.splice(0..0, std::mem::take(&mut stmt.comments));
        }
        function.outputs.iter().map(|var| renamed[var]).collect()
    }

    /// Takes calls out of the expressions of a statement that come before everything else
    /// that may fail or have an effect.
    fn hoist(&mut self, stmt: &mut Stmt, out: &mut Block) {
        let is_root_fixed = matches!(stmt.kind, StmtKind::Expr(_) | StmtKind::Multi(..));
        let first_only = match &stmt.kind {
            StmtKind::Assign(..) | StmtKind::Multi(..) | StmtKind::Expr(_) => false,
            StmtKind::If(..) | StmtKind::Switch(..) | StmtKind::For(..) => true,
            _ => return,
        };
        let mut calm = true;
        let mut kind = std::mem::replace(&mut stmt.kind, StmtKind::Return);
        let roots = kind.exprs_mut();
        let last = roots.len().saturating_sub(1);
        for (index, root) in roots.into_iter().enumerate() {
            if first_only && index > 0 {
                break;
            }
            if is_root_fixed && index == last {
                if matches!(&root.kind, ExprKind::Call(Callee::Builtin(row), _)
                    if row.effects.look_around())
                {
                    break;
                }
                for child in root.children_mut() {
                    self.take_out(child, &mut calm, stmt, out);
                }
            } else {
                self.take_out(root, &mut calm, stmt, out);
            }
        }
        stmt.kind = kind;
    }

    /// Goes through an expression in the order of evaluation; `calm` as long as nothing has
    /// been seen that may fail or have an effect.
    fn take_out(&mut self, expr: &mut Expr, calm: &mut bool, stmt: &mut Stmt, out: &mut Block) {
        if !*calm {
            return;
        }
        match &mut expr.kind {
            ExprKind::Anonymous(..) => return,
            ExprKind::Call(Callee::Builtin(row), _) if row.effects.look_around() => {
                *calm = false;
                return;
            }
            ExprKind::AndAlso(left, right)
            | ExprKind::OrElse(left, right)
            | ExprKind::Lazy(_, left, right) => {
                self.take_out(left, calm, stmt, out);
                *calm &= self.purity.is_removable(right) && is_sure(expr);
                return;
            }
            _ => {
                for child in expr.children_mut() {
                    self.take_out(child, calm, stmt, out);
                }
            }
        }
        if !*calm {
            return;
        }
        // What was read before may not change: an exposed variable could.
        if let ExprKind::Var(var) = expr.kind {
            *calm &= !self.program.functions[self.caller].vars[var].exposed;
        }
        if let Some((id, args)) = self.call(expr, 1, &[], false) {
            let args = args.to_vec();
            let mut comments = Stmt::silent(StmtKind::Return);
            std::mem::swap(&mut comments.comments, &mut stmt.comments);
            let aliased = self.aliased(id, &args, &[]);
            let results = self.insert(id, args, &aliased, None, &mut comments, out);
            if let Some(&result) = results.first() {
                expr.kind = ExprKind::Var(result);
                expr.sure = true;
            }
            return;
        }
        *calm &= expr.sure && self.purity.node_is_pure(expr);
    }
}

/// Whether a function never reads a variable of its own that has no value yet, so that it
/// does not matter what a variable held before.
fn starts_afresh(function: &Function) -> bool {
    let flow = Flow::of(function);
    let is_param = |var: VarId| function.params.contains(&Some(var));
    flow.nodes.iter().enumerate().all(|(node, found)| {
        found
            .uses
            .iter()
            .all(|&var| is_param(var) || flow.reaching(node, var).all(|def| flow.defs[def].0 != 0))
    })
}
