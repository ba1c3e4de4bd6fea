//! Functions where they are called.
//!
//! A function that is one assignment goes into the expression that calls it, if its
//! arguments are then evaluated once, in the same order (`expression`). A function without
//! `return` that is called once, or is short, goes before the statement that calls it, its
//! parameters as variables (`statement`). Other passes tidy up afterwards.
//!
//! Not inlined is what looks at how it was called, what calls itself, what displays
//! variables, and what could fail with a message that names a variable which would have
//! to be called otherwise.

mod expression;
mod statement;

use std::cell::Cell;

use rustc_hash::{FxHashMap, FxHashSet};

use super::effects::Purity;
use super::flow::is_fixed;
use super::signature::counts_arguments;
use crate::residual::{Callee, Expr, ExprKind, Function, FunctionId, Program, StmtKind, VarId};
use crate::walk::visit_statements;

/// How large a function may be that is called more than once.
const SMALL: usize = 25;
/// How large a function may be that is called a few times.
const MIDDLE: usize = 80;
/// How much larger the program may become by such a function.
const GROWTH: usize = 320;
/// How large a function may become by that.
const ROOM: usize = 2500;
/// How large the whole program may become by this.
const LARGEST: usize = 20_000;

/// Inlines; says how many calls.
pub(crate) fn inline(program: &mut Program) -> usize {
    // Where objects end is where functions end.
    if super::exposed::makes_cleanups(program) {
        return 0;
    }
    let purity = Purity::of(program);
    let mut order = program.reached();
    // Those that are called come before those that call them.
    order.reverse();
    let mut looks: FxHashMap<FunctionId, Looks> =
        order.iter().map(|&id| (id, Looks::of(&program.functions[id]))).collect();
    let mut count = 0;
    for &caller in &order {
        let candidates = Candidates::of(program, &looks, caller);
        if candidates.size > LARGEST {
            break;
        }
        if is_fixed(&program.functions[caller]) {
            continue;
        }
        let mut inlined = expression::inline(program, caller, &candidates, &purity);
        inlined += statement::inline(program, caller, &candidates, &purity);
        if inlined > 0 {
            looks.insert(caller, Looks::of(&program.functions[caller]));
        }
        count += inlined;
    }
    count
}

/// What a function looks like from outside.
struct Looks {
    /// How many expressions it has.
    exprs: usize,
    /// How many expressions and statements, which count twice.
    size: usize,
    /// Whom it calls, and how often.
    calls: FxHashMap<FunctionId, usize>,
    /// Of whom it makes handles.
    handles: FxHashSet<FunctionId>,
    /// Whether it has nothing that only works in a call of its own.
    plain: bool,
}

impl Looks {
    fn of(function: &Function) -> Looks {
        let mut looks = Looks {
            exprs: 0,
            size: function_size(function),
            calls: FxHashMap::default(),
            handles: FxHashSet::default(),
            plain: is_plain(function),
        };
        function.visit_exprs(&mut |expr| {
            looks.exprs += 1;
            match expr.kind {
                ExprKind::Call(Callee::Function(id), _) => {
                    *looks.calls.entry(id).or_default() += 1;
                }
                ExprKind::Handle(Callee::Function(id)) => {
                    looks.handles.insert(id);
                }
                _ => {}
            }
        });
        looks
    }

    fn callees(&self) -> impl Iterator<Item = FunctionId> {
        self.calls.keys().chain(&self.handles).copied()
    }
}

/// The functions that may be inlined.
struct Candidates {
    /// They, with how often they are called.
    functions: FxHashMap<FunctionId, usize>,
    /// How large the program is.
    size: usize,
    /// How much longer the caller may become by functions of middling size.
    room: Cell<usize>,
}

impl Candidates {
    fn of(
        program: &Program,
        looks: &FxHashMap<FunctionId, Looks>,
        caller: FunctionId,
    ) -> Candidates {
        let mut calls: FxHashMap<FunctionId, usize> = FxHashMap::default();
        let mut size = 0;
        let mut handled: FxHashSet<FunctionId> = FxHashSet::default();
        for look in looks.values() {
            size += look.exprs;
            handled.extend(&look.handles);
            for (&id, &count) in &look.calls {
                *calls.entry(id).or_default() += count;
            }
        }
        calls.retain(|&id, _| {
            Some(id) != program.entry
                && looks.get(&id).is_some_and(|look| look.plain)
                && !calls_itself(looks, id)
        });
        for (id, count) in &mut calls {
            // It stays for others, so that inlining it does not make it go away.
            if handled.contains(id) || program.named.contains(id) {
                *count += 1;
            }
        }
        let room = ROOM.saturating_sub(looks.get(&caller).map_or(0, |look| look.size));
        Candidates { functions: calls, size, room: Cell::new(room) }
    }

    /// Whether a function may be inlined, being called once or small.
    fn accepts(&self, program: &Program, id: FunctionId) -> bool {
        self.functions
            .get(&id)
            .is_some_and(|&calls| calls == 1 || function_size(&program.functions[id]) <= SMALL)
    }

    /// Whether a function of middling size may be inlined, being called a few times, and the
    /// caller being no long one.
    fn accepts_middling(&self, program: &Program, id: FunctionId) -> bool {
        self.functions.get(&id).is_some_and(|&calls| {
            let size = function_size(&program.functions[id]);
            size <= MIDDLE && calls * size <= GROWTH && size <= self.room.get()
        })
    }

    /// Takes note of a function that was inlined.
    fn note_inlined(&self, function: &Function) {
        self.room.set(self.room.get().saturating_sub(function_size(function)));
    }
}

/// Whether a function can be called by itself in the end.
fn calls_itself(looks: &FxHashMap<FunctionId, Looks>, id: FunctionId) -> bool {
    let mut seen: FxHashSet<FunctionId> = FxHashSet::default();
    let mut open = vec![id];
    while let Some(next) = open.pop() {
        for callee in looks.get(&next).into_iter().flat_map(Looks::callees) {
            if callee == id {
                return true;
            }
            if seen.insert(callee) {
                open.push(callee);
            }
        }
    }
    false
}

/// Whether a variable is called in the text as it is called here, even if others want that name:
/// parameters and outputs come first, then those that were there first (`print::names`).
fn keeps_name(function: &Function, var: VarId) -> bool {
    let name = &function.vars[var].name;
    let mut used: Vec<VarId> = function.used_vars().into_iter().collect();
    used.sort_unstable();
    let mut order = function.params.iter().flatten().chain(&function.outputs).chain(&used);
    order.find(|&&other| function.vars[other].name == *name) == Some(&var)
}

/// Whether a function has nothing that only works in a call of its own.
fn is_plain(function: &Function) -> bool {
    if is_fixed(function) || counts_arguments(function) {
        return false;
    }
    let named = |name: &str| function.vars.values().any(|variable| &*variable.name == name);
    if named("varargin") || named("varargout") {
        return false;
    }
    if function.used_vars().into_iter().any(|var| {
        let variable = &function.vars[var];
        variable.exposed || &*variable.name == "ans"
    }) {
        return false;
    }
    let mut plain = true;
    visit_statements(&function.body, &mut |stmt| {
        plain &= !stmt.displays() && !matches!(stmt.kind, StmtKind::Return | StmtKind::Declare(..));
    });
    plain
}

fn function_size(function: &Function) -> usize {
    let mut size = 0;
    visit_statements(&function.body, &mut |_| size += 2);
    function.visit_exprs(&mut |_| size += 1);
    size
}

/// How many nodes an expression has.
fn size(expr: &Expr) -> usize {
    1 + expr.children().into_iter().map(size).sum::<usize>()
}
