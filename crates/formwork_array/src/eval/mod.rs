//! The reference evaluator: runs functions as they stand, with budgets.
//!
//! It checks everything: what a guard should have excluded is an error of its own
//! kind ([`Failure::Unguarded`]), which no optimised program may show.

mod condition;
pub(crate) use condition::{index_within, is_shape, range_within};
mod with;

use std::fmt;
use std::sync::Arc;

use cranelift_entity::SecondaryMap;

use crate::diagnostic::Place;
use crate::ir::{
    Array, BaseType, Block, Function, FunctionId, Module, Op, Operand, Scalar, Statement, Target,
    ValueId, element_count, offset,
};

/// Why a run ended without a result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failure {
    /// A check did not pass.
    Check {
        /// What it says.
        message: Arc<str>,
        /// Where its operation stands.
        place: Place,
    },
    /// An operation met arguments for which it means nothing, where every such
    /// operation should be guarded.
    Unguarded(String),
    /// The run takes too long or too much memory.
    Budget,
    /// There is nothing to run: a library function, or arguments that do not fit.
    Unsupported(String),
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Check { message, place } if place.line == 0 => f.write_str(message),
            Failure::Check { message, place } => write!(f, "{place}: {message}"),
            Failure::Unguarded(message) => write!(f, "not guarded: {message}"),
            Failure::Budget => f.write_str("the evaluation takes too long"),
            Failure::Unsupported(message) => f.write_str(message),
        }
    }
}

pub use words::DIVISION as DIVISION_BY_ZERO;

type Result<T> = std::result::Result<T, Failure>;

/// How much a run may cost.
#[derive(Clone, Copy, Debug)]
pub struct Budget {
    /// Statements and elements.
    pub steps: u64,
    /// How deep calls may nest.
    pub depth: u32,
}

impl Default for Budget {
    fn default() -> Budget {
        Budget { steps: 20_000_000, depth: 200 }
    }
}

/// Runs a function on arrays.
///
/// # Errors
///
/// If the run fails, takes too long, or the arguments are not of the types of the parameters.
pub fn eval_function(
    module: &Module,
    function: FunctionId,
    arguments: Vec<Arc<Array>>,
    budget: Budget,
) -> Result<Vec<Arc<Array>>> {
    let mut machine = Machine { module, steps: budget.steps, depth: budget.depth };
    let parameters = module.parameter_types(function);
    let fits = parameters.len() == arguments.len()
        && arguments
            .iter()
            .zip(&parameters)
            .all(|(argument, ty)| crate::ir::Type::of(argument).is_below(ty));
    if !fits {
        return Err(Failure::Unsupported(
            "the arguments are not of the types of the parameters".to_owned(),
        ));
    }
    machine.call(function, arguments)
}

struct Machine<'m> {
    module: &'m Module,
    steps: u64,
    depth: u32,
}

struct Frame<'m> {
    function: &'m Function,
    values: SecondaryMap<ValueId, Option<Arc<Array>>>,
}

fn check_failure(message: &str, place: Place) -> Failure {
    Failure::Check { message: message.into(), place }
}

impl<'m> Frame<'m> {
    fn get(&self, operand: &Operand) -> Result<Arc<Array>> {
        match operand {
            Operand::Constant(array) => Ok(array.clone()),
            Operand::Value(value) => self.values[*value]
                .clone()
                .ok_or_else(|| Failure::Unguarded(format!("{value} has no value"))),
        }
    }

    fn ints(&self, operand: &Operand) -> Result<Vec<i64>> {
        let array = self.get(operand)?;
        array.as_ints().ok_or_else(|| Failure::Unguarded("a vector of int is needed".to_owned()))
    }

    fn scalar(&self, operand: &Operand) -> Result<Scalar> {
        let array = self.get(operand)?;
        array.as_scalar().ok_or_else(|| Failure::Unguarded("a scalar is needed".to_owned()))
    }

    fn set(&mut self, value: ValueId, array: Arc<Array>) {
        self.values[value] = Some(array);
    }

    /// A failure of an operation: the words of its guard, if the function is not guarded yet.
    fn failed(&self, message: &str, place: Place) -> Failure {
        if self.function.guarded {
            Failure::Unguarded(message.to_owned())
        } else {
            check_failure(message, place)
        }
    }
}

/// The words for operations without meaning; guards say the same.
pub(crate) mod words {
    pub(crate) const INDEX: &str = "the index is outside the array";
    pub(crate) const COUNT: &str = "reshape to a different number of elements";
    /// What a division of an integer by zero says.
    pub const DIVISION: &str = "division by zero";
    pub(crate) const RANGE: &str = "the range of a generator is outside the array";
    pub(crate) const NEGATIVE: &str = "an extent is negative or too large";
    pub(crate) const CELL: &str = "the elements differ in shape";
    pub(crate) const SCALAR: &str = "a scalar is needed";
    pub(crate) const BOUND: &str = "the bounds of a generator differ in length";
}

