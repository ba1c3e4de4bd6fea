//! What functions and variables are called in the text.
//!
//! Everything keeps its name as long as the text then means the same: no two functions
//! and no two variables of a function may share one, and no variable may hide a function
//! that is called beside it.

use std::rc::Rc;

use cranelift_entity::SecondaryMap;
use rustc_hash::{FxHashMap, FxHashSet};

use super::PrintError;
use crate::lift::{lift, names_in};
use crate::residual::{Callee, ExprKind, Function, FunctionId, Program, VarId};
use crate::walk::{visit_statements, words};

/// The names of the functions.
pub(super) struct Names {
    functions: SecondaryMap<FunctionId, Rc<str>>,
    /// Names that no new function may have.
    taken: FxHashSet<Rc<str>>,
}

impl Names {
    /// Chooses the names of the functions that are printed.
    pub(super) fn choose(program: &Program, order: &[FunctionId]) -> Result<Names, PrintError> {
        let mut names = Names {
            functions: SecondaryMap::with_default(Rc::from("")),
            taken: program.outside.iter().cloned().collect(),
        };
        // Names whose meaning is not ours, and variables that are.
        let mut rows: FxHashSet<&str> = FxHashSet::default();
        for &id in order {
            let function = &program.functions[id];
            function.visit_exprs(&mut |expr| match &expr.kind {
                ExprKind::Call(Callee::Name(name), _) | ExprKind::Handle(Callee::Name(name)) => {
                    names.taken.insert(Rc::clone(name));
                }
                ExprKind::Call(Callee::Builtin(row), _)
                | ExprKind::Handle(Callee::Builtin(row)) => {
                    rows.insert(row.name);
                }
                ExprKind::Const(value) => {
                    if let Some(lifted) = lift(value) {
                        let built = names_in(&lifted.text).filter_map(formwork_builtins::find);
                        rows.extend(built.map(|row| row.name));
                    }
                }
                _ => {}
            });
            for var in function.used_vars() {
                names.taken.insert(Rc::clone(&function.vars[var].name));
            }
            for word in function.verbatim.iter().flat_map(|text| words(text)) {
                names.taken.insert(word.into());
            }
        }
        let mut own: FxHashSet<Rc<str>> = FxHashSet::default();
        for &id in order {
            let function = &program.functions[id];
            if function.verbatim.is_some() {
                if !own.insert(Rc::clone(&function.name)) {
                    return Err(PrintError::SameName(Rc::clone(&function.name)));
                }
                names.functions[id] = Rc::clone(&function.name);
            }
        }
        let alone = names.alone(program, order, &own);
        for &id in order {
            let function = &program.functions[id];
            if function.verbatim.is_some() {
                continue;
            }
            let wanted = if alone.contains(&id) { &function.origin } else { &function.name };
            // A function that somebody wrote over a built-in keeps its name as long as nobody
            // means the built-in.
            let written = *wanted == function.origin && !rows.contains(&**wanted);
            let is_taken = own.contains(wanted)
                || (formwork_builtins::find(wanted).is_some()
                    && (!written || program.script || names.taken.contains(wanted)));
            let name = if Some(id) == program.entry || !is_taken {
                Rc::clone(wanted)
            } else {
                names.fresh(wanted, &own)
            };
            own.insert(Rc::clone(&name));
            names.functions[id] = name;
        }
        names.taken.extend(own);
        Ok(names)
    }

    /// The functions that are the only ones made of theirs: they keep its name, which messages
    /// show. Those of a script would be seen by what runs after it.
    fn alone(
        &self,
        program: &Program,
        order: &[FunctionId],
        own: &FxHashSet<Rc<str>>,
    ) -> FxHashSet<FunctionId> {
        if program.script {
            return FxHashSet::default();
        }
        let mut made: FxHashMap<&Rc<str>, usize> = FxHashMap::default();
        for &id in order {
            *made.entry(&program.functions[id].origin).or_default() += 1;
        }
        let is_alone = |id: &FunctionId| {
            let function = &program.functions[*id];
            let origin = &function.origin;
            Some(*id) != program.entry
                && made.get(origin) == Some(&1)
                && **origin != *"anonymous"
                && !self.taken.contains(origin)
                && formwork_builtins::find(origin).is_none()
                && !own.contains(origin)
                && order.iter().all(|other| program.functions[*other].name != *origin)
        };
        order.iter().copied().filter(is_alone).collect()
    }

