//! What statements and expressions consist of, for passes and analyses.

use super::form::{
    Argument, Binding, BlockId, BufferId, ExprId, Expression, Function, Piece, RuntimeArgument,
    RuntimeResult, Statement, StatementKind, VariableId,
};

impl Expression {
    /// The expressions it is made of.
    pub fn operands(self) -> impl Iterator<Item = ExprId> {
        let operands = match self {
            Expression::Constant(_) | Expression::Variable(_) | Expression::Length(_) => {
                [None, None, None]
            }
            Expression::Load(_, a) | Expression::Unary(_, a) | Expression::Cast(_, a) => {
                [Some(a), None, None]
            }
            Expression::Binary(_, a, b) => [Some(a), Some(b), None],
            Expression::Select(a, b, c) => [Some(a), Some(b), Some(c)],
        };
        operands.into_iter().flatten()
    }
}

impl StatementKind {
    /// The expressions it evaluates, but for those in its blocks.
    #[must_use]
    pub fn expressions(&self) -> Vec<ExprId> {
        match self {
            StatementKind::Assign { value, .. } => vec![*value],
            StatementKind::Store { index, value, .. } => vec![*index, *value],
            StatementKind::Allocate { length, .. } | StatementKind::Grow { length, .. } => {
                vec![*length]
            }
            StatementKind::Reserve { capacity, .. } => vec![*capacity],
            StatementKind::For { from, to, .. } => vec![*from, *to],
            StatementKind::While { condition, .. } | StatementKind::If { condition, .. } => {
                vec![*condition]
            }
            StatementKind::Fail(failure) => failure
                .message
                .iter()
                .filter_map(|piece| match piece {
                    Piece::Operand(operand) => Some(*operand),
                    Piece::Text(_) => None,
                })
                .collect(),
            StatementKind::Call { arguments, .. } => arguments
                .iter()
                .filter_map(|argument| match argument {
                    Argument::Value(value) => Some(*value),
                    Argument::Buffer(_) => None,
                })
                .collect(),
            StatementKind::CallRuntime { arguments, .. } => arguments
                .iter()
                .flat_map(|argument| match argument {
                    RuntimeArgument::Scalar(_, value) => vec![*value],
                    RuntimeArgument::Array(_, _, extents) => extents.clone(),
                    RuntimeArgument::AnyRank(..) => Vec::new(),
                })
                .collect(),
            StatementKind::Free { .. }
            | StatementKind::Copy { .. }
            | StatementKind::Swap { .. }
            | StatementKind::Break
            | StatementKind::Continue
            | StatementKind::Return => Vec::new(),
        }
    }

    /// The blocks inside it.
    pub fn blocks(&self) -> impl Iterator<Item = BlockId> {
        let blocks = match self {
            StatementKind::For { body, .. } | StatementKind::While { body, .. } => {
                [Some(*body), None]
            }
            StatementKind::If { then, otherwise, .. } => [Some(*then), Some(*otherwise)],
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
            | StatementKind::Return => [None, None],
        };
        blocks.into_iter().flatten()
    }

    /// The variables it gives a value, but for those in its blocks.
    #[must_use]
    pub fn assigned(&self) -> Vec<VariableId> {
        match self {
            StatementKind::Assign { variable, .. } | StatementKind::For { variable, .. } => {
                vec![*variable]
            }
            StatementKind::Call { results, .. } => results
                .iter()
                .filter_map(|place| match place {
                    Binding::Variable(variable) => Some(*variable),
                    Binding::Buffer(_) => None,
                })
                .collect(),
            StatementKind::CallRuntime { results, .. } => results
                .iter()
                .flat_map(|result| match result {
                    RuntimeResult::Scalar(_, variable) => vec![*variable],
                    RuntimeResult::Array(_, _, extents) => extents.clone(),
                    RuntimeResult::AnyRank(..) => Vec::new(),
                })
                .collect(),
            StatementKind::Store { .. }
            | StatementKind::Allocate { .. }
            | StatementKind::Reserve { .. }
            | StatementKind::Grow { .. }
            | StatementKind::Free { .. }
            | StatementKind::Copy { .. }
            | StatementKind::Swap { .. }
            | StatementKind::While { .. }
            | StatementKind::If { .. }
            | StatementKind::Break
            | StatementKind::Continue
            | StatementKind::Fail(_)
            | StatementKind::Return => Vec::new(),
        }
    }

