//! The loop form itself: modules, functions, statements, expressions.
//!
//! Expressions are trees in an arena of their function: each node is used once, and the
//! builder has decided its type. Statements are lists in blocks. A variable is zero and
//! a buffer empty until something is assigned to it. Buffers among the parameters are
//! borrowed and only read; those among the results are handed to the caller.
//!
//! A program must not read or write outside a buffer, read an element that nobody
//! wrote, or let an index overflow: who makes it proves that, or makes it check and
//! [`StatementKind::Fail`]. The evaluator reports such a *defect*; C would not.

use cranelift_entity::{EntitySet, PrimaryMap, SecondaryMap, entity_impl};

use super::entry::{ArrayClass, Entry};
use super::operator::{BinaryOp, UnaryOp};
use super::scalar::{Scalar, ScalarType};

/// How deep functions that call themselves may nest, as in the language.
pub const DEEPEST_RECURSION: usize = 256;

/// A function of a module.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FunctionId(u32);
entity_impl!(FunctionId, "f");

/// A variable of a function.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct VariableId(u32);
entity_impl!(VariableId, "v");

/// A buffer of a function.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct BufferId(u32);
entity_impl!(BufferId, "b");

/// An expression of a function.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ExprId(u32);
entity_impl!(ExprId, "e");

/// A list of statements of a function.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct BlockId(u32);
entity_impl!(BlockId, "block");

/// Functions that call each other, and how they are called from outside.
#[derive(Clone, Default, Debug)]
pub struct Module {
    pub(crate) functions: PrimaryMap<FunctionId, Function>,
    pub(crate) entries: Vec<Entry>,
}

impl Module {
    /// A module without functions.
    #[must_use]
    pub fn new() -> Module {
        Module::default()
    }

    /// Adds a function.
    pub fn add(&mut self, function: Function) -> FunctionId {
        self.functions.push(function)
    }

    /// Puts another function in the place of one, which keeps its callers.
    pub fn replace(&mut self, id: FunctionId, function: Function) {
        self.functions[id] = function;
    }

    /// Adds a way of being called from outside.
    pub fn add_entry(&mut self, entry: Entry) {
        self.entries.push(entry);
    }

    /// A function.
    #[must_use]
    pub fn function(&self, id: FunctionId) -> &Function {
        &self.functions[id]
    }

    /// All functions.
    pub fn functions(&self) -> impl Iterator<Item = (FunctionId, &Function)> {
        self.functions.iter()
    }

    /// The function of that name.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<FunctionId> {
        self.functions.iter().find(|(_, function)| function.name == name).map(|(id, _)| id)
    }

    /// How it is called from outside.
    #[must_use]
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// The functions that may call themselves, by way of others or not. How deep such
    /// calls nest is bounded, so that no stack overflows: one that goes deeper than
    /// [`DEEPEST_RECURSION`] fails.
    #[must_use]
    pub fn recursive_functions(&self) -> EntitySet<FunctionId> {
        let mut calls: SecondaryMap<FunctionId, Vec<FunctionId>> = SecondaryMap::new();
        for (id, function) in &self.functions {
            for statement in function.blocks.values().flatten() {
                if let StatementKind::Call { function: callee, .. } = statement.kind {
                    calls[id].push(callee);
                }
            }
        }
        let mut recursive = EntitySet::new();
        for start in self.functions.keys() {
            let mut reached: EntitySet<FunctionId> = EntitySet::new();
            let mut waiting = calls[start].clone();
            while let Some(id) = waiting.pop() {
                if reached.insert(id) {
                    waiting.extend(&calls[id]);
                }
            }
            if reached.contains(start) {
                recursive.insert(start);
            }
        }
        recursive
    }

    /// The names of the runtime's operations that it calls, in the order of first use.
    #[must_use]
    pub fn operations(&self) -> Vec<&str> {
        let mut names: Vec<&str> = Vec::new();
        for function in self.functions.values() {
            for statement in function.blocks.values().flatten() {
                if let StatementKind::CallRuntime { operation, .. } = &statement.kind
                    && !names.contains(&operation.as_str())
                {
                    names.push(operation);
                }
            }
        }
        names
    }
}

