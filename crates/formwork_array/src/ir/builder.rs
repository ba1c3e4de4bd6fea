//! Building functions from other front ends: operations become statements whose
//! results get the types that the operations give.

use super::{
    Block, Function, FunctionId, Index, Module, NameOrigin, Op, Operand, Operation, Part,
    Statement, Type, ValueId, With,
};
use crate::diagnostic::TextPosition;
use crate::types::infer::infer_op;

/// A function while it is built. Blocks are opened and closed like parentheses.
#[derive(Debug)]
pub struct Builder<'m> {
    module: &'m mut Module,
    function: Function,
    open: Vec<Vec<Statement>>,
    place: TextPosition,
}

impl<'m> Builder<'m> {
    /// A new function with these results. Its caller does the work in another way where a
    /// check fails, so all failures are alike.
    pub fn new(module: &'m mut Module, name: impl Into<String>, results: Vec<Type>) -> Builder<'m> {
        let mut function = Function::new(name);
        function.results = results;
        function.failures_alike = true;
        Builder { module, function, open: vec![Vec::new()], place: TextPosition::default() }
    }

    /// The module, for functions that are needed first.
    pub fn module_mut(&mut self) -> &mut Module {
        self.module
    }

    /// A further parameter.
    pub fn parameter(&mut self, name: impl Into<String>, ty: Type) -> Operand {
        let value = self.function.value(name, NameOrigin::Source, ty);
        self.function.parameters.push(value);
        Operand::Value(value)
    }

    /// The place that the following statements come from.
    pub fn at(&mut self, place: TextPosition) {
        self.place = place;
    }

    /// The type of an operand.
    #[must_use]
    pub fn type_of(&self, operand: &Operand) -> Type {
        self.function.type_of(operand)
    }

    /// Adds an operation and gives its results, which are called `name` if there is one.
    ///
    /// # Errors
    ///
    /// If the operation does not take operands of these types.
    pub fn define(&mut self, name: &str, op: Op) -> Result<Vec<Operand>, String> {
        let types = infer_op(self.module, &self.function, &op)?;
        let origin = if name.is_empty() { NameOrigin::Temporary } else { NameOrigin::Source };
        let results: Vec<ValueId> =
            types.into_iter().map(|ty| self.function.value(name, origin, ty)).collect();
        let statement = Statement { results: results.clone(), op, place: self.place };
        self.open.last_mut().ok_or("every block is closed")?.push(statement);
        Ok(results.into_iter().map(Operand::Value).collect())
    }

    /// Adds an operation with one result and gives it.
    ///
    /// # Errors
    ///
    /// If the operation does not take operands of these types, or has not one result.
    pub fn value(&mut self, name: &str, op: Op) -> Result<Operand, String> {
        let mut results = self.define(name, op)?;
        match (results.pop(), results.is_empty()) {
            (Some(result), true) => Ok(result),
            _ => Err("an operation with one result is needed".to_owned()),
        }
    }

    /// A value that an index or a carried value of a loop defines.
    pub fn inner_value(&mut self, name: &str, ty: Type) -> ValueId {
        self.function.value(name, NameOrigin::Source, ty)
    }

    /// Opens a block: the following statements belong to it.
    pub fn open(&mut self) {
        self.open.push(Vec::new());
    }

    /// How many blocks are open.
    #[must_use]
    pub fn depth(&self) -> usize {
        self.open.len()
    }

    /// Drops the open blocks beyond the first `depth`, with what is in them.
    pub fn unwind(&mut self, depth: usize) {
        self.open.truncate(depth.max(1));
    }

    /// Closes the innermost block, which yields `results`.
    ///
    /// # Errors
    ///
    /// If no block is open.
    pub fn close(&mut self, results: Vec<Operand>) -> Result<Block, String> {
        if self.open.len() < 2 {
            return Err("no block is open".to_owned());
        }
        let statements = self.open.pop().ok_or("no block is open")?;
        Ok(Block { statements, results })
    }

    /// A with-loop of one part over all of `shape`, which `body` fills from the index.
    ///
    /// # Errors
    ///
    /// What `body` fails with, or if the types do not fit.
    pub fn genarray(
        &mut self,
        name: &str,
        shape: Operand,
        default: Operand,
        body: impl FnOnce(&mut Builder<'m>, Operand) -> Result<Operand, String>,
    ) -> Result<Operand, String> {
        let index = self.inner_value("iv", self.function.type_of(&shape));
        self.open();
        let result = body(self, Operand::Value(index))?;
        let body = self.close(vec![result])?;
        let part = Part { lower: None, index: Index::Vector(index), upper: shape.clone(), body };
        let operations = vec![Operation::Genarray { shape, default }];
        self.value(
            name,
            Op::With(Box::new(With { parts: vec![part], operations, reuse: vec![None] })),
        )
    }

    /// Ends the function.
    ///
    /// # Errors
    ///
    /// If a block is still open, or the results are not those declared.
    pub fn finish(mut self, results: Vec<Operand>) -> Result<FunctionId, String> {
        self.end(results)?;
        Ok(self.module.functions.push(self.function))
    }

    /// Ends a function that others call already; it takes the place of `declared`.
    ///
    /// # Errors
    ///
    /// If a block is still open, or the results are not those declared.
    pub fn finish_as(
        mut self,
        declared: FunctionId,
        results: Vec<Operand>,
    ) -> Result<FunctionId, String> {
        self.end(results)?;
        self.module.functions[declared] = self.function;
        Ok(declared)
    }

    fn end(&mut self, results: Vec<Operand>) -> Result<(), String> {
        let (Some(statements), true) = (self.open.pop(), self.open.is_empty()) else {
            return Err("a block is still open".to_owned());
        };
        self.function.body = Block { statements, results };
        crate::verify::verify_function(self.module, &self.function)
    }
}
