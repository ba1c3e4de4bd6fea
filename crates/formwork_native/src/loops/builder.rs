//! Making functions of the loop form.
//!
//! The builder keeps a stack of open blocks, decides types, and refuses operands that
//! no primitive takes. What needs the whole function is checked by the verifier.

use std::fmt;

use cranelift_entity::PrimaryMap;

use super::form::{
    Binding, BlockId, Buffer, BufferId, ExprId, Expression, Function, Node, Statement,
    StatementKind, Variable, VariableId,
};
use super::operator::{BinaryOp, UnaryOp, can_cast};
use super::scalar::{Scalar, ScalarType};

/// Operands that do not fit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TypeError {
    message: String,
}

impl TypeError {
    pub(crate) fn new(message: impl Into<String>) -> TypeError {
        TypeError { message: message.into() }
    }
}

impl fmt::Display for TypeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for TypeError {}

/// Makes a function.
#[derive(Debug)]
pub struct FunctionBuilder {
    function: Function,
    open: Vec<BlockId>,
    line: u32,
}

impl FunctionBuilder {
    /// A function without parameters, results and statements.
    #[must_use]
    pub fn new(name: impl Into<String>) -> FunctionBuilder {
        let mut blocks = PrimaryMap::new();
        let body = blocks.push(Vec::new());
        let function = Function {
            name: name.into(),
            documentation: Vec::new(),
            parameters: Vec::new(),
            results: Vec::new(),
            variables: PrimaryMap::new(),
            buffers: PrimaryMap::new(),
            expressions: PrimaryMap::new(),
            blocks,
            body,
        };
        FunctionBuilder { function, open: vec![body], line: 0 }
    }

    /// The function, when all blocks but its body are closed.
    ///
    /// # Panics
    ///
    /// If a block is still open.
    #[must_use]
    pub fn finish(self) -> Function {
        assert_eq!(self.open.len(), 1, "every block that was opened is closed");
        self.function
    }

    /// What was made so far.
    #[must_use]
    pub const fn function(&self) -> &Function {
        &self.function
    }

    /// Adds a line to what the header says of it.
    pub fn document(&mut self, line: impl Into<String>) {
        self.function.documentation.push(line.into());
    }

    /// The statements that follow come from this line of the source.
    pub const fn set_line(&mut self, line: u32) {
        self.line = line;
    }

    /// The line that statements come from.
    #[must_use]
    pub const fn line(&self) -> u32 {
        self.line
    }

    /// A new variable.
    pub fn variable(&mut self, name: impl Into<String>, scalar: ScalarType) -> VariableId {
        self.function.variables.push(Variable { name: name.into(), scalar })
    }

    /// A new buffer.
    pub fn buffer(&mut self, name: impl Into<String>, element: ScalarType) -> BufferId {
        self.function.buffers.push(Buffer { name: name.into(), element })
    }

    /// The next parameter is this.
    pub fn parameter(&mut self, place: Binding) {
        self.function.parameters.push(place);
    }

    /// The next result is this.
    pub fn result(&mut self, place: Binding) {
        self.function.results.push(place);
    }

    /// A new variable that is the next parameter.
    pub fn scalar_parameter(&mut self, name: impl Into<String>, scalar: ScalarType) -> VariableId {
        let variable = self.variable(name, scalar);
        self.parameter(Binding::Variable(variable));
        variable
    }

    /// A new buffer that is the next parameter.
    pub fn buffer_parameter(&mut self, name: impl Into<String>, element: ScalarType) -> BufferId {
        let buffer = self.buffer(name, element);
        self.parameter(Binding::Buffer(buffer));
        buffer
    }

    fn node(&mut self, kind: Expression, scalar: ScalarType) -> ExprId {
        self.function.expressions.push(Node { kind, scalar })
    }

    /// A constant.
    pub fn constant(&mut self, value: Scalar) -> ExprId {
        self.node(Expression::Constant(value), value.scalar_type())
    }

    /// A constant index.
    pub fn index(&mut self, value: i64) -> ExprId {
        self.constant(Scalar::Index(value))
    }

    /// What a variable holds.
    pub fn read(&mut self, variable: VariableId) -> ExprId {
        let scalar = self.function.variables[variable].scalar;
        self.node(Expression::Variable(variable), scalar)
    }

    /// How many elements a buffer has.
    pub fn length(&mut self, buffer: BufferId) -> ExprId {
        self.node(Expression::Length(buffer), ScalarType::Index)
    }

    fn expect(&self, what: &str, value: ExprId, wanted: ScalarType) -> Result<(), TypeError> {
        let found = self.function.type_of(value);
        if found == wanted {
            Ok(())
        } else {
            Err(TypeError::new(format!("{what} is of type {wanted}, not {found}")))
        }
    }

    /// An element of a buffer.
    ///
    /// # Errors
    ///
    /// If the index is none.
    pub fn load(&mut self, buffer: BufferId, index: ExprId) -> Result<ExprId, TypeError> {
        self.expect("the place of an element", index, ScalarType::Index)?;
        let element = self.function.buffers[buffer].element;
        Ok(self.node(Expression::Load(buffer, index), element))
    }

