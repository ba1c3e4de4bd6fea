//! Carrying out statements.

use cranelift_entity::{EntityRef as _, EntitySet, SecondaryMap};
use formwork_runtime::format::c_number;

use super::super::form::{
    Argument, Binding, BlockId, BufferId, DEEPEST_RECURSION, ExprId, Expression, Failure, Fill,
    Function, FunctionId, Module, Piece, RuntimeArgument, RuntimeResult, Statement, StatementKind,
    VariableId,
};
use super::super::operator::BinaryOp;
use super::super::scalar::{Scalar, ScalarType};
use super::{RuntimeHost, Stop, TOO_DEEP, Value, eval_binary, eval_cast, eval_unary};
use crate::array::{Array, ArrayView, Elements};

/// How large a buffer may be.
const LARGEST_BUFFER: i64 = 1 << 27;

/// Runs functions of a module.
pub struct Evaluator<'m> {
    module: &'m Module,
    host: &'m mut dyn RuntimeHost,
    steps: u64,
    recursive: EntitySet<FunctionId>,
    /// How deep functions that call themselves nest.
    depth: usize,
}

/// Where a statement leads.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Flow {
    On,
    Break,
    Continue,
    Return,
}

type Elementary = Vec<Option<Scalar>>;

/// What a call of a function has.
struct Frame<'m> {
    function: &'m Function,
    variables: Vec<Scalar>,
    buffers: SecondaryMap<BufferId, Elementary>,
}

fn defect<T>(message: impl Into<String>) -> Result<T, Stop> {
    Err(Stop::Defect(message.into()))
}

