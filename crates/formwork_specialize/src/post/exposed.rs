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

use rustc_hash::FxHashSet;

use crate::residual::{Callee, Expr, ExprKind, Function, Program, StmtKind, VarId, Variable};
use crate::walk::visit_statements;

/// Whether a program makes objects whose end is an effect.
pub(crate) fn makes_cleanups(program: &Program) -> bool {
    program.reached().into_iter().any(|id| makes_objects(&program.functions[id]))
}

/// Marks these variables in all functions.
pub(crate) fn expose(program: &mut Program) {
    let ids = program.reached();
    for &id in &ids {
        for var in named(program, &program.functions[id]) {
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
fn named(program: &Program, function: &Function) -> Vec<VarId> {
    fn collect(program: &Program, expr: &Expr, found: &mut Vec<VarId>) {
        if let ExprKind::Call(callee, args) = &expr.kind
            && asks_for_names(program, callee)
        {
            found.extend(args.iter().filter_map(|arg| match arg.kind {
                ExprKind::Var(var) => Some(var),
                _ => None,
            }));
        }
        for child in expr.children() {
            collect(program, child, found);
        }
    }
    let mut found = Vec::new();
    visit_statements(&function.body, &mut |stmt| {
        for expr in stmt.kind.exprs() {
            collect(program, expr, &mut found);
        }
    });
    found
}

/// Whether a function looks at how its arguments are called.
fn asks_for_names(program: &Program, callee: &Callee) -> bool {
    match callee {
        Callee::Builtin(row) => row.name == "display",
        Callee::Function(id) => {
            let function = &program.functions[*id];
            let mut asks = function
                .verbatim
                .as_ref()
                .is_some_and(|text| crate::walk::words(text).any(|word| *word == *"inputname"));
            visit_statements(&function.body, &mut |stmt| {
                asks |= stmt.kind.exprs().into_iter().any(|expr| mentions(expr, &is_inputname));
            });
            asks
        }
        Callee::Name(_) => false,
    }
}

fn is_inputname(expr: &Expr) -> bool {
    matches!(&expr.kind, ExprKind::Call(Callee::Builtin(row), _) if row.name == "inputname")
}

/// Whether a function makes such objects itself.
fn makes_objects(function: &Function) -> bool {
    let mut found = false;
    visit_statements(&function.body, &mut |stmt| {
        found |= stmt.kind.exprs().into_iter().any(|expr| mentions(expr, &is_constructor));
    });
    found
}

fn is_constructor(expr: &Expr) -> bool {
    matches!(&expr.kind, ExprKind::Call(Callee::Builtin(row), _) if row.name == "onCleanup")
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
            _ => is_constructor(expr),
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
