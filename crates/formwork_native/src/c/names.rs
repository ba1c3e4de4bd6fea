//! Names in C: from the source where they can be, and nobody else's.

use super::reserved::is_reserved;
use crate::loops::{Binding, Function, FunctionId, Module, Namer, as_name};

/// The names of a module's functions and entries.
pub(super) struct ModuleNames {
    functions: Vec<String>,
    namer_seed: Vec<String>,
}

impl ModuleNames {
    pub(super) fn of(module: &Module) -> ModuleNames {
        let mut namer = Namer::default();
        let functions: Vec<String> = module
            .functions()
            .map(|(_, function)| namer.fresh(&as_name(function.name()), is_reserved))
            .collect();
        let mut namer_seed = functions.clone();
        namer_seed.extend(module.entries().iter().map(|entry| entry_name(&entry.name)));
        ModuleNames { functions, namer_seed }
    }

    pub(super) fn function(&self, id: FunctionId) -> &str {
        &self.functions[cranelift_entity::EntityRef::index(id)]
    }
}

/// The name of the function that calls an entry with described arrays.
pub(super) fn entry_name(name: &str) -> String {
    format!("{}_call", as_name(name))
}

/// The names of what a function has.
pub(super) struct FunctionNames {
    pub(super) variables: Vec<String>,
    pub(super) buffers: Vec<String>,
    /// Of the parameters through which results are handed over.
    pub(super) outputs: Vec<String>,
}

/// What is written behind the name of a buffer for what belongs to it.
const COMPANIONS: [&str; 7] =
    ["_length", "_capacity", "_grown", "_given", "_given_length", "_old_length", "_old_capacity"];

impl FunctionNames {
    pub(super) fn of(module: &ModuleNames, function: &Function) -> FunctionNames {
        let mut namer = Namer::default();
        for name in &module.namer_seed {
            namer.reserve(name.clone());
        }
        // Buffers first: their companions must be free, too.
        let buffers: Vec<String> = function
            .buffers
            .values()
            .map(|buffer| namer.fresh_family(&as_name(buffer.name()), &COMPANIONS, is_reserved))
            .collect();
        let variables: Vec<String> = function
            .variables
            .values()
            .map(|variable| {
                namer.fresh_family(
                    &as_name(variable.name()),
                    &["_end", "_next", "_from"],
                    is_reserved,
                )
            })
            .collect();
        let outputs = function
            .results()
            .iter()
            .map(|place| {
                let own = match place {
                    Binding::Variable(id) => &variables[cranelift_entity::EntityRef::index(*id)],
                    Binding::Buffer(id) => &buffers[cranelift_entity::EntityRef::index(*id)],
                };
                namer.fresh_family(&format!("{own}_out"), &["_length"], is_reserved)
            })
            .collect();
        FunctionNames { variables, buffers, outputs }
    }
}

/// Text inside a comment, which must not end or begin one.
pub(super) fn in_comment(text: &str) -> String {
    let text = text.replace("*/", "* /").replace("/*", "/ *").replace("??", "? ?");
    text.chars()
        .map(|c| if c.is_control() { ' ' } else { c })
        .collect::<String>()
        .trim_end_matches('\\')
        .to_owned()
}
