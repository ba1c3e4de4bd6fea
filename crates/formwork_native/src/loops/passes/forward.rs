//! Values that are known go where they are read: of variables that are copies or
//! constants, of elements that were just stored.
//!
//! What holds is followed through straight code. A loop is entered with what it does not
//! change; behind branches and loops holds what they do not change.

use rustc_hash::{FxHashMap, FxHashSet};

use super::super::form::{
    BlockId, BufferId, ExprId, Expression, Function, StatementKind, VariableId,
};
use super::super::scalar::Scalar;

pub(super) fn forward_values(function: &mut Function) -> bool {
    let mut pass = Forward { function, facts: AvailableValues::default(), changed: false };
    pass.block(pass.function.body);
    pass.changed
}

/// A constant or a variable.
#[derive(Clone, Copy)]
enum Leaf {
    Constant(Scalar),
    Variable(VariableId),
}

impl Leaf {
    fn of(expression: Expression) -> Option<Leaf> {
        match expression {
            Expression::Constant(value) => Some(Leaf::Constant(value)),
            Expression::Variable(variable) => Some(Leaf::Variable(variable)),
            Expression::Load(..)
            | Expression::Length(_)
            | Expression::Unary(..)
            | Expression::Binary(..)
            | Expression::Select(..)
            | Expression::Cast(..) => None,
        }
    }

    const fn expression(self) -> Expression {
        match self {
            Leaf::Constant(value) => Expression::Constant(value),
            Leaf::Variable(variable) => Expression::Variable(variable),
        }
    }

    fn is_same(self, other: Leaf) -> bool {
        match (self, other) {
            (Leaf::Constant(a), Leaf::Constant(b)) => a.is_same(b),
            (Leaf::Variable(a), Leaf::Variable(b)) => a == b,
            (Leaf::Constant(_), Leaf::Variable(_)) | (Leaf::Variable(_), Leaf::Constant(_)) => {
                false
            }
        }
    }

    fn is(self, variable: VariableId) -> bool {
        matches!(self, Leaf::Variable(own) if own == variable)
    }
}

/// What is known at a point.
#[derive(Clone, Default)]
struct AvailableValues {
    variables: FxHashMap<VariableId, Leaf>,
    elements: Vec<(BufferId, Leaf, Leaf)>,
}

impl AvailableValues {
    fn forget_variable(&mut self, variable: VariableId) {
        self.variables.remove(&variable);
        self.variables.retain(|_, leaf| !leaf.is(variable));
        self.elements.retain(|(_, place, value)| !place.is(variable) && !value.is(variable));
    }

    fn forget_buffer(&mut self, buffer: BufferId) {
        self.elements.retain(|(own, _, _)| *own != buffer);
    }
}

struct Forward<'f> {
    function: &'f mut Function,
    facts: AvailableValues,
    changed: bool,
}

/// How many elements are remembered at once: looking for one takes as long.
const MOST_ELEMENTS: usize = 16;

