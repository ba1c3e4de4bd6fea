//! Parameters that a function does not read, and outputs that nobody asks for.
//!
//! They go from the function and from all its calls, if what was passed can be left out.
//! Not where a function counts its arguments, where a handle of it exists, and not of the
//! entry, which is called from outside.

use rustc_hash::{FxHashMap, FxHashSet};

use super::effects::{Purity, is_single};
use crate::residual::{
    Callee, Expr, ExprKind, Function, FunctionId, Place, Program, Stmt, StmtKind,
};
use crate::walk::{change_statements, visit_statements, words};

/// Removes unused parameters and outputs; says how many.
pub(crate) fn prune(program: &mut Program) -> usize {
    let purity = Purity::of(program);
    let reached = program.reached();
    let calls = Calls::of(program, &reached, &purity);
    let mut count = 0;
    for &id in &reached {
        if Some(id) == program.entry || calls.fixed.contains(&id) {
            continue;
        }
        let function = &program.functions[id];
        if function.verbatim.is_some() || function.dynamic_scope || counts_arguments(function) {
            continue;
        }
        let params = unused_params(id, function, calls.removable.get(&id));
        let outputs = unused_outputs(function, calls.requested.get(&id));
        if params.is_empty() && outputs.is_empty() {
            continue;
        }
        count += params.len() + outputs.len();
        let function = &mut program.functions[id];
        remove_at(&mut function.params, &params);
        remove_at(&mut function.outputs, &outputs);
        for &caller in &reached {
            change_calls(&mut program.functions[caller], id, &params, &outputs);
        }
    }
    count
}

/// What is known of all calls.
#[derive(Default)]
struct Calls {
    /// Functions that must stay as they are.
    fixed: FxHashSet<FunctionId>,
    /// For each function and argument, whether all calls can do without it.
    removable: FxHashMap<FunctionId, Vec<bool>>,
    /// Which outputs are asked for.
    requested: FxHashMap<FunctionId, FxHashSet<usize>>,
}

impl Calls {
    fn of(program: &Program, reached: &[FunctionId], purity: &Purity) -> Calls {
        let mut calls = Calls::default();
        calls.fixed.extend(&program.named);
        for &id in reached {
            let function = &program.functions[id];
            if let Some(text) = &function.verbatim {
                let words: FxHashSet<&str> = words(text).collect();
                let named =
                    reached.iter().filter(|&&id| words.contains(&*program.functions[id].name));
                calls.fixed.extend(named);
            }
            visit_statements(&function.body, &mut |stmt| calls.statement(program, stmt, purity));
        }
        calls
    }

    fn statement(&mut self, program: &Program, stmt: &Stmt, purity: &Purity) {
        let multi = match &stmt.kind {
            StmtKind::Multi(places, value) => match &value.kind {
                ExprKind::Call(Callee::Function(id), _) => {
                    let wanted = self.requested.entry(*id).or_default();
                    let asked = places.iter().enumerate().filter(|(_, place)| place.is_some());
                    wanted.extend(asked.map(|(index, _)| index));
                    if !places.iter().flatten().all(Place::takes_one) {
                        wanted.extend(0..program.functions[*id].outputs.len());
                    }
                    // Without any target the call would have to become another statement.
                    if places.iter().all(Option::is_none) {
                        wanted.insert(0);
                    }
                    Some(std::ptr::from_ref::<Expr>(value))
                }
                _ => None,
            },
            _ => None,
        };
        for root in stmt.kind.exprs() {
            root.visit(&mut |expr| match &expr.kind {
                ExprKind::Handle(Callee::Function(id)) => {
                    self.fixed.insert(*id);
                }
                // Who calls it may ask for any number of outputs.
                ExprKind::Anonymous(_, value, _) => {
                    if let ExprKind::Call(Callee::Function(id), _) = &value.kind {
                        let all = 0..program.functions[*id].outputs.len();
                        self.requested.entry(*id).or_default().extend(all);
                    }
                }
                ExprKind::Call(Callee::Function(id), args) => {
                    if multi != Some(std::ptr::from_ref(expr)) {
                        self.requested.entry(*id).or_default().insert(0);
                    }
                    let count = program.functions[*id].params.len();
                    let removable = self.removable.entry(*id).or_insert_with(|| vec![true; count]);
                    let countable = args.iter().all(is_single);
                    for (index, own) in removable.iter_mut().enumerate() {
                        *own &=
                            countable && args.get(index).is_none_or(|arg| purity.is_removable(arg));
                    }
                }
                _ => {}
            });
        }
    }
}

/// Whether a function looks at how it was called.
pub(crate) fn counts_arguments(function: &Function) -> bool {
    let mut found = false;
    function.visit_exprs(&mut |expr| {
        found |= match &expr.kind {
            ExprKind::Call(Callee::Builtin(row), _) | ExprKind::Handle(Callee::Builtin(row)) => {
                row.effects.look_around()
            }
            ExprKind::Call(Callee::Name(_), _) => true,
            _ => false,
        };
    });
    found
}

/// The parameters that a function does not read, or only to pass them on to itself.
fn unused_params(id: FunctionId, function: &Function, removable: Option<&Vec<bool>>) -> Vec<usize> {
    let Some(removable) = removable else { return Vec::new() };
    let is_variadic = |var: &crate::residual::VarId| &*function.vars[*var].name == "varargin";
    if function.params.iter().flatten().any(is_variadic) {
        return Vec::new();
    }
    let mut inner = function.clone();
    inner.params.clear();
    inner.change_exprs(&mut |expr| {
        let ExprKind::Call(Callee::Function(own), args) = &mut expr.kind else { return };
        if *own != id || !args.iter().all(is_single) {
            return;
        }
        for (arg, param) in args.iter_mut().zip(&function.params) {
            if matches!(arg.kind, ExprKind::Var(var) if *param == Some(var)) {
                *arg = Expr::constant(formwork_runtime::Value::empty());
            }
        }
    });
    let used = inner.used_vars();
    let params = function.params.iter().enumerate();
    params
        .filter(|(index, param)| {
            param.is_none_or(|var| !used.contains(&var)) && removable.get(*index) == Some(&true)
        })
        .map(|(index, _)| index)
        .collect()
}

fn unused_outputs(function: &Function, requested: Option<&FxHashSet<usize>>) -> Vec<usize> {
    let Some(requested) = requested else { return Vec::new() };
    if function.outputs.iter().any(|&var| &*function.vars[var].name == "varargout") {
        return Vec::new();
    }
    (0..function.outputs.len()).filter(|index| !requested.contains(index)).collect()
}

fn remove_at<T>(list: &mut Vec<T>, places: &[usize]) {
    for &place in places.iter().rev() {
        if place < list.len() {
            list.remove(place);
        }
    }
}

fn change_calls(function: &mut Function, id: FunctionId, params: &[usize], outputs: &[usize]) {
    change_statements(&mut function.body, &mut |stmt| {
        for root in stmt.kind.exprs_mut() {
            root.change(&mut |expr| {
                if let ExprKind::Call(Callee::Function(own), args) = &mut expr.kind
                    && *own == id
                {
                    remove_at(args, params);
                }
            });
        }
        if let StmtKind::Multi(places, value) = &mut stmt.kind
            && matches!(value.kind, ExprKind::Call(Callee::Function(own), _) if own == id)
        {
            remove_at(places, outputs);
        }
    });
}