impl<'m> Evaluator<'m> {
    /// For a verified module. `steps` bounds how many statements are carried out.
    #[must_use]
    pub fn new(module: &'m Module, host: &'m mut dyn RuntimeHost, steps: u64) -> Evaluator<'m> {
        Evaluator { module, host, steps, recursive: module.recursive_functions(), depth: 0 }
    }

    /// The results of a function.
    ///
    /// # Errors
    ///
    /// Why there are none.
    pub fn call(
        &mut self,
        function: FunctionId,
        arguments: Vec<Value>,
    ) -> Result<Vec<Value>, Stop> {
        // Calls of others cannot come back: they nest as deep as there are functions.
        let before = self.depth;
        self.depth = if self.recursive.contains(function) { before + 1 } else { 0 };
        if self.depth > DEEPEST_RECURSION {
            let (identifier, message) = (TOO_DEEP.0.to_owned(), TOO_DEEP.1.to_owned());
            return Err(Stop::Failed { identifier, message });
        }
        let result = stacker::maybe_grow(256 * 1024, 4 * 1024 * 1024, || {
            self.call_here(function, arguments)
        });
        self.depth = before;
        result
    }

    fn call_here(&mut self, id: FunctionId, arguments: Vec<Value>) -> Result<Vec<Value>, Stop> {
        let Some(function) = self.module.functions.get(id) else {
            return defect("there is no such function");
        };
        if arguments.len() != function.parameters.len() {
            return defect("another number of arguments");
        }
        let mut frame = Frame {
            function,
            variables: function.variables.values().map(|variable| variable.scalar.zero()).collect(),
            buffers: SecondaryMap::new(),
        };
        for (place, argument) in function.parameters.iter().zip(arguments) {
            let wanted = function.place_type(*place);
            match (place, argument) {
                (Binding::Variable(variable), Value::Scalar(value))
                    if value.scalar_type() == wanted =>
                {
                    frame.variables[variable.index()] = value;
                }
                (Binding::Buffer(buffer), Value::Buffer(elements))
                    if elements.iter().all(|element| element.scalar_type() == wanted) =>
                {
                    frame.buffers[*buffer] = elements.into_iter().map(Some).collect();
                }
                _ => return defect("an argument of another type"),
            }
        }
        self.block(&mut frame, function.body)?;
        function
            .results
            .iter()
            .map(|place| match place {
                Binding::Variable(variable) => Ok(Value::Scalar(frame.variables[variable.index()])),
                Binding::Buffer(buffer) => frame.elements(*buffer).map(Value::Buffer),
            })
            .collect()
    }

    fn block(&mut self, frame: &mut Frame<'m>, block: BlockId) -> Result<Flow, Stop> {
        let function = frame.function;
        for statement in function.block(block) {
            let flow = self.statement(frame, statement)?;
            if flow != Flow::On {
                return Ok(flow);
            }
        }
        Ok(Flow::On)
    }

    fn spend(&mut self) -> Result<(), Stop> {
        self.steps = self.steps.checked_sub(1).ok_or(Stop::Budget)?;
        Ok(())
    }

    fn statement(&mut self, frame: &mut Frame<'m>, statement: &'m Statement) -> Result<Flow, Stop> {
        self.spend()?;
        match &statement.kind {
            StatementKind::Assign { variable, value } => {
                frame.variables[variable.index()] = frame.evaluate(*value)?;
            }
            StatementKind::Store { buffer, index, value } => {
                let index = frame.index(*index)?;
                let value = frame.evaluate(*value)?;
                let elements = &mut frame.buffers[*buffer];
                let element = usize::try_from(index).ok().and_then(|index| elements.get_mut(index));
                let Some(element) = element else {
                    return defect(format!("a store at {index}"));
                };
                *element = Some(value);
            }
            StatementKind::Allocate { buffer, length, fill } => {
                let length = room(frame.index(*length)?)?;
                let element = match fill {
                    Fill::Undefined => None,
                    Fill::Zero => Some(frame.zero(*buffer)),
                };
                frame.buffers[*buffer] = vec![element; length];
            }
            StatementKind::Reserve { capacity, .. } => {
                room(frame.index(*capacity)?.max(0))?;
            }
            StatementKind::Grow { buffer, length } => {
                let length = frame.index(*length)?;
                let now = frame.buffers[*buffer].len();
                if i64::try_from(now).is_ok_and(|now| length > now) {
                    let zero = frame.zero(*buffer);
                    frame.buffers[*buffer].resize(room(length)?, Some(zero));
                }
            }
            StatementKind::Free { buffer } => frame.buffers[*buffer] = Vec::new(),
            StatementKind::Copy { target, source } => {
                frame.buffers[*target] = frame.buffers[*source].clone();
            }
            StatementKind::Swap { left, right } => {
                let elements = std::mem::take(&mut frame.buffers[*left]);
                frame.buffers[*left] = std::mem::replace(&mut frame.buffers[*right], elements);
            }
            StatementKind::For { variable, from, to, step, independent: _, body } => {
                let (from, to) = (frame.index(*from)?, frame.index(*to)?);
                return self.count(frame, *variable, (from, to, *step), *body);
            }
            StatementKind::While { condition, body } => {
                while frame.truth(*condition)? {
                    self.spend()?;
                    match self.block(frame, *body)? {
                        Flow::On | Flow::Continue => {}
                        Flow::Break => break,
                        Flow::Return => return Ok(Flow::Return),
                    }
                }
            }
            StatementKind::If { condition, then, otherwise } => {
                let block = if frame.truth(*condition)? { *then } else { *otherwise };
                return self.block(frame, block);
            }
            StatementKind::Break => return Ok(Flow::Break),
            StatementKind::Continue => return Ok(Flow::Continue),
            StatementKind::Return => return Ok(Flow::Return),
            StatementKind::Fail(failure) => return Err(frame.failure(failure)?),
            StatementKind::Call { function, arguments, results } => {
                self.call_function(frame, *function, arguments, results)?;
            }
            StatementKind::CallRuntime { operation, arguments, results } => {
                self.call_runtime(frame, operation, arguments, results)?;
            }
        }
        Ok(Flow::On)
    }

    /// Calls a function of the module.
    fn call_function(
        &mut self,
        frame: &mut Frame<'m>,
        function: FunctionId,
        arguments: &[Argument],
        results: &[Binding],
    ) -> Result<(), Stop> {
        let arguments = arguments
            .iter()
            .map(|argument| match argument {
                Argument::Value(value) => frame.evaluate(*value).map(Value::Scalar),
                Argument::Buffer(buffer) => frame.elements(*buffer).map(Value::Buffer),
            })
            .collect::<Result<Vec<Value>, Stop>>()?;
        let values = self.call(function, arguments)?;
        for (place, value) in results.iter().zip(values) {
            frame.put(*place, value);
        }
        Ok(())
    }

    /// Calls an operation of the runtime.
    fn call_runtime(
        &mut self,
        frame: &mut Frame<'m>,
        operation: &str,
        arguments: &[RuntimeArgument],
        results: &[RuntimeResult],
    ) -> Result<(), Stop> {
        let arguments = arguments
            .iter()
            .map(|argument| frame.runtime_argument(argument))
            .collect::<Result<Vec<Array>, Stop>>()?;
        let views: Vec<ArrayView<'_>> = arguments.iter().map(Array::view).collect();
        let values = self.host.call(operation, &views, results.len());
        let values =
            values.map_err(|(identifier, message)| Stop::Failed { identifier, message })?;
        if values.len() != results.len() {
            return Err(unexpected(operation));
        }
        for (result, value) in results.iter().zip(values) {
            frame.runtime_result(operation, result, value)?;
        }
        Ok(())
    }

    fn count(
        &mut self,
        frame: &mut Frame<'m>,
        variable: VariableId,
        (from, to, step): (i64, i64, i64),
        body: BlockId,
    ) -> Result<Flow, Stop> {
        let mut counter = from;
        while if step > 0 { counter < to } else { counter > to } {
            self.spend()?;
            frame.variables[variable.index()] = Scalar::Index(counter);
            match self.block(frame, body)? {
                Flow::On | Flow::Continue => {}
                Flow::Break => break,
                Flow::Return => return Ok(Flow::Return),
            }
            match counter.checked_add(step) {
                Some(next) => counter = next,
                None => return defect("a counter overflows"),
            }
        }
        Ok(Flow::On)
    }
}

