//! What must hold of a module beyond the types that the builder checks.
//!
//! The later stages rely on it: they recurse, because nesting is bounded here, and
//! walk expressions as trees, because each is used once.

use std::fmt;

use cranelift_entity::{EntityRef as _, EntitySet};
use rustc_hash::FxHashSet;

use super::entry::{Entry, EntryValue, Extent, Layout};
use super::form::{
    Argument, Binding, BlockId, BufferId, ExprId, Failure, Function, FunctionId, Module, Piece,
    RuntimeArgument, RuntimeResult, StatementKind, VariableId,
};
use super::scalar::ScalarType;

/// How deep blocks may nest: C compilers need not take more.
pub const DEEPEST_BLOCK: usize = 100;

/// How deep expressions may nest: C compilers take as many parentheses.
pub const DEEPEST_EXPRESSION: usize = 200;

/// What does not hold, and of which function.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct VerifyError {
    function: String,
    message: String,
}

impl fmt::Display for VerifyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "in {}: {}", self.function, self.message)
    }
}

impl std::error::Error for VerifyError {}

type Check = Result<(), String>;

fn ensure(holds: bool, message: impl FnOnce() -> String) -> Check {
    if holds { Ok(()) } else { Err(message()) }
}

impl Module {
    /// Checks it.
    ///
    /// # Errors
    ///
    /// The first thing that does not hold.
    pub fn verify(&self) -> Result<(), VerifyError> {
        let mut names = FxHashSet::default();
        for (id, function) in &self.functions {
            let unique = ensure(names.insert(&function.name), || "its name is not unique".into());
            unique
                .and_then(|()| self.verify_function(id))
                .map_err(|message| VerifyError { function: function.name.clone(), message })?;
        }
        let mut names = FxHashSet::default();
        for entry in &self.entries {
            let unique = ensure(names.insert(&entry.name), || "its name is not unique".into());
            unique.and_then(|()| self.verify_entry(entry)).map_err(|message| VerifyError {
                function: format!("entry {}", entry.name),
                message,
            })?;
        }
        Ok(())
    }

    /// Checks one function.
    pub(super) fn verify_function(&self, id: FunctionId) -> Check {
        let function = &self.functions[id];
        Verifier {
            module: self,
            function,
            used: EntitySet::new(),
            blocks: EntitySet::new(),
            counting: Vec::new(),
            counters: EntitySet::new(),
            loops: 0,
        }
        .function()
    }

    fn verify_entry(&self, entry: &Entry) -> Check {
        let Some(function) = self.functions.get(entry.function) else {
            return Err("there is no such function".into());
        };
        matches_places(function, &function.parameters, &entry.arguments)
            .map_err(|message| format!("arguments: {message}"))?;
        matches_places(function, &function.results, &entry.results)
            .map_err(|message| format!("results: {message}"))
    }
}

/// Whether the parameters or results of a function are what an entry says.
fn matches_places(function: &Function, places: &[Binding], values: &[EntryValue]) -> Check {
    let mut places = places.iter().copied();
    let mut expect = |what: &str, scalar: ScalarType, buffer: bool| {
        let place = places.next();
        let fits = place.is_some_and(|place| {
            // Indices go in and out as integers of 64 bits, which they are in C.
            let found = function.place_type(place);
            let same = found == scalar || (found, scalar) == (ScalarType::Index, ScalarType::I64);
            matches!(place, Binding::Buffer(_)) == buffer && same
        });
        let form = if buffer { "a buffer" } else { "a variable" };
        ensure(fits, || format!("{what} needs {form} of type {scalar}"))
    };
    for value in values {
        let (name, element) = (&value.name, value.element_type());
        match &value.layout {
            Layout::Scalar => expect(name, element, false)?,
            Layout::Array(extents) => {
                expect(name, element, true)?;
                ensure(!extents.is_empty(), || format!("{name} has no extents"))?;
                for extent in extents {
                    match extent {
                        Extent::Known(known) => {
                            ensure(*known >= 0, || format!("{name} has a negative extent"))?;
                        }
                        Extent::Passed => expect(name, ScalarType::Index, false)?,
                    }
                }
            }
            Layout::AnyRank => {
                expect(name, element, true)?;
                expect(name, ScalarType::Index, true)?;
            }
        }
        ensure(value.class.holds(element) && value.complex == element.is_complex(), || {
            format!("{name}: {} is never complex", value.class.name())
        })?;
    }
    ensure(places.next().is_none(), || "the function has more".into())
}

struct Verifier<'m> {
    module: &'m Module,
    function: &'m Function,
    used: EntitySet<ExprId>,
    blocks: EntitySet<BlockId>,
    /// The counters of the loops around.
    counting: Vec<VariableId>,
    /// All that are counters of a loop.
    counters: EntitySet<VariableId>,
    loops: usize,
}

