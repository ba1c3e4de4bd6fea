//! Variables of which more is seen than what they are read for.
//!
//! What `onCleanup` is given runs when the last copy of its object is overwritten or
//! goes out of scope. So no assignment to a variable that may hold one is dead:
//!
//! ```matlab
//! c = onCleanup (@() disp ("closed"));
//! c = [];                                 % prints
//! disp ("next");
//! ```
//!
//! And `display (x)` shows the name of its argument, as do functions that ask `inputname`
//! for it: nothing else may stand there.

use formwork_builtins::BuiltinId;
use rustc_hash::FxHashSet;

use crate::residual::{
    Callee, Expr, ExprKind, Function, FunctionId, Link, Program, StmtKind, VarId, Variable,
};
use crate::walk::visit_statements;

/// Whether a program makes objects whose end is an effect.
pub(crate) fn makes_cleanups(program: &Program) -> bool {
    program.reached().into_iter().any(|id| makes_objects(&program.functions[id]))
}

/// Marks these variables in all functions.
pub(crate) fn expose(program: &mut Program) {
    let ids = program.reached();
    let asking: FxHashSet<FunctionId> =
        ids.iter().copied().filter(|&id| asks_for_names(&program.functions[id])).collect();
    for &id in &ids {
        for var in named(&program.functions[id], &asking) {
            program.functions[id].vars[var].exposed = true;
        }
    }
    if !ids.iter().any(|&id| makes_objects(&program.functions[id])) {
        return;
    }
    for id in ids {
        let holders = holders(&program.functions[id]);
        for var in holders {
            program.functions[id].vars[var].exposed = true;
        }
        // What is computed and not kept goes to `ans`, and what was there is gone.
        let vars = &mut program.functions[id].vars;
        match vars.values_mut().find(|variable| &*variable.name == "ans") {
            Some(ans) => ans.exposed = true,
            None => {
                vars.push(Variable { name: "ans".into(), exposed: true });
            }
        }
    }
}

/// The variables that are passed to what looks at their names.
fn named(function: &Function, asking: &FxHashSet<FunctionId>) -> Vec<VarId> {
    fn collect(expr: &Expr, asking: &FxHashSet<FunctionId>, found: &mut Vec<VarId>) {
        if let ExprKind::Call(callee, args) = &expr.kind {
            let looks = match callee {
                Callee::Builtin(row) => row.is(BuiltinId::Display),
                Callee::Function(id) => asking.contains(id),
                Callee::Name(_) => true,
            };
            found.extend(args.iter().filter(|_| looks).filter_map(|arg| match arg.kind {
                ExprKind::Var(var) => Some(var),
                _ => None,
            }));
        }
        if let ExprKind::Index(root, links) = &expr.kind
            && matches!(root.kind, ExprKind::Var(_))
            && !root.sure
            && let [Link::Paren(args), ..] = &links[..]
        {
            // A function, perhaps.
            found.extend(args.iter().filter_map(|arg| match arg.kind {
                ExprKind::Var(var) => Some(var),
                _ => None,
            }));
        }
        for child in expr.children() {
            collect(child, asking, found);
        }
    }
    let mut found = Vec::new();
    visit_statements(&function.body, &mut |stmt| {
        for expr in stmt.kind.exprs() {
            collect(expr, asking, &mut found);
        }
    });
    found
}

/// Whether a function looks at how its arguments are called.
fn asks_for_names(function: &Function) -> bool {
    calls(function, BuiltinId::Inputname)
}

/// Whether a function makes such objects itself.
fn makes_objects(function: &Function) -> bool {
    calls(function, BuiltinId::OnCleanup)
}

/// Whether a function calls a built-in, or is kept as text that names it.
fn calls(function: &Function, id: BuiltinId) -> bool {
    let mut found = function
        .verbatim
        .as_ref()
        .is_some_and(|text| crate::walk::words(text).any(|word| *word == *id.name()));
    visit_statements(&function.body, &mut |stmt| {
        let is = |expr: &Expr| is_call_of(expr, id);
        found |= stmt.kind.exprs().into_iter().any(|expr| mentions(expr, &is));
    });
    found
}

fn is_call_of(expr: &Expr, id: BuiltinId) -> bool {
    matches!(&expr.kind, ExprKind::Call(Callee::Builtin(row), _) if row.is(id))
}

/// Whether an expression or a part of it is such.
fn mentions(expr: &Expr, holds: &dyn Fn(&Expr) -> bool) -> bool {
    holds(expr) || expr.children().into_iter().any(|child| mentions(child, holds))
}

/// The variables that are assigned something that mentions an object, a function that may
/// return one, or another such variable.
fn holders(function: &Function) -> FxHashSet<VarId> {
    let mut holders: FxHashSet<VarId> = FxHashSet::default();
    loop {
        let before = holders.len();
        let mut found = Vec::new();
        let may_hold = |expr: &Expr| match &expr.kind {
            ExprKind::Call(Callee::Function(_) | Callee::Name(_), _) => true,
            ExprKind::Var(var) => holders.contains(var),
            _ => is_call_of(expr, BuiltinId::OnCleanup),
        };
        visit_statements(&function.body, &mut |stmt| {
            if matches!(stmt.kind, StmtKind::Assign(..) | StmtKind::Multi(..))
                && stmt.kind.exprs().into_iter().any(|expr| mentions(expr, &may_hold))
            {
                found.extend(stmt.kind.targets());
            }
        });
        holders.extend(found);
        if holders.len() == before {
            return holders;
        }
    }
}