    /// An operation of one operand.
    ///
    /// # Errors
    ///
    /// If it does not take such an operand.
    pub fn unary(&mut self, op: UnaryOp, operand: ExprId) -> Result<ExprId, TypeError> {
        let found = self.function.type_of(operand);
        let Some(scalar) = op.result_type(found) else {
            return Err(TypeError::new(format!("{} of {found} is not defined", op.name())));
        };
        Ok(self.node(Expression::Unary(op, operand), scalar))
    }

    /// An operation of two operands.
    ///
    /// # Errors
    ///
    /// If it does not take such operands.
    pub fn binary(
        &mut self,
        op: BinaryOp,
        left: ExprId,
        right: ExprId,
    ) -> Result<ExprId, TypeError> {
        let (a, b) = (self.function.type_of(left), self.function.type_of(right));
        let Some(scalar) = op.result_type(a, b) else {
            return Err(TypeError::new(format!("{} of {a} and {b} is not defined", op.name())));
        };
        Ok(self.node(Expression::Binary(op, left, right), scalar))
    }

    /// One of two values.
    ///
    /// # Errors
    ///
    /// If the condition is no truth value or the values are of two types.
    pub fn select(
        &mut self,
        condition: ExprId,
        yes: ExprId,
        no: ExprId,
    ) -> Result<ExprId, TypeError> {
        self.expect("a condition", condition, ScalarType::Bool)?;
        let scalar = self.function.type_of(yes);
        self.expect("the other value", no, scalar)?;
        Ok(self.node(Expression::Select(condition, yes, no), scalar))
    }

    /// A value as one of another type.
    ///
    /// # Errors
    ///
    /// If a complex number should become a real one.
    pub fn cast(&mut self, to: ScalarType, value: ExprId) -> Result<ExprId, TypeError> {
        let from = self.function.type_of(value);
        if !can_cast(from, to) {
            return Err(TypeError::new(format!("{from} cannot become {to}")));
        }
        Ok(self.node(Expression::Cast(to, value), to))
    }

    /// Adds a statement to the innermost open block.
    pub fn push(&mut self, kind: StatementKind) {
        self.push_at(self.line, kind);
    }

    fn push_at(&mut self, line: u32, kind: StatementKind) {
        let block = *self.open.last().expect("the body is never closed");
        self.function.blocks[block].push(Statement { kind, line });
    }

    /// Gives a variable a value.
    pub fn assign(&mut self, variable: VariableId, value: ExprId) {
        self.push(StatementKind::Assign { variable, value });
    }

    /// Gives an element a value.
    pub fn store(&mut self, buffer: BufferId, index: ExprId, value: ExprId) {
        self.push(StatementKind::Store { buffer, index, value });
    }

    /// A new block, which is opened: statements go to it until it is closed.
    pub fn open_block(&mut self) -> BlockId {
        let block = self.function.blocks.push(Vec::new());
        self.open.push(block);
        block
    }

    /// Whether a block and those in it only assign variables and store elements.
    #[must_use]
    pub fn is_plain(&self, block: BlockId) -> bool {
        let mut plain = true;
        self.function.visit_statements(block, |statement| {
            plain &= matches!(
                statement.kind,
                StatementKind::Assign { .. }
                    | StatementKind::Store { .. }
                    | StatementKind::If { .. }
            );
        });
        plain
    }

    /// Closes the innermost open block.
    ///
    /// # Panics
    ///
    /// If only the body is open.
    pub fn close_block(&mut self) {
        assert!(self.open.len() > 1, "the body is not closed");
        self.open.pop();
    }

    /// A loop over an index.
    pub fn for_loop(
        &mut self,
        variable: VariableId,
        from: ExprId,
        to: ExprId,
        step: i64,
        fill: impl FnOnce(&mut FunctionBuilder),
    ) {
        let line = self.line;
        let body = self.open_block();
        fill(self);
        self.close_block();
        let independent = false;
        self.push_at(line, StatementKind::For { variable, from, to, step, independent, body });
    }

    /// A loop with a condition.
    pub fn while_loop(&mut self, condition: ExprId, fill: impl FnOnce(&mut FunctionBuilder)) {
        let line = self.line;
        let body = self.open_block();
        fill(self);
        self.close_block();
        self.push_at(line, StatementKind::While { condition, body });
    }

    /// One of two blocks.
    pub fn if_else(
        &mut self,
        condition: ExprId,
        yes: impl FnOnce(&mut FunctionBuilder),
        no: impl FnOnce(&mut FunctionBuilder),
    ) {
        let line = self.line;
        let then = self.open_block();
        yes(self);
        self.close_block();
        let otherwise = self.open_block();
        no(self);
        self.close_block();
        self.push_at(line, StatementKind::If { condition, then, otherwise });
    }
}