impl Forward<'_> {
    fn block(&mut self, block: BlockId) {
        for number in 0..self.function.blocks[block].len() {
            let kind = self.function.blocks[block][number].kind.clone();
            self.statement(&kind);
        }
    }

    fn statement(&mut self, kind: &StatementKind) {
        match kind {
            StatementKind::While { body, .. } => {
                // The condition is looked at in every iteration.
                self.forget_changes(&[*body], None);
                self.read(kind);
                let before = self.facts.clone();
                self.block(*body);
                self.facts = before;
            }
            StatementKind::For { variable, body, .. } => {
                self.read(kind);
                self.forget_changes(&[*body], Some(*variable));
                let before = self.facts.clone();
                self.block(*body);
                self.facts = before;
            }
            StatementKind::If { then, otherwise, .. } => {
                self.read(kind);
                let before = self.facts.clone();
                self.block(*then);
                self.facts = before.clone();
                self.block(*otherwise);
                self.facts = before;
                self.forget_changes(&[*then, *otherwise], None);
            }
            StatementKind::Assign { .. }
            | StatementKind::Store { .. }
            | StatementKind::Allocate { .. }
            | StatementKind::Reserve { .. }
            | StatementKind::Grow { .. }
            | StatementKind::Free { .. }
            | StatementKind::Copy { .. }
            | StatementKind::Swap { .. }
            | StatementKind::Break
            | StatementKind::Continue
            | StatementKind::Fail(_)
            | StatementKind::Call { .. }
            | StatementKind::CallRuntime { .. }
            | StatementKind::Return => {
                self.read(kind);
                self.write(kind);
            }
        }
    }

    /// Puts what is known in the places of what a statement reads.
    fn read(&mut self, kind: &StatementKind) {
        for root in kind.expressions() {
            let mut nodes = Vec::new();
            self.function.visit_expression(root, |id, _| nodes.push(id));
            // Operands first: a place may become known.
            for id in nodes.into_iter().rev() {
                if let Some(leaf) = self.known(id) {
                    self.function.expressions[id].kind = leaf.expression();
                    self.changed = true;
                }
            }
        }
    }

    fn known(&self, id: ExprId) -> Option<Leaf> {
        match self.function.expression(id) {
            Expression::Variable(variable) => self.facts.variables.get(&variable).copied(),
            Expression::Load(buffer, place) => {
                let place = Leaf::of(self.function.expression(place))?;
                let found = self
                    .facts
                    .elements
                    .iter()
                    .find(|(own, known, _)| *own == buffer && known.is_same(place));
                found.map(|(_, _, value)| *value)
            }
            Expression::Constant(_)
            | Expression::Length(_)
            | Expression::Unary(..)
            | Expression::Binary(..)
            | Expression::Select(..)
            | Expression::Cast(..) => None,
        }
    }

    fn write(&mut self, kind: &StatementKind) {
        for variable in kind.assigned() {
            self.facts.forget_variable(variable);
        }
        // A store changes one element; which of the known ones only equal places tell.
        for buffer in kind.written() {
            self.facts.forget_buffer(buffer);
        }
        match kind {
            StatementKind::Assign { variable, value } => {
                if let Some(leaf) = Leaf::of(self.function.expression(*value))
                    && !leaf.is(*variable)
                {
                    self.facts.variables.insert(*variable, leaf);
                }
            }
            StatementKind::Store { buffer, index, value } => {
                let place = Leaf::of(self.function.expression(*index));
                let value = Leaf::of(self.function.expression(*value));
                if let (Some(place), Some(value)) = (place, value)
                    && self.facts.elements.len() < MOST_ELEMENTS
                {
                    self.facts.elements.push((*buffer, place, value));
                }
            }
            StatementKind::Allocate { .. }
            | StatementKind::Reserve { .. }
            | StatementKind::Grow { .. }
            | StatementKind::Free { .. }
            | StatementKind::Copy { .. }
            | StatementKind::Swap { .. }
            | StatementKind::For { .. }
            | StatementKind::While { .. }
            | StatementKind::If { .. }
            | StatementKind::Break
            | StatementKind::Continue
            | StatementKind::Fail(_)
            | StatementKind::Call { .. }
            | StatementKind::CallRuntime { .. }
            | StatementKind::Return => {}
        }
    }

    fn forget_changes(&mut self, blocks: &[BlockId], counter: Option<VariableId>) {
        let mut variables: FxHashSet<VariableId> = counter.into_iter().collect();
        let mut buffers: FxHashSet<BufferId> = FxHashSet::default();
        for block in blocks {
            self.function.visit_statements(*block, |statement| {
                variables.extend(statement.kind.assigned());
                buffers.extend(statement.kind.written());
            });
        }
        for variable in variables {
            self.facts.forget_variable(variable);
        }
        for buffer in buffers {
            self.facts.forget_buffer(buffer);
        }
    }
}