/// A function.
#[derive(Clone, Debug)]
pub struct Function {
    pub(crate) name: String,
    pub(crate) documentation: Vec<String>,
    pub(crate) parameters: Vec<Binding>,
    pub(crate) results: Vec<Binding>,
    pub(crate) variables: PrimaryMap<VariableId, Variable>,
    pub(crate) buffers: PrimaryMap<BufferId, Buffer>,
    pub(crate) expressions: PrimaryMap<ExprId, Node>,
    pub(crate) blocks: PrimaryMap<BlockId, Vec<Statement>>,
    pub(crate) body: BlockId,
}

impl Function {
    /// Its name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What the header says of it, line by line.
    #[must_use]
    pub fn documentation(&self) -> &[String] {
        &self.documentation
    }

    /// Where its arguments are found.
    #[must_use]
    pub fn parameters(&self) -> &[Binding] {
        &self.parameters
    }

    /// What is handed to the caller.
    #[must_use]
    pub fn results(&self) -> &[Binding] {
        &self.results
    }

    /// A variable.
    #[must_use]
    pub fn variable(&self, id: VariableId) -> &Variable {
        &self.variables[id]
    }

    /// A buffer.
    #[must_use]
    pub fn buffer(&self, id: BufferId) -> &Buffer {
        &self.buffers[id]
    }

    /// An expression.
    #[must_use]
    pub fn expression(&self, id: ExprId) -> Expression {
        self.expressions[id].kind
    }

    /// The type of an expression.
    #[must_use]
    pub fn type_of(&self, id: ExprId) -> ScalarType {
        self.expressions[id].scalar
    }

    /// The statements of a block.
    #[must_use]
    pub fn block(&self, id: BlockId) -> &[Statement] {
        &self.blocks[id]
    }

    /// What it does.
    #[must_use]
    pub const fn body(&self) -> BlockId {
        self.body
    }

    /// Whether a buffer is a parameter.
    #[must_use]
    pub fn is_borrowed(&self, buffer: BufferId) -> bool {
        self.parameters.contains(&Binding::Buffer(buffer))
    }

    /// The type of what is at a place.
    #[must_use]
    pub fn place_type(&self, place: Binding) -> ScalarType {
        match place {
            Binding::Variable(variable) => self.variables[variable].scalar,
            Binding::Buffer(buffer) => self.buffers[buffer].element,
        }
    }
}

/// A variable: it holds one scalar.
#[derive(Clone, Debug)]
pub struct Variable {
    pub(crate) name: String,
    pub(crate) scalar: ScalarType,
}

impl Variable {
    /// Its name, which need not be unique.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Its type.
    #[must_use]
    pub const fn scalar_type(&self) -> ScalarType {
        self.scalar
    }
}

/// A buffer: storage for any number of elements of one type.
#[derive(Clone, Debug)]
pub struct Buffer {
    pub(crate) name: String,
    pub(crate) element: ScalarType,
}

impl Buffer {
    /// Its name, which need not be unique.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The type of its elements.
    #[must_use]
    pub const fn element_type(&self) -> ScalarType {
        self.element
    }
}

/// What a parameter or a result is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Binding {
    /// A scalar.
    Variable(VariableId),
    /// A buffer.
    Buffer(BufferId),
}

/// An expression with its type.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node {
    pub(crate) kind: Expression,
    pub(crate) scalar: ScalarType,
}

/// An expression. It has no effect.
#[derive(Clone, Copy, Debug)]
pub enum Expression {
    /// A constant.
    Constant(Scalar),
    /// What a variable holds.
    Variable(VariableId),
    /// An element of a buffer; the first one has the index zero.
    Load(BufferId, ExprId),
    /// How many elements a buffer has.
    Length(BufferId),
    /// An operation of one operand.
    Unary(UnaryOp, ExprId),
    /// An operation of two operands.
    Binary(BinaryOp, ExprId, ExprId),
    /// The second or the third, as the first says; the other one is not looked at.
    Select(ExprId, ExprId, ExprId),
    /// A value as one of another type.
    Cast(ScalarType, ExprId),
}

/// A statement, and the line of the source it comes from (zero: none).
#[derive(Clone, Debug)]
pub struct Statement {
    /// What it does.
    pub kind: StatementKind,
    /// The line of the source.
    pub line: u32,
}

/// What is in the elements of a new buffer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fill {
    /// Nothing: each is stored to before it is loaded.
    Undefined,
    /// Zeros.
    Zero,
}