impl<'m> Machine<'m> {
    fn spend(&mut self, steps: u64) -> Result<()> {
        self.steps = self.steps.checked_sub(steps).ok_or(Failure::Budget)?;
        Ok(())
    }

    fn call(
        &mut self,
        function: FunctionId,
        arguments: Vec<Arc<Array>>,
    ) -> Result<Vec<Arc<Array>>> {
        if self.depth == 0 {
            return Err(Failure::Budget);
        }
        self.depth -= 1;
        let function = &self.module.functions[function];
        let mut frame = Frame { function, values: SecondaryMap::new() };
        for (&parameter, argument) in function.parameters.iter().zip(arguments) {
            frame.set(parameter, argument);
        }
        let result = stacker::maybe_grow(256 * 1024, 2 * 1024 * 1024, || {
            self.block(&mut frame, &function.body)
        });
        self.depth += 1;
        result
    }

    fn block(&mut self, frame: &mut Frame<'m>, block: &'m Block) -> Result<Vec<Arc<Array>>> {
        for statement in &block.statements {
            self.spend(1)?;
            let results = self.statement(frame, statement)?;
            for (&value, result) in statement.results.iter().zip(results) {
                frame.set(value, result);
            }
        }
        block.results.iter().map(|result| frame.get(result)).collect()
    }

    fn statement(
        &mut self,
        frame: &mut Frame<'m>,
        statement: &'m Statement,
    ) -> Result<Vec<Arc<Array>>> {
        let place = statement.place;
        let one = |array: Array| Ok(vec![Arc::new(array)]);
        match &statement.op {
            Op::Copy(operand) => Ok(vec![frame.get(operand)?]),
            Op::Prim(prim, operands) => {
                let scalars = operands
                    .iter()
                    .map(|operand| frame.scalar(operand))
                    .collect::<Result<Vec<_>>>()?;
                match prim.eval(&scalars) {
                    Some(scalar) => one(Array::scalar(scalar)),
                    None => Err(frame.failed(words::DIVISION, place)),
                }
            }
            Op::Dim(array) => {
                one(Array::scalar(Scalar::Int(frame.get(array)?.shape().len() as i64)))
            }
            Op::Shape(array) => one(Array::ints(frame.get(array)?.shape())),
            Op::Sel { index, array } => {
                let array = frame.get(array)?;
                let index = frame.ints(index)?;
                match offset(array.shape(), &index, self.module.layout) {
                    Some(at) => one(Array::scalar(array.data()[at])),
                    None => Err(frame.failed(words::INDEX, place)),
                }
            }
            Op::Modarray { array, index, value } => {
                let array = frame.get(array)?;
                let index = frame.ints(index)?;
                let Some(at) = offset(array.shape(), &index, self.module.layout) else {
                    return Err(frame.failed(words::INDEX, place));
                };
                let Some(value) = frame.get(value)?.as_scalar() else {
                    return Err(frame.failed(words::SCALAR, place));
                };
                self.spend(array.data().len() as u64)?;
                array
                    .with_element(at, value)
                    .map(|array| vec![Arc::new(array)])
                    .ok_or_else(|| Failure::Unguarded("an element of another type".to_owned()))
            }
            Op::Reshape { shape, array } => {
                let shape = frame.ints(shape)?;
                match frame.get(array)?.reshaped(&shape) {
                    Some(array) => one(array),
                    None => Err(frame.failed(words::COUNT, place)),
                }
            }
            Op::Vector(elements) => {
                let elements = elements
                    .iter()
                    .map(|element| frame.get(element))
                    .collect::<Result<Vec<_>>>()?;
                self.vector(frame, &elements, place).map(|array| vec![Arc::new(array)])
            }
            Op::Bind { rank, shape, array } => {
                let array = frame.get(array)?;
                let agrees = frame.get(rank)?.as_int() == Some(array.shape().len() as i64)
                    && frame.ints(shape)? == array.shape();
                if !agrees {
                    return Err(Failure::Unguarded(
                        "saabind with another rank or shape".to_owned(),
                    ));
                }
                Ok(vec![array])
            }
            Op::With(with) => self.with(frame, with, place),
            Op::Call { function, arguments } => {
                let arguments = arguments
                    .iter()
                    .map(|argument| frame.get(argument))
                    .collect::<Result<Vec<_>>>()?;
                self.call(*function, arguments).map_err(|failure| at_place(failure, place))
            }
            Op::Dispatch { targets, arguments, message, place } => {
                let arguments = arguments
                    .iter()
                    .map(|argument| frame.get(argument))
                    .collect::<Result<Vec<_>>>()?;
                self.dispatch(frame, targets, arguments, message, *place)
            }
            Op::If { condition, then, otherwise } => {
                let truth = frame.scalar(condition)? == Scalar::Bool(true);
                self.block(frame, if truth { then } else { otherwise })
            }
            Op::Loop(repeat) => {
                let mut carried = repeat
                    .carried
                    .iter()
                    .map(|(_, first)| frame.get(first))
                    .collect::<Result<Vec<_>>>()?;
                loop {
                    self.spend(1)?;
                    for ((value, _), array) in repeat.carried.iter().zip(&carried) {
                        frame.set(*value, array.clone());
                    }
                    let test = self.block(frame, &repeat.condition)?;
                    if test.first().and_then(|array| array.as_scalar()) != Some(Scalar::Bool(true))
                    {
                        return Ok(carried);
                    }
                    carried = self.block(frame, &repeat.body)?;
                }
            }
            Op::Guard { check, value } => {
                if !self.holds(frame, &check.condition)? {
                    return Err(Failure::Check {
                        message: check.message.clone(),
                        place: check.place,
                    });
                }
                value.iter().map(|value| frame.get(value)).collect()
            }
            Op::Extern { callee, arguments: _ } => {
                let name = &self.module.externs[*callee].name;
                Err(Failure::Unsupported(format!(
                    "`{name}` is a library function, which cannot be run here"
                )))
            }
        }
    }

