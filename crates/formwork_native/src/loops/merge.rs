//! Several modules as one, so that the C compiler is called once.

use cranelift_entity::EntityRef as _;

use super::form::{FunctionId, Module, StatementKind};

impl Module {
    /// Takes in the functions and the entries of another module, which keeps calling its
    /// own functions. Names may be there twice; those of entries must not.
    pub fn absorb(&mut self, other: Module) {
        let before = self.functions.len();
        let moved = |id: FunctionId| FunctionId::new(before + id.index());
        for (_, mut function) in other.functions {
            for block in function.blocks.values_mut() {
                for statement in block {
                    if let StatementKind::Call { function: callee, .. } = &mut statement.kind {
                        *callee = moved(*callee);
                    }
                }
            }
            self.functions.push(function);
        }
        for mut entry in other.entries {
            entry.function = moved(entry.function);
            self.entries.push(entry);
        }
    }
}
