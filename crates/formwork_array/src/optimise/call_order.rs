//! The functions of a module by who calls whom: in which order they are optimised, which are
//! used at all, which call themselves.

use rustc_hash::FxHashSet;

use crate::ir::{FunctionId, Module, callees};

/// The functions in an order in which callees stand before their callers, but for recursion.
pub(super) fn callees_first(module: &Module) -> Vec<FunctionId> {
    let mut order = Vec::new();
    let mut seen: FxHashSet<FunctionId> = FxHashSet::default();
    for root in module.functions.keys() {
        // A stack instead of recursion: call chains may be long.
        let mut stack = vec![(root, false)];
        while let Some((id, finished)) = stack.pop() {
            if finished {
                order.push(id);
            } else if seen.insert(id) {
                stack.push((id, true));
                stack.extend(
                    callees(&module.functions[id]).into_iter().map(|callee| (callee, false)),
                );
            }
        }
    }
    order
}

/// What attributes are made with, too, is used.
pub(super) fn used_functions(module: &Module) -> Vec<FunctionId> {
    let is_root =
        |id: &FunctionId| module.functions[*id].is_source || module.concatenate == Some(*id);
    let mut stack: Vec<FunctionId> = module.functions.keys().filter(is_root).collect();
    stack.extend(module.externs.values().flat_map(|decl| decl.shapes.iter().flatten().copied()));
    let mut seen: FxHashSet<FunctionId> = stack.iter().copied().collect();
    while let Some(id) = stack.pop() {
        stack.extend(
            callees(&module.functions[id]).into_iter().filter(|callee| seen.insert(*callee)),
        );
    }
    let mut used: Vec<FunctionId> = seen.into_iter().collect();
    used.sort_unstable();
    used
}

/// Whether a function can come to call itself.
pub(super) fn is_recursive(module: &Module, id: FunctionId) -> bool {
    let mut seen: FxHashSet<FunctionId> = FxHashSet::default();
    let mut stack = callees(&module.functions[id]);
    while let Some(next) = stack.pop() {
        if next == id {
            return true;
        }
        if seen.insert(next) {
            stack.extend(callees(&module.functions[next]));
        }
    }
    false
}
