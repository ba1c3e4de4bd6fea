//! The array IR: modules of functions in flat single-assignment form.

mod array;
mod base;
mod builder;
mod op;
mod prim;
mod types;
mod walk;

use cranelift_entity::{PrimaryMap, entity_impl};

pub use array::{Array, Layout, MAX_EXTENT, element_count, offset};
pub use base::{BaseType, Scalar};
pub use builder::Builder;
pub use op::{
    Block, Check, Condition, ExternDecl, Index, Loop, Op, Operand, Operation, Part, Reuse,
    Statement, Target, With,
};
pub use prim::Prim;
pub use types::{ShapeClass, Type};
pub use walk::{Renaming, copy_block, for_each_block, for_each_block_mut, for_each_definition};

/// A value of a function.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ValueId(u32);
entity_impl!(ValueId, "v");

/// A function of a module.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FunctionId(u32);
entity_impl!(FunctionId, "f");

/// A library function that a module declares.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ExternId(u32);
entity_impl!(ExternId, "x");

/// Where the name of a value comes from. Where two values are one, the better name stays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum NameOrigin {
    /// Nobody wrote it: a part of a nested expression.
    Temporary,
    /// Written in a function that was inlined.
    Inlined,
    /// Made from a written name, for an attribute or a renamed value.
    Derived,
    /// Written.
    Source,
}

/// Rank and shape of a value, as operands of the language itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attributes {
    /// An integer.
    pub rank: Operand,
    /// A vector of integers as long as `rank` says.
    pub shape: Operand,
}

impl Attributes {
    /// Those of a scalar.
    #[must_use]
    pub fn scalar() -> Attributes {
        Attributes { rank: Operand::int(0), shape: Operand::ints(&[]) }
    }

    /// Those of arrays of this shape.
    #[must_use]
    pub fn known(shape: &[i64]) -> Attributes {
        Attributes { rank: Operand::int(shape.len() as i64), shape: Operand::ints(shape) }
    }

    /// Whether they say that the value is a scalar.
    #[must_use]
    pub fn is_scalar(&self) -> bool {
        self.rank.as_int() == Some(0)
    }
}

/// What is known of a value.
#[derive(Clone, Debug, PartialEq)]
pub struct ValueData {
    /// Its name; empty for a temporary. Two values may have one name.
    pub name: String,
    /// Where the name is from.
    pub origin: NameOrigin,
    /// Its type.
    pub ty: Type,
    /// Its symbolic attributes, once they are inserted.
    pub attributes: Option<Attributes>,
}

/// A function.
#[derive(Clone, Debug, PartialEq)]
pub struct Function {
    /// Its name: an identifier or an operator.
    pub name: String,
    /// Its parameters.
    pub parameters: Vec<ValueId>,
    /// The types of its results.
    pub results: Vec<Type>,
    /// All its values. Those that no statement defines any more stay, unused.
    pub values: PrimaryMap<ValueId, ValueData>,
    /// What it does.
    pub body: Block,
    /// Whether the program wrote it; the others come from the prelude.
    pub is_source: bool,
    /// Whether attributes have been inserted.
    pub attributed: bool,
    /// Whether every condition under which an operation means something is a guard.
    pub guarded: bool,
    /// Whether a failed check means the same to the caller whichever it is, so that checks
    /// may be made in another order.
    pub failures_alike: bool,
}

impl Function {
    /// A function without parameters and statements.
    #[must_use]
    pub fn new(name: impl Into<String>) -> Function {
        Function {
            name: name.into(),
            parameters: Vec::new(),
            results: Vec::new(),
            values: PrimaryMap::new(),
            body: Block::default(),
            is_source: true,
            attributed: false,
            guarded: false,
            failures_alike: false,
        }
    }

    /// A new value.
    pub fn value(&mut self, name: impl Into<String>, origin: NameOrigin, ty: Type) -> ValueId {
        self.values.push(ValueData { name: name.into(), origin, ty, attributes: None })
    }

    /// A new value without a name.
    pub fn temporary(&mut self, ty: Type) -> ValueId {
        self.value("", NameOrigin::Temporary, ty)
    }

    /// The type of an operand.
    #[must_use]
    pub fn type_of(&self, operand: &Operand) -> Type {
        match operand {
            Operand::Value(value) => self.values[*value].ty.clone(),
            Operand::Constant(array) => Type::of(array),
        }
    }

    /// The attributes of an operand, if it has any.
    #[must_use]
    pub fn attributes_of(&self, operand: &Operand) -> Option<Attributes> {
        match operand {
            Operand::Value(value) => self.values[*value].attributes.clone(),
            Operand::Constant(array) => Some(Attributes::known(array.shape())),
        }
    }

    /// Whether an operand is certainly a scalar.
    #[must_use]
    pub fn is_scalar(&self, operand: &Operand) -> bool {
        match operand {
            Operand::Value(value) => {
                let data = &self.values[*value];
                data.ty.is_scalar() || data.attributes.as_ref().is_some_and(Attributes::is_scalar)
            }
            Operand::Constant(array) => array.shape().is_empty(),
        }
    }
}

/// Functions that call each other.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Module {
    /// The functions.
    pub functions: PrimaryMap<FunctionId, Function>,
    /// The library functions.
    pub externs: PrimaryMap<ExternId, ExternDecl>,
    /// In which order elements lie.
    pub layout: Layout,
    /// The function `(++)` on vectors of integers, which attributes are made with.
    pub concatenate: Option<FunctionId>,
}

impl Module {
    /// The function of this name; of overloaded ones the first.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<FunctionId> {
        self.functions.iter().find(|(_, function)| function.name == name).map(|(id, _)| id)
    }

    /// The functions that the program wrote and those that they call, in order.
    #[must_use]
    pub fn used_functions(&self) -> Vec<FunctionId> {
        let mut used: Vec<FunctionId> =
            self.functions.keys().filter(|&id| self.functions[id].is_source).collect();
        let mut next = 0;
        while next < used.len() {
            for callee in crate::optimise::callees(&self.functions[used[next]]) {
                if !used.contains(&callee) {
                    used.push(callee);
                }
            }
            next += 1;
        }
        used
    }

    /// The types of the parameters of a function.
    #[must_use]
    pub fn parameter_types(&self, function: FunctionId) -> Vec<Type> {
        let function = &self.functions[function];
        function.parameters.iter().map(|&value| function.values[value].ty.clone()).collect()
    }

    /// The types of the results of a target on arguments of these types.
    #[must_use]
    pub fn target_results(&self, target: Target, arguments: &[BaseType]) -> Vec<Type> {
        match target {
            Target::Prim(prim) => prim.result(arguments).map(Type::scalar).into_iter().collect(),
            Target::Function(function) => self.functions[function].results.clone(),
        }
    }
}
