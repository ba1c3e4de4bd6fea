//! Several modules as one, so that the C compiler is called once.

use cranelift_entity::EntityRef as _;
use rustc_hash::FxHashSet;

use super::form::{FunctionId, Module, StatementKind};

impl Module {
    /// Takes in the functions and the entries of another module, which keeps calling its
    /// own functions; those whose names are taken get others. Names of entries must differ.
    pub fn absorb(&mut self, other: Module) {
        let before = self.functions.len();
        let mut taken: FxHashSet<String> =
            self.functions.values().map(|function| function.name.clone()).collect();
        let moved = |id: FunctionId| FunctionId::new(before + id.index());
        for (_, mut function) in other.functions {
            for block in function.blocks.values_mut() {
                for statement in block {
                    if let StatementKind::Call { function: callee, .. } = &mut statement.kind {
                        *callee = moved(*callee);
                    }
                }
            }
            let mut number = 1;
            let wanted = function.name.clone();
            while !taken.insert(function.name.clone()) {
                number += 1;
                function.name = format!("{wanted}_{number}");
            }
            self.functions.push(function);
        }
        for mut entry in other.entries {
            entry.function = moved(entry.function);
            self.entries.push(entry);
        }
    }
}