    /// The buffers whose elements or length it changes, but for those in its blocks.
    #[must_use]
    pub fn written(&self) -> Vec<BufferId> {
        match self {
            StatementKind::Store { buffer, .. }
            | StatementKind::Allocate { buffer, .. }
            | StatementKind::Reserve { buffer, .. }
            | StatementKind::Grow { buffer, .. }
            | StatementKind::Free { buffer } => vec![*buffer],
            StatementKind::Copy { target, .. } => vec![*target],
            StatementKind::Swap { left, right } => vec![*left, *right],
            StatementKind::Call { results, .. } => results
                .iter()
                .filter_map(|place| match place {
                    Binding::Buffer(buffer) => Some(*buffer),
                    Binding::Variable(_) => None,
                })
                .collect(),
            StatementKind::CallRuntime { results, .. } => results
                .iter()
                .flat_map(|result| match result {
                    RuntimeResult::Scalar(..) => Vec::new(),
                    RuntimeResult::Array(_, buffer, _) => vec![*buffer],
                    RuntimeResult::AnyRank(_, buffer, shape) => vec![*buffer, *shape],
                })
                .collect(),
            StatementKind::Assign { .. }
            | StatementKind::For { .. }
            | StatementKind::While { .. }
            | StatementKind::If { .. }
            | StatementKind::Break
            | StatementKind::Continue
            | StatementKind::Fail(_)
            | StatementKind::Return => Vec::new(),
        }
    }

    /// The buffers it reads other than by its expressions, and but for those in its
    /// blocks.
    #[must_use]
    pub fn borrowed(&self) -> Vec<BufferId> {
        match self {
            StatementKind::Copy { source, .. } => vec![*source],
            StatementKind::Swap { left, right } => vec![*left, *right],
            StatementKind::Call { arguments, .. } => arguments
                .iter()
                .filter_map(|argument| match argument {
                    Argument::Buffer(buffer) => Some(*buffer),
                    Argument::Value(_) => None,
                })
                .collect(),
            StatementKind::CallRuntime { arguments, .. } => arguments
                .iter()
                .flat_map(|argument| match argument {
                    RuntimeArgument::Scalar(..) => Vec::new(),
                    RuntimeArgument::Array(_, buffer, _) => vec![*buffer],
                    RuntimeArgument::AnyRank(_, buffer, shape) => vec![*buffer, *shape],
                })
                .collect(),
            StatementKind::Assign { .. }
            | StatementKind::Store { .. }
            | StatementKind::Allocate { .. }
            | StatementKind::Reserve { .. }
            | StatementKind::Grow { .. }
            | StatementKind::Free { .. }
            | StatementKind::For { .. }
            | StatementKind::While { .. }
            | StatementKind::If { .. }
            | StatementKind::Break
            | StatementKind::Continue
            | StatementKind::Fail(_)
            | StatementKind::Return => Vec::new(),
        }
    }
}

impl Function {
    /// Calls `visit` with an expression and all it is made of. There is no recursion:
    /// long chains are deep.
    pub fn visit_expression(&self, root: ExprId, mut visit: impl FnMut(ExprId, Expression)) {
        let mut waiting = vec![root];
        while let Some(id) = waiting.pop() {
            let expression = self.expression(id);
            visit(id, expression);
            waiting.extend(expression.operands());
        }
    }

    /// Calls `visit` with the statements of a block and those inside them, outer ones
    /// first.
    pub fn visit_statements(&self, block: BlockId, mut visit: impl FnMut(&Statement)) {
        let mut waiting = vec![block];
        while let Some(block) = waiting.pop() {
            for statement in self.block(block) {
                visit(statement);
                waiting.extend(statement.kind.blocks());
            }
        }
    }
}