    fn dispatch(
        &mut self,
        frame: &Frame<'m>,
        targets: &[Target],
        arguments: Vec<Arc<Array>>,
        message: &str,
        place: Place,
    ) -> Result<Vec<Arc<Array>>> {
        for &target in targets {
            match target {
                Target::Prim(prim) => {
                    let scalars: Option<Vec<Scalar>> =
                        arguments.iter().map(|argument| argument.as_scalar()).collect();
                    let Some(scalars) = scalars else { continue };
                    return match prim.eval(&scalars) {
                        Some(scalar) => Ok(vec![Arc::new(Array::scalar(scalar))]),
                        // The division inside a dispatch is behind no guard of its own.
                        None => Err(check_failure(words::DIVISION, place)),
                    };
                }
                Target::Function(function) => {
                    let types = self.module.parameter_types(function);
                    let fits = arguments
                        .iter()
                        .zip(&types)
                        .all(|(argument, ty)| crate::ir::Type::of(argument).is_below(ty));
                    if fits {
                        return self
                            .call(function, arguments)
                            .map_err(|failure| at_place(failure, place));
                    }
                }
            }
        }
        let _ = frame;
        Err(check_failure(message, place))
    }

    fn vector(
        &mut self,
        frame: &Frame<'m>,
        elements: &[Arc<Array>],
        place: Place,
    ) -> Result<Array> {
        let first =
            elements.first().cloned().unwrap_or_else(|| Arc::new(Array::scalar(Scalar::Int(0))));
        if elements.iter().any(|element| element.shape() != first.shape()) {
            return Err(frame.failed(words::CELL, place));
        }
        let cells: Vec<(Vec<i64>, Arc<Array>)> = elements
            .iter()
            .enumerate()
            .map(|(number, element)| (vec![number as i64], element.clone()))
            .collect();
        let outer = [elements.len() as i64];
        self.assemble(&outer, first.shape(), first.base(), None, &cells)
    }

    /// An array of cells at outer indices; where there is none, the default.
    fn assemble(
        &mut self,
        outer: &[i64],
        inner: &[i64],
        base: BaseType,
        default: Option<&Array>,
        cells: &[(Vec<i64>, Arc<Array>)],
    ) -> Result<Array> {
        let shape = [outer, inner].concat();
        let count = element_count(&shape).ok_or(Failure::Budget)?;
        self.spend(count as u64)?;
        let mut data = vec![base.zero(); count];
        let layout = self.module.layout;
        let mut put = |index: &[i64], cell: &Array| -> Result<()> {
            for_each_index(&vec![0; inner.len()], inner, &mut |position| {
                let full = [index, position].concat();
                let to = offset(&shape, &full, layout);
                let from = offset(inner, position, layout);
                if let (Some(to), Some(from)) = (to, from) {
                    data[to] = cell.data()[from];
                }
                Ok(())
            })
        };
        if let Some(default) = default {
            for_each_index(&vec![0; outer.len()], outer, &mut |index| put(index, default))?;
        }
        for (index, cell) in cells {
            put(index, cell)?;
        }
        Array::new(base, shape, data)
            .ok_or_else(|| Failure::Unguarded("an element of another type".to_owned()))
    }
}

/// A failure inside a function of the prelude is a failure of its call.
fn at_place(failure: Failure, place: Place) -> Failure {
    match failure {
        Failure::Check { message, place: Place { line: 0, .. } } => {
            Failure::Check { message, place }
        }
        other => other,
    }
}

/// Calls `visit` for every index from `lower` up to but not including `upper`, the last axis fastest.
fn for_each_index(
    lower: &[i64],
    upper: &[i64],
    visit: &mut dyn FnMut(&[i64]) -> Result<()>,
) -> Result<()> {
    if lower.iter().zip(upper).any(|(low, high)| low >= high) {
        return Ok(());
    }
    let mut index = lower.to_vec();
    loop {
        visit(&index)?;
        let mut axis = index.len();
        loop {
            if axis == 0 {
                return Ok(());
            }
            axis -= 1;
            index[axis] += 1;
            if index[axis] < upper[axis] {
                break;
            }
            index[axis] = lower[axis];
        }
    }
}
