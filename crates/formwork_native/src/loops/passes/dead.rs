//! Variables that nobody reads and buffers that nobody loads go, with what fills them.
//!
//! Expressions have no effect, and a program without defects does not miss those that
//! are never looked at. Allocating may fail for want of memory, which is no part of what
//! a program means.

use cranelift_entity::EntityRef as _;

use super::super::form::{Binding, BlockId, Expression, Function, Statement, StatementKind};

pub(super) fn remove_dead_code(function: &mut Function) -> bool {
    let live = Live::of(function);
    sweep(function, function.body, &live)
}

/// What is looked at.
struct Live {
    variables: Vec<bool>,
    buffers: Vec<bool>,
}

impl Live {
    fn of(function: &Function) -> Live {
        let mut live = Live {
            variables: vec![false; function.variables.len()],
            buffers: vec![false; function.buffers.len()],
        };
        for place in &function.results {
            match place {
                Binding::Variable(id) => live.variables[id.index()] = true,
                Binding::Buffer(id) => live.buffers[id.index()] = true,
            }
        }
        // What a statement looks at counts if the statement stays; what stays only grows.
        loop {
            let mut changed = false;
            for statement in function.blocks.values().flatten() {
                if live.keeps(&statement.kind) {
                    changed |= live.mark(function, &statement.kind);
                }
            }
            if !changed {
                return live;
            }
        }
    }

    /// Whether a statement does something that anybody notices.
    fn keeps(&self, kind: &StatementKind) -> bool {
        match kind {
            StatementKind::Assign { variable, .. } => self.variables[variable.index()],
            StatementKind::Store { buffer, .. }
            | StatementKind::Allocate { buffer, .. }
            | StatementKind::Reserve { buffer, .. }
            | StatementKind::Grow { buffer, .. }
            | StatementKind::Free { buffer } => self.buffers[buffer.index()],
            StatementKind::Copy { target, .. } => self.buffers[target.index()],
            StatementKind::Swap { left, right } => {
                self.buffers[left.index()] || self.buffers[right.index()]
            }
            StatementKind::For { .. }
            | StatementKind::While { .. }
            | StatementKind::If { .. }
            | StatementKind::Break
            | StatementKind::Continue
            | StatementKind::Fail(_)
            | StatementKind::Call { .. }
            | StatementKind::CallRuntime { .. }
            | StatementKind::Return => true,
        }
    }

    /// What a statement that stays looks at; whether anything is new.
    fn mark(&mut self, function: &Function, kind: &StatementKind) -> bool {
        let mut changed = false;
        let mut set = |flag: &mut bool| {
            changed |= !*flag;
            *flag = true;
        };
        for root in kind.expressions() {
            function.visit_expression(root, |_, expression| match expression {
                Expression::Variable(id) => set(&mut self.variables[id.index()]),
                Expression::Load(id, _) | Expression::Length(id) => {
                    set(&mut self.buffers[id.index()]);
                }
                Expression::Constant(_)
                | Expression::Unary(..)
                | Expression::Binary(..)
                | Expression::Select(..)
                | Expression::Cast(..) => {}
            });
        }
        for id in kind.borrowed() {
            set(&mut self.buffers[id.index()]);
        }
        // Calls write to what takes their results, so that it must be there.
        if let StatementKind::Call { .. } | StatementKind::CallRuntime { .. } = kind {
            for id in kind.assigned() {
                set(&mut self.variables[id.index()]);
            }
            for id in kind.written() {
                set(&mut self.buffers[id.index()]);
            }
        }
        changed
    }
}

/// Removes what does nothing that anybody notices. Blocks nest as deep as the verifier
/// allows.
fn sweep(function: &mut Function, block: BlockId, live: &Live) -> bool {
    let mut changed = false;
    let statements = std::mem::take(&mut function.blocks[block]);
    let mut kept: Vec<Statement> = Vec::with_capacity(statements.len());
    for statement in statements {
        for inner in statement.kind.blocks() {
            changed |= sweep(function, inner, live);
        }
        let is_empty = match &statement.kind {
            StatementKind::For { body, .. } => function.blocks[*body].is_empty(),
            StatementKind::If { then, otherwise, .. } => {
                function.blocks[*then].is_empty() && function.blocks[*otherwise].is_empty()
            }
            // A loop without a body may never end.
            StatementKind::While { .. } => false,
            other => !live.keeps(other),
        };
        if is_empty {
            changed = true;
        } else {
            kept.push(statement);
        }
    }
    function.blocks[block] = kept;
    changed
}