    fn fresh(&self, wanted: &str, own: &FxHashSet<Rc<str>>) -> Rc<str> {
        numbered(wanted, |name| {
            own.contains(name)
                || self.taken.contains(name)
                || formwork_builtins::find(name).is_some()
        })
    }

    /// The name of a function.
    pub(super) fn function(&self, id: FunctionId) -> &Rc<str> {
        &self.functions[id]
    }

    /// What a call is written with.
    pub(super) fn callee(&self, callee: &Callee) -> Rc<str> {
        match callee {
            Callee::Function(id) => Rc::clone(self.function(*id)),
            Callee::Builtin(row) => row.name.into(),
            Callee::Name(name) => Rc::clone(name),
        }
    }

    /// A name for a function that gives a constant.
    pub(super) fn new_function(&mut self, wanted: &str) -> Rc<str> {
        let name = if self.taken.contains(wanted) || formwork_builtins::find(wanted).is_some() {
            self.fresh(wanted, &FxHashSet::default())
        } else {
            wanted.into()
        };
        self.taken.insert(Rc::clone(&name));
        name
    }

    /// The names of the variables of a function.
    ///
    /// # Errors
    ///
    /// If one that keeps its name has that of a function which is called beside it.
    pub(super) fn variables(
        &self,
        function: &Function,
    ) -> Result<FxHashMap<VarId, Rc<str>>, PrintError> {
        let mut used: Vec<VarId> = function.used_vars().into_iter().collect();
        used.sort_unstable();
        let mut hidden: FxHashSet<Rc<str>> = FxHashSet::default();
        function.visit_exprs(&mut |expr| match &expr.kind {
            ExprKind::Call(callee, _) | ExprKind::Handle(callee) => {
                hidden.insert(self.callee(callee));
            }
            ExprKind::Const(value) => {
                if let Some(lifted) = lift(value) {
                    hidden.extend(names_in(&lifted.text).map(Rc::from));
                }
            }
            _ => {}
        });
        let mut assigned: FxHashSet<VarId> = function.params.iter().flatten().copied().collect();
        visit_statements(&function.body, &mut |stmt| assigned.extend(stmt.kind.targets()));
        let mut names: FxHashMap<VarId, Rc<str>> = FxHashMap::default();
        let mut own: FxHashSet<Rc<str>> = FxHashSet::default();
        let is_fixed = |var: VarId| {
            let variable = &function.vars[var];
            function.dynamic_scope
                || variable.exposed
                || matches!(&*variable.name, "ans" | "varargin" | "varargout")
        };
        for &var in used.iter().filter(|&&var| is_fixed(var)) {
            if assigned.contains(&var) && hidden.contains(&function.vars[var].name) {
                return Err(PrintError::Hides(Rc::clone(&function.vars[var].name)));
            }
            names.insert(var, Rc::clone(&function.vars[var].name));
            own.insert(Rc::clone(&function.vars[var].name));
        }
        let params = function.params.iter().flatten();
        let order: Vec<VarId> = params.chain(&function.outputs).chain(&used).copied().collect();
        for var in order {
            if names.contains_key(&var) {
                continue;
            }
            let wanted = &function.vars[var].name;
            let name = if own.contains(wanted) || hidden.contains(wanted) || !is_variable(wanted) {
                let all: FxHashSet<&str> =
                    function.vars.values().map(|variable| &*variable.name).collect();
                numbered(wanted, |name| {
                    own.contains(name) || hidden.contains(name) || all.contains(name)
                })
            } else {
                Rc::clone(wanted)
            };
            own.insert(Rc::clone(&name));
            names.insert(var, name);
        }
        Ok(names)
    }
}

/// `wanted` with the first number behind it that is not taken.
pub(super) fn numbered(wanted: &str, is_taken: impl Fn(&str) -> bool) -> Rc<str> {
    let mut number = 2_u64;
    loop {
        let name = format!("{wanted}_{number}");
        if !is_taken(&name) {
            return name.into();
        }
        number += 1;
    }
}

/// Whether a variable may have this name.
fn is_variable(name: &str) -> bool {
    const KEYWORDS: &[&str] = &[
        "break",
        "case",
        "catch",
        "continue",
        "do",
        "else",
        "elseif",
        "end",
        "for",
        "function",
        "global",
        "if",
        "otherwise",
        "persistent",
        "return",
        "switch",
        "try",
        "until",
        "while",
    ];
    words(name).next() == Some(name) && !KEYWORDS.contains(&name)
}