/// What a statement does.
#[derive(Clone, Debug)]
pub enum StatementKind {
    /// Gives a variable a value.
    Assign {
        /// The variable.
        variable: VariableId,
        /// Its new value.
        value: ExprId,
    },
    /// Gives an element of a buffer a value.
    Store {
        /// The buffer.
        buffer: BufferId,
        /// Which element.
        index: ExprId,
        /// Its new value.
        value: ExprId,
    },
    /// Gives a buffer new elements instead of its old ones. Fails if there is no memory;
    /// a negative length is a size that overflowed, for which there is none either.
    Allocate {
        /// The buffer.
        buffer: BufferId,
        /// How many.
        length: ExprId,
        /// What is in them.
        fill: Fill,
    },
    /// Makes room for so many elements, so that growing to them moves nothing. The
    /// length stays.
    Reserve {
        /// The buffer.
        buffer: BufferId,
        /// How many.
        capacity: ExprId,
    },
    /// Makes a buffer longer; elements stay, new ones are zero. One that is as long
    /// already stays as it is.
    Grow {
        /// The buffer.
        buffer: BufferId,
        /// The new length.
        length: ExprId,
    },
    /// Makes a buffer empty.
    Free {
        /// The buffer.
        buffer: BufferId,
    },
    /// Gives a buffer the elements of another.
    Copy {
        /// The buffer that is written.
        target: BufferId,
        /// The buffer that is read.
        source: BufferId,
    },
    /// Exchanges two buffers.
    Swap {
        /// One.
        left: BufferId,
        /// The other.
        right: BufferId,
    },
    /// Counts an index from `from` until it reaches or passes `to`, which it does not
    /// take. Both are computed before.
    For {
        /// The index, which belongs to this loop and is not assigned in it.
        variable: VariableId,
        /// The first value.
        from: ExprId,
        /// The bound.
        to: ExprId,
        /// The difference of two values, not zero.
        step: i64,
        /// Whether no iteration reads or writes an element that another iteration writes, so that
        /// elements may be worked on side by side.
        independent: bool,
        /// What is repeated.
        body: BlockId,
    },
    /// Repeats while a condition holds.
    While {
        /// The condition.
        condition: ExprId,
        /// What is repeated.
        body: BlockId,
    },
    /// One of two.
    If {
        /// Which one.
        condition: ExprId,
        /// If it is true.
        then: BlockId,
        /// If it is false.
        otherwise: BlockId,
    },
    /// Leaves the innermost loop.
    Break,
    /// Goes on with the next iteration of the innermost loop.
    Continue,
    /// Ends the function with an error.
    Fail(Failure),
    /// Calls a function of the module.
    Call {
        /// Which one.
        function: FunctionId,
        /// What it is given.
        arguments: Vec<Argument>,
        /// What takes its results.
        results: Vec<Binding>,
    },
    /// Calls an operation of the runtime.
    CallRuntime {
        /// Its name.
        operation: String,
        /// What it is given.
        arguments: Vec<RuntimeArgument>,
        /// What takes its results.
        results: Vec<RuntimeResult>,
    },
    /// Ends the function.
    Return,
}

/// An error that a program raises.
#[derive(Clone, Debug)]
pub struct Failure {
    /// The identifier of the error, such as `Octave:nonconformant-args`, or nothing.
    pub identifier: String,
    /// The message, piece by piece.
    pub message: Vec<Piece>,
}

/// A piece of a message.
#[derive(Clone, Debug)]
pub enum Piece {
    /// Text.
    Text(String),
    /// A number: an index, an integer, or a double as `%g` prints it.
    Operand(ExprId),
}

/// What a function is given.
#[derive(Clone, Copy, Debug)]
pub enum Argument {
    /// A scalar.
    Value(ExprId),
    /// A buffer, which it borrows.
    Buffer(BufferId),
}

/// What an operation of the runtime is given.
#[derive(Clone, Debug)]
pub enum RuntimeArgument {
    /// A scalar.
    Scalar(ArrayClass, ExprId),
    /// An array of known rank with its extents.
    Array(ArrayClass, BufferId, Vec<ExprId>),
    /// An array of unknown rank and the buffer that holds its extents.
    AnyRank(ArrayClass, BufferId, BufferId),
}

/// What takes a result of an operation of the runtime. An array of another class or
/// rank fails.
#[derive(Clone, Debug)]
pub enum RuntimeResult {
    /// A scalar.
    Scalar(ArrayClass, VariableId),
    /// An array of known rank, and what takes its extents.
    Array(ArrayClass, BufferId, Vec<VariableId>),
    /// An array of unknown rank, and the buffer that takes its extents.
    AnyRank(ArrayClass, BufferId, BufferId),
}
