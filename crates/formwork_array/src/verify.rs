//! Whether a module is well formed: every operand is defined before it is used, every
//! value is defined once, and the base types are those of the operations. Shapes are not
//! looked at: behind a check that is sure to fail they may be anything.

use rustc_hash::FxHashSet;

use crate::ir::{
    BaseType, Block, Condition, Function, Module, Op, Operand, Operation, ShapeClass, ValueId,
};
use crate::types::infer::result_types;

/// Checks all functions of a module.
///
/// # Errors
///
/// The first thing that is wrong.
pub fn verify(module: &Module) -> Result<(), String> {
    for function in module.functions.values() {
        verify_function(module, function)?;
    }
    Ok(())
}

/// Checks one function of a module.
///
/// # Errors
///
/// The first thing that is wrong.
pub fn verify_function(module: &Module, function: &Function) -> Result<(), String> {
    let mut verifier =
        Verifier { module, function, seen: FxHashSet::default(), visible: FxHashSet::default() };
    let result = verifier.function();
    result.map_err(|message| format!("in `{}`: {message}", function.name))
}

struct Verifier<'m> {
    module: &'m Module,
    function: &'m Function,
    /// Every value defined so far.
    seen: FxHashSet<ValueId>,
    /// The values in sight.
    visible: FxHashSet<ValueId>,
}

impl Verifier<'_> {
    fn function(&mut self) -> Result<(), String> {
        for &parameter in &self.function.parameters {
            self.define(parameter)?;
        }
        self.block(&self.function.body)?;
        let results = &self.function.body.results;
        if results.len() != self.function.results.len() {
            return Err(format!("{} results, not {}", results.len(), self.function.results.len()));
        }
        for (result, declared) in results.iter().zip(&self.function.results) {
            let ty = self.function.type_of(result);
            if ty.base != declared.base {
                return Err(format!("a result is {ty}, declared as {declared}"));
            }
        }
        Ok(())
    }

    fn define(&mut self, value: ValueId) -> Result<(), String> {
        if !self.seen.insert(value) {
            return Err(format!("{value} is defined twice"));
        }
        if let Some(attributes) = &self.function.values[value].attributes {
            self.operand(&attributes.rank, "the rank of a definition")?;
            self.operand(&attributes.shape, "the shape of a definition")?;
            let rank = self.function.type_of(&attributes.rank);
            let shape = self.function.type_of(&attributes.shape);
            if rank.base != BaseType::Int || !self.function.is_scalar(&attributes.rank) {
                return Err(format!("the rank of {value} is {rank}"));
            }
            if shape.base != BaseType::Int || shape.class.rank().is_some_and(|rank| rank != 1) {
                return Err(format!("the shape of {value} is {shape}"));
            }
        }
        self.visible.insert(value);
        Ok(())
    }

    fn operand(&self, operand: &Operand, what: &str) -> Result<(), String> {
        match operand {
            Operand::Value(value) if !self.visible.contains(value) => {
                let name = &self.function.values[*value].name;
                Err(format!("{what} uses {value} (`{name}`), which is not defined there"))
            }
            Operand::Value(_) | Operand::Constant(_) => Ok(()),
        }
    }

    fn block(&mut self, block: &Block) -> Result<(), String> {
        let before: Vec<ValueId> = Vec::new();
        let mut defined = before;
        for statement in &block.statements {
            for operand in statement.op.operands() {
                self.operand(operand, "an operation")?;
            }
            self.inside(&statement.op)?;
            let types = result_types(self.module, self.function, &statement.op)?;
            if types.len() != statement.results.len() {
                return Err(format!(
                    "{} results of an operation with {}",
                    statement.results.len(),
                    types.len()
                ));
            }
            for (&result, ty) in statement.results.iter().zip(&types) {
                let declared = &self.function.values[result].ty;
                if declared.base != ty.base {
                    return Err(format!("{result} is {declared}, its operation gives {ty}"));
                }
                self.define(result)?;
                defined.push(result);
            }
        }
        for result in &block.results {
            self.operand(result, "the result of a block")?;
        }
        for value in defined {
            self.visible.remove(&value);
        }
        Ok(())
    }

    fn inside(&mut self, op: &Op) -> Result<(), String> {
        match op {
            Op::With(with) => {
                for part in &with.parts {
                    for &value in part.index.values() {
                        self.define(value)?;
                    }
                    self.block(&part.body)?;
                    for value in part.index.values() {
                        self.visible.remove(value);
                    }
                }
                if with.reuse.len() != with.operations.len() {
                    return Err("storage is said of other results than there are".to_owned());
                }
                for operation in &with.operations {
                    if let Operation::Modarray { array } = operation {
                        self.operand(array, "a with-loop")?;
                    }
                }
                Ok(())
            }
            Op::Loop(repeat) => {
                for (value, _) in &repeat.carried {
                    self.define(*value)?;
                }
                if repeat.condition.results.len() != 1
                    || repeat.body.results.len() != repeat.carried.len()
                {
                    return Err("a loop whose blocks yield too much or too little".to_owned());
                }
                self.block(&repeat.condition)?;
                self.block(&repeat.body)?;
                for (value, _) in &repeat.carried {
                    self.visible.remove(value);
                }
                Ok(())
            }
            Op::If { condition: _, then, otherwise } => {
                self.block(then)?;
                self.block(otherwise)
            }
            Op::Guard { check, value: _ } => check_condition(self.function, &check.condition),
            Op::Copy(_)
            | Op::Prim(..)
            | Op::Dim(_)
            | Op::Shape(_)
            | Op::Sel { .. }
            | Op::Modarray { .. }
            | Op::Reshape { .. }
            | Op::Vector(_)
            | Op::Bind { .. }
            | Op::Call { .. }
            | Op::Dispatch { .. }
            | Op::Extern { .. } => Ok(()),
        }
    }
}

/// Whether the operands of a condition are of the types it is about.
pub(crate) fn check_condition(function: &Function, condition: &Condition) -> Result<(), String> {
    let vector = |operand: &Operand| {
        let ty = function.type_of(operand);
        if ty.base == BaseType::Int && ty.class.meets(&ShapeClass::Rank(1)) {
            Ok(())
        } else {
            Err(format!("a check of a vector of int, not {ty}"))
        }
    };
    match condition {
        Condition::True(truth) => {
            let ty = function.type_of(truth);
            if ty.base == BaseType::Bool && function.is_scalar(truth) {
                Ok(())
            } else {
                Err(format!("a check of a bool, not {ty}"))
            }
        }
        Condition::IndexWithin { index: left, shape: right }
        | Condition::ShapesEqual(left, right)
        | Condition::CountsEqual(left, right) => vector(left).and_then(|()| vector(right)),
        Condition::RangeWithin { lower, upper, shape } => {
            lower.iter().try_for_each(vector)?;
            vector(upper).and_then(|()| vector(shape))
        }
        Condition::Length(operand, length) => {
            vector(operand)?;
            if function.is_scalar(length) { Ok(()) } else { Err("a length is a scalar".to_owned()) }
        }
        Condition::NonNegative(operand) => vector(operand),
        Condition::NonZero(number) => {
            let ty = function.type_of(number);
            if ty.base.is_integer() && function.is_scalar(number) {
                Ok(())
            } else {
                Err(format!("a check of an integer, not {ty}"))
            }
        }
    }
}