impl Verifier<'_> {
    fn function(&mut self) -> Check {
        let function = self.function;
        for statement in function.blocks.values().flatten() {
            if let StatementKind::For { variable, .. } = statement.kind {
                ensure(self.counters.insert(variable), || "two loops share a counter".into())?;
            }
        }
        for (list, what) in [(&function.parameters, "parameters"), (&function.results, "results")] {
            let distinct: FxHashSet<Binding> = list.iter().copied().collect();
            ensure(distinct.len() == list.len(), || format!("two {what} are the same"))?;
            for place in list {
                if let Binding::Variable(variable) = place {
                    self.not_a_counter(*variable)?;
                }
            }
        }
        for place in &function.results {
            if let Binding::Buffer(buffer) = place {
                self.writable(*buffer)?;
            }
        }
        self.block(function.body, 0)
    }

    fn not_a_counter(&self, variable: VariableId) -> Check {
        ensure(!self.counters.contains(variable), || {
            format!("{} is the counter of a loop", self.function.variables[variable].name)
        })
    }

    fn writable(&self, buffer: BufferId) -> Check {
        ensure(!self.function.is_borrowed(buffer), || {
            format!("{} is borrowed", self.function.buffers[buffer].name)
        })
    }

    fn block(&mut self, block: BlockId, depth: usize) -> Check {
        ensure(depth <= DEEPEST_BLOCK, || "blocks are nested too deeply".into())?;
        ensure(self.function.blocks.is_valid(block), || "there is no such block".into())?;
        ensure(self.blocks.insert(block), || "a block is used twice".into())?;
        for statement in &self.function.blocks[block] {
            self.statement(&statement.kind, depth).map_err(|message| {
                if statement.line > 0 {
                    format!("line {}: {message}", statement.line)
                } else {
                    message
                }
            })?;
        }
        Ok(())
    }

    fn expression(&mut self, root: ExprId, wanted: ScalarType) -> Check {
        let mut waiting = vec![(root, 1)];
        while let Some((id, depth)) = waiting.pop() {
            ensure(self.function.expressions.is_valid(id), || {
                "there is no such expression".into()
            })?;
            ensure(self.used.insert(id), || "an expression is used twice".into())?;
            ensure(depth <= DEEPEST_EXPRESSION, || "an expression is nested too deeply".into())?;
            let expression = self.function.expression(id);
            if let super::form::Expression::Variable(variable) = expression {
                let in_scope =
                    !self.counters.contains(variable) || self.counting.contains(&variable);
                ensure(in_scope, || {
                    format!("{} is read outside its loop", self.function.variables[variable].name)
                })?;
            }
            waiting.extend(expression.operands().map(|operand| (operand, depth + 1)));
        }
        let found = self.function.type_of(root);
        ensure(found == wanted, || format!("expected {wanted}, found {found}"))
    }

    fn statement(&mut self, kind: &StatementKind, depth: usize) -> Check {
        for buffer in kind.written() {
            self.writable(buffer)?;
        }
        let function = self.function;
        match kind {
            StatementKind::Assign { variable, value } => {
                self.not_a_counter(*variable)?;
                self.expression(*value, function.variables[*variable].scalar)
            }
            StatementKind::Store { buffer, index, value } => {
                self.expression(*index, ScalarType::Index)?;
                self.expression(*value, function.buffers[*buffer].element)
            }
            StatementKind::Allocate { length, .. } | StatementKind::Grow { length, .. } => {
                self.expression(*length, ScalarType::Index)
            }
            StatementKind::Reserve { capacity, .. } => {
                self.expression(*capacity, ScalarType::Index)
            }
            StatementKind::Free { .. } => Ok(()),
            StatementKind::Copy { target: one, source: other }
            | StatementKind::Swap { left: one, right: other } => {
                ensure(one != other, || "a buffer meets itself".into())?;
                ensure(function.buffers[*one].element == function.buffers[*other].element, || {
                    "two buffers are of two types".into()
                })
            }
            StatementKind::For { variable, from, to, step, independent: _, body } => {
                let counter = &function.variables[*variable];
                ensure(counter.scalar == ScalarType::Index, || {
                    format!("the counter {} is no index", counter.name)
                })?;
                ensure(*step != 0 && *step != i64::MIN, || "a loop makes no steps".into())?;
                self.expression(*from, ScalarType::Index)?;
                self.expression(*to, ScalarType::Index)?;
                self.counting.push(*variable);
                self.loops += 1;
                self.block(*body, depth + 1)?;
                self.loops -= 1;
                self.counting.pop();
                Ok(())
            }
            StatementKind::While { condition, body } => {
                self.expression(*condition, ScalarType::Bool)?;
                self.loops += 1;
                self.block(*body, depth + 1)?;
                self.loops -= 1;
                Ok(())
            }
            StatementKind::If { condition, then, otherwise } => {
                self.expression(*condition, ScalarType::Bool)?;
                self.block(*then, depth + 1)?;
                self.block(*otherwise, depth + 1)
            }
            StatementKind::Break | StatementKind::Continue => {
                ensure(self.loops > 0, || "there is no loop to leave".into())
            }
            StatementKind::Return => Ok(()),
            StatementKind::Fail(failure) => self.failure(failure),
            StatementKind::Call { function: callee, arguments, results } => {
                self.call(*callee, arguments, results)
            }
            StatementKind::CallRuntime { arguments, results, .. } => {
                for argument in arguments {
                    self.runtime_argument(argument)?;
                }
                for result in results {
                    self.runtime_result(result)?;
                }
                self.distinct(kind)
            }
        }
    }

    /// Messages show integers, indices and doubles.
    fn failure(&mut self, failure: &Failure) -> Check {
        for piece in &failure.message {
            if let Piece::Operand(operand) = piece {
                let found = self.function.type_of(*operand);
                let shown =
                    found.is_integer() || matches!(found, ScalarType::Index | ScalarType::F64);
                ensure(shown, || format!("a message does not show {found}"))?;
                self.expression(*operand, found)?;
            }
        }
        Ok(())
    }

    /// No variable and no buffer takes two results.
    fn distinct(&self, kind: &StatementKind) -> Check {
        let (variables, buffers) = (kind.assigned(), kind.written());
        let distinct_variables: FxHashSet<usize> = variables.iter().map(|id| id.index()).collect();
        let distinct_buffers: FxHashSet<usize> = buffers.iter().map(|id| id.index()).collect();
        for variable in &variables {
            self.not_a_counter(*variable)?;
        }
        ensure(
            distinct_variables.len() == variables.len() && distinct_buffers.len() == buffers.len(),
            || "two results go to one place".into(),
        )
    }

    fn call(&mut self, callee: FunctionId, arguments: &[Argument], results: &[Binding]) -> Check {
        let Some(callee) = self.module.functions.get(callee) else {
            return Err("there is no such function".into());
        };
        let name = &callee.name;
        let counts =
            callee.parameters.len() == arguments.len() && callee.results.len() == results.len();
        ensure(counts, || format!("{name} takes or gives another number"))?;
        for (argument, parameter) in arguments.iter().zip(&callee.parameters) {
            let wanted = callee.place_type(*parameter);
            match (argument, parameter) {
                (Argument::Value(value), Binding::Variable(_)) => {
                    self.expression(*value, wanted)?;
                }
                (Argument::Buffer(buffer), Binding::Buffer(_)) => {
                    let found = self.function.buffers[*buffer].element;
                    ensure(found == wanted, || format!("{name} takes {wanted}, not {found}"))?;
                }
                (Argument::Value(_), Binding::Buffer(_))
                | (Argument::Buffer(_), Binding::Variable(_)) => {
                    return Err(format!("{name} takes a buffer for a buffer"));
                }
            }
        }
        for (result, given) in results.iter().zip(&callee.results) {
            let same = self.function.place_type(*result) == callee.place_type(*given)
                && matches!(result, Binding::Buffer(_)) == matches!(given, Binding::Buffer(_));
            ensure(same, || format!("{name} gives something else"))?;
        }
        let kind = StatementKind::Call {
            function: FunctionId::new(0),
            arguments: Vec::new(),
            results: results.to_vec(),
        };
        self.distinct(&kind)
    }

    fn shape(&self, buffer: BufferId) -> Check {
        ensure(self.function.buffers[buffer].element == ScalarType::Index, || {
            "a shape consists of indices".into()
        })
    }

    fn runtime_argument(&mut self, argument: &RuntimeArgument) -> Check {
        let function = self.function;
        let (class, found) = match argument {
            RuntimeArgument::Scalar(class, value) => {
                let found = function.type_of(*value);
                self.expression(*value, found)?;
                (class, found)
            }
            RuntimeArgument::Array(class, buffer, extents) => {
                for extent in extents {
                    self.expression(*extent, ScalarType::Index)?;
                }
                ensure(!extents.is_empty(), || "an array has extents".into())?;
                (class, function.buffers[*buffer].element)
            }
            RuntimeArgument::AnyRank(class, buffer, shape) => {
                self.shape(*shape)?;
                (class, function.buffers[*buffer].element)
            }
        };
        ensure(class.holds(found), || format!("{found} is not of class {}", class.name()))
    }

    fn runtime_result(&self, result: &RuntimeResult) -> Check {
        let function = self.function;
        let (class, found) = match result {
            RuntimeResult::Scalar(class, variable) => (class, function.variables[*variable].scalar),
            RuntimeResult::Array(class, buffer, extents) => {
                let are_indices = extents
                    .iter()
                    .all(|extent| function.variables[*extent].scalar == ScalarType::Index);
                ensure(are_indices && !extents.is_empty(), || "extents are indices".into())?;
                (class, function.buffers[*buffer].element)
            }
            RuntimeResult::AnyRank(class, buffer, shape) => {
                self.shape(*shape)?;
                (class, function.buffers[*buffer].element)
            }
        };
        ensure(class.holds(found), || format!("{found} is not of class {}", class.name()))
    }
}