/// The failure where an operation gives something else than it should.
fn unexpected(operation: &str) -> Stop {
    Stop::Failed {
        identifier: "formwork:unexpected-result".to_owned(),
        message: format!("the operation '{operation}' gave an array of another kind"),
    }
}

/// A length for which there is room.
fn room(length: i64) -> Result<usize, Stop> {
    if (0..=LARGEST_BUFFER).contains(&length) {
        usize::try_from(length).map_err(|_| Stop::out_of_memory())
    } else {
        Err(Stop::out_of_memory())
    }
}

impl Frame<'_> {
    fn zero(&self, buffer: BufferId) -> Scalar {
        self.function.buffers[buffer].element.zero()
    }

    /// All elements of a buffer, each of which must be defined.
    fn elements(&self, buffer: BufferId) -> Result<Vec<Scalar>, Stop> {
        let elements: Option<Vec<Scalar>> = self.buffers[buffer].iter().copied().collect();
        elements.map_or_else(|| defect("an element that nobody wrote is handed over"), Ok)
    }

    fn put(&mut self, place: Binding, value: Value) {
        match (place, value) {
            (Binding::Variable(variable), Value::Scalar(value)) => {
                self.variables[variable.index()] = value;
            }
            (Binding::Buffer(buffer), Value::Buffer(elements)) => {
                self.buffers[buffer] = elements.into_iter().map(Some).collect();
            }
            (Binding::Variable(_), Value::Buffer(_)) | (Binding::Buffer(_), Value::Scalar(_)) => {}
        }
    }

    fn index(&self, id: ExprId) -> Result<i64, Stop> {
        self.evaluate(id)?.as_index().map_or_else(|| defect("no index"), Ok)
    }

    fn truth(&self, id: ExprId) -> Result<bool, Stop> {
        self.evaluate(id)?.as_bool().map_or_else(|| defect("no truth value"), Ok)
    }

    fn evaluate(&self, id: ExprId) -> Result<Scalar, Stop> {
        let value = match self.function.expression(id) {
            Expression::Constant(value) => Some(value),
            Expression::Variable(variable) => Some(self.variables[variable.index()]),
            Expression::Load(buffer, index) => {
                let index = self.index(index)?;
                let elements = &self.buffers[buffer];
                let element = usize::try_from(index).ok().and_then(|index| elements.get(index));
                return match element {
                    Some(Some(value)) => Ok(*value),
                    Some(None) => defect(format!("a load at {index}, where nobody wrote")),
                    None => defect(format!("a load at {index}")),
                };
            }
            Expression::Length(buffer) => {
                i64::try_from(self.buffers[buffer].len()).ok().map(Scalar::Index)
            }
            Expression::Unary(op, operand) => eval_unary(op, self.evaluate(operand)?),
            Expression::Binary(BinaryOp::And, left, right) => {
                Some(Scalar::Bool(self.truth(left)? && self.truth(right)?))
            }
            Expression::Binary(BinaryOp::Or, left, right) => {
                Some(Scalar::Bool(self.truth(left)? || self.truth(right)?))
            }
            Expression::Binary(op, left, right) => {
                eval_binary(op, self.evaluate(left)?, self.evaluate(right)?)
            }
            Expression::Select(condition, yes, no) => {
                return self.evaluate(if self.truth(condition)? { yes } else { no });
            }
            Expression::Cast(to, value) => eval_cast(to, self.evaluate(value)?),
        };
        value.map_or_else(|| defect("an operation that is not defined"), Ok)
    }

    fn failure(&self, failure: &Failure) -> Result<Stop, Stop> {
        let mut message = String::new();
        for piece in &failure.message {
            match piece {
                Piece::Text(text) => message.push_str(text),
                Piece::Operand(operand) => {
                    let value = self.evaluate(*operand)?;
                    message.push_str(&match value {
                        Scalar::F64(x) => general(x),
                        other => other.to_integer().map_or_else(String::new, |x| x.to_string()),
                    });
                }
            }
        }
        Ok(Stop::Failed { identifier: failure.identifier.clone(), message })
    }

    fn runtime_argument(&self, argument: &RuntimeArgument) -> Result<Array, Stop> {
        let (class, extents, scalars) = match argument {
            RuntimeArgument::Scalar(class, value) => {
                (class, vec![1, 1], vec![self.evaluate(*value)?])
            }
            RuntimeArgument::Array(class, buffer, extents) => {
                let extents = extents.iter().map(|extent| self.index(*extent)).collect::<Result<
                    Vec<i64>,
                    Stop,
                >>(
                )?;
                (class, extents, self.elements(*buffer)?)
            }
            RuntimeArgument::AnyRank(class, buffer, shape) => {
                let extents =
                    self.elements(*shape)?.into_iter().filter_map(Scalar::as_index).collect();
                (class, extents, self.elements(*buffer)?)
            }
        };
        let mut elements = Elements::none(match argument {
            RuntimeArgument::Scalar(_, value) => self.function.type_of(*value),
            RuntimeArgument::Array(_, buffer, _) | RuntimeArgument::AnyRank(_, buffer, _) => {
                self.function.buffers[*buffer].element
            }
        });
        for scalar in scalars {
            elements.push(scalar);
        }
        let array = Array::new(*class, extents, elements);
        array.map_or_else(
            || defect("an array does not have as many elements as its extents say"),
            Ok,
        )
    }

    fn runtime_result(
        &mut self,
        operation: &str,
        result: &RuntimeResult,
        value: Array,
    ) -> Result<(), Stop> {
        let wanted = match result {
            RuntimeResult::Scalar(class, variable) => {
                (*class, self.function.variables[*variable].scalar)
            }
            RuntimeResult::Array(class, buffer, _) | RuntimeResult::AnyRank(class, buffer, _) => {
                (*class, self.function.buffers[*buffer].element)
            }
        };
        let rank = value.extents().len();
        let fits = match result {
            RuntimeResult::Scalar(..) => value.elements().len() == 1,
            RuntimeResult::Array(_, _, extents) => extents.len() == rank,
            RuntimeResult::AnyRank(..) => true,
        };
        if !fits || wanted != (value.class(), value.elements().scalar_type()) {
            return Err(unexpected(operation));
        }
        let elements: Elementary = value.elements().iter().map(Some).collect();
        match result {
            RuntimeResult::Scalar(_, variable) => {
                if let Some(Some(value)) = elements.first() {
                    self.variables[variable.index()] = *value;
                }
            }
            RuntimeResult::Array(_, buffer, extents) => {
                for (variable, extent) in extents.iter().zip(value.extents()) {
                    self.variables[variable.index()] = Scalar::Index(*extent);
                }
                self.buffers[*buffer] = elements;
            }
            RuntimeResult::AnyRank(_, buffer, shape) => {
                let extents = value.extents().iter();
                self.buffers[*shape] = extents.map(|extent| Some(Scalar::Index(*extent))).collect();
                self.buffers[*buffer] = elements;
            }
        }
        debug_assert_ne!(wanted.1, ScalarType::Index, "no class consists of indices");
        Ok(())
    }
}

/// A double in a message.
fn general(x: f64) -> String {
    if x.is_nan() {
        "NaN".to_owned()
    } else if x.is_infinite() {
        if x > 0.0 { "Inf".to_owned() } else { "-Inf".to_owned() }
    } else {
        c_number::general(x, 6, false)
    }
}
